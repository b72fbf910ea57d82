"""The players whom a person follows, and where they play."""

from typing import Any, NamedTuple

from accounts.models import Person
from accounts.person_names import isolate
from games.community import follows
from games.community.models import Follow
from games.contexts.lobby import open_tables
from games.contexts.watch import games_of_people, tables_for
from games.live.online import online_among
from games.presenters.portraits import PlayerFace, person_portrait


class FollowedPlayer(NamedTuple):
    """A player whom the user follows; `online` is False also for one who does not show it."""

    pk: int
    username: str
    face: PlayerFace
    online: bool
    notify: bool


def following_context(person: Person | None) -> dict[str, Any]:
    """The players whom the person follows, and the tables where they wait for players or play now."""
    rows = follows.follows_of(person) if person else []
    visible = follows.visible_followed(person, rows) if person else set()
    online = online_among(visible)
    players = sorted((_player(row, online) for row in rows), key=lambda player: not player.online)
    waiting = open_tables(person, of=visible).rows if visible else []
    return {"players": players, "waiting": waiting, "watched": tables_for(person, games_of_people(visible))}


def _player(row: Follow, online: set[int]) -> FollowedPlayer:
    other = row.followed
    face = PlayerFace(isolate(other), person_portrait(str(other), other.pk))
    return FollowedPlayer(row.pk, other.username, face, other.pk in online, row.notify)


def follow_context(user: Any, person: Person) -> dict[str, bool]:
    """The context of the button on a player's page."""
    member = isinstance(user, Person) and not user.is_guest and user != person
    followed = member and Follow.objects.filter(person=user.pk, followed=person).exists()
    return {"can_follow": member, "follows": followed}
