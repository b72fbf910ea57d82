"""The what-if analysis: other moves from a moment of a finished game, for every seat, judged by the engine, not
stored."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.analysis.variations import play_variation
from games.domain.cards import Card
from games.domain.events import RoundStarted
from games.domain.evolve import fold
from games.domain.record import entries_of
from games.log.store import events_after
from games.models import Game, ImportedRecord, StoredEvent
from games.presenters.cards import card_name
from tests.games.computers import fresh
from tests.games.finished import finished_game
from tests.games.presenters.test_replay import DEAL, dealt, resigned
from tests.games.viewers import HTMX, Page, Viewer, laid, path_of

pytestmark = pytest.mark.django_db


def over(*moves: str, rules: Any = "casino", deal: tuple[str, ...] = DEAL, table: str = "2S QS JS TS") -> Viewer:
    """Return a game in which these moves were played, by the seats in turn, before the first seat gave it up."""
    viewers = laid(rules, *deal, table=table)
    for place, move in enumerate(moves):
        viewers[place % len(viewers)].play(move)
    return resigned(viewers)


def tried(viewer: Viewer, at: int, *line: str, **more: str) -> Page:
    asked: dict[str, Any] = {"at": at, "line": line, **more}
    return Page(viewer.client.get(viewer.address("variation"), asked))


# --- trying ----------------------------------------------------------------------------------------------------------


def test_every_seat_plays_by_the_tables_controls_with_all_hands_open() -> None:
    viewer = over("2Hx2S", "3C")
    page = tried(viewer, 0)
    assert "Ann to play" in page.text
    assert page.offered("hand") == DEAL[0].split()
    assert all(card_name(Card(code)) in page.text for hand in DEAL for code in hand.split())
    page = tried(viewer, 0, "3H")
    assert "Bob to play" in page.text
    assert "Ann trailed 3♥." in page.text
    assert page.offered("hand") == DEAL[1].split()
    assert set(page.offered("item")) == {"2S", "QS", "JS", "TS", "3H"}


def test_the_buttons_add_their_move_to_the_line() -> None:
    page = tried(over("2Hx2S"), 0, "3H", hand="3C", item="3H")
    button = page.buttons["Take 3♥ with 3♣ (2 cards)"]
    assert (button["name"], button["value"]) == ("line", "3Cx3H")
    sent = [(each["name"], each["value"]) for each in page.inputs if each.get("type") == "hidden"]
    assert sent[:2] == [("at", "0"), ("line", "3H")]


def test_what_is_refused_is_told_and_what_came_before_stays() -> None:
    viewer = over("2Hx2S")
    page = tried(viewer, 0, "3H", "4Cx2S,3H", "2C")
    assert "These cards don’t add up to the value of the 4♣. See the rule" in page.text
    assert f'href="{viewer.address("game_rules")}#rule-4-2"' in page.html
    assert "Bob to play" in page.text
    assert "You don’t hold the 3♥. See the rule" in tried(viewer, 0, "3H", "3H").text
    assert "rubbish" in tried(viewer, 0, "rubbish").text


def test_it_can_be_taken_back_and_left() -> None:
    viewer = over("2Hx2S")
    page = tried(viewer, 0, "3H", "3Cx3H")
    assert f'id="step-back" href="{viewer.address("variation")}?at=0&amp;line=3H"' in page.html
    assert f'href="{viewer.address("replay")}?at=0"' in page.html
    assert 'id="step-back"' not in tried(viewer, 0).html


def test_the_address_of_a_position_can_be_sent() -> None:
    viewer = over("2Hx2S")
    page = tried(viewer, 0, "3H", "3Cx3H")
    link = next(each["value"] for each in page.inputs if each.get("id") == "permalink")
    assert link == f"http://testserver{viewer.address('variation')}?at=0&line=3H&line=3Cx3H"
    assert "Bob took 3♥ with 3♣." in Page(Client().get(link)).text


def test_what_really_happened_stands_beside_it() -> None:
    viewer = over("2Hx2S", "3C")
    page = tried(viewer, 0)
    assert "Ann took 2♠ with 2♥." in page.text
    assert page.buttons["Play the actual move"]["value"] == "2Hx2S"
    assert tried(viewer, 0, "2Hx2S").buttons["Play the actual move"]["value"] == "3C"
    assert "Play the actual move" not in tried(viewer, 0, "3H").buttons
    assert f'<a href="{viewer.address("replay")}?at=2">Bob trailed 3♣.</a>' in tried(viewer, 0, "3H").html


def test_claims_and_calls_can_be_tried() -> None:
    cards = ("2H 3H 4H", "2C 3C 4C")
    assert "Ann claims the game" in tried(over("2H", rules="hungarian", deal=cards, table="QS JS"), 0).buttons
    viewer = over("5B", rules="tuxedo", deal=("5B 1B 6B 8B", "1R 4R 6R 8R", "1G 4G 6G 8G"), table="2Y 3R 9G 7G")
    page = tried(viewer, 0, "5Bx2Y,3R")
    called = page.buttons["Bob calls “orange”"]
    assert "Bob correctly called “orange.”" in tried(viewer, 0, "5Bx2Y,3R", called["value"]).text
    assert "Ann calls “orange”" not in page.buttons


def test_htmx_gets_what_the_choice_can_do() -> None:
    viewer = over("2Hx2S")
    page = tried(viewer, 0, hand="2H", item="2S")
    chosen: dict[str, Any] = {"at": 0, "hand": "2H", "item": "2S"}
    answer = viewer.client.get(viewer.address("variation"), chosen, headers=HTMX)
    html = answer.content.decode()
    assert html.lstrip().startswith('<form id="options"')
    assert "Take 2♠ with 2♥ (2 cards)" in page.buttons


# --- where it may be tried -------------------------------------------------------------------------------------------


def test_of_a_running_game_nothing_may_be_tried() -> None:
    ann, bob = dealt()
    ann.play("2H")
    for viewer in (ann, bob, Viewer(ann.game)):
        for headers in ({}, HTMX):
            response = viewer.client.get(viewer.address("variation"), {"at": 0}, headers=headers)
            assert path_of(response) == viewer.address("replay")
        page = Page(viewer.client.get(viewer.address("replay")))
        assert "When it is over, all hands are shown and you can explore other moves" in page.text
        assert viewer.address("variation") not in page.html


def test_the_replay_leads_to_it_where_somebody_is_to_play() -> None:
    viewer = over("2Hx2S")
    replay = viewer.address("replay")
    assert f'{viewer.address("variation")}?at=1"' in viewer.client.get(replay, {"at": 1}).content.decode()
    assert viewer.address("variation") not in viewer.client.get(replay, {"at": 2}).content.decode()
    response = viewer.client.get(viewer.address("variation"), {"at": 99})
    assert response["Location"] == f"{replay}?at=2"


def test_between_two_deals_nobody_has_anything_to_try() -> None:
    viewers = laid("casino", *DEAL, table="2S QS JS TS")
    for place in range(8):
        viewers[place % 2].trail()
    viewer = resigned(viewers)
    replay = viewer.address("replay")
    for at, offered in ((7, True), (8, False), (9, True)):
        link = f'{viewer.address("variation")}?at={at}"'
        assert (link in viewer.client.get(replay, {"at": at}).content.decode()) == offered
        assert (viewer.client.get(viewer.address("variation"), {"at": at}).status_code == 200) == offered


def test_it_may_be_tried_of_a_record() -> None:
    viewer = Viewer(finished_game())
    text = viewer.client.get(viewer.address("record_text")).content.decode()
    Client().post(reverse("games:records"), {"text": text})
    public_id = ImportedRecord.objects.get().public_id
    page = Page(Client().get(reverse("games:record_variation", args=[public_id]), {"at": 0}))
    assert "to play" in page.text
    assert reverse("games:record", args=[public_id]) in page.html


# --- to the end of the pack ------------------------------------------------------------------------------------------


@pytest.fixture
def game() -> Game:
    return finished_game()


def first_round(game: Game) -> tuple[int, list[str]]:
    """Return the number of events before the first play, and the first round's entries."""
    log = [event for _, event in events_after(fresh(game), 0)]
    rounds = [place for place, event in enumerate(log) if isinstance(event, RoundStarted)]
    end = rounds[1] if len(rounds) > 1 else len(log)
    return rounds[0] + 3, [entry for _, entry in entries_of(log[rounds[0] : end])]


def test_the_whole_round_again_leads_where_it_led_and_stops_there(game: Game) -> None:
    viewer, (opening, entries) = Viewer(game), first_round(game)
    log = [event for _, event in events_after(fresh(game), 0)]
    line = play_variation(fold(log[:opening]), [*entries, *entries])
    assert [each.entry for each in line.moves] == entries
    assert line.refusal is None
    assert line.state.round is None
    page = tried(viewer, 0, *entries)
    assert "The round is over. There is nothing more to explore here." in page.text
    as_tried, as_it_was = page.text.split("Your line")[1].split("Actual")
    assert as_tried.split("Round 1")[1].strip() == as_it_was.split("Round 1")[1].split("Your line")[0].strip()


def test_what_is_beyond_the_end_is_passed_over(game: Game) -> None:
    _, entries = first_round(game)
    assert tried(Viewer(game), 0, *entries, *["rubbish"] * 900).status == 200


def test_nothing_is_kept(game: Game) -> None:
    before = StoredEvent.objects.count(), fresh(game).seq
    tried(Viewer(game), 0, *first_round(game)[1])
    assert (StoredEvent.objects.count(), fresh(game).seq) == before
