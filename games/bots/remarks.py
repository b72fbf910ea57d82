"""Chat phrases of a computer player: rare, and only about events visible to everyone at the table."""

from collections.abc import Iterable
from random import Random

from games.domain.events import GameWon, SweepMade
from games.domain.perspective import HiddenDeal, HiddenPack, SeenEvent

HOW_OFTEN = {"hello": 0.5, "sweep": 0.5, "last": 0.5, "nice": 0.15, "good_game": 0.6, "well_played": 0.6}
"""By phrase, the probability that the player takes the occasion to say it."""


def remark(happened: Iterable[SeenEvent], seat: int, dealer: int, luck: Random) -> str:
    """Return the phrase the seat says after these events, as a spectator sees them; usually an empty string."""
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
