"""Making a table: every choice is recorded, missing ones have defaults, nonsense is refused."""

from typing import Any, get_args, get_type_hints

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games.domain.cards import Card
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.notation import read_cards
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from games.domain.setup_events import TableSettingsFixed
from games.domain.table_settings import DAY, TableSettings
from games.forms.new_game import SetUpForm
from games.forms.table import MoveForm, SeatForm, read_choice
from games.log.store import events_after, load
from games.models import Game
from games.presenters.choices import Choice, Pluck
from games.presenters.table_settings import CLOCKS, clock_words, span_words, terms_lines
from tests.games.presenters.perspectives import BEGUN
from tests.games.tables import person
from tests.games.viewers import Page, Viewer

USUAL = {"seating": "4p", "opponents": "friends"}


def form_of(preset: str = "casino", guest: bool = False, **sent: Any) -> SetUpForm:
    data = QueryDict(mutable=True)
    data.update(USUAL | sent)
    return SetUpForm(preset, data, guest=guest)


def setup_of(**sent: Any) -> Any:
    form = form_of(**sent)
    assert form.is_valid(), form.errors
    return form.setup


def problem(guest: bool = False, **sent: Any) -> str:
    form = form_of(guest=guest, **sent)
    assert not form.is_valid()
    return str(form.non_field_errors()[0])


def test_what_goes_without_saying_is_usual() -> None:
    setup = setup_of()
    assert (setup.seats, setup.partners, setup.host_seat, setup.computers) == (4, True, 1, {})
    assert setup.table_settings == TableSettings()


def test_everything_can_be_chosen() -> None:
    play = {"public": "yes", "rated": "yes"}
    timing = {"clock": "turn-3", "timeout": "card", "vacations": "no", "days_off": "both"}
    etiquette = {
        "chat": "phrases",
        "spectators": "no",
        "takebacks": "no",
        "show_left_behind": "no",
        "bot_speed": "slow",
    }
    assert setup_of(**play, **timing, **etiquette).table_settings == TableSettings(
        public=True,
        rated=True,
        clock="turn",
        time=3 * DAY,
        timeout="card",
        vacations=False,
        days_off="both",
        chat="phrases",
        spectators=False,
        takebacks=False,
        show_left_behind=False,
        bot_speed="slow",
    )


@pytest.mark.parametrize(
    ("sent", "hints"),
    [
        ({"opponents": "computer"}, True),
        ({"opponents": "computer", "hints": "no"}, False),
        ({"opponents": "friends"}, False),
        ({"opponents": "friends", "hints": "yes"}, True),
        ({"opponents": "friends", "seating": "2", "seat_2": "steady"}, True),
        ({"opponents": "computer", "seat_2": "open"}, False),
    ],
)
def test_hints_go_without_saying_where_one_plays_computers_only(sent: dict[str, str], hints: bool) -> None:
    assert setup_of(**sent).table_settings.hints is hints


@pytest.mark.parametrize("key", CLOCKS)
def test_every_clock_can_be_chosen_and_told(key: str) -> None:
    table_settings = setup_of(clock=key).table_settings
    assert (table_settings.clock, table_settings.time, table_settings.increment, table_settings.reserve) == CLOCKS[key]
    assert table_settings.vacations is (table_settings.clock != "live")
    assert "%" not in clock_words(table_settings)


def test_a_clock_may_have_figures_of_the_hosts_own() -> None:
    def clock(**sent: Any) -> tuple[str, int, int, int]:
        table_settings = setup_of(**sent).table_settings
        return table_settings.clock, table_settings.time, table_settings.increment, table_settings.reserve

    live = {"live_time": "90", "live_increment": "0", "live_reserve": "7"}
    assert clock(clock="live-own", **live) == ("live", 90 * 60, 0, 7 * 60)
    assert clock(clock="turn-own", turn_time="30", live_time="3") == ("turn", 30 * DAY, 0, 0)
    assert clock(clock="bank-own", bank_time="21", bank_increment="8") == ("bank", 21 * DAY, 8 * 3600, 0)
    assert clock(clock="live-own") == ("live", 15 * 60, 10, 2 * 60)
    assert clock(clock="live-5", **live) == CLOCKS["live-5"]
    assert clock_words(setup_of(clock="live-own", **live).table_settings) == "live: 90 minutes, 7 minutes in reserve"


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [
        *(("live_time", 1, 180), ("live_increment", 0, 180), ("live_reserve", 0, 60)),
        *(("turn_time", 1, 30), ("bank_time", 1, 90), ("bank_increment", 0, 72)),
    ],
)
def test_figures_of_ones_own_have_bounds(field: str, least: int, most: int) -> None:
    for good in (least, most):
        assert form_of("casino", False, **{field: str(good)}).is_valid()
    for wrong in (least - 1, most + 1, "soon", "9" * 40):
        form = form_of("casino", False, **{field: str(wrong)})
        assert form.errors.keys() == {field}
        assert form.timing_changed  # the section that shows it is open


def test_clocks_in_words() -> None:
    assert clock_words(CLOCKS["none"]) == "own pace"
    assert clock_words(CLOCKS["live-5"]) == "live: 5 minutes, plus 5 seconds per turn, 1 minute in reserve"
    assert clock_words(TableSettings(clock="live", time=90, increment=0)) == "live: 90 seconds"
    assert clock_words(CLOCKS["turn-1"]) == "1 day per turn"
    assert clock_words(CLOCKS["bank-3"]) == "3 days total, plus 12 hours per turn"
    assert [span_words(each) for each in (0, 61, 7200)] == ["0 seconds", "61 seconds", "2 hours"]


def test_all_that_can_be_agreed_has_words() -> None:
    for name, annotation in get_type_hints(TableSettings).items():
        for value in get_args(getattr(annotation, "__value__", annotation)):
            chosen: dict[str, Any] = {"clock": "turn", "time": DAY} | {name: value}
            assert all(terms_lines(TableSettings(**chosen)))
    lines = terms_lines(
        TableSettings(rated=True, hints=True, show_left_behind=False, vacations=False, clock="bank", time=DAY)
    )
    assert {"rated", "hints allowed", "missed cards aren’t pointed out", "no vacation"} <= set(lines)
    assert "own pace" in terms_lines(TableSettings())


def test_the_host_chooses_a_seat_and_computers_any_other() -> None:
    setup = setup_of(my_seat="3", seat_1="master", seat_2="open", seat_4="beginner", seat_3="strong")
    assert setup.host_seat == 3
    assert setup.computers == {1: "master", 4: "beginner"}


def test_computers_on_all_other_seats_but_one() -> None:
    setup = setup_of(opponents="computer", level="strong", my_seat="2", seat_4="open")
    assert setup.computers == {1: "strong", 3: "strong"}


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"rated": "yes", "seat_2": "steady"}, "Rated games are for people only. Leave all other seats open."),
        (
            {"rated": "yes", "opponents": "computer"},
            "Rated games are for people only. Leave all other seats open.",
        ),
        ({"rated": "yes", "hints": "yes"}, "Hints are off in rated games."),
        (
            {"rated": "yes", "target": "1"},
            "Rated games use the standard rules. Change no rules, or play an unrated game.",
        ),
        ({"public": "yes", "opponents": "computer"}, "All seats are filled, so no one could join from the lobby."),
        ({"clock": "live-5", "days_off": "nights"}, "Nights and weekends off need a correspondence clock."),
        ({"clock": "none", "days_off": "both"}, "Nights and weekends off need a correspondence clock."),
        ({"clock": "live-5", "vacations": "yes"}, "Vacation needs a correspondence clock."),
        ({"seating": "2", "my_seat": "4"}, "A game for 2 players has no seat 4."),
    ],
)
def test_nonsense_is_refused_in_words(sent: dict[str, Any], words: str) -> None:
    assert problem(**sent) == words


def test_a_guest_opens_no_rated_game() -> None:
    assert problem(guest=True, rated="yes") == "You need an account to play rated games."


@pytest.mark.parametrize("field", ["clock", "timeout", "chat", "level", "my_seat", "seat_2", "public", "days_off"])
def test_what_is_not_on_offer_is_refused_and_shown(field: str) -> None:
    nonsense: dict[str, Any] = {field: "nonsense"}
    form = form_of(**nonsense)
    assert not form.is_valid()
    assert list(form.errors) == [field]


def test_no_more_seats_are_offered_than_can_be_at_the_table() -> None:
    html = str(form_of(preset="hungarian", seating="2").as_p())
    assert 'name="seat_2"' in html
    assert 'name="seat_3"' not in html
    assert list(form_of(preset="hungarian", seating="2", my_seat="3").errors) == ["my_seat"]


# --- the page -----------------------------------------------------------------------------------------------------


@pytest.fixture
def ann(db: None, client: Client) -> Client:
    client.force_login(person("Ann"))
    return client


def open_table(client: Client, **sent: str) -> Any:
    return client.post(reverse("games:set_up", args=["casino"]), USUAL | sent)


def test_a_game_is_opened_as_it_was_chosen(ann: Client) -> None:
    open_table(ann, my_seat="2", seat_4="casual", public="yes", clock="turn-7", days_off="weekends")
    game = Game.objects.get()
    agreed = [event.table_settings for _, event in events_after(game, 0) if isinstance(event, TableSettingsFixed)]
    zone = agreed[0].time_zone
    assert agreed == [TableSettings(public=True, clock="turn", time=7 * DAY, days_off="weekends", time_zone=zone)]
    assert (game.table_settings, game.public) == (agreed[0]._asdict(), True)
    assert load(game)[0].players == ("", "Ann", "", "Computer Kit")
    page = Viewer(game).look()
    assert "7 days per turn" in page.text
    assert "weekends off" in page.text


def test_what_was_refused_keeps_all_that_was_chosen_and_shows_it(ann: Client) -> None:
    response = open_table(ann, rated="yes", seat_2="steady", chat="off", clock="bank-3")
    page = Page(response)
    assert "Rated games are for people only" in page.text
    assert response.content.decode().count('<details class="house" open') == 3
    chosen = [each["value"] for each in page.inputs if "selected" in each]
    assert {"yes", "steady", "off", "bank-3"} <= set(chosen)
    assert not Game.objects.exists()


def test_what_was_sent_as_it_stood_is_folded() -> None:
    form = SetUpForm("casino")
    sent: dict[str, Any] = {field.name: str(field.value()) for field in (form["clock"], *form.timing)}
    sent |= {field.name: str(field.value()) for _kind, fields in form.custom_clocks for field in fields}
    assert len(sent) > 5
    assert not form_of(**sent).timing_changed
    assert form_of(**sent | {"clock": "turn-3"}).timing_changed


def test_a_form_just_opened_is_folded(ann: Client) -> None:
    html = ann.get(reverse("games:set_up", args=["casino"])).content.decode()
    assert " open>" not in html


def test_one_press_is_a_table_for_a_friend(ann: Client) -> None:
    ann.post(reverse("games:play_friend"))
    game = Game.objects.get()
    assert (game.seats, game.status, game.public) == (2, Game.Status.OPEN, False)
    assert TableSettings(**game.table_settings)._replace(time_zone="") == TableSettings()
    assert "Send this link" in Page(ann.get(reverse("games:table", args=[game.public_id]))).text


# --- forms of the games ----------------------------------------------------------------------------------------------


def choice(query: str, perspective: Perspective | None = None) -> Choice:
    seen = perspective or perspective_of(fold(BEGUN), 1)
    return read_choice(QueryDict(query), seen, legal_moves(seen.position()) if seen.my_turn else ())


def test_a_choice_of_cards() -> None:
    found = choice("hand=9S&hand=8S&item=KD")
    assert found == Choice(frozenset(read_cards("9S 8S")), frozenset({"KD"}))


def test_cards_of_others_are_not_chosen() -> None:
    assert choice("hand=9H&hand=KD&item=9S&item=9H&item=%5B4C5S%5D") == Choice()


def test_a_watcher_chooses_nothing() -> None:
    assert choice("hand=9S&item=KD", perspective_of(fold(BEGUN), 0)).hand == frozenset()


def test_a_pluck_is_chosen_only_where_there_is_one() -> None:
    plain = perspective_of(fold(BEGUN), 1)
    assert choice("pluck=KD-before", plain).pluck is None
    plucking = plain._replace(rules=resolve_rules("pluck"))
    assert choice("pluck=KD-before", plucking).pluck == Pluck(Card("KD"), before=True)
    assert choice("pluck=AS-before", plucking).pluck is None


def test_an_orange_is_called_only_where_there_are_oranges() -> None:
    plain = perspective_of(fold(BEGUN), 1)
    assert not choice("orange=1", plain).orange
    assert choice("orange=1", plain._replace(rules=resolve_rules("tuxedo"))).orange


@pytest.mark.parametrize("data", ["", "move=9S", "seq=3", "move=9S&seq=x", "move=9S&seq=-1", "move=&seq=3"])
def test_a_move_needs_its_text_and_the_tables_number(data: str) -> None:
    assert not MoveForm(QueryDict(data)).is_valid()


@pytest.mark.parametrize(("data", "number"), [("", None), ("seat=2", 2)])
def test_a_seat_has_a_number_or_any(data: str, number: int | None) -> None:
    form = SeatForm(QueryDict(data))
    assert form.is_valid()
    assert form.cleaned_data["seat"] == number


@pytest.mark.parametrize("number", ["0", "7", "x"])
def test_there_are_no_other_seats(number: str) -> None:
    assert not SeatForm(QueryDict(f"seat={number}")).is_valid()


def test_a_target_that_the_game_cannot_have_is_refused_in_words() -> None:
    form = SetUpForm("royal-short", QueryDict("seating=2&opponents=friends&target=100000"))
    assert not form.is_valid()
    assert "Points to win" in str(form.errors)


def test_without_a_target_the_rules_stay_as_they_are() -> None:
    form = SetUpForm("royal-short", QueryDict("seating=2&opponents=friends"))
    assert form.is_valid()
    assert form.rules == resolve_rules("royal-short")


def test_a_target_of_ones_own_is_a_house_rule() -> None:
    form = SetUpForm("royal-short", QueryDict("seating=2&opponents=friends&target=9"))
    assert form.is_valid()
    assert form.rules == resolve_rules({"preset": "royal-short", "target": 9})
