"""Import of a whole game that was played on another server."""

from collections.abc import Mapping
from typing import Any

from django.db import DataError, IntegrityError

from accounts.models import Person
from casino.writes import write_transaction
from games.integrity.attesting import attest_import
from games.log import encryption
from games.log.archive import NotReadableError, moment, read, rows
from games.log.store import mirrored, mirrored_clock
from games.log.verification import TAMPERED, check, reckoned
from games.models import Event, Game, Seat


class NotTakenError(Exception):
    """The game is not imported, and why."""


def take_in(line: str, people: Mapping[tuple[str, int], Person]) -> Game:
    """Import the game of this line; its seats have only names, except those in `people`, by game and seat.

    Nothing is saved unless its log is intact and everything is consistent. Raises NotTakenError.
    """
    try:
        told = read(line)
        with write_transaction():
            return _kept(told, people)
    except NotReadableError as wrong:
        raise NotTakenError(str(wrong)) from wrong
    except IntegrityError as wrong:
        raise NotTakenError("Nobody can have two seats at a table.") from wrong
    except DataError as wrong:
        raise NotTakenError("There is a number in it that the database cannot keep.") from wrong


def _kept(told: dict[str, Any], people: Mapping[tuple[str, int], Person]) -> Game:
    if Game.objects.filter(public_id=told["game"]).exists():
        raise NotTakenError(f"There is a game “{told['game']}” here already: it is left as it is.")
    try:
        game = _row(told)
        events, seats = rows(game, told)
        _follow(game, events)
    except TAMPERED as wrong:
        raise NotTakenError(f"The game {told['game'][:20]} cannot be read: {type(wrong).__name__}") from wrong
    for seat in seats:
        seat.person = people.get((game.public_id, seat.number))
    game.save(force_insert=True)
    Event.objects.bulk_create(events)
    Seat.objects.bulk_create(seats)
    attest_import(game)
    problems = check(Game.objects.get(pk=game.pk))
    if problems:
        raise NotTakenError(f"The game {game.public_id} is not in order: {'; '.join(problems[:5])}")
    return game


def _row(told: dict[str, Any]) -> Game:
    """Return the game's row as far as the export contains it."""
    named = {name: told[name] for name in "preset options seats partners terms public commitment head".split()}
    game = Game(public_id=told["game"], created=moment(told["created"]), rematch_of=_before(told), **named)
    game.key = encryption.kept_key(told["key"]) if told["key"] else encryption.new_key()
    game.seed = encryption.sealed_secret(game, bytes.fromhex(told["secret"]))
    return game


def _before(told: dict[str, Any]) -> Game | None:
    if not told["rematch_of"]:
        return None
    before = Game.objects.filter(public_id=told["rematch_of"], rematch__isnull=True).first()
    if before is None:
        raise NotTakenError(f"The game {told['game']} was played after {told['rematch_of']}: take that one in first.")
    return before


def _follow(game: Game, events: list[Event]) -> None:
    """Set the fields of the row that repeat the log."""
    state, clock = reckoned(game, events)
    for name, value in (mirrored(state) | mirrored_clock(clock, state, events[-1].at)).items():
        setattr(game, name, value)
    game.seq, game.updated = len(events), events[-1].at
