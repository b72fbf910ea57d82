"""Notifications of clubs: of new tables and news, to members who want them, as long as they are members; and to one
person of what has happened to them there, or to organizers of a request."""

from django.db.models import Q
from django.urls import reverse

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from games.clubs.models import Admission, Club, ClubGame, ClubNews, Membership
from games.clubs.selectors import ORGANIZERS
from games.community.blocks import blocked_either_way
from games.models import Game
from games.notifications.absolute_links import member_link, site_link
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify
from games.notifications.game_details import plain
from games.notifications.kinds import NotificationKind
from games.notifications.models import PENDING, Notification
from games.presenters.clubs import OWN_NEWS, news_title
from games.presenters.notifications import NotificationLine

MAX_TOLD = 500
"""Maximum number of members whom one table or piece of news is told: those who have been there longest."""

MAX_LENGTH = 300
INVITED, JOINED, OWNS, REMOVED, ASKED = "invited", "joined", "owner", "removed", "asked"
"""In the keys of notifications: what has happened to their recipient at a club, or waits there for an organizer."""

TABLE, NEWS = NotificationKind.CLUB_TABLE, NotificationKind.CLUB_NEWS


def tell_of_table(club: Club, game: Game, host: Person) -> None:
    told = who_wants(club, host) - blocked_either_way(host.pk)
    notify(TABLE, game, reachable(told), dedup_key=f"{TABLE}:{game.public_id}")


def tell_of_news(news: ClubNews, author: Person) -> None:
    notify(NEWS, None, reachable(who_wants(news.club, author)), dedup_key=_key(news.pk))


def tell_of(what: str, club: Club, *people: int) -> None:
    """Tell these people, at most once a day; again if it was no longer so before it was sent."""
    key, dropped = _own_key(what, club), Notification.Status.DROPPED
    Notification.objects.filter(person__in=people, dedup_key=key, status=dropped).delete()
    notify(NEWS, None, reachable(people), dedup_key=key)


def tell_of_request(club: Club) -> None:
    """Tell the organizers that someone has asked to join; of more requests only after an answer, or another day."""
    tell_of(ASKED, club, *_organizers(club))


def note_answer(club: Club) -> None:
    """Let organizers be told of the next request, because those so far have been seen."""
    told = Notification.objects.filter(person__in=_organizers(club), dedup_key=_own_key(ASKED, club))
    told.exclude(status__in=PENDING).delete()


def _organizers(club: Club) -> list[int]:
    rows = Membership.objects.filter(club=club, notify=True, role__in=ORGANIZERS)
    return list(rows.values_list("person", flat=True))


def who_wants(club: Club, but: Person) -> set[int]:
    """The members who want to be told of tables and news."""
    rows = Membership.objects.filter(club=club, notify=True).exclude(person=but).order_by("pk")
    return set(rows.values_list("person_id", flat=True)[:MAX_TOLD])


def _key(news: int) -> str:
    return f"{NEWS}:{news}"


def _own_key(what: str, club: Club) -> str:
    return f"{NEWS}:{what}:{club.pk}:{now():%Y-%m-%d}"


def _own_news_of(notification: Notification) -> tuple[str, Club | None]:
    """What the notification tells of its recipient, if anything, and the club, as long as it is so."""
    what, number, day = [*notification.dedup_key.split(":"), "", "", ""][1:4]
    if notification.kind != NEWS or what not in OWN_NEWS:
        return "", None
    door, place = (Q(**{f"{rows}__person": notification.person_id}) for rows in ("admissions", "memberships"))
    holds = {
        INVITED: door & Q(admissions__state=Admission.State.INVITED),
        JOINED: place,
        OWNS: place & Q(memberships__role=Membership.Role.OWNER),
        REMOVED: door & Q(admissions__state=Admission.State.REMOVED),
        ASKED: place
        & Q(memberships__role__in=ORGANIZERS, memberships__notify=True, admissions__state=Admission.State.ASKED),
    }
    named = "pk" if day else "admissions"  # in keys of 0.1.0
    return what, Club.objects.filter(holds[what], **{named: number}).first()


def _news_of(notification: Notification) -> ClubNews | None:
    number = notification.dedup_key.partition(":")[2]
    return ClubNews.objects.filter(pk=number).select_related("club").first() if number.isdigit() else None


def reason_to_drop(notification: Notification) -> str:
    """Why a notification of a club is not sent to whoever it was written for."""
    if notification.kind == TABLE:
        host = notification.game.host_id if notification.game else None
        if host in blocked_either_way(notification.person_id):
            return "kept apart by a block"
        club = ClubGame.objects.filter(game=notification.game_id).values_list("club", flat=True).first()
    elif (own := _own_news_of(notification))[0]:
        return "" if own[1] else "no longer so"
    elif notification.kind == NEWS and notification.dedup_key.partition(":")[2].isdigit():
        news = _news_of(notification)
        club = news.club_id if news else None
    else:
        return ""
    return not_wanted(club, notification)


def not_wanted(club: int | None, notification: Notification) -> str:
    """The reason not to send it to whoever is no member of the club, or wants no news of it."""
    wanted = Membership.objects.filter(club=club, person=notification.person_id, notify=True).exists()
    return "" if club and wanted else "no member of the club"


def line_of_news(notification: Notification) -> NotificationLine | None:
    news = _news_of(notification) if notification.kind == NEWS else None
    if news:
        return _line(news.club, news_title(isolate(news.club.name)), plain(news.text, MAX_LENGTH))
    what, club = _own_news_of(notification)
    return _line(club, OWN_NEWS[what] % {"club": isolate(club.name)}, what=what) if club else None


def _line(club: Club, title: str, *details: str, what: str = "") -> NotificationLine:
    """The line with the page that matters: for whoever was removed, not that of a club they may no longer see."""
    pages = {REMOVED: reverse("games:clubs"), ASKED: reverse("games:club_members", args=[club.address])}
    path = pages.get(what) or reverse("games:club", args=[club.address])
    link, asks_to_log_in = site_link(path), member_link(path)  # a private club is hidden from whoever is logged out
    return NotificationLine(title, "", link, details=details, seat_link=asks_to_log_in, subject=title)
