"""Forms in which people enter things about themselves."""

from copy import deepcopy
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import Person, Preferences, TakenName
from accounts.person_names import ALLOWED, TAKEN, check_not_reserved, check_visible, normalize_spaces
from accounts.time_zones import time_zones

USERNAME_ATTRIBUTES = {"autocapitalize": "none", "autocorrect": "off"}
"""Keep phones from changing a username while it is typed."""


def clean_display_name(typed: str) -> str:
    """The name shown at the table with single spaces. Raises ValidationError."""
    name = normalize_spaces(typed)
    if name or typed:
        check_visible(name)
        check_not_reserved(name)
    return name


class DisplayNameForm(forms.ModelForm[Person]):
    """The name shown at the table."""

    class Meta:
        model = Person
        fields = ("display_name",)
        widgets = dict.fromkeys(fields, forms.TextInput(attrs={"autocorrect": "off"}))

    def __init__(self, *given: Any, **named: Any) -> None:
        """Require a name from guests, who have no other one."""
        super().__init__(*given, **named)
        self.fields["display_name"].required = self.instance.is_guest

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"])


class DeleteAccountForm(forms.Form):
    """Confirm that an account is to be deleted: by the password, or without one by the name that is shown."""

    password = forms.CharField(label=_("Your password"), widget=forms.PasswordInput, strip=False)
    name = forms.CharField(label=_("Your name, as shown above"), widget=forms.TextInput(attrs=USERNAME_ATTRIBUTES))

    def __init__(self, person: Person, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.person = person
        del self.fields["name" if person.has_usable_password() else "password"]

    def clean(self) -> None:
        """Refuse to delete staff who have left a record: it names them, also to those who read it later."""
        if LogEntry.objects.filter(user_id=self.person.pk).exists():
            raise ValidationError(_("This is a staff account. Its actions are on record, so it can’t be deleted."))

    def clean_password(self) -> str:
        if not self.person.check_password(self.cleaned_data["password"]):
            raise ValidationError(_("That’s not your password. Nothing was deleted."))
        return ""

    def clean_name(self) -> str:
        if self.cleaned_data["name"] != str(self.person):
            raise ValidationError(_("That’s not the name. Nothing was deleted."))
        return ""


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]  # allauth ships no types
    """Log in by a username and a password."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["login"].widget.attrs.update(USERNAME_ATTRIBUTES)


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]  # allauth ships no types
    """Choose a username and a password. The name at the table that a guest has chosen stays unless they change it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["username"].widget.attrs.update(USERNAME_ATTRIBUTES)
        self.fields["username"].help_text = ALLOWED
        if "display_name" in self.initial:
            shown = self.fields["display_name"] = deepcopy(DisplayNameForm.base_fields["display_name"])
            shown.help_text = _("If you leave it empty, others see your username.")
            self.order_fields(["username", "display_name"])

    def clean_display_name(self) -> str:
        name = clean_display_name(self.cleaned_data["display_name"])
        if name and TakenName.is_taken(name):
            raise ValidationError(TAKEN)
        return name


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]  # allauth ships no types
    """Send a new password only to a confirmed address."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(email__iexact=email, verified=True).values_list("user_id", flat=True)
        self.users: list[Person] = [user for user in self.users if user.pk in set(confirmed)]
        return email


PASSWORD_LABELS = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("New password (again)"),
}


class _PasswordLabels:
    """A form of allauth with labels that begin with their only capital, as all labels of the site do."""

    fields: dict[str, forms.Field]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name in PASSWORD_LABELS.keys() & self.fields.keys():
            self.fields[name].label = PASSWORD_LABELS[name]


class ChangePasswordForm(_PasswordLabels, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """Replace the password by a new one."""


class ResetPasswordKeyForm(_PasswordLabels, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Choose a new password, by the link in a mail."""


CHOICES = ("theme", "suits", "index", "back", "hand", "motion", "marks")
SWITCHES = ("second_tap", "confirm", "automatic", "sounds")


def languages() -> list[tuple[str, Any]]:
    return [("", _("Same as browser")), *settings.LANGUAGES]


def time_zone_choices() -> list[tuple[str, Any]]:
    return [("", _("Same as browser")), *time_zones().items()]


class PreferencesForm(forms.ModelForm[Preferences]):
    language = forms.ChoiceField(label=_("Language"), required=False, choices=languages)
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False, choices=time_zone_choices)

    class Meta:
        model = Preferences
        fields = (*CHOICES, *SWITCHES, "language", "time_zone", "show_online")
        widgets = dict.fromkeys(CHOICES, forms.RadioSelect)

    @property
    def choices(self) -> list[forms.BoundField]:
        return [self[name] for name in CHOICES]

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self[name] for name in SWITCHES]
