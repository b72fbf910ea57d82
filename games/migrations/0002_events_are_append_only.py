"""Triggers that refuse to change or delete what is in the log, whoever asks.

Since then `games/log/triggers.py` has put stricter ones in their place at the end of every migration.
"""

from collections.abc import Callable

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REFUSAL = "recorded events are never changed or deleted"

DONE = {
    "sqlite": [
        f"CREATE TRIGGER IF NOT EXISTS games_event_no_update BEFORE UPDATE ON games_event BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END",
        f"CREATE TRIGGER IF NOT EXISTS games_event_no_delete BEFORE DELETE ON games_event BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END",
    ],
    "postgresql": [
        f"""
        CREATE OR REPLACE FUNCTION games_event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$
        """,
        """
        CREATE OR REPLACE TRIGGER games_event_append_only BEFORE UPDATE OR DELETE ON games_event
        FOR EACH ROW EXECUTE FUNCTION games_event_is_append_only()
        """,
    ],
}
UNDONE = {
    "sqlite": ["DROP TRIGGER IF EXISTS games_event_no_update", "DROP TRIGGER IF EXISTS games_event_no_delete"],
    "postgresql": [
        "DROP TRIGGER IF EXISTS games_event_append_only ON games_event",
        "DROP FUNCTION games_event_is_append_only()",
    ],
}


def executing(statements: dict[str, list[str]]) -> Callable[[Apps, BaseDatabaseSchemaEditor], None]:
    def execute(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for statement in statements[schema_editor.connection.vendor]:
            schema_editor.execute(statement)

    return execute


class Migration(migrations.Migration):
    dependencies = [("games", "0001_games")]

    operations = [migrations.RunPython(executing(DONE), executing(UNDONE))]
