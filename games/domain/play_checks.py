"""The functions that judge trails and captures, each one requirement (RULEBOOK 4, 8, 15.3)."""

from .cards import FACES
from .move_generation import MoveGenerator
from .moves import Capture, MakeBuild, Play, Stolen, TableBuild, Trail, played_cards, stolen_in
from .refusal import Refusal, refuse
from .table import Build

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
    """Return the refusal of a stolen card that is not on top of an opponent's pile (15.3)."""
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
    elif generator.matches_loose(card):
        refused = refuse("match", match_rule(generator), "must-match", card=card)
    return refused if refused and (isinstance(play, TableBuild) or not generator.stuck) else None


def match_rule(generator: MoveGenerator) -> str:
    return "4.4" if generator.rules.matching.matching == "all" else "4.11"


def covered_or_stuck(generator: MoveGenerator, play: Trail) -> Refusal | None:
    refused = builds_covered(generator, play)
    return refused if refused and not generator.stuck else None


def owner_may_trail(generator: MoveGenerator, _play: Trail) -> Refusal | None:
    if generator.may_trail_while_owning() or generator.stuck:
        return None
    return refuse("duty", "5.10", "duty-trail", value=generator.own_builds[0].value)


# --- capturing ----------------------------------------------------------------------------------------------------


def takes_something(_legality: MoveGenerator, play: Capture) -> Refusal | None:
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
        return refuse("face", "4.3", "face-alone")
    taken = [build for build in generator.position.table.builds if build.cards in play.builds]
    if any(build.value != card.rank for build in taken):
        return refuse("build-whole", "4.5", "build-whole")
    if play.stolen:
        return refuse("steal", "15.3", "no-base")
    if generator.captures.must_match(card) and not is_too_many(generator, play):
        return match_refusal(generator, play)
    return refuse("face", "5.9" if taken else "4.3", "face-count", card=card)


def is_too_many(generator: MoveGenerator, play: Capture) -> bool:
    """Return whether 4.11 is kept, and the limit of faces taken at once is not (4.3, 5.9)."""
    return generator.rules.matching.matching != "all" and bool(play.loose)


def match_refusal(generator: MoveGenerator, play: Capture) -> Refusal:
    some = generator.captures.must_take_one(play.played)
    return refuse("match", match_rule(generator), "leaves-all" if some else "leaves-match", card=play.played[0])


def may_be_called(generator: MoveGenerator, play: Capture) -> Refusal | None:
    return refuse("call", "8.6", "no-orange") if play.orange and not generator.rules.specials.orange else None


def capture_does_duty(generator: MoveGenerator, play: Capture) -> Refusal | None:
    touches_own = len(own_left(generator, play)) < len(generator.own_builds)
    return None if generator.capture_meets_duty(touches_own) else duty_refusal(generator)
