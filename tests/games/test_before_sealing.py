"""A database from before secrets could be encrypted: its rows can be read as they are, with keys and without."""

from collections.abc import Iterator

import pytest
from cryptography.fernet import Fernet
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from pytest_django import Settings

from games import services
from games.integrity.checking import examine_whole
from games.log.encryption import SEALED
from games.log.store import load, recent
from games.models import Game
from games.rulings.disputes import open_dispute
from games.rulings.models import Dispute
from tests.games.computers import first_card, fresh
from tests.games.tables import RULES, person
from tests.games.timed import mover

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = ("games", "0010_talk")


def migrate(to: tuple[str, str] | None = None) -> None:
    """Migrate as far as this, or to the latest."""
    executor = MigrationExecutor(connection)
    executor.migrate([to] if to else executor.loader.graph.leaf_nodes("games"))


def columns() -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, "games_game")}


@pytest.fixture
def old_game(settings: Settings) -> Iterator[Game]:
    """A running game from before encryption; the column of keys is missing until the end of the test."""
    settings.SECRETS_KEYS = []
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), None)
    play(game)
    moved = game.events.filter(entry__gt="").latest("seq")
    assert isinstance(open_dispute(game.taken_seats.get(number=1), moved.seq, "He laughed."), Dispute)
    try:
        yield fresh(game)
    finally:
        migrate()


def play(game: Game) -> None:
    game = fresh(game)
    assert isinstance(services.play(mover(game), first_card(game), game.seq), services.Accepted)


@pytest.mark.parametrize("keys", [[], [Fernet.generate_key().decode()]], ids=["no keys", "keys"])
def test_a_game_of_then_goes_on(old_game: Game, settings: Settings, keys: list[str]) -> None:
    state, rows = load(old_game)[0], list(old_game.events.order_by("seq").values_list("payload", "hash"))
    migrate(BEFORE)
    assert "key" not in columns()
    migrate()
    recent.clear()
    settings.SECRETS_KEYS = keys
    game = fresh(old_game)
    assert game.key == ""
    assert load(game)[0] == state
    assert examine_whole(game).problems == []
    while load(fresh(game))[0].latest_deal == 1:
        play(game)
    assert examine_whole(fresh(game)).problems == []
    assert list(game.events.order_by("seq").values_list("payload", "hash"))[: len(rows)] == rows
    assert not [payload for payload, _ in rows if SEALED in payload]
