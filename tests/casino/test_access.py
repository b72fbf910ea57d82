"""Access control: every URL of the site and of its sockets, for every kind of person. A URL without a row counts as
open to everyone; so a new one that is not open fails here until it has its row."""

import re

import pytest
from asgiref.sync import async_to_sync

from casino.asgi import application
from games import services
from games.consumers.lobby import UNKNOWN_PERSON
from games.consumers.routing import websocket_urlpatterns
from games.consumers.table import NO_SPECTATORS, UNKNOWN_GAME
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.table_settings import TableSettings
from tests.examples import some
from tests.games.viewers import friend
from tests.pages import DJANGOS_OWN, NO_PAGE, ONLY_POSTED_TO, PAGES, addresses, every_address
from tests.sessions import browser_of, session_of
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db

PEOPLE = ("stranger", "passer_by", "anna", "winner", "member", "staff", "root")
"""A stranger; a guest without a game; a player, and another who plays elsewhere; a member; staff without any
permissions; a superuser."""

SIGNED_UP = ("member", "staff", "root")


def answers(usual: int, **others: int) -> dict[str, int]:
    return dict.fromkeys(PEOPLE, usual) | others


def each(names: str, expected: dict[str, int]) -> dict[str, dict[str, int]]:
    """Return the same row for each of these URLs."""
    return dict.fromkeys(names.split(), expected)


ANYBODY, POSTED_ONLY, LEADS_AWAY, NOTHING = (answers(status) for status in (200, 405, 302, 404))
KNOWN = answers(200, stranger=302)
MEMBERS = answers(302) | dict.fromkeys(SIGNED_UP, 200)
NOT_IN_YET = answers(200) | dict.fromkeys(SIGNED_UP, 302)

ACCESS: dict[str, dict[str, int]] = {
    **dict.fromkeys(addresses(), ANYBODY),
    **{name: POSTED_ONLY for name, why in NO_PAGE.items() if why == ONLY_POSTED_TO},
    **each("games:export_data games:check_combination", POSTED_ONLY),
    **each("games:my_games games:my_statistics games:vacations", KNOWN),
    **each("accounts:account accounts:delete accounts:sessions account_logout", KNOWN),
    **each("account_reauthenticate account_email account_change_password mfa_list_webauthn", MEMBERS),
    **each("account_login account_signup", NOT_IN_YET),
    **each("games:day_picture", NOTHING),  # of no day that has been
    **each("games:tutorial games:ladders games:guest_games games:next_game games:opponent", LEADS_AWAY),
    **each("games:next_puzzle", LEADS_AWAY),
    **each("account_set_password mfa_index", LEADS_AWAY),
    "old_moderation": answers(301),
    **each("mfa_reauthenticate_webauthn mfa_login_webauthn", LEADS_AWAY),  # without what they need
    "mfa_add_webauthn": answers(302, member=200),  # who has logged in a moment ago
    "mfa_activate_totp": answers(302, member=403),  # for staff, who are asked again
    "mfa_deactivate_totp": answers(302, member=403, staff=404, root=404),  # there is none
    "mfa_reauthenticate": answers(302, member=403),  # without a code to check
    **each("mfa_edit_webauthn mfa_remove_webauthn", answers(302, member=404)),  # another's passkey
    **each("games:record_text games:record_json games:result_picture", NOTHING),  # the game is not over
    "games:invitation_picture": NOTHING,  # it has begun
    **each(
        "moderation:dispute moderation:hands moderation:rule moderation:person moderation:message moderation:reports",
        answers(302, staff=403, root=200),
    ),
    **each("moderation:stop moderation:go_on", answers(302, staff=403, root=405)),
    "moderation:decide": answers(302, staff=405, root=405),
    "games:following": MEMBERS,
    **each("games:new_club games:new_tournament", MEMBERS),
    **each("games:edit_tournament games:tournament_organize", answers(404, member=200)),  # of mara
    **each("games:tournament_json games:tournament_csv games:tournament_calendar", NOTHING),  # of no tournament
    **each(
        "games:club_members games:edit_club games:club_talk games:club_favorites", answers(404, member=200)
    ),  # an open club, of mara
    "games:club_feed": NOTHING,  # without a token
    "games:join_club": answers(200, member=302),
    "games:challenge": answers(302, member=200, staff=200, root=200),
    "games:disputes": answers(404, anna=200),  # for who sits there
    "games:conditional_moves": NOTHING,  # the game of other people
    "games:game_notifications": NOTHING,  # no one can be called without a clock
    "games:analysis": answers(404, winner=200),  # for who has played it
}
"""Expected status for each person who opens the page: 302 leads to the login or to a page of their own."""

NO_TOKEN = {"games:unsubscribe"}
"""Mail programs post to it, and they know nothing but the link."""


def addresses_with(names: dict[str, str]) -> dict[str, str]:
    """A URL for each name, to something that exists or might exist."""
    known = {**names, "public_id": names["crowded"], "preset": DEFAULT_PRESET, "token": names["stop"], "name": "mara"}

    def fill(gap: re.Match[str]) -> str:
        return known.get(gap[1], "1")

    looked_at = {name: looks[0].address.format(**names).partition("?")[0] for name, looks in PAGES.items()}
    return {
        name: looked_at.get(name) or "/" + re.sub(r"<(?:\w+:)?(\w+)>", fill, route) for name, route in every_address()
    }


def of_the_site(names: dict[str, str]) -> dict[str, str]:
    return {name: there for name, there in addresses_with(names).items() if not name.startswith(DJANGOS_OWN)}


def staff_pages(names: dict[str, str]) -> set[str]:
    open_to_all = ("admin:login", "admin:logout", "admin:jsi18n")
    return {
        there
        for name, there in addresses_with(names).items()
        if name.startswith(DJANGOS_OWN) and name not in open_to_all
    }


def test_every_address_has_a_row() -> None:
    assert set(ACCESS) == addresses()


@pytest.mark.parametrize("who", some(PEOPLE, 2))
def test_everybody_gets_in_where_they_may_and_nowhere_else(who: str, names: dict[str, str]) -> None:
    client = browser_of(who, names)
    got = {name: client.get(there).status_code for name, there in of_the_site(names).items()}
    assert got == {name: expected[who] for name, expected in ACCESS.items()}


@pytest.mark.parametrize("who", some(["stranger", "anna", "root"], 1))
def test_nothing_is_done_for_who_cannot_show_the_form(who: str, names: dict[str, str]) -> None:
    """A page of another site can post with a visitor's cookies, but without the token of a form of ours."""
    client = browser_of(who, names, enforce_csrf_checks=True)
    got = {name for name, there in of_the_site(names).items() if client.post(there).status_code != 403}
    assert got == NO_TOKEN
    assert {client.post(there).status_code for there in staff_pages(names)} <= {302, 403}


@pytest.mark.parametrize("who", some(["stranger", "passer_by", "anna", "winner", "member"], 1))
def test_staff_pages_are_not_for_players(who: str, names: dict[str, str]) -> None:
    client = browser_of(who, names)
    for there in staff_pages(names):
        for answer in (client.get(there), client.post(there)):
            assert answer.status_code == 302, there
            assert answer.headers["Location"].startswith(("/admin/login/", "/account/")), there


def test_staff_without_permissions_see_nothing_of_games_and_people(names: dict[str, str]) -> None:
    client = browser_of("staff", names)
    seen = {there for there in staff_pages(names) if client.get(there).status_code == 200}
    assert {there for there in seen if re.search(r"games|accounts|/auth/|person", there)} == set()


# --- sockets ---------------------------------------------------------------------------------------------------------

HERE, ELSEWHERE = b"http://localhost", b"https://evil.example"
SOCKETS: dict[str, dict[str, int | None]] = {
    "ws/g/<slug:public_id>/": dict.fromkeys(PEOPLE),
    "ws/lobby/": dict.fromkeys(PEOPLE),
    "ws/clubs/<slug:address>/": dict.fromkeys(PEOPLE),  # an open club
    "ws/tournaments/<slug:public_id>/": dict.fromkeys(PEOPLE),  # open to everyone
    "ws/watch/": dict.fromkeys(PEOPLE),
    "ws/following/": dict.fromkeys(PEOPLE, UNKNOWN_PERSON) | dict.fromkeys(SIGNED_UP),
    "ws/me/": {**dict.fromkeys(PEOPLE), "stranger": UNKNOWN_PERSON},
}
"""The code with which each is turned away; None for those who get in."""


@pytest.fixture(autouse=True)
def one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the connection open: sockets read the test's data in its own thread and transaction."""
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)


def knock(there: str, who: str, names: dict[str, str], origin: bytes | None = HERE) -> tuple[bool, int | None]:
    """Return whether the socket opens and stays open; if not, its code."""
    return async_to_sync(_knock)(there, who, names, origin)


async def _knock(there: str, who: str, names: dict[str, str], origin: bytes | None) -> tuple[bool, int | None]:
    cookies = f"sessionid={names[who]}" if who != "stranger" else ""
    headers = [(b"cookie", cookies.encode()), *([(b"origin", origin)] if origin else [])]
    socket = WebsocketCommunicator(application, there, headers)
    accepted, code = await socket.connect()
    while accepted and not await socket.receive_nothing(0.05):
        told = await socket.receive_output()
        accepted, code = (False, told["code"]) if told["type"] == "websocket.close" else (True, None)
    if accepted:
        await socket.disconnect()
    return accepted, code


def socket_address(route: str, names: dict[str, str]) -> str:
    public_id = names["cup" if "tournaments" in route else "crowded"]
    return "/" + route.replace("<slug:public_id>", public_id).replace("<slug:address>", names["club"])


def test_every_socket_has_a_row() -> None:
    assert set(SOCKETS) == {str(route.pattern) for route in websocket_urlpatterns}


@pytest.mark.parametrize("route", SOCKETS)
def test_sockets_open_for_whom_they_are(route: str, names: dict[str, str]) -> None:
    there = socket_address(route, names)
    got = {who: knock(there, who, names)[1] for who in PEOPLE}
    assert got == SOCKETS[route]


@pytest.mark.parametrize("route", SOCKETS)
@pytest.mark.parametrize("origin", [ELSEWHERE, b"null", b"http://localhost.evil.example", b"http://[::1", None])
def test_they_open_to_no_page_of_another_site(route: str, origin: bytes | None, names: dict[str, str]) -> None:
    there = socket_address(route, names)
    assert {who: knock(there, who, names, origin)[0] for who in PEOPLE} == dict.fromkeys(PEOPLE, False)


def test_there_is_no_socket_of_a_game_that_there_is_not(names: dict[str, str]) -> None:
    assert knock("/ws/g/neverwas00/", "anna", names) == (False, UNKNOWN_GAME)


def test_none_but_the_players_hear_of_a_table_without_spectators(names: dict[str, str]) -> None:
    ann, table_settings = friend("Ann"), TableSettings(spectators=False)
    game = services.start_game(ann, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "computer", table_settings)
    there, seated = f"/ws/g/{game.public_id}/", names | {"ann": session_of(ann)}
    assert knock(there, "ann", seated) == (True, None)
    assert {knock(there, who, names) for who in PEOPLE} == {(False, NO_SPECTATORS)}


@pytest.mark.parametrize(
    "nonsense", ["", "[" * 9000, '{"seen": NaN}', '{"ask": []}', "9" * 9000, '{"seen": 1e999}', "\0"]
)
def test_what_makes_no_sense_closes_no_socket(nonsense: str, names: dict[str, str]) -> None:
    async def ask() -> str:
        socket = WebsocketCommunicator(application, f"/ws/g/{names['crowded']}/", [(b"origin", HERE)])
        await socket.connect()
        await socket.send_input({"type": "websocket.receive", "text": nonsense})
        await socket.send_input({"type": "websocket.receive", "bytes": b"\xff"})
        await socket.send_json_to({"ask": "pulse"})
        heard = await socket.receive_from()
        await socket.disconnect()
        return heard

    assert async_to_sync(ask)() == "<!-- here -->"
