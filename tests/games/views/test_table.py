"""The table page: its contents for each viewer, and the secrets it never shows."""

import re
from collections.abc import Callable
from time import monotonic

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import Person
from accounts.services import create_guest
from casino.sockets import missing_sockets
from games import services
from games.consumers.table import TABLE, TableConsumer
from games.domain.cards import Card
from games.live.batches import PushRequest, Rendered
from games.live.presence import presence_by_seat
from games.log import recent_states
from games.log.recent_states import cached_game, cached_seat
from games.models import Game, Seat
from games.models.social import Presence
from games.presenters.cards import card_name
from tests.games.tables import RULES, person
from tests.games.viewers import Page, Viewer, held, laid, told_after

pytestmark = pytest.mark.django_db


def waiting() -> Viewer:
    """Return Ann's view, alone at a table for two."""
    ann = person("Ann")
    return Viewer(services.start_game(ann, RULES, "casino", 2, False, "friends"), ann)


def test_a_first_game_offers_the_tutorial_and_explains_the_plays_until_a_game_is_over() -> None:
    ann, bob = laid("casino", "", "")
    page = ann.look()
    assert 'class="play first"' in page.html
    assert 'class="tag now learn"' not in page.html
    eve = person("Eve")
    alone = Viewer(services.start_game(eve, RULES, "casino", 2, False, "computer"), eve).look()
    assert 'class="play first"' in alone.html
    assert re.search(r'class="tag now learn" href="/learn/"', alone.html)
    assert "Choose a card in your hand to see what it can do." in page.text
    bob.post("resign", seq=bob.look().seq)
    ann.post("rematch")
    bob.post("rematch")
    again = Viewer(Game.objects.get(rematch_of=ann.game), Person.objects.get(display_name="Ann")).look()
    assert "Choose a card" in again.text or "Waiting for" in again.text
    assert 'class="play"' in again.html


# --- before the game -------------------------------------------------------------------------------------------------


def test_who_waits_gets_a_link_to_send() -> None:
    ann = waiting()
    page = ann.look()
    assert "Waiting for players" in page.text
    assert f"http://testserver{ann.address()}" in [each.get("value") for each in page.inputs]
    assert "Sit down and play" not in page.buttons


def test_who_follows_the_link_is_offered_the_free_seat() -> None:
    friend = Viewer(waiting().game)
    page = friend.look()
    assert "Sit down and play" in page.buttons
    assert "Take seat 1 and play" not in page.buttons


def test_who_follows_the_link_reads_who_invites_to_what_and_how_it_is_played() -> None:
    page = Viewer(waiting().game).look()
    assert "Ann wants to play Casino with you" in page.text
    assert "What happened" not in page.text
    assert "On your turn, play one card." in page.text
    assert [label for label in page.buttons if "play" in label.lower()] == ["Sit down and play"]


def test_messengers_show_the_invitation_the_rules_and_a_picture() -> None:
    ann = waiting()
    html = Viewer(ann.game).look().html
    assert '<meta property="og:title" content="Ann invites you to Casino, 2 players, ' in html
    assert 'property="og:description" content="On your turn, play one card.' in html
    assert f'<meta property="og:image" content="http://testserver{ann.address("invitation_picture")}">' in html


def test_who_waits_may_share_the_link_in_the_browsers_way_or_show_its_code() -> None:
    page = waiting().look()
    assert page.buttons["Share link"]["data-share"].startswith("Ann invites you to Casino")
    code = page.html.partition('class="scan" role="img" aria-label="The link as a QR code"')[2]
    assert code.partition("</div>")[0].count("<svg") == 1


@pytest.mark.parametrize(("typed", "shown"), [("  Bea ", "Bea"), ("", None)])
def test_who_sits_down_plays_under_the_name_that_was_typed(typed: str, shown: str | None) -> None:
    friend = Viewer(waiting().game)
    friend.post("take_seat", display_name=typed)
    seat = Seat.objects.get(game=friend.game, number=2)
    assert seat.person
    assert seat.name == str(seat.person)
    assert shown in (None, seat.name)


def test_a_name_that_is_taken_or_not_allowed_is_told_before_anyone_sits_down() -> None:
    friend = Viewer(waiting().game)
    for typed, told in (("ann", "This name is taken"), ("Admin", "That name is reserved.")):
        assert told in told_after(friend.post("take_seat", display_name=typed))
    assert not Seat.objects.filter(game=friend.game, number=2).exists()


def test_a_member_is_not_asked_for_a_name_and_keeps_theirs() -> None:
    ann, bob = waiting(), person("Bob")
    friend = Viewer(ann.game, bob)
    assert "display_name" not in [each.get("name") for each in (*friend.look().inputs, *ann.look().inputs)]
    friend.post("take_seat", display_name="Bea")
    assert Seat.objects.get(game=ann.game, number=2).name == "Bob"


def test_a_guest_who_hosts_chooses_a_name_before_sharing_the_link() -> None:
    guest = create_guest()
    host = Viewer(services.start_game(guest, RULES, "casino", 2, False, "friends"), guest)
    html = host.look().html
    assert html.index('name="display_name"') < html.index('id="link"')
    assert "Bea" in Page(host.client.post(host.address("name_guest"), {"display_name": "Bea"}, follow=True)).text
    assert "Bea wants to play Casino with you" in Viewer(host.game).look().text
    assert "That name is reserved." in told_after(host.post("name_guest", display_name="Admin"))


def test_a_stranger_who_sits_down_is_a_guest_and_the_game_begins() -> None:
    ann = waiting()
    friend = Viewer(ann.game)
    page = friend.press_seat("Sit down and play")
    assert len(page.offered("hand")) in (0, 4)
    seat = Seat.objects.get(game=ann.game, number=2)
    assert seat.person
    assert seat.person.is_guest
    assert "Your turn" in page.text + ann.look().text


def test_sitting_down_with_htmx_loads_the_whole_page() -> None:
    friend = Viewer(waiting().game)
    response = friend.post("take_seat", htmx=True, seat=2)
    assert response["HX-Redirect"] == friend.address()


def test_a_seat_is_given_once() -> None:
    ann = waiting()
    for name in ("Bob", "Cleo"):
        Viewer(ann.game, person(name)).post("take_seat", seat=2)
    assert Seat.objects.get(game=ann.game, number=2).name == "Bob"


def test_who_comes_too_late_is_told_so() -> None:
    ann = waiting()
    Viewer(ann.game, person("Bob")).post("take_seat", seat=2)
    late = Viewer(ann.game, person("Cleo"))
    late.post("take_seat", seat=2)
    assert "Seat 2 is already taken." in late.look().text


# --- in the game -----------------------------------------------------------------------------------------------------


def test_an_unknown_game_is_not_found(client: Client) -> None:
    for name in ("table", "move_choices"):
        assert client.get(reverse(f"games:{name}", args=["nowhere"])).status_code == 404


def test_one_sees_ones_own_hand_and_no_other() -> None:
    ann, bob = laid("casino", "2H 3H 4H 5H", "2C 3C 4C 5C", table="KS QS JS TS")
    cards = dict.fromkeys(card for _, card in held(ann.game))
    for seat, viewer in ((1, ann), (2, bob), (0, Viewer(ann.game))):
        html = viewer.look().html
        shown = {card for card in cards if card_name(card) in html or f'"{card}"' in html}
        assert shown == {card for owner, card in held(ann.game) if owner == seat}


def test_the_table_shows_all_that_lies_on_it() -> None:
    ann, _ = laid("casino", "", "", table="KS QH JD TC")
    page = ann.look()
    assert page.offered("item") == ["KS", "QH", "JD", "TC"]
    for code in ("KS", "QH", "JD", "TC"):
        assert card_name(Card(code)) in page.text


def test_the_table_tells_whose_turn_it_is_and_who_deals() -> None:
    ann, bob = laid("casino", "", "")
    assert "Your turn" in ann.look().text
    assert "Waiting for Ann" in bob.look().text
    assert "D (dealer) You" in bob.look().text
    assert "D (dealer) Bob" in ann.look().text


def test_piles_stock_and_scores_are_counts() -> None:
    ann, bob = laid("casino", "9S", "", table="9H")
    ann.play("9Sx9H")
    text = bob.look().text
    assert "Ann score 0 of 21 +4 this round Points if it ended now 3 cards in hand" in text
    assert "3 cards in hand Last capture: nine of hearts, nine of spades 2 taken" in text
    assert "40 left" in text
    assert "to 21 points · round 1 · deal 1" in text


def test_who_does_not_play_cannot_choose() -> None:
    ann, bob = laid("casino", "", "")
    for viewer in (bob, Viewer(ann.game)):
        page = viewer.look()
        assert not page.offered("hand")
        assert not page.offered("item")
        assert not page.moves


def test_a_build_shows_value_and_owner_and_a_multiple_one_is_locked() -> None:
    ann, bob = laid("casino", "4S 9H", "5S 9D", table="5H 9C 4C")
    ann.play("4S+5H=9")
    assert "Build of 9: 4♠ 5♥. Owner: Ann" in bob.look().text
    bob.play("5S+4C,[4S5H]=9")
    page = ann.look()
    assert "Build of nines, can’t be raised: 4♠ 4♣ 5♠ 5♥. Owner: Bob" in page.text
    assert "tray locked" in page.html


def test_what_happened_since_ones_own_move_is_told() -> None:
    ann, bob = laid("casino", "9S 2H", "5S", table="9H 5D KD QD")
    ann.play("9Sx9H")
    bob.play("5Sx5D")
    text = ann.look().text
    assert "You took 9♥ with 9♠." in text
    assert "Bob took 5♦ with 5♠." in text
    ann.play("2H")
    assert "You trailed 2♥. Bob took 5♦ with 5♠. You took" in ann.look().text, "the latest first"


def test_what_happened_last_is_told_and_stays_while_a_card_is_chosen() -> None:
    ann, bob = laid("casino", "9S 2H", "5S 3C", table="9H 5D KD QD")
    ann.play("9Sx9H")
    assert "Ann took 9♥ with 9♠" in latest(bob.look())
    assert "Ann took 9♥ with 9♠" in latest(bob.look(hand="5S"))
    assert "You took 9♥ with 9♠" in latest(ann.look())


def latest(page: Page) -> str:
    (plays,) = re.findall(r'<ol class="plays"[^>]*>(.*?)</ol>', page.html, re.DOTALL) or [""]
    return re.sub("<.*?>", "", plays)


def test_a_card_that_another_has_laid_down_is_marked() -> None:
    ann, bob = laid("casino", "9S", "5S")
    ann.play("9S")
    assert marked_fresh(bob.look()) == ["nine of spades"]
    assert marked_fresh(ann.look()) == []


def marked_fresh(page: Page) -> list[str]:
    return re.findall(r'class="spot is-just">.*?class="sr">([^<]+)<', page.html, re.DOTALL)


def test_nobody_is_sent_anything_that_the_policy_would_stop() -> None:
    ann, _ = laid("casino", "", "")
    page = ann.client.get(ann.address())
    html = page.content.decode()
    assert "style=" not in html
    assert "<style" not in html
    assert re.findall(r"<script(?![^>]*\ssrc=)", html) == []
    assert re.findall(r'(?:src|href)="(?!/|#)[^"]*"', html) == []
    assert "unsafe" not in page["Content-Security-Policy"]


def test_a_table_is_never_kept_by_the_browser() -> None:
    ann, _ = laid("casino", "", "")
    assert "no-store" in ann.client.get(ann.address())["Cache-Control"]


def test_without_javascript_the_page_looks_again_by_itself_only_while_others_play() -> None:
    ann, bob = laid("casino", "", "")
    assert 'http-equiv="refresh"' not in ann.look().html
    assert '<noscript><meta http-equiv="refresh"' in bob.look().html


def test_a_guest_reads_in_the_menu_under_which_name_they_play() -> None:
    ann, _ = laid("casino", "", "")
    assert "You play as Ann" in ann.look().text


# --- the end ---------------------------------------------------------------------------------------------------------


def test_a_finished_game_shows_who_won_why_and_the_score() -> None:
    ann, bob = laid("casino", "", "")
    assert "round 1 · deal 1" in ann.look().text
    ann.post("resign", seq=ann.look().seq)
    for viewer, headline, reason in ((bob, "You won!", "Ann resigned."), (ann, "You lost to Bob", "You resigned.")):
        text = viewer.look().text
        assert headline in text
        assert reason in text
        assert re.search(r"Final score .*You .*Game 0", text)
        assert "deal 1" not in text
        assert 'class="rest"' not in viewer.look().html


def test_a_watcher_is_shown_the_way_to_the_next_game() -> None:
    ann, _ = laid("casino", "", "")
    ann.post("resign", seq=ann.look().seq)
    watcher = Viewer(ann.game)
    assert "Rematch" not in watcher.look().buttons
    ann.post("rematch")
    assert "Watch the next game" in watcher.look().text


def test_a_running_game_cannot_be_played_again() -> None:
    ann, _ = laid("casino", "", "")
    ann.post("rematch")
    assert "This game isn’t over yet." in ann.look().text


@pytest.mark.parametrize("name", ["table", "replay"])
def test_house_rules_above_the_table_stand_apart(name: str) -> None:
    ann, _ = laid({"preset": "casino", "face_builds": True, "most_cards": 2}, "", "")
    html = ann.client.get(ann.address(name)).content.decode()
    first, second = (f'<span class="tag">{words}</span>' for words in ("Builds of face cards: yes", "Most cards: 2"))
    assert {first, second} <= set(re.findall(r'<span class="tag">[^<]*</span>', html))
    assert "</span><span" not in html[html.index(first) : html.index(second) + len("<span")]


# --- database queries of a table, counted ----------------------------------------------------------------------------


AROUND = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def asked(act: Callable[[], object]) -> list[str]:
    """Return the statements that the function sends, without those of transactions."""
    with CaptureQueriesContext(connection) as queries:
        act()
    return [query["sql"] for query in queries if not query["sql"].startswith(AROUND)]


@pytest.fixture
def players() -> tuple[Viewer, Viewer]:
    """Two players who have both opened the table, so that this process has it cached."""
    ann, ben = laid("casino", "9S 4H", "8D 3C", table="5H KS QS JS")
    ann.look()
    ben.look()
    return ann, ben


def test_a_choice_takes_three(players: tuple[Viewer, Viewer]) -> None:
    """Session, person; the game with its seats."""
    ann, _ = players
    data = {"hand": "4H", "seq": str(Game.objects.get(pk=ann.game.pk).seq)}
    assert len(asked(lambda: ann.client.get(ann.address("move_choices"), data, headers={"HX-Request": "true"}))) == 3


@pytest.mark.django_db(transaction=True)  # what is remembered is remembered with the commit
def test_a_move_takes_eight_and_one_transaction_and_the_next_no_seat(players: tuple[Viewer, Viewer]) -> None:
    """Session, person, and seat; five for the move itself. This process knows the seats then."""
    for viewer, move, most in zip(players, ("4H", "3C"), (8, 7), strict=True):
        seen = Game.objects.get(pk=viewer.game.pk).seq
        statements = asked(lambda: viewer.post("play", htmx=True, move=move, seq=seen))  # noqa: B023
        assert Game.objects.get(pk=viewer.game.pk).seq > seen
        assert len(statements) == most


@pytest.mark.django_db(transaction=True)
def test_seats_read_long_ago_are_read_again(players: tuple[Viewer, Viewer], monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = players
    ann.post("play", htmx=True, move="4H", seq=Game.objects.get(pk=ann.game.pk).seq)
    now, owner = Game.objects.get(pk=ann.game.pk), Seat.objects.get(game=ann.game, number=1).person_id
    assert cached_seat(now.public_id, str(now.seq), owner)
    assert not cached_seat(now.public_id, str(now.seq - 1), owner)
    monkeypatch.setattr(recent_states, "monotonic", lambda: monotonic() + recent_states.MAX_SEAT_AGE + 1)
    assert not cached_seat(now.public_id, str(now.seq), owner)


def open_page(viewer: Viewer) -> TableConsumer:
    """The socket of the second seat's page."""
    consumer = TableConsumer()
    who = Person.objects.select_related("preferences").get(seats__game=viewer.game, seats__number=2)
    consumer.scope = {"user": who, "headers": [], "cookies": {}}
    consumer.public_id, consumer.hidden, consumer.seat = viewer.game.public_id, False, 2
    return consumer


def after_move(page: TableConsumer, seq: int) -> Rendered | None:
    """What is pushed to the page that shows event `seq`."""
    return page.render(cached_game(page.public_id, seq + 1), PushRequest(seq, seq), {})


def test_what_is_pushed_after_it_by_another_process_takes_two(players: tuple[Viewer, Viewer]) -> None:
    """The game, and its seats: the rest is cached."""
    ann, ben = players
    ann.post("play", htmx=True, move="4H", seq=Game.objects.get(pk=ann.game.pk).seq)
    page, number = open_page(ben), Game.objects.get(pk=ann.game.pk).seq
    assert len(asked(lambda: after_move(page, number - 1))) == 2


def test_what_the_process_pushes_that_has_played_it_takes_none(
    players: tuple[Viewer, Viewer], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ann, ben = players
    with django_capture_on_commit_callbacks(execute=True):
        ann.post("play", htmx=True, move="4H", seq=Game.objects.get(pk=ann.game.pk).seq)
    page, number = open_page(ben), Game.objects.get(pk=ann.game.pk).seq
    pushed: list[Rendered | None] = []
    assert not asked(lambda: pushed.append(after_move(page, number - 1)))
    assert pushed[0]
    assert "Ann trailed" in pushed[0].fragments[TABLE]
    later = len(asked(lambda: pushed.append(after_move(page, number))))
    assert later == 1, "what comes after it is not known yet"


def test_the_whole_page_takes_sixteen(players: tuple[Viewer, Viewer]) -> None:
    """The four of a choice; presence, messages, the right to write, the note, the number of waiting games, and whether
    it is the first game."""
    ann, _ = players
    assert len(asked(lambda: ann.client.get(ann.address()))) <= 16


# --- without a socket ------------------------------------------------------------------------------------------------


def news(viewer: Viewer, seq: str = "0") -> str:
    response = viewer.client.get(f"{viewer.address()}?news&seq={seq}", headers={"HX-Request": "true"})
    assert response.status_code == 200
    return response.content.decode()


def test_a_page_without_a_socket_gets_what_would_be_pushed() -> None:
    ann, bob = laid("casino", "9S 2C KH TC", "9C 8C 3C 5C")
    before = bob.look().seq
    ann.trail()
    told = news(bob, before)
    assert f'data-seq="{bob.look().seq}"' in told
    assert {'id="table"', 'id="company"', 'id="lines"'} <= set(re.findall(r'id="[a-z]+"', told))
    assert "<html" not in told


def test_a_player_whose_page_asks_for_news_is_there_and_few_requests_write_so() -> None:
    ann, bob = laid("casino", "9S 2C KH TC", "9C 8C 3C 5C")
    assert presence_by_seat(Game.objects.get())[2] == "gone"
    news(bob)
    assert presence_by_seat(Game.objects.get())[2] == "visible"
    first = Presence.objects.get().seen
    news(bob)
    assert Presence.objects.get().seen == first
    news(Viewer(ann.game))  # a spectator
    assert Presence.objects.count() == 1


def test_the_log_names_the_likely_cause_once_an_hour(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing_sockets, "_warned_at", float("-inf"))
    ann, bob = laid("casino", "9S 2C KH TC", "9C 8C 3C 5C")
    for viewer in (ann, bob, ann):
        news(viewer)
    assert len([record for record in caplog.records if "WebSocket upgrades" in record.message]) == 1
    monkeypatch.setattr(missing_sockets, "_warned_at", monotonic() - 3601)
    news(ann)
    assert len([record for record in caplog.records if "WebSocket upgrades" in record.message]) == 2
