"""The texts of all options, by key and in groups."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from .building import BUILDING, SPECIALS
from .option_text import OptionText
from .playing import DEALING, MATCHING
from .points import SCORING
from .winning import WINNING


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that belong together."""

    key: str
    title: object
    options: tuple[OptionText, ...]


GROUPS: tuple[OptionGroup, ...] = (
    OptionGroup("dealing", lazy("Deck and deal"), DEALING),
    OptionGroup("matching", lazy("Capturing"), MATCHING),
    OptionGroup("building", lazy("Building"), BUILDING),
    OptionGroup("specials", lazy("Special rules"), SPECIALS),
    OptionGroup("scoring", lazy("Points"), SCORING),
    OptionGroup("winning", lazy("Winning"), WINNING),
)
OPTION_TEXTS: dict[str, OptionText] = {option.key: option for group in GROUPS for option in group.options}
