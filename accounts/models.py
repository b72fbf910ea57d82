"""People: members who have signed up and guests known by a cookie alone, with their preferences."""

from collections.abc import Iterable
from typing import Any, Self

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.person_names import MAX_KEY_LENGTH, TAKEN, fold, lookalike_keys
from casino.transactions import write_transaction

NAME_FIELDS = {"username", "display_name", "first_name", "last_name", "is_guest"}
"""The fields on which it depends which names are taken."""


MAX_USERNAME_LENGTH = 150
"""The length of Django's usernames. Longer texts are not looked for: normalizing them would take long."""


class Person(AbstractUser):
    display_name = models.CharField(_("name shown at the table"), max_length=40, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    recovery_link_version = models.PositiveIntegerField(_("number of the recovery link"), default=1, editable=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.display_name or self.get_full_name() or self.username

    @classmethod
    def named(cls, username: str) -> Self | None:
        """The person with this username, if any. The Unicode form and the case of a member's name make no difference.

        Databases compare letters beyond ASCII in different ways, so they only find the names that look alike.
        """
        exact = cls.objects.filter(username=username).first()
        if exact or len(username) > MAX_USERNAME_LENGTH:
            return exact
        alike = cls.objects.filter(taken_names__key__in=lookalike_keys(username)).distinct()
        return next((member for member in alike if fold(member.username) == fold(username)), None)

    @property
    def reserved_names(self) -> list[str]:
        """The names that no one else may have; a guest has none."""
        return [] if self.is_guest else [self.username, str(self)]

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        if update_fields is not None and NAME_FIELDS.isdisjoint(update_fields):
            super().save(update_fields=update_fields, **options)
            return
        with write_transaction():
            super().save(update_fields=update_fields, **options)
            if not self.is_guest:
                TakenName.update_for(self)

    def clean(self) -> None:
        """Refuse a name that belongs to another person, or looks like it."""
        super().clean()
        before = Person.objects.filter(pk=self.pk).first()
        known = {str(before), before.username} if before else set()
        if any(TakenName.is_taken(name, self) for name in {*self.reserved_names, str(self)} - known):
            raise ValidationError(TAKEN)

    def end_sessions(self, keep_link: bool = False) -> None:
        """End all sessions of a guest, and make the link back worthless."""
        if not keep_link:
            self.recovery_link_version += 1
        self.set_unusable_password()  # sessions are bound to it
        self.save(update_fields=["recovery_link_version", "password"])


class TakenName(models.Model):
    """The look of a member's name, which reserves it: no one else can take a name that looks alike. Where two people
    were created with such names without the forms that check them, only the earlier one has a row."""

    key = models.CharField(_("how the name looks"), max_length=MAX_KEY_LENGTH, unique=True)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="taken_names", verbose_name=_("person"))

    class Meta:
        verbose_name = _("taken name")
        verbose_name_plural = _("taken names")

    def __str__(self) -> str:
        return self.key

    @staticmethod
    def update_for(person: Person) -> None:
        """Take what is free of the person's names, and give back those they had before."""
        wanted = sorted(frozenset[str]().union(*map(lookalike_keys, person.reserved_names)))
        TakenName.objects.filter(person=person).exclude(key__in=wanted).delete()
        TakenName.objects.bulk_create([TakenName(key=key, person=person) for key in wanted], ignore_conflicts=True)

    @staticmethod
    def is_taken(name: str, person: Person | None = None) -> bool:
        """Whether the name looks like that of another member."""
        taken = TakenName.objects.filter(key__in=lookalike_keys(name))
        return (taken.exclude(person=person) if person and person.pk else taken).exists()


class Preferences(models.Model):
    """A person's preferences. The row is made when something is changed for the first time."""

    class Suits(models.TextChoices):
        TWO = "two", _("Two (black and red)")
        FOUR = "four", _("Four (one per suit)")

    class Index(models.TextChoices):
        FULL = "full", _("All pips (large indices on small cards)")
        LARGE = "large", _("Large indices on every card")

    class Hand(models.TextChoices):
        RIGHT = "right", _("right")
        LEFT = "left", _("left")

    class Theme(models.TextChoices):
        DEVICE = "device", _("Same as device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Back(models.TextChoices):
        LATTICE = "lattice", _("Lattice")
        SCALES = "scales", _("Scales")
        STARS = "stars", _("Stars")
        RAYS = "rays", _("Rays")

    class Motion(models.TextChoices):
        DEVICE = "device", _("Same as device")
        OFF = "off", _("Off")

    class Marks(models.TextChoices):
        POSSIBLE = "possible", _("Show possible moves")
        LEGAL = "legal", _("Only check my selection")
        NOTHING = "nothing", _("None, as at a real table")

    person = models.OneToOneField(
        Person, on_delete=models.CASCADE, related_name="preferences", verbose_name=_("person")
    )
    suits = models.CharField(_("suit colors"), max_length=10, choices=Suits, default=Suits.TWO)
    index = models.CharField(_("card faces"), max_length=10, choices=Index, default=Index.FULL, db_default=Index.FULL)
    hand = models.CharField(_("handedness"), max_length=10, choices=Hand, default=Hand.RIGHT)
    theme = models.CharField(_("theme"), max_length=10, choices=Theme, default=Theme.DEVICE)
    back = models.CharField(_("card back"), max_length=10, choices=Back, default=Back.LATTICE)
    motion = models.CharField(_("animations"), max_length=10, choices=Motion, default=Motion.DEVICE)
    marks = models.CharField(_("move help"), max_length=10, choices=Marks, default=Marks.POSSIBLE)
    sounds = models.BooleanField(_("Sounds"), default=True)
    second_tap = models.BooleanField(
        _("Tap a selected card again to play it, if it has only one move"), default=True, db_default=True
    )
    confirm = models.BooleanField(_("confirm moves"), default=False)
    automatic = models.BooleanField(_("auto-play forced moves"), default=False)
    language = models.CharField(_("language"), max_length=10, blank=True)
    browser_language = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)
    time_zone = models.CharField(_("time zone"), max_length=50, blank=True, default="", db_default="")
    show_online = models.BooleanField(
        _("Let my followers see when I’m online and what I’m playing"), default=True, db_default=True
    )

    class Meta:
        verbose_name = verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return _("preferences of %(person)s") % {"person": self.person}

    @property
    def attributes(self) -> list[tuple[str, str]]:
        """The looks that differ from the defaults, as attributes for a page's stylesheet."""
        usual = Preferences()
        looks = [(name, getattr(self, name)) for name in ("theme", "suits", "index", "back", "hand", "motion")]
        return [(name, value) for name, value in looks if value != getattr(usual, name)]
