"""Receivers of game signals that create the notifications."""

from collections.abc import Collection, Sequence
from typing import Any

from django.dispatch import receiver

from accounts.models import Person
from games.domain.disputed import RulingMade
from games.domain.events import Event, GameEnded, GameWon, RoundStarted, TurnPassed, WentBack
from games.invitations.blocks import apart_from
from games.live.broadcast import game_advanced, message_said
from games.models import Game, Seat
from games.models.social import Message, Mute
from games.notifications.calling import notify
from games.notifications.happenings import Happening
from games.notifications.places import reachable
from games.notifications.turns import latest_turn

ENDS = frozenset({GameWon, GameEnded})


@receiver(game_advanced, dispatch_uid="calls")
def hear(game: Game, seats: Sequence[Seat], facts: Sequence[Event], **_: Any) -> None:
    """Notify the players of a game of its start, their turn and its end.

    A person who plays against computers only is never notified: no one waits for the other.
    """
    kinds = {type(fact) for fact in facts}
    seated = {seat.person_id: seat.number for seat in seats if seat.person_id}
    if len(seated) < 2 or not (kinds & ENDS or turns(kinds)):
        return
    people = reachable(seated)
    if kinds & ENDS:
        # by sequence number, since a ruling may continue a game, which then ends a second time
        notify(Happening.OVER, game, people, occasion=f"{Happening.OVER}:{game.public_id}:{game.seq}")
    elif game.status == Game.Status.PLAYING and people:
        if any(isinstance(fact, RoundStarted) and fact.number == 1 for fact in facts):
            waiting = [person for person in people if seated[person.pk] != game.turn]
            notify(Happening.STARTED, game, waiting, occasion=f"{Happening.STARTED}:{game.public_id}")
        call_to_turn(game, [person for person in people if seated[person.pk] == game.turn])


def turns(kinds: Collection[type[Event]]) -> bool:
    """Return True if the turn has passed to another seat. A ruling that takes moves back has its own notification."""
    return TurnPassed in kinds or (WentBack in kinds and RulingMade not in kinds)


@receiver(message_said, dispatch_uid="calls")
def hear_talk(message: Message, **_: Any) -> None:
    """Notify the other players of a chat message, except those who have muted or blocked its author."""
    if message.person_id is None:
        return
    seats = message.game.taken_seats.exclude(person=message.person_id).filter(person__isnull=False)
    deaf = Mute.objects.filter(muted=message.person_id).values_list("person_id", flat=True)
    others = reachable(set(seats.values_list("person_id", flat=True)) - set(deaf) - apart_from(message.person_id))
    notify(Happening.CHAT, message.game, others, occasion=f"{Happening.CHAT}:{message.pk}")


def call_to_turn(game: Game, people: Sequence[Person]) -> None:
    """Notify the players of their turn; the first to play is not also notified of the start."""
    if people:
        number = latest_turn(game).number
        occasion = f"{Happening.MY_TURN}:{game.public_id}:{number}"
        notify(Happening.MY_TURN, game, people, occasion=occasion, moment=number)
