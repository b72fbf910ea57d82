"""The only writers of games. Each service is one transaction: it happens as a whole, or not at all."""

from games.services.agreements import answer_offer, make_offer
from games.services.looks import looked
from games.services.outcomes import TEMPLATES, Accepted, Outcome, Refused, Stale
from games.services.people import Moved, call_seats, leave_games, move_games
from games.services.records import MOST_KEPT, keep_record
from games.services.seating import cancel_game, change_seats, leave_seat, remove_player, seat_computers
from games.services.tables import Setup, open_game, play_again, start_game, take_seat
from games.services.turns import call_orange, claim, play, resign

__all__ = [
    "MOST_KEPT",
    "TEMPLATES",
    "Accepted",
    "Moved",
    "Outcome",
    "Refused",
    "Setup",
    "Stale",
    "answer_offer",
    "call_orange",
    "call_seats",
    "cancel_game",
    "change_seats",
    "claim",
    "keep_record",
    "leave_games",
    "leave_seat",
    "looked",
    "make_offer",
    "move_games",
    "open_game",
    "play",
    "play_again",
    "remove_player",
    "resign",
    "seat_computers",
    "start_game",
    "take_seat",
]
