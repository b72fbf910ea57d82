"""The page that tries other moves from a moment of a finished game."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from games.analysis.whatif import Line, follow, playable
from games.deals.reveal import secrets_open
from games.domain.entries import entries_of
from games.domain.events import Event
from games.domain.legality import legal_moves
from games.domain.perspective import SPECTATOR, SeenEvent, perspective, seen_by
from games.domain.replay import fold
from games.forms.table import read_choice
from games.presenters import whatif as words
from games.presenters.moments import Moment, moments
from games.presenters.rulebook.links import linked_refusal
from games.views.lines import fixed_fields, here, sent_line
from games.views.looking import HtmxRequest, watched_game
from games.views.replay import log_of, place_in, record_story
from games.views.stories import Story


@require_GET
@never_cache
@vary_on_headers("HX-Request")
def of_game(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the analysis page. While cards are hidden it is closed: possible moves would reveal other hands."""
    game = watched_game(request, public_id)
    if not secrets_open(game):
        return redirect("games:replay", public_id)
    rules = reverse("games:game_rules", args=[public_id])
    return _page(request, log_of(game), ("games:what_if", "games:replay", public_id), rules)


@require_GET
@never_cache
@vary_on_headers("HX-Request")
def of_record(request: HtmxRequest, public_id: str) -> HttpResponse:
    return _page(request, record_story(public_id), ("games:record_what_if", "games:record", public_id), "")


def _page(request: HtmxRequest, story: Story, names: tuple[str, str, str], rules: str) -> HttpResponse:
    cut = moments(_seen(story.log))
    at = min(place_in(request), len(cut) - 1)
    start = fold(story.log[: cut[at].end])
    address, replay = (reverse(name, args=[names[2]]) for name in names[:2])
    if not playable(start):
        return redirect(f"{replay}?at={at}")
    line = follow(start, sent_line(request))
    entries = [each.entry for each in line.tried]
    ways = [here(address, entries[:number], at=at) for number in range(len(entries) + 1)]
    context = {
        **_trial(request, line, story.log[cut[at].start : cut[at].end]),
        **_beside(story, cut, at, line, ways[1:]),
        "notice": linked_refusal(line.refusal, rules) if line.refusal else "",
        "address": address,
        "replay": replay,
        "at": at,
        "fixed": fixed_fields(entries, at=at),
        "here": ways[-1],
        "undo": ways[-2] if entries else "",
        "permalink": request.build_absolute_uri(ways[-1]),
    }
    return render(request, "games/tries.html" if request.htmx else "games/what_if.html", context)


def _trial(request: HtmxRequest, line: Line, before: Sequence[Event]) -> dict[str, Any]:
    """Return the table after the line, with the controls of the seat to play and all players' cards."""
    state = line.state
    turn = state.round.turn if state.round and playable(state) else SPECTATOR
    seen, mover = perspective(state, SPECTATOR), perspective(state, turn)
    moves = tuple(legal_moves(mover.position())) if turn else ()
    choice = read_choice(request.GET, mover, moves)
    happened = _seen(line.tried[-1].events if line.tried else before)
    table = words.trial_table(seen, mover, happened, moves, choice)
    hands = state.round.hands if state.round else ()
    return {
        "table": table,
        "opened": words.open_seats(table, hands, turn),
        "calls": words.calls(seen) if turn else (),
    }


def _beside(story: Story, cut: Sequence[Moment], at: int, line: Line, ways: Sequence[str]) -> dict[str, Any]:
    """Return the moves tried, and those really played."""
    seen, log = perspective(line.state, SPECTATOR), _seen(story.log)
    really = [entry for _, entry in entries_of(story.log[cut[at].end :])]
    tried = [each.entry for each in line.tried]
    same = tried == really[: len(tried)]
    last = _seen(line.tried[-1].events) if line.tried else ()
    return {
        "tried": words.tried_moves(seen, [_seen(each.events) for each in line.tried], ways),
        "real": words.real_moves(seen, log, cut, at),
        "as_it_was": really[len(tried)] if same and len(tried) < len(really) else "",
        "tried_sheet": words.round_sheet(seen, last),
        "real_sheet": words.round_sheet(seen, log[cut[at].end :]),
    }


def _seen(events: Sequence[Event]) -> tuple[SeenEvent, ...]:
    return tuple(seen_by(event, SPECTATOR) for event in events)
