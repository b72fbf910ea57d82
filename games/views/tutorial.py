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
from games.analysis.positions import LEARNER, learning_rules
from games.contexts.access import HtmxRequest
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of, redact
from games.domain.presets import DEFAULT_PRESET
from games.forms.table import read_choice
from games.presenters.portraits import opponent, opponents, person_portrait
from games.presenters.rulebook.page import linked_refusal, rules_page
from games.presenters.seats import SeatDetails
from games.presenters.table import table_view
from games.presenters.tutorial import (
    EXERCISE_TEXTS,
    OPPONENT,
    ExerciseTexts,
    exercise_links,
    neutral_options,
)
from games.views.move_line_urls import hidden_fields, line_url, requested_line
from games.views.new_game import doors_context


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
        **_text_context(current.key, progress),
        **_navigation_context(number),
        **_table_context(request, number, progress),
        "characters": opponents(),
    }
    context["finished"] = context["done"] and number == len(tutorial.EXERCISES)
    if context["finished"]:
        context |= doors_context(request)
    return render(
        request,
        "games/analysis/_move_choices.html#with_marks" if request.htmx else "games/analysis/tutorial.html",
        context,
    )


def _table_context(request: HtmxRequest, number: int, progress: tutorial.Progress) -> dict[str, Any]:
    """The practice table and the cards chosen there."""
    url = reverse("games:exercise", args=[number])
    perspective = perspective_of(progress.state, LEARNER)
    done = progress.completed == len(tutorial.EXERCISES[number - 1].turns)
    moves = tuple(legal_moves(perspective.position())) if not done else ()
    choice = read_choice(request.GET, perspective, moves)
    log = [redact(event, perspective.viewer) for event in progress.log]
    faces = SeatDetails(portraits={LEARNER: person_portrait("", LEARNER), 2: opponent("beginner").portrait})
    table = table_view(perspective, log, moves, choice, details=faces)
    if done:
        table = replace(table, my_turn=False)
    options = neutral_options(table.options, trails=number > 1)  # the first says at its end what trailing is
    table = replace(table, options=options)
    return {
        "table": table,
        "page_url": url,
        "line_url": line_url(url, progress.move_texts),
        "hidden_fields": hidden_fields(progress.move_texts),
    }


def _text_context(key: str, progress: tutorial.Progress) -> dict[str, Any]:
    texts, completed = EXERCISE_TEXTS[key], progress.completed
    current, done = texts[min(completed, len(texts) - 1)], completed == len(texts)
    return {
        "key": key,
        "completed": completed,
        "done": done,
        "earlier": str(texts[completed - 1].success) if completed and not done else "",
        "task": str(current.task),
        "success": str(current.success),
        "notice": _notice(current, progress),
        "preset": DEFAULT_PRESET,
        "points": rules_page(learning_rules(), learning_rules()).scores if done and key == "score" else (),
    }


def _notice(texts: ExerciseTexts, progress: tutorial.Progress) -> str:
    """The reply to a move that was not made."""
    if progress.refusal:
        return linked_refusal(progress.refusal, reverse("games:preset_rules", args=[DEFAULT_PRESET]))
    if progress.missed:
        return str(texts.off_target) % {"reason": tutorial.reason_for_missed(progress)}
    return ""


def _navigation_context(number: int) -> dict[str, Any]:
    links, steps = exercise_links(number), len(tutorial.STEPS)
    label = _("Step %(number)d of %(count)d") % {"number": number, "count": steps}
    return {
        "label": label if number <= steps else "",
        "title": links[number - 1].title,
        "links": links,
        "next": links[number] if number < len(links) else None,
        "previous": links[number - 2] if number > 1 else None,
        "share_title": _("Learn to play Casino"),
        "description": _(
            "Learn to play Casino in two minutes: six short steps and a puzzle, played on the table. No sign-up needed."
        ),
    }
