"""Muting people and removing messages: the permission for it, its start, and its effect on readers."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.models import ChatBan, Suspension
from games.models.social import ChatMessage, MessageReport
from games.rulings.models import Sanction
from games.rulings.sanctions import sanction
from tests.games.consumers.test_table import in_thread, settled, socket_of
from tests.games.disputed import director
from tests.games.viewers import Page, Viewer, browser_of
from tests.games.views.test_social import answer, heard_by, person_of, table
from tests.rulings.cases import refused

pytestmark = pytest.mark.django_db

TOMORROW = (timezone.localdate() + timedelta(days=1)).isoformat()
LATER = timedelta(days=1)
REPORTS = "/admin/games/messagereport/"


def moderator(name: str = "mo") -> Person:
    """Return a member of staff in the group of moderators and no other."""
    person = Person.objects.create_user(name, password="x", is_staff=True)
    person.groups.add(Group.objects.get_or_create(name="Moderators")[0])
    return Person.objects.get(pk=person.pk)


def reported(text: str = "rude words") -> tuple[Viewer, Viewer, ChatMessage]:
    """A message of Bob's that Ann has reported."""
    ann, bob = table()
    answer(bob, "post_message", text=text)
    message = ChatMessage.objects.get(text=text)
    answer(ann, "report_message", message=message.pk)
    return ann, bob, message


def muting(staff: Person, name: str, **sent: Any) -> Page:
    fields = {"name": name, "kind": "muted", "reason": "Bob was rude.", "until": TOMORROW} | sent
    return Page(browser_of(staff).post(reverse("moderation:person"), fields, follow=True))


def removing(staff: Person | None, message: ChatMessage, reason: str = "Insults.") -> Any:
    return browser_of(staff).post(reverse("moderation:message", args=[message.pk]), {"reason": reason})


# --- muting -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [{"text": "hello"}, {"phrase": "hello"}])
def test_a_page_open_since_before_the_mute_writes_nothing_either(sent: dict[str, str]) -> None:
    ann, bob = table()
    page = bob.look()
    assert "Send" in page.buttons
    muting(moderator(), person_of(bob).username)
    assert answer(bob, "post_message", **sent).startswith("A moderator has muted you until")
    assert "hello" not in heard_by(ann).lower()
    assert answer(ann, "post_message", **sent) == ""


def test_the_form_gives_way_to_the_reason() -> None:
    _, bob = table()
    muting(moderator(), person_of(bob).username)
    page = bob.look()
    assert "A moderator has muted you until" in page.text
    assert not {"Send", "Hello!"} & set(page.buttons)
    again: Any = bob.client.post(bob.address("post_message"), {"text": "hello"}, headers={"HX-Request": "true"})
    assert again.content.decode().count("A moderator has muted you") == 1
    mine = Page(bob.client.get("/games/")).text
    assert "A moderator has muted you until" in mine
    assert "Bob was rude." in mine


def test_a_mute_is_for_the_chat_alone() -> None:
    ann, bob = table()
    muting(moderator(), person_of(bob).username)
    mover = ann if ann.look().offered("hand") and "Your turn" in ann.look().text else bob
    other = bob if mover is ann else ann
    mover.trail()
    before = other.look().seq
    other.trail()
    assert other.look().seq != before


def test_a_mute_ends_by_itself_or_by_a_notice() -> None:
    _, bob = table()
    staff, who = moderator(), person_of(bob)
    ChatBan.objects.create(person=who, until=timezone.now() - timedelta(seconds=1))
    assert answer(bob, "post_message", text="still here") == ""
    muting(staff, who.username)
    assert answer(bob, "post_message", text="no") != ""
    muting(staff, who.username, kind="unmuted", until="")
    assert answer(bob, "post_message", text="yes") == ""
    assert "You can chat again." in Page(bob.client.get("/games/")).text


def test_of_two_mutes_the_longer_one_holds() -> None:
    _, bob = table()
    ChatBan.objects.create(person=person_of(bob), until=timezone.now() + timedelta(days=300))
    ChatBan.objects.create(person=person_of(bob), until=timezone.now() + timedelta(minutes=1))
    year = str((timezone.now() + timedelta(days=300)).year)
    assert year in answer(bob, "post_message", text="hello")


def test_who_is_suspended_writes_at_no_running_table() -> None:
    ann, bob = table()
    Suspension.objects.create(person=person_of(bob), until=timezone.now() + LATER)
    for sent in ({"text": "hello"}, {"phrase": "hello"}):
        assert answer(bob, "post_message", **sent).startswith("You are suspended until")
    assert "You are suspended until" in bob.look().text
    assert "Hello!" not in bob.look().buttons
    Suspension.objects.update(until=timezone.now() - LATER)
    assert answer(bob, "post_message", text="back") == ""
    assert "back" in heard_by(ann)


def test_a_mute_goes_along_from_the_guest_to_the_account() -> None:
    guest, member = create_guest(), Person.objects.create_user("mia", password="x")
    ChatBan.objects.create(person=guest, until=timezone.now() + LATER)
    services.move_games(guest, member)
    assert services.chat_refusal(member.pk)


# --- who mutes ----------------------------------------------------------------------------------------------------


def test_a_moderator_mutes_and_does_nothing_else_to_people() -> None:
    _, bob = table()
    staff, who = moderator(), person_of(bob)
    page = Page(browser_of(staff).get(reverse("moderation:person"), {"name": who.username, "kind": "muted"}))
    assert who.username in page.html
    assert page.offered("kind") == []
    assert {each["value"] for each in page.inputs if each.get("value") in Sanction.Kind.values} == {"muted", "unmuted"}
    assert "Select a valid choice" in muting(staff, who.username, kind="suspended").text
    assert refused(sanction(who, staff, "suspended", "x", timezone.now() + LATER)) == "no-director"
    assert not Suspension.objects.exists()
    assert "Sent and recorded." in muting(staff, who.username).text
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (staff, str(who.pk))
    assert entry.change_message.startswith("Gave notice (muted, until ")


def test_directors_mute_too_and_nobody_else() -> None:
    _, bob = table()
    who = person_of(bob)
    plain = Person.objects.create_user("stan", password="x", is_staff=True)
    unstaffed = moderator("mel")
    Person.objects.filter(pk=unstaffed.pk).update(is_staff=False)
    for person in (plain, Person.objects.get(pk=unstaffed.pk), who):
        assert refused(sanction(who, person, "muted", "x", timezone.now() + LATER)) == "no-director"
    assert browser_of(plain).get(reverse("moderation:person")).status_code == 403
    assert not ChatBan.objects.exists()
    assert "Sent and recorded." in muting(director(), who.username).text


@pytest.mark.parametrize("sent", [{"until": ""}, {"until": "2020-01-01"}, {"reason": " "}])
def test_a_mute_has_an_end_and_a_reason(sent: dict[str, str]) -> None:
    _, bob = table()
    assert 'role="alert"' in muting(moderator(), person_of(bob).username, **sent).html
    assert not ChatBan.objects.exists()


def test_who_is_muted_is_listed_for_moderators_alone() -> None:
    _, bob = table()
    staff = moderator()
    muting(staff, person_of(bob).username)
    listed = reverse("admin:games_chatban_changelist")
    assert str(person_of(bob)) in browser_of(staff).get(listed).content.decode()
    plain = Person.objects.create_user("stan", password="x", is_staff=True)
    assert browser_of(plain).get(listed).status_code == 403
    assert browser_of(plain).post(listed).status_code == 403


# --- removing a message -------------------------------------------------------------------------------------------


def test_a_removed_message_is_read_by_staff_alone() -> None:
    ann, bob, message = reported()
    staff = moderator()
    page = Page(browser_of(staff).get(REPORTS))
    assert reverse("moderation:message", args=[message.pk]) in page.html
    assert "rude words" in Page(browser_of(staff).get(reverse("moderation:message", args=[message.pk]))).text
    assert removing(staff, message).status_code == 302
    for viewer in (ann, bob, Viewer(ann.game)):
        assert "rude words" not in viewer.look().html
        assert "Message removed" in heard_by(viewer)
    assert "rude words" in browser_of(staff).get(REPORTS).content.decode()
    assert "rude words" in Page(browser_of(staff).get(reverse("moderation:message", args=[message.pk]))).text
    assert MessageReport.objects.get().state == MessageReport.State.CLOSED
    entry = LogEntry.objects.get()
    assert entry.user == staff
    assert entry.change_message == f"Removed a message of Bob in {ann.game.public_id}: Insults."


def test_a_removed_message_is_not_reported_once_more() -> None:
    ann, _, message = reported()
    removing(moderator(), message)
    assert "Report this message" not in heard_by(ann)
    assert answer(ann, "report_message", message=message.pk).startswith("There is no such message")


def test_a_message_is_removed_once_and_with_a_reason() -> None:
    _, _, message = reported()
    staff = moderator()
    assert "This field is required." in removing(staff, message, "").content.decode()
    removing(staff, message)
    first = ChatMessage.objects.get().removed
    removing(staff, message)
    assert ChatMessage.objects.get().removed == first


def test_nobody_else_removes_and_nothing_that_was_not_reported() -> None:
    _, bob, message = reported()
    plain = Person.objects.create_user("stan", password="x", is_staff=True)
    assert [removing(each, message).status_code for each in (None, person_of(bob), plain)] == [302, 302, 403]
    answer(bob, "post_message", text="harmless")
    assert removing(moderator(), ChatMessage.objects.get(text="harmless")).status_code == 404
    assert not ChatMessage.objects.exclude(removed=None).exists()
    assert Client().get(reverse("moderation:message", args=[message.pk])).status_code == 302


@pytest.mark.django_db(transaction=True)
async def test_pages_that_are_open_lose_the_words_at_once_and_read_nothing_out() -> None:
    ann, _, message = await in_thread(reported)
    watcher = Viewer(ann.game)
    sockets = [socket_of(each) for each in (ann, watcher)]
    for socket in sockets:
        await socket.connect()
        await settled(socket)
    await in_thread(services.remove_message, message)
    for socket in sockets:
        while "Message removed" not in (pushed := await socket.receive_from()):
            pass
        assert "rude words" not in pushed
        assert 'id="heard"' not in pushed
        await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_hears_when_a_mute_begins_and_when_it_is_ended() -> None:
    _, bob, _ = await in_thread(reported)
    author = await in_thread(person_of, bob)
    staff = await in_thread(Person.objects.create_user, "mo", is_staff=True, is_superuser=True)
    socket = socket_of(bob)
    await socket.connect()
    await settled(socket)
    await in_thread(sanction, author, staff, "muted", "Rude.", timezone.now() + LATER)
    while 'id="chat"' not in (pushed := await socket.receive_from()):
        pass
    assert "A moderator has muted you" in pushed
    assert 'id="say"' not in pushed
    await in_thread(sanction, author, staff, "unmuted", "Enough.")
    while 'id="say"' not in (pushed := await socket.receive_from()):
        pass
    assert "A moderator has muted you" not in pushed
    await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_what_is_pushed_after_a_message_is_removed_has_none_of_its_words() -> None:
    ann, _, message = await in_thread(reported)
    await in_thread(services.remove_message, message)
    socket = socket_of(ann)
    await socket.connect()
    await socket.send_json_to({"ask": "talk"})
    while "Message removed" not in (pushed := await socket.receive_from()):
        pass
    assert "rude words" not in pushed
    await socket.disconnect()
