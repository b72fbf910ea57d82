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

from games.domain import disputed
from games.domain.events import GameEnded, WentBack
from games.domain.perspective import SeenEvent

from .names import Names

RULINGS: dict[str, Promise] = {
    "stands": lazy("Ruling by %(director)s: it stands."),
    "back": lazy("Ruling by %(director)s: the game goes back."),
    "replaced": lazy("Ruling by %(director)s: the move is replaced by another."),
    "score": lazy("Ruling by %(director)s: the score is corrected."),
    "awarded": lazy("Ruling by %(director)s: the game is awarded."),
    "drawn": lazy("Ruling by %(director)s: the game is a draw."),
    "annulled": lazy("Ruling by %(director)s: the game does not count."),
    "clock": lazy("Ruling by %(director)s: a clock is changed."),
    "warned": lazy("Ruling by %(director)s: a warning."),
    "suspended": lazy("Ruling by %(director)s: a suspension."),
}

KINDS: dict[str, Promise] = {
    "stands": lazy("the move stands"),
    "back": lazy("the game goes back to before the move"),
    "replaced": lazy("the move is replaced by another"),
    "score": lazy("the score is corrected"),
    "awarded": lazy("the game is awarded"),
    "drawn": lazy("the game is a draw"),
    "annulled": lazy("the game is annulled"),
    "clock": lazy("a clock is changed"),
    "warned": lazy("a player is warned"),
    "suspended": lazy("a player is suspended"),
}
"""The kinds of rulings, to choose among."""


def worth_telling(events: Iterable[SeenEvent]) -> Iterator[SeenEvent]:
    """The events without those that a ruling just before them already describes."""
    for before, event in pairwise([None, *events]):
        if event is not None and not (isinstance(before, disputed.RulingMade) and isinstance(event, TOLD_BY_RULING)):
            yield event


TOLD_BY_RULING = (WentBack, GameEnded)


def ruling_words(made: disputed.RulingMade) -> str:
    """“Ruling by Dora: it stands. You hold a nine. (rule 4.1)”"""
    head = RULINGS[made.kind] % {"director": made.director}
    words = {"ruling": head, "reason": made.reason, "rule": made.rule}
    if made.overrules:
        words["ruling"] += " " + _("Ruling %(number)s holds no longer.") % {"number": made.overrules}
    return (_("%(ruling)s %(reason)s (rule %(rule)s)") if made.rule else _("%(ruling)s %(reason)s")) % words


def until_words(until: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(until)), "DATETIME_FORMAT")


def _opened(event: disputed.DisputeOpened, names: Names) -> str:
    return _("%(player)s disputed a move.") % {"player": names.seat(event.seat)}


def _withdrawn(event: disputed.DisputeWithdrawn, names: Names) -> str:
    return _("%(player)s withdrew the dispute.") % {"player": names.seat(event.seat)}


def _stop_wanted(event: disputed.StopWanted, names: Names) -> str:
    words = {"player": names.seat(event.seat)}
    return _("%(player)s asked for the game to stand still until a director has decided.") % words


def _stopped(event: disputed.ClockStopped, _names: Names) -> str:
    if event.director:
        return _("Director %(director)s has stopped the game.") % {"director": event.director}
    return _("The game stands still until a director has decided.")


def _resumed(event: disputed.PlayResumed, _names: Names) -> str:
    if event.director:
        return _("Director %(director)s lets the game go on.") % {"director": event.director}
    return _("The game goes on.")


def _looked(event: disputed.HandsLookedAt, _names: Names) -> str:
    return _("Director %(director)s has looked at the hidden hands.") % {"director": event.director}


def _ruled(event: disputed.RulingMade, _names: Names) -> str:
    return ruling_words(event)


def _corrected(event: disputed.ScoreCorrected, names: Names) -> str:
    sides = (f"{names.side(side)} {total}" for side, total in enumerate(event.totals))
    return _("The score is now: %(score)s.") % {"score": ", ".join(sides)}


def _clocks_set(_event: disputed.ClocksSet, _names: Names) -> str:
    return _("The clocks show what they showed then.")


def _adjusted(event: disputed.ClockAdjusted, names: Names) -> str:
    words = {"player": names.seat(event.seat), "seconds": f"{abs(event.seconds):g}"}
    if event.seconds > 0:
        return _("%(player)s: %(seconds)s seconds more on the clock.") % words
    return _("%(player)s: %(seconds)s seconds less on the clock.") % words


def _warned(event: disputed.PlayerWarned, names: Names) -> str:
    return _("%(player)s: warned.") % {"player": names.seat(event.seat)}


def _suspended(event: disputed.PlayerSuspended, names: Names) -> str:
    words = {"player": names.seat(event.seat), "until": until_words(event.until)}
    return _("%(player)s: suspended until %(until)s.") % words


SENTENCES: dict[type[Any], Callable[[Any, Names], str]] = {
    disputed.DisputeOpened: _opened,
    disputed.DisputeWithdrawn: _withdrawn,
    disputed.StopWanted: _stop_wanted,
    disputed.ClockStopped: _stopped,
    disputed.PlayResumed: _resumed,
    disputed.HandsLookedAt: _looked,
    disputed.RulingMade: _ruled,
    disputed.ScoreCorrected: _corrected,
    disputed.ClocksSet: _clocks_set,
    disputed.ClockAdjusted: _adjusted,
    disputed.PlayerWarned: _warned,
    disputed.PlayerSuspended: _suspended,
}
