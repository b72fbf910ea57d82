from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_substituted_seats"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="pass_and_play",
            field=models.BooleanField(db_default=False, default=False, verbose_name="pass and play"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("pass_and_play", True)), fields=["host"], name="game_pass_and_play"),
        ),
    ]
