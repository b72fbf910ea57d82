"""The whole table as one viewer sees it, ready to be drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.domain import events
from games.domain.moves import Move
from games.domain.perspective import Perspective, RoundView, VisibleEvent

from .activity_feed import ActivityFeed, activity_feed
from .card_moves import CardMove, card_moves, in_effect
from .cards import CardView, card_short, card_view
from .choices import Choice, ItemKey, Pluck, build_key, plucks, stolen_key
from .move_options import DEFAULT_HELP, HelpLevel, MoveOptionsView, move_options_view
from .names import Names
from .results import ResultView, result_view
from .round_end import RoundEndView, round_end_view
from .rules import game_name, goal_words, house_rules
from .score_sheet import ScoreSheet, running_sheet
from .seats import NO_DETAILS, SeatDetails, SeatView, seat_views
from .slots import BuildSlot, CardSlot, PileTop, SlotBuilder, width_of


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
    card_moves: tuple[CardMove, ...]
    running_sheet: ScoreSheet | None
    round_end: RoundEndView | None
    result: ResultView | None

    @property
    def builds_width(self) -> int:
        return width_of(self.builds)

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
    perspective: Perspective,
    log: Sequence[VisibleEvent],
    moves: Sequence[Move] = (),
    choice: Choice | None = None,
    unseen: int = 0,
    help_level: HelpLevel = DEFAULT_HELP,
    details: SeatDetails = NO_DETAILS,
    last_seq: int = 0,
) -> TableView:
    """Return the table. `log`: the end of the game's log as the viewer may see it, its last `unseen` events new to it;
    `last_seq`: the number of its last event, by default their number; `moves`: the viewer's.
    """
    last_seq, choice, rules = last_seq or len(log), choice or Choice(), perspective.rules
    activity = activity_feed(perspective, log, last_seq)
    options = _options(perspective, moves, choice, help_level)
    slots = SlotBuilder(perspective, choice, options, activity)
    seats = seat_views(perspective, details, [event for _, event in in_effect(log, last_seq)])
    return TableView(
        game=game_name(perspective.preset),
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
        card_moves=card_moves(perspective, log, last_seq, unseen),
        running_sheet=running_sheet(perspective),
        round_end=round_end_view(perspective, seats),
        result=result_view(perspective),
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
    """Return whether the latest play is another seat's capture on which no orange has been called rightly."""
    last = perspective.round.last_play if perspective.round else None
    latest = next((event for event in reversed(log) if isinstance(event, events.PLAYS)), None)
    return bool(
        last and last.seat != perspective.viewer and not last.called and isinstance(latest, events.CardsCaptured)
    )


def _pluck_option(pluck: Pluck, choice: Choice) -> PluckOption:
    words = {"card": card_short(pluck.card)}
    label = _("%(card)s, before playing") if pluck.before else _("%(card)s, after playing")
    return PluckOption(pluck.key, label % words, pluck == choice.pluck)
