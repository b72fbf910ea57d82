"""Reminders before time runs out. Nothing is planned ahead: whoever's time is short when this is asked is called, once
for each turn, however often it is asked and wherever the deadline has moved to meanwhile."""

from casino.clock import now
from casino.writes import write_transaction
from games.models import Game, Seat
from games.notifications.calling import notify
from games.notifications.happenings import Happening
from games.notifications.places import reachable
from games.notifications.turns import latest_turn
from games.notifications.wishes import LONGEST_NOTICE, reminder_time, wishes_of


def remind() -> int:
    """Call everybody whose time is running out; how many games that concerned."""
    seats = short_of_time()
    known = {person.pk for person in reachable({seat.person_id for seat in seats if seat.person_id})}
    return sum(call_in_time(seat) for seat in seats if seat.person_id in known)


def short_of_time() -> list[Seat]:
    """Those whose turn it is where little time is left, as long as there is some."""
    time = now()
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__gt=time, deadline__lte=time + LONGEST_NOTICE)
    turns = dict(games.values_list("pk", "turn"))
    seats = Seat.objects.filter(game__in=turns, bot="", person__isnull=False).select_related("game", "person")
    return [seat for seat in seats if seat.number == turns[seat.game_id]]


def call_in_time(seat: Seat) -> bool:
    """Whether it is time to remind."""
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
