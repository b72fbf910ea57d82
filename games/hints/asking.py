"""Requests for hints.

A hint is computed outside any transaction, in the thread of the request, one at a time: no other player's turn waits
for it.
"""

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
"""Maximum number of seconds that a request waits for earlier ones."""

_thinking = BoundedSemaphore(1)


class Told(NamedTuple):
    """The content of a hint: a move as text, or empty, and the reason."""

    move: str
    why: str


def ask(seat: Seat, seen: int) -> Outcome:
    """Give the seat a hint for its turn at `seen`. A repeated request returns the same one."""
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
    """Return True if hints are allowed at this table; never in rated games."""
    return bool(game.terms.get("hints", Terms().hints)) and not game.terms.get("rated")


def counts(game: Game) -> dict[int, int]:
    """Return the number of hints given to each seat."""
    rows = HintGiven.objects.filter(game=game).values_list("seat").annotate(Count("pk"))
    return dict(rows)


def given_at(game: Game, seat: int) -> HintGiven | None:
    """Return the hint given to the seat at the present state of the table."""
    return HintGiven.objects.filter(game=game, seat=seat, seq=game.seq).first()


def _problem(game: Game, seat: Seat, seen: int) -> Refused | Stale | None:
    if not allowed(game):
        return refused("no-hints")
    if game.seq != seen:
        return Stale(game.seq)
    return None if game.turn == seat.number else refused("hint-not-your-turn")


def _thought_about(game: Game, seat: Seat) -> Told | None:
    """Return the hint, or None if too many others are being computed."""
    if not _thinking.acquire(timeout=PATIENCE):
        return None
    try:
        return think(perspective(load(game)[0], seat.number), Random(f"{game.public_id}/{game.seq}"))  # noqa: S311
    finally:
        _thinking.release()


def think(sight: Perspective, luck: Random) -> Told:
    """Return the best action of the viewer, who is to play: an announcement that wins comes before every move."""
    match says(sight):
        case Claim():
            return Told("", _("You have the points to win: claim the game."))
        case CallOrange():
            return Told("", _("The last capture was an orange, and it was not called: call it before you play."))
        case None:
            best = hint(sight, luck)
            return Told(write_move(best.move), best.why)
