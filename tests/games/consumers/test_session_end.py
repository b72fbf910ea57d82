"""A socket is open no longer than the session that opened it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import services as people
from accounts.models import Person
from games.consumers.lobby import UserConsumer
from games.consumers.page import RECONNECT, PageConsumer
from games.consumers.table import TableConsumer
from games.live.open_pages import close_expired_sessions, session_pages
from tests.games.consumers.test_lobby import socket_of as list_socket
from tests.games.consumers.test_table import in_thread, socket_of
from tests.games.viewers import Viewer, laid
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db(transaction=True)

OLD, NEW = "seven of diamonds", "nine of diamonds"


def at_the_table() -> Viewer:
    """Ann, a member, at a table."""
    ann, _ = laid("casino", "9S 2H", "2C 3C")
    person = person_of(ann)
    person.is_guest, person.username = False, "ann"
    person.set_password(OLD)
    person.save()
    ann.client.force_login(person)
    return ann


def person_of(viewer: Viewer) -> Person:
    return Person.objects.get(seats__game=viewer.game, seats__number=1)


def log_out(ann: Viewer) -> None:
    ann.client.post(reverse("account_logout"))


def new_password_elsewhere(ann: Viewer) -> None:
    phone = Client()
    phone.post(reverse("account_login"), {"login": "ann", "password": OLD})
    new = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    assert phone.post(reverse("account_change_password"), new).status_code == 302


def made_inactive(ann: Viewer) -> None:
    person = person_of(ann)
    person.is_active = False
    person.save()


def deleted(ann: Viewer) -> None:
    people.delete_account(person_of(ann))


def new_link_elsewhere(ann: Viewer) -> None:
    """Ann, now a guest, who has come in by her link on the phone."""
    person = person_of(ann)
    person.is_guest = True
    person.save()
    phone = Client()
    phone.force_login(person)
    assert phone.post(reverse("accounts:new_recovery_link")).status_code == 302


def session_deleted(ann: Viewer) -> None:
    Session.objects.filter(session_key=ann.client.cookies["sessionid"].value).delete()


ENDS = [log_out, new_password_elsewhere, made_inactive, deleted, session_deleted, new_link_elsewhere]


async def closing_code(socket: WebsocketCommunicator) -> int:
    """Return the code with which the socket is closed; earlier messages are passed over."""
    while True:
        told: dict[str, Any] = await socket.receive_output()
        if told["type"] == "websocket.close":
            return int(told["code"])


def comes_back(ann: Viewer, cookie: str) -> list[tuple[bool, int]]:
    """Whether a page with this session's cookie is taken for hers, and the number of queries, at the table and at the
    lists."""
    pages: list[PageConsumer] = [TableConsumer(), UserConsumer()]
    found = []
    for page in pages:
        route = {"kwargs": {"public_id": ann.game.public_id}}
        page.scope = {"url_route": route, "cookies": {"sessionid": cookie}, "headers": []}
        with CaptureQueriesContext(connection) as queries:
            page.identify()
        found.append((isinstance(page.scope["user"], Person), len(queries)))
    return found


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
async def test_it_closes_with_it_and_opens_no_more(end: Callable[[Viewer], None]) -> None:
    ann = await in_thread(at_the_table)
    cookie = ann.client.cookies["sessionid"].value
    assert await in_thread(comes_back, ann, cookie) == [(True, 1), (True, 2)]
    sockets = [socket_of(ann), list_socket(ann.client, "lobby"), list_socket(ann.client, "me")]
    for socket in sockets:
        await socket.connect()
    await in_thread(end, ann)
    assert [await closing_code(socket) for socket in sockets] == [RECONNECT] * 3
    for socket in sockets:
        assert await socket.receive_nothing(0.05)
        await socket.disconnect()
    assert not session_pages.pages()
    assert [hers for hers, _ in await in_thread(comes_back, ann, cookie)] == [False, False]


async def test_what_has_been_shut_is_pushed_nothing_more() -> None:
    ann = await in_thread(at_the_table)
    async with socket_of(ann) as socket:
        await in_thread(session_deleted, ann)
        await closing_code(socket)
        await socket.send_json_to({"ask": "talk", "seen": 0})
        assert await socket.receive_nothing(0.3)


async def test_another_session_of_the_same_person_stays() -> None:
    ann = await in_thread(at_the_table)
    phone = Client()
    await in_thread(phone.force_login, await in_thread(person_of, ann))
    here, there = list_socket(ann.client, "me"), list_socket(phone, "me")
    for socket in (here, there):
        await socket.connect()
        await socket.receive_from()
    await in_thread(log_out, ann)
    assert await closing_code(here) == RECONNECT
    assert await there.receive_nothing(0.3)
    assert len(session_pages.pages()) == 2  # until the other end has heard that it is shut
    for socket in (here, there):
        await socket.disconnect()


async def test_who_keeps_the_session_keeps_the_socket() -> None:
    ann = await in_thread(at_the_table)
    async with list_socket(ann.client, "me") as socket:
        await socket.receive_from()
        person = await in_thread(person_of, ann)
        await in_thread(people.rename, person, "Anna")
        await in_thread(person.save)
        await close_expired_sessions(session_pages.pages())
        assert "changed" in await socket.receive_json_from()  # the list has the new name
        assert await socket.receive_nothing(0.3)


async def test_what_was_not_announced_is_found_a_little_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the channel layer is down, or a row is changed in the database itself."""
    ann = await in_thread(at_the_table)
    async with list_socket(ann.client, "me") as socket:
        await socket.receive_from()
        await in_thread(lambda: Person.objects.filter(username="ann").update(password="changed"))
        assert await socket.receive_nothing(0.2)
        await close_expired_sessions(session_pages.pages())
        assert await closing_code(socket) == RECONNECT
