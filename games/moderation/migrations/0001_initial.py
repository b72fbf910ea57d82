"""The groups of staff, each with the one permission that it takes; whoever is in one has to be on the staff, too."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

GROUPS = {
    "Directors": ("rulings", "rulingrecord", "rule", "Can rule on disputed moves"),
    "Moderators": ("games", "messagereport", "change_messagereport", "Can change report"),
}
"""App, model, code name and name of the permission, by the name of the group."""


def make_groups(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Permissions come with the end of migrating; these are wanted now, and are found there then."""
    for group_name, (app, model, codename, name) in GROUPS.items():
        kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(app_label=app, model=model)
        permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=kind, codename=codename, defaults={"name": name}
        )
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=group_name)
        group.permissions.add(permission)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0001_initial"),
        ("rulings", "0001_initial"),
    ]

    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]
