import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                ("display_name", models.CharField(blank=True, max_length=40, verbose_name="name shown at the table")),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                (
                    "recovery_link_version",
                    models.PositiveIntegerField(default=1, editable=False, verbose_name="number of the recovery link"),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
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
        migrations.CreateModel(
            name="Preferences",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "suits",
                    models.CharField(
                        choices=[("two", "Two (black and red)"), ("four", "Four (one per suit)")],
                        default="two",
                        max_length=10,
                        verbose_name="suit colors",
                    ),
                ),
                (
                    "hand",
                    models.CharField(
                        choices=[("right", "right"), ("left", "left")],
                        default="right",
                        max_length=10,
                        verbose_name="handedness",
                    ),
                ),
                (
                    "theme",
                    models.CharField(
                        choices=[("device", "Same as device"), ("light", "Light"), ("dark", "Dark")],
                        default="device",
                        max_length=10,
                        verbose_name="theme",
                    ),
                ),
                (
                    "back",
                    models.CharField(
                        choices=[("lattice", "Lattice"), ("scales", "Scales"), ("stars", "Stars"), ("rays", "Rays")],
                        default="lattice",
                        max_length=10,
                        verbose_name="card back",
                    ),
                ),
                (
                    "motion",
                    models.CharField(
                        choices=[("device", "Same as device"), ("off", "Off")],
                        default="device",
                        max_length=10,
                        verbose_name="animations",
                    ),
                ),
                (
                    "marks",
                    models.CharField(
                        choices=[
                            ("possible", "Show possible moves"),
                            ("legal", "Only check my selection"),
                            ("nothing", "None, as at a real table"),
                        ],
                        default="possible",
                        max_length=10,
                        verbose_name="move help",
                    ),
                ),
                ("sounds", models.BooleanField(default=True, verbose_name="Sounds")),
                ("confirm", models.BooleanField(default=False, verbose_name="confirm moves")),
                ("automatic", models.BooleanField(default=False, verbose_name="auto-play forced moves")),
                ("language", models.CharField(blank=True, max_length=10, verbose_name="language")),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="preferences",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "second_tap",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        verbose_name="Tap a selected card again to play it, if it has only one move",
                    ),
                ),
                (
                    "index",
                    models.CharField(
                        choices=[
                            ("full", "All pips (large indices on small cards)"),
                            ("large", "Large indices on every card"),
                        ],
                        db_default="full",
                        default="full",
                        max_length=10,
                        verbose_name="card faces",
                    ),
                ),
                (
                    "show_online",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        verbose_name="Let my followers see when I’m online and what I’m playing",
                    ),
                ),
            ],
            options={
                "verbose_name": "preferences",
                "verbose_name_plural": "preferences",
            },
        ),
    ]
