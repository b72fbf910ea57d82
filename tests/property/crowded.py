"""Rules and tables as hard as accepted rules can make them, and the questions that a server answers about them."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

from games.domain.cards import PACKS, Card
from games.domain.commands import OpenGame, Play
from games.domain.move_generation import legal_moves
from games.domain.move_validation import left_behind, validate_move
from games.domain.moves import Capture, MakeBuild, TableBuild, Trail
from games.domain.perspective import perspective_of
from games.domain.position import Position
from games.domain.presets import resolve_rules
from games.domain.rounds import tablanette_points
from games.domain.rules import InvalidRules, Rules
from games.domain.rules_validation import MAX_VALUED, MAX_VALUES, max_hand
from games.domain.state import GameState
from games.domain.table import Build, Table, make_build
from games.domain.values import card_values
from tests.property.random_games import accept, shuffled

CHOICES: dict[str, list[Any]] = {
    "ace_values": [[1], [1, 14], [1, 11]],
    "face_values": ["none", "royal", "tablanette", "tablic"],
    "hand_cards": ["one", "one", "sum", "sums", "pair"],
    "single_build_in_sums": ["no", "opponents", "anyone"],
    "matching": ["optional", "optional", "all", "some", "faces", "all_numerals"],
    "owner": ["added", "valued"],
    "build_rights": ["open", "owner"],
    "duty": ["no_trail", "take_or_add", "take_add_or_build", "free"],
}
SWITCHES = (
    *("building", "extra_groups", "face_builds", "raise_own", "raise_with_table_cards", "table_only_builds"),
    *("one_build_per_value", "absorb_equal", "tablanette", "pluck", "table_additions", "steal"),
    *("match_builds", "one_sum", "join_builds"),
)
"""The options on which the cost of a move depends: those with these values, and those that are on or off."""


class Question(NamedTuple):
    """A question about a position, and the function that answers it."""

    name: str
    answer: Callable[[], object]


def hard_rules(dice: Random) -> Rules:
    """Return rules that section 10 just allows: many values for many cards, long hands, every kind of build."""
    while True:
        options: dict[str, Any] = {key: dice.choice(values) for key, values in CHOICES.items()}
        options |= {key: dice.random() < 0.5 for key in SWITCHES}
        options["seats"] = [2]
        cards = dice.sample(PACKS["standard"], dice.randint(0, MAX_VALUED))
        same = _values(dice)
        options["extra_values"] = {card: dice.choice([[1], same, _values(dice)]) for card in cards}
        if options["face_values"] != "none":
            ranks = dice.sample("A23456789TJQK", dice.randint(0, MAX_VALUED))
            options["hand_values"] = {rank: _values(dice) for rank in ranks}
        if dice.random() < 0.5:
            options["deals"] = {"2": [4, 24] if options["hand_cards"] == "one" else [4, 8, 8, 8]}
        try:
            return resolve_rules(options)
        except InvalidRules:  # a combination that is refused: others are tried
            continue


def _values(dice: Random) -> list[int]:
    return sorted(dice.sample(range(1, 21), dice.randint(1, MAX_VALUES)))


def hard_position(dice: Random) -> Position:
    """Return a position with dozens of cards on the table, now and then the lowest ones."""
    rules = hard_rules(dice)
    values, cards = card_values(rules.matching), list(PACKS[rules.dealing.deck])
    dice.shuffle(cards)
    if dice.random() < 0.4:
        spread = dice.choice([0, 3, 20])
        cards.sort(key=lambda card: min(values[card], default=99) + dice.random() * spread)
    size = dice.randint(1, max_hand(rules))
    table, hand = cards[:-size][: dice.randint(20, 52)], cards[-size:]
    builds = tuple(_builds(table, rules, dice)) if rules.building.building else ()
    return Position(rules, 1, tuple(hand), Table(tuple(table), builds))


def _builds(table: list[Card], rules: Rules, dice: Random) -> Iterator[Build]:
    """Yield builds of pairs of cards, which leave the table for them."""
    values = card_values(rules.matching)
    for _ in range(dice.choice([0, 0, 3, 8])):
        pair = table[-2:]
        if len(pair) == 2 and all(values[card] for card in pair):
            del table[-2:]
            yield make_build([pair], sum(values[card][0] for card in pair), dice.choice([0, 1, 2]))


def hard_state(dice: Random) -> GameState:
    """Return a state in a round of hard rules, in which cards have been trailed as long as possible."""
    rules, loose = hard_rules(dice), dice.choice([16, 24, 32, 40])
    state = accept(None, OpenGame(rules, "", 2, False, 1)).after
    state = most = accept(state, shuffled(rules, dice)).after
    while state.round is not None and state.round.number == 1 and len(state.round.table.cards) < loose:
        most = state
        moves = legal_moves(perspective_of(state, state.round.turn).position())
        trails = [move for move in moves if isinstance(move, Trail)]
        state = accept(state, Play(state.round.turn, (trails or moves)[0])).after
    return most


def questions(position: Position) -> Iterator[Question]:
    """Yield what a server asks of the engine: the list of moves, and for some moves whether they are legal."""
    loose, hand, rules = position.table.loose, position.hand, position.rules
    builds = tuple(build.cards for build in position.table.builds)
    yield Question("legal moves", partial(legal_moves, position))
    for played in {hand[:1], hand[:2], hand}:
        for taken in {loose, loose[1:], loose[: len(loose) // 2]}:
            for whole in {(), builds}:
                capture = Capture(tuple(sorted(played)), taken, whole)
                text = f"{len(played)} take {len(taken)} and {len(whole)} builds"
                yield Question(f"may {text}", partial(validate_move, position, capture))
                yield Question(f"left when {text}", partial(left_behind, position, capture))
                yield Question(f"points when {text}", partial(tablanette_points, position, capture))
    for value in {value for card in hand[1:3] for value in card_values(rules.matching)[card]}:
        build, laid = MakeBuild(hand[0], loose, (), value), TableBuild(hand[0], loose, value)
        yield Question(f"may build {value}", partial(validate_move, position, build))
        yield Question(f"may lay {value}", partial(validate_move, position, laid))
    yield Question("may trail", partial(validate_move, position, Trail(hand[0])))
    yield Question("left when trailing", partial(left_behind, position, Trail(hand[0])))
