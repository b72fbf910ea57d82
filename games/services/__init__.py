"""The only writers of games. Each service is one transaction: it happens completely or not at all."""

from games.services.accounts_sync import MergeResult, guest_merged, leave_games, move_games, update_seat_names
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
from games.services.house_rules import MAX_SAVED_RULES, delete_rules, rename_rules, save_rules
from games.services.offers import answer_offer, make_offer, seat_to_undo, undo
from games.services.outcomes import TEMPLATES, Accepted, Outcome, Refused, Stale, refused
from games.services.players import ClientSeed
from games.services.records import MAX_RECORDS, RECORD_RETENTION, mark_opened, save_imported_record
from games.services.round_ends import (
    mark_round_end_seen,
    mark_ruling_read,
    mark_seen,
    round_pause_left,
    shows_round_end,
    unread_ruling,
    unready_seats,
)
from games.services.seating import cancel_game, give_client_seed, leave_seat, remove_player, seat_computers, swap_seats
from games.services.suspensions import SuspendedError, chat_refusal, suspension_refusal
from games.services.tables import (
    GameSetup,
    join_rematch,
    may_sit,
    may_sit_down,
    new_preview_deal,
    open_game,
    read_preview_deal,
    seat_keepers,
    start_game,
    start_preview_deal,
    take_seat,
    watch_computers,
)
from games.services.timeouts import (
    claim_forfeit,
    claim_wait,
    end_without_result,
    enforce_timeout,
    may_remind,
    overdue_games,
    return_to_seat,
    seat_computer_for,
)
from games.services.turns import (
    call_orange,
    cards_shown,
    claim,
    others_play_on,
    play,
    play_forced,
    resign,
    show_cards,
)
from games.services.uptime import record_heartbeat, server_is_up
from games.services.vacations import add_vacation, away_until, cancel_vacation, days_left, today_of
