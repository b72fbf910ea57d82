"""The functions that judge builds and additions to them, each one requirement (RULEBOOK 5, 15)."""

from .additions import leaves_alone, own_build
from .move_generation import MoveGenerator
from .moves import AddAndPlay, MakeBuild, TableBuild
from .play_checks import becomes_own, duty_refusal, own_left, owner_after, taken_in, top_refusal
from .refusal import Refusal, refuse
from .table import Build, Value
from .values import card_values, takes_value

# --- building -----------------------------------------------------------------------------------------------------


def there_are_builds(generator: MoveGenerator, _play: MakeBuild) -> Refusal | None:
    return None if generator.rules.building.building else refuse("no-building", "5", "no-builds")


def builds_on_something(_legality: MoveGenerator, play: MakeBuild) -> Refusal | None:
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
        return refuse("face", "5.9", "no-face-build")
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
    if not absorbs or generator.builds.absorbs_equal(generator.mask_of(play), play.value):
        return None
    return refuse("match", "5.16", "leaves-equal", value=play.value)


def within_limit(generator: MoveGenerator, play: MakeBuild | TableBuild) -> Refusal | None:
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


def two_or_more(_legality: MoveGenerator, play: TableBuild) -> Refusal | None:
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


def leaves_build_alone(_generator: MoveGenerator, added: AddAndPlay) -> Refusal | None:
    builds = isinstance(added.play, MakeBuild | TableBuild)
    return refuse("steal", "15.4", "leave-alone") if builds or not leaves_alone(added, added.play) else None
