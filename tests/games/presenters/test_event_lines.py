"""Events in sentences, and the part of them that is still news."""

import re
from typing import Any

import pytest
from django.utils import translation

from games.domain import events, setup_events
from games.domain.cards import Card
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.notation import read_cards, read_table
from games.domain.perspective import perspective_of, redact
from games.domain.presets import resolve_rules
from games.domain.state import Sweep
from games.presenters.event_lines import describe
from games.presenters.names import Names
from games.presenters.results import reason_words
from games.presenters.seats import NO_DETAILS, seat_views
from tests.games.presenters.perspectives import BEGUN, opened, table_of


def told(event: Event, viewer: int = 1, seats: int = 2, partners: bool = False) -> str:
    """The event as described to the viewer; empty if it is not described."""
    line = describe(redact(event, viewer), Names(table_of(viewer, seats, partners)))
    return line.text if line else ""


NINE = read_table("[4C+5S=9@2]").builds[0]
NINES = read_table("[4C+5S,9D=9@2]").builds[0]
QUEENS = read_table("[QS,QH=Q@1]").builds[0]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (setup_events.SeatTaken(2, "Ben"), "Ben sat down."),
        (events.RoundStarted(3, 2, ()), "Round 3. Dealer: Ben."),
        (events.CardsDealt(1, False, ((), ()), ()), ""),
        (events.CardsDealt(2, False, ((), ()), ()), "New cards were dealt."),
        (events.CardsDealt(6, True, ((), ()), ()), "Last deal."),
        (events.JackReplaced(Card("JS"), Card("4H")), "J♠ was put under the stock and replaced by 4♥."),
        (events.PairsTaken(1, read_cards("4S 4H")), "You took the pairs 4♠ 4♥."),
        (events.TurnStarted(1), ""),
        (events.CardTrailed(2, Card("9D"), ("9S",)), "Ben trailed 9♦."),
        (events.CardsCaptured(1, read_cards("9D"), read_cards("5S 4H"), ()), "You took 5♠ 4♥ with 9♦."),
        (
            events.CardsCaptured(2, read_cards("AC 2H"), read_cards("3S"), (read_cards("AS 2D"),)),
            "Ben took 3♠ and the build A♠ 2♦ with A♣ and 2♥.",
        ),
        (events.BuildMade(2, read_cards("4C"), read_cards("5S"), (), NINE), "Ben built 9 with 4♣ and 5♠."),
        (
            events.BuildMade(2, read_cards("9D"), (), (read_cards("4C 5S"),), NINES),
            "Ben built nines with 9♦ and the build 4♣ 5♠.",
        ),
        (events.BuildMade(2, (), read_cards("4C 5S"), (), NINE), "Ben built 9 with 4♣ 5♠."),
        (events.BuildMade(1, read_cards("QS"), read_cards("QH"), (), QUEENS), "You built queens with Q♠ and Q♥."),
        (
            events.BuildMade(1, read_cards("4C"), read_cards("5S"), (), NINE),
            "You built 9 with 4♣ and 5♠. Owner: Ben.",
        ),
        (events.CardPlucked(2, Card("5S")), "Ben plucked 5♠."),
        (events.CardDrawn(1, Card("5S")), ""),
        (events.CardDrawn(2, Card("5S")), ""),
        (events.BuildsReleased((read_cards("4C 5S"),)), "the build 4♣ 5♠ no longer belongs to anyone."),
        (events.PointsAwarded(1, "orange", 10), "Ben: 10 points (Oranges)."),
        (events.PointsAwarded(0, "tablanette", 1), "You: 1 point (Tablanettes)."),
        (events.OrangeCalled(2, True), "Ben correctly called “orange.”"),
        (events.OrangeCalled(2, False), "Ben wrongly called “orange.”"),
        (events.RemainingCardsAwarded(None), "No one took the cards left on the table."),
        (events.RemainingCardsAwarded(0), "You took the cards left on the table."),
        (events.RemainingCardsAwarded(1), "Ben took the cards left on the table."),
        (events.RoundScored(({}, {}), (0, 0)), "The round is over."),
        (events.TargetRaised(32), "The target is now 32."),
        (events.ClaimMade(2, True), "Ben correctly claimed the game."),
        (events.ClaimMade(2, False), "Ben wrongly claimed the game."),
        (events.SeatResigned(2), "Ben resigned."),
        (events.GameWon((1,), "target", (21, 3)), "You won the game. You reached the target of 21."),
    ],
)
def test_events_are_told(event: Event, words: str) -> None:
    assert told(event) == words


@pytest.mark.parametrize(
    ("rules", "event", "words"),
    [
        ("casino-sweeps", events.SweepMade(2, 4, False), "Sweep! Ben cleared the table."),
        ("casino-sweeps", events.SweepMade(1, 4, False), "Sweep! You cleared the table."),
        ("casino", events.SweepMade(2, 4, False), ""),
        ("casino", events.SweepMade(2, 4, False, min_points=1), "Sweep! Ben cleared the table."),
        ({"preset": "casino", "first_play_sweep": 2}, events.SweepMade(2, 4, True), "Sweep! Ben cleared the table."),
        ({"preset": "casino", "first_play_sweep": 2}, events.SweepMade(2, 4, False), ""),
    ],
)
def test_a_sweep_is_told_where_it_scores(rules: Any, event: events.SweepMade, words: str) -> None:
    perspective = table_of()._replace(rules=resolve_rules(rules))
    line = describe(event, Names(perspective))
    assert (line.text if line else "") == words


def test_a_seat_shows_the_sweeps_that_score() -> None:
    begun = fold(BEGUN)
    assert begun.round
    swept = begun._replace(round=begun.round._replace(sweeps=((Sweep(3), Sweep(3, min_points=1)), ())))
    for rules, sweeps in (("casino", [0, 1]), ("casino-sweeps", [0, 2])):
        perspective = perspective_of(swept._replace(rules=resolve_rules(rules)), 1)
        assert [seat.sweeps for seat in seat_views(perspective, NO_DETAILS)] == sweeps


@pytest.mark.parametrize("language", ["es", "pt"])
def test_no_preposition_stands_before_the_reader_as_the_subject(language: str) -> None:
    """“para Tú” and “para Tu” are wrong."""
    with translation.override(language):
        seen = [told(events.RemainingCardsAwarded(0), seats=4, partners=partners) for partners in (False, True)]
        seen.append(translation.gettext("%(players)s won!") % {"players": translation.gettext("You")})
    assert [text for text in seen if re.search(r"\b(a|de|para|por) T[uú]\b", text)] == []


def test_a_side_of_partners_is_called_by_both_names() -> None:
    assert (
        told(events.RemainingCardsAwarded(1), seats=4, partners=True)
        == "Ben and David took the cards left on the table."
    )
    assert (
        told(events.RemainingCardsAwarded(0), seats=4, partners=True)
        == "You and Carla took the cards left on the table."
    )


def test_a_sentence_to_the_player_it_is_about_is_a_text_of_its_own() -> None:
    assert told(events.BotTookOver(1, "steady")) == "A computer has taken over your seat."
    with translation.override("es"):
        assert told(events.CardTrailed(1, Card("9D"))) == "Dejaste 9♦ en la mesa."
        assert told(events.CardTrailed(2, Card("9D"))) == "Ben dejó 9♦ en la mesa."
        assert told(events.OfferAgreed(1)) == "Aceptaste."
        assert told(events.GameWon((1,), "target", (21, 3))).startswith("Ganaste la partida.")


def test_a_spectator_is_nobody() -> None:
    assert told(events.CardTrailed(1, Card("9D")), viewer=0) == "Anna trailed 9♦."


def test_an_empty_seat_has_its_number() -> None:
    state = fold(opened()[:2])
    assert Names(perspective_of(state, 1)).seat(2) == "Seat 2"


def test_a_line_shows_the_played_card_and_what_it_took() -> None:
    event = events.CardsCaptured(2, read_cards("9D"), read_cards("9S"), (read_cards("4C 5S"),))
    line = describe(event, Names(table_of()))
    assert line
    assert [card.code for card in line.played] == ["9D"]
    assert [card.code for card in line.taken] == ["9S", "4C", "5S"]


def test_whoever_leaves_several_others_is_told_of_with_those_who_play_on() -> None:
    assert told(events.SeatForfeited(2), seats=4) == "Ben left the game. You, Carla and David play on."
    assert told(events.SeatForfeited(1), seats=4).startswith("You left the game. Ben, ")
    assert told(events.SeatForfeited(2)) == "Ben left the game."


ENDS = "target in-order instant restriction claim wrong-claim rounds all-points cleared cards resign timeout abandoned"


@pytest.mark.parametrize("reason", ENDS.split())
def test_every_end_has_its_reason(reason: str) -> None:
    assert reason_words(reason, (1,), Names(table_of())).endswith(".")
