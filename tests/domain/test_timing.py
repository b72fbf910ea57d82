"""Timeouts, seats that the computer takes over, and time given back."""

import pytest

from games.domain import events as facts
from games.domain.cards import read_card
from games.domain.commands import (
    AgreeTerms,
    Command,
    ExpireTurn,
    GiveSeat,
    GiveTime,
    NoteHolidays,
    OpenGame,
    ReturnToSeat,
    StartRound,
)
from games.domain.decide import decide
from games.domain.events import Event
from games.domain.perspective import perspective
from games.domain.refusal import Refusal
from games.domain.state import GameState, Result
from games.domain.terms import Terms
from games.domain.variants import resolve
from tests.domain.packs import Company, stack
from tests.domain.sights import after

FIRST, SECOND, NOBODY = frozenset({1}), frozenset({2}), frozenset[int]()


def table(seats: int = 2, partners: bool = False, **terms: object) -> GameState:
    """Return a game on these terms; the first seat after the dealer is to play."""
    state = after(None, OpenGame(resolve("casino"), "casino", seats, partners, seats))
    state = after(state, AgreeTerms(Terms(**terms)))  # type: ignore[arg-type]
    pack = stack(Company(seats=seats, dealer=seats), ["9S"], "")
    return after(state, StartRound(tuple(map(read_card, pack.split()))))


def decided(state: GameState, command: Command) -> tuple[Event, ...]:
    told = decide(state, command)
    assert not isinstance(told, Refusal), told
    return told


def refused(state: GameState, command: Command) -> str:
    told = decide(state, command)
    assert isinstance(told, Refusal), told
    return told.case


def test_of_two_who_lets_the_time_run_out_loses() -> None:
    state = table(clock="turn", time=60)
    assert state.turn == 1
    ended = after(state, ExpireTurn(1, "steady"))
    assert decided(state, ExpireTurn(1, "steady"))[0] == facts.TurnExpired(1)
    assert ended.result == Result((2,), "timeout")
    assert ended.turn == 0


@pytest.mark.parametrize(("seats", "partners"), [(4, True), (3, False)])
def test_partners_and_third_players_play_on_with_the_computer(seats: int, partners: bool) -> None:
    state = table(seats, partners, clock="turn", time=60)
    expired = decided(state, ExpireTurn(1, "steady"))
    assert expired == (facts.TurnExpired(1), facts.SeatGiven(1, "steady", final=True))
    on = after(state, ExpireTurn(1, "steady"))
    assert (on.result, on.turn, on.left, on.out) == (None, 1, FIRST, FIRST)
    assert refused(on, ReturnToSeat(1)) == "given-for-good"


def test_everybody_sees_where_the_computer_has_taken_over() -> None:
    on = after(table(3, clock="turn", time=60), ExpireTurn(1, "steady"))
    assert [(perspective(on, viewer).left, perspective(on, viewer).out) for viewer in (0, 1, 2)] == [(FIRST, FIRST)] * 3


def test_the_computer_takes_the_seat_until_its_player_comes_back() -> None:
    on = after(table(clock="turn", time=60, timeout="computer"), ExpireTurn(1, "steady"))
    assert (on.result, on.left, on.out) == (None, FIRST, NOBODY)
    assert after(on, ReturnToSeat(1)).left == NOBODY


def test_whose_time_for_the_whole_game_is_gone_does_not_come_back() -> None:
    on = after(table(clock="bank", time=60, timeout="computer"), ExpireTurn(1, "steady"))
    assert (on.left, on.out) == (FIRST, FIRST)


def test_a_card_is_played_by_a_move_that_follows() -> None:
    state = table(clock="turn", time=60, timeout="card")
    assert decided(state, ExpireTurn(1, "steady")) == (facts.TurnExpired(1),)
    assert after(state, ExpireTurn(1, "steady")) == state


def test_time_runs_out_only_for_the_seat_to_play_and_only_where_there_is_a_clock() -> None:
    assert refused(table(clock="turn", time=60), ExpireTurn(2, "steady")) == "not-your-turn"
    assert refused(table(), ExpireTurn(1, "steady")) == "no-clock"


def test_a_seat_is_given_once_and_only_then_taken_back() -> None:
    state = table()
    assert refused(state, ReturnToSeat(2)) == "not-given"
    given = after(state, GiveSeat(2, "steady"))
    assert (given.left, given.out) == (SECOND, NOBODY)
    assert refused(given, GiveSeat(2, "steady")) == "given-already"


def test_time_is_given_back_to_the_seat_to_play() -> None:
    state = table(clock="live", time=60)
    assert decided(state, GiveTime(1, 12.5, "server")) == (facts.TimeGiven(1, 12.5, "server"),)
    assert refused(state, GiveTime(2, 12.5, "server")) == "not-your-turn"


def test_holidays_are_noted() -> None:
    days = (("2026-12-24", "2026-12-26"),)
    state = table(clock="turn", time=60)
    assert decided(state, NoteHolidays(2, days)) == (facts.HolidaysNoted(2, days),)
    assert after(state, NoteHolidays(2, days)) == state


def test_before_the_first_cards_it_is_nobodys_turn() -> None:
    assert after(None, OpenGame(resolve("casino"), "casino", 2, False, 1)).turn == 0


@pytest.mark.parametrize(("clock", "over_days"), [("none", False), ("live", False), ("turn", True), ("bank", True)])
def test_correspondence_is_what_goes_over_days(clock: str, over_days: bool) -> None:
    assert Terms(clock=clock).over_days is over_days
