"""Texts and view models of tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from .clocks import duration
from .portraits import Portrait

type CellKind = str
"""`w`, `d`, `l`: won, drawn, lost; `p`: still to be finished; `b`: a bye; empty: nothing yet."""


@dataclass(frozen=True, slots=True)
class EntryView:
    """A player or a team: its number among those who have entered, its people by name and username, and for a computer
    its level in words. `gone`: why it is no longer paired, in words; `places`: for partners whom it still looks for."""

    pk: int
    number: int
    name: str
    portrait: Portrait
    people: tuple[tuple[str, str], ...] = ()
    level: str = ""
    gone: str = ""
    places: int = 0

    @property
    def username(self) -> str:
        """Of the only person of the entry, for a link."""
        return self.people[0][1] if len(self.people) == 1 else ""

    @property
    def partners(self) -> str:
        """The names of a team's people, where the entry has a name of its own."""
        names = " · ".join(name for name, _username in self.people)
        return names if len(self.people) > 1 and names != self.name else ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A round in the crosstable: W7 for a win against the entry in the seventh place."""

    text: str = ""
    kind: CellKind = ""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A place in the standings. `challenge`: the viewer may challenge this entry; `streak`: its wins in a row."""

    place: int
    entry: EntryView
    points: str
    cells: Sequence[Cell] = ()
    tiebreak: str = ""
    streak: int = 0
    challenge: bool = False


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match. `results`: of both, empty while there is none to tell; `state` says so in words. `games`: the addresses
    of the games that the viewer may look at. `lead`: 1 or 2, the side that has won; `waits`: for an answer until then.
    """

    pk: int
    round: int
    board: int
    first: EntryView
    second: EntryView | None
    results: tuple[str, str] | tuple[()] = ()
    state: str = ""
    lead: int = 0
    playing: bool = False
    games: tuple[str, ...] = ()
    waits: datetime | None = None

    @property
    def middle(self) -> str:
        """What stands between the names: the result, or what there is instead of one."""
        if self.results and self.second:
            return " – ".join(self.results)
        return "–" if self.waits else self.state or pgettext("of a tournament", "finished")

    @property
    def note(self) -> str:
        """The state, where it says more than the result."""
        return self.state if self.waits or (self.results and self.second) else ""

    @property
    def sides(self) -> tuple[tuple[EntryView | None, str, bool], ...]:
        """Both sides with their results, and whether they have won."""
        first, second = self.results or ("", "")
        return (self.first, first, self.lead == 1), (self.second, second, self.lead == 2)


@dataclass(frozen=True, slots=True)
class Stage:
    """A round of a knockout: its matches, None for those still to be drawn; beside the final, the match for the third
    place; and whether it is the latest that has begun."""

    title: str
    matches: Sequence[MatchRow | None]
    third: MatchRow | None
    now: bool


@dataclass(frozen=True, slots=True)
class Countdown:
    """What happens in so many seconds, or at a time."""

    words: str
    seconds: int
    at: datetime

    @property
    def text(self) -> str:
        return duration(self.seconds)


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the viewer's next game: the entry, how it stands so far, and whether it is the viewer's own."""

    entry: EntryView
    standing: str
    mine: bool = False

    @property
    def title(self) -> str:
        return _("You") if self.mine and len(self.entry.people) < 2 else self.entry.name


@dataclass(frozen=True, slots=True)
class NextStep:
    """What comes next for the viewer: a game at a table, or something to wait for. `others`: further matches that they
    have to finish, with the games; `back`: they can come back."""

    title: str
    sides: tuple[Side, ...] = ()
    text: str = ""
    table: str = ""
    countdown: Countdown | None = None
    answers: MatchRow | None = None
    others: Sequence[tuple[str, str]] = ()
    back: bool = False


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    round: int
    board: int
    players: str
    before: str
    after: str
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament in a list. `state`: in words; `starts`: if it is still to come."""

    pk: int
    public_id: str
    name: str
    line: str
    starts: datetime | None = None
    club: str = ""
    crest: str = ""


@dataclass(frozen=True, slots=True)
class TournamentList:
    """A list under its title. `after`: the last one shown, if there are more."""

    name: str
    title: str
    cards: Sequence[TournamentCard]
    after: int | None


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as the bar of rounds shows it: `done`, `now`, or still to come. `commitment`: of the cards that all its
    tables play."""

    number: int
    state: str
    commitment: str = ""


def list_title(name: str) -> str:
    titles = {
        "own": _("Your tournaments"),
        "planned": _("Open to enter"),
        "running": _("Running"),
        "finished": pgettext("of a tournament", "Finished"),
    }
    return titles[name]


def half_points(points: int) -> str:
    """1, ½ or 2½."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def percent(score: Fraction | int) -> str:
    """A share of the maximum; a whole number of hundredths, or a fraction from 0 to 100."""
    value = score / 100 if isinstance(score, int) else float(score)
    return _("%(share)s%%") % {"share": f"{value:.1f}".removesuffix(".0")}


def on_scale(score: Fraction | int) -> str:
    """Points on the scale, with their sign; a whole number of hundredths, or a fraction."""
    value = score / 100 if isinstance(score, int) else float(score)
    text = f"{abs(value):.1f}".removesuffix(".0")
    return f"+{text}" if value > 0 and text != "0" else f"−{text}" if value < 0 and text != "0" else text


def letter(half: int) -> str:
    """The letter of a result in a crosstable."""
    win, loss = pgettext("a result in a crosstable", "W"), pgettext("a result in a crosstable", "L")
    return (loss, pgettext("a result in a crosstable", "D"), win)[half]


def points_words(points: str) -> str:
    return ngettext("%(points)s point", "%(points)s points", 1 if points in ("1", "½") else 2) % {"points": points}


def standing_words(place: int, points: str) -> str:
    return _("place %(place)d, %(points)s") % {"place": place, "points": points.replace(" ", "\u00a0")}


def entries_words(count: int, entry_size: int) -> str:
    if entry_size > 1:
        return ngettext("%(n)d team", "%(n)d teams", count) % {"n": count}
    return ngettext("%(n)d player", "%(n)d players", count) % {"n": count}


def rounds_words(count: int) -> str:
    return ngettext("%(n)d round", "%(n)d rounds", count) % {"n": count}


def result_words(points: str) -> str:
    """A recorded result as in `2-0`, in half points; of none, a dash."""
    sides = points.split("-")
    return " – ".join(half_points(int(each)) for each in sides) if len(sides) > 1 else "–"
