"""Everything that follows an append to a game's log, in the same transaction and in this order.

`GameTransaction.commit` calls it, through the hook `appended`. Open pages are notified separately, by
`live.broadcast`, after the commit.
"""

from collections.abc import Sequence

from games.analysis.tasks import forget_undone_analyses
from games.clubs.tables import note_club_game
from games.deals.ranking import record_result
from games.domain.events import Event
from games.invitations.rematches import invite_previous_players
from games.invitations.services import tell_invited
from games.invitations.takeovers import end_requests
from games.models import Game, Seat
from games.notifications.game_events import notify_followers, notify_players, notify_who_wants_table
from games.pairing.services import end_practice
from games.results.ratings import rate_finished_game
from games.results.seat_results import update_results
from games.tasks.turns import schedule_bot_turn, schedule_forced_move, schedule_planned_move, schedule_timeout
from games.tournaments.rounds import note_tournament_game


def after_append(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Run all side effects of the new events; the game's row and state already include them."""
    rate_finished_game(game)
    record_result(game)
    update_results(game, events)
    forget_undone_analyses(game, events)
    schedule_bot_turn(game, seats, events)
    schedule_timeout(game, seats)
    schedule_planned_move(game, seats, events)
    schedule_forced_move(game, seats)
    notify_players(game, seats, events)
    notify_who_wants_table(game, seats, events)
    notify_followers(game, seats, events)
    invite_previous_players(game, seats, events)
    tell_invited(game, seats, events)
    end_practice(game, seats, events)
    end_requests(game, events)
    note_club_game(game, seats, events)
    note_tournament_game(game, seats, events)
