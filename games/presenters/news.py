"""The events since the viewer last played: the part of the log that is still news."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.domain import events as facts
from games.domain.perspective import HiddenPack, Perspective, SeenEvent

from .choices import ItemKey, build_key
from .events import Line, spoken
from .names import Names
from .scores import Sheet, sheet

MOST_LINES = 14

PLAYS = (facts.CardTrailed, facts.CardsCaptured, facts.BuildMade)


@dataclass(frozen=True, slots=True)
class News:
    """Sentences, the score sheets of rounds that ended meanwhile, and the items on the table that are new."""

    lines: tuple[Line, ...]
    sheets: tuple[Sheet, ...]
    fresh: frozenset[ItemKey]


def news(sight: Perspective, log: Sequence[SeenEvent]) -> News:
    recent = since_own_move(log, sight.viewer)
    names = Names(sight)
    return News(spoken(recent, names)[-MOST_LINES:], _sheets(sight, recent, names), _fresh(recent, sight.viewer))


def since_own_move(log: Sequence[SeenEvent], viewer: int) -> Sequence[SeenEvent]:
    """The events from the viewer's last turn on, including that turn; without one, from the beginning of the round."""
    own = [place for place, event in enumerate(log) if isinstance(event, PLAYS) and event.seat == viewer]
    if own:
        turns = [place for place, event in enumerate(log[: own[-1]]) if _turn_of(event, viewer)]
        return log[turns[-1] + 1 if turns else own[-1] :]
    rounds = [place for place, event in enumerate(log) if isinstance(event, HiddenPack)]
    return log[rounds[-1] :] if rounds else log


def _turn_of(event: SeenEvent, viewer: int) -> bool:
    """Return whether the turn passes to the viewer.

    The type is compared too: named tuples of different classes are equal if they hold the same values.
    """
    return isinstance(event, facts.TurnPassed) and event.seat == viewer


def _sheets(sight: Perspective, recent: Sequence[SeenEvent], names: Names) -> tuple[Sheet, ...]:
    scored = [event for event in recent if isinstance(event, facts.RoundScored)]
    sides = [names.side(side) for side in range(len(sight.totals))]
    first = len(sight.sheets) - len(scored) + 1
    return tuple(sheet(sight.rules, first + n, sides, event.points, event.totals) for n, event in enumerate(scored))


def _fresh(recent: Sequence[SeenEvent], viewer: int) -> frozenset[ItemKey]:
    """The cards and builds that other players have put on the table."""
    found: set[ItemKey] = set()
    for event in recent:
        match event:
            case facts.CardTrailed(seat, card) if seat != viewer:
                found.add(card)
            case facts.BuildMade(seat=seat, build=build) if seat != viewer:
                found.add(build_key(build.cards))
            case _:
                pass
    return frozenset(found)
