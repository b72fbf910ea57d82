"""The notifications of new events in a game's log, to players and to followers of the host, and of chat messages."""

from collections.abc import Collection, Mapping, Sequence, Set

from accounts.models import Person
from accounts.person_preferences import preferences_of
from casino.clock import now
from casino.transactions import write_transaction
from games.community.blocks import blocked_either_way
from games.community.models import Follow
from games.domain.dispute_events import GameResumed, RulingMade
from games.domain.events import (
    BotTookOver,
    Event,
    GameEnded,
    GameWon,
    OfferDeclined,
    OfferMade,
    RolledBack,
    RoundStarted,
    SeatForfeited,
    SeatTakenOver,
    TurnExpired,
    TurnStarted,
)
from games.domain.setup_events import GameCancelled, GameOpened
from games.live import presence
from games.models import Game, Seat
from games.models.social import ChatMessage, Mute
from games.notifications.current_turn import NEWS, REQUEST, current_turn, latest_offer
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify, wanted_destinations
from games.notifications.game_details import never_began
from games.notifications.kinds import DeliveryMethod, NotificationKind
from games.notifications.models import Notification, NotificationPreferences
from games.presenters.offers import Delivery

MAX_FOLLOWERS = 500
"""Maximum number of followers notified of a table, the earliest first."""

ENDS = frozenset({GameWon, GameEnded, GameCancelled})
TOLD = ENDS | {OfferMade, OfferDeclined, TurnExpired, BotTookOver}


def notify_players(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Notify the players of a game of its start, or of the seat that they take over; of their turn, or that it was
    played for them; of offers that they are to answer, or that were declined; and of its end.

    A person who plays against computers only is never notified: no one waits for the other.
    """
    kinds = {type(event) for event in events}
    seated = {seat.person_id: seat.number for seat in seats if seat.person_id}
    newcomers = {event.seat for event in events if isinstance(event, SeatTakenOver)}
    if len(seated) < 2 or not (kinds & TOLD or turn_changed(kinds) or newcomers):
        return
    people = reachable(seated)
    if GameCancelled in kinds and never_began(game):  # by the host
        people = [person for person in people if person.pk != game.host_id]
    if kinds & ENDS and RulingMade in kinds:
        return  # the ruling has its own notification
    if kinds & ENDS:
        # by sequence number, since a ruling may continue a game, which then ends a second time
        notify(NotificationKind.OVER, game, people, dedup_key=f"{NotificationKind.OVER}:{game.public_id}:{game.seq}")
    elif game.status == Game.Status.PLAYING and people:
        begun = any(isinstance(event, RoundStarted) and event.number == 1 for event in events)
        if begun or newcomers:
            told = newcomers or set(seated.values())
            waiting = [person for person in people if seated[person.pk] in told - {game.turn}]
            notify(NotificationKind.STARTED, game, waiting, dedup_key=f"{NotificationKind.STARTED}:{game.public_id}")
        if turn_changed(kinds) or newcomers:
            again = f":{game.seq}" if GameResumed in kinds else ""
            notify_of_turn(game, [person for person in people if seated[person.pk] == game.turn], again)
        if OfferMade in kinds:
            notify_of_offer(game, [person for person in people if seated[person.pk] in game.asked_seats])
        notify_of_news(game, {seated[person.pk]: person for person in people}, events)


def turn_changed(kinds: Set[type[Event]]) -> bool:
    """True if the turn has passed to another seat, or its clock runs again. A ruling has its own notification."""
    return TurnStarted in kinds or (RulingMade not in kinds and bool(kinds & {RolledBack, GameResumed}))


def notify_of_message(message: ChatMessage) -> None:
    """Notify the other players of a chat message, except those who have muted or blocked its author."""
    if message.game is None or message.person_id is None or message.audience != ChatMessage.Audience.TABLE:
        return
    seats = message.game.taken_seats.exclude(person=message.person_id).filter(person__isnull=False)
    muted_by = Mute.objects.filter(muted=message.person_id).values_list("person_id", flat=True)
    others = reachable(
        set(seats.values_list("person_id", flat=True)) - set(muted_by) - blocked_either_way(message.person_id)
    )
    notify(NotificationKind.CHAT, message.game, others, dedup_key=f"{NotificationKind.CHAT}:{message.pk}")


def notify_of_turn(game: Game, people: Sequence[Person], again: str = "") -> None:
    """Notify the players of their turn; the first to play is not also notified of the start. `again`: added to the
    key of a turn that may have been told before."""
    if people:
        seq = current_turn(game).seq
        dedup_key = f"{NotificationKind.MY_TURN}:{game.public_id}:{seq}{again}"
        notify(NotificationKind.MY_TURN, game, people, dedup_key=dedup_key, turn_seq=seq)


def notify_of_offer(game: Game, people: Sequence[Person]) -> None:
    """Notify the players who are asked of the offer just made."""
    if people:
        seq, kind = latest_offer(game), NotificationKind.OFFER
        notify(kind, game, people, dedup_key=f"{kind}:{game.public_id}:{seq}", turn_seq=seq)


def notify_of_news(game: Game, people: Mapping[int, Person], events: Sequence[Event]) -> None:
    """Notify the players, by seat, of what became of their turn, or of the offer that they made."""
    kinds, news = {type(event) for event in events}, dict[NotificationKind, set[int]]()
    if OfferDeclined in kinds:
        news[NotificationKind.OFFER] = {game.events.get(seq=latest_offer(game)).payload["seat"]}
    if SeatForfeited not in kinds:  # whoever leaves knows of the computer
        lost = {event.seat for event in events if isinstance(event, TurnExpired | BotTookOver)}
        news[NotificationKind.TIME_SHORT] = lost
    for kind, seats in news.items():
        told = [people[seat] for seat in seats if seat in people]
        notify(kind, game, told, dedup_key=f"{kind}:{game.public_id}:{game.seq}{NEWS}", turn_seq=game.seq)


def notify_of_request(game: Game, seats: Collection[int], pk: int) -> None:
    """Notify the players of these seats of a request to take over a seat. `pk` is the request's."""
    people = [seat.person for seat in game.seats_with_people if seat.number in seats and seat.person]
    notify(NotificationKind.OFFER, game, people, dedup_key=f"{NotificationKind.OFFER}:{game.public_id}{REQUEST}{pk}")


def delivery_by_seat(game: Game) -> dict[int, Delivery]:
    """How the open offer reaches each seat that has yet to answer, as far as the one who made it may know. In a live
    game, only those who have seen it are among them."""
    seq, statuses = latest_offer(game), presence.presence_by_seat(game)
    rows = game.taken_seats.filter(number__in=game.asked_seats).values_list("number", "person_id", "seen_seq")
    methods = {} if game.live else methods_by_seat(game, game.asked_seats, NotificationKind.OFFER)
    offers = Notification.objects.filter(game=game, kind=NotificationKind.OFFER, turn_seq=seq)
    sent = set(offers.filter(status=Notification.Status.SENT).values_list("person_id", "method"))
    deliveries: dict[int, Delivery] = {}
    for number, person, seen_seq in rows:
        arrived = {method for receiver, method in sent if receiver == person}
        if statuses.get(number) == "visible":
            deliveries[number] = "here"
        elif seen_seq >= seq:
            deliveries[number] = "seen"
        elif number in methods:
            deliveries[number] = _delivery(arrived, methods[number])
    return deliveries


def rematch_delivery_by_seat(game: Game, rematch: Game) -> dict[int, Delivery]:
    """How the offer of a rematch reaches each player of the finished game, as far as the others may know."""
    people = {seat.number: seat.person_id for seat in game.seats_with_people if seat.person_id}
    pages = presence.pages_by_seat(game.pk)  # of those for whom a computer played on, too
    methods = methods_by_seat(game, people, NotificationKind.INVITATION)
    invitations = Notification.objects.filter(game=rematch, kind=NotificationKind.INVITATION)
    sent = set(invitations.filter(status=Notification.Status.SENT).values_list("person_id", "method"))
    return {
        number: "here"
        if number in pages and pages[number].visible
        else _delivery({method for receiver, method in sent if receiver == person}, methods[number])
        for number, person in people.items()
    }


def _delivery(arrived: Collection[str], methods: Collection[str]) -> Delivery:
    if arrived:
        return "emailed" if DeliveryMethod.EMAIL in arrived else "notified"
    if methods:
        return "email" if DeliveryMethod.EMAIL in methods else "notification"
    return "unreachable"


def methods_by_seat(
    game: Game, seats: Collection[int], kind: NotificationKind = NotificationKind.MY_TURN
) -> dict[int, set[DeliveryMethod]]:
    """How each of these seats' players is told, by default that it is their turn; empty where nothing reaches them."""
    people = {seat.person: seat.number for seat in game.seats_with_people if seat.person and seat.number in seats}
    methods: dict[int, set[DeliveryMethod]] = {number: set() for number in people.values()}
    numbers = {person.pk: number for person, number in people.items()}
    for person_id, method, _ in wanted_destinations(kind, game, list(people)):
        methods[numbers[person_id]].add(method)
    return methods


def remind_of_turn(game: Game) -> bool:
    """Remind the player whose turn it is, at most once a day of each turn; False if that has been done."""
    people = [seat.person for seat in game.seats_with_people if seat.number == game.turn and seat.person]
    turn = current_turn(game).seq
    key = f"{NotificationKind.MY_TURN}:{game.public_id}:{turn}:{now():%Y-%m-%d}"
    if Notification.objects.filter(dedup_key=key).exists():
        return False
    with write_transaction():
        notify(NotificationKind.MY_TURN, game, people, dedup_key=key, turn_seq=turn)
    return True


def needs_player(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> bool:
    """True if these events have opened a table in the lobby that has a free seat."""
    opened = any(isinstance(event, GameOpened) for event in events)
    return opened and game.public and game.status == Game.Status.OPEN and len(seats) < game.seats


def notify_who_wants_table(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Notify those who wait for a table that one needs a player, each once: whoever wants the next has to ask again."""
    host = game.host if needs_player(game, seats, events) else None
    if host is None:
        return
    asked = NotificationPreferences.objects.filter(table_wanted_until__gt=now()).exclude(person=host)
    members = asked.filter(person__is_guest=False) if game.table_settings.get("rated") else asked
    waiting = set(members.order_by("pk").values_list("person", flat=True)[:MAX_FOLLOWERS])
    told = reachable(waiting - blocked_either_way(host.pk)) if waiting else []
    if told:
        notify(NotificationKind.TABLE_OPEN, game, told)
        NotificationPreferences.objects.filter(person__in=told).update(table_wanted_until=None)


def notify_followers(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Notify followers of a table opened in the lobby, at most once an hour of the same host; whoever wanted a table
    has been told of this one."""
    host = game.host if needs_player(game, seats, events) else None
    if host is None:
        return
    follows = Follow.objects.filter(followed=host, notify=True).order_by("pk")
    people = set(follows.values_list("person_id", flat=True)[:MAX_FOLLOWERS])
    if not people or not preferences_of(host).show_online:
        return
    kind, hour = NotificationKind.FOLLOWED_TABLE, int(now().timestamp()) // 3600
    told = Notification.objects.filter(kind=NotificationKind.TABLE_OPEN, game=game).values_list("person", flat=True)
    recipients = reachable(people - set(told) - blocked_either_way(host.pk))
    notify(kind, game, recipients, dedup_key=f"{kind}:{host.pk}:{hour}")
