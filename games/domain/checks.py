"""The checks that a play must pass, in order, each with the rules it applies (RULEBOOK 4, 5, 8, 15)."""

from collections.abc import Callable
from typing import NamedTuple

from .build_checks import (
    absorbs_equal,
    addition_adds_up,
    addition_on_table,
    additions_allowed,
    adds_to_own,
    build_adds_up,
    build_does_duty,
    builds_on_something,
    keeps_a_card,
    leaves_build_alone,
    may_take_in,
    one_build_per_value,
    partner_proved,
    steals_for_own,
    table_adds_up,
    table_may_be_built,
    there_are_builds,
    two_or_more,
    within_limit,
)
from .messages import _
from .move_generation import MoveGenerator
from .moves import AddAndPlay, Capture, MakeBuild, Play, TableBuild, Trail
from .play_checks import (
    builds_covered,
    capture_does_duty,
    card_in_hand,
    covered_or_stuck,
    may_be_called,
    may_be_stolen,
    may_be_trailed,
    may_take,
    on_table,
    owner_may_trail,
    takes_something,
)
from .refusal import Refusal


class Check[P: Play | AddAndPlay](NamedTuple):
    """One requirement of a play: a sentence that is true when it is met, its rules, and the function that judges it.

    A judge may rely on the checks before it having passed.
    """

    requirement: str
    rules: tuple[str, ...]
    validate: Callable[[MoveGenerator, P], Refusal | None]


# --- all checks, in the order in which they are made ----------------------------------------------------------------

HELD = _("The cards played are in the hand.")
ON_TABLE = _("The captured cards are on the table.")
COVERED = _("The hand still covers all builds of its owner.")
TRAILED = _("The card may be trailed.")
DUTIFUL = _("The player has met their build obligations.")
FOR_PARTNER = _("A build for the partner is made only if the partner has shown a card for it.")
KEPT = _("A card that can take the build stays in the hand.")
NO_TWIN = _("No second build of the same value is left where only one is allowed.")
STOLEN = _("A stolen card is the top card of an opponent’s pile.")
ABSORBED = _("A new build takes in every loose card of its value if the game requires it.")
LIMITED = _("The owner has no more builds than are allowed.")
ADDS_UP = _("The cards split into groups that each add up to the value of the build.")

TRAIL: tuple[Check[Trail], ...] = (
    Check(HELD, ("4.1",), card_in_hand),
    Check(TRAILED, ("4.4", "4.11", "4.12", "8.3"), may_be_trailed),
    Check(DUTIFUL, ("5.10", "15.2"), owner_may_trail),
    Check(COVERED, ("5.10",), covered_or_stuck),
)
CAPTURE: tuple[Check[Capture], ...] = (
    Check(HELD, ("4.1",), card_in_hand),
    Check(ON_TABLE, ("4.2",), on_table),
    Check(STOLEN, ("15.3",), may_be_stolen),
    Check(_("The capture takes something."), ("4.2",), takes_something),
    Check(
        _(
            "The played cards can take exactly these: they add up or pair, builds are taken whole, and everything "
            "required is taken."
        ),
        ("4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.11", "8.1", "8.2", "8.3", "15.3"),
        may_take,
    ),
    Check(_("Oranges are called only in games that have them."), ("8.6",), may_be_called),
    Check(DUTIFUL, ("5.10",), capture_does_duty),
    Check(COVERED, ("5.10",), builds_covered),
)
ADDITION: tuple[Check[AddAndPlay], ...] = (
    Check(_("The game allows adding to a build without a hand card."), ("15.4",), additions_allowed),
    Check(_("The added cards lie on the table, or on top of an opponent’s pile."), ("15.3", "15.4"), addition_on_table),
    Check(_("The player owns the build that the cards are added to."), ("15.4",), adds_to_own),
    Check(_("The added cards split into groups of the build’s value."), ("15.4",), addition_adds_up),
    Check(_("The play after it neither touches the build nor builds."), ("15.4",), leaves_build_alone),
)
BUILD: tuple[Check[MakeBuild], ...] = (
    Check(HELD, ("4.1",), card_in_hand),
    Check(ON_TABLE, ("4.2",), on_table),
    Check(STOLEN, ("15.3",), may_be_stolen),
    Check(_("The game has builds."), ("5",), there_are_builds),
    Check(_("The build takes in something from the table."), ("5.1",), builds_on_something),
    Check(FOR_PARTNER, ("5.14",), partner_proved),
    Check(
        _("The player may add to or raise each build that is included."),
        ("5.4", "5.5", "5.6", "5.7", "5.8", "15.2"),
        may_take_in,
    ),
    Check(ADDS_UP, ("5.3", "5.9"), build_adds_up),
    Check(_("A stolen card goes into a build that the player owns."), ("15.3",), steals_for_own),
    Check(KEPT, ("5.2",), keeps_a_card),
    Check(ABSORBED, ("5.16",), absorbs_equal),
    Check(NO_TWIN, ("5.13",), one_build_per_value),
    Check(LIMITED, ("5.15",), within_limit),
    Check(DUTIFUL, ("5.10",), build_does_duty),
    Check(COVERED, ("5.10",), builds_covered),
)
TABLE_BUILD: tuple[Check[TableBuild], ...] = (
    Check(HELD, ("4.1",), card_in_hand),
    Check(ON_TABLE, ("4.2",), on_table),
    Check(_("The game allows builds made only of table cards."), ("5.11",), table_may_be_built),
    Check(_("The build takes in two loose cards or more."), ("5.11",), two_or_more),
    Check(TRAILED, ("4.4", "4.11", "8.3"), may_be_trailed),
    Check(FOR_PARTNER, ("5.14",), partner_proved),
    Check(ADDS_UP, ("5.11",), table_adds_up),
    Check(KEPT, ("5.2",), keeps_a_card),
    Check(ABSORBED, ("5.16",), absorbs_equal),
    Check(NO_TWIN, ("5.13",), one_build_per_value),
    Check(LIMITED, ("5.15",), within_limit),
    Check(DUTIFUL, ("5.10",), build_does_duty),
    Check(COVERED, ("5.10",), builds_covered),
)
