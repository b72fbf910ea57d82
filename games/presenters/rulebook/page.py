"""The rules of one game as a page: in the order of play, with their numbers, differences from the preset marked."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.options import write_options
from games.domain.rules import Rules
from games.domain.scoring import counts_points

from . import general as told
from .examples import ExampleView, examples
from .general import Always
from .points import WAYS
from .sayings import SAYINGS
from .words import anchor_of


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence; `usual` is the preset's own where this game differs from it."""

    text: str
    usual: str = ""
    changed: bool = False


@dataclass(slots=True)
class Rule:
    """The sentences on one rule. `anchor` is its place on the page; empty if the rule is repeated."""

    number: str
    anchor: str
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Score:
    """A line of the scoring table."""

    way: str
    points: int | str
    changed: bool
    usual: str


@dataclass(frozen=True, slots=True)
class Section:
    """One step of play with its rules and positions."""

    key: str
    title: str
    rules: tuple[Rule, ...]
    scores: tuple[Score, ...] = ()
    examples: tuple[ExampleView, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Everything the page shows. `missing` are the rules that say that a feature is absent."""

    sections: tuple[Section, ...]
    missing: tuple[Rule, ...]
    changed: int


type Part = str | Always

PARTS: tuple[tuple[str, object, tuple[Part, ...]], ...] = (
    (
        "deal",
        lazy("Pack and deal"),
        (
            *("seats", "partnership", "deck", "hand_size", "table_size", told.NEW_DEAL, "last_deal", "refill"),
            *("play_direction", "dealer_moves", told.LAST_DEAL, told.JACKS_GO_BACK, "cut_peek"),
        ),
    ),
    (
        "values",
        lazy("What cards count"),
        (told.NUMERALS, "ace_values", "face_values", "extra_values", told.SEVERAL_VALUES, told.FIXED_IN_BUILDS),
    ),
    (
        "taking",
        lazy("Taking"),
        (
            told.TURN,
            told.TURN_WITH_BUILDS,
            told.TURNS,
            told.CAPTURE,
            "table_sums",
            "hand_cards",
            "face_capture",
            "matching",
            told.WHOLE,
            "single_build_in_sums",
            told.PILE,
            told.TRAIL,
            told.LEFT_BEHIND,
        ),
    ),
    (
        "building",
        lazy("Building"),
        (
            *("building", told.BUILD, told.HOLD, told.GROUPS_ADD_UP, "extra_groups", told.JOIN, told.RAISE),
            *("raise_with_table_cards", told.LOCKED, "raise_own", "add_to_partner_build", "face_builds"),
            *("table_only_builds", told.OWNER, "one_build_per_value", "build_for_partner"),
        ),
    ),
    ("duty", lazy("Keeping faith"), (told.COVER, "duty")),
    (
        "specials",
        lazy("Specials"),
        ("jack_takes_all", "five_of_spades_sweeps", "initial_pairs", "pluck", "orange"),
    ),
    (
        "points",
        lazy("End of the round and points"),
        (
            told.ROUND_END,
            *(way.key for way in WAYS),
            *("most_cards_tie", "sweep_rule", "first_play_sweep", "tablanette", "all_points", "difference"),
            told.BY_CARDS,
        ),
    ),
    (
        "winning",
        lazy("Winning"),
        (
            *("ending", "target", "rounds_per_seat", "capture_count_end", "finish", "endgame"),
            *("restricted_sweeps_cancel", "count_as_earned", "claims", told.UNCLAIMED, told.RESIGN),
        ),
    ),
)
"""The rules in the order of play: options by their keys, and sentences that always hold."""

_WAYS = frozenset(way.key for way in WAYS)
NUMBERS = frozenset(part.rule for _key, _title, parts in PARTS for part in parts if isinstance(part, Always)) | {
    number for saying in SAYINGS.values() for number in (saying.rule, *(case.rule for case in saying.cases)) if number
}
"""The numbers of all rules on the pages."""


def rules_page(rules: Rules, usual: Rules) -> RulesPage:
    """The page of these rules; `usual` are those of the preset that they are named after."""
    telling = _Telling(rules, usual)
    sections = tuple(telling.section(*part) for part in PARTS)
    return RulesPage(
        tuple(section for section in sections if section.rules or section.scores),
        tuple(telling.rules(telling.missing)),
        len(telling.changed),
    )


def rule_words(rules: Rules) -> dict[str, str]:
    """Return each rule's first sentence as these rules have it, by number."""
    telling = _Telling(rules, rules)
    told = [
        line for _key, _title, parts in PARTS for part in parts if part not in _WAYS for line in telling.lines(part)
    ]
    found: dict[str, str] = {}
    for number, line in (*told, *telling.missing):
        found.setdefault(number, line.text)
    return found


class _Telling:
    """A page in progress: each rule gets its anchor at its first place."""

    def __init__(self, rules: Rules, usual: Rules) -> None:
        self.game = rules
        self.values: Mapping[str, Any] = write_options(rules)
        self.usual: Mapping[str, Any] = write_options(usual)
        self.changed = {key for key, value in self.values.items() if value != self.usual[key]}
        self.anchored: set[str] = {"6.2"} if counts_points(rules) else set()  # the scoring table has it
        self.missing: list[tuple[str, Line]] = []

    def section(self, key: str, title: object, parts: tuple[Part, ...]) -> Section:
        lines = [line for part in parts if part not in _WAYS for line in self.lines(part)]
        scores = tuple(self._scores()) if key == "points" else ()
        return Section(key, str(title), tuple(self.rules(lines)), scores, examples(self.game, key))

    def rules(self, lines: Iterable[tuple[str, Line]]) -> Iterator[Rule]:
        """The sentences grouped by their rule, as long as they follow each other."""
        current: Rule | None = None
        for number, line in lines:
            if current is None or current.number != number:
                if current:
                    yield current
                current = Rule(number, self._anchor(number))
            current.lines.append(line)
        if current:
            yield current

    def _anchor(self, number: str) -> str:
        if number in self.anchored:
            return ""
        self.anchored.add(number)
        return anchor_of(number)

    def lines(self, part: Part) -> Iterator[tuple[str, Line]]:
        if isinstance(part, Always):
            if part.matters(self.game):
                yield part.rule, Line(str(part.text))
            return
        saying, value = SAYINGS[part], self.values[part]
        line = saying.number(value), self._line(part)
        if part not in self.changed and not saying.matters(self.game):
            return
        if part not in self.changed and saying.case(value).quiet:
            self.missing.append(line)
        else:
            yield line

    def _line(self, key: str) -> Line:
        saying = SAYINGS[key]
        if key not in self.changed:
            return Line(saying.sentence(self.values[key]))
        return Line(saying.sentence(self.values[key]), saying.sentence(self.usual[key]), changed=True)

    def _scores(self) -> Iterator[Score]:
        if not counts_points(self.game):
            return
        for way in WAYS:
            value, usual = self.values[way.key], self.usual[way.key]
            changed = way.key in self.changed
            if value or changed:
                yield Score(_way_title(way.title, value), _points(value), changed, _points_text(usual))


def _way_title(title: object, value: Any) -> str:
    if isinstance(value, dict):
        return _("All four of a rank (%(ranks)s), each") % {"ranks": ", ".join(value["ranks"])}
    return str(title)


def _points(value: Any) -> int | str:
    return int(value["points"]) if isinstance(value, dict) else value or "–"


def _points_text(value: Any) -> str:
    return str(_points(value) if value else 0)
