"""Events in sentences, and the part of them that is still news."""

import pytest

from games.domain import events as facts
from games.domain.cards import Card
from games.domain.events import Event
from games.domain.notation import read_cards, read_table
from games.domain.perspective import Perspective, SeenEvent, perspective, seen_by
from games.domain.replay import fold
from games.domain.variants import resolve
from games.presenters.events import describe, lines
from games.presenters.names import Names
from games.presenters.news import MOST_LINES, news, since_own_move
from games.presenters.results import reason_words
from games.presenters.scores import point_words
from games.presenters.table import status_words, table_view

PLAYERS = ("Anna", "Ben", "Carla", "David")


def opened(seats: int = 2, partners: bool = False) -> tuple[Event, ...]:
    opening = facts.GameOpened(resolve("casino"), "casino", seats, partners, seats, "")
    return opening, *(facts.SeatTaken(number, PLAYERS[number - 1]) for number in range(1, seats + 1))


def sight(viewer: int = 1, seats: int = 2, partners: bool = False) -> Perspective:
    return perspective(fold(opened(seats, partners)), viewer)


def told(event: Event, viewer: int = 1, seats: int = 2, partners: bool = False) -> str:
    """The event as described to the viewer; empty if it is not described."""
    line = describe(seen_by(event, viewer), Names(sight(viewer, seats, partners)))
    return line.text if line else ""


NINE = read_table("[4C+5S=9@2]").builds[0]
NINES = read_table("[4C+5S,9D=9@2]").builds[0]
QUEENS = read_table("[QS,QH=Q@1]").builds[0]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (facts.SeatTaken(2, "Ben"), "Ben sat down."),
        (facts.RoundStarted(3, 2, ()), "Round 3. Dealer: Ben."),
        (facts.CardsDealt(1, False, ((), ()), ()), ""),
        (facts.CardsDealt(2, False, ((), ()), ()), "New cards were dealt."),
        (facts.CardsDealt(6, True, ((), ()), ()), "Last deal."),
        (facts.JackReplaced(Card("JS"), Card("4H")), "J♠ went under the stock, 4♥ came in its place."),
        (facts.PairsTaken(1, read_cards("4S 4H")), "You got the pairs 4♠ 4♥."),
        (facts.TurnPassed(1), ""),
        (facts.CardTrailed(2, Card("9D"), ("9S",)), "Ben trailed 9♦."),
        (facts.CardsCaptured(1, read_cards("9D"), read_cards("5S 4H"), ()), "You took 5♠ 4♥ with 9♦."),
        (
            facts.CardsCaptured(2, read_cards("AC 2H"), read_cards("3S"), (read_cards("AS 2D"),)),
            "Ben took 3♠ and the build A♠ 2♦ with A♣ and 2♥.",
        ),
        (facts.SweepMade(2, 4, False), "Sweep! Ben cleared the table."),
        (facts.BuildMade(2, read_cards("4C"), read_cards("5S"), (), NINE), "Ben built 9 with 4♣ and 5♠."),
        (
            facts.BuildMade(2, read_cards("9D"), (), (read_cards("4C 5S"),), NINES),
            "Ben built nines with 9♦ and the build 4♣ 5♠.",
        ),
        (facts.BuildMade(2, (), read_cards("4C 5S"), (), NINE), "Ben built 9 with 4♣ 5♠."),
        (facts.BuildMade(1, read_cards("QS"), read_cards("QH"), (), QUEENS), "You built queens with Q♠ and Q♥."),
        (
            facts.BuildMade(1, read_cards("4C"), read_cards("5S"), (), NINE),
            "You built 9 with 4♣ and 5♠. It belongs to: Ben.",
        ),
        (facts.CardPlucked(2, Card("5S")), "Ben plucked 5♠."),
        (facts.CardDrawn(1, Card("5S")), ""),
        (facts.CardDrawn(2, Card("5S")), ""),
        (facts.BuildsDisowned((read_cards("4C 5S"),)), "Nobody owns the build 4♣ 5♠ any more."),
        (facts.PointsGiven(1, "orange", 10), "Ben: 10 points (Oranges)."),
        (facts.PointsGiven(0, "tablanette", 1), "You: 1 point (Tablanettes)."),
        (facts.OrangeCalled(2, True), "Ben called “orange”, and rightly."),
        (facts.OrangeCalled(2, False), "Ben called “orange” wrongly."),
        (facts.TableTaken(None), "The cards left on the table go to nobody."),
        (facts.TableTaken(1), "The cards left on the table go to: Ben."),
        (facts.RoundScored(({}, {}), (0, 0)), "The round is over."),
        (facts.TargetRaised(32), "The target is now 32."),
        (facts.ClaimMade(2, True), "Ben claimed the game, and rightly."),
        (facts.ClaimMade(2, False), "Ben claimed the game wrongly."),
        (facts.SeatResigned(2), "Ben resigned."),
        (facts.GameWon((1,), "target", (21, 3)), "The game goes to: You. The target was reached."),
    ],
)
def test_events_are_told(event: Event, words: str) -> None:
    assert told(event) == words


def test_a_side_of_partners_is_called_by_both_names() -> None:
    assert told(facts.TableTaken(1), seats=4, partners=True) == "The cards left on the table go to: Ben and David."
    assert told(facts.TableTaken(0), seats=4, partners=True) == "The cards left on the table go to: You and Carla."


def test_a_spectator_is_nobody() -> None:
    assert told(facts.CardTrailed(1, Card("9D")), viewer=0) == "Anna trailed 9♦."


def test_an_empty_seat_has_its_number() -> None:
    state = fold(opened()[:2])
    assert Names(perspective(state, 1)).seat(2) == "Seat 2"


def test_a_line_shows_the_played_card_and_what_it_took() -> None:
    event = facts.CardsCaptured(2, read_cards("9D"), read_cards("9S"), (read_cards("4C 5S"),))
    line = describe(event, Names(sight()))
    assert line
    assert [card.code for card in line.played] == ["9D"]
    assert [card.code for card in line.taken] == ["9S", "4C", "5S"]


@pytest.mark.parametrize(
    "reason",
    "target in-order instant restriction claim wrong-claim rounds all-points cleared cards resign".split(),
)
def test_every_end_has_its_reason(reason: str) -> None:
    assert reason_words(reason).endswith(".")


def test_every_way_to_score_has_its_words() -> None:
    for key in ("most_cards", "honours", "sweeps", "all_points", "orange", "tablanette", "defaults", "cards"):
        assert point_words(key) != key


# --- how much is news ------------------------------------------------------------------------------------------------

ROUND = (facts.RoundStarted(1, 2, tuple(read_cards("9S 8S 7S 6S 9H 8H 7H 6H KD QD JD TD 2C"))),)
DEAL = facts.CardsDealt(1, False, (read_cards("9S 8S 7S 6S"), read_cards("9H 8H 7H 6H")), read_cards("KD QD JD TD"))
BEGUN = (*opened(), *ROUND, DEAL, facts.TurnPassed(1))


def trail(seat: int, card: str) -> tuple[Event, ...]:
    return facts.CardTrailed(seat, Card(card)), facts.TurnPassed(3 - seat)


def recent(*happened: Event, viewer: int = 1) -> list[str]:
    log = [seen_by(event, viewer) for event in (*BEGUN, *happened)]
    state = fold((*BEGUN, *happened))
    return [line.text for line in news(perspective(state, viewer), log).lines]


def test_before_ones_first_move_the_whole_round_is_news() -> None:
    assert recent(viewer=1) == ["Round 1. Dealer: Ben."]
    assert recent(*trail(1, "9S"), viewer=2) == ["Round 1. Dealer: You.", "Anna trailed 9♠."]


def test_after_that_it_begins_with_ones_own_last_move() -> None:
    happened = (*trail(1, "9S"), *trail(2, "9H"), *trail(1, "8S"), *trail(2, "8H"))
    assert recent(*happened) == ["You trailed 8♠.", "Ben trailed 8♥."]
    assert recent(*happened, viewer=2) == ["You trailed 8♥."]


def test_what_one_did_before_playing_belongs_to_ones_move() -> None:
    plucked = (*trail(1, "9S"), *trail(2, "9H"), facts.CardPlucked(1, Card("KD")), *trail(1, "8S"))
    assert recent(*plucked) == ["You plucked K♦.", "You trailed 8♠."]


def test_a_log_that_begins_later_is_news_as_a_whole() -> None:
    log: list[SeenEvent] = [facts.CardTrailed(2, Card("9H")), facts.TurnPassed(1)]
    assert since_own_move(log, viewer=1) == log
    own: list[SeenEvent] = [facts.CardTrailed(1, Card("9S")), facts.CardTrailed(2, Card("9H"))]
    assert since_own_move(own, viewer=1) == own


def test_news_are_never_endless() -> None:
    happened = [event for card in "9S 8S 7S 6S".split() for event in trail(1, card)] * 5
    log = [seen_by(event, 0) for event in (*BEGUN, *happened)]
    assert len(news(sight(viewer=0), log).lines) == MOST_LINES
    assert len(lines(log, Names(sight(0)))) > MOST_LINES


def test_the_turn_is_told() -> None:
    playing = fold(BEGUN)
    assert status_words(perspective(playing, 1)) == "Your turn"
    assert status_words(perspective(playing, 2)) == "Waiting for Anna"
    assert status_words(perspective(playing, 0)) == "Waiting for Anna"
    assert status_words(sight()) == "Waiting for players."
    assert status_words(sight()._replace(latest_round=1)) == "The next round is being dealt."


def test_a_spectators_table_has_nothing_to_choose() -> None:
    view = table_view(perspective(fold(BEGUN), 0), [])
    assert view.me is None
    assert view.hand == ()
    assert not view.controls.resign
    assert [seat.number for seat in view.seats] == [1, 2]


def test_a_table_between_two_rounds_can_be_drawn() -> None:
    view = table_view(sight()._replace(latest_round=1), [])
    assert (view.loose, view.builds, view.hand, view.round) == ((), (), (), None)
