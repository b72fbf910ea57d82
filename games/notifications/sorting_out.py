"""Whether a call is still of use when it comes to it."""

from datetime import datetime

from games.models import Game
from games.notifications.happenings import CHOSEN, OF_THE_TURN, Happening, Way
from games.notifications.models import Call
from games.notifications.presence import visible_at
from games.notifications.turns import has_turn
from games.notifications.wishes import game_wishes_of, quiet_end, ways_for, wishes_of

AT_ONCE = frozenset({Happening.TEST})
"""What somebody is just waiting for, quiet hours or not."""


def useless(call: Call) -> str:
    """Why it need not be made any more; nothing when it must."""
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
    """Whether the table still waits, and the person has neither sat down nor declined."""
    game, person = call.game, call.person_id
    if game is None:
        return True
    come = game.taken_seats.filter(person=person).exists()
    declined = game.invitations.filter(person=person, declined=True).exists()
    return game.status == Game.Status.OPEN and not come and not declined


def held_until(call: Call, now: datetime) -> datetime | None:
    """The end of the person's quiet hours, when it is in the midst of them."""
    if Happening(call.happening) in AT_ONCE:
        return None
    return quiet_end(wishes_of([call.person])[call.person_id], now)
