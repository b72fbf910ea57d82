"""Queries of quick pairing: the tables that a person can be paired at."""

from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import Person
from casino.clock import now
from games.domain.options import write_options
from games.domain.table_settings import TableSettings
from games.domain.variants import resolve_rules
from games.live.presence import PRESENCE_TTL
from games.models import Game, Suspension
from games.models.social import Presence
from games.pairing.models import QuickPairing
from games.pairing.tiles import PLAYERS, Wanted, rating_of

MAX_CANDIDATES = 50
CONNECTING = timedelta(seconds=15)
"""Time for the page of a person who has just asked to connect: until then, a person who has not been seen is there."""

MAX_LIVE_WAIT = timedelta(hours=12)
"""Time after which a table to play at once is not looked at anymore."""


def tables_for(person: Person, wanted: Wanted, bounds: tuple[int | None, int | None], also: int) -> list[Game]:
    """Return the open tables with the wanted game, oldest first. `also`: the same user as a guest. Blocks are checked
    when the person takes a seat."""
    live = not wanted.table_settings.correspondence
    waiting = Game.objects.filter(status=Game.Status.OPEN, public=True, seats=PLAYERS, preset=wanted.preset)
    waiting = waiting.exclude(host__in={person.pk, also})
    if not waiting.exists():  # a tenth of the work of the query below
        return []
    games = waiting.filter(
        correspondence=not live, host__is_active=True, table_settings__time=wanted.table_settings.time
    )
    suspended = Suspension.objects.filter(person=OuterRef("host"), until__gt=now())
    games = games.exclude(Exists(suspended))
    if live:
        games = with_host_present(games.filter(created__gt=now() - MAX_LIVE_WAIT))
    rows = games.select_related("host__pairing").order_by("pk")[:MAX_CANDIDATES]
    asking = QuickPairing(lowest=bounds[0], highest=bounds[1])
    return [game for game in rows if same_game(game, wanted) and _ratings_suit(game, wanted, asking)]


def with_host_present(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return the games whose host has the table open, or the game against the computer; or has only just asked."""
    at_table = Presence.objects.filter(game=OuterRef("pk"), seat__gt=0)
    practicing = Presence.objects.filter(game__practice_of__game=OuterRef("pk"), seat__gt=0)
    open_page = {"closed": None, "seen__gt": now() - PRESENCE_TTL}
    asked = Q(host__pairing__game=F("pk"), host__pairing__asked_at__gt=now() - CONNECTING)
    connecting = (Q(created__gt=now() - CONNECTING) | asked) & ~Exists(at_table)
    return games.filter(Exists(at_table.filter(**open_page)) | Exists(practicing.filter(**open_page)) | connecting)


def same_game(game: Game, wanted: Wanted) -> bool:
    """Return True if the table has the wanted game, rules and settings."""
    if game.preset != wanted.preset:
        return False
    settings = TableSettings(**game.table_settings)._replace(time_zone="")
    return settings == wanted.table_settings and game.options == write_options(resolve_rules(wanted.preset))


def _ratings_suit(game: Game, wanted: Wanted, asking: QuickPairing) -> bool:
    """Return True if each of the two is within the bounds that the other has set."""
    if game.host is None:
        return True
    place = getattr(game.host, "pairing", None)
    if place and place.game_id == game.pk and not place.suits(wanted.rating):
        return False
    if asking.lowest is None:
        return True
    return asking.suits(None if game.host.is_guest else rating_of(game.host, wanted.preset))


def pairing_at(game: Game, person: Person) -> QuickPairing | None:
    """Return the person's pairing if this is the table where they wait."""
    return QuickPairing.objects.filter(game=game, person=person).first()


def pairing_during(practice: Game, person: Person) -> QuickPairing | None:
    """Return the person's pairing if this is the game against the computer meanwhile."""
    return QuickPairing.objects.filter(practice=practice, person=person).select_related("game").first()


def pairing_of(person: Person) -> QuickPairing | None:
    return QuickPairing.objects.filter(person=person).select_related("game", "practice").first()
