"""The rows of a game: the game itself, its seats, its log, snapshots of its state, and its results."""

import secrets
from collections.abc import Iterable
from time import monotonic

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.domain.table_settings import CORRESPONDENCE_CLOCKS

PUBLIC_ID_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"  # none that is confused with another
PUBLIC_ID_LENGTH = 10
NAME_LENGTH = 40
CLIENT_SEED_LENGTH = 60
ACTION_TEXT_LENGTH = 250  # the longest move names every card of a pack
HASH_LENGTH = 64
GENESIS = "0" * HASH_LENGTH
DELETED_PLAYER = gettext_noop("A former player")
"""The name of a seat whose person has deleted the account."""
BOT_NAME_PREFIX = "Computer "
"""The prefix of a computer player's stored name."""


def new_public_id() -> str:
    """A random id: short enough to read aloud, too many (2 to the 50) to guess."""
    return "".join(secrets.choice(PUBLIC_ID_LETTERS) for _ in range(PUBLIC_ID_LENGTH))


def bits_of_seats(seats: Iterable[int]) -> int:
    """A set of seats as a number, in which a query can look for one: bit 1 for seat 1, and so on."""
    return sum(1 << seat for seat in seats)


def seats_of_bits(bits: int) -> list[int]:
    return [seat for seat in range(1, bits.bit_length()) if bits >> seat & 1]


class Game(models.Model):
    """A game. The columns `turn` to `head` are derived from the log; lock this row before writing. `asked`: the seats
    whose answer the open offer waits for, a bit each; `dispute_seq`: the latest ruling or request to pause, which its
    players are to look at. `by_invitation`: its free seats are kept for the people invited, and for the players of the
    game before a rematch. `pass_and_play`: the host's device goes around, and no seat has a person."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        PLAYING = "playing", _("in progress")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("canceled")

    public_id = models.CharField(_("address"), max_length=16, unique=True, default=new_public_id, editable=False)
    preset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"))
    seats = models.PositiveSmallIntegerField(_("number of seats"))
    partners = models.BooleanField(_("partnerships"), default=False)
    table_settings = models.JSONField(_("terms"), default=dict)
    correspondence = models.GeneratedField(
        expression=models.ExpressionWrapper(
            models.Q(table_settings__clock__in=CORRESPONDENCE_CLOCKS), models.BooleanField()
        ),
        output_field=models.BooleanField(_("correspondence")),
        db_persist=True,
    )
    live = models.GeneratedField(
        expression=models.ExpressionWrapper(models.Q(table_settings__clock="live"), models.BooleanField()),
        output_field=models.BooleanField(_("live")),
        db_persist=True,
    )
    public = models.BooleanField(_("public"), default=False)
    by_invitation = models.BooleanField(_("by invitation"), default=False, db_default=False)
    pass_and_play = models.BooleanField(_("pass and play"), default=False, db_default=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_games", verbose_name=_("host")
    )
    rematch_of = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="rematch", verbose_name=_("rematch of")
    )
    seed = models.BinaryField(_("seed"))
    key = models.CharField(_("encrypted key of the secrets"), max_length=300, blank=True, default="", editable=False)
    commitment = models.CharField(_("commitment to the seed"), max_length=HASH_LENGTH)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    turn = models.PositiveSmallIntegerField(_("seat to play"), default=0)
    asked = models.PositiveSmallIntegerField(_("seats asked"), default=0, db_default=0)
    dispute_seq = models.PositiveIntegerField(_("number of the latest event of a dispute"), default=0, db_default=0)
    totals = models.JSONField(_("totals"), default=list)
    clock = models.JSONField(_("clocks"), null=True)
    deadline = models.DateTimeField(_("deadline"), null=True, db_index=True)
    seq = models.PositiveIntegerField(_("number of the latest event"), default=0)
    head = models.CharField(_("hash of the latest event"), max_length=HASH_LENGTH, default=GENESIS)
    created = models.DateTimeField(_("created"), default=timezone.now)
    updated = models.DateTimeField(_("updated"), default=timezone.now)

    seats_read_at = 0.0

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["status", "-created"], name="game_status_created"),
            models.Index(fields=["public", "status", "live", "-id"], name="game_lobby_live"),
            models.Index(fields=["host"], name="game_pass_and_play", condition=models.Q(pass_and_play=True)),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_challenge(self) -> bool:
        """True at a table for two people: the host, and the one invited by name."""
        return self.by_invitation and self.rematch_of_id is None

    @property
    def asked_seats(self) -> list[int]:
        """The seats whose answer the open offer waits for."""
        return seats_of_bits(self.asked)

    @cached_property
    def seats_with_people(self) -> list["Seat"]:
        """The taken seats with their people and preferences, as of the first access (`seats_read_at`)."""
        self.seats_read_at = monotonic()
        return list(self.taken_seats.select_related("person__preferences"))

    @property
    def people(self) -> list[int]:
        """The primary keys of the people at the table."""
        if self.pass_and_play:
            return [self.host_id] if self.host_id else []
        return [seat.person_id for seat in self.seats_with_people if seat.person_id]

    def local_seats(self, person_id: int | None) -> list["Seat"]:
        """The seats that are played on this person's device: at pass and play, for the host; else none."""
        if not self.pass_and_play or person_id is None or person_id != self.host_id:
            return []
        return [seat for seat in self.seats_with_people if not seat.bot]

    def local_seat(self, person_id: int | None) -> "Seat | None":
        """Of these seats the one to play, or the first while none of them is."""
        seats = self.local_seats(person_id)
        return next((seat for seat in seats if seat.number == self.turn), next(iter(seats), None))

    @staticmethod
    def seats_at(public_id: str) -> "models.QuerySet[Seat]":
        """The taken seats of a game, with the game and their people."""
        return Seat.objects.filter(game__public_id=public_id).select_related("game", "person__preferences")

    @classmethod
    def with_seats(cls, public_id: str, seats: "list[Seat] | None" = None) -> "Game | None":
        """The game with its taken seats and their people: these `seats`, or read in one query if there are any."""
        if seats is None:
            seats = list(cls.seats_at(public_id))
        game = seats[0].game if seats else cls.objects.filter(public_id=public_id).first()
        for seat in seats:
            seat.game = seats[0].game
        if game:
            game.seats_with_people, game.seats_read_at = seats, monotonic()
        return game

    def share_seats(self, other: "Game") -> None:
        """Take over the seats that another instance of the same game has read."""
        self.seats_with_people, self.seats_read_at = other.seats_with_people, other.seats_read_at


class Seat(models.Model):
    """The player of a seat: a person, or a computer player (`bot` names its strategy). Free seats have no row."""

    game = models.ForeignKey(
        Game, models.CASCADE, db_index=False, related_name="taken_seats", verbose_name=_("game")
    )  # a unique constraint's index covers it, as for the other two without an index
    number = models.PositiveSmallIntegerField(_("number"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        db_index=False,
        related_name="seats",
        verbose_name=_("person"),
    )
    bot = models.CharField(_("computer player"), max_length=20, blank=True)
    name = models.CharField(_("name shown"), max_length=NAME_LENGTH)
    seen_seq = models.PositiveIntegerField(_("number of the latest event seen"), default=0)
    seen_round = models.PositiveSmallIntegerField(_("latest round whose end was seen"), default=0, db_default=0)
    read_ruling = models.PositiveSmallIntegerField(_("latest ruling read"), default=0, db_default=0)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_row_per_seat"),
            models.UniqueConstraint(fields=["person", "game"], name="one_seat_per_person"),
        ]
        indexes = [
            models.Index(
                fields=["-game"],
                name="seat_substituted",
                condition=models.Q(person__isnull=False) & ~models.Q(bot=""),
            )
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"

    @property
    def is_computer(self) -> bool:
        """True for a computer player, which does not merely play on for a person."""
        return bool(self.bot) and self.person_id is None

    @property
    def display_name(self) -> str:
        """The name in the viewer's language; of a computer player, one that says so."""
        if self.is_computer and self.name.startswith(BOT_NAME_PREFIX):
            return gettext("Computer %(name)s") % {"name": self.table_name}
        return self.table_name

    @property
    def table_name(self) -> str:
        """The name beside the portrait, which shows who is a computer player."""
        if self.name == DELETED_PLAYER:  # also where a computer plays for the one who has gone
            return gettext(self.name)
        return self.name.removeprefix(BOT_NAME_PREFIX) if self.is_computer else self.name


class TableBan(models.Model):
    """A person whom the host removed from a table, and who cannot take a seat there again."""

    game = models.ForeignKey(Game, models.CASCADE, db_index=False, related_name="bans", verbose_name=_("game"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="table_bans", verbose_name=_("person")
    )

    class Meta:
        verbose_name = _("removed person")
        verbose_name_plural = _("removed people")
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="banned_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id}"


class Vacation(models.Model):
    """Days on which a person does not play: their clocks stop in games played over days."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations", verbose_name=_("person")
    )
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["first"]

    def __str__(self) -> str:
        return f"{self.first} – {self.last}"


class ServerHeartbeat(models.Model):
    """The time when the site was last known to be up. `stopped`: it was shut down properly."""

    at = models.DateTimeField(_("time"))
    stopped = models.BooleanField(_("stopped"), default=False)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return str(self.at)


class StoredEvent(models.Model):
    """One event of a game, never changed once written: database triggers prevent it.

    `action_text` is the request (the move's text, RULEBOOK 12.5 and 12.6), on the first event that it caused.
    """

    game = models.ForeignKey(Game, models.PROTECT, db_index=False, related_name="events", verbose_name=_("game"))
    seq = models.PositiveIntegerField(_("number"))
    type = models.CharField(_("type"), max_length=40)
    version = models.PositiveSmallIntegerField(_("version"))
    payload = models.JSONField(_("payload"))
    actor = models.CharField(_("actor"), max_length=40)
    action_text = models.CharField(_("entry"), max_length=ACTION_TEXT_LENGTH, blank=True)
    at = models.DateTimeField(_("time"))
    previous = models.CharField(_("hash of the previous event"), max_length=HASH_LENGTH)
    hash = models.CharField(_("hash"), max_length=HASH_LENGTH)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="one_event_per_number")]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class Snapshot(models.Model):
    """The state at one event of the log, so that a long game need not be read from its beginning."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="snapshot", verbose_name=_("game"))
    seq = models.PositiveIntegerField(_("event number"))
    head = models.CharField(_("hash of the event"), max_length=HASH_LENGTH)
    state_version = models.PositiveSmallIntegerField(_("version of the state"))
    state = models.JSONField(_("state"))

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class Rating(models.Model):
    """A person's skill in one family of games, and its uncertainty. Derived from the changes below."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="ratings", verbose_name=_("person")
    )
    family = models.CharField(_("game family"), max_length=40)
    mu = models.FloatField(_("skill"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("rated games"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["person", "family"], name="one_rating_per_family")]
        indexes = [models.Index(fields=["family", "-mu"], name="rating_ladder")]

    def __str__(self) -> str:
        return f"{self.family}: {self.points}"

    @property
    def points(self) -> int:
        """The rating as displayed: everyone starts with 1500."""
        return points_of(self.mu)


def points_of(mu: float) -> int:
    return round(500 + 40 * mu)


class RatingChange(models.Model):
    """The effect of one game on one rating, before and after, so that it can be reverted and later ones recomputed."""

    game = models.ForeignKey(Game, models.PROTECT, db_index=False, related_name="rated", verbose_name=_("game"))
    number = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rating_changes", verbose_name=_("person")
    )
    family = models.CharField(_("game family"), max_length=40)
    side = models.PositiveSmallIntegerField(_("side"))
    place = models.PositiveSmallIntegerField(_("place"))
    mu_before = models.FloatField(_("skill before"))
    sigma_before = models.FloatField(_("uncertainty before"))
    mu_after = models.FloatField(_("skill after"))
    sigma_after = models.FloatField(_("uncertainty after"))

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="rated_once")]
        indexes = [models.Index(fields=["person", "family", "-id"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class ImportedRecord(models.Model):
    """An imported record, as the engine replayed it. It is not a game, and cannot be played."""

    public_id = models.CharField(_("address"), max_length=16, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="records", verbose_name=_("imported by")
    )
    preset = models.CharField(_("game"), max_length=40)
    players = models.JSONField(_("players"))
    log = models.JSONField(_("events"))
    created = models.DateTimeField(_("created"), default=timezone.now)
    opened = models.DateTimeField(_("last opened"), null=True)

    class Meta:
        verbose_name = _("record")
        verbose_name_plural = _("records")
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.public_id


class HouseRules(models.Model):
    """House rules saved under a name: `overrides` are the options that differ from `preset`."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="house_rules", verbose_name=_("saved by")
    )  # the unique constraint's index covers it
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    preset = models.CharField(_("game"), max_length=40)
    overrides = models.JSONField(_("changes"))
    created = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering = ["name"]
        constraints = [models.UniqueConstraint("owner", Lower("name"), name="one_house_rules_per_name")]

    def __str__(self) -> str:
        return self.name


class Plan(models.Model):
    """The conditional moves of a seat for its next turn. `secrets` holds them and the hand that they were made for,
    encrypted like the game's hands."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="plan", verbose_name=_("seat"))
    secrets = models.JSONField(_("secrets"))

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")

    def __str__(self) -> str:
        return str(self.seat_id)


class SeatResult(models.Model):
    """A finished game as it was for one seat that a person has played. It follows from the log.

    `level`: that of all other players, where they are computers. `public`: the table was listed in the lobby and open
    to spectators, so everyone may see the game. `points`, `cards`, `spades` and big casinos are those of the side;
    `opponent_points` those of the best other side.
    """

    class Outcome(models.TextChoices):
        WON = "won", _("Won")
        LOST = "lost", _("Lost")
        DRAWN = "drawn", _("Drawn")
        VOID = "void", _("No result")

    game = models.ForeignKey(
        "games.Game", models.CASCADE, db_index=False, related_name="results", verbose_name=_("game")
    )  # the unique constraint's index covers it
    number = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        db_index=False,
        related_name="results",
        verbose_name=_("person"),
    )  # the index of a person's results covers it
    preset = models.CharField(_("game"), max_length=40)
    level = models.CharField(_("computer player"), max_length=20, blank=True)
    rated = models.BooleanField(_("rated"))
    public = models.BooleanField(_("public"))
    side = models.PositiveSmallIntegerField(_("side"))
    outcome = models.CharField(_("result"), max_length=5, choices=Outcome)
    points = models.IntegerField(_("points"))
    opponent_points = models.IntegerField(_("points of the best other side"))
    rounds = models.PositiveIntegerField(_("rounds"))
    turns = models.PositiveIntegerField(_("turns"))
    sweeps = models.PositiveIntegerField(_("sweeps"))
    cards = models.PositiveIntegerField(_("cards taken"))
    spades = models.PositiveIntegerField(_("spades taken"))
    big_casinos = models.PositiveIntegerField(_("big casinos taken"))
    big_casinos_lost = models.PositiveIntegerField(_("big casinos lost"))
    finished = models.DateTimeField(_("finished"))

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_result_per_seat")]
        indexes = [
            models.Index(fields=["person", "-finished", "-id"], name="result_person"),
            models.Index(fields=["public", "-finished", "-id"], name="result_public"),
            models.Index(fields=["public", "preset", "-finished", "-id"], name="result_public_preset"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}: {self.outcome}"
