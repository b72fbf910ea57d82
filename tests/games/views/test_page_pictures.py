"""The pictures of the daily deal and of players: what is on them, who has one, and how often they are drawn."""

import re
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings as settings_of_site
from django.template.loader import render_to_string
from django.test import Client
from pytest_django import Settings

from accounts.models import Person
from casino.rasterizer import png_of
from games import services
from games.deals import services as deal_services
from games.log.store import load
from games.models import Game, Rating
from games.presenters.cards import card_views
from games.presenters.pictures import deal_picture, player_picture
from games.presenters.portraits import person_portrait
from games.views.pictures import COLORS, card_symbols, portrait_symbols
from tests.games.tables import person

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


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
    shown = deal_picture(table, services.today())
    svg = render_to_string("games/pictures/deal.svg", {"picture": shown, "symbols": card_symbols(shown.faces)})
    drawn = {each.get("id", "") for each in ElementTree.fromstring(svg).iter(f"{SVG}symbol")}  # noqa: S314  our own
    assert {name for name in drawn if name.startswith(("c-", "l-"))} == {f"c-{card.face}" for card in card_views(table)}


@pytest.mark.parametrize("days", [1, 2, -1])
def test_a_day_without_a_deal_has_none(client: Client, days: int) -> None:
    deal_services.todays_deal()  # and tomorrow's
    there = f"/daily/{services.today() + timedelta(days=days)}/picture.png"
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


def test_a_picture_is_drawn_once(client: Client, mara: Person) -> None:
    png_of.cache_clear()
    for there in ("/people/mara/picture.png", f"/daily/{services.today()}/picture.png"):
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
    there = ["/people/mara/picture.png", f"/daily/{services.today()}/picture.png"]
    assert [client.get(each).status_code for each in there] == [200, 429]
