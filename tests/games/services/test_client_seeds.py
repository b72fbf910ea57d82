"""Seeds that players give for the shuffle: only after the site's commitment, and each one once."""

import re
from datetime import datetime
from functools import partial
from hashlib import sha256

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import Person
from games import services
from games.domain.seating import protection
from games.domain.table_settings import DAY, TableSettings
from games.log.player_names import load_full_log
from games.log.recent_states import recent_states
from games.log.shuffling import dealer_after, from_token, new_server_seed, to_token
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Seat
from games.services import Accepted, ClientSeed, Refused
from games.tasks.turns import enforce_timeout, recover_overdue_games
from tests.games.finished import opened_with, seed_for
from tests.games.services.test_concurrency import at_once
from tests.games.tables import RULES, past_the_triggers, person
from tests.games.timed import fresh, standing_time
from tests.games.viewers import browser_of

pytestmark = pytest.mark.django_db

MOON, HARE = sha256(b"moon").hexdigest(), sha256(b"hare").hexdigest()
SETUP = services.GameSetup(RULES, "casino", 2, False)


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, name
    return found[1]


def started(client: Client, path: str = "games:play_now", **seeds: str) -> Game:
    """Return the game that a button of the front page opens."""
    page = client.get("/").content.decode()
    data = {"token": field(page, "token"), "commitment": field(page, "commitment"), **seeds}
    answer = client.post(reverse(path), data)
    return Game.objects.get(public_id=answer.headers["Location"].split("/")[2])


def promised_by_both() -> Game:
    """Return a game for which Ann and Bob have sat down, and their pages have given hashes."""
    server_seed = new_server_seed()
    given = ClientSeed("", MOON, server_seed.commitment)
    game = services.open_game(person("Ann"), SETUP._replace(client_seed=given, server_seed=server_seed))
    services.take_seat(game, person("Bob"), None, seed_for(game, "", HARE))
    return fresh(game)


def give(game: Game, name: str, seed: str = "", seed_hash: str = "") -> object:
    giver = Person.objects.get(display_name=name)
    return services.give_client_seed(game, giver, seed_for(game, seed, seed_hash))


def words(game: Game) -> tuple[str, ...]:
    return load(fresh(game))[0].client_seeds


def against(game: Game) -> str:
    return protection(load_full_log(fresh(game)))


# --- the commitment comes first -----------------------------------------------------------------------------------


def test_the_page_with_the_button_carries_the_commitment_of_the_game_to_come(client: Client) -> None:
    before = client.get("/").content.decode()
    game = started(client, client_seed="rabbit")
    assert words(game)[0] == "rabbit"
    assert against(game) == "operator"
    assert game.commitment not in before  # every page has its own
    opened = game.events.get(seq=1)
    assert datetime.fromisoformat(opened.payload["committed_at"]) <= opened.at
    assert verify_game(game) == []


def test_the_token_shows_no_seed_and_nothing_is_stored_for_it(client: Client) -> None:
    page = client.get("/").content.decode()
    seed = from_token(field(page, "token"))
    assert seed
    assert seed.commitment == field(page, "commitment")
    assert seed.secret.hex() not in page
    assert seed.game not in page
    assert seed.secret.hex() not in repr(seed)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": "", "commitment": ""},
        {"commitment": ""},
        {"commitment": new_server_seed().commitment},
        {"token": ""},
        {"token": "x" * 500},
        {"token": "gAAAAA" + "x" * 300},
    ],
)
def test_a_seed_given_to_no_commitment_or_to_another_does_not_count(client: Client, wrong: dict[str, str]) -> None:
    game = started(client, **({"client_seed": "rabbit"} | wrong))
    assert "rabbit" not in words(game)
    assert against(game) == "none"


@pytest.mark.parametrize(
    "data",
    [
        {"client_seed": "x" * 61},
        {"typed_seed": "x" * 61},
        {"seed_hash": "x"},
        {"token": "x" * 501},
        {"commitment": "0" * 65},
    ],
)
def test_what_is_too_long_or_no_hash_opens_nothing(client: Client, data: dict[str, str]) -> None:
    assert client.post(reverse("games:play_now"), data).status_code == 302
    assert not Game.objects.exists()


def test_a_token_of_another_site_is_none() -> None:
    with override_settings(SECRET_KEY="another"):
        token = to_token(new_server_seed())
    assert from_token(token) is None
    with override_settings(SECRET_KEY_FALLBACKS=["another"]):
        assert from_token(token)


def test_a_server_seed_is_used_once() -> None:
    """A player who has seen the secret of a finished game must not begin another one with it."""
    seed, ann = new_server_seed(), person("Ann")
    given = ClientSeed("rabbit", commitment=seed.commitment)
    setup = SETUP._replace(client_seed=given, server_seed=seed)
    first = services.open_game(ann, setup)
    assert services.open_game(ann, setup) == first  # the same page, sent twice
    other = services.open_game(person("Bob"), setup)
    assert first.commitment != other.commitment
    assert "rabbit" not in words(other)


@pytest.mark.parametrize("dealer", [1, 2, 3, 6, 99])
def test_a_page_made_for_a_rematch_opens_no_other_game(dealer: int) -> None:
    """Its commitment names who deals first: a player could choose that, or a seat that is not there."""
    seed = new_server_seed(dealer)
    given = ClientSeed("rabbit", commitment=seed.commitment)
    game = services.open_game(person("Ann"), SETUP._replace(client_seed=given, server_seed=seed))
    services.take_seat(game, person("Bob"), None)
    assert game.commitment != seed.commitment
    assert "rabbit" not in words(game)
    assert verify_game(fresh(game)) == []


def test_a_machine_whose_clock_is_ahead_makes_no_false_alarm() -> None:
    seed = new_server_seed()._replace(committed="2999-01-01T00:00:00+00:00")
    game = services.open_game(person("Ann"), SETUP._replace(server_seed=seed))
    assert verify_game(game) == []
    row = game.events.get(seq=1)
    for wrong in ("2999-01-01T00:00:00+00:00", "2026-02-30T00:00:00+00:00", "yesterday", "2026-01-01"):
        row.payload["committed_at"] = wrong
        with past_the_triggers():
            row.save()
        recent_states.clear()
        assert "event 1: the commitment was published after the game was opened" in verify_game(game)


def test_two_who_want_a_rematch_at_once_both_have_their_seeds_in_it() -> None:
    """The second page was made for a game of its own. It leads to the one that is there, whose page asks for a seed."""
    ann, bob = person("Ann"), person("Bob")
    game = opened_with(ann, SETUP, "moon")
    services.take_seat(game, bob, None)
    game = fresh(game)
    services.resign(Seat.objects.get(game=game, number=1), game.seq)
    dealer = dealer_after(load(fresh(game))[0])
    pages = [new_server_seed(dealer), new_server_seed(dealer)]
    rematch = services.join_rematch(game, ann, ClientSeed("", MOON, pages[0].commitment), pages[0])
    assert services.join_rematch(game, bob, ClientSeed("", HARE, pages[1].commitment), pages[1]) == rematch
    assert isinstance(rematch, Game)
    assert fresh(rematch).status == Game.Status.OPEN
    services.join_rematch(game, bob, seed_for(rematch, "", HARE))
    give(rematch, "Ann", "moon")
    give(rematch, "Bob", "hare")
    assert against(rematch) == "everyone"


def test_who_deletes_the_account_while_seeds_come_in_leaves_no_empty_seat() -> None:
    game = promised_by_both()
    services.leave_games(Person.objects.get(display_name="Bob"))
    over = fresh(game)
    assert over.status == Game.Status.OVER
    assert load(over)[0].result == ((1,), "resign")


def test_a_page_that_is_looked_at_begins_a_game_whose_seeds_stay_away() -> None:
    """Also where no worker is there to do it."""
    with standing_time() as time:
        game = promised_by_both()
        ann = browser_of(Person.objects.get(display_name="Ann"))
        address = reverse("games:table", args=[game.public_id])
        time.passes(4)
        assert "Shuffling" in ann.get(address).content.decode()
        time.passes(2)
        assert "Shuffling" not in ann.get(address).content.decode()
        assert fresh(game).status == Game.Status.PLAYING


@pytest.mark.django_db(transaction=True)
def test_the_same_page_sent_many_times_at_once_opens_one_game() -> None:
    seed = new_server_seed()
    setup = SETUP._replace(client_seed=ClientSeed("", MOON, seed.commitment), server_seed=seed)
    games = at_once([partial(services.open_game, person("Ann"), setup)] * 6)
    assert len({game.pk for game in games}) == 1
    assert Game.objects.count() == 1
    connection.close()


# --- among people: hashes first -----------------------------------------------------------------------------------


def test_the_first_deal_waits_for_all_seeds_that_were_promised() -> None:
    game = promised_by_both()
    assert (game.status, words(game)) == (Game.Status.OPEN, ())
    assert isinstance(give(game, "Ann", "moon"), Accepted)
    assert fresh(game).status == Game.Status.OPEN
    assert isinstance(give(game, "Bob", "hare"), Accepted)
    assert fresh(game).status == Game.Status.PLAYING
    assert words(game) == ("moon", "hare")
    assert against(game) == "everyone"
    assert verify_game(fresh(game)) == []


def test_a_wrong_seed_a_strangers_and_a_second_one_are_refused() -> None:
    game = promised_by_both()
    stranger = person("Cleo")
    assert isinstance(services.give_client_seed(game, stranger, seed_for(game, "moon")), Refused)
    assert isinstance(give(game, "Ann", "hare"), Refused)
    assert isinstance(give(game, "Ann", seed_hash=HARE), Refused)
    assert isinstance(give(game, "Ann"), Refused)
    assert isinstance(give(game, "Ann", "moon"), Accepted)
    assert isinstance(give(game, "Ann", "moon"), Refused)
    assert words(game) == ("moon", "")


def test_while_seeds_come_in_nobody_changes_seats_or_leaves() -> None:
    game = promised_by_both()
    ann, bob = (Person.objects.get(display_name=name) for name in ("Ann", "Bob"))
    give(game, "Ann", "moon")
    for outcome in (
        services.swap_seats(game, ann, 1, 2),
        services.leave_seat(game, bob),
        services.remove_player(game, ann, 2),
    ):
        assert isinstance(outcome, Refused)
    assert {seat.number: seat.name for seat in Seat.objects.filter(game=game)} == {1: "Ann", 2: "Bob"}


def test_the_game_begins_without_a_seed_that_does_not_come_within_five_seconds() -> None:
    with standing_time() as time:
        game = promised_by_both()
        give(game, "Ann", "moon")
        time.passes(4)
        recover_overdue_games()
        enforce_timeout.call(game.public_id, fresh(game).seq)
        assert fresh(game).status == Game.Status.OPEN
        time.passes(1)
        recover_overdue_games()
        begun = fresh(game)
        assert (begun.status, words(game)[0]) == (Game.Status.PLAYING, "moon")
        assert words(game)[1] not in ("", "hare")
        assert against(game) == "operator"
        assert isinstance(give(game, "Bob", "hare"), Refused)
        assert (begun.deadline, verify_game(begun)) == (None, [])


def test_over_days_seeds_are_given_at_once_and_nobody_is_waited_for() -> None:
    game = services.start_game(
        person("Ann"), RULES, "casino", 2, False, "friends", TableSettings(clock="turn", time=DAY, timeout="computer")
    )
    assert isinstance(give(game, "Ann", "moon"), Accepted)
    services.take_seat(game, person("Bob"), None, seed_for(game, "hare"))
    assert (fresh(game).status, words(game)) == (Game.Status.PLAYING, ("moon", "hare"))
    assert against(game) == "operator"


def test_a_seed_that_was_given_for_another_game_does_not_count() -> None:
    game = opened_with(person("Ann"), SETUP, "moon")
    other = services.start_game(person("Cleo"), RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), None, seed_for(other, "hare"))
    assert words(game)[0] == "moon"
    assert words(game)[1] != "hare"


# --- pages --------------------------------------------------------------------------------------------------------


def test_pages_ask_for_what_is_missing_and_get_it(client: Client) -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), None)
    table = services.start_game(person("Cleo"), RULES, "casino", 2, False, "friends")
    cleo = browser_of(Person.objects.get(display_name="Cleo"))
    address = reverse("games:table", args=[table.public_id])
    page = cleo.get(address).content.decode()
    assert 'data-wanted="first"' in page
    assert "seed-request" not in client.get(address).content.decode()
    seed = reverse("games:client_seed", args=[table.public_id])
    data = {"commitment": table.commitment, "seed_hash": MOON}
    assert client.post(seed, data).status_code == 404
    assert cleo.post(seed, data, headers={"HX-Request": "true"}).status_code == 204
    assert load(fresh(table))[0].seed_hashes == (MOON, "")
    assert "seed-request" not in cleo.get(address).content.decode()
    services.take_seat(table, person("Dan"), None, seed_for(table, "", HARE))
    page = cleo.get(address).content.decode()
    assert 'data-wanted="promised"' in page
    assert f'data-hashes="{MOON},{HARE}"' in page
    cleo.post(seed, {"commitment": table.commitment, "client_seed": "moon"}, headers={"HX-Request": "true"})
    assert words(table) == ("moon", "")


def test_without_scripts_a_field_takes_the_seed(client: Client) -> None:
    page = client.get("/new/casino/").content.decode()
    assert page.count("Add your own seed to the shuffle") == 1
    for first in ("/", "/new/"):  # nothing that puzzles a newcomer
        assert "Add your own seed to the shuffle" not in client.get(first).content.decode()
    game = started(client, "games:play_friend", client_seed="", typed_seed="my own dice: 3 5 1")
    assert words(game) == ("my own dice: 3 5 1", "")


def test_the_page_of_a_rematch_is_made_for_it() -> None:
    ann, bob = person("Ann"), person("Bob")
    game = opened_with(ann, SETUP, "moon")
    services.take_seat(game, bob, None)
    game = fresh(game)
    services.resign(Seat.objects.get(game=game, number=1), game.seq)
    browser = browser_of(ann)
    page = browser.get(reverse("games:table", args=[game.public_id])).content.decode()
    data = {"token": field(page, "token"), "commitment": field(page, "commitment"), "seed_hash": MOON}
    browser.post(reverse("games:rematch", args=[game.public_id]), data)
    rematch = Game.objects.get(rematch_of=game)
    assert rematch.commitment == data["commitment"]
    assert load(rematch)[0].seed_hashes == (MOON, "")
    page = browser_of(bob).get(reverse("games:table", args=[game.public_id])).content.decode()
    assert field(page, "commitment") == rematch.commitment
    assert "token" not in re.findall(r'name="(\w+)"', page)
    assert verify_game(rematch) == []


def test_the_page_about_the_shuffle_claims_no_seeds_that_were_not_given(client: Client) -> None:
    game = opened_with(person("Ann"), SETUP, "moon")
    services.take_seat(game, person("Bob"), None)
    page = client.get(reverse("games:deal_verification", args=[game.public_id])).content.decode()
    assert "from each player’s browser" not in page
    assert "for players whose browser adds none, the seed is derived from the secret" in page
    assert "The site together with the last player to give a seed could have." in page
