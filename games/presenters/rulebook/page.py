"""The rules of one game as a page: in the order of play, with their numbers, differences from the preset marked."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.domain.options import write_options
from games.domain.presets import DEFAULT_PRESET, FAMILIES, FAMILY_OF, resolve_rules
from games.domain.refusal import TEMPLATES, Refusal
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.presenters.refusals import refusal_words

from .examples import ExampleView, examples
from .option_groups import OPTION_TEXTS, SECTIONS, STATED_IN_GOAL, Section
from .option_text import FixedRule, OptionText, anchor_of
from .playing import with_numbers
from .points import CATEGORY_OPTIONS


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


NUMBERS = frozenset(part.rule for section in SECTIONS for part in section.parts) | {
    text.rule for option in OPTION_TEXTS.values() for text in option.value_texts if text.rule
}
"""The numbers of all rules on the pages."""


def rules_page(rules: Rules, preset_rules: Rules) -> RulesPage:
    """The page of these rules; `preset_rules` are those of the preset that they are named after."""
    builder = _PageBuilder(rules, preset_rules)
    sections = tuple(map(builder.section, SECTIONS))
    return RulesPage(
        tuple(section for section in sections if section.rules or section.scores),
        tuple(builder.rules(builder.absent)),
        len(builder.changed),
    )


def rule_words(rules: Rules) -> dict[str, str]:
    """Each rule's first sentence as these rules have it, by number."""
    builder = _PageBuilder(rules, rules)
    rule_lines = [line for section in SECTIONS for line in builder.lines(section)]
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

    def section(self, section: Section) -> RulesSection:
        rules = tuple(self.rules(self.lines(section)))
        scores = tuple(self._scores()) if section.key == "points" else ()
        return RulesSection(section.key, str(section.title), rules, scores, examples(self.game, section.key))

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

    def lines(self, section: Section) -> Iterator[tuple[str, RuleLine]]:
        for part in section.parts:
            if isinstance(part, FixedRule):
                if part.applies(self.game):
                    yield part.rule, RuleLine(str(part.text))
            elif part not in CATEGORY_OPTIONS and (part.key in self.changed or part.applies(self.game)):
                value = self.values[part.key]
                line = part.rule_number(value), self._line(part)
                if part.key not in self.changed and part.for_value(value).absent:
                    self.absent.append(line)
                else:
                    yield line

    def _line(self, option: OptionText) -> RuleLine:
        text = option.sentence(self.values[option.key])
        if option.key not in self.changed:
            return RuleLine(text)
        return RuleLine(text, option.sentence(self.preset_values[option.key]), changed=True)

    def _scores(self) -> Iterator[ScoringLine]:
        if not counts_points(self.game):
            return
        for option in CATEGORY_OPTIONS:
            value, preset_value = self.values[option.key], self.preset_values[option.key]
            changed = option.key in self.changed
            if value or changed:
                title = _scoring_title(option.title, value)
                yield ScoringLine(title, _points(value), changed, str(_points(preset_value) if preset_value else 0))


def _scoring_title(title: object, value: Any) -> str:
    if isinstance(value, dict) and "ranks" in value:
        return _("All four of a rank (%(ranks)s), each") % {"ranks": ", ".join(value["ranks"])}
    return str(title)


def _points(value: Any) -> int | str:
    if isinstance(value, dict) and "points" not in value:
        return ", ".join(with_numbers(name, points) for name, points in value.items()) or "–"
    return int(value["points"]) if isinstance(value, dict) else value or "–"


# --- the opening ---------------------------------------------------------------------------------------------------


SOURCES = {
    "diloti-online": "diloti.online",
    "gamerules": "gamerules.com",
    "kasa": "KASA 2026, khasino.co.za",
    "korttipelit": "korttipelit.net, fi.wikipedia.org",
    "meyers": "Meyers 1905",
    "pagat": "pagat.com (John McLeod)",
    "parlett": "David Parlett, The Penguin Book of Card Games",
    "phillips": "Hubert Phillips",
    "ulmann": "Ulmann 1892",
    "wikipedia": "Wikipedia",
}

STATED_IN_FACTS = frozenset({"seats", *STATED_IN_GOAL})
KNOWN_AT_THE_TABLE = frozenset({"seats"})


@dataclass(frozen=True, slots=True)
class Introduction:
    """Three short texts: the play, sentences on what is different from the basic game, and the sources.

    `basic`: the game is named after the basic game, so that all differences are house rules.
    """

    play: str
    differences: tuple[str, ...]
    sources: str
    basic: bool


def introduction(preset: str, rules: Rules, stated: frozenset[str] = STATED_IN_FACTS) -> Introduction:
    """The opening for these rules; `stated` are the options that the page tells above it."""
    sources = "; ".join(SOURCES[key] for key in FAMILIES[FAMILY_OF[preset]].sources)
    return Introduction(play_in_short(rules), tuple(_differences(rules, stated)), sources, preset == DEFAULT_PRESET)


def play_in_short(rules: Rules) -> str:
    """How the game is played, in a few sentences."""
    return " ".join(_play(rules))


def _play(rules: Rules) -> Iterator[str]:
    if rules.matching.hand_cards != "one":
        yield _("On your turn, take cards from the table with one or more cards from your hand.")
    elif rules.matching.table_sums:
        yield _("On your turn, play one card. It takes cards of its rank, or cards that add up to its value.")
    else:
        yield _("On your turn, play one card. It takes cards of its rank.")
    if rules.building.building:
        yield _("Or it starts a build: a group of cards that you take on a later turn.")
    yield _("If nothing fits, you leave a card on the table.")
    if counts_points(rules):
        yield _("Once all cards have been played, you score for the cards you have taken.")


def _differences(rules: Rules, stated: frozenset[str]) -> Iterator[str]:
    """A sentence for each option that is not that of the basic game; those on points are one paragraph."""
    usual, scored, unscored = write_options(resolve_rules(DEFAULT_PRESET)), [], []
    for key, value in write_options(rules).items():
        option = OPTION_TEXTS[key]
        if value == usual[key] or key in stated or not option.applies(rules):
            continue
        if option not in CATEGORY_OPTIONS:
            yield option.sentence(value)
        elif value:
            scored.append(option.sentence(value))
        else:
            unscored.append(str(option.title))
    if unscored:
        scored.append(
            _("Unlike in the basic game, there are no points for these: %(ways)s.") % {"ways": ", ".join(unscored)}
        )
    if scored:
        yield " ".join(scored)


# --- links to the page ---------------------------------------------------------------------------------------------


def linked_refusal(refusal: Refusal, page: str, templates: Mapping[str, str] = TEMPLATES) -> str | SafeString:
    """The refusal's sentence, and a link to its rule on the game's rules page, at the address `page`."""
    sentence = refusal_words(refusal, templates)
    if refusal.rule not in NUMBERS:
        return sentence
    return format_html('{} <a href="{}#{}">{}</a>', sentence, page, anchor_of(refusal.rule), _("See the rule"))
