"""Rules for every page: it has a row, loads nothing from elsewhere, has a strict policy, and is light."""

import gzip
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.examples import exhaustive
from tests.live import PROJECT
from tests.pages import NO_PAGE, PAGES, Look, addresses, looks, routes
from tests.sessions import browser_of

pytestmark = pytest.mark.django_db

LEVEL = 6
HEAVIEST_PAGE = 120_000  # bytes over HTTPS, with everything the page needs
HEAVIEST_FRAGMENT = 5_000
FONTS = 60_000
NEEDED = {"link": "href", "script": "src", "img": "src", "use": "href", "source": "src", "iframe": "src"}
SPEAKING = re.compile(r"^on[a-z]+$")


class Parts(HTMLParser):
    """URLs that a page asks the browser for, and the parts that the policy would refuse."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.needs: list[str] = []
        self.posts: list[str] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        wanted = found.get(NEEDED.get(tag, ""), "")
        if wanted and not wanted.startswith("#"):
            self.needs.append(wanted)
        self.posts += [found[name] for name in ("action", "hx-post", "hx-get") if name in found]
        self.inline += [f"<{tag} {name}>" for name in found if name == "style" or SPEAKING.match(name)]
        data = found.get("type") == "application/json"
        if tag == "style" or (tag == "script" and "src" not in found and not data):
            self.inline.append(f"<{tag}>")


def test_every_address_has_a_row() -> None:
    assert addresses() == set(PAGES) | set(NO_PAGE)
    assert not set(PAGES) & set(NO_PAGE)


def test_no_address_hides_another() -> None:
    every = routes()
    assert sorted(every) == sorted(set(every))


def test_every_page_keeps_to_the_rules(names: dict[str, str]) -> None:
    troubles = [f"{look.address} ({look.who}): {trouble}" for look in looks() for trouble in broken_rules(look, names)]
    assert not troubles, "\n".join(troubles)


@exhaustive
def test_every_address_answers_head_like_get(names: dict[str, str]) -> None:
    for look, *_ in PAGES.values():
        head = browser_of(look.who, names).head(look.address.format(**names))
        assert (head.status_code, head.content) == (200, b""), look.address


def broken_rules(look: Look, names: dict[str, str]) -> list[str]:
    """Return the faults of a page: its policy, inline code, content from or links to elsewhere."""
    answer = browser_of(look.who, names).get(look.address.format(**names))
    return troubles_of(answer) if answer.status_code == 200 else [f"answers {answer.status_code}"]


def troubles_of(answer: Any) -> list[str]:
    policy = answer.headers.get("Content-Security-Policy", "")
    troubles = [] if "default-src 'none'" in policy and "unsafe" not in policy else [f"has the policy {policy!r}"]
    kept = answer.headers.get("Cache-Control", "")
    troubles += [] if "private" in kept and ("no-store" in kept or "no-cache" in kept) else [f"is kept: {kept!r}"]
    parts = Parts(answer.content.decode())
    troubles += [f"has inline {what}" for what in parts.inline]
    return troubles + [f"reaches for {there}" for there in parts.needs + parts.posts if urlsplit(there).netloc]


def test_the_page_for_a_wrong_address_keeps_to_them_too() -> None:
    for address in ("/nowhere/", "/g/neverwas00/"):
        answer = Client().get(address)
        assert answer.status_code == 404
        assert "Page not found" in answer.content.decode()
        assert troubles_of(answer) == []


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ('<p style="color: red">', "<p style>"),
        ('<button onclick="go()">', "<button onclick>"),
        ("<style>p {}</style>", "<style>"),
        ("<script>go()</script>", "<script>"),
    ],
)
def test_what_stands_inline_is_noticed(text: str, trouble: str) -> None:
    assert Parts(text).inline == [trouble]


def test_what_comes_from_elsewhere_is_noticed() -> None:
    parts = Parts(
        '<link href="https://fonts.example/a.css"><script src="//cdn.example/a.js"></script><use href="#star">'
    )
    assert [urlsplit(there).netloc for there in parts.needs] == ["fonts.example", "cdn.example"]


def test_no_stylesheet_or_script_reaches_elsewhere() -> None:
    files = [path for kind in ("css", "js") for path in (PROJECT / "static").rglob(f"*.{kind}")]
    assert files
    for path in files:
        assert not re.search(r"(https?:)?//[a-z0-9-]+\.[a-z]{2,}", path.read_text(encoding="utf-8")), path


def test_colours_follow_the_preference_and_not_only_the_device() -> None:
    """`light-dark()` follows both; a media query would only follow the device."""
    for path in (PROJECT / "static").rglob("*.css"):
        assert "prefers-color-scheme" not in path.read_text(encoding="utf-8"), path


# --- weight ----------------------------------------------------------------------------------------------------------


def weight(answer: object) -> int:
    return len(gzip.compress(answer.content, LEVEL))  # type: ignore[attr-defined]


def test_the_typefaces_together_are_light() -> None:
    sizes = {path.stem: path.stat().st_size for path in (PROJECT / "static" / "fonts").glob("*.woff2")}
    assert sizes.keys() >= {"figtree", "newsreader"}
    assert sum(sizes.values()) <= FONTS, sizes


def test_a_table_with_everything_it_needs_is_light(names: dict[str, str]) -> None:
    browser = browser_of("anna", names)
    page = browser.get(f"/g/{names['crowded']}/?hand=9S")
    needed = {there.partition("?")[0] for there in Parts(page.content.decode()).needs}
    assert len(needed) > 3
    sent = {there: browser.get(there, headers={"Accept-Encoding": "gzip, br"}) for there in needed}
    weights = {there: len(answer.content) for there, answer in sent.items()} | {"page": weight(page)}
    assert sum(weights.values()) < HEAVIEST_PAGE, weights


@pytest.mark.parametrize("chosen", ["", "?hand=9S", "?hand=9S&item=9H"])
def test_a_fragment_of_a_crowded_table_is_light(chosen: str, names: dict[str, str]) -> None:
    for who in ("anna", "ben", "stranger"):
        fragment = browser_of(who, names).get(f"/g/{names['crowded']}/{chosen}", headers={"HX-Request": "true"})
        assert 'id="table"' in fragment.content.decode()
        assert weight(fragment) < HEAVIEST_FRAGMENT, who
