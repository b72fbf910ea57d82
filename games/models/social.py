"""Rows related to a game that are not part of its log: presence, chat messages, mutes, reports, private
notes; and people who may not play, or not write in chats, for some time."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

MESSAGE_LENGTH = 300
NOTE_LENGTH = 2000


class Presence(models.Model):
    """An open page at a table, by its socket: at a seat, or 0 for a spectator.

    `process`, which holds the socket, refreshes it periodically; a row not `seen` for long belongs to a process that
    has died. `closed` marks the last page that was open at this seat.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="presences", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    channel = models.CharField(_("socket"), max_length=120, unique=True)
    process = models.CharField(_("process"), max_length=32, db_index=True)
    visible = models.BooleanField(_("visible"), default=False)
    opened = models.DateTimeField(_("opened"))
    seen = models.DateTimeField(_("last seen"))
    closed = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        indexes = [models.Index(fields=["seen"], name="presence_seen")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.seat}"


class ChatMessage(models.Model):
    """A chat message: a ready `phrase` by its key, or `text`.

    It moves with its author when seats are swapped; `seat` is 0 if the author left the seat before the game began, and
    of spectators. `audience`: those who can read it during the game; spectators can read all. `removed`: by a
    moderator; then only staff can read it. A message without a game
    is in a `room`, named by its channel group.
    """

    class Audience(models.TextChoices):
        TABLE = "table", _("everyone at the table")
        SPECTATORS = "spectators", _("spectators")

    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="messages", verbose_name=_("game"))
    room = models.CharField(_("room"), max_length=30, blank=True, default="", db_default="")
    seat = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="messages", verbose_name=_("person")
    )
    phrase = models.CharField(_("phrase"), max_length=20, blank=True)
    text = models.CharField(_("text"), max_length=MESSAGE_LENGTH, blank=True)
    audience = models.CharField(
        _("readers"), max_length=10, choices=Audience, default=Audience.TABLE, db_default=Audience.TABLE
    )
    at = models.DateTimeField(_("time"))
    removed = models.DateTimeField(_("removed"), null=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["pk"]
        indexes = [models.Index(fields=["room", "id"], name="messages_of_room", condition=~models.Q(room=""))]

    def __str__(self) -> str:
        return self.phrase or self.text[:40]

    @property
    def place(self) -> str:
        """Where it was said: the game's ID, or the room."""
        return self.game.public_id if self.game else self.room

    @property
    def speaker(self) -> str:
        """The name of the person; empty for a computer player and for a deleted account."""
        return str(self.person) if self.person else ""

    @property
    def username(self) -> str:
        """The username of the author's account; empty for a guest, a computer player and a deleted account."""
        return "" if self.person is None or self.person.is_guest else self.person.username


class Mute(models.Model):
    """`person` does not want to read messages by `muted`."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", verbose_name=_("person"))
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("muted"))

    class Meta:
        verbose_name = _("muted person")
        verbose_name_plural = _("muted people")
        constraints = [models.UniqueConstraint(fields=["person", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.muted_id}"


class MessageReport(models.Model):
    """A report of a message by a person at the table. No one there learns of its author.

    `outcome`: the most that followed from it; empty while it is open.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    class Outcome(models.TextChoices):
        DISMISSED = "dismissed", _("dismissed")
        REMOVED = "removed", _("message removed")
        WARNED = "warned", _("author warned")
        MUTED = "muted", _("author muted")
        SUSPENDED = "suspended", _("author suspended")

    message = models.ForeignKey(ChatMessage, models.CASCADE, related_name="reports", verbose_name=_("message"))
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("reporter"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    at = models.DateTimeField(_("time"))
    decided = models.DateTimeField(_("decided"), null=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, default="", db_default="", blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["message", "reporter"], name="reported_once")]
        indexes = [
            models.Index(fields=["state", "at"], name="report_queue"),
            models.Index(fields=["at"], name="report_at"),
        ]

    def __str__(self) -> str:
        return f"{self.message_id}: {self.state}"


class PrivateNote(models.Model):
    """A person's private note about a game."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="notes", verbose_name=_("game"))
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes", verbose_name=_("person"))
    text = models.TextField(_("text"), max_length=NOTE_LENGTH)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="one_note_per_game")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id}"


class Suspension(models.Model):
    """A person who may not play until then, by a ruling or a sanction.

    It is deleted when its ruling is overruled (the log records both) or a director ends it (the sanctions record it).
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="suspensions", verbose_name=_("person")
    )
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")
        ordering = ["-until"]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.until}"


class ChatBan(models.Model):
    """A person whose messages no chat accepts until then. The sanctions give the reason."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_bans", verbose_name=_("person")
    )
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        ordering = ["-until"]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.until}"
