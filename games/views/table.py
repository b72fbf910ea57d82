"""The table page, and the fragments of it that htmx requests."""

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from casino.sockets import missing_sockets
from games import services
from games.contexts.access import HtmxRequest, can_watch, find_seat, get_game_or_404, get_watchable_game
from games.contexts.social import social_context
from games.contexts.table import ViewedTable, load_table, table_context
from games.contexts.tournaments import tournament_link
from games.forms.table import read_choice, sent_seq
from games.live import presence
from games.live.presence import ping_interval
from games.models import Game
from games.presenters.choices import Choice
from games.views.invitations import invite_context
from games.views.pairing import practice_context

PAGE, TABLE = "games/table/page.html", "games/table/_table.html"
BESIDE = ("games/social/_presence.html", "games/social/_chat.html#messages")
INVITATION = "invitation"
"""The part of the page that is redrawn with it: the invitation of the viewer to an open table."""


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def table(request: HtmxRequest, public_id: str) -> HttpResponse:
    if "play" in request.GET and (page := _login_page(request, public_id)):
        return page
    game = get_watchable_game(request, public_id)
    if request.htmx and "news" in request.GET:
        return _news(request, load_table(game, request.user))
    if game.status == Game.Status.OPEN and game.deadline and services.enforce_timeout(public_id, game.seq):
        game.refresh_from_db()  # seeds that were promised stayed away, and no worker was there to begin without them
    viewed = load_table(game, request.user, shown=bool(request.htmx or request.GET))
    choice = read_choice(request.GET, viewed.perspective, viewed.moves)
    template = TABLE if request.htmx and request.htmx.target != INVITATION else PAGE
    since = viewed.seat.seen_seq if viewed.seat else None
    _mark_seen(viewed)
    return render_table(request, template, viewed, choice, since=since)


def _news(request: HtmxRequest, viewed: ViewedTable) -> HttpResponse:
    """What a socket would push, for a page that can't open one. Like the page, which costs more, it has no limit."""
    missing_sockets.note()
    if viewed.seat and viewed.game.status != Game.Status.OVER:
        presence.note_request(viewed.game, viewed.seat.number, f"requests.{viewed.seat.pk}")
    response = render_table(request, TABLE, viewed, since=sent_seq(request.GET))
    _mark_seen(viewed)
    beside = social_context(viewed)
    response.write("".join(render_to_string(name, beside) for name in BESIDE))
    return response


@require_safe
@never_cache
def move_choices(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the moves of the chosen cards; the whole table if it has changed since the page was shown."""
    viewed = load_table(get_watchable_game(request, public_id), request.user, shown=True)
    choice = read_choice(request.GET, viewed.perspective, viewed.moves)
    if sent_seq(request.GET) == viewed.seq and viewed.perspective.my_turn:
        return render_table(request, "games/table/_move_choices.html#with_marks", viewed, choice)
    response = render_table(request, "games/table/_table.html", viewed, choice)
    response["HX-Retarget"] = "#table"
    return response


def _login_page(request: HtmxRequest, public_id: str) -> HttpResponse | None:
    """The page that a link in a mail shows where its reader is not logged in; None for a player of the game."""
    game = get_game_or_404(public_id)
    if find_seat(game, request.user):
        return None
    context = {"public_id": public_id, "watchable": can_watch(game, request.user)}
    return render(request, "games/table/log_in.html", context)


def _mark_seen(viewed: ViewedTable) -> None:
    """Record that the viewer has seen the table at its present state."""
    if viewed.seat:
        services.mark_seen(viewed.seat, viewed.seq)


def _is_first_game(viewed: ViewedTable) -> bool:
    """True in the first round of a player who has finished no game yet."""
    now = viewed.perspective.round
    if viewed.person is None or viewed.seat is None or now is None or now.number > 1:
        return False
    return not viewed.person.seats.filter(game__status=Game.Status.OVER).exists()


def render_table(
    request: HtmxRequest,
    template: str,
    viewed: ViewedTable,
    choice: Choice | None = None,
    notice: str = "",
    since: int | None = None,
) -> HttpResponse:
    site = request.build_absolute_uri("/").rstrip("/")
    shown = table_context(viewed, site, choice, notice, since)
    if template == PAGE:
        beside = social_context(viewed) | invite_context(viewed, request.user) | practice_context(viewed)
        beside["first_game"] = _is_first_game(viewed)
        beside["offers_tutorial"] = beside["first_game"] and len(viewed.players) < 2  # else others are named there
        beside["cup"] = after.cup if (after := shown["after"]) else tournament_link(viewed.game, viewed.person)
        beside["beat"] = ping_interval(viewed.perspective.table_settings)
        if waiting := shown["waiting"]:  # what messengers show with the link
            beside |= {"share_title": waiting.invitation, "description": waiting.rules}
        return render(request, template, shown | beside)
    return HttpResponse(render_to_string(template, shown))  # as pushed: a fragment knows no page and needs no token
