"""Names that are taken. Where two people are called alike already, both stay so, and who came first has the name."""

from collections.abc import Callable
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.lookalikes import keys

AT_ONCE = 1000


def take_names(apps: Any, _schema_editor: Any) -> None:
    """Reserve the names that people log in by, before those that are shown."""
    _take(apps, lambda person: person.username)
    _take(apps, lambda person: person.display_name or f"{person.first_name} {person.last_name}".strip())


def _take(apps: Any, name_of: Callable[[Any], str]) -> None:
    TakenName = apps.get_model("accounts", "TakenName")
    members, rows = apps.get_model("accounts", "Person").objects.filter(is_guest=False).order_by("pk"), []
    for person in members.iterator(AT_ONCE):
        rows += [TakenName(key=key, person=person) for key in sorted(keys(name_of(person)))]
    TakenName.objects.bulk_create(rows, AT_ONCE, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_way_back"),
    ]

    operations = [
        migrations.CreateModel(
            name="TakenName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200, unique=True, verbose_name="how the name looks")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taken_names",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "taken name",
                "verbose_name_plural": "taken names",
            },
        ),
        migrations.RunPython(take_names, migrations.RunPython.noop),
    ]
