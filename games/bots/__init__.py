"""Computer players: one strategy per file, and the names of their levels."""

from games.bots.base import Strategy
from games.bots.human import PROFILES, Human
from games.bots.master import Master
from games.bots.steady import Steady
from games.bots.strong import STRONG, Strong

MASTER = STRONG._replace(work=90_000, max_samples=8000, inference_weight=1.0)

MASTER_EXACT_NODES = 6000
"""Maximum number of positions searched to solve the last deal between two players."""

LEVELS: dict[str, Strategy] = {
    **{level: Human(profile) for level, profile in PROFILES.items()},
    "steady": Steady(),
    "strong": Strong(STRONG),
    "master": Master(MASTER, exact_nodes=MASTER_EXACT_NODES),
}
"""The levels, weakest first."""

SLOW_LEVELS = frozenset(("strong", "master"))
"""The levels that compute so long that other requests would be slowed down."""

NAMES = {
    "beginner": ("Pip", "Poppy", "Percy", "Pearl", "Piet", "Posy"),
    "easy": ("Hattie", "Harvey", "Hazel", "Hugo", "Honor", "Humphrey"),
    "casual": ("Kit", "Fern", "Rusty", "Ruby", "Basil", "Vix"),
    "careful": ("Cleo", "Cosmo", "Clara", "Conrad", "Cora", "Caspar"),
    "steady": ("Otto", "Olive", "Oscar", "Odette", "Orson", "Opal"),
    "strong": ("Ada", "Arthur", "Astrid", "Ambrose", "Alma", "Alfred"),
    "master": ("Magnus", "Maud", "Mortimer", "Matilda", "Monty", "Marian"),
}
"""The names of each level's players: the first one, and further ones for its company at the same table."""

DEFAULT_LEVEL = "steady"
