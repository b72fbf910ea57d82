"""The only writers of games. Each service is one transaction: it happens completely or not at all."""

from games.services.absence import claim_abandoned, seat_computer_for, waits
from games.services.agreements import answer_offer, make_offer
from games.services.alive import give_sign, is_alive
from games.services.away import add_holiday, away_until, cancel_holiday, days_left, today
from games.services.blocked import kept_apart
from games.services.clocks import overdue, return_to_seat, run_out
from games.services.house import MOST_SETS, delete_rules, keep_rules, rename_rules
from games.services.looks import looked
from games.services.outcomes import TEMPLATES, Accepted, Outcome, Refused, Stale
from games.services.people import Moved, call_seats, leave_games, move_games
from games.services.records import MOST_KEPT, keep_record
from games.services.seating import cancel_game, change_seats, leave_seat, remove_player, seat_computers
from games.services.seeds import give_client_seed
from games.services.sitters import ClientSeed
from games.services.suspended import SuspendedError, barred_from_chat, suspended
from games.services.tables import Setup, open_game, play_again, start_game, take_seat
from games.services.talk import PHRASES, keep_note, mute, remove_message, report, say, write
from games.services.turns import call_orange, claim, play, play_forced, resign

__all__ = [
    "MOST_KEPT",
    "MOST_SETS",
    "PHRASES",
    "TEMPLATES",
    "Accepted",
    "ClientSeed",
    "Moved",
    "Outcome",
    "Refused",
    "Setup",
    "Stale",
    "SuspendedError",
    "add_holiday",
    "answer_offer",
    "away_until",
    "barred_from_chat",
    "call_orange",
    "call_seats",
    "cancel_game",
    "cancel_holiday",
    "change_seats",
    "claim",
    "claim_abandoned",
    "days_left",
    "delete_rules",
    "give_client_seed",
    "give_sign",
    "is_alive",
    "keep_note",
    "keep_record",
    "keep_rules",
    "kept_apart",
    "leave_games",
    "leave_seat",
    "looked",
    "make_offer",
    "move_games",
    "mute",
    "open_game",
    "overdue",
    "play",
    "play_again",
    "play_forced",
    "remove_message",
    "remove_player",
    "rename_rules",
    "report",
    "resign",
    "return_to_seat",
    "run_out",
    "say",
    "seat_computer_for",
    "seat_computers",
    "start_game",
    "suspended",
    "take_seat",
    "today",
    "waits",
    "write",
]
