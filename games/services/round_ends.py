"""What each player has seen: the latest event, the latest ruling, and the end of a round, which comes before the next
deal. The marks are in the seats' rows, not in the log."""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import QuerySet

from casino.clock import now
from casino.transactions import write_transaction
from games.domain.dispute_events import RulingMade
from games.domain.state import GameState
from games.live import broadcast
from games.log.store import load, lock_game
from games.models import Game, Seat


def mark_seen(seat: Seat, seq: int) -> None:
    """Record that the seat's player has seen the table at this sequence number. Writes only if it is newer.

    The player's lists are told, where a ruling may have waited, and pages of the table that show who has seen an offer.
    """
    if seat.seen_seq < seq:
        with write_transaction():
            if Seat.objects.filter(pk=seat.pk, seen_seq__lt=seq).update(seen_seq=seq) and seat.person_id:
                _publish_seen(seat.game, seat.number, seat.person_id)
        seat.seen_seq = seq


def _publish_seen(game: Game, number: int, person_id: int) -> None:
    if number in game.asked_seats:
        broadcast.publish_game_changed(game.public_id, game.seq, people=[person_id])
    else:
        broadcast.publish_people_changed([person_id])


def unread_ruling(seat: Seat, events: Sequence[object]) -> RulingMade | None:
    """The latest ruling among these events, if the seat's player has yet to read it. `seat` may come from a cache."""
    ruling = next((event for event in reversed(events) if isinstance(event, RulingMade)), None)
    unread = ruling and Seat.objects.filter(pk=seat.pk, read_ruling__lt=ruling.ruling_no).exists()
    return ruling if unread else None


def mark_ruling_read(seat: Seat, number: int) -> None:
    with write_transaction():
        Seat.objects.filter(pk=seat.pk, read_ruling__lt=number).update(read_ruling=number)


def shows_round_end(seat: Seat, state: GameState) -> bool:
    """True if the seat's player is still shown the end of the latest finished round: until they have gone on, in a live
    game until all have, or the pause is over.

    The row is read again before that is said: `seat` may come from a cache.
    """
    finished = state.finished_round
    if state.result or finished is None:
        return False
    if seat.game.live:
        return round_pause_left(seat.game, state) > 0 and unready_seats(seat.game, finished.number).exists()
    if seat.seen_round >= finished.number:
        return False
    return Seat.objects.filter(pk=seat.pk, seen_round__lt=finished.number).exists()


def round_pause_left(game: Game, state: GameState) -> float:
    """The seconds left, in a live game, of the pause before the round in progress; 0 once it has been played in."""
    if not game.live or state.round is None or state.round.plays:
        return 0
    dealt = game.events.filter(type="round_started").latest("seq").at
    return max(0.0, settings.ROUND_PAUSE - (now() - dealt).total_seconds())


def unready_seats(game: Game, number: int) -> QuerySet[Seat]:
    """The seats of people who have not gone on from the end of this round."""
    return game.taken_seats.filter(bot="", person__isnull=False, seen_round__lt=number)


def mark_round_end_seen(seat: Seat, number: int) -> bool:
    """Record that the seat's player has seen the end of this round; return True if that was the last player to see it.
    At pass and play all see it together.

    A round that is not over is ignored, and so is a second request.
    """
    with write_transaction():
        game = lock_game(seat.game_id)
        finished = load(game)[0].finished_round
        if finished is None or number > finished.number:
            return False
        seats = game.taken_seats.all() if game.pass_and_play else game.taken_seats.filter(pk=seat.pk)
        marked = seats.filter(seen_round__lt=number).update(seen_round=number)
        seat.seen_round = max(seat.seen_round, number)
        if marked:
            broadcast.publish_game_changed(game.public_id, game.seq, seat.number)
        return bool(marked) and not unready_seats(game, finished.number).exists()


def forget_undone_rounds(game: Game, state: GameState) -> None:
    """Forget the marks of rounds that are no longer over, inside the transaction that has gone back on them."""
    latest = state.finished_round.number if state.finished_round else 0
    if game.taken_seats.filter(seen_round__gt=latest).update(seen_round=latest):
        vars(game).pop("seats_with_people", None)
