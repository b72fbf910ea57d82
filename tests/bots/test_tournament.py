"""Computer players against each other: fair deals, honest figures."""

from collections.abc import Iterator
from io import StringIO
from itertools import count

import pytest
from django.core.management import CommandError, call_command

from games.domain.variants import resolve
from games.management.commands.tournament import company, deals
from games.management.matches import Match, Pairing, Score, Times
from tests.bots.players import QUICK


def ticking() -> Times:
    """A clock on which every look takes a second."""
    ticks: Iterator[int] = count()
    return Times(lambda: float(next(ticks)))


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("tournament", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(50, 100, 0.404, 0.596), (10, 10, 0.722, 1.0), (0, 10, 0.0, 0.278)]
)
def test_the_interval_is_wilsons(won: float, games: int, low: float, high: float) -> None:
    assert Score(games, won).interval() == pytest.approx((low, high), abs=1e-3)


def test_nothing_played_says_nothing() -> None:
    assert Score().interval() == (0.0, 1.0)
    assert Score().rate == 0.5


def test_every_deal_is_played_twice_on_swapped_seats() -> None:
    played = list(deals(1, 6))
    assert [swapped for _, swapped in played] == [False, True] * 3
    assert len({seed for seed, _ in played}) == 3
    assert not {seed for seed, _ in played} & {seed for seed, _ in deals(2, 6)}


@pytest.mark.parametrize(
    ("preset", "seats", "partners"), [("casino", 2, False), ("casino", 4, True), ("tuxedo", 3, False)]
)
def test_a_level_against_itself_wins_half_of_a_mirrored_deal(preset: str, seats: int, partners: bool) -> None:
    match = Match(("casual", "same"), {"casual": QUICK["casual"], "same": QUICK["casual"]}, ticking())
    pairing = Pairing(resolve(preset), seats, partners, 7)
    assert match.play(pairing, swapped=False) + match.play(pairing, swapped=True) == pytest.approx(1.0)


def test_every_move_is_timed_for_its_level() -> None:
    times = ticking()
    Match(("casual", "beginner"), QUICK, times).play(Pairing(resolve("casino"), 2, False, 1), swapped=False)
    assert set(times.spent) == {"casual", "beginner"}
    assert {spent for each in times.spent.values() for spent in each} == {1.0}


def test_games_with_claims_come_to_an_end() -> None:
    part = Match(("casual", "beginner"), QUICK, ticking()).play(
        Pairing(resolve("hungarian"), 2, False, 1), swapped=True
    )
    assert part in (0.0, 1.0)


def test_the_command_tells_rates_intervals_and_times() -> None:
    text = told("--levels", "beginner", "casual", "--games", "2", "--presets", "royal-short")
    assert "royal-short, casual against beginner: " in text
    assert "of 2 games (95 %: " in text
    assert text.count("median") == 2


def test_the_same_seed_is_the_same_tournament() -> None:
    lines = [told("--levels", "beginner", "casual", "--games", "2", "--seed", "5").splitlines()[0] for _ in range(2)]
    assert lines[0] == lines[1]


def test_no_further_deal_begins_when_the_time_is_over() -> None:
    text = told("--levels", "beginner", "casual", "--games", "40", "--seconds", "0.000001")
    assert "casual against beginner: 50.0% of 0 games" in text


def test_a_company_that_cannot_play_is_refused() -> None:
    with pytest.raises(CommandError):
        company("michigan", 3, False)
    with pytest.raises(CommandError):
        company("no such game", None, False)
    with pytest.raises(CommandError):
        told("--levels", "beginner")
    assert company("casino", None, True)[1] == (4, True)
