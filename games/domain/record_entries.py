"""Convert the events of a log back to the entries of a record (RULEBOOK 12.5, 12.6)."""

import re
from collections.abc import Iterable, Iterator

from . import events
from .cards import Card
from .moves import AddAndPlay, Capture, MakeBuild, Play, PluckAndPlay, TableBuild, Trail
from .notation import write_move

CALL = re.compile(r"(claim|orange|resign)@([1-6])")

type Entry = tuple[int, str]
"""A seat and the text of its move, claim, call or resignation."""


class _Turn:
    """One turn being assembled from its events."""

    def __init__(self) -> None:
        self.seat = 0
        self.play: Play | None = None
        self.added: events.BuildAddedTo | None = None
        self.pluck: Card | None = None
        self.before = False

    def plays(self, seat: int, play: Play) -> None:
        self.seat, self.play = seat, play

    def plucks(self, event: events.CardPlucked) -> None:
        self.pluck, self.before = event.card, self.play is None

    def entry(self) -> Iterator[Entry]:
        """The finished turn, if a card was played in it."""
        if self.play is not None:
            rest = self._with_addition(self.play)
            move = rest if self.pluck is None else PluckAndPlay(self.pluck, rest, self.before)
            yield self.seat, write_move(move)

    def _with_addition(self, play: Play) -> Play | AddAndPlay:
        added = self.added
        return play if added is None else AddAndPlay(added.before, added.loose, play, added.stolen)


def entries_of(log: Iterable[events.Event]) -> Iterator[Entry]:
    """Everything played, claimed, called and resigned, in order, as text."""
    turn = _Turn()
    for event in log:
        match event:
            case events.CardPlucked():
                turn.plucks(event)
            case events.CardTrailed(seat, card):
                turn.plays(seat, Trail(card))
            case events.BuildAddedTo():
                turn.added = event
            case events.BuildMade(seat):
                turn.plays(seat, _building(turn.play, event))
            case events.CardsCaptured(seat, played, loose, builds):
                turn.plays(seat, Capture(played, loose, builds, stolen=event.stolen))
            case events.OrangeCalled(seat) if isinstance(turn.play, Capture) and seat == turn.seat:
                turn.play = turn.play._replace(orange=True)
            case events.SweepMade() | events.PointsAwarded() | events.BuildsReleased() | events.ClaimBanLifted():
                continue
            case _:
                yield from turn.entry()
                yield from _said(event)
                turn = _Turn()
    yield from turn.entry()


def _building(before: Play | None, event: events.BuildMade) -> Play:
    if isinstance(before, Trail):
        return TableBuild(before.card, event.loose, event.build.value, event.for_partner)
    return MakeBuild(event.played[0], event.loose, event.builds, event.build.value, event.for_partner, event.stolen)


def _said(event: events.Event) -> Iterator[Entry]:
    match event:
        case events.ClaimMade(seat):
            yield seat, f"claim@{seat}"
        case events.OrangeCalled(seat):
            yield seat, f"orange@{seat}"
        case events.SeatResigned(seat):
            yield seat, f"resign@{seat}"
        case _:
            return
