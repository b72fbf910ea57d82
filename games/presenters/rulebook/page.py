"""The rules of one game as a page: in the order of play, with their numbers, differences from the preset marked."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.options import write_options
from games.domain.presets import DEFAULT_PRESET, FAMILIES, FAMILY_OF, resolve_rules
from games.domain.refusal import TEMPLATES, Refusal
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.presenters.refusals import refusal_words

from .building import builds
from .examples import ExampleView, examples
from .option_groups import OPTION_TEXTS
from .option_text import anchor_of
from .playing import card_or_rank, dealt
from .points import CATEGORY_OPTIONS, COUNTING_OPTIONS

# --- sentences that hold in every game of a kind -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FixedRule:
    """A sentence on a rule, shown where `matters` is true of the game's rules."""

    rule: str
    text: object
    applies: Callable[[Rules], bool] = lambda _rules: True


def _one_card(rules: Rules) -> bool:
    return rules.matching.hand_cards == "one"


def _plain_turn(rules: Rules) -> bool:
    return _one_card(rules) and not builds(rules)


def _several_cards(rules: Rules) -> bool:
    return not _one_card(rules)


def _several_values(rules: Rules) -> bool:
    return len(rules.matching.ace_values) > 1 or bool(rules.matching.extra_values)


def _several_in_builds(rules: Rules) -> bool:
    return _several_values(rules) and builds(rules)


def _kept(rules: Rules) -> bool:
    return builds(rules) and rules.building.duty != "penalty"


def _jacks_go_back(rules: Rules) -> bool:
    return rules.specials.jack_takes_all and rules.dealing.deck not in ("no_faces", "rook")


PIP_RANKS = FixedRule("2.2", lazy("Number cards count their face value."))
SEVERAL_VALUES = FixedRule("2.5", lazy("A card with several values uses one of them each time."), _several_values)
FIXED_IN_BUILDS = FixedRule("2.5", lazy("In a build, that choice is "), _several_in_builds)
NEW_DEAL = FixedRule(
    "3.2", lazy("When everyone has played all their cards, new hands are dealt. The table gets no more cards."), dealt
)
LAST_DEAL = FixedRule("3.6", lazy("The last deal of a round is announced."), dealt)
JACKS_GO_BACK = FixedRule(
    "3.7", lazy("A jack dealt to the table goes under the stock and another card replaces it."), _jacks_go_back
)
TURN = FixedRule("4.1", lazy("On your turn, play one card from your hand: capture with it or trail it."), _plain_turn)
TURN_WITH_BUILDS = FixedRule(
    "4.1",
    lazy("On your turn, play one card from your hand: capture, build, or trail."),
    lambda rules: _one_card(rules) and builds(rules),
)
TURNS = FixedRule("4.1", lazy("On your turn, capture with cards from your hand, or trail one."), _several_cards)
CAPTURE = FixedRule(
    "4.2",
    lazy("A card takes loose cards of its value. It goes to your pile with everything it takes."),
)
WHOLE = FixedRule("4.5", lazy("A build is taken whole, by a card of exactly its value."), builds)
PILE = FixedRule("4.7", lazy("After any move, the turn passes, even after a sweep."))
TRAIL = FixedRule("4.8", lazy("To trail is to leave your card loose on the table."))
LEFT_BEHIND = FixedRule(
    "4.10", lazy("Cards that you could also have taken but didn’t are left behind. Everyone may see them.")
)
STUCK = FixedRule("4.12", lazy("A player who would have no legal move may trail any card."))
BUILD = FixedRule(
    "5.1",
    lazy(
        "You combine your card with something on the table, announce its value, and own the build. It stays there "
        "until someone takes it."
    ),
    builds,
)
HOLD = FixedRule("5.2", lazy("You must keep a card in your hand that can take it."), builds)
GROUPS_ADD_UP = FixedRule(
    "5.3", lazy("Your card and the loose cards used form groups that each add up to the value."), builds
)
JOIN = FixedRule("5.4", lazy("Builds of the same value may be included whole. The result is a multiple build."), builds)
RAISE = FixedRule("5.5", lazy("One single build may be raised: your card is added to it and its value grows."), builds)
LOCKED = FixedRule("5.6", lazy("A multiple build (two groups or more) keeps its value."), builds)
COVER = FixedRule("5.10", lazy("After each move you must still hold a card for every value you have built."), _kept)
ROUND_END = FixedRule(
    "6.1",
    lazy("When all cards are played, the cards left on the table go to the side that made the last capture."),
    counts_points,
)
BY_CARDS = FixedRule(
    "6.5", lazy("No points are counted. The cards taken decide the game."), lambda rules: not counts_points(rules)
)
UNCLAIMED = FixedRule(
    "7.6",
    lazy("If a round ends with several sides at the target and no claim, the target rises by 11 and play continues."),
    lambda rules: rules.winning.claims != "no",
)
RESIGN = FixedRule(
    "7.8", lazy("Resigning ends the game: the other side wins (with more than two sides, the best of the rest).")
)


# --- the page ------------------------------------------------------------------------------------------------------


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
            *("seats", "partnership", "deck", "deals", "hand_size", "table_size", NEW_DEAL, "last_deal"),
            *("refill", "play_direction", "dealer_moves", LAST_DEAL, JACKS_GO_BACK, "redeal", "cut_peek"),
            "bottom_shown",
        ),
    ),
    (
        "values",
        lazy("Card values"),
        (
            *(PIP_RANKS, "ace_values", "face_values", "extra_values", "hand_values", SEVERAL_VALUES),
            FIXED_IN_BUILDS,
        ),
    ),
    (
        "taking",
        lazy("Capturing"),
        (
            *(TURN, TURN_WITH_BUILDS, TURNS, CAPTURE, "table_sums", "hand_cards"),
            *("face_capture", "matching", WHOLE, "single_build_in_sums", PILE, TRAIL),
            *(LEFT_BEHIND, STUCK),
        ),
    ),
    (
        "building",
        lazy("Building"),
        (
            *("building", BUILD, HOLD, GROUPS_ADD_UP, "extra_groups", JOIN, RAISE),
            *("raise_with_table_cards", LOCKED, "raise_own", "add_to_partner_build", "face_builds"),
            *("table_only_builds", "owner", "build_rights", "one_build_per_value", "max_builds", "absorb_equal"),
            *("table_additions", "build_for_partner"),
        ),
    ),
    ("duty", lazy("Build obligations"), (COVER, "duty", "last_deal_duty")),
    (
        "specials",
        lazy("Special rules"),
        ("jack_takes_all", "five_of_spades_sweeps", "initial_pairs", "pluck", "orange", "steal"),
    ),
    (
        "points",
        lazy("Scoring"),
        (
            ROUND_END,
            *(option.key for option in CATEGORY_OPTIONS + COUNTING_OPTIONS),
            BY_CARDS,
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
            *("restricted_sweeps_cancel", "count_as_earned", "claims", UNCLAIMED, RESIGN),
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

TOLD_BY_THE_FACTS = frozenset({"seats", "target", "ending", "rounds", "rounds_per_seat"})
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


def introduction(preset: str, rules: Rules, facts: frozenset[str] = TOLD_BY_THE_FACTS) -> Introduction:
    """Return the opening for these rules; `facts` are the options that the page tells above it."""
    sources = "; ".join(SOURCES[key] for key in FAMILIES[FAMILY_OF[preset]].sources)
    return Introduction(" ".join(_play(rules)), tuple(_differences(rules, facts)), sources, preset == DEFAULT_PRESET)


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


def _differences(rules: Rules, facts: frozenset[str]) -> Iterator[str]:
    """Yield a sentence for each option that is not that of the basic game; those on points are one paragraph."""
    usual, scored, unscored = write_options(resolve_rules(DEFAULT_PRESET)), [], []
    for key, value in write_options(rules).items():
        option = OPTION_TEXTS[key]
        if value == usual[key] or key in facts or not option.applies(rules):
            continue
        if key not in IN_TABLE:
            yield option.sentence(value)
        elif value:
            scored.append(option.sentence(value))
        else:
            unscored.append(str(option.title))
    if unscored:
        scored.append(_("Not scored in this game: %(ways)s.") % {"ways": " · ".join(unscored)})
    if scored:
        yield " ".join(scored)


# --- links to the page ---------------------------------------------------------------------------------------------


def linked_refusal(refusal: Refusal, page: str, templates: Mapping[str, str] = TEMPLATES) -> str | SafeString:
    """The refusal's sentence; its rule links to its place on the game's rules page, at the address `page`."""
    if refusal.rule not in NUMBERS:
        return refusal_words(refusal, templates)
    sentence = refusal_words(refusal._replace(rule=""), templates)
    number = _("(rule %(rule)s)") % {"rule": refusal.rule}
    return format_html('{} <a href="{}#{}">{}</a>', sentence, page, anchor_of(refusal.rule), number)
