"""Players dispute moves, and agree to stop the game."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import services
from games.domain.move_generation import legal_moves
from games.domain.notation import read_move
from games.domain.perspective import perspective_of
from games.log.store import load
from games.models import Game, Seat
from games.notifications.models import Notification
from games.rulings import disputes, ruling_service
from games.rulings.models import Dispute
from games.services import Accepted, timeouts
from games.tasks.hooks import leave_games
from games.tasks.turns import play_bot_turn, recover_overdue_games
from tests.games.finished import finished_game
from tests.games.recipients import two_at_a_table
from tests.games.tables import RULES, person
from tests.games.timed import MONDAY, kinds, standing_time, timed_game
from tests.games.viewers import Page, Viewer
from tests.rulings.cases import Ruling, director, disputed, fresh, mover, moves_now, play, refused, ruled, seat, sound

pytestmark = pytest.mark.django_db


def test_a_dispute_stands_in_the_log_by_number_and_beside_it_in_words(game: Game) -> None:
    at = play(game)
    dispute = disputed(game, at)
    event = fresh(game).events.last()
    assert event
    assert (event.type, event.payload) == ("dispute_opened", {"seat": dispute.seat, "dispute_no": 1, "event_seq": at})
    assert (dispute.text, dispute.state, dispute.event_seq) == ("That was wrong.", "open", at)
    assert sound(game)


def test_it_says_why_and_at_no_greater_length_than_is_read(game: Game) -> None:
    at = play(game)
    assert refused(disputes.open_dispute(mover(game), at, "  ")) == "dispute-no-text"
    assert refused(disputes.open_dispute(mover(game), at, "x" * 1001)) == "dispute-too-long"
    assert refused(disputes.open_dispute(mover(game), 1, "x")) == "dispute-no-move"
    assert not Dispute.objects.exists()


def test_three_can_be_open_at_a_time(game: Game) -> None:
    at = play(game)
    mine = mover(game).number
    for _ in range(3):
        disputed(game, at, by=mine)
    assert refused(disputes.open_dispute(seat(game, mine), at, "Again.")) == "dispute-many"
    assert isinstance(disputes.withdraw(Dispute.objects.latest("pk"), seat(game, mine)), Accepted)
    assert disputed(game, at, by=mine).number == 4


def test_a_game_that_is_over_is_disputed_for_fourteen_days() -> None:
    with time_machine.travel(MONDAY, tick=False) as time:
        game = finished_game()
        at = game.events.filter(type="card_trailed").latest("seq").seq
        time.shift(timedelta(days=14))
        disputed(game, at, by=1)
        time.shift(timedelta(seconds=1))
        assert refused(disputes.open_dispute(seat(game, 1), at, "Too late.")) == "dispute-late"
        assert sound(game)


def test_only_who_disputes_withdraws_and_only_once(game: Game) -> None:
    dispute = disputed(game, play(game), by=1)
    assert refused(disputes.withdraw(dispute, seat(game, 2))) == "dispute-not-yours"
    assert isinstance(disputes.withdraw(dispute, seat(game, 1)), Accepted)
    assert refused(disputes.withdraw(dispute, seat(game, 1))) == "dispute-settled"
    assert refused(disputes.agree_to_pause(dispute, seat(game, 2))) == "dispute-settled"


# --- standing still -----------------------------------------------------------------------------------------------


def test_the_game_stands_still_when_all_people_want_it() -> None:
    game = timed_game(seats=3)
    dispute = disputed(game, play(game), stop=True, by=1)
    assert fresh(game).turn
    disputes.agree_to_pause(dispute, seat(game, 2))
    assert refused(disputes.agree_to_pause(dispute, seat(game, 2))) == "stop-wanted"
    assert fresh(game).turn
    disputes.agree_to_pause(dispute, seat(game, 3))
    assert (fresh(game).status, fresh(game).turn) == (Game.Status.PLAYING, 0)
    assert refused(disputes.agree_to_pause(dispute, seat(game, 1))) == "frozen-already"
    assert kinds(game)[-1] == "game_paused"
    assert sound(game)


def test_no_move_is_accepted_meanwhile(game: Game, dora: Person) -> None:
    at = play(game)
    due, moves = mover(game), moves_now(game)
    ruling_service.pause_game(disputed(game, at), dora)
    assert refused(services.play(due, moves[0], fresh(game).seq)) == "frozen"
    assert refused(services.make_offer(due, "drawn", fresh(game).seq)) == "frozen"


def test_with_computers_alone_nobody_need_be_asked() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer")
    state, _ = load(fresh(game))
    if fresh(game).turn == 2:
        play_bot_turn.func(game.public_id, fresh(game).seq)
    at = play(game)
    disputed(game, at, stop=True, by=1)
    assert load(fresh(game))[0].paused
    before = fresh(game).seq
    play_bot_turn.func(game.public_id, before)
    recover_overdue_games()
    assert fresh(game).seq == before
    assert state.seats == 2
    assert sound(game)


def test_the_computer_plays_on_when_the_game_does() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer")
    if fresh(game).turn == 2:
        play_bot_turn.func(game.public_id, fresh(game).seq)
    dispute = disputed(game, play(game), stop=True, by=1)
    disputes.withdraw(dispute, seat(game, 1))
    assert fresh(game).turn == 2
    play_bot_turn.func(game.public_id, fresh(game).seq)
    assert fresh(game).turn == 1


@pytest.mark.parametrize("clock", ["live", "turn", "bank"])
def test_no_time_runs_while_it_stands_still(clock: str) -> None:
    with standing_time() as time:
        game = timed_game(clock=clock, time=300)
        at = play(game)
        time.passes(100)
        dora = director()
        dispute = disputed(game, at)
        ruling_service.pause_game(dispute, dora)
        assert fresh(game).deadline is None
        time.passes(10_000)
        recover_overdue_games()
        ruling_service.resume(dispute, dora)
        due = fresh(game).deadline
        assert due
        assert (due - MONDAY).total_seconds() == 100 + 10_000 + 200
        assert sound(game)
        time.passes(201)
        assert timeouts.overdue_games() == [(game.public_id, fresh(game).seq)]


def test_a_dispute_that_is_withdrawn_lets_the_game_go_on(game: Game) -> None:
    first = disputed(game, play(game), stop=True, by=1)
    other = disputed(game, first.event_seq, by=1)
    disputes.agree_to_pause(first, seat(game, 2))
    disputes.withdraw(other, seat(game, 1))
    assert load(fresh(game))[0].paused
    disputes.withdraw(first, seat(game, 1))
    assert not load(fresh(game))[0].paused
    assert sound(game)


def test_whose_clock_runs_again_after_a_pause_is_told() -> None:
    game, _mover, waiting = two_at_a_table()
    dispute = disputed(game, play(game), stop=True, by=1)
    disputes.agree_to_pause(dispute, seat(game, 2))
    Notification.objects.all().delete()
    disputes.withdraw(dispute, seat(game, 1))
    (told,) = Notification.objects.all()
    assert (told.kind, told.person) == ("my_turn", waiting)


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_nobody_keeps_the_game_stopped_alone_by_another_dispute(game: Game, when: str) -> None:
    """All agreed to stop it for the first one only."""
    first = disputed(game, play(game), stop=True, by=1)
    if when == "before":
        second = disputed(game, first.event_seq, stop=True, by=2)
    disputes.agree_to_pause(first, seat(game, 2))
    assert load(fresh(game))[0].paused
    if when == "meanwhile":
        second = disputed(game, first.event_seq, stop=True, by=2)
    disputes.withdraw(first, seat(game, 1))
    assert not load(fresh(game))[0].paused
    assert isinstance(disputes.agree_to_pause(second, seat(game, 1)), Accepted)
    assert load(fresh(game))[0].paused == (when == "before")
    assert sound(game)


def test_a_director_keeps_it_stopped_as_long_as_anything_is_disputed(game: Game, dora: Person) -> None:
    first = disputed(game, play(game), by=1)
    second = disputed(game, first.event_seq, by=2)
    ruling_service.pause_game(first, dora)
    disputes.withdraw(first, seat(game, 1))
    assert load(fresh(game))[0].paused
    disputes.withdraw(second, seat(game, 2))
    assert not load(fresh(game))[0].paused


def test_who_resigns_meanwhile_has_resigned(game: Game, dora: Person) -> None:
    ruling_service.pause_game(disputed(game, play(game)), dora)
    assert isinstance(services.resign(seat(game, 1), fresh(game).seq), Accepted)
    assert fresh(game).status == Game.Status.OVER
    assert sound(game)


# --- people -------------------------------------------------------------------------------------------------------


def test_who_leaves_the_site_disputes_nothing_and_has_said_nothing(game: Game) -> None:
    dispute = disputed(game, play(game), stop=True, by=1)
    disputes.agree_to_pause(dispute, seat(game, 2))
    leaving = Person.objects.get(seats__game=game, seats__number=1)
    leave_games(leaving)
    dispute.refresh_from_db()
    assert (dispute.state, dispute.text) == ("withdrawn", "")
    assert fresh(game).status == Game.Status.OVER
    assert sound(game)


def test_what_a_guest_disputed_and_owes_goes_to_the_account() -> None:
    guest, account = person("Gast"), person("Gina")
    guest.is_guest = True
    guest.save()
    game = services.start_game(guest, RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), None)
    dispute = disputed(game, play(game), by=1)
    ruled(dispute, director(), "suspended", seat=1, until="2999-01-01T00:00:00+00:00")
    services.move_games(guest, account)
    dispute.refresh_from_db()
    assert dispute.person == account
    assert services.suspension_refusal(account.pk)


def test_a_legal_move_is_a_legal_move_all_the_while(game: Game, dora: Person) -> None:
    """A stopped game offers nothing, and offers the same again afterwards."""
    at = play(game)
    moves, due = moves_now(game), fresh(game).turn
    dispute = disputed(game, at)
    ruling_service.pause_game(dispute, dora)
    state, _ = load(fresh(game))
    assert not perspective_of(state, due).my_turn
    ruling_service.resume(dispute, dora)
    perspective = perspective_of(load(fresh(game))[0], due)
    assert perspective.my_turn
    assert len(legal_moves(perspective.position())) == len(moves)
    assert Seat.objects.filter(game=game).count() == 2


# --- disputes as players see them ------------------------------------------------------------------------------------


WORDS = "A nine was left behind."


def viewer(game: Game, number: int) -> Viewer:
    return Viewer(game, seat(game, number).person)


def page(game: Game, number: int, **query: Any) -> Page:
    return Page(viewer(game, number).client.get(reverse("games:disputes", args=[game.public_id]), query))


def sent(game: Game, number: int, **fields: Any) -> Page:
    address = reverse("games:open_dispute", args=[game.public_id])
    return Page(viewer(game, number).client.post(address, fields, follow=True))


def test_every_move_can_be_chosen_and_the_address_names_one(game: Game) -> None:
    first, second = play(game), play(game)
    shown = page(game, 1, at=first)
    assert [each["value"] for each in shown.inputs if "value" in each and each["value"].isdigit()][-2:] == [
        str(second),
        str(first),
    ]
    assert [each["value"] for each in shown.inputs if "selected" in each and each["value"].isdigit()] == [str(first)]


def test_a_move_that_was_taken_back_says_so_in_the_list(game: Game) -> None:
    move, number = moves_now(game)[0], fresh(game).turn
    play(game, move)
    assert "The move was taken back." not in page(game, 1).text
    services.make_offer(seat(game, number), "takeback", fresh(game).seq)
    services.answer_offer(seat(game, 3 - number), True, fresh(game).seq)
    play(game, move)
    (moves,) = re.findall("<optgroup.*?</optgroup>", page(game, 1).html, re.DOTALL)
    assert ["The move was taken back." in each for each in moves.split("<option")[1:]] == [False, True]


def test_without_a_director_nothing_is_promised_and_the_game_not_paused(game: Game) -> None:
    at = play(game)
    shown = page(game, 1)
    assert "This site has no director who could rule in this game." in shown.text
    assert "ask a director" not in shown.text
    assert "Pause the game" not in shown.text
    shown = sent(game, 1, at=at, text=WORDS, stop="on")
    assert "The other players can see that you dispute this move." in shown.text
    assert "A director will read this" not in shown.text
    assert "awaiting a director" not in shown.text
    assert "Pause the game" not in page(game, 2).buttons
    assert "pause" not in viewer(game, 2).look().text.lower()
    director()
    assert "Pause the game" in page(game, 2).buttons


@pytest.mark.usefixtures("dora")
def test_a_dispute_is_sent_and_shown_with_its_state(game: Game) -> None:
    at = play(game)
    shown = sent(game, 1, at=at, text=WORDS)
    assert "A director will read this and decide." in shown.text
    assert "Dispute 1 awaiting a director" in shown.text
    assert WORDS in shown.text
    assert "Withdraw" in shown.buttons


def test_what_it_says_is_read_by_its_author_and_nobody_else_at_the_table(game: Game) -> None:
    sent(game, 1, at=play(game), text=WORDS)
    assert "Dispute 1" in page(game, 2).text
    for told in (page(game, 2), viewer(game, 2).look(), viewer(game, 1).look()):
        assert WORDS not in told.html
    assert "Withdraw" not in page(game, 2).buttons


def test_what_is_wrong_with_it_is_said_and_nothing_that_was_written_is_lost(game: Game) -> None:
    play(game)
    for fields, trouble in [
        ({"at": "1", "text": WORDS}, "This isn’t a move of this game."),
        ({"at": "x", "text": WORDS}, "Enter a whole number."),
    ]:
        shown = sent(game, 1, **fields)
        assert trouble in shown.text
        assert WORDS in shown.text
    assert "Say why you think the move was wrong" in sent(game, 1, at="8").text
    assert not Dispute.objects.exists()


def test_strangers_find_no_disputes(game: Game) -> None:
    disputed(game, play(game))
    address = reverse("games:disputes", args=[game.public_id])
    eve = Viewer(game, person("Eve"))
    assert [client.get(address).status_code for client in (Client(), eve.client)] == [404, 404]


def test_the_other_is_asked_at_the_table_and_can_agree_there(game: Game) -> None:
    disputed(game, play(game), stop=True, by=1)
    assert "Yes, pause the game" not in viewer(game, 1).look().buttons
    assert "Yes, pause the game" not in Viewer(game).look().buttons
    other = viewer(game, 2)
    page = other.look()
    assert "Pause the game until a director rules" in page.text
    button = page.buttons["Yes, pause the game"]
    shown = Page(other.client.post(button["action"], {"table": "yes", "dispute_no": button["value"]}, follow=True))
    assert "The game is paused until a director rules" in shown.text
    assert shown.moves == {}


def test_a_dispute_that_is_not_there_is_not_agreed_to(game: Game) -> None:
    play(game)
    for name in ("request_pause", "withdraw_dispute"):
        client = viewer(game, 1).client
        shown = Page(client.post(reverse(f"games:{name}", args=[game.public_id]), {"dispute_no": 1}, follow=True))
        assert "There is no such dispute in this game." in shown.text


def test_a_ruling_is_told_with_what_was_seen_since(game: Game, dora: Person) -> None:
    other = moves_now(game)[-1]
    dispute = disputed(game, play(game))
    ruled(dispute, dora, "move_replaced", rule="4.10", move=read_move(other))
    shown = page(game, 1)
    assert "Ruling by Dora: the move is replaced by another. It was so. (rule 4.10)" in shown.text
    assert "Everyone has since seen:" in shown.text
    assert "Dispute 1 resolved" in shown.text
    table = viewer(game, 2).look().text
    assert "Ruling by Dora: the move is replaced by another." in table
    assert "The move was taken back" not in table


def test_of_cards_that_others_were_dealt_since_only_the_number_is_told(game: Game, dora: Person) -> None:
    at = play(game)
    for _ in range(7):
        play(game)
    ruled(disputed(game, at), dora, "rolled_back")
    told = page(game, 1).text
    assert "Seen only by Bob: 4 new cards" in told
    assert re.search(r"Seen only by you: [2-9JQKA1]", told)


def test_a_ruling_without_a_dispute_is_told_too(game: Game) -> None:
    play(game)
    ruled(game, director(), "warned", seat=1)
    assert "Other rulings" in page(game, 2).text
    assert "A director warned Ann." in viewer(game, 2).look().text


@pytest.mark.parametrize(
    ("kind", "more", "words"),
    [
        ("win_awarded", {"winners": (1,)}, "A director awarded the game."),
        ("drawn", {}, "A director ruled it a draw."),
        ("annulled", {}, "A director annulled the game."),
    ],
)
def test_an_end_by_ruling_is_told(game: Game, kind: Any, more: dict[str, Any], words: str) -> None:
    play(game)
    ruled(game, director(), kind, **more)
    assert words in viewer(game, 1).look().text


def test_replay_record_and_what_if_go_on_working_over_rulings(game: Game, dora: Person) -> None:
    other = moves_now(game)[-1]
    at = play(game)
    dispute = disputed(game, at, stop=True, by=1)
    disputes.agree_to_pause(dispute, seat(game, 2))
    ruled(dispute, dora, "move_replaced", move=read_move(other))
    ruled(game, dora, "score_corrected", totals=(2, 1))
    ruled(game, dora, "win_awarded", winners=(2,))
    client = viewer(game, 1).client
    for place in range(12):
        assert client.get(f"{reverse('games:replay', args=[game.public_id])}?at={place}").status_code == 200
        variation = client.get(f"{reverse('games:variation', args=[game.public_id])}?at={place}", follow=True)
        assert variation.status_code == 200
    replay = Page(client.get(f"{reverse('games:replay', args=[game.public_id])}?at=3"))
    assert "disputed a move" in replay.text
    record = client.get(reverse("games:record_text", args=[game.public_id])).content.decode()
    assert f": {other}" in record
    assert "2 won (ruling)" in record


def test_who_is_suspended_is_told_until_when_and_opens_nothing(game: Game) -> None:
    ruled(game, director(), "suspended", seat=1, until="2999-01-01T00:00:00+00:00")
    client, before = viewer(game, 1).client, Game.objects.count()
    for address in (reverse("games:play_now"), reverse("games:play_friend"), reverse("games:set_up", args=["casino"])):
        shown = Page(client.post(address, {"seating": "2", "opponents": "computer"}, follow=True))
        assert "suspended you until Jan. 1, 2999" in shown.text or address.endswith("casino/")
    assert Game.objects.count() == before
    waiting = services.start_game(person("Cleo"), RULES, "casino", 2, False, "friends")
    shown = Page(client.post(reverse("games:take_seat", args=[waiting.public_id]), follow=True))
    assert "suspended you until" in shown.text


def test_who_has_been_replaced_by_the_computer_may_dispute_that() -> None:
    game = timed_game(seats=3)
    at = play(game)
    due = mover(game)
    due.bot = "steady"
    due.save()
    shown = sent(game, due.number, at=at, text=WORDS)
    assert "Dispute 1" in shown.text
    assert "Withdraw" in shown.buttons


def test_a_preview_shows_no_hidden_card(game: Game, dora: Person) -> None:
    dispute = disputed(game, play(game))
    shown = ruling_service.preview(dispute, dora, Ruling("rolled_back", "It was so."))
    assert shown.after.viewer == 0
    assert shown.after.round
    assert shown.after.round.hand == ()
    assert fresh(game).seq == dispute.event_seq + 2
