"""Asking for a hint. It is thought about outside any transaction, in the thread of who asks, one at a time:
nobody else's turn waits for it."""

from random import Random
from threading import BoundedSemaphore
from typing import NamedTuple

from django.db.models import Count
from django.utils.translation import gettext as _

from casino.writes import write_transaction
from games.bots.hints import hint
from games.bots.speaking import says
from games.domain.commands import CallOrange, Claim
from games.domain.notation import write_move
from games.domain.perspective import Perspective, perspective
from games.domain.terms import Terms
from games.hints.models import HintGiven
from games.live import broadcast
from games.log.store import load, locked
from games.models import Game, Seat
from games.services import Accepted, Outcome, Refused, Stale
from games.services.outcomes import refused

PATIENCE = 10.0
"""Seconds that somebody waits at the most until those who have asked before have been told."""

_thinking = BoundedSemaphore(1)


class Told(NamedTuple):
    """What a hint says: a move as text, or nothing, and why."""

    move: str
    why: str


def ask(seat: Seat, seen: int) -> Outcome:
    """A hint for the seat, which is to play at the table with the number `seen`. Asked twice it is the same one."""
    game = Game.objects.get(pk=seat.game_id)
    problem = _problem(game, seat, seen)
    if problem or HintGiven.objects.filter(game=game, seat=seat.number, seq=seen).exists():
        return problem or Accepted(seen)
    told = _thought_about(game, seat)
    if told is None:
        return refused("hint-later")
    with write_transaction():
        game = locked(game.pk)
        if game.seq != seen:
            return Stale(game.seq)
        words = {"move": told.move, "why": told.why}
        HintGiven.objects.get_or_create(game=game, seat=seat.number, seq=seen, defaults=words)
        broadcast.game_changed(game.public_id, game.seq, by=seat.number)
        return Accepted(game.seq)


def allowed(game: Game) -> bool:
    """Whether hints are given at this table; in rated games never."""
    return bool(game.terms.get("hints", Terms().hints)) and not game.terms.get("rated")


def counts(game: Game) -> dict[int, int]:
    """How many hints each seat has been given."""
    rows = HintGiven.objects.filter(game=game).values_list("seat").annotate(Count("pk"))
    return dict(rows)


def given_at(game: Game, seat: int) -> HintGiven | None:
    """The hint that the seat has been given at the table as it is."""
    return HintGiven.objects.filter(game=game, seat=seat, seq=game.seq).first()


def _problem(game: Game, seat: Seat, seen: int) -> Refused | Stale | None:
    if not allowed(game):
        return refused("no-hints")
    if game.seq != seen:
        return Stale(game.seq)
    return None if game.turn == seat.number else refused("hint-not-your-turn")


def _thought_about(game: Game, seat: Seat) -> Told | None:
    """Nothing where too many others think."""
    if not _thinking.acquire(timeout=PATIENCE):
        return None
    try:
        return think(perspective(load(game)[0], seat.number), Random(f"{game.public_id}/{game.seq}"))  # noqa: S311
    finally:
        _thinking.release()


def think(sight: Perspective, luck: Random) -> Told:
    """The best thing to do for the viewer, who is to play: what wins by being said comes before every move."""
    match says(sight):
        case Claim():
            return Told("", _("You have the points to win: claim the game."))
        case CallOrange():
            return Told("", _("The last capture was an orange, and it was not called: call it before you play."))
        case None:
            best = hint(sight, luck)
            return Told(write_move(best.move), best.why)
