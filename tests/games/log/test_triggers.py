"""Recorded rows cannot be changed by any statement, and a missing trigger is found."""

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import DatabaseError, connection, transaction

from games.integrity import checkpoints
from games.log import triggers
from tests.games.finished import finished_game
from tests.games.tables import game_by_hand, person

pytestmark = pytest.mark.django_db

ON_SQLITE = [
    "UPDATE {table} SET {key} = {key}",
    "UPDATE OR REPLACE {table} SET {key} = {key}",
    "UPDATE OR IGNORE {table} SET {key} = {key}",
    "DELETE FROM {table}",
    "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
    "REPLACE INTO {table} SELECT * FROM {table}",
    "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT DO UPDATE SET {key} = excluded.{key}",
]
ON_POSTGRESQL = [
    "UPDATE {table} SET {key} = {key}",
    "DELETE FROM {table}",
    "TRUNCATE {table} CASCADE",
    "INSERT INTO {table} SELECT * FROM {table} ON CONFLICT ({key}) DO UPDATE SET {key} = excluded.{key}",
    "SET LOCAL session_replication_role = replica; DELETE FROM {table}",
]
ATTACKS = {"sqlite": ON_SQLITE, "postgresql": ON_POSTGRESQL}[connection.vendor]


def refuse(statement: str) -> None:
    if connection.vendor == "postgresql":
        connection.cursor().execute("SET CONSTRAINTS ALL IMMEDIATE")  # else TRUNCATE has to wait for them
    with pytest.raises(DatabaseError, match="never changed or deleted"), transaction.atomic():
        execute(statement)


def execute(statement: str) -> None:
    connection.cursor().execute(statement)
    pytest.fail(f"not refused: {statement}")


def test_a_recorded_row_is_not_changed_deleted_or_replaced() -> None:
    game = finished_game()
    LogEntry.objects.log_actions(person("Dora").pk, [game], CHANGE, "Looked.", single_object=True)
    checkpoints.append_checkpoints(checkpoints.unattested_subjects(game))
    for table, keys in triggers.APPEND_ONLY.items():
        for attack in ATTACKS:
            refuse(attack.format(table=table, key=keys[0][0]))


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if "SET {key}" not in attack])
def test_a_game_is_not_deleted_or_replaced(attack: str) -> None:
    game_by_hand()
    names = columns("games_game", "correspondence", "live")
    told = attack.replace("INTO {table}", f"INTO {{table}} ({names})").replace("SELECT *", f"SELECT {names}")
    refuse(told.format(table="games_game", key="id"))


def test_a_game_does_not_take_the_address_of_another() -> None:
    game, _ = game_by_hand()
    other, _ = game_by_hand()
    replace = "OR REPLACE" if connection.vendor == "sqlite" else ""
    with pytest.raises(DatabaseError), transaction.atomic():
        connection.cursor().execute(
            f"UPDATE {replace} games_game SET public_id = %s WHERE id = %s",  # noqa: S608
            [game.public_id, other.pk],
        )


def test_a_replacing_event_is_refused_by_its_number_in_the_game_too() -> None:
    game, _ = game_by_hand()
    names = columns("games_storedevent", "id")
    verb = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    with pytest.raises(DatabaseError), transaction.atomic():
        connection.cursor().execute(
            f"{verb} INTO games_storedevent ({names}) SELECT {names} FROM games_storedevent WHERE game_id = %s",  # noqa: S608
            [game.pk],
        )


def columns(table: str, *but: str) -> str:
    """Return the columns that can be written."""
    with connection.cursor() as cursor:
        there = connection.introspection.get_table_description(cursor, table)
    return ", ".join(column.name for column in there if column.name not in but)


# --- dropped triggers -------------------------------------------------------------------------------------------------


def test_all_triggers_are_in_place() -> None:
    assert list(triggers.trigger_problems(connection)) == []


@pytest.mark.parametrize(
    "trigger", triggers.expected_triggers(connection.vendor), ids=lambda trigger: str(trigger.name)
)
def test_a_dropped_trigger_is_found_and_comes_back_with_a_migration(trigger: triggers.Trigger) -> None:
    connection.cursor().execute(triggers.drop_statement(connection.vendor, trigger))
    assert [said for said in triggers.trigger_problems(connection) if f"{trigger.name} is missing" in said]
    triggers.install(connection)
    assert list(triggers.trigger_problems(connection)) == []


def test_a_trigger_that_does_nothing_is_found() -> None:
    trigger = triggers.expected_triggers(connection.vendor)[0]
    cursor = connection.cursor()
    if connection.vendor == "sqlite":
        cursor.execute(triggers.drop_statement("sqlite", trigger))
        cursor.execute(f"CREATE TRIGGER {trigger.name} BEFORE UPDATE ON games_storedevent BEGIN SELECT 1; END")
    else:
        cursor.execute(
            f"CREATE OR REPLACE FUNCTION {triggers.FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RETURN NEW; END $$"
        )
    found = list(triggers.trigger_problems(connection))
    assert any(f"{trigger.name} is not as this program made it" in said for said in found)
    triggers.install(connection)
    assert list(triggers.trigger_problems(connection)) == []


if connection.vendor == "postgresql":  # SQLite's triggers cannot be disabled

    @pytest.mark.parametrize("state", ["DISABLE", "ENABLE", "ENABLE REPLICA"])
    def test_a_disabled_trigger_is_found(state: str) -> None:
        connection.cursor().execute(f"ALTER TABLE games_storedevent {state} TRIGGER games_storedevent_append_only")
        assert [said for said in triggers.trigger_problems(connection) if "or disabled" in said]


def test_a_trigger_of_somebody_else_is_found() -> None:
    if connection.vendor == "sqlite":
        body = "BEGIN UPDATE games_game SET turn = 1; END"
    else:
        body = f"FOR EACH ROW EXECUTE FUNCTION {triggers.FUNCTION}()"
    connection.cursor().execute(f"CREATE TRIGGER stranger AFTER INSERT ON games_storedevent {body}")
    assert list(triggers.trigger_problems(connection)) == [
        "the trigger stranger on games_storedevent is not one of this program"
    ]
