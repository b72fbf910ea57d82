"""The cards of a game that a person has not seen, by the rows of its log alone; and the twin world that would look the
same to them: every card they have not seen is another one, and so is the seed."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from accounts.models import Person
from games import services
from games.domain.cards import PACKS
from games.domain.commands import CallOrange, Claim, Play
from games.domain.notation import write_move
from games.domain.presets import resolve_rules
from games.domain.rules_validation import seatings
from games.domain.table_settings import TableSettings
from games.log.recent_states import recent_states
from games.log.store import load
from games.models import Game, Seat, StoredEvent
from tests.browser.scenes import begun, guest
from tests.games.tables import past_the_triggers, rehash
from tests.property.random_games import next_command

CODES = frozenset(code for pack in PACKS.values() for code in map(str, pack))
OTHER_SEED = bytes(range(100, 132))


class Onlooker(NamedTuple):
    """A reader of a game: on this seat of it, or on none (0)."""

    who: str
    person: Person | AnonymousUser
    seat: int = 0


# --- a game played at random ----------------------------------------------------------------------------------------


def some_table(preset: str, dice: Random, table_settings: TableSettings | None = None) -> tuple[Game, list[Onlooker]]:
    """Return a game of friends, just begun, and everyone who may look at it."""
    seats, partners = dice.choice(seatings(resolve_rules(preset)))
    game, people = begun(preset, seats, partners, dice.randrange(256), table_settings)
    seated = [Onlooker(f"seat {number}", person, number) for number, person in enumerate(people, start=1)]
    root = Person.objects.create_superuser("root", "root@mail.example", "nine of diamonds")
    others = (
        Onlooker("spectator", guest("Wanda")),
        Onlooker("stranger", AnonymousUser()),
        Onlooker("director", root),
    )
    return Game.objects.get(pk=game.pk), [*seated, *others]


def play_on(game: Game, dice: Random, steps: int) -> Game:
    """Do so many things at the table, or fewer where the game ends before."""
    for _ in range(steps):
        game = Game.objects.get(pk=game.pk)
        state, seq = load(game)
        if state.result is not None:
            break
        match next_command(state, dice):
            case Play(number, move):
                outcome = services.play(seat_of(game, number), write_move(move), seq)
            case Claim(number):
                outcome = services.claim(seat_of(game, number), seq)
            case CallOrange(number):
                outcome = services.call_orange(seat_of(game, number), seq)
            case other:
                raise AssertionError(f"the server does this itself: {other}")
        assert isinstance(outcome, services.Accepted), outcome
    return Game.objects.get(pk=game.pk)


def seat_of(game: Game, number: int) -> Seat:
    return Seat.objects.get(game=game, number=number)


# --- what has not been seen -----------------------------------------------------------------------------------------


def unseen(game: Game, seat: int) -> tuple[str, ...]:
    """Return the cards of the current round that were never open, nor in this seat's hand; in the pack's order."""
    started, *later = rows_of_round(game)
    pack, shown = started.payload["pack"], set()
    for row in later:
        shown |= shown_by(row, seat)
    specials = resolved(game).specials
    if specials.bottom_shown or (specials.cut_peek and seat not in (0, started.payload["dealer"])):
        shown.add(pack[-1])
    return tuple(card for card in pack if card not in shown)


def resolved(game: Game) -> Any:
    return load(game)[0].rules


def rows_of_round(game: Game) -> list[StoredEvent]:
    """Return the rows from the pack of the latest round on."""
    rows = list(game.events.order_by("seq"))
    first = max(place for place, row in enumerate(rows) if row.type == "round_started")
    return rows[first:]


def shown_by(row: StoredEvent, seat: int) -> set[str]:
    """Return the cards that this event shows to the seat: of a deal its own, of a draw its own, of all others
    everything."""
    told = row.payload
    if row.type == "cards_dealt":
        return {*told["table"], *(told["hands"][seat - 1] if seat else ())}
    if row.type == "card_drawn" and told["seat"] != seat:
        return set()
    return set(cards_in(told))


def cards_in(told: Any) -> Iterator[str]:
    match told:
        case str():
            yield from (told,) if told in CODES else ()
        case dict():
            yield from cards_in(list(told.values()))
        case list():
            for each in told:
                yield from cards_in(each)
        case _:
            pass


# --- the other world ------------------------------------------------------------------------------------------------


@contextmanager
def as_it_is() -> Iterator[None]:
    """Undo all that is changed by looking."""
    recent_states.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    recent_states.clear()


@contextmanager
def twin(game: Game, seat: int) -> Iterator[None]:
    """Change the game, until the end of the block, to one that is the same as far as this seat knows."""
    with as_it_is(), past_the_triggers():
        exchange(game, rows_of_round(game), unseen(game, seat))
        yield


def exchange(game: Game, rows: Iterable[StoredEvent], hidden: tuple[str, ...]) -> None:
    """Exchange the hidden cards in these rows for one another, and the seed for another one. The chain is computed
    again: if a hash reveals the cards under it, that counts as a leak."""
    other = dict(zip(hidden, reversed(hidden), strict=True))
    for row in rows:
        row.payload = exchanged(row.payload, other)
        row.save(update_fields=["payload"])
    rehash(game)
    Game.objects.filter(pk=game.pk).update(seed=OTHER_SEED)


def exchanged(told: Any, other: dict[str, str]) -> Any:
    match told:
        case str():
            return other.get(told, told)
        case dict():
            return {key: exchanged(value, other) for key, value in told.items()}
        case list():
            return [exchanged(each, other) for each in told]
        case _:
            return told
