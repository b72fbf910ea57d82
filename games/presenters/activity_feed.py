"""The events since the viewer last played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.domain import events
from games.domain.perspective import Perspective, RedactedPack, VisibleEvent

from .card_moves import in_effect
from .choices import ItemKey, build_key
from .dispute_sentences import SENTENCES
from .event_lines import EventLine, lines_with_left_behind
from .names import Names
from .score_sheet import ScoreSheet, score_sheet
from .timeline import CALL_EVENTS

MAX_LINES = 14
MAX_EARLIER = 40
TALK = (*CALL_EVENTS, *SENTENCES, events.RolledBack)
"""Events that are told even if the moves around them were undone."""


@dataclass(frozen=True, slots=True)
class ActivityFeed:
    """Sentences, the score sheets of rounds that ended meanwhile, and the new items on the table, by who put them.

    `earlier` are the sentences of the round before those.
    """

    lines: tuple[EventLine, ...]
    earlier: tuple[EventLine, ...]
    sheets: tuple[ScoreSheet, ...]
    new_items: Mapping[ItemKey, int]


def activity_feed(perspective: Perspective, log: Sequence[VisibleEvent], last_seq: int) -> ActivityFeed:
    """Return the feed; `log` ends with event `last_seq`. Moves that were undone are left out."""
    log = [event for _, event in in_effect(log, last_seq, always=TALK)]
    recent_events = since_own_move(log, perspective.viewer)
    names = Names(perspective)
    return ActivityFeed(
        lines_with_left_behind(recent_events, names)[-MAX_LINES:],
        _earlier_lines(log[: len(log) - len(recent_events)], names),
        _sheets(perspective, recent_events, names),
        _new_items(recent_events, perspective.viewer),
    )


def _earlier_lines(log: Sequence[VisibleEvent], names: Names) -> tuple[EventLine, ...]:
    rounds = [index for index, event in enumerate(log) if isinstance(event, RedactedPack)]
    return lines_with_left_behind(log[rounds[-1] if rounds else 0 :], names)[-MAX_EARLIER:]


def since_own_move(log: Sequence[VisibleEvent], viewer: int) -> Sequence[VisibleEvent]:
    """The events from the viewer's last turn on, including that turn; without one, from the beginning of the round."""
    own = [index for index, event in enumerate(log) if isinstance(event, events.PLAYS) and event.seat == viewer]
    if own:
        turns = [index for index, event in enumerate(log[: own[-1]]) if _turn_of(event, viewer)]
        return log[turns[-1] + 1 if turns else own[-1] :]
    rounds = [index for index, event in enumerate(log) if isinstance(event, RedactedPack)]
    return log[rounds[-1] :] if rounds else log


def _turn_of(event: VisibleEvent, viewer: int) -> bool:
    """Return whether the turn passes to the viewer.

    The type is compared too: named tuples of different classes are equal if they hold the same values.
    """
    return isinstance(event, events.TurnStarted) and event.seat == viewer


def _sheets(perspective: Perspective, recent_events: Sequence[VisibleEvent], names: Names) -> tuple[ScoreSheet, ...]:
    scored = [event for event in recent_events if isinstance(event, events.RoundScored)]
    first = len(perspective.sheets) - len(scored) + 1
    return tuple(
        score_sheet(perspective.rules, first + n, names.sides(), event.points, event.totals)
        for n, event in enumerate(scored)
    )


def _new_items(recent_events: Sequence[VisibleEvent], viewer: int) -> dict[ItemKey, int]:
    """The cards and builds that other players have put on the table, with their seats."""
    items: dict[ItemKey, int] = {}
    for event in recent_events:
        match event:
            case events.CardTrailed(seat, card) if seat != viewer:
                items[card] = seat
            case events.BuildMade(seat=seat, build=build) if seat != viewer:
                items[build_key(build.cards)] = seat
            case _:
                pass
    return items
