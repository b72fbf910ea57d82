"""Blocks between people, who are kept from sharing a table."""

from collections.abc import Iterable

from accounts.models import Person
from games.invitations.blocks import blocked_among, is_blocked_by
from games.services.outcomes import Refused, refused


def block_refusal(person: Person, others: Iterable[int]) -> Refused | None:
    """Return why the person cannot join these people. A block by another reads like a removal by the host."""
    seated_people = set(others) - {person.pk}
    blocked = blocked_among(person, seated_people)
    if blocked:
        return refused("blocked-there", name=str(blocked))
    return refused("shut-out") if is_blocked_by(person, seated_people) else None
