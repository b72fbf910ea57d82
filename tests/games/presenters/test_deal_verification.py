"""The fair-deal page, the program that checks a deal by itself, and the seed that no one can read before the end."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import services
from games.log.player_names import load_full_log
from games.log.shuffling import dealer_after, new_server_seed
from games.log.store import load
from games.models import Game, StoredEvent
from games.presenters.deal_verification import DealVerification
from games.views.deal_verification import checked
from tests.examples import exhaustive, in_two, some
from tests.games.computers import fresh
from tests.games.finished import (
    finished_game,
    finished_in_the_old_way,
    game_played_anew,
    opened_with,
    play_out,
    seed_for,
)
from tests.games.tables import RULES, SEED, known_chance, past_the_triggers
from tests.games.viewers import HTMX, Page, Viewer, laid
from tests.live import PROJECT

pytestmark = pytest.mark.django_db

PROGRAM = PROJECT / "static" / "verify_deal.py"
PAGES = ("table", "move_choices", "replay", "deal_verification", "record_text", "record_json")


def export(game: Game) -> dict[str, Any]:
    told: dict[str, Any] = Client().get(reverse("games:record_json", args=[game.public_id])).json()
    return told


def page_of(game: Game) -> Page:
    return Page(Client().get(reverse("games:deal_verification", args=[game.public_id])))


def check(game: Game) -> DealVerification:
    return checked(fresh(game), load_full_log(game))


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
    assert "The game isn’t over yet." in page.text
    assert ann.address("deal_verification") in ann.look().html


def test_the_seed_is_on_no_page_before_the_end() -> None:
    with known_chance():
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
    assert "Round 1: the deck matches the seed." in page.text
    assert "dealt first, as drawn from the seed." in page.text
    assert "✗" not in page.text


@exhaustive
def test_a_game_of_the_old_way_is_checked_in_the_old_way() -> None:
    game = finished_in_the_old_way()
    page = page_of(game)
    assert "Yes: everything was dealt as promised." in page.text
    assert "The published fingerprint matches this seed." in page.text
    assert "Seed" not in page.text
    Game.objects.filter(pk=game.pk).update(seed=bytes(32))
    assert "The published fingerprint doesn’t match this seed." in page_of(game).text


@exhaustive
def test_words_are_shown_with_whose_they_are() -> None:
    page = page_of(finished_game(seats=3, words=["rabbit", "", "<b>moon</b>"]))
    assert "1 Ann rabbit" in page.text
    assert "2 Bob" in page.text
    assert page.text.count("(from the secret)") == 1
    assert "&lt;b&gt;moon&lt;/b&gt;" in page.html
    assert "Seat 2: the seed is the one derived from the secret." in page.text
    assert "Yes: everything was dealt as promised." in page.text


def test_words_are_shown_while_the_game_is_on_and_not_before_all_sit(ann: Person, bob: Person) -> None:
    game = opened_with(ann, services.GameSetup(RULES, "casino", 2, False), "rabbit")
    assert "rabbit" not in page_of(game).text
    assert "when everyone has sat down" in page_of(game).text
    services.take_seat(game, bob, None, seed_for(game, "moon"))
    assert "1 Ann rabbit" in page_of(game).text
    assert "2 Bob moon" in page_of(game).text
    assert game.commitment in page_of(game).text


@exhaustive
def test_a_word_that_was_not_drawn_from_the_secret_is_found_out() -> None:
    with patch("games.log.shuffling.default_client_seed", lambda *_: "chosen"):
        game = game_played_anew()
    assert "Seat 1: the seed isn’t the one derived from the secret." in page_of(game).text
    assert not check(game).all_right


def test_the_hash_of_the_latest_event_is_published() -> None:
    game = finished_game()
    assert game.head in page_of(game).html
    assert export(game)["head"] == game.head


@exhaustive
def test_a_game_played_again_has_words_anew() -> None:
    game = finished_game(words=["rabbit", "moon"])
    ann, bob = (seat.person for seat in game.taken_seats.all())
    assert ann
    assert bob
    server_seed = new_server_seed(dealer_after(load(game)[0]))
    star = services.ClientSeed("star", commitment=server_seed.commitment)
    rematch = services.join_rematch(game, ann, star, server_seed)
    assert isinstance(rematch, Game)
    services.join_rematch(game, bob, star)  # given to no commitment of this game: it does not count
    words = load(fresh(rematch))[0].client_seeds
    assert words[0] == "star"
    assert words[1] not in ("moon", "")


def test_another_seed_than_the_promised_one_is_found_out() -> None:
    game = finished_game()
    Game.objects.filter(pk=game.pk).update(seed=bytes(32))
    page = page_of(game)
    assert "No: something wasn’t dealt as promised." in page.text
    assert "The published fingerprint doesn’t match this secret and this game." in page.text
    assert "Seat 1: the seed isn’t the one derived from the secret." in page.text
    assert "Round 1: the deck doesn’t match the seed." in page.text


def test_another_pack_is_found_out() -> None:
    game = finished_game()
    row = StoredEvent.objects.get(game=game, type="round_started", payload__number=1)
    first, second, *rest = row.payload["pack"]
    row.payload["pack"] = [second, first, *rest]
    with past_the_triggers():
        row.save()
    found = check(game)
    assert found.secret_matches
    assert [pack.same for pack in found.packs] == [False, *[True] * (len(found.packs) - 1)]
    assert not found.all_right


def test_another_first_dealer_is_found_out() -> None:
    with patch("games.services.game_transaction.first_dealer", lambda *_: 1):
        game = game_played_anew()
    found = check(game)
    assert (found.dealer, found.expected_dealer, found.all_right) == (1, 2, False)
    assert "Seat 1 dealt first, but it should have been seat 2." in page_of(game).text


@exhaustive
def test_the_deal_of_a_game_played_again_passes_on() -> None:
    game = finished_game()
    host = game.host
    assert host
    rematch = services.join_rematch(game, host)
    assert isinstance(rematch, Game)
    other = game.taken_seats.exclude(person=host).get().person
    assert other
    services.take_seat(rematch, other, None)
    play_out(rematch)
    page = page_of(rematch)
    assert "the deal passed on from the game before." in page.text
    assert "Yes: everything was dealt as promised." in page.text


# --- the program -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "seats"), some([("casino", 2), ("casino", 4), ("tuxedo", 3), ("spade", 2)], 1))
def test_the_program_agrees_with_a_fair_game(tmp_path: Path, preset: str, seats: int) -> None:
    game = finished_game(preset, seats)
    done = verify(tmp_path, export(game), game.commitment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Dealt as promised." in done.stdout
    assert "WRONG" not in done.stdout


def test_the_program_agrees_with_a_game_of_given_words(tmp_path: Path) -> None:
    game = finished_game(words=["Rübe “9S”", ""])
    done = verify(tmp_path, export(game), game.commitment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'seed of seat 1: "R\\u00fcbe' in done.stdout
    assert "the seed of seat 2 is the one derived" in done.stdout


def test_the_program_agrees_with_a_game_of_the_old_way(tmp_path: Path) -> None:
    game = finished_in_the_old_way()
    done = verify(tmp_path, export(game), game.commitment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "seed of" not in done.stdout


Attempt = tuple[Callable[[dict[str, Any]], dict[str, Any]], str]
"""What is tampered with, and what the program says of it."""


def swapped(told: dict[str, Any]) -> dict[str, Any]:
    first, second, *rest = told["decks"][0].split()
    return {**told, "decks": [" ".join([second, first, *rest]), *told["decks"][1:]]}


@pytest.mark.parametrize(
    "attempts",
    in_two(
        [
            (swapped, "WRONG  the pack of round 1 is the seed's"),
            (lambda told: {**told, "dealer": 3 - told["dealer"]}, "WRONG  the first dealer is the one drawn"),
            (lambda told: {**told, "seed": "00" * 32}, "WRONG  the commitment is that of the secret"),
            (lambda told: {**told, "commitment": "0" * 64}, "WRONG  your note is part of the deal: "),
            (lambda told: {**told, "decks": []}, "WRONG  there is a pack"),
        ]
    ),
)
@pytest.mark.parametrize("played", [finished_game, finished_in_the_old_way])
def test_the_program_finds_out_what_was_tampered_with(
    tmp_path: Path, attempts: list[Attempt], played: Callable[[], Game]
) -> None:
    finds_out(tmp_path, played(), attempts)


@pytest.mark.parametrize(
    "attempts",
    in_two(
        [
            (lambda told: {**told, "words": ["hare", told["words"][1]]}, "WRONG  the pack of round 1 is the seed's"),
            (lambda told: {**told, "words": ["rabbit", "hare"]}, "WRONG  the seed of seat 2 is the one derived"),
            (lambda told: {**told, "words": [*told["words"], "hare"]}, "WRONG  every seat has a seed"),
            (lambda told: {**told, "game": "another"}, "WRONG  the commitment is that of the secret"),
            (lambda told: {**told, "dealer_drawn": False}, "WRONG  the commitment is that of the secret"),
            (
                lambda told: {**told, "given": [True, True]},
                "WRONG  the seed of seat 2 was given by its player, not derived",
            ),
            (lambda told: {**told, "given": [False, False]}, "WRONG  the seed of seat 1 is the one derived"),
            (lambda told: {**told, "protection": "everyone"}, "WRONG  the protection can be 'everyone'"),
            (lambda told: {**told, "protection": "none"}, "WRONG  the protection can be 'none'"),
            (lambda told: {**told, "protection": "more"}, "WRONG  the protection can be 'more'"),
            (lambda told: {**told, "hashes": ["0" * 64, ""]}, "WRONG  the seed of seat 1 is the one promised"),
            (lambda told: {**told, "fairness": 1}, "WRONG  the commitment is that of the secret"),
        ]
    ),
)
def test_the_program_finds_out_another_word_rule_or_game(tmp_path: Path, attempts: list[Attempt]) -> None:
    finds_out(tmp_path, finished_game(words=["rabbit", ""]), attempts)


def finds_out(folder: Path, game: Game, attempts: list[Attempt]) -> None:
    for tampered, said in attempts:
        done = verify(folder, tampered(export(game)), game.commitment)
        assert done.returncode == 1, (said, done.stdout)
        assert said in done.stdout
        assert "NOT dealt as promised." in done.stdout


@pytest.mark.parametrize(
    "told", [[], {}, {"seed": "xyz"}, {"seed": "00", "commitment": 3}, {"seed": "00", "fairness": 4}]
)
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


def test_while_a_pack_is_played_the_log_is_told_as_it_was_before() -> None:
    """For the last few cards all orders could be tried against a fingerprint that covers them."""
    ann, _ = laid("casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD")
    rows = list(ann.game.events.order_by("seq"))
    pack = next(place for place, row in enumerate(rows) if row.type == "round_started")
    page = Page(ann.client.get(ann.address("deal_verification"))).html
    assert rows[pack].previous == rows[pack - 1].hash
    assert rows[pack - 1].hash in page
    assert [row.hash for row in rows[pack:] if row.hash in page] == []
