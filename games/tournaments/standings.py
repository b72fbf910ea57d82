"""The standings of a tournament, with the tie-breaks of the FIDE Handbook, C.07, as in force since March 2026.

Rounds that an entry did not play (article 16): for the opponents' tie-breaks, absences at the end count as draws
(16.3); for its own, it met a dummy with its own score, but at most the score of the opponent it was to meet, or half a
point for each round if there was none (16.4). The rounds are those with a result so far; an entry without a row in
one of them was absent.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from games.tournaments.field import Played

type Tiebreak = Literal["buchholz", "sonneborn_berger", "direct", "wins", "margin"]

SWISS: tuple[Tiebreak, ...] = ("buchholz", "sonneborn_berger", "direct", "margin")
ROUND_ROBIN: tuple[Tiebreak, ...] = ("direct", "sonneborn_berger", "wins", "margin")


class Standing(NamedTuple):
    rank: int
    """Shared by those who are level in everything."""
    number: int
    points: int
    """Half points, or the given scores."""
    buchholz: int
    """Half points of the opponents."""
    sonneborn_berger: int
    """Half points of the opponents times those won against them: a quarter of it is the usual figure."""
    direct: int
    """Half points in the matches among those level before this tie-break; 0 unless all of them have met."""
    margin: int
    """Card points made, less those of the opponents."""
    wins: int
    played: int


class _Result(NamedTuple):
    """A finished match, as one of its sides sees it."""

    round: int
    opponent: int
    points: int
    margin: int
    played: bool


def standings(
    entries: Sequence[int],
    history: Sequence[Played],
    scores: Mapping[int, int] | None = None,
    tiebreaks: Sequence[Tiebreak] = SWISS,
) -> list[Standing]:
    """The entries, the best first. `scores` replaces the half points, as in arenas and duplicate; the tie-breaks
    still count half points. An unfinished match counts for nothing."""
    results: dict[int, list[_Result]] = {entry: [] for entry in entries}
    for match in history:
        for entry, result in _sides(match):
            results.setdefault(entry, []).append(result)
    opposition = _opposition(results, history)
    level = [
        Standing(
            rank=0,
            number=entry,
            points=sum(result.points for result in results[entry]) if scores is None else scores.get(entry, 0),
            buchholz=opposition[entry][0],
            sonneborn_berger=opposition[entry][1],
            direct=0,
            margin=sum(result.margin for result in results[entry]),
            wins=sum(result.played and result.points == 2 for result in results[entry]),
            played=sum(result.played for result in results[entry]),
        )
        for entry in sorted(entries)
    ]
    found: list[Standing] = []
    for group in _split(level, ("points", *tiebreaks), results):
        rank = len(found) + 1
        found += [standing._replace(rank=rank) for standing in group]
    return found


def _sides(match: Played) -> Iterator[tuple[int, _Result]]:
    if match.points is None:
        return
    played = match.played and match.second != 0
    yield match.first, _Result(match.round, match.second, match.points[0], match.margin, played)
    if match.second:
        yield match.second, _Result(match.round, match.first, match.points[1], -match.margin, played)


def _opposition(results: Mapping[int, list[_Result]], history: Sequence[Played]) -> dict[int, tuple[int, int]]:
    """Buchholz and Sonneborn-Berger of each entry."""
    rounds = sorted({result.round for own in results.values() for result in own}, reverse=True)
    there = {(entry, match.round) for match in history for entry in match[1:3]}
    total = {entry: sum(result.points for result in own) for entry, own in results.items()}

    def adjusted(entry: int) -> int:
        lost = {result.round for result in results[entry] if not result.played and result.points == 0}
        draws = 0
        for number in rounds:
            if (entry, number) not in there:
                draws += 1
            elif number not in lost:
                break
        return total[entry] + draws

    def worth(entry: int, result: _Result) -> int:
        score = seen[result.opponent] if result.opponent else len(rounds)
        return score if result.played else min(score, total[entry])

    seen = {entry: adjusted(entry) for entry in results}
    found = {}
    for entry, own in results.items():
        absent = [_Result(number, 0, 0, 0, False) for number in rounds if (entry, number) not in there]
        met = [(worth(entry, result), result.points) for result in own + absent]
        found[entry] = (sum(score for score, _ in met), sum(score * points for score, points in met))
    return found


def _split(
    level: list[Standing], keys: Sequence[str], results: Mapping[int, Sequence[_Result]]
) -> Iterator[list[Standing]]:
    """Groups of complete equals, the best first. Where the matches among those level separate some of them, the
    matches among those who remain level decide again."""
    if len(level) == 1 or not keys:
        yield level
        return
    if keys[0] == "direct":
        level = _with_direct(level, results)
    values = sorted({getattr(standing, keys[0]) for standing in level}, reverse=True)
    rest = keys if keys[0] == "direct" and len(values) > 1 else keys[1:]
    for value in values:
        yield from _split([standing for standing in level if getattr(standing, keys[0]) == value], rest, results)


def _with_direct(level: list[Standing], results: Mapping[int, Sequence[_Result]]) -> list[Standing]:
    numbers = {standing.number for standing in level}
    among = {number: [result for result in results[number] if result.opponent in numbers] for number in numbers}
    if any({result.opponent for result in among[number]} != numbers - {number} for number in numbers):
        return level
    return [standing._replace(direct=sum(result.points for result in among[standing.number])) for standing in level]
