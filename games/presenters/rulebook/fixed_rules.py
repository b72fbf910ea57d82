"""Sentences that hold in every game of a kind, whatever its options; shown between the options' sentences."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from games.domain.rules import Rules
from games.domain.scoring import counts_points

from .building import builds
from .playing import dealt


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
FIXED_IN_BUILDS = FixedRule("2.5", lazy("In a build, that choice is fixed."), _several_in_builds)
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
