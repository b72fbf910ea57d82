"""What a game waits for, so that each turn and each offer is notified once, and not after it has been played or
answered."""

from datetime import datetime
from typing import Any, NamedTuple

from games.models import Game
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification


class CurrentTurn(NamedTuple):
    """The sequence number and the time of the event that started the turn."""

    seq: int
    started: datetime


def current_turn(game: Game) -> CurrentTurn:
    passed = (
        game.events.filter(type__in=("turn_started", "rolled_back")).order_by("-seq").values_list("seq", "at").first()
    )
    return CurrentTurn(*passed) if passed else CurrentTurn(0, game.created)


def latest_offer(game: Game) -> int:
    """The sequence number of the latest offer, which may have been answered; 0 without any."""
    return game.events.filter(type="offer_made").order_by("-seq").values_list("seq", flat=True).first() or 0


REQUEST = ":seat:"
"""Before the number of a request to take over a seat, in the key of its notification."""


def request_of(notification: Notification) -> Any:
    """The request to take over a seat that the notification is about, while it is open: such a one is an offer without
    a number in the log. The notification's own key names it: a column would serve this alone."""
    _, named, pk = notification.dedup_key.rpartition(REQUEST)
    waiting = notification.game.takeover_requests.filter(declined=False) if named and notification.game else None
    return waiting and waiting.filter(pk=pk).first()


NEWS = ":news"
"""At the end of the key of a notification of what became of a turn, an offer or an invitation: it waits for no one, and
`turn_seq` is the number of an event that its person is to see."""


def is_news(notification: Notification) -> bool:
    return notification.dedup_key.endswith(NEWS)


def decline_of(notification: Notification) -> Any:
    """The invitation of the person whom the news names, while it is declined, and they have no seat."""
    game, pk = notification.game, int(notification.dedup_key.removesuffix(NEWS).rpartition(":")[2])
    return game and game.invitations.filter(person=pk, declined=True).exclude(person__seats__game=game).first()


def still_waits(notification: Notification) -> bool:
    """True if the turn, the offer, or the request for a seat that its person was to be notified of still waits for
    this person; of news, if they have not seen it."""
    game, offer, seq = notification.game, notification.kind == NotificationKind.OFFER, notification.turn_seq
    if game is None or game.status != Game.Status.PLAYING:
        return False
    if is_news(notification):
        return game.taken_seats.filter(person_id=notification.person_id, seen_seq__lt=seq).exists()
    if offer and not seq:
        request = request_of(notification)
        seats = request.asked_seats if request else []
    elif seq != (latest_offer(game) if offer else current_turn(game).seq):
        return False
    else:
        seats = game.asked_seats if offer else [game.turn]
    return game.taken_seats.filter(number__in=seats, person_id=notification.person_id, bot="").exists()
