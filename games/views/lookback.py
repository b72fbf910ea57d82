"""Analysis of a finished game from the user's seat: requested, computed in the background, then shown."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from casino.limits import limited
from games import services
from games.bots.hints import why
from games.domain.events import Event
from games.domain.notation import read_move
from games.domain.perspective import SPECTATOR, Perspective, perspective, seen_by
from games.domain.replay import fold
from games.log.player_names import whole_log
from games.lookback.models import LookBack
from games.lookback.working import ask, place_in_queue, read_found
from games.models import Game, Seat
from games.presenters.lookback import Found, LookBackView, MoveText, costliest, look_back_view
from games.presenters.moments import Moment, moments
from games.presenters.moves import MoveWords
from games.presenters.names import Names
from games.presenters.replay import moment_words
from games.presenters.rulebook.links import linked_refusal
from games.views.looking import HtmxRequest, own_seat


@require_GET
@never_cache
@vary_on_headers("HX-Request")
def look_back(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the analysis to a player of the game; 404 for everyone else."""
    seat = own_seat(request, public_id)
    if seat.game.status != Game.Status.OVER:
        return redirect("games:table", public_id)
    return page(request, seat)


@require_POST
@limited("look_back")
def ask_look_back(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = own_seat(request, public_id)
    asked = ask(seat)
    notice = linked_refusal(asked.refusal, "", services.TEMPLATES) if isinstance(asked, services.Refused) else ""
    if request.htmx:
        return page(request, seat, notice)
    if notice:
        messages.warning(request, notice)
    return redirect("games:look_back", public_id)


def page(request: HtmxRequest, seat: Seat, notice: str = "") -> HttpResponse:
    """Render the analysis as far as it has progressed."""
    row = LookBack.objects.filter(game=seat.game, seat=seat.number).first()
    context = {
        "public_id": seat.game.public_id,
        "row": row,
        "waiting": place_in_queue(row) if row else 0,
        "notice": notice,
        "back": shown(seat, row) if row and row.status == LookBack.Status.DONE else None,
    }
    return render(request, "games/_look_back.html" if request.htmx else "games/look_back.html", context)


def shown(seat: Seat, row: LookBack) -> LookBackView:
    """Return the findings in words."""
    log, found = whole_log(seat.game), read_found(row)
    cut = moments([seen_by(event, SPECTATOR) for event in log])
    worst = {each.at for each in costliest(found)}
    happened = words_of(log, cut, perspective(fold(log), seat.number))
    texts = {each.at: _text(each, log, cut, happened, seat.number, each.at in worst) for each in found}
    return look_back_view(found, texts, happened)


def words_of(log: tuple[Event, ...], cut: tuple[Moment, ...], sight: Perspective) -> dict[int, str]:
    """Return every moment of the game in words, from the seat's perspective."""
    names, seen = Names(sight), [seen_by(event, sight.viewer) for event in log]
    return {at: moment_words(moment, seen, names) for at, moment in enumerate(cut)}


def _text(
    each: Found, log: tuple[Event, ...], cut: tuple[Moment, ...], happened: dict[int, str], seat: int, in_full: bool
) -> MoveText:
    """Return the texts of a move: the best move only if it was another; the reason only where it is shown."""
    if not each.costly:
        return MoveText(happened[each.at], "")
    sight, best = perspective(fold(log[: cut[each.at].start]), seat), read_move(each.best)
    return MoveText(happened[each.at], MoveWords(sight.position()).label(best), why(sight, best) if in_full else "")
