"""Requests of people to take over a seat that a computer holds: their only writers.

A request asks all who play at the table, or may return to it, and is about them: it ends when one of them leaves, or
another person comes. So no one gets to the table by waiting for those who said no to go.
"""

from collections.abc import Iterable, Sequence

from accounts.models import Person
from casino.transactions import write_transaction
from games.domain.commands import TakeOverSeat
from games.domain.events import Event, SeatForfeited, SeatTakenOver
from games.domain.provably_fair import SERVER_SEED_ONLY
from games.domain.state import GameState
from games.domain.table import NO_SEAT
from games.invitations.models import TakeoverRequest
from games.live import broadcast
from games.log.attestations import ever_seated
from games.log.store import load, lock_game, user_actor
from games.models import Game, Plan, Seat
from games.models.game import bits_of_seats
from games.models.social import ChatMessage, Presence
from games.notifications.game_events import notify_of_request
from games.services.blocks import block_refusal
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Refused, refused
from games.services.players import distinct_name
from games.services.suspensions import suspension_refusal
from games.services.tables import seat_keepers


def takeable_seats(game: Game, state: GameState) -> list[Seat]:
    """The seats that a computer holds for good, where another person may ask for one.

    In no rated game, where a loss stays with the one who left, and in none whose cards others may know: those of shared
    deals come from the server's seed alone.
    """
    if state.table_settings.rated or state.shuffle_version == SERVER_SEED_ONLY:
        return []
    if game.status != Game.Status.PLAYING or state.paused:
        return []
    held = [seat for seat in game.seats_with_people if seat.bot]
    free = [seat for seat in held if seat.person_id is None or seat.number in state.forfeited_seats]
    return free if people_asked(game, state) else []


def people_asked(game: Game, state: GameState) -> list[int]:
    """The seats of the people who must agree: all but those who have left."""
    seats = game.seats_with_people
    return [seat.number for seat in seats if seat.person_id and seat.number not in state.forfeited_seats]


def open_requests(game: Game, state: GameState) -> list[TakeoverRequest]:
    """The requests that still hold."""
    takeable = {seat.number for seat in takeable_seats(game, state)}
    if not takeable:
        return []
    waiting = TakeoverRequest.objects.filter(game=game, declined=False).select_related("person")
    return [request for request in waiting if request.number in takeable]


def end_requests(game: Game, events: Sequence[Event]) -> None:
    """End the requests about a table whose people are others now."""
    if any(isinstance(event, SeatForfeited | SeatTakenOver) for event in events):
        TakeoverRequest.objects.filter(game=game, declined=False).delete()


def ask_for_seat(game: Game, person: Person, number: int) -> Accepted | Refused:
    """Ask the people at the table to let this person take over a seat, one person for each seat at a time."""
    with write_transaction():
        game = lock_game(game.pk)
        state = load(game)[0]
        waiting = open_requests(game, state)
        passes_time = Game.objects.filter(pk=game.pk, practice_of__isnull=False)  # until an opponent comes
        if number not in {seat.number for seat in takeable_seats(game, state)} or passes_time.exists():
            return refused("takeover-gone")
        if asked := next((request for request in waiting if request.number == number), None):
            return Accepted(game.seq) if asked.person_id == person.pk else refused("takeover-asked")
        if refusal := _refusal(game, person):
            return refusal
        people = people_asked(game, state)
        request, _ = TakeoverRequest.objects.update_or_create(
            game=game, person=person, defaults={"number": number, "asked": bits_of_seats(people)}
        )
        notify_of_request(game, people, request.pk)
        return _told(game)


def answer_request(seat: Seat, number: int, agreed: bool) -> Accepted | Refused:
    """Agree to the request for the seat `number`, or decline it: then the same person doesn't ask again in this game.

    When the last of those asked agrees, the person takes the seat over.
    """
    with write_transaction():
        game = lock_game(seat.game_id)
        waiting = open_requests(game, load(game)[0])
        request = next((each for each in waiting if each.number == number and seat.number in each.asked_seats), None)
        if request is None or seat.person_id not in game.people:
            return refused("takeover-gone")
        request.declined = not agreed
        request.asked &= ~(1 << seat.number)
        request.save(update_fields=["declined", "asked"])
        return _take_over(game, request) if agreed and not request.asked else _told(game)


def withdraw_request(game: Game, person: Person) -> bool:
    """Withdraw the person's request; return True if there was one."""
    with write_transaction():
        withdrawn, _ = TakeoverRequest.objects.filter(game=game, person=person, declined=False).delete()
        if withdrawn:
            _told(game)
    return bool(withdrawn)


def _told(game: Game) -> Accepted:
    broadcast.publish_presence_changed(game.public_id)
    broadcast.publish_people_changed(game.people)
    return Accepted(game.seq)


def _refusal(game: Game, person: Person) -> Refused | None:
    """Why this person may not play here. Whoever has had a seat in the game, or has ruled in it, knows cards."""
    if barred := suspension_refusal(person.pk):
        return barred
    looked = game.events.filter(type="hands_revealed_to_director", actor=user_actor(person.pk))
    if ever_seated(game, person.pk) or looked.exists():
        return refused("takeover-seen")
    if game.bans.filter(person=person).exists():
        return refused("shut-out")
    if not all(seat_keepers(game, person)):
        return refused("seat-kept")
    if TakeoverRequest.objects.filter(game=game, person=person, declined=True).exists():
        return refused("takeover-declined")
    return block_refusal(person, filter(None, {game.host_id, *_people(game)}))


def _people(game: Game) -> Iterable[int | None]:
    return (seat.person_id for seat in game.seats_with_people)


def _take_over(game: Game, request: TakeoverRequest) -> Accepted | Refused:
    """Give the seat to the person who asked, unless they may not play here any longer: that ends the request."""
    person, number = request.person, request.number
    request.delete()
    if _refusal(game, person):
        _told(game)
        return refused("takeover-gone")
    tx = GameTransaction(game)
    name = distinct_name(str(person), [seat.name for seat in game.seats_with_people if seat.number != number])
    tx.execute_trusted(TakeOverSeat(number, name), user_actor(person.pk))
    finished = tx.state.finished_round
    Plan.objects.filter(seat__game=game, seat__number=number).delete()
    Presence.objects.filter(game=game, seat=number).delete()
    ChatMessage.objects.filter(game=game, seat=number).update(seat=NO_SEAT)
    game.taken_seats.filter(number=number).update(
        person=person, name=name, bot="", seen_seq=game.seq, seen_round=finished.number if finished else 0
    )
    vars(game).pop("seats_with_people", None)
    tx.record_time_off([number])
    tx.commit()
    return Accepted(game.seq)
