"""Search engines find public pages, and nothing about games or people."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.presets import PRESETS
from games.views.crawlers import PRIVATE
from tests.games.viewers import laid

pytestmark = pytest.mark.django_db


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
    assert lines[-1] == "Sitemap: http://testserver/sitemap.xml"


def test_pages_say_what_they_are_about(client: Client) -> None:
    home, rules = (
        client.get(address).content.decode() for address in ("/", reverse("games:preset_rules", args=["royal"]))
    )
    assert 'property="og:description" content="Play the classic card game Casino' in home
    assert 'content="Royal Casino: Jacks, queens and kings have values' in rules


def test_the_header_marks_the_current_page(client: Client) -> None:
    assert re.findall(r'href="([^"?]*)[^>]* aria-current="page"', client.get("/rules/").content.decode()) == ["/rules/"]
    assert 'aria-current="page"' not in client.get("/").content.decode()
