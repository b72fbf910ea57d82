"""Forms of clubs."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.clubs.models import ABOUT_LENGTH, CLUB_NAME_LENGTH, DATE_TEXT_LENGTH, TITLE_LENGTH, Club, Membership
from games.clubs.services import ClubValues
from games.domain.presets import PRESETS

MAX_NAME_TYPED = 200
"""Letters of a name that are read where someone is looked for."""

MAX_NUMBER = 2**62
UNPRINTABLE = _("This name contains characters that we can’t show.")


class ClubForm(forms.Form):
    """What the owner chooses; a new club needs no more than a name."""

    name = forms.CharField(
        label=_("Name"),
        max_length=CLUB_NAME_LENGTH,
        error_messages={
            "required": _("Give the club a name."),
            "max_length": _("This name is too long. The limit is %(limit_value)d characters."),
        },
    )
    about = forms.CharField(
        label=_("About the club (optional)"),
        required=False,
        max_length=ABOUT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": ABOUT_LENGTH}),
        error_messages={"max_length": _("This text is too long. The limit is %(limit_value)d characters.")},
    )
    crest = forms.ChoiceField(
        label=_("Picture"),
        choices=Club.Crest.choices,
        initial=Club.Crest.SPADES,
        required=False,
        widget=forms.RadioSelect,
    )
    access = forms.ChoiceField(
        label=_("Who can see it"),
        choices=[
            ("private", _("Private: only members see the club and its games")),
            ("open", _("Open: anyone can see the club and ask to join")),
        ],
        initial="private",
        required=False,
        widget=forms.RadioSelect,
    )
    guests = forms.BooleanField(label=_("People can join without signing up"), required=False, initial=True)

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not name.isprintable():
            raise ValidationError(UNPRINTABLE)
        return name

    @property
    def values(self) -> ClubValues:
        chosen = self.cleaned_data
        return ClubValues(
            chosen["name"],
            chosen["about"].strip(),
            chosen["crest"] or Club.Crest.SPADES,
            chosen["access"] != "open",
            chosen["guests"],
        )

    @classmethod
    def of(cls, club: Club) -> "ClubForm":
        """The form with what is chosen now."""
        names = ("name", "about", "crest", "guests")
        known: dict[str, Any] = {name: getattr(club, name) for name in names}
        return cls(initial=known | {"access": "private" if club.private else "open"})


class NamedPersonForm(forms.Form):
    name = forms.CharField(max_length=MAX_NAME_TYPED)


class AnswerForm(forms.Form):
    """Yes or no."""

    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])

    @property
    def accepted(self) -> bool:
        return bool(self.cleaned_data["answer"] == "yes")


class FavoriteForm(forms.Form):
    """A game for the club's favorites: a preset, or the number of saved house rules."""

    preset = forms.ChoiceField(choices=[(preset, preset) for preset in PRESETS], required=False)
    saved = forms.IntegerField(min_value=1, max_value=MAX_NUMBER, required=False)


class DateForm(forms.Form):
    """A date for the calendar, by the clocks of whoever enters it."""

    title = forms.CharField(label=_("What"), max_length=TITLE_LENGTH)
    starts = forms.DateTimeField(
        label=_("When"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        error_messages={"invalid": _("Enter a date and a time, like 2026-12-24 20:00.")},
    )
    text = forms.CharField(
        label=_("More about it (optional)"),
        required=False,
        max_length=DATE_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": DATE_TEXT_LENGTH}),
    )


class TextForm(forms.Form):
    """A message of the talk, or a piece of news; the service says what is too long."""

    text = forms.CharField(required=False)


class MessageForm(forms.Form):
    """What to do about a message."""

    message = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    action = forms.ChoiceField(choices=[(action, action) for action in ("report", "mute", "remove")])


class MemberForm(forms.Form):
    """What to do with a member: another role, or out."""

    action = forms.ChoiceField(choices=[(action, action) for action in (*Membership.Role.values, "remove")])
