"""Services for conditional moves: their only writers.

A plan belongs to one turn. It is deleted with that turn, whoever made the move, and when a takeback or a ruling changes
what the player planned for. It holds for one hand, so a new deal ends it too.
"""

from collections.abc import Sequence
from typing import Any

from casino.prepared_queries import PreparedQuery
from casino.transactions import write_transaction
from games.domain.conditional_moves import ConditionalMove, assumed_position, first_that_fits
from games.domain.dispute_events import RulingMade
from games.domain.events import CARD_EVENTS, Event, RolledBack
from games.domain.move_validation import validate_move
from games.domain.notation import read_cards, read_move, write_cards, write_move
from games.domain.perspective import Perspective, perspective_of
from games.log.encryption import decrypt_state, encrypt_state
from games.log.store import load, lock_game
from games.models import Game, Plan, Seat
from games.services.outcomes import Accepted, Refused, refused
from games.services.turns import play_conditional

MAX_MOVES = 10
"""Maximum number of conditional moves of a plan."""

_planning_seats = PreparedQuery(
    lambda game: Plan.objects.filter(seat__game=game).values_list("seat__number", flat=True), int
)


def planned_moves(seat: Seat, perspective: Perspective) -> tuple[ConditionalMove, ...]:
    """The conditional moves that the seat has planned with its present hand, in order."""
    plan = Plan.objects.filter(seat=seat).first()
    secrets = decrypt_state(seat.game, plan.secrets) if plan else {}
    return tuple(map(_read, secrets["moves"])) if secrets.get("hand") == _hand(perspective) else ()


def add_conditional_move(seat: Seat, added: ConditionalMove) -> Accepted | Refused:
    """Append a move to the seat's plan if the rules allow it on a table that meets its conditions."""
    with write_transaction():
        seat.game = lock_game(seat.game_id)
        perspective = perspective_of(load(seat.game)[0], seat.number)
        if refused_now := plan_refusal(seat.game, perspective):
            return refused_now
        planned = planned_moves(seat, perspective)
        if added in planned:  # the same page, sent twice
            return Accepted(seat.game.seq)
        if len(planned) >= MAX_MOVES:
            return refused("planned-many", most=MAX_MOVES)
        assumed = assumed_position(perspective.position(), added.present, added.absent)
        if refusal := validate_move(assumed, added.move):
            return Refused(refusal)
        _store(seat, perspective, (*planned, added))
        return Accepted(seat.game.seq)


def remove_conditional_move(seat: Seat, number: int, of: int) -> None:
    """Remove the move with this number, from 1, unless it has been played, or there are no longer `of` moves."""
    with write_transaction():
        seat.game = lock_game(seat.game_id)
        perspective = perspective_of(load(seat.game)[0], seat.number)
        planned = planned_moves(seat, perspective)
        if len(planned) == of:
            _store(seat, perspective, planned[: number - 1] + planned[number:])


def plan_refusal(game: Game, perspective: Perspective) -> Refused | None:
    """The reason why the viewer cannot plan a move now."""
    if not may_plan(game, game.seats_with_people) or perspective.round is None or not perspective.round.hand:
        return refused("planned-never")
    return refused("planned-late") if perspective.my_turn else None


def play_planned_move(seat: Seat, seq: int) -> None:
    """Play the first planned move that fits, unless the game has advanced from this number. If none fits, the plan has
    had its turn.

    The plan is read in the locked game, so that a move that its owner has removed is not played.
    """
    with write_transaction():
        seat.game = lock_game(seat.game_id)
        perspective = perspective_of(load(seat.game)[0], seat.number)
        if not perspective.my_turn:
            return
        move = first_that_fits(perspective.position(), planned_moves(seat, perspective))
        if move:
            play_conditional(seat, move, seq)
        else:
            Plan.objects.filter(seat=seat).delete()


def may_plan(game: Game, seats: Sequence[Seat]) -> bool:
    """True where people wait for people: a computer lets nobody wait, and in a live game everybody is here."""
    return not game.live and not game.pass_and_play and sum(not seat.bot for seat in seats) > 1


def delete_void_plans(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> set[int]:
    """Delete the plans of the seats that have played, and after a takeback or a ruling all of the table. Return the
    seats whose plans are left."""
    if not may_plan(game, seats):
        return set()
    planned = set(_planning_seats(game.pk))
    changed = any(isinstance(event, RolledBack | RulingMade) for event in events)
    void = planned if changed else planned & {event.seat for event in events if isinstance(event, CARD_EVENTS)}
    if void:
        Plan.objects.filter(seat__game=game, seat__number__in=void).delete()
    return planned - void


def _store(seat: Seat, perspective: Perspective, planned: tuple[ConditionalMove, ...]) -> None:
    secrets = encrypt_state(seat.game, {"hand": _hand(perspective), "moves": list(map(_write, planned))})
    Plan.objects.update_or_create(seat=seat, defaults={"secrets": secrets})


def _hand(perspective: Perspective) -> list[Any]:
    """What makes this hand differ from any other of the game."""
    round_ = perspective.round
    return [round_.number, round_.deal, write_cards(round_.hand)] if round_ else []


def _write(planned: ConditionalMove) -> list[str]:
    return [write_move(planned.move), write_cards(planned.present), write_cards(planned.absent)]


def _read(stored: list[str]) -> ConditionalMove:
    move, present, absent = stored
    return ConditionalMove(read_move(move), read_cards(present), read_cards(absent))
