"""Forms that open a table, with its house rules and their names."""

from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games import bots
from games.deals.services import playable_presets
from games.domain.options import write_options
from games.domain.presets import DEFAULT_PRESET, preset_of, resolve_rules
from games.domain.rules import InvalidRules, Rules
from games.domain.rules_validation import validate_seating
from games.forms.seeds import SeedForm
from games.forms.table_settings import TableForm, optional_choice
from games.models import NAME_LENGTH
from games.presenters.catalogue import GameListing, Seating, game_listing, playable_seatings
from games.presenters.portraits import Opponent, level_choices, opponent
from games.presenters.rulebook.house_rules import (
    FieldGroup,
    OptionField,
    changed_query,
    changed_sentences,
    conflict_words,
    field_groups,
    first_problem,
    read_changes,
    typed_rows,
)
from games.presenters.rules import game_name, rules_name
from games.presenters.table_settings import LEVELS
from games.services import TEMPLATES, GameSetup

MAX_SEARCH = 60
"""Letters of a search that are read."""

ALL_SEATINGS = (*(Seating(seats, partners=False) for seats in range(2, 7)), Seating(4, partners=True))


class NameForm(forms.Form):
    """The name of a set of house rules."""

    set_name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        error_messages={
            "required": _("Give these house rules a name."),
            "max_length": _("This name is too long. The limit is %(limit_value)d characters."),
        },
    )

    def clean_set_name(self) -> str:
        name = " ".join(str(self.cleaned_data["set_name"]).split())
        if not name.isprintable():
            raise ValidationError(_("This name contains characters that we can’t show."))
        return name


OPPONENTS = {
    "computer": _("Computer"),
    "friends": _("Friends (invite link)"),
    "device": _("Pass and play (on this device)"),
}


class SetUpForm(SeedForm, TableForm):
    """A new game: the number of players, the opponents, and the house rules.

    `shared` are the house rules of a URL, and perhaps the opponents; a `guest` cannot open a rated game.
    """

    seating = forms.ChoiceField(label=_("Players"), widget=forms.RadioSelect)
    opponents = forms.ChoiceField(
        label=_("Opponents"), widget=forms.RadioSelect, choices=list(OPPONENTS.items()), initial="friends"
    )

    def __init__(
        self, preset: str, data: QueryDict | None = None, shared: QueryDict | None = None, *, guest: bool = False
    ) -> None:
        super().__init__(data)
        self.guest = guest
        self.preset = preset
        self.default_rules: Rules = resolve_rules(preset)
        self.sent = data if data is not None else shared or QueryDict()
        self.changes = read_changes(self.sent, self.default_rules)
        self.rules, self.conflict = self._read_rules()
        if shared and shared.get("opponents") in OPPONENTS:
            self.initial["opponents"] = shared["opponents"]
        self._offer_seatings()
        self.offer_seats(max(seating.seats for seating in ALL_SEATINGS if seating.seats in self.rules.dealing.seats))

    def _read_rules(self) -> tuple[Rules, str]:
        """The rules with the changes; if these cannot be played, the default rules and the reason."""
        self.wrong, problem = first_problem(write_options(self.default_rules) | self.changes)
        return (
            (self.default_rules, problem) if problem else (resolve_rules({"preset": self.preset, **self.changes}), "")
        )

    def _offer_seatings(self) -> None:
        """Offer the seatings these rules allow, and the one chosen before, for the engine to explain its refusal."""
        offered = list(playable_seatings(self.rules))
        offered += [
            seating for seating in ALL_SEATINGS if seating.key == self.data.get("seating") and seating not in offered
        ]
        field = self.fields["seating"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(seating.key, seating.label) for seating in offered]
        field.initial = offered[0].key

    @property
    def title(self) -> str:
        """The name of these house rules, if they have one, or of the game."""
        return rules_name(self.preset, self.changes)

    @cached_property
    def search(self) -> str:
        """The words that the user looks for among the options."""
        return str(self.sent.get("find", "")).strip()[:MAX_SEARCH]

    @cached_property
    def groups(self) -> tuple[FieldGroup, ...]:
        return field_groups(self.default_rules, self.changes, self.search, typed_rows(self.sent))

    @property
    def any_found(self) -> bool:
        return any(group.found for group in self.groups)

    @property
    def wrong_rows(self) -> bool:
        """Whether rows of lists say themselves what is wrong with them."""
        return any(field.form.wrong for group in self.groups for field in group.fields if field.form)

    @property
    def changed_sentences(self) -> tuple[tuple[str, str], ...]:
        """The house rules without the one that is wrong, each with its title; none if they exclude each other."""
        right = {key: value for key, value in self.changes.items() if key != self.wrong}
        return () if self.conflict and not self.wrong else changed_sentences(right)

    @property
    def listing(self) -> GameListing:
        """What the game is."""
        return game_listing(self.preset, self.changes)

    @property
    def opponent(self) -> Opponent | None:
        """The computer player chosen; None among people."""
        level = self["level"].value() or self["level"].initial
        return opponent(level) if self["opponents"].value() == "computer" and level in LEVELS else None

    @property
    def named(self) -> str:
        """The game of these rules, which may be one of another name than the game that was changed."""
        return preset_of(self.rules, self.preset)

    @property
    def other_name(self) -> str:
        """The name under which these rules are a game of their own, if they are."""
        return game_name(self.named) if self.changes and not self.conflict and self.named != self.preset else ""

    @property
    def target(self) -> OptionField | None:
        """The points to win, if nothing else depends on them: shown before all house rules."""
        winning = self.default_rules.winning
        plain = winning.ending == "target" and winning.endgame == "none"
        return next((field for group in self.groups for field in group.fields if plain and field.key == "target"), None)

    @property
    def query(self) -> str:
        """The house rules as a query string."""
        return urlencode(changed_query(self.changes))

    @property
    def chosen_seating(self) -> Seating:
        key = self.cleaned_data["seating"]
        return next(seating for seating in ALL_SEATINGS if seating.key == key)

    @property
    def fill_with_computers(self) -> bool:
        """True if computers take all seats without a choice of their own."""
        return self.cleaned_data.get("opponents") == "computer"

    @property
    def on_one_device(self) -> bool:
        """True if the players pass the host's device around."""
        return self.cleaned_data.get("opponents") == "device"

    @property
    def setup(self) -> GameSetup:
        """The requested game."""
        seating = self.chosen_seating
        computers = self.computers(seating.seats, self.fill_with_computers)
        settings = self.table_settings_among(alone=len(computers) == seating.seats - 1)
        return GameSetup(
            rules=self.rules,
            preset=self.named,
            seats=seating.seats,
            partners=seating.partners,
            table_settings=settings._replace(chat="off", spectators=False) if self.on_one_device else settings,
            host_seat=self.host_seat,
            computers=computers,
            client_seed=self.seed,
            server_seed=self.server_seed,
            local_players=self.local_players(seating.seats) if self.on_one_device else {},
        )

    def clean(self) -> dict[str, Any]:
        """Validate the whole setup, with the engine's own messages."""
        cleaned = super().clean() or {}
        if self.conflict:
            raise ValidationError(self.conflict)
        if "seating" in cleaned:
            try:
                validate_seating(self.rules, self.chosen_seating.seats, self.chosen_seating.partners)
            except InvalidRules as clash:
                raise ValidationError(conflict_words(clash)) from clash
            self.check(self.chosen_seating.seats, self.fill_with_computers, self.guest, self.on_one_device)
        if self.table_settings.rated and self.rules != resolve_rules(self.named):
            raise ValidationError(TEMPLATES["rated-house-rules"])
        return cleaned


SIDES = {"same": _("Compete (same seat)"), "both": _("Team up (opposite seats)")}


class SameCardsForm(forms.Form):
    """A game for two friends with the same cards, the computer's level, and their sides."""

    preset = forms.ChoiceField(label=_("Game"), initial=DEFAULT_PRESET)
    level = forms.ChoiceField(label=_("Computer strength"), choices=level_choices, initial=bots.DEFAULT_LEVEL)
    sides = optional_choice(_("Mode"), SIDES, "same")

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        field = self.fields["preset"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(preset, game_name(preset)) for preset in playable_presets()]
