"""The form with which people enter a tournament."""

from django import forms
from django.core.exceptions import ValidationError

from games.forms.clubs import MAX_NUMBER, UNPRINTABLE
from games.models import NAME_LENGTH


class EntryForm(forms.Form):
    """The name of a new team, if it has one, or the entry that someone joins as a partner."""

    team = forms.CharField(required=False, max_length=NAME_LENGTH)
    partner = forms.IntegerField(min_value=1, max_value=MAX_NUMBER, required=False)

    def clean_team(self) -> str:
        team = " ".join(str(self.cleaned_data["team"]).split())
        if not team.isprintable():
            raise ValidationError(UNPRINTABLE)
        return team
