"""The fair deal: every browser's seed goes into it, and after the game anyone can check it, here and without us."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.entering import Visit
from tests.browser.player import SOON
from tests.examples import exhaustive

GAME = "Casino"
PROTECTIONS = [("5 min + 10 s", "no one could choose"), ("1 day", "the site alone")]
ASKING = """document.querySelector("[name=tile]").form"""
FORGERY = r"""localStorage["casino-seeds"] = localStorage["casino-seeds"].replace(/(seed":")./, "$1x")"""


def downloaded(page: Page, link: str, folder: Path) -> Path:
    with page.expect_download() as coming:
        page.get_by_role("link", name=link).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def checked(program: Path, record: Path) -> subprocess.CompletedProcess[str]:
    """Return the output of the downloaded program, run without access to this project."""
    command = [sys.executable, "-I", str(program), str(record)]
    return subprocess.run(command, cwd=record.parent, capture_output=True, text=True, check=False)


def test_players_who_are_there_are_protected_from_everyone(visit: Visit, tmp_path: Path) -> None:
    """The players do nothing for it: each browser gives a hash first, and shows its seed when the table is full."""
    host, friend, stranger = visit(), visit(), visit()
    friend.sit_down(host.open_table(GAME, "Friends (invite link)"))
    for player in (host, friend):
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()

    fair = host.page.url + "fair/"
    stranger.page.goto(fair)
    promised = stranger.page.locator(".code").first.inner_text()
    expect(stranger.page.get_by_text("The game isn’t over yet.")).to_be_visible()

    friend.resign()
    stranger.page.reload()
    expect(stranger.page.get_by_text("Yes: everything was dealt as promised.")).to_be_visible()
    expect(stranger.page.get_by_text("Protection: no one could choose these cards")).to_be_visible()
    expect(stranger.page.get_by_text("Your browser saw this fingerprint")).to_be_hidden()
    expect(stranger.page.locator(".code").first).to_have_text(promised)

    record = downloaded(stranger.page, "Download the record (JSON)", tmp_path)
    program = downloaded(stranger.page, "Download the program", tmp_path)
    told = checked(program, record)
    assert (told.returncode, told.stderr) == (0, ""), told.stdout
    seed = json.loads(record.read_text())["words"][1]
    record.write_text(record.read_text().replace(seed, "treacle"))
    assert checked(program, record).returncode == 1

    for player in (host, friend):
        player.page.goto(fair)
        expect(player.page.get_by_text("Your browser saw this fingerprint")).to_be_visible()
    host.page.evaluate(FORGERY)
    host.page.reload()
    expect(host.page.get_by_text("Ask the people who run this site about it.")).to_be_visible()


@exhaustive
def test_a_rematch_has_new_seeds_of_everyone(visit: Visit) -> None:
    host, friend = visit(), visit()
    friend.sit_down(host.open_table(GAME, "Friends (invite link)"))
    for player in (host, friend):
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()
    friend.resign()
    before = host.page.url
    host.page.get_by_role("button", name="Rematch").click()
    friend.page.get_by_role("button", name="Join the rematch").click()
    for player in (host, friend):
        player.page.wait_for_url(lambda url: url != before)
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible(timeout=SOON)
    host.resign()
    host.page.goto(host.page.url + "fair/")
    expect(host.page.get_by_text("Protection: no one could choose these cards")).to_be_visible()


@exhaustive
@pytest.mark.usefixtures("nobody_waits")
@pytest.mark.parametrize(("label", "protected"), [("5 min + 10 s", "no one could choose"), ("1 day", "the site alone")])
def test_quick_pairing_has_the_seeds_of_both(visit: Visit, label: str, protected: str) -> None:
    """The one who finds the table promises a seed with the tap, and shows it on the table's page."""
    host, joiner = visit(), visit()
    for player in (host, joiner):
        player.page.goto("/")
        player.page.locator(".tiles").get_by_role("button", name=label).click()
        player.table.wait_for()
    for player in (host, joiner):
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible(timeout=SOON)
    joiner.resign()
    for player in (host, joiner):
        player.page.goto(player.page.url + "fair/")
        expect(player.page.get_by_text(f"Protection: {protected}")).to_be_visible()
        expect(player.page.get_by_text("Your browser saw this fingerprint")).to_be_visible()
        expect(player.page.get_by_text("(from the secret)")).to_have_count(0)


@exhaustive
@pytest.mark.usefixtures("nobody_waits")
def test_who_waits_for_an_opponent_asks_again_with_a_promise(visit: Visit) -> None:
    waiting = visit()
    waiting.page.goto("/")
    waiting.page.locator(".tiles").get_by_role("button", name="5 min + 10 s").click()
    expect(waiting.page.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    waiting.page.wait_for_function("() => window.htmx")
    with waiting.page.expect_request("**/play/quick/") as asked:
        waiting.page.evaluate(f"htmx.ajax('POST', '/play/quick/', {{ source: {ASKING} }})")
    assert re.search(r"seed_hash=[0-9a-f]{64}&", asked.value.post_data or "")


@exhaustive
@pytest.mark.usefixtures("nobody_waits")
def test_without_scripts_quick_pairing_leads_to_the_seat(visit: Visit) -> None:
    host, joiner = visit(), visit(java_script_enabled=False)
    for player in (host, joiner):
        player.page.goto("/")
        player.page.locator(".tiles").get_by_role("button", name="2 min + 5 s").click()
        player.table.wait_for()
    expect(joiner.page.get_by_text("A player is waiting here. Take the seat to play.")).to_be_visible()
    joiner.page.locator("details.seed summary").click()
    joiner.page.get_by_label("Any text").fill("three dice")
    joiner.page.get_by_role("button", name="Sit down and play").click()
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible(timeout=SOON)
    host.page.goto(host.page.url + "fair/")
    expect(host.page.get_by_role("row", name="three dice")).to_be_visible()


def test_a_game_against_the_computer_begins_at_once_with_a_seed(visit: Visit) -> None:
    player = visit()
    player.play_the_computer()
    expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()
    player.page.goto(player.page.url + "fair/")
    expect(player.page.get_by_text("Protection: the site alone couldn’t choose these cards")).to_be_visible()
    expect(player.page.get_by_text("Your browser saw this fingerprint")).to_be_visible()


@exhaustive
def test_the_game_begins_when_a_browser_has_lost_its_seed(visit: Visit) -> None:
    host, friend = visit(), visit()
    link = host.open_table(GAME, "Friends (invite link)")
    host.page.evaluate("localStorage.clear()")
    friend.sit_down(link)
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible(timeout=SOON)
    host.page.goto(link + "fair/")
    expect(host.page.get_by_text("didn’t show its seed in time")).to_be_visible()
    expect(host.page.get_by_text("Protection: the site alone couldn’t choose these cards")).to_be_visible()


@exhaustive
def test_without_scripts_a_typed_seed_goes_into_the_shuffle(visit: Visit) -> None:
    host, friend = visit(), visit(java_script_enabled=False)
    friend.page.goto(host.open_table(GAME, "Friends (invite link)"))
    friend.page.locator("details.seed summary").click()
    friend.page.get_by_label("Any text").fill("rhubarb & <custard>")
    friend.page.get_by_role("button", name="Sit down and play").click()
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible(timeout=SOON)
    host.page.goto(host.page.url + "fair/")
    expect(host.page.get_by_role("row", name="rhubarb & <custard>")).to_be_visible()
