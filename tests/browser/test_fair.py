"""The fair deal: words of one's own go into it, and after the game anybody can check it, here and without us."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.player import Player
from tests.browser.test_connection import FRIENDS

GAME = "Casino (Anglo-American)"


def downloaded(page: Page, link: str, folder: Path) -> Path:
    with page.expect_download() as coming:
        page.get_by_role("link", name=link).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def checked(program: Path, record: Path) -> subprocess.CompletedProcess[str]:
    """By the program that was downloaded, with nothing of this project in reach."""
    command = [sys.executable, "-I", str(program), str(record)]
    return subprocess.run(command, cwd=record.parent, capture_output=True, text=True, check=False)


def test_who_gave_a_word_can_check_the_deal_after_the_game(visit: Callable[..., Player], tmp_path: Path) -> None:
    host, friend, stranger = visit(), visit(), visit()
    friend.page.goto(host.open_table(GAME, FRIENDS))
    friend.page.get_by_text("A word of yours for the deal").click()
    friend.page.get_by_label("Any word, or none").fill("rhubarb & <custard>")
    friend.page.get_by_role("button", name=re.compile("^Take seat")).first.click()
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible()

    stranger.page.goto(host.page.url + "fair/")
    promised = stranger.page.locator(".code").first.inner_text()
    expect(stranger.page.get_by_text("The game is not over yet.")).to_be_visible()

    friend.page.get_by_text("Resign", exact=True).click()
    friend.page.get_by_role("button", name="Yes, give the game up").click()
    friend.page.locator("#table.over").wait_for()
    stranger.page.reload()
    expect(stranger.page.get_by_text("Yes: everything was dealt as promised.")).to_be_visible()
    expect(stranger.page.locator(".code").first).to_have_text(promised)
    expect(stranger.page.get_by_role("row", name="rhubarb & <custard>")).to_be_visible()

    record = downloaded(stranger.page, "Get the record as JSON", tmp_path)
    program = downloaded(stranger.page, "Get the program", tmp_path)
    told = checked(program, record)
    assert (told.returncode, told.stderr) == (0, ""), told.stdout
    record.write_text(record.read_text().replace("rhubarb", "treacle"))
    assert checked(program, record).returncode == 1
