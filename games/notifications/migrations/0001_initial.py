import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.notifications.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="NotificationPreferences",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("methods", models.JSONField(default=dict, verbose_name="channels")),
                ("email_stopped", models.BooleanField(default=False, verbose_name="no email")),
                ("email_always", models.BooleanField(default=False, verbose_name="email for live games too")),
                ("quiet_from", models.TimeField(null=True, verbose_name="quiet from")),
                ("quiet_until", models.TimeField(null=True, verbose_name="quiet until")),
                ("time_zone", models.CharField(default="UTC", max_length=50, verbose_name="time zone")),
                (
                    "remind_before",
                    models.PositiveSmallIntegerField(default=6, verbose_name="hours before time runs out"),
                ),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notification_preferences",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "notification settings",
                "verbose_name_plural": "notification settings",
            },
        ),
        migrations.CreateModel(
            name="GameNotificationPreferences",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("silent", models.BooleanField(default=False, verbose_name="no notifications")),
                ("methods", models.JSONField(default=dict, verbose_name="channels")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "notification settings of a game",
                "verbose_name_plural": "notification settings of games",
                "constraints": [models.UniqueConstraint(fields=("person", "game"), name="unique_preferences_per_game")],
            },
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=1000, unique=True, verbose_name="address")),
                ("p256dh", models.CharField(max_length=100, verbose_name="key")),
                ("auth", models.CharField(max_length=40, verbose_name="secret")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("created", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_devices",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("paused_until", models.DateTimeField(null=True, verbose_name="paused until")),
                (
                    "timeouts",
                    models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="timeouts in a row"),
                ),
            ],
            options={
                "verbose_name": "device",
                "verbose_name_plural": "devices",
                "ordering": ["created"],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("discord", "Discord"), ("slack", "Slack"), ("json", "My own program (JSON)")],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("url", models.CharField(max_length=1000, verbose_name="address")),
                (
                    "secret",
                    models.CharField(
                        default=games.notifications.models.new_webhook_secret, max_length=64, verbose_name="secret"
                    ),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("failing_since", models.DateTimeField(null=True, verbose_name="failing since")),
                ("disabled", models.BooleanField(default=False, verbose_name="disabled")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("paused_until", models.DateTimeField(null=True, verbose_name="paused until")),
                (
                    "timeouts",
                    models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="timeouts in a row"),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ["created"],
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("my_turn", "My turn"),
                            ("invitation", "An invitation"),
                            ("started", "A game starts"),
                            ("time_short", "My time is running out"),
                            ("over", "A game ends"),
                            ("chat", "A new chat message"),
                            ("followed_table", "A player I follow opens a table"),
                            ("dispute", "A move is disputed"),
                            ("ruling", "A ruling was made"),
                            ("test", "A test"),
                            ("webhook_off", "A webhook was disabled"),
                        ],
                        max_length=20,
                        verbose_name="what happened",
                    ),
                ),
                ("turn_seq", models.PositiveIntegerField(default=0, verbose_name="number in the log")),
                ("dedup_key", models.CharField(max_length=60, verbose_name="occasion")),
                (
                    "method",
                    models.CharField(
                        choices=[("push", "On my devices"), ("email", "Email"), ("webhook", "Webhook")],
                        max_length=10,
                        verbose_name="channel",
                    ),
                ),
                ("destination", models.PositiveBigIntegerField(default=0, verbose_name="device or webhook")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("deferred", "held back"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("dropped", "no longer needed"),
                            ("failed", "given up"),
                        ],
                        default="waiting",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("due", models.DateTimeField(verbose_name="due")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("created", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "notification",
                "verbose_name_plural": "notifications",
                "indexes": [models.Index(fields=["status", "due"], name="notification_status_due")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "dedup_key", "method", "destination"), name="notified_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("starts", models.DateTimeField(default=django.utils.timezone.now, verbose_name="start")),
                ("ends", models.DateTimeField(db_index=True, verbose_name="end")),
            ],
            options={
                "verbose_name": "announcement",
                "verbose_name_plural": "announcements",
                "ordering": ["starts", "pk"],
            },
        ),
        migrations.CreateModel(
            name="AnnouncementText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=10, verbose_name="language")),
                ("text", models.CharField(max_length=300, verbose_name="text")),
                (
                    "announcement",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="texts",
                        to="notifications.announcement",
                        verbose_name="announcement",
                    ),
                ),
            ],
            options={
                "verbose_name": "text of an announcement",
                "verbose_name_plural": "announcement texts",
                "constraints": [
                    models.UniqueConstraint(fields=("announcement", "language"), name="one_text_per_language")
                ],
            },
        ),
    ]
