"""Replays of games and of imported records."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.person_names import isolate
from casino.page_cache import answer_once
from games import services
from games.contexts.access import HtmxRequest, find_seat, get_watchable_game, picture_path, reveal_notice
from games.contexts.portraits import portraits_of
from games.contexts.replay_source import ReplaySource, UnreadSource, replay_at
from games.deals.reveal import secrets_revealed
from games.domain.codec import decode
from games.domain.events import Event
from games.domain.perspective import SPECTATOR
from games.domain.setup_events import SeatTaken
from games.log.player_names import load_full_log, table_names
from games.models import Game, ImportedRecord
from games.presenters.cards import join_with_and
from games.presenters.rules import game_name


def game_source(game: Game, viewer: int = SPECTATOR) -> UnreadSource:
    """The game's log, told to this viewer, who sees no others' cards while they are hidden."""
    over, names, portraits = secrets_revealed(game), table_names(game), portraits_of(game)

    def read() -> ReplaySource:
        return ReplaySource(load_full_log(game, names), over, viewer, portraits)

    return UnreadSource((game.public_id, game.head, names, portraits, viewer) if over else (), over, read)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def replay(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = get_watchable_game(request, public_id)
    if game.status == Game.Status.OPEN:
        return redirect("games:table", public_id)
    seat = find_seat(game, request.user)
    source = game_source(game, seat.number if seat else SPECTATOR)
    notice = "" if source.over else reveal_notice(game)
    context = {
        "public_id": public_id,
        "may_dispute": seat is not None and sum(bool(each.person_id) for each in game.seats_with_people) > 1,
        "reveal_notice": notice,
        **_share_words(game),
        "picture_url": request.build_absolute_uri(picture_path(game)) if source.over else "",
    }
    return _page(request, source, ("games:replay", "games:variation", public_id), context)


def _share_words(game: Game) -> dict[str, str]:
    """What other sites show with a link to the replay."""
    words = {"game": game_name(game.preset), "players": join_with_and(table_names(game).values())}
    return {
        "share_title": f"{words['game']}: {words['players']}",
        "description": _("A game of %(game)s between %(players)s, move by move.") % words,
    }


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def record(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show an imported record to anyone who has its URL."""
    return _page(request, record_source(public_id), ("games:record", "games:record_variation", public_id), {})


def record_source(public_id: str) -> UnreadSource:
    row = get_object_or_404(ImportedRecord.objects.defer("log"), public_id=public_id)
    services.mark_opened(row)

    def read() -> ReplaySource:
        return ReplaySource(tuple(_with_isolated_names(decode(*event)) for event in row.log), over=True)

    return UnreadSource((public_id,), True, read)


def _with_isolated_names(event: Event) -> Event:
    return event._replace(player=isolate(event.player)) if isinstance(event, SeatTaken) else event


def _page(
    request: HtmxRequest, source: UnreadSource, names: tuple[str, str, str], context: dict[str, Any]
) -> HttpResponse:
    template = "games/replay/_replay.html" if request.htmx else "games/replay/page.html"
    at = requested_position(request)
    question = source.question and (*source.question, at)
    shown = answer_once(request, "replay", question, lambda: replay_at(source.read(), at))
    url, variation = (reverse(name, args=[names[2]]) for name in names[:2])
    replay_context = {
        "replay": shown,
        "table": shown.table,
        "over": source.over,
        "url": url,
        "variation": variation,
        "permalink": request.build_absolute_uri(f"{url}?at={shown.index}"),
    }
    return render(request, template, replay_context | context)


def requested_position(request: HtmxRequest) -> int:
    """The moment named by the query."""
    wanted = request.GET.get("at", "0")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 6):
        raise Http404
    return int(wanted)
