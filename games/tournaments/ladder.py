"""Ladder: an order in which a challenger takes the place of whoever they beat. `order`: entries, the top first."""

from collections.abc import Sequence


def may_challenge(order: Sequence[int], challenger: int, challenged: int, reach: int = 3) -> bool:
    """Whether the challenged one stands above, by at most `reach` places. Both must be on the ladder."""
    return 1 <= order.index(challenger) - order.index(challenged) <= reach


def after_win(order: Sequence[int], challenger: int, challenged: int) -> list[int]:
    """The order after the challenger has won: those from the challenged one on go down one place. Whoever stands above
    already stays there: a result may come a second time."""
    if order.index(challenger) < order.index(challenged):
        return list(order)
    found = [entry for entry in order if entry != challenger]
    found.insert(found.index(challenged), challenger)
    return found
