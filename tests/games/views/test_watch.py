"""Games to watch: only public ones that allow spectators, in order, never with a hidden card, bounded and live."""

import asyncio
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from casino.asgi import application
from games import services
from games.consumers import watch as watch_socket
from games.contexts import watch
from games.domain.perspective import perspective_of
from games.domain.presets import FAMILY_OF
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.live import presence
from games.log.store import load
from games.models import Game, Rating
from games.presenters.cards import card_name
from games.presenters.lobby import small_table
from tests.games.consumers.test_table import ORIGIN, in_thread
from tests.games.tables import RULES, person
from tests.games.viewers import Page, Viewer, browser_of, held, laid
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db

PUBLIC = TableSettings(public=True)


@pytest.fixture(autouse=True)
def read_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "SHARED_SECONDS", -1.0)


def begun(name: str, watching: int = 0, rating: float = 0, **table_settings: Any) -> Game:
    """Return a game of two in progress at which a player and so many spectators have a page open."""
    host, other = person(name), person(f"{name}-2")
    settings = PUBLIC._replace(**table_settings)
    game = services.start_game(host, RULES, "casino", 2, False, "friends", settings)
    services.take_seat(game, other, 2)
    presence.connect(game, 1, f"{name}'s page")
    for number in range(watching):
        presence.connect(game, 0, f"{name}'s spectator {number}")
    if rating:
        Rating.objects.create(person=host, family=FAMILY_OF["casino"], mu=rating, sigma=2.0, games=9)
    return game


def shown(who: Person | None = None) -> list[str]:
    return [part.partition("/")[0] for part in watched(browser_of(who)).split('href="/g/')[1:]]


def watched(client: Client) -> str:
    """Return the part of the page that shows the games."""
    page = Page(client.get("/watch/"))
    assert page.status == 200
    part: str = page.html.partition('<section id="watched">')[2].partition("</section>")[0]
    return part


def test_most_spectators_come_first_and_then_the_best_players() -> None:
    games = [begun("Ann", 1), begun("Bob", 3), begun("Cleo", rating=30.0), begun("Dan", rating=34.0), begun("Eve")]
    order = [games[number].public_id for number in (1, 0, 3, 2, 4)]
    assert shown() == order


@pytest.mark.parametrize("hidden", [{"public": False}, {"spectators": False}])
def test_games_by_link_and_games_without_spectators_are_not_shown(hidden: dict[str, bool]) -> None:
    begun("Ann", 5, 40.0, **hidden)
    assert shown() == []


def test_nor_are_games_at_which_nobody_is_or_that_are_over(ann: Person, bob: Person) -> None:
    empty, over = begun("Cleo"), begun("Dan", 4)
    presence.disconnect(empty.public_id, "Cleo's page")
    services.resign(over.taken_seats.get(number=1), Game.objects.get(pk=over.pk).seq)
    assert shown() == []
    page = Page(browser_of().get("/watch/"))
    assert "No public games are being played right now." in page.text
    for offered in ("Watch two computers play", "Pip", "Daily deal", "Latest results"):
        assert offered in page.text


def test_people_kept_apart_by_a_block_do_not_see_each_others_games(ann: Person) -> None:
    game = begun("Bob", 2)
    bob = Person.objects.get(username="bob")
    invitation_services.block(bob, ann)
    assert shown(ann) == []
    assert shown() == [game.public_id]


def test_it_is_bounded() -> None:
    for number in range(watch.MAX_TABLES + 2):
        begun(f"Ann{number}")
    assert len(shown()) == watch.MAX_TABLES


def test_only_the_table_is_shown_never_a_hand_also_to_a_player() -> None:
    ann, _bob = laid("casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD", table_settings=PUBLIC)
    presence.connect(ann.game, 1, "Ann's page")
    for client in (browser_of(), ann.client):
        html = watched(client)
        assert "king of diamonds" in html.lower() or "K♦" in html
        assert not [card for _, card in held(ann.game) if card_name(card) in html or f'data-card="{card}"' in html]


def test_a_small_table_refuses_a_players_perspective() -> None:
    ann, _bob = laid("casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD")
    with pytest.raises(ValueError, match="spectators"):
        small_table("x", perspective_of(load(ann.game)[0], 1), {}, {}, 0)


def test_few_games_and_many_take_the_same_queries(ann: Person) -> None:
    counts = []
    for number in range(4):
        begun(f"Bob{number}", 2, 30.0 + number)
        client = browser_of(ann)
        client.get("/watch/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/watch/")
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= 14


# --- live ----------------------------------------------------------------------------------------------------------


def socket_of(headers: list[tuple[bytes, bytes]] | None = None) -> WebsocketCommunicator:
    return WebsocketCommunicator(application, "/ws/watch/", [(b"origin", ORIGIN.encode()), *(headers or [])])


def lay(settings: TableSettings = PUBLIC) -> list[Viewer]:
    viewers = laid("casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD", table_settings=settings)
    presence.connect(viewers[0].game, 1, "Ann's page")
    return viewers


@pytest.mark.django_db(transaction=True)
async def test_a_move_is_pushed_and_a_burst_of_changes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_socket.WatchConsumer, "burst_seconds", 2.0)
    ann, bob = await in_thread(lay)
    async with socket_of() as socket:
        assert "small-tables" in await socket.receive_from()
        await in_thread(ann.play, "9S")
        await in_thread(bob.play, "2C")
        pushed = await socket.receive_from()
        assert 'data-card="9S"' in pushed
        assert 'data-card="2C"' in pushed
        assert await socket.receive_nothing(timeout=0.6)


@pytest.mark.django_db(transaction=True)
async def test_a_game_that_begins_appears_and_one_that_ends_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_socket.WatchConsumer, "burst_seconds", 0.1)
    async with socket_of() as socket:
        assert "No public games" in await socket.receive_from()
        game = await in_thread(begun, "Ann")
        assert game.public_id in await socket.receive_from()
        seat = await in_thread(lambda: game.taken_seats.get(number=1))
        seq = await in_thread(lambda: Game.objects.get(pk=game.pk).seq)
        await in_thread(services.resign, seat, seq)
        assert "No public games" in await socket.receive_from()


@pytest.mark.django_db(transaction=True)
async def test_chat_at_a_table_that_is_shown_neither_closes_nor_feeds_the_socket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch_socket.WatchConsumer, "burst_seconds", 0.1)
    ann, _bob = await in_thread(lay)
    async with socket_of() as socket:
        await socket.receive_from()
        seat = await in_thread(lambda: ann.game.taken_seats.get(number=1))
        await in_thread(services.post_text, seat, "hello there")
        assert await socket.receive_nothing(timeout=0.4)
        await in_thread(ann.play, "9S")
        assert 'data-card="9S"' in await socket.receive_from()


@pytest.mark.django_db(transaction=True)
async def test_open_pages_share_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many who watch cost little more than one."""
    monkeypatch.setattr(watch, "SHARED_SECONDS", 5.0)
    reads: list[int] = []
    real = watch.watched_games

    def counted() -> list[watch.WatchedGame]:
        reads.append(1)
        return real()

    monkeypatch.setattr(watch, "watched_games", counted)
    watch.shared_games._read_at = 0.0
    await in_thread(lay)
    sockets = [socket_of() for _ in range(5)]
    for socket in sockets:
        await socket.connect()
    await asyncio.gather(*(socket.receive_from() for socket in sockets))
    assert len(reads) == 1
    for socket in sockets:
        await socket.disconnect()
    watch.shared_games._read_at = 0.0
