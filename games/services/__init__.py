"""The only writers of games. Each service is one transaction: it happens as a whole, or not at all."""

from games.services.outcomes import TEMPLATES, Accepted, Outcome, Refused, Stale
from games.services.records import MOST_KEPT, keep_record
from games.services.tables import play_again, start_game, take_seat
from games.services.turns import call_orange, claim, play, resign

__all__ = [
    "MOST_KEPT",
    "TEMPLATES",
    "Accepted",
    "Outcome",
    "Refused",
    "Stale",
    "call_orange",
    "claim",
    "keep_record",
    "play",
    "play_again",
    "resign",
    "start_game",
    "take_seat",
]
