"""The lesson: its whole progress is in the URL; no state is stored."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from games.analysis import tutorial
from games.domain.legality import legal_moves
from games.domain.perspective import perspective, seen_by
from games.domain.variants import DEFAULT_PRESET
from games.forms.table import read_choice
from games.presenters.lesson import OPPONENT, TITLES, TOLD, Told, attempts, points_of, step_links
from games.presenters.rulebook.links import linked_refusal
from games.presenters.table import table_view
from games.views.lines import fixed_fields, here, sent_line
from games.views.looking import HtmxRequest


@require_GET
def learn(_request: HttpRequest) -> HttpResponse:
    return redirect("games:lesson", 1)


@require_GET
@vary_on_headers("HX-Request")
def step(request: HtmxRequest, number: int) -> HttpResponse:
    if not 1 <= number <= len(tutorial.STEPS):
        raise Http404
    laid = tutorial.STEPS[number - 1]
    progress = tutorial.play(laid, sent_line(request), str(OPPONENT))
    told = TOLD[laid.key]
    context = {**_told(told, progress), **_steps(number), **_trial(request, number, progress)}
    context["finished"] = context["done"] and number == len(tutorial.STEPS)
    return render(request, "games/tries.html" if request.htmx else "games/lesson.html", context)


def _trial(request: HtmxRequest, number: int, progress: tutorial.Progress) -> dict[str, Any]:
    """Return the practice table and the cards chosen there."""
    address = reverse("games:lesson", args=[number])
    sight = perspective(progress.state, tutorial.LEARNER)
    done = progress.made == len(tutorial.STEPS[number - 1].stages)
    moves = tuple(legal_moves(sight.position())) if not done else ()
    choice = read_choice(request.GET, sight, moves)
    table = table_view(sight, [seen_by(event, sight.viewer) for event in progress.log], moves, choice)
    if done:
        table = replace(table, my_turn=False, status=_("Done."))
    wrong = not done and not table.options.exact
    return {
        "table": table,
        "attempts": attempts(sight.position(), choice) if wrong else (),
        "address": address,
        "here": here(address, progress.entries),
        "fixed": fixed_fields(progress.entries),
    }


def _told(told: tuple[Told, ...], progress: tutorial.Progress) -> dict[str, Any]:
    made = progress.made
    done = made == len(told)
    now = told[min(made, len(told) - 1)]
    rules = reverse("games:preset_rules", args=[DEFAULT_PRESET])
    notice = linked_refusal(progress.refusal, rules) if progress.refusal else now.missed if progress.missed else ""
    return {
        "made": made,
        "done": done,
        "before": [each.made for each in told[:made]][: len(told) - 1],
        "task": now.task,
        "praise": now.made,
        "notice": notice,
        "preset": DEFAULT_PRESET,
        "points": points_of(tutorial.lesson_rules()),
    }


def _steps(number: int) -> dict[str, Any]:
    links = step_links(number)
    return {
        "number": number,
        "count": len(links),
        "title": TITLES[tutorial.STEPS[number - 1].key],
        "links": links,
        "next": links[number] if number < len(links) else None,
    }
