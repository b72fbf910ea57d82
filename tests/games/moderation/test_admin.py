"""Operators may read, not change, and see no cards."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.games.tables import SEED, game_by_hand, pack, trail_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("root", password="x"))
    return client


@pytest.fixture
def game() -> Game:
    game, state = game_by_hand()
    trail_once(game, state)
    return game


def pages(game: Game) -> list[str]:
    events = [reverse("admin:games_storedevent_change", args=[row.pk]) for row in game.events.all()]
    return [
        reverse("admin:games_game_changelist"),
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_storedevent_changelist"),
        *events,
    ]


def test_games_and_events_can_be_looked_at(admin: Client, game: Game) -> None:
    for page in pages(game):
        assert admin.get(page).status_code == 200
    assert game.public_id in admin.get(pages(game)[0]).content.decode()
    assert game.commitment in admin.get(pages(game)[1]).content.decode()


def test_no_page_shows_the_seed_or_a_card(admin: Client, game: Game) -> None:
    for page in pages(game):
        text = admin.get(page).content.decode()
        assert SEED.hex() not in text
        assert str(SEED) not in text
        assert not [
            card for card in pack() if f"&quot;{card}&quot;" in text or f"'{card}'" in text or f">{card}<" in text
        ]


def test_nothing_can_be_added_changed_or_deleted(admin: Client, game: Game) -> None:
    for kind, pk in (("game", game.pk), ("storedevent", game.events.get(seq=1).pk)):
        change = reverse(f"admin:games_{kind}_change", args=[pk])
        assert admin.get(reverse(f"admin:games_{kind}_add")).status_code == 403
        assert admin.post(change, {"preset": "x", "actor": "x"}).status_code == 403
        assert admin.post(reverse(f"admin:games_{kind}_delete", args=[pk]), {"post": "yes"}).status_code == 403
    assert Game.objects.get(pk=game.pk).preset == game.preset


def test_states_are_not_in_the_admin(admin: Client) -> None:
    assert "snapshot" not in admin.get(reverse("admin:index")).content.decode().lower()
