"""The names of a game's players, from the rows of its seats, which can change, and not from its log.

So a person who has signed up, or deleted the account, has the current name in every game, including records and
replays.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.person_names import isolate
from games.domain.events import Event, SeatTakenOver
from games.domain.perspective import Perspective, VisibleEvent
from games.domain.setup_events import SeatLeft, SeatsSwapped, SeatTaken
from games.log.store import events_after
from games.models import DELETED_PLAYER, Game


def current_names(game: Game) -> dict[int, str]:
    return {seat.number: seat.display_name for seat in game.seats_with_people}


def table_names(game: Game) -> dict[int, str]:
    """The names of the taken seats for a page with their portraits; they turn no sentence around."""
    return {seat.number: isolate(seat.table_name) for seat in game.seats_with_people}


def with_current_names(perspective: Perspective, names: dict[int, str]) -> Perspective:
    """The perspective for a page, with these names, which turn no sentence around."""
    players = (
        name and isolate(names.get(seat, _(DELETED_PLAYER))) for seat, name in enumerate(perspective.players, start=1)
    )
    return perspective._replace(players=tuple(players))


def log_with_current_names[E: Event | VisibleEvent](
    log: Sequence[E], game: Game, names: dict[int, str]
) -> tuple[E, ...]:
    """The log, or its end, with these names.

    A player who left before the game began is named only while the table is open, and one whose seat another person has
    taken over is not. Read backwards from the end, where the players of the seats are known.
    """
    called, open_table = dict(names), game.status == Game.Status.OPEN
    told = [_called(event, called, open_table) for event in reversed(log)]
    return tuple(reversed(told))


def _called[E](event: E, called: dict[int, str], open_table: bool) -> E:
    """The event with the names that hold after it, and change `called` to those before it."""
    match event:
        case SeatTaken(seat):
            return event._replace(player=called.pop(seat, _(DELETED_PLAYER)))
        case SeatTakenOver(seat):
            return event._replace(player=called.pop(seat, _(DELETED_PLAYER)))
        case SeatLeft(seat, player):
            called[seat] = isolate(player) if open_table else _(DELETED_PLAYER)
            return event._replace(player=called[seat])
        case SeatsSwapped(first, second, players):
            here, there = called.pop(first, _(DELETED_PLAYER)), called.pop(second, _(DELETED_PLAYER))
            sat = (players[0] and there, players[1] and here)
            called.update((seat, name) for seat, name in zip((first, second), sat, strict=True) if name)
            return event._replace(players=sat)
        case _:
            return event


def load_full_log(game: Game, names: dict[int, str] | None = None) -> tuple[Event, ...]:
    """The whole log of a game with these names, or its current ones."""
    log = [event for _number, event in events_after(game, 0)]
    return log_with_current_names(log, game, current_names(game) if names is None else names)
