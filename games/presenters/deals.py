"""The same cards played by several people: their results, row by row."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """One person's result; `rank` is 0 where there is none, `replay_url` the game's URL where the viewer may see it."""

    rank: int
    name: str
    profile: str
    margin: int | None
    sweeps: int
    me: bool
    finished: bool
    replay_url: str

    @property
    def result(self) -> str:
        if not self.finished:
            return _("still playing")
        return _("given up") if self.margin is None else lead_words(self.margin)

    @property
    def lead(self) -> str:
        """The points ahead in short, for a table."""
        if self.margin is None:
            return ""
        sign = "+" if self.margin > 0 else "−" if self.margin < 0 else ""
        return f"{sign}{abs(self.margin)}"


def opening_words(zone: str, *, daily: bool, tables: bool) -> str:
    """Say when the cards of a shared deal are shown: of a day, of a round's tables, or of two friends."""
    if tables:
        return _("The deal and everyone’s cards are shown when all tables of the round have finished.")
    if daily:
        return _("The deal and everyone’s cards are shown after midnight (%(zone)s).") % {"zone": zone}
    return _("The deal and everyone’s cards are shown when both of you have finished.")


def lead_words(margin: int) -> str:
    """The points by which a player was ahead of the computer, or behind."""
    points = ngettext("%(points)d point", "%(points)d points", abs(margin)) % {"points": abs(margin)}
    if not margin:
        return _("tied")
    return _("%(points)s ahead") % {"points": points} if margin > 0 else _("%(points)s behind") % {"points": points}


def together_words(mine: AttemptRow, other: AttemptRow) -> str:
    """The joint result of two people who held opposite sides of the same deals, each against the computer.

    Luck cancels out: it takes from one what it gives the other. Empty until both have finished.
    """
    if not (mine.finished and other.finished):
        return ""
    if mine.margin is None or other.margin is None:
        return _("One of you didn’t finish, so there is no combined result.")
    ahead = mine.margin + other.margin
    if ahead > 0:
        words = ngettext(
            "As a team, you are %(points)d point ahead of the computers.",
            "As a team, you are %(points)d points ahead of the computers.",
            ahead,
        )
    elif ahead < 0:
        words = ngettext(
            "As a team, you are %(points)d point behind the computers.",
            "As a team, you are %(points)d points behind the computers.",
            -ahead,
        )
    else:
        words = _("As a team, you tied with the computers.")
    return words % {"points": abs(ahead)}


def versus_words(mine: AttemptRow, other: AttemptRow) -> str:
    """The comparison of two people who played the same cards; empty until both have finished."""
    if not (mine.finished and other.finished):
        return ""
    scores = [(row.margin is not None, row.margin or 0, row.sweeps) for row in (mine, other)]
    if scores[0] == scores[1]:
        return _("It’s a tie.")
    if scores[0] > scores[1]:
        return _("You did better than %(player)s with these cards.") % {"player": other.name}
    return _("%(player)s did better than you with these cards.") % {"player": other.name}
