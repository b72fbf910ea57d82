"""Database queries of a table, counted: for a page, a choice, a move, and the pushes after it."""

from collections.abc import Callable
from time import monotonic

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import Person
from games.consumers.table import TABLE, TableConsumer
from games.live.batches import PushRequest, Rendered
from games.log import store
from games.log.store import cached_seat
from games.models import Game, Seat
from tests.games.viewers import Viewer, laid

pytestmark = pytest.mark.django_db

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


def test_a_choice_takes_four(players: tuple[Viewer, Viewer]) -> None:
    """Session, person; the game, and its seats."""
    ann, _ = players
    data = {"hand": "4H", "seq": str(Game.objects.get(pk=ann.game.pk).seq)}
    assert len(asked(lambda: ann.client.get(ann.address("move_choices"), data, headers={"HX-Request": "true"}))) == 4


@pytest.mark.django_db(transaction=True)  # what is remembered is remembered with the commit
def test_a_move_takes_seven_and_one_transaction_and_the_next_no_seat(players: tuple[Viewer, Viewer]) -> None:
    """Session, person, and seat; four for the move itself. This process knows the seats then."""
    for viewer, move, most in zip(players, ("4H", "3C"), (7, 6), strict=True):
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
    monkeypatch.setattr(store, "monotonic", lambda: monotonic() + store.MAX_SEAT_AGE + 1)
    assert not cached_seat(now.public_id, str(now.seq), owner)


def open_page(viewer: Viewer) -> TableConsumer:
    """The socket of the second seat's page."""
    consumer = TableConsumer()
    who = Person.objects.select_related("preferences").get(seats__game=viewer.game, seats__number=2)
    consumer.scope = {"user": who, "headers": [], "cookies": {}}
    consumer.public_id, consumer.hidden, consumer.seat = viewer.game.public_id, False, 2
    return consumer


def test_what_is_pushed_after_it_by_another_process_takes_two(players: tuple[Viewer, Viewer]) -> None:
    """The game, and its seats: the rest is cached."""
    ann, ben = players
    ann.post("play", htmx=True, move="4H", seq=Game.objects.get(pk=ann.game.pk).seq)
    page, number = open_page(ben), Game.objects.get(pk=ann.game.pk).seq
    assert len(asked(lambda: page.render_now(PushRequest(number - 1, number - 1), played=True))) == 2


def test_what_the_process_pushes_that_has_played_it_takes_none(
    players: tuple[Viewer, Viewer], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ann, ben = players
    with django_capture_on_commit_callbacks(execute=True):
        ann.post("play", htmx=True, move="4H", seq=Game.objects.get(pk=ann.game.pk).seq)
    page, number = open_page(ben), Game.objects.get(pk=ann.game.pk).seq
    pushed: list[Rendered | None] = []
    assert not asked(lambda: pushed.append(page.render_now(PushRequest(number - 1, number - 1), played=True)))
    assert pushed[0]
    assert "Ann trailed" in pushed[0].fragments[TABLE]
    later = len(asked(lambda: pushed.append(page.render_now(PushRequest(number, number), played=True))))
    assert later == 1, "what comes after it is not known yet"


def test_the_whole_page_takes_fifteen(players: tuple[Viewer, Viewer]) -> None:
    """The four of a choice; presence, messages, the right to write, the note, the number of waiting games."""
    ann, _ = players
    assert len(asked(lambda: ann.client.get(ann.address()))) <= 15
