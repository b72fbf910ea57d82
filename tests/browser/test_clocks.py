"""Correspondence with time running out: the clock is put forward by a day, and nobody opens a page."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.domain.terms import DAY
from tests.browser.entering import enter, scene, scenes
from tests.browser.player import Player
from tests.live import LiveSite, live_site
from tests.post_office import Letters, post_office

MY_OWN = ".own .clock.running"
HOUR = 3600
NOTICED = 40_000  # milliseconds in which the worker has looked for times that have run out


@pytest.fixture(scope="module")
def ahead(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that says by how many seconds the clock of the site is put forward."""
    return tmp_path_factory.mktemp("clock") / "ahead"


@pytest.fixture(scope="module")
def office() -> Iterator[tuple[Letters, str]]:
    with post_office() as opened:
        yield opened


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, ahead: Path, office: tuple[Letters, str]) -> Iterator[LiveSite]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EMAIL_URL", office[1])
        patch.setenv("CALL_DELAY", "0")
        patch.setenv("COMPUTER_PAUSE", "0.05")
        patch.setenv("CASINO_TEST_CLOCK", str(ahead))
        patch.setenv("CASINO_HEARTBEAT", "1")
        with live_site(tmp_path_factory.mktemp("site") / "data") as running:
            yield running


def put_forward(ahead: Path, seconds: int) -> None:
    """By so much more, all at once: the site may be reading."""
    so_far = int(ahead.read_text()) if ahead.exists() else 0
    ahead.with_suffix(".new").write_text(str(so_far + seconds))
    ahead.with_suffix(".new").replace(ahead)


def test_who_is_away_is_reminded_by_mail_before_time_runs_out(
    visit: Callable[..., Player], site: LiveSite, ahead: Path, office: tuple[Letters, str]
) -> None:
    """Six hours before, as is usual; the link in the mail leads to the table, where there is little time left."""
    letters, _ = office
    laid = scene(site, "who_reads_mail")
    put_forward(ahead, DAY - 5 * HOUR)
    player = visit()
    for _ in range(NOTICED // 100):
        if "Your time is running out" in subjects(letters):
            break
        player.page.wait_for_timeout(100)
    (letter,) = [each for _, each in letters.letters if "Your time is running out" in str(each["Subject"])]
    assert letter["To"] == "anna@mail.example"
    assert f"/g/{laid['game']}/" in letter.get_content()
    enter(player, site, laid)
    expect(player.page.get_by_role("timer")).to_have_text(re.compile("^4:"))


def subjects(letters: Letters) -> str:
    return "; ".join(str(letter["Subject"]) for _, letter in letters.letters)


def test_time_runs_out_in_all_three_ways(visit: Callable[..., Player], site: LiveSite, ahead: Path) -> None:
    losing, replaced, helped = [enter(visit(), site, laid) for laid in scenes(site, "by_the_clock()")]
    for player in (losing, replaced, helped):
        expect(player.page.get_by_role("timer")).to_have_text(re.compile("^1d|^23:"))
        expect(player.page.locator(MY_OWN)).to_have_count(1)
    put_forward(ahead, DAY)
    expect(losing.page.get_by_role("heading", name="Won by:")).to_be_visible(timeout=NOTICED)
    expect(losing.page.locator(".result").get_by_text("The time ran out.")).to_be_visible()
    expect(helped.page.locator("#table:not(.mine)")).to_be_visible(timeout=NOTICED)
    expect(helped.page.locator(".hand .spot")).to_have_count(3)
    expect(helped.news.get_by_text("You ran out of time.")).to_be_visible()
    replaced.page.get_by_role("button", name="Take my seat back").click(timeout=NOTICED)
    expect(replaced.page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(replaced.page.get_by_role("button", name="Take my seat back")).to_be_hidden()
