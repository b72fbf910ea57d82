"""Offers, going back to an earlier moment, and seats whose players have left."""

from collections.abc import Sequence

import pytest

from games.domain import events as facts
from games.domain.agreements import way_back
from games.domain.cards import Card
from games.domain.commands import (
    Abandon,
    AgreeTerms,
    Answer,
    Command,
    MakeOffer,
    OpenGame,
    Play,
    PlayForced,
    StartRound,
    TakeSeat,
)
from games.domain.decide import decide
from games.domain.entries import entries_of
from games.domain.events import Event
from games.domain.notation import read_move
from games.domain.record import read_record, write_record
from games.domain.refusal import TEMPLATES, Refusal, explain
from games.domain.replay import fold, standing
from games.domain.state import GameState
from games.domain.terms import Terms
from games.domain.variants import resolve
from tests.domain.packs import COUPLE, Company, stack
from tests.domain.positions import Rules
from tests.domain.sights import begun

TWO = stack(COUPLE, ["9S 8C 3C 2H", "QC JC TC 5C"], "KD 4D 7H TH")
THREE = stack(Company(seats=3, dealer=3), ["9S 8C 3C 2H", "QC JC TC 5C", "AS AC 6C 6S"], "KD 4D 7H TH")


class Told:
    """A game with its whole log."""

    def __init__(self, rules: Rules = "casino", seats: int = 2, partners: bool = False, pack: str = "") -> None:
        cards = pack or (TWO if seats == 2 else THREE)
        self.log: list[Event] = []
        self.ask(OpenGame(resolve(rules), "", seats, partners, seats))
        self.ask(StartRound(tuple(resolve_pack(cards))))

    @property
    def state(self) -> GameState:
        return fold(self.log)

    def ask(self, command: Command) -> list[Event]:
        decided = decide(self.state if self.log else None, command)
        assert not isinstance(decided, Refusal), decided
        self.log += decided
        return list(decided)

    def play(self, *moves: str) -> None:
        for move in moves:
            now = self.state.round
            assert now is not None
            self.ask(Play(now.turn, read_move(move)))

    def trail(self, times: int) -> None:
        for _ in range(times):
            now = self.state.round
            assert now is not None
            self.play(now.hands[now.turn - 1][0])

    def refused(self, command: Command) -> str:
        decided = decide(self.state, command)
        assert isinstance(decided, Refusal), decided
        assert "%(" not in explain(decided)
        return decided.case

    def back_for(self, seat: int) -> int:
        found = way_back(self.log, seat)
        assert isinstance(found, int), found
        return found

    def too_late_for(self, seat: int) -> str:
        found = way_back(self.log, seat)
        assert isinstance(found, Refusal), found
        assert found.case in TEMPLATES
        return found.case


def resolve_pack(text: str) -> Sequence[Card]:
    return [Card(code) for code in text.split()]


# --- offers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "reason"), [("drawn", "drawn"), ("abort", "aborted")])
def test_an_offer_to_which_all_agree_ends_the_game_without_a_winner(kind: str, reason: str) -> None:
    told = Told(seats=3)
    assert told.ask(MakeOffer(1, kind, (2, 3))) == [facts.OfferMade(1, kind, (2, 3))]
    assert told.ask(Answer(3, True)) == [facts.OfferAgreed(3)]
    assert told.ask(Answer(2, True)) == [facts.OfferAgreed(2), facts.GameEnded(reason, (0, 0, 0))]
    assert told.state.result == ((), reason)
    assert told.refused(Answer(2, True)) == told.refused(MakeOffer(1, kind, (2, 3))) == "game-over"


def test_where_nobody_is_asked_an_offer_holds_at_once() -> None:
    told = Told()
    told.ask(MakeOffer(1, "abort", ()))
    assert told.state.result == ((), "aborted")


def test_a_draw_takes_somebody_to_agree() -> None:
    assert Told().refused(MakeOffer(1, "drawn", ())) == "draw-alone"


def test_an_offer_is_declined_by_one_of_those_asked() -> None:
    told = Told(seats=3)
    told.ask(MakeOffer(1, "drawn", (2, 3)))
    told.ask(Answer(2, True))
    told.ask(Answer(3, False))
    assert told.refused(Answer(3, True)) == "offer-none"
    told.ask(MakeOffer(3, "drawn", (1, 2)))


def test_an_offer_is_withdrawn_by_who_made_it() -> None:
    told = Told()
    told.ask(MakeOffer(1, "drawn", (2,)))
    assert told.ask(Answer(1, False)) == [facts.OfferWithdrawn(1)]
    assert told.refused(Answer(2, True)) == "offer-none"


@pytest.mark.parametrize("agreed", [True, False])
def test_who_is_not_asked_has_nothing_to_answer(agreed: bool) -> None:
    told = Told(seats=3)
    told.ask(MakeOffer(1, "drawn", (2,)))
    assert told.refused(Answer(3, agreed)) == "offer-not-asked"


def test_nobody_agrees_to_their_own_offer_or_twice() -> None:
    told = Told(seats=3)
    told.ask(MakeOffer(1, "drawn", (2, 3)))
    told.ask(Answer(2, True))
    assert told.refused(Answer(1, True)) == "offer-not-asked"
    assert told.refused(Answer(2, True)) == "offer-agreed"


def test_one_offer_at_a_time() -> None:
    told = Told()
    told.ask(MakeOffer(1, "drawn", (2,)))
    assert told.refused(MakeOffer(2, "abort", (1,))) == "offer-open"


def test_nothing_is_offered_before_the_cards_are_dealt() -> None:
    opened = decide(None, OpenGame(resolve("casino"), "", 2, False, 2))
    assert not isinstance(opened, Refusal)
    for command, case in ((MakeOffer(1, "abort", (2,)), "offer-no-round"), (Answer(1, True), "offer-none")):
        refused = decide(fold(opened), command)
        assert isinstance(refused, Refusal)
        assert refused.case == case


def test_who_plays_on_without_having_agreed_has_declined() -> None:
    told = Told(seats=3)
    told.ask(MakeOffer(1, "drawn", (2, 3)))
    told.ask(Answer(2, True))
    told.play("9S", "QC")
    assert told.refused(Answer(2, True)) == "offer-agreed"
    told.play("AS")
    assert told.refused(Answer(2, True)) == "offer-none"


@pytest.mark.parametrize("move", ["TCxTH", "5C+4D=9"])
def test_a_capture_or_a_build_declines_too(move: str) -> None:
    told = Told(pack=stack(COUPLE, ["9S 8C", "TC 5C 9C"], "KD 4D 7H TH"))
    told.play("9S")
    told.ask(MakeOffer(1, "drawn", (2,)))
    told.play(move)
    assert told.refused(Answer(2, True)) == "offer-none"


def test_an_agreement_that_was_not_offered_changes_nothing() -> None:
    state = begun("casino", TWO, [])
    assert fold([facts.OfferAgreed(2)], state) == state


# --- taking back --------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_all_agree() -> None:
    told = Told(seats=3)
    told.play("9S")
    before = told.state
    told.play("QC")
    there = told.back_for(2)
    told.ask(MakeOffer(2, "takeback", (1, 3), there))
    told.ask(Answer(1, True))
    assert told.ask(Answer(3, True)) == [facts.OfferAgreed(3), facts.WentBack(there)]
    assert told.state == before


def test_the_log_keeps_what_was_taken_back() -> None:
    told = Told()
    told.play("9S")
    kept = list(told.log)
    told.ask(MakeOffer(1, "takeback", (), told.back_for(1)))
    assert told.log[: len(kept)] == kept


def test_the_answers_of_others_are_taken_back_with_the_move() -> None:
    told = Told()
    before = told.state
    told.play("9S", "QC")
    told.ask(MakeOffer(1, "takeback", (), told.back_for(1)))
    assert told.state == before


def test_an_earlier_move_can_be_taken_back_after_a_later_one() -> None:
    told = Told()
    before = told.state
    told.play("9S", "QC")
    told.ask(MakeOffer(2, "takeback", (), told.back_for(2)))
    told.ask(MakeOffer(1, "takeback", (), told.back_for(1)))
    assert told.state == before
    told.play("8C")
    assert told.back_for(1) == len(told.log) - 2


def test_where_it_was_agreed_that_no_move_is_taken_back_none_is() -> None:
    told = Told()
    told.ask(AgreeTerms(Terms(takebacks=False)))
    told.play("9S")
    assert told.refused(MakeOffer(1, "takeback", (2,), told.back_for(1))) == "takeback-never"


def test_who_has_not_played_has_nothing_to_take_back() -> None:
    told = Told()
    told.play("9S")
    assert told.too_late_for(2) == "takeback-nothing"


def test_after_a_deal_no_move_before_it_is_taken_back() -> None:
    told = Told()
    told.play("9S", "QC", "8C", "JC", "3C", "TC", "2H")
    assert told.back_for(1)
    told.play("5C")
    assert [told.too_late_for(seat) for seat in (1, 2)] == ["takeback-late"] * 2


def test_after_a_card_was_drawn_no_move_before_it_is_taken_back() -> None:
    told = Told("draw")
    told.play("9S")
    assert told.too_late_for(1) == "takeback-late"


def test_an_offer_that_is_overtaken_by_new_cards_is_too_late() -> None:
    told = Told(seats=3, pack=stack(Company(seats=3, dealer=3), ["9S", "QC", "AS"], "KD 4D 7H TH"))
    told.trail(11)
    told.ask(MakeOffer(2, "takeback", (1, 3), told.back_for(2)))
    told.ask(Answer(3, True))
    told.trail(1)
    assert told.refused(Answer(1, True)) == "takeback-late"


def test_a_pluck_goes_back_with_its_move() -> None:
    told = Told("pluck", pack=stack(COUPLE, ["9S 8C", "QC JC"], "KD 4D 7H TH"))
    before = told.state
    told.play("^7H 9S")
    told.ask(MakeOffer(1, "takeback", (), told.back_for(1)))
    assert told.state == before
    told.play("9S ^7H")
    assert told.back_for(1) == len(told.log) - 3


def test_a_build_of_table_cards_goes_back_with_the_card_trailed() -> None:
    told = Told({"preset": "casino", "table_only_builds": True}, pack=stack(COUPLE, ["9C 8S"], "3D 5H KD QD"))
    before = told.state
    told.play("9C;3D,5H=8")
    told.ask(MakeOffer(1, "takeback", (), told.back_for(1)))
    assert told.state == before


# --- going back ---------------------------------------------------------------------------------------------------

OPENED = facts.GameOpened(resolve("casino"), "casino", 2, False, 2, "")
SEATED: list[Event] = [OPENED, facts.SeatTaken(1, "Ann"), facts.SeatTaken(2, "Bob")]


def test_what_was_gone_back_on_does_not_stand() -> None:
    log: list[Event] = [*SEATED, facts.TargetRaised(32), facts.TargetRaised(43), facts.WentBack(4)]
    assert standing(log) == (1, 2, 3, 4, 6)
    assert fold(log).target == 32


def test_who_sits_there_and_the_terms_stay() -> None:
    staying: list[Event] = [facts.SeatTaken(2, "Cleo"), facts.TermsAgreed(Terms(rated=True))]
    log: list[Event] = [*SEATED, facts.TargetRaised(32), *staying, facts.WentBack(3)]
    state = fold(log)
    assert standing(log) == (1, 2, 3, 5, 6, 7)
    assert (state.target, state.players, state.terms.rated) == (21, ("Ann", "Cleo"), True)


def test_a_game_may_go_back_to_what_it_had_gone_back_on() -> None:
    log: list[Event] = [*SEATED, facts.TargetRaised(32), facts.WentBack(3), facts.TargetRaised(43), facts.WentBack(4)]
    assert standing(log) == (1, 2, 3, 4, 7)
    assert fold(log).target == 32


def test_a_game_that_is_over_may_go_back_to_before_its_end() -> None:
    log: list[Event] = [*SEATED, facts.GameWon((1,), "resign", (0, 0)), facts.WentBack(3)]
    assert fold(log).result is None


@pytest.mark.parametrize("to", [-1, 0, 4, 5])
def test_a_game_goes_back_only_to_what_was_before(to: int) -> None:
    with pytest.raises(ValueError, match=f"event 4 goes back to event {to}"):
        standing([*SEATED, facts.WentBack(to)])


def test_going_back_needs_the_log_from_its_beginning() -> None:
    with pytest.raises(ValueError, match="from its beginning"):
        fold([facts.WentBack(3)], fold(SEATED))


def test_an_offer_open_then_is_not_open_again() -> None:
    told = Told()
    told.ask(MakeOffer(1, "drawn", (2,)))
    there = len(told.log)
    told.ask(Answer(2, False))
    told.log.append(facts.WentBack(there))
    assert told.refused(Answer(2, True)) == "offer-none"


def test_the_record_tells_the_game_without_what_was_taken_back() -> None:
    told = Told()
    told.play("9S")
    told.ask(MakeOffer(1, "takeback", (), told.back_for(1)))
    told.play("8C")
    told.ask(MakeOffer(1, "abort", ()))
    text = write_record(told.log)
    assert read_record(text)["moves"] == ["8C"]
    assert "Result: nobody won (aborted), 0 : 0" in text


# --- a player leaves ----------------------------------------------------------------------------------------------


def test_of_two_the_one_who_stays_wins() -> None:
    told = Told()
    assert told.ask(Abandon(1)) == [facts.SeatAbandoned(1), facts.GameWon((2,), "abandoned", (0, 0))]
    assert told.state.result == ((2,), "abandoned")


def test_partners_and_third_players_do_not_pay_for_one_who_leaves() -> None:
    four = Company(seats=4, dealer=4)
    assert Told(seats=3).refused(Abandon(1)) == "left-others"
    assert Told(seats=4, partners=True, pack=stack(four, [])).refused(Abandon(1)) == "left-others"


@pytest.mark.parametrize("command", [MakeOffer(3, "drawn", (1,)), Answer(0, True), Abandon(5)])
def test_a_seat_that_is_not_there_can_do_none_of_it(command: Command) -> None:
    assert Told().refused(command) == "no-seat"


def test_taking_a_seat_is_no_answer() -> None:
    told = Told()
    told.ask(MakeOffer(1, "drawn", (2,)))
    told.ask(TakeSeat(2, "Bob"))
    told.ask(Answer(2, True))
    assert told.state.result == ((), "drawn")


# --- the only move ------------------------------------------------------------------------------------------------


def test_the_only_move_is_played_and_the_log_says_so() -> None:
    told = Told(pack=stack(COUPLE, ["9S 8C 3C 2H", "QC JC TC KC"], "2D AD 7H 5H"))
    told.play("9S", "QC", "8C", "JC", "3C", "TC", "2H")
    now = told.state.round
    assert now is not None
    card = now.hands[1][0]
    decided = told.ask(PlayForced(2))
    assert decided[0] == facts.MoveForced(2)
    assert isinstance(decided[1], facts.CardTrailed)
    assert decided[1].card == card
    assert [entry for _, entry in entries_of(told.log)][-1] == card


def test_where_there_is_a_choice_nothing_plays_by_itself() -> None:
    assert Told().refused(PlayForced(1)) == "not-forced"


def test_only_the_seat_to_play_has_a_move() -> None:
    assert Told().refused(PlayForced(2)) == "not-your-turn"
    opened = decide(None, OpenGame(resolve("casino"), "", 2, False, 2))
    assert not isinstance(opened, Refusal)
    assert isinstance(decide(fold(opened), PlayForced(1)), Refusal)
