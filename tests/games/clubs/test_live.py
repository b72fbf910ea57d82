"""Open pages of clubs and of their tables: what is pushed, and to whom no more."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from casino.asgi import application
from games import services
from games.clubs import services as clubs
from games.clubs import tables
from games.clubs.models import Club
from games.consumers.lobby import UNKNOWN_PERSON
from games.consumers.table import NO_SPECTATORS, UNKNOWN_GAME
from games.log.store import load
from games.models import Game
from tests.games.clubs.test_members import PRIVATE, club_of, member, place
from tests.games.clubs.test_tables import opened, playing
from tests.games.consumers.test_lobby import as_person, socket_of
from tests.games.consumers.test_table import ORIGIN, in_thread
from tests.games.finished import play_out
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db(transaction=True)


def people() -> tuple[Club, Person, Person, Person]:
    """Return a private club with its owner and two members."""
    owner, ben, cara = member("olga"), member("ben"), member("cara")
    return club_of(owner, PRIVATE, ben, cara), owner, ben, cara


async def socket_as(who: Person | None, name: str) -> WebsocketCommunicator:
    return socket_of(await in_thread(as_person, who) if who else Client(), name)


async def opened_page(socket: WebsocketCommunicator, member: bool = True) -> None:
    """Receive what a page gets when its socket opens: the lists, and for a member the talk."""
    assert 'id="play"' in await socket.receive_from()
    if member:
        assert 'id="talk-lines"' in await socket.receive_from()


async def close_code(socket: WebsocketCommunicator) -> tuple[str, int]:
    """Return everything that is pushed until the socket closes, and the code."""
    pushed = ""
    while True:
        message: Any = await socket.receive_output(5)
        if message["type"] == "websocket.close":
            return pushed, message["code"]
        pushed += message.get("text", "")


async def test_an_open_page_of_the_club_shows_tables_come_and_go() -> None:
    club, owner, ben, cara = await in_thread(people)
    async with await socket_as(cara, f"clubs/{club.address}") as socket:
        await opened_page(socket)
        game = await in_thread(opened, club, owner)
        assert f"/g/{game.public_id}/seat/" in await socket.receive_from()
        await in_thread(services.take_seat, game, ben, 2)
        pushed = await socket.receive_from()
        assert f"/g/{game.public_id}/seat/" not in pushed
        assert "small-tables" in pushed
        await in_thread(play_out, await in_thread(Game.objects.get, pk=game.pk))
        while "1 game" not in (pushed := await socket.receive_from()):
            pass
        assert "small-tables" not in pushed


@pytest.mark.parametrize("how", ["removed", "left", "ended"])
async def test_nothing_more_reaches_the_page_of_who_is_no_member(how: str) -> None:
    club, owner, _ben, cara = await in_thread(people)
    async with await socket_as(cara, f"clubs/{club.address}") as socket:
        await opened_page(socket)
        if how == "removed":
            await in_thread(clubs.remove_member, club, owner, await in_thread(place, club, cara))
        elif how == "left":
            await in_thread(clubs.leave_club, club, cara)
        else:
            await in_thread(clubs.end_club, club, owner)
        if how != "ended":
            await in_thread(tables.open_usual_table, club, owner)
        assert await close_code(socket) == ("", UNKNOWN_PERSON)


async def test_a_club_that_becomes_private_closes_the_pages_of_strangers() -> None:
    club, owner, *_ = await in_thread(people)
    await in_thread(clubs.change_club, club, owner, PRIVATE._replace(private=False))
    async with await socket_as(None, f"clubs/{club.address}") as socket:
        await opened_page(socket, member=False)
        await in_thread(clubs.change_club, club, owner, PRIVATE)
        assert await close_code(socket) == ("", UNKNOWN_PERSON)


@pytest.mark.parametrize("who", ["stranger", "sam", "gone", "invited"])
async def test_outsiders_open_no_socket_of_a_private_club_or_its_game(who: str) -> None:
    club, owner, ben, cara = await in_thread(people)
    game = await in_thread(playing, club, owner, ben)
    await in_thread(clubs.leave_club, club, cara)
    invited = await in_thread(member, "ivo")
    await in_thread(clubs.invite_to_club, club, owner, "ivo")
    person = {"sam": await in_thread(member, "sam"), "gone": cara, "invited": invited}.get(who)
    for name, code in ((f"clubs/{club.address}", UNKNOWN_PERSON), (f"g/{game.public_id}", UNKNOWN_GAME)):
        socket = await socket_as(person, name)
        await socket.connect()
        pushed, got = await close_code(socket)
        assert got == code
        assert game.public_id not in pushed
    unknown = await socket_as(person, "clubs/none")
    await unknown.connect()
    assert await close_code(unknown) == ("", UNKNOWN_PERSON)


async def test_no_move_reaches_the_open_table_of_a_spectator_who_was_removed() -> None:
    club, owner, ben, cara = await in_thread(people)
    game = await in_thread(playing, club, owner, ben)
    client = await in_thread(as_person, cara)
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"origin", ORIGIN.encode()), (b"cookie", cookies.encode())]
    async with WebsocketCommunicator(application, f"/ws/g/{game.public_id}/", headers) as socket:
        await socket.send_json_to({"seen": 0, "hidden": False})
        assert "table" in await socket.receive_from()
        await in_thread(clubs.remove_member, club, owner, await in_thread(place, club, cara))
        pushed, code = await close_code(socket)
        assert code == NO_SPECTATORS
        seq = (await in_thread(load, game))[1]
        assert f'data-seq="{seq}"' not in pushed
        assert 'class="card' not in pushed
