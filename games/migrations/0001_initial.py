import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.game


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ServerHeartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="time")),
                ("stopped", models.BooleanField(default=False, verbose_name="stopped")),
            ],
            options={
                "verbose_name": "heartbeat",
                "verbose_name_plural": "heartbeats",
            },
        ),
        migrations.CreateModel(
            name="ChatBan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField(verbose_name="until")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat_bans",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "mute",
                "verbose_name_plural": "mutes",
                "ordering": ["-until"],
            },
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("number", models.PositiveBigIntegerField(primary_key=True, serialize=False, verbose_name="number")),
                (
                    "kind",
                    models.CharField(
                        choices=[("game", "game"), ("attested", "attestations"), ("staff", "staff log")],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("key", models.CharField(blank=True, max_length=20, verbose_name="key")),
                ("seq", models.PositiveBigIntegerField(verbose_name="number of the entry")),
                ("head", models.CharField(max_length=64, verbose_name="hash of the entry")),
                ("at", models.DateTimeField(verbose_name="time")),
                ("previous", models.CharField(max_length=64, verbose_name="hash of the previous checkpoint")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
            ],
            options={
                "verbose_name": "checkpoint",
                "verbose_name_plural": "checkpoints",
                "ordering": ["number"],
                "indexes": [models.Index(fields=["kind", "key", "seq"], name="checkpoint_subject")],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.game.new_public_id,
                        editable=False,
                        max_length=16,
                        unique=True,
                        verbose_name="address",
                    ),
                ),
                ("preset", models.CharField(max_length=40, verbose_name="game")),
                ("options", models.JSONField(verbose_name="options")),
                ("seats", models.PositiveSmallIntegerField(verbose_name="number of seats")),
                ("partners", models.BooleanField(default=False, verbose_name="partnerships")),
                ("table_settings", models.JSONField(default=dict, verbose_name="terms")),
                (
                    "correspondence",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.ExpressionWrapper(
                            models.Q(("table_settings__clock__in", ("turn", "bank"))), models.BooleanField()
                        ),
                        output_field=models.BooleanField(verbose_name="correspondence"),
                    ),
                ),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                ("seed", models.BinaryField(verbose_name="seed")),
                (
                    "key",
                    models.CharField(
                        blank=True,
                        default="",
                        editable=False,
                        max_length=300,
                        verbose_name="encrypted key of the secrets",
                    ),
                ),
                ("commitment", models.CharField(max_length=64, verbose_name="commitment to the seed")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waiting for players"),
                            ("playing", "in progress"),
                            ("over", "over"),
                            ("cancelled", "canceled"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("turn", models.PositiveSmallIntegerField(default=0, verbose_name="seat to play")),
                ("totals", models.JSONField(default=list, verbose_name="totals")),
                ("clock", models.JSONField(null=True, verbose_name="clocks")),
                ("deadline", models.DateTimeField(db_index=True, null=True, verbose_name="deadline")),
                ("seq", models.PositiveIntegerField(default=0, verbose_name="number of the latest event")),
                (
                    "head",
                    models.CharField(
                        default="0000000000000000000000000000000000000000000000000000000000000000",
                        max_length=64,
                        verbose_name="hash of the latest event",
                    ),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("updated", models.DateTimeField(default=django.utils.timezone.now, verbose_name="updated")),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted_games",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="host",
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rematch",
                        to="games.game",
                        verbose_name="rematch of",
                    ),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
            },
        ),
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("phrase", models.CharField(blank=True, max_length=20, verbose_name="phrase")),
                ("text", models.CharField(blank=True, max_length=300, verbose_name="text")),
                ("at", models.DateTimeField(verbose_name="time")),
                ("removed", models.DateTimeField(null=True, verbose_name="removed")),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Attestation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("seated", "sat down"),
                            ("moved", "seat went to another account"),
                            ("disputed", "disputed"),
                            ("imported", "imported"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("seq", models.PositiveIntegerField(verbose_name="event number")),
                ("number", models.PositiveSmallIntegerField(default=0, verbose_name="number")),
                ("person", models.PositiveBigIntegerField(null=True, verbose_name="account number")),
                ("digest", models.CharField(blank=True, max_length=64, verbose_name="hash")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="time")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attestations",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "attestation",
                "verbose_name_plural": "attestations",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("preset", models.CharField(max_length=40, verbose_name="game")),
                ("overrides", models.JSONField(verbose_name="changes")),
                ("created", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "owner",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_rules",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="saved by",
                    ),
                ),
            ],
            options={
                "verbose_name": "house rules",
                "verbose_name_plural": "house rules",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="ImportedRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.game.new_public_id,
                        editable=False,
                        max_length=16,
                        unique=True,
                        verbose_name="address",
                    ),
                ),
                ("preset", models.CharField(max_length=40, verbose_name="game")),
                ("players", models.JSONField(verbose_name="players")),
                ("log", models.JSONField(verbose_name="events")),
                ("created", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="imported by",
                    ),
                ),
            ],
            options={
                "verbose_name": "record",
                "verbose_name_plural": "records",
                "ordering": ["-created"],
            },
        ),
        migrations.CreateModel(
            name="MessageReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("closed", "closed")],
                        default="open",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="time")),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.chatmessage",
                        verbose_name="message",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reporter",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="muted",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mutes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "muted person",
                "verbose_name_plural": "muted people",
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("channel", models.CharField(max_length=120, unique=True, verbose_name="socket")),
                ("process", models.CharField(db_index=True, max_length=32, verbose_name="process")),
                ("visible", models.BooleanField(default=False, verbose_name="visible")),
                ("opened", models.DateTimeField(verbose_name="opened")),
                ("seen", models.DateTimeField(verbose_name="last seen")),
                ("closed", models.DateTimeField(null=True, verbose_name="closed")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "presence",
                "verbose_name_plural": "presences",
            },
        ),
        migrations.CreateModel(
            name="PrivateNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=2000, verbose_name="text")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "note",
                "verbose_name_plural": "notes",
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("family", models.CharField(max_length=40, verbose_name="game family")),
                ("mu", models.FloatField(verbose_name="skill")),
                ("sigma", models.FloatField(verbose_name="uncertainty")),
                ("games", models.PositiveIntegerField(default=0, verbose_name="rated games")),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("family", models.CharField(max_length=40, verbose_name="game family")),
                ("side", models.PositiveSmallIntegerField(verbose_name="side")),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("mu_before", models.FloatField(verbose_name="skill before")),
                ("sigma_before", models.FloatField(verbose_name="uncertainty before")),
                ("mu_after", models.FloatField(verbose_name="skill after")),
                ("sigma_after", models.FloatField(verbose_name="uncertainty after")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rated",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rating_changes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating change",
                "verbose_name_plural": "rating changes",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("bot", models.CharField(blank=True, max_length=20, verbose_name="computer player")),
                ("name", models.CharField(max_length=40, verbose_name="name shown")),
                ("seen_seq", models.PositiveIntegerField(default=0, verbose_name="number of the latest event seen")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taken_seats",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField(verbose_name="event number")),
                ("head", models.CharField(max_length=64, verbose_name="hash of the event")),
                ("state_version", models.PositiveSmallIntegerField(verbose_name="version of the state")),
                ("state", models.JSONField(verbose_name="state")),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="snapshot",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "snapshot",
                "verbose_name_plural": "snapshots",
            },
        ),
        migrations.CreateModel(
            name="StoredEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField(verbose_name="number")),
                ("type", models.CharField(max_length=40, verbose_name="type")),
                ("version", models.PositiveSmallIntegerField(verbose_name="version")),
                ("payload", models.JSONField(verbose_name="payload")),
                ("actor", models.CharField(max_length=40, verbose_name="actor")),
                ("action_text", models.CharField(blank=True, max_length=250, verbose_name="entry")),
                ("at", models.DateTimeField(verbose_name="time")),
                ("previous", models.CharField(max_length=64, verbose_name="hash of the previous event")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ["seq"],
            },
        ),
        migrations.CreateModel(
            name="Suspension",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField(verbose_name="until")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suspensions",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "suspension",
                "verbose_name_plural": "suspensions",
                "ordering": ["-until"],
            },
        ),
        migrations.CreateModel(
            name="TableBan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bans",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_bans",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "removed person",
                "verbose_name_plural": "removed people",
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.DateField(verbose_name="first day")),
                ("last", models.DateField(verbose_name="last day")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "vacation",
                "verbose_name_plural": "vacations",
                "ordering": ["first"],
            },
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["status", "-created"], name="game_status_created"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["public", "status", "correspondence", "-id"], name="game_lobby_days"),
        ),
        migrations.AddConstraint(
            model_name="houserules",
            constraint=models.UniqueConstraint(
                models.F("owner"), django.db.models.functions.text.Lower("name"), name="one_house_rules_per_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="messagereport",
            constraint=models.UniqueConstraint(fields=("message", "reporter"), name="reported_once"),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("person", "muted"), name="muted_once"),
        ),
        migrations.AddIndex(
            model_name="presence",
            index=models.Index(fields=["seen"], name="presence_seen"),
        ),
        migrations.AddConstraint(
            model_name="privatenote",
            constraint=models.UniqueConstraint(fields=("game", "person"), name="one_note_per_game"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["family", "-mu"], name="rating_ladder"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("person", "family"), name="one_rating_per_family"),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="rated_once"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="one_row_per_seat"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("person", "game"), name="one_seat_per_person"),
        ),
        migrations.AddConstraint(
            model_name="storedevent",
            constraint=models.UniqueConstraint(fields=("game", "seq"), name="one_event_per_number"),
        ),
        migrations.AddConstraint(
            model_name="tableban",
            constraint=models.UniqueConstraint(fields=("game", "person"), name="banned_once"),
        ),
        migrations.AddField(
            model_name="seat",
            name="seen_round",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, verbose_name="latest round whose end was seen"
            ),
        ),
        migrations.AddField(
            model_name="chatmessage",
            name="audience",
            field=models.CharField(
                choices=[("table", "everyone at the table"), ("spectators", "spectators")],
                db_default="table",
                default="table",
                max_length=10,
                verbose_name="readers",
            ),
        ),
        migrations.AddField(
            model_name="messagereport",
            name="decided",
            field=models.DateTimeField(null=True, verbose_name="decided"),
        ),
        migrations.AddField(
            model_name="messagereport",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("dismissed", "dismissed"),
                    ("removed", "message removed"),
                    ("warned", "author warned"),
                    ("muted", "author muted"),
                    ("suspended", "author suspended"),
                ],
                db_default="",
                default="",
                max_length=10,
                verbose_name="outcome",
            ),
        ),
        migrations.AddIndex(
            model_name="messagereport",
            index=models.Index(fields=["state", "at"], name="report_queue"),
        ),
        migrations.AddIndex(
            model_name="messagereport",
            index=models.Index(fields=["at"], name="report_at"),
        ),
        migrations.CreateModel(
            name="SeatResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("preset", models.CharField(max_length=40, verbose_name="game")),
                ("level", models.CharField(blank=True, max_length=20, verbose_name="computer player")),
                ("rated", models.BooleanField(verbose_name="rated")),
                ("public", models.BooleanField(verbose_name="public")),
                ("side", models.PositiveSmallIntegerField(verbose_name="side")),
                (
                    "outcome",
                    models.CharField(
                        choices=[("won", "Won"), ("lost", "Lost"), ("drawn", "Drawn"), ("void", "No result")],
                        max_length=5,
                        verbose_name="result",
                    ),
                ),
                ("points", models.IntegerField(verbose_name="points")),
                ("opponent_points", models.IntegerField(verbose_name="points of the best other side")),
                ("rounds", models.PositiveIntegerField(verbose_name="rounds")),
                ("turns", models.PositiveIntegerField(verbose_name="turns")),
                ("sweeps", models.PositiveIntegerField(verbose_name="sweeps")),
                ("cards", models.PositiveIntegerField(verbose_name="cards taken")),
                ("spades", models.PositiveIntegerField(verbose_name="spades taken")),
                ("big_casinos", models.PositiveIntegerField(verbose_name="big casinos taken")),
                ("big_casinos_lost", models.PositiveIntegerField(verbose_name="big casinos lost")),
                ("finished", models.DateTimeField(verbose_name="finished")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "result",
                "verbose_name_plural": "results",
                "indexes": [
                    models.Index(fields=["person", "-finished", "-id"], name="result_person"),
                    models.Index(fields=["public", "-finished", "-id"], name="result_public"),
                    models.Index(fields=["public", "preset", "-finished", "-id"], name="result_public_preset"),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="one_result_per_seat")],
            },
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["person", "family", "-id"], name="rating_history"),
        ),
        migrations.AddField(
            model_name="importedrecord",
            name="opened",
            field=models.DateTimeField(null=True, verbose_name="last opened"),
        ),
        migrations.AddField(
            model_name="game",
            name="by_invitation",
            field=models.BooleanField(db_default=False, default=False, verbose_name="by invitation"),
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secrets", models.JSONField(verbose_name="secrets")),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plan",
                        to="games.seat",
                        verbose_name="seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "plan",
                "verbose_name_plural": "plans",
            },
        ),
    ]
