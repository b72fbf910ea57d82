"""The engine and an independent reading of sections 6 and 7 agree on the points of every round and on who wins."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain import events
from games.domain.cards import PACKS
from games.domain.evolve import fold
from games.domain.options import write_options
from games.domain.state import GameState, RoundState
from tests.examples import examples
from tests.property import oracle_scores as oracle
from tests.property.random_games import ALL_PRESETS, Step
from tests.property.test_engine import played, random_rules

dice = st.integers(0, 2**40).map(Random)


def counted(state: GameState, round_: RoundState) -> oracle.Count:
    """Return the round as it stands."""
    return oracle.Count(
        round_.piles,
        [
            [oracle.Swept(sweep.cards, sweep.first_play, bool(sweep.min_points)) for sweep in side]
            for side in round_.sweeps
        ],
        round_.totals_at_start,
        round_.bonus_points,
        dict(state.carried),
        PACKS[state.rules.dealing.deck],
    )


def options_of(state: GameState) -> oracle.Options:
    return write_options(state.rules) | {"target": state.target}


def assert_sweeps(before: GameState, event: events.CardsCaptured, then: list[events.Event]) -> None:
    """6.2, 6.8: a capture that empties the table is a sweep unless an option says otherwise; 8.3: one by the five of
    spades scores a point at least. Stolen cards are not in its size (9.5)."""
    rules, after = options_of(before), fold([event], before).round
    assert after is not None
    late = not rules["last_deal_sweeps"] and not after.stock
    full = rules["sweep_ceiling"] is not None and max(after.totals_at_start) >= rules["sweep_ceiling"]
    swept = [other for other in then if isinstance(other, events.SweepMade)]
    assert len(swept) == (after.table.empty and not late and not full)
    five = bool(rules["five_of_spades_sweeps"]) and event.played == ("5S",)
    table = before.round.table.cards if before.round else ()
    for sweep in swept:
        usual = oracle.worth_of(rules, oracle.Swept(len(table), sweep.first_play))
        assert (sweep.cards, max(usual, sweep.min_points)) == (len(table), max(usual, int(five)))


def assert_round(step: Step, at: int) -> None:
    """Compare the score sheet of the round, what is carried over, a raised target, and the winner."""
    scored = step.events[at]
    assert isinstance(scored, events.RoundScored)
    residue = [n for n, event in enumerate(step.events[:at]) if isinstance(event, events.RemainingCardsAwarded)]
    state, open_ = (
        fold(step.events[:at], step.before),
        fold(step.events[: residue[0]] if residue else step.events[:at], step.before),
    )
    assert state.round is not None
    assert open_.round is not None
    rules, count, last = options_of(state), counted(state, state.round), state.round.last_capture
    sheet = oracle.sheet(rules, count, last)
    assert [{key: worth for key, worth in side.items() if worth or key == "total"} for side in scored.points] == sheet
    totals = [before + side["total"] for before, side in zip(count.before, sheet, strict=True)]
    assert list(scored.totals) == totals
    carried = {key: oracle.majority(rules, count, key).get(-1, 0) for key in oracle.MAJORITIES}
    assert dict(step.after.carried) == {key: points for key, points in carried.items() if points}
    had = oracle.earned(rules if rules["claims"] == "no" else rules | {"claims": "no"}, counted(open_, open_.round))
    winners, target = at_round_end(state, rules, sheet, had, totals)
    assert sides_of(step.after) == winners
    assert step.after.target == target


def at_round_end(
    state: GameState, rules: oracle.Options, sheet: list[oracle.Points], had: list[oracle.Points], totals: list[int]
) -> tuple[set[int], int]:
    """The winning sides (none: another round), and the target from now on (6.3, 7.1 to 7.3, 7.6, 7.9, 15.6)."""
    round_ = state.round
    assert round_ is not None
    count, target, best = counted(state, round_), rules["target"], max(totals)
    takes_all = oracle.takes_all(rules, count, round_.last_capture)
    always = {"win": True, "first_round_win": round_.number == 1}.get(rules["all_points"], False)
    if always and takes_all is not None:
        return {takes_all}, target
    first = {side for side, total in enumerate(totals) if total == best}
    if rules["ending"] == "rounds":
        over = round_.number == (rules["rounds"] or rules["rounds_per_seat"] * state.seats)
        if over and len(first) > 1 and rules["level_winner"] == "big_casino":
            first = {side for side in first if "TD" in round_.piles[side]} or first
        return first if over else set(), target
    there = [side for side, total in enumerate(totals) if total >= target]
    if rules["claims"] != "no" and len(there) > 1:
        return set(), target + 11
    if not there:
        return set(), target
    if rules["finish"] == "highest" or len(there) == 1:
        return first if len(first) == 1 else set(), target
    start = [total + sum(own.values()) for total, own in zip(state.totals, had, strict=True)]
    aces = [[card for card in pile if card[0] == "A"] for pile in round_.piles]
    winner = oracle.first_there(rules, start, sheet, had, aces)
    return {winner} - {-1}, target


def sides_of(state: GameState) -> set[int]:
    return {state.side_of(seat) for seat in state.result.winners} if state.result else set()


def assert_in_play(step: Step) -> None:
    """7.4, 7.5: the play wins on the spot exactly where the rulebook says so."""
    state = step.after
    if step.before is None or step.before.round is None or state.round is None:
        return
    rules = options_of(state)
    if rules["ending"] == "clear_table" or rules["claims"] != "no":
        return
    now, was = counted(state, state.round), counted(step.before, step.before.round)
    restricted = {side for side in range(state.sides) if oracle.has_ways(rules, now, side, over=False)}
    grown: set[int] = set()
    if rules["count_as_earned"] != "no":
        have = [
            sum(side.values()) + sum(once.values())
            for side, once in zip(oracle.earned(rules, now), now.at_once, strict=True)
        ]
        had = [
            sum(side.values()) + sum(once.values())
            for side, once in zip(oracle.earned(rules, was), was.at_once, strict=True)
        ]
        reached = [
            side
            for side in range(state.sides)
            if now.before[side] + have[side] >= rules["target"] and have[side] > had[side]
        ]
        most = max((now.before[side] + have[side] for side in reached), default=0)
        grown = {side for side in reached if now.before[side] + have[side] == most}
    winners = sides_of(state)
    assert len(winners) == bool(restricted or grown)
    assert winners <= (restricted or grown)


@pytest.mark.parametrize("preset", ALL_PRESETS)
@given(dice=dice)
@examples(3)
def test_points_and_winners_are_as_the_rulebook_says(preset: str, dice: Random) -> None:
    rules = random_rules(dice, preset)
    for step in played(rules, dice):
        scored = [at for at, event in enumerate(step.events) if isinstance(event, events.RoundScored)]
        for at, event in enumerate(step.events):
            if isinstance(event, events.CardsCaptured):
                assert_sweeps(fold(step.events[:at], step.before), event, list(step.events[at:]))
        if rules.winning.ending != "clear_table" and scored:
            assert_round(step, scored[0])
        if not scored:
            assert_in_play(step)
