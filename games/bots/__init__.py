"""Computer players: one file a strategy, and their names."""

from games.bots.base import Strategy
from games.bots.beginner import Beginner
from games.bots.casual import Casual
from games.bots.master import Master
from games.bots.steady import Steady
from games.bots.strong import Budget, Strong

STRONG = Budget(work=1500, guesses=400, moves=10, widths=(1, 3, 1, 2, 1, 1), trust=0.3, belief=0.0)
MASTER = Budget(work=24_000, guesses=2000, moves=10, widths=(1, 3, 1, 2, 1, 1), trust=0.3, belief=1.0)

MASTER_EXACT_NODES = 6000
"""A last deal of two is solved where so many positions are enough."""

LEVELS: dict[str, Strategy] = {
    "beginner": Beginner(),
    "casual": Casual(),
    "steady": Steady(),
    "strong": Strong(STRONG),
    "master": Master(MASTER, exact_nodes=MASTER_EXACT_NODES),
}
"""The levels, the weakest first."""

DEEP = frozenset(("strong", "master"))
"""The levels that think for so long that others would notice."""

NAMES = {"beginner": "Pip", "casual": "Kit", "steady": "Otto", "strong": "Ada", "master": "Magnus"}
"""What a player of each level is called at the table."""

STRATEGIES: dict[str, Strategy] = {**LEVELS, "simple": LEVELS["casual"]}
"""Every strategy by the name that a seat's row keeps; "simple" is what the casual one was called at first."""

DEFAULT = "steady"
