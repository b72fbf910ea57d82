"""Ratings: the effect of a finished game, which counts once, and its reversal."""

from collections.abc import Iterable
from threading import Thread

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person
from games import services
from games.domain.events import BotTookOver
from games.domain.presets import DEFAULT_PRESET, FAMILIES, FAMILY_OF, PRESETS, resolve_rules
from games.domain.rules import InvalidRules
from games.domain.state import OfferKind
from games.domain.table_settings import TableSettings
from games.log.store import load
from games.models import Game, Rating, RatingChange, Seat
from games.results import ratings
from games.results.ratings import LOST, WON, Player, Skill, skills_after
from tests.games.tables import person, write
from tests.games.viewers import Viewer

pytestmark = pytest.mark.django_db

RATED = TableSettings(rated=True)
FAMILY = FAMILY_OF[DEFAULT_PRESET]
NEW = ratings.BEGINNING


@pytest.fixture
def ann() -> Person:
    return person("Ann")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


def table(*people: Person, table_settings: TableSettings = RATED, partners: bool = False) -> Game:
    """Return a game of these, the first cards dealt."""
    host, *others = people
    game = services.start_game(
        host, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, len(people), partners, "friends", table_settings
    )
    for each in others:
        services.take_seat(game, each, None)
    return Game.objects.get(pk=game.pk)


def lost_by(loser: Person, *others: Person, **options: bool) -> Game:
    """Return a rated game in which the loser resigns at once."""
    game = table(*others, loser, **options)  # type: ignore[arg-type]
    services.resign(Seat.objects.get(game=game, person=loser), game.seq)
    return Game.objects.get(pk=game.pk)


def resign_together(game: Game, one: Person, other: Person) -> None:
    """Let two partners give the game up."""
    services.make_offer(Seat.objects.get(game=game, person=one), "resign", game.seq)
    services.answer_offer(Seat.objects.get(game=game, person=other), True, Game.objects.get(pk=game.pk).seq)


def points(who: Person) -> int:
    return Rating.objects.get(person=who, family=FAMILY).points


def mu(who: Person) -> float:
    return Rating.objects.get(person=who, family=FAMILY).mu


# --- families --------------------------------------------------------------------------------------------------------


def test_every_preset_is_of_one_family() -> None:
    assert set(FAMILY_OF) == set(PRESETS)
    assert sum(len(family.presets) for family in FAMILIES.values()) == len(PRESETS)


# --- what counts -----------------------------------------------------------------------------------------------------


def test_who_wins_rises_and_who_resigns_falls(ann: Person, bob: Person) -> None:
    lost_by(bob, ann)
    assert points(ann) > 1500 > points(bob)
    assert points(ann) + points(bob) == 3000
    assert [rating.games for rating in Rating.objects.all()] == [1, 1]


def test_a_game_counts_once_however_often_it_is_told(ann: Person, bob: Person) -> None:
    game = lost_by(bob, ann)
    before = mu(ann)
    ratings.rate_finished_game(game)
    services.join_rematch(game, ann)
    assert mu(ann) == before
    assert RatingChange.objects.count() == 2


def test_a_friendly_game_does_not_count(ann: Person, bob: Person) -> None:
    game = table(ann, bob, table_settings=TableSettings())
    services.resign(Seat.objects.get(game=game, person=bob), game.seq)
    assert not Rating.objects.exists()


def test_a_game_that_goes_on_does_not_count(ann: Person, bob: Person) -> None:
    ratings.rate_finished_game(table(ann, bob))
    assert not Rating.objects.exists()


@pytest.mark.parametrize("change", [{"is_guest": True}, None])
def test_nobody_is_rated_against_a_guest_or_an_empty_chair(
    ann: Person, bob: Person, change: dict[str, bool] | None
) -> None:
    game = table(ann, bob)
    if change:
        Person.objects.filter(pk=ann.pk).update(**change)
    else:
        Seat.objects.filter(person=ann).update(person=None)
    services.resign(Seat.objects.get(game=game, person=bob), game.seq)
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
    assert not Rating.objects.exists()


def test_no_rated_game_is_opened_by_a_guest_against_computers_or_by_house_rules(ann: Person) -> None:
    rules = resolve_rules(DEFAULT_PRESET)
    with pytest.raises(InvalidRules, match="computers can’t play"):
        services.start_game(ann, rules, DEFAULT_PRESET, 2, False, "computer", RATED)
    of_the_house = resolve_rules({"preset": DEFAULT_PRESET, "target": 1})
    with pytest.raises(InvalidRules, match="standard rules"):
        services.start_game(ann, of_the_house, DEFAULT_PRESET, 2, False, "friends", RATED)
    ann.is_guest = True
    with pytest.raises(InvalidRules, match="Sign up"):
        services.start_game(ann, rules, DEFAULT_PRESET, 2, False, "friends", RATED)
    assert not Game.objects.exists()


@pytest.mark.parametrize(("kind", "counts"), [("drawn", True), ("abort", False)])
def test_a_draw_agreed_on_counts_and_a_game_broken_off_does_not(
    ann: Person, bob: Person, kind: OfferKind, counts: bool
) -> None:
    lost_by(bob, ann)
    game, (higher, lower) = table(ann, bob), (points(ann), points(bob))
    services.make_offer(Seat.objects.get(game=game, person=ann), kind, game.seq)
    game.refresh_from_db()
    services.answer_offer(Seat.objects.get(game=game, person=bob), True, game.seq)
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert (points(ann) < higher, points(bob) > lower) == (counts, counts)


def test_partners_rise_and_fall_together(ann: Person, bob: Person) -> None:
    cleo, dan = person("Cleo"), person("Dan")
    resign_together(table(ann, bob, cleo, dan, partners=True), dan, bob)
    assert points(ann) == points(cleo) > 1500 > points(bob) == points(dan)


def test_who_left_the_seat_to_a_computer_loses_and_nobody_is_punished_for_it(ann: Person, bob: Person) -> None:
    cleo, dan = person("Cleo"), person("Dan")
    game = table(ann, bob, cleo, dan, partners=True)
    write(game, (BotTookOver(1, "steady", final=True),), load(game)[0])
    resign_together(game, bob, dan)
    assert points(cleo) > 1500 > points(bob) == points(dan)
    assert points(ann) < 1500


def test_of_several_the_losers_lose_alike() -> None:
    before = [NEW, NEW, NEW]
    after = skills_after(before, [Player(1, 1, 0, LOST), Player(2, 2, 1, WON), Player(3, 3, 2, LOST)])
    assert after[1].mu > NEW.mu > after[0].mu == after[2].mu
    assert all(skill.sigma < NEW.sigma for skill in after)


def test_skills_come_in_the_order_of_the_players() -> None:
    strong, weak = Skill(35.0, 2.0), Skill(15.0, 2.0)
    first, second = skills_after([strong, weak], [Player(1, 1, 1, WON), Player(2, 2, 0, LOST)])
    assert first.mu > second.mu


# --- undoing ---------------------------------------------------------------------------------------------------------


def test_undoing_a_game_leaves_what_would_have_been_without_it(ann: Person, bob: Person) -> None:
    cleo = person("Cleo")
    lost_by(bob, ann)
    wrong = lost_by(ann, bob)
    lost_by(cleo, bob)
    lost_by(ann, cleo)
    ratings.revert_rating(wrong)
    undone = [figure for who in (ann, bob, cleo) for figure in (mu(who), Rating.objects.get(person=who).games)]
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    for game in Game.objects.exclude(pk=wrong.pk).order_by("pk"):
        ratings.rate_finished_game(game)
    again = [figure for who in (ann, bob, cleo) for figure in (mu(who), Rating.objects.get(person=who).games)]
    assert undone == pytest.approx(again)


def test_undoing_twice_or_what_never_counted_does_nothing(ann: Person, bob: Person) -> None:
    game = lost_by(bob, ann)
    ratings.revert_rating(game)
    ratings.revert_rating(game)
    assert points(ann) == points(bob) == 1500
    assert Rating.objects.get(person=ann).games == 0


@pytest.mark.django_db(transaction=True)
def test_a_game_that_ends_while_another_is_undone_is_not_lost(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undoing has read the changes that come later, and one more is made before it writes the ratings."""
    wrong, cleo = lost_by(ann, bob), person("Cleo")
    played, locked = table(cleo, bob), ratings._locked

    def end_another() -> None:
        services.resign(Seat.objects.get(game=played, person=cleo), played.seq)
        connection.close()

    other = Thread(target=end_another)

    def meanwhile(family: str, people: Iterable[int]) -> dict[int | None, Rating]:
        if not other.ident:
            other.start()
            other.join(1)  # it is done, or waits for this to end
        return locked(family, people)

    monkeypatch.setattr(ratings, "_locked", meanwhile)
    ratings.revert_rating(wrong)
    other.join(30)
    after = [mu(who) for who in (ann, bob, cleo)]
    assert after[1] == pytest.approx(RatingChange.objects.get(game=played, person=bob).mu_after)
    assert after[0] == pytest.approx(NEW.mu)
    assert after[2] < NEW.mu < after[1]


def test_a_ruling_can_let_it_count_anew(ann: Person, bob: Person) -> None:
    game = lost_by(bob, ann)
    before = mu(ann)
    ratings.revert_rating(game)
    ratings.rate_finished_game(game)
    assert mu(ann) == before


def test_undoing_passes_over_who_has_left(ann: Person, bob: Person) -> None:
    cleo = person("Cleo")
    wrong = lost_by(bob, ann)
    lost_by(cleo, ann)
    cleo.delete()
    ratings.revert_rating(wrong)
    assert points(bob) == 1500
    assert points(ann) > 1500


# --- pages -----------------------------------------------------------------------------------------------------------


def rated_people(count: int, games: int = 5) -> None:
    people = [Person(username=f"player{number}") for number in range(count)]
    Person.objects.bulk_create(people)
    Rating.objects.bulk_create(
        Rating(person=each, family=FAMILY, mu=25 + place / 10, sigma=2, games=games)
        for place, each in enumerate(Person.objects.order_by("pk"))
    )


def test_the_ladder_has_the_best_on_top_in_pages(client: Client) -> None:
    rated_people(60)
    page = reverse("games:ladder", args=[FAMILY])
    first, second = (client.get(page, {"page": number}).content.decode() for number in (1, 2))
    assert first.index("player59") < first.index("player58")
    assert "player9<" not in first
    assert "player9<" in second
    assert "<td>51</td>" in second


def test_the_ladder_leaves_out_who_has_hardly_played(client: Client) -> None:
    rated_people(1, games=4)
    assert "player0" not in client.get(reverse("games:ladder", args=[FAMILY])).content.decode()


def test_the_ladder_asks_the_database_as_often_for_many_as_for_few(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rated_people(60)
    with django_assert_num_queries(2):
        client.get(reverse("games:ladder", args=[FAMILY]))


def test_every_family_has_a_ladder_and_others_have_none(client: Client) -> None:
    assert client.get(reverse("games:ladders")).status_code == 302
    for family in FAMILIES:
        assert client.get(reverse("games:ladder", args=[family])).status_code == 200
    assert client.get(reverse("games:ladder", args=["whist"])).status_code == 404


def test_a_profile_tells_how_much_and_how_well_somebody_plays(client: Client, ann: Person, bob: Person) -> None:
    lost_by(bob, ann)
    table(ann, bob)
    told = client.get(reverse("games:profile", args=["ANN"])).content.decode()
    assert "1 game played" in told
    assert "1 in progress" in told
    assert f"{points(ann)}?" in told
    assert "Casino" in told


def test_a_profile_asks_the_database_as_often_for_many_games_as_for_few(
    client: Client, ann: Person, bob: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        lost_by(bob, ann)
    with django_assert_num_queries(8):
        client.get(reverse("games:profile", args=["ann"]))


def test_a_guest_has_no_profile(client: Client) -> None:
    client.post(reverse("games:play_now"))
    guest = Person.objects.get()
    assert client.get(reverse("games:profile", args=[guest.username])).status_code == 404


def test_who_runs_the_site_sees_ratings_and_changes_none(admin_client: Client, ann: Person, bob: Person) -> None:
    lost_by(bob, ann)
    for kind in ("rating", "ratingchange"):
        assert admin_client.get(reverse(f"admin:games_{kind}_changelist")).status_code == 200
        assert admin_client.get(reverse(f"admin:games_{kind}_add")).status_code == 403


# --- where it is shown ------------------------------------------------------------------------------------------------


def test_the_result_says_what_the_game_made_of_each_rating(ann: Person, bob: Person) -> None:
    game = lost_by(bob, ann)
    page = Viewer(game, ann).look()
    gained, lost = points(ann) - 1500, 1500 - points(bob)
    assert 'aria-label="Ratings"' in page.html
    assert f"You {points(ann)} +{gained} Bob {points(bob)} \N{MINUS SIGN}{lost}" in page.text
    assert f"Ann {points(ann)} +{gained}" in Viewer(game, bob).look().text


def test_the_result_of_a_friendly_game_says_nothing_of_ratings(ann: Person, bob: Person) -> None:
    game = table(ann, bob, table_settings=TableSettings())
    services.resign(Seat.objects.get(game=game, person=bob), game.seq)
    assert "Ratings" not in Viewer(Game.objects.get(pk=game.pk), ann).look().text


def test_those_who_have_signed_up_are_linked_from_the_table(ann: Person, bob: Person) -> None:
    guest = Person.objects.create_user("guest", is_guest=True, display_name="Gil")
    game = table(ann, bob, guest, table_settings=TableSettings())
    page = Viewer(game, ann).look().html
    assert f'<a href="{reverse("games:profile", args=[bob.username])}">Bob</a>' in page
    assert "<b>Gil</b>" in page


@pytest.mark.parametrize("name", ["home", "lobby"])
def test_the_ladders_are_found_from_where_games_begin(client: Client, name: str) -> None:
    assert f'href="{reverse("games:ladders")}"' in client.get(reverse(f"games:{name}")).content.decode()
