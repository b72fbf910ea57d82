"""Results in a log follow from its cards, its agreements and its rulings; one that does not is found."""

import pytest

from games.domain import events as facts
from games.domain.commands import Answer, GiveSeat, MakeOffer, Resign
from games.domain.disputed import RulingMade, ScoreCorrected
from games.domain.events import Event
from games.domain.replay import fold
from games.domain.results import Difference, differences
from tests.domain.test_agreements import Told


def found(log: list[Event]) -> list[Difference]:
    return list(differences(log, [None, *(fold(log[:number]) for number in range(1, len(log)))]))


def played(moves: int = 2) -> Told:
    told = Told()
    told.trail(moves)
    return told


def ruled(kind: str, *events: Event, at: int = 0) -> list[Event]:
    told = played()
    return [*told.log, RulingMade(1, kind, "Ruth", "so it was", at=at or len(told.log)), *events]


@pytest.mark.parametrize(
    ("kind", "honest", "forged"),
    [
        ("drawn", facts.GameEnded("ruled-drawn", (0, 0)), facts.GameEnded("drawn", (0, 0))),
        ("annulled", facts.GameEnded("annulled", (0, 0)), facts.GameEnded("annulled", (0, 9))),
        ("awarded", facts.GameWon((1,), "ruling", (0, 0)), facts.GameWon((1,), "target", (0, 0))),
        ("score", ScoreCorrected((3, 1)), facts.GameWon((1,), "target", (3, 1))),
        ("warn", facts.TimeGiven(1, 60.0, "server"), ScoreCorrected((3, 1))),
    ],
)
def test_a_ruling_makes_the_result_it_names_and_no_other(kind: str, honest: Event, forged: Event) -> None:
    assert found(ruled(kind, honest)) == []
    assert found(ruled(kind, forged)) != []


@pytest.mark.parametrize("kind", ["back", "replaced"])
def test_a_ruling_goes_back_to_before_its_move(kind: str) -> None:
    last = len(played().log)
    assert found(ruled(kind, facts.WentBack(last - 1))) == []
    assert found(ruled(kind, facts.WentBack(last - 2))) != []


def test_an_agreement_makes_its_result() -> None:
    told = played()
    told.ask(MakeOffer(1, "drawn", (2,)))
    told.ask(Answer(2, True))
    assert found(told.log) == []
    assert found([*told.log[:-1], facts.GameEnded("aborted", (0, 0))]) != []


def test_where_nobody_is_asked_the_offer_alone_makes_it() -> None:
    told = played()
    told.ask(MakeOffer(1, "abort", ()))
    assert found(told.log) == []
    back = played()
    back.ask(MakeOffer(2, "takeback", (), back.back_for(2)))
    assert found(back.log) == []


def test_an_agreement_of_older_times_stands_though_a_computer_held_a_seat() -> None:
    told = played()
    told.ask(GiveSeat(2, "steady"))
    assert told.refused(MakeOffer(1, "drawn", (2,))) == "offer-held-seat"
    log = [*told.log, facts.OfferMade(1, "drawn", (2,)), facts.OfferAgreed(2), facts.GameEnded("drawn", (0, 0))]
    assert found(log) == []


def test_while_a_computer_holds_a_seat_an_open_offer_is_agreed_to_by_nobody() -> None:
    told = played()
    log = [*told.log, facts.SeatGiven(2, "steady"), facts.OfferMade(1, "drawn", (2,))]
    told.log = log
    assert told.refused(Answer(2, True)) == "offer-held-seat"


def test_a_result_without_a_cause_is_found() -> None:
    told = played()
    assert found([*told.log, facts.GameWon((1,), "target", (21, 0))]) != []
    told.ask(Resign(1))
    assert found(told.log) == []
