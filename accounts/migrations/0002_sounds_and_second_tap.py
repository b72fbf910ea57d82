"""Sounds are on by default now; before, they could only be switched on. A second tap plays a card."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def turn_sounds_on(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("accounts", "Preferences").objects.update(sounds=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="second_tap",
            field=models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="Tap a selected card again to play it, if it has only one move",
            ),
        ),
        migrations.AlterField(
            model_name="preferences",
            name="sounds",
            field=models.BooleanField(default=True, verbose_name="Sounds"),
        ),
        migrations.RunPython(turn_sounds_on, migrations.RunPython.noop),
    ]
