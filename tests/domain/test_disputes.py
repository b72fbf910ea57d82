"""Disputing a move, the game that is stopped meanwhile, and the effects of each kind of ruling."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.domain import disputed
from games.domain import events as facts
from games.domain.agreements import way_back
from games.domain.cards import PACKS, Card
from games.domain.commands import (
    AgreeTerms,
    Answer,
    GiveSeat,
    MakeOffer,
    NoteHolidays,
    Play,
    Resign,
    ReturnToSeat,
    StartRound,
)
from games.domain.decide import decide
from games.domain.disputed import ClockStopped, DisputeOpened, PlayResumed, RulingMade
from games.domain.disputing import beginning_of, open_dispute, resume, stop
from games.domain.events import Event, SeatGiven, SeatReturned, WentBack
from games.domain.hindsight import Seen, seen_since
from games.domain.moves import Move, Trail
from games.domain.notation import read_move
from games.domain.perspective import perspective
from games.domain.refusal import Refusal, explain
from games.domain.replay import fold, standing
from games.domain.ruling import KINDS, Clocks, Ruling, rule, rulings_of
from games.domain.state import GameState
from games.domain.terms import Terms
from games.domain.variants import resolve
from tests.domain.packs import COUPLE, Company, Round, stack, takes_all
from tests.domain.positions import Rules, house
from tests.domain.test_agreements import Told

DORA = "Dora"
WHY = "It was so."


class Case(Told):
    """A game whose log a director rules on."""

    @classmethod
    def played(cls, *moves: str, rules: Rules = "casino", seats: int = 2, pack: str = "") -> "Case":
        case = cls(rules, seats, pack=pack)
        case.play(*moves)
        return case

    @classmethod
    def over(cls, rules: Rules, played: Round) -> "Case":
        """Return a game played to the end of a round."""
        return cls.played(*played.moves, rules=rules, pack=played.pack)

    def number_of(self, kind: type[Event]) -> int:
        """Return the number of the latest event of this kind."""
        return max(at for at, event in enumerate(self.log, start=1) if isinstance(event, kind))

    def other_move(self, at: int) -> str:
        """Return the trail of another card than the one that was played there."""
        there = fold(self.log[: at - 1])
        now = there.round
        assert now is not None
        return str(now.hands[now.turn - 1][-1])

    def rule(self, kind: str, clocks: Clocks | None = None, **more: Any) -> list[Event]:
        made = rule(self.log, Ruling(kind, WHY)._replace(**more), DORA, lambda _: clocks)
        assert not isinstance(made, Refusal), made
        self.log += made
        return list(made)

    def cannot_rule(self, kind: str, **more: Any) -> str:
        refused = rule(self.log, Ruling(kind, WHY)._replace(**more), DORA)
        assert isinstance(refused, Refusal), refused
        assert "%(" not in explain(refused)
        return refused.case

    def stand_still(self) -> None:
        stopped = stop(self.state, 1)
        assert not isinstance(stopped, Refusal)
        self.log += stopped


def kinds_of(log: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in log]


# --- disputing ----------------------------------------------------------------------------------------------------


def test_a_dispute_is_of_a_move_by_its_first_fact() -> None:
    case = Case.played("9S", "QC", "8C")
    trailed = case.number_of(facts.CardTrailed)
    assert open_dispute(case.log, 2, 1, trailed) == DisputeOpened(2, 1, trailed)


def test_any_fact_of_a_turn_stands_for_the_turn() -> None:
    """A plucked card, then the capture, then its sweep: all are one move."""
    case = Case.played("AC", rules="pluck", pack=stack(COUPLE, ["AC", "9S"], "9D 7D"))
    assert kinds_of(case.log)[-2:] == ["CardTrailed", "TurnPassed"]
    case.play("9Sx9D ^7D")
    plays = [case.number_of(kind) for kind in (facts.CardsCaptured, facts.CardPlucked)]
    assert {beginning_of(case.log, at) for at in plays} == {min(plays)}


def test_two_turns_in_a_row_are_two_moves() -> None:
    case = Case.played("9S", "QC")
    first, second = (at for at, event in enumerate(case.log, start=1) if isinstance(event, facts.CardTrailed))
    assert [beginning_of(case.log, at) for at in (first, second)] == [first, second]


@pytest.mark.parametrize("at", [0, -1, 1, 99])
def test_what_is_no_move_is_not_disputed(at: int) -> None:
    refused = open_dispute(Case.played("9S").log, 1, 1, at)
    assert isinstance(refused, Refusal)
    assert refused.case == "dispute-no-move"


def test_what_was_said_and_a_score_sheet_can_be_disputed() -> None:
    case = Case.over(house("casino", target=50), takes_all(COUPLE, 1))
    assert beginning_of(case.log, case.number_of(facts.RoundScored)) == case.number_of(facts.RoundScored)
    resigned = Case.played("9S")
    resigned.ask(Resign(1))
    assert beginning_of(resigned.log, resigned.number_of(facts.SeatResigned)) == len(resigned.log) - 1


# --- standing still -----------------------------------------------------------------------------------------------


def test_while_a_game_stands_still_nothing_is_played() -> None:
    case = Case.played("9S")
    case.stand_still()
    assert case.refused(Play(2, read_move("QC"))) == case.refused(MakeOffer(1, "drawn", (2,))) == "frozen"
    assert case.state.turn == 0
    assert not any(perspective(case.state, seat).my_turn for seat in (1, 2))


def test_a_player_may_give_up_come_back_and_plan_holidays_meanwhile() -> None:
    case = Case.played("9S")
    case.stand_still()
    assert case.refused(ReturnToSeat(1)) == "not-given"
    assert kinds_of(case.ask(NoteHolidays(1, ()))) == ["HolidaysNoted"]
    assert kinds_of(case.ask(Resign(1))) == ["SeatResigned", "GameWon"]


def test_it_goes_on_where_it_stood() -> None:
    case = Case.played("9S")
    case.stand_still()
    resumed = resume(case.state, DORA)
    assert resumed == (PlayResumed(DORA),)
    case.log += resumed
    assert (case.state.frozen, case.state.turn) == (False, 2)
    case.play("QC")


def test_a_game_stands_still_once_and_only_while_it_is_played() -> None:
    case = Case.played("9S")
    refused = [resume(case.state)]
    case.stand_still()
    refused.append(stop(case.state, 1))
    case.ask(Resign(1))
    refused += [stop(case.state, 1), stop(fold(case.log[:1]), 1)]
    assert [each.case for each in refused if isinstance(each, Refusal)] == [
        *("not-frozen", "frozen-already", "game-over", "not-started"),
    ]


def test_whether_a_game_stands_still_is_no_part_of_what_it_goes_back_on() -> None:
    case = Case.played("9S")
    back = WentBack(case.number_of(facts.CardTrailed) - 1)
    case.stand_still()
    assert fold([*case.log, back]).frozen
    assert not fold([*case.log, PlayResumed(), back]).frozen


# --- rulings ------------------------------------------------------------------------------------------------------


def test_a_move_stands() -> None:
    case = Case.played("9S")
    before, at = case.state, case.number_of(facts.CardTrailed)
    made = case.rule("stands", rule="4.10", at=at, dispute=3)
    assert made == [RulingMade(1, "stands", DORA, WHY, "4.10", 3, at)]
    assert case.state == before


def test_a_ruling_lets_a_game_go_on_that_stood_still() -> None:
    case = Case.played("9S")
    case.stand_still()
    assert kinds_of(case.rule("stands")) == ["RulingMade", "PlayResumed"]
    assert case.state.turn == 2


def test_the_game_goes_back_to_before_a_move() -> None:
    case = Case.played("9S")
    before, at = case.state, len(case.log) + 1
    case.play("QC", "8C")
    made = case.rule("back", at=at)
    assert made[1:] == [WentBack(at - 1)]
    assert case.state == before


@pytest.mark.parametrize("final", [False, True])
def test_a_seat_given_to_the_computer_since_goes_back_to_its_player(final: bool) -> None:
    case = Case.played("9S", seats=3)
    at = case.number_of(facts.CardTrailed)
    case.ask(GiveSeat(2, "steady", final))
    assert case.rule("back", at=at)[1:] == [WentBack(at - 1), SeatReturned(2)]
    assert (case.state.left, case.state.out) == (frozenset(), frozenset())


def test_it_does_too_when_a_move_is_replaced() -> None:
    case = Case.played("9S", seats=3)
    at = case.number_of(facts.CardTrailed)
    case.ask(GiveSeat(1, "steady", True))
    made = case.rule("replaced", at=at, move=read_move(case.other_move(at)))
    assert made[1:3] == [WentBack(at - 1), SeatReturned(1)]
    assert case.state.left == frozenset()


def test_a_seat_that_the_computer_had_before_stays_and_so_does_one_whose_player_is_gone() -> None:
    case = Case.played("9S", seats=3)
    case.ask(GiveSeat(3, "steady", True))
    at = len(case.log) + 1
    case.trail(1)
    case.ask(GiveSeat(1, "steady", True))
    made = rule(case.log, Ruling("back", WHY, at=at), DORA, gone={1})
    assert not isinstance(made, Refusal)
    assert made[1:] == (WentBack(at - 1),)
    assert fold([*case.log, *made]).left == frozenset({1, 3})


def test_who_has_come_back_by_themselves_stays() -> None:
    case = Case.played("9S", seats=3)
    case.ask(GiveSeat(2, "steady", False))
    at = len(case.log) + 1
    case.trail(1)
    case.ask(ReturnToSeat(2))
    assert case.rule("back", at=at)[1:] == [WentBack(at - 1)]
    assert case.state.left == frozenset()


def test_when_the_going_back_is_overruled_the_computer_has_the_seat_again() -> None:
    case = Case.played("9S", seats=3)
    at = case.number_of(facts.CardTrailed)
    case.ask(GiveSeat(2, "steady", True))
    before = case.state
    case.rule("back", at=at)
    ruled = rulings_of(case.log)[1]
    assert case.rule("back", overrules=1)[1:] == [WentBack(ruled - 1), SeatGiven(2, "steady", True)]
    assert case.state == before


def test_the_clocks_show_again_what_they_showed() -> None:
    case = Case.played("9S", "QC")
    case.stand_still()
    made = case.rule("back", ((30.0, 40.0), (5.0, 5.0)), at=case.number_of(facts.CardTrailed))
    assert kinds_of(made) == ["RulingMade", "WentBack", "PlayResumed", "ClocksSet"]
    assert made[-1] == disputed.ClocksSet((30.0, 40.0), (5.0, 5.0))


def test_a_move_is_replaced_by_another_legal_one() -> None:
    case = Case.played("9S")
    there = case.state
    case.play("QC")
    at = case.number_of(facts.CardTrailed)
    made = case.rule("replaced", at=at, move=read_move("JC"))
    assert kinds_of(made) == ["RulingMade", "WentBack", "CardTrailed", "TurnPassed"]
    assert case.state == fold(decided(there, Play(2, read_move("JC"))), there)


def decided(state: GameState, command: Play) -> tuple[Event, ...]:
    made = decide(state, command)
    assert not isinstance(made, Refusal)
    return made


def test_a_move_in_a_game_that_stands_still_is_replaced_too() -> None:
    case = Case.played("9S", "QC")
    case.stand_still()
    case.rule("replaced", at=case.number_of(facts.CardTrailed), move=read_move("JC"))
    assert (case.state.turn, case.state.frozen) == (1, False)


@pytest.mark.parametrize(("move", "case_of"), [(Trail(Card("9S")), "not-in-hand"), (None, "ruling-no-place")])
def test_no_move_is_replaced_by_one_that_is_not_legal(move: Move | None, case_of: str) -> None:
    case = Case.played("9S", "QC")
    assert case.cannot_rule("replaced", at=case.number_of(facts.CardTrailed), move=move) == case_of


def test_what_ended_the_game_is_not_replaced_by_a_move_out_of_turn() -> None:
    """A resignation out of turn: the player whose turn it was may be given another move."""
    case = Case.played("9S")
    case.ask(Resign(1))
    at = case.number_of(facts.SeatResigned)
    assert case.cannot_rule("replaced", at=at, move=read_move("8C")) == "not-in-hand"
    case.rule("replaced", at=at, move=read_move("QC"))
    assert (case.state.result, case.state.turn) == (None, 1)


# --- scores -------------------------------------------------------------------------------------------------------


def test_a_corrected_score_counts_for_the_round_that_is_on() -> None:
    case = Case.played("9S")
    case.rule("score", totals=(3, 0))
    assert case.state.totals == (3, 0)
    assert case.state.round
    assert case.state.round.before == (3, 0)


def test_points_given_in_the_round_stay_given() -> None:
    case = Case.played("9S")
    case.log.append(facts.PointsGiven(0, "orange", 10))
    case.rule("score", totals=(12, 1))
    assert case.state.round
    assert (case.state.round.before, case.state.round.given[0]) == ((2, 1), {"orange": 10})


@pytest.mark.parametrize(
    ("totals", "case_of"), [((), "ruling-no-totals"), ((1, 2, 3), "ruling-no-totals"), ((0, 0), "ruling-same-totals")]
)
def test_a_score_names_a_total_for_each_side_and_changes_something(totals: tuple[int, ...], case_of: str) -> None:
    assert Case.played("9S").cannot_rule("score", totals=totals) == case_of


WON = house("casino", target=11)


def test_a_corrected_score_decides_anew_who_has_won() -> None:
    case = Case.over(WON, takes_all(COUPLE, 1))
    assert case.state.result == ((1,), "target")
    made = case.rule("score", totals=(11, 12))
    assert made[1:] == [disputed.ScoreCorrected((11, 12)), facts.GameWon((2,), "target", (11, 12))]


@pytest.mark.parametrize("totals", [(10, 9), (12, 12)])
def test_a_game_goes_on_when_by_the_corrected_score_nobody_has_won(totals: tuple[int, int]) -> None:
    case = Case.over(WON, takes_all(COUPLE, 1))
    assert kinds_of(case.rule("score", totals=totals)) == ["RulingMade", "ScoreCorrected"]
    assert (case.state.result, case.state.round, case.state.totals) == (None, None, totals)


def test_where_all_rounds_were_played_the_highest_win_together() -> None:
    case = Case.played("9S")
    rounds = resolve(house("casino", ending="rounds", rounds_per_seat=1))
    opened = case.log[0]
    assert isinstance(opened, facts.GameOpened)
    case.log[0] = opened._replace(rules=rounds)
    case.log.append(facts.GameWon((1,), "rounds", (5, 4)))
    assert case.rule("score", totals=(5, 5))[-1] == facts.GameWon((1, 2), "rounds", (5, 5))


def test_an_end_that_was_not_by_score_stays() -> None:
    resigned, drawn = Case.played("9S"), Case.played("9S")
    resigned.ask(Resign(1))
    drawn.ask(MakeOffer(1, "drawn", (2,)))
    drawn.ask(Answer(2, True))
    assert resigned.rule("score", totals=(7, 0))[-1] == facts.GameWon((2,), "resign", (7, 0))
    assert drawn.rule("score", totals=(7, 0))[-1] == facts.GameEnded("drawn", (7, 0))


# --- results, clocks, people --------------------------------------------------------------------------------------


def test_the_game_is_awarded_to_a_side() -> None:
    case = Case.played("9S")
    assert case.rule("awarded", winners=(2,))[1:] == [facts.GameWon((2,), "ruling", (0, 0))]
    assert case.state.result == ((2,), "ruling")


@pytest.mark.parametrize("winners", [(), (3,), (0,)])
def test_it_is_awarded_to_somebody(winners: tuple[int, ...]) -> None:
    assert Case.played("9S").cannot_rule("awarded", winners=winners) == "ruling-no-winners"


@pytest.mark.parametrize(("kind", "reason"), [("drawn", "ruled-drawn"), ("annulled", "annulled")])
def test_the_game_ends_without_a_winner(kind: str, reason: str) -> None:
    case = Case.played("9S")
    case.stand_still()
    assert case.rule(kind)[1:] == [facts.GameEnded(reason, (0, 0)), PlayResumed()]
    assert case.state.result == ((), reason)


def test_a_clock_is_changed() -> None:
    case = Case.played("9S")
    case.ask(AgreeTerms(Terms(clock="live", time=300)))
    assert case.rule("clock", seat=1, seconds=-30)[1:] == [disputed.ClockAdjusted(1, -30)]


def test_with_a_time_for_each_turn_only_the_clock_that_runs_is_changed() -> None:
    case = Case.played("9S")
    case.ask(AgreeTerms(Terms(clock="turn", time=300)))
    case.stand_still()
    assert case.cannot_rule("clock", seat=1, seconds=60) == "ruling-clock-turn"
    assert case.rule("clock", seat=2, seconds=60)[1:] == [disputed.ClockAdjusted(2, 60), PlayResumed()]


def test_no_clock_is_changed_where_none_can_run() -> None:
    case = Case.played("9S")
    assert case.cannot_rule("clock", seat=1, seconds=60) == "no-clock"
    case.ask(AgreeTerms(Terms(clock="live", time=300)))
    assert case.cannot_rule("clock", seat=3, seconds=60) == "ruling-clock-nobody"
    assert case.cannot_rule("clock", seat=1) == "ruling-clock-nobody"
    case.ask(Resign(1))
    assert case.cannot_rule("clock", seat=1, seconds=60) == "game-over"


def test_a_player_is_warned_or_suspended() -> None:
    case = Case.played("9S")
    assert case.rule("warned", seat=2)[1:] == [disputed.PlayerWarned(2)]
    until = "2026-12-01T12:00:00+00:00"
    assert case.rule("suspended", seat=2, until=until)[1:] == [disputed.PlayerSuspended(2, until)]
    assert case.cannot_rule("suspended", seat=2) == "ruling-no-end"
    assert {case.cannot_rule(kind, seat=3, until=until) for kind in ("warned", "suspended")} == {"no-seat"}


# --- what no ruling can be ----------------------------------------------------------------------------------------


def test_a_ruling_is_of_a_kind_and_has_a_reason() -> None:
    case = Case.played("9S")
    assert case.cannot_rule("hanged") == "ruling-no-kind"
    assert {case.cannot_rule(kind, reason=" ") for kind in KINDS} == {"ruling-no-reason"}


def test_a_ruling_is_about_a_move_of_a_game_that_has_begun() -> None:
    case = Case.played("9S")
    assert {case.cannot_rule(kind) for kind in ("back", "replaced")} == {"ruling-no-place"}
    assert case.cannot_rule("back", at=1) == case.cannot_rule("stands", at=99) == "dispute-no-move"
    case.log = case.log[:1]
    assert case.cannot_rule("stands") == "ruling-not-begun"


def test_what_was_offered_before_a_ruling_is_no_longer_open() -> None:
    case = Case.played("9S")
    case.ask(MakeOffer(1, "takeback", (2,), case.number_of(facts.CardTrailed) - 1))
    case.rule("stands")
    assert case.refused(Answer(2, True)) == "offer-none"


def test_no_player_takes_a_move_back_over_a_ruling() -> None:
    case = Case.played("9S")
    assert isinstance(way_back(case.log, 1), int)
    case.rule("score", totals=(1, 0))
    refused = way_back(case.log, 1)
    assert isinstance(refused, Refusal)
    assert refused.case == "takeback-ruled"
    case.play("QC")
    assert isinstance(way_back(case.log, 2), int)


# --- overruling ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "more"), [("back", {}), ("awarded", {"winners": (1,)}), ("score", {"totals": (9, 9)}), ("annulled", {})]
)
def test_a_ruling_is_overruled_by_going_back_to_just_before_it(kind: str, more: dict[str, Any]) -> None:
    case = Case.played("9S", "QC")
    before = case.state
    case.rule(kind, at=case.number_of(facts.CardTrailed), **more)
    assert case.state != before
    made = case.rule("back", overrules=1)
    assert made[0] == RulingMade(2, "back", DORA, WHY, at=rulings_of(case.log)[1], overrules=1)
    assert case.state == before
    case.play("8C")


def test_the_overruling_is_overruled_and_the_first_ruling_holds_again() -> None:
    case = Case.played("9S", "QC")
    case.rule("back", at=case.number_of(facts.CardTrailed))
    ruled = case.state
    case.rule("back", overrules=1)
    case.rule("back", overrules=2)
    assert case.state == ruled
    assert list(rulings_of(case.log)) == [1, 2, 3]


def test_a_ruling_that_was_never_made_is_not_overruled() -> None:
    assert Case.played("9S").cannot_rule("stands", overrules=1) == "ruling-unknown"


def test_a_game_that_was_over_is_played_on() -> None:
    case = Case.played("9S")
    before = case.state
    case.ask(Resign(2))
    case.rule("back", at=case.number_of(facts.SeatResigned))
    assert case.state == before
    case.play("QC")


def test_of_what_was_gone_back_on_nothing_stands_but_who_sits_there() -> None:
    case = Case.played("9S", "QC")
    case.rule("back", at=case.number_of(facts.CardTrailed))
    kept = {type(case.log[number - 1]).__name__ for number in standing(case.log)}
    assert "RulingMade" not in kept
    assert "WentBack" in kept


# --- what has been seen since -------------------------------------------------------------------------------------


def test_played_cards_have_been_seen_by_everybody() -> None:
    case = Case.played("9S")
    to = len(case.log)
    case.play("QC", "8C")
    assert seen_since(case.log, to) == Seen((Card("QC"), Card("8C")), ((), ()), 0, False)


def test_nothing_has_been_seen_where_nothing_was_played() -> None:
    case = Case.played("9S")
    assert not seen_since(case.log, len(case.log)).anything


def test_new_hands_have_been_seen_by_their_seats() -> None:
    pack = stack(COUPLE, ["9S 8C 3C 2H", "QC JC TC 5C"], "KD 4D 7H TH", then=["AS AH AD AC", "6S 6H 6D 6C"])
    case = Case.played(pack=pack)
    to = len(case.log)
    case.trail(8)
    seen = seen_since(case.log, to)
    assert set(seen.everybody) == set("9S 8C 3C 2H QC JC TC 5C".split())
    assert [set(own) for own in seen.own] == [set("AS AH AD AC".split()), set("6S 6H 6D 6C".split())]
    assert seen.anything


def test_a_drawn_card_has_been_seen_by_who_drew_it_and_a_hand_held_then_is_nothing_new() -> None:
    case = Case.played(rules="draw", pack=stack(COUPLE, ["9S 8C 3C 2H", "QC JC TC 5C"], "KD 4D 7H TH", top="AS"))
    to = len(case.log)
    case.play("9S")
    assert seen_since(case.log, to) == Seen((Card("9S"),), ((Card("AS"),), ()), 0, False)


def test_cards_on_the_table_and_in_place_of_a_jack_have_been_seen() -> None:
    case = Case.played(rules="tablanette", pack=stack(Company(hand=6), ["9S"], "JS KD 4D 7H"))
    replaced = next(event for event in case.log if isinstance(event, facts.JackReplaced))
    seen = seen_since(case.log, case.number_of(facts.RoundStarted))
    assert {replaced.by, Card("KD"), Card("JS")} <= set(seen.everybody)
    assert all(len(own) == 6 for own in seen.own)


def test_captures_and_builds_show_the_cards_played() -> None:
    case = Case.played(pack=stack(COUPLE, ["4C 9C", "9S"], "5H 9D 7H TH"))
    to = len(case.log)
    case.play("4C+5H=9", "9Sx9D")
    assert seen_since(case.log, to).everybody == (Card("4C"), Card("9S"))


def test_of_later_rounds_only_their_number_is_told() -> None:
    everything = takes_all(COUPLE, 1)
    case = Case.over(house("casino", target=50), everything)
    at = case.number_of(facts.CardTrailed)
    case.log += decided_round(case)
    seen = seen_since(case.log, at - 1)
    assert (seen.rounds, seen.over) == (1, False)
    assert seen.everybody == (Card(everything.moves[-1][:2]),)


def decided_round(case: Case) -> tuple[Event, ...]:
    made = decide(case.state, StartRound(PACKS["standard"]))
    assert not isinstance(made, Refusal)
    return made


def test_when_the_game_was_over_everything_could_be_seen() -> None:
    case = Case.played("9S")
    to = len(case.log)
    case.ask(Resign(2))
    assert seen_since(case.log, to) == Seen((), ((), ()), 0, True)


def test_what_was_gone_back_on_has_been_seen_all_the_same() -> None:
    case = Case.played("9S")
    to = len(case.log)
    case.play("QC")
    case.rule("back", at=to + 1)
    case.play("JC")
    assert seen_since(case.log, to).everybody == (Card("QC"), Card("JC"))


def test_before_the_first_round_nothing_is_known() -> None:
    case = Case.played("9S")
    seen = seen_since(case.log, 1)
    assert (seen.everybody, seen.own, seen.rounds) == ((), ((), ()), 1)


def test_a_stop_is_told_with_its_dispute() -> None:
    assert stop(Case.played("9S").state, 4, DORA) == (ClockStopped(4, DORA),)
