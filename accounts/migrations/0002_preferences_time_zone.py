from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="time_zone",
            field=models.CharField(blank=True, db_default="", default="", max_length=50, verbose_name="time zone"),
        ),
    ]
