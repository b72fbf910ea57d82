"""The numbers of a custom time control: their units and bounds."""

from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as lazy

from games.domain.table_settings import DAY
from games.presenters.table_settings import HOUR, MINUTE


class TimeControlField(NamedTuple):
    """A number of a custom time control: in units of so many seconds, with bounds."""

    label: Any
    unit: int
    minimum: int
    maximum: int
    default: int

    @property
    def field(self) -> forms.IntegerField:
        return forms.IntegerField(
            label=self.label, min_value=self.minimum, max_value=self.maximum, initial=self.default, required=False
        )


CUSTOM_FIELDS = {
    "live": {
        "time": TimeControlField(lazy("Minutes for the whole game"), MINUTE, 1, 180, 15),
        "increment": TimeControlField(lazy("Increment per turn (seconds)"), 1, 0, 180, 10),
        "reserve": TimeControlField(lazy("Reserve (minutes)"), MINUTE, 0, 60, 2),
    },
    "turn": {"time": TimeControlField(lazy("Days per turn"), DAY, 1, 30, 4)},
    "bank": {
        "time": TimeControlField(lazy("Total days"), DAY, 1, 90, 10),
        "increment": TimeControlField(lazy("Increment per turn (hours)"), HOUR, 0, 72, 12),
    },
}
"""The custom fields of TableSettings, by kind of clock."""

CUSTOM_CLOCKS = {
    "live-own": lazy("custom live clock"),
    "turn-own": lazy("custom days per turn"),
    "bank-own": lazy("custom total days"),
}
