"""Swiss: who meets whom, who has the bye, and who sits on side 1."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.field import Pair, Played
from games.tournaments.swiss import pair_round, scores
from tests.examples import examples

type Pairs = Sequence[tuple[int, int]]

WIN, DRAW, LOSS = (2, 0), (1, 1), (0, 2)

dice = st.integers(0, 2**32).map(Random)


def bye(round_: int, entry: int) -> Played:
    return Played(round_, entry, 0, (2, 0), played=False)


def played(pairs: Sequence[Pair], round_: int, dice: Random) -> list[Played]:
    """A round with random results, some of them adjourned or without play."""
    return [
        Played(round_, first, second, dice.choice([WIN, WIN, DRAW, LOSS, None]), played=dice.random() > 0.1)
        if second
        else bye(round_, first)
        for first, second in pairs
    ]


def any_history(dice: Random, entries: Sequence[int], count: int) -> list[Played]:
    """Rounds with random pairs and byes, as no tournament would pair them."""
    history: list[Played] = []
    for round_ in range(1, count + 1):
        there = dice.sample(entries, dice.randint(0, len(entries)))
        pairs = [
            Pair(*there[at : at + 2]) if at + 1 < len(there) else Pair(there[at], 0) for at in range(0, len(there), 2)
        ]
        history += played(pairs, round_, dice)
    return history


def all_ways(entries: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of entries, where 0 is the bye."""
    if not entries:
        yield []
        return
    first, *others = entries
    for second in others:
        rest = [entry for entry in others if entry != second]
        yield from ([(first, second), *pairs] for pairs in all_ways(rest))


def with_bye(entries: Sequence[int]) -> list[int]:
    return [*entries, *[0] * (len(entries) % 2)]


def faults(pairs: Pairs, entries: Sequence[int], history: Sequence[Played]) -> tuple[int, int, int, int]:
    """Byes too many, repeats, places above the bye, squares of the differences: the less, the better, in this order."""
    score = scores(history)
    byes = Counter(match.first for match in history if not match.second)
    met = Counter(frozenset((match.first, match.second)) for match in history if match.second)
    upward = sorted(entries, key=lambda entry: (score[entry], -entry))
    free = [max(pair) for pair in pairs if 0 in pair]
    return (
        sum(byes[entry] - min(byes[other] for other in entries) for entry in free),
        sum(met[frozenset(pair)] for pair in pairs),
        sum(upward.index(entry) for entry in free),
        sum((score[a] - score[b]) ** 2 for a, b in pairs if a and b),
    )


def is_complete(pairs: Sequence[Pair], entries: Sequence[int]) -> bool:
    return sorted(entry for pair in pairs for entry in pair) == sorted(with_bye(entries))


# --- the first round --------------------------------------------------------------------------------------------------


def test_first_round_of_fourteen_is_top_half_against_bottom_half_with_alternating_sides() -> None:
    """FIDE Handbook, C.04, Dubov system, "Pairing for the first round": the first of the one half meets the first of
    the other, and so on; the even-numbered pairs have the sides of the odd-numbered ones swapped."""
    assert pair_round(range(1, 15), []) == [(1, 8), (9, 2), (3, 10), (11, 4), (5, 12), (13, 6), (7, 14)]


def test_in_a_first_round_of_an_odd_number_the_lowest_has_the_bye() -> None:
    """FIDE Handbook, C.04, Dutch system: before the first round, all are one score group by rank, and "if the number of
    players is odd the lowest ranked player will receive a bye" (F.4 of its older editions)."""
    assert pair_round(range(1, 8), []) == [(1, 4), (5, 2), (3, 6), (7, 0)]


@pytest.mark.parametrize(("entries", "pairs"), [([], []), ([4], [(4, 0)]), ([4, 9], [(4, 9)])])
def test_the_smallest_fields(entries: list[int], pairs: Pairs) -> None:
    assert pair_round(entries, []) == pairs


# --- later rounds -----------------------------------------------------------------------------------------------------

FIRST_OF_EIGHT = [Played(1, 1, 5, WIN), Played(1, 6, 2, LOSS), Played(1, 3, 7, WIN), Played(1, 8, 4, LOSS)]


def test_winners_meet_winners_top_half_against_bottom_half() -> None:
    pairs = pair_round(range(1, 9), FIRST_OF_EIGHT)
    assert [{*pair} for pair in pairs] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


def test_the_last_winner_meets_the_first_of_the_others_if_the_winners_are_odd() -> None:
    history = [Played(1, 1, 4, WIN), Played(1, 5, 2, LOSS), Played(1, 3, 6, WIN)]
    assert [{*pair} for pair in pair_round(range(1, 7), history)] == [{1, 2}, {3, 4}, {5, 6}]


def test_those_who_have_met_do_not_meet_again_although_their_scores_are_equal() -> None:
    history = [Played(1, 1, 3, WIN), Played(1, 2, 4, WIN), Played(2, 1, 2, DRAW), Played(2, 3, 4, DRAW)]
    assert {frozenset(pair) for pair in pair_round(range(1, 5), history)} == {frozenset((1, 4)), frozenset((2, 3))}


def test_an_adjourned_match_counts_as_a_draw_and_as_met() -> None:
    history = [Played(1, 1, 3, None), Played(1, 2, 4, None)]
    assert scores(history) == {1: 1, 2: 1, 3: 1, 4: 1}
    assert [{*pair} for pair in pair_round(range(1, 5), history)] == [{1, 2}, {3, 4}]


def test_nobody_has_a_second_bye_before_all_have_had_one() -> None:
    free = []
    history: list[Played] = []
    for round_ in range(1, 6):
        pairs = pair_round(range(1, 6), history)
        free.append(pairs[-1].first)
        history += played(pairs, round_, Random(round_))
    assert sorted(free) == [1, 2, 3, 4, 5]


def test_the_bye_moves_up_one_place_if_that_avoids_a_repeat() -> None:
    history = [Played(1, 1, 2, WIN), bye(1, 3)]
    assert pair_round(range(1, 4), history) == [(3, 1), (2, 0)]
    history = [Played(1, 1, 2, WIN), bye(1, 4), Played(2, 1, 4, WIN), Played(2, 2, 4, WIN)]
    assert pair_round([1, 2, 3], history)[-1] == (2, 0)


# --- sides ------------------------------------------------------------------------------------------------------------


def test_side_1_goes_to_whoever_has_had_it_less() -> None:
    history = [Played(1, 1, 3, DRAW), Played(1, 4, 2, DRAW), Played(2, 1, 4, DRAW)]
    assert pair_round([1, 2], history) == [(2, 1)]


def test_side_1_goes_to_whoever_had_side_2_last_if_both_have_had_it_as_often() -> None:
    history = [Played(1, 1, 3, DRAW), Played(1, 4, 2, DRAW), Played(2, 3, 1, DRAW), Played(2, 2, 4, DRAW)]
    assert pair_round([1, 2], history) == [(1, 2)]
    swapped = [match._replace(round=3 - match.round) for match in history[2:] + history[:2]]
    assert pair_round([1, 2], swapped) == [(2, 1)]


def test_two_who_have_both_had_the_same_side_twice_too_often_are_kept_apart_within_their_score_group() -> None:
    pairs = [(1, 5), (3, 6), (7, 2), (8, 4)]
    history = [Played(round_, a, b, DRAW) for round_ in (1, 2) for a, b in pairs]
    assert [{*pair} for pair in pair_round(range(1, 5), history)] == [{1, 2}, {3, 4}]
    assert [{*pair} for pair in pair_round(range(1, 5), history[:4])] == [{1, 3}, {2, 4}]


# --- any tournament ---------------------------------------------------------------------------------------------------


@examples(100)
@given(dice)
def test_no_other_pairing_of_a_small_field_has_fewer_faults(dice: Random) -> None:
    entries = sorted(dice.sample(range(1, 12), dice.randint(1, 8)))
    history = any_history(dice, range(1, 12), dice.randint(0, 9))
    pairs = pair_round(entries, history)
    assert is_complete(pairs, entries)
    fewest = min(faults(way, entries, history) for way in all_ways(with_bye(entries)))
    assert faults(pairs, entries, history) == fewest


@examples(50)
@given(dice)
def test_a_tournament_with_late_entries_and_withdrawals_has_no_repeat_while_there_is_another_way(dice: Random) -> None:
    entries = list(range(1, dice.randint(3, 8)))
    history: list[Played] = []
    for round_ in range(1, 10):
        pairs = pair_round(entries, history)
        assert is_complete(pairs, entries)
        assert pairs == pair_round(entries, history[:])
        byes, repeats, *_ = faults(pairs, entries, history)
        assert byes == 0
        assert repeats == min(faults(way, entries, history)[:2] for way in all_ways(with_bye(entries)))[1]
        history += played(pairs, round_, dice)
        if dice.random() < 0.3 and len(entries) > 2:
            entries.remove(dice.choice(entries))
        if dice.random() < 0.3 and len(entries) < 8:
            entries.append(round_ + 10)


@examples(10)
@given(dice)
def test_nine_rounds_of_forty_have_no_repeat_and_balanced_sides(dice: Random) -> None:
    history: list[Played] = []
    for round_ in range(1, 10):
        history += played(pair_round(range(1, 41), history), round_, dice)
    assert len({frozenset((match.first, match.second)) for match in history}) == 9 * 20
    firsts = Counter(match.first for match in history)
    assert all(3 <= firsts[entry] <= 6 for entry in range(1, 41))
