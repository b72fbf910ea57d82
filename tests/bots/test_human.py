"""The levels that err as people do: they overlook the harder things more often, and nothing they do is absurd."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from games.bots import LEVELS
from games.bots.card_worth import mask_of
from games.bots.evaluation import WIN_VALUE, Evaluator
from games.bots.human import PROFILES, Oversights, parts
from games.bots.one_ply import OnePly
from games.bots.search import Search
from games.bots.simulation import Simulator
from games.bots.stealing import Stealing, stacks_of
from games.domain.cards import Card
from games.domain.evolve import round_of
from games.domain.moves import AddAndPlay, Capture, MakeBuild, PluckAndPlay, TableBuild, Trail
from games.domain.notation import read_cards, read_move, read_table, write_move
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from tests.games.test_bots import dealt, sight_of

TURNS = 200


def chosen(level: str, hand: str, table: str, preset: str = "casino-sweeps") -> Counter[str]:
    """Return the level's moves in this position, by their text, over many turns."""
    perspective, moves = sight_of(preset, hand, table), Counter[str]()
    for turn in range(TURNS):
        decision = LEVELS[level].choose(perspective, Random(turn))
        assert isinstance(decision, Trail | Capture | MakeBuild | TableBuild | AddAndPlay | PluckAndPlay)
        moves[write_move(decision)] += 1
    return moves


@pytest.mark.parametrize(
    ("preset", "move", "kinds"),
    [
        ("casino", "9C", []),
        ("casino", "9Cx9H", ["pair"]),
        ("casino", "9Cx9H,9S", ["pair", "pair", "several_groups"]),
        ("casino", "9Cx5H,4S", ["sum_of_two"]),
        ("casino", "9Cx4H,3S,2C", ["longer_sum"]),
        ("casino", "9Cx9H,5H,4S", ["pair", "sum_of_two", "several_groups"]),
        ("casino", "9Cx5H,4S,6C,3D", ["longer_sum", "several_groups"]),
        ("casino", "9Cx[4C5H]", ["build"]),
        ("casino", "4C+5H=9", ["simple_build"]),
        ("casino", "4C+5H,9S=9", ["larger_build"]),
        ("callabra", "JCx5H,9H,2C", ["longer_sum"]),
        ("tablanette", "JCx5H,9H,2C", []),  # a jack takes everything: nothing to add up
    ],
)
def test_each_part_of_a_move_is_a_thing_to_see(preset: str, move: str, kinds: list[str]) -> None:
    assert [kind for kind, *_ in parts(read_move(move), resolve_rules(preset))] == kinds


def test_a_beginner_overlooks_sums_more_often_than_pairs_and_longer_sums_most() -> None:
    missed = [chosen("beginner", f"{card} KC", table)["KC"] for card, table in MISSABLE]
    pair, sum_of_two, longer_sum = (count / TURNS for count in missed)
    assert 0.05 <= pair <= 0.25
    assert pair + 0.1 < sum_of_two < longer_sum


MISSABLE = (("9C", "9H QD"), ("9C", "5H 4D QD"), ("9C", "4H 3D 2D QD"))


@pytest.mark.parametrize("level", ["casual", "careful", "steady"])
def test_an_adult_leaves_no_pair(level: str) -> None:
    assert set(chosen(level, "9C KC", "9H QD")) == {"9Cx9H"}


def test_a_beginner_makes_no_build_of_four_cards_but_now_and_then_a_simple_one() -> None:
    assert not [move for move in chosen("beginner", "9C KS 4C", "5H QD 3S 2H 4D") if "=" in move and move != "4C+5H=9"]
    assert any("=" in move for move in chosen("beginner", "9C 4C 2H", "5H QD"))


def test_all_oversights_grow_from_level_to_level() -> None:
    profiles = list(PROFILES.values())
    for weaker, better in pairwise(profiles):
        assert all(getattr(weaker.oversights, name) >= getattr(better.oversights, name) for name in Oversights._fields)
        assert weaker.memory < better.memory
        assert weaker.misjudgment > better.misjudgment


def test_in_the_last_deal_it_hurries() -> None:
    perspective = sight_of("casino-sweeps", "9C KC", "5H 4D QD")
    assert perspective.round
    last = perspective._replace(round=perspective.round._replace(last_deal=True))
    missed = [
        sum(write_move(LEVELS["easy"].choose(view, Random(turn))) == "KC" for turn in range(TURNS))  # type: ignore[arg-type]
        for view in (perspective, last)
    ]
    assert missed[0] < missed[1]


def test_forgotten_cards_are_only_imagined_the_view_stays_as_it_is() -> None:
    perspective = sight_of("casino", "TS 9C", "TD 9S 9H KC")
    before = perspective
    LEVELS["beginner"].choose(perspective, Random(1))
    assert perspective == before


# --- computer players count on what can be stolen from the tops of piles (15.3) --------------------------------------


def sight(hand: str, other: str, table: str, *piles: str) -> Perspective:
    """Return what seat 1 sees, to play, with these hands and these piles (bottom first)."""
    state = dealt(resolve_rules("south-african"))
    held = tuple(map(read_cards, piles))
    now = round_of(state)._replace(
        turn=1,
        hands=(read_cards(hand), read_cards(other)),
        piles=held,
        seat_piles=held,
        table=read_table(table),
        stock=(),
    )
    return perspective_of(state._replace(round=now), 1)


def test_a_top_card_is_stolen_beside_its_equal_only() -> None:
    one_ply = OnePly(Simulator(sight("AS 3S 8S", "2C 4H 5H", "AD 3D 5S [4C+4S=8@1]", "", "7C AC")))
    stealing, stacks = one_ply.threats.best_reply.stealing, stacks_of((read_cards(""), read_cards("7C AC")))
    table, ace = one_ply.move_table.from_table(one_ply.state.table), mask_of([Card("AC")])
    assert stealing.in_reach(stacks, 1, mask_of(read_cards("AS 3S"))) == ace
    assert stealing.in_reach(stacks, 1, mask_of(read_cards("3S"))) == 0
    assert stealing.in_reach(stacks, 2, mask_of(read_cards("AS 3S"))) == 0  # one's own pile
    played = mask_of(read_cards("AS"))
    assert stealing.stolen(table, played, mask_of(read_cards("AS AD")), ace) == ace
    assert stealing.stolen(table, played, mask_of(read_cards("AS 5S")), ace) == 0
    eight = mask_of([Card("8C")])
    assert stealing.stolen(table, mask_of(read_cards("8S")), mask_of(read_cards("8S 4C 4S")), eight) == eight


def test_after_a_capture_the_played_card_lies_on_top_of_low_ones_on_high_ones() -> None:
    stacks = stacks_of((read_cards("TS"), read_cards("7C AC")))
    played, taken = mask_of(read_cards("AS")), mask_of(read_cards("AS AD 9H AC"))
    mine, other = Stealing.after_capture(stacks, 1, played, taken)
    assert other == stacks_of((read_cards("7C"),))[0]
    assert mine == stacks_of((read_cards("TS 9H AC AD AS"),))[0]


@pytest.mark.parametrize(("pile", "more"), [("9C 7C AH", True), ("AH 9C 7C", False)])
def test_a_capture_is_worth_more_with_an_ace_that_it_steals(pile: str, more: bool) -> None:
    one_ply = OnePly(Simulator(sight("AS 3S", "2C 4H", "AD", "", pile)))
    best, bit_table = one_ply.threats.best_reply, one_ply.move_table.from_table(read_table("AD"))
    stacks = stacks_of((read_cards(""), read_cards(pile)))
    hand = mask_of(read_cards("AS"))
    assert (best.by_hand(bit_table, (0, 0), 1, hand, stacks) > best.by_hand(bit_table, (0, 0), 1, hand)) == more


@pytest.mark.parametrize(("top", "lost"), [("AH", 2), ("7C", 0)])
def test_the_search_sees_that_an_ace_on_top_is_stolen(top: str, lost: int) -> None:
    """Seat 2 takes AD with AC in any case, and with it AH where it lies on top of seat 1's pile."""
    simulator = Simulator(sight("4D 9H", "AC", "AD", "2S TH 6H 6D 6C " + ("7C AH" if top == "AH" else "AH 7C"), "3C"))
    search = Search(simulator, (4, 4, 4, 4))
    state = simulator.current_state((read_cards("9H"), read_cards("AC")))._replace(turn=2)
    kept = state._replace(seat_piles=())
    assert search.value(kept) - search.value(state) == pytest.approx(lost, abs=0.5)


def test_the_danger_of_a_turn_is_greater_with_an_ace_on_top() -> None:
    one_ply = OnePly(Simulator(sight("5D AC", "AH 8H", "AD 5C", "", "3C")))
    after = one_ply.simulator.next_state(one_ply.state, read_move("5Dx5C"))
    with_ace = after._replace(seat_piles=(read_cards("5C 5D AS"), read_cards("3C")))
    assert one_ply.danger(with_ace) > one_ply.danger(after)


@pytest.mark.parametrize(
    ("mine", "theirs", "lead"),
    [
        ("TD AS AH AD AC", "2S 9S 8S 7S 6S 5S 4S", 1 + WIN_VALUE),  # 6 points to 5
        ("TD 3H", "AH AD", WIN_VALUE),  # 3 each, and the big casino decides
        ("TD 3H", "4S 5S 6S", 6 + WIN_VALUE),  # the only side with a scoring card takes the majorities too
    ],
)
def test_the_end_of_the_only_round_is_the_end_of_the_game(mine: str, theirs: str, lead: float) -> None:
    evaluator = Evaluator(Simulator(sight("4D", "5D", "")))
    piles = (mask_of(read_cards(mine)), mask_of(read_cards(theirs)))
    assert evaluator.round_end_lead(piles, (0.0, 0.0), None, 0, 0) == lead
    assert evaluator.round_end_lead(piles, (0.0, 0.0), None, 0, 1) == -lead


def test_a_round_that_is_not_the_last_wins_no_game() -> None:
    state = dealt(resolve_rules({"preset": "south-african", "rounds": 2}))
    evaluator = Evaluator(Simulator(perspective_of(state, 1)))
    piles = (mask_of(read_cards("TD 3H")), mask_of(read_cards("AH AD")))
    assert evaluator.round_end_lead(piles, (0.0, 0.0), None, 0, 0) == 0
