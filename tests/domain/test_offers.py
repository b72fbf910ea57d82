"""Offers, going back to an earlier moment, and seats whose players have left."""

import pytest

from games.domain import events, setup_events
from games.domain.commands import (
    AnswerOffer,
    ClaimForfeit,
    Command,
    FixTableSettings,
    LeaveGame,
    MakeOffer,
    PlayForced,
    SubstituteBot,
    TakeSeat,
)
from games.domain.events import Event
from games.domain.evolve import effective_seqs, fold
from games.domain.offers import takeback_seq, undone_plays
from games.domain.presets import resolve_rules
from games.domain.record import entries_of, read_record, write_record
from games.domain.refusal import TEMPLATES, Refusal
from games.domain.state import EndReason, OfferKind
from games.domain.table_settings import TableSettings
from tests.domain.packs import COUPLE, Company, stack
from tests.domain.perspectives import TWO, LoggedGame, begun, refusal
from tests.domain.positions import house

OPENED = setup_events.GameOpened(resolve_rules("casino"), "casino", 2, False, 2, "")
SEATED: list[Event] = [OPENED, setup_events.SeatTaken(1, "Ann"), setup_events.SeatTaken(2, "Bob")]


@pytest.fixture
def game() -> LoggedGame:
    return LoggedGame()


def too_late_for(seat: int, game: LoggedGame) -> str:
    refused = takeback_seq(game.log, seat)
    assert isinstance(refused, Refusal), refused
    assert refused.key in TEMPLATES
    return refused.key


# --- offers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "reason"), [("drawn", "drawn"), ("abort", "aborted")])
def test_an_offer_to_which_all_agree_ends_the_game_without_a_winner(kind: OfferKind, reason: EndReason) -> None:
    game = LoggedGame(seats=3)
    assert game.ask(MakeOffer(1, kind, (2, 3))) == [events.OfferMade(1, kind, (2, 3))]
    assert game.ask(AnswerOffer(3, True)) == [events.OfferAgreed(3)]
    assert game.ask(AnswerOffer(2, True)) == [events.OfferAgreed(2), events.GameEnded(reason, (0, 0, 0))]
    assert game.state.result == ((), reason)
    assert game.refused(AnswerOffer(2, True)) == game.refused(MakeOffer(1, kind, (2, 3))) == "game-over"


def test_the_offer_waits_for_those_who_have_not_answered() -> None:
    game = LoggedGame(seats=3)
    asked = [game.state.asked]
    for command in (MakeOffer(1, "drawn", (2, 3)), AnswerOffer(3, True), AnswerOffer(2, True)):
        game.ask(command)
        asked.append(game.state.asked)
    assert asked == [(), (2, 3), (2,), ()]


def test_a_paused_game_waits_for_no_answer(game: LoggedGame) -> None:
    game.ask(MakeOffer(1, "drawn", (2,)))
    assert game.state._replace(paused=True).asked == ()


def test_where_nobody_is_asked_an_offer_holds_at_once(game: LoggedGame) -> None:
    game.ask(MakeOffer(1, "abort", ()))
    assert game.state.result == ((), "aborted")


def test_a_draw_takes_somebody_to_agree() -> None:
    assert LoggedGame().refused(MakeOffer(1, "drawn", ())) == "draw-alone"


def test_an_offer_is_declined_by_one_of_those_asked() -> None:
    game = LoggedGame(seats=3)
    game.ask(MakeOffer(1, "drawn", (2, 3)))
    game.ask(AnswerOffer(2, True))
    game.ask(AnswerOffer(3, False))
    assert game.refused(AnswerOffer(3, True)) == "offer-none"
    game.ask(MakeOffer(3, "drawn", (1, 2)))


def test_an_offer_is_withdrawn_by_who_made_it(game: LoggedGame) -> None:
    game.ask(MakeOffer(1, "drawn", (2,)))
    assert game.ask(AnswerOffer(1, False)) == [events.OfferWithdrawn(1)]
    assert game.refused(AnswerOffer(2, True)) == "offer-none"


@pytest.mark.parametrize("agreed", [True, False])
def test_who_is_not_asked_has_nothing_to_answer(agreed: bool) -> None:
    game = LoggedGame(seats=3)
    game.ask(MakeOffer(1, "drawn", (2,)))
    assert game.refused(AnswerOffer(3, agreed)) == "offer-not-asked"


def test_nobody_agrees_to_their_own_offer_or_twice() -> None:
    game = LoggedGame(seats=3)
    game.ask(MakeOffer(1, "drawn", (2, 3)))
    game.ask(AnswerOffer(2, True))
    assert game.refused(AnswerOffer(1, True)) == "offer-not-asked"
    assert game.refused(AnswerOffer(2, True)) == "offer-agreed"


def test_one_offer_at_a_time(game: LoggedGame) -> None:
    game.ask(MakeOffer(1, "drawn", (2,)))
    assert game.refused(MakeOffer(2, "abort", (1,))) == "offer-open"


def test_nothing_is_offered_before_the_cards_are_dealt() -> None:
    assert refusal(fold([OPENED]), MakeOffer(1, "abort", (2,))).key == "offer-no-round"
    assert refusal(fold([OPENED]), AnswerOffer(1, True)).key == "offer-none"


def test_who_plays_on_without_having_agreed_has_declined() -> None:
    game = LoggedGame(seats=3)
    game.ask(MakeOffer(1, "drawn", (2, 3)))
    game.ask(AnswerOffer(2, True))
    game.play("9S", "QC")
    assert game.refused(AnswerOffer(2, True)) == "offer-agreed"
    game.play("AS")
    assert game.refused(AnswerOffer(2, True)) == "offer-none"


@pytest.mark.parametrize("move", ["TCxTH", "5C+4D=9"])
def test_a_capture_or_a_build_declines_too(move: str) -> None:
    game = LoggedGame("9S", pack=stack(COUPLE, ["9S 8C", "TC 5C 9C"], "KD 4D 7H TH"))
    game.ask(MakeOffer(1, "drawn", (2,)))
    game.play(move)
    assert game.refused(AnswerOffer(2, True)) == "offer-none"


def test_an_agreement_that_was_not_offered_changes_nothing() -> None:
    state = begun("casino", TWO, [])
    assert fold([events.OfferAgreed(2)], state) == state


# --- taking back --------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_all_agree() -> None:
    game = LoggedGame("9S", seats=3)
    before = game.state
    game.play("QC")
    there = game.back_for(2)
    game.ask(MakeOffer(2, "takeback", (1, 3), there))
    game.ask(AnswerOffer(1, True))
    assert game.ask(AnswerOffer(3, True)) == [events.OfferAgreed(3), events.RolledBack(there)]
    assert game.state == before


def test_the_log_keeps_what_was_taken_back() -> None:
    game = LoggedGame("9S")
    kept = list(game.log)
    game.take_back(1)
    assert game.log[: len(kept)] == kept


def test_the_answers_of_others_are_taken_back_with_the_move(game: LoggedGame) -> None:
    before = game.state
    game.play("9S", "QC")
    game.take_back(1)
    assert game.state == before


def test_an_earlier_move_can_be_taken_back_after_a_later_one(game: LoggedGame) -> None:
    before = game.state
    game.play("9S", "QC")
    game.take_back(2)
    game.take_back(1)
    assert game.state == before
    game.play("8C")
    assert game.back_for(1) == len(game.log) - 2


def test_where_it_was_agreed_that_no_move_is_taken_back_none_is(game: LoggedGame) -> None:
    game.ask(FixTableSettings(TableSettings(takebacks=False)))
    game.play("9S")
    assert game.refused(MakeOffer(1, "takeback", (2,), game.back_for(1))) == "takeback-never"


def test_who_has_not_played_has_nothing_to_take_back() -> None:
    game = LoggedGame("9S")
    assert too_late_for(2, game) == "takeback-nothing"


def test_after_a_deal_no_move_before_it_is_taken_back() -> None:
    game = LoggedGame("9S", "QC", "8C", "JC", "3C", "TC", "2H")
    assert game.back_for(1)
    game.play("5C")
    assert [too_late_for(seat, game) for seat in (1, 2)] == ["takeback-late"] * 2


def test_after_a_card_was_drawn_no_move_before_it_is_taken_back() -> None:
    game = LoggedGame("9S", rules="draw")
    assert too_late_for(1, game) == "takeback-late"


def test_an_offer_that_is_overtaken_by_new_cards_is_too_late() -> None:
    game = LoggedGame(seats=3, pack=stack(Company(seats=3, dealer=3), ["9S", "QC", "AS"], "KD 4D 7H TH"))
    game.trail(11)
    game.ask(MakeOffer(2, "takeback", (1, 3), game.back_for(2)))
    game.ask(AnswerOffer(3, True))
    game.trail(1)
    assert game.refused(AnswerOffer(1, True)) == "takeback-late"


def ask_back(game: LoggedGame, seat: int) -> None:
    """Ask the two others, in words that say what is undone."""
    others = tuple(each for each in (1, 2, 3) if each != seat)
    game.ask(MakeOffer(seat, "takeback", others, game.back_for(seat), *undone_plays(game.log, game.back_for(seat))))


def test_a_request_names_the_first_card_and_counts_the_plays_that_it_undoes() -> None:
    game = LoggedGame("9S", "QC", "8C")
    assert undone_plays(game.log, game.back_for(2)) == ("QC", 2)
    game.take_back(1)
    assert undone_plays(game.log, game.back_for(2)) == ("QC", 1)
    assert undone_plays(game.log, game.back_for(1)) == ("9S", 2)


def test_a_request_ends_when_its_asker_plays_on() -> None:
    game = LoggedGame("9S", "QC", "AS", seats=3)
    ask_back(game, 1)
    game.play("8C")
    assert game.refused(AnswerOffer(2, True)) == "offer-none"


def test_a_request_counts_what_is_played_by_those_who_have_agreed() -> None:
    game = LoggedGame("9S", seats=3)
    ask_back(game, 1)
    game.ask(AnswerOffer(2, True))
    game.play("QC")
    assert game.round.offer
    assert (game.round.offer.card, game.round.offer.plays) == ("9S", 2)


def test_an_offer_of_a_draw_outlasts_the_next_play_of_its_maker() -> None:
    game = LoggedGame()
    game.ask(MakeOffer(1, "drawn", (2,)))
    game.play("9S")
    game.ask(AnswerOffer(2, True))
    assert game.state.result == ((), "drawn")


def test_a_pluck_goes_back_with_its_move() -> None:
    game = LoggedGame(rules="pluck", pack=stack(COUPLE, ["9S 8C", "QC JC"], "KD 4D 7H TH"))
    before = game.state
    game.play("^7H 9S")
    game.take_back(1)
    assert game.state == before
    game.play("9S ^7H")
    assert game.back_for(1) == len(game.log) - 3
    assert undone_plays(game.log, game.back_for(1)) == ("9S", 1)


def test_a_build_of_table_cards_goes_back_with_the_card_trailed() -> None:
    game = LoggedGame(rules=house("casino", table_only_builds=True), pack=stack(COUPLE, ["9C 8S"], "3D 5H KD QD"))
    before = game.state
    game.play("9C;3D,5H=8")
    assert undone_plays(game.log, game.back_for(1)) == ("9C", 1)
    game.take_back(1)
    assert game.state == before


# --- going back ---------------------------------------------------------------------------------------------------


def test_what_was_gone_back_on_does_not_stand() -> None:
    log: list[Event] = [*SEATED, events.TargetRaised(32), events.TargetRaised(43), events.RolledBack(4)]
    assert effective_seqs(log) == (1, 2, 3, 4, 6)
    assert fold(log).target == 32


def test_who_sits_there_and_the_terms_stay() -> None:
    terms = setup_events.TableSettingsFixed(TableSettings(rated=True))
    cleo = setup_events.SeatTaken(2, "Cleo")
    log: list[Event] = [*SEATED, events.TargetRaised(32), cleo, terms, events.RolledBack(3)]
    state = fold(log)
    assert effective_seqs(log) == (1, 2, 3, 5, 6, 7)
    assert (state.target, state.players, state.table_settings.rated) == (21, ("Ann", "Cleo"), True)


def test_a_game_may_go_back_to_what_it_had_gone_back_on() -> None:
    log: list[Event] = [*SEATED, events.TargetRaised(32), events.RolledBack(3)]
    log += [events.TargetRaised(43), events.RolledBack(4)]
    assert effective_seqs(log) == (1, 2, 3, 4, 7)
    assert fold(log).target == 32


def test_a_game_that_is_over_may_go_back_to_before_its_end() -> None:
    log: list[Event] = [*SEATED, events.GameWon((1,), "resign", (0, 0)), events.RolledBack(3)]
    assert fold(log).result is None


@pytest.mark.parametrize("to", [-1, 0, 4, 5])
def test_a_game_goes_back_only_to_what_was_before(to: int) -> None:
    with pytest.raises(ValueError, match=f"event 4 goes back to event {to}"):
        effective_seqs([*SEATED, events.RolledBack(to)])


def test_going_back_needs_the_log_from_its_beginning() -> None:
    with pytest.raises(ValueError, match="from its beginning"):
        fold([events.RolledBack(3)], fold(SEATED))


def test_an_offer_open_then_is_not_open_again(game: LoggedGame) -> None:
    game.ask(MakeOffer(1, "drawn", (2,)))
    there = len(game.log)
    game.ask(AnswerOffer(2, False))
    game.log.append(events.RolledBack(there))
    assert game.refused(AnswerOffer(2, True)) == "offer-none"


def test_the_record_tells_the_game_without_what_was_taken_back() -> None:
    game = LoggedGame("9S")
    game.take_back(1)
    game.play("8C")
    game.ask(MakeOffer(1, "abort", ()))
    text = write_record(game.log)
    assert read_record(text)["moves"] == ["8C"]
    assert "Result: nobody won (aborted), 0 : 0" in text


# --- a player leaves ----------------------------------------------------------------------------------------------


def test_of_two_the_one_who_stays_wins(game: LoggedGame) -> None:
    assert game.ask(ClaimForfeit(1)) == [events.SeatForfeited(1), events.GameWon((2,), "abandoned", (0, 0))]
    assert game.state.result == ((2,), "abandoned")


def test_whoever_is_to_play_has_nobody_to_wait_for(game: LoggedGame) -> None:
    assert game.state.turn == 1
    assert game.refused(ClaimForfeit(2)) == "not-awaited"


def test_partners_and_third_players_do_not_pay_for_one_who_leaves() -> None:
    four = Company(seats=4, dealer=4)
    assert LoggedGame(seats=3).refused(ClaimForfeit(1)) == "left-others"
    assert LoggedGame(seats=4, partners=True, pack=stack(four, [])).refused(ClaimForfeit(1)) == "left-others"


FOUR = Company(seats=4, dealer=4)


@pytest.mark.parametrize("partners", [False, True])
def test_whoever_leaves_several_loses_and_the_others_play_on_with_a_computer(partners: bool) -> None:
    game = LoggedGame(seats=4, partners=partners, pack=stack(FOUR, []))
    assert game.ask(LeaveGame(2, "steady")) == [events.SeatForfeited(2), events.BotTookOver(2, "steady", final=True)]
    assert (game.state.result, game.state.bot_seats | game.state.forfeited_seats) == (None, frozenset({2}))
    assert game.refused(LeaveGame(2, "steady")) == "given-already"
    assert LoggedGame().refused(LeaveGame(1, "steady")) == "leave-two"


def test_a_player_may_leave_for_good_a_seat_that_a_computer_holds_meanwhile() -> None:
    game = LoggedGame(seats=3)
    game.ask(SubstituteBot(2, "steady"))
    game.ask(LeaveGame(2, "steady"))
    assert game.state.forfeited_seats == {2}


def test_the_record_of_a_game_that_went_on_reads_back() -> None:
    game = LoggedGame("9S", seats=3)
    game.ask(LeaveGame(2, "steady"))
    game.play("QC")
    assert read_record(write_record(game.log))["moves"] == ["9S", "QC"]


def test_those_who_stay_agree_without_the_one_who_left() -> None:
    game = LoggedGame(seats=3)
    game.ask(MakeOffer(1, "drawn", (2, 3)))
    game.ask(LeaveGame(2, "steady"))
    assert game.refused(AnswerOffer(3, True)) == "offer-none"
    game.ask(MakeOffer(1, "drawn", (3,)))
    game.ask(AnswerOffer(3, True))
    assert game.state.result == ((), "drawn")


def test_the_last_to_stay_undoes_nothing_alone() -> None:
    game = LoggedGame(seats=3)
    game.ask(LeaveGame(2, "steady"))
    assert game.refused(MakeOffer(1, "abort", ())) == "offer-held-seat"


def test_those_who_stay_do_not_take_the_loss_from_the_one_who_left() -> None:
    game = LoggedGame(seats=3)
    game.ask(LeaveGame(2, "steady"))
    assert game.refused(MakeOffer(1, "abort", (3,))) == "abort-left"


def test_partners_resign_together_when_the_other_agrees() -> None:
    game = LoggedGame("9S", seats=4, partners=True, pack=stack(FOUR, ["9S"]))
    game.ask(MakeOffer(1, "resign", (3,)))
    assert game.refused(AnswerOffer(2, True)) == "offer-not-asked"
    won = events.GameWon((2, 4), "resign", (0, 0))
    assert game.ask(AnswerOffer(3, True)) == [events.OfferAgreed(3), events.SeatResigned(1), won]
    assert read_record(write_record(game.log))["moves"] == ["9S", "resign@1"]


@pytest.mark.parametrize("asked", [(), (2,), (2, 3)])
def test_only_the_partner_is_asked_to_resign_too(asked: tuple[int, ...]) -> None:
    assert (
        LoggedGame(seats=4, partners=True, pack=stack(FOUR, [])).refused(MakeOffer(1, "resign", asked))
        == "resign-alone"
    )
    assert LoggedGame(seats=3).refused(MakeOffer(1, "resign", asked)) == "resign-alone"


@pytest.mark.parametrize("command", [MakeOffer(3, "drawn", (1,)), AnswerOffer(0, True), ClaimForfeit(5)])
def test_a_seat_that_is_not_there_can_do_none_of_it(command: Command) -> None:
    assert LoggedGame().refused(command) == "no-seat"


def test_taking_a_seat_is_no_answer(game: LoggedGame) -> None:
    game.ask(MakeOffer(1, "drawn", (2,)))
    game.ask(TakeSeat(2, "Bob"))
    game.ask(AnswerOffer(2, True))
    assert game.state.result == ((), "drawn")


# --- the only move ------------------------------------------------------------------------------------------------


def test_the_only_move_is_played_and_the_log_says_so() -> None:
    game = LoggedGame(
        "9S", "QC", "8C", "JC", "3C", "TC", "2H", pack=stack(COUPLE, ["9S 8C 3C 2H", "QC JC TC KC"], "2D AD 7H 5H")
    )
    card = game.round.hands[1][0]
    forced, trailed, *_ = game.ask(PlayForced(2))
    assert forced == events.MoveForced(2)
    assert isinstance(trailed, events.CardTrailed)
    assert trailed.card == card
    assert [entry for _, entry in entries_of(game.log)][-1] == card


def test_where_there_is_a_choice_nothing_plays_by_itself() -> None:
    assert LoggedGame().refused(PlayForced(1)) == "not-forced"


def test_only_the_seat_to_play_has_a_move() -> None:
    assert LoggedGame().refused(PlayForced(2)) == "not-your-turn"
    assert refusal(fold([OPENED]), PlayForced(1)).key == "not-your-turn"
