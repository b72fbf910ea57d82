"""The way to score that decided a game: without its points the winning side would not have won (RULEBOOK 7)."""

from collections.abc import Iterator, Sequence

from games.domain.perspective import Perspective
from games.domain.running_score import running_score
from games.domain.scoring import MAJORITIES, Points
from games.domain.state import Piles
from games.domain.winning import listed_ways

type Totals = tuple[int, ...]

CASINOS = ("big_casino", "little_casino")
EARNED = (*CASINOS, "aces", "most_cards", "most_spades", "sweeps")
"""The ways to score that count before the round ends (7.5, 7.6)."""


def deciding_keys(perspective: Perspective, winner: int, piles: Piles | None) -> tuple[str, ...]:
    """The one way to score, or the two casinos together, that decided the game for the side; () if there is none.

    `piles`: those of the last round, if they are known, so that a close majority is preferred.
    """
    if perspective.result is None:
        return ()
    if perspective.result.reason == "restriction":
        return _restricted_ways(perspective, winner)[:1]
    points = _last_points(perspective)
    deciding = [keys for keys in _candidates(points, winner) if not _still_wins(perspective, points, winner, keys)]
    return min(deciding, key=lambda keys: _preference(keys, points[winner], winner, piles), default=())


def _restricted_ways(perspective: Perspective, winner: int) -> tuple[str, ...]:
    if perspective.round is None:
        return ()
    return listed_ways(perspective.rules, perspective.round.totals_at_start)[winner] or ()


def _last_points(perspective: Perspective) -> Sequence[Points]:
    """Each side's points in the last round: from its sheet, or as earned where the game was won in mid-round."""
    round_ = perspective.round
    if round_ is None or not _won_as_earned(perspective):
        return perspective.sheets[-1].points if perspective.sheets else ()
    rules, points = perspective.rules, [dict(bonus) for bonus in round_.bonus_points]
    earned = ("sweeps",) if rules.winning.count_as_earned == "sweeps" else EARNED
    for line in running_score(rules, round_.piles, round_.sweeps, round_.last_capture, round_.totals_at_start):
        for side, scored in enumerate(line.points if line.key in earned else ()):
            points[side][line.key] = scored
    return points


def _won_as_earned(perspective: Perspective) -> bool:
    return perspective.result is not None and perspective.result.reason in ("instant", "claim")


def _candidates(points: Sequence[Points], winner: int) -> Iterator[tuple[str, ...]]:
    """Every way in which the winner scored; then, if it took both casinos, these together."""
    if not points:
        return
    scored = [key for key, value in points[winner].items() if value > 0 and key != "total"]
    yield from ((key,) for key in scored)
    if set(CASINOS) <= set(scored):
        yield CASINOS


def _still_wins(perspective: Perspective, points: Sequence[Points], winner: int, without: tuple[str, ...]) -> bool:
    """Return whether the side would have won without these points; True where that is not known."""
    reason, target = perspective.result and perspective.result.reason, perspective.target
    totals = _totals_without(perspective, points, winner, without)
    others = max((total for side, total in enumerate(totals) if side != winner), default=0)
    match reason:
        case "rounds":
            return totals[winner] >= others
        case "target" | "instant":
            return totals[winner] >= target and totals[winner] > others
        case "in-order" | "claim":
            return totals[winner] >= target
        case _:
            return True


def _totals_without(
    perspective: Perspective, points: Sequence[Points], winner: int, without: tuple[str, ...]
) -> Totals:
    """The final totals if the winner had not made these points."""
    fewer = [
        {key: value for key, value in own.items() if side != winner or key not in without}
        for side, own in enumerate(points)
    ]
    differs = perspective.rules.scoring.difference and not _won_as_earned(perspective)
    was, would = _added(points, differs), _added(fewer, differs)
    return tuple(total - more + less for total, more, less in zip(perspective.totals, was, would, strict=True))


def _added(points: Sequence[Points], difference: bool) -> Totals:
    """The sum that each side adds to its total with these points; where only the `difference` counts, that (6.4)."""
    sums = tuple(sum(value for key, value in own.items() if key != "total") for own in points)
    if not difference:
        return sums
    return tuple(max(0, own - other) for own, other in zip(sums, reversed(sums), strict=True))


def _preference(keys: tuple[str, ...], own: Points, winner: int, piles: Piles | None) -> tuple[int, int, int]:
    """One way comes before two, of these the narrowest majority, then the way with the most points."""
    counts = majority_counts(keys[0], piles)
    margin = counts[winner] - max(count for side, count in enumerate(counts) if side != winner) if counts else 100
    return (len(keys), margin, -sum(own[key] for key in keys))


def majority_counts(key: str, piles: Piles | None) -> tuple[int, ...]:
    """Each side's count in a way that goes to the side with the most; () for any other way, or without piles."""
    return tuple(map(MAJORITIES[key], piles)) if piles is not None and key in MAJORITIES else ()
