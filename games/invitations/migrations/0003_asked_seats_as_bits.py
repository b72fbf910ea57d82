"""The seats asked become bits, in which a query can look for one. Requests that were open are made anew by who asked."""

from typing import Any

from django.db import migrations, models


def end_requests(apps: Any, _editor: Any) -> None:
    apps.get_model("invitations", "TakeoverRequest").objects.filter(declined=False).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("invitations", "0002_takeover_requests"),
    ]

    operations = [
        migrations.RunPython(end_requests, migrations.RunPython.noop),
        migrations.RemoveField("takeoverrequest", "agreed"),
        migrations.RemoveField("takeoverrequest", "asked"),
        migrations.AddField("takeoverrequest", "asked", models.PositiveIntegerField(default=0, verbose_name="asked")),
    ]
