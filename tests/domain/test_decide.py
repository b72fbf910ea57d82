"""Commands before the start of a game, while it waits and after its end; and folding the events that follow."""

from typing import get_args

import pytest

from games.domain import events
from games.domain.cards import PACKS, Card
from games.domain.commands import (
    CallOrange,
    Claim,
    Command,
    FixTableSettings,
    OpenGame,
    Play,
    Resign,
    StartRound,
    TakeSeat,
)
from games.domain.decide import _HANDLERS, needs_round
from games.domain.evolve import evolve, fold, round_of
from games.domain.moves import Trail
from games.domain.presets import resolve_rules
from games.domain.refusal import TEMPLATES
from games.domain.table_settings import TableSettings
from games.domain.winning import winner_at_round_end
from tests.domain.packs import COUPLE, stack
from tests.domain.perspectives import after, begun, refusal

PACK = stack(COUPLE, ["9S 8C", "QC JC"], "KD 4D 7H TH")
OPEN = OpenGame(resolve_rules("casino"), "casino", 2, False, 2, "the promise")
WHOLE = StartRound(PACKS["standard"])


@pytest.mark.parametrize("command", [WHOLE, TakeSeat(1, "Ann"), Play(1, Trail(Card("9S"))), Claim(1), Resign(1)])
def test_nothing_is_asked_of_a_game_before_it_is_opened(command: Command) -> None:
    assert refusal(None, command).key == "not-started"


def test_the_terms_of_a_table_are_kept() -> None:
    live = TableSettings(clock="live", time=600)
    opened = after(None, OPEN)
    assert opened.table_settings == TableSettings()
    assert after(opened, FixTableSettings(live)).table_settings == live


def test_a_game_is_opened_once() -> None:
    opened = after(None, OPEN)
    assert (opened.preset, opened.seats, opened.totals, needs_round(opened)) == ("casino", 2, (0, 0), True)
    assert refusal(opened, OPEN).key == "started"


def test_who_sits_where_is_known() -> None:
    opened = after(None, OPEN)
    assert opened.players == ("", "")
    seated = after(opened, TakeSeat(2, "Ann"), TakeSeat(1, "Bob"))
    assert seated.players == ("Bob", "Ann")


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_there_is_no_seat_but_those_of_the_game(seat: int) -> None:
    state = begun("casino", PACK, [])
    for command in (TakeSeat(seat, "Ann"), Play(seat, Trail(Card("9S"))), Claim(seat), CallOrange(seat), Resign(seat)):
        assert refusal(state, command).key == "no-seat"


def test_a_round_is_not_started_while_one_is_on() -> None:
    state = begun("casino", PACK, [])
    assert not needs_round(state)
    assert refusal(state, WHOLE).key == "round-on"


@pytest.mark.parametrize(
    "pack",
    [PACKS["standard"][1:], (*PACKS["standard"], Card("9S")), (*PACKS["standard"][1:], Card("9S")), PACKS["rook"], ()],
)
def test_a_round_is_not_started_with_another_pack(pack: tuple[Card, ...]) -> None:
    assert refusal(after(None, OPEN), StartRound(pack)).key == "wrong-pack"


def test_no_card_is_played_before_the_first_pack() -> None:
    assert refusal(after(None, OPEN), Play(1, Trail(Card("9S")))).key == "no-round"


def test_a_game_that_is_over_takes_no_command() -> None:
    over = after(begun("casino", PACK, []), Resign(1))
    assert not needs_round(over)
    for command in (WHOLE, TakeSeat(1, "Ann"), Play(2, Trail(Card("QC"))), Claim(2), CallOrange(2), Resign(2)):
        assert refusal(over, command).key == "game-over"


def test_every_sentence_of_a_refusal_ends_as_one() -> None:
    assert [case for case, text in TEMPLATES.items() if case != "unreadable" and not text.endswith(".")] == []


# --- folding ------------------------------------------------------------------------------------------------------


def test_a_log_begins_with_the_opening() -> None:
    with pytest.raises(ValueError, match="begins with GameOpened, not TurnStarted"):
        fold([events.TurnStarted(1)])
    with pytest.raises(ValueError, match="without events"):
        fold([])


def test_facts_of_a_round_need_a_round() -> None:
    opened = after(None, OPEN)
    with pytest.raises(ValueError, match="no round is on"):
        fold([events.TurnStarted(1)], opened)
    with pytest.raises(ValueError, match="no round is on"):
        evolve(opened, events.TurnStarted(1))
    with pytest.raises(ValueError, match="no round is on"):
        round_of(opened)


def test_folding_nothing_more_changes_nothing() -> None:
    state = begun("casino", PACK, ["9S"])
    assert fold([], state) == state


def test_a_game_to_clear_the_table_has_no_winner_by_points() -> None:
    state = after(None, OpenGame(resolve_rules("callabra"), "callabra", 2, False, 2), WHOLE)
    with pytest.raises(ValueError, match="no score"):
        winner_at_round_end(state, round_of(state), [{}, {}], (0, 0))


def test_every_command_but_the_opening_has_a_handler() -> None:
    assert {*_HANDLERS} == {*get_args(Command.__value__)} - {OpenGame}
