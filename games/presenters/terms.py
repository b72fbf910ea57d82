"""The terms of a table in words: clocks, permissions, and the levels of computers."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.terms import DAY, Terms

MINUTE, HOUR = 60, 3600


class Clock(NamedTuple):
    """The fields of Terms that make a clock."""

    clock: str
    time: int = 0
    increment: int = 0
    reserve: int = 0


CLOCKS = {
    "none": Clock("none"),
    "live-5": Clock("live", 5 * MINUTE, 5, 60),
    "live-10": Clock("live", 10 * MINUTE, 10, 2 * MINUTE),
    "live-20": Clock("live", 20 * MINUTE, 20, 5 * MINUTE),
    **{f"turn-{days}": Clock("turn", days * DAY) for days in (1, 2, 3, 5, 7, 14)},
    "bank-3": Clock("bank", 3 * DAY, 12 * HOUR),
    "bank-7": Clock("bank", 7 * DAY, DAY),
}
"""The clocks on offer, by their values in a form."""

LEVELS = {
    "beginner": lazy("beginner"),
    "casual": lazy("casual"),
    "steady": lazy("steady"),
    "strong": lazy("strong"),
    "master": lazy("master"),
}
TIMEOUTS = {
    "lose": lazy("the game is lost"),
    "computer": lazy("a computer takes the seat"),
    "card": lazy("a card is played"),
}
RESTS = {
    "none": lazy("the clock always runs"),
    "nights": lazy("nights off"),
    "weekends": lazy("weekends off"),
    "both": lazy("nights and weekends off"),
}
CHATS = {"free": lazy("everybody may chat"), "phrases": lazy("chat in ready phrases only"), "off": lazy("no chat")}
PACES = {
    "at_once": lazy("computers play at once"),
    "natural": lazy("computers take a moment"),
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


def clock_words(terms: Terms | Clock) -> str:
    """The clock in a few words."""
    words = {name: span_words(getattr(terms, name)) for name in ("time", "increment", "reserve")}
    match terms.clock:
        case "live":
            told = [_("live: %(time)s") % words]
        case "turn":
            told = [_("%(time)s for each turn") % words]
        case "bank":
            told = [_("%(time)s in all") % words]
        case _:
            return _("no clock")
    if terms.increment:
        told.append(_("%(increment)s more each turn") % words)
    if terms.reserve:
        told.append(_("%(reserve)s in reserve") % words)
    return ", ".join(told)


def terms_lines(terms: Terms) -> tuple[str, ...]:
    """All terms that make a difference, in words."""
    lines = [_("rated") if terms.rated else _("friendly"), clock_words(terms)]
    if terms.clock != "none":
        lines.append(_("when time runs out, %(what)s") % {"what": TIMEOUTS[terms.timeout]})
    if terms.over_days:
        lines.append(_("holidays allowed") if terms.holidays else _("no holidays"))
        lines.append(str(RESTS[terms.rest]))
    lines.append(str(CHATS[terms.chat]))
    lines.append(_("others may watch") if terms.spectators else _("nobody may watch"))
    lines.append(_("moves may be taken back by consent") if terms.takebacks else _("no move is taken back"))
    if terms.hints:
        lines.append(_("hints allowed"))
    if not terms.left_behind:
        lines.append(_("cards left behind are not pointed out"))
    return tuple(lines)
