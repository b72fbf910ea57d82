from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_pass_and_play"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="read_ruling",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="latest ruling read"),
        ),
    ]
