"""The tutorial: its whole progress is in the URL; no state is stored."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.analysis import tutorial
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of, redact
from games.domain.presets import DEFAULT_PRESET
from games.forms.table import read_choice
from games.presenters.rulebook.links import linked_refusal
from games.presenters.table import table_view
from games.presenters.tutorial import (
    EXERCISE_TEXTS,
    OPPONENT,
    TITLES,
    ExerciseTexts,
    attempt_buttons,
    exercise_links,
    score_table,
)
from games.views.access import HtmxRequest
from games.views.move_line_urls import hidden_fields, line_url, requested_line


@require_safe
def learn(_request: HttpRequest) -> HttpResponse:
    return redirect("games:exercise", 1)


@require_safe
@vary_on_headers("HX-Request")
def exercise(request: HtmxRequest, number: int) -> HttpResponse:
    if not 1 <= number <= len(tutorial.EXERCISES):
        raise Http404
    current = tutorial.EXERCISES[number - 1]
    progress = tutorial.play(current, requested_line(request), str(OPPONENT))
    context = {
        **_text_context(EXERCISE_TEXTS[current.key], progress),
        **_navigation_context(number),
        **_table_context(request, number, progress),
    }
    context["finished"] = context["done"] and number == len(tutorial.EXERCISES)
    return render(
        request, "games/analysis/move_choices.html" if request.htmx else "games/analysis/tutorial.html", context
    )


def _table_context(request: HtmxRequest, number: int, progress: tutorial.Progress) -> dict[str, Any]:
    """Return the practice table and the cards chosen there."""
    url = reverse("games:exercise", args=[number])
    perspective = perspective_of(progress.state, tutorial.LEARNER)
    done = progress.completed == len(tutorial.EXERCISES[number - 1].turns)
    moves = tuple(legal_moves(perspective.position())) if not done else ()
    choice = read_choice(request.GET, perspective, moves)
    table = table_view(perspective, [redact(event, perspective.viewer) for event in progress.log], moves, choice)
    if done:
        table = replace(table, my_turn=False, status=_("Well done!"))
    wrong = not done and not table.options.matching
    return {
        "table": table,
        "attempts": attempt_buttons(perspective.position(), choice) if wrong else (),
        "page_url": url,
        "line_url": line_url(url, progress.move_texts),
        "hidden_fields": hidden_fields(progress.move_texts),
    }


def _text_context(texts: tuple[ExerciseTexts, ...], progress: tutorial.Progress) -> dict[str, Any]:
    completed = progress.completed
    current = texts[min(completed, len(texts) - 1)]
    notice = current.off_target if progress.off_target else ""
    if progress.refusal:
        notice = linked_refusal(progress.refusal, reverse("games:preset_rules", args=[DEFAULT_PRESET]))
    return {
        "completed": completed,
        "done": completed == len(texts),
        "earlier_texts": [turn.success for turn in texts[:completed]][: len(texts) - 1],
        "task": current.task,
        "success": current.success,
        "notice": notice,
        "preset": DEFAULT_PRESET,
        "points": score_table(tutorial.tutorial_rules()),
    }


def _navigation_context(number: int) -> dict[str, Any]:
    links = exercise_links(number)
    return {
        "number": number,
        "count": len(links),
        "title": TITLES[tutorial.EXERCISES[number - 1].key],
        "links": links,
        "next": links[number] if number < len(links) else None,
    }
