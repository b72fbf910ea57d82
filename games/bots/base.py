"""What a computer player is: it sees what its seat may see, and answers."""

from random import Random
from typing import Protocol

from games.domain.commands import CallOrange, Claim
from games.domain.moves import Move
from games.domain.perspective import Perspective

type Decision = Move | Claim | CallOrange


class Strategy(Protocol):
    """A way to play. The same sight and the same luck always lead to the same decision."""

    def choose(self, sight: Perspective, luck: Random) -> Decision:
        """The decision of the seat to play. `luck` is all the chance there is."""
        ...
