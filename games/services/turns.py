"""Actions of a seat in a game in progress."""

from collections.abc import Callable

from django.db import transaction

from casino.writes import write_transaction
from games.domain.commands import CallOrange, Claim, Command, Play, PlayForced, Resign
from games.domain.notation import NotationError, read_move, write_move
from games.domain.refusal import Refusal, refuse
from games.log.recent_games import just_played
from games.log.store import locked
from games.models import ENTRY_LENGTH, Game, Seat
from games.services.alive import give_sign, is_alive, is_late
from games.services.looks import note
from games.services.outcomes import Accepted, Outcome, Refused, Stale, refused
from games.services.recorder import Recorder
from games.services.suspended import suspension_of


def play(seat: Seat, move_text: str, seen: int, shown: bool = False) -> Outcome:
    """Make a move (12.5) at the table as it was at `seen`. `shown`: the response shows the table after it."""
    try:
        move = read_move(move_text[: ENTRY_LENGTH + 1])
    except NotationError as error:
        return Refused(refuse("bad-request", "12.5", "unreadable", why=error))
    return _act(seat, Play(seat.number, move), write_move(move), seen, shown)


def play_forced(seat: Seat, seen: int) -> Outcome:
    """Play the seat's only move for it."""
    return _act(seat, PlayForced(seat.number), "", seen)


def claim(seat: Seat, seen: int) -> Outcome:
    """Claim that the seat's side has reached the target (7.6)."""
    return _act(seat, Claim(seat.number), f"claim@{seat.number}", seen)


def call_orange(seat: Seat, seen: int) -> Outcome:
    """Call another player's orange (8.6)."""
    return _act(seat, CallOrange(seat.number), f"orange@{seat.number}", seen)


def resign(seat: Seat, seen: int) -> Outcome:
    """Give the game up (7.8). A suspended player may do so too, so that the others need not wait."""
    with write_transaction():
        seat.game = locked(seat.game_id)
        return _done(seat.game, seat, lambda _: Resign(seat.number), f"resign@{seat.number}", seen)


def _act(seat: Seat, command: Command, entry: str, seen: int, shown: bool = False) -> Outcome:
    return act(seat, lambda _: command, entry, seen, shown)


def act(seat: Seat, wanted: Callable[[Game], Command | Refusal], entry: str, seen: int, shown: bool = False) -> Outcome:
    """Lock the game, check that it is still at `seen`, and execute the command. Then `seat.game` is up to date."""
    with write_transaction():
        game = seat.game = locked(seat.game_id)
        if not is_late(game) or is_alive():
            return _acted(game, seat, wanted, entry, seen, shown)
    give_sign("beat")  # gives back time during which no server was up
    with write_transaction():
        game = seat.game = locked(seat.game_id)
        return _acted(game, seat, wanted, entry, seen, shown)


def _acted(
    game: Game, seat: Seat, wanted: Callable[[Game], Command | Refusal], entry: str, seen: int, shown: bool
) -> Outcome:
    if seat.company and game.seq == seen:  # the seats change only with the log
        game.sits(seat.company)
    return suspension_of(seat.person_id) or _done(game, seat, wanted, entry, seen, shown)


def _done(
    game: Game, seat: Seat, wanted: Callable[[Game], Command | Refusal], entry: str, seen: int, shown: bool = False
) -> Outcome:
    if game.seq != seen:
        return _too_late(game, seat, entry, seen)
    if game.status == Game.Status.OPEN:
        return refused("not-started")
    command = wanted(game)
    if isinstance(command, Refusal):
        return Refused(command)
    recorder = Recorder(game)
    refusal = recorder.ask(command, actor_of(seat.number), entry)
    if refusal:
        return Refused(refusal)
    recorder.record()
    if shown:
        note(seat, game.seq)
    if seat.company:
        transaction.on_commit(lambda: just_played.keep(game))
    return Accepted(game.seq)


def _too_late(game: Game, seat: Seat, entry: str, seen: int) -> Outcome:
    """Answer a request for an outdated table: accepted if it is a retry of a request already done, else stale."""
    done = game.events.filter(seq=seen + 1, actor=actor_of(seat.number), entry=entry).exists()
    return Accepted(game.seq) if done else Stale(game.seq)


def actor_of(number: int) -> str:
    """Return the seat as an actor in the log."""
    return f"seat:{number}"
