from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_preferences_time_zone"),
    ]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="browser_language",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=10),
        ),
    ]
