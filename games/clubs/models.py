"""Clubs, their members, and people at their door."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import NAME_LENGTH, Game
from games.models.game import PUBLIC_ID_LETTERS

CLUB_NAME_LENGTH = 50
ABOUT_LENGTH = 1000
NEWS_LENGTH = 1000
TITLE_LENGTH = 80
DATE_TEXT_LENGTH = 500
ADDRESS_LENGTH = 60
CODE_LENGTH = 16


def new_code() -> str:
    """The secret part of the link that lets people in: nobody guesses it (2 to the 80)."""
    return "".join(secrets.choice(PUBLIC_ID_LETTERS) for _ in range(CODE_LENGTH))


class Club(models.Model):
    """A club. `private`: it shows itself to members alone; `guests`: people without an account may be members;
    `crest`: a symbol of `static/cards.svg`; `code`: the secret of the link. Lock this row before writing anything of
    the club."""

    class Crest(models.TextChoices):
        SPADES = "s-s", _("spades")
        HEARTS = "s-h", _("hearts")
        DIAMONDS = "s-d", _("diamonds")
        CLUBS = "s-c", pgettext_lazy("groups of people", "clubs")
        KING = "b-Kh", _("king of hearts")
        QUEEN = "b-Qs", _("queen of spades")
        JACK = "b-Jd", _("jack of diamonds")
        OLD_KING = "b-Kc", _("king of clubs")

    name = models.CharField(_("name"), max_length=CLUB_NAME_LENGTH)
    address = models.SlugField(_("address"), max_length=ADDRESS_LENGTH, unique=True)
    about = models.CharField(_("about the club"), max_length=ABOUT_LENGTH, blank=True)
    crest = models.CharField(_("picture"), max_length=10, choices=Crest, default=Crest.SPADES)
    private = models.BooleanField(_("private"), default=True)
    guests = models.BooleanField(_("guests may join"), default=True)
    code = models.CharField(_("code of the link"), max_length=CODE_LENGTH, default=new_code, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("groups of people", "clubs")
        ordering = ["pk"]
        indexes = [models.Index(fields=["-id"], name="club_open", condition=Q(private=False))]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person in a club. A club has one owner as long as it has members. `notify`: of new tables and news."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        ORGANIZER = "organizer", _("Organizer")
        MEMBER = "member", _("Member")

    club = models.ForeignKey(
        Club, models.CASCADE, db_index=False, related_name="memberships", verbose_name=_("club")
    )  # the index of the list of members covers it
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="memberships", verbose_name=_("person")
    )  # the unique constraint's index covers it
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    notify = models.BooleanField(_("notify"), default=True, db_default=True)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["person", "club"], name="member_once"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="one_owner_per_club"),
        ]
        indexes = [models.Index(fields=["club", "id"], name="club_members")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.person_id}"

    @property
    def organizes(self) -> bool:
        return self.role in (self.Role.OWNER, self.Role.ORGANIZER)

    @property
    def owns(self) -> bool:
        return self.role == self.Role.OWNER


class Admission(models.Model):
    """A person at the door of a club: who has asked to join, is invited, or was removed and waits to be let in."""

    class State(models.TextChoices):
        ASKED = "asked", _("asked to join")
        INVITED = "invited", _("invited")
        REMOVED = "removed", _("removed")

    club = models.ForeignKey(
        Club, models.CASCADE, db_index=False, related_name="admissions", verbose_name=_("club")
    )  # the index of the club's lists covers it
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="admissions", verbose_name=_("person")
    )  # the unique constraint's index covers it
    state = models.CharField(_("state"), max_length=10, choices=State)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("person at the door")
        verbose_name_plural = _("people at the door")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "club"], name="at_the_door_once")]
        indexes = [models.Index(fields=["club", "state", "id"], name="club_door")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.person_id} {self.state}"


class ClubGame(models.Model):
    """A game that was opened for a club, whose members alone sit down in it. Its row has no spectators and is in no
    public list: the club lets its members watch, and anyone if it is open."""

    game = models.OneToOneField(
        Game, models.CASCADE, primary_key=True, related_name="club_game", verbose_name=_("game")
    )
    club = models.ForeignKey(
        Club, models.CASCADE, db_index=False, related_name="games", verbose_name=_("club")
    )  # the index of the club's games covers it

    class Meta:
        verbose_name = _("game of a club")
        verbose_name_plural = _("games of clubs")
        ordering = ["-game"]
        indexes = [models.Index(fields=["club", "-game"], name="club_games")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.game_id}"


class ClubNews(models.Model):
    """A piece of news by an organizer."""

    club = models.ForeignKey(
        Club, models.CASCADE, db_index=False, related_name="news", verbose_name=_("club")
    )  # the index of the club's news covers it
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="club_news", verbose_name=_("author")
    )
    text = models.CharField(_("text"), max_length=NEWS_LENGTH)
    at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("news of a club")
        verbose_name_plural = _("news of clubs")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["club", "-id"], name="club_news_latest")]

    def __str__(self) -> str:
        return self.text[:40]


class ClubFavorite(models.Model):
    """A game that the club likes to play; with a `name`, house rules: the options that differ from its preset."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="favorites", verbose_name=_("club"))
    preset = models.CharField(_("game"), max_length=40)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    overrides = models.JSONField(_("changes"), default=dict)

    class Meta:
        verbose_name = _("favorite game of a club")
        verbose_name_plural = _("favorite games of clubs")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or self.preset


class ClubDate(models.Model):
    """A date in the club's calendar."""

    club = models.ForeignKey(
        Club, models.CASCADE, db_index=False, related_name="dates", verbose_name=_("club")
    )  # the index of the calendar covers it
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    text = models.CharField(_("text"), max_length=DATE_TEXT_LENGTH, blank=True)
    starts = models.DateTimeField(_("start"))
    made = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("date of a club")
        verbose_name_plural = _("dates of clubs")
        ordering = ["starts", "pk"]
        indexes = [models.Index(fields=["club", "starts"], name="club_calendar")]

    def __str__(self) -> str:
        return self.title
