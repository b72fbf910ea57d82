"""Computer players against each other: fair deals, honest figures."""

import csv
from collections.abc import Iterator
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.domain.presets import resolve_rules
from games.management.commands import tournament
from games.management.commands.tournament import seating_for, seeds
from games.management.matches import Match, MatchResult, Pairing, ThinkingTimes, WinCount
from games.management.results import Contest, MirroredDeal, Results, deals_ahead, games_won, is_decided
from games.management.sequential_test import capital, is_certain
from tests.bots.players import QUICK
from tests.examples import exhaustive


def ticking() -> ThinkingTimes:
    """A clock that advances a second at every reading."""
    ticks: Iterator[int] = count()
    return ThinkingTimes(lambda: float(next(ticks)))


def tell(*arguments: str) -> str:
    out = StringIO()
    call_command("tournament", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(50, 100, 0.404, 0.596), (10, 10, 0.722, 1.0), (0, 10, 0.0, 0.278)]
)
def test_the_interval_is_wilsons(won: float, games: int, low: float, high: float) -> None:
    assert WinCount(games, won).interval() == pytest.approx((low, high), abs=1e-3)


def test_nothing_played_says_nothing() -> None:
    assert WinCount().interval() == (0.0, 1.0)
    assert WinCount().rate == 0.5


def test_every_two_games_are_a_deal_of_their_own() -> None:
    assert len(seeds(1, 6)) == len(set(seeds(1, 6))) == 3
    assert not set(seeds(1, 6)) & set(seeds(2, 6))


@pytest.mark.parametrize(
    ("preset", "seats", "partners"), [("casino", 2, False), ("casino", 4, True), ("tuxedo", 3, False)]
)
def test_a_level_against_itself_wins_half_of_a_mirrored_deal(preset: str, seats: int, partners: bool) -> None:
    match = Match(("casual", "same"), {"casual": QUICK["casual"], "same": QUICK["casual"]}, ticking())
    pairing = Pairing(resolve_rules(preset), seats, partners, 7)
    first, second = match.play(pairing, swapped=False), match.play(pairing, swapped=True)
    assert first.win_share + second.win_share == pytest.approx(1.0)
    assert first.margin + second.margin == pytest.approx(0.0)
    assert first.margin


def test_every_move_is_timed_for_its_level() -> None:
    times = ticking()
    Match(("casual", "beginner"), QUICK, times).play(Pairing(resolve_rules("casino"), 2, False, 1), swapped=False)
    assert set(times.by_level) == {"casual", "beginner"}
    assert {spent for each in times.by_level.values() for spent in each} == {1.0}


def test_games_with_claims_come_to_an_end() -> None:
    played = Match(("casual", "beginner"), QUICK, ticking()).play(
        Pairing(resolve_rules("hungarian"), 2, False, 1), swapped=True
    )
    assert played.win_share in (0.0, 1.0)


def test_in_a_game_to_clear_the_table_the_margin_is_in_cards() -> None:
    match = Match(("steady", "beginner"), QUICK, ticking())
    assert match.play(Pairing(resolve_rules("callabra"), 2, False, 6), swapped=False) == MatchResult(1.0, 11.0)


# --- certainty ----------------------------------------------------------------------------------------------------


def test_a_stake_grows_with_every_win_and_stays_with_every_draw() -> None:
    assert capital([]) == capital([0.5] * 9) == 1.0
    assert 1.0 < capital([1.0] * 3) < capital([1.0] * 4)
    assert capital([0.0]) < 1.0


def test_bets_on_a_fair_coin_are_fair() -> None:
    every_run = [[float(run >> toss & 1) for toss in range(8)] for run in range(256)]
    assert sum(map(capital, every_run)) / 256 == pytest.approx(1.0)


def test_one_is_certain_after_a_row_of_wins_and_not_before() -> None:
    assert not is_certain([1.0] * 6)
    assert is_certain([1.0] * 8)
    assert is_certain([0.5] * 8, [1.0] * 12)
    assert not is_certain([0.5] * 8, [0.5] * 12)


# --- what is kept -------------------------------------------------------------------------------------------------


CONTEST = Contest("casino", 2, False, "casual", "beginner")


def deal(seed: int, *parts: float, margin: float = 1.0) -> MirroredDeal:
    return MirroredDeal(seed, parts, tuple(margin for _ in parts), {"casual": [1.0]})


def test_games_and_deals_are_counted_apart() -> None:
    deals = [deal(1, 1.0, 0.0), deal(2, 1.0, 1.0), deal(3, 0.0, 0.5, margin=-2.0), deal(4, 0.5, 0.5, margin=0.0)]
    assert games_won(deals) == WinCount(8, 4.5)
    assert deals_ahead(deals) == WinCount(4, 2.5)
    assert not is_decided(deals)
    assert is_decided([deal(seed, 1.0, 1.0) for seed in range(10)])


def test_results_are_found_again_in_their_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Results(path).add(CONTEST, deal(7, 1.0, 0.5))
    Results(path).add(CONTEST, deal(8, 0.0, 0.5))
    again = Results(path)
    assert again.deals_of(CONTEST) == {7: deal(7, 1.0, 0.5), 8: deal(8, 0.0, 0.5)}
    assert again.deals_of(CONTEST._replace(seats=3)) == {}
    assert again.times() == {"casual": [1.0, 1.0]}


# --- the command --------------------------------------------------------------------------------------------------


def test_the_command_tells_rates_intervals_and_times() -> None:
    text = tell("--levels", "beginner", "casual", "--games", "2", "--presets", "royal-short")
    assert "royal-short (2), casual against beginner: " in text
    assert "of 2 games, more points in " in text
    assert text.count("(95 %: ") == 2
    assert text.count("median") == 2


def test_the_same_seed_is_the_same_tournament() -> None:
    asked = ("--levels", "beginner", "casual", "--games", "2", "--seed", "5")
    assert len({tell(*asked).splitlines()[0] for _ in range(2)}) == 1


def test_no_further_deal_begins_when_the_time_is_over() -> None:
    assert "of 0 games" in tell("--levels", "beginner", "casual", "--games", "40", "--seconds", "-1")


def test_a_tournament_is_carried_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("--levels", "beginner", "casual", "--results", str(tmp_path / "results.jsonl"))
    tell(*asked, "--games", "2")
    first = (tmp_path / "results.jsonl").read_text()
    once = tell(*asked, "--games", "4")
    assert "of 4 games" in once
    assert (tmp_path / "results.jsonl").read_text().startswith(first)
    monkeypatch.setattr(tournament, "play_deal", None)  # nothing is left to be played
    assert tell(*asked, "--games", "4") == once


def test_the_table_of_results_has_one_row_for_each_contest(tmp_path: Path) -> None:
    asked = ("--levels", "beginner", "casual", "--csv", str(tmp_path / "bots.csv"), "--games")
    tell(*asked, "2")
    tell(*asked, "4")
    header, row = (tmp_path / "bots.csv").read_text().splitlines()
    assert header == Path("docs/bots.csv").read_text().splitlines()[0]
    assert row.startswith("casino,casual,beginner,4,")


@exhaustive
def test_two_processes_find_what_one_finds() -> None:
    asked = ("--levels", "beginner", "casual", "--games", "4")
    lines = {tell(*asked, "--jobs", jobs).splitlines()[0] for jobs in ("1", "2")}
    assert len(lines) == 1


@exhaustive
def test_a_contest_ends_when_it_is_certain() -> None:
    text = tell("--levels", "beginner", "casual", "--games", "200", "--certain")
    assert "of 20 games" in text
    assert "better for certain" in text


def test_a_company_that_cannot_play_is_refused() -> None:
    with pytest.raises(CommandError):
        seating_for("michigan", 3, False)
    with pytest.raises(CommandError):
        seating_for("no such game", None, False)
    with pytest.raises(CommandError):
        tell("--levels", "beginner")
    assert seating_for("casino", None, True) == (4, True)
    assert seating_for("tuxedo", None, False) == (2, False)
    assert seating_for("tuxedo", 3, False) == (3, False)


def test_a_profile_tells_what_was_taken_and_what_became_of_builds(tmp_path: Path) -> None:
    file = tmp_path / "profiles.csv"
    tell("--profiles", str(file), "--levels", "beginner", "steady", "--games", "2")
    beginner, steady = (dict(row) for row in csv.DictReader(file.read_text().splitlines()))
    assert [beginner["level"], steady["level"]] == ["beginner", "steady"]
    assert int(beginner["longer_sum %"]) < int(steady["longer_sum %"])
    assert float(beginner["builds in 100 turns"]) < float(steady["builds in 100 turns"])
    assert int(steady["covered %"]) + int(steady["lost %"]) in (99, 100, 101)
