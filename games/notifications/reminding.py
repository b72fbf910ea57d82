"""Reminders before time runs out.

Nothing is scheduled ahead: each run notifies the people whose time is short, once per turn, however often it runs and
wherever the deadline has moved meanwhile.
"""

from casino.clock import now
from casino.writes import write_transaction
from games.models import Game, Seat
from games.notifications.calling import notify
from games.notifications.happenings import Happening
from games.notifications.places import reachable
from games.notifications.turns import latest_turn
from games.notifications.wishes import LONGEST_NOTICE, reminder_time, wishes_of


def remind() -> int:
    """Notify everyone whose time is running out; return the number of games concerned."""
    seats = short_of_time()
    known = {person.pk for person in reachable({seat.person_id for seat in seats if seat.person_id})}
    return sum(call_in_time(seat) for seat in seats if seat.person_id in known)


def short_of_time() -> list[Seat]:
    """Return the seats to play that have little time left, but some."""
    time = now()
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__gt=time, deadline__lte=time + LONGEST_NOTICE)
    turns = dict(games.values_list("pk", "turn"))
    seats = Seat.objects.filter(game__in=turns, bot="", person__isnull=False).select_related("game", "person")
    return [seat for seat in seats if seat.number == turns[seat.game_id]]


def call_in_time(seat: Seat) -> bool:
    """Send the reminder if it is due; return True if it was sent."""
    game, person = seat.game, seat.person
    turn = latest_turn(game)
    if person is None or game.deadline is None:
        return False
    due = reminder_time(wishes_of([person])[person.pk], turn.begun, game.deadline)
    if due is None or due > now():
        return False
    occasion = f"{Happening.TIME_SHORT}:{game.public_id}:{turn.number}"
    with write_transaction():
        notify(Happening.TIME_SHORT, game, [person], occasion=occasion, moment=turn.number)
    return True
