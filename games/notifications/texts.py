"""The texts of a person's notifications, in the person's language."""

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse

from accounts.models import Person
from games.notifications.absolute_links import seat_link, site_link, table_link
from games.notifications.game_details import game_details, plain_name
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
    seats = sorted(game.seats_with_people, key=lambda seat: seat.number)
    others = [plain_name(seat) for seat in seats if seat.person_id != person.pk]
    seated = len(others) < len(seats)
    if kind == NotificationKind.DISPUTE and not seated:
        return notification_line(kind, site_link(reverse("admin:rulings_dispute_changelist")), game.preset, others)
    line = notification_line(kind, table_link(game), game.preset, others)
    details, deadline = game_details(kind, game, person)
    return replace(
        line,
        details=details,
        deadline=deadline,
        game_id=game.public_id,
        seat_link=seat_link(game) if seated else line.link,
    )
