"""What the lower layers call without importing it (`casino/hooks.py`), all in one place."""

from accounts import hooks as of_people
from accounts.models import Person
from casino import hooks
from games import services
from games.analysis.tasks import requeue_interrupted
from games.clubs import notices as club_notices
from games.clubs.services import club_ending, club_left, leave_clubs, move_memberships, unfinished
from games.clubs.tables import keeps_seats
from games.live import broadcast
from games.live.presence import stale_presences
from games.notifications import delivery, suppression, texts
from games.notifications.reminders import send_reminders
from games.pairing.challenges import expire_challenges
from games.rulings import disputes
from games.services import game_transaction
from games.services.records import forgotten_records
from games.tasks.after_append import after_append
from games.tasks.metrics import database_metrics
from games.tasks.turns import recover_overdue_games, requeue_bot_turns
from games.tournaments import notices as tournament_notices
from games.tournaments.rounds import advance_overdue
from games.tournaments.services import end_tournaments, leave_tournaments, move_players, unfinished_names


def register() -> None:
    game_transaction.appended.append(after_append)
    services.seat_keepers.append(keeps_seats)
    suppression.reasons_above.extend([club_notices.reason_to_drop, tournament_notices.reason_to_drop])
    texts.lines_above.extend([club_notices.line_of_news, tournament_notices.line_of_tournament])
    unfinished.append(unfinished_names)
    club_left.append(leave_tournaments)
    club_ending.append(end_tournaments)
    services.guest_merged.extend([move_memberships, move_players])
    of_people.user_renamed.append(services.update_seat_names)
    of_people.user_deleting.append(leave_games)
    of_people.preferences_saved.append(lambda person: broadcast.publish_preferences_changed(person.pk))
    of_people.preferences_saved.append(delivery.reschedule_deferred)
    of_people.session_revoked.append(broadcast.publish_session_ended)
    hooks.worker_started.extend([requeue_bot_turns, recover_overdue_games, delivery.requeue_pending])
    hooks.worker_ticked.extend(
        [
            recover_overdue_games,
            send_reminders,
            requeue_interrupted,
            expire_challenges,
            advance_overdue,
            tournament_notices.tell_of_starts,
        ]
    )
    hooks.heartbeat.append(services.record_heartbeat)
    hooks.old_rows.extend([delivery.old_notifications, stale_presences, forgotten_records])
    hooks.database_metrics.append(database_metrics)


def leave_games(person: Person) -> None:
    leave_clubs(person)
    leave_tournaments(person)
    disputes.erase_person(person)
    services.leave_games(person)
