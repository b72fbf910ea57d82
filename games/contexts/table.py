"""A table as one viewer sees it, as the context of templates: the same for pages, fragments and sockets."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, replace
from math import ceil
from typing import Any, NamedTuple, TypedDict
from zlib import crc32

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.models import Person, Preferences
from accounts.person_names import isolate
from accounts.person_preferences import preferences_of
from casino.clock import now
from games import bots, clocks, services
from games.analysis import hints
from games.analysis.models import Hint
from games.community.blocks import host_messages
from games.contexts.access import can_sit, find_seat, picture_path, reveal_notice
from games.contexts.after_game import AfterGame, after_game, next_level, opposing_computers
from games.contexts.portraits import portraits_of, seat_portrait
from games.contexts.rematches import rematch_of_table
from games.deals.services import deal_of
from games.domain.events import RolledBack
from games.domain.move_generation import legal_moves
from games.domain.moves import Move
from games.domain.notation import read_move
from games.domain.perspective import (
    SPECTATOR,
    Perspective,
    RedactedPack,
    VisibleEvent,
    at_round_end,
    perspective_of,
    redact,
)
from games.domain.seating import required_seed
from games.domain.state import GameState
from games.domain.table import NO_SEAT
from games.invitations.selectors import invited_to
from games.invitations.takeovers import takeable_seats
from games.log.player_names import log_with_current_names, table_names, with_current_names
from games.log.shuffling import dealer_after
from games.log.store import load, recent_events
from games.models import Game, Seat, SeatResult, points_of
from games.notifications.game_events import delivery_by_seat
from games.pairing.models import QuickPairing
from games.pairing.selectors import pairing_at, pairing_during
from games.presenters.cards import join_with_and
from games.presenters.choices import Choice
from games.presenters.clocks import clock_views, night_words
from games.presenters.disputes import PauseView, UnreadRuling, pause_view
from games.presenters.event_lines import ruling_words
from games.presenters.hints import HintView, hint_view
from games.presenters.move_options import HelpLevel
from games.presenters.names import Names
from games.presenters.offers import OffersView, offers_view
from games.presenters.portraits import Opponent, opponents
from games.presenters.rematches import RematchView
from games.presenters.results import RatingView, rating_views
from games.presenters.seats import SeatDetails
from games.presenters.table import HandOverView, TableView, hand_over_view, table_view
from games.presenters.waiting import KeptFor, WaitingView, waiting_view
from games.results.seat_results import levels_beaten
from games.services.conditional_moves import plan_refusal


class ViewedTable(NamedTuple):
    """A game as one viewer sees it at this moment.

    `seq` is the number of the latest event in it: while the viewer looks at the end of a round, nothing of the next.
    `local_seats` are those played on the viewer's device; they see one of them, or none between two turns.
    """

    game: Game
    seq: int
    perspective: Perspective
    log: tuple[VisibleEvent, ...]
    moves: tuple[Move, ...]
    preferences: Preferences
    seat: Seat | None
    person: Person | None = None
    local_seats: Sequence[Seat] = ()

    @property
    def players(self) -> list[int]:
        """The seats that no computer has."""
        return [seat.number for seat in self.game.seats_with_people if not seat.bot]

    @property
    def help_level(self) -> HelpLevel:
        return HelpLevel(self.preferences.marks, self.preferences.confirm)


class Ladder(NamedTuple):
    """The computers that a player may choose for a rematch: their levels just `played`, and those `beaten` in any
    game; `up`: the next one to beat after a win; `down`: an easier one after a heavy loss."""

    characters: Sequence[Opponent]
    played: Collection[str]
    beaten: Collection[str]
    up: Opponent | None
    down: Opponent | None


class RoundPause(NamedTuple):
    """The time for which the end of a round is shown: the `seconds` left, 0 to wait for the viewer; `unready`: the
    names of the players for whom a viewer who has gone on waits."""

    seconds: int
    unready: str


class DisputeNotices(TypedDict):
    pause: PauseView | None
    ruling: UnreadRuling | None


class Seeds(TypedDict):
    """The forms that send the viewer's client seed: at an open table, or for a rematch with whom the `ladder` has; the
    `request` comes from `table`."""

    table: str
    commitment: str
    sealed: bool
    request: dict[str, Any] | None
    next_dealer: int
    ladder: Ladder | None


class TableContext(DisputeNotices):
    """The context of the table's templates.

    `device`: the viewer's goes around; `hand_over`: the screen that it shows between two turns; `pairing`: the viewer
    waits here for an opponent, or played the computer here until one came; `can_return`: to the seat that the computer
    plays on; `leaves`: the others play on if the viewer resigns.
    """

    public_id: str
    seq: int
    version: str
    table_url: str
    socket: str
    notice: str
    preferences: Preferences
    table: TableView
    round_pause: RoundPause
    waiting: WaitingView | None
    device: bool
    hand_over: HandOverView | None
    pairing: QuickPairing | None
    seeds: Seeds | None
    hint: HintView | None
    can_ask_hint: bool
    hints_visible: bool
    bot_takeover: bool
    can_return: bool
    leaves: bool
    offers: OffersView
    has_notifications: bool
    can_plan: bool
    ratings: Sequence[RatingView]
    rematch: RematchView | None
    after: AfterGame | None
    challengeable: Sequence[tuple[str, str]]
    reveal_notice: str
    picture_url: str


def load_table(game: Game, user: Person | AnonymousUser | None, *, shown: bool = False) -> ViewedTable:
    """The game as this user sees it: at pass and play without a hand, but if `shown` with the one its player has asked
    to see in this turn."""
    seat, state = find_seat(game, user), load(game)[0]
    playing = seat is not None and (not seat.bot or state.result is not None)  # else a computer does
    viewer = seat.number if seat and playing else SPECTATOR
    local_seats = game.local_seats(user.pk) if user else []
    to_play = next((each for each in local_seats if each.number == state.turn), None)
    if shown and to_play and services.cards_shown(to_play):
        viewer = to_play.number
    names = table_names(game)
    perspective = with_current_names(perspective_of(state, viewer), names)
    events = [redact(event, viewer) for event in recent_events(game)]
    hidden = 0
    watching = seat if viewer and seat else next(iter(local_seats), None)
    if watching and state.round and services.shows_round_end(watching, state):
        hidden, events = _before_round(events, state.round.number)
        perspective = at_round_end(perspective)
    log = log_with_current_names(events, game, names)
    moves = tuple(legal_moves(perspective.position())) if perspective.my_turn else ()
    person = user if isinstance(user, Person) else None
    seq, preferences = game.seq - hidden, preferences_of(user)
    return ViewedTable(game, seq, perspective, log, moves, preferences, seat, person, local_seats)


def _before_round(log: list[VisibleEvent], number: int) -> tuple[int, list[VisibleEvent]]:
    """The number of events since this round began, and the events before, from the last rollback on."""
    starts = (index for index, event in enumerate(log) if isinstance(event, RedactedPack) and event.number == number)
    start = max(starts, default=0)
    rollbacks = (index for index, event in enumerate(log[:start]) if isinstance(event, RolledBack))
    return len(log) - start, log[max(rollbacks, default=-1) + 1 : start]


def _seat_details(game: Game, perspective: Perspective, hints: Mapping[int, int]) -> SeatDetails:
    """The details of the seats; `hints` are the numbers of hints that they have been given."""
    clock = clocks.from_json(game.clock)
    computers = {seat.number for seat in game.seats_with_people if seat.bot}
    people = {seat.number: seat.person for seat in game.seats_with_people if seat.person}
    over_days = clock and perspective.table_settings.correspondence
    days = services.away_until([person.pk for person in people.values()]) if over_days else {}
    at, terms = now(), perspective.table_settings
    nights = {seat: clocks.night_of(clock, terms, seat, at.timestamp()) for seat in people} if clock else {}
    members = {seat: person for seat, person in people.items() if person.is_active and not person.is_guest}
    return SeatDetails(
        clock_views(clock, game.deadline, perspective, at, computers),
        {seat: days[person.pk] for seat, person in people.items() if person.pk in days},
        {seat: person.username for seat, person in members.items() if seat not in computers},
        hints,
        portraits_of(game),
        {seat: night_words(*night) for seat, night in nights.items() if night},
    )


def _waiting(viewed: ViewedTable) -> WaitingView | None:
    """The view of the table while it waits for players, else None."""
    game = viewed.game
    if game.status != Game.Status.OPEN:
        return None
    seats = game.seats_with_people
    levels = {seat.number: seat.bot for seat in seats if seat.bot}
    host = next((seat.number for seat in seats if seat.person_id and seat.person_id == game.host_id), 0)
    hosting = bool(host) and host == viewed.perspective.viewer
    invited = [(isolate(person), declined) for person, declined in invited_to(game)] if hosting else []
    kept_for: KeptFor = ("challenged" if game.is_challenge else "previous") if game.by_invitation else ""
    kept = kept_for, not can_sit(game, viewed.person)
    common = viewed.perspective, levels, host, bots.DEFAULT_LEVEL, invited
    return waiting_view(*common, *kept, message=_host_message(viewed), name=_own_name(viewed.person))


def _host_message(viewed: ViewedTable) -> str:
    """What the host has written to the viewer, who is invited by name, or to the player challenged."""
    game, person = viewed.game, viewed.person
    if person is None or not (game.is_challenge or game.invitations.filter(person=person).exists()):
        return ""
    return host_messages([game], person).get(game.pk, "")


def _own_name(person: Person | None) -> str | None:
    """The name that a guest may change at an open table, empty for a visitor; None for a member."""
    if person is None:
        return ""
    return str(person) if person.is_guest else None


def _pairing(viewed: ViewedTable) -> QuickPairing | None:
    """The quick pairing of a viewer who waits here, or whose game here gave way to the one with an opponent."""
    if viewed.person is None or viewed.seat is None:
        return None
    if viewed.game.status == Game.Status.OPEN:
        return pairing_at(viewed.game, viewed.person)
    return pairing_during(viewed.game, viewed.person) if viewed.game.status == Game.Status.CANCELLED else None


def _seeds(viewed: ViewedTable, rematch: RematchView | None, alone: bool) -> Seeds:
    game, state = _table_of_seeds(viewed.game, rematch), load(viewed.game)[0]
    open_table = game.status == Game.Status.OPEN
    seat = find_seat(game, viewed.person) or next(iter(viewed.local_seats), None)
    return {
        "table": game.public_id,
        "commitment": game.commitment,
        "sealed": not state.table_settings.correspondence and (viewed.game.status == Game.Status.OPEN or not alone),
        "request": _seed_request(seat, load(game)[0]) if open_table else None,
        "next_dealer": dealer_after(state) if state.result else NO_SEAT,
        "ladder": _ladder(viewed) if state.result else None,
    }


def _table_of_seeds(game: Game, rematch: RematchView | None) -> Game:
    """The table that waits for the viewer's seed: this one, or the rematch, if they wait for it here."""
    if rematch is None or rematch.part != "begun":
        return game
    return Game.objects.get(public_id=rematch.public_id)


def _seed_request(seat: Seat | None, state: GameState) -> dict[str, Any] | None:
    """The form by which a player's page automatically sends what the shuffle still needs from it."""
    required = required_seed(state, seat.number) if seat and not seat.bot else ""
    if not required:
        return None
    sealed = required == "first" and not state.table_settings.correspondence
    return {"wanted": required, "sealed": sealed, "hashes": ",".join(state.seed_hashes)}


def _hint(viewed: ViewedTable, hint_counts: Mapping[int, int]) -> Hint | None:
    """The hint that the viewer, who is to play, has been given for this turn."""
    given = viewed.perspective.my_turn and viewed.perspective.viewer in hint_counts
    return hints.hint_for_turn(viewed.game, viewed.perspective.viewer) if given else None


def _hint_view(viewed: ViewedTable, hint: Hint) -> HintView:
    return hint_view(viewed.perspective, read_move(hint.move) if hint.move else None, hint.reason)


def _rating_changes(game: Game) -> dict[int, tuple[int, int]]:
    """The rating of each seat's player before and after a rated game."""
    return {row.number: (points_of(row.mu_before), points_of(row.mu_after)) for row in game.rated.order_by("number")}


def _table_view(
    viewed: ViewedTable, choice: Choice | None, since: int | None, hint_counts: Mapping[int, int], advised: str
) -> TableView:
    unseen = 0 if since is None else max(0, viewed.seq - since)
    details = _seat_details(viewed.game, viewed.perspective, hint_counts)
    choice = choice._replace(advised=advised) if choice else None
    return table_view(
        viewed.perspective, viewed.log, viewed.moves, choice, unseen, viewed.help_level, details, viewed.seq
    )


def _hand_over(viewed: ViewedTable) -> HandOverView | None:
    """The screen on the device that goes around, until the player to play asks for the cards."""
    perspective, round_ = viewed.perspective, viewed.perspective.round
    seat = next((seat for seat in viewed.local_seats if round_ and seat.number == round_.turn), None)
    if seat is None or perspective.viewer or perspective.result or perspective.paused:
        return None
    return hand_over_view(perspective, viewed.log, viewed.seq, seat_portrait(seat), services.seat_to_undo(viewed.game))


def table_context(
    viewed: ViewedTable, site: str, choice: Choice | None = None, notice: str = "", since: int | None = None
) -> TableContext:
    """The context. `site` is the base URL of its link, `since` the sequence number of the table seen before."""
    game, perspective, pause = viewed.game, viewed.perspective, _round_pause(viewed)
    over, waiting, hint_counts = game.status == Game.Status.OVER, _waiting(viewed), hints.hint_counts(game)
    rematch = rematch_of_table(game, perspective, viewed.person if viewed.seat else None) if over else None
    offers, reveal, hint = _offers(viewed), reveal_notice(game), _hint(viewed, hint_counts or {})
    return {
        "public_id": game.public_id,
        "seq": viewed.seq,
        "version": _version(viewed, rematch, sum((hint_counts or {}).values()), waiting, offers, pause.unready),
        "table_url": site + reverse("games:table", args=[game.public_id]),
        "socket": f"/ws/g/{game.public_id}/",
        "notice": notice,
        "preferences": viewed.preferences,
        "table": _table_view(viewed, choice, since, hint_counts or {}, hint.move if hint else ""),
        "round_pause": pause,
        "waiting": waiting,
        "device": bool(viewed.local_seats),
        "hand_over": _hand_over(viewed) if viewed.local_seats else None,
        "pairing": _pairing(viewed),
        "seeds": _seeds(viewed, rematch, len(viewed.players) < 2 or game.pass_and_play) if waiting or over else None,
        "hint": _hint_view(viewed, hint) if hint else None,
        "can_ask_hint": perspective.my_turn and hint_counts is not None,
        "hints_visible": len(viewed.players) > 1 and not game.pass_and_play,
        "bot_takeover": viewed.seat is not None and bool(viewed.seat.bot) and not perspective.result,
        "can_return": viewed.seat is not None and viewed.seat.number not in perspective.forfeited_seats,
        "leaves": services.others_play_on(game, perspective.forfeited_seats, perspective.viewer),
        **_dispute_notices(viewed),
        "offers": offers,
        "has_notifications": viewed.seat is not None and (len(viewed.players) > 1 or waiting is not None),
        "can_plan": bool(perspective.viewer) and plan_refusal(game, perspective) is None,
        "ratings": rating_views(perspective, _rating_changes(game)) if over else (),
        "rematch": rematch,
        "after": after_game(game, viewed.person) if over else None,
        "challengeable": _challengeable(viewed) if over else (),
        "reveal_notice": reveal,
        "picture_url": site + _picture_path(game) if (over and not reveal) or waiting else "",
    }


def _dispute_notices(viewed: ViewedTable) -> DisputeNotices:
    """The question of a pause, and the latest ruling until the viewer, who has a seat, has read it."""
    pause = pause_view(viewed.perspective, viewed.log, _owners(viewed.game, viewed.perspective))
    ruling = services.unread_ruling(viewed.seat, recent_events(viewed.game)) if viewed.seat else None
    return {"pause": pause, "ruling": UnreadRuling(ruling.ruling_no, ruling_words(ruling)) if ruling else None}


def _offers(viewed: ViewedTable) -> OffersView:
    """The viewer's offers; those who made the open one are shown how it reaches the others, and who has no seat the
    seats to take over. At pass and play there is only the end of the game, since only one of them is asked."""
    perspective, log, seq = viewed.perspective, viewed.log, viewed.seq
    if viewed.local_seats:
        return replace(offers_view(perspective, log, seq, [perspective.viewer], {}), takeback=False)
    offer = perspective.round.offer if perspective.round else None
    deliveries = delivery_by_seat(viewed.game) if offer and offer.seat == perspective.viewer else {}
    offers = offers_view(perspective, log, seq, viewed.players, deliveries)
    seats = [] if viewed.seat else takeable_seats(viewed.game, load(viewed.game)[0])
    names = Names(perspective)
    return replace(
        offers,
        # Computers are not left without a result once a round has counted.
        abort=offers.abort and not (offers.alone and perspective.sheets),
        once=offers.alone and not perspective.table_settings.hints and deal_of(viewed.game) is not None,
        takeable=tuple((seat.number, names.seat(seat.number)) for seat in seats),
    )


def _picture_path(game: Game) -> str:
    """The path of the picture of the result, or of the invitation to an open table."""
    open_table = game.status == Game.Status.OPEN
    return reverse("games:invitation_picture", args=[game.public_id]) if open_table else picture_path(game)


def _challengeable(viewed: ViewedTable) -> list[tuple[str, str]]:
    """The names and usernames of the viewer's opponents with an account, if the viewer has one."""
    if viewed.seat is None or viewed.person is None or viewed.person.is_guest:
        return []
    others = (seat.person for seat in viewed.game.seats_with_people if seat.person_id != viewed.person.pk)
    return [(isolate(other), other.username) for other in others if other and other.is_active and not other.is_guest]


def _owners(game: Game, perspective: Perspective) -> list[int]:
    """The seats of people who have not left the game."""
    gone = perspective.forfeited_seats
    return [seat.number for seat in game.seats_with_people if seat.person_id and seat.number not in gone]


def _ladder(viewed: ViewedTable) -> Ladder | None:
    """The computers for a rematch of a game that the viewer has played against computers alone."""
    levels = {seat.bot for seat in viewed.game.seats_with_people if not seat.person_id}
    if viewed.person is None or viewed.seat is None or not levels or "" in levels or len(viewed.players) > 1:
        return None
    beaten = levels_beaten(SeatResult.objects.filter(person=viewed.person))
    names = opposing_computers(viewed.game, viewed.seat.number)
    both = join_with_and(names) if len(names) == 2 and len(levels) == 1 else ""
    known = [replace(each, name=both) if both and each.level in levels else each for each in opponents()]
    up = next_level(beaten | levels, max(levels, key=list(bots.NAMES).index))
    easiest = min(place for place, each in enumerate(known) if each.level in levels)
    down = known[easiest - 1] if easiest else None
    return Ladder(known, levels, beaten, next((each for each in known if each.level == up), None), down)


def _round_pause(viewed: ViewedTable) -> RoundPause:
    perspective, game = viewed.perspective, viewed.game
    if perspective.round:
        return RoundPause(0, _still_counting(perspective, game))
    if perspective.result or perspective.finished_round is None or not game.live:
        return RoundPause(0, "")
    left, number = ceil(services.round_pause_left(game, load(game)[0])), perspective.finished_round.number
    waited_for = list(services.unready_seats(game, number).values_list("number", flat=True))
    ready = viewed.seat is not None and viewed.seat.number not in waited_for
    return RoundPause(left, Names(perspective).seats(waited_for) if ready else "")


def _still_counting(perspective: Perspective, game: Game) -> str:
    """The player to play who, in a game without a clock, has not gone on from the end of the round before."""
    round_, timed = perspective.round, game.live or game.correspondence
    if round_ is None or timed or round_.number == 1 or round_.plays >= perspective.seats or perspective.my_turn:
        return ""
    late = services.unready_seats(game, round_.number - 1).filter(number=round_.turn).exists()
    return Names(perspective).seat(round_.turn) if late and not perspective.result else ""


def _version(
    viewed: ViewedTable,
    rematch: RematchView | None,
    hints: int,
    waiting: WaitingView | None,
    offers: OffersView,
    unready: str,
) -> str:
    """A text that changes whenever the page does, even if the log has not grown: when a player is renamed, is ready,
    has seen an offer or wants a rematch, too."""
    delivered = offers.open.delivered if offers.open else ""
    words = [*viewed.perspective.players, delivered, unready, *(astuple(rematch) if rematch else ())]
    names = crc32("\n".join(words).encode()) & 0xFFFF
    answers = "".join("n" if declined else "y" for _, declined in waiting.invited) if waiting else ""
    return f"{viewed.seq}{f'?{hints}' if hints else ''}{answers}-{names:x}"
