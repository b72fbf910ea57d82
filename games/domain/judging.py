"""The verdict on one move: a refusal with its rule, or none. Quick however crowded the table is (RULEBOOK 14)."""

from typing import assert_never

from .cards import FACES, Card
from .legality import Legality
from .moves import BuildName, Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail, played_cards
from .plucking import judge_pluck, without_card
from .position import Position
from .refusal import Refusal, refuse
from .table import Build, Value
from .values import card_values, takes_value


def check_move(position: Position, move: Move) -> Refusal | None:
    """Why the move is refused at this position, or None when it is legal."""
    if not isinstance(move, Plucked):
        return _judge_play(Legality(position), move)
    if not move.before:
        return _judge_play(Legality(position), move.play) or judge_pluck(position, move)
    return judge_pluck(position, move) or _judge_play(Legality(without_card(position, move.card)), move.play)


def left_behind(position: Position, play: Play) -> tuple[tuple[Card, ...], tuple[BuildName, ...]]:
    """The loose cards and builds that the played cards could have taken besides (4.10); none after a build."""
    captures = Legality(position).captures
    match play:
        case Trail(card):
            return captures.items.names(captures.left_behind((card,), 0))
        case Capture(played, loose, builds, _):
            taken = captures.items.mask(loose, builds)
            return captures.items.names(captures.left_behind(played, taken))
        case MakeBuild() | TableBuild():
            return (), ()
        case other:
            assert_never(other)


def _judge_play(legality: Legality, play: Play) -> Refusal | None:
    for card in played_cards(play):
        if card not in legality.position.hand:
            return refuse("card", "4.1", "not-in-hand", card=card)
    match play:
        case Trail(card):
            return _judge_trail(legality, card)
        case Capture():
            return _judge_items(legality, play.loose, play.builds) or _judge_capture(legality, play)
        case MakeBuild():
            return _judge_items(legality, play.loose, play.builds) or _judge_build(legality, play)
        case TableBuild():
            return _judge_items(legality, play.loose, ()) or _judge_table_build(legality, play)
        case other:
            assert_never(other)


def _judge_items(legality: Legality, loose: tuple[Card, ...], builds: tuple[BuildName, ...]) -> Refusal | None:
    table = legality.position.table
    standing = [build.cards for build in table.builds]
    for card in loose:
        if card not in table.loose:
            return refuse("item", "4.2", "not-on-table", item=card)
    for name in builds:
        if name not in standing:
            return refuse("item", "4.2", "not-on-table", item=f"[{''.join(name)}]")
    return None


# --- trailing -----------------------------------------------------------------------------------------------------


def _judge_trailed_card(legality: Legality, card: Card) -> Refusal | None:
    if legality.bound_to_sweep(card):
        return refuse("match", "8.3", "five-of-spades")
    if legality.matches_loose(card):
        return refuse("match", "4.4", "must-match", card=card)
    return None


def _judge_trail(legality: Legality, card: Card) -> Refusal | None:
    refused = _judge_trailed_card(legality, card)
    if refused:
        return refused
    if not legality.may_trail_while_owning():
        return refuse("duty", "5.10", "duty-trail", value=legality.own[0].value)
    return _judge_faith(legality, legality.rest(Trail(card)), legality.own)


def _judge_faith(
    legality: Legality, rest: tuple[Card, ...], owned: tuple[Build, ...], new: tuple[Value, ...] = ()
) -> Refusal | None:
    missing = legality.uncovered(rest, owned, new)
    return None if missing is None else refuse("cover", "5.10", "must-cover", value=missing)


# --- capturing ----------------------------------------------------------------------------------------------------


def _judge_capture(legality: Legality, play: Capture) -> Refusal | None:
    if not play.loose and not play.builds:
        return refuse("item", "4.2", "nothing-taken")
    captures = legality.captures
    taken = captures.items.mask(play.loose, play.builds)
    if not captures.may_take(play.played, taken):
        return _why_not_taken(legality, play)
    if play.orange and not legality.rules.specials.orange:
        return refuse("call", "8.6", "no-orange")
    left = tuple(build for build in legality.own if build.cards not in play.builds)
    if not legality.capture_is_dutiful(len(left) < len(legality.own)):
        return _neglected(legality)
    return _judge_faith(legality, legality.rest(play), left)


def _neglected(legality: Legality) -> Refusal:
    case = "duty-touch" if legality.rules.building.duty == "take_or_add" else "duty-take"
    return refuse("duty", "5.10", case, value=legality.own[0].value)


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


# --- building -----------------------------------------------------------------------------------------------------


def _judge_build(legality: Legality, play: MakeBuild) -> Refusal | None:
    if not legality.rules.building.building:
        return refuse("no-building", "5", "no-builds")
    if not play.loose and not play.builds:
        return refuse("empty-build", "5.1", "empty-build")
    taken = tuple(build for build in legality.position.table.builds if build.cards in play.builds)
    refused = _judge_partner(legality, play.for_partner, play.value) or _judge_joined(legality, play, taken)
    if refused:
        return refused
    if legality.builds.shape(play) is None:
        return _why_no_shape(play, legality)
    left = tuple(build for build in legality.own if build not in taken)
    return _judge_new_build(legality, play, left, taken)


def _judge_partner(legality: Legality, for_partner: bool, value: Value) -> Refusal | None:
    if not for_partner:
        return None
    if not legality.rules.building.build_for_partner or not legality.position.partner:
        return refuse("partner", "5.14", "no-partner")
    if value not in legality.position.proved:
        return refuse("partner", "5.14", "not-proved", value=value)
    return None


def _judge_joined(legality: Legality, play: MakeBuild, taken: tuple[Build, ...]) -> Refusal | None:
    """Each build that is taken in: may it be joined, or raised?"""
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


def _why_no_shape(play: MakeBuild, legality: Legality) -> Refusal:
    values = card_values(legality.rules.matching)
    if isinstance(play.value, str) or not values[play.card] or not all(values[card] for card in play.loose):
        return refuse("face", "5.9", "no-face-build")
    return refuse("sum", "5.3", "no-build-sum", value=play.value)


def _judge_new_build(
    legality: Legality, play: MakeBuild | TableBuild, left: tuple[Build, ...], taken: tuple[Build, ...]
) -> Refusal | None:
    """What is asked of every build that adds up: a card kept for it, 5.13, and the duty of 5.10."""
    rest, value = legality.rest(play), play.value
    if not play.for_partner and not any(takes_value(card, value, legality.rules.matching) for card in rest):
        return refuse("hold", "5.2", "must-hold", value=value)
    left_standing = [build for build in legality.position.table.builds if build.value == value and build not in taken]
    if legality.rules.building.one_build_per_value and left_standing:
        return refuse("one-value", "5.13", "one-build", value=value)
    if not legality.build_is_dutiful(len(left) < len(legality.own)):
        return _neglected(legality)
    return _judge_faith(legality, rest, left, () if play.for_partner else (value,))


def _judge_table_build(legality: Legality, play: TableBuild) -> Refusal | None:
    if not legality.rules.building.building or not legality.rules.building.table_only_builds:
        return refuse("no-building", "5.11", "table-build-off")
    if len(play.loose) < 2:
        return refuse("empty-build", "5.11", "table-build-small")
    refused = _judge_trailed_card(legality, play.trailed) or _judge_partner(legality, play.for_partner, play.value)
    if refused:
        return refused
    if legality.builds.table_shape(play) is None:
        return refuse("sum", "5.11", "no-build-sum", value=play.value)
    return _judge_new_build(legality, play, legality.own, ())
