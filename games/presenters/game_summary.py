"""A game in a few words, for lists and messages: the last move, the round, the score, the result."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.domain import events
from games.domain.perspective import Perspective, VisibleEvent

from .card_moves import in_effect
from .event_lines import describe
from .names import Names
from .results import result_view


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game as a viewer may know it. `round` is 0 before the first; `result` and `reason` are empty before the end;
    `won` and `lost` are the viewer's."""

    last_move: str
    round: int
    score: str
    result: str = ""
    reason: str = ""
    won: bool = False
    lost: bool = False


def game_summary(perspective: Perspective, log: Sequence[VisibleEvent], last_seq: int) -> GameSummary:
    """Return the summary; `log` holds the latest events and ends with event `last_seq`."""
    names, result = Names(perspective), result_view(perspective)
    return GameSummary(
        last_move=_last_move(log, last_seq, names),
        round=perspective.latest_round,
        score=_score(perspective, names) if perspective.latest_round else "",
        result=result.headline if result else "",
        reason=result.reason if result else "",
        won=bool(result and result.won),
        lost=bool(result and result.lost),
    )


def _last_move(log: Sequence[VisibleEvent], last_seq: int, names: Names) -> str:
    """Return the last move that was not undone, in a sentence; empty if there is none among these events."""
    for _, event in reversed(in_effect(log, last_seq)):
        if isinstance(event, events.PLAYS):
            line = describe(event, names)
            return line.text if line else ""
    return ""


def _score(perspective: Perspective, names: Names) -> str:
    """“You 11 · Bob 8”: the viewer's side first."""
    own = perspective.side_of(perspective.viewer) if perspective.viewer else 0
    sides = sorted(range(len(perspective.totals)), key=lambda side: side != own)
    return " · ".join(f"{names.side(side)} {perspective.totals[side]}" for side in sides)
