"""The checks that a play must pass, in order, each with the rules it applies (RULEBOOK 4, 5, 8)."""

from collections.abc import Callable
from typing import NamedTuple

from .cards import FACES
from .legality import Legality
from .moves import Capture, MakeBuild, Play, TableBuild, Trail, played_cards
from .refusal import Refusal, refuse
from .sentences import _
from .table import Build
from .values import card_values, takes_value


class Check[P: Play](NamedTuple):
    """One requirement of a play: a sentence that is true when it is met, its rules, and the function that judges it.

    A judge may rely on the checks before it having passed.
    """

    asks: str
    rules: tuple[str, ...]
    judge: Callable[[Legality, P], Refusal | None]


# --- any play -----------------------------------------------------------------------------------------------------


def _held(legality: Legality, play: Play) -> Refusal | None:
    for card in played_cards(play):
        if card not in legality.position.hand:
            return refuse("card", "4.1", "not-in-hand", card=card)
    return None


def _on_table(legality: Legality, play: Capture | MakeBuild | TableBuild) -> Refusal | None:
    table = legality.position.table
    standing = [build.cards for build in table.builds]
    for card in play.loose:
        if card not in table.loose:
            return refuse("item", "4.2", "not-on-table", item=card)
    for name in () if isinstance(play, TableBuild) else play.builds:
        if name not in standing:
            return refuse("item", "4.2", "not-on-table", item=f"[{''.join(name)}]")
    return None


def _own_left(legality: Legality, play: Play) -> tuple[Build, ...]:
    """The player's builds that the play does not touch."""
    if not legality.own or isinstance(play, Trail | TableBuild):
        return legality.own
    return tuple(build for build in legality.own if build.cards not in play.builds)


def _covered(legality: Legality, play: Play) -> Refusal | None:
    left = _own_left(legality, play)
    if not left:
        return None
    new = (play.value,) if isinstance(play, MakeBuild | TableBuild) and not play.for_partner else ()
    missing = legality.uncovered(legality.rest(play), left, new)
    return None if missing is None else refuse("cover", "5.10", "must-cover", value=missing)


def _neglected(legality: Legality) -> Refusal:
    case = "duty-touch" if legality.rules.building.duty == "take_or_add" else "duty-take"
    return refuse("duty", "5.10", case, value=legality.own[0].value)


# --- trailing -----------------------------------------------------------------------------------------------------


def _may_be_trailed(legality: Legality, play: Trail | TableBuild) -> Refusal | None:
    card = play.trailed if isinstance(play, TableBuild) else play.card
    if legality.bound_to_sweep(card):
        return refuse("match", "8.3", "five-of-spades")
    if legality.matches_loose(card):
        return refuse("match", "4.4", "must-match", card=card)
    return None


def _owner_may_trail(legality: Legality, _play: Trail) -> Refusal | None:
    if legality.may_trail_while_owning():
        return None
    return refuse("duty", "5.10", "duty-trail", value=legality.own[0].value)


# --- capturing ----------------------------------------------------------------------------------------------------


def _takes_something(_legality: Legality, play: Capture) -> Refusal | None:
    return None if play.loose or play.builds else refuse("item", "4.2", "nothing-taken")


def _may_take(legality: Legality, play: Capture) -> Refusal | None:
    captures = legality.captures
    if captures.may_take(play.played, captures.items.mask(play.loose, play.builds)):
        return None
    return _why_not_taken(legality, play)


def _why_not_taken(legality: Legality, play: Capture) -> Refusal:
    captures, card = legality.captures, play.played[0]
    if len(play.played) > 1 and legality.rules.matching.hand_cards == "one":
        return refuse("card", "4.1", "one-hand-card")
    if any(captures.takes_all_jack(other) for other in play.played):
        return refuse("face", "8.2", "jack-takes-all")
    if captures.pairs_by_rank(play.played):
        return _why_face_takes_not(legality, play)
    counts = captures.counts(play.played)
    if not counts and any(other.rank in FACES for other in play.played):
        return refuse("face", "4.3", "face-never-sums")
    taken = captures.items.mask(play.loose, play.builds)
    if any(captures.adds_up(taken, value) for value in counts):
        return refuse("match", "4.4", "leaves-match", card=card)
    whole = [build for build in legality.position.table.builds if build.cards in play.builds]
    if any(build.value not in counts for build in whole):
        return refuse("build-whole", "4.5", "build-whole")
    several = len(play.played) > 1
    return refuse("sum", "8.1", "no-sum-many") if several else refuse("sum", "4.2", "no-sum", card=card)


def _why_face_takes_not(legality: Legality, play: Capture) -> Refusal:
    card = play.played[0]
    if any(other.rank != card.rank for other in play.loose):
        return refuse("face", "4.3", "face-alone")
    taken = [build for build in legality.position.table.builds if build.cards in play.builds]
    if any(build.value != card.rank for build in taken):
        return refuse("build-whole", "4.5", "build-whole")
    if legality.rules.matching.matching == "all":
        return refuse("match", "4.4", "leaves-match", card=card)
    return refuse("face", "4.3", "face-count", card=card)


def _may_be_called(legality: Legality, play: Capture) -> Refusal | None:
    return refuse("call", "8.6", "no-orange") if play.orange and not legality.rules.specials.orange else None


def _capture_does_duty(legality: Legality, play: Capture) -> Refusal | None:
    touches_own = len(_own_left(legality, play)) < len(legality.own)
    return None if legality.capture_is_dutiful(touches_own) else _neglected(legality)


# --- building -----------------------------------------------------------------------------------------------------


def _there_are_builds(legality: Legality, _play: MakeBuild) -> Refusal | None:
    return None if legality.rules.building.building else refuse("no-building", "5", "no-builds")


def _builds_on_something(_legality: Legality, play: MakeBuild) -> Refusal | None:
    return None if play.loose or play.builds else refuse("empty-build", "5.1", "empty-build")


def _partner_proved(legality: Legality, play: MakeBuild | TableBuild) -> Refusal | None:
    if not play.for_partner:
        return None
    if not legality.rules.building.build_for_partner or not legality.position.partner:
        return refuse("partner", "5.14", "no-partner")
    if play.value not in legality.position.proved:
        return refuse("partner", "5.14", "not-proved", value=play.value)
    return None


def _taken_in(legality: Legality, play: MakeBuild | TableBuild) -> tuple[Build, ...]:
    names = play.builds if isinstance(play, MakeBuild) else ()
    return tuple(build for build in legality.position.table.builds if build.cards in names)


def _may_take_in(legality: Legality, play: MakeBuild) -> Refusal | None:
    """Refuse a build taken in that may be neither joined nor raised (5.5 to 5.8)."""
    taken = _taken_in(legality, play)
    for build in taken:
        if build.value == play.value:
            if not legality.builds.may_join(build):
                return refuse("partner", "5.8", "partner-build")
        elif build.multiple:
            return refuse("multiple", "5.6", "multiple")
        elif not legality.builds.raisable(build):
            return refuse("raise-own", "5.7", "raise-own")
    raised = [build for build in taken if build.value != play.value]
    if len(raised) > 1 and legality.rules.matching.single_build_in_sums != "anyone":
        return refuse("build-whole", "5.5", "two-raised")
    return None


def _build_adds_up(legality: Legality, play: MakeBuild) -> Refusal | None:
    if legality.builds.shape(play) is not None:
        return None
    values = card_values(legality.rules.matching)
    if isinstance(play.value, str) or not values[play.card] or not all(values[card] for card in play.loose):
        return refuse("face", "5.9", "no-face-build")
    return refuse("sum", "5.3", "no-build-sum", value=play.value)


def _keeps_a_card(legality: Legality, play: MakeBuild | TableBuild) -> Refusal | None:
    rest, value = legality.rest(play), play.value
    if play.for_partner or any(takes_value(card, value, legality.rules.matching) for card in rest):
        return None
    return refuse("hold", "5.2", "must-hold", value=value)


def _leaves_no_twin(legality: Legality, play: MakeBuild | TableBuild) -> Refusal | None:
    taken = _taken_in(legality, play)
    left = [build for build in legality.position.table.builds if build.value == play.value and build not in taken]
    if legality.rules.building.one_build_per_value and left:
        return refuse("one-value", "5.13", "one-build", value=play.value)
    return None


def _build_does_duty(legality: Legality, play: MakeBuild | TableBuild) -> Refusal | None:
    touches_own = len(_own_left(legality, play)) < len(legality.own)
    return None if legality.build_is_dutiful(touches_own) else _neglected(legality)


def _table_may_be_built(legality: Legality, _play: TableBuild) -> Refusal | None:
    building = legality.rules.building
    allowed = building.building and building.table_only_builds
    return None if allowed else refuse("no-building", "5.11", "table-build-off")


def _two_or_more(_legality: Legality, play: TableBuild) -> Refusal | None:
    return None if len(play.loose) >= 2 else refuse("empty-build", "5.11", "table-build-small")


def _table_adds_up(legality: Legality, play: TableBuild) -> Refusal | None:
    if legality.builds.table_shape(play) is None:
        return refuse("sum", "5.11", "no-build-sum", value=play.value)
    return None


# --- all checks, in the order in which they are made ----------------------------------------------------------------

HELD = _("What is played is in the hand.")
ON_TABLE = _("What is taken lies on the table.")
COVERED = _("The hand still covers all builds of its owner.")
TRAILED = _("The card may be left on the table.")
DUTIFUL = _("The duty of an owner of builds is done.")
FOR_PARTNER = _("A build is made for the partner only where the partner has shown a card for it.")
KEPT = _("A card that can take the build stays in the hand.")
NO_TWIN = _("No other build of the same value is left where only one may stand.")
ADDS_UP = _("The cards split into groups that each add up to the value of the build.")

TRAIL: tuple[Check[Trail], ...] = (
    Check(HELD, ("4.1",), _held),
    Check(TRAILED, ("4.4", "8.3"), _may_be_trailed),
    Check(DUTIFUL, ("5.10",), _owner_may_trail),
    Check(COVERED, ("5.10",), _covered),
)
CAPTURE: tuple[Check[Capture], ...] = (
    Check(HELD, ("4.1",), _held),
    Check(ON_TABLE, ("4.2",), _on_table),
    Check(_("Something is taken."), ("4.2",), _takes_something),
    Check(
        _("What is played can take just this: it adds up or pairs, builds are taken whole, and what must be is taken."),
        ("4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "8.1", "8.2", "8.3"),
        _may_take,
    ),
    Check(_("An orange is called only where the game knows it."), ("8.6",), _may_be_called),
    Check(DUTIFUL, ("5.10",), _capture_does_duty),
    Check(COVERED, ("5.10",), _covered),
)
BUILD: tuple[Check[MakeBuild], ...] = (
    Check(HELD, ("4.1",), _held),
    Check(ON_TABLE, ("4.2",), _on_table),
    Check(_("The game knows builds."), ("5",), _there_are_builds),
    Check(_("The build takes in something from the table."), ("5.1",), _builds_on_something),
    Check(FOR_PARTNER, ("5.14",), _partner_proved),
    Check(_("Each build that is taken in may be joined or raised."), ("5.4", "5.5", "5.6", "5.7", "5.8"), _may_take_in),
    Check(ADDS_UP, ("5.3", "5.9"), _build_adds_up),
    Check(KEPT, ("5.2",), _keeps_a_card),
    Check(NO_TWIN, ("5.13",), _leaves_no_twin),
    Check(DUTIFUL, ("5.10",), _build_does_duty),
    Check(COVERED, ("5.10",), _covered),
)
TABLE_BUILD: tuple[Check[TableBuild], ...] = (
    Check(HELD, ("4.1",), _held),
    Check(ON_TABLE, ("4.2",), _on_table),
    Check(_("The game knows builds of table cards alone."), ("5.11",), _table_may_be_built),
    Check(_("The build takes in two loose cards or more."), ("5.11",), _two_or_more),
    Check(TRAILED, ("4.4", "8.3"), _may_be_trailed),
    Check(FOR_PARTNER, ("5.14",), _partner_proved),
    Check(ADDS_UP, ("5.11",), _table_adds_up),
    Check(KEPT, ("5.2",), _keeps_a_card),
    Check(NO_TWIN, ("5.13",), _leaves_no_twin),
    Check(DUTIFUL, ("5.10",), _build_does_duty),
    Check(COVERED, ("5.10",), _covered),
)
