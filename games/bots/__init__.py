"""Computer players: one strategy per file, and the names of their levels."""

from games.bots.base import Strategy
from games.bots.beginner import Beginner
from games.bots.casual import Casual
from games.bots.master import Master
from games.bots.steady import Steady
from games.bots.strong import Budget, Strong

STRONG = Budget(work=1500, guesses=400, moves=10, widths=(1, 3, 1, 2, 1, 1), trust=0.3, belief=0.0)
MASTER = Budget(work=24_000, guesses=2000, moves=10, widths=(1, 3, 1, 2, 1, 1), trust=0.3, belief=1.0)

MASTER_EXACT_NODES = 6000
"""Maximum number of positions searched to solve the last deal between two players."""

LEVELS: dict[str, Strategy] = {
    "beginner": Beginner(),
    "casual": Casual(),
    "steady": Steady(),
    "strong": Strong(STRONG),
    "master": Master(MASTER, exact_nodes=MASTER_EXACT_NODES),
}
"""The levels, weakest first."""

DEEP = frozenset(("strong", "master"))
"""The levels that compute so long that other requests would be slowed down."""

NAMES = {"beginner": "Pip", "casual": "Kit", "steady": "Otto", "strong": "Ada", "master": "Magnus"}
"""The name of each level's player at the table."""

STRATEGIES: dict[str, Strategy] = {**LEVELS, "simple": LEVELS["casual"]}
"""Every strategy by the name stored in a seat's row; "simple" is an old name of the casual one."""

DEFAULT = "steady"
