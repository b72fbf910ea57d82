"""Reminders before time runs out.

Nothing is scheduled ahead: each run notifies the people whose time is short, once per turn, however often it runs and
wherever the deadline has moved meanwhile.
"""

from accounts.time_zones import time_zone_of
from casino.clock import now
from casino.transactions import do_each, write_transaction
from games.models import Game, Seat
from games.notifications.current_turn import current_turn
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify
from games.notifications.kinds import NotificationKind
from games.notifications.preferences import MAX_NOTICE_LENGTH, preferences_by_person, reminder_time


def send_reminders() -> int:
    """Notify everyone whose time is running out; return the number of games concerned."""
    seats = seats_short_of_time()
    recipients = {person.pk for person in reachable({seat.person_id for seat in seats if seat.person_id})}
    return do_each((seat for seat in seats if seat.person_id in recipients), remind_if_due)


def seats_short_of_time() -> list[Seat]:
    """The seats to play that have little time left, but some."""
    time = now()
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__gt=time, deadline__lte=time + MAX_NOTICE_LENGTH)
    turns = dict(games.values_list("pk", "turn"))
    seats = Seat.objects.filter(game__in=turns, bot="", person__isnull=False).select_related("game", "person")
    return [seat for seat in seats if seat.number == turns[seat.game_id]]


def remind_if_due(seat: Seat) -> bool:
    """Send the reminder if it is due; return True if it was sent."""
    game, person = seat.game, seat.person
    turn = current_turn(game)
    if person is None or game.deadline is None:
        return False
    preferences = preferences_by_person([person])[person.pk]
    due = reminder_time(preferences, time_zone_of(person), turn.started, game.deadline)
    if due is None or due > now():
        return False
    dedup_key = f"{NotificationKind.TIME_SHORT}:{game.public_id}:{turn.seq}"
    with write_transaction():
        notify(NotificationKind.TIME_SHORT, game, [person], dedup_key=dedup_key, turn_seq=turn.seq)
    return True
