"""The form of preferences: what can be chosen, in words."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import Preferences

CHOICES = ("theme", "suits", "index", "back", "hand", "motion", "marks")
SWITCHES = ("second_tap", "confirm", "automatic", "sounds")


def languages() -> list[tuple[str, Any]]:
    return [("", _("Same as browser")), *settings.LANGUAGES]


class PreferencesForm(forms.ModelForm[Preferences]):
    language = forms.ChoiceField(label=_("Language"), required=False, choices=languages)

    class Meta:
        model = Preferences
        fields = (*CHOICES, *SWITCHES, "language", "show_online")
        widgets = dict.fromkeys(CHOICES, forms.RadioSelect)

    @property
    def choices(self) -> list[forms.BoundField]:
        return [self[name] for name in CHOICES]

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self[name] for name in SWITCHES]
