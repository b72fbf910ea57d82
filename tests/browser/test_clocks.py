"""A player's time runs out, or a player leaves: the clock is put forward instead of waiting."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from games.domain.table_settings import DAY
from tests.browser.entering import Visit
from tests.browser.player import Player, wait_until
from tests.examples import exhaustive
from tests.live import LiveSite, live_site
from tests.post_office import Letters, post_office

MY_OWN = ".you .clock.running"
HOUR = 3600
GLANCE = 25  # seconds: who has been away for less has not been away
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
    settings = {"EMAIL_URL": office[1], "NOTIFICATION_DELAY": "0", "COMPUTER_PAUSE": "0.05", "CASINO_HEARTBEAT": "1"}
    with live_site(tmp_path_factory.mktemp("site") / "data", settings | {"CASINO_TEST_CLOCK": str(ahead)}) as running:
        yield running


def put_forward(ahead: Path, seconds: int) -> None:
    """Put the clock forward by so much more, in one write: the site may be reading."""
    so_far = int(ahead.read_text()) if ahead.exists() else 0
    ahead.with_suffix(".new").write_text(str(so_far + seconds))
    ahead.with_suffix(".new").replace(ahead)


@exhaustive
def test_who_is_away_is_reminded_by_mail_before_time_runs_out(
    visit: Visit, ahead: Path, office: tuple[Letters, str]
) -> None:
    """Six hours before, by default; the link in the mail leads to the table, where there is little time left."""
    letters, _ = office
    laid = visit.lay("who_reads_mail")
    put_forward(ahead, DAY - 5 * HOUR)
    player = visit()
    wait_until(player.page, lambda: "Your time is running out" in bodies(letters))
    (letter,) = [each for _, each in letters.letters if "Your time is running out" in body(each)]
    assert letter["To"] == "anna@mail.example"
    assert f"/g/{laid['game']}/" in body(letter)
    player.enter(laid)
    expect(player.page.get_by_role("timer")).to_have_text(re.compile("^4:"))


def body(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part
    return str(part.get_content())


def bodies(letters: Letters) -> str:
    return "; ".join(body(letter) for _, letter in letters.letters)


def test_time_runs_out_in_all_three_ways(visit: Visit, ahead: Path) -> None:
    losing, replaced, helped = [visit().enter(laid) for laid in visit.lay_all("by_the_clock()")]
    for player in (losing, replaced, helped):
        expect(player.page.get_by_role("timer")).to_have_text(re.compile("^1d|^23:"))
        expect(player.page.locator(MY_OWN)).to_have_count(1)
    put_forward(ahead, DAY)
    expect(losing.page.get_by_role("heading", name="You lost")).to_be_visible(timeout=NOTICED)
    expect(losing.page.locator(".hero").get_by_text("You ran out of time.")).to_be_visible()
    expect(helped.page.locator("#table:not(.mine)")).to_be_visible(timeout=NOTICED)
    expect(helped.page.locator(".hand .spot")).to_have_count(3)
    expect(helped.news.get_by_text("You ran out of time.")).to_be_visible()
    replaced.page.get_by_role("button", name="Take my seat back").click(timeout=NOTICED)
    expect(replaced.page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(replaced.page.get_by_role("button", name="Take my seat back")).to_be_hidden()


def at_table(visit: Visit, seats: int) -> list[Player]:
    """Bring all players of a live game to the table; each sees the others there."""
    laid = visit.lay(f"played_live({seats})")
    players = [visit().enter(laid, seat) for seat in range(1, seats + 1)]
    for player in players:
        expect(who_is_here(player).get_by_text(": online")).to_have_count(seats - 1)
    return players


def who_is_here(player: Player) -> Locator:
    return player.page.get_by_role("region", name="Players and spectators")


def wait_a_while(ahead: Path, *staying: Player) -> None:
    """Let a part of the minute pass. Those who stay reload: the time has jumped for their pages, too."""
    put_forward(ahead, GLANCE)
    for player in staying:
        player.page.reload()
        expect(who_is_here(player)).to_contain_text(": offline")


@exhaustive
def test_of_two_who_has_waited_claims_the_win(visit: Visit, ahead: Path) -> None:
    ann, ben = at_table(visit, 2)
    ben.page.context.close()
    expect(who_is_here(ann)).to_contain_text("Ben: offline")
    if ann.page.locator("#table.mine").count():
        ann.play_something()
    wait_a_while(ahead, ann)
    claim = ann.page.get_by_role("button", name="Claim the win")
    expect(claim).to_be_hidden()
    wait_a_while(ahead, ann)
    expect(who_is_here(ann)).to_contain_text("Ben seems to have left.", timeout=NOTICED)
    claim.click()
    expect(ann.page.get_by_role("heading", name="You won!")).to_be_visible()
    expect(ann.page.locator(".story")).to_contain_text("left the game.")


@exhaustive
def test_of_three_nobody_wins_by_it_and_who_left_comes_back(visit: Visit, ahead: Path) -> None:
    """The last of the three to play leaves. No one waits for them before it is their turn. Then one waits on, another
    lets the computer play; the seat is its player's again when they come back."""
    players = at_table(visit, 3)
    first = next(place for place, player in enumerate(players) if player.page.locator("#table.mine").count())
    one, other, leaving = (players[place % 3] for place in range(first, first + 3))
    name = ("Anna", "Ben", "Carla")[(first + 2) % 3]
    leaving.page.goto("/rules/")
    for player in (one, other):
        expect(who_is_here(player)).to_contain_text(f"{name}: offline")
    for _ in range(4):
        wait_a_while(ahead, one, other)
    for player in (one, other):
        expect(player.page.locator("#table.mine")).to_be_visible()
        expect(who_is_here(player)).not_to_contain_text("seems to have left")
        player.play_something()
    for player in (one, other):  # their pages learn of the wait without a reload
        expect(who_is_here(player)).to_have_attribute("hx-trigger", re.compile("^load delay"))
    for _ in range(2):
        wait_a_while(ahead, one, other)
    for player in (one, other):
        expect(who_is_here(player)).to_contain_text(f"{name} seems to have left.", timeout=NOTICED)
        expect(player.page.get_by_role("button", name="Claim the win")).to_have_count(0)
        offer, felt = (player.page.locator(part).bounding_box() for part in (".offer", ".felt"))
        assert offer
        assert felt
        assert offer["y"] + offer["height"] <= felt["y"], "it covers something"
    other.page.get_by_role("checkbox", name="Dismiss").check()
    expect(other.page.get_by_role("button", name="Let the computer take over")).to_be_hidden()
    one.page.get_by_role("button", name="Let the computer take over").click()
    for player in (one, other):
        expect(player.news).to_contain_text(f"A computer has taken over for {name}.")
        expect(who_is_here(player)).not_to_contain_text("seems to have left")
    leaving.page.go_back()
    leaving.page.get_by_role("button", name="Take my seat back").click()
    expect(leaving.page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(other.news).to_contain_text(f"{name} took their seat back.")
