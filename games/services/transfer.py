"""Import of a whole game that was played on another server."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import DataError, IntegrityError

from accounts.models import Person
from casino.clock import now
from casino.input_cleaning import BIDI_CONTROLS
from casino.transactions import write_transaction
from games import bots
from games.log import encryption
from games.log.archive import ROW_KINDS, ArchiveFormatError, build_rows, parse_game, parse_time
from games.log.attestations import attest_import
from games.log.store import asked_bits, clock_projection, projection
from games.log.verification import MALFORMED_LOG_ERRORS, replay_rows, verify_game
from games.models import Game, Seat, StoredEvent
from games.results.seat_results import update_results

CLOCKS_DIFFER = timedelta(hours=1)
"""The most that the other server's clock may be ahead."""


class ImportRejectedError(Exception):
    """The game is not imported, and why."""


def import_game(line: str, people: Mapping[tuple[str, int], Person]) -> Game:
    """Import the game of this line; its seats have only names, except those in `people`, by game and seat.

    Nothing is saved unless its log is intact and everything is consistent. Raises ImportRejectedError.
    """
    try:
        data = parse_game(line)
        with write_transaction():
            return _save(data, people)
    except ArchiveFormatError as error:
        raise ImportRejectedError(str(error)) from error
    except IntegrityError as error:
        raise ImportRejectedError("Nobody can have two seats at a table.") from error
    except DataError as error:
        raise ImportRejectedError("There is a number in it that the database cannot keep.") from error


def _save(data: dict[str, Any], people: Mapping[tuple[str, int], Person]) -> Game:
    if Game.objects.filter(public_id=data["game"]).exists():
        raise ImportRejectedError(f"There is a game “{data['game']}” here already: it is left as it is.")
    try:
        game = _row(data)
        events, seats = build_rows(game, data)
        _project(game, events)
    except MALFORMED_LOG_ERRORS as error:
        raise ImportRejectedError(f"The game {data['game'][:20]} cannot be read: {type(error).__name__}") from error
    _check_shown(game, events, seats)
    for seat in seats:
        seat.person = people.get((game.public_id, seat.number))
    game.save(force_insert=True)
    StoredEvent.objects.bulk_create(events)
    Seat.objects.bulk_create(seats)
    attest_import(game)
    problems = verify_game(Game.objects.get(pk=game.pk))
    if problems:
        raise ImportRejectedError(f"The game {game.public_id} is not in order: {'; '.join(problems[:5])}")
    update_results(game, ())
    return game


def _check_shown(game: Game, events: list[StoredEvent], seats: list[Seat]) -> None:
    """Refuse what is outside the chain of hashes and would spoil pages: no game can be deleted again."""
    if any(seat.bot and seat.bot not in bots.LEVELS for seat in seats):
        raise ImportRejectedError("A seat is held by a computer player that is unknown here.")
    if any(BIDI_CONTROLS.search(seat.name) for seat in seats):
        raise ImportRejectedError("A name contains marks that reverse the text around it.")
    if max([game.created, *(event.at for event in events)]) > now() + CLOCKS_DIFFER:
        raise ImportRejectedError("The game was played in the future.")


def _row(data: dict[str, Any]) -> Game:
    """The game's row as far as the export contains it."""
    named = {name: data[name] for name in ROW_KINDS}
    game = Game(public_id=data["game"], created=parse_time(data["created"]), rematch_of=_previous_game(data), **named)
    game.key = encryption.encrypted_data_key(data["key"]) if data["key"] else encryption.new_data_key()
    game.seed = encryption.encrypt_secret(game, bytes.fromhex(data["secret"]))
    return game


def _previous_game(data: dict[str, Any]) -> Game | None:
    if not data["rematch_of"]:
        return None
    previous = Game.objects.filter(public_id=data["rematch_of"], rematch__isnull=True).first()
    if previous is None:
        raise ImportRejectedError(
            f"The game {data['game']} was played after {data['rematch_of']}: take that one in first."
        )
    return previous


def _project(game: Game, events: list[StoredEvent]) -> None:
    """Set the fields of the row that repeat the log."""
    state, clock = replay_rows(game, events)
    for name, value in (projection(state) | clock_projection(clock, state, events[-1].at)).items():
        setattr(game, name, value)
    game.seq, game.asked, game.updated = len(events), asked_bits(state), events[-1].at
