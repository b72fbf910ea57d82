"""Following other players: who is online, and who has opened a table.

A block silences a follow in both directions, and so does a player who shows nothing to followers. The follower's own
list does not change by that, so that it does not reveal it.
"""

from collections.abc import Sequence

from accounts.models import Person
from accounts.person_names import isolate
from accounts.person_preferences import preferences_of
from casino.clock import now
from casino.transactions import write_transaction
from games.community.blocks import blocked_among, blocked_either_way
from games.community.models import Follow
from games.domain.refusal import Refusal, refuse

MAX_FOLLOWS = 100


def follow(person: Person, other: Person) -> Refusal | None:
    """Follow a member, who is not told. Following twice changes nothing."""
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)  # so that two at once are counted
        if blocked_among(person, [other.pk]):
            return refuse("bad-request", "", "follow-blocked", name=isolate(other))
        others = Follow.objects.filter(person=person).exclude(followed=other)
        if others.count() >= MAX_FOLLOWS:
            return refuse("bad-request", "", "follows-many", most=MAX_FOLLOWS)
        Follow.objects.get_or_create(person=person, followed=other, defaults={"since": now()})
    return None


def unfollow(person: Person, other: Person) -> None:
    with write_transaction():
        Follow.objects.filter(person=person, followed=other).delete()


def set_notify(person: Person, other: Person, wanted: bool) -> None:
    """Notify the person of tables that the followed player opens, or stop that."""
    with write_transaction():
        Follow.objects.filter(person=person, followed=other).update(notify=wanted)


def follows_of(person: Person) -> list[Follow]:
    """The follows of the person, by name."""
    rows = Follow.objects.filter(person=person, followed__is_active=True).select_related("followed__preferences")
    return sorted(rows[:MAX_FOLLOWS], key=lambda row: str(row.followed).casefold())


def visible_followed(person: Person, follows: Sequence[Follow]) -> set[int]:
    """Those of the followed who show what they do, and are not kept apart from the person by a block."""
    shown = {row.followed_id for row in follows if preferences_of(row.followed).show_online}
    return shown - blocked_either_way(person.pk) if shown else set()
