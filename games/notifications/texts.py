"""The texts of a person's notifications, in the person's language."""

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse

from accounts.models import Person
from casino.clock import now
from casino.hooks import Hook
from games.domain.state import partner_of
from games.domain.table import NO_SEAT
from games.notifications.absolute_links import member_link, seat_link, site_link, table_link
from games.notifications.game_details import MAX_RULING_LENGTH, game_details, never_began, plain, plain_name
from games.notifications.kinds import TO_OPEN_TABLES, NotificationKind
from games.notifications.models import Notification
from games.presenters.cards import join_with_and
from games.presenters.notifications import (
    NotificationLine,
    canceled_table,
    notice_words,
    notification_line,
    time_subject,
    turn_subject,
)

lines_above: Hook[[Notification], NotificationLine | None] = Hook()
"""Return the line of what is about no game and known to a higher layer."""


def lines_of(person: Person, notifications: Sequence[Notification]) -> list[NotificationLine]:
    """One line for each, in chronological order."""
    return [line_of(person, notification) for notification in chronological(notifications)]


def chronological(notifications: Sequence[Notification]) -> list[Notification]:
    return sorted(notifications, key=lambda notification: (notification.created, notification.pk))


def line_of(person: Person, notification: Notification) -> NotificationLine:
    kind, game = notification.kind, notification.game
    if game is None:
        return notice_line(person, notification)
    seats = sorted(game.seats_with_people, key=lambda seat: seat.number)
    others = [plain_name(seat) for seat in seats if seat.person_id != person.pk]
    seated = len(others) < len(seats)
    if kind == NotificationKind.DISPUTE and not seated:
        return notification_line(kind, site_link(reverse("admin:rulings_dispute_changelist")), game.preset, others)
    host = next((plain_name(seat) for seat in seats if seat.person_id == game.host_id and game.host_id), "")
    own = next((seat.number for seat in seats if seat.person_id == person.pk), NO_SEAT)
    partner = partner_of(own, game.partners) if own else NO_SEAT
    against = [plain_name(seat) for seat in seats if seat.number not in (own, partner)]
    by, rematch = host if kind in TO_OPEN_TABLES else join_with_and(against), game.rematch_of_id is not None
    line = notification_line(kind, table_link(game), game.preset, others, by=by, rematch=rematch)
    details, deadline, move, named = game_details(notification, game, person)
    title = without_stop(named) or line.title
    subject = without_stop(named) or line.subject
    if kind == NotificationKind.MY_TURN and move:
        subject = turn_subject(move)
    if kind == NotificationKind.TIME_SHORT and deadline:
        subject = time_subject(deadline - now(), against)
    line = replace(
        line,
        title=title,
        details=details,
        subject=subject,
        deadline=deadline,
        game_id=game.public_id,
        seat_link=seat_link(game) if seated else member_link(reverse("games:table", args=[game.public_id])),
    )
    if kind == NotificationKind.OVER and host and never_began(game):
        return canceled_table(line, game.preset, host)
    return line


def notice_line(person: Person, notification: Notification) -> NotificationLine:
    """The line of what is about no game: for a notice from staff, its words."""
    kind = notification.kind
    if known := next(filter(None, lines_above(notification)), None):
        return known
    if kind != NotificationKind.RULING:
        settings_link = member_link(reverse("games:notifications"))
        return replace(notification_line(kind, table_link(None)), seat_link=settings_link)
    line = notification_line(kind, site_link(reverse("games:my_games")))  # which shows it above the games
    notice = person.sanctions.filter(pk=notification.dedup_key.partition(":")[2]).first()
    if notice is None:
        return line
    words = without_stop(notice_words(notice.kind, notice.until))
    return replace(line, title=words, subject=words, details=(plain(notice.text, MAX_RULING_LENGTH),))


def without_stop(sentence: str) -> str:
    return sentence.rstrip(".。")
