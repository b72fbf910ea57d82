"""The whole table as one viewer sees it, ready to be drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain import events
from games.domain.cards import Card, sort_cards
from games.domain.moves import Move, Stolen
from games.domain.perspective import Perspective, RedactedPack, RoundView, VisibleEvent
from games.domain.table import Build

from .cards import CardView, card_list, card_short, card_view, card_views, value_words
from .choices import Choice, ItemKey, Pluck, build_key, plucks, stolen_key
from .event_lines import DISPUTE_SENTENCES, EventLine, latest_plays, lines_with_left_behind, names_before
from .move_options import DEFAULT_HELP, HelpLevel, MoveOptionsView, element_id, move_options_view
from .names import Names
from .portraits import Portrait
from .results import ResultView, result_view
from .round_end import RoundEndView, round_end_view
from .rules import goal_words, house_rules, played_name
from .score_sheet import ScoreSheet, running_sheet, score_sheet
from .seats import NO_DETAILS, SeatDetails, SeatView, seat_views
from .timeline import CALL_EVENTS, CardMove, card_moves, in_effect
from .tutorial import lesson

# --- what happened since the viewer last played --------------------------------------------------------------------


MAX_LINES = 14
MAX_EARLIER = 40
TALK = (*CALL_EVENTS, *DISPUTE_SENTENCES, events.RolledBack)
"""Events that are told even if the moves around them were undone."""


@dataclass(frozen=True, slots=True)
class ActivityFeed:
    """Sentences, the score sheets of rounds that ended meanwhile, and the new items on the table, by who put them.

    `earlier` are the sentences of the round before those; `plays` the latest plays alone.
    """

    lines: tuple[EventLine, ...]
    earlier: tuple[EventLine, ...]
    plays: tuple[EventLine, ...]
    sheets: tuple[ScoreSheet, ...]
    new_items: Mapping[ItemKey, int]

    def last_words(self) -> tuple[str, str]:
        """The last play, and who took the cards left on the table: sentences, or nothing."""
        rest = (line.text for line in self.lines if line.kind == "rest")
        return " ".join(line.text for line in self.plays[-1:]), " ".join(rest)


def activity_feed(perspective: Perspective, log: Sequence[VisibleEvent], last_seq: int) -> ActivityFeed:
    """The feed; `log` ends with event `last_seq`. Moves that were undone are left out."""
    log = [event for _, event in in_effect(log, last_seq, always=TALK)]
    recent_events = since_own_move(log, perspective.viewer)
    names = Names(perspective)
    return ActivityFeed(
        lines_with_left_behind(recent_events, names)[-MAX_LINES:],
        _earlier_lines(log[: len(log) - len(recent_events)], names_before(recent_events, names)),
        latest_plays(log, names),
        _sheets(perspective, recent_events, names),
        _new_items(recent_events, perspective.viewer),
    )


def _earlier_lines(log: Sequence[VisibleEvent], names: Names) -> tuple[EventLine, ...]:
    rounds = [index for index, event in enumerate(log) if isinstance(event, RedactedPack)]
    return lines_with_left_behind(log[rounds[-1] if rounds else 0 :], names)[-MAX_EARLIER:]


def since_own_move(log: Sequence[VisibleEvent], viewer: int) -> Sequence[VisibleEvent]:
    """The events from the viewer's last turn on, including that turn; without one, from the beginning of the round."""
    own = [index for index, event in enumerate(log) if isinstance(event, events.PLAYS) and event.seat == viewer]
    if own:
        turns = [index for index, event in enumerate(log[: own[-1]]) if _turn_of(event, viewer)]
        return log[turns[-1] + 1 if turns else own[-1] :]
    rounds = [index for index, event in enumerate(log) if isinstance(event, RedactedPack)]
    return log[rounds[-1] :] if rounds else log


def _turn_of(event: VisibleEvent, viewer: int) -> bool:
    """Whether the turn passes to the viewer.

    The type is compared too: named tuples of different classes are equal if they hold the same values.
    """
    return isinstance(event, events.TurnStarted) and event.seat == viewer


def _sheets(perspective: Perspective, recent_events: Sequence[VisibleEvent], names: Names) -> tuple[ScoreSheet, ...]:
    scored = [event for event in recent_events if isinstance(event, events.RoundScored)]
    first = len(perspective.sheets) - len(scored) + 1
    return tuple(
        score_sheet(perspective.rules, first + n, names.sides(), event.points, event.totals)
        for n, event in enumerate(scored)
    )


def _new_items(recent_events: Sequence[VisibleEvent], viewer: int) -> dict[ItemKey, int]:
    """The cards and builds that other players have put on the table in this round, with their seats."""
    items: dict[ItemKey, int] = {}
    for event in recent_events:
        match event:
            case RedactedPack():
                items.clear()
            case events.CardTrailed(seat, card) if seat != viewer:
                items[card] = seat
            case events.BuildMade(seat=seat, build=build) if seat != viewer:
                items[build_key(build.cards)] = seat
            case _:
                pass
    return items


# --- cards, builds and tops of piles, with their marks -------------------------------------------------------------


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


# --- the table -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PluckOption:
    """A card that may be plucked, before or after the play."""

    key: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The progress of the round."""

    number: int
    deal: int
    last_deal: bool
    stock: int
    bottom: CardView | None


@dataclass(frozen=True, slots=True)
class Controls:
    """The viewer's controls other than choosing cards. `special_moves`: the game has some, now or at another turn."""

    several_cards: bool = False
    special_moves: bool = False
    call_with_move: bool = False
    calls_orange: bool = False
    plucks: tuple[PluckOption, ...] = ()
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
    round: RoundProgress | None
    loose: tuple[CardSlot, ...]
    builds: tuple[BuildSlot, ...]
    tops: tuple[PileTop, ...]
    hand: tuple[CardSlot, ...]
    options: MoveOptionsView
    controls: Controls
    activity: ActivityFeed
    lesson: str
    card_moves: tuple[CardMove, ...]
    running_sheet: ScoreSheet | None
    round_end: RoundEndView | None
    result: ResultView | None

    @property
    def builds_width(self) -> int:
        """The width of all builds in half cards, rounded up: the style sheet makes the cards small enough."""
        return min(ceil(2 * sum(build.width for build in self.builds)), MAX_BUILDS_WIDTH)

    @property
    def me(self) -> SeatView | None:
        return next((seat for seat in self.seats if seat.me), None)

    @property
    def seated(self) -> bool:
        return self.me is not None

    @property
    def victors(self) -> tuple[SeatView, ...]:
        """Those to whom the viewer has lost."""
        winners = self.result.winners if self.result and self.result.lost else ()
        return tuple(seat for seat in self.seats if seat.number in winners and not seat.me)

    @property
    def computer_to_play(self) -> bool:
        return any(seat.turn and (seat.portrait.computer or seat.stand_in) for seat in self.seats)

    @property
    def timed_live(self) -> bool:
        return any(seat.clock and seat.clock.running and not seat.clock.until for seat in self.seats)

    @property
    def others(self) -> tuple[SeatView, ...]:
        return tuple(seat for seat in self.seats if not seat.me)


def table_view(
    perspective: Perspective,
    log: Sequence[VisibleEvent],
    moves: Sequence[Move] = (),
    choice: Choice | None = None,
    unseen: int = 0,
    help_level: HelpLevel = DEFAULT_HELP,
    details: SeatDetails = NO_DETAILS,
    last_seq: int = 0,
) -> TableView:
    """The table. `log`: the end of the game's log as the viewer may see it, its last `unseen` events new to it;
    `last_seq`: the number of its last event, by default their number; `moves`: the viewer's."""
    last_seq, choice, rules = last_seq or len(log), choice or Choice(), perspective.rules
    activity = activity_feed(perspective, log, last_seq)
    options = _options(perspective, moves, choice, help_level)
    slots = SlotBuilder(perspective, choice, options, activity)
    sheet = running_sheet(perspective)
    seats = seat_views(perspective, details, [event for _, event in in_effect(log, last_seq)], sheet)
    return TableView(
        game=played_name(rules, perspective.preset),
        goal=goal_words(rules, perspective.target, perspective.seats),
        house_rules=house_rules(rules, perspective.preset),
        phase=phase_of(perspective),
        status=status_words(perspective),
        my_turn=perspective.my_turn,
        seats=seats,
        round=_round_progress(perspective.round),
        loose=slots.loose(),
        builds=slots.builds(),
        tops=slots.tops(),
        hand=slots.hand(),
        options=options,
        controls=_controls(perspective, log, moves, choice),
        activity=activity,
        lesson=lesson(perspective, since_own_move(log, perspective.viewer)),
        card_moves=card_moves(perspective, log, last_seq, unseen),
        running_sheet=sheet,
        round_end=round_end_view(perspective, seats, *activity.last_words()),
        result=result_view(perspective),
    )


@dataclass(frozen=True, slots=True)
class HandOverView:
    """The screen between two turns of pass and play: the player to play, the public news since the turn before, the
    totals of the sides, and the player who may undo the latest move, if any."""

    name: str
    portrait: Portrait
    news: tuple[EventLine, ...]
    totals: tuple[tuple[str, int], ...]
    may_undo: str

    @property
    def status(self) -> str:
        return _("Hand the device to %(player)s") % {"player": self.name}


def hand_over_view(
    perspective: Perspective, log: Sequence[VisibleEvent], last_seq: int, portrait: Portrait, undone: int
) -> HandOverView:
    """The screen, from a spectator's perspective in a round; `undone` is the seat that may undo its move, or 0."""
    names, told = Names(perspective), [event for _, event in in_effect(log, last_seq, always=TALK)]
    starts = [index for index, event in enumerate(told) if isinstance(event, RedactedPack | events.TurnStarted)]
    return HandOverView(
        name=names.seat(perspective.round.turn if perspective.round else 0),
        portrait=portrait,
        news=lines_with_left_behind(told[starts[-2] if len(starts) > 1 else 0 :], names),
        totals=tuple(zip(names.sides(), perspective.totals, strict=True)),
        may_undo=names.seat(undone) if undone else "",
    )


def phase_of(perspective: Perspective) -> str:
    if perspective.result:
        return "over" if perspective.latest_round and not perspective.result.called_off else "cancelled"
    return "playing" if perspective.latest_round else "open"


def status_words(perspective: Perspective) -> str:
    """The status of the game in a few words, such as the player whose turn it is."""
    if perspective.result:
        return _("The game is over.")
    if perspective.paused:
        return _("The game is paused until a director decides.")
    if perspective.round is None or not perspective.round.turn:
        words = {"number": perspective.latest_round}
        return _("Round %(number)s is over.") % words if perspective.latest_round else _("Waiting for players.")
    if perspective.my_turn:
        return _("Your turn")
    return _("Waiting for %(player)s") % {"player": Names(perspective).seat(perspective.round.turn)}


def hand_and_items(perspective: Perspective) -> tuple[ItemKey, ...]:
    """Everything the viewer could choose."""
    if perspective.round is None:
        return ()
    table = perspective.round.table
    builds = map(build_key, (build.cards for build in table.builds))
    tops = perspective.position().tops if perspective.viewer else ()
    return (*perspective.round.hand, *table.loose, *builds, *map(stolen_key, tops))


def _options(perspective: Perspective, moves: Sequence[Move], choice: Choice, help_level: HelpLevel) -> MoveOptionsView:
    if not perspective.my_turn:
        return MoveOptionsView()
    return move_options_view(perspective.position(), moves, choice, hand_and_items(perspective), help_level)


def _round_progress(round_: RoundView | None) -> RoundProgress | None:
    if round_ is None:
        return None
    bottom = card_view(round_.bottom_card) if round_.bottom_card else None
    return RoundProgress(round_.number, round_.deal, round_.last_deal, round_.stock_count, bottom)


def _controls(perspective: Perspective, log: Sequence[VisibleEvent], moves: Sequence[Move], choice: Choice) -> Controls:
    if not perspective.viewer or perspective.result or perspective.round is None:
        return Controls()
    if perspective.paused:
        return Controls(resign=True)
    rules, seat = perspective.rules, perspective.viewer
    return Controls(
        several_cards=rules.matching.hand_cards != "one",
        special_moves=rules.specials.orange or rules.specials.pluck,
        call_with_move=rules.specials.orange,
        calls_orange=choice.orange,
        plucks=tuple(_pluck_option(pluck, choice) for pluck in plucks(moves)),
        claim=rules.winning.claims != "no" and seat not in perspective.round.claim_blocked,
        claim_warning=_("A wrong claim loses the game.") if rules.winning.claims == "wins_or_loses" else "",
        call_orange=rules.specials.orange and _others_capture_uncalled(perspective, log),
        resign=True,
    )


def _others_capture_uncalled(perspective: Perspective, log: Sequence[VisibleEvent]) -> bool:
    """Whether the latest play is another seat's capture on which no orange has been called rightly."""
    last = perspective.round.last_play if perspective.round else None
    latest = next((event for event in reversed(log) if isinstance(event, events.PLAYS)), None)
    return bool(
        last and last.seat != perspective.viewer and not last.called and isinstance(latest, events.CardsCaptured)
    )


def _pluck_option(pluck: Pluck, choice: Choice) -> PluckOption:
    words = {"card": card_short(pluck.card)}
    label = _("%(card)s, before playing") if pluck.before else _("%(card)s, after playing")
    return PluckOption(pluck.key, label % words, pluck == choice.pluck)
