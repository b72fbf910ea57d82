"""Texts for whoever plans a tournament: the formats, and what a plan comes to."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.table_settings import DAY

from .table_settings import HOUR, MINUTE

FORMATS = {
    "swiss": lazy("Each round you meet someone with about as many points. For any number of players in one evening."),
    "round_robin": lazy("Everyone plays everyone once. The fairest, for up to ten players."),
    "double": lazy("Everyone plays everyone twice, once from each side. For a small group with time."),
    "knockout": lazy("Whoever loses is out. Exciting and quick, for those who don’t mind an early end."),
    "arena": lazy("As many games as you like until the time is up. For people who come and go."),
    "ladder": lazy("Challenge those above you and take their place. For a club, over weeks or months."),
    "duplicate": lazy("Every table plays the same cards, so luck doesn’t count. For teams and experts."),
    "solo": lazy("Everyone plays the same cards against the computer. For when no one has time together."),
}
"""What each format is, and for whom."""


def about_words(seconds: int) -> str:
    """“20 minutes”, “2 hours 20 minutes”, “12 days”: rounded to what can be foreseen."""
    if seconds >= 2 * DAY:
        days = round(seconds / DAY)
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    step = 5 * MINUTE if seconds < HOUR else 10 * MINUTE
    hours, rest = divmod(max(step, round(seconds / step) * step), HOUR)
    parts = [ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}] if hours else []
    if rest and hours < 12:
        parts.append(ngettext("%(n)d minute", "%(n)d minutes", rest // MINUTE) % {"n": rest // MINUTE})
    return " ".join(parts)


def plan_sentence(kind: str, entries: int, rounds: int, matches: int, seconds: int, *, teams: bool) -> str:
    """“With 8 players: 7 rounds, about 2 hours 20 minutes.”, and how many matches each of them plays."""
    size = ngettext("%(n)d player", "%(n)d players", entries) % {"n": entries}
    size = ngettext("%(n)d team", "%(n)d teams", entries) % {"n": entries} if teams else size
    each = ngettext("%(n)d match", "%(n)d matches", matches) % {"n": matches}
    words = {"size": size, "time": about_words(seconds), "each": each}
    words["rounds"] = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
    if kind == "arena":
        return _("%(time)s, about %(each)s for everyone.") % words
    if kind == "knockout":
        return _("With %(size)s: %(rounds)s, about %(time)s. The winner plays %(each)s.") % words
    return _("With %(size)s: %(rounds)s, about %(time)s. Everyone plays %(each)s.") % words
