"""Announcements of a seat: the claim that it has won (7.6), and the orange that another has missed (8.6)."""

from games.domain.commands import CallOrange, Claim
from games.domain.perspective import Perspective, RoundView
from games.domain.scoring import category_points, sweep_points
from games.domain.winning import secured

AT_CAPTURE = frozenset(("big_casino", "little_casino", "aces"))
WHEN_SECURED = frozenset(("most_cards", "most_spades"))


def says(sight: Perspective) -> Claim | CallOrange | None:
    """Return the correct announcement for the seat to make now, on any player's turn; None if there is none."""
    if sight.round is None or sight.result is not None or not sight.viewer:
        return None
    if _may_claim(sight, sight.round) and earned_by(sight, sight.round) >= sight.target:
        return Claim(sight.viewer)
    return CallOrange(sight.viewer) if _orange_missed(sight, sight.round) else None


def _may_claim(sight: Perspective, now: RoundView) -> bool:
    return sight.rules.winning.claims != "no" and sight.viewer not in now.silenced


def earned_by(sight: Perspective, now: RoundView) -> int:
    """Return the total of the viewer's side including everything it has earned in the round (7.5, `all`)."""
    side, rules = sight.side_of(sight.viewer), sight.rules
    points = category_points(rules.scoring, now.piles, None)[side]
    certain = [
        value
        for key, value in points.items()
        if key in AT_CAPTURE or (key in WHEN_SECURED and secured(key, side, rules, now.piles))
    ]
    return sight.totals[side] + sum(certain) + sweep_points(rules.scoring, now.sweeps)[side]


def _orange_missed(sight: Perspective, now: RoundView) -> bool:
    last = now.last_play
    return (
        sight.rules.specials.orange
        and last is not None
        and last.orange
        and not last.called
        and last.seat != sight.viewer
    )
