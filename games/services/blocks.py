"""Blocks between people, who are kept from sharing a table."""

from collections.abc import Iterable

from accounts.models import Person
from games.community.blocks import blocks_between
from games.services.outcomes import Refused, refused


def block_refusal(person: Person, others: Iterable[int]) -> Refused | None:
    """Why the person cannot join these people. A block by another reads like a removal by the host."""
    blocks = blocks_between(person, set(others) - {person.pk})
    own = next((block for block in blocks if block.person_id == person.pk), None)
    if own:
        return refused("blocked-there", name=str(own.blocked))
    return refused("shut-out") if blocks else None
