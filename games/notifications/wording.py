"""A person's calls in words, in the person's language."""

from collections.abc import Sequence

from accounts.models import Person
from games.notifications.links import table_link
from games.notifications.models import Call
from games.presenters.calls import CallLine, call_line


def lines_of(person: Person, calls: Sequence[Call]) -> list[CallLine]:
    """One line for each, in the order in which it happened."""
    return [line_of(person, call) for call in sorted(calls, key=lambda call: (call.created, call.pk))]


def line_of(person: Person, call: Call) -> CallLine:
    if call.game is None:
        return call_line(call.happening, table_link(None))
    seats = call.game.taken_seats.order_by("number")
    others = [seat.name for seat in seats if seat.person_id != person.pk]
    return call_line(call.happening, table_link(call.game), call.game.preset, others)
