"""The whole table as one viewer sees it, ready to be drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.domain import events as facts
from games.domain.cards import Card, sort_cards
from games.domain.moves import Move
from games.domain.perspective import Perspective, RoundView, SeenEvent
from games.domain.table import Build

from .cards import CardView, card_list, card_short, card_view, card_views, value_plural, value_single
from .choices import Choice, ItemKey, Pluck, build_key, plucks
from .lately import Lately, lately
from .names import Names
from .news import PLAYS, News, news
from .options import HELPED, OptionsView, Wishes, element_id, options_view
from .results import ResultView, result_view
from .rules import game_name, goal_words, house_rules
from .seats import SeatView, seat_views
from .standing import Standing, standing


@dataclass(frozen=True, slots=True)
class CardSpot:
    """A card in hand or loose on the table. `more`: it can be added to what is chosen; `fresh`: it is new here."""

    key: ItemKey
    id: str
    card: CardView
    chosen: bool
    more: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class BuildSpot:
    """A build on the table; `locked`: its value never changes."""

    key: ItemKey
    id: str
    value: str
    name: str
    owner: str
    mine: bool
    locked: bool
    groups: tuple[tuple[CardView, ...], ...]
    chosen: bool
    more: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class PluckSpot:
    """A card that may be plucked, before or after the play."""

    key: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RoundSpot:
    """The progress of the round."""

    number: int
    deal: int
    last_deal: bool
    stock: int
    bottom: CardView | None


@dataclass(frozen=True, slots=True)
class Controls:
    """The viewer's controls other than choosing cards."""

    several: bool = False
    call_with_move: bool = False
    calling: bool = False
    plucks: tuple[PluckSpot, ...] = ()
    claim: bool = False
    claim_warning: str = ""
    call_orange: bool = False
    resign: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the table page shows. `phase` is open, playing or over."""

    game: str
    goal: str
    house_rules: tuple[str, ...]
    phase: str
    status: str
    my_turn: bool
    seats: tuple[SeatView, ...]
    round: RoundSpot | None
    loose: tuple[CardSpot, ...]
    builds: tuple[BuildSpot, ...]
    hand: tuple[CardSpot, ...]
    options: OptionsView
    controls: Controls
    news: News
    lately: Lately
    standing: Standing | None
    result: ResultView | None

    @property
    def me(self) -> SeatView | None:
        return next((seat for seat in self.seats if seat.me), None)

    @property
    def seated(self) -> bool:
        return self.me is not None

    @property
    def others(self) -> tuple[SeatView, ...]:
        return tuple(seat for seat in self.seats if not seat.me)


def table_view(
    sight: Perspective,
    log: Sequence[SeenEvent],
    moves: Sequence[Move] = (),
    choice: Choice | None = None,
    unseen: int = 0,
    wishes: Wishes = HELPED,
) -> TableView:
    """Return the table.

    `log` is the end of the game's log as the viewer may see it, with its last `unseen` events new to the viewer;
    `moves` are the viewer's legal moves.
    """
    chosen = choice or Choice()
    recent = news(sight, log)
    options = _options(sight, moves, chosen, wishes)
    draw = _Drawing(sight, chosen, options, recent)
    return TableView(
        game=game_name(sight.preset),
        goal=goal_words(sight.rules, sight.target, sight.seats),
        house_rules=house_rules(sight.rules, sight.preset),
        phase=phase_of(sight),
        status=status_words(sight),
        my_turn=sight.my_turn,
        seats=seat_views(sight),
        round=_round_spot(sight.round),
        loose=draw.loose(),
        builds=draw.builds(),
        hand=draw.hand(),
        options=options,
        controls=_controls(sight, log, moves, chosen),
        news=recent,
        lately=lately(sight, log, unseen),
        standing=standing(sight),
        result=result_view(sight),
    )


def phase_of(sight: Perspective) -> str:
    if sight.result:
        return "over" if sight.latest_round else "cancelled"
    return "playing" if sight.latest_round else "open"


def status_words(sight: Perspective) -> str:
    """The status of the game in a few words, such as the player whose turn it is."""
    if sight.result:
        return _("The game is over.")
    if sight.frozen:
        return _("The game stands still until a director has decided.")
    if sight.round is None or not sight.round.turn:
        return _("Waiting for players.") if not sight.latest_round else _("The next round is being dealt.")
    if sight.my_turn:
        return _("Your turn")
    return _("Waiting for %(player)s") % {"player": Names(sight).seat(sight.round.turn)}


def hand_and_items(sight: Perspective) -> tuple[ItemKey, ...]:
    """Everything the viewer could choose."""
    if sight.round is None:
        return ()
    table = sight.round.table
    return (*sight.round.hand, *table.loose, *(build_key(build.cards) for build in table.builds))


def _options(sight: Perspective, moves: Sequence[Move], choice: Choice, wishes: Wishes) -> OptionsView:
    if not sight.my_turn:
        return OptionsView()
    return options_view(sight.position(), moves, choice, hand_and_items(sight), wishes)


class _Drawing:
    """Cards and builds with their marks."""

    def __init__(self, sight: Perspective, choice: Choice, options: OptionsView, recent: News) -> None:
        self.now = sight.round
        self.choice = choice
        self.more = {mark.id for mark in options.marks if mark.more}
        self.fresh = recent.fresh
        self.names = Names(sight)

    def hand(self) -> tuple[CardSpot, ...]:
        return tuple(
            self._card(card, card in self.choice.hand) for card in sort_cards(self.now.hand if self.now else ())
        )

    def loose(self) -> tuple[CardSpot, ...]:
        return tuple(self._card(card, card in self.choice.items) for card in (self.now.table.loose if self.now else ()))

    def builds(self) -> tuple[BuildSpot, ...]:
        return tuple(map(self._build, self.now.table.builds if self.now else ()))

    def _card(self, card: Card, chosen: bool) -> CardSpot:
        return CardSpot(
            card, element_id(card), card_view(card), chosen, element_id(card) in self.more, card in self.fresh
        )

    def _build(self, build: Build) -> BuildSpot:
        key = build_key(build.cards)
        owner = self.names.seat(build.owner) if build.owner else _("nobody")
        return BuildSpot(
            key=key,
            id=element_id(key),
            value=str(build.value),
            name=_build_name(build, owner),
            owner=owner,
            mine=bool(build.owner) and build.owner == self.names.sight.viewer,
            locked=build.multiple,
            groups=tuple(map(card_views, build.groups)),
            chosen=key in self.choice.items,
            more=element_id(key) in self.more,
            fresh=key in self.fresh,
        )


def _build_name(build: Build, owner: str) -> str:
    """The build's name for screen readers."""
    words = {
        "value": value_plural(build.value) if build.multiple else value_single(build.value),
        "cards": card_list(build.cards),
        "owner": owner,
    }
    if build.multiple:
        return _("Build of %(value)s, cannot be raised: %(cards)s. Owner: %(owner)s") % words
    return _("Build of %(value)s: %(cards)s. Owner: %(owner)s") % words


def _round_spot(now: RoundView | None) -> RoundSpot | None:
    if now is None:
        return None
    bottom = card_view(now.bottom_card) if now.bottom_card else None
    return RoundSpot(now.number, now.deal, now.last_deal, now.stock_count, bottom)


def _controls(sight: Perspective, log: Sequence[SeenEvent], moves: Sequence[Move], choice: Choice) -> Controls:
    if not sight.viewer or sight.result or sight.round is None:
        return Controls()
    if sight.frozen:
        return Controls(resign=True)
    rules, seat = sight.rules, sight.viewer
    return Controls(
        several=rules.matching.hand_cards != "one",
        call_with_move=rules.specials.orange,
        calling=choice.orange,
        plucks=tuple(_pluck_spot(pluck, choice) for pluck in plucks(moves)),
        claim=rules.winning.claims != "no" and seat not in sight.round.silenced,
        claim_warning=_("A wrong claim loses the game.") if rules.winning.claims == "wins_or_loses" else "",
        call_orange=rules.specials.orange and _others_capture_uncalled(sight, log),
        resign=True,
    )


def _others_capture_uncalled(sight: Perspective, log: Sequence[SeenEvent]) -> bool:
    """Return whether the latest play is another seat's capture on which no orange has been called rightly."""
    last = sight.round.last_play if sight.round else None
    latest = next((event for event in reversed(log) if isinstance(event, PLAYS)), None)
    return bool(last and last.seat != sight.viewer and not last.called and isinstance(latest, facts.CardsCaptured))


def _pluck_spot(pluck: Pluck, choice: Choice) -> PluckSpot:
    words = {"card": card_short(pluck.card)}
    label = _("%(card)s, before playing") % words if pluck.before else _("%(card)s, after playing") % words
    return PluckSpot(pluck.key, label, pluck == choice.pluck)
