"""The table as a view, and the events since the viewer last played."""

import pytest

from games.domain import events
from games.domain.cards import Card
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.perspective import VisibleEvent, perspective_of, redact
from games.domain.presets import resolve_rules
from games.forms.table_settings import MAX_SEATS
from games.presenters.clocks import duration
from games.presenters.event_lines import event_lines
from games.presenters.names import Names
from games.presenters.seats import PLACES
from games.presenters.table import MAX_LINES, activity_feed, since_own_move, status_words, table_view
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


# --- round the table -------------------------------------------------------------------------------------------------


def places(viewer: int, preset: str = "casino", *, partners: bool = False) -> dict[str, str]:
    perspective = table_of(viewer, 4, partners)._replace(rules=resolve_rules(preset))
    return {seat.name: seat.place for seat in table_view(perspective, []).seats}


def test_the_next_player_sits_on_the_left_where_play_goes_clockwise() -> None:
    assert places(2) == {"Carla": "left", "David": "top", "Anna": "right", "You": "near"}
    assert places(2, "tablic") == {"Anna": "right", "David": "top", "Carla": "left", "You": "near"}


def test_for_a_spectator_too_partners_sit_opposite_each_other() -> None:
    assert places(0) == {"Anna": "left", "Ben": "top", "Carla": "right", "David": "near"}


@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
def test_everyone_has_a_place_of_their_own(seats: int) -> None:
    assert len(set(PLACES[seats - 1])) == seats - 1


def teams(viewer: int, *, partners: bool) -> list[tuple[str, str, bool, str]]:
    seats = table_view(table_of(viewer, 4, partners), []).seats
    return [(seat.name, seat.team, seat.partner, seat.partners) for seat in seats]


def test_each_player_sees_who_is_with_whom() -> None:
    assert teams(1, partners=True) == [
        ("Ben", "them", False, "David"),
        ("Carla", "us", True, ""),
        ("David", "them", False, "Ben"),
        ("You", "us", False, ""),
    ]
    assert {team[1:] for team in teams(1, partners=False)} == {("", False, "")}


def test_a_spectator_sees_sides() -> None:
    assert teams(0, partners=True) == [
        ("Anna", "us", False, "Carla"),
        ("Ben", "them", False, "David"),
        ("Carla", "us", False, "Anna"),
        ("David", "them", False, "Ben"),
    ]


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
