"""The rules of one game as a page: in the order of play, with their numbers, differences from the preset marked."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.options import write_options
from games.domain.rules import Rules
from games.domain.scoring import counts_points

from . import fixed_rules as fixed
from .examples import ExampleView, examples
from .fixed_rules import FixedRule
from .option_groups import OPTION_TEXTS
from .option_text import anchor_of
from .playing import card_or_rank
from .points import CATEGORY_OPTIONS, COUNTING_OPTIONS


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One sentence; `preset_text` is the preset's own where this game differs from it."""

    text: str
    preset_text: str = ""
    changed: bool = False


@dataclass(slots=True)
class Rule:
    """The sentences on one rule. `anchor` is its place on the page; empty if the rule is repeated."""

    number: str
    anchor: str
    lines: list[RuleLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ScoringLine:
    """A line of the scoring table."""

    title: str
    points: int | str
    changed: bool
    preset_points: str


@dataclass(frozen=True, slots=True)
class RulesSection:
    """One step of play with its rules and positions."""

    key: str
    title: str
    rules: tuple[Rule, ...]
    scores: tuple[ScoringLine, ...] = ()
    examples: tuple[ExampleView, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Everything the page shows. `absent` are the rules that say that a feature is absent."""

    sections: tuple[RulesSection, ...]
    absent: tuple[Rule, ...]
    changed: int

    @property
    def scores(self) -> tuple[ScoringLine, ...]:
        """The scoring table; empty for a game without points."""
        return next((section.scores for section in self.sections if section.scores), ())


type Part = str | FixedRule

PARTS: tuple[tuple[str, object, tuple[Part, ...]], ...] = (
    (
        "deal",
        lazy("Deck and deal"),
        (
            *("seats", "partnership", "deck", "deals", "hand_size", "table_size", fixed.NEW_DEAL, "last_deal"),
            *("refill", "play_direction", "dealer_moves", fixed.LAST_DEAL, fixed.JACKS_GO_BACK, "redeal", "cut_peek"),
            "bottom_shown",
        ),
    ),
    (
        "values",
        lazy("Card values"),
        (
            *(fixed.PIP_RANKS, "ace_values", "face_values", "extra_values", "hand_values", fixed.SEVERAL_VALUES),
            fixed.FIXED_IN_BUILDS,
        ),
    ),
    (
        "taking",
        lazy("Capturing"),
        (
            *(fixed.TURN, fixed.TURN_WITH_BUILDS, fixed.TURNS, fixed.CAPTURE, "table_sums", "hand_cards"),
            *("face_capture", "matching", fixed.WHOLE, "single_build_in_sums", fixed.PILE, fixed.TRAIL),
            *(fixed.LEFT_BEHIND, fixed.STUCK),
        ),
    ),
    (
        "building",
        lazy("Building"),
        (
            *("building", fixed.BUILD, fixed.HOLD, fixed.GROUPS_ADD_UP, "extra_groups", fixed.JOIN, fixed.RAISE),
            *("raise_with_table_cards", fixed.LOCKED, "raise_own", "add_to_partner_build", "face_builds"),
            *("table_only_builds", "owner", "build_rights", "one_build_per_value", "max_builds", "absorb_equal"),
            *("table_additions", "build_for_partner"),
        ),
    ),
    ("duty", lazy("Build obligations"), (fixed.COVER, "duty", "last_deal_duty")),
    (
        "specials",
        lazy("Special rules"),
        ("jack_takes_all", "five_of_spades_sweeps", "initial_pairs", "pluck", "orange", "steal"),
    ),
    (
        "points",
        lazy("Scoring"),
        (
            fixed.ROUND_END,
            *(option.key for option in CATEGORY_OPTIONS + COUNTING_OPTIONS),
            fixed.BY_CARDS,
        ),
    ),
    (
        "winning",
        lazy("Winning"),
        (
            *(
                "ending",
                "target",
                "rounds_per_seat",
                "rounds",
                "level_winner",
                "capture_count_end",
                "finish",
                "endgame",
            ),
            *("restricted_sweeps_cancel", "count_as_earned", "claims", fixed.UNCLAIMED, fixed.RESIGN),
        ),
    ),
)
"""The rules in the order of play: options by their keys, and sentences that always hold."""

IN_TABLE = frozenset(option.key for option in CATEGORY_OPTIONS)
NUMBERS = frozenset(part.rule for _key, _title, parts in PARTS for part in parts if isinstance(part, FixedRule)) | {
    number
    for option in OPTION_TEXTS.values()
    for number in (option.rule, *(text.rule for text in option.value_texts))
    if number
}
"""The numbers of all rules on the pages."""


def rules_page(rules: Rules, preset_rules: Rules) -> RulesPage:
    """The page of these rules; `preset_rules` are those of the preset that they are named after."""
    builder = _PageBuilder(rules, preset_rules)
    sections = tuple(builder.section(*part) for part in PARTS)
    return RulesPage(
        tuple(section for section in sections if section.rules or section.scores),
        tuple(builder.rules(builder.absent)),
        len(builder.changed),
    )


def rule_words(rules: Rules) -> dict[str, str]:
    """Return each rule's first sentence as these rules have it, by number."""
    builder = _PageBuilder(rules, rules)
    rule_lines = [
        line for _key, _title, parts in PARTS for part in parts if part not in IN_TABLE for line in builder.lines(part)
    ]
    sentences: dict[str, str] = {}
    for number, line in (*rule_lines, *builder.absent):
        sentences.setdefault(number, line.text)
    return sentences


class _PageBuilder:
    """A page in progress: each rule gets its anchor at its first place."""

    def __init__(self, rules: Rules, preset_rules: Rules) -> None:
        self.game = rules
        self.values: Mapping[str, Any] = write_options(rules)
        self.preset_values: Mapping[str, Any] = write_options(preset_rules)
        self.changed = {key for key, value in self.values.items() if value != self.preset_values[key]}
        self.anchored: set[str] = {"6.2"} if counts_points(rules) else set()  # the scoring table has it
        self.absent: list[tuple[str, RuleLine]] = []

    def section(self, key: str, title: object, parts: tuple[Part, ...]) -> RulesSection:
        lines = [line for part in parts if part not in IN_TABLE for line in self.lines(part)]
        scores = tuple(self._scores()) if key == "points" else ()
        return RulesSection(key, str(title), tuple(self.rules(lines)), scores, examples(self.game, key))

    def rules(self, lines: Iterable[tuple[str, RuleLine]]) -> Iterator[Rule]:
        """The sentences grouped by their rule, which stands where its first sentence does."""
        rules: dict[str, Rule] = {}
        for number, line in lines:
            if number not in rules:
                rules[number] = Rule(number, self._anchor(number))
            rules[number].lines.append(line)
        yield from rules.values()

    def _anchor(self, number: str) -> str:
        if number in self.anchored:
            return ""
        self.anchored.add(number)
        return anchor_of(number)

    def lines(self, part: Part) -> Iterator[tuple[str, RuleLine]]:
        if isinstance(part, FixedRule):
            if part.applies(self.game):
                yield part.rule, RuleLine(str(part.text))
            return
        option, value = OPTION_TEXTS[part], self.values[part]
        line = option.rule_number(value), self._line(part)
        if part not in self.changed and not option.applies(self.game):
            return
        if part not in self.changed and option.for_value(value).absent:
            self.absent.append(line)
        else:
            yield line

    def _line(self, key: str) -> RuleLine:
        option = OPTION_TEXTS[key]
        if key not in self.changed:
            return RuleLine(option.sentence(self.values[key]))
        return RuleLine(option.sentence(self.values[key]), option.sentence(self.preset_values[key]), changed=True)

    def _scores(self) -> Iterator[ScoringLine]:
        if not counts_points(self.game):
            return
        for option in CATEGORY_OPTIONS:
            value, preset_value = self.values[option.key], self.preset_values[option.key]
            changed = option.key in self.changed
            if value or changed:
                title = _scoring_title(option.title, value)
                yield ScoringLine(title, _points(value), changed, _points_text(preset_value))


def _scoring_title(title: object, value: Any) -> str:
    if isinstance(value, dict) and "ranks" in value:
        return _("All four of a rank (%(ranks)s), each") % {"ranks": ", ".join(value["ranks"])}
    return str(title)


def _points(value: Any) -> int | str:
    if isinstance(value, dict) and "points" not in value:
        return ", ".join(f"{card_or_rank(name)} {points}" for name, points in value.items()) or "–"
    return int(value["points"]) if isinstance(value, dict) else value or "–"


def _points_text(value: Any) -> str:
    return str(_points(value) if value else 0)
