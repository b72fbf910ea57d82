"""Cards on their way, seen while they travel: own moves, pushed ones, missed ones, moves taken back, replays. In
`make test`, a capture and missed moves stand for all of them."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import MY_TURN, Player, go, hear_from_the_server, wait_until
from tests.examples import exhaustive, some

SLOWLY = 0.2
"""The speed of all motion here: even a busy machine draws enough of it."""

FOLLOW = """() => {
    window.seen = [];
    const follow = () => {
        const cards = {};
        for (const card of document.querySelectorAll("#table [data-card]:not(.spread *), .sky [data-card]")) {
            const { left, top, width } = card.getBoundingClientRect();
            const style = getComputedStyle(card);
            if (width && style.opacity > 0.5) cards[card.dataset.card] = [left, top];
        }
        window.seen.push(cards);
        requestAnimationFrame(follow);
    };
    follow();
}"""
"""Records in each frame where every card is seen."""

REST = """() => new Promise((done) => {
    const look = () => (document.querySelector(".sky > *") ? setTimeout(look, 50) : done());
    setTimeout(look, 200);
})"""

UNDER_WAY = """one => {
    const glide = document.querySelector(one).closest(".spot").getAnimations()[0]?.effect.getComputedTiming();
    return glide && glide.localTime > glide.delay;
}"""

type Place = list[float]
type Frames = list[dict[str, Place]]


def two(visit: Visit) -> tuple[Player, Player]:
    """Return Anna, who has chosen the move of a nine that takes 9♥ 5♦ 4♦, and Ben, both with cards that move."""
    laid = visit.lay("captures_ahead")
    anna, ben = (moving(visit).enter(laid, seat) for seat in (1, 2))
    anna.choose(anna.hand.filter(has_text="nine of spades"))
    for player in (anna, ben):
        player.page.evaluate(REST)  # the deal has been seen, and the socket is open
        player.slowed(SLOWLY).page.evaluate(FOLLOW)
    return anna, ben


def moving(visit: Visit, **options: Any) -> Player:
    return visit(reduced_motion="no-preference", viewport={"width": 1366, "height": 768}, **options)


def take(anna: Player, ben: Player | None = None) -> None:
    """Play the capture, and wait until the pages have the table after it."""
    before = anna.seq
    anna.page.get_by_role("button", name="Take 4♦ 5♦ 9♥ with 9♠").press("Enter")
    for player in filter(None, (anna, ben)):
        player.page.locator(f'#table:not([data-seq="{before}"])').wait_for()


def frames(player: Player) -> Frames:
    """Return what was seen until all cards rested."""
    player.page.evaluate(REST)
    seen: Frames = player.page.evaluate("window.seen")
    return seen


def way(seen: Frames, card: str) -> list[Place]:
    """Return the places at which the card was seen, one after the other."""
    places: list[Place] = []
    for cards in seen:
        if card in cards and (not places or gap(cards[card], places[-1]) > 1):
            places.append(cards[card])
    return places


def gap(one: Place, other: Place) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def first_moved(seen: Frames, card: str) -> int:
    """Return the frame in which the card has left its first place."""
    start = next(cards[card] for cards in seen if card in cards)
    return next(index for index, cards in enumerate(seen) if card in cards and gap(cards[card], start) > 4)


def assert_travelled(places: list[Place]) -> None:
    """The card was seen at places far from both ends of its way."""
    between = [place for place in places if gap(place, places[0]) > 20 and gap(place, places[-1]) > 20]
    assert between, places


def last(seen: Frames, card: str) -> Place:
    return [cards for cards in seen if card in cards][-1][card]


def place(player: Player, selector: str) -> Place:
    box = player.page.locator(selector).bounding_box()
    assert box
    return [box["x"], box["y"]]


def centre(player: Player, selector: str) -> Place:
    box = player.page.locator(selector).bounding_box()
    assert box
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


@exhaustive
def test_a_capture_is_followed_from_the_hand_to_the_pile(visit: Visit) -> None:
    """By the player's own page, which has asked for the table, and by the other's, to which it is pushed."""
    anna, ben = two(visit)
    hand = place(anna, '#choose .hand [data-card="9S"]')
    width = anna.page.locator('#choose [data-card="9H"]').evaluate("card => card.offsetWidth")
    take(anna, ben)
    for watching in (anna, ben):
        seen = frames(watching)
        pile = centre(watching, '.pile[data-seat="1"]')
        for card in ("9S", "9H", "5D", "4D"):
            assert_travelled(way(seen, card))
            assert gap(last(seen, card), pile) < 150, card
        if watching is anna:
            assert gap(way(seen, "9S")[0], hand) < 20
        assert first_moved(seen, "9S") < first_moved(seen, "9H") <= first_moved(seen, "6C")
        beside = seen[first_moved(seen, "9H") - 1]["9S"]
        assert any(gap(beside, seen[0][card]) < 1.2 * width for card in ("9H", "5D", "4D"))
        expect(watching.page.locator(".sky > *, .aloft")).to_have_count(0)


@pytest.mark.exhaustive
def test_a_stolen_card_travels_from_pile_to_pile(visit: Visit) -> None:
    laid = visit.lay("steal_ahead")
    anna, ben = (moving(visit).enter(laid, seat) for seat in (1, 2))
    anna.choose(anna.hand.filter(has_text="ten of spades"))
    for player in (anna, ben):
        player.page.evaluate(REST)
        player.slowed(SLOWLY).page.evaluate(FOLLOW)
    stolen_from = [centre(player, '[data-card="TC"]') for player in (anna, ben)]
    anna.press(anna.page.get_by_role("button", name="and 10♣ from a pile"))
    ben.page.locator(f'#table[data-seq="{anna.seq}"]').wait_for()
    for watching, pile in zip((anna, ben), stolen_from, strict=True):
        seen = frames(watching)
        for card in ("TS", "TH", "TC"):
            assert_travelled(way(seen, card))
        assert gap(way(seen, "TC")[0], pile) < 100
        assert first_moved(seen, "TS") < first_moved(seen, "TC")
        gathered = seen[first_moved(seen, "5H") - 1]
        assert all(gap(gathered[card], gathered["TH"]) < 100 for card in ("TS", "TC"))
        assert gap(last(seen, "TC"), centre(watching, '.pile[data-seat="1"]')) < 150
        assert all(gap(where, pile) < 150 for where in way(seen, "TD"))  # it lay below


@pytest.mark.exhaustive
def test_the_sheet_and_the_points_of_a_round_wait_for_the_last_cards(visit: Visit) -> None:
    laid = visit.lay("last_card_of_round")
    mover, other = (moving(visit).enter(laid, seat) for seat in (laid["turn"], 3 - laid["turn"]))
    other.page.evaluate(REST)
    other.slowed(SLOWLY)
    mover.play_something()
    other.round_end.wait_for()
    look = """() => [
        document.querySelectorAll(".sky > *").length,
        Math.max(...[".slip", ".side > .gain", ".side > h2"].map((part) => {
            return getComputedStyle(document.querySelector(part)).opacity;
        })),
        ...[".slip", ".reel > span"].map((part) => {
            return document.querySelector(part).getAnimations()[0].effect.getTiming().delay;
        }),
    ]"""
    flying, seen, shown, counted = other.page.evaluate(look)
    assert flying > 0
    assert float(seen) < 0.1
    assert 0 < shown < counted
    other.slowed(1)
    expect(other.page.locator(".slip")).to_have_css("opacity", "1")


@exhaustive
def test_the_last_cards_travel_with_a_word_to_who_takes_them(visit: Visit) -> None:
    """Also the one that was trailed last."""
    laid = visit.lay("last_card_is_trailed")
    mover, other = (moving(visit).enter(laid, seat) for seat in (laid["turn"], 3 - laid["turn"]))
    for player in (mover, other):
        player.page.evaluate(REST)
        player.slowed(SLOWLY).page.evaluate(FOLLOW)
    cards = mover.page.locator(".board [data-card], .hand [data-card]").evaluate_all(
        "all => all.map((each) => each.dataset.card)"
    )
    mover.play_something()
    for player in (mover, other):
        player.round_end.wait_for()
        expect(player.page.locator(".taking")).to_have_text(re.compile("took the cards left on the table"))
        for said in (".taking", ".taking li >> nth=-1", ".ending > .felt"):
            expect(player.page.locator(said)).to_have_css("opacity", "1")
        expect(player.page.locator(".slip")).to_have_css("opacity", "0")
    seat = laid["turn"] if mover.page.locator(".taking p", has_text="You").count() else 3 - laid["turn"]
    for player in (mover, other):
        seen = frames(player)
        for card in cards:
            assert_travelled(way(seen, card))
            assert gap(last(seen, card), centre(player, f'.ending .pile[data-seat="{seat}"]')) < 80, card


@exhaustive
def test_a_cleared_table_is_ringed_when_its_cards_have_landed(visit: Visit) -> None:
    player = moving(visit).enter(visit.lay("captures_ahead(table='9H')"), 1)
    player.page.evaluate(REST)
    player.choose(player.hand.filter(has_text="nine of spades"))
    player.slowed(SLOWLY).moves.first.click()
    ring = "getComputedStyle(document.querySelector('.bare'), '::after').animationName"
    player.page.locator(".bare").wait_for()
    assert player.page.evaluate(ring) == "none"
    player.page.evaluate(REST)
    assert player.page.evaluate(ring) == "cleared"


@exhaustive
def test_news_while_the_last_cards_travel_does_not_end_the_count(visit: Visit) -> None:
    laid = visit.lay("last_card_of_round(preset='south-african')")  # decided in one round
    mover, other = visit().enter(laid), moving(visit).enter(laid, 3 - laid["turn"])
    other.page.evaluate(REST)
    other.slowed(SLOWLY / 20).page.evaluate("at => (performance.now = () => at)", 1e6)  # as slow as the motion
    mover.play_something()
    mover.page.get_by_role("button", name="Rematch").click()
    expect(other.page.get_by_text("Join the rematch")).to_be_attached()
    expect(other.page.locator(".ending > .felt")).to_have_css("opacity", "1")
    assert other.page.locator(".sky > *").count()
    assert other.page.evaluate("document.querySelector('.ending').getAnimations({ subtree: true }).length")


@exhaustive
def test_every_card_of_a_new_round_comes_from_the_stock(visit: Visit) -> None:
    """Also one that lay in a counted pile."""
    laid = visit.lay("last_card_of_round")
    player = moving(visit).enter(laid, laid["turn"])
    player.play_something()
    player.page.evaluate(REST)
    assert player.page.locator(".spread [data-card]").count() > 5  # at least the aces and casinos
    expect(player.next_round).to_be_visible()
    player.slowed(SLOWLY / 20)
    player.next_round.click()
    player.page.locator("#table.playing .hand [data-card]").first.wait_for()
    player.page.locator(".sky > *").first.wait_for()
    expect(player.page.locator("#table :is(.board, .hand) [data-card]:not(.aloft)")).to_have_count(0)


def test_what_a_move_has_led_to_is_told_when_its_cards_have_landed(visit: Visit) -> None:
    anna, ben = two(visit)
    ben.slowed(SLOWLY / 100)
    take(anna, ben)
    taken, turn = ben.page.locator('.pile[data-seat="1"] .taken b:visible'), ben.page.locator(".you .tag.now")
    ben.page.locator(".sky > *").first.wait_for()
    expect(taken).to_have_text("0")
    expect(turn).to_have_css("opacity", "0")
    ben.slowed(1)
    expect(taken).to_have_text("4")
    expect(turn).to_have_css("opacity", "1")


def test_a_move_that_comes_early_is_shown_after_the_one_before(visit: Visit) -> None:
    """A slow page gets the next move while the table of the one before waits for its card to rise."""
    laid = visit.lay("captures_ahead")
    anna, ben, watcher = (moving(visit).enter(laid, 1), moving(visit).enter(laid, 2), moving(visit))
    go(watcher.page, f"/g/{laid['game']}/")
    hear_from_the_server(watcher.page)
    watcher.page.evaluate(
        """() => {
            window.requestAnimationFrame = () => {};
            window.arrived = [];
            const note = () => window.arrived.push(document.getElementById("table").dataset.seq);
            document.addEventListener("table:arrive", note);
        }"""
    )
    anna.play_something()
    first = anna.seq
    expect(ben.page.locator(MY_TURN)).to_be_visible()
    ben.play_something()
    wait_until(watcher.page, lambda: watcher.page.evaluate("window.arrived.length"))
    assert watcher.page.evaluate("window.arrived[0]") == first


def test_ones_own_move_does_not_wait_for_the_missed_moves(visit: Visit) -> None:
    laid = visit.lay("last_card_of_round")
    player = moving(visit).enter(laid, laid["turn"])
    delays = "[...document.querySelectorAll('.sky > *')].flatMap((card) => card.getAnimations())"
    longest = f"Math.max(...{delays}.map((way) => way.effect.getTiming().delay))"
    assert player.page.evaluate(longest) > 3000, "a whole round was missed"
    player.play_something()
    player.round_end.wait_for()
    assert player.page.evaluate(longest) < 2000


@exhaustive
def test_a_tap_while_cards_travel_is_not_lost(visit: Visit) -> None:
    anna, ben = two(visit)
    take(anna, ben)
    ben.page.locator("#table.mine").wait_for()
    assert ben.page.locator(".sky > *").count()
    gliding = "#choose .board [data-card='6C']"  # the others have gone from beside it
    ben.page.wait_for_function(UNDER_WAY, arg=gliding)
    ben.slowed(0)
    ben.page.mouse.click(*centre(ben, '#choose .hand [data-card="8S"]'))
    expect(ben.hand.filter(has_text="eight of spades").locator("input")).to_be_checked()
    ben.page.mouse.click(*centre(ben, gliding))
    expect(ben.on_table.filter(has_text="six of clubs").locator("input")).to_be_checked()
    two_of_hearts = ben.on_table.filter(has_text="two of hearts").locator("input")
    ben.page.mouse.click(*centre(ben, "#choose .board [data-card='2H']"))
    expect(two_of_hearts).to_be_checked()
    expect(ben.page.locator("#choose.htmx-request")).to_have_count(0)  # until then Enter only goes to the moves
    before = ben.seq
    ben.page.get_by_role("button", name="Take 2♥ 6♣ with 8♠").press("Enter")
    expect(anna.page.locator("#table.mine")).to_be_visible()
    assert ben.seq != before


@pytest.mark.parametrize(("table", "how"), [("9H 6H 2H", "scale"), pytest.param("9H", "translate", marks=exhaustive)])
def test_a_character_reacts_only_while_cards_travel(visit: Visit, table: str, how: str) -> None:
    """It takes the six and the two with its eight, or is left nothing: then it does not answer here."""
    anna = moving(visit)
    if table == "9H":
        anna.page.route_web_socket(re.compile("."), lambda _: None)
    anna.enter(visit.lay(f"against_kit('{table}')"), 1)
    anna.choose(anna.hand.filter(has_text="nine of spades"))
    anna.page.evaluate(REST)
    anna.slowed(SLOWLY)
    face = anna.page.locator(".opp .portrait use")
    expect(face).to_have_css(how, "none")
    anna.page.get_by_role("button", name="Take 9♥ with 9♠").press("Enter")
    expect(face).not_to_have_css(how, "none")
    anna.page.evaluate(REST)
    expect(face).to_have_css(how, "none")


@pytest.mark.parametrize("how", some(["device", "setting"], 1))
def test_with_reduced_motion_nothing_travels(visit: Visit, how: str) -> None:
    laid = visit.lay("captures_ahead")
    player = (visit() if how == "device" else moving(visit)).enter(laid, 1)
    if how == "setting":
        player.page.evaluate("document.documentElement.dataset.motion = 'off'")
    player.choose(player.hand.filter(has_text="nine of spades"))
    player.page.evaluate(REST)
    player.page.evaluate(FOLLOW)
    take(player)
    expect(player.page.locator('.pile[data-seat="1"] [data-card="9S"]')).to_be_visible()
    seen = frames(player)
    assert len(way(seen, "9S")) == 2
    assert len(way(seen, "6C")) <= 2


@exhaustive
@pytest.mark.parametrize("away", ["closed", "hidden"])
def test_missed_moves_are_shown_in_order(visit: Visit, away: str) -> None:
    laid = visit.lay("three_friends")
    anna, ben = (visit().enter(laid, seat) for seat in (1, 2))
    carla = moving(visit).enter(laid, 3)
    carla.page.evaluate(REST)
    carla.slowed(SLOWLY / 3)  # a page that opens is busy at first
    if away == "closed":
        carla.page.goto("about:blank")
    else:
        carla.hide(True)
    for player, card in ((anna, "nine of spades"), (ben, "eight of spades")):
        assert player.wait_until_asked()
        player.choose(player.hand.filter(has_text=card))
        player.press(player.moves.first)
    if away == "closed":
        carla.page.add_init_script(f"addEventListener('DOMContentLoaded', {FOLLOW})")
        carla.page.goto(f"/g/{laid['game']}/")
    else:
        carla.page.locator("#table.mine").wait_for()
        assert carla.page.locator(".sky > *").count() == 0
        carla.page.evaluate(FOLLOW)
        carla.hide(False)
    seen = frames(carla)
    for card in ("9S", "8S"):
        assert_travelled(way(seen, card))
    assert first_moved(seen, "9S") < first_moved(seen, "8S")
    rested = next(index for index, cards in enumerate(seen) if gap(cards.get("9S", [0, 0]), seen[-1]["9S"]) < 2)
    assert rested <= first_moved(seen, "8S")


def test_missed_moves_are_skipped_by_a_tap(visit: Visit) -> None:
    laid = visit.lay("three_friends")
    players = [visit().enter(laid, seat) for seat in (1, 2)]
    for player in players:
        assert player.wait_until_asked()
        player.choose(player.hand.first)
        player.press(player.moves.first)
    carla = moving(visit).slowed(SLOWLY / 100).enter(laid, 3)  # they would take minutes
    expect(carla.page.locator(".sky > *")).not_to_have_count(0)
    carla.page.mouse.click(*centre(carla, '#choose .hand [data-card="7S"]'))
    expect(carla.page.locator(".sky > *")).to_have_count(0)
    expect(carla.hand.filter(has_text="seven of spades").locator("input")).to_be_checked()


@pytest.mark.exhaustive
def test_a_move_taken_back_travels_back_and_leaves_no_mark(visit: Visit) -> None:
    anna, ben = two(visit)
    start = way(ben.page.evaluate("window.seen"), "9H")[0]
    take(anna, ben)
    frames(anna)
    frames(ben)
    anna.page.get_by_role("button", name="Ask for a takeback").click()
    for player in (anna, ben):
        player.page.evaluate("() => { window.seen.length = 0; }")
    before = anna.seq
    ben.page.get_by_role("button", name="Agree").click()
    anna.page.locator(f'#table:not([data-seq="{before}"])').wait_for()
    for player in (anna, ben):
        expect(player.page.locator('#choose .board [data-card="9H"]')).to_be_visible()
        seen = frames(player)
        assert_travelled(way(seen, "9H"))
        assert gap(seen[-1]["9H"], start) < 4
        expect(player.page.locator(".spot.is-just")).to_have_count(0)
        expect(player.page.locator(".news li:visible", has_text="took")).to_have_count(0)
    assert_travelled(way(anna.page.evaluate("window.seen"), "9S"))
    expect(anna.hand.filter(has_text="nine of spades")).to_be_visible()


@pytest.mark.exhaustive
def test_a_replay_moves_cards_forward_and_backward(visit: Visit) -> None:
    player = moving(visit).slowed(SLOWLY).enter(visit.lay("given_up"))
    player.page.goto(f"{player.page.url}replay/")
    player.page.evaluate(FOLLOW)
    for key, card in (("ArrowRight", "9S"), ("ArrowRight", "9C"), ("ArrowLeft", "9S"), ("ArrowLeft", "9S")):
        player.page.evaluate("() => { window.seen.length = 0; }")
        before = player.page.locator("#table").get_attribute("data-seq")
        player.page.keyboard.press(key)
        player.page.locator(f'#table:not([data-seq="{before}"])').wait_for()
        assert_travelled(way(frames(player), card))


@pytest.mark.exhaustive
def test_what_if_moves_cards_and_keeps_its_address(visit: Visit) -> None:
    player = moving(visit).slowed(SLOWLY).enter(visit.lay("given_up"))
    page = player.page
    page.goto(f"{page.url}variation/?at=0")
    player.hand.filter(has_text="nine of spades").click()
    page.locator("#options button").first.wait_for()
    page.evaluate(FOLLOW)
    page.locator("#options button", has_text="Take 4♦ 5♥").press("Enter")
    page.locator('#table[data-seq="1"]').wait_for()
    expect(page).to_have_url(re.compile("line="))
    assert_travelled(way(frames(player), "5H"))
    page.evaluate("() => { window.seen.length = 0; }")
    page.get_by_role("link", name="Undo the last move").press("Enter")
    page.locator('#table[data-seq="0"]').wait_for()
    assert_travelled(way(frames(player), "5H"))
    expect(page).not_to_have_url(re.compile("line="))
