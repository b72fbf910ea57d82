"""Disputing a move, the game that is stopped meanwhile, and the effects of each kind of ruling."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.domain import dispute_events, events, setup_events
from games.domain.cards import PACKS, Card
from games.domain.commands import (
    AnswerOffer,
    FixTableSettings,
    MakeOffer,
    Play,
    Resign,
    ReturnToSeat,
    SetVacation,
    StartRound,
    SubstituteBot,
)
from games.domain.dispute_events import DisputeOpened, GamePaused, GameResumed, RulingKind, RulingMade
from games.domain.disputes import (
    KINDS,
    Clocks,
    RevealedCards,
    Ruling,
    decide_ruling,
    move_start_seq,
    open_dispute,
    pause_game,
    resume_game,
    revealed_since,
    ruling_seqs,
)
from games.domain.events import BotTookOver, Event, PlayerReturned, RolledBack
from games.domain.evolve import effective_seqs, fold
from games.domain.moves import Move, Trail
from games.domain.notation import read_move
from games.domain.offers import takeback_seq
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.refusal import Refusal, explain
from games.domain.state import EndReason
from games.domain.table_settings import TableSettings
from tests.domain.packs import COUPLE, Company, Round, stack, takes_all
from tests.domain.perspectives import LoggedGame, after
from tests.domain.positions import Rules, house

DORA = "Dora"
WHY = "It was so."


class Case(LoggedGame):
    """A game whose log a director rules on."""

    def rule(self, kind: RulingKind, clocks: Clocks | None = None, **more: Any) -> list[Event]:
        made = decide_ruling(self.log, Ruling(kind, WHY)._replace(**more), DORA, lambda _: clocks)
        assert not isinstance(made, Refusal), made
        self.log += made
        return list(made)

    def cannot_rule(self, kind: Any, **more: Any) -> str:
        refused = decide_ruling(self.log, Ruling(kind, WHY)._replace(**more), DORA)
        assert isinstance(refused, Refusal), refused
        assert "%(" not in explain(refused)
        return refused.key

    def stand_still(self) -> None:
        stopped = pause_game(self.state, 1)
        assert not isinstance(stopped, Refusal)
        self.log += stopped


@pytest.fixture
def case() -> Case:
    """A game in which one card was trailed."""
    return Case("9S")


def over(rules: Rules, played: Round) -> Case:
    """Return a game played to the end of a round."""
    return Case(*played.moves, rules=rules, pack=played.pack)


def kinds_of(log: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in log]


# --- disputing ----------------------------------------------------------------------------------------------------


def test_a_dispute_is_of_a_move_by_its_first_fact() -> None:
    case = Case("9S", "QC", "8C")
    trailed = case.seq_of(events.CardTrailed)
    assert open_dispute(case.log, 2, 1, trailed) == DisputeOpened(2, 1, trailed)


def test_any_fact_of_a_turn_stands_for_the_turn() -> None:
    """A plucked card, then the capture, then its sweep: all are one move."""
    case = Case("AC", rules="pluck", pack=stack(COUPLE, ["AC", "9S"], "9D 7D"))
    assert kinds_of(case.log)[-2:] == ["CardTrailed", "TurnStarted"]
    case.play("9Sx9D ^7D")
    plays = [case.seq_of(kind) for kind in (events.CardsCaptured, events.CardPlucked)]
    assert {move_start_seq(case.log, at) for at in plays} == {min(plays)}


def test_two_turns_in_a_row_are_two_moves() -> None:
    case = Case("9S", "QC")
    first, second = (at for at, event in enumerate(case.log, start=1) if isinstance(event, events.CardTrailed))
    assert [move_start_seq(case.log, at) for at in (first, second)] == [first, second]


@pytest.mark.parametrize("at", [0, -1, 1, 99])
def test_what_is_no_move_is_not_disputed(at: int) -> None:
    refused = open_dispute(Case("9S").log, 1, 1, at)
    assert isinstance(refused, Refusal)
    assert refused.key == "dispute-no-move"


def test_what_was_said_and_a_score_sheet_can_be_disputed() -> None:
    case = over(house("casino", target=50), takes_all(COUPLE, 1))
    assert move_start_seq(case.log, case.seq_of(events.RoundScored)) == case.seq_of(events.RoundScored)
    resigned = Case("9S")
    resigned.ask(Resign(1))
    assert move_start_seq(resigned.log, resigned.seq_of(events.SeatResigned)) == len(resigned.log) - 1


# --- standing still -----------------------------------------------------------------------------------------------


def test_while_a_game_stands_still_nothing_is_played(case: Case) -> None:
    case.stand_still()
    assert case.refused(Play(2, read_move("QC"))) == case.refused(MakeOffer(1, "drawn", (2,))) == "frozen"
    assert case.state.turn == 0
    assert not any(perspective_of(case.state, seat).my_turn for seat in (1, 2))


def test_a_player_may_give_up_come_back_and_plan_holidays_meanwhile(case: Case) -> None:
    case.stand_still()
    assert case.refused(ReturnToSeat(1)) == "not-given"
    assert kinds_of(case.ask(SetVacation(1, ()))) == ["VacationSet"]
    assert kinds_of(case.ask(Resign(1))) == ["SeatResigned", "GameWon"]


def test_it_goes_on_where_it_stood(case: Case) -> None:
    case.stand_still()
    resumed = resume_game(case.state, DORA)
    assert resumed == (GameResumed(DORA),)
    case.log += resumed
    assert (case.state.paused, case.state.turn) == (False, 2)
    case.play("QC")


def test_a_game_stands_still_once_and_only_while_it_is_played(case: Case) -> None:
    refused = [resume_game(case.state)]
    case.stand_still()
    refused.append(pause_game(case.state, 1))
    case.ask(Resign(1))
    refused += [pause_game(case.state, 1), pause_game(fold(case.log[:1]), 1)]
    keys = [each.key for each in refused if isinstance(each, Refusal)]
    assert keys == ["not-frozen", "frozen-already", "game-over", "not-started"]


def test_whether_a_game_stands_still_is_no_part_of_what_it_goes_back_on(case: Case) -> None:
    back = RolledBack(case.seq_of(events.CardTrailed) - 1)
    case.stand_still()
    assert fold([*case.log, back]).paused
    assert not fold([*case.log, GameResumed(), back]).paused


# --- rulings ------------------------------------------------------------------------------------------------------


def test_a_move_stands(case: Case) -> None:
    before, at = case.state, case.seq_of(events.CardTrailed)
    made = case.rule("upheld", rule="4.10", event_seq=at, dispute_no=3)
    assert made == [RulingMade(1, "upheld", DORA, WHY, "4.10", 3, at)]
    assert case.state == before


def test_a_ruling_lets_a_game_go_on_that_stood_still(case: Case) -> None:
    case.stand_still()
    assert kinds_of(case.rule("upheld")) == ["RulingMade", "GameResumed"]
    assert case.state.turn == 2


def test_the_game_goes_back_to_before_a_move(case: Case) -> None:
    before, at = case.state, len(case.log) + 1
    case.play("QC", "8C")
    made = case.rule("rolled_back", event_seq=at)
    assert made[1:] == [RolledBack(at - 1)]
    assert case.state == before


@pytest.mark.parametrize("final", [False, True])
def test_a_seat_given_to_the_computer_since_goes_back_to_its_player(final: bool) -> None:
    case = Case("9S", seats=3)
    at = case.seq_of(events.CardTrailed)
    case.ask(SubstituteBot(2, "steady", final))
    assert case.rule("rolled_back", event_seq=at)[1:] == [RolledBack(at - 1), PlayerReturned(2)]
    assert (case.state.bot_seats, case.state.forfeited_seats) == (frozenset(), frozenset())


def test_it_does_too_when_a_move_is_replaced() -> None:
    case = Case("9S", seats=3)
    at = case.seq_of(events.CardTrailed)
    case.ask(SubstituteBot(1, "steady", True))
    made = case.rule("move_replaced", event_seq=at, move=read_move("2H"))
    assert made[1:3] == [RolledBack(at - 1), PlayerReturned(1)]
    assert case.state.bot_seats == frozenset()


def test_a_seat_that_the_computer_had_before_stays_and_so_does_one_whose_player_is_gone() -> None:
    case = Case("9S", seats=3)
    case.ask(SubstituteBot(3, "steady", True))
    at = len(case.log) + 1
    case.trail(1)
    case.ask(SubstituteBot(1, "steady", True))
    made = decide_ruling(case.log, Ruling("rolled_back", WHY, event_seq=at), DORA, departed_seats={1})
    assert not isinstance(made, Refusal)
    assert made[1:] == (RolledBack(at - 1),)
    assert fold([*case.log, *made]).bot_seats == frozenset({1, 3})


def test_who_has_come_back_by_themselves_stays() -> None:
    case = Case("9S", seats=3)
    case.ask(SubstituteBot(2, "steady", False))
    at = len(case.log) + 1
    case.trail(1)
    case.ask(ReturnToSeat(2))
    assert case.rule("rolled_back", event_seq=at)[1:] == [RolledBack(at - 1)]
    assert case.state.bot_seats == frozenset()


def test_when_the_going_back_is_overruled_the_computer_has_the_seat_again() -> None:
    case = Case("9S", seats=3)
    at = case.seq_of(events.CardTrailed)
    case.ask(SubstituteBot(2, "steady", True))
    before = case.state
    case.rule("rolled_back", event_seq=at)
    ruled = ruling_seqs(case.log)[1]
    assert case.rule("rolled_back", overrules=1)[1:] == [RolledBack(ruled - 1), BotTookOver(2, "steady", True)]
    assert case.state == before


def test_the_clocks_show_again_what_they_showed() -> None:
    case = Case("9S", "QC")
    case.stand_still()
    made = case.rule("rolled_back", ((30.0, 40.0), (5.0, 5.0)), event_seq=case.seq_of(events.CardTrailed))
    assert kinds_of(made) == ["RulingMade", "RolledBack", "GameResumed", "ClocksSet"]
    assert made[-1] == dispute_events.ClocksSet((30.0, 40.0), (5.0, 5.0))


def test_a_move_is_replaced_by_another_legal_one(case: Case) -> None:
    there = case.state
    case.play("QC")
    at = case.seq_of(events.CardTrailed)
    made = case.rule("move_replaced", event_seq=at, move=read_move("JC"))
    assert kinds_of(made) == ["RulingMade", "RolledBack", "CardTrailed", "TurnStarted"]
    assert case.state == after(there, Play(2, read_move("JC")))


def test_a_move_in_a_game_that_stands_still_is_replaced_too() -> None:
    case = Case("9S", "QC")
    case.stand_still()
    case.rule("move_replaced", event_seq=case.seq_of(events.CardTrailed), move=read_move("JC"))
    assert (case.state.turn, case.state.paused) == (1, False)


@pytest.mark.parametrize(("move", "case_of"), [(Trail(Card("9S")), "not-in-hand"), (None, "ruling-no-place")])
def test_no_move_is_replaced_by_one_that_is_not_legal(move: Move | None, case_of: str) -> None:
    case = Case("9S", "QC")
    assert case.cannot_rule("move_replaced", event_seq=case.seq_of(events.CardTrailed), move=move) == case_of


def test_what_ended_the_game_is_not_replaced_by_a_move_out_of_turn(case: Case) -> None:
    """A resignation out of turn: the player whose turn it was may be given another move."""
    case.ask(Resign(1))
    at = case.seq_of(events.SeatResigned)
    assert case.cannot_rule("move_replaced", event_seq=at, move=read_move("8C")) == "not-in-hand"
    case.rule("move_replaced", event_seq=at, move=read_move("QC"))
    assert (case.state.result, case.state.turn) == (None, 1)


# --- scores -------------------------------------------------------------------------------------------------------


def test_a_corrected_score_counts_for_the_round_that_is_on(case: Case) -> None:
    case.rule("score_corrected", totals=(3, 0))
    assert case.state.totals == (3, 0)
    assert case.round.totals_at_start == (3, 0)


def test_points_given_in_the_round_stay_given(case: Case) -> None:
    case.log.append(events.PointsAwarded(0, "orange", 10))
    case.rule("score_corrected", totals=(12, 1))
    assert (case.round.totals_at_start, case.round.bonus_points[0]) == ((2, 1), {"orange": 10})


@pytest.mark.parametrize(
    ("totals", "case_of"), [((), "ruling-no-totals"), ((1, 2, 3), "ruling-no-totals"), ((0, 0), "ruling-same-totals")]
)
def test_a_score_names_a_total_for_each_side_and_changes_something(totals: tuple[int, ...], case_of: str) -> None:
    assert Case("9S").cannot_rule("score_corrected", totals=totals) == case_of


WON = house("casino", target=11)


def test_a_corrected_score_decides_anew_who_has_won() -> None:
    case = over(WON, takes_all(COUPLE, 1))
    assert case.state.result == ((1,), "target")
    made = case.rule("score_corrected", totals=(11, 12))
    assert made[1:] == [dispute_events.ScoreCorrected((11, 12)), events.GameWon((2,), "target", (11, 12))]


@pytest.mark.parametrize("totals", [(10, 9), (12, 12)])
def test_a_game_goes_on_when_by_the_corrected_score_nobody_has_won(totals: tuple[int, int]) -> None:
    case = over(WON, takes_all(COUPLE, 1))
    assert kinds_of(case.rule("score_corrected", totals=totals)) == ["RulingMade", "ScoreCorrected"]
    assert (case.state.result, case.state.round, case.state.totals) == (None, None, totals)


def test_where_all_rounds_were_played_the_highest_win_together(case: Case) -> None:
    rounds = resolve_rules(house("casino", ending="rounds", rounds_per_seat=1))
    opened = case.log[0]
    assert isinstance(opened, setup_events.GameOpened)
    case.log[0] = opened._replace(rules=rounds)
    case.log.append(events.GameWon((1,), "rounds", (5, 4)))
    assert case.rule("score_corrected", totals=(5, 5))[-1] == events.GameWon((1, 2), "rounds", (5, 5))


def test_an_end_that_was_not_by_score_stays() -> None:
    resigned, drawn = Case("9S"), Case("9S")
    resigned.ask(Resign(1))
    drawn.ask(MakeOffer(1, "drawn", (2,)))
    drawn.ask(AnswerOffer(2, True))
    assert resigned.rule("score_corrected", totals=(7, 0))[-1] == events.GameWon((2,), "resign", (7, 0))
    assert drawn.rule("score_corrected", totals=(7, 0))[-1] == events.GameEnded("drawn", (7, 0))


# --- results, clocks, people --------------------------------------------------------------------------------------


def test_the_game_is_awarded_to_a_side(case: Case) -> None:
    assert case.rule("win_awarded", winners=(2,))[1:] == [events.GameWon((2,), "ruling", (0, 0))]
    assert case.state.result == ((2,), "ruling")


@pytest.mark.parametrize("winners", [(), (3,), (0,)])
def test_it_is_awarded_to_somebody(winners: tuple[int, ...]) -> None:
    assert Case("9S").cannot_rule("win_awarded", winners=winners) == "ruling-no-winners"


@pytest.mark.parametrize(("kind", "reason"), [("drawn", "ruled-drawn"), ("annulled", "annulled")])
def test_the_game_ends_without_a_winner(kind: RulingKind, reason: EndReason, case: Case) -> None:
    case.stand_still()
    assert case.rule(kind)[1:] == [events.GameEnded(reason, (0, 0)), GameResumed()]
    assert case.state.result == ((), reason)


def test_a_clock_is_changed(case: Case) -> None:
    case.ask(FixTableSettings(TableSettings(clock="live", time=300)))
    assert case.rule("clock_adjusted", seat=1, seconds=-30)[1:] == [dispute_events.ClockAdjusted(1, -30)]


def test_with_a_time_for_each_turn_only_the_clock_that_runs_is_changed(case: Case) -> None:
    case.ask(FixTableSettings(TableSettings(clock="turn", time=300)))
    case.stand_still()
    assert case.cannot_rule("clock_adjusted", seat=1, seconds=60) == "ruling-clock-turn"
    assert case.rule("clock_adjusted", seat=2, seconds=60)[1:] == [dispute_events.ClockAdjusted(2, 60), GameResumed()]


def test_no_clock_is_changed_where_none_can_run(case: Case) -> None:
    assert case.cannot_rule("clock_adjusted", seat=1, seconds=60) == "no-clock"
    case.ask(FixTableSettings(TableSettings(clock="live", time=300)))
    assert case.cannot_rule("clock_adjusted", seat=3, seconds=60) == "ruling-clock-nobody"
    assert case.cannot_rule("clock_adjusted", seat=1) == "ruling-clock-nobody"
    case.ask(Resign(1))
    assert case.cannot_rule("clock_adjusted", seat=1, seconds=60) == "game-over"


def test_a_player_is_warned_or_suspended(case: Case) -> None:
    assert case.rule("warned", seat=2)[1:] == [dispute_events.PlayerWarned(2)]
    until = "2026-12-01T12:00:00+00:00"
    assert case.rule("suspended", seat=2, until=until)[1:] == [dispute_events.PlayerSuspended(2, until)]
    assert case.cannot_rule("suspended", seat=2) == "ruling-no-end"
    assert {case.cannot_rule(kind, seat=3, until=until) for kind in ("warned", "suspended")} == {"no-seat"}


# --- what no ruling can be ----------------------------------------------------------------------------------------


def test_a_ruling_is_of_a_kind_and_has_a_reason(case: Case) -> None:
    assert case.cannot_rule("hanged") == "ruling-no-kind"
    assert {case.cannot_rule(kind, reason=" ") for kind in KINDS} == {"ruling-no-reason"}


def test_a_ruling_is_about_a_move_of_a_game_that_has_begun(case: Case) -> None:
    assert {case.cannot_rule(kind) for kind in ("rolled_back", "move_replaced")} == {"ruling-no-place"}
    assert case.cannot_rule("rolled_back", event_seq=1) == case.cannot_rule("upheld", event_seq=99) == "dispute-no-move"
    case.log = case.log[:1]
    assert case.cannot_rule("upheld") == "ruling-not-begun"


def test_what_was_offered_before_a_ruling_is_no_longer_open(case: Case) -> None:
    case.ask(MakeOffer(1, "takeback", (2,), case.seq_of(events.CardTrailed) - 1))
    case.rule("upheld")
    assert case.refused(AnswerOffer(2, True)) == "offer-none"


def test_no_player_takes_a_move_back_over_a_ruling(case: Case) -> None:
    assert isinstance(takeback_seq(case.log, 1), int)
    case.rule("score_corrected", totals=(1, 0))
    refused = takeback_seq(case.log, 1)
    assert isinstance(refused, Refusal)
    assert refused.key == "takeback-ruled"
    case.play("QC")
    assert isinstance(takeback_seq(case.log, 2), int)


# --- overruling ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("rolled_back", {}),
        ("win_awarded", {"winners": (1,)}),
        ("score_corrected", {"totals": (9, 9)}),
        ("annulled", {}),
    ],
)
def test_a_ruling_is_overruled_by_going_back_to_just_before_it(kind: Any, more: dict[str, Any]) -> None:
    case = Case("9S", "QC")
    before = case.state
    case.rule(kind, event_seq=case.seq_of(events.CardTrailed), **more)
    assert case.state != before
    made = case.rule("rolled_back", overrules=1)
    assert made[0] == RulingMade(2, "rolled_back", DORA, WHY, event_seq=ruling_seqs(case.log)[1], overrules=1)
    assert case.state == before
    case.play("8C")


def test_the_overruling_is_overruled_and_the_first_ruling_holds_again() -> None:
    case = Case("9S", "QC")
    case.rule("rolled_back", event_seq=case.seq_of(events.CardTrailed))
    ruled = case.state
    case.rule("rolled_back", overrules=1)
    case.rule("rolled_back", overrules=2)
    assert case.state == ruled
    assert list(ruling_seqs(case.log)) == [1, 2, 3]


def test_a_ruling_that_was_never_made_is_not_overruled() -> None:
    assert Case("9S").cannot_rule("upheld", overrules=1) == "ruling-unknown"


def test_a_game_that_was_over_is_played_on(case: Case) -> None:
    before = case.state
    case.ask(Resign(2))
    case.rule("rolled_back", event_seq=case.seq_of(events.SeatResigned))
    assert case.state == before
    case.play("QC")


def test_of_what_was_gone_back_on_nothing_stands_but_who_sits_there() -> None:
    case = Case("9S", "QC")
    case.rule("rolled_back", event_seq=case.seq_of(events.CardTrailed))
    kept = {type(case.log[number - 1]).__name__ for number in effective_seqs(case.log)}
    assert "RulingMade" not in kept
    assert "RolledBack" in kept


# --- what has been seen since -------------------------------------------------------------------------------------


def test_played_cards_have_been_seen_by_everybody(case: Case) -> None:
    to = len(case.log)
    assert not revealed_since(case.log, to).anything
    case.play("QC", "8C")
    assert revealed_since(case.log, to) == RevealedCards((Card("QC"), Card("8C")), ((), ()), 0, False)


def test_new_hands_have_been_seen_by_their_seats() -> None:
    pack = stack(COUPLE, ["9S 8C 3C 2H", "QC JC TC 5C"], "KD 4D 7H TH", then=["AS AH AD AC", "6S 6H 6D 6C"])
    case = Case(pack=pack)
    to = len(case.log)
    case.trail(8)
    seen = revealed_since(case.log, to)
    assert set(seen.to_all) == set("9S 8C 3C 2H QC JC TC 5C".split())
    assert [set(own) for own in seen.by_seat] == [set("AS AH AD AC".split()), set("6S 6H 6D 6C".split())]
    assert seen.anything


def test_a_drawn_card_has_been_seen_by_who_drew_it_and_a_hand_held_then_is_nothing_new() -> None:
    case = Case(rules="draw", pack=stack(COUPLE, ["9S 8C 3C 2H", "QC JC TC 5C"], "KD 4D 7H TH", top="AS"))
    to = len(case.log)
    case.play("9S")
    assert revealed_since(case.log, to) == RevealedCards((Card("9S"),), ((Card("AS"),), ()), 0, False)


def test_cards_on_the_table_and_in_place_of_a_jack_have_been_seen() -> None:
    case = Case(rules="tablanette", pack=stack(Company(hand=6), ["9S"], "JS KD 4D 7H"))
    replaced = next(event for event in case.log if isinstance(event, events.JackReplaced))
    seen = revealed_since(case.log, case.seq_of(events.RoundStarted))
    assert {replaced.by, Card("KD"), Card("JS")} <= set(seen.to_all)
    assert all(len(own) == 6 for own in seen.by_seat)


def test_captures_and_builds_show_the_cards_played() -> None:
    case = Case(pack=stack(COUPLE, ["4C 9C", "9S"], "5H 9D 7H TH"))
    to = len(case.log)
    case.play("4C+5H=9", "9Sx9D")
    assert revealed_since(case.log, to).to_all == (Card("4C"), Card("9S"))


def test_of_later_rounds_only_their_number_is_told() -> None:
    everything = takes_all(COUPLE, 1)
    case = over(house("casino", target=50), everything)
    at = case.seq_of(events.CardTrailed)
    case.ask(StartRound(PACKS["standard"]))
    seen = revealed_since(case.log, at - 1)
    assert (seen.rounds_begun, seen.over) == (1, False)
    assert seen.to_all == (Card(everything.moves[-1][:2]),)


def test_when_the_game_was_over_everything_could_be_seen(case: Case) -> None:
    to = len(case.log)
    case.ask(Resign(2))
    assert revealed_since(case.log, to) == RevealedCards((), ((), ()), 0, True)


def test_what_was_gone_back_on_has_been_seen_all_the_same(case: Case) -> None:
    to = len(case.log)
    case.play("QC")
    case.rule("rolled_back", event_seq=to + 1)
    case.play("JC")
    assert revealed_since(case.log, to).to_all == (Card("QC"), Card("JC"))


def test_before_the_first_round_nothing_is_known(case: Case) -> None:
    seen = revealed_since(case.log, 1)
    assert (seen.to_all, seen.by_seat, seen.rounds_begun) == ((), ((), ()), 1)


def test_a_stop_is_told_with_its_dispute() -> None:
    assert pause_game(Case("9S").state, 4, DORA) == (GamePaused(4, DORA),)
