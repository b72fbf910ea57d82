"""The fair-deal page, the program that checks a deal by itself, and the seed that nobody reads before the end."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from games.models import Event, Game
from games.views.fair import checked
from tests.games.computers import fresh
from tests.games.finished import finished_game, play_out
from tests.games.tables import SEED, past_the_triggers
from tests.games.viewers import HTMX, Page, Viewer, laid

pytestmark = pytest.mark.django_db

PROGRAM = Path(__file__).parents[2] / "static" / "verify_deal.py"
PAGES = ("table", "options", "replay", "fair", "record_text", "record_json")


def export(game: Game) -> dict[str, Any]:
    told: dict[str, Any] = Client().get(reverse("games:record_json", args=[game.public_id])).json()
    return told


def page_of(game: Game) -> Page:
    return Page(Client().get(reverse("games:fair", args=[game.public_id])))


def verify(folder: Path, told: object, *more: str) -> subprocess.CompletedProcess[str]:
    file = folder / "game.json"
    file.write_text(json.dumps(told))
    command = [sys.executable, "-I", str(PROGRAM), str(file), *more]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


# --- while the game is on --------------------------------------------------------------------------------------------


def test_the_promise_is_shown_while_the_game_is_on() -> None:
    ann, _ = laid("casino", "", "")
    page = page_of(ann.game)
    assert ann.game.commitment in page.text
    assert "The game is not over yet." in page.text
    assert ann.address("fair") in ann.look().html


def test_the_seed_is_on_no_page_before_the_end() -> None:
    with patch("games.services.tables.new_seed", lambda: SEED):
        ann, bob = laid("casino", "", "")
    assert bytes(ann.game.seed) == SEED
    secrets = (SEED.hex(), SEED.hex().upper(), str(SEED), repr(list(SEED)))
    for viewer in (ann, bob, Viewer(ann.game)):
        for name in PAGES:
            for headers in ({}, HTMX):
                html = viewer.client.get(viewer.address(name), headers=headers).content.decode()
                assert not any(secret in html for secret in secrets)


def test_the_same_look_finds_the_seed_after_the_end() -> None:
    assert SEED.hex() in page_of(finished_game()).html


# --- after it --------------------------------------------------------------------------------------------------------


def test_a_fair_game_is_said_to_be_so() -> None:
    page = page_of(finished_game())
    assert "Yes: everything was dealt as promised." in page.text
    assert "Round 1: the pack is what the seed shuffles to." in page.text
    assert "dealt first, as the seed draws." in page.text
    assert "✗" not in page.text


def test_another_seed_than_the_promised_one_is_found_out() -> None:
    game = finished_game()
    Game.objects.filter(pk=game.pk).update(seed=bytes(32))
    page = page_of(game)
    assert "No: something was not dealt as promised." in page.text
    assert "The published fingerprint is not this seed’s." in page.text
    assert "Round 1: the pack is not what the seed shuffles to." in page.text


def test_another_pack_is_found_out() -> None:
    game = finished_game()
    row = Event.objects.get(game=game, type="round_started", payload__number=1)
    first, second, *rest = row.payload["pack"]
    row.payload["pack"] = [second, first, *rest]
    with past_the_triggers():
        row.save()
    found = checked(fresh(game))
    assert found.kept
    assert [pack.same for pack in found.packs] == [False, *[True] * (len(found.packs) - 1)]
    assert not found.all_right


def test_another_first_dealer_is_found_out() -> None:
    with patch("games.services.tables.first_dealer", lambda *_: 1):
        game = finished_game()
    found = checked(game)
    assert (found.dealer, found.due, found.all_right) == (1, 2, False)
    assert "Seat 1 dealt first, but seat 2 had to." in page_of(game).text


def test_the_deal_of_a_game_played_again_passes_on() -> None:
    game = finished_game()
    host = game.host
    assert host
    rematch = services.play_again(game, host)
    assert isinstance(rematch, Game)
    other = game.taken_seats.exclude(person=host).get().person
    assert other
    services.take_seat(rematch, other, None)
    play_out(rematch)
    page = page_of(rematch)
    assert "the deal passed on from the game before." in page.text
    assert "Yes: everything was dealt as promised." in page.text


# --- the program -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "seats"), [("casino", 2), ("casino", 4), ("tuxedo", 3), ("spade", 2)])
def test_the_program_agrees_with_a_fair_game(tmp_path: Path, preset: str, seats: int) -> None:
    game = finished_game(preset, seats)
    done = verify(tmp_path, export(game), game.commitment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Dealt as promised." in done.stdout
    assert "WRONG" not in done.stdout


def swapped(told: dict[str, Any]) -> dict[str, Any]:
    first, second, *rest = told["decks"][0].split()
    return {**told, "decks": [" ".join([second, first, *rest]), *told["decks"][1:]]}


@pytest.mark.parametrize(
    ("tampered", "said"),
    [
        (swapped, "WRONG  the pack of round 1 is the seed's"),
        (lambda told: {**told, "dealer": 3 - told["dealer"]}, "WRONG  the first dealer is the one drawn"),
        (lambda told: {**told, "seed": "00" * 32}, "WRONG  the commitment is that of the seed"),
        (lambda told: {**told, "commitment": "0" * 64}, "WRONG  the commitment is the one you gave"),
        (lambda told: {**told, "decks": []}, "WRONG  there is a pack"),
    ],
)
def test_the_program_finds_out_what_was_tampered_with(tmp_path: Path, tampered: Any, said: str) -> None:
    game = finished_game()
    done = verify(tmp_path, tampered(export(game)), game.commitment)
    assert done.returncode == 1
    assert said in done.stdout
    assert "NOT dealt as promised." in done.stdout


@pytest.mark.parametrize("told", [[], {}, {"seed": "xyz"}, {"seed": "00", "commitment": 3}])
def test_the_program_says_so_when_it_is_given_something_else(tmp_path: Path, told: object) -> None:
    done = verify(tmp_path, told)
    assert done.returncode == 2
    assert "no record that can be checked" in done.stdout
    assert not done.stderr


def test_the_program_explains_itself(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(PROGRAM)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Fisher and Yates" in done.stdout


def test_the_page_offers_the_program(client: Client) -> None:
    html = page_of(finished_game()).html
    assert "/static/verify_deal.py" in html
    assert client.get("/static/verify_deal.py").status_code == 200
