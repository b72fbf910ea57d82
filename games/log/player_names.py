"""What the players of a game are called: by its seats' rows, which can change, and not by its log, which cannot.

So somebody who has signed up, or gone, is called as they are now in every game, also in records and replays.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.domain.events import Event, SeatLeft, SeatsSwapped, SeatTaken
from games.domain.perspective import Perspective, SeenEvent
from games.log.store import events_after
from games.models import SOMEBODY, Game


def seat_names(game: Game) -> dict[int, str]:
    """The names of the taken seats."""
    return {seat.number: seat.called for seat in game.at_table}


def with_names(sight: Perspective, names: dict[int, str]) -> Perspective:
    """The perspective with everybody called so."""
    players = (name and names.get(seat, _(SOMEBODY)) for seat, name in enumerate(sight.players, start=1))
    return sight._replace(players=tuple(players))


def log_with_names[E: Event | SeenEvent](log: Sequence[E], game: Game, names: dict[int, str]) -> tuple[E, ...]:
    """The end of a log, or all of it, with everybody called so. Who got up before the game began is named as long as
    the table is open. Read from the end, where it is known who sits where."""
    called, open_table = dict(names), game.status == Game.Status.OPEN
    told = [_called(event, called, open_table) for event in reversed(log)]
    return tuple(reversed(told))


def _called[E](event: E, called: dict[int, str], open_table: bool) -> E:
    """The event with names by who sits where after it; then `called` is of before it."""
    match event:
        case SeatTaken(seat):
            return event._replace(player=called.pop(seat, _(SOMEBODY)))
        case SeatLeft(seat, player):
            called[seat] = player if open_table else _(SOMEBODY)
            return event._replace(player=called[seat])
        case SeatsSwapped(first, second, players):
            here, there = called.pop(first, _(SOMEBODY)), called.pop(second, _(SOMEBODY))
            sat = (players[0] and there, players[1] and here)
            called.update((seat, name) for seat, name in zip((first, second), sat, strict=True) if name)
            return event._replace(players=sat)
        case _:
            return event


def whole_log(game: Game) -> tuple[Event, ...]:
    """The whole log of a game as it may be told."""
    log = [event for _number, event in events_after(game, 0)]
    return log_with_names(log, game, seat_names(game))
