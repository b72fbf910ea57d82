"""The deal of the day, and shared deals for two friends."""

from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import Person
from accounts.services import ensure_person
from casino.limits import limited
from games import services
from games.deals import playing, results, reveal
from games.deals.models import SharedDeal, Try
from games.domain.variants import PRESETS
from games.forms.table import SameCardsForm
from games.presenters.deals import TryRow, together_words, versus_words
from games.presenters.rulebook.links import linked_refusal
from games.presenters.terms import LEVELS
from games.views.looking import opening_of


@require_GET
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    deal = playing.of_today()
    context = {"yesterday": playing.of_day(services.today() - timedelta(days=1)), "tomorrow": playing.after(deal)}
    return render(request, "games/daily.html", day_context(request, deal) | context)


@require_POST
@limited("open_game")
def play_daily(request: HttpRequest) -> HttpResponse:
    return play(request, playing.of_today(), reverse("games:daily"))


@require_GET
@never_cache
def past_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show a past day, with its deal revealed."""
    deal = playing.of_day(day_in(day))
    if deal is None:
        raise Http404
    return render(request, "games/past_day.html", day_context(request, deal) | {"seed": playing.seed_of(deal).hex()})


@require_http_methods(["GET", "POST"])
@never_cache
@limited("open_game")
def same_cards(request: HttpRequest) -> HttpResponse:
    """Choose a game to play with a friend."""
    form = SameCardsForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        wanted = form.cleaned_data
        deal = playing.invite(ensure_person(request), wanted["preset"], wanted["level"], wanted["sides"] == "both")
        return redirect("games:shared_deal", deal.public_id)
    return render(request, "games/same_cards.html", {"form": form})


@require_GET
@never_cache
def shared_deal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the page that the link leads to: the game, and the two players' progress."""
    deal = of_friends(public_id)
    me = who(request)
    mine = playing.own_try(deal, me) if me else None
    tries = deal.tries.select_related("game").prefetch_related("game__taken_seats__person").order_by("pk")
    open_ = reveal.is_revealed(deal)
    rows = [row_of(each, me, open_=open_ and mine is not None) for each in tries]
    rows.sort(key=lambda row: not row.me)
    compared = together_words if deal.both_sides else versus_words
    hosting = deal.host is not None and deal.host == me
    context = about(deal) | {
        "deal": deal,
        "mine": mine,
        "asking": hosting or mine is not None,
        "rows": rows,
        "open": open_,
        "full": len(rows) >= playing.FRIENDS,
        "versus": compared(*rows) if mine and len(rows) == playing.FRIENDS else "",
        "address": request.build_absolute_uri(),
    }
    return render(request, "games/shared_deal.html", context)


@require_POST
@limited("open_game")
def play_shared(request: HttpRequest, public_id: str) -> HttpResponse:
    return play(request, of_friends(public_id), reverse("games:shared_deal", args=[public_id]))


# --- shared helpers -------------------------------------------------------------------------------------------------


def play(request: HttpRequest, deal: SharedDeal, page: str) -> HttpResponse:
    """Redirect to the person's table with these cards, or back to the page with the reason why not."""
    outcome = playing.take_part(deal, ensure_person(request))
    if isinstance(outcome, services.Refused):
        messages.warning(request, linked_refusal(outcome.refusal, "", services.TEMPLATES))
        return redirect(page)
    return redirect("games:table", outcome.public_id)


def day_context(request: HttpRequest, deal: SharedDeal) -> dict[str, Any]:
    """Return a day's deal and its ranking."""
    me = who(request)
    mine, open_ = playing.own_try(deal, me) if me else None, reveal.is_revealed(deal)
    rows, guests = (
        [row_of(tried, me, place, open_=open_) for place, tried in placed]
        for placed in (results.table_of(deal), results.guests_of(deal))
    )
    return about(deal) | {
        "deal": deal,
        "mine": mine,
        "own": row_of(mine, me) if mine else None,
        "rows": rows,
        "guests": guests,
        "zone": timezone.get_default_timezone_name(),
        "hidden": opening_of(None if open_ else deal),
    }


def about(deal: SharedDeal) -> dict[str, Any]:
    return {"game": PRESETS[deal.preset].name, "level": LEVELS[deal.level]}


def row_of(tried: Try, me: Person | None, place: int = 0, *, open_: bool = False) -> TryRow:
    """Return one result; its moves are linked for its own player, and for others if they are `open_`."""
    seat = next((seat for seat in tried.game.taken_seats.all() if seat.number == tried.seat), None)
    person = seat.person if seat else None
    mine = person is not None and person == me
    return TryRow(
        place=place,
        name=seat.called if seat else "",
        profile=person.username if person and person.is_active and not person.is_guest else "",
        margin=tried.margin,
        sweeps=tried.sweeps,
        me=mine,
        finished=tried.finished is not None,
        replay=tried.game.public_id if tried.finished is not None and (mine or open_) else "",
    )


def who(request: HttpRequest) -> Person | None:
    return request.user if isinstance(request.user, Person) else None


def of_friends(public_id: str) -> SharedDeal:
    return get_object_or_404(SharedDeal, public_id=public_id, day=None)


def day_in(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
