"""Triggers that refuse to change or delete what staff have done, whoever asks.

On SQLite a migration of Django's that alters this table would make it anew, without its triggers: then another one here
has to put them back.
"""

from collections.abc import Callable

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "django_admin_log"
REFUSAL = "what staff have done is never changed or deleted"

DONE = {
    "sqlite": [
        f"CREATE TRIGGER {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION {TABLE}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$
        """,
        f"""
        CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION {TABLE}_is_append_only()
        """,
    ],
}
UNDONE = {
    "sqlite": [f"DROP TRIGGER {TABLE}_no_{verb}" for verb in ("update", "delete")],
    "postgresql": [f"DROP TRIGGER {TABLE}_append_only ON {TABLE}", f"DROP FUNCTION {TABLE}_is_append_only()"],
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
