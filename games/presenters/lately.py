"""The latest play, or the plays since the viewer's last look, shown beside the table until the next move."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile

from games.domain.perspective import HiddenPack, Perspective, SeenEvent

from .events import Line, spoken
from .moments import Moment, moments
from .names import Names

MOST_TURNS = 9


@dataclass(frozen=True, slots=True)
class Lately:
    """Calls and plays turn by turn. `fresh`: some of it is new to the viewer; `away`: more than one move is."""

    turns: tuple[tuple[Line, ...], ...] = ()
    fresh: bool = False
    away: bool = False


def lately(sight: Perspective, log: Sequence[SeenEvent], unseen: int) -> Lately:
    """The events from the last move on, or from the first that the viewer has not seen.

    `unseen`: the number of the log's last events that the viewer has not seen.
    """
    cut = [moment for moment in moments(log) if moment.kind != "start"]
    seen = len(log) - unseen
    names = Names(sight)
    told = [spoken(_events(log, moment), names) for moment in _shown(cut, seen)]
    new = [moment for moment in cut if moment.kind == "move" and moment.start >= seen]
    return Lately(tuple(filter(None, told))[-MOST_TURNS:], fresh=unseen > 0, away=len(new) > 1)


def _events(log: Sequence[SeenEvent], moment: Moment) -> Sequence[SeenEvent]:
    """The events of the moment; those of a round's beginning without the seating before it."""
    happened = log[moment.start : moment.end]
    if moment.kind != "round":
        return happened
    return tuple(dropwhile(lambda event: not isinstance(event, HiddenPack), happened))


def _shown(cut: Sequence[Moment], seen: int) -> Sequence[Moment]:
    moves = [place for place, moment in enumerate(cut) if moment.kind == "move"]
    fresh = [place for place, moment in enumerate(cut) if moment.start >= seen]
    return cut[min([*moves[-1:], *fresh[:1]], default=0) :]
