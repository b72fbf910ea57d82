"""Notifications by e-mail: plain text, each with an unsubscribe link (RFC 8058)."""

from collections.abc import Sequence
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Person
from accounts.preferences.selectors import language_of_person
from casino.safe_http import Unreachable
from games.notifications.absolute_links import site_link, unsubscribe_link
from games.notifications.destinations import verified_emails
from games.notifications.exceptions import PermanentDeliveryError
from games.notifications.models import Notification
from games.notifications.texts import lines_of
from games.presenters.notifications import notification_title

REFUSED = 500  # codes from here on are permanent


def send(person: Person, notifications: Sequence[Notification]) -> None:
    address = verified_emails([person]).get(person.pk)
    if address is None:
        raise PermanentDeliveryError("no verified e-mail address")
    try:
        message_to(person, address, notifications).send()
    except SMTPRecipientsRefused as error:
        final = all(code >= REFUSED for code, _ in error.recipients.values())
        raise (PermanentDeliveryError if final else Unreachable)(f"refused: {error.recipients}") from error
    except SMTPResponseException as error:
        raise Unreachable(f"{error.smtp_code} {error.smtp_error!r}") from error
    except (SMTPException, OSError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error


def message_to(person: Person, address: str, notifications: Sequence[Notification]) -> EmailMessage:
    """Return the message in the person's language. A retry has the same Message-ID, so it is shown only once."""
    with override(language_of_person(person)):
        lines, stop = lines_of(person, notifications), unsubscribe_link(person)
        about = lines[0].about if len(lines) == 1 else ""
        title = notification_title(lines)
        context = {"person": person, "lines": lines, "stop": stop, "choose": site_link(reverse("games:notifications"))}
        return EmailMessage(
            " · ".join(filter(None, [title, about])).replace("\n", " "),
            render_to_string("games/notifications/mail.txt", context),
            to=[address],
            headers={
                "Message-ID": f"<notification-{notifications[0].pk}@{urlsplit(settings.SITE_URL).hostname}>",
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
