"""The moves of a game that can be disputed, its disputes, and the rulings on them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.domain import disputed
from games.domain.hindsight import Seen
from games.domain.perspective import Perspective, SeenEvent

from .cards import words_and
from .disputed import ruling_words
from .hindsight import seen_words
from .moments import disputable_at, moments
from .names import Names
from .replay import moment_words


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A move that can be disputed, by the number of its first event."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class DealChoices:
    """The moves of one deal, the latest first."""

    title: str
    moves: tuple[MoveChoice, ...]


class Told(NamedTuple):
    """A dispute as stored. `mine`: the viewer opened it, and no one else at the table reads its `text`."""

    number: int
    mine: bool
    state: str
    opened: datetime
    text: str


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling in words. `seen`: the information revealed since the point it goes back to, if it does."""

    text: str
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A dispute with its move in words and the rulings on it.

    `mine`: the viewer can withdraw it; `stop`: the viewer can agree to freeze the game for it.
    """

    number: int
    player: str
    move: str
    at: int
    opened: datetime
    open: bool
    state: str
    text: str
    rulings: tuple[RulingView, ...]
    mine: bool
    stop: bool


@dataclass(frozen=True, slots=True)
class StopView:
    """The notice at the table that the game is frozen, or that a player wants it to be.

    `asked`: the dispute for which the viewer can agree, or 0.
    """

    text: str
    waiting: str = ""
    asked: int = 0


# --- choosing a move ----------------------------------------------------------------------------------------------


def disputable_moves(sight: Perspective, log: Sequence[SeenEvent]) -> tuple[DealChoices, ...]:
    """The moves of the whole log, the latest first, deal by deal."""
    names = Names(sight)
    found = [each for each in reversed(moments(log)) if disputable_at(log, each)]
    return tuple(
        DealChoices(
            _("Round %(round)s, deal %(deal)s") % {"round": place[0], "deal": place[1]},
            tuple(MoveChoice(each.start + 1, moment_words(each, log, names)) for each in group),
        )
        for place, group in groupby(found, lambda each: (each.round, each.deal))
    )


# --- disputes -----------------------------------------------------------------------------------------------------


def dispute_views(
    sight: Perspective, log: Sequence[SeenEvent], told: Iterable[Told], seen: Mapping[int, Seen]
) -> tuple[DisputeView, ...]:
    """The disputes of a game, the latest first.

    `log` is whole; `seen`: the information revealed, by the numbers of rulings that went back.
    """
    opened = {event.number: event for event in log if isinstance(event, disputed.DisputeOpened)}
    wanted = _wanting(log)
    texts = {each.start + 1: moment_words(each, log, Names(sight)) for each in moments(log)}
    views = [
        _view(
            sight,
            each,
            opened[each.number],
            texts,
            ruling_views(sight, log, seen, each.number),
            wanted.get(each.number, set()),
        )
        for each in told
    ]
    return tuple(reversed(views))


def _view(
    sight: Perspective,
    told: Told,
    opened: disputed.DisputeOpened,
    texts: dict[int, str],
    rulings: tuple[RulingView, ...],
    wanting: Collection[int],
) -> DisputeView:
    still_open = told.state == "open"
    running = bool(sight.viewer) and sight.result is None and not sight.frozen
    return DisputeView(
        number=told.number,
        player=Names(sight).seat(opened.seat),
        move=texts.get(opened.at, ""),
        at=opened.at,
        opened=told.opened,
        open=still_open,
        state=_STATES[told.state](),
        text=told.text,
        rulings=rulings,
        mine=told.mine and still_open,
        stop=still_open and running and sight.viewer not in wanting,
    )


_STATES = {
    "open": lambda: _("waits for a director"),
    "ruled": lambda: _("decided"),
    "withdrawn": lambda: _("withdrawn"),
}


def ruling_views(
    sight: Perspective, log: Sequence[SeenEvent], seen: Mapping[int, Seen], dispute: int = 0
) -> tuple[RulingView, ...]:
    """The rulings on a dispute, or, for 0, those without one."""
    return tuple(
        RulingView(ruling_words(event), seen_words(seen[event.number], Names(sight)) if event.number in seen else ())
        for event in log
        if isinstance(event, disputed.RulingMade) and event.dispute == dispute
    )


# --- at the table -------------------------------------------------------------------------------------------------


def stop_view(sight: Perspective, log: Sequence[SeenEvent], people: Collection[int]) -> StopView | None:
    """The notice about freezing the game, or None.

    `log` is the end of the game's log; `people`: the seats that no computer has.
    """
    if sight.result is not None or sight.round is None:
        return None
    if sight.frozen:
        return StopView(_("The game stands still until a director has decided about a disputed move."))
    number, wanting = next(reversed(_wanting(log).items()), (0, set[int]()))
    if not wanting:
        return None
    names = Names(sight)
    missing = [seat for seat in people if seat not in wanting]
    agreed, asked = (words_and(map(names.seat, seats)) for seats in (sorted(wanting), missing))
    return StopView(
        text=_("Shall the game stand still until a director has decided about a disputed move?"),
        waiting=_("Agreed: %(players)s. Still to answer: %(others)s") % {"players": agreed, "others": asked},
        asked=number if sight.viewer in missing else 0,
    )


def _wanting(log: Sequence[SeenEvent]) -> dict[int, set[int]]:
    """The seats that want to freeze the game, for each open dispute in this end of a log."""
    wanting: dict[int, set[int]] = {}
    for event in log:
        match event:
            case disputed.DisputeOpened(_, number):
                wanting[number] = set()
            case disputed.StopWanted(seat, number):
                wanting.setdefault(number, set()).add(seat)
            case disputed.DisputeWithdrawn(_, number) | disputed.RulingMade(dispute=number):
                wanting.pop(number, None)
            case disputed.PlayResumed():
                wanting = {number: set() for number in wanting}
            case _:
                pass
    return {number: seats for number, seats in wanting.items() if seats}
