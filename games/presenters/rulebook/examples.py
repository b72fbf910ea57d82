"""Positions for the rules page. The engine decides which of their moves are legal, under the rules of the page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.cards import FACES, PACKS
from games.domain.move_validation import validate_move
from games.domain.moves import Move, Stolen
from games.domain.notation import read_cards, read_move, read_table
from games.domain.position import Position
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.domain.table import Build
from games.presenters.cards import CardView, card_list, card_views, value_words
from games.presenters.moves import MoveWords
from games.presenters.refusals import refusal_words

from .option_text import anchor_of


class Sketch(NamedTuple):
    """A position with moves to try, in the notation of cards, tables and moves; seat 1 is to play."""

    section: str
    title: object
    hand: str
    table: str
    moves: tuple[str, ...]
    applies: Callable[[Rules], bool] = lambda _rules: True
    top: str = ""
    """The top card of seat 2's pile, where it can be stolen."""


@dataclass(frozen=True, slots=True)
class ExampleBuild:
    """A build of an example, in the form that the table page's template draws."""

    name: str
    value: str
    owner: str
    mine: bool
    locked: bool
    groups: tuple[tuple[CardView, ...], ...]


@dataclass(frozen=True, slots=True)
class ExampleMove:
    """A move, with the engine's refusal if it has one, and the rule's number and its place on the page."""

    label: str
    refusal: str = ""
    rule: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A position with at least one legal move and one that is refused."""

    title: str
    hand: tuple[CardView, ...]
    loose: tuple[CardView, ...]
    builds: tuple[ExampleBuild, ...]
    pile: tuple[CardView, ...]
    legal: tuple[ExampleMove, ...]
    refused: tuple[ExampleMove, ...]


def _jacks(rules: Rules) -> bool:
    return rules.specials.jack_takes_all


def _sweeps(rules: Rules) -> bool:
    return counts_points(rules) and bool(rules.scoring.sweep or rules.scoring.tablanette)


def _orange(rules: Rules) -> bool:
    return rules.specials.orange


def _fives(rules: Rules) -> bool:
    return rules.specials.five_of_spades_sweeps


def _pluck(rules: Rules) -> bool:
    return rules.specials.pluck


def _steal(rules: Rules) -> bool:
    return rules.specials.steal


HAND_VALUES = Sketch(
    "values",
    lazy("An ace on the table"),
    "AS 4C",
    "9D 6H 5C",
    ("ASx5C,9D", "ASx5C,6H", "4C"),
    lambda rules: bool(rules.matching.hand_values),
)
NINES = "[6S+3C=9@2] [5S+4C=9@2]"
OWN_LIMIT = Sketch(
    "building",
    lazy("A second build of your own"),
    "4C 9S 8D",
    "[5S+3C=8@1] 5H",
    ("4C+5H=9", "8Dx[3C5S]"),
    lambda rules: rules.building.max_builds == 1,
)
ADDITION = Sketch(
    "specials",
    lazy("Adding before you play"),
    "9S 9C 2H",
    "[6C+3H=9@1] 9H 2S",
    ("[3H6C]+9H 2Hx2S", "[3H6C]+2S 2H", "9Sx9H,[3H6C]"),
    lambda rules: rules.building.table_additions,
)

SKETCHES = (
    Sketch("values", lazy("Face cards"), "KS 3C", "KH KD 3D", ("KSxKH", "KSxKD,KH", "KSx3D")),
    Sketch("values", lazy("A face card and a sum"), "QS 4C", "QH 9D 3C", ("QSx3C,9D", "QSxQH", "QSx3C")),
    Sketch(
        "values",
        lazy("An ace that counts 14"),
        "AS KC",
        "KD 9C 5D",
        ("ASx5D,9C", "ASxKD", "KCx5D,9C"),
        lambda rules: 14 in rules.matching.ace_values,
    ),
    Sketch(
        "values",
        lazy("An ace that counts 11"),
        "AS TC",
        "6D 5C TD",
        ("ASx5C,6D", "ASxTD"),
        lambda rules: 11 in rules.matching.ace_values,
    ),
    HAND_VALUES,
    Sketch("taking", lazy("Pairs and sums"), "9C 4S", "9H 5D 4H 3C", ("9Cx4H,5D,9H", "9Cx9H", "9Cx3C,5D", "9C")),
    Sketch("taking", lazy("A build is taken whole"), "9C 4S", "[5S+4C=9@2] 5D", ("9Cx[4C5S]", "4Sx[4C5S]", "4S")),
    Sketch("taking", lazy("A card that matches"), "7C 4S", "7H 7D 3S", ("7Cx7D,7H", "7Cx7H", "7C")),
    Sketch(
        "taking",
        lazy("Two cards from your hand"),
        "3C 5H 8S",
        "8D 9D 6C",
        ("3C&5Hx8D", "3C&5Hx9D"),
        lambda rules: rules.matching.hand_cards != "one",
    ),
    Sketch("building", lazy("Building"), "4C 9S AD", "5H 3D", ("4C+5H=9", "4C+3D=7", "AD+5H=6")),
    Sketch("building", lazy("A multiple build"), "4C 9S", "5H 9D", ("4C+5H,9D=9", "9S+9D=9", "4C+5H=9")),
    Sketch("building", lazy("Raising"), "2S 9S 7S", "[4S+3C=7@2] 3D", ("2S+[3C4S]=9", "2S+3D,[3C4S]=12")),
    Sketch(
        "building",
        lazy("A multiple build keeps its value"),
        "2S 9S 7S",
        "[4S+3C,7D=7@2]",
        ("7Sx[3C4S7D]", "2S+[3C4S7D]=9"),
    ),
    Sketch("building", lazy("Your own build"), "AC TS 9S", "[4S+5C=9@1] 9D", ("AC+[4S5C]=10", "9Sx9D,[4S5C]")),
    OWN_LIMIT,
    Sketch("duty", lazy("You own the nine"), "9S 3C KD", "[4S+5C=9@1] 3D 8C", ("9Sx[4S5C]", "3Cx3D", "9Sx8C", "KD")),
    Sketch("points", lazy("A sweep"), "9C 4S", "9H 5D 4H", ("9Cx4H,5D,9H", "4Sx4H,5D,9H"), _sweeps),
    Sketch("specials", lazy("An orange"), "9S 2S", "5H 4C 3D 9D", ("9Sx4C,5H!", "9Sx3D,5H"), _orange),
    Sketch("specials", lazy("The jack"), "JS 4C", "9H 5D", ("JSx5D,9H", "JSx9H", "JS"), _jacks),
    Sketch("specials", lazy("The five of spades"), "5S 4C", "9H KD 3C", ("5Sx3C,9H,KD", "5S", "4C"), _fives),
    Sketch("specials", lazy("Plucking"), "9C 4S", "8H AD 3C", ("^8H 9C", "^AD 9C"), _pluck),
    Sketch(
        "specials", lazy("Stealing with a match"), "8S 4C", "8D 5H 3C", ("8Sx8D,8C@2", "8Sx3C,5H,8C@2"), _steal, "8C"
    ),
    Sketch(
        "specials",
        lazy("Stealing for a build"),
        "AS 9H",
        "5D [4D+AC=5@2]",
        ("AS+5D,3C@2=9", "AS+[AC4D],3C@2=9"),
        _steal,
        "3C",
    ),
    ADDITION,
)
"""Sketches are tried under every game's rules, and shown only with a legal move and a refused one."""

OPTION_SKETCHES = (
    HAND_VALUES,
    Sketch(
        "",
        lazy("Cards with another value"),
        "TD 4C",
        "9C 7H 2S AC",
        ("TDxAC,9C", "TDx2S,9C", "TDx7H,9C", "TDxAC,2S"),
    ),
    Sketch("", lazy("A build in a sum"), "9S 4C", "[4H+AC=5@2] 4D", ("9Sx4D,[AC4H]", "4Cx4D")),
    Sketch("", lazy("Two cards from the hand"), "4S 5C 9D", "9H 5D", ("4S&5Cx9H", "5C&9Dx5D,9H", "9Dx9H")),
    Sketch("", lazy("A build of kings"), "KS KC 4D", "KH 4C", ("KS+KH=K", "4Dx4C")),
    Sketch("", lazy("Raising with a table card"), "AS 8C 4D", "[3S+2C=5@2] 2D", ("AS+2D,[2C3S]=8", "4D")),
    Sketch("", lazy("A build of table cards"), "8C KD", "5H 3D", ("KD;3D,5H=8", "8Cx3D,5H")),
    Sketch("", lazy("A second build of nine"), "4C 9S 2D", "[6S+3C=9@2] 5H", ("4C+5H=9", "9Sx[3C6S]")),
    Sketch("", lazy("Two sums"), "9C 4S", "7H 2D 5D 4H", ("9Cx2D,7H", "9Cx2D,4H,5D,7H", "9Cx4H,7H")),
    Sketch("", lazy("A build that matches"), "9C 4S", "[6S+3C=9@2] 9H 5D", ("9Cx9H,[3C6S]", "9Cx9H", "9C")),
    Sketch("", lazy("Two builds of nine"), "9C 9D 2H", NINES, ("9C+[3C6S]=9", "9C+[3C6S],[4C5S]=9", "2H+[3C6S]=9")),
    OWN_LIMIT,
    ADDITION,
)
"""Sketches that show the difference that an option makes, in addition to those of the rules page."""

FACES_NAMED = frozenset(FACES)
_AS_ROOK = str.maketrans("ASHDC", "1BRGY")


def examples(rules: Rules, section: str) -> tuple[ExampleView, ...]:
    """The positions of a section that have an example to show under these rules."""
    sketches = (sketch for sketch in SKETCHES if sketch.section == section and sketch.applies(rules))
    return tuple(example for sketch in sketches if (example := try_out(rules, sketch)))


def tried_moves(rules: Rules, sketch: Sketch) -> tuple[ExampleMove, ...]:
    """The moves of the sketch with the engine's verdicts; none if the sketch does not fit the game."""
    position, moves = _set_up(sketch, rules)
    cards = {*position.hand, *position.table.cards, *(top.card for top in position.tops)}
    if not cards <= set(PACKS[rules.dealing.deck]) or (position.table.builds and not rules.building.building):
        return ()
    return tuple(_example_moves(position, moves))


def try_out(rules: Rules, sketch: Sketch) -> ExampleView | None:
    """The sketch with the engine's verdicts, if it fits the game and has both a legal move and a refused one."""
    position, moves_tried = _set_up(sketch, rules)[0], tried_moves(rules, sketch)
    legal = tuple(move for move in moves_tried if not move.refusal)
    refused = tuple(move for move in moves_tried if move.refusal)
    if not legal or not refused:
        return None
    return ExampleView(
        str(sketch.title),
        card_views(position.hand),
        card_views(position.table.loose),
        tuple(map(_example_build, position.table.builds)),
        card_views(top.card for top in position.tops),
        legal,
        refused,
    )


def _set_up(sketch: Sketch, rules: Rules) -> tuple[Position, list[Move]]:
    sketch = sketch if rules.dealing.deck != "rook" else _in_rook(sketch)
    tops = tuple(Stolen(card, 2) for card in read_cards(sketch.top))
    position = Position(rules, 1, read_cards(sketch.hand), read_table(sketch.table), tops=tops)
    return position, [read_move(move) for move in sketch.moves]


def _in_rook(sketch: Sketch) -> Sketch:
    """The sketch in cards of the rook pack, unless it needs faces."""
    texts = (sketch.hand, sketch.table, *sketch.moves)
    if FACES_NAMED & set("".join(texts)):
        return sketch
    hand, table, *moves = (text.translate(_AS_ROOK) for text in texts)
    return sketch._replace(hand=hand, table=table, moves=tuple(moves))


def _example_moves(position: Position, moves: list[Move]) -> Iterator[ExampleMove]:
    words = MoveWords(position)
    for move in moves:
        label, refusal = words.label(move), validate_move(position, move)
        if refusal:
            yield ExampleMove(label, refusal_words(refusal), refusal.rule, anchor_of(refusal.rule))
        else:
            yield ExampleMove(label)


def _example_build(build: Build) -> ExampleBuild:
    value = value_words(build.value, multiple=build.multiple)
    owner = _("You") if build.owner == 1 else _("Opponent")
    name = _("Build of %(value)s: %(cards)s. Owner: %(owner)s") % {
        "value": value,
        "cards": card_list(build.cards),
        "owner": owner,
    }
    return ExampleBuild(name, value, owner, build.owner == 1, build.multiple, tuple(map(card_views, build.groups)))
