"""Quick pairing: one tap joins a matching open table or opens one; nobody is paired twice, alone, or with the wrong
person."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from hashlib import sha256

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from accounts.services import create_guest
from games import services as game_services
from games.domain.presets import DEFAULT_PRESET, FAMILY_OF
from games.domain.seating import protection
from games.domain.table_settings import TableSettings
from games.integrity.game_check import verify_with_related_rows
from games.invitations import services as invitation_services
from games.live import presence
from games.log.player_names import load_full_log
from games.log.shuffling import from_token
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Rating, RatingChange, Seat, Suspension
from games.pairing import services
from games.pairing.selectors import CONNECTING
from games.pairing.tiles import TILES
from games.services import SuspendedError, open_game
from games.services.players import NO_SEED, ClientSeed
from games.services.tables import GameSetup
from tests.games.computers import fresh
from tests.games.finished import seed_for
from tests.games.services.test_concurrency import at_once
from tests.games.tables import RULES, person
from tests.games.viewers import HTMX, Page, browser_of

ANOTHER = "royal"

pytestmark = pytest.mark.django_db
TILE = "5-10"
MANY = 8


def pair(who: Person, tile: str, span: int | None = None, also: int = 0) -> Game:
    """Pair the person as a page with scripts does, which promises a seed."""
    seed_hash = sha256(f"seed of {who.pk}".encode()).hexdigest()
    return services.pair(who, tile, span, also, ClientSeed(hash=seed_hash))


def give_seeds(game: Game) -> None:
    """Give the promised seeds, as the players' pages do."""
    for who in Person.objects.filter(seats__game=game):
        game_services.give_client_seed(game, who, seed_for(game, f"seed of {who.pk}"))


def people_at(game: Game) -> set[int | None]:
    return set(game.taken_seats.values_list("person_id", flat=True))


def rated(who: Person, mu: float = 25.0) -> Person:
    """Give the person a rating, and a rated game as the last one."""
    Rating.objects.create(person=who, family=FAMILY_OF[DEFAULT_PRESET], mu=mu, sigma=2.0, games=30)
    game_services.start_game(who, RULES, DEFAULT_PRESET, 2, False, "friends", TableSettings(rated=True))
    return who


# --- being paired ---------------------------------------------------------------------------------------------------


def test_the_first_waits_and_the_second_joins() -> None:
    ann, bob = person("Ann"), person("Bob")
    table = pair(ann, TILE)
    assert (table.status, table.public, table.preset) == (Game.Status.OPEN, True, DEFAULT_PRESET)
    assert pair(bob, TILE) == table
    assert people_at(table) == {ann.pk, bob.pk}
    give_seeds(table)
    assert fresh(table).status == Game.Status.PLAYING
    assert verify_game(fresh(table)) == []


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_opens_its_clock(tile: str) -> None:
    settings = pair(person("Ann"), tile).table_settings
    assert (settings["clock"], settings["time"], settings["increment"]) == TILES[tile][2:5]


def test_other_clocks_games_and_ratings_do_not_match() -> None:
    pair(person("Ann"), TILE)
    bob, cleo = person("Bob"), person("Cleo")
    assert people_at(pair(bob, "2-5")) == {bob.pk}
    game_services.start_game(cleo, RULES, ANOTHER, 2, False, "computer")
    assert people_at(pair(cleo, TILE)) == {cleo.pk}
    dan = rated(person("Dan"))
    assert people_at(pair(dan, TILE)) == {dan.pk}


def test_the_game_is_that_of_the_last_table_and_rated_only_for_members() -> None:
    member, guest = rated(person("Ann")), create_guest()
    game_services.start_game(guest, RULES, DEFAULT_PRESET, 2, False, "computer")
    assert pair(member, TILE).table_settings["rated"]
    assert not pair(guest, TILE).table_settings["rated"]


def test_the_game_chosen_beside_the_clocks_is_kept_and_named() -> None:
    ann = rated(person("Ann"))
    browser = browser_of(ann)
    chosen = {"tile": TILE, "preset": ANOTHER, "rated": "on"}
    browser.post(reverse("games:quick_pairing"), chosen)
    table = Game.objects.latest("pk")
    assert (table.preset, table.table_settings["rated"]) == (ANOTHER, True)
    browser.post(reverse("games:quick_pairing"), {"tile": TILE}, headers=HTMX)  # the page that waits asks again
    assert Game.objects.latest("pk") == table
    game_services.start_game(ann, RULES, DEFAULT_PRESET, 2, False, "computer")
    for address in ("/", "/lobby/"):
        html = browser.get(address).content.decode()
        assert f'<option value="{ANOTHER}" selected>' in html
        assert '<input type="checkbox" name="rated" checked>' in html


def test_a_guest_chooses_the_game_but_not_a_rating() -> None:
    browser = browser_of(create_guest())
    assert 'name="rated"' not in browser.get("/").content.decode()
    browser.post(reverse("games:quick_pairing"), {"tile": TILE, "preset": ANOTHER, "rated": "on"})
    table = Game.objects.latest("pk")
    assert (table.preset, table.table_settings["rated"]) == (ANOTHER, False)


def test_an_open_table_of_the_lobby_with_the_same_game_is_joined() -> None:
    ann, bob = person("Ann"), person("Bob")
    table = open_game(ann, GameSetup(RULES, DEFAULT_PRESET, 2, False, TILES["3-days"]))
    assert pair(bob, "3-days") == table


def test_one_with_other_rules_or_terms_is_not() -> None:
    ann, bob = person("Ann"), person("Bob")
    open_game(ann, GameSetup(RULES, DEFAULT_PRESET, 2, False, TILES["3-days"]._replace(chat="off")))
    assert people_at(pair(bob, "3-days")) == {bob.pk}


def test_two_taps_are_one() -> None:
    ann, bob = person("Ann"), person("Bob")
    assert pair(ann, TILE) == pair(ann, TILE)
    table = pair(bob, TILE)
    assert pair(bob, TILE) == pair(ann, TILE) == table
    assert Game.objects.count() == 1


def test_a_second_tap_over_days_is_one_for_a_moment_and_later_another_game() -> None:
    ann, bob = person("Ann"), person("Bob")
    pair(ann, "1-day")
    table = pair(bob, "1-day")
    assert pair(bob, "1-day") == table
    give_seeds(table)
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        assert pair(bob, "1-day") != table


def test_another_tile_cancels_the_first_table() -> None:
    ann = person("Ann")
    first = pair(ann, TILE)
    second = pair(ann, "3-days")
    assert (fresh(first).status, fresh(second).status) == (Game.Status.CANCELLED, Game.Status.OPEN)


def test_who_asks_again_finds_whoever_opened_a_table_meanwhile() -> None:
    """Ann was away when Bob came, so that both wait."""
    ann, bob = person("Ann"), person("Bob")
    mine = pair(ann, TILE)
    presence.connect(mine, 1, "Ann's page")
    presence.disconnect(mine.public_id, "Ann's page")
    table = pair(bob, TILE)
    assert people_at(table) == {bob.pk}
    assert pair(ann, TILE) == table
    assert fresh(mine).status == Game.Status.CANCELLED


# --- seeds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [TILE, "1-day"])
def test_both_have_their_seeds_in_the_shuffle(tile: str) -> None:
    """The host gives its own on the table's page. The joiner's hash comes with the tap, before the table is found."""
    ann, bob = person("Ann"), person("Bob")
    table = pair(ann, tile)
    seed_hash = sha256(f"seed of {ann.pk}".encode()).hexdigest()
    game_services.give_client_seed(table, ann, seed_for(table, "", seed_hash))
    pair(bob, tile)
    assert fresh(table).status == Game.Status.OPEN  # until the promised seeds are there
    give_seeds(table)
    assert load(fresh(table))[0].client_seeds == (f"seed of {ann.pk}", f"seed of {bob.pk}")
    assert protection(load_full_log(fresh(table))) == "everyone"


@pytest.mark.parametrize("seed", [NO_SEED, ClientSeed("rabbit"), ClientSeed("rabbit", "", "0" * 64)])
def test_a_seed_that_names_no_hash_first_needs_the_page_of_the_table(seed: ClientSeed) -> None:
    """Without scripts: the operator could choose the commitment after a seed that is given before it."""
    ann, bob = person("Ann"), person("Bob")
    table = pair(ann, TILE)
    assert services.pair(bob, TILE, client_seed=seed) == table
    assert people_at(table) == {ann.pk}
    game_services.take_seat(table, bob, None, seed_for(table, "rabbit"))
    assert load(fresh(table))[0].client_seeds[1] == "rabbit"


def test_without_a_hash_nobody_is_led_to_a_table_where_they_cannot_sit() -> None:
    ann, bob = person("Ann"), person("Bob")
    invitation_services.block(ann, bob)
    pair(ann, TILE)
    assert people_at(services.pair(bob, TILE)) == {bob.pk}


def test_without_scripts_a_tap_leads_to_the_seat_and_its_field() -> None:
    table, bob = pair(person("Ann"), TILE), browser_of(person("Bob"))
    led = bob.post(reverse("games:quick_pairing"), {"tile": TILE}, follow=True)
    page = Page(led)
    assert led.redirect_chain[-1][0] == reverse("games:table", args=[table.public_id])
    assert "A player is waiting here. Take the seat to play." in page.text
    data = {"seat": 2, "commitment": table.commitment, "typed_seed": "three dice"}
    bob.post(reverse("games:take_seat", args=[table.public_id]), data)
    assert load(fresh(table))[0].client_seeds[1] == "three dice"


def test_a_waiting_page_without_a_hash_stays() -> None:
    """Another table would need a tap that nobody makes."""
    ann, bob = person("Ann"), person("Bob")
    mine = pair(ann, TILE)
    presence.connect(mine, 1, "Ann's page")
    presence.disconnect(mine.public_id, "Ann's page")
    pair(bob, TILE)
    assert services.pair(ann, TILE) == mine
    assert fresh(mine).status == Game.Status.OPEN


def test_without_scripts_whoever_waits_can_type_a_seed() -> None:
    ann = person("Ann")
    table, browser = pair(ann, TILE), browser_of(ann)
    page = browser.get(reverse("games:table", args=[table.public_id])).content.decode()
    assert "typed_seed" in page
    browser.post(
        reverse("games:client_seed", args=[table.public_id]), {"commitment": table.commitment, "typed_seed": "dice"}
    )
    assert load(fresh(table))[0].client_seeds[0] == "dice"
    assert "typed_seed" not in browser.get(reverse("games:table", args=[table.public_id])).content.decode()


def test_the_game_against_the_computer_meanwhile_has_a_seed() -> None:
    ann = person("Ann")
    table, browser = pair(ann, TILE), browser_of(ann)
    page = browser.get(reverse("games:table", args=[table.public_id])).content.decode()
    token = re.findall(r'name="token" value="([^"]*)"', page)[-1]
    server_seed = from_token(token)
    assert server_seed
    data = {"token": token, "commitment": server_seed.commitment, "client_seed": "rabbit"}
    browser.post(reverse("games:practice"), data)
    practice = Game.objects.exclude(pk=table.pk).get()
    assert load(practice)[0].client_seeds[0] == "rabbit"
    assert protection(load_full_log(practice)) == "operator"


# --- not with -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("blocking", [True, False])
def test_nobody_is_paired_over_a_block(blocking: bool) -> None:
    ann, bob = person("Ann"), person("Bob")
    invitation_services.block(*((ann, bob) if blocking else (bob, ann)))
    pair(ann, TILE)
    assert people_at(pair(bob, TILE)) == {bob.pk}


def test_nobody_is_paired_with_the_guest_they_were() -> None:
    guest, member = create_guest(), person("Ann")
    pair(guest, TILE)
    assert people_at(pair(member, TILE, also=guest.pk)) == {member.pk}


def test_who_has_left_the_page_is_not_paired_until_it_is_open_again() -> None:
    ann, bob = person("Ann"), person("Bob")
    table = pair(ann, TILE)
    presence.connect(table, 1, "page")
    presence.disconnect(table.public_id, "page")
    assert people_at(pair(bob, TILE)) == {bob.pk}
    services.stop_looking(bob)
    presence.connect(table, 1, "again")
    assert pair(bob, TILE) == table


def test_who_was_never_seen_is_not_paired_after_a_moment() -> None:
    ann, bob = person("Ann"), person("Bob")
    pair(ann, TILE)
    with time_machine.travel(timezone.now() + CONNECTING + timedelta(seconds=1), tick=False):
        assert people_at(pair(bob, TILE)) == {bob.pk}


def test_over_days_nobody_needs_to_be_there() -> None:
    ann, bob = person("Ann"), person("Bob")
    table = pair(ann, "1-day")
    with time_machine.travel(timezone.now() + timedelta(days=20), tick=False):
        assert pair(bob, "1-day") == table


def test_a_suspended_person_is_not_paired_whether_waiting_or_asking() -> None:
    ann, bob = person("Ann"), person("Bob")
    pair(ann, TILE)
    Suspension.objects.create(person=ann, until=timezone.now() + timedelta(days=1))
    assert people_at(pair(bob, TILE)) == {bob.pk}
    with pytest.raises(SuspendedError):
        pair(ann, TILE)


@pytest.mark.parametrize(("span", "mu", "paired"), [(100, 27.0, True), (100, 28.0, False), (None, 40.0, True)])
def test_the_range_of_ratings_holds_for_whoever_set_it(span: int | None, mu: float, paired: bool) -> None:
    """One point of skill is 40 of the rating."""
    for tile, waiting, asking in (("2-5", span, None), (TILE, None, span)):
        ann, bob = (rated(person(f"{name}{tile}"), each) for name, each in (("Ann", 25.0), ("Bob", mu)))
        table = pair(ann, tile, waiting)
        assert (pair(bob, tile, asking) == table) is paired


def test_a_range_leaves_out_guests() -> None:
    ann = person("Ann")
    Rating.objects.create(person=ann, family=FAMILY_OF[DEFAULT_PRESET], mu=25, sigma=2.0, games=9)
    guest = create_guest()
    pair(ann, TILE, 400)
    assert people_at(pair(guest, TILE)) == {guest.pk}


# --- the game against the computer ------------------------------------------------------------------------------------


def practicing() -> tuple[Person, Game, Game]:
    ann = person("Ann")
    table = pair(ann, TILE)
    practice = services.start_practice(ann)
    assert practice
    return ann, table, practice


def test_the_game_against_the_computer_ends_without_a_trace_when_an_opponent_comes() -> None:
    ann, table, practice = practicing()
    assert practice.status == Game.Status.PLAYING
    presence.connect(practice, 1, "page")
    bob = person("Bob")
    with time_machine.travel(timezone.now() + CONNECTING + timedelta(seconds=5), tick=False):
        assert pair(bob, TILE) == table
    practice = fresh(practice)
    assert (practice.status, practice.turn) == (Game.Status.CANCELLED, 0)
    assert verify_game(practice) == []
    assert verify_with_related_rows(practice).problems == []
    assert not RatingChange.objects.exists()
    client = browser_of(ann)
    for address in ("/games/", "/", "/people/ann/"):
        assert practice.public_id not in client.get(address).content.decode()
    assert "0 games played" in Page(client.get("/people/ann/")).text
    assert "Your opponent is here." in Page(client.get(reverse("games:table", args=[practice.public_id]))).text
    assert client.get(reverse("games:opponent")).headers["Location"] == reverse("games:table", args=[table.public_id])


def test_it_ends_as_well_for_whoever_joins_from_the_lobby() -> None:
    _, table, practice = practicing()
    game_services.take_seat(table, person("Bob"), None)
    assert fresh(practice).status == Game.Status.CANCELLED


def test_it_is_no_reason_to_wait_for_another_game() -> None:
    ann, table, practice = practicing()
    assert pair(ann, TILE) == table
    assert services.start_practice(ann) == practice


def test_it_goes_on_when_its_player_stops_looking() -> None:
    ann, table, practice = practicing()
    services.stop_looking(ann)
    assert (fresh(table).status, fresh(practice).status) == (Game.Status.CANCELLED, Game.Status.PLAYING)
    pair(ann, "2-5")
    pair(person("Bob"), "2-5")
    assert fresh(practice).status == Game.Status.PLAYING


def test_one_that_is_over_keeps_its_result() -> None:
    ann, _, practice = practicing()
    game_services.resign(Seat.objects.get(game=practice, person=ann), fresh(practice).seq)
    pair(person("Bob"), TILE)
    assert fresh(practice).status == Game.Status.OVER


def test_there_is_none_once_the_opponent_is_there() -> None:
    ann, bob = person("Ann"), person("Bob")
    table = pair(ann, TILE)
    pair(bob, TILE)
    assert services.start_practice(ann) == table
    assert services.start_practice(person("Cleo")) is None


# --- at once ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("tile", [TILE, "1-day"])
def test_those_who_tap_at_the_same_moment_are_paired_with_each_other(tile: str) -> None:
    people = [person(f"Player{number}") for number in range(MANY + 1)]
    at_once([partial(pair, who, tile) for who in people])
    at_tables = Counter(Seat.objects.exclude(game__status=Game.Status.CANCELLED).values_list("game_id", flat=True))
    assert sorted(at_tables.values()) == [1, *[2] * (MANY // 2)]
    assert Seat.objects.exclude(game__status=Game.Status.CANCELLED).count() == len(people)
    assert all(verify_game(table) == [] for table in Game.objects.all())


@pytest.mark.django_db(transaction=True)
def test_many_taps_of_two_people_at_once_are_one_game() -> None:
    ann, bob = person("Ann"), person("Bob")
    tables = at_once([partial(pair, who, TILE) for who in (ann, bob) * (MANY // 2)])
    assert people_at(Game.objects.get(pk=tables[-1].pk)) == {ann.pk, bob.pk}
    assert Game.objects.exclude(status=Game.Status.CANCELLED).count() == 1


@pytest.mark.django_db(transaction=True)
def test_taps_on_different_tiles_at_once_leave_each_person_at_one_table() -> None:
    people = [person(f"Player{number}") for number in range(3)]
    at_once([partial(pair, who, tile) for who in people for tile in ("2-5", TILE)])
    seats = Seat.objects.exclude(game__status=Game.Status.CANCELLED)
    assert all(seats.filter(person=who).count() == 1 for who in people)


@pytest.mark.django_db(transaction=True)
def test_a_game_against_the_computer_begun_as_the_opponent_comes_does_not_stay() -> None:
    ann, bob = person("Ann"), person("Bob")
    table = pair(ann, TILE)
    jobs: list[Callable[[], object]] = [partial(services.start_practice, ann), partial(pair, bob, TILE)]
    at_once(jobs)
    assert not Game.objects.filter(status=Game.Status.PLAYING).exclude(pk=table.pk).exists()
    assert people_at(table) == {ann.pk, bob.pk}
