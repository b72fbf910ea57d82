"""The picture of a game's result, for those who may see its replay and once its cards are revealed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.timezone import localdate
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from casino.rasterizer import png_of
from casino.rate_limits import hit_client
from games.contexts.access import get_watchable_game
from games.contexts.portraits import portraits_of
from games.deals.reveal import secrets_revealed
from games.domain.perspective import SPECTATOR, perspective_of
from games.log.player_names import table_names, with_current_names
from games.log.store import load
from games.models import Game
from games.presenters.pictures import ResultPicture, result_picture
from games.views.pictures import portrait_symbols


@require_safe
@cache_control(private=True, max_age=600)
def picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The picture as PNG, 1200 by 630 pixels."""
    game = get_watchable_game(request, public_id)
    if not secrets_revealed(game):
        raise Http404
    hit_client("picture", request)
    return HttpResponse(png_of(picture_svg(picture_of(game))), content_type="image/png")


def picture_of(game: Game) -> ResultPicture:
    perspective = with_current_names(perspective_of(load(game)[0], SPECTATOR), table_names(game))
    shown = result_picture(perspective, portraits_of(game), localdate(game.updated))
    if shown is None:
        raise Http404
    return shown


def picture_svg(shown: ResultPicture) -> str:
    return render_to_string("games/score/picture.svg", {"picture": shown, "symbols": portrait_symbols()})
