"""Forms that read and validate user input."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games import bots
from games.deals.playing import playable_presets
from games.domain.moves import Move
from games.domain.perspective import Perspective
from games.domain.playable import check_company
from games.domain.rules import InvalidRules, Rules
from games.domain.variants import DEFAULT_PRESET, PRESETS, resolve
from games.forms.new_game import TableForm, one_of
from games.forms.seeds import SeedForm
from games.models import ENTRY_LENGTH, NAME_LENGTH
from games.presenters.catalogue import Company, playable_companies
from games.presenters.choices import Choice, plucks
from games.presenters.rulebook.house import Field, FieldGroup, changed_query, clash_words, field_groups, read_changes
from games.presenters.table import hand_and_items
from games.presenters.terms import LEVELS
from games.rulings.models import TEXT_LENGTH
from games.services import TEMPLATES, Setup

EVERY_COMPANY = (*(Company(seats, partners=False) for seats in range(2, 7)), Company(4, partners=True))


def read_choice(data: QueryDict, sight: Perspective, moves: Sequence[Move]) -> Choice:
    """Return the choice of cards in a query. Cards that are not there (any more) are ignored."""
    hand = sight.round.hand if sight.round else ()
    chosen, items = set(data.getlist("hand")), set(data.getlist("item"))
    return Choice(
        hand=frozenset(card for card in hand if card in chosen),
        items=frozenset(key for key in hand_and_items(sight) if key in items and key not in hand),
        pluck=next((pluck for pluck in plucks(moves) if pluck.key == data.get("pluck")), None),
        orange="orange" in data and sight.rules.specials.orange,
        asked=data.get("asked", ""),
    )


def query_of(choice: Choice) -> str:
    """Return the choice as a query of the table's URL."""
    data = QueryDict(mutable=True)
    data.setlist("hand", sorted(choice.hand))
    data.setlist("item", sorted(choice.items))
    if choice.pluck:
        data["pluck"] = choice.pluck.key
    if choice.orange:
        data["orange"] = "1"
    if choice.asked:
        data["asked"] = choice.asked
    query = data.urlencode()
    return f"?{query}" if query else ""


class SeenForm(forms.Form):
    """A request to a game in progress, with the sequence number of the table it was made at."""

    seen = forms.IntegerField(min_value=0)


class MoveForm(SeenForm):
    """A move in the text of RULEBOOK 12.5; `sure` when the player has confirmed it."""

    move = forms.CharField(max_length=ENTRY_LENGTH)
    sure = forms.BooleanField(required=False)


class OfferForm(SeenForm):
    """An offer to the other players."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in ("drawn", "abort", "takeback")])


class AnswerForm(SeenForm):
    """Yes or no to another player's offer."""

    agreed = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class SayForm(forms.Form):
    """A chat message: a ready phrase, or free text."""

    phrase = forms.CharField(max_length=20, required=False)
    text = forms.CharField(max_length=20_000, required=False)  # the service enforces the real limit


class MuteForm(forms.Form):
    """A player to mute or unmute."""

    number = forms.IntegerField(min_value=1)
    muted = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class ReportForm(forms.Form):
    """A message to report."""

    message = forms.IntegerField(min_value=1)


class NoteForm(forms.Form):
    """A private note about a game."""

    text = forms.CharField(max_length=100_000, required=False, strip=False)


class GoneForm(forms.Form):
    """The choice for a seat whose player has gone."""

    number = forms.IntegerField(min_value=1)
    then = forms.ChoiceField(choices=[("win", "win"), ("computer", "computer")])


class InviteForm(forms.Form):
    """A person to invite, by the name they signed up with."""

    name = forms.CharField(max_length=150, required=False)


class BlockForm(forms.Form):
    """A person to block or unblock; `table`: the address of the game to return to."""

    blocked = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
    table = forms.SlugField(required=False, max_length=16)


class SeatForm(SeedForm):
    """A seat to take; without a number, any free one."""

    number = forms.IntegerField(min_value=1, max_value=6, required=False)


class DisputeForm(forms.Form):
    """The disputed move, by the number of its event; the reason; and the wish to stop the game meanwhile."""

    at = forms.IntegerField(min_value=1, error_messages={"required": _("Choose the move.")})
    text = forms.CharField(
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": _("Say why you think the move was wrong: a director will read it.")},
    )
    stop = forms.BooleanField(required=False)


class NumberForm(forms.Form):
    """One of the disputes of a game."""

    number = forms.IntegerField(min_value=1, max_value=32_000)


class ComputersForm(forms.Form):
    """Computer players for one free seat, or for all."""

    number = forms.IntegerField(min_value=1, max_value=6, required=False)
    level = forms.ChoiceField(choices=[(level, level) for level in bots.LEVELS])


class NameForm(forms.Form):
    """The name of a set of house rules."""

    set_name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        error_messages={
            "required": _("Give these house rules a name."),
            "max_length": _("This name is too long: %(limit_value)d letters are allowed."),
        },
    )

    def clean_set_name(self) -> str:
        name = " ".join(str(self.cleaned_data["set_name"]).split())
        if not name.isprintable():
            raise ValidationError(_("There is something in this name that cannot be shown."))
        return name


class SwapForm(forms.Form):
    """Two seats to swap."""

    number = forms.IntegerField(min_value=1, max_value=6)
    other = forms.IntegerField(min_value=1, max_value=6)


class SetUpForm(SeedForm, TableForm):
    """A new game: the number of players, the opponents, and the house rules.

    `shared` are the house rules of a URL; a `guest` cannot open a rated game.
    """

    company = forms.ChoiceField(label=_("Players"), widget=forms.RadioSelect)
    opponents = forms.ChoiceField(
        label=_("On the other seats"),
        widget=forms.RadioSelect,
        choices=[("friends", _("friends: you get a link to send them")), ("computer", _("the computer"))],
        initial="friends",
    )

    def __init__(
        self, preset: str, data: QueryDict | None = None, shared: QueryDict | None = None, *, guest: bool = False
    ) -> None:
        super().__init__(data)
        self.guest = guest
        self.preset = preset
        self.usual: Rules = resolve(preset)
        self.changes = read_changes(data if data is not None else shared or QueryDict(), self.usual)
        self.rules, self.clash = self._read_rules()
        self._offer_companies()
        self.offer_seats(max(company.seats for company in EVERY_COMPANY if company.seats in self.rules.dealing.seats))

    def _read_rules(self) -> tuple[Rules, str]:
        """Return the rules with the changes; if these cannot be played, the default rules and the reason."""
        try:
            return resolve({"preset": self.preset, **self.changes}), ""
        except InvalidRules as clash:
            return self.usual, clash_words(clash)

    def _offer_companies(self) -> None:
        """Offer the seatings these rules allow, and the one chosen before, for the engine to explain its refusal."""
        offered = list(playable_companies(self.rules))
        offered += [each for each in EVERY_COMPANY if each.key == self.data.get("company") and each not in offered]
        field = self.fields["company"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(each.key, each.label) for each in offered]
        field.initial = offered[0].key

    @property
    def title(self) -> str:
        return PRESETS[self.preset].name

    @cached_property
    def groups(self) -> tuple[FieldGroup, ...]:
        return field_groups(self.usual, self.changes)

    @property
    def target(self) -> Field | None:
        """The points to win, if nothing else depends on them: shown before all house rules."""
        winning = self.usual.winning
        plain = winning.ending == "target" and winning.endgame == "none"
        return next((each for group in self.groups for each in group.fields if plain and each.key == "target"), None)

    @property
    def query(self) -> str:
        """The house rules as a query string."""
        return urlencode(changed_query(self.changes))

    @property
    def chosen_company(self) -> Company:
        key = self.cleaned_data["company"]
        return next(each for each in EVERY_COMPANY if each.key == key)

    @property
    def everywhere(self) -> bool:
        """True if computers take all seats without a choice of their own."""
        return self.cleaned_data.get("opponents") == "computer"

    @property
    def setup(self) -> Setup:
        """The requested game."""
        company = self.chosen_company
        computers = self.computers(company.seats, self.everywhere)
        return Setup(
            rules=self.rules,
            preset=self.preset,
            seats=company.seats,
            partners=company.partners,
            terms=self.terms_among(alone=len(computers) == company.seats - 1),
            host_seat=self.host_seat,
            computers=computers,
            client_seed=self.given,
            server_seed=self.server_seed,
        )

    def clean(self) -> dict[str, Any]:
        """Validate the whole setup, with the engine's own messages."""
        cleaned = super().clean() or {}
        if self.clash:
            raise ValidationError(self.clash)
        if "company" in cleaned:
            try:
                check_company(self.rules, self.chosen_company.seats, self.chosen_company.partners)
            except InvalidRules as clash:
                raise ValidationError(clash_words(clash)) from clash
            self.check(self.chosen_company.seats, self.everywhere, self.guest)
        if self.changes and self.terms.rated:
            raise ValidationError(TEMPLATES["rated-house-rules"])
        return cleaned


SIDES = {"same": _("on the same side, to compare"), "both": _("on both sides, together")}


class SameCardsForm(forms.Form):
    """A game for two friends with the same cards, the computer's level, and their sides."""

    preset = forms.ChoiceField(label=_("Game"), initial=DEFAULT_PRESET)
    level = forms.ChoiceField(label=_("How well computers play"), choices=list(LEVELS.items()), initial=bots.DEFAULT)
    sides = one_of(_("You and your friend"), SIDES, "same")

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        field = self.fields["preset"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(name, PRESETS[name].name) for name in playable_presets()]


class HolidayForm(forms.Form):
    """The first and the last day of a holiday."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))


class CancelHolidayForm(forms.Form):
    """A holiday to cancel."""

    number = forms.IntegerField(min_value=1)
