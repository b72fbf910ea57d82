"""The table as a view, and the events since the viewer last played."""

from collections import defaultdict
from random import Random

import pytest

from games.domain import dispute_events, events
from games.domain.cards import Card
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.notation import read_cards, read_table
from games.domain.perspective import VisibleEvent, perspective_of, redact
from games.domain.presets import resolve_rules
from games.domain.table import Table
from games.forms.table_settings import MAX_SEATS
from games.presenters.clocks import duration
from games.presenters.event_lines import event_lines, latest_plays
from games.presenters.names import Names
from games.presenters.seats import PLACES
from games.presenters.table import MAX_LINES, activity_feed, since_own_move, status_words, table_view
from games.presenters.tutorial import lesson
from tests.examples import some
from tests.games.presenters.perspectives import BEGUN, opened, table_of
from tests.property.random_games import ALL_PRESETS, some_game


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


# --- the first deals ------------------------------------------------------------------------------------------------


NINE = read_table("[4C+5S=9@2]").builds[0]
PLAYS: list[tuple[VisibleEvent, str]] = [
    (events.CardTrailed(2, Card("9H")), "To trail is to leave a card on the table and take nothing."),
    (
        events.CardsCaptured(2, read_cards("6H"), read_cards("6S"), ()),
        "A card takes cards of the same rank.",
    ),
    (
        events.CardsCaptured(2, read_cards("9H"), read_cards("6S 3D"), ()),
        "A card takes cards that add up to its value.",
    ),
    (
        events.CardsCaptured(2, read_cards("9H"), (), (NINE.cards,)),
        "A card takes a whole build of its value.",
    ),
    (
        events.BuildMade(2, read_cards("4C"), read_cards("5S"), (), NINE),
        "A build can only be taken whole, with a card of its value.",
    ),
]


@pytest.mark.parametrize(("play", "words"), PLAYS)
def test_in_the_first_deals_the_latest_play_is_explained(play: VisibleEvent, words: str) -> None:
    assert lesson(perspective_of(fold(BEGUN), 1), [events.CardTrailed(1, Card("6S")), play]) == words


@pytest.mark.parametrize(
    ("left", "words"),
    [("9H", f"{PLAYS[0][1]} You can take 9♥."), ("QH", PLAYS[0][1])],
)
def test_a_card_that_was_left_is_offered_only_to_who_can_take_it(left: str, words: str) -> None:
    mine = perspective_of(fold(BEGUN), 1)
    assert mine.round
    mine = mine._replace(round=mine.round._replace(table=read_table(left)))
    assert lesson(mine, [events.CardTrailed(2, Card(left))]) == words


def test_a_sweep_and_the_first_turn_are_explained_and_nothing_from_the_third_deal_on() -> None:
    mine = perspective_of(fold(BEGUN), 1)
    assert mine.round
    swept = mine._replace(round=mine.round._replace(table=Table()))
    assert lesson(swept, [PLAYS[1][0]]) == "When the table is empty, you can only trail a card."
    assert table_view(mine, []).lesson == "Choose a card in your hand to see what it can do."
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


def test_a_card_trailed_in_the_round_before_is_not_new_when_it_is_dealt_again() -> None:
    def new_items(*log: Event) -> dict[str, int]:
        seen = [redact(event, 1) for event in log]
        return dict(activity_feed(table_of(), seen, len(seen)).new_items)

    trailed = (*BEGUN, *trail(1, "9S"), *trail(2, "9H"))
    assert new_items(*trailed) == {Card("9H"): 2}
    assert new_items(*trailed, next(event for event in BEGUN if isinstance(event, events.RoundStarted))) == {}


def test_news_are_never_endless() -> None:
    happened = [event for card in "9S 8S 7S 6S".split() for event in trail(1, card)] * 5
    log = [redact(event, 0) for event in (*BEGUN, *happened)]
    assert len(activity_feed(table_of(viewer=0), log, len(log)).lines) == MAX_LINES
    assert len(event_lines(log, Names(table_of(0)))) > MAX_LINES


# --- the latest plays ------------------------------------------------------------------------------------------------


HANDS = ("9S 8S 7S 6S", "9H 8H 7H 6H", "9C 8C 7C 6C", "9D 8D 7D 6D")


def plays(seats: int, *happened: Event, viewer: int = 1, preset: str = "casino-sweeps") -> list[str]:
    """The plays and what followed them, as the viewer is told them after these events of a round among so many."""
    hands = tuple(map(read_cards, HANDS[:seats]))
    table = read_cards("KD QD JD TD")
    pack = tuple(card for cards in (*hands, table, read_cards("2C")) for card in cards)
    dealt = events.CardsDealt(1, False, hands, table)
    log = (*opened(seats, preset=preset), events.RoundStarted(1, seats, pack), dealt, events.TurnStarted(1), *happened)
    perspective = perspective_of(fold(log), viewer)
    feed = activity_feed(perspective, [redact(event, viewer) for event in log], len(log))
    return [f"{line.text} {line.then}".strip() for line in feed.plays]


def trails(*cards: str) -> list[Event]:
    seats = {card: seat for seat, hand in enumerate(HANDS, 1) for card in hand.split()}
    return [events.CardTrailed(seats[card], Card(card)) for card in cards]


def test_the_latest_plays_are_those_of_the_others_since_ones_own() -> None:
    round_ = trails("9S", "9H", "9C", "9D")
    others = ["Ben trailed 9♥.", "Carla trailed 9♣.", "David trailed 9♦."]
    assert plays(4, *round_) == others
    assert plays(4, *round_, *trails("8S")) == [*others[1:], "You trailed 8♠."]
    assert plays(4, *round_, viewer=0) == others
    assert plays(2, *trails("9S", "9H")) == ["Ben trailed 9♥."]
    assert plays(2, *trails("9S", "9H", "8S")) == ["You trailed 8♠."]


def test_a_player_who_has_passed_nobody_sees_all_since_their_own_play() -> None:
    assert plays(2, *trails("9S", "9H", "8H")) == ["Ben trailed 9♥.", "Ben trailed 8♥."]


def test_before_the_first_play_the_round_is_told() -> None:
    assert plays(2) == ["Round 1. Dealer: Ben."]
    assert plays(3, *trails("9S"), viewer=2) == ["Round 1. Dealer: Carla.", "Anna trailed 9♠."]


def test_a_deal_follows_the_play_before_it() -> None:
    dealt = events.CardsDealt(2, True, (read_cards("2C"), ()), ())
    assert plays(2, *trails("9S"), dealt, *trails("9H")) == ["Last deal.", "Ben trailed 9♥."]
    assert plays(2, *trails("9S", "9H"), dealt) == ["Ben trailed 9♥. Last deal."]


def test_a_long_ruling_takes_no_room_from_the_plays() -> None:
    ruling = dispute_events.RulingMade(1, "upheld", "Dora", "Nothing was wrong with it.")
    assert plays(2, *trails("9S", "9H"), ruling) == ["Ben trailed 9♥."]


def test_a_sweep_is_told_with_its_cards() -> None:
    taken = events.CardsCaptured(2, read_cards("9H"), read_cards("9S"), (), left_behind=())
    swept = events.SweepMade(2, 1, False)
    assert plays(2, *trails("9S"), taken, swept) == ["Sweep! Ben took 9♠ with 9♥."]
    assert plays(2, *trails("9S"), taken, swept, preset="casino") == ["Ben took 9♠ with 9♥."]


def test_ones_own_sweep_is_told_until_another_plays() -> None:
    taken = events.CardsCaptured(1, read_cards("9S"), read_cards("KD"), (), left_behind=())
    swept = events.SweepMade(1, 1, False)
    assert plays(2, taken, swept)[1:] == ["Sweep! You took K♦ with 9♠."]
    assert plays(2, taken, swept, *trails("9H")) == ["Ben trailed 9♥."]
    assert plays(3, taken, swept, *trails("9H"), viewer=2)[1:] == ["Sweep! Anna took K♦ with 9♠.", "You trailed 9♥."]


def test_a_play_that_was_taken_back_is_none_of_the_latest() -> None:
    happened = trails("9S", "9H")
    back = events.RolledBack(len((*BEGUN, *happened)) - 1)
    assert plays(2, *happened, back)[-1] == "You trailed 9♠. The move was taken back."


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_a_table_can_be_drawn_after_every_step_from_every_seat(preset: str) -> None:
    """However a game goes: a page that can't be drawn keeps its player from the game for good."""
    seen: defaultdict[int, list[VisibleEvent]] = defaultdict(list)
    for step in some_game(preset, Random(preset), limit=70):
        for viewer in range(step.after.seats + 1):
            seen[viewer] += [redact(event, viewer) for event in step.events]
            assert table_view(perspective_of(step.after, viewer), seen[viewer], last_seq=len(seen[viewer])).seats


def test_the_cards_of_builds_are_named_without_the_builds() -> None:
    build = read_table("[9S+KD=9@1]").builds[0]
    taken = events.CardsCaptured(2, read_cards("9H"), read_cards("QD"), (build.cards,))
    told = latest_plays([redact(taken, 1)], Names(table_of()))
    assert [line.text for line in told] == ["Ben took Q♦ 9♠ K♦ with 9♥."]


# --- remaining time, in words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (65, "1:05"), (3599, "59:59"), (3600, "1h 0m"), (86399, "23h 59m"), (183600, "2d 3h")],
)
def test_the_more_is_left_the_less_exact_it_is_told(seconds: int, words: str) -> None:
    assert duration(seconds) == words
