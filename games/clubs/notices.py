"""Notifications of clubs: of new tables and news, to members who want them, as long as they are members."""

from django.urls import reverse

from accounts.models import Person
from accounts.person_names import isolate
from games.clubs.models import Admission, Club, ClubGame, ClubNews, Membership
from games.community.blocks import blocked_either_way
from games.models import Game
from games.notifications.absolute_links import site_link
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify
from games.notifications.game_details import plain
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.presenters.clubs import invitation_title, news_title
from games.presenters.notifications import NotificationLine

MAX_TOLD = 500
"""Maximum number of members whom one table or piece of news is told: those who have been there longest."""

MAX_LENGTH = 300
INVITED = "invited:"
"""In the key of a notification of an invitation."""

TABLE, NEWS = NotificationKind.CLUB_TABLE, NotificationKind.CLUB_NEWS


def tell_of_table(club: Club, game: Game, host: Person) -> None:
    told = who_wants(club, host) - blocked_either_way(host.pk)
    notify(TABLE, game, reachable(told), dedup_key=f"{TABLE}:{game.public_id}")


def tell_of_news(news: ClubNews, author: Person) -> None:
    notify(NEWS, None, reachable(who_wants(news.club, author)), dedup_key=_key(news.pk))


def tell_of_invitation(admission: Admission) -> None:
    notify(NEWS, None, reachable([admission.person_id]), dedup_key=f"{NEWS}:{INVITED}{admission.pk}")


def who_wants(club: Club, but: Person) -> set[int]:
    """The members who want to be told of tables and news."""
    rows = Membership.objects.filter(club=club, notify=True).exclude(person=but).order_by("pk")
    return set(rows.values_list("person_id", flat=True)[:MAX_TOLD])


def _key(news: int) -> str:
    return f"{NEWS}:{news}"


def _invitation_of(notification: Notification) -> Admission | None:
    """The invitation that the notification is about, while it is open."""
    _, named, number = notification.dedup_key.rpartition(f":{INVITED}")
    waiting = Admission.objects.filter(state=Admission.State.INVITED, person=notification.person_id)
    return waiting.filter(pk=number).select_related("club").first() if named and number.isdigit() else None


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
    elif notification.kind == NEWS and INVITED in notification.dedup_key:
        return "" if _invitation_of(notification) else "no longer invited"
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
    invitation = _invitation_of(notification) if notification.kind == NEWS else None
    return _line(invitation.club, invitation_title(isolate(invitation.club.name))) if invitation else None


def _line(club: Club, title: str, *details: str) -> NotificationLine:
    link = site_link(reverse("games:club", args=[club.address]))
    return NotificationLine(title, "", link, details=details, seat_link=link, subject=title)
