"""Analysis of a finished game from the user's seat: requested, computed in the background, then shown."""

from dataclasses import replace
from random import Random
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from casino.page_cache import answer_once
from casino.rate_limits import rate_limited
from games import services
from games.analysis.hints import advice_sentences
from games.analysis.models import GameAnalysis
from games.analysis.tasks import evaluations_of, queue_position, request_analysis
from games.bots.hints import reason_for
from games.contexts.access import HtmxRequest, get_own_seat_or_404
from games.contexts.portraits import player_face, portraits_of
from games.deals.reveal import secrets_revealed
from games.domain.evolve import fold
from games.domain.notation import read_move
from games.domain.perspective import SPECTATOR, Perspective, perspective_of, redact
from games.domain.state import GameState
from games.log.player_names import load_full_log, table_names
from games.models import Game, Seat
from games.presenters.analysis import (
    MoveText,
    TurnEvaluation,
    analysis_view,
    costliest,
    grade_counts,
    selected_number,
)
from games.presenters.moves import MoveWords
from games.presenters.names import Names
from games.presenters.replay import entry_words
from games.presenters.rulebook.page import linked_refusal
from games.presenters.seats import SeatDetails, seat_views
from games.presenters.table import table_view
from games.presenters.timeline import timeline
from games.presenters.variation import open_seats


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def analysis(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the analysis to a player of the game; 404 for everyone else."""
    seat = get_own_seat_or_404(request, public_id)
    if seat.game.status != Game.Status.OVER:
        return redirect("games:table", public_id)
    return analysis_page(request, seat)


@require_POST
@rate_limited("analysis")
def request_analysis_view(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = get_own_seat_or_404(request, public_id)
    result = request_analysis(seat)
    notice = linked_refusal(result.refusal, "", services.TEMPLATES) if isinstance(result, services.Refused) else ""
    if request.htmx.target == "analysis":
        return analysis_page(request, seat, notice)
    if notice:
        messages.warning(request, notice)
    url = reverse("games:analysis", args=[public_id])
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def analysis_page(request: HtmxRequest, seat: Seat, notice: str = "") -> HttpResponse:
    """Render the analysis as far as it has progressed."""
    row = GameAnalysis.objects.filter(game=seat.game, seat=seat.number).first()
    others = seat.game.taken_seats.exclude(number=seat.number).order_by("number")
    context = {
        "public_id": seat.game.public_id,
        "faces": [player_face(player) for player in (seat, *others)],
        "grades": grade_counts(()),
        "revealed": secrets_revealed(seat.game),
        "row": row,
        "waiting": queue_position(row) if row else 0,
        "notice": notice,
    }
    if row and row.status == GameAnalysis.Status.DONE:
        wanted = request.GET.get("move", "")
        question = (row.pk, row.updated_at, seat.game.head, table_names(seat.game), wanted)
        context |= answer_once(request, "replay", question, lambda: done_context(seat, row, wanted))
    return render(request, "games/analysis/page.html#analysis" if request.htmx else "games/analysis/page.html", context)


def done_context(seat: Seat, row: GameAnalysis, wanted: str) -> dict[str, Any]:
    """The evaluations in words, and the table at the selected move as the player saw it."""
    log, evaluations = load_full_log(seat.game, table_names(seat.game)), evaluations_of(row)
    number = selected_number(evaluations, wanted)
    entries = timeline([redact(event, SPECTATOR) for event in log])
    in_full = {evaluation.timeline_index for evaluation in costliest(evaluations)}
    in_full |= {evaluations[number - 1].timeline_index} if number else set()
    names, visible = Names(perspective_of(fold(log), seat.number)), [redact(event, seat.number) for event in log]
    entry_texts = {index: entry_words(entry, visible, names) for index, entry in enumerate(entries)}
    texts, shown = {}, {}
    for count, evaluation in enumerate(evaluations, start=1):
        index, state = evaluation.timeline_index, None
        if evaluation.is_costly or count == number:
            state = fold(log[: entries[index].start])
        perspective = perspective_of(state, seat.number) if state and evaluation.is_costly else None
        texts[index] = _move_text(entry_texts[index], evaluation, perspective, in_full=index in in_full)
        if state and count == number:
            shown = _table_context(state, seat)
    return {"analysis": analysis_view(evaluations, texts, entry_texts, number), **shown}


def _table_context(state: GameState, seat: Seat) -> dict[str, Any]:
    """The table with the hand of this seat alone: more was not to be seen. Its player sits at the near side."""
    spectator, details = perspective_of(state, SPECTATOR), SeatDetails(portraits=portraits_of(seat.game))
    seats = seat_views(spectator._replace(viewer=seat.number), details)
    table = replace(table_view(spectator, ()), seats=seats)
    hands = state.round.hands if state.round else ()
    own = [hand if number == seat.number else () for number, hand in enumerate(hands, start=1)]
    return {"table": table, "opened": open_seats(table, own, SPECTATOR)}


def _move_text(played: str, evaluation: TurnEvaluation, perspective: Perspective | None, in_full: bool) -> MoveText:
    """The texts of a move; of a costly one (with a perspective) also the best, and the reason where shown."""
    if perspective is None:
        return MoveText(played, "")
    best = read_move(evaluation.best)
    label = MoveWords(perspective.position()).label(best)
    if not in_full:
        return MoveText(played, label)
    advice = advice_sentences(perspective, best, Random(evaluation.timeline_index))  # noqa: S311  always the same
    return MoveText(played, label, " ".join([reason_for(perspective, best), *advice]))
