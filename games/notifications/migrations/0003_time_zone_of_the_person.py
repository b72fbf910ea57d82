from typing import Any

from django.db import migrations, models
from django.db.models import Q


def move_time_zones(apps: Any, _editor: Any) -> None:
    """Move the time zones to the people's preferences. Whoever only has the default gets the browser's instead."""
    chosen = apps.get_model("notifications", "NotificationPreferences").objects.filter(
        ~Q(time_zone="UTC") | Q(quiet_from__isnull=False)
    )
    preferences = apps.get_model("accounts", "Preferences").objects
    for person, time_zone in chosen.values_list("person", "time_zone"):
        preferences.update_or_create(person_id=person, defaults={"time_zone": time_zone})


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_preferences_time_zone"),
        ("notifications", "0002_always_and_daily"),
    ]

    operations = [
        migrations.RunPython(move_time_zones, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(  # servers of the version before still ask for the column
            [
                migrations.AlterField(
                    "notificationpreferences",
                    "time_zone",
                    models.CharField("time zone", max_length=50, default="UTC", db_default="UTC"),
                )
            ],
            [migrations.RemoveField("notificationpreferences", "time_zone")],
        ),
    ]
