"""The rematch of a finished game, as the page of that game shows it."""

from collections.abc import Mapping

from accounts.models import Person
from games import services
from games.domain.perspective import Perspective
from games.domain.table import NO_SEAT
from games.models import DELETED_PLAYER, Game
from games.notifications.game_events import rematch_delivery_by_seat
from games.presenters.rematches import Answer, Part, RematchView, rematch_view


def rematch_of_table(game: Game, perspective: Perspective, player: Person | None) -> RematchView | None:
    """The rematch that was offered on this finished game's page, for one of its players or for a spectator."""
    rematch = Game.objects.filter(rematch_of=game).first()
    gone = [seat.number for seat in game.seats_with_people if seat.name == DELETED_PLAYER]
    impossible = rematch_view(perspective, "", "", "closed", NO_SEAT, dict.fromkeys(gone, "closed"))
    none = impossible if player and gone else None
    if rematch is None:
        return none
    declined = dict(rematch.invitations.values_list("person_id", "declined")) if player else {}
    part = _part(rematch, player, declined)
    if rematch.status == Game.Status.CANCELLED and part != "closed":
        return none
    by_person = {seat.person_id: seat.number for seat in game.seats_with_people if seat.person_id}
    answers = _answers(game, rematch, declined) if part in ("joined", "closed") else {}
    host = by_person.get(rematch.host_id or 0, 0)
    return rematch_view(perspective, rematch.public_id, rematch.commitment, part, host, answers)


def _part(rematch: Game, player: Person | None, declined: Mapping[int, bool]) -> Part:
    """What the player can do; `declined`: whether each person invited has."""
    if player is None:
        return ""
    if rematch.status == Game.Status.CANCELLED:
        return "closed" if rematch.host_id == player.pk and declined and all(declined.values()) else ""
    seats = list(rematch.taken_seats.all())
    joined = any(seat.person_id == player.pk for seat in seats)
    if rematch.status == Game.Status.OPEN and len(seats) < rematch.seats and not joined:
        if not services.may_sit_down(rematch, player):
            return ""
        return "declined" if declined.get(player.pk) else "asked"
    if not joined:
        return ""
    if rematch.status == Game.Status.OVER:
        return "over"
    return "joined" if len(seats) < rematch.seats else "begun"


def _answers(game: Game, rematch: Game, declined: Mapping[int, bool]) -> dict[int, Answer]:
    """The answers of the players who have not joined, by seat."""
    there = set(rematch.taken_seats.values_list("person_id", flat=True)) | {rematch.host_id}
    reached: dict[int, Answer] = dict(rematch_delivery_by_seat(game, rematch))
    missing = {seat.number: seat.person_id for seat in game.seats_with_people if seat.person_id not in there}
    return {
        number: "closed" if person not in declined else "declined" if declined[person] else reached[number]
        for number, person in missing.items()
        if person is not None
    }
