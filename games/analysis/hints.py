"""Requests for hints.

A hint is computed outside any transaction, in the thread of the request, one at a time: no other player's turn waits
for it.
"""

from collections.abc import Iterator
from random import Random

from django.db.models import Count
from django.utils.translation import gettext as _

from casino.transactions import write_transaction
from casino.work_budget import OneAtATime, TooManyWaiting
from games.analysis.likely_cards import hand_clues
from games.analysis.line_of_play import line_of_play
from games.analysis.models import REASON_LENGTH, Hint
from games.bots.announcements import announcement
from games.bots.hints import suggest_move
from games.domain.commands import CallOrange, Claim
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective, perspective_of
from games.domain.table_settings import TableSettings
from games.live import broadcast
from games.log.player_names import table_names, with_current_names
from games.log.store import load, lock_game
from games.models import Game, Seat
from games.presenters.hints import clue_sentence, line_sentence
from games.services import Accepted, Outcome, Refused, Stale
from games.services.outcomes import refused

hint_queue = OneAtATime(most=8, timeout=10.0)


def request_hint(seat: Seat, expected_seq: int) -> Outcome:
    """Give the seat a hint for its turn at `expected_seq`; a repeated request returns the same one."""
    game = Game.objects.get(pk=seat.game_id)
    problem = _problem(game, seat, expected_seq)
    if problem or Hint.objects.filter(game=game, seat=seat.number, seq=expected_seq).exists():
        return problem or Accepted(expected_seq)
    hint = _compute_with_limit(game, seat)
    if hint is None:
        return refused("hint-later")
    with write_transaction():
        game = lock_game(game.pk)
        if game.seq != expected_seq:
            return Stale(game.seq)
        defaults = {"move": hint.move, "reason": hint.reason}
        Hint.objects.get_or_create(game=game, seat=seat.number, seq=expected_seq, defaults=defaults)
        broadcast.publish_game_changed(game.public_id, game.seq, by=seat.number)
        return Accepted(game.seq)


def hints_allowed(game: Game) -> bool:
    """Return True if hints are allowed at this table; never in rated games."""
    return bool(game.table_settings.get("hints", TableSettings().hints)) and not game.table_settings.get("rated")


def hint_counts(game: Game) -> dict[int, int]:
    """Return the number of hints given to each seat."""
    return dict(Hint.objects.filter(game=game).values_list("seat").annotate(Count("pk")))


def hint_for_turn(game: Game, seat: int) -> Hint | None:
    """Return the hint given to the seat at the present state of the table."""
    return Hint.objects.filter(game=game, seat=seat, seq=game.seq).first()


def _problem(game: Game, seat: Seat, expected_seq: int) -> Refused | Stale | None:
    if not hints_allowed(game):
        return refused("no-hints")
    if game.seq != expected_seq:
        return Stale(game.seq)
    return None if game.turn == seat.number else refused("hint-not-your-turn")


def _compute_with_limit(game: Game, seat: Seat) -> Hint | None:
    """Return the hint, or None if too many others are being computed."""
    try:
        with hint_queue.turn():
            perspective = with_current_names(perspective_of(load(game)[0], seat.number), table_names(game))
            return compute_hint(perspective, Random(f"{game.public_id}/{game.seq}"))  # noqa: S311
    except TooManyWaiting:
        return None


def compute_hint(perspective: Perspective, rng: Random) -> Hint:
    """Return the best action of the viewer, unsaved: an announcement that wins comes before every move."""
    match announcement(perspective):
        case Claim():
            return Hint(reason=_("You have the points to win: claim the game."))
        case CallOrange():
            return Hint(reason=_("The last capture was an orange that no one called. Call it before you play."))
        case None:
            best = suggest_move(perspective, rng)
            reason = " ".join([best.reason, *advice_sentences(perspective, best.move, rng)])
            return Hint(move=write_move(best.move), reason=reason[:REASON_LENGTH])


def advice_sentences(perspective: Perspective, move: Move, rng: Random) -> Iterator[str]:
    """Yield what backs a piece of advice: the play likely to follow, and clues to the others' hands."""
    line = line_sentence(perspective, line_of_play(perspective, move, rng))
    if line:
        yield line
    for clue in hand_clues(perspective, rng):
        yield clue_sentence(perspective, clue)
