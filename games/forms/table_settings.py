"""Form fields of a new table apart from the rules: the seating and the settings."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.forms import clean_display_name
from accounts.person_names import MAX_NAME_LENGTH
from games import bots
from games.domain.table_settings import TableSettings
from games.forms.time_control import CUSTOM_CLOCKS, CUSTOM_FIELDS
from games.presenters.portraits import Opponent, opponents
from games.presenters.table_settings import (
    CHATS,
    CLOCKS,
    LEVELS,
    PACES,
    RESTS,
    TIMEOUTS,
    ClockSettings,
    clock_words,
)

MAX_SEATS = 6
SEATS = tuple(range(1, MAX_SEATS + 1))


RATED = {"no": lazy("unrated"), "yes": lazy("rated (standard rules, account required)")}


def optional_choice(
    label: Any, choices: Mapping[str, Any], initial: str, widget: Any = forms.Select
) -> forms.ChoiceField:
    """An optional choice field, with a default."""
    return forms.ChoiceField(label=label, choices=list(choices.items()), initial=initial, required=False, widget=widget)


def yes_or_no(label: Any) -> forms.ChoiceField:
    return optional_choice(label, {"yes": lazy("yes"), "no": lazy("no")}, "yes")


class PlayerField(forms.CharField):
    """The name of a player who shares the host's device."""

    def clean(self, value: Any) -> str:
        return clean_display_name(super().clean(value))


def player_field(name: str) -> PlayerField:
    """The field of a player who has this name without another."""
    widget = forms.TextInput(attrs={"autocapitalize": "words", "autocorrect": "off", "autocomplete": "off"})
    return PlayerField(label=name, initial=name, max_length=MAX_NAME_LENGTH, required=False, widget=widget)


def is_default(field: forms.BoundField) -> bool:
    """True if nothing or the default was sent; a sent value is text, even for a number."""
    return field.value() in (None, field.initial, str(field.initial))


class DefaultsForm(forms.Form):
    """A form whose choices have defaults."""

    def value_or_default(self, name: str) -> str:
        return str(self.cleaned_data.get(name) or self.fields[name].initial or "")

    def changed(self, fields: Iterable[forms.BoundField]) -> bool:
        """True if a value other than the default was sent, or an invalid one."""
        return self.is_bound and any(field.errors or not is_default(field) for field in fields)

    def bound(self, names: Iterable[str]) -> list[forms.BoundField]:
        return [self[name] for name in names]


class SeatChoicesForm(DefaultsForm):
    """The seating: the host's seat, and for each other one a computer player or an open seat."""

    level = optional_choice(lazy("Computer players"), LEVELS, bots.DEFAULT_LEVEL, forms.RadioSelect)
    my_seat = optional_choice(lazy("My seat"), {str(seat): str(seat) for seat in SEATS}, "1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        levels = {level: _("computer: %(level)s") % {"level": name} for level, name in LEVELS.items()}
        for seat in SEATS:
            label = _("Seat %(number)s") % {"number": seat}
            self.fields[f"seat_{seat}"] = optional_choice(label, {"": _("default"), "open": _("free"), **levels}, "")
        for number in SEATS[1:]:
            self.fields[f"player_{number}"] = player_field(_("Player %(number)s") % {"number": number})

    def offer_seats(self, maximum: int) -> None:
        """Limit the fields to the seats that the table can have."""
        for seat in range(maximum + 1, MAX_SEATS + 1):
            del self.fields[f"seat_{seat}"], self.fields[f"player_{seat}"]
        mine = self.fields["my_seat"]
        if isinstance(mine, forms.ChoiceField):
            mine.choices = [(str(seat), str(seat)) for seat in range(1, maximum + 1)]

    @property
    def level_choices(self) -> Iterable[tuple[BoundWidget, Opponent]]:
        """The levels, each with its first player."""
        return zip(self["level"], opponents(), strict=True)

    @property
    def player_names(self) -> list[forms.BoundField]:
        return self.bound(name for name in self.fields if name.startswith("player_"))

    @property
    def seat_choices(self) -> list[forms.BoundField]:
        return self.bound(name for name in self.fields if name == "my_seat" or name.startswith("seat_"))

    @property
    def seat_choices_changed(self) -> bool:
        return self.changed(self.seat_choices)

    @property
    def host_seat(self) -> int:
        return int(self.value_or_default("my_seat"))

    def computers(self, seats: int, everywhere: bool) -> dict[int, str]:
        """The level by seat; with `everywhere`, computers take all seats without a choice of their own."""
        default = self.value_or_default("level") if everywhere else "open"
        chosen = {
            seat: self.value_or_default(f"seat_{seat}") or default
            for seat in range(1, seats + 1)
            if seat != self.host_seat
        }
        return {seat: level for seat, level in chosen.items() if level != "open"}

    def local_players(self, seats: int) -> dict[int, str]:
        """The names of the other players at pass and play, by seat, in the order of their fields."""
        taken = {self.host_seat, *self.computers(seats, everywhere=False)}
        free = [seat for seat in range(1, seats + 1) if seat not in taken]
        names = [self.value_or_default(f"player_{number}") for number in range(2, len(free) + 2)]
        return dict(zip(free, names, strict=True))

    def seating_problem(self, seats: int) -> str:
        if self.host_seat > seats:
            words = {"number": self.host_seat, "seats": seats}
            return _("A game for %(seats)s players has no seat %(number)s.") % words
        return ""


class ClockForm(DefaultsForm):
    """One of the preset clocks, or a custom one."""

    clock = optional_choice(lazy("Clock"), dict.fromkeys(CLOCKS, ""), "none")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clock = self.fields["clock"]
        if isinstance(clock, forms.ChoiceField):
            clock.choices = [
                *((key, clock_words(settings)) for key, settings in CLOCKS.items()),
                *CUSTOM_CLOCKS.items(),
            ]
        for kind, fields in CUSTOM_FIELDS.items():
            self.fields |= {f"{kind}_{name}": field.field for name, field in fields.items()}

    @property
    def custom_clocks(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of each kind of custom clock."""
        return [(kind, self.bound(f"{kind}_{name}" for name in fields)) for kind, fields in CUSTOM_FIELDS.items()]

    @property
    def chosen_clock(self) -> ClockSettings:
        key = self.value_or_default("clock")
        if key not in CUSTOM_CLOCKS:
            return CLOCKS[key]
        kind = key.removesuffix("-own")
        return ClockSettings(
            kind, **{name: figure.unit * self._seconds(kind, name) for name, figure in CUSTOM_FIELDS[kind].items()}
        )

    def _seconds(self, kind: str, name: str) -> int:
        """The number that was sent, even 0; the default if none was."""
        sent = self.cleaned_data.get(f"{kind}_{name}")
        return CUSTOM_FIELDS[kind][name].default if sent is None else int(sent)


class TableSettingsForm(ClockForm):
    """The settings of the table. Their defaults are those of `TableSettings`."""

    public = optional_choice(
        lazy("Who can join"),
        {"no": lazy("anyone with the link"), "yes": lazy("anyone (listed in the lobby)")},
        "no",
        forms.RadioSelect,
    )
    rated = optional_choice(lazy("Rated"), RATED, "no")
    timeout = optional_choice(lazy("When time runs out"), TIMEOUTS, "lose")
    vacations = optional_choice(
        lazy("Vacation"), {"": lazy("default (correspondence games)"), "yes": lazy("yes"), "no": lazy("no")}, ""
    )
    days_off = optional_choice(lazy("Clock pauses"), RESTS, "none")
    chat = optional_choice(lazy("Chat"), CHATS, "free")
    spectators = yes_or_no(lazy("Spectators allowed"))
    takebacks = yes_or_no(lazy("Takebacks allowed (if everyone agrees)"))
    hints = optional_choice(
        lazy("Hints"), {"": lazy("default (against computers)"), "yes": lazy("yes"), "no": lazy("no")}, ""
    )
    show_left_behind = yes_or_no(lazy("Point out missed cards"))
    bot_speed = optional_choice(lazy("Computer speed"), PACES, "natural")

    @property
    def timing(self) -> list[forms.BoundField]:
        return self.bound(["timeout", "vacations", "days_off"])

    @property
    def timing_changed(self) -> bool:
        figures = [field for _kind, fields in self.custom_clocks for field in fields]
        return self.changed([self["clock"], *self.timing, *figures])

    @property
    def etiquette_changed(self) -> bool:
        return self.changed(self.etiquette)

    @property
    def etiquette(self) -> list[forms.BoundField]:
        return self.bound(["chat", "spectators", "takebacks", "hints", "show_left_behind", "bot_speed"])

    @property
    def table_settings(self) -> TableSettings:
        clock = self.chosen_clock
        choices: dict[str, Any] = {name: self.value_or_default(name) for name in _CHOICES}
        yes: dict[str, Any] = {name: self.value_or_default(name) == "yes" for name in _YES_OR_NO}
        vacations = self.value_or_default("vacations") != "no" and clock.clock != "live"
        return TableSettings(**clock._asdict(), **choices, **yes, vacations=vacations)

    def table_settings_among(self, alone: bool) -> TableSettings:
        """The settings, with hints by default if all others are computers (`alone`)."""
        settings = self.table_settings
        hinted = alone and not self.value_or_default("hints") and not settings.rated
        return settings._replace(hints=True) if hinted else settings

    def settings_problem(self, computers: bool, free: bool, guest: bool, local: bool) -> str:
        """Why the settings don't fit the table, with `computers` on it, `free` seats or a `guest` as host, or with all
        players on one device (`local`)."""
        settings = self.table_settings
        problems = {
            _("Pass and play is unrated and has no clock. Choose your own pace."): (
                local and (settings.rated or settings.clock != "none")
            ),
            _("Rated games are for people only. Leave all other seats open."): settings.rated and computers,
            _("Hints are off in rated games."): settings.rated and settings.hints,
            _("You need an account to play rated games."): settings.rated and guest,
            _("All seats are filled, so no one could join from the lobby."): settings.public and not free,
            _("Nights and weekends off need a correspondence clock."): (
                settings.days_off != "none" and not settings.correspondence
            ),
            _("Vacation needs a correspondence clock."): (
                self.value_or_default("vacations") == "yes" and not settings.correspondence
            ),
        }
        return next((problem for problem, applies in problems.items() if applies), "")


_CHOICES = ["timeout", "days_off", "chat", "bot_speed"]
_YES_OR_NO = ["public", "rated", "spectators", "takebacks", "hints", "show_left_behind"]


class TableForm(SeatChoicesForm, TableSettingsForm):
    """The seating and the settings, and checks that they fit together."""

    def check(self, seats: int, everywhere: bool, guest: bool, local: bool) -> None:
        """Raise ValidationError if they do not, with the message for the user."""
        problem = self.seating_problem(seats)
        if not problem:
            computers = self.computers(seats, everywhere)
            problem = self.settings_problem(bool(computers), not local and len(computers) < seats - 1, guest, local)
        if problem:
            raise ValidationError(problem)
