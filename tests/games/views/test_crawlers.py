"""Search engines find public pages, and nothing about games or people."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from casino.clock import today
from casino.site_context import SHARE_PICTURE
from games.domain.presets import PRESETS
from games.presenters.pictures import site_picture
from games.views.crawlers import PRIVATE
from games.views.pictures import card_symbols, picture
from tests.examples import exhaustive
from tests.games.finished import finished_game
from tests.games.viewers import laid

pytestmark = pytest.mark.django_db


@exhaustive
def test_the_sitemap_lists_pages_that_anyone_can_open(client: Client) -> None:
    laid("casino", "", "")
    text = client.get("/sitemap.xml").content.decode()
    addresses = re.findall(r"<loc>http://testserver(.*?)</loc>", text)
    assert len(addresses) == len(set(addresses)) > len(PRESETS)
    assert {client.get(address).status_code for address in addresses} == {200}
    assert not [address for address in addresses if address.startswith(PRIVATE)]


def test_robots_are_kept_from_tables_and_find_the_sitemap(client: Client) -> None:
    ann, _ = laid("casino", "", "")
    lines = client.get("/robots.txt").content.decode().splitlines()
    closed = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow")]
    assert ann.address("table").startswith(tuple(closed))
    assert reverse("accounts:account").startswith(tuple(closed))
    assert reverse("moderation:reports").startswith(tuple(closed))
    assert lines[-1] == "Sitemap: http://testserver/sitemap.xml"


def test_pages_say_what_they_are_about(client: Client) -> None:
    home, rules = (
        client.get(address).content.decode() for address in ("/", reverse("games:preset_rules", args=["royal"]))
    )
    assert 'property="og:description" content="Play the classic card game Casino' in home
    assert 'content="Royal Casino: Jacks, queens, and kings have values' in rules


@pytest.fixture
def shared_pages() -> dict[str, str]:
    """Return the addresses of the pages that people share, each with its picture."""
    Person.objects.create_user("mara", password="x")
    game, site = finished_game(), "/static/images/share.png"
    return {
        "/": site,
        "/rules/": site,
        "/rules/casino/": site,
        "/learn/1/": site,
        "/daily/": f"/daily/{today()}/picture.png",
        "/people/mara/": "/people/mara/picture.png",
        f"/g/{game.public_id}/replay/": f"/g/{game.public_id}/result.png",
    }


def metas(client: Client, address: str) -> dict[str, str]:
    """Return the content of the page's meta elements by name or property."""
    html = client.get(address).content.decode()
    found = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall("<meta [^>]*>", html)]
    return {
        name: meta["content"]
        for meta in found
        for name in (meta.get("name"), meta.get("property"))
        if name and "content" in meta
    }


def test_shared_pages_have_a_title_a_description_and_a_picture(client: Client, shared_pages: dict[str, str]) -> None:
    for address, drawn in shared_pages.items():
        meta = metas(client, address)
        assert meta["og:image"].partition("?")[0] == f"http://testserver{drawn}", address
        assert meta["twitter:image"] == meta["og:image"]
        assert meta["twitter:card"] == "summary_large_image"
        assert meta["og:title"] == meta["twitter:title"] != ""
        assert meta["description"] == meta["og:description"] == meta["twitter:description"] != ""
        assert client.get(meta["og:image"].removeprefix("http://testserver"))["Content-Type"] == "image/png"


@exhaustive
def test_each_shared_page_speaks_of_itself(client: Client, shared_pages: dict[str, str]) -> None:
    titles = [metas(client, address)["og:title"] for address in shared_pages]
    assert len(set(titles)) == len(titles)


def test_the_picture_of_the_site_is_small_and_drawn_from_its_cards() -> None:
    data = (Path(settings.BASE_DIR) / "static" / SHARE_PICTURE).read_bytes()
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1200, 630)
    assert len(data) < 120_000
    shown = site_picture()
    assert data == picture("games/pictures/site.svg", {"picture": shown, "symbols": card_symbols(shown.faces)})


def test_the_header_marks_the_current_page(client: Client) -> None:
    assert re.findall(r'href="([^"?]*)[^>]* aria-current="page"', client.get("/rules/").content.decode()) == ["/rules/"]
    assert 'aria-current="page"' not in client.get(reverse("games:privacy")).content.decode()
