"""Forms of quick pairing and of challenges."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.table_settings import DefaultsForm, optional_choice
from games.models.social import MESSAGE_LENGTH
from games.pairing.challenges import CLOCKS, Challenge
from games.pairing.tiles import SPANS, TILES, games_for_two
from games.presenters.rules import game_name
from games.presenters.table_settings import clock_words


class PairingForm(forms.Form):
    """The clock that was tapped, the game, rated or not, and the greatest difference to the opponent's rating.

    A page that asks again sends the clock alone.
    """

    tile = forms.ChoiceField(choices=[(tile, tile) for tile in TILES])
    span = forms.TypedChoiceField(
        choices=[("", ""), *((span, span) for span in SPANS)], coerce=int, empty_value=None, required=False
    )
    preset = forms.ChoiceField(choices=[(preset, preset) for preset in games_for_two()], required=False)
    rated = forms.BooleanField(required=False)


class ChallengeForm(DefaultsForm):
    """A challenge to a player: the game, the clock, rated or not, who plays first, and a message."""

    preset = forms.ChoiceField(label=_("Game"))
    clock = optional_choice(_("Clock"), {}, "3-days")
    rated = optional_choice(_("Rating"), {"no": _("unrated"), "yes": _("rated")}, "no", forms.RadioSelect)
    first = optional_choice(
        _("First player"), {"": _("random"), "me": _("me"), "them": _("my opponent")}, "", forms.RadioSelect
    )
    message = forms.CharField(
        label=_("Message (optional)"),
        max_length=MESSAGE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": MESSAGE_LENGTH}),
        error_messages={"max_length": _("That message is too long. The limit is %(limit_value)d characters.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer("preset", [(preset, game_name(preset)) for preset in games_for_two()])
        self._offer("clock", [(key, clock_words(settings)) for key, settings in CLOCKS.items()])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def choices(self) -> list[forms.BoundField]:
        return self.bound(("rated", "first"))

    @property
    def challenge(self) -> Challenge:
        return Challenge(
            preset=self.cleaned_data["preset"],
            clock=self.value_or_default("clock"),
            rated=self.value_or_default("rated") == "yes",
            first=self.value_or_default("first"),
            message=self.cleaned_data["message"],
        )
