"""The cards, builds and tops of piles on the page of a table, each with its marks."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.cards import Card, sort_cards
from games.domain.moves import Stolen
from games.domain.perspective import Perspective
from games.domain.table import Build

from .activity_feed import ActivityFeed
from .cards import CardView, card_list, card_view, card_views, value_words
from .choices import Choice, ItemKey, build_key, stolen_key
from .move_options import MoveOptionsView, element_id
from .names import Names


@dataclass(frozen=True, slots=True)
class CardSlot:
    """A card in hand or loose on the table.

    `can_add`: it can be added to what is chosen; `by`: the player who has just put it here, if another has.
    """

    key: ItemKey
    id: str
    card: CardView
    chosen: bool
    can_add: bool
    by: str


@dataclass(frozen=True, slots=True)
class PileTop:
    """The top card of another seat's pile where piles lie face up; `open`: the viewer may take it this turn."""

    spot: CardSlot
    owner: str
    open: bool


MAX_BUILDS_WIDTH = 24
"""The largest width of builds that the style sheet knows, in half cards."""


@dataclass(frozen=True, slots=True)
class BuildSlot:
    """A build on the table; `locked`: its value never changes; `sets` says of how many sets it is, if of several."""

    key: ItemKey
    id: str
    value: str
    sets: str
    name: str
    owner: str
    owner_seat: int
    mine: bool
    locked: bool
    groups: tuple[tuple[CardView, ...], ...]
    chosen: bool
    can_add: bool
    by: str

    @property
    def width(self) -> float:
        """The width on the table, in widths of a card: as the style sheet draws it, with the room beside it."""
        return 0.45 + sum(0.94 + 0.43 * (len(group) - 1) for group in self.groups)


class SlotBuilder:
    """Cards and builds with their marks."""

    def __init__(
        self, perspective: Perspective, choice: Choice, options: MoveOptionsView, activity: ActivityFeed
    ) -> None:
        self.round = perspective.round
        self.choice = choice
        self.addable = {mark.id for mark in options.marks if mark.can_add}
        self.new_items = activity.new_items
        self.names = Names(perspective)

    def hand(self) -> tuple[CardSlot, ...]:
        return tuple(
            self._card(card, card in self.choice.hand) for card in sort_cards(self.round.hand if self.round else ())
        )

    def loose(self) -> tuple[CardSlot, ...]:
        return tuple(
            self._card(card, card in self.choice.items) for card in (self.round.table.loose if self.round else ())
        )

    def builds(self) -> tuple[BuildSlot, ...]:
        return tuple(map(self._build, self.round.table.builds if self.round else ()))

    def tops(self) -> tuple[PileTop, ...]:
        """The top cards of the other seats' piles where all piles lie face up (15.5)."""
        perspective, piles = self.names.perspective, self.round.seat_piles if self.round else ()
        open_to_me = perspective.position().tops if perspective.my_turn else ()
        tops = [Stolen(pile[-1], seat) for seat, pile in enumerate(piles, 1) if pile and seat != perspective.viewer]
        return tuple(PileTop(self._top(top), self.names.seat(top.seat), top in open_to_me) for top in tops)

    def _top(self, top: Stolen) -> CardSlot:
        key = stolen_key(top)
        chosen, id_ = key in self.choice.items, element_id(key)
        return CardSlot(key, id_, card_view(top.card), chosen, id_ in self.addable, "")

    def _card(self, card: Card, chosen: bool) -> CardSlot:
        key = element_id(card)
        return CardSlot(card, key, card_view(card), chosen, key in self.addable, self._by(card))

    def _by(self, key: ItemKey) -> str:
        seat = self.new_items.get(key)
        return self.names.seat(seat) if seat else ""

    def _build(self, build: Build) -> BuildSlot:
        key = build_key(build.cards)
        owner = self.names.seat(build.owner) if build.owner else _("no one")
        return BuildSlot(
            key=key,
            id=element_id(key),
            value=str(build.value),
            sets=_sets_words(len(build.groups)),
            name=_build_name(build, owner),
            owner=owner,
            owner_seat=build.owner,
            mine=bool(build.owner) and build.owner == self.names.perspective.viewer,
            locked=build.multiple,
            groups=tuple(map(card_views, build.groups)),
            chosen=key in self.choice.items,
            can_add=element_id(key) in self.addable,
            by=self._by(key),
        )


def _build_name(build: Build, owner: str) -> str:
    """The build's name for screen readers."""
    words = {
        "value": value_words(build.value, multiple=build.multiple),
        "cards": card_list(build.cards),
        "owner": owner,
    }
    if build.multiple:
        return _("Build of %(value)s, can’t be raised: %(cards)s. Owner: %(owner)s") % words
    return _("Build of %(value)s: %(cards)s. Owner: %(owner)s") % words


def _sets_words(sets: int) -> str:
    return ngettext("%(sets)d set", "%(sets)d sets", sets) % {"sets": sets} if sets > 1 else ""


def width_of(builds: Iterable[BuildSlot]) -> int:
    """Return the width of all builds in half cards, rounded up: the style sheet makes the cards small enough."""
    return min(ceil(2 * sum(build.width for build in builds)), MAX_BUILDS_WIDTH)
