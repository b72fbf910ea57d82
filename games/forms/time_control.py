"""The numbers of a custom time control: their units and bounds."""

from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as lazy

from games.domain.terms import DAY
from games.presenters.terms import HOUR, MINUTE


class Figure(NamedTuple):
    """A number of a custom time control: in units of so many seconds, with bounds."""

    label: Any
    unit: int
    least: int
    most: int
    usual: int

    @property
    def field(self) -> forms.IntegerField:
        return forms.IntegerField(
            label=self.label, min_value=self.least, max_value=self.most, initial=self.usual, required=False
        )


FIGURES = {
    "live": {
        "time": Figure(lazy("Minutes for the whole game"), MINUTE, 1, 180, 15),
        "increment": Figure(lazy("Seconds more each turn"), 1, 0, 180, 10),
        "reserve": Figure(lazy("Minutes in reserve"), MINUTE, 0, 60, 2),
    },
    "turn": {"time": Figure(lazy("Days for each turn"), DAY, 1, 30, 4)},
    "bank": {
        "time": Figure(lazy("Days in all"), DAY, 1, 90, 10),
        "increment": Figure(lazy("Hours more each turn"), HOUR, 0, 72, 12),
    },
}
"""The custom fields of Terms, by kind of clock."""

OWN = {
    "live-own": lazy("live, with figures of my own"),
    "turn-own": lazy("days for each turn, as many as I say"),
    "bank-own": lazy("days in all, as many as I say"),
}
