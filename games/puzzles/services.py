"""Tries at puzzles: the first one at each counts for the rating, the first one of a day for the streak."""

from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple

from accounts.models import Person
from casino.clock import today
from casino.transactions import write_transaction
from games.models import points_of
from games.puzzles.catalog import Puzzle, all_puzzles
from games.puzzles.models import PuzzleAttempt, PuzzleRating
from games.results.ratings import BEGINNING, LOST, WON, Player, Skill, skills_after

PUZZLE_UNCERTAINTY = 1.5
"""The uncertainty of a puzzle's own rating: 60 points."""

DAYS = 7
"""The days of a week."""

NEAREST = 12
"""Number of puzzles near a person's rating from which the next one is drawn."""

FIRST_RATING, RISE = 900, 100
"""The rating near which the first puzzle is, and by how much that rises with each try, up to the person's own."""

GRADED_FROM = date(2026, 11, 30)
"""The first day on which the puzzle goes by the weekday. The days before keep the puzzles that they had."""

MAX_GUEST_TRIES = 300
"""Maximum number of tries that a guest's session remembers, the latest."""


class Standing(NamedTuple):
    """A person's results. `tried` are the puzzles tried so far; `daily`: the result of today's, None before a try."""

    rating: int
    rated: bool
    tried: dict[int, bool]
    daily: bool | None
    streak: int = 0
    best_streak: int = 0

    def may_see_solution(self, number: int) -> bool:
        """True once the puzzle has been tried; today's counts from the try made today."""
        return self.daily is not None if number == daily_number(today()) else number in self.tried


def daily_number(day: date) -> int:
    """The number of the day's puzzle: one of the easiest on a Monday, one of the hardest on a Sunday."""
    if day >= GRADED_FROM:
        return _of_weekday(day)
    return _turn_of(list(range(1, len(all_puzzles()) + 1)), day.toordinal(), "daily")


def easier_number(day: date) -> int:
    """The number of an easy puzzle beside the day's: that of the week's Monday."""
    return _of_weekday(day - timedelta(days=day.weekday()))


def _of_weekday(day: date) -> int:
    by_rating = sorted(range(1, len(all_puzzles()) + 1), key=lambda number: all_puzzles()[number - 1].rating)
    week, weekday = divmod(day.toordinal() - 1, DAYS)
    first, end = (len(by_rating) * place // DAYS for place in (weekday, weekday + 1))
    return _turn_of(by_rating[first:end], week, f"daily/{weekday}")


def _turn_of(numbers: list[int], turn: int, seed: str) -> int:
    """The one of these numbers whose turn it is; none returns before all others have had theirs."""
    cycle, place = divmod(turn, len(numbers))
    Random(f"{seed}/{cycle}").shuffle(numbers)  # noqa: S311  the same for everyone
    return numbers[place]


def next_number(standing: Standing, theme: str, seed: str) -> int | None:
    """An untried puzzle near the rating, the first ones easier, the same one until another is tried; None if there is
    none left."""
    daily, near = daily_number(today()), min(standing.rating, FIRST_RATING + RISE * len(standing.tried))
    left = [
        (abs(puzzle.rating - near), number)
        for number, puzzle in enumerate(all_puzzles(), start=1)
        if number not in standing.tried and number != daily and (not theme or theme in puzzle.themes)
    ]
    if not left:
        return None
    rng = Random(f"{seed}/{len(standing.tried)}/{theme}")  # noqa: S311  no secret
    return rng.choice(sorted(left)[:NEAREST])[1]


# --- members ----------------------------------------------------------------------------------------------------------


def member_standing(person: Person, *, with_tries: bool = True) -> Standing:
    row = PuzzleRating.objects.filter(person=person).first() or PuzzleRating(person=person)
    attempts = PuzzleAttempt.objects.filter(person=person) if with_tries else PuzzleAttempt.objects.none()
    tried = dict(attempts.values_list("puzzle", "solved"))
    day = today()
    current = row.daily_day is not None and row.daily_day >= day - timedelta(days=1)
    return Standing(
        rating=points_of(row.mu),
        rated=row.tried > 0,
        tried=tried,
        daily=row.daily_solved if row.daily_day == day else None,
        streak=row.streak if current else 0,
        best_streak=row.best_streak,
    )


def record_try(person: Person, number: int, move: str) -> None:
    """Record a member's try. Only the first one at a puzzle is rated; only the first one of a day is for the streak."""
    puzzle = all_puzzles()[number - 1]
    solved, day = move == puzzle.solution_text, today()
    with write_transaction():
        PuzzleRating.objects.get_or_create(person=person)
        row = PuzzleRating.objects.select_for_update().get(person=person)
        if number == daily_number(day) and row.daily_day != day:
            _count_day(row, day, solved)
        if not PuzzleAttempt.objects.filter(person=person, puzzle=number).exists():
            PuzzleAttempt.objects.create(person=person, puzzle=number, move=move, solved=solved)
            row.mu, row.sigma = skill_after(Skill(row.mu, row.sigma), puzzle, solved)
            row.tried += 1
            row.solved += solved
        row.save()


def _count_day(row: PuzzleRating, day: date, solved: bool) -> None:
    unbroken = row.daily_solved and row.daily_day == day - timedelta(days=1)
    row.streak = (row.streak + 1 if unbroken else 1) if solved else 0
    row.best_streak = max(row.best_streak, row.streak)
    row.daily_day, row.daily_solved = day, solved


def skill_after(skill: Skill, puzzle: Puzzle, solved: bool) -> Skill:
    """The skill after a try: a game against the puzzle, whose own rating stays."""
    other = Skill((puzzle.rating - points_of(0)) / (points_of(1) - points_of(0)), PUZZLE_UNCERTAINTY)
    players = [Player(1, None, 0, WON if solved else LOST), Player(2, None, 1, LOST if solved else WON)]
    return skills_after([skill, other], players)[0]


# --- guests -----------------------------------------------------------------------------------------------------------


def guest_standing(stored: dict[str, Any]) -> Standing:
    tried = {int(number): bool(solved) for number, solved in stored.get("tried", {}).items()}
    skill = Skill(*stored.get("skill", BEGINNING))
    daily = bool(stored.get("daily_solved")) if stored.get("day") == today().isoformat() else None
    return Standing(points_of(skill.mu), bool(tried), tried, daily)


def record_guest_try(stored: dict[str, Any], number: int, move: str) -> dict[str, Any]:
    """What the session remembers after a guest's try."""
    puzzle, day = all_puzzles()[number - 1], today()
    solved, tried = move == puzzle.solution_text, dict(stored.get("tried", {}))
    result = dict(stored)
    if number == daily_number(day) and stored.get("day") != day.isoformat():
        result |= {"day": day.isoformat(), "daily_solved": solved}
    if str(number) not in tried:
        tried[str(number)] = solved
        result["skill"] = list(skill_after(Skill(*stored.get("skill", BEGINNING)), puzzle, solved))
    return result | {"tried": dict(list(tried.items())[-MAX_GUEST_TRIES:])}
