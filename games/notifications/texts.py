"""The texts of a person's notifications, in the person's language."""

from collections.abc import Sequence

from django.urls import reverse

from accounts.models import Person
from games.notifications.absolute_links import site_link, table_link
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.presenters.notifications import NotificationLine, notification_line


def lines_of(person: Person, notifications: Sequence[Notification]) -> list[NotificationLine]:
    """Return one line for each, in chronological order."""
    return [line_of(person, notification) for notification in chronological(notifications)]


def chronological(notifications: Sequence[Notification]) -> list[Notification]:
    return sorted(notifications, key=lambda notification: (notification.created, notification.pk))


def line_of(person: Person, notification: Notification) -> NotificationLine:
    kind, game = notification.kind, notification.game
    if game is None:
        sanction = kind == NotificationKind.RULING  # shown above the person's games
        return notification_line(kind, site_link(reverse("games:my_games")) if sanction else table_link(None))
    seats = game.taken_seats.order_by("number")
    others = [seat.display_name for seat in seats if seat.person_id != person.pk]
    directs = kind == NotificationKind.DISPUTE and all(seat.person_id != person.pk for seat in seats)
    link = site_link(reverse("admin:rulings_dispute_changelist")) if directs else table_link(game)
    return notification_line(kind, link, game.preset, others)
