"""Every page: axe-core finds nothing, in light and in dark, and no other site is contacted. On a phone and a tablet,
texts stay in their boxes, even a third longer, targets are 44 px, and there are header, footer and one left edge. At
every size, nothing lies over what can be pressed. On paper, the rules stand alone."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.entering import Visit, look_at
from tests.examples import exhaustive, some
from tests.pages import PAGES, Look, looks

PHONE: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 820, "height": 1180}
DESK: ViewportSize = {"width": 1440, "height": 900}
HIT_SIZES: list[ViewportSize] = [{"width": 1366, "height": 650}, {"width": 740, "height": 360}, PHONE]
OPEN_ALL = """
document.querySelectorAll('details:not(.option ~ .option)').forEach(part => { part.open = true });
document.querySelectorAll('[popover]').forEach(part => { part.popover = 'manual'; part.showPopover() });
"""
AXE_RUN = "options => axe.run(document, options).then(results => results.violations)"
VIOLATIONS = {"resultTypes": ["violations"], "preload": False}
FRAME_FAULTS = Path(__file__).with_name("frame_faults.js").read_text(encoding="utf-8")
HIT_FAULTS = Path(__file__).with_name("hit_faults.js").read_text(encoding="utf-8")
PAGE_FAULTS = Path(__file__).with_name("page_faults.js").read_text(encoding="utf-8")
TARGET_FAULTS = Path(__file__).with_name("target_faults.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", some(PAGES, 6))
def test_a_page_keeps_all_rules(visit: Visit, names: dict[str, str], name: str) -> None:
    """Those of targets and the frame before the texts are made longer; those of axe with all parts opened."""
    page = visit(color_scheme="light").page
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    found = []
    for look in PAGES[name]:
        look_at(page, visit.site, look, names)
        faults = []
        for size in HIT_SIZES:
            page.set_viewport_size(size)
            faults += page.evaluate(HIT_FAULTS)
        faults += [*page.evaluate(TARGET_FAULTS), *frame_faults(page), *page.evaluate(PAGE_FAULTS, True)]
        page.set_viewport_size(TABLET)
        faults += page.evaluate(PAGE_FAULTS)
        page.set_viewport_size(DESK)
        page.evaluate(OPEN_ALL)
        expect(page.locator(".htmx-request")).to_have_count(0)
        faults += violations(page)
        found += [f"{look.address} ({look.who}): {fault}" for fault in faults]
    assert not found, "\n".join(found)
    assert hosts == {urlsplit(visit.site.url).netloc}


@pytest.mark.exhaustive
def test_pages_have_room_for_longer_texts_in_other_languages(visit: Visit, names: dict[str, str]) -> None:
    """Of the languages there are, Spanish has the longest texts."""
    page = visit(viewport=PHONE, locale="es").page
    found = []
    for look in looks():
        look_at(page, visit.site, look, names)
        found += [f"{look.address} ({look.who}): {fault}" for fault in page.evaluate(PAGE_FAULTS, True)]
    assert page.locator("html").get_attribute("lang") == "es"
    assert not found, "\n".join(found)


def violations(page: Page) -> list[str]:
    """What axe-core finds: everything in the light, colors in the dark."""
    page.evaluate(AXE_SCRIPT)
    page.emulate_media(color_scheme="light")
    found = told("light", page.evaluate(AXE_RUN, VIOLATIONS))
    page.emulate_media(color_scheme="dark")
    found += told("dark", page.evaluate(AXE_RUN, {**VIOLATIONS, "runOnly": ["color-contrast"]}))
    page.emulate_media(color_scheme="light")
    return found


def told(scheme: str, violations: list[dict[str, Any]]) -> list[str]:
    return [
        f"{scheme}: {violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for violation in violations
        for node in violation["nodes"]
    ]


def test_the_way_home_has_a_name_on_a_phone(visit: Visit) -> None:
    page = visit.at("just_dealt", viewport=PHONE).page
    expect(page.get_by_role("banner").get_by_role("link", name="Casino", exact=True)).to_be_visible()


def test_axe_would_find_something(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<input><img src=\"/static/icon.svg\">')"
    )
    assert {found.split(": ")[1] for found in violations(page)} >= {"label", "image-alt"}


@pytest.mark.parametrize("language", some(["pt-br", "en", "es", "pt"], 1))
def test_the_header_is_one_row_on_a_phone_with_a_turn_to_play(
    visit: Visit, names: dict[str, str], language: str
) -> None:
    page = visit(viewport=PHONE, locale=language).page
    look_at(page, visit.site, Look("/lobby/", "anna"), names)
    expect(page.locator("#turns")).not_to_be_empty()
    assert page.locator("header.site").evaluate("header => header.clientHeight") < 60


@exhaustive
def test_fields_have_a_border_before_the_deal(visit: Visit, names: dict[str, str]) -> None:
    """The style sheet of the table must not set the properties of the theme to something else."""
    page = visit(viewport=PHONE).page
    look_at(page, visit.site, Look("/g/{open}/", "host"), names)
    expect(page.locator(".waiting :is(.link input, select)").first).to_have_css("border-top-style", "solid")


def frame_faults(page: Page) -> list[str]:
    """Return the faults of the page's header, footer and left edge in a wide window."""
    before = page.viewport_size
    assert before
    page.set_viewport_size(DESK)
    found: list[str] = page.evaluate(FRAME_FAULTS)
    page.set_viewport_size(before)
    return found


def test_the_checks_would_find_faults(visit: Visit) -> None:
    page = visit(viewport=PHONE).page
    page.goto("/about/")
    assert page.evaluate(PAGE_FAULTS) == page.evaluate(TARGET_FAULTS) == []
    page.evaluate("""() => {
        const main = document.querySelector("main");
        for (const [text, style] of Object.entries({
            Go: "height: 20px; min-height: 20px; width: 40px",
            transubstantiation: "width: 40px; overflow-wrap: anywhere",
            "far too long for this": "width: 40px; white-space: nowrap",
        })) {
            const part = main.appendChild(document.createElement(text === "Go" ? "button" : "div"));
            Object.assign(part, { textContent: text }).style.cssText = style;
        }
    }""")
    words = page.evaluate(PAGE_FAULTS)
    assert any("breaks inside the word" in each for each in words)
    assert any("leaves its box" in each for each in words)
    assert [each for each in page.evaluate(TARGET_FAULTS) if "Go" in each]
    assert frame_faults(page) == []
    page.evaluate("""() => {
        document.querySelector("footer.site").remove();
        document.querySelector("main").style.paddingInlineStart = "40px";
    }""")
    assert frame_faults(page) == ["has no footer", "begins 192 px from the left, not 168"]


@exhaustive
def test_a_printed_page_of_rules_is_the_rules_alone(visit: Visit) -> None:
    page = visit(viewport=DESK).page
    page.goto("/rules/casino/")
    around = ("header.site", "footer.site", ".book nav", ".book .go", ".book .ways")
    for selector in around:
        expect(page.locator(selector).first).to_be_visible()
    page.emulate_media(media="print")
    for selector in around:
        assert not [each for each in page.locator(selector).all() if each.is_visible()]
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".book .example").first).to_be_visible()


@exhaustive
def test_on_paper_a_table_is_its_cards_scores_and_moves(visit: Visit) -> None:
    page = visit.at("partners").page
    page.emulate_media(media="print")
    for shown in (".board", "#log .running", "#log .news li"):
        expect(page.locator(shown).first).to_be_visible()
    for left_out in (".hand", ".opp", ".moves", ".topbar .icon"):
        expect(page.locator(left_out).first).to_be_hidden()


@pytest.mark.parametrize("address", ["/", "/new/", "/new/casino/?customize", "/rules/"])
def test_letters_twice_as_large_make_no_page_wider_than_a_phone(visit: Visit, address: str) -> None:
    page = visit(viewport=PHONE).page
    page.goto(address)
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    page.evaluate(OPEN_ALL)
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_with_games_the_header_keeps_the_name_and_with_large_letters_the_account_beside_it(visit: Visit) -> None:
    page = visit.at("two_friends", viewport={"width": 390, "height": 844}).page
    page.goto("/about/")
    name, account = page.locator(".brand .word"), page.locator(".corner")
    for size, rows in ((16, 1), (32, 2)):
        page.evaluate(f"document.documentElement.style.fontSize = '{size}px'")
        links = page.locator("header.site > :not(.in-footer)")
        assert len({round(box["y"] / 40) for box in map(Locator.bounding_box, links.all()) if box}) == rows
        boxes = name.bounding_box(), account.bounding_box()
        assert boxes[0]
        assert boxes[1]
        assert abs(boxes[0]["y"] + boxes[0]["height"] / 2 - boxes[1]["y"] - boxes[1]["height"] / 2) < 8


def test_a_list_of_games_opens_one_group_and_a_link_to_another_opens_that_too(visit: Visit) -> None:
    page = visit(viewport=PHONE).page
    page.goto("/new/")
    expect(page.locator(".category[open]")).to_have_count(1)
    page.locator(".kinds").get_by_role("link", name=re.compile("^No builds")).click()
    expect(page.locator("#no-builds li").first).to_be_visible()
    page.goto("/new/?search=royal")
    expect(page.locator(".category:not([open])")).to_have_count(0)
