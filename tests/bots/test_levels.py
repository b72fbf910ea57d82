"""The levels on offer: their knowledge, and their judgment of a position."""

import gc
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from games.bots import DEFAULT_LEVEL, LEVELS, MASTER, NAMES
from games.bots.announcements import announcement
from games.bots.bitboard import BitTable
from games.bots.hidden_hands import sample_determinizations
from games.bots.master import Master
from games.bots.move_ordering import MoveOrdering
from games.bots.simulation import Simulator
from games.bots.solver import Solver
from games.bots.strong import SampledSearch
from games.domain.commands import CallOrange, Claim, Play
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, MakeBuild, PluckAndPlay, TableBuild, Trail
from games.domain.notation import write_move
from games.domain.perspective import SPECTATOR, perspective_of
from games.domain.presets import PRESETS, resolve_rules
from games.domain.state import GameState, LastPlay, RoundState
from games.domain.winning import has_reached_target
from games.presenters.table_settings import LEVELS as LEVEL_WORDS
from tests.bots.players import HASTY, QUICK
from tests.bots.test_solver import lasts
from tests.games.test_bots import dealt, sight_of, with_hidden_cards_shuffled
from tests.property.random_games import Step, play_at_random, some_game


def test_the_levels_are_known_by_name_and_one_is_the_default() -> None:
    assert list(LEVELS) == list(NAMES) == list(LEVEL_WORDS)
    assert DEFAULT_LEVEL in LEVELS


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_with_all_its_time_sees_no_hidden_card(level: str) -> None:
    state = dealt(resolve_rules("casino-sweeps"))
    seat = state.turn
    other = with_hidden_cards_shuffled(state, seat, Random(4))
    chosen = {str(LEVELS[level].choose(perspective_of(each, seat), Random(9))) for each in (state, other)}
    assert len(chosen) == 1


@pytest.mark.parametrize("level", ["steady", "strong", "master"])
def test_what_a_level_has_imagined_is_gone_without_the_garbage_collector(level: str) -> None:
    """Tables take much memory, and waiting for the collector would hold up the next player."""
    perspective = sight_of("casino-sweeps", "9S 4H 2D KC", "5H 4S 2C AD")
    gc.collect()
    gc.disable()
    try:
        LEVELS[level].choose(perspective, Random(9))
        assert not [each for each in gc.get_objects() if isinstance(each, BitTable)]
    finally:
        gc.enable()


@pytest.mark.parametrize("preset", ["casino-sweeps", "dominican-partner", "tuxedo", "pluck", "draw", "hungarian"])
def test_in_the_middle_of_a_round_hidden_cards_change_nothing(preset: str) -> None:
    middle = [step.before for step in some_game(preset, Random(6), 60) if isinstance(step.command, Play)][9:22:4]
    for state in middle:
        assert state
        assert state.round
        seat = state.round.turn
        other = with_hidden_cards_shuffled(state, seat, Random(4))
        assert other.round
        assert other != state
        own = state.round.hands[seat - 1]
        assert other.round._replace(hands=state.round.hands, stock=state.round.stock) == state.round
        assert other.round.hands[seat - 1] == own
        for name, level in QUICK.items():
            chosen = [level.choose(perspective_of(each, seat), Random(9)) for each in (state, other)]
            assert chosen[0] == chosen[1], name


@pytest.mark.parametrize("level", ["steady", "strong", "master"])
@pytest.mark.parametrize(
    ("hand", "table", "move"),
    [
        ("TS 3C 8D", "TD KC QC", "TSxTD"),  # big casino
        ("9S 9D 4S", "5S 9H KC", "4S+5S,9H=9"),  # the nines that are held take it
        ("8H 2C", "8D", "8Hx8D"),  # a sweep
    ],
)
def test_the_better_levels_see_what_is_good(level: str, hand: str, table: str, move: str) -> None:
    decision = LEVELS[level].choose(sight_of("casino-sweeps", hand, table), Random(1))
    assert isinstance(decision, Trail | Capture | MakeBuild | TableBuild | PluckAndPlay)
    assert write_move(decision) == move


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_claims_what_it_has_won(level: str) -> None:
    state = dealt(resolve_rules({"preset": "casino", "claims": "wins_or_loses"}))
    seat = state.turn
    totals = tuple(21 if side == seat - 1 else 0 for side in range(2))
    assert LEVELS[level].choose(perspective_of(state._replace(totals=totals), seat), Random(1)) == Claim(seat)


def test_of_moves_that_are_exactly_as_good_the_master_makes_the_one_that_takes_most() -> None:
    different = 0
    for seed in range(12):
        state = lasts("casino", seed, cards=2)
        perspective = perspective_of(state, state.turn)
        simulator = Simulator(perspective)
        known = simulator.from_determinization(next(sample_determinizations(perspective, Random(1))))
        ordering = MoveOrdering(simulator)
        gains = {move: ordering.immediate_gain(move, known.table) for _, move in Solver(simulator, 6000).best(known)}
        different += len(set(gains.values())) > 1
        decision = Master(HASTY, exact_nodes=6000).best_move(perspective, Random(1))
        assert gains[decision] == max(gains.values())
    assert different


@pytest.mark.parametrize(
    ("hand", "table", "stops_early"),
    [
        ("TS 3C 8D", "TD KC QC", True),  # big casino
        ("9S 4H 2D KC", "5H 4S 2C AD", False),  # builds of nine
    ],
)
def test_only_a_close_choice_takes_all_the_work(hand: str, table: str, stops_early: bool) -> None:
    search = SampledSearch(Simulator(sight_of("casino-sweeps", hand, table)), MASTER._replace(work=30_000))
    search.best(Random(1))
    assert (search.search.work < 15_000) == stops_early


def test_the_master_plays_on_where_the_end_is_too_hard_to_solve() -> None:
    state = lasts("casino", 3, cards=4)
    perspective = perspective_of(state, state.turn)
    decision = Master(HASTY, exact_nodes=0).choose(perspective, Random(1))
    assert decision in legal_moves(perspective.position())


# --- claims and calls of a computer player ---------------------------------------------------------------------------


CLAIMING = [preset for preset in PRESETS if resolve_rules(preset).winning.claims != "no"]
CALLING = [preset for preset in PRESETS if resolve_rules(preset).specials.orange]


def moments(steps: Iterable[Step]) -> Iterator[tuple[GameState, RoundState, int]]:
    """Yield every seat at every moment of a round that is on."""
    for state in (step.after for step in steps):
        for seat in range(1, state.seats + 1) if not state.result else ():
            if state.round:
                yield state, state.round, seat


@pytest.mark.parametrize("preset", CLAIMING)
@pytest.mark.parametrize("target", [5, 9])
def test_it_claims_exactly_when_its_side_has_reached_the_target(preset: str, target: int) -> None:
    said = set()
    rules = resolve_rules({"preset": preset, "target": target})
    for state, now, seat in moments(play_at_random(rules, preset, 2, False, Random(target))):
        due = has_reached_target(state, now, state.side_of(seat)) and seat not in now.claim_blocked
        assert announcement(perspective_of(state, seat)) == (Claim(seat) if due else None)
        said.add(due)
    assert False in said


def test_partners_claim_what_their_side_has() -> None:
    for state, now, seat in moments(play_at_random(resolve_rules(CLAIMING[0]), "", 4, True, Random(6))):
        due = has_reached_target(state, now, state.side_of(seat)) and seat not in now.claim_blocked
        assert (announcement(perspective_of(state, seat)) is not None) == due


@pytest.mark.parametrize("preset", CALLING)
def test_it_calls_the_oranges_that_others_missed_and_no_other(preset: str) -> None:
    called = 0
    for state, now, seat in moments(some_game(preset, Random(4))):
        play = now.last_play
        missed = bool(play and play.orange and not play.called and play.seat != seat)
        assert announcement(perspective_of(state, seat)) == (CallOrange(seat) if missed else None)
        called += missed
    assert called


def test_who_only_looks_on_says_nothing() -> None:
    for step in some_game(CALLING[0], Random(3)):
        assert announcement(perspective_of(step.after, SPECTATOR)) is None


def test_nothing_is_said_twice() -> None:
    for step in some_game(CALLING[0], Random(4)):
        if step.after.round and step.after.round.turn and not step.after.result:
            now = step.after.round._replace(last_play=LastPlay(1, orange=True, called=True))
            assert announcement(perspective_of(step.after._replace(round=now), 2)) is None
