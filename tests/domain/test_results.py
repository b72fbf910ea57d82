"""Results in a log follow from its cards, its agreements and its rulings; one that does not is found."""

from typing import Any

import pytest

from games.domain import events
from games.domain.commands import AnswerOffer, ClaimForfeit, LeaveGame, MakeOffer, Resign, SubstituteBot
from games.domain.dispute_events import RulingKind, RulingMade, ScoreCorrected
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.revalidation import Difference, differences
from tests.domain.packs import Company, stack
from tests.domain.perspectives import LoggedGame


def found(log: list[Event]) -> list[Difference]:
    return list(differences(log, [None, *(fold(log[:number]) for number in range(1, len(log)))]))


def played() -> LoggedGame:
    return LoggedGame("9S", "QC")


def ruled(kind: RulingKind, *events: Event, at: int = 0) -> list[Event]:
    game = played()
    return [*game.log, RulingMade(1, kind, "Ruth", "so it was", event_seq=at or len(game.log)), *events]


@pytest.mark.parametrize(
    ("kind", "honest", "forged"),
    [
        ("drawn", events.GameEnded("ruled-drawn", (0, 0)), events.GameEnded("drawn", (0, 0))),
        ("annulled", events.GameEnded("annulled", (0, 0)), events.GameEnded("annulled", (0, 9))),
        ("win_awarded", events.GameWon((1,), "ruling", (0, 0)), events.GameWon((1,), "target", (0, 0))),
        ("score_corrected", ScoreCorrected((3, 1)), events.GameWon((1,), "target", (3, 1))),
        ("warned", events.TimeCompensated(1, 60.0, "server"), ScoreCorrected((3, 1))),
    ],
)
def test_a_ruling_makes_the_result_it_names_and_no_other(kind: Any, honest: Event, forged: Event) -> None:
    assert found(ruled(kind, honest)) == []
    assert found(ruled(kind, forged)) != []


@pytest.mark.parametrize("kind", ["rolled_back", "move_replaced"])
def test_a_ruling_goes_back_to_before_its_move(kind: Any) -> None:
    last = len(played().log)
    assert found(ruled(kind, events.RolledBack(last - 1))) == []
    assert found(ruled(kind, events.RolledBack(last - 2))) != []


def test_an_agreement_makes_its_result() -> None:
    game = played()
    game.ask(MakeOffer(1, "drawn", (2,)))
    game.ask(AnswerOffer(2, True))
    assert found(game.log) == []
    assert found([*game.log[:-1], events.GameEnded("aborted", (0, 0))]) != []


def test_where_nobody_is_asked_the_offer_alone_makes_it() -> None:
    game = played()
    game.ask(MakeOffer(1, "abort", ()))
    assert found(game.log) == []
    back = played()
    back.take_back(2)
    assert found(back.log) == []


def test_an_agreement_that_cannot_have_been_made_while_a_computer_holds_a_seat_is_found() -> None:
    game = played()
    game.ask(SubstituteBot(2, "steady"))
    assert game.refused(MakeOffer(1, "drawn", (2,))) == "offer-held-seat"
    log = [*game.log, events.OfferMade(1, "drawn", (2,)), events.OfferAgreed(2), events.GameEnded("drawn", (0, 0))]
    assert found(log) != []


def test_while_a_computer_holds_a_seat_an_open_offer_is_agreed_to_by_nobody() -> None:
    game = played()
    game.log += [events.BotTookOver(2, "steady"), events.OfferMade(1, "drawn", (2,))]
    assert game.refused(AnswerOffer(2, True)) == "offer-held-seat"


def test_a_result_without_a_cause_is_found() -> None:
    game = played()
    assert found([*game.log, events.GameWon((1,), "target", (21, 0))]) != []
    game.ask(Resign(1))
    assert found(game.log) == []


def test_no_result_follows_from_leaving_several_players() -> None:
    game = LoggedGame("9S", seats=3)
    game.ask(LeaveGame(1, "steady"))
    assert found(game.log) == []
    assert found([*game.log, events.GameWon((2,), "abandoned", (0, 0, 0))]) != []


def test_when_partners_resign_together_the_result_follows_from_the_resignation() -> None:
    game = LoggedGame(seats=4, partners=True, pack=stack(Company(seats=4, dealer=4), []))
    game.ask(MakeOffer(1, "resign", (3,)))
    game.ask(AnswerOffer(3, True))
    assert found(game.log) == []
    forged = (*game.log[:-2], game.log[-1])
    assert found(list(forged)) != []


def test_an_agreement_to_nothing_has_no_result() -> None:
    assert found([*played().log, events.OfferAgreed(2)]) == []


def test_a_claim_of_older_times_stands_though_the_game_did_not_wait_for_the_one_who_had_left() -> None:
    game = played()
    other = 3 - game.state.turn
    assert game.refused(ClaimForfeit(other)) == "not-awaited"
    won = events.GameWon((game.state.turn,), "abandoned", (0, 0))
    assert found([*game.log, events.SeatForfeited(other), won]) == []
    assert found([*game.log, events.SeatForfeited(other), won._replace(winners=(other,))]) != []
