"""The daily deal, and shared deals for two friends."""

from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Person
from accounts.person_names import isolate
from accounts.services import ensure_person
from casino.clock import today
from casino.rate_limits import rate_limited
from games import services
from games.contexts.access import reveal_words
from games.contexts.after_game import last_count, look_ahead, streak_words
from games.deals import ranking, reveal
from games.deals import services as deal_services
from games.deals.models import Attempt, SharedDeal
from games.domain.options import read_recorded_rules
from games.forms.new_game import SameCardsForm
from games.presenters.deals import AttemptRow, together_words, versus_words
from games.presenters.portraits import opponent
from games.presenters.rulebook.page import linked_refusal
from games.presenters.rules import game_name
from games.presenters.table_settings import LEVELS


@require_safe
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    deal = deal_services.todays_deal()
    context = day_context(request, deal) | {
        "yesterday": deal_services.deal_of_day(today() - timedelta(days=1)),
        "tomorrow": deal_services.next_deal(deal),
    }
    mine, me = context["mine"], viewer_of(request)
    if me and mine and mine.margin is not None:
        context["round_end"] = last_count(mine.game, mine.seat)
        context["streak"] = streak_words(deal_services.daily_streak(me)[1])
        context["ahead"] = look_ahead(me)
    return render(request, "games/deals/daily.html", context)


@require_POST
@rate_limited("open_game")
def play_daily(request: HttpRequest) -> HttpResponse:
    return play_deal(request, deal_services.todays_deal(), reverse("games:daily"))


@require_safe
@never_cache
def past_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show a past day, with its deal revealed."""
    deal = deal_services.deal_of_day(parse_day(day))
    if deal is None:
        raise Http404
    context = day_context(request, deal) | {"seed": deal_services.seed_of(deal).hex()}
    return render(request, "games/deals/past_day.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("open_game")
def same_cards(request: HttpRequest) -> HttpResponse:
    """Choose a game to play with a friend."""
    form = SameCardsForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        wanted = form.cleaned_data
        deal = deal_services.create_for_friends(
            ensure_person(request), wanted["preset"], wanted["level"], wanted["sides"] == "both"
        )
        return redirect("games:shared_deal", deal.public_id)
    return render(request, "games/deals/same_cards.html", {"form": form})


@require_safe
@never_cache
def shared_deal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the page that the link leads to: the game, and the two players' progress."""
    deal = get_shared_deal_or_404(public_id)
    me = viewer_of(request)
    mine = deal_services.attempt_by(deal, me) if me else None
    attempts = deal.attempts.select_related("game").prefetch_related("game__taken_seats__person").order_by("pk")
    open_ = reveal.is_revealed(deal)
    rows = [result_row(attempt, me, open_=open_ and mine is not None) for attempt in attempts]
    rows.sort(key=lambda row: not row.me)
    compared = together_words if deal.both_sides else versus_words
    hosting = deal.host is not None and deal.host == me
    context = game_words(deal) | {
        "deal": deal,
        "mine": mine,
        "asking": hosting or mine is not None,
        "rows": rows,
        "open": open_,
        "full": len(rows) >= deal_services.FRIEND_COUNT,
        "versus": compared(*rows) if mine and len(rows) == deal_services.FRIEND_COUNT else "",
        "url": request.build_absolute_uri(),
    }
    return render(request, "games/deals/shared_deal.html", context)


@require_POST
@rate_limited("open_game")
def play_shared(request: HttpRequest, public_id: str) -> HttpResponse:
    return play_deal(request, get_shared_deal_or_404(public_id), reverse("games:shared_deal", args=[public_id]))


# --- shared helpers -------------------------------------------------------------------------------------------------


def play_deal(request: HttpRequest, deal: SharedDeal, page: str) -> HttpResponse:
    """Redirect to the person's table with these cards, or back to the page with the reason why not."""
    outcome = deal_services.join(deal, ensure_person(request))
    if isinstance(outcome, services.Refused):
        messages.warning(request, linked_refusal(outcome.refusal, "", services.TEMPLATES))
        return redirect(page)
    return redirect("games:table", outcome.public_id)


def day_context(request: HttpRequest, deal: SharedDeal) -> dict[str, Any]:
    """A day's deal and its ranking."""
    me = viewer_of(request)
    mine, open_ = deal_services.attempt_by(deal, me) if me else None, reveal.is_revealed(deal)
    rows, guests = (
        [result_row(attempt, me, rank, open_=open_) for rank, attempt in rows_of]
        for rows_of in (ranking.ranking_of(deal), ranking.guest_results_of(deal))
    )
    return {
        **game_words(deal),
        **_share_words(request, deal),
        "deal": deal,
        "mine": mine,
        "own": result_row(mine, me) if mine else None,
        "rows": rows,
        "guests": guests,
        "sweeps_score": bool(read_recorded_rules(deal.options).scoring.sweep),
        "zone": timezone.get_default_timezone_name(),
        "hidden": reveal_words(None if open_ else deal),
    }


def _share_words(request: HttpRequest, deal: SharedDeal) -> dict[str, str]:
    """What other sites show with a link to the day's page."""
    day = deal.day or today()
    return {
        "share_title": _("Daily deal, %(day)s") % {"day": date_format(day, "MONTH_DAY_FORMAT")},
        "description": _(
            "Everyone gets the same cards and one attempt against the computer. How far ahead can you get?"
        ),
        "picture_url": request.build_absolute_uri(reverse("games:day_picture", args=[day])),
    }


def game_words(deal: SharedDeal) -> dict[str, Any]:
    return {"game": game_name(deal.preset), "computer": opponent(deal.level), "level": LEVELS[deal.level]}


def result_row(attempt: Attempt, me: Person | None, rank: int = 0, *, open_: bool = False) -> AttemptRow:
    """One result; its moves are linked for its own player, and for others if they are `open_`."""
    seat = next((seat for seat in attempt.game.taken_seats.all() if seat.number == attempt.seat), None)
    person = seat.person if seat else None
    mine = person is not None and person == me
    return AttemptRow(
        rank=rank,
        name=isolate(seat.display_name) if seat else "",
        profile=person.username if person and person.is_active and not person.is_guest else "",
        margin=attempt.margin,
        sweeps=attempt.sweeps,
        me=mine,
        finished=attempt.finished is not None,
        replay_url=attempt.game.public_id if attempt.finished is not None and (mine or open_) else "",
    )


def viewer_of(request: HttpRequest) -> Person | None:
    return request.user if isinstance(request.user, Person) else None


def get_shared_deal_or_404(public_id: str) -> SharedDeal:
    """The deal of two friends. The cards of a tournament, which no computer of a level plays, have no page."""
    return get_object_or_404(SharedDeal.objects.exclude(level=""), public_id=public_id, day=None)


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
