"""What a computer player says beside playing, as a person would: rarely, and only of what everybody at the table has
seen."""

from collections.abc import Iterable
from random import Random

from games.domain.events import GameWon, SweepMade
from games.domain.perspective import HiddenDeal, HiddenPack, SeenEvent

HOW_OFTEN = {"hello": 0.5, "sweep": 0.5, "last": 0.5, "nice": 0.15, "good_game": 0.6, "well_played": 0.6}
"""By phrase: out of how many occasions one is taken up."""


def remark(happened: Iterable[SeenEvent], seat: int, dealer: int, luck: Random) -> str:
    """The phrase that the seat says to what has happened, as a spectator has seen it; mostly none."""
    found = [phrase for event in happened if (phrase := _occasion(event, seat, dealer))]
    return found[-1] if found and luck.random() < HOW_OFTEN[found[-1]] else ""


def _occasion(event: SeenEvent, seat: int, dealer: int) -> str:
    match event:
        case HiddenPack(number=1):
            return "hello"
        case HiddenDeal(last=True) if seat == dealer:
            return "last"
        case SweepMade(by):
            return "sweep" if by == seat else "nice"
        case GameWon(winners):
            return "good_game" if seat in winners else "well_played"
        case _:
            return ""
