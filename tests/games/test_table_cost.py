"""Database queries of a table, counted: for a page, a choice, a move, and the pushes after it."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import Person
from games.consumers.table import TABLE, TableConsumer
from games.live.batches import Drawn, Wanted
from games.models import Game
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
    data = {"hand": "4H", "seen": str(Game.objects.get(pk=ann.game.pk).seq)}
    assert len(asked(lambda: ann.client.get(ann.address("options"), data, headers={"HX-Request": "true"}))) == 4


@pytest.mark.django_db(transaction=True)  # what is remembered is remembered with the commit
def test_a_move_takes_nine_and_one_transaction(players: tuple[Viewer, Viewer]) -> None:
    """Session, person, and seat; five for the move itself; and the mover's read mark."""
    ann, _ = players
    seen = Game.objects.get(pk=ann.game.pk).seq
    statements = asked(lambda: ann.post("play", htmx=True, move="4H", seen=seen))
    assert Game.objects.get(pk=ann.game.pk).seq > seen
    assert len(statements) == 9


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
    ann.post("play", htmx=True, move="4H", seen=Game.objects.get(pk=ann.game.pk).seq)
    page, number = open_page(ben), Game.objects.get(pk=ann.game.pk).seq
    assert len(asked(lambda: page.draw_now(Wanted(number - 1, number - 1), played=True))) == 2


def test_what_the_process_pushes_that_has_played_it_takes_none(
    players: tuple[Viewer, Viewer], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ann, ben = players
    with django_capture_on_commit_callbacks(execute=True):
        ann.post("play", htmx=True, move="4H", seen=Game.objects.get(pk=ann.game.pk).seq)
    page, number = open_page(ben), Game.objects.get(pk=ann.game.pk).seq
    pushed: list[Drawn | None] = []
    assert not asked(lambda: pushed.append(page.draw_now(Wanted(number - 1, number - 1), played=True)))
    assert pushed[0]
    assert "Ann trailed 4♥." in pushed[0].fragments[TABLE]
    later = len(asked(lambda: pushed.append(page.draw_now(Wanted(number, number), played=True))))
    assert later == 1, "what comes after it is not known yet"


def test_the_whole_page_takes_fifteen(players: tuple[Viewer, Viewer]) -> None:
    """The four of a choice; presence, messages, the right to write, the note, the number of waiting games."""
    ann, _ = players
    assert len(asked(lambda: ann.client.get(ann.address()))) <= 15
