"""The front page, and opening a game of any kind."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Person
from games import services
from games.domain.presets import NAMED_RULES, PRESETS, NamedRules, changed_options, resolve_rules
from games.domain.rules_validation import seating_error, seatings
from games.log.store import load
from games.models import Game, Seat, SeatResult
from games.presenters.results import CLEAR
from tests.examples import some
from tests.games.finished import play_out
from tests.games.tables import person
from tests.games.viewers import HTMX, Page, Viewer, browser_of, friend, laid, path_of
from tests.games.views.test_profiles import played

pytestmark = pytest.mark.django_db

COMPANIES = [
    (preset, seats, partners)
    for preset in PRESETS
    for seats, partners in seatings(resolve_rules(preset))
    if not seating_error(resolve_rules(preset), seats, partners)
]


def home(client: Client) -> Page:
    return Page(client.get(reverse("games:home")))


def set_up(client: Client, preset: str, **sent: Any) -> Any:
    return client.post(reverse("games:set_up", args=[preset]), sent)


def test_a_stranger_finds_three_doors_and_no_games(client: Client) -> None:
    page = home(client)
    assert "Take cards that match or add up" in page.text
    doors = {words: button for words, button in page.buttons.items() if button.get("name") == "level"}
    assert [(words.split()[0], words.split()[-1]) for words in doors] == [
        ("Pip", "Beginner"),
        ("Kit", "Casual"),
        ("Ada", "Strong"),
    ]
    assert [button.get("class") for button in doors.values()] == ["suggested", None, None]
    assert "Pip dealt. Your turn." in page.text
    assert "Your games" not in page.text


def test_the_door_of_the_suggested_level_has_its_face() -> None:
    ann = person("Ann")
    game = services.start_game(ann, resolve_rules("casino"), "casino", 2, False, "computer", level="careful")
    services.resign(game.taken_seats.get(number=1), Game.objects.get(pk=game.pk).seq)
    client = Client()
    client.force_login(ann)
    doors = [button for button in home(client).buttons.values() if button.get("name") == "level"]
    assert [(door["value"], door.get("class")) for door in doors] == [
        ("beginner", None),
        ("careful", "suggested"),
        ("strong", None),
    ]
    assert "Cleo dealt. Your turn." in home(client).text


def test_a_level_beaten_has_a_tick_on_the_doors_and_at_the_rematch() -> None:
    ann = person("Ann")
    played(ann, "strong")
    played(ann, "casual", outcome="lost")
    client = browser_of(ann)
    doors = [words for words, button in home(client).buttons.items() if button.get("name") == "level"]
    assert [words.split()[0] for words in doors if "beaten" in words] == ["Ada"]
    game = services.start_game(ann, resolve_rules("casino"), "casino", 2, False, "computer", level="casual")
    services.resign(game.taken_seats.get(number=1), Game.objects.get(pk=game.pk).seq)
    ladder = Viewer(Game.objects.get(pk=game.pk), ann).look().buttons
    assert [words for words in ladder if "beaten" in words] == ["Ada beaten"]


@pytest.mark.parametrize(("outcome", "first"), [("won", "Play Cleo"), ("lost", "Rematch")])
def test_after_a_win_over_a_level_the_next_one_comes_first(outcome: str, first: str) -> None:
    ann, rules = person("Ann"), resolve_rules({"preset": "casino", "target": 1})
    result = None
    while result is None or result.outcome != outcome:
        game = services.start_game(ann, rules, "casino", 2, False, "computer", level="casual")
        play_out(game)
        result = SeatResult.objects.filter(game=game, person=ann).first()
        SeatResult.objects.exclude(game=game).delete()
    buttons = Viewer(Game.objects.get(pk=game.pk), ann).look().buttons
    assert [words for words, button in buttons.items() if button.get("class") == "best"] == [first]
    assert "Rematch" in buttons


@pytest.mark.parametrize(
    ("level", "heavy", "others"), [("casual", True, ["Play Hattie"]), ("casual", False, []), ("beginner", True, [])]
)
def test_after_a_heavy_loss_an_easier_level_may_come_next(level: str, heavy: bool, others: list[str]) -> None:
    ann, rules = person("Ann"), resolve_rules({"preset": "spade", "target": 1})
    own, other = 1, 0
    while own >= other or (other - own >= CLEAR) != heavy:
        game = services.start_game(ann, rules, "spade", 2, False, "computer", level=level)
        play_out(game)
        own, other = load(Game.objects.get(pk=game.pk))[0].totals
    buttons = Viewer(Game.objects.get(pk=game.pk), ann).look().buttons
    assert [words for words, button in buttons.items() if button.get("class") == "best"] == ["Rematch"]
    assert [words for words in buttons if words.startswith("Play ")] == others


@pytest.mark.parametrize(("chosen", "level"), [("strong", "strong"), ("", "beginner"), ("champion", "beginner")])
def test_the_computer_is_of_the_level_chosen_or_of_that_for_a_first_game(
    client: Client, chosen: str, level: str
) -> None:
    client.post(reverse("games:play_now"), {"level": chosen})
    assert Seat.objects.get(number=2).bot == level


def test_the_game_of_the_cards_on_the_home_page_is_against_who_has_dealt_them(client: Client) -> None:
    page = home(client)
    dealt = {
        name: next(each["value"] for each in page.inputs if each.get("name") == name) for name in ("deal", "level")
    }
    assert dealt["level"] == "beginner"
    client.post(reverse("games:play_now"), dealt)
    assert (seat := Seat.objects.get(number=2)).bot == "beginner"
    assert seat.display_name.endswith("Pip")


def test_learning_ends_at_the_doors_and_names_the_seven(client: Client) -> None:
    page = Page(client.get("/learn/7/?line=4C%2BAS,6S,9H%3D10&line=TDx[AS4C6S9H]"))
    assert sum(words.startswith("Pip") for words in page.buttons) == 2
    for name in ("Pip", "Hattie", "Kit", "Cleo", "Otto", "Ada", "Magnus"):
        assert f"{name} Plays like" in page.text


def test_the_page_of_a_game_begins_with_what_it_is_and_who_plays(client: Client) -> None:
    page = Page(client.get(reverse("games:set_up", args=["casino"]), {"opponents": "computer"}))
    places = [page.text.index(words) for words in ("capture, build, and play", "Opponents", "Players", "Clock")]
    assert places == sorted(places)
    assert [each["value"] for each in page.inputs if each.get("name") == "opponents" and "checked" in each] == [
        "computer"
    ]
    assert [each["value"] for each in page.inputs if each.get("name") == "level" and "checked" in each] == ["beginner"]


def chosen_opponents(client: Client, **query: str) -> list[str]:
    page = Page(client.get(reverse("games:set_up", args=["casino"]), query))
    return [each["value"] for each in page.inputs if each.get("name") == "opponents" and "checked" in each]


def test_a_newcomer_is_offered_the_computer_and_others_their_friends(client: Client) -> None:
    assert chosen_opponents(client) == ["computer"]
    assert chosen_opponents(client, opponents="ghosts") == ["computer"]
    assert chosen_opponents(client, opponents="friends") == ["friends"]
    client.post(reverse("games:play_now"))
    assert chosen_opponents(client) == ["friends"]
    assert chosen_opponents(client, opponents="device") == ["device"]


def test_the_game_to_be_names_the_computer_player_chosen(client: Client) -> None:
    sent = {"opponents": "computer", "seating": "2", "level": "strong"}
    address = reverse("games:check_combination", args=["casino"])
    assert "Plays like a club champion." in Page(client.post(address, sent, headers=HTMX)).text
    sent["opponents"] = "friends"
    assert "Plays like" not in Page(client.post(address, sent, headers=HTMX)).text


def test_looking_makes_nobody_a_guest(client: Client) -> None:
    home(client)
    assert not Person.objects.exists()


def test_one_press_is_a_game_against_the_computer(client: Client) -> None:
    response = client.post(reverse("games:play_now"))
    game = Game.objects.get()
    assert path_of(response) == reverse("games:table", args=[game.public_id])
    assert game.status == Game.Status.PLAYING
    assert Person.objects.get().is_guest
    assert [seat.bot != "" for seat in Seat.objects.order_by("number")] == [False, True]


def test_ever_new_guests_of_one_address_cannot_open_tables_without_end(settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"open_game@address": "2/hour"}
    assert [Client().post(reverse("games:play_now")).status_code for _ in range(3)] == [302, 302, 429]
    assert Client(REMOTE_ADDR="192.0.2.9").post(reverse("games:play_now")).status_code == 302


def test_a_game_is_not_made_by_following_a_link(client: Client) -> None:
    assert client.get(reverse("games:play_now")).status_code == 405


def test_the_front_page_lists_ones_own_games_until_they_are_over() -> None:
    ann, bob = laid("casino", "", "")
    assert "Your games Bob Casino your turn" in home(ann.client).text
    assert "Ann Casino" in home(bob.client).text
    assert "Ann Casino your turn" not in home(bob.client).text
    bob.post("resign", seq=bob.look().seq)
    assert "Bob Casino" not in home(ann.client).text


def test_the_front_page_does_not_list_others_games() -> None:
    laid("casino", "", "")
    stranger = Client()
    stranger.force_login(person("Zoe"))
    assert "Your games" not in home(stranger).text


def test_a_game_that_waits_for_players_says_so(client: Client) -> None:
    set_up(client, "casino", seating="2", opponents="friends", target="21")
    assert "waiting for players" in home(client).text


def test_every_game_is_on_offer_once(client: Client) -> None:
    html = client.get(reverse("games:new")).content.decode()
    assert [html.count(f'href="{reverse("games:set_up", args=[preset])}"') for preset in PRESETS] == [1] * len(PRESETS)


@pytest.mark.parametrize("name", ["new", "rulebook"])
def test_each_picture_leads_to_the_games_of_its_kind_which_are_named_after_no_book(client: Client, name: str) -> None:
    page = Page(client.get(reverse(f"games:{name}")))
    kinds = re.findall(r'href="#([\w-]+)"><span class="scene"', page.html.replace("\n", "").replace(">  <", "><"))
    assert len(kinds) == 7
    assert [page.html.count(f'class="offers" id="{kind}"') for kind in kinds] == [1] * 7
    assert "Wikipedia" not in page.text
    assert "Ulmann" not in page.text


def test_a_search_without_games_leads_to_all_of_them(client: Client) -> None:
    assert (
        "Put a game together, rule by rule, and keep it. Show all games" in Page(client.get("/new/?search=poker")).text
    )
    filtered = Page(client.get("/new/?search=poker&players=2")).text
    assert "No games match. Try fewer filters. Show all games" in filtered


@pytest.mark.parametrize(
    ("typed", "preset", "name"),
    [("danish", "byggkasino", "Danish Kasino"), ("diloti.online", "diloti", "Diloti (diloti.online)")],
)
def test_a_search_finds_house_rules_with_a_name(client: Client, typed: str, preset: str, name: str) -> None:
    html = client.get("/new/", {"search": typed}).content.decode()
    link = re.search(rf'<a href="([^"]+)"><b>{re.escape(name)}</b>', html)
    assert link
    assert link[1].startswith(reverse("games:set_up", args=[preset]) + "?")
    page = client.get(link[1].replace("&amp;", "&")).content.decode()
    assert f"<h1>{name}</h1>" in page
    assert f">{name}</a></li>" not in page


@pytest.mark.parametrize("named", NAMED_RULES.values(), ids=NAMED_RULES)
def test_house_rules_with_a_name_are_played_at_one_tap_and_listed_by_it(client: Client, named: NamedRules) -> None:
    client.post(reverse("games:play_now"), {"preset": named.id})
    game = Game.objects.get()
    assert (game.preset, changed_options(load(game)[0].rules, named.preset)) == (named.preset, named.options)
    assert named.title in home(client).text


def test_a_search_finds_house_rules_for_any_game(client: Client) -> None:
    html = client.get("/new/", {"search": "one sum"}).content.decode()
    link = re.search(r'<a href="([^"#]+)#house-rules">Only one sum per capture</a>', html)
    assert link
    page = client.get(link[1]).content.decode()
    assert re.findall(r'id="w-(\w+)" class="option"(?! hidden)', page) == ["one_sum"]
    assert 'id="house-rules" class="house" open' in page


def test_the_way_back_keeps_the_search(client: Client) -> None:
    page = client.get("/new/", {"search": "danish casino"}, headers=HTMX)
    assert "HX-Request" in page["Vary"]  # no part is taken for the page
    html = client.get("/new/", {"search": "danish casino"}).content.decode()
    assert 'value="danish casino"' in html
    assert 'hx-replace-url="true"' in html
    assert 'class="kinds"' not in html  # the games found are first


def test_a_game_that_is_not_there_cannot_be_set_up(client: Client) -> None:
    assert client.get(reverse("games:set_up", args=["poker"])).status_code == 404


def test_the_companies_on_offer_are_those_that_can_play(client: Client) -> None:
    page = Page(client.get(reverse("games:set_up", args=["dominican"])))
    assert page.offered("seating") == ["2", "3", "4", "4p"]
    assert page.offered("opponents") == ["computer", "friends", "device"]


@pytest.mark.parametrize(("preset", "seats", "partners"), some(COMPANIES[::3], 4))
def test_every_game_can_be_opened_and_played(client: Client, preset: str, seats: int, partners: bool) -> None:
    set_up(client, preset, seating=f"{seats}{'p' if partners else ''}", opponents="friends")
    game = Game.objects.get()
    for number in range(2, seats + 1):
        services.take_seat(game, friend(f"P{number}"), number)
    game.refresh_from_db()
    player = Viewer(game, game.taken_seats.get(number=game.turn).person)
    page = player.look()
    assert "Your turn" in page.text
    page = next(page for card in page.offered("hand") if (page := player.look(hand=card)).moves)
    assert "You " in player.press(page, next(iter(page.moves))).text
    assert "Your turn" not in player.look().text


@pytest.mark.parametrize("preset", ["tuxedo", "dominican"])
def test_the_computer_can_sit_on_all_other_seats(client: Client, preset: str) -> None:
    set_up(client, preset, seating="4", opponents="computer")
    seats = Seat.objects.order_by("number")
    assert [bool(seat.person_id) for seat in seats] == [True, False, False, False]
    assert Game.objects.get().status == Game.Status.PLAYING


@pytest.mark.parametrize("target", [11, 21])
def test_the_target_is_told_by_the_goal_alone(client: Client, target: int) -> None:
    set_up(client, "casino", seating="2", opponents="friends", target=str(target))
    game = Game.objects.get()
    assert game.options["target"] == target
    text = Viewer(game).look().text
    assert f"to {target} points" in text
    assert "Points to win" not in text


def test_a_target_is_asked_at_once_only_where_there_is_one_to_choose(client: Client) -> None:
    for preset, at_once in (("california", False), ("callabra", False), ("dominican", False), ("royal", True)):
        html = client.get(reverse("games:set_up", args=[preset])).content.decode()
        assert html.count('name="target"') == 1
        assert (html.index('name="target"') < html.index("House rules")) is at_once


@pytest.mark.parametrize(
    "sent",
    [
        {"seating": "9", "opponents": "friends"},
        {"seating": "2", "opponents": "nobody"},
        {"seating": "2", "opponents": "friends", "target": "0"},
        {},
    ],
)
def test_what_cannot_be_set_up_is_asked_again(client: Client, sent: dict[str, str]) -> None:
    response = set_up(client, "casino", **sent)
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert not Game.objects.exists()


def test_a_page_that_does_not_exist_says_so_in_the_readers_language(client: Client) -> None:
    for language, words in (("en", "Page not found"), ("es", "Página no encontrada")):
        page = client.get("/no-such-page/", headers={"Accept-Language": language})
        assert page.status_code == 404
        assert words in page.content.decode()
        assert 'href="/"' in page.content.decode()


def test_the_kinds_add_up_to_all_games() -> None:
    page = Client().get(reverse("games:new")).content.decode()
    assert sum(map(int, re.findall(r"<i>(\d+) games?</i>", page))) == len(PRESETS)
