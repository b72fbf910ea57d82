"""Chat at the table: the right to write, the readers, and what each keeps private."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from accounts.services import delete_account
from casino import rate_limits
from games import services
from games.domain.table_settings import TableSettings
from games.models import Game, Seat
from games.models.social import ChatMessage, MessageReport, Mute, PrivateNote
from games.presenters.social import PHRASES
from games.services import Accepted, Refused
from tests.games.consumers.test_table import in_thread, socket_of
from tests.games.tables import RULES
from tests.games.viewers import HTMX, Page, Viewer, friend

pytestmark = pytest.mark.django_db


def table(seats: int = 2, chat: Any = "free") -> list[Viewer]:
    people = [friend(name) for name in ("Ann", "Bob", "Cleo")[:seats]]
    game = services.start_game(people[0], RULES, "casino", seats, False, "friends", TableSettings(chat=chat))
    for each in people[1:]:
        services.take_seat(game, each, None)
    return [Viewer(Game.objects.get(pk=game.pk), each) for each in people]


def answer(viewer: Viewer, name: str, **sent: Any) -> str:
    """Return the message in the answer; the game's log is as before."""
    before = Game.objects.get(pk=viewer.game.pk).seq
    response: Any = viewer.client.post(viewer.address(name), sent, headers=HTMX)
    assert Game.objects.get(pk=viewer.game.pk).seq == before
    html = response.content.decode()
    return html.partition('role="alert">')[2].partition("</p>")[0] if response.status_code == 200 else "refused"


def heard_by(viewer: Viewer) -> str:
    html = viewer.client.get(viewer.address()).content.decode()
    return html.partition('<ol id="lines"')[2].partition("</ol>")[0]


# --- saying -------------------------------------------------------------------------------------------------------


def test_every_phrase_has_its_words() -> None:
    assert set(services.PHRASES) == set(PHRASES)


def test_a_phrase_is_kept_by_its_key_and_read_in_ones_own_language(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = table()
    assert answer(ann, "post_message", phrase="sweep") == ""
    assert ChatMessage.objects.get().phrase == "sweep"
    assert "Sweep!" in heard_by(bob)
    monkeypatch.setitem(PHRASES, "sweep", "¡Escoba!")
    assert "¡Escoba!" in heard_by(bob)


def test_free_words_are_shown_to_everybody_and_harm_nobody() -> None:
    ann, bob = table()
    answer(ann, "post_message", text="  <script>alert(1)</script>   & so on ")
    for each in (ann, bob, Viewer(ann.game)):
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; so on" in heard_by(each)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_nothing_is_no_message(text: str) -> None:
    assert answer(table()[0], "post_message", text=text) == "The message is empty."


def test_up_to_300_characters_are_sent_at_a_time_and_what_was_too_long_is_not_lost() -> None:
    ann, _ = table()
    assert answer(ann, "post_message", text="x" * 300) == ""
    assert answer(ann, "post_message", text="y" * 301).startswith(
        "That message is too long. The limit is 300 characters"
    )
    kept: Any = ann.client.post(ann.address("post_message"), {"text": "y" * 301}, headers=HTMX)
    assert f'value="{"y" * 301}"' in kept.content.decode()
    assert ChatMessage.objects.count() == 1
    assert answer(ann, "post_message", text="z" * 30_000) == "We couldn’t understand that request."


def test_there_are_no_other_phrases() -> None:
    assert answer(table()[0], "post_message", phrase="cheat") == "There is no such phrase."


def test_where_the_host_allows_phrases_only_there_is_no_free_text() -> None:
    ann, bob = table(chat="phrases")
    assert "Send" not in ann.look().buttons
    assert answer(ann, "post_message", text="hello") == "Only quick chat is allowed at this table."
    assert answer(ann, "post_message", phrase="hello") == ""
    assert "Hello!" in heard_by(bob)


def test_where_nothing_is_to_be_said_nothing_is() -> None:
    ann, _ = table(chat="off")
    assert "Sweep!" not in ann.look().buttons
    for sent in ({"text": "hello"}, {"phrase": "hello"}):
        assert answer(ann, "post_message", **sent) == "Chat is off at this table."
    assert not ChatMessage.objects.exists()


def test_those_who_wait_for_the_game_to_begin_may_talk_until_it_is_called_off(ann: Person) -> None:
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    assert answer(Viewer(game, ann), "post_message", phrase="hello") == ""
    services.cancel_game(game, ann)
    assert answer(Viewer(game, ann), "post_message", phrase="hello") == "This game was canceled."


def waiting_three() -> tuple[Viewer, Viewer, Viewer]:
    """Ann hosts, Bob waits with her and has written something, Cleo has not come yet."""
    ann, bob, cleo = (friend(name) for name in ("Ann", "Bob", "Cleo"))
    game = services.start_game(ann, RULES, "casino", 3, False, "friends")
    services.take_seat(game, bob, 2)
    viewers = Viewer(game, ann), Viewer(game, bob), Viewer(game, cleo)
    answer(viewers[1], "post_message", text="words of Bob")
    return viewers


def person_of(viewer: Viewer) -> Person:
    return Person.objects.get(pk=viewer.client.session["_auth_user_id"])


def speaker_seen_by(viewer: Viewer) -> str:
    return heard_by(viewer).partition("<b>")[2].partition("</b>")[0]


def test_words_go_along_with_who_changes_seats() -> None:
    ann, bob, _ = waiting_three()
    services.swap_seats(ann.game, person_of(ann), 1, 2)
    assert (speaker_seen_by(ann), speaker_seen_by(bob)) == ("Bob", "You")
    services.swap_seats(ann.game, person_of(bob), 1, 3)
    assert (speaker_seen_by(ann), speaker_seen_by(bob)) == ("Bob", "You")


def test_nobody_gets_the_words_of_who_sat_there_before() -> None:
    ann, bob, cleo = waiting_three()
    services.remove_player(ann.game, person_of(ann), 2)
    services.take_seat(ann.game, person_of(cleo), 2)
    assert (speaker_seen_by(ann), speaker_seen_by(cleo)) == ("Bob", "Bob")
    html = heard_by(ann)
    assert "Mute" not in html
    assert "Report this message" in html
    assert answer(ann, "report_message", message=ChatMessage.objects.get().pk).startswith("Thanks!")
    delete_account(person_of(bob))
    assert speaker_seen_by(ann) == "A former player"


def test_who_comes_back_has_said_it_again() -> None:
    ann, bob, cleo = waiting_three()
    services.leave_seat(ann.game, person_of(bob))
    services.take_seat(ann.game, person_of(cleo), 2)
    services.take_seat(ann.game, person_of(bob), 3)
    assert (speaker_seen_by(ann), speaker_seen_by(bob)) == ("Bob", "You")
    assert "Mute Bob" in heard_by(ann)


def test_who_is_muted_is_read_no_more_after_getting_up_either() -> None:
    ann, bob, _ = waiting_three()
    answer(ann, "mute", seat=2, muted="yes")
    services.leave_seat(ann.game, person_of(bob))
    assert "words of Bob" not in heard_by(ann)


def test_after_the_end_there_is_still_talk() -> None:
    ann, bob = table()
    ann.post("resign", seq=Game.objects.get(pk=ann.game.pk).seq)
    assert answer(bob, "post_message", phrase="good_game") == ""


def test_computers_use_the_same_door(ann: Person) -> None:
    game = services.start_game(ann, RULES, "casino", 2, False, "computer")
    assert isinstance(services.post_phrase(Seat.objects.get(game=game, number=2), "well_played"), Accepted)
    assert isinstance(services.post_phrase(Seat.objects.get(game=game, number=2), "shout"), Refused)
    lines = heard_by(Viewer(game, ann))
    assert "Well played." in lines
    assert "Report this message" not in lines


def test_whoever_says_too_much_has_to_wait(settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "chat": "2/minute"}
    rate_limits.limiter().storage.reset()
    ann, _ = table()
    answers = [ann.post("post_message", phrase="hello").status_code for _ in range(3)]
    assert answers == [302, 302, 429]
    kept: Any = ann.client.post(ann.address("post_message"), {"text": "what I wanted to say"}, headers=HTMX)
    assert kept.context["notice"].startswith("Too many requests in a short time.")
    assert 'value="what I wanted to say"' in kept.content.decode()
    rate_limits.limiter().storage.reset()


def test_without_script_the_way_leads_back_to_the_table() -> None:
    ann, _ = table()
    assert "Hello!" in ann.press(ann.look(), "Hello!").text
    response: Any = ann.client.post(ann.address("post_message"), {"text": ""}, follow=True)
    assert "The message is empty." in Page(response).text


@pytest.mark.django_db(transaction=True)
async def test_it_is_pushed_to_whoever_looks_on() -> None:
    ann, bob = await in_thread(table)
    socket = socket_of(bob)
    await socket.connect()
    await in_thread(ann.post, "post_message", text="Good luck")
    while "<b>Ann:</b> <bdi>Good luck</bdi>" not in await socket.receive_from():  # to be read out
        pass
    await in_thread(bob.post, "post_message", text="Same to you")
    while "Same to you" not in (pushed := await socket.receive_from()):
        pass
    assert 'id="heard"' not in pushed
    await socket.disconnect()


# --- not wanting to read it ---------------------------------------------------------------------------------------


def test_who_is_muted_is_read_no_more_by_me_and_still_by_others() -> None:
    ann, bob, cleo = table(3)
    answer(bob, "post_message", text="blah")
    assert answer(ann, "mute", seat=2, muted="yes") == ""
    assert ["blah" in heard_by(each) for each in (ann, bob, cleo)] == [False, True, True]
    assert "Unmute Bob" in ann.look().buttons
    assert answer(ann, "mute", seat=2, muted="no") == ""
    assert "blah" in heard_by(ann)


def test_muting_twice_is_muting() -> None:
    ann, _ = table()
    for _ in range(2):
        assert answer(ann, "mute", seat=2, muted="yes") == ""
    assert Mute.objects.count() == 1


@pytest.mark.parametrize("number", [1, 3])
def test_nobody_mutes_themselves_or_an_empty_chair(number: int) -> None:
    assert answer(table()[0], "mute", seat=number, muted="yes").startswith("There’s no one to block in this seat")


def test_a_message_is_reported_once_and_its_author_is_not_told() -> None:
    ann, bob = table()
    answer(bob, "post_message", text="rude")
    message = ChatMessage.objects.get()
    for _ in range(2):
        assert answer(ann, "report_message", message=message.pk).startswith("Thanks! A moderator will look at it.")
    report = MessageReport.objects.get()
    assert (report.message, report.state, report.reporter.display_name) == (message, MessageReport.State.OPEN, "Ann")
    assert "report" not in heard_by(bob).lower()


def test_only_messages_of_others_at_this_table_are_reported() -> None:
    ann, bob = table()
    elsewhere, _ = table()
    answer(ann, "post_message", text="mine")
    answer(elsewhere, "post_message", text="far away")
    for message in ChatMessage.objects.all():
        assert answer(ann, "report_message", message=message.pk).startswith("There is no such message")
    assert answer(bob, "report_message", message=10**6).startswith("There is no such message")
    assert not MessageReport.objects.exists()


def test_those_who_run_the_site_see_reports_and_close_them_at_the_desk_alone(admin_client: Client) -> None:
    ann, bob = table()
    answer(bob, "post_message", text="rude <b>")
    answer(ann, "report_message", message=ChatMessage.objects.get().pk)
    address = "/admin/games/messagereport/"
    page = admin_client.get(address).content.decode()
    assert "rude &lt;b&gt;" in page
    assert ann.address() in page
    report = MessageReport.objects.get()
    sent = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": report.pk, "form-0-state": "closed"}
    admin_client.post(address, {**sent, "_save": "Save"})
    change = reverse("admin:games_messagereport_change", args=[report.pk])
    assert admin_client.post(change, {"state": "closed", "outcome": "dismissed"}).status_code == 403
    report.refresh_from_db()
    assert report.state == MessageReport.State.OPEN
    decide = reverse("moderation:decide", args=[report.message_id])
    decision = {"outcome": "dismissed", "reason": "Not rude."}
    admin_client.post(decide, {f"m{report.message_id}-{name}": value for name, value in decision.items()})
    report.refresh_from_db()
    assert (report.state, report.outcome) == (MessageReport.State.CLOSED, MessageReport.Outcome.DISMISSED)


# --- notes --------------------------------------------------------------------------------------------------------


def test_a_note_is_for_its_writer_alone() -> None:
    ann, bob = table()
    response: Any = ann.client.post(ann.address("save_note"), {"text": "Bob keeps tens."}, headers=HTMX)
    assert "Note saved." in response.content.decode()
    assert "Bob keeps tens." in ann.look().html
    for other in (bob, Viewer(ann.game)):
        assert "Bob keeps tens." not in other.look().html


def test_an_empty_note_is_none() -> None:
    ann, _ = table()
    for text in ("something", ""):
        ann.post("save_note", text=text)
    assert not PrivateNote.objects.exists()


def test_a_note_that_is_too_long_leaves_the_old_one() -> None:
    ann, _ = table()
    ann.post("save_note", text="short")
    response: Any = ann.client.post(ann.address("save_note"), {"text": "x" * 2001}, headers=HTMX)
    assert "Your note wasn’t changed." in response.content.decode()
    assert "x" * 2001 in response.content.decode()
    assert PrivateNote.objects.get().text == "short"


@pytest.mark.parametrize("name", ["mute", "report_message", "save_note"])
def test_what_makes_no_sense_is_said(name: str) -> None:
    ann, _ = table()
    sent = {"text": "x" * 200_000} if name == "save_note" else {"seat": "x", "message": "x"}
    assert answer(ann, name, **sent) == "We couldn’t understand that request."
