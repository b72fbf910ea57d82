"""A table that waits for its players: the seats, taken and free, and the viewer's options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.domain.perspective import Perspective

from .terms import LEVELS, terms_lines


@dataclass(frozen=True, slots=True)
class Place:
    """One seat. `level` is a computer player's; `side` counts partnerships from 1, or is 0."""

    number: int
    name: str
    me: bool
    host: bool
    level: str
    side: int

    @property
    def free(self) -> bool:
        return not self.name


@dataclass(frozen=True, slots=True)
class WaitingView:
    """The waiting table.

    `hosting`: the viewer opened this table, or became the host when the person who did left. `asked`: the people who
    were invited and have no seat; true for those who have declined.
    """

    places: tuple[Place, ...]
    hosting: bool
    seated: bool
    public: bool
    rated: bool
    terms: tuple[str, ...]
    levels: tuple[tuple[str, str], ...]
    usual_level: str
    asked: tuple[tuple[str, bool], ...] = ()

    @property
    def may_leave(self) -> bool:
        """True if the viewer may leave; a host without other people cancels the game instead."""
        others = any(not (place.free or place.me or place.level) for place in self.places)
        return self.seated and (others or not self.hosting)

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(place.number for place in self.places if place.free)


def waiting_view(
    sight: Perspective,
    bots: Mapping[int, str],
    host_seat: int,
    usual_level: str,
    asked: Iterable[tuple[str, bool]] = (),
) -> WaitingView:
    """Return the waiting table. `bots` are the levels of computer players by seat, `host_seat` is the host's."""
    return WaitingView(
        places=tuple(_place(sight, number, bots, host_seat) for number in range(1, sight.seats + 1)),
        hosting=bool(sight.viewer) and sight.viewer == host_seat,
        seated=bool(sight.viewer),
        public=sight.terms.public,
        rated=sight.terms.rated,
        terms=terms_lines(sight.terms),
        levels=tuple((level, str(name)) for level, name in LEVELS.items()),
        usual_level=usual_level,
        asked=tuple(asked),
    )


def _place(sight: Perspective, number: int, bots: Mapping[int, str], host_seat: int) -> Place:
    return Place(
        number=number,
        name=sight.players[number - 1],
        me=number == sight.viewer,
        host=number == host_seat,
        level=str(LEVELS.get(bots.get(number, ""), "")),
        side=sight.side_of(number) + 1 if sight.partners else 0,
    )
