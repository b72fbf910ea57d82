"""The score of a side as a peg board: a row of holes to the target, with a peg for each point."""

from dataclasses import dataclass

HOLE = 12
"""The width of a hole in the drawing."""

MOST_HOLES = 31


@dataclass(frozen=True, slots=True)
class PegBar:
    """A drawing of `holes`, the first `has` with a peg, the next `new` with a peg of this round. One stands for
    several points if the target is far."""

    total: int
    target: int
    holes: int
    has: int
    new: int

    @property
    def width(self) -> int:
        return self.holes * HOLE

    @property
    def all_holes(self) -> str:
        return _row(0, self.holes)

    @property
    def pegs(self) -> str:
        return _row(0, self.has)

    @property
    def new_pegs(self) -> str:
        return _row(self.has, self.new)


def peg_bar(total: int, target: int, new: int = 0) -> PegBar | None:
    """Return the bar of a side with `total` points, of which `new` were won just now; None without a target."""
    if target <= 0:
        return None
    worth = -(-target // MOST_HOLES)
    holes = -(-target // worth)
    before, now = (min(max(points, 0), target) * holes // target for points in (total - new, total))
    return PegBar(total, target, holes, before, now - before)


def _row(first: int, count: int) -> str:
    """Return the path through the middles of these holes, empty without any."""
    return f"M{first * HOLE + HOLE // 2} {HOLE // 2}h{(count - 1) * HOLE or '.01'}" if count else ""
