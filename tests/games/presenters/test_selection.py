"""The reasons why selected cards make no move: worded as a player would, true, and quick on any table."""

import re
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

import pytest

from games.domain.captures import Captures
from games.domain.cards import PACKS, Card
from games.domain.commands import Play
from games.domain.move_generation import legal_moves
from games.domain.move_validation import validate_move
from games.domain.moves import Move
from games.domain.notation import read_cards, read_move, read_table, write_move
from games.domain.perspective import perspective_of
from games.domain.position import Position
from games.domain.presets import resolve_rules
from games.domain.rules import InvalidRules, Rules
from games.domain.rules_validation import seatings
from games.domain.subset_sum import totals
from games.domain.values import card_values
from games.presenters.cards import card_name, card_short
from games.presenters.choices import (
    Choice,
    MatchingMoves,
    Pluck,
    build_key,
    calling_orange,
    choice_of,
    filter_moves,
    plucks,
    pseudo_legal_moves,
)
from games.presenters.move_options import MAX_EXTENDING, HelpLevel, MoveOptionsView, move_options_view
from games.presenters.selection import Selection, selection_reason
from tests.examples import exhaustive, some
from tests.property.random_games import ALL_PRESETS, play_at_random

POSSIBLE = HelpLevel()


def chosen(text: str, pluck: Pluck | None = None, orange: bool = False) -> Choice:
    """Return the choice “9S x 5H [4C5S]”: hand cards, then items."""
    hand, _sign, items = text.partition("x")
    return Choice(frozenset(map(Card, hand.split())), frozenset(items.split()), pluck, orange)


def options(rules: Any, hand: str, table: str, choice: Choice, help_level: HelpLevel = POSSIBLE) -> MoveOptionsView:
    position = Position(resolve_rules(rules), 1, read_cards(hand), read_table(table), partner=3)
    return move_options_view(position, legal_moves(position), choice, (), help_level)


HOUSE = {"preset": "casino"}
ONLINE = {"preset": "diloti", "matching": "all_numerals", "match_builds": True, "join_builds": False}


@pytest.mark.parametrize(
    ("rules", "hand", "table", "selection", "sentence"),
    [
        ("casino", "AC 9D", "3H KD", "AC x 3H", "A♣ and 3♥ make 4, and you hold no 4 to take that build with."),
        ("casino", "9D 2C", "3H QC", "x QC", "Q♣ can only be taken by a queen, and you hold none."),
        ("casino", "9D 2C", "3H QC", "9D x QC", "Q♣ can only be taken by a queen, and you hold none."),
        ("casino", "9D 2C", "QH QC", "x QC QH", "Q♣ can only be taken by a queen, and you hold none."),
        ("casino", "QD 2C", "3H QC", "QD x 3H", "Q♦ takes only queens, not 3♥."),
        ("casino", "QD 2C", "QH QC", "QD x QH QC", "Q♦ can’t take Q♥ and Q♣ at once: it takes one at a time."),
        ("casino", "QD 2C", "KH QC", "x KH QC", "K♥ can only be taken by a king, which never takes Q♣."),
        ("casino", "9D 2C", "5H 3C", "9D x 5H 3C", "5♥ and 3♣ make 8, so 9♦ can’t take them."),
        ("casino", "9D 2C", "5H KC", "9D x 5H", "9♦ can’t take 5♥, and together they make more than 10."),
        ("casino", "9D JC", "5H 3C", "x 5H 3C", "5♥ and 3♣ make 8, and you hold no 8."),
        ("casino", "6D JC", "8H 9C", "x 8H 9C", "8♥ and 9♣ make 17, and no card in your hand takes them."),
        (
            "casino",
            "KD JC",
            "8H 9C",
            "x 8H",
            "You hold no 8, and 8♥ can’t be combined with other cards to match any card you hold.",
        ),
        ("casino", "9D TC", "3H 6C 5D 4S", "9D x 3H 6C 4S", "3♥, 6♣ and 4♠ make 13, so 9♦ can’t take them."),
        ("casino", "9D TC", "8H 7C 3D", "9D x 8H 7C 3D", "8♥, 7♣ and 3♦ can’t be split into sets that 9♦ takes."),
        (
            "casino",
            "8D KC",
            "[4C+5S=9@2] 2D",
            "x [4C5S]",
            "The build of 9 can only be taken by a card that counts 9, and you hold none.",
        ),
        ("casino", "9S 2C", "KD [4C+5H=9@1]", "2C", "You own a build of 9, so you can’t trail 2♣."),
        ("casino", "9S 2C", "9D [4C+5H=9@1]", "9S x 9D", "If you play 9♠, no card is left for your build of 9."),
        ("casino", "9S 2C", "9D [4C+5H=9@1]", "x 9D", "If you play 9♠, no card is left for your build of 9."),
        (
            HOUSE | {"duty": "take_or_add"},
            "9S 9C 2C",
            "2D [4C+5H=9@1]",
            "2C x 2D",
            "First take, add to, or raise your build of 9. You can’t use 2♣ and 2♦ yet.",
        ),
        (
            HOUSE | {"duty": "take_add_or_build"},
            "9S 9C 2C",
            "2D [4C+5H=9@1]",
            "2C x 2D",
            "You own a build of 9, so you may only take it or build. You can’t use 2♣ and 2♦ yet.",
        ),
        (
            HOUSE | {"one_build_per_value": True},
            "6S 9C",
            "3D [4C+5H=9@2]",
            "6S x 3D",
            "6♠ and 3♦ can’t make a second build of 9: add to the one on the table.",
        ),
        (
            HOUSE | {"table_sums": False},
            "9S JC",
            "5D 3H",
            "9S x 5D 3H",
            "Cards aren’t added up in this game, so 9♠ can’t take 5♦ and 3♥.",
        ),
        (
            HOUSE | {"face_builds": True},
            "QS 2C",
            "QH KD QD",
            "QS x QH QD",
            "To build queens with Q♠, Q♥ and Q♦ you must keep one more in your hand.",
        ),
        ("dominican", "2S QC", "[3D+7H=10@1]", "2S x [3D7H]", "2♠ can’t raise your own build in this game."),
        (
            "casino",
            "2S TC",
            "[3C+5H,8D=8@2]",
            "2S x [3C5H8D]",
            "A build of several groups keeps its value, so 2♠ can’t raise it.",
        ),
        (
            "casino",
            "TS JC",
            "[3C+5H,8D=8@2]",
            "TS x [3C5H8D]",
            "The build of eights can only be taken by a card that counts 8, and you hold none.",
        ),
        (
            "royal",
            "AD 4H",
            "KH 2C",
            "AD x KH",
            "A♦ and K♥ make 14, and you hold no other card that counts 14 to take that build with.",
        ),
        (
            "royal",
            "AD 4H",
            "QH 2C",
            "AD x QH",
            "A♦ and Q♥ make 13, and you hold no card that counts 13 to take that build with.",
        ),
        (
            "royal-gamerules",
            "9S 9C",
            "[4C+5H=9@3]",
            "9C x [4C5H]",
            "9♣ can’t be added to your partner’s build in this game.",
        ),
        ("dominican", "9S JC", "9D 2C", "9S", "9♠ matches a card on the table, so you can’t trail it."),
        (ONLINE, "9S JC", "[4C+5H=9@2] 2C", "9S", "9♠ matches a card or a build on the table, so you can’t trail it."),
        (
            ONLINE,
            "9S JC",
            "[4C+5H=9@2] 9D",
            "9S x 9D",
            "9♠ must take every card and build on the table that it matches.",
        ),
        (
            ONLINE,
            "9S 9H",
            "[4C+5H=9@2] [3C+6H=9@3]",
            "9S x [4C5H] [3C6H]",
            "9♠, the build of 9 and the build of 9 can’t become one build: builds can’t be joined in this game.",
        ),
        (
            HOUSE | {"matching": "some", "match_builds": True},
            "9S JC",
            "[4C+5H=9@2] 2D 7H",
            "9S x 2D 7H",
            "9♠ must take one of the cards and builds on the table that it matches.",
        ),
        (
            HOUSE | {"one_sum": True},
            "9S JC",
            "2D 7H 4D 5H",
            "9S x 2D 7H 4D 5H",
            "9♠ can take only one sum at once, not 2♦, 7♥, 4♦ and 5♥ together.",
        ),
        (
            HOUSE | {"one_sum": True},
            "9S JC",
            "2D 7H 4D 5H",
            "x 2D 7H 4D 5H",
            "9♠ can take only one sum at once, not 2♦, 7♥, 4♦ and 5♥ together.",
        ),
        (
            HOUSE | {"one_sum": True, "hand_cards": "sum"},
            "4S 5S JC",
            "2D 7H 4D 5H",
            "4S 5S x 2D 7H 4D 5H",
            "4♠ and 5♠ can take only one sum at once, not 2♦, 7♥, 4♦ and 5♥ together.",
        ),
        ("tablanette", "JS 4C", "9D 2C", "JS x 9D", "J♠ takes everything on the table or nothing, not 9♦ alone."),
        (
            HOUSE | {"five_of_spades_sweeps": True},
            "5S JC",
            "9D 2C",
            "5S",
            "5♠ can’t be trailed while there are cards on the table.",
        ),
        ("hungarian", "4S 5C KD", "8H 2C", "4S 5C x 8H", "8♥ can’t be split into sets worth the same as 4♠ and 5♣."),
        ("callabra", "4S 5C KD", "2C 3C", "4S 5C KD", "You can play two cards at once at most, not 4♠, 5♣ and K♦."),
        ("casino-en-deux", "4S 5C KD", "2C 3C", "4S KD", "Choose what 4♠ and K♦ take together."),
        ("casino", "4S 5C KD", "2C 3C", "4S KD", "You play one card at a time, not 4♠ and K♦."),
        (
            "tuxedo",
            "1B 9B",
            "2Y 8G",
            "1B x 2Y",
            "Black 1 and yellow 2 make 3, and you hold no 3 to take that build with.",
        ),
        ("cassino", "TS KC", "TD [2H+5C=7@1]", "x TD [2H5C]", "No card in your hand takes 10♦ and the build of 7."),
    ],
)
def test_the_reason_is_the_one_of_just_these_cards(
    rules: Any, hand: str, table: str, selection: str, sentence: str
) -> None:
    position = Position(resolve_rules(rules), 1, read_cards(hand), read_table(table), partner=3)
    played, _sign, items = selection.partition("x")
    builds = tuple(build.cards for build in position.table.builds if build_key(build.cards) in items.split())
    loose = tuple(Card(item) for item in items.split() if item[0] != "[")
    assert selection_reason(position, Selection(read_cards(played), loose, builds)) == sentence


def test_where_more_cards_help_it_says_so() -> None:
    view = options("casino", "9D 2C", "5H 4C KD", chosen("9D x 5H"))
    assert view.hint == "9♦ and 5♥ alone don’t make a legal move. Add more cards."
    assert view.extending
    assert (
        options("casino", "9D 2C", "5H 4C KD", chosen("x 5H 4C")).hint == "Choose a card from your hand to take these."
    )


def test_who_wants_less_help_gets_the_reason_of_a_complete_choice_alone() -> None:
    for marks in ("legal", "nothing"):
        less = HelpLevel(marks)
        assert options("casino", "9D 2C", "5H KD", chosen("x KD"), less).hint == (
            "Choose a card from your hand to take these."
        )
    wrong = options("casino", "9D 2C", "5H KD", chosen("9D x KD"), HelpLevel("legal"))
    assert wrong.hint == "K♦ can only be taken by a king, and you hold none."
    assert options("casino", "9D 2C", "5H KD", chosen("9D x KD"), HelpLevel("nothing")).matching


def test_a_pluck_or_an_orange_that_stands_against_the_move_is_named() -> None:
    spent = options("pluck", "9D 2C", "AH 9C", chosen("2C", Pluck(Card("AH"), before=True)))
    assert spent.hint.startswith("You can’t pluck A♥ with this move. A card that scores by itself can’t")
    orange = options("tuxedo", "5B 9B", "2Y 3R 9G", chosen("5B", orange=True))
    assert orange.matching  # captures with the card
    trail = options("tuxedo", "1B 9B", "2Y 3R 8G", chosen("1B", orange=True))
    assert trail.hint == "Only a capture can be called an orange: choose what black 1 can take."


@exhaustive
def test_a_selection_of_everything_is_answered_in_time() -> None:
    for preset in ("casino", "royal", "buckeye", "tablanette", "casino-en-deux"):
        rules = resolve_rules(preset)
        pack = PACKS[rules.dealing.deck]
        for count in (7, 12, 13, 24, 25, len(pack) - 4):
            position = Position(rules, 1, pack[-4:], read_table(" ".join(pack[:count])))
            moves = legal_moves(position)
            for hand in ((), pack[-4:-3], pack[-4:]):
                began = perf_counter()
                view = move_options_view(position, moves, Choice(frozenset(hand), frozenset(pack[:count])), ())
                assert perf_counter() - began < 3
                assert view.hint or view.matching or view.extending


def test_of_many_cards_the_number_is_said() -> None:
    table = read_table("AS 2S 3S 4S 5S 6S 7S 8S 9S")
    position = Position(resolve_rules("casino"), 1, read_cards("6H"), table)
    reason = selection_reason(position, Selection((), table.loose))
    assert reason == "These 9 cards make 45, and no card in your hand takes them."
    assert selection_reason(position, Selection(position.hand, table.loose)).startswith("These 9 cards")


# --- any selection of any game ---------------------------------------------------------------------------------------

HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "duty": ("no_trail", "take_or_add", "take_add_or_build", "free"),
    "one_build_per_value": (False, True),
    "face_builds": (False, True),
    "face_capture": ("one", "any", "one_or_three"),
    "raise_own": (False, True),
    "raise_with_table_cards": (False, True),
    "extra_groups": (False, True),
    "table_only_builds": (False, True),
    "single_build_in_sums": ("no", "opponents", "anyone"),
    "table_sums": (False, True),
    "jack_takes_all": (False, True),
    "five_of_spades_sweeps": (False, True),
    "matching": ("optional", "all"),
    "add_to_partner_build": (False, True),
    "hand_cards": ("one", "sum", "sums"),
}


def some_rules(preset: str, dice: Random) -> Rules:
    """Return the preset, with some house rules if they can be played together."""
    changed = {key: dice.choice(values) for key, values in HOUSE_RULES.items() if dice.random() < 0.25}
    try:
        return resolve_rules({"preset": preset, **changed})
    except InvalidRules:
        return resolve_rules(preset)


def some_positions(preset: str, dice: Random, limit: int) -> Iterator[Position]:
    rules = some_rules(preset, dice)
    seats, partners = dice.choice(seatings(rules))
    for number, step in enumerate(play_at_random(rules, preset, seats, partners, dice)):
        if number > limit:
            return
        if isinstance(step.command, Play) and step.before:
            yield perspective_of(step.before, step.command.seat).position()


def some_choice(position: Position, dice: Random) -> Choice:
    """Return any subset of the hand and the table, small ones most often, sometimes everything."""
    keys = [*position.table.loose, *(build_key(build.cards) for build in position.table.builds)]
    items = dice.choice([0, 1, 1, 2, 2, 3, 4, len(keys)])
    most = 1 if position.rules.matching.hand_cards == "one" else 3
    hand = dice.sample(position.hand, min(len(position.hand), dice.randint(0, most)))
    return Choice(frozenset(hand), frozenset(dice.sample(keys, min(items, len(keys)))))


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_every_selection_that_makes_no_move_gets_a_true_reason(preset: str) -> None:
    dice, told = Random(f"reasons {preset}"), 0
    for position in (each for _ in range(3) for each in some_positions(preset, dice, 25)):
        moves = legal_moves(position)
        for choice in (some_choice(position, dice) for _ in range(4)):
            view = move_options_view(position, moves, choice, ())
            if choice.empty or view.matching:
                continue
            assert not any(validate_move(position, move) is None for move in pseudo_legal_moves(position, choice))
            if not view.extending:
                told += 1
                check(view.hint, position, choice)
    assert told > 10


def check(sentence: str, position: Position, choice: Choice) -> None:
    """Check that the sentence is complete, names what is selected, and says nothing that is wrong."""
    assert sentence.endswith((".", ")")), sentence
    assert len(sentence) < 250, sentence
    assert "%(" not in sentence
    things = [*choice.hand, *choice.items]
    assert len(things) > 1 or "together" not in sentence, sentence
    assert names_something(sentence, position, choice), sentence
    held = [card for card in position.hand if card not in choice.hand]
    values = card_values(position.rules.matching)
    for other, value in re.findall(r"you hold no (other )?(?:card that counts )?(\d+)", sentence, re.IGNORECASE):
        among = held if other or choice.hand else position.hand
        assert not any(int(value) in values[card] for card in among), sentence
    for names, total in re.findall(r"^(.*) make (\d+),", sentence):
        if "build" not in names and "these" not in names.lower():
            cards = [
                card for card in values if re.search(rf"(?<!\w){re.escape(card_short(card))}", names, re.IGNORECASE)
            ]
            counted = [values[card] for card in cards if card in choice.hand or card in choice.items]
            assert any(each % int(total) == 0 for each in totals(counted)), (sentence, counted)
    if "and you hold none" in sentence and "counts" not in sentence:
        rank = {"jack": "J", "queen": "Q", "king": "K"}[re.findall(r"by a (\w+),", sentence)[0]]
        assert not any(card.rank == rank for card in position.hand), sentence
        assert_only_taken_by(rank, position, choice)
    if "take" in sentence and ("can’t take" in sentence or "No card in your hand" in sentence):
        assert_not_taken(position, choice)


def names_something(sentence: str, position: Position, choice: Choice) -> bool:
    """Return whether the sentence names a selected card or build, or their number."""
    text = sentence.lower()
    cards = [*choice.hand, *(card for card in position.table.loose if card in choice.items)]
    if any(card_short(card).lower() in text or card_name(card) in text for card in cards):
        return True
    return "the build of" in text or "build of several groups" in text or "these" in text or "your own build" in text


def assert_only_taken_by(rank: str, position: Position, choice: Choice) -> None:
    """Check that no card of another rank takes a selected face of this rank."""
    face = next(card for card in position.table.loose if card in choice.items and card.rank == rank)
    captures = Captures(position)
    mask = captures.items.mask((face,), ())
    pack = PACKS[position.rules.dealing.deck]
    assert not any(captures.may_take((card,), mask) for card in pack if card.rank != rank)


def assert_not_taken(position: Position, choice: Choice) -> None:
    """Check that neither the selected cards nor, without any, a single card in hand takes just these."""
    captures = Captures(position)
    builds = [build.cards for build in position.table.builds if build_key(build.cards) in choice.items]
    mask = captures.items.mask([card for card in position.table.loose if card in choice.items], builds)
    hands = [tuple(choice.hand)] if choice.hand else [(card,) for card in position.hand]
    assert mask
    assert not any(captures.may_take(hand, mask) for hand in hands)


# --- narrowing the legal moves by the chosen cards -------------------------------------------------------------------


ALL = [
    read_move(text)
    for text in ("9D", "9Dx5S,4H", "9Dx9S", "9Dx5S,4H,9S", "9D+9S=9", "9D+[4C5S]=9", "KD", "^5S 9D", "9Dx9S ^5S")
]


def narrowed(hand: str = "", items: str = "", pluck: Pluck | None = None, orange: bool = False) -> MatchingMoves:
    return filter_moves(ALL, Choice(frozenset(map(Card, hand.split())), frozenset(items.split()), pluck, orange))


def texts(found: tuple[Move, ...]) -> list[str]:
    return [write_move(move) for move in found]


def test_a_hand_card_alone_is_trailed_and_everything_else_needs_more() -> None:
    found = narrowed("9D")
    assert texts(found.matching) == ["9D"]
    assert texts(found.extending) == ["9Dx4H,5S,9S", "9Dx4H,5S", "9Dx9S", "9D+9S=9", "9D+[4C5S]=9"]


def test_what_can_be_added_is_known() -> None:
    assert narrowed("9D").items == {"5S", "4H", "9S", "[4C5S]"}
    assert narrowed("9D", "5S").items == {"4H", "9S"}
    assert narrowed(items="9S").hand == {"9D"}
    assert narrowed("9D", "5S").hand == frozenset()


def test_one_choice_of_cards_can_mean_several_things() -> None:
    assert texts(narrowed("9D", "9S").matching) == ["9Dx9S", "9D+9S=9"]


def test_a_build_is_chosen_whole() -> None:
    assert texts(narrowed("9D", "[4C5S]").matching) == ["9D+[4C5S]=9"]


def test_what_does_not_go_together_allows_nothing() -> None:
    assert narrowed("KD", "9S") == MatchingMoves((), (), frozenset(), frozenset())


def test_of_very_many_ways_some_are_shown_and_the_rest_counted() -> None:
    table = read_table("AH 2D 3C 4S 5H 6S 7S 8D")
    position = Position(resolve_rules("casino"), 1, read_cards("9S 9C"), table)
    moves = legal_moves(position)
    view = move_options_view(position, moves, Choice(frozenset({Card("9S")})), ())
    assert len(view.matching) == MAX_EXTENDING + 1  # and the trail
    hidden = len([move for move in moves if Card("9S") in choice_of(move).hand]) - len(view.matching)
    assert view.hint == f"There are {hidden} more options. Choose cards on the table to see them."


def test_without_a_chosen_pluck_nothing_is_plucked() -> None:
    assert not any("^" in text for text in texts(narrowed("9D").matching + narrowed("9D").extending))


def test_a_chosen_pluck_is_in_every_move() -> None:
    assert texts(narrowed("9D", pluck=Pluck(Card("5S"), before=True)).matching) == ["^5S 9D"]
    assert texts(narrowed("9D", "9S", Pluck(Card("5S"), before=False)).matching) == ["9Dx9S ^5S"]


def test_the_plucks_there_are() -> None:
    assert plucks(ALL) == (Pluck(Card("5S"), True), Pluck(Card("5S"), False))
    assert [pluck.key for pluck in plucks(ALL)] == ["5S-before", "5S-after"]


def test_with_an_orange_called_only_captures_are_left() -> None:
    found = narrowed("9D", orange=True)
    assert texts(found.matching) == []
    assert texts(found.extending) == ["9Dx4H,5S,9S!", "9Dx4H,5S!", "9Dx9S!"]


@pytest.mark.parametrize(
    ("move", "called"), [("9Dx9S", "9Dx9S!"), ("9Dx9S ^5S", "9Dx9S! ^5S"), ("9D", ""), ("9D+9S=9", ""), ("^5S 9D", "")]
)
def test_an_orange_is_called_on_captures_only(move: str, called: str) -> None:
    answer = calling_orange(read_move(move))
    assert (write_move(answer) if answer else "") == called


@pytest.mark.parametrize(
    ("move", "choice"),
    [
        ("9D", Choice(frozenset({Card("9D")}))),
        ("AC&2Hx3D", Choice(frozenset({Card("AC"), Card("2H")}), frozenset({"3D"}))),
        ("9D+[4C5S],9S=9", Choice(frozenset({Card("9D")}), frozenset({"9S", "[4C5S]"}))),
        ("9C;3D,5H=8", Choice(frozenset({Card("9C")}), frozenset({"3D", "5H"}))),
        ("^5S 9D", Choice(frozenset({Card("9D")}), pluck=Pluck(Card("5S"), before=True))),
        ("5Bx2Y,3R!", Choice(frozenset({Card("5B")}), frozenset({"2Y", "3R"}), orange=True)),
    ],
)
def test_what_must_be_chosen_for_a_move(move: str, choice: Choice) -> None:
    assert choice_of(read_move(move)) == choice
    found = filter_moves([read_move(move.rstrip("!"))], choice)
    assert texts(found.matching) == [write_move(read_move(move))]


def test_a_move_names_its_hand_card_where_none_is_chosen() -> None:
    position = Position(resolve_rules("casino"), 1, read_cards("7S 7C"), read_table("7D"))
    moves, no_hand = legal_moves(position), Choice(frozenset(), frozenset({"7D"}))
    labels = {button.short for button in move_options_view(position, moves, no_hand, ()).extending}
    assert {"Take 7♦ with 7♠", "Take 7♦ with 7♣"} <= labels
    with_one = move_options_view(position, moves, Choice(frozenset({Card("7S")}), frozenset({"7D"})), ())
    assert "Take 7♦" in [button.short for button in with_one.matching]
