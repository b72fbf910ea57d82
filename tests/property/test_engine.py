"""Invariants of every game, under any rules: cards are conserved, folding is replaying, every text reads back."""

import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.bots import LEVELS
from games.domain import events
from games.domain.cards import FACES, PACKS, Card
from games.domain.codec import decode, decode_state, encode, encode_state
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.evolve import fold
from games.domain.json_api import handle_request, outcome
from games.domain.move_generation import legal_moves
from games.domain.move_validation import validate_move
from games.domain.moves import Capture, MakeBuild, Move, TableBuild, Trail
from games.domain.notation import read_move, read_table, write_move, write_table
from games.domain.options import OPTIONS
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.record import write_record
from games.domain.refusal import Refusal, explain
from games.domain.rules import InvalidRules, Rules
from games.domain.rules_validation import seating_error, seatings
from games.domain.scoring import category_points, majorities_worth, most_winners
from games.domain.state import GameState
from games.domain.subset_sum import (
    MAX_PLAYED,
    Steps,
    Values,
    common_group_totals,
    disjoint_pairs,
    disjoint_unions,
    groups_by_sum,
    most_groups,
    partition_by_sum,
    reachable_mask,
)
from tests.domain.test_rule_10_options import OPTIONS as SOME_VALUES
from tests.domain.test_subset_sum import ONES, UNEVEN
from tests.examples import examples, exhaustive, some
from tests.property.crowded import hard_position, hard_state, questions
from tests.property.random_games import ALL_PRESETS, Step, play_at_random, some_game


@pytest.fixture(scope="module", params=some(ALL_PRESETS))
def games(request: pytest.FixtureRequest) -> list[list[Step]]:
    """Random games of a preset, played once for all these tests."""
    return [some_game(request.param, Random(f"{request.param} {number}")) for number in range(4)]


def steps_of(games: list[list[Step]], limit: int | None = None) -> Iterator[Step]:
    """Yield the steps of all the games, or the first ones of each."""
    for steps in games:
        yield from steps[:limit]


def cards_of(state: GameState) -> Counter[Card]:
    """Return every card of the round, wherever it is."""
    now = state.round
    assert now is not None
    if now.seat_piles:
        assert Counter(card for pile in now.seat_piles for card in pile) == Counter(c for p in now.piles for c in p)
    return Counter(
        [*now.stock, *now.table.cards, *(c for hand in now.hands for c in hand), *(c for p in now.piles for c in p)]
    )


def test_no_card_is_ever_lost_or_doubled(games: list[list[Step]]) -> None:
    for step in steps_of(games):
        if step.after.round is not None:
            lost = events.RemainingCardsAwarded(None) in step.events
            assert lost or cards_of(step.after) == Counter(PACKS[step.after.rules.dealing.deck])


def test_folding_the_log_from_its_start_or_a_snapshot_gives_the_same_state(games: list[list[Step]]) -> None:
    for steps in games:
        log = [event for step in steps for event in step.events]
        assert fold(log) == steps[-1].after
        middle = steps[len(steps) // 2]
        tail = [event for step in steps[len(steps) // 2 + 1 :] for event in step.events]
        assert fold(tail, decode_state(encode_state(middle.after))) == steps[-1].after


def test_every_event_reads_back_from_its_record(games: list[list[Step]]) -> None:
    for step in steps_of(games):
        for event in step.events:
            assert decode(*encode(event)) == event


def test_every_move_and_table_reads_back_from_its_text(games: list[list[Step]]) -> None:
    for step in steps_of(games):
        if isinstance(step.command, Play):
            assert read_move(write_move(step.command.move)) == step.command.move
        if step.after.round is not None:
            table = step.after.round.table
            assert write_table(read_table(write_table(table))) == write_table(table)


def test_a_record_imports_to_the_same_state(games: list[list[Step]]) -> None:
    for steps in games:
        text = write_record(event for step in steps for event in step.events)
        replay = handle_request({"op": "record", "text": text})["replay"]
        assert handle_request(replay) == outcome(steps[-1].after)


def neighbours(step: Step, dice: Random) -> list[Move]:
    """Moves like the one that was played, legal or not: other cards, other items, other values."""
    assert isinstance(step.command, Play)
    assert step.before is not None
    assert step.before.round is not None
    now = step.before.round
    card = dice.choice(now.hands[step.command.seat - 1])
    loose = tuple(sorted(dice.sample(now.table.loose, dice.randint(0, len(now.table.loose)))))
    builds = tuple(build.cards for build in now.table.builds if dice.random() < 0.5)
    value = dice.choice([*range(1, 15), *FACES])
    return [
        Trail(card),
        Capture((card,), loose, builds),
        MakeBuild(card, loose, builds, value),
        TableBuild(card, loose, value),
    ]


def listed(move: Move, moves: list[Move]) -> bool:
    return write_move(move) in set(map(write_move, moves))


def test_a_move_is_listed_exactly_when_it_is_accepted(games: list[list[Step]]) -> None:
    dice = Random("neighbors")
    for step in steps_of(games, 60):
        if not isinstance(step.command, Play) or step.before is None:
            continue
        position = perspective_of(step.before, step.command.seat).position()
        moves = legal_moves(position)
        assert all(validate_move(position, move) is None for move in moves)
        for move in neighbours(step, dice):
            refused = validate_move(position, move)
            assert listed(move, moves) == (refused is None), (write_move(move), refused)
            assert refused is None or (refused.code and refused.rule and explain(refused))


def test_what_is_decided_does_not_depend_on_the_games_name(games: list[list[Step]]) -> None:
    for step in steps_of(games, 40):
        if step.before is not None:
            renamed = step.before._replace(preset="a game of another name")
            assert decide(renamed, step.command) == step.events


def test_the_points_of_a_round_add_up_to_what_there_is_less_what_is_tied(games: list[list[Step]]) -> None:
    for step in steps_of(games):
        scored = next((event for event in step.events if isinstance(event, events.RoundScored)), None)
        if scored is None or step.after.rules.winning.ending == "clear_table":
            continue
        state = fold(step.events[: step.events.index(scored)], step.before)
        assert state.round is not None
        assert_adds_up(state, state.round.piles)


def assert_adds_up(state: GameState, piles: tuple[tuple[Card, ...], ...]) -> None:
    scoring, pack = state.rules.scoring, PACKS[state.rules.dealing.deck]
    assert state.round is not None
    others: tuple[tuple[Card, ...], ...] = ((),) * (len(piles) - 1)
    everything = sum(category_points(scoring, (pack, *others), 0)[0].values())
    sheet = category_points(scoring, piles, state.round.last_capture)
    scored = sum(sum(side.values()) for side in sheet)
    worth = majorities_worth(scoring, len(piles))
    tied = [key for key, winner in most_winners(scoring, piles).items() if winner is None]
    lost = sum(worth.get(key, 0) - sum(side.get(key, 0) for side in sheet) for key in tied)
    split_fours = 0
    if scoring.fours_of_a_kind is not None:
        held = [
            all(sum(card.rank == rank for card in pile) < 4 for pile in piles) for rank in scoring.fours_of_a_kind.ranks
        ]
        split_fours = sum(held) * scoring.fours_of_a_kind.points
    assert scored == everything - lost - split_fours


def test_a_refused_command_leads_to_no_facts(games: list[list[Step]]) -> None:
    for step in steps_of(games, 20):
        if isinstance(step.command, Play) and step.before is not None:
            other = step.command.seat % step.before.seats + 1
            refused = decide(step.before, Play(other, step.command.move))
            assert isinstance(refused, Refusal)
            assert refused.code == "turn"


# --- whatever the accepted rules and the table, the engine answers every question with bounded work and memory -------


MAX_WORK = 1_000_000
"""Maximum number of calls and rounds of loops for one answer: about a tenth of a second."""

MAX_TURN = 40_000_000
"""The same for the turn of a computer: a few seconds for the strongest."""

MAX_MEMORY = 20_000_000
"""Maximum number of bytes in use at once for one answer."""


def work_of(answer: Callable[[], object]) -> int:
    """Return the number of calls of Python functions and of rounds of loops in it."""
    monitoring, count = sys.monitoring, 0

    def add(*_args: object) -> None:
        nonlocal count
        count += 1

    kinds = (monitoring.events.PY_START, monitoring.events.PY_RESUME, monitoring.events.JUMP)
    monitoring.use_tool_id(monitoring.OPTIMIZER_ID, "work")
    try:
        for kind in kinds:
            monitoring.register_callback(monitoring.OPTIMIZER_ID, kind, add)
        monitoring.set_events(monitoring.OPTIMIZER_ID, sum(kinds))
        answer()
    finally:
        monitoring.set_events(monitoring.OPTIMIZER_ID, 0)
        monitoring.free_tool_id(monitoring.OPTIMIZER_ID)
    return count


def memory_of(answer: Callable[[], object]) -> int:
    """Return the bytes in use at once for it."""
    tracemalloc.start()
    try:
        answer()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_measure_of_work_counts_calls_and_rounds() -> None:
    assert work_of(lambda: [abs(number) for number in range(1000)]) in range(1000, 1010)
    assert work_of(lambda: sum(abs(number) for number in range(1000))) > 2000


@exhaustive
@examples(3)
@example(seed=7232)  # the slowest of 700
@example(seed=7121)
@example(seed=7387)
@given(seed=st.integers(0, 1 << 32))
def test_every_question_about_a_crowded_table_is_answered_with_bounded_work(seed: int) -> None:
    for question in questions(hard_position(Random(seed))):
        assert work_of(question.answer) < MAX_WORK, question.name
        assert memory_of(question.answer) < MAX_MEMORY, question.name


@pytest.mark.parametrize("level", some(LEVELS))
def test_a_computers_turn_at_a_crowded_table_is_bounded(level: str) -> None:
    state = hard_state(Random(58))  # the slowest of 58
    assert state.round is not None
    perspective = perspective_of(state, state.round.turn)
    assert work_of(lambda: LEVELS[level].choose(perspective, Random(1))) < MAX_TURN


FLEXIBLE = [(1, 2, 3, 4)] * 52


@pytest.mark.parametrize("things", [ONES, FLEXIBLE, UNEVEN], ids=["ones", "flexible", "uneven"])
@pytest.mark.parametrize("target", [13, 20, 160])
def test_every_search_is_bounded_whoever_asks(things: list[Values], target: int) -> None:
    groups = groups_by_sum(things, target)[target]
    searches: list[Callable[[], object]] = [
        lambda: groups_by_sum(things, target),
        lambda: disjoint_unions(groups),
        lambda: disjoint_pairs(groups, groups, Steps()),
        lambda: reachable_mask(min(groups, default=1), groups),
        lambda: partition_by_sum(things, target),
        lambda: most_groups(things, target),
        lambda: common_group_totals(tuple(things[:MAX_PLAYED])),
        lambda: common_group_totals(tuple(things)),
    ]
    for search in searches:
        assert work_of(search) < MAX_WORK
        assert memory_of(search) < MAX_MEMORY


# --- random house rules over all options -----------------------------------------------------------------------------


MAX_ROUNDS = 60
dice = st.integers(0, 2**32).map(Random)

NUMBERS: dict[str, list[Any]] = {
    "most_cards": [1, 3],
    "most_spades": [0, 2],
    "most_diamonds": [0, 2],
    "sweep": [0, 1, 10],
    "first_play_sweep": [None, 0, 3],
    "sweep_ceiling": [None, 3],
    "target": [4, 11],
    "rounds": [None, 2],
    "last_capture": [0, 1],
    "card_points": [{}, {"2C": 1, "9": 2}],
    "hand_values": [{}, {"A": [14], "2": [9, 12]}],
    "deals": [None, None, None, {"2": [0, 10, 10], "3": [1, 13], "4": [0, 10]}, {"2": [4, 12, 12], "4": [4, 3, 9]}],
}
"""Values of options that are tried more often than others, or in other combinations."""


def choices(key: str) -> list[Any]:
    """Return some values of an option: those above, all there are, or those that section 10 tries. None come from the
    presets, so that a new one leaves all games as they were."""
    return NUMBERS.get(key) or list(OPTIONS[key].choices or SOME_VALUES[key])


def random_rules(dice: Random, preset: str) -> Rules:
    """Return the preset with up to a dozen other options, one by one as far as they go together."""
    changed: dict[str, Any] = {"target": 4} if dice.random() < 0.5 else {}
    rules = resolve_rules(preset)
    for key in dice.sample(sorted(OPTIONS), 30):
        value = dice.choice(choices(key))
        try:
            rules = resolve_rules({"preset": preset, **changed, key: value})
        except InvalidRules:
            continue
        changed[key] = value
    return rules


def played(rules: Rules, dice: Random) -> list[Step]:
    """Return the steps of a whole game, or of its first rounds where no one is to win it."""
    companies = [company for company in seatings(rules) if seating_error(rules, *company) is None]
    steps = []
    for step in play_at_random(rules, "", *dice.choice(companies), dice):
        steps.append(step)
        if step.after.latest_round > MAX_ROUNDS:
            break
    return steps


@pytest.mark.parametrize("preset", ALL_PRESETS)
@examples(6)
@given(dice=dice)
def test_games_under_any_house_rules_end_with_all_cards(preset: str, dice: Random) -> None:
    rules = random_rules(dice, preset)
    steps = played(rules, dice)
    for step in steps:
        if step.after.round is not None and events.RemainingCardsAwarded(None) not in step.events:
            assert cards_of(step.after) == Counter(PACKS[rules.dealing.deck])
    last = steps[-1].after
    assert last.result is not None or last.latest_round > MAX_ROUNDS
    log = [event for step in steps for event in step.events]
    assert fold(decode(*encode(event)) for event in log) == last
    replay = handle_request({"op": "record", "text": write_record(log)})["replay"]
    assert handle_request(replay) == outcome(last)
