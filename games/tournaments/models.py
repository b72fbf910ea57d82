"""Tournaments, who has entered them, their rounds and matches, and the games that decide these."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.clubs.models import Club
from games.deals.models import SharedDeal
from games.models import NAME_LENGTH, Game, new_public_id

TOURNAMENT_NAME_LENGTH = 60
ABOUT_LENGTH = 1000
REASON_LENGTH = 200
MARK_LENGTH = 16


class Tournament(models.Model):
    """A tournament and its plan. Lock this row before writing anything of it but the result of a match.

    `entry_size`: the people of an entry: 1, 2 who play as partners, or 4. `rounds`: the number planned, 0 where it
    follows from the field. `minutes`: how long an arena lasts; elsewhere how long a round may take, or 0. `pause`:
    seconds between two rounds. `fill_to`: computers of this `level` enter until there are so many entries. `starts`:
    None until the host starts it. `ends`: of an arena or a ladder. `due`: when the next step is to be made by itself.
    """

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("Round robin")
        DOUBLE = "double", _("Double round robin")
        SWISS = "swiss", _("Swiss")
        KNOCKOUT = "knockout", _("Knockout")
        ARENA = "arena", _("Arena")
        LADDER = "ladder", _("Ladder")
        DUPLICATE = "duplicate", _("Same cards at every table")
        SOLO = "solo", _("Same cards, each against the computer")

    class Access(models.TextChoices):
        OPEN = "open", _("everyone (listed)")
        LINK = "link", _("whoever has the link")
        CLUB = "club", _("members of the club")

    class Scoring(models.TextChoices):
        MATCHPOINTS = "matchpoints", _("matchpoints")
        IMPS = "imps", _("points on a scale")

    class State(models.TextChoices):
        PLANNED = "planned", _("not yet started")
        RUNNING = "running", _("running")
        FINISHED = "finished", pgettext_lazy("of a tournament", "finished")
        CANCELLED = "cancelled", pgettext_lazy("of a tournament", "canceled")

    public_id = models.CharField(_("address"), max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=TOURNAMENT_NAME_LENGTH)
    about = models.CharField(_("about the tournament"), max_length=ABOUT_LENGTH, blank=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="tournaments", verbose_name=_("host")
    )
    club = models.ForeignKey(Club, models.CASCADE, null=True, db_index=False, verbose_name=_("club"))
    access = models.CharField(_("who can enter"), max_length=5, choices=Access, default=Access.OPEN)
    format = models.CharField(_("format"), max_length=12, choices=Format)
    entry_size = models.PositiveSmallIntegerField(_("people in an entry"), default=1)
    preset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"))
    table_settings = models.JSONField(_("terms"))
    scoring = models.CharField(_("scoring"), max_length=12, choices=Scoring, default=Scoring.MATCHPOINTS)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)
    minutes = models.PositiveIntegerField(_("minutes"), default=0)
    pause = models.PositiveIntegerField(_("seconds between rounds"), default=0)
    level = models.CharField(_("computer player"), max_length=20, blank=True)
    fill_to = models.PositiveSmallIntegerField(_("filled up to"), default=0)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    starts = models.DateTimeField(_("start"), null=True)
    ends = models.DateTimeField(_("end"), null=True)
    due = models.DateTimeField(_("next step"), null=True, db_index=True)
    created = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["state", "-id"], name="tournament_open", condition=Q(access="open")),
            models.Index(fields=["club", "-id"], name="tournament_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def in_rounds(self) -> bool:
        """False for an arena and a ladder, whose games begin one by one."""
        return self.format not in (self.Format.ARENA, self.Format.LADDER)

    @property
    def duplicate(self) -> bool:
        """True if every table of a round plays the same cards."""
        return self.format in (self.Format.DUPLICATE, self.Format.SOLO)


class Entry(models.Model):
    """A player or a team, or a computer of this `level`. `number`: by strength from the start on, then by time.
    `place`: on a ladder. An entry with fewer people than the tournament asks for waits for partners. Whoever has
    withdrawn or did not come may come back; whom the organizers have removed may not."""

    class State(models.TextChoices):
        IN = "in", _("in")
        OUT = "out", pgettext_lazy("of a tournament", "withdrawn")
        ABSENT = "absent", _("did not come")
        BARRED = "barred", _("removed")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="entries", verbose_name=_("tournament")
    )  # the unique constraint's index covers it
    number = models.PositiveSmallIntegerField(_("number"))
    place = models.PositiveSmallIntegerField(_("place on the ladder"), default=0)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    level = models.CharField(_("computer player"), max_length=20, blank=True)
    state = models.CharField(_("state"), max_length=6, choices=State, default=State.IN)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("of a tournament", "entry")
        verbose_name_plural = pgettext_lazy("of a tournament", "entries")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"


class Player(models.Model):
    """A person of an entry. `address_mark`, `device_mark`: what people who enter from one address or device have in
    common, which the organizers see; nothing can be read from them, and they go when the tournament is over."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="players", verbose_name=_("tournament")
    )  # the unique constraint's index covers it
    entry = models.ForeignKey(
        Entry, models.CASCADE, related_name="players", verbose_name=pgettext_lazy("of a tournament", "entry")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="tournament_players",
        verbose_name=_("person"),
    )
    slot = models.PositiveSmallIntegerField(_("place in the team"), default=1)
    address_mark = models.CharField(_("address mark"), max_length=MARK_LENGTH, blank=True)
    device_mark = models.CharField(_("device mark"), max_length=MARK_LENGTH, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["slot"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="entered_once"),
            models.UniqueConstraint(fields=["entry", "slot"], name="one_player_per_slot"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}/{self.slot}"


class Round(models.Model):
    """A round; of an arena or a ladder the only one. `starts`: None while it is planned; `ends`: when its time is up;
    `closed`: when it was over. `deal`: the cards that all its tables play, which exist before anyone plays."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="played_rounds", verbose_name=_("tournament")
    )  # the unique constraint's index covers it
    number = models.PositiveSmallIntegerField(_("number"))
    deal = models.OneToOneField(SharedDeal, models.PROTECT, null=True, verbose_name=_("same deal"))
    starts = models.DateTimeField(_("start"), null=True)
    ends = models.DateTimeField(_("end"), null=True)
    closed = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"


class Match(models.Model):
    """Two entries that meet, or one alone: with a bye, or against the computer. Points are half points, None until the
    match is decided; `margin`: card points of the first minus those of the second. `played`: False for a bye, for a
    result without play, and, of games with the same cards, for one that was not played to its end. `adjourned`: the
    round does not wait for it. `answer_by`: a challenge on a ladder waits until then; `counted`: the ladder has been
    changed by it. `opened`: when its first game began. `corrected`: its games no longer decide it.
    """

    round = models.ForeignKey(
        Round, models.CASCADE, db_index=False, related_name="matches", verbose_name=_("round")
    )  # the unique constraint's index covers it
    board = models.PositiveIntegerField(_("table"))
    first = models.ForeignKey(Entry, models.RESTRICT, related_name="+", verbose_name=_("first"))
    second = models.ForeignKey(Entry, models.RESTRICT, null=True, related_name="+", verbose_name=_("second"))
    first_points = models.PositiveSmallIntegerField(_("half points of the first"), null=True)
    second_points = models.PositiveSmallIntegerField(_("half points of the second"), null=True)
    margin = models.SmallIntegerField(_("margin"), default=0)
    played = models.BooleanField(_("played"), default=True)
    adjourned = models.BooleanField(_("adjourned"), default=False)
    corrected = models.BooleanField(_("corrected"), default=False)
    answer_by = models.DateTimeField(_("answer by"), null=True)
    counted = models.BooleanField(_("counted"), default=False)
    opened = models.DateTimeField(_("opened"), null=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["board"]
        constraints = [models.UniqueConstraint(fields=["round", "board"], name="one_match_per_board")]
        indexes = [
            models.Index(fields=["round"], name="match_undecided", condition=Q(first_points=None)),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.board}"

    @property
    def decided(self) -> bool:
        return self.first_points is not None


class MatchGame(models.Model):
    """A game of a match. `turned`: the second of the match has the first seat."""

    match = models.ForeignKey(
        Match, models.CASCADE, db_index=False, related_name="games", verbose_name=_("match")
    )  # the unique constraint's index covers it
    game = models.OneToOneField(Game, models.CASCADE, related_name="match_game", verbose_name=_("game"))
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    turned = models.BooleanField(_("turned"), default=False)

    class Meta:
        verbose_name = _("game of a match")
        verbose_name_plural = _("games of matches")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_game_per_number")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Correction(models.Model):
    """A result that an organizer has set, and the one before. It stays on record."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="corrections", verbose_name=_("match"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("organizer")
    )
    before = models.CharField(_("before"), max_length=20, blank=True)
    after = models.CharField(_("after"), max_length=20)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.after}"
