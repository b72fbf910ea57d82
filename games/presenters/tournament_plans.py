"""Texts for whoever plans a tournament: the formats, and what a plan comes to."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.table_settings import DAY

from .cards import join_with_and
from .results import given_up_words
from .table_settings import HOUR, MINUTE
from .tournaments import entries_words, rounds_words

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


def plan_sentence(kind: str, entry_size: int, entries: int, rounds: int, matches: int, seconds: int) -> str:
    """“With 8 players: 7 rounds, about 2 hours 20 minutes.”, and how many matches each of them plays."""
    each = ngettext("%(n)d match", "%(n)d matches", matches) % {"n": matches}
    words = {"size": entries_words(entries, entry_size), "rounds": rounds_words(rounds)}
    words |= {"time": about_words(seconds), "each": each}
    if kind == "arena":
        return _("%(time)s, about %(each)s for everyone.") % words
    if kind == "knockout":
        return _("With %(size)s: %(rounds)s, about %(time)s. The winner plays %(each)s.") % words
    return _("With %(size)s: %(rounds)s, about %(time)s. Everyone plays %(each)s.") % words


# --- the organizers' page -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry as organizers see it. `gone`: why it is no longer paired; `out`: it has withdrawn; `shares`: with whom
    it came from one address or device, in sentences."""

    pk: int
    number: int
    name: str
    people: str = ""
    gone: str = ""
    out: bool = False
    removed: bool = False
    shares: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match as organizers see it. `result`: in words, empty while there is none to tell; `choices`: the results that
    they can enter, by their value; `ended`: how its games have ended, and after how many moves; `seen`: what they send
    back with a result; `games`: the addresses."""

    pk: int
    board: int
    players: str
    result: str
    ended: str
    open: bool
    adjourned: bool
    choices: tuple[tuple[str, str], ...]
    seen: str
    by_hand: bool
    games: tuple[str, ...]


def ended_words(reason: str, moves: int) -> str:
    """“25 moves”, “3 moves. A player resigned.”"""
    words = ngettext("%(n)d move", "%(n)d moves", moves) % {"n": moves}
    given_up = given_up_words(reason)
    return f"{words}. {given_up}" if given_up else words


def shares_words(*, device: bool, names: Sequence[str]) -> str:
    words = {"names": join_with_and(names)}
    if device:  # as far as it is known
        return _("Same internet address and type of browser as %(names)s") % words
    return _("Same internet address as %(names)s") % words


def result_choices(first: str, second: str, *, draw: bool) -> tuple[tuple[str, str], ...]:
    """The results that can be entered, by their value, in words."""
    won = _("%(name)s won")
    found = [("2-0", won % {"name": first}), ("1-1", _("drawn")), ("0-2", won % {"name": second})]
    return (*(choice for choice in found if draw or choice[0] != "1-1"), *([("0-0", _("both lost"))] if draw else []))
