"""Levels with so little time to think that tests can play whole games of every preset."""

from games.bots import LEVELS
from games.bots.base import Strategy
from games.bots.master import Master
from games.bots.strong import Budget, Strong

HASTY = Budget(work=100, max_samples=2, candidates=3, beam_widths=(2, 1, 1), prior_weight=0.3, inference_weight=1.0)

QUICK: dict[str, Strategy] = {**LEVELS, "strong": Strong(HASTY), "master": Master(HASTY, exact_nodes=40)}
