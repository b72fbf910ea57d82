"""The interface of a computer player: given what its seat may see, it returns a decision."""

from random import Random
from typing import Protocol

from games.domain.commands import CallOrange, Claim
from games.domain.moves import Move
from games.domain.perspective import Perspective

type Decision = Move | Claim | CallOrange


class Strategy(Protocol):
    """A way to play. The same view and the same random numbers always lead to the same decision."""

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        """The decision of the seat to play. `rng` is the only source of randomness."""
        ...
