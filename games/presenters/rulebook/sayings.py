"""The texts of all options, by key and in groups."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from .building import BUILDING, SPECIALS
from .playing import DEALING, MATCHING
from .points import SCORING
from .winning import WINNING
from .words import Saying


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together."""

    key: str
    title: object
    sayings: tuple[Saying, ...]


GROUPS: tuple[Group, ...] = (
    Group("dealing", lazy("Pack and deal"), DEALING),
    Group("matching", lazy("Taking"), MATCHING),
    Group("building", lazy("Building"), BUILDING),
    Group("specials", lazy("Specials"), SPECIALS),
    Group("scoring", lazy("Points"), SCORING),
    Group("winning", lazy("Winning"), WINNING),
)
SAYINGS: dict[str, Saying] = {saying.key: saying for group in GROUPS for saying in group.sayings}
