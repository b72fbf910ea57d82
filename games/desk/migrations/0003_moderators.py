"""The group of moderators, with the permission to deal with reported messages; its members have to be on the staff."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAME = "Moderators"


def make_group(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Permissions come with the end of migrating; this one is wanted now, and is found there then."""
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(app_label="games", model="report")
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename="change_report", defaults={"name": "Can change report"}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=NAME)
    group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("desk", "0002_directors"),
        ("games", "0010_talk"),
    ]

    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
