"""The only writers of games. Each service is one transaction: it happens completely or not at all."""

from games.services.accounts_sync import MergeResult, leave_games, move_games, update_seat_names
from games.services.blocks import block_refusal
from games.services.chat import (
    PHRASES,
    Spectator,
    is_spectator,
    mute,
    mute_author,
    post_phrase,
    post_text,
    readable_messages,
    remove_message,
    report_message,
    save_note,
)
from games.services.disconnects import claim_forfeit, claim_wait, seat_computer_for
from games.services.house_rules import MAX_SAVED_RULES, delete_rules, rename_rules, save_rules
from games.services.offers import answer_offer, make_offer
from games.services.outcomes import TEMPLATES, Accepted, Outcome, Refused, Stale, refused
from games.services.players import ClientSeed
from games.services.preview_deal import new_preview_deal, read_preview_deal, start_preview_deal
from games.services.read_marks import mark_seen
from games.services.records import MAX_RECORDS, RECORD_RETENTION, mark_opened, save_imported_record
from games.services.round_ends import has_unseen_round_end, mark_round_end_seen
from games.services.seating import cancel_game, leave_seat, remove_player, seat_computers, swap_seats
from games.services.seeds import give_client_seed
from games.services.suspensions import SuspendedError, chat_refusal, suspension_refusal
from games.services.tables import GameSetup, join_rematch, may_sit, open_game, start_game, take_seat
from games.services.timeouts import enforce_timeout, overdue_games, return_to_seat
from games.services.turns import call_orange, claim, play, play_forced, resign
from games.services.uptime import record_heartbeat, server_is_up
from games.services.vacations import add_vacation, away_until, cancel_vacation, days_left, today

__all__ = [
    "MAX_RECORDS",
    "MAX_SAVED_RULES",
    "PHRASES",
    "RECORD_RETENTION",
    "TEMPLATES",
    "Accepted",
    "ClientSeed",
    "GameSetup",
    "MergeResult",
    "Outcome",
    "Refused",
    "Spectator",
    "Stale",
    "SuspendedError",
    "add_vacation",
    "answer_offer",
    "away_until",
    "block_refusal",
    "call_orange",
    "cancel_game",
    "cancel_vacation",
    "chat_refusal",
    "claim",
    "claim_forfeit",
    "claim_wait",
    "days_left",
    "delete_rules",
    "enforce_timeout",
    "give_client_seed",
    "has_unseen_round_end",
    "is_spectator",
    "join_rematch",
    "leave_games",
    "leave_seat",
    "make_offer",
    "mark_opened",
    "mark_round_end_seen",
    "mark_seen",
    "may_sit",
    "move_games",
    "mute",
    "mute_author",
    "new_preview_deal",
    "open_game",
    "overdue_games",
    "play",
    "play_forced",
    "post_phrase",
    "post_text",
    "read_preview_deal",
    "readable_messages",
    "record_heartbeat",
    "refused",
    "remove_message",
    "remove_player",
    "rename_rules",
    "report_message",
    "resign",
    "return_to_seat",
    "save_imported_record",
    "save_note",
    "save_rules",
    "seat_computer_for",
    "seat_computers",
    "server_is_up",
    "start_game",
    "start_preview_deal",
    "suspension_refusal",
    "swap_seats",
    "take_seat",
    "today",
    "update_seat_names",
]
