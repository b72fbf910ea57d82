"""The table as a view, and the events since the viewer last played."""

import pytest

from games.domain import events
from games.domain.cards import Card
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.notation import read_cards, read_table
from games.domain.perspective import VisibleEvent, perspective_of, redact
from games.domain.presets import resolve_rules
from games.domain.table import Table
from games.presenters.clocks import duration
from games.presenters.event_lines import event_lines
from games.presenters.names import Names
from games.presenters.table import MAX_LINES, activity_feed, since_own_move, status_words, table_view
from games.presenters.tutorial import lesson
from tests.games.presenters.perspectives import BEGUN, table_of


def test_the_turn_is_told() -> None:
    playing = fold(BEGUN)
    assert status_words(perspective_of(playing, 1)) == "Your turn"
    assert status_words(perspective_of(playing, 2)) == "Waiting for Anna"
    assert status_words(perspective_of(playing, 0)) == "Waiting for Anna"
    assert status_words(table_of()) == "Waiting for players."
    assert status_words(table_of()._replace(latest_round=1)) == "Round 1 is over."


def test_a_spectators_table_has_nothing_to_choose() -> None:
    view = table_view(perspective_of(fold(BEGUN), 0), [])
    assert view.me is None
    assert view.hand == ()
    assert not view.controls.resign
    assert [seat.number for seat in view.seats] == [1, 2]


def test_a_table_between_two_rounds_can_be_drawn() -> None:
    view = table_view(table_of()._replace(latest_round=1), [])
    assert (view.loose, view.builds, view.hand, view.round) == ((), (), (), None)


def test_only_a_game_to_a_number_of_points_shows_the_way_to_it() -> None:
    def with_pegs(preset: str) -> list[bool]:
        seats = table_view(table_of()._replace(rules=resolve_rules(preset)), []).seats
        return [seat.pegs is not None for seat in seats]

    assert with_pegs("casino") == [True, True]
    assert with_pegs("california") == with_pegs("callabra") == [False, False]


NINE = read_table("[4C+5S=9@2]").builds[0]
PLAYS: list[tuple[VisibleEvent, str]] = [
    (events.CardTrailed(2, Card("9H")), "Ben took nothing and left 9♥. You may take it."),
    (events.CardsCaptured(2, read_cards("6H"), read_cards("6S"), ()), "Ben took a card of the same rank with 6♥."),
    (events.CardsCaptured(2, read_cards("9H"), read_cards("6S 3D"), ()), "Ben took cards that add up to 9♥."),
    (events.CardsCaptured(2, read_cards("9H"), (), (NINE.cards,)), "Ben took a build with a card of its value."),
    (
        events.BuildMade(2, read_cards("4C"), read_cards("5S"), (), NINE),
        "Ben built 9, to take all of it later with a card of that value.",
    ),
]


@pytest.mark.parametrize(("play", "words"), PLAYS)
def test_in_the_first_deals_the_latest_play_is_explained(play: VisibleEvent, words: str) -> None:
    assert lesson(perspective_of(fold(BEGUN), 1), [events.CardTrailed(1, Card("6S")), play]) == words


def test_a_sweep_and_the_first_turn_are_explained_and_nothing_from_the_third_deal_on() -> None:
    mine = perspective_of(fold(BEGUN), 1)
    assert mine.round
    swept = mine._replace(round=mine.round._replace(table=Table()))
    assert lesson(swept, [PLAYS[1][0]]) == "A sweep: Ben cleared the table. All you can do is leave a card."
    assert table_view(mine, []).lesson == "Tap a card in your hand to see what it can do."
    for later in (mine.round._replace(deal=3), mine.round._replace(number=2)):
        assert lesson(mine._replace(round=later), []) == ""
    assert lesson(perspective_of(fold(BEGUN), 2), []) == lesson(perspective_of(fold(BEGUN), 0), []) == ""


# --- the events since the viewer last played -----------------------------------------------------------------------


def trail(seat: int, card: str) -> tuple[Event, ...]:
    return events.CardTrailed(seat, Card(card)), events.TurnStarted(3 - seat)


def recent(*happened: Event, viewer: int = 1) -> list[str]:
    log = [redact(event, viewer) for event in (*BEGUN, *happened)]
    state = fold((*BEGUN, *happened))
    return [line.text for line in activity_feed(perspective_of(state, viewer), log, len(log)).lines]


def test_before_ones_first_move_the_whole_round_is_news() -> None:
    assert recent(viewer=1) == ["Round 1. Dealer: Ben."]
    assert recent(*trail(1, "9S"), viewer=2) == ["Round 1. Dealer: You.", "Anna trailed 9♠."]


def test_after_that_it_begins_with_ones_own_last_move() -> None:
    happened = (*trail(1, "9S"), *trail(2, "9H"), *trail(1, "8S"), *trail(2, "8H"))
    assert recent(*happened) == ["You trailed 8♠.", "Ben trailed 8♥."]
    assert recent(*happened, viewer=2) == ["You trailed 8♥."]


def test_what_one_did_before_playing_belongs_to_ones_move() -> None:
    plucked = (*trail(1, "9S"), *trail(2, "9H"), events.CardPlucked(1, Card("KD")), *trail(1, "8S"))
    assert recent(*plucked) == ["You plucked K♦.", "You trailed 8♠."]


def test_a_log_that_begins_later_is_news_as_a_whole() -> None:
    log: list[VisibleEvent] = [events.CardTrailed(2, Card("9H")), events.TurnStarted(1)]
    assert since_own_move(log, viewer=1) == log
    own: list[VisibleEvent] = [events.CardTrailed(1, Card("9S")), events.CardTrailed(2, Card("9H"))]
    assert since_own_move(own, viewer=1) == own


def test_news_are_never_endless() -> None:
    happened = [event for card in "9S 8S 7S 6S".split() for event in trail(1, card)] * 5
    log = [redact(event, 0) for event in (*BEGUN, *happened)]
    assert len(activity_feed(table_of(viewer=0), log, len(log)).lines) == MAX_LINES
    assert len(event_lines(log, Names(table_of(0)))) > MAX_LINES


# --- remaining time, in words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (65, "1:05"), (3599, "59:59"), (3600, "1h 0m"), (86399, "23h 59m"), (183600, "2d 3h")],
)
def test_the_more_is_left_the_less_exact_it_is_told(seconds: int, words: str) -> None:
    assert duration(seconds) == words
