"""The notices from staff to a person, in words."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as lazy

NOTICES = {
    "warned": lazy("A director has warned you."),
    "suspended": lazy("A director has suspended you until %(until)s."),
    "lifted": lazy("A director has ended your suspension."),
    "muted": lazy("A moderator has muted you until %(until)s. You can’t chat until then."),
    "unmuted": lazy("You can chat again."),
}


def notice_words(kind: str, until: datetime | None, zone: ZoneInfo | None = None) -> str:
    """Return the sentence above the reason, with the end in this time zone, by default the site's."""
    end = ""
    if until:
        local = localtime(until, zone)
        end = f"{date_format(local, 'DATETIME_FORMAT')} ({zone.key.replace('_', ' ') if zone else local.tzname()})"
    return NOTICES[kind] % {"until": end}
