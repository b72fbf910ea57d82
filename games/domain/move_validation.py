"""Judge a move (RULEBOOK 4, 5, 8, 14, 15): `validate_move` gives its refusal, if any, `explain_checks` the result of
each check. Fast however crowded the table is.

A check is a function that judges one requirement. The tables `TRAIL`, `CAPTURE`, `BUILD`, `TABLE_BUILD` and `ADDITION`
list those of each kind of play in their order.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, assert_never

from .building import leaves_alone, own_build
from .cards import FACES, Card
from .messages import _
from .move_generation import MoveGenerator
from .moves import (
    AddAndPlay,
    BuildName,
    Capture,
    MakeBuild,
    Move,
    Play,
    PluckAndPlay,
    Stolen,
    TableBuild,
    Trail,
    played_cards,
    stolen_in,
)
from .plucking import validate_pluck
from .position import Position
from .refusal import Refusal, refuse
from .table import Build, Value
from .values import card_values, takes_value

# --- any play -----------------------------------------------------------------------------------------------------


def card_in_hand(generator: MoveGenerator, play: Play) -> Refusal | None:
    for card in played_cards(play):
        if card not in generator.position.hand:
            return refuse("card", "4.1", "not-in-hand", card=card)
    return None


def on_table(generator: MoveGenerator, play: Capture | MakeBuild | TableBuild) -> Refusal | None:
    table = generator.position.table
    standing = [build.cards for build in table.builds]
    for card in play.loose:
        if card not in table.loose:
            return refuse("item", "4.2", "not-on-table", item=card)
    for name in () if isinstance(play, TableBuild) else play.builds:
        if name not in standing:
            return refuse("item", "4.2", "not-on-table", item=f"[{''.join(name)}]")
    return None


def may_be_stolen(generator: MoveGenerator, play: Capture | MakeBuild) -> Refusal | None:
    return top_refusal(generator, stolen_in(play))


def top_refusal(generator: MoveGenerator, stolen: tuple[Stolen, ...]) -> Refusal | None:
    """The refusal of a stolen card that is not on top of an opponent's pile (15.3)."""
    for top in stolen:
        if not generator.rules.specials.steal:
            return refuse("steal", "15.3", "no-stealing")
        if top not in generator.position.tops:
            return refuse("steal", "15.3", "not-on-top", card=top.card, seat=top.seat)
    return None


def own_left(generator: MoveGenerator, play: Play) -> tuple[Build, ...]:
    """The player's builds that the play does not touch."""
    if not generator.own_builds or isinstance(play, Trail | TableBuild):
        return generator.own_builds
    return tuple(build for build in generator.own_builds if build.cards not in play.builds)


def builds_covered(generator: MoveGenerator, play: Play) -> Refusal | None:
    left = own_left(generator, play)
    if not left:
        return None
    new = (play.value,) if isinstance(play, MakeBuild | TableBuild) and becomes_own(generator, play) else ()
    missing = generator.uncovered_value(generator.remaining_hand(play), left, new)
    return None if missing is None else refuse("cover", "5.10", "must-cover", value=missing)


def taken_in(generator: MoveGenerator, play: MakeBuild | TableBuild) -> tuple[Build, ...]:
    names = play.builds if isinstance(play, MakeBuild) else ()
    return tuple(build for build in generator.captures.items.builds if build.cards in names)


def owner_after(generator: MoveGenerator, play: MakeBuild | TableBuild) -> int:
    return generator.builds.owner_after(play.value, taken_in(generator, play), play.for_partner)


def becomes_own(generator: MoveGenerator, play: MakeBuild | TableBuild) -> bool:
    return owner_after(generator, play) == generator.position.seat


def duty_refusal(generator: MoveGenerator) -> Refusal:
    case = "duty-touch" if generator.duty == "take_or_add" else "duty-take"
    return refuse("duty", "5.10", case, value=generator.own_builds[0].value)


# --- trailing -----------------------------------------------------------------------------------------------------


def may_be_trailed(generator: MoveGenerator, play: Trail | TableBuild) -> Refusal | None:
    card = play.trailed if isinstance(play, TableBuild) else play.card
    refused = None
    if generator.must_sweep(card):
        refused = refuse("match", "8.3", "five-of-spades")
    elif generator.matches_table(card):
        refused = refuse("match", match_rule(generator, (card,)), told_of(generator, "must-match"), card=card)
    return refused if refused and (isinstance(play, TableBuild) or not generator.stuck) else None


def match_rule(generator: MoveGenerator, played: tuple[Card, ...]) -> str:
    if generator.rules.matching.match_builds:
        return "4.14"
    return "4.4" if generator.captures.must_take_all(played) else "4.11"


def told_of(generator: MoveGenerator, case: str) -> str:
    """The key of the sentence that speaks of loose cards, or of builds too (4.14)."""
    return f"{case}-build" if generator.rules.matching.match_builds else case


def covered_or_stuck(generator: MoveGenerator, play: Trail) -> Refusal | None:
    refused = builds_covered(generator, play)
    return refused if refused and not generator.stuck else None


def owner_may_trail(generator: MoveGenerator, _play: Trail) -> Refusal | None:
    if generator.may_trail_while_owning() or generator.stuck:
        return None
    return refuse("duty", "5.10", "duty-trail", value=generator.own_builds[0].value)


# --- capturing ----------------------------------------------------------------------------------------------------


def takes_something(_generator: MoveGenerator, play: Capture) -> Refusal | None:
    return None if play.loose or play.builds or play.stolen else refuse("item", "4.2", "nothing-taken")


def may_take(generator: MoveGenerator, play: Capture) -> Refusal | None:
    if generator.captures.may_take(play.played, generator.mask_of(play)):
        return None
    return capture_refusal(generator, play)


def capture_refusal(generator: MoveGenerator, play: Capture) -> Refusal:
    captures, card = generator.captures, play.played[0]
    if len(play.played) > 1 and generator.rules.matching.hand_cards == "one":
        return refuse("card", "4.1", "one-hand-card")
    if any(captures.takes_all_jack(other) for other in play.played):
        return refuse("face", "8.2", "jack-takes-all")
    if captures.pairs_by_rank(play.played):
        return face_capture_refusal(generator, play)
    counts = captures.hand_totals(play.played)
    if not counts and any(other.rank in FACES for other in play.played):
        return refuse("face", "4.3", "face-never-sums")
    taken = generator.mask_of(play)
    if any(captures.adds_up(taken, value) for value in counts):
        return match_refusal(generator, play)
    if play.stolen and any(captures.adds_up(taken & captures.items.all, value) for value in counts):
        return refuse("steal", "15.3", "no-base")
    if any(captures.adds_up_in_sums(taken, value) for value in counts):
        return refuse("sum", "4.13", "one-sum")
    whole = [build for build in generator.position.table.builds if build.cards in play.builds]
    if any(build.value not in counts for build in whole):
        return refuse("build-whole", "4.5", "build-whole")
    if captures.steps.cut:
        return refuse("sum", "4.2", "too-crowded")
    several = len(play.played) > 1
    return refuse("sum", "8.1", "no-sum-many") if several else refuse("sum", "4.2", "no-sum", card=card)


def face_capture_refusal(generator: MoveGenerator, play: Capture) -> Refusal:
    card = play.played[0]
    if any(other.rank != card.rank for other in play.loose):
        return refuse("face", "4.3", "face-alone", card=card)
    taken = [build for build in generator.position.table.builds if build.cards in play.builds]
    if any(build.value != card.rank for build in taken):
        return refuse("build-whole", "4.5", "build-whole")
    if play.stolen:
        return refuse("steal", "15.3", "no-base")
    if generator.captures.must_match(card) and not is_too_many(generator, play):
        return match_refusal(generator, play)
    limit = "face-count-three" if generator.rules.matching.face_capture == "one_or_three" else "face-count"
    return refuse("face", "5.9" if taken else "4.3", limit, card=card)


def is_too_many(generator: MoveGenerator, play: Capture) -> bool:
    """Whether 4.4 or 4.11 is kept, and the limit of faces taken at once is not (4.3, 5.9)."""
    captures, taken = generator.captures, generator.mask_of(play)
    loose, builds = captures.face_groups(play.played[0])
    matching = sum(loose) + (sum(builds) if generator.rules.matching.match_builds else 0)
    return taken & matching == matching if captures.must_take_all(play.played) else bool(taken & matching)


def match_refusal(generator: MoveGenerator, play: Capture) -> Refusal:
    case = "leaves-all" if generator.captures.must_take_one(play.played) else "leaves-match"
    return refuse("match", match_rule(generator, play.played), told_of(generator, case), card=play.played[0])


def may_be_called(generator: MoveGenerator, play: Capture) -> Refusal | None:
    return refuse("call", "8.6", "no-orange") if play.orange and not generator.rules.specials.orange else None


def capture_does_duty(generator: MoveGenerator, play: Capture) -> Refusal | None:
    touches_own = len(own_left(generator, play)) < len(generator.own_builds)
    return None if generator.capture_meets_duty(touches_own) else duty_refusal(generator)


# --- building -----------------------------------------------------------------------------------------------------


def there_are_builds(generator: MoveGenerator, _play: MakeBuild) -> Refusal | None:
    return None if generator.rules.building.building else refuse("no-building", "5", "no-builds")


def builds_on_something(_generator: MoveGenerator, play: MakeBuild) -> Refusal | None:
    return None if play.loose or play.builds or play.stolen else refuse("empty-build", "5.1", "empty-build")


def partner_proved(generator: MoveGenerator, play: MakeBuild | TableBuild) -> Refusal | None:
    if not play.for_partner:
        return None
    if not generator.rules.building.build_for_partner or not generator.position.partner:
        return refuse("partner", "5.14", "no-partner")
    if play.value not in generator.position.proven_values:
        return refuse("partner", "5.14", "not-proved", value=play.value)
    valued = generator.rules.building.owner == "valued"
    if valued and generator.builds.is_adding(play.value, taken_in(generator, play)):
        return refuse("partner", "5.14", "added-for-partner")
    return None


def may_take_in(generator: MoveGenerator, play: MakeBuild) -> Refusal | None:
    """Refuse a build taken in that may be neither joined nor raised (5.5 to 5.8, 15.2)."""
    taken = taken_in(generator, play)
    for build in taken:
        judge = _may_join if build.value == play.value else _may_raise
        if refused := judge(generator, build):
            return refused
    raised = [build for build in taken if build.value != play.value]
    if len(raised) > 1 and generator.rules.matching.single_build_in_sums != "anyone":
        return refuse("build-whole", "5.5", "two-raised")
    owners = generator.rules.building.build_rights == "owner"
    if owners and not generator.builds.may_raise_with(generator.mask_of(play), play.value):
        return refuse("rights", "15.2", "raised-with-more")
    return refuse("steal", "15.3", "no-steal-in-raise") if raised and play.stolen else None


def _may_join(generator: MoveGenerator, build: Build) -> Refusal | None:
    if not generator.builds.has_right_to_join(build):
        return refuse("rights", "15.2", "only-owner-adds")
    return None if generator.builds.may_join(build) else refuse("partner", "5.8", "partner-build")


def _may_raise(generator: MoveGenerator, build: Build) -> Refusal | None:
    if build.multiple:
        return refuse("multiple", "5.6", "multiple")
    if not generator.builds.has_right_to_raise(build):
        return refuse("rights", "15.2", "only-opponent-raises")
    return None if generator.builds.raisable(build) else refuse("raise-own", "5.7", "raise-own")


def build_adds_up(generator: MoveGenerator, play: MakeBuild) -> Refusal | None:
    if generator.builds.groups_for_move(play) is not None:
        return None
    values = card_values(generator.rules.matching)
    if isinstance(play.value, str) or not values[play.card] or not all(values[card] for card in play.loose):
        return refuse("face", "5.9", "face-build-alone" if generator.rules.building.face_builds else "no-face-build")
    return no_build_sum(generator, "5.3", play.value)


def no_build_sum(generator: MoveGenerator, rule: str, value: Value) -> Refusal:
    """The refusal of cards for which no split into groups of the value was found."""
    return refuse("sum", rule, "too-crowded" if generator.captures.steps.cut else "no-build-sum", value=value)


def keeps_a_card(generator: MoveGenerator, play: MakeBuild | TableBuild) -> Refusal | None:
    rest, value = generator.remaining_hand(play), play.value
    if any(takes_value(card, value, generator.rules.matching) for card in rest):
        return None
    return refuse("hold", "5.2", "must-hold", value=value) if becomes_own(generator, play) else None


def steals_for_own(generator: MoveGenerator, play: MakeBuild) -> Refusal | None:
    if not play.stolen:
        return None
    if not play.loose and not play.builds:
        return refuse("steal", "15.3", "no-base")
    return None if becomes_own(generator, play) else refuse("steal", "15.3", "not-own-build")


def absorbs_equal(generator: MoveGenerator, play: MakeBuild | TableBuild) -> Refusal | None:
    absorbs = generator.rules.building.absorb_equal
    adding = bool(taken_in(generator, play)) if absorbs else False
    if not absorbs or generator.builds.absorbs_equal(generator.mask_of(play), play.value, adding):
        return None
    return refuse("match", "5.16", "leaves-equal", value=play.value)


def within_limit(generator: MoveGenerator, play: MakeBuild | TableBuild) -> Refusal | None:
    if not generator.builds.joins_few(taken_in(generator, play)):
        return refuse("build-limit", "5.17", "joins-builds")
    limit = generator.rules.building.max_builds
    if limit is not None and generator.builds.exceeds_limit(generator.mask_of(play), owner_after(generator, play)):
        return refuse("build-limit", "5.15", "too-many-builds", count=limit)
    return None


def one_build_per_value(generator: MoveGenerator, play: MakeBuild | TableBuild) -> Refusal | None:
    taken = taken_in(generator, play)
    left = [build for build in generator.position.table.builds if build.value == play.value and build not in taken]
    if generator.rules.building.one_build_per_value and left:
        return refuse("one-value", "5.13", "one-build", value=play.value)
    return None


def build_does_duty(generator: MoveGenerator, play: MakeBuild | TableBuild) -> Refusal | None:
    touches_own = len(own_left(generator, play)) < len(generator.own_builds)
    return None if generator.build_meets_duty(touches_own) else duty_refusal(generator)


def table_may_be_built(generator: MoveGenerator, _play: TableBuild) -> Refusal | None:
    building = generator.rules.building
    allowed = building.building and building.table_only_builds
    return None if allowed else refuse("no-building", "5.11", "table-build-off")


def two_or_more(_generator: MoveGenerator, play: TableBuild) -> Refusal | None:
    return None if len(play.loose) >= 2 else refuse("empty-build", "5.11", "table-build-small")


def table_adds_up(generator: MoveGenerator, play: TableBuild) -> Refusal | None:
    if generator.builds.table_groups(play) is None:
        return no_build_sum(generator, "5.11", play.value)
    return None


# --- additions ----------------------------------------------------------------------------------------------------


def additions_allowed(generator: MoveGenerator, _added: AddAndPlay) -> Refusal | None:
    return None if generator.rules.building.table_additions else refuse("steal", "15.4", "no-additions")


def addition_on_table(generator: MoveGenerator, added: AddAndPlay) -> Refusal | None:
    table = generator.position.table
    if added.build not in [build.cards for build in table.builds]:
        return refuse("item", "15.4", "not-on-table", item=f"[{''.join(added.build)}]")
    for card in added.loose:
        if card not in table.loose:
            return refuse("item", "15.4", "not-on-table", item=card)
    return top_refusal(generator, added.stolen)


def adds_to_own(generator: MoveGenerator, added: AddAndPlay) -> Refusal | None:
    return None if own_build(generator.position, added) else refuse("steal", "15.4", "not-your-build")


def addition_adds_up(generator: MoveGenerator, added: AddAndPlay) -> Refusal | None:
    build = own_build(generator.position, added)
    if build is None or generator.builds.groups_added(added.loose, added.stolen, build.value):
        return None
    return no_build_sum(generator, "15.4", build.value)


def addition_absorbs(generator: MoveGenerator, added: AddAndPlay) -> Refusal | None:
    build = own_build(generator.position, added)
    mask = generator.captures.items.mask(added.loose, ())
    if build is None or generator.builds.absorbs_equal(mask, build.value, adding=True):
        return None
    return refuse("match", "5.16", "leaves-equal", value=build.value)


def leaves_build_alone(_generator: MoveGenerator, added: AddAndPlay) -> Refusal | None:
    builds = isinstance(added.play, MakeBuild | TableBuild)
    return refuse("steal", "15.4", "leave-alone") if builds or not leaves_alone(added, added.play) else None


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
ABSORBED = _("The build takes in every loose card of its value if the game requires it.")
LIMITED = _("The owner has no more builds than are allowed, and builds are joined only where that is allowed.")
ADDS_UP = _("The cards split into groups that each add up to the value of the build.")

TRAIL: tuple[Check[Trail], ...] = (
    Check(HELD, ("4.1",), card_in_hand),
    Check(TRAILED, ("4.4", "4.11", "4.12", "4.14", "8.3"), may_be_trailed),
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
        ("4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.11", "4.13", "4.14", "8.1", "8.2", "8.3", "15.3"),
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
    Check(ABSORBED, ("5.16",), addition_absorbs),
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
    Check(LIMITED, ("5.15", "5.17"), within_limit),
    Check(DUTIFUL, ("5.10",), build_does_duty),
    Check(COVERED, ("5.10",), builds_covered),
)
TABLE_BUILD: tuple[Check[TableBuild], ...] = (
    Check(HELD, ("4.1",), card_in_hand),
    Check(ON_TABLE, ("4.2",), on_table),
    Check(_("The game allows builds made only of table cards."), ("5.11",), table_may_be_built),
    Check(_("The build takes in two loose cards or more."), ("5.11",), two_or_more),
    Check(TRAILED, ("4.4", "4.11", "4.14", "8.3"), may_be_trailed),
    Check(FOR_PARTNER, ("5.14",), partner_proved),
    Check(ADDS_UP, ("5.11",), table_adds_up),
    Check(KEPT, ("5.2",), keeps_a_card),
    Check(ABSORBED, ("5.16",), absorbs_equal),
    Check(NO_TWIN, ("5.13",), one_build_per_value),
    Check(LIMITED, ("5.15", "5.17"), within_limit),
    Check(DUTIFUL, ("5.10",), build_does_duty),
    Check(COVERED, ("5.10",), builds_covered),
)


# --- judging a move -------------------------------------------------------------------------------------------------


class CheckResult(NamedTuple):
    """The result of one check: the sentence that is true when it is passed, its rules, and the refusal if it failed."""

    requirement: str
    rules: tuple[str, ...]
    refusal: Refusal | None


type CheckFields = tuple[str, tuple[str, ...], Refusal | None]
"""The fields of a CheckResult. Every move is validated but few are shown; a CheckResult is built only for those."""

PLUCK = _("The card may be plucked.")


def validate_move(position: Position, move: Move) -> Refusal | None:
    """The refusal of the move at this position, or None when it is legal."""
    return next((refusal for _requirement, _rules, refusal in _results(position, move) if refusal), None)


def explain_checks(position: Position, move: Move) -> tuple[CheckResult, ...]:
    """The results of the checks in order, up to the first that fails: those after it rely on it."""
    results: list[CheckResult] = []
    for verdict in _results(position, move):
        results.append(CheckResult(*verdict))
        if results[-1].refusal:
            break
    return tuple(results)


def _results(position: Position, move: Move) -> Iterator[CheckFields]:
    """Yield the result of each check in order. Callers stop at the first that fails."""
    generator = MoveGenerator(position)
    if not isinstance(move, PluckAndPlay):
        yield from _unplucked_results(generator, move)
    elif move.before:
        yield PLUCK, ("8.5",), validate_pluck(position, move)
        yield from _unplucked_results(generator.after_pluck(move.card), move.play)
    else:
        yield from _unplucked_results(generator, move.play)
        yield PLUCK, ("8.5",), validate_pluck(position, move)


def _unplucked_results(generator: MoveGenerator, move: Play | AddAndPlay) -> Iterator[CheckFields]:
    if isinstance(move, AddAndPlay):
        return _addition_results(generator, move)
    return _play_results(generator, move)


def _addition_results(generator: MoveGenerator, move: AddAndPlay) -> Iterator[CheckFields]:
    """Yield the results of the checks of the cards played and added, then of the play on the table after that."""
    yield HELD, ("4.1",), card_in_hand(generator, move.play)
    yield from _run_checks(ADDITION, generator, move)
    build = own_build(generator.position, move)
    groups = build and generator.builds.groups_added(move.loose, move.stolen, build.value)
    after = None if build is None else generator.after_addition(build, groups or (), move.stolen)
    yield from () if after is None else _play_results(after, move.play)


def _play_results(generator: MoveGenerator, play: Play) -> Iterator[CheckFields]:
    match play:
        case Trail():
            return _run_checks(TRAIL, generator, play)
        case Capture():
            return _run_checks(CAPTURE, generator, play)
        case MakeBuild():
            return _run_checks(BUILD, generator, play)
        case TableBuild():
            return _run_checks(TABLE_BUILD, generator, play)
        case other:
            assert_never(other)


def _run_checks[P: Play | AddAndPlay](
    checks: tuple[Check[P], ...], generator: MoveGenerator, play: P
) -> Iterator[CheckFields]:
    for requirement, rules, validate in checks:
        yield requirement, rules, validate(generator, play)


def left_behind(position: Position, play: Play) -> tuple[tuple[Card, ...], tuple[BuildName, ...]]:
    """The loose cards and builds that the played cards could also have taken (4.10); none after a build."""
    captures = MoveGenerator(position).captures
    match play:
        case Trail(card):
            return captures.items.unpack(captures.missed_items((card,), 0))
        case Capture(played, loose, builds):
            taken = captures.items.mask(loose, builds)
            return captures.items.unpack(captures.missed_items(played, taken))
        case MakeBuild() | TableBuild():
            return (), ()
        case other:
            assert_never(other)
