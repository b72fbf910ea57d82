"""Convert the events of a log back to the entries of a record (RULEBOOK 12.5, 12.6)."""

from collections.abc import Iterable, Iterator

from . import events as facts
from .cards import Card
from .moves import Capture, MakeBuild, Play, Plucked, TableBuild, Trail
from .notation import write_move
from .table import Build

type Entry = tuple[int, str]
"""A seat and the text of its move, claim, call or resignation."""


class _Turn:
    """One turn being assembled from its events."""

    def __init__(self) -> None:
        self.seat = 0
        self.play: Play | None = None
        self.pluck: Card | None = None
        self.before = False

    def plays(self, seat: int, play: Play) -> None:
        self.seat, self.play = seat, play

    def plucks(self, event: facts.CardPlucked) -> None:
        self.pluck, self.before = event.card, self.play is None

    def entry(self) -> Iterator[Entry]:
        """The finished turn, if a card was played in it."""
        if self.play is not None:
            move = self.play if self.pluck is None else Plucked(self.pluck, self.play, self.before)
            yield self.seat, write_move(move)


def entries_of(events: Iterable[facts.Event]) -> Iterator[Entry]:
    """Everything played, claimed, called and resigned, in order, as text."""
    turn = _Turn()
    for event in events:
        match event:
            case facts.CardPlucked():
                turn.plucks(event)
            case facts.CardTrailed(seat, card):
                turn.plays(seat, Trail(card))
            case facts.BuildMade(seat, played, loose, builds, build):
                turn.plays(seat, _building(turn.play, seat, played, (loose, builds), build))
            case facts.CardsCaptured(seat, played, loose, builds):
                turn.plays(seat, Capture(played, loose, builds))
            case facts.OrangeCalled(seat) if isinstance(turn.play, Capture) and seat == turn.seat:
                turn.play = turn.play._replace(orange=True)
            case facts.SweepMade() | facts.PointsGiven() | facts.BuildsDisowned():
                continue
            case _:
                yield from turn.entry()
                yield from _said(event)
                turn = _Turn()
    yield from turn.entry()


def _building(
    before: Play | None,
    seat: int,
    played: tuple[Card, ...],
    items: tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]],
    build: Build,
) -> Play:
    if isinstance(before, Trail):
        return TableBuild(before.card, items[0], build.value, build.owner != seat)
    return MakeBuild(played[0], *items, build.value, build.owner != seat)


def _said(event: facts.Event) -> Iterator[Entry]:
    match event:
        case facts.ClaimMade(seat):
            yield seat, f"claim@{seat}"
        case facts.OrangeCalled(seat):
            yield seat, f"orange@{seat}"
        case facts.SeatResigned(seat):
            yield seat, f"resign@{seat}"
        case _:
            return
