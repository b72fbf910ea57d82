"""Made-up people, and games written into the log by hand, for tests of what is below the services.

    game, state = game_by_hand()  # Ann and Bob, the first cards of a known pack dealt
    state = trail_once(game, state)  # a step with its events
    state = write(game, (TurnStarted(2),), state)  # any events, whether a player could cause them or not

To lay a table with chosen hands and play at it by the rules, take `laid` of `tests/games/viewers.py`. `known_chance`
lets the services deal the same packs in every run; `past_the_triggers` changes rows that are never changed on the site,
and `rehash` makes their chain fit again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.db import connection

from accounts.models import Person
from games.domain.cards import Card
from games.domain.events import CardsDealt, CardTrailed, Event, RoundStarted, TurnStarted
from games.domain.evolve import fold
from games.domain.options import write_options
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.provably_fair import commitment_v1, shuffled_pack
from games.domain.setup_events import GameOpened, SeatTaken
from games.domain.state import GameState
from games.log import store, triggers
from games.log.shuffling import first_dealer
from games.log.store import SERVER, Action
from games.models import GENESIS, Game, Seat, Snapshot

SEED = bytes(range(32))
RULES = resolve_rules(DEFAULT_PRESET)


@contextmanager
def known_chance(secret: bytes = SEED) -> Iterator[None]:
    """Deal the same packs in every run: the secrets and ids of new games are known."""
    with (
        patch("games.log.shuffling.new_seed", lambda: secret),
        patch("games.log.shuffling.new_public_id", lambda: f"known{Game.objects.count()}"),
        patch("games.services.tables.new_public_id", lambda: f"known{Game.objects.count()}"),
    ):
        yield


def person(name: str) -> Person:
    return Person.objects.create_user(username=name.lower(), display_name=name)


def pack(number: int = 1) -> tuple[Card, ...]:
    return shuffled_pack(SEED, number, RULES.dealing.deck)


def opening() -> tuple[Event, ...]:
    """Return the events with which Ann and Bob sit down, and the first round is dealt."""
    dealer = first_dealer(SEED, 2)
    opened = GameOpened(RULES, DEFAULT_PRESET, 2, False, dealer, commitment_v1(SEED))
    cards = pack()
    dealt = CardsDealt(1, False, (cards[:4], cards[4:8]), cards[8:12])
    started = RoundStarted(1, dealer, cards)
    return opened, SeatTaken(1, "Ann"), SeatTaken(2, "Bob"), started, dealt, TurnStarted(3 - dealer)


def game_by_hand() -> tuple[Game, GameState]:
    """Return a game of Ann and Bob, the first cards dealt."""
    game = Game.objects.create(
        preset=DEFAULT_PRESET,
        options=write_options(RULES),
        seats=2,
        seed=SEED,
        commitment=commitment_v1(SEED),
    )
    state = write(game, opening(), None)
    Seat.objects.bulk_create(Seat(game=game, number=number, name=name) for number, name in ((1, "Ann"), (2, "Bob")))
    return game, state


def write(game: Game, events: tuple[Event, ...], before: GameState | None, actor: str = SERVER) -> GameState:
    """Append the events as one step, and return the state they lead to."""
    state = fold(events, before)
    store.append_events(game, [Action(actor, "", events)], state)
    return state


def trail_once(game: Game, state: GameState) -> GameState:
    """Trail the first card of the seat to play."""
    assert state.round
    seat = state.round.turn
    events = (CardTrailed(seat, state.round.hands[seat - 1][0]), TurnStarted(3 - seat))
    return write(game, events, state, f"seat:{seat}")


def play_on(game: Game, state: GameState, until: int) -> GameState:
    """Pass the turn to and fro until the log has this many events."""
    for number in range(game.seq, until):
        state = write(game, (TurnStarted(1 + number % 2),), state)
    return state


@contextmanager
def past_the_triggers() -> Iterator[None]:
    """Drop the triggers and put them back afterwards, as the owner of the database could."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for trigger in triggers.expected_triggers(connection.vendor):
            cursor.execute(triggers.drop_statement(connection.vendor, trigger))
        yield
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    triggers.install(connection)


def rehash(game: Game) -> None:
    """Number the changed log and compute its chain anew, as a forger would; call it past the triggers."""
    head, seq = GENESIS, 0
    for seq, row in enumerate(game.events.order_by("seq"), start=1):
        row.seq, row.previous = seq, head
        head = row.hash = store.row_hash(game.public_id, row)
        game.events.filter(pk=row.pk).update(seq=seq, previous=row.previous, hash=head)
    Game.objects.filter(pk=game.pk).update(head=head, seq=seq)
    Snapshot.objects.filter(game=game).delete()
