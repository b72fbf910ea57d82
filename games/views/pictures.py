"""Pictures of pages for other sites, 1200 by 630 pixels: SVG templates filled with the site's own drawings, as PNG."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from casino.clock import today
from casino.rasterizer import png_of
from casino.rate_limits import hit_client
from games.contexts.access import get_member_or_404, get_watchable_game
from games.contexts.portraits import portraits_of
from games.deals import services as deal_services
from games.deals.reveal import secrets_revealed
from games.domain.perspective import SPECTATOR, perspective_of
from games.domain.presets import FAMILIES
from games.log.player_names import table_names, with_current_names
from games.log.store import load
from games.models import Game, Rating
from games.presenters.catalogue import Seating
from games.presenters.pictures import (
    ResultPicture,
    deal_picture,
    invitation_picture,
    player_picture,
    result_picture,
)
from games.presenters.portraits import person_portrait
from games.views.deals import parse_day
from games.views.profiles import MIN_GAMES

MAX_RATINGS = 3

COLORS = {
    "card": "#fdf8eb",
    "pip-spade": "#1f242b",
    "pip-heart": "#b3232d",
    "pip-diamond": "#b3232d",
    "pip-club": "#1f242b",
    "pip-square": "#1f242b",
    "pip-disc": "#b3232d",
    "pip-triangle": "#0d6b33",
    "pip-star": "#8a5a00",
}
"""The colors of the cards; the pages have them in static/css/tokens.css."""

_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'href="#([\w-]+)"')
_COLOR = re.compile(r"var\(--([\w-]+)[^)]*\)")


@require_safe
@cache_control(private=True, max_age=3600)
def table_of_day(request: HttpRequest, day: str) -> HttpResponse:
    """The table of a day's deal as everyone first sees it; of no day to come."""
    wanted = parse_day(day)
    deal = deal_services.todays_deal() if wanted == today() else deal_services.deal_of_day(wanted)
    if deal is None:
        raise Http404
    hit_client("picture", request)
    shown = deal_picture(deal_services.opening_table(deal), wanted)
    context = {"picture": shown, "symbols": card_symbols(shown.faces)}
    return HttpResponse(picture("games/pictures/deal.svg", context), content_type="image/png")


@require_safe
@cache_control(private=True, max_age=3600)
def player(request: HttpRequest, name: str) -> HttpResponse:
    """The name, the portrait and the ratings of a registered person, as on the public page."""
    person = get_member_or_404(name)
    hit_client("picture", request)
    ratings = Rating.objects.filter(person=person, games__gte=MIN_GAMES, family__in=FAMILIES)
    lines = [(_(FAMILIES[each.family].title), str(each.points)) for each in ratings.order_by("-games", "family")]
    shown = player_picture(str(person), person_portrait(str(person), person.pk), lines[:MAX_RATINGS])
    context = {"picture": shown, "symbols": portrait_symbols()}
    return HttpResponse(picture("games/pictures/player.svg", context), content_type="image/png")


@require_safe
@cache_control(private=True, max_age=600)
def result(request: HttpRequest, public_id: str) -> HttpResponse:
    """The result of a game, for those who may see its replay and once its cards are revealed."""
    game = get_watchable_game(request, public_id)
    if not secrets_revealed(game):
        raise Http404
    hit_client("picture", request)
    return HttpResponse(png_of(picture_svg(picture_of(game))), content_type="image/png")


@require_safe
@cache_control(private=True, max_age=600)
def invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """The host of an open table, and the game and its number of players, for those who may see the table."""
    game = get_watchable_game(request, public_id)
    if game.status != Game.Status.OPEN or game.host is None:
        raise Http404
    hit_client("picture", request)
    seating = Seating(game.seats, game.partners)
    shown = invitation_picture(str(game.host), person_portrait(str(game.host), game.host.pk), game.preset, seating)
    context = {"picture": shown, "symbols": portrait_symbols()}
    return HttpResponse(picture("games/pictures/player.svg", context), content_type="image/png")


def picture_of(game: Game) -> ResultPicture:
    perspective = with_current_names(perspective_of(load(game)[0], SPECTATOR), table_names(game))
    shown = result_picture(perspective, portraits_of(game), localdate(game.updated))
    if shown is None:
        raise Http404
    return shown


def picture_svg(shown: ResultPicture) -> str:
    return render_to_string("games/score/picture.svg", {"picture": shown, "symbols": portrait_symbols()})


def picture(template: str, context: Mapping[str, Any]) -> bytes:
    return png_of(render_to_string(template, dict(context)))


@cache
def portrait_symbols() -> SafeString:
    """The figures of all portraits and what they are made of, the content of the site's own file."""
    text = _drawing("portraits.svg")
    return SafeString(text[text.index("<defs>") : text.rindex("</svg>")])


def card_symbols(faces: Iterable[str]) -> SafeString:
    """The drawings of these cards, and of everything that they are made of."""
    symbols, wanted = _card_symbols(), [f"c-{face}" for face in faces]
    found: dict[str, str] = {}
    while wanted:
        name = wanted.pop()
        if name not in found and name in symbols:
            found[name] = symbols[name]
            wanted += _USED.findall(symbols[name])
    return SafeString(_card_defs() + "".join(found.values()))


@cache
def _card_symbols() -> dict[str, str]:
    text = _COLOR.sub(lambda used: COLORS[used[1]], _drawing("cards.svg"))
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}


@cache
def _card_defs() -> str:
    text = _drawing("cards.svg")
    return text[text.index("<defs>") + len("<defs>") : text.index("</defs>")]


def _drawing(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")
