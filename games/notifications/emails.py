"""Notifications by email, as plain text and HTML, each with an unsubscribe link (RFC 8058)."""

from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi

from accounts.models import Person
from accounts.time_zones import as_read_by
from casino.safe_http import Unreachable
from games.notifications.absolute_links import member_link, only_my_turn_link, unsubscribe_link
from games.notifications.destinations import verified_emails
from games.notifications.exceptions import PermanentDeliveryError
from games.notifications.game_details import plain
from games.notifications.models import Notification
from games.notifications.texts import lines_of
from games.presenters.notifications import NotificationLine, notification_title

REFUSED = 500  # codes from here on are permanent
MAX_SUBJECT_LENGTH = 150

ENCODED = "=?"
"""The beginning of an encoded word (RFC 2047), in which a name could hide what is not allowed in it."""


class LinksInOnePiece(EmailPolicy):
    """The standard policy, except that a value without spaces is never folded: it could only be written as encoded
    words, in which mail programs find no link."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if value.isascii() and " " not in value:
            return f"{name}: {value}{self.linesep}".encode()
        return super().fold_binary(name, value)


class Mail(EmailMultiAlternatives):
    """A message whose headers keep their links in one piece."""

    def message(self, *, policy: Any = SMTP) -> EmailMessage:
        return super().message(policy=LinksInOnePiece(linesep=policy.linesep))


def send(person: Person, notifications: Sequence[Notification]) -> None:
    address = verified_emails([person]).get(person.pk)
    if address is None:
        raise PermanentDeliveryError("no verified email address")
    try:
        message_to(person, address, notifications).send()
    except SMTPRecipientsRefused as error:
        final = all(code >= REFUSED for code, _ in error.recipients.values())
        raise (PermanentDeliveryError if final else Unreachable)(f"refused: {error.recipients}") from error
    except SMTPResponseException as error:
        raise Unreachable(f"{error.smtp_code} {error.smtp_error!r}") from error
    except (SMTPException, OSError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error


def message_to(person: Person, address: str, notifications: Sequence[Notification]) -> Mail:
    """The message in the person's language. A retry has the same Message-ID, so it is shown only once."""
    with as_read_by(person):
        lines, stop = lines_of(person, notifications), unsubscribe_link(person)
        context = {
            "lines": lines,
            "stop": stop,
            "less": only_my_turn_link(person),
            "choose": member_link(reverse("games:notifications")),
            "language": get_language(),
            "right_to_left": get_language_bidi(),
        }
        message = Mail(
            subject_of(lines),
            render_to_string("games/notifications/mail.txt", context),
            to=[address],
            headers={
                "Message-ID": message_id(f"notification-{notifications[0].pk}"),
                **thread_of(person, lines),
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        message.attach_alternative(render_to_string("games/notifications/mail.html", context), "text/html")
    return message


def subject_of(lines: Sequence[NotificationLine]) -> str:
    """What happened, in which game or with whom. The game's mails are a thread by their headers."""
    subject = lines[0].subject if len(lines) == 1 else notification_title(lines)
    return plain(subject.replace(ENCODED, "= ?"), MAX_SUBJECT_LENGTH)


def thread_of(person: Person, lines: Sequence[NotificationLine]) -> dict[str, str]:
    """The headers by which all mail to a person about one game is a thread, whichever of it arrived first."""
    game = game_of(lines)
    root = message_id(f"game-{game}-{person.pk}")
    return {"In-Reply-To": root, "References": root} if game else {}


def game_of(lines: Sequence[NotificationLine]) -> str:
    """The ID of the game that all lines are about; empty where there is none."""
    games = {line.game_id for line in lines}
    return games.pop() if len(games) == 1 else ""


def message_id(name: str) -> str:
    return f"<{name}@{urlsplit(settings.SITE_URL).hostname}>"
