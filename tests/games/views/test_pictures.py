"""The picture of a result: who may see it, when there is one, and the links to it."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.conf import settings as settings_of_site
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Person
from casino.clock import today
from casino.rasterizer import png_of
from games import services
from games.deals import services as deal_services
from games.log.store import load
from games.models import Game, Rating, Seat
from games.presenters.cards import card_views
from games.presenters.catalogue import Seating
from games.presenters.pictures import deal_picture, invitation_picture, player_picture
from games.presenters.portraits import person_portrait
from games.views.pictures import COLORS, card_symbols, picture_of, picture_svg, portrait_symbols
from tests.games.finished import finished_game
from tests.games.tables import RULES, person
from tests.games.viewers import browser_of

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


def ask(client: Client, game: Game) -> Any:
    return client.get(reverse("games:result_picture", args=[game.public_id]))


def size_of(png: bytes) -> tuple[int, int]:
    """Return the width and height in the header of a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


@pytest.fixture
def game() -> Game:
    return finished_game()


def resigned(game: Game, number: int) -> Game:
    """Return the game after the player of this seat has resigned."""
    services.resign(Seat.objects.get(game=game, number=number), game.seq)
    return Game.objects.get(pk=game.pk)


def test_anyone_who_may_see_the_replay_gets_the_picture(client: Client, game: Game) -> None:
    answer = ask(client, game)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert size_of(answer.content) == (1200, 630)
    assert "private" in answer["Cache-Control"]


def test_an_open_table_has_a_picture_of_the_invitation(client: Client, game: Game) -> None:
    table = services.start_game(person("Zoe"), RULES, "casino", 2, False, "friends")
    shown = invitation_picture("Zoe", person_portrait("Zoe"), "casino", Seating(2, partners=False))
    assert shown.lines == (("invites you to Casino", ""), ("2 players", ""))
    answer = client.get(reverse("games:invitation_picture", args=[table.public_id]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert size_of(answer.content) == (1200, 630)
    assert client.get(reverse("games:invitation_picture", args=[game.public_id])).status_code == 404


def test_a_picture_is_drawn_once(client: Client, game: Game) -> None:
    png_of.cache_clear()
    assert ask(client, game).content == ask(client, game).content
    assert (png_of.cache_info().misses, png_of.cache_info().hits) == (1, 1)


def test_it_shows_names_and_totals_and_no_more_of_a_name_than_its_letters(game: Game) -> None:
    Seat.objects.filter(game=game, number=1).update(name='<Ann> & "Co"')
    svg = picture_svg(picture_of(Game.objects.get(pk=game.pk)))
    root = ElementTree.fromstring(svg)  # noqa: S314  our own
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {'<Ann> & "Co"', "Bob", *map(str, game.totals)} <= set(texts)


def test_a_table_without_spectators_shows_it_to_its_players_only(client: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(table_settings=game.table_settings | {"spectators": False})
    assert ask(client, game).status_code == 403
    assert ask(browser_of(game.host), game).status_code == 200


def test_a_game_that_is_not_over_has_none(client: Client) -> None:
    running = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer")
    assert ask(client, running).status_code == 404


def test_the_deal_of_the_day_has_none_before_the_day_is_over() -> None:
    with time_machine.travel(datetime(2026, 3, 14, 12, tzinfo=UTC), tick=False) as clock:
        ann = person("Ann")
        game = deal_services.join(deal_services.todays_deal(), ann)
        assert isinstance(game, Game)
        game = resigned(game, game.attempt.seat)
        player = browser_of(ann)
        assert game.status == Game.Status.OVER
        assert ask(player, game).status_code == 404
        assert "result.png" not in player.get(reverse("games:table", args=[game.public_id])).content.decode()
        clock.shift(timedelta(days=1))
        assert ask(browser_of(ann), game).status_code == 200
        assert ask(Client(), game).status_code == 200


def test_drawing_pictures_is_limited(client: Client, game: Game, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"picture": "1/hour"}
    assert [ask(client, game).status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("name", ["games:table", "games:replay"])
def test_the_pages_of_a_finished_game_lead_to_it(client: Client, game: Game, name: str) -> None:
    page = client.get(reverse(name, args=[game.public_id])).content.decode()
    url = f"http://testserver/g/{game.public_id}/result.png"
    assert f'<meta property="og:image" content="{url}">' in page
    assert f'<a href="{url}" data-share>Share result</a>' in page


# --- the pictures of the daily deal and of players -------------------------------------------------------------------


@pytest.fixture
def mara() -> Person:
    return Person.objects.create_user("mara", password="x")


def test_the_table_on_the_picture_is_the_one_that_players_find() -> None:
    deal = deal_services.todays_deal()
    game = deal_services.join(deal, person("Ann"))
    assert isinstance(game, Game)
    state = load(game)[0]
    assert state.round is not None
    assert deal_services.opening_table(deal) == state.round.table.loose


def test_no_other_card_of_the_deal_is_on_the_picture() -> None:
    table = deal_services.opening_table(deal_services.todays_deal())
    shown = deal_picture(table, today())
    svg = render_to_string("games/pictures/deal.svg", {"picture": shown, "symbols": card_symbols(shown.faces)})
    drawn = {each.get("id", "") for each in ElementTree.fromstring(svg).iter(f"{SVG}symbol")}  # noqa: S314  our own
    assert {name for name in drawn if name.startswith(("c-", "l-"))} == {f"c-{card.face}" for card in card_views(table)}


@pytest.mark.parametrize("days", [1, 2, -1])
def test_a_day_without_a_deal_has_none(client: Client, days: int) -> None:
    deal_services.todays_deal()  # and tomorrow's
    there = f"/daily/{today() + timedelta(days=days)}/picture.png"
    assert client.get(there).status_code == 404


@pytest.mark.parametrize("day", ["today", "2026-13-01", "0", "9" * 1000])
def test_what_is_no_day_has_none(client: Client, day: str) -> None:
    assert client.get(f"/daily/{day}/picture.png").status_code == 404


def test_guests_and_strangers_have_none(client: Client, mara: Person) -> None:
    guest = Person.objects.create_user("ann", is_guest=True)
    names = [guest.username, "nobody", "x" * 1000]
    assert [client.get(f"/people/{name}/picture.png").status_code for name in names] == [404, 404, 404]
    Person.objects.filter(pk=mara.pk).update(is_active=False)
    assert client.get("/people/mara/picture.png").status_code == 404


def test_a_picture_of_a_page_is_drawn_once(client: Client, mara: Person) -> None:
    png_of.cache_clear()
    for there in ("/people/mara/picture.png", f"/daily/{today()}/picture.png"):
        assert client.get(there).content == client.get(there).content
    assert (png_of.cache_info().misses, png_of.cache_info().hits) == (2, 2)


def test_a_players_picture_has_the_ratings_that_say_something(client: Client, mara: Person) -> None:
    before = client.get("/people/mara/picture.png").content
    rating = Rating.objects.create(person=mara, family="casino", mu=25, sigma=2, games=4)
    assert client.get("/people/mara/picture.png").content == before
    Rating.objects.filter(pk=rating.pk).update(games=5)
    assert client.get("/people/mara/picture.png").content != before


def test_a_name_is_text_and_nothing_else() -> None:
    shown = player_picture('<b> & "M"', person_portrait("<", 1), [("A<B", "1500")])
    svg = render_to_string("games/pictures/player.svg", {"picture": shown, "symbols": portrait_symbols()})
    texts = {text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")}  # noqa: S314  our own
    assert {'<b> & "M"', "A<B", "1500"} <= texts


def test_all_that_portraits_are_made_of_is_in_the_picture() -> None:
    used, there = (set(re.findall(rf'{name}="#?([\w-]+)"', portrait_symbols())) for name in ("href", "id"))
    assert used <= there


def test_a_name_that_the_fonts_lack_is_not_drawn_in_boxes() -> None:
    assert player_picture("Мара", person_portrait("Мара", 1), ()).name == "Player"


def test_the_cards_have_the_colors_of_the_pages() -> None:
    tokens = (Path(settings_of_site.BASE_DIR) / "static/css/tokens.css").read_text()
    named = dict(re.findall(r"--([\w-]+): (?:light-dark\()?([^;,]+)", tokens))
    for name, color in COLORS.items():
        value = re.search(rf"--{name}: (?:light-dark\()?([^;,)]+\)?)", tokens)
        assert value
        assert named.get(value[1].removeprefix("var(--").removesuffix(")"), value[1]) == color


def test_drawing_them_is_limited(client: Client, mara: Person, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"picture": "1/hour"}
    there = ["/people/mara/picture.png", f"/daily/{today()}/picture.png"]
    assert [client.get(each).status_code for each in there] == [200, 429]
