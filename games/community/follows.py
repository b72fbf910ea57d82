"""Following other players: who is online, and who has opened a table.

A block silences a follow in both directions, and so does a player who shows nothing to followers. The follower's own
list does not change by that, so that it does not reveal it.
"""

from collections.abc import Sequence

from accounts.models import Person
from accounts.preferences.selectors import preferences_of
from casino.clock import now
from casino.transactions import write_transaction
from games.community.models import Follow
from games.domain.events import Event
from games.domain.setup_events import GameOpened
from games.invitations.blocks import blocked_among, blocked_either_way
from games.models import Game, Seat
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify
from games.notifications.kinds import NotificationKind
from games.services.outcomes import Refused, refused

MAX_FOLLOWS = 100
MAX_NOTIFIED = 500
"""Maximum number of followers notified of a table, the earliest first."""


def follow(person: Person, other: Person) -> Refused | None:
    """Follow a member, who is not told. Following twice changes nothing."""
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)  # so that two at once are counted
        if blocked_among(person, [other.pk]):
            return refused("follow-blocked", name=str(other))
        others = Follow.objects.filter(person=person).exclude(followed=other)
        if others.count() >= MAX_FOLLOWS:
            return refused("follows-many", most=MAX_FOLLOWS)
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
    """Return the follows of the person, by name."""
    rows = Follow.objects.filter(person=person, followed__is_active=True).select_related("followed__preferences")
    return sorted(rows[:MAX_FOLLOWS], key=lambda row: str(row.followed).casefold())


def visible_followed(person: Person, follows: Sequence[Follow]) -> set[int]:
    """Return those of the followed who show what they do, and are not kept apart from the person by a block."""
    shown = {row.followed_id for row in follows if preferences_of(row.followed).show_online}
    return shown - blocked_either_way(person.pk) if shown else set()


def notify_followers(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Notify followers of a table opened in the lobby, at most once an hour of the same host."""
    opened = any(isinstance(event, GameOpened) for event in events)
    if not (opened and game.public and game.host and game.status == Game.Status.OPEN and len(seats) < game.seats):
        return
    follows = Follow.objects.filter(followed=game.host_id, notify=True).order_by("pk")
    people = set(follows.values_list("person_id", flat=True)[:MAX_NOTIFIED])
    if not people or not preferences_of(game.host).show_online:
        return
    kind, hour = NotificationKind.FOLLOWED_TABLE, int(now().timestamp()) // 3600
    recipients = reachable(people - blocked_either_way(game.host.pk))
    notify(kind, game, recipients, dedup_key=f"{kind}:{game.host_id}:{hour}")
