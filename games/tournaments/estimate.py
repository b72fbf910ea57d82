"""How many rounds a tournament will have, and about how long it will take: for whoever plans it.

A round of the card game gives out its points unevenly: whoever wins takes about three fifths of them, so a game to 21
where 11 are to be had takes four. In a round each player plays the pack's cards by the number of seats. A player thinks
`THINKING` seconds about each at a live table, as at the slowest table of a round; a clock allows no more. Over days a
player comes back after a sixth of the time that a turn allows, `COMES_BACK` at most, and uses half of a stock of days.
The time of a tournament's round is that of a game, or the organizer's limit if that is less; pauses come between.
"""

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from games.domain.cards import PACKS
from games.domain.options import read_recorded_rules
from games.domain.rules import Rules
from games.domain.scoring import points_in_round
from games.domain.table_settings import TableSettings
from games.tournaments.models import Tournament

Format = Tournament.Format

WINNERS_SHARE = Fraction(3, 5)
THINKING = 8
COMES_BACK = 4 * 3600


class Estimate(NamedTuple):
    """`rounds`: 0 for an arena and a ladder; `matches`: of one entry, at most; `seconds`: 0 if no one can tell."""

    entries: int
    rounds: int
    matches: int
    seconds: int


def rounds_of(kind: str, planned: int, entries: int) -> int:
    """The number of rounds; for those who are too few for as many as planned, one against each other."""
    everyone = entries - 1 + entries % 2
    match kind:
        case Format.ROUND_ROBIN:
            return everyone
        case Format.DOUBLE:
            return 2 * everyone
        case Format.KNOCKOUT:
            return (entries - 1).bit_length()
        case Format.SWISS:
            return max(1, min(planned or (entries - 1).bit_length() + 1, everyone))
        case Format.DUPLICATE:
            return max(1, min(planned or everyone, everyone))
        case Format.SOLO:
            return planned or 1
        case _:
            return 1


def estimate(row: Tournament, entries: int) -> Estimate:
    """What the plan `row`, which need not be stored, comes to with so many entries."""
    terms, seats = TableSettings(**row.table_settings), 2 if row.entry_size == 1 else 4
    game = game_seconds(terms, read_recorded_rules(row.options), seats, 1 if row.format == Format.SOLO else seats)
    if row.format == Format.LADDER:
        return Estimate(entries, 0, 0, 0)
    if row.format == Format.ARENA:
        return Estimate(entries, 0, max(1, row.minutes * 60 // max(game, 1)), row.minutes * 60)
    rounds = rounds_of(row.format, row.rounds, entries)
    longest = min(game, row.minutes * 60) if row.minutes else game
    met = entries - 1 if row.format == Format.ROUND_ROBIN else 2 * (entries - 1)
    matches = met if row.format in (Format.ROUND_ROBIN, Format.DOUBLE) else rounds
    return Estimate(entries, rounds, matches, rounds * longest + (rounds - 1) * row.pause)


def game_seconds(terms: TableSettings, rules: Rules, seats: int, people: int) -> int:
    """The estimated length of a game in which so many think."""
    turns = _game_rounds(rules, seats) * len(PACKS[rules.dealing.deck]) // seats
    match terms.clock:
        case "turn":
            one = turns * min(terms.time // 6, COMES_BACK)
        case "bank":
            one = (terms.time + turns * terms.increment) // 2
        case _:
            one = min(turns * THINKING, terms.time + turns * terms.increment)
    return one * people


def _game_rounds(rules: Rules, seats: int) -> int:
    if rules.winning.ending == "target":
        return ceil(rules.winning.target / (WINNERS_SHARE * max(1, sum(points_in_round(rules).values()))))
    return max(1, rules.winning.all_rounds(seats))
