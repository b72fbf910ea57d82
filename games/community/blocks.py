"""Queries of blocks: the people kept apart, and the messages hidden from each other."""

from collections.abc import Iterable, Sequence

from django.db.models import F, Q, QuerySet

from accounts.models import Person
from casino.prepared_queries import PreparedQuery
from games.community.models import Block
from games.models import Game
from games.models.social import ChatMessage, Mute


def blocked_either_way(person_id: int) -> set[int]:
    """The people whom this person has blocked, and those who have blocked this person."""
    pairs = blocks_with(person_id).values_list("person", "blocked")
    return {person for pair in pairs for person in pair} - {person_id}


def blocked_among(person: Person, others: Iterable[int]) -> Person | None:
    """One of the others whom the person has blocked."""
    block = Block.objects.filter(person=person, blocked__in=others).select_related("blocked").first()
    return block.blocked if block else None


def blocks_between(person: Person, others: Iterable[int]) -> list[Block]:
    """The person's blocks of the others, and theirs of the person."""
    either_way = Q(person=person, blocked__in=others) | Q(person__in=others, blocked=person)
    return list(Block.objects.filter(either_way))


def hidden_messages(person: Person) -> tuple[set[int], Q]:
    """Those whom the person has blocked, and the condition for messages hidden from the person.

    Hidden are all messages of theirs, and those that people who have blocked the person have written since. Earlier
    messages stay visible, so that a block does not show.
    """
    blocks = _blocks(person.pk)
    own = {block.blocked_id for block in blocks if block.person_id == person.pk}
    hidden = Q(person__in=own) if own else Q()
    for block in blocks:
        if block.blocked_id == person.pk:
            hidden |= Q(person=block.person_id, at__gte=block.blocked_at)
    return own, hidden


def blocks_with(person_id: int) -> QuerySet[Block]:
    return Block.objects.filter(Q(person=person_id) | Q(blocked=person_id))


_blocks = PreparedQuery(blocks_with, int)


def host_messages(games: Sequence[Game], reader: Person) -> dict[int, str]:
    """The latest message of the host at each of these tables, unless the reader has muted the host."""
    muted = Mute.objects.filter(person=reader).values("muted")
    said = ChatMessage.objects.filter(game__in=games, person=F("game__host"), removed=None, phrase="")
    return dict(said.exclude(person__in=muted).order_by("pk").values_list("game_id", "text")) if games else {}
