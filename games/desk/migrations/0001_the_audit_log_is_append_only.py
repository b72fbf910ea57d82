"""Triggers that refuse to change or delete what staff have done, whoever asks.

Since then `games/log/triggers.py` has put stricter ones in their place at the end of every migration.
"""

from collections.abc import Callable

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "django_admin_log"
REFUSAL = "what staff have done is never changed or deleted"

DONE = {
    "sqlite": [
        f"CREATE TRIGGER IF NOT EXISTS {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"""
        CREATE OR REPLACE FUNCTION {TABLE}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$
        """,
        f"""
        CREATE OR REPLACE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION {TABLE}_is_append_only()
        """,
    ],
}
UNDONE = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {TABLE}_no_{verb}" for verb in ("update", "delete")],
    "postgresql": [f"DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE}", f"DROP FUNCTION {TABLE}_is_append_only()"],
}


def executing(statements: dict[str, list[str]]) -> Callable[[Apps, BaseDatabaseSchemaEditor], None]:
    def execute(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for statement in statements[schema_editor.connection.vendor]:
            schema_editor.execute(statement)

    return execute


class Migration(migrations.Migration):
    initial = True
    dependencies = [("admin", "0003_logentry_add_action_flag_choices")]

    operations = [migrations.RunPython(executing(DONE), executing(UNDONE))]
