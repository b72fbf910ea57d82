"""The terms of a table in words: clocks, permissions, and the levels of computers."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.table_settings import DAY, TableSettings

MINUTE, HOUR = 60, 3600


class ClockSettings(NamedTuple):
    """The fields of TableSettings that make a clock."""

    clock: str
    time: int = 0
    increment: int = 0
    reserve: int = 0


CLOCKS = {
    "none": ClockSettings("none"),
    "live-5": ClockSettings("live", 5 * MINUTE, 5, 60),
    "live-10": ClockSettings("live", 10 * MINUTE, 10, 2 * MINUTE),
    "live-20": ClockSettings("live", 20 * MINUTE, 20, 5 * MINUTE),
    **{f"turn-{days}": ClockSettings("turn", days * DAY) for days in (1, 2, 3, 5, 7, 14)},
    "bank-3": ClockSettings("bank", 3 * DAY, 12 * HOUR),
    "bank-7": ClockSettings("bank", 7 * DAY, DAY),
}
"""The clocks on offer, by their values in a form."""

LEVELS = {
    "beginner": lazy("beginner"),
    "easy": lazy("easy"),
    "casual": lazy("casual"),
    "careful": lazy("careful"),
    "steady": lazy("steady"),
    "strong": lazy("strong"),
    "master": lazy("master"),
}
TIMEOUTS = {
    "lose": lazy("the game is lost"),
    "computer": lazy("a computer takes the seat"),
    "card": lazy("a card is played automatically"),
}
RESTS = {
    "none": lazy("the clock always runs"),
    "nights": lazy("nights off"),
    "weekends": lazy("weekends off"),
    "both": lazy("nights and weekends off"),
}
CHATS = {"free": lazy("everyone can chat"), "phrases": lazy("quick chat only"), "off": lazy("no chat")}
PACES = {
    "at_once": lazy("computers play instantly"),
    "natural": lazy("computers play at a natural pace"),
    "slow": lazy("computers play slowly"),
}


def span_words(seconds: int) -> str:
    """“3 days”, “12 hours”, “5 minutes”, “10 seconds”: the largest unit that goes in evenly."""
    if seconds and seconds % DAY == 0:
        return ngettext("%(n)d day", "%(n)d days", seconds // DAY) % {"n": seconds // DAY}
    if seconds and seconds % HOUR == 0:
        return ngettext("%(n)d hour", "%(n)d hours", seconds // HOUR) % {"n": seconds // HOUR}
    if seconds and seconds % MINUTE == 0:
        return ngettext("%(n)d minute", "%(n)d minutes", seconds // MINUTE) % {"n": seconds // MINUTE}
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}


def clock_words(table_settings: TableSettings | ClockSettings) -> str:
    """The clock in a few words."""
    words = {name: span_words(getattr(table_settings, name)) for name in ("time", "increment", "reserve")}
    match table_settings.clock:
        case "live":
            parts = [_("live: %(time)s") % words]
        case "turn":
            parts = [_("%(time)s per turn") % words]
        case "bank":
            parts = [_("%(time)s total") % words]
        case _:
            return _("own pace")
    if table_settings.increment:
        parts.append(_("plus %(increment)s per turn") % words)
    if table_settings.reserve:
        parts.append(_("%(reserve)s in reserve") % words)
    return ", ".join(parts)


def terms_lines(table_settings: TableSettings) -> tuple[str, ...]:
    """All terms that make a difference, in words."""
    lines = [_("rated") if table_settings.rated else _("unrated"), clock_words(table_settings)]
    if table_settings.clock != "none":
        lines.append(_("when time runs out, %(what)s") % {"what": TIMEOUTS[table_settings.timeout]})
    if table_settings.correspondence:
        lines.append(_("vacation allowed") if table_settings.vacations else _("no vacation"))
        lines.append(str(RESTS[table_settings.days_off]))
    lines.append(str(CHATS[table_settings.chat]))
    lines.append(_("spectators allowed") if table_settings.spectators else _("no spectators"))
    lines.append(_("takebacks allowed if everyone agrees") if table_settings.takebacks else _("no takebacks"))
    if table_settings.hints:
        lines.append(_("hints allowed"))
    if not table_settings.show_left_behind:
        lines.append(_("missed cards aren’t pointed out"))
    return tuple(lines)


def suggestion_sentence(level: str, name: str, rating: int) -> str:
    """“Your rating against the computers is 1165. We suggest Kit (casual).”"""
    return _("Your rating against the computers is %(rating)s. We suggest %(name)s (%(level)s).") % {
        "rating": rating,
        "name": name,
        "level": LEVELS[level],
    }
