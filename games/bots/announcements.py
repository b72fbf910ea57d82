"""Announcements of a seat: the claim that it has won (7.6), and the orange that another has missed (8.6)."""

from games.domain.commands import CallOrange, Claim
from games.domain.perspective import Perspective, RoundView
from games.domain.scoring import sweep_points
from games.domain.winning import certain_points


def announcement(perspective: Perspective) -> Claim | CallOrange | None:
    """The correct announcement for the seat to make now, on any player's turn; None if there is none."""
    if perspective.round is None or perspective.result is not None or not perspective.viewer:
        return None
    if (
        _may_claim(perspective, perspective.round)
        and earned_total(perspective, perspective.round) >= perspective.target
    ):
        return Claim(perspective.viewer)
    return CallOrange(perspective.viewer) if _orange_missed(perspective, perspective.round) else None


def _may_claim(perspective: Perspective, round_: RoundView) -> bool:
    return perspective.rules.winning.claims != "no" and perspective.viewer not in round_.claim_blocked


def earned_total(perspective: Perspective, round_: RoundView) -> int:
    """The total of the viewer's side including everything it has earned in the round (7.5, `all`)."""
    side, rules = perspective.side_of(perspective.viewer), perspective.rules
    certain = certain_points(rules, round_.piles, perspective.carried)[side]
    return perspective.totals[side] + sum(certain.values()) + sweep_points(rules.scoring, round_.sweeps)[side]


def _orange_missed(perspective: Perspective, round_: RoundView) -> bool:
    last = round_.last_play
    return (
        perspective.rules.specials.orange
        and last is not None
        and last.orange
        and not last.called
        and last.seat != perspective.viewer
    )
