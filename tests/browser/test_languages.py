"""A game begun in every language the site offers: the texts read, pressed and spoken at the table."""

import re

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from games.domain.cards import Card
from games.presenters.cards import card_name, card_short
from tests.browser.entering import Visit
from tests.examples import some

HEAR = """said => new MutationObserver(() => { said.dataset.heard = (said.dataset.heard || "") + said.textContent; })
.observe(said, { childList: true })"""


@pytest.mark.parametrize(("language", "own_name"), some(settings.LANGUAGES, 1))
def test_a_move_in_each_language(visit: Visit, language: str, own_name: str) -> None:
    player = visit(locale="en")
    page = player.page
    page.goto("/")
    page.locator("footer").get_by_role("button", name=own_name, exact=True).click()
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
    with override(language):
        page.get_by_role("button", name=re.compile("Pip")).click()
        assert player.wait_until_asked()
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        spot = page.get_by_role("group", name=gettext("Your hand"), exact=True).locator("label").first
        card = Card(spot.locator("input").get_attribute("value") or "")
        expect(spot).to_contain_text(card_name(card))
        player.choose(spot)
        expect(page.get_by_role("link", name=gettext("Clear selection"), exact=True)).to_be_visible()
        page.locator("#said").evaluate(HEAR)
        player.press(
            page.get_by_role("button", name=gettext("Trail %(card)s") % {"card": card_short(card)}, exact=True)
        )
        told = gettext("You trailed %(card)s.") % {"card": card_short(card)}
        expect(page.locator("#said")).to_have_attribute("data-heard", re.compile(re.escape(told)))
        assert player.wait_until_asked()
        happened = page.get_by_role("region", name=gettext("What happened"), exact=True)
        expect(happened).to_contain_text(told)
        expect(page.locator("#status")).to_contain_text(gettext("Your turn"))
