"""Checks before sending that drop or hold a notification."""

from datetime import datetime

from games.models import Game
from games.notifications.happenings import CHOSEN, OF_THE_TURN, Happening, Way
from games.notifications.models import Call
from games.notifications.presence import visible_at
from games.notifications.turns import has_turn
from games.notifications.wishes import game_wishes_of, quiet_end, ways_for, wishes_of

AT_ONCE = frozenset({Happening.TEST})
"""Notifications that the recipient is waiting for, sent even in quiet hours."""


def useless(call: Call) -> str:
    """Return the reason why the call is no longer useful; empty when it must be sent."""
    happening = Happening(call.happening)
    if happening not in CHOSEN:
        return ""
    wishes = wishes_of([call.person])[call.person_id]
    own = game_wishes_of(call.game, [call.person]).get(call.person_id)
    checks = {
        "the account is closed": not call.person.is_active,
        "no longer wanted": Way(call.way) not in ways_for(wishes, happening, call.game, own),
        "no seat is free there": happening is Happening.INVITATION and not seat_waits(call),
        "the turn has been played": happening in OF_THE_TURN and not turn_stands(call),
        "looks at the table": call.person_id in visible_at(call.game),
    }
    return next((why for why, holds in checks.items() if holds), "")


def turn_stands(call: Call) -> bool:
    return call.game is not None and has_turn(call.game, call.person_id, call.moment)


def seat_waits(call: Call) -> bool:
    """Return True if the table is still waiting, and the person has neither sat down nor declined."""
    game, person = call.game, call.person_id
    if game is None:
        return True
    come = game.taken_seats.filter(person=person).exists()
    declined = game.invitations.filter(person=person, declined=True).exists()
    return game.status == Game.Status.OPEN and not come and not declined


def held_until(call: Call, now: datetime) -> datetime | None:
    """Return the end of the person's current quiet hours, or None."""
    if Happening(call.happening) in AT_ONCE:
        return None
    return quiet_end(wishes_of([call.person])[call.person_id], now)
