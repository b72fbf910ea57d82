"""The texts of all options and rules: by step of play for the rules page, in groups for the house rules, and by key."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from .building import BUILDING, DUTY, SPECIALS
from .option_text import OptionText, RuleText
from .playing import CAPTURING, DEALING, VALUES
from .points import SCORING
from .winning import WINNING


@dataclass(frozen=True, slots=True)
class Section:
    """A step of play, or options that belong together."""

    key: str
    title: object
    parts: tuple[RuleText, ...]

    @property
    def options(self) -> list[OptionText]:
        return [part for part in self.parts if isinstance(part, OptionText)]


SECTIONS = (
    Section("deal", lazy("Deck and deal"), DEALING),
    Section("values", lazy("Card values"), VALUES),
    Section("taking", lazy("Capturing"), CAPTURING),
    Section("building", lazy("Building"), BUILDING),
    Section("duty", lazy("Build obligations"), DUTY),
    Section("specials", lazy("Special rules"), SPECIALS),
    Section("points", lazy("Scoring"), SCORING),
    Section("winning", lazy("Winning"), WINNING),
)
"""The rules in the order of play."""

GROUPS = (
    Section("dealing", lazy("Deck and deal"), DEALING),
    Section("matching", lazy("Capturing"), VALUES + CAPTURING),
    Section("building", lazy("Building"), BUILDING + DUTY),
    Section("specials", lazy("Special rules"), SPECIALS),
    Section("scoring", lazy("Points"), SCORING),
    Section("winning", lazy("Winning"), WINNING),
)
"""The groups of a form for house rules."""

OPTION_TEXTS = {option.key: option for group in GROUPS for option in group.options}

STATED_IN_GOAL = ("ending", "target", "rounds_per_seat", "rounds")
"""Options that the goal of the game tells."""
