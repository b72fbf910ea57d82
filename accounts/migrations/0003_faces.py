"""The faces of the cards are a choice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_sounds_and_second_tap"),
    ]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="index",
            field=models.CharField(
                choices=[("full", "All pips (large indices on small cards)"), ("large", "Large indices on every card")],
                db_default="full",
                default="full",
                max_length=10,
                verbose_name="card faces",
            ),
        ),
    ]
