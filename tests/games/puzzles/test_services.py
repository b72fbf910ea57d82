"""Tries at puzzles: what counts, once, for the rating and for the streak of days."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial

import pytest

from accounts.services import delete_account
from casino.clock import today
from games.contexts.personal_data import export_personal_data
from games.puzzles.catalog import all_puzzles
from games.puzzles.models import PuzzleAttempt, PuzzleRating
from games.puzzles.services import (
    GRADED_FROM,
    MAX_GUEST_TRIES,
    daily_number,
    easier_number,
    guest_standing,
    member_standing,
    next_number,
    record_guest_try,
    record_try,
)
from tests.games.services.test_concurrency import at_once
from tests.games.tables import person
from tests.games.timed import Passing, standing_time

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 24 * 60 * 60
WRONG = "no move"


@pytest.fixture(autouse=True)
def time() -> Iterator[Passing]:
    with standing_time() as passing:
        yield passing


def solution(number: int) -> str:
    return all_puzzles()[number - 1].solution_text


def other_than_daily() -> int:
    return next(number for number in range(1, 9) if number != daily_number(today()))


def test_the_first_try_counts_and_no_later_one() -> None:
    ann, number = person("Ann"), other_than_daily()
    record_try(ann, number, WRONG)
    failed = member_standing(ann)
    assert failed.rating < 1500
    record_try(ann, number, solution(number))
    assert member_standing(ann) == failed
    assert failed.tried == {number: False}


def test_a_harder_puzzle_brings_more() -> None:
    easy, hard = (pick(enumerate(all_puzzles(), 1), key=lambda each: each[1].rating)[0] for pick in (min, max))
    ratings = []
    for name, number in (("Ann", easy), ("Bob", hard)):
        who = person(name)
        record_try(who, number, solution(number))
        ratings.append(member_standing(who).rating)
    assert 1500 < ratings[0] < ratings[1]


def test_a_try_posted_many_times_at_once_counts_once() -> None:
    ann, number = person("Ann"), daily_number(today())
    at_once([partial(record_try, ann, number, solution(number))] * 6)
    row = PuzzleRating.objects.get(person=ann)
    assert (row.tried, row.solved, row.streak) == (1, 1, 1)
    assert PuzzleAttempt.objects.count() == 1


def test_days_in_a_row_make_a_streak_and_a_day_without_ends_it(time: Passing) -> None:
    ann = person("Ann")

    def solve() -> int:
        record_try(ann, daily_number(today()), solution(daily_number(today())))
        return member_standing(ann).streak

    assert solve() == 1
    assert solve() == 1
    time.passes(DAY)
    assert member_standing(ann).streak == 1
    assert solve() == 2
    time.passes(2 * DAY)
    assert member_standing(ann).streak == 0
    assert solve() == 1
    time.passes(DAY)
    record_try(ann, daily_number(today()), WRONG)
    record_try(ann, daily_number(today()), solution(daily_number(today())))
    assert member_standing(ann)[-3:] == (False, 0, 2)


def test_every_puzzle_of_a_weekday_has_its_day_before_one_returns() -> None:
    weeks = len(all_puzzles()) // 7
    first = GRADED_FROM.toordinal() + 7 * (-(GRADED_FROM.toordinal() // 7) % weeks)
    days = {daily_number(date.fromordinal(first + 7 * week)) for week in range(weeks)}
    assert len(days) == weeks


def test_the_week_grows_harder_from_monday_to_sunday() -> None:
    monday = GRADED_FROM + timedelta(weeks=5)
    ratings = [all_puzzles()[daily_number(monday + timedelta(days=day)) - 1].rating for day in range(7)]
    assert monday.weekday() == 0
    assert ratings == sorted(ratings)
    assert ratings[-1] - ratings[0] > 500
    assert {easier_number(monday + timedelta(days=day)) for day in range(7)} == {daily_number(monday)}


def test_the_days_before_the_weeks_were_graded_keep_their_puzzles() -> None:
    assert [daily_number(GRADED_FROM - timedelta(days=days)) for days in (1, 2, 3)] == [666, 516, 939]


def test_the_first_puzzles_are_easy_and_get_harder() -> None:
    standing = guest_standing({})
    ratings = []
    for number in range(1, 11):
        chosen = next_number(standing, "", "ann")
        assert chosen
        ratings.append(all_puzzles()[chosen - 1].rating)
        standing.tried[1000 - number] = True
    assert ratings[0] < 1000 < ratings[-1]
    assert ratings == sorted(ratings)


def test_the_next_puzzle_is_near_untried_and_of_the_theme() -> None:
    ann = person("Ann")
    seen = set[int]()
    for _ in range(5):
        number = next_number(member_standing(ann), "build", "ann")
        assert number == next_number(member_standing(ann), "build", "ann")
        assert number is not None
        assert number not in seen
        assert "build" in all_puzzles()[number - 1].themes
        assert all_puzzles()[number - 1].rating < member_standing(ann).rating + 400
        seen.add(number)
        record_try(ann, number, solution(number))
    everything = member_standing(ann)._replace(tried=dict.fromkeys(range(1, len(all_puzzles()) + 1), True))
    assert next_number(everything, "", "ann") is None


def test_a_guest_has_the_same_in_the_session_within_bounds() -> None:
    stored = record_guest_try({}, 1, WRONG)
    assert record_guest_try(stored, 1, solution(1)) == stored
    ann = person("Ann")
    record_try(ann, 1, WRONG)
    assert guest_standing(stored).rating == member_standing(ann).rating
    for number in range(1, len(all_puzzles()) + 1):
        stored = record_guest_try(stored, number, WRONG)
    assert len(stored["tried"]) == MAX_GUEST_TRIES


def test_tries_are_exported_and_go_with_the_account() -> None:
    ann, bob = person("Ann"), person("Bob")
    for who in (ann, bob):
        record_try(who, 2, solution(2))
    exported = export_personal_data(ann)
    assert [row["puzzle"] for row in exported["puzzles.PuzzleAttempt.person"]] == [2]
    assert [row["tried"] for row in exported["puzzles.PuzzleRating.person"]] == [1]
    delete_account(ann)
    assert [PuzzleAttempt.objects.get().person, PuzzleRating.objects.get().person] == [bob, bob]
