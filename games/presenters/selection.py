"""Selected cards that make no legal move: the plays they may stand for, and the reason, with the cards named."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.captures import Captures
from games.domain.cards import Card
from games.domain.move_generation import MoveGenerator
from games.domain.move_validation import validate_move
from games.domain.moves import BuildName, Capture, MakeBuild, Play, Stolen, TableBuild, Trail, played_cards
from games.domain.position import Position
from games.domain.refusal import Refusal
from games.domain.subset_sum import totals, union_mask
from games.domain.table import Build, Value
from games.domain.values import card_values, hand_values, highest_value, takes_value

from .cards import card_short, join_with_and, value_words
from .moves import build_with_article
from .refusals import refusal_words

MAX_ITEMS = 24
"""More things on the table than this are not judged: that takes long, and no one means to make a move with them."""

MAX_BUILD_ITEMS = 12
"""More things than this are not judged as a build."""


class Selection(NamedTuple):
    """Cards from hand, loose cards of the table, builds by their cards, and top cards of opponents' piles."""

    hand: tuple[Card, ...] = ()
    loose: tuple[Card, ...] = ()
    builds: tuple[BuildName, ...] = ()
    stolen: tuple[Stolen, ...] = ()

    @property
    def items(self) -> int:
        """The number of things selected on the table and on piles."""
        return len(self.loose) + len(self.builds) + len(self.stolen)


class RejectedPlay(NamedTuple):
    """A play that the selection may stand for, and the engine's refusal of it."""

    play: Play
    refusal: Refusal


CLOSENESS = (
    "duty",
    "cover",
    "match",
    "one-value",
    "build-limit",
    "hold",
    "partner",
    "multiple",
    "raise-own",
    "rights",
    "steal",
)
"""Codes of refusals, from those of plays that are almost legal; all others come last."""


def rejected_plays(position: Position, selection: Selection) -> tuple[RejectedPlay, ...]:
    """The plays that the selection may stand for with their refusals, those closest to being legal first.

    Without a card from hand, each of them is tried. () where too many things are selected to be judged.
    """
    if selection.items > MAX_ITEMS:
        return ()
    hands = [selection.hand] if selection.hand else [(card,) for card in position.hand]
    plays = [play for hand in hands for play in _meant_plays(position, selection._replace(hand=hand))]
    judged = [(play, validate_move(position, play)) for play in plays]
    rejected = [RejectedPlay(play, refusal) for play, refusal in judged if refusal]
    return tuple(sorted(rejected, key=lambda item: _closeness(item.refusal)))


def _closeness(refusal: Refusal) -> int:
    code = "hold" if refusal.key == "one-sum" else refusal.code
    return CLOSENESS.index(code) if code in CLOSENESS else len(CLOSENESS)


def _meant_plays(position: Position, selection: Selection) -> Iterator[Play]:
    if not selection.items:
        yield from (Trail(card) for card in selection.hand[:1] if len(selection.hand) == 1)
        return
    yield Capture(selection.hand, selection.loose, selection.builds, stolen=selection.stolen)
    if len(selection.hand) == 1 and selection.items <= MAX_BUILD_ITEMS and position.rules.building.building:
        yield from _meant_builds(position, selection)


def _meant_builds(position: Position, selection: Selection) -> Iterator[MakeBuild | TableBuild]:
    """The builds that the cards do make, whether or not the seat may make them."""
    builds = MoveGenerator(position).builds
    (card,) = selection.hand
    for value in _build_values(position, card):
        made = MakeBuild(card, selection.loose, selection.builds, value, stolen=selection.stolen)
        if builds.groups_for_move(made) is not None:
            yield made
        laid = TableBuild(card, selection.loose, value)
        alone = len(selection.loose) > 1 and not selection.builds and not selection.stolen
        off_table = position.rules.building.table_only_builds and alone
        if off_table and builds.table_groups(laid) is not None:
            yield laid


def _build_values(position: Position, card: Card) -> tuple[Value, ...]:
    faces = (card.rank,) if position.rules.building.face_builds else ()
    return (*range(1, highest_value(position.rules.matching) + 1), *faces)


# --- the reason in a sentence --------------------------------------------------------------------------------------


MAX_NAMED = 6
"""Of more things than this only the number is said."""

_FACES = {"J": lazy("a jack"), "Q": lazy("a queen"), "K": lazy("a king")}

_NEARLY_LEGAL = {
    "duty-trail": lazy("You own a build of %(value)s, so you can’t trail %(played)s."),
    "duty-touch": lazy("First take, add to, or raise your build of %(value)s. You can’t use %(cards)s yet."),
    "duty-take": lazy("You own a build of %(value)s, so you may only take it or build. You can’t use %(cards)s yet."),
    "must-cover": lazy("If you play %(played)s, no card is left for your build of %(value)s."),
    "must-match": lazy("%(played)s matches a card on the table, so you can’t trail it."),
    "five-of-spades": lazy("%(played)s can’t be trailed while there are cards on the table."),
    "must-match-build": lazy("%(played)s matches a card or a build on the table, so you can’t trail it."),
    "leaves-match": lazy("%(played)s must take every card on the table that it matches."),
    "leaves-match-build": lazy("%(played)s must take every card and build on the table that it matches."),
    "leaves-all": lazy("%(played)s must take one of the cards on the table that it matches."),
    "leaves-all-build": lazy("%(played)s must take one of the cards and builds on the table that it matches."),
    "one-sum": lazy("%(played)s can take only one sum at once, not %(items)s together."),
    "joins-builds": lazy("%(cards)s can’t become one build: builds can’t be joined in this game."),
    "one-build": lazy("%(cards)s can’t make a second build of %(value)s: add to the one on the table."),
    "raise-own": lazy("%(played)s can’t raise your own build in this game."),
    "multiple": lazy("A build of several groups keeps its value, so %(played)s can’t raise it."),
    "partner-build": lazy("%(played)s can’t be added to your partner’s build in this game."),
}
"""Refusals of plays whose cards fit, by their keys."""

_OWNERS_CODES = ("duty", "cover", "match")
"""Codes of refusals that matter even before a card from hand is chosen: a card would take just these."""


def selection_reason(position: Position, selection: Selection) -> str:
    """Why no legal move uses exactly the selection; only for one of which that is true."""
    return capfirst(_SelectionReason(position, selection).sentence())


def selected_cards(position: Position, selection: Selection) -> str:
    """The names of everything selected, or its number."""
    builds = [build for build in position.table.builds if build.cards in selection.builds]
    return _named([*selection.hand, *selection.loose, *(top.card for top in selection.stolen)], builds)


def _named(cards: Sequence[Card], builds: Sequence[Build] = ()) -> str:
    """“5♥, 3♦ and the build of 9”; of many things “these 12 cards”, a build's cards counted one by one."""
    if len(cards) + len(builds) > MAX_NAMED:
        return _("these %(count)d cards") % {"count": len(cards) + sum(len(build.cards) for build in builds)}
    return join_with_and([*map(card_short, cards), *map(build_with_article, builds)])


def _of_value(value: Value) -> str:
    """“4”, or of a value that is not printed on cards “card that counts 13”, after “you hold no”."""
    printed = isinstance(value, int) and 1 < value <= 10
    return str(value) if printed else _("card that counts %(value)s") % {"value": value}


def _another(value: Value) -> str:
    return _("other %(card)s") % {"card": _of_value(value)}


class _SelectionReason:
    """The facts about one selection, and the sentence that follows from them."""

    def __init__(self, position: Position, selection: Selection) -> None:
        self.position, self.selection, self.rules = position, selection, position.rules
        self.values, self.held = card_values(position.rules.matching), hand_values(position.rules.matching)
        self.loose = (*selection.loose, *(top.card for top in selection.stolen))
        self.builds = tuple(build for build in position.table.builds if build.cards in selection.builds)
        self.items, self.hand = _named(self.loose, self.builds), _named(selection.hand)
        self.faces = tuple(card for card in self.loose if not self.values[card])

    def sentence(self) -> str:
        rejected = rejected_plays(self.position, self.selection)
        if self.selection.items > MAX_ITEMS:
            return _("You selected %(items)s, too many for one move.") % {"items": self.items}
        if not self.selection.hand:
            return self._without_hand_card(rejected)
        if len(self.selection.hand) > 1:
            return self._with_several_cards(rejected)
        return self._nearly_legal(rejected[0]) or self._not_taken(rejected[0])

    # the cards fit, but a duty, a match or a missing card stands against it

    def _nearly_legal(self, rejected: RejectedPlay) -> str:
        """The sentence for a play whose cards fit; empty for one whose cards do not."""
        play, refusal = rejected
        if refusal.key == "must-hold" and isinstance(play, MakeBuild | TableBuild):
            return self._no_card_to_take_it(play)
        played = played_cards(play)
        words = {name: str(value) for name, value in refusal.args} | {
            "played": _named(played),
            "cards": _named([*played, *self.loose], self.builds),
            "items": self.items,
        }
        return str(_NEARLY_LEGAL.get(refusal.key, "")) % words

    def _no_card_to_take_it(self, build: MakeBuild | TableBuild) -> str:
        """“A♣ and 3♥ make 4, and you hold no 4 to take that build with.”"""
        cards = (build.card, *self.loose) if isinstance(build, MakeBuild) else self.loose
        words = {"cards": _named(cards, self.builds), "value": value_words(build.value)}
        if isinstance(build.value, str):
            return _("To build %(value)s with %(cards)s you must keep one more in your hand.") % words
        played = any(takes_value(card, build.value, self.rules.matching) for card in played_cards(build))
        words["card"] = _another(build.value) if played else _of_value(build.value)
        return _("%(cards)s make %(value)s, and you hold no %(card)s to take that build with.") % words

    # one card from hand that cannot take just these

    def _not_taken(self, rejected: RejectedPlay) -> str:
        card, key = self.selection.hand[0], rejected.refusal.key
        words = {"played": self.hand, "items": self.items}
        match key:
            case "jack-takes-all":
                return _("%(played)s takes everything on the table or nothing, not %(items)s alone.") % words
            case "face-alone":
                words["items"] = _named([other for other in self.loose if other.rank != card.rank])
                words["faces"] = value_words(card.rank)
                return _("%(played)s takes only %(faces)s, not %(items)s.") % words
            case "face-count" if self.rules.matching.face_capture == "one":
                return _("%(played)s can’t take %(items)s at once: it takes one at a time.") % words
            case "face-count":
                return _("%(played)s can’t take %(items)s at once: it takes one or three.") % words
            case "no-sum" if self.faces and self._rank_alone_takes():
                return self._taken_by_rank(self.faces[0])
            case "no-sum" if not self.faces:
                return self._does_not_add_up(card)
            case "build-whole" if wrong := self._build_not_for(card):
                return self._only_taken_by_value(wrong)
            case _:
                return f"{_named([card, *self.loose], self.builds)}: {refusal_words(rejected.refusal)}"

    def _does_not_add_up(self, card: Card) -> str:
        values, sums = self.held[card], totals(self.values[other] for other in self.loose)
        words = {"played": self.hand, "items": _named(self.loose) or self.items, "total": min(sums)}
        if not self.rules.matching.table_sums:
            return _("Cards aren’t added up in this game, so %(played)s can’t take %(items)s.") % words
        if len(self.loose) == 1:
            highest = highest_value(self.rules.matching)
            if self.rules.building.building and min(values) + min(sums) > highest:
                words["highest"] = highest
                return _("%(played)s can’t take %(items)s, and together they make more than %(highest)d.") % words
            return _("%(played)s can’t take %(items)s: they don’t have the same value.") % words
        if len(sums) == 1 and not any(total % value == 0 for total in sums for value in values):
            return _("%(items)s make %(total)d, so %(played)s can’t take them.") % words
        return _("%(items)s can’t be split into sets that %(played)s takes.") % words

    def _rank_alone_takes(self) -> bool:
        """Whether nothing but its own rank takes a face without a number (8.2 and 8.3 apart)."""
        return not (self.rules.specials.jack_takes_all or self.rules.specials.five_of_spades_sweeps)

    def _taken_by_rank(self, face: Card) -> str:
        """“Q♣ can only be taken by a queen”, and the reason why that does not help."""
        words = {"card": _named([face]), "face": str(_FACES[face.rank])}
        other = next((card for card in self.loose if card.rank != face.rank), None)
        if other is not None:
            words["other"] = _named([other])
            return _("%(card)s can only be taken by %(face)s, which never takes %(other)s.") % words
        if all(card.rank != face.rank for card in self.position.hand):
            return _("%(card)s can only be taken by %(face)s, and you hold none.") % words
        return _("%(card)s can only be taken by %(face)s.") % words

    def _only_taken_by_value(self, build: Build) -> str:
        """“The build of 9 can only be taken by a 9”, and the reason why that does not help."""
        words = {"build": build_with_article(build), "value": value_words(build.value)}
        if isinstance(build.value, str):
            words["value"] = str(_FACES[build.value])
            if self._holds(build):
                return _("%(build)s can only be taken by %(value)s.") % words
            return _("%(build)s can only be taken by %(value)s, and you hold none.") % words
        if self._holds(build):
            return _("%(build)s can only be taken by a card that counts %(value)s.") % words
        return _("%(build)s can only be taken by a card that counts %(value)s, and you hold none.") % words

    def _holds(self, build: Build) -> bool:
        return any(takes_value(card, build.value, self.rules.matching) for card in self.position.hand)

    def _build_not_for(self, *cards: Card) -> Build | None:
        """A selected build that only a card of its value takes, and none of these cards does."""
        if not self._rank_alone_takes():
            return None
        alone = self.rules.matching.single_build_in_sums == "no"
        for build in self.builds:
            if (alone or build.multiple) and not any(takes_value(c, build.value, self.rules.matching) for c in cards):
                return build
        return None

    # several cards from hand

    def _with_several_cards(self, rejected: Sequence[RejectedPlay]) -> str:
        words = {"hand": self.hand, "items": self.items}
        hand_cards = self.rules.matching.hand_cards
        bare = [card for card in self.selection.hand if not self.values[card]]
        if hand_cards == "one":
            return _("You play one card at a time, not %(hand)s.") % words
        if hand_cards == "pair" and len(self.selection.hand) > 2:
            return _("You can play two cards at once at most, not %(hand)s.") % words
        if bare:
            words["card"] = _named(bare[:1])
            return _("%(card)s has no number, so it is played alone.") % words
        if not self.selection.items:
            return _("Choose what %(hand)s take together.") % words
        if rejected and (rejected[0].refusal.code in _OWNERS_CODES or rejected[0].refusal.key == "one-sum"):
            return self._nearly_legal(rejected[0])
        return _("%(items)s can’t be split into sets worth the same as %(hand)s.") % words

    # no card from hand

    def _without_hand_card(self, rejected: Sequence[RejectedPlay]) -> str:
        captures = [each for each in rejected if isinstance(each.play, Capture)]
        if captures and captures[0].refusal.code in _OWNERS_CODES:
            return self._nearly_legal(captures[0])
        if sums := [each for each in captures if each.refusal.key == "one-sum"]:
            return self._nearly_legal(sums[0])
        if self.faces and self._rank_alone_takes() and (sentence := self._faces_not_taken()):
            return sentence
        if wrong := self._build_not_for(*self.position.hand):
            return self._only_taken_by_value(wrong)
        matching = self.rules.matching
        plain = matching.hand_cards == "one" and matching.table_sums and not self.selection.stolen
        if plain and not self.builds and not self.faces:
            return self._numbers_not_taken()
        return _("No card in your hand takes %(items)s.") % {"items": self.items}

    def _faces_not_taken(self) -> str:
        face = self.faces[0]
        mixed = any(card.rank != face.rank for card in self.loose)
        held = any(card.rank == face.rank for card in self.position.hand)
        return self._taken_by_rank(face) if mixed or not held else ""

    def _numbers_not_taken(self) -> str:
        sums = totals(self.values[card] for card in self.loose)
        words = {"items": self.items, "total": min(sums), "card": _of_value(min(sums))}
        held = {value for card in self.position.hand for value in self.held[card]}
        if len(sums) > 1 or held & sums:
            return _("No card in your hand takes %(items)s.") % words
        if len(self.loose) > 1:
            if min(sums) > highest_value(self.rules.matching):
                return _("%(items)s make %(total)d, and no card in your hand takes them.") % words
            return _("%(items)s make %(total)d, and you hold no %(card)s.") % words
        if self._in_a_sum(held):
            return _("You hold no %(card)s to take %(items)s with.") % words
        return (
            _("You hold no %(card)s, and %(items)s can’t be combined with other cards to match any card you hold.")
            % words
        )

    def _in_a_sum(self, held: Iterable[int]) -> bool:
        """Whether the single card is part of a sum that a card in hand takes."""
        captures = Captures(self.position)
        bit = captures.items.mask(self.loose, ())
        return bool(bit & union_mask(union_mask(captures.groups(value)) for value in held))
