"""The events of disputed moves and rulings, in sentences."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain import dispute_events
from games.domain.events import GameEnded, RolledBack
from games.domain.perspective import VisibleEvent

from .names import Names, seat_sentence

_RULINGS: dict[str, Promise] = {
    "upheld": lazy("Ruling by %(director)s: the move stands."),
    "rolled_back": lazy("Ruling by %(director)s: the game goes back."),
    "move_replaced": lazy("Ruling by %(director)s: the move is replaced by another."),
    "score_corrected": lazy("Ruling by %(director)s: the score is corrected."),
    "win_awarded": lazy("Ruling by %(director)s: the game is awarded."),
    "drawn": lazy("Ruling by %(director)s: the game is a draw."),
    "annulled": lazy("Ruling by %(director)s: the game is annulled."),
    "clock_adjusted": lazy("Ruling by %(director)s: a clock is changed."),
    "warned": lazy("Ruling by %(director)s: a warning."),
    "suspended": lazy("Ruling by %(director)s: a suspension."),
}

RULING_KINDS: dict[str, Promise] = {
    "upheld": lazy("the move stands"),
    "rolled_back": lazy("the game goes back to before the move"),
    "move_replaced": lazy("the move is replaced by another"),
    "score_corrected": lazy("the score is corrected"),
    "win_awarded": lazy("the game is awarded"),
    "drawn": lazy("the game is a draw"),
    "annulled": lazy("the game is annulled"),
    "clock_adjusted": lazy("a clock is changed"),
    "warned": lazy("a player is warned"),
    "suspended": lazy("a player is suspended"),
}
"""The kinds of rulings, to choose among."""


def without_implied(events: Iterable[VisibleEvent]) -> Iterator[VisibleEvent]:
    """The events without those that a ruling just before them already describes."""
    for previous, event in pairwise([None, *events]):
        implied = isinstance(previous, dispute_events.RulingMade) and isinstance(event, IMPLIED_BY_RULING)
        if event is not None and not implied:
            yield event


IMPLIED_BY_RULING = (RolledBack, GameEnded)


def ruling_words(ruling: dispute_events.RulingMade) -> str:
    """“Ruling by Dora: it stands. You hold a nine. (rule 4.1)”"""
    head = _RULINGS[ruling.kind] % {"director": ruling.director}
    words = {"ruling": head, "reason": ruling.reason, "rule": ruling.rule}
    if ruling.overrules:
        words["ruling"] += " " + _("Ruling %(number)s was overturned.") % {"number": ruling.overrules}
    return (_("%(ruling)s %(reason)s (rule %(rule)s)") if ruling.rule else _("%(ruling)s %(reason)s")) % words


def until_words(until: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(until)), "DATETIME_FORMAT")


def _stopped(event: dispute_events.GamePaused, _names: Names) -> str:
    if event.director:
        return _("Director %(director)s has paused the game.") % {"director": event.director}
    return _("The game is paused until a director decides.")


def _resumed(event: dispute_events.GameResumed, _names: Names) -> str:
    if event.director:
        return _("Director %(director)s has resumed the game.") % {"director": event.director}
    return _("The game continues.")


def _looked(event: dispute_events.HandsRevealedToDirector, _names: Names) -> str:
    return _("Director %(director)s has looked at the hidden hands.") % {"director": event.director}


def _corrected(event: dispute_events.ScoreCorrected, names: Names) -> str:
    sides = (f"{names.side(side)} {total}" for side, total in enumerate(event.totals))
    return _("The score is now: %(score)s.") % {"score": ", ".join(sides)}


def _adjusted(event: dispute_events.ClockAdjusted, names: Names) -> str:
    words = {"player": names.seat(event.seat), "seconds": f"{abs(event.seconds):g}"}
    if event.seconds > 0:
        return _("%(player)s: %(seconds)s seconds added to the clock.") % words
    return _("%(player)s: %(seconds)s seconds taken off the clock.") % words


def _suspended(event: dispute_events.PlayerSuspended, names: Names) -> str:
    own, other = _("You are suspended until %(until)s."), _("%(player)s is suspended until %(until)s.")
    return seat_sentence(event, names, own, other, until=until_words(event.until))


def _of_seat(own: Promise, other: Promise) -> Callable[[Any, Names], str]:
    """Return the maker of a sentence about the seat of an event: to its own player, and to others."""
    return lambda event, names: seat_sentence(event, names, own, other)


SENTENCES: dict[type[Any], Callable[[Any, Names], str]] = {
    dispute_events.DisputeOpened: _of_seat(lazy("You disputed a move."), lazy("%(player)s disputed a move.")),
    dispute_events.DisputeWithdrawn: _of_seat(
        lazy("You withdrew the dispute."), lazy("%(player)s withdrew the dispute.")
    ),
    dispute_events.PauseRequested: _of_seat(
        lazy("You asked to pause the game until a director decides."),
        lazy("%(player)s asked to pause the game until a director decides."),
    ),
    dispute_events.GamePaused: _stopped,
    dispute_events.GameResumed: _resumed,
    dispute_events.HandsRevealedToDirector: _looked,
    dispute_events.RulingMade: lambda event, _names: ruling_words(event),
    dispute_events.ScoreCorrected: _corrected,
    dispute_events.ClocksSet: lambda _event, _names: _("Clocks restored."),
    dispute_events.ClockAdjusted: _adjusted,
    dispute_events.PlayerWarned: _of_seat(lazy("A director warned you."), lazy("A director warned %(player)s.")),
    dispute_events.PlayerSuspended: _suspended,
}
