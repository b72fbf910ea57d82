"""The group of directors, with the one permission that it takes; whoever is in it has to be on the staff, too."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAME = "Directors"


def make_group(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Permissions come with the end of migrating; this one is wanted now, and is found there then."""
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="rulings", model="maderuling"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename="rule", defaults={"name": "Can decide about disputed moves"}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=NAME)
    group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("desk", "0001_the_audit_log_is_append_only"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("rulings", "0001_disputes"),
    ]

    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
