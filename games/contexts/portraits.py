"""Portraits of a game's players, by the rows of its seats."""

from accounts.person_names import isolate
from games.models import DELETED_PLAYER, Game, Seat
from games.presenters.portraits import PlayerFace, Portrait, computer_portrait, person_portrait


def seat_portrait(seat: Seat) -> Portrait:
    """The portrait of the seat's player; of the person also while the computer plays on the seat. Players without a
    person, at pass and play, get theirs by the seat."""
    if seat.is_computer:
        return computer_portrait(seat.bot, seat.table_name)
    local = seat.person_id is None and seat.name != DELETED_PLAYER
    return person_portrait(seat.name, seat.number if local else seat.person_id)


def player_face(seat: Seat) -> PlayerFace:
    """The name and portrait of the seat's player for a list."""
    return PlayerFace(isolate(seat.table_name), seat_portrait(seat))


def portraits_of(game: Game) -> dict[int, Portrait]:
    """The portraits of the taken seats."""
    return {seat.number: seat_portrait(seat) for seat in game.seats_with_people}
