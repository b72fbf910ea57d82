"""The texts of a person's notifications, in the person's language."""

from collections.abc import Sequence

from accounts.models import Person
from games.notifications.happenings import Happening
from games.notifications.links import own_games_link, queue_link, table_link
from games.notifications.models import Call
from games.presenters.calls import CallLine, call_line


def lines_of(person: Person, calls: Sequence[Call]) -> list[CallLine]:
    """Return one line for each, in chronological order."""
    return [line_of(person, call) for call in sorted(calls, key=lambda call: (call.created, call.pk))]


def line_of(person: Person, call: Call) -> CallLine:
    if call.game is None:
        notice = call.happening == Happening.RULING  # shown above the person's games
        return call_line(call.happening, own_games_link() if notice else table_link(None))
    seats = call.game.taken_seats.order_by("number")
    others = [seat.called for seat in seats if seat.person_id != person.pk]
    directs = call.happening == Happening.DISPUTE and all(seat.person_id != person.pk for seat in seats)
    link = queue_link() if directs else table_link(call.game)
    return call_line(call.happening, link, call.game.preset, others)
