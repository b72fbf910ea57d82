"""Quick pairing: join an open table with the wanted game, or open one; play the computer until someone comes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from threading import BoundedSemaphore
from typing import NamedTuple
from zlib import crc32

from django.conf import settings
from django.db import connection

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games.domain.commands import CancelGame
from games.domain.events import Event
from games.domain.presets import resolve_rules
from games.domain.setup_events import SeatTaken
from games.log.shuffling import ServerSeed
from games.log.store import SERVER, lock_game, lock_unless_locked
from games.models import Game, Seat
from games.pairing.models import QuickPairing
from games.pairing.selectors import pairing_of, same_game, tables_for
from games.pairing.tiles import PLAYERS, Wanted, wanted_by
from games.results.level_suggestion import suggested_level
from games.services import cancel_game, open_game, start_game
from games.services.game_transaction import GameTransaction
from games.services.players import NO_SEED, ClientSeed
from games.services.suspensions import check_suspended
from games.services.tables import GameSetup, may_sit_down, take_seat_at

DOUBLE_TAP = timedelta(seconds=10)
"""Time within which a second request, from another tab too, means the same game."""

_turns = BoundedSemaphore(max(1, settings.DATABASE_CONNECTIONS * 3 // 4))

LOCK_CLASS = 0x70616972
"""The advisory locks of quick pairing in PostgreSQL: "pair", any number that all servers agree on."""


class Seeker(NamedTuple):
    """A person who looks for an opponent: the game, the bounds of the rating, and the guest that the same user was."""

    person: Person
    wanted: Wanted
    bounds: tuple[int | None, int | None]
    also: int
    client_seed: ClientSeed


def pair(
    person: Person,
    tile: str,
    span: int | None = None,
    also: int = 0,
    client_seed: ClientSeed = NO_SEED,
    game: tuple[str, bool] | None = None,
) -> Game:
    """The table that the person has been paired at, waits at, or may sit down at. Raises SuspendedError.

    `span` is the greatest difference to an opponent's rating; `also` the guest that the same user was before; `game`
    the preset, and True if it is to be rated, by default those of the person's last table. Only whoever promises a
    client seed by its hash sits down at another's table at once: a seed itself must not come before its giver has seen
    the table's commitment. Others find the table, and take the seat on its page.
    """
    with _turn():
        wanted = wanted_by(person, tile, game)
        seeker = Seeker(person, wanted, wanted.bounds(span), also, client_seed)
        return _join_or_open(seeker) or _join_or_wait(seeker)


@contextmanager
def _turn() -> Iterator[None]:
    """Let a few requests of this process look for an opponent at a time. The others wait without a database connection,
    of which a process has few."""
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        connection.close()  # back to the pool
    with _turns:
        yield


def _join_or_open(seeker: Seeker) -> Game | None:
    """The table that the person has found; None if the person waits at one.

    Tables that others are just joining are passed over, so that no one waits for them.
    """
    with write_transaction():
        _lock_person(seeker.person)
        mine, is_full = _own_table(seeker)
        if mine and is_full:
            return mine
        if mine:
            _remember(seeker, mine, keep_practice=True)
            return None
        found = _joined(seeker, lock_unless_locked)
        _remember(seeker, found or _open(seeker))
        return found


def _join_or_wait(seeker: Seeker) -> Game:
    """The table of another who waits; else the person's own, opened again if another tab has canceled it.

    Those who open tables at the same moment come here one after the other, and the second sees the first.
    """
    with write_transaction():
        _lock_person(seeker.person)
        _lock_pool(seeker.wanted)  # before the table, which whoever has this lock may be joining
        mine, is_full = _own_table(seeker)
        if mine and is_full:
            return mine
        found = None if mine and not seeker.client_seed.hash else _joined(seeker, lock_game)
        if found and mine:
            cancel_game(mine, seeker.person)
        game = found or mine or _open(seeker)
        if game is not mine:
            _remember(seeker, game)
        return game


def _joined(seeker: Seeker, lock: Callable[[int], Game | None]) -> Game | None:
    """The first table where the person could take a seat, or may take one."""
    tables = tables_for(seeker.person, seeker.wanted, seeker.bounds, seeker.also)
    locked = (game for game in map(lock, tables) if game)
    return next((game for game in locked if _joins(seeker, game)), None)


def _joins(seeker: Seeker, game: Game) -> bool:
    if not seeker.client_seed.hash:
        return may_sit_down(game, seeker.person)
    promise = seeker.client_seed.promised_to(game.commitment)
    return isinstance(take_seat_at(game, seeker.person, None, promise), Seat)


def _lock_person(person: Person) -> None:
    """Let each person look once at a time."""
    _lock("SELECT FROM accounts_person WHERE id = %s FOR NO KEY UPDATE", [person.pk])


def _lock_pool(wanted: Wanted) -> None:
    """Let one person at a time look for this game until the transaction ends."""
    key = crc32(f"{wanted.preset}/{wanted.tile}/{wanted.table_settings.rated}".encode()) - 2**31
    _lock("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK_CLASS, key])


def _lock(statement: str, parameters: list[int]) -> None:
    """Lock in PostgreSQL; SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement, parameters)


def _remember(seeker: Seeker, game: Game, keep_practice: bool = False) -> None:
    lowest, highest = seeker.bounds
    row = QuickPairing(
        person=seeker.person, game=game, tile=seeker.wanted.tile, lowest=lowest, highest=highest, asked_at=now()
    )
    fields = ["game", "tile", "lowest", "highest", "asked_at", *([] if keep_practice else ["practice"])]
    QuickPairing.objects.bulk_create([row], update_conflicts=True, unique_fields=["person"], update_fields=fields)


def _own_table(seeker: Seeker) -> tuple[Game | None, bool]:
    """The locked table where the person waits for this game, and False; the one where an opponent has come, and
    True; None if a new one is to be found. A table where the person waits for another game is canceled.

    A game over days does not keep its player from the next one.
    """
    places = QuickPairing.objects.select_for_update(of=("game",), no_key=True).select_related("game")
    place = places.filter(person=seeker.person).first()
    if place is None:
        return None, False
    game = place.game
    people = list(game.taken_seats.values_list("person_id", flat=True))
    if seeker.person.pk not in people or game.status not in (Game.Status.OPEN, Game.Status.PLAYING):
        return None, False
    if game.status == Game.Status.OPEN and len(people) < PLAYERS:
        if same_game(game, seeker.wanted):
            check_suspended(seeker.person)
            return game, False
        _give_up(place, game)
        return None, False
    return (game, True) if game.live or place.asked_at > now() - DOUBLE_TAP else (None, False)


def _open(seeker: Seeker) -> Game:
    wanted = seeker.wanted
    setup = GameSetup(resolve_rules(wanted.preset), wanted.preset, PLAYERS, False, wanted.table_settings)
    return open_game(seeker.person, setup)


def stop_looking(person: Person) -> Game | None:
    """Cancel the table where the person waits, unless somebody has come. Return the person's table, if there is one."""
    with write_transaction():
        place = pairing_of(person)
        if place is None:
            return None
        game = lock_game(place.game_id)
        if game.status == Game.Status.OPEN and game.host_id == person.pk:
            _give_up(place, game)
        return game


def _give_up(place: QuickPairing, game: Game) -> None:
    """Cancel the table, and let the game against the computer go on as any other."""
    cancel_game(game, place.person)
    QuickPairing.objects.filter(pk=place.pk).update(practice=None)


# --- the game against the computer ----------------------------------------------------------------------------------


def start_practice(
    person: Person, client_seed: ClientSeed = NO_SEED, server_seed: ServerSeed | None = None
) -> Game | None:
    """The game against the computer that the person plays while waiting; the table if somebody has come."""
    with write_transaction():
        place = pairing_of(person)
        if place is None:
            return None
        game = lock_game(place.game_id)
        if game.status != Game.Status.OPEN or game.taken_seats.count() == PLAYERS:
            return game
        if place.practice and place.practice.status == Game.Status.PLAYING:
            return place.practice
        rules, seeds = resolve_rules(game.preset), (client_seed, server_seed)
        level = suggested_level(person.pk)
        practice = start_game(person, rules, game.preset, PLAYERS, False, "computer", None, *seeds, level)
        QuickPairing.objects.filter(pk=place.pk).update(practice=practice)
        return practice


def end_practice(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Call off the game against the computer of a player whose table is full now. It has no result."""
    people = [seat for seat in seats if seat.person_id]
    if not game.public or len(people) < PLAYERS or not any(isinstance(event, SeatTaken) for event in events):
        return
    for practice in Game.objects.filter(practice_of__game=game, status=Game.Status.PLAYING):
        tx = GameTransaction(lock_game(practice.pk))
        if not tx.execute(CancelGame(begun=True), SERVER):
            tx.commit()
