"""Timeouts, seats that the computer takes over, and time given back."""

import pytest

from games.domain import events
from games.domain.commands import (
    CompensateTime,
    ExpireTurn,
    FixTableSettings,
    MakeOffer,
    OpenGame,
    ReturnToSeat,
    SetTimeZone,
    SetVacation,
    StartRound,
    SubstituteBot,
    TakeOverSeat,
)
from games.domain.notation import read_cards
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.state import GameState, Result
from games.domain.table_settings import ClockKind, TableSettings
from tests.domain.packs import Company, stack
from tests.domain.perspectives import after, decided, refusal

FIRST, SECOND, NO_SEAT = frozenset({1}), frozenset({2}), frozenset[int]()


def table(seats: int = 2, partners: bool = False, **table_settings: object) -> GameState:
    """Return a game on these terms; the first seat after the dealer is to play."""
    opening = OpenGame(resolve_rules("casino"), "casino", seats, partners, seats)
    settings = FixTableSettings(TableSettings(**table_settings))  # type: ignore[arg-type]
    pack = stack(Company(seats=seats, dealer=seats), ["9S"], "")
    return after(None, opening, settings, StartRound(read_cards(pack)))


def test_of_two_who_lets_the_time_run_out_loses() -> None:
    state = table(clock="turn", time=60)
    assert state.turn == 1
    ended = after(state, ExpireTurn(1, "steady"))
    assert decided(state, ExpireTurn(1, "steady"))[0] == events.TurnExpired(1)
    assert ended.result == Result((2,), "timeout")
    assert ended.turn == 0


@pytest.mark.parametrize(("seats", "partners"), [(4, True), (3, False)])
def test_partners_and_third_players_play_on_with_the_computer(seats: int, partners: bool) -> None:
    state = table(seats, partners, clock="turn", time=60)
    expired = decided(state, ExpireTurn(1, "steady"))
    assert expired == (events.TurnExpired(1), events.BotTookOver(1, "steady", final=True))
    on = after(state, ExpireTurn(1, "steady"))
    assert (on.result, on.turn, on.bot_seats, on.forfeited_seats) == (None, 1, FIRST, FIRST)
    assert refusal(on, ReturnToSeat(1)).key == "given-for-good"


def test_everybody_sees_where_the_computer_has_taken_over() -> None:
    on = after(table(3, clock="turn", time=60), ExpireTurn(1, "steady"))
    views = [perspective_of(on, viewer) for viewer in (0, 1, 2)]
    assert [(view.bot_seats, view.forfeited_seats) for view in views] == [(FIRST, FIRST)] * 3


def test_the_computer_takes_the_seat_until_its_player_comes_back() -> None:
    on = after(table(clock="turn", time=60, timeout="computer"), ExpireTurn(1, "steady"))
    assert (on.result, on.bot_seats, on.forfeited_seats) == (None, FIRST, NO_SEAT)
    assert after(on, ReturnToSeat(1)).bot_seats == NO_SEAT


def test_whose_time_for_the_whole_game_is_gone_does_not_come_back() -> None:
    on = after(table(clock="bank", time=60, timeout="computer"), ExpireTurn(1, "steady"))
    assert (on.bot_seats, on.forfeited_seats) == (FIRST, FIRST)


def test_a_card_is_played_by_a_move_that_follows() -> None:
    state = table(clock="turn", time=60, timeout="card")
    assert decided(state, ExpireTurn(1, "steady")) == (events.TurnExpired(1),)
    assert after(state, ExpireTurn(1, "steady")) == state


def test_time_runs_out_only_for_the_seat_to_play_and_only_where_there_is_a_clock() -> None:
    assert refusal(table(clock="turn", time=60), ExpireTurn(2, "steady")).key == "not-your-turn"
    assert refusal(table(), ExpireTurn(1, "steady")).key == "no-clock"


def test_a_seat_is_given_once_and_only_then_taken_back() -> None:
    state = table()
    assert refusal(state, ReturnToSeat(2)).key == "not-given"
    given = after(state, SubstituteBot(2, "steady"))
    assert (given.bot_seats, given.forfeited_seats) == (SECOND, NO_SEAT)
    assert refusal(given, SubstituteBot(2, "steady")).key == "given-already"


def test_another_person_takes_over_a_seat_that_was_given_for_good() -> None:
    given = after(table(3), SubstituteBot(2, "steady", final=True))
    assert decided(given, TakeOverSeat(2, "Eve")) == (events.SeatTakenOver(2, "Eve"),)
    taken = after(given, TakeOverSeat(2, "Eve"))
    assert (taken.players[1], taken.bot_seats, taken.forfeited_seats) == ("Eve", NO_SEAT, NO_SEAT)


def test_no_one_takes_a_seat_whose_player_may_return_nor_one_of_a_rated_game() -> None:
    assert refusal(after(table(3), SubstituteBot(2, "steady")), TakeOverSeat(2, "Eve")).key == "takeover-held"
    rated = after(table(3, rated=True), SubstituteBot(2, "steady", final=True))
    assert refusal(rated, TakeOverSeat(2, "Eve")).key == "takeover-rated"


def test_an_offer_was_not_made_to_the_one_who_takes_over() -> None:
    given = after(table(3), SubstituteBot(2, "steady", final=True))
    offered = after(given, MakeOffer(1, "drawn", (3,)))
    taken = after(offered, TakeOverSeat(2, "Eve"))
    assert taken.round is not None
    assert taken.round.offer is None


def test_time_is_given_back_to_the_seat_to_play() -> None:
    state = table(clock="live", time=60)
    assert decided(state, CompensateTime(1, 12.5, "server")) == (events.TimeCompensated(1, 12.5, "server"),)
    assert refusal(state, CompensateTime(2, 12.5, "server")).key == "not-your-turn"


def test_holidays_are_noted() -> None:
    days = (("2026-12-24", "2026-12-26"),)
    state = table(clock="turn", time=60)
    assert decided(state, SetVacation(2, days)) == (events.VacationSet(2, days),)
    assert after(state, SetVacation(2, days)) == state
    assert decided(state, SetTimeZone(2, "Asia/Kolkata")) == (events.TimeZoneSet(2, "Asia/Kolkata"),)
    assert after(state, SetTimeZone(2, "Asia/Kolkata")) == state


def test_before_the_first_cards_it_is_nobodys_turn() -> None:
    assert after(None, OpenGame(resolve_rules("casino"), "casino", 2, False, 1)).turn == 0


@pytest.mark.parametrize(("clock", "expected"), [("none", False), ("live", False), ("turn", True), ("bank", True)])
def test_a_clock_over_days_is_neither_live_nor_none(clock: ClockKind, expected: bool) -> None:
    assert TableSettings(clock=clock).correspondence is expected
    assert TableSettings(clock=clock).live is (clock == "live")
