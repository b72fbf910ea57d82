from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Games of which somebody wants to hear nothing become games for which somebody wishes something."""

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0010_talk"),
        ("notifications", "0001_calls"),
    ]

    operations = [
        migrations.RemoveConstraint("MutedGame", "game_muted_once"),
        migrations.RenameModel("MutedGame", "GameWishes"),
        migrations.AddField(
            "GameWishes", "silent", models.BooleanField(default=True, verbose_name="no calls"), preserve_default=False
        ),
        migrations.AlterField("GameWishes", "silent", models.BooleanField(default=False, verbose_name="no calls")),
        migrations.AddField("GameWishes", "ways", models.JSONField(default=dict, verbose_name="ways")),
        migrations.AlterModelOptions(
            "GameWishes",
            {
                "verbose_name": "wishes for the calls of a game",
                "verbose_name_plural": "wishes for the calls of games",
            },
        ),
        migrations.AddConstraint(
            "GameWishes",
            models.UniqueConstraint(fields=["person", "game"], name="one_row_of_wishes_per_game"),
        ),
    ]
