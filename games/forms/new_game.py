"""Form fields of a new table apart from the rules: the seating and the terms."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games import bots
from games.domain.terms import Terms
from games.forms.time_control import FIGURES, OWN
from games.presenters.terms import (
    CHATS,
    CLOCKS,
    LEVELS,
    PACES,
    RESTS,
    TIMEOUTS,
    Clock,
    clock_words,
)

MOST_SEATS = 6
SEATS = tuple(range(1, MOST_SEATS + 1))


RATED = {"no": lazy("friendly"), "yes": lazy("rated: usual rules, with an account")}


def one_of(label: Any, choices: Mapping[str, Any], initial: str, widget: Any = forms.Select) -> forms.ChoiceField:
    """Return an optional choice field, with a default."""
    return forms.ChoiceField(label=label, choices=list(choices.items()), initial=initial, required=False, widget=widget)


def yes_or_no(label: Any, initial: str) -> forms.ChoiceField:
    return one_of(label, {"yes": lazy("yes"), "no": lazy("no")}, initial)


def as_usual(field: forms.BoundField) -> bool:
    """Return True if nothing or the default was sent; a sent value is text, even for a number."""
    return field.value() in (None, field.initial, str(field.initial))


class Chosen(forms.Form):
    """A form whose choices have defaults."""

    def said(self, name: str) -> str:
        return str(self.cleaned_data.get(name) or self.fields[name].initial or "")

    def changed(self, fields: Iterable[forms.BoundField]) -> bool:
        """Return True if a value other than the default was sent, or an invalid one."""
        return self.is_bound and any(field.errors or not as_usual(field) for field in fields)

    def bound(self, names: Iterable[str]) -> list[forms.BoundField]:
        return [self[name] for name in names]


class SeatingForm(Chosen):
    """The seating: the host's seat, and for each other one a computer player or an open seat."""

    level = one_of(lazy("How well computers play"), LEVELS, bots.DEFAULT)
    my_seat = one_of(lazy("My seat"), {str(seat): str(seat) for seat in SEATS}, "1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        levels = {level: _("computer: %(level)s") % {"level": name} for level, name in LEVELS.items()}
        for seat in SEATS:
            label = _("Seat %(number)s") % {"number": seat}
            self.fields[f"seat_{seat}"] = one_of(label, {"": _("as above"), "open": _("free"), **levels}, "")

    def offer_seats(self, most: int) -> None:
        """Limit the fields to the seats that the table can have."""
        for seat in range(most + 1, MOST_SEATS + 1):
            del self.fields[f"seat_{seat}"]
        mine = self.fields["my_seat"]
        if isinstance(mine, forms.ChoiceField):
            mine.choices = [(str(seat), str(seat)) for seat in range(1, most + 1)]

    @property
    def seating(self) -> list[forms.BoundField]:
        return self.bound(name for name in self.fields if name == "my_seat" or name.startswith("seat_"))

    @property
    def seating_changed(self) -> bool:
        return self.changed(self.seating)

    @property
    def host_seat(self) -> int:
        return int(self.said("my_seat"))

    def computers(self, seats: int, everywhere: bool) -> dict[int, str]:
        """Return the level by seat; with `everywhere`, computers take all seats without a choice of their own."""
        usual = self.said("level") if everywhere else "open"
        chosen = {seat: self.said(f"seat_{seat}") or usual for seat in range(1, seats + 1) if seat != self.host_seat}
        return {seat: level for seat, level in chosen.items() if level != "open"}

    def seating_problem(self, seats: int) -> str:
        if self.host_seat > seats:
            words = {"number": self.host_seat, "seats": seats}
            return _("Among %(seats)s players there is no seat %(number)s.") % words
        return ""


class ClockForm(Chosen):
    """One of the preset clocks, or a custom one."""

    clock = one_of(lazy("Clock"), dict.fromkeys(CLOCKS, ""), "none")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clock = self.fields["clock"]
        if isinstance(clock, forms.ChoiceField):
            clock.choices = [*((key, clock_words(each)) for key, each in CLOCKS.items()), *OWN.items()]
        for kind, figures in FIGURES.items():
            self.fields |= {f"{kind}_{name}": figure.field for name, figure in figures.items()}

    @property
    def own_clocks(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of each kind of custom clock."""
        return [(kind, self.bound(f"{kind}_{name}" for name in figures)) for kind, figures in FIGURES.items()]

    @property
    def clock_chosen(self) -> Clock:
        key = self.said("clock")
        if key not in OWN:
            return CLOCKS[key]
        kind = key.removesuffix("-own")
        return Clock(kind, **{name: figure.unit * self._figure(kind, name) for name, figure in FIGURES[kind].items()})

    def _figure(self, kind: str, name: str) -> int:
        """Return the number that was sent, even 0; the default if none was."""
        sent = self.cleaned_data.get(f"{kind}_{name}")
        return FIGURES[kind][name].usual if sent is None else int(sent)


class TermsForm(ClockForm):
    """The terms of the table. Their defaults are those of `Terms`."""

    public = one_of(
        lazy("Who can join"),
        {"no": lazy("whoever has the link"), "yes": lazy("anybody: the table stands in the lobby")},
        "no",
        forms.RadioSelect,
    )
    rated = one_of(lazy("For the ratings"), RATED, "no")
    timeout = one_of(lazy("When time runs out"), TIMEOUTS, "lose")
    holidays = one_of(
        lazy("Holidays"), {"": lazy("as usual: in games over days"), "yes": lazy("yes"), "no": lazy("no")}, ""
    )
    rest = one_of(lazy("Time off"), RESTS, "none")
    chat = one_of(lazy("Chat"), CHATS, "free")
    spectators = yes_or_no(lazy("Others may watch"), "yes")
    takebacks = yes_or_no(lazy("Moves may be taken back by consent"), "yes")
    hints = one_of(lazy("Hints"), {"": lazy("as usual: against computers"), "yes": lazy("yes"), "no": lazy("no")}, "")
    left_behind = yes_or_no(lazy("Cards left behind are pointed out"), "yes")
    pace = one_of(lazy("Pace of computers"), PACES, "natural")

    @property
    def timing(self) -> list[forms.BoundField]:
        return self.bound("timeout holidays rest".split())

    @property
    def timing_changed(self) -> bool:
        figures = [field for _kind, fields in self.own_clocks for field in fields]
        return self.changed([self["clock"], *self.timing, *figures])

    @property
    def manners_changed(self) -> bool:
        return self.changed(self.manners)

    @property
    def manners(self) -> list[forms.BoundField]:
        return self.bound("rated chat spectators takebacks hints left_behind pace".split())

    @property
    def terms(self) -> Terms:
        clock = self.clock_chosen
        told: dict[str, Any] = {name: self.said(name) for name in ("timeout", "rest", "chat", "pace")}
        yes: dict[str, Any] = {name: self.said(name) == "yes" for name in _YES_OR_NO}
        holidays = self.said("holidays") != "no" and clock.clock != "live"
        return Terms(**clock._asdict(), **told, **yes, holidays=holidays)

    def terms_among(self, alone: bool) -> Terms:
        """Return the terms, with hints by default if all others are computers (`alone`)."""
        terms = self.terms
        return terms._replace(hints=True) if alone and not self.said("hints") and not terms.rated else terms

    def terms_problem(self, computers: bool, free: bool, guest: bool) -> str:
        """Return why the terms don't fit the table, with `computers` on it, `free` seats or a `guest` as host."""
        terms = self.terms
        problems = {
            _("Computers do not play in rated games: leave all other seats free."): terms.rated and computers,
            _("There are no hints in rated games."): terms.rated and terms.hints,
            _("Rated games are for people who have signed up."): terms.rated and guest,
            _("Nobody could join from the lobby: no seat is free."): terms.public and not free,
            _("Nights and weekends off go with a clock that runs over days."): (
                terms.rest != "none" and not terms.over_days
            ),
            _("Holidays go with a clock that runs over days."): (
                self.said("holidays") == "yes" and not terms.over_days
            ),
        }
        return next((problem for problem, found in problems.items() if found), "")


_YES_OR_NO = "public rated spectators takebacks hints left_behind".split()


class TableForm(SeatingForm, TermsForm):
    """The seating and the terms, and checks that they fit together."""

    def check(self, seats: int, everywhere: bool, guest: bool) -> None:
        """Raise ValidationError if they do not, with the message for the user."""
        problem = self.seating_problem(seats)
        if not problem:
            computers = self.computers(seats, everywhere)
            problem = self.terms_problem(bool(computers), len(computers) < seats - 1, guest)
        if problem:
            raise ValidationError(problem)
