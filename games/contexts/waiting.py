"""The games that wait for a person, and why: for the lists, the number in the title, and the way to the next one."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, ExpressionWrapper, F, IntegerField, OuterRef, Q, QuerySet
from django.db.models.expressions import CombinedExpression
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import cached_property

from accounts.models import Person
from casino.clock import now
from casino.prepared_queries import PreparedQuery
from games.invitations.models import TakeoverRequest
from games.invitations.selectors import invitations_of, open_invitations
from games.models import Game, Seat

MAX_RUNNING = 100
MAX_BADGE = 9

REASONS = ("turn", "offer", "dispute")
"""Why a game waits for the player of a seat, as `with_reasons` finds it."""

ABANDONED_AFTER = timedelta(days=3)
"""Time without a move after which a game against computers alone no longer counts as waiting."""

DISPUTE_RETENTION = timedelta(days=30)
"""Time without an event after which a ruling no longer waits for players who have not looked at it."""


def with_reasons(seats: QuerySet[Seat], ruled_since: datetime | None = None) -> QuerySet[Seat]:
    """Annotate each seat with the reasons for which its game waits for its player, as `waits_turn` and so on.

    A dispute waits until its player has looked at the table: a request to pause the game can't be declined. A game that
    is not in progress has no turn.
    """
    ruled_since = ruled_since or now() - DISPUTE_RETENTION
    requests = TakeoverRequest.objects.filter(game=OuterRef("game"), declined=False)
    to_answer = Exists(requests.alias(bit=_bit(F("asked"), OuterRef("number"))).filter(bit=1))
    return seats.alias(bit=_bit(F("game__asked"), F("number"))).annotate(
        waits_turn=Q(number=F("game__turn")),
        waits_offer=Q(Q(bit=1) | to_answer, game__status=Game.Status.PLAYING),
        waits_dispute=Q(game__dispute_seq__gt=F("seen_seq"), game__updated__gt=ruled_since),
    )


def _bit(bits: F, number: F | OuterRef) -> ExpressionWrapper[CombinedExpression]:
    shifted = bits.bitrightshift(number) % 2  # type: ignore[arg-type]  # an expression will do
    return ExpressionWrapper(shifted, output_field=IntegerField())


def reasons_of(seat: Seat) -> tuple[str, ...]:
    """The reasons of a seat that `with_reasons` has annotated; none where it hasn't, or a computer plays on."""
    return tuple(reason for reason in REASONS if not seat.bot and getattr(seat, f"waits_{reason}", False))


def local_games(person: int | None) -> QuerySet[Game]:
    """The person's games of pass and play."""
    return Game.objects.filter(host=person, pass_and_play=True)


def waiting_seats(
    person: int | None, active_since: datetime | None = None, ruled_since: datetime | None = None
) -> QuerySet[Seat]:
    """The person's seats in games that wait for them, except in abandoned games against computers, or of pass and
    play."""
    waits = Q(waits_turn=True) | Q(waits_offer=True) | Q(waits_dispute=True)
    others = Seat.objects.filter(game=OuterRef("game"), person__isnull=False, bot="").exclude(person=person)
    own = Seat.objects.filter(person=person).order_by().values("pk")
    local = Seat.objects.filter(game__in=local_games(person).filter(status=Game.Status.PLAYING)).order_by().values("pk")
    seats = with_reasons(Seat.objects.filter(pk__in=own.union(local, all=True), bot=""), ruled_since).filter(waits)
    return seats.filter(Q(game__updated__gt=active_since or now() - ABANDONED_AFTER) | Exists(others))


def waiting_games(person: Person) -> list[str]:
    """The public IDs of the games that wait for the person, in the order of "My games": those with the earliest
    deadline, then those that have waited longest, then invitations."""
    seats = waiting_seats(person.pk).order_by(F("game__deadline").asc(nulls_last=True), "game__updated")
    seated = seats.values_list("game__public_id", flat=True)[:MAX_RUNNING]
    return [*seated, *invitations_of(person).values_list("game__public_id", flat=True)]


def _waiting(person: int, active_since: datetime, ruled_since: datetime, open_game: str) -> QuerySet[Any, int]:
    seats, invitations = waiting_seats(person, active_since, ruled_since), open_invitations(person)
    parts = [
        part.exclude(game__public_id=open_game).order_by().values_list("game", flat=True)
        for part in (seats, invitations)
    ]
    return parts[0].union(parts[1]).order_by()


_waiting_games = PreparedQuery(_waiting, int, datetime, datetime, str)


class WaitingGames:
    """The number of games and invitations that wait for the user, counted on first use.

    The game that the user has in front of them, named by its public ID, is left out.
    """

    def __init__(self, user: Person | AnonymousUser | None, open_game: str = "") -> None:
        self.user, self.open_game = user, open_game

    @cached_property
    def count(self) -> int:
        if not isinstance(self.user, Person):
            return 0
        active_since, ruled_since = now() - ABANDONED_AFTER, now() - DISPUTE_RETENTION
        return len(_waiting_games(self.user.pk, active_since, ruled_since, self.open_game))

    @property
    def icon(self) -> str:
        """The URL of the page's icon, with the number on it."""
        return icon_of(self.count)

    @property
    def as_json(self) -> dict[str, Any]:
        """The data pushed to an open page."""
        return {"count": self.count, "icon": self.icon}


def turns(request: HttpRequest) -> dict[str, Any]:
    """Add the number of waiting games to every template (a context processor); no query where it is not shown."""
    page = request.resolver_match
    open_game = page.kwargs["public_id"] if page and page.view_name == "games:table" else ""
    return {"turns": WaitingGames(getattr(request, "user", None), open_game)}


def icon_of(count: int) -> str:
    return reverse("games:icon", args=[min(count, MAX_BADGE + 1)]) if count else static("icon.svg")
