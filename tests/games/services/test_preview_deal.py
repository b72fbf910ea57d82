"""The deal on the home page: the cards that are shown are those of the game, and its secret opens no other game."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import services
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture
from games.domain.position import Position
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.table import Table
from games.forms.seeds import SeedForm
from games.log.shuffling import new_server_seed, to_token
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game
from games.services.tables import new_preview_deal
from tests.games.tables import person
from tests.games.viewers import Page

pytestmark = pytest.mark.django_db

HOME = "/"


def deal_on(page: str) -> dict[str, Any]:
    cards = re.findall(r'<button name="(hand|item)" value="(\w\w)"', page)
    (token,) = re.findall(r'name="deal" value="([^"]+)"', page)
    return {"deal": token} | {name: [card for kind, card in cards if kind == name] for name in ("hand", "item")}


def tap(client: Client, deal: dict[str, Any], **card: str) -> Any:
    return client.post(reverse("games:play_now"), {"deal": deal["deal"]} | card)


def test_the_cards_shown_are_those_of_the_game_and_the_tapped_one_is_chosen(client: Client) -> None:
    deal = deal_on(client.get(HOME).content.decode())
    assert len(deal["hand"]) == len(deal["item"]) == 4
    response = tap(client, deal, hand=deal["hand"][2])
    round_ = load(game := Game.objects.get())[0].round
    assert round_
    assert sorted(round_.hands[0]) == sorted(deal["hand"])
    assert sorted(round_.table.loose) == sorted(deal["item"])
    assert round_.turn == 1
    assert verify_game(game) == []
    assert response["Location"] == f"{reverse('games:table', args=[game.public_id])}?hand={deal['hand'][2]}"
    table = Page(client.get(response["Location"]))
    assert f'id="c-{deal["hand"][2]}"' in table.html
    assert re.search(rf'id="c-{deal["hand"][2]}"[^>]* checked', table.html)


def test_something_can_be_taken_in_every_deal() -> None:
    rules = resolve_rules("casino")
    for _ in range(40):
        deal = services.new_preview_deal()
        moves = legal_moves(Position(rules, 1, deal.hand, Table(deal.table)))
        assert any(isinstance(move, Capture) for move in moves)


def test_every_visit_is_another_deal() -> None:
    assert len({services.new_preview_deal().hand for _ in range(5)}) == 5


def test_a_second_tap_comes_to_the_same_game(client: Client) -> None:
    deal = deal_on(client.get(HOME).content.decode())
    first, second = tap(client, deal, hand=deal["hand"][0]), tap(client, deal, item=deal["item"][0])
    assert first["Location"].partition("?")[0] == second["Location"].partition("?")[0]
    assert Game.objects.count() == 1


def test_cards_that_someone_else_has_taken_start_nothing(client: Client) -> None:
    deal = deal_on(client.get(HOME).content.decode())
    tap(client, deal, hand=deal["hand"][0])
    stranger = Client()
    assert tap(stranger, deal, hand=deal["hand"][0])["Location"] == HOME
    assert "no longer available" in Page(stranger.get(HOME)).text
    assert Game.objects.count() == 1


@pytest.mark.parametrize("wrong", ["", "x" * 100_000, "gAAAAA" + "x" * 300, "é"])
def test_a_token_that_is_none_starts_nothing(client: Client, wrong: str) -> None:
    assert tap(client, {"deal": wrong})["Location"] == HOME
    assert not Game.objects.exists()
    assert not Person.objects.exists()


def test_a_card_that_was_not_shown_chooses_nothing(client: Client) -> None:
    deal = deal_on(client.get(HOME).content.decode())
    response = tap(client, deal, hand="x" * 10_000)
    assert len(response["Location"]) < 100
    assert client.get(response["Location"]).status_code == 200


def test_a_token_of_one_kind_of_game_opens_none_of_the_other_kind() -> None:
    """A preview deal's secret is known once that game is over. It must not be the secret of a game among people."""
    shown = new_preview_deal()
    form = SeedForm({"token": shown.token})
    assert form.is_valid()
    assert form.server_seed is None
    assert services.read_preview_deal(to_token(new_server_seed())) is None


def test_the_secret_of_a_game_that_has_begun_begins_no_other() -> None:
    ann, bob, shown = person("Ann"), person("Bob"), new_preview_deal()
    seed = services.read_preview_deal(shown.token)
    assert seed
    game = services.start_preview_deal(ann, seed)
    assert game
    assert services.start_preview_deal(bob, seed) is None
    other = services.start_game(bob, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "friends")
    assert other.seed != game.seed
