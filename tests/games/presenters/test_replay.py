"""Replays of games: the contents after each move, for each viewer."""

import re
from itertools import cycle
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import services
from games.domain.cards import Card
from games.domain.events import CardsDealt, RoundStarted
from games.log.store import events_after, load
from games.models import Game, Seat
from games.presenters.cards import card_name, card_short
from tests.examples import exhaustive, some
from tests.games.computers import fresh
from tests.games.finished import finished_game
from tests.games.tables import RULES, person
from tests.games.viewers import HTMX, Page, Viewer, laid

pytestmark = pytest.mark.django_db

DEAL = ("2H 3H 4H 5H", "2C 3C 4C 5C")


def dealt() -> list[Viewer]:
    return laid("casino", *DEAL, table="2S QS JS TS")


def steps(viewer: Viewer) -> int:
    """Return the number of the replay's last moment."""
    found = re.search(r'id="step-last" href="[^"]*at=(\d+)"', at(viewer, 0).html)
    assert found
    return int(found[1])


def at(viewer: Viewer, place: int, **more: Any) -> Page:
    return Page(viewer.client.get(viewer.address("replay"), {"at": place}, **more))


def on_the_table(page: Page) -> str:
    return str(page.html).partition('aria-label="On the table"')[2].partition('class="stock"')[0]


def names_in(page: Page, cards: list[Card]) -> set[Card]:
    """Return the cards that a page reveals, by name, by sign or by code."""
    return {
        card
        for card in cards
        if card_name(card) in page.html or card_short(card) in page.html or re.search(rf"\b{card}\b", page.html)
    }


def resigned(viewers: list[Viewer]) -> Viewer:
    """End the game: whoever is there leaves, and the first resigns when alone or with one other."""
    others = viewers[1:] if len(viewers) > 2 else []
    for viewer in others:
        viewer.press(viewer.look(), "Yes, leave")
    viewers[0].press(viewers[0].look(), "Yes, resign")
    assert fresh(viewers[0].game).status == Game.Status.OVER
    return viewers[0]


# --- step by step ----------------------------------------------------------------------------------------------------


def test_it_begins_with_the_deal_and_goes_move_by_move() -> None:
    ann, bob = dealt()
    ann.play("2Hx2S")
    bob.play("3C")
    assert steps(ann) == 2
    assert "Round 1." in at(ann, 0).text
    assert f"You took {card_short(Card('2S'))} with {card_short(Card('2H'))}." in at(ann, 1).text
    assert card_name(Card("2S")) not in on_the_table(at(ann, 1))
    assert card_name(Card("3C")) in on_the_table(at(ann, 2))


def test_it_is_told_to_the_viewer_who_sits_nearest_and_to_a_stranger_by_names() -> None:
    ann, bob = dealt()
    ann.play("2Hx2S")
    for viewer, nearest, taker in ((ann, 1, "You"), (bob, 2, "Ann"), (Viewer(ann.game), 2, "Ann")):
        page = at(viewer, 1)
        assert f"{taker} took" in page.text
        assert 'class="portrait"' in page.html
        assert re.findall(r'data-seat="(\d)"', page.html.partition('opened near"')[2])[0] == str(nearest)


def test_a_move_is_disputed_among_people_alone() -> None:
    ann, _ = dealt()
    ann.play("2Hx2S")
    assert "Dispute this move" in at(ann, 1).text
    Seat.objects.filter(game=ann.game, number=2).update(person=None, bot="steady", name="Otto")
    assert "Dispute this move" not in at(ann, 1).text


def test_the_steps_are_links() -> None:
    ann, bob = dealt()
    ann.play("2Hx2S")
    bob.play("3C")
    address = ann.address("replay")
    page = at(ann, 1)
    for name, place in (("first", 0), ("back", 0), ("next", 2), ("last", 2)):
        assert re.search(rf'id="step-{name}" href="{address}\?at={place}"', page.html)
    assert 'id="step-back"' not in at(ann, 0).html
    assert 'id="step-next"' not in at(ann, 2).html


def test_the_list_of_moves_leads_to_each() -> None:
    ann, bob = dealt()
    ann.play("2Hx2S")
    bob.play("3C")
    page = at(ann, 2)
    assert re.search(r'at=1" id="at-1">You took', page.html)
    assert re.search(r'at=2" id="at-2" aria-current="step">Bob trailed', page.html)
    assert "Deal 1" in page.text


def test_a_place_past_the_end_is_the_end() -> None:
    ann, _ = dealt()
    ann.play("2H")
    assert at(ann, 99999).html.count('class="place">1 of 1<') == 1


@pytest.mark.parametrize("place", ["-1", "x", "1234567", "²"])
def test_what_is_no_place_is_not_found(place: str) -> None:
    ann, _ = dealt()
    assert ann.client.get(ann.address("replay"), {"at": place}).status_code == 404


def test_htmx_gets_the_fragment_alone() -> None:
    ann, _ = dealt()
    page = at(ann, 0, headers=HTMX)
    assert page.html.lstrip().startswith('<div id="table"')
    assert "<html" not in page.html


def test_a_table_that_waits_has_no_replay_yet() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    response = Client().get(reverse("games:replay", args=[game.public_id]))
    assert response["Location"] == reverse("games:table", args=[game.public_id])


def test_a_move_has_a_title_and_an_address_to_send() -> None:
    ann, _ = dealt()
    ann.play("2H")
    page = at(ann, 1)
    assert "<title>Move 1 of 1 · Casino</title>" in page.html
    address = f"http://testserver{ann.address('replay')}?at=1"
    assert [each["value"] for each in page.inputs if each.get("id") == "permalink"] == [address]


def test_an_unknown_game_has_none() -> None:
    for name in ("replay", "variation", "record_text", "record_json", "deal_verification"):
        assert Client().get(reverse(f"games:{name}", args=["nowhere"])).status_code == 404


# --- who sees what ---------------------------------------------------------------------------------------------------


def seen_until(game: Game, seat: int) -> set[Card]:
    """Return the cards that a seat, or with 0 a spectator, has seen: its own, and all that have been on the table."""
    seen: set[Card] = set()
    for _, event in events_after(fresh(game), 0):
        if isinstance(event, CardsDealt):
            seen |= {*event.table, *(event.hands[seat - 1] if seat else ())}
    state = load(fresh(game))[0]
    assert state.round
    return seen | {card for pile in state.round.piles for card in pile} | set(state.round.table.cards)


@exhaustive
def test_of_a_running_game_nobody_is_shown_a_card_not_seen_at_the_table() -> None:
    ann, bob = laid("casino", "", "")
    for _ in range(11):
        (ann if fresh(ann.game).turn == 1 else bob).trail()
    pack = next(event.pack for _, event in events_after(fresh(ann.game), 0) if isinstance(event, RoundStarted))
    for seat, viewer in ((1, ann), (2, bob), (0, Viewer(ann.game)), (0, Viewer(ann.game, person("Zoe")))):
        seen = seen_until(ann.game, seat)
        assert len(seen) < len(pack) - 20
        for place, more in zip(range(steps(viewer) + 1), cycle([{}, {"headers": HTMX}]), strict=False):
            assert names_in(at(viewer, place, **more), list(pack)) <= seen


def test_ones_own_hand_of_then_is_shown() -> None:
    ann, bob = dealt()
    ann.play("2Hx2S")
    bob.play("3C")
    own, others = list(map(Card, DEAL[0].split())), list(map(Card, "4C 5C".split()))
    assert names_in(at(ann, 0), own) == set(own)
    assert names_in(at(ann, 2), others) == set()
    assert names_in(at(Viewer(ann.game), 0), own) == {Card("2H")}  # it was played later, says the list of moves


def test_after_the_end_everybody_is_shown_all_hands() -> None:
    ann = resigned(dealt())
    page = at(Viewer(ann.game), 0)
    hands = [Card(code) for hand in DEAL for code in hand.split()]
    assert names_in(page, hands) == set(hands)


def test_what_was_left_behind_is_pointed_out_after_the_end() -> None:
    viewers = dealt()
    ann, bob = viewers
    ann.play("2H")
    assert "Left behind" not in at(bob, 1).text
    resigned(viewers)
    page = at(bob, 1)
    assert "Left behind" in page.text
    assert card_name(Card("2S")) in page.text[page.text.index("Left behind") :]
    assert "Left behind" not in at(bob, 0).text


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.fixture
def viewer() -> Viewer:
    return Viewer(finished_game())


def test_a_finished_game_from_its_first_deal_to_its_last_score(viewer: Viewer) -> None:
    last = steps(viewer)
    end = at(viewer, last)
    assert "won the game." in end.text
    assert "Most spades" in end.text
    assert "This round" in end.text
    told = re.search(r'class="place">(\d+) of (\d+)<', end.html)
    assert told
    assert told[1] == told[2]
    assert int(told[2]) < last  # moves alone, without deals and counts
    state = load(fresh(viewer.game))[0]
    assert len(re.findall(r'id="round-\d+"', end.html)) in (0, len(state.sheets))


@pytest.mark.parametrize("every", some([5, 1], 1))
def test_every_moment_can_be_looked_at(viewer: Viewer, every: int) -> None:
    for place in range(0, steps(viewer) + 1, every):
        assert at(viewer, place, headers=HTMX).status == 200


def test_a_step_asks_the_database_a_few_times(viewer: Viewer) -> None:
    viewer.look()  # from now on, the log is remembered
    for name in ("replay", "variation", "record_text", "record_json", "deal_verification"):
        with CaptureQueriesContext(connection) as asked:
            assert viewer.client.get(viewer.address(name)).status_code == 200
        assert len(asked) <= 6  # one of them: may others still play the same cards?
