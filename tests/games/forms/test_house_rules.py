"""House rules: every option in the form, messages about clashes, the game made with them, a set shared by its
address."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.options import OPTIONS, write_options
from games.domain.presets import PRESETS, resolve_rules
from games.models import Game
from games.presenters.rulebook.house_rules import changed_query, field_groups
from tests.examples import some
from tests.games.viewers import Page, Viewer, path_of

pytestmark = pytest.mark.django_db

FRIENDS = {"seating": "2", "opponents": "friends"}


def open_table(client: Client, preset: str, **sent: Any) -> Any:
    return client.post(reverse("games:set_up", args=[preset]), FRIENDS | sent)


def as_shown(preset: str) -> dict[str, list[str]]:
    """Return the fields that a browser sends of the house rules when nothing is changed."""
    sent: dict[str, list[str]] = {}
    for group in field_groups(resolve_rules(preset), {}):
        for field in group.fields:
            sent[field.key] = [each.text for each in field.choices if each.chosen] if field.choices else [field.text]
    return sent


def changed_options() -> dict[str, Any]:
    game = Game.objects.get()
    usual = write_options(resolve_rules(game.preset))
    return {key: value for key, value in game.options.items() if value != usual[key]}


def test_every_option_is_offered(client: Client) -> None:
    html = client.get(reverse("games:set_up", args=["casino"])).content.decode()
    assert [key for key in OPTIONS if f'name="{key}"' not in html] == []
    assert "<details open" not in html


@pytest.mark.parametrize("preset", some(PRESETS))
def test_what_is_set_is_the_games_own(client: Client, preset: str) -> None:
    seating = Page(client.get(reverse("games:set_up", args=[preset]))).offered("seating")[0]
    open_table(client, preset, **as_shown(preset), seating=seating)
    assert changed_options() == {}


def test_a_game_is_made_with_the_changed_rules(client: Client) -> None:
    changed = {"duty": "free", "sweep": "1", "building": "true", "first_play_sweep": "2", "ace_values": "[1,14]"}
    open_table(client, "casino", **changed)
    assert changed_options() == {"duty": "free", "sweep": 1, "first_play_sweep": 2, "ace_values": [1, 14]}
    text = Viewer(Game.objects.get()).look().text
    assert "While you own a build: you may do anything" in text
    assert "An ace counts: 1 or 14" in text


def test_other_numbers_of_players_can_be_allowed(client: Client) -> None:
    open_table(client, "casino", seats=["5"], deck="five_handed", last_deal="extra", seating="5")
    assert Game.objects.get().seats == 5


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"orange": "true"}, "Oranges need the Rook deck or the deck without face cards (8.6)."),
        ({"hand_cards": "pair"}, "Playing two hand cards at once can’t be combined with builds."),
        (
            {"ending": "rounds"},
            "A game with a fixed number of rounds needs either “Rounds for each player” or “Total rounds”",
        ),
        ({"target": "0"}, "“Points to win” can’t be 0. Use a whole number from 1 to 1000."),
        ({"sweep": "many"}, "“Each sweep” can’t be"),
        ({"seats": ["3"]}, "This game is for 3 players, not 2."),
        ({"difference": "true", "seating": "3"}, "Scoring the difference needs exactly two sides."),
    ],
)
def test_what_cannot_be_played_is_told_and_nothing_is_lost(client: Client, sent: dict[str, Any], told: str) -> None:
    page = Page(open_table(client, "casino", **sent, most_cards="7"))
    assert told in page.text
    assert not Game.objects.exists()
    assert next(each["value"] for each in page.inputs if each.get("name") == "most_cards") == "7"
    assert page.chosen("opponents") == ["friends"]


def test_what_clashes_stays_chosen(client: Client) -> None:
    html = open_table(client, "casino", hand_cards="pair").content.decode()
    assert '<option value="pair" selected>' in html


def test_a_link_shares_the_set(client: Client) -> None:
    sent = {"duty": "free", "target": "11", "seats": ["2", "4"], "clock": "live-10"}
    html = client.post(reverse("games:find_options", args=["casino"]), FRIENDS | sent).content.decode()
    assert not Game.objects.exists()
    assert '<option value="live-10" selected>' in html
    address = f"{reverse('games:new')}?preset=casino&amp;seats=2&amp;seats=4&amp;duty=free&amp;target=11"
    assert address in html


def test_a_shared_link_fills_the_form_in(client: Client) -> None:
    link = reverse("games:new") + "?" + urlencode({"preset": "casino", "duty": "free", "most_cards": "2"})
    response = client.get(link)
    assert path_of(response) == reverse("games:set_up", args=["casino"])
    html = client.get(response["Location"]).content.decode()
    assert '<option value="free" selected>' in html
    assert 'name="most_cards" value="2"' in html
    summary = html[html.index('id="summary"') :]
    assert "While you own a build, you may still trail" in summary
    assert "duty=free&amp;most_cards=2" in summary


def test_a_shared_link_that_clashes_says_so(client: Client) -> None:
    response = client.get(reverse("games:set_up", args=["casino"]), {"orange": "true"})
    assert "Oranges need the Rook deck" in Page(response).text


def test_a_set_in_an_address_is_read_back(client: Client) -> None:
    changes = {"seats": [2, 3], "ace_values": [1, 11], "extra_values": {"TD": [11]}, "first_play_sweep": 3}
    query = urlencode(changed_query(changes))
    html = client.get(f"{reverse('games:set_up', args=['casino'])}?{query}").content.decode()
    assert '<option value="[1,11]" selected>' in html
    assert 'name="first_play_sweep" value="3"' in html


def test_an_unknown_game_in_a_link_leads_to_all_games(client: Client) -> None:
    assert "Choose a game" in Page(client.get(reverse("games:new"), {"preset": "poker"})).text
