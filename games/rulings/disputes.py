"""Services for players: dispute a move, withdraw a dispute, and agree to stop the game until it is decided."""

from datetime import timedelta

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games.domain.dispute_events import DisputeEvent, DisputeWithdrawn, PauseRequested
from games.domain.disputes import open_dispute as decide_dispute
from games.domain.disputes import pause_game, resume_game
from games.domain.refusal import Refusal
from games.log.attestations import attest_dispute
from games.log.store import events_after, lock_game, seat_actor
from games.models import Game, Seat
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify
from games.notifications.kinds import NotificationKind
from games.rulings.models import TEXT_LENGTH, Dispute
from games.rulings.permissions import directors_for
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Refused, refused
from games.services.round_ends import mark_seen

MAX_OPEN = 3
"""Maximum number of open disputes of a person in one game."""

DAYS = 14
"""Number of days after a game's end in which its moves can be disputed."""

ENDS = ("game_won", "game_ended")


def open_dispute(seat: Seat, event_seq: int, text: str, wants_pause: bool = False) -> Dispute | Refused:
    """Dispute the move that event `event_seq` belongs to, for the player of the seat, with a reason.

    With `wants_pause` the player also asks to stop the game until it is decided.
    """
    text = text.strip()
    refusal = _unreadable(text)
    if refusal:
        return refusal
    with write_transaction():
        game = lock_game(seat.game_id)
        refusal = _too_late(game) or _too_many(game, seat)
        if refusal:
            return refusal
        number = game.disputes.count() + 1
        opened = decide_dispute([event for _, event in events_after(game, 0)], seat.number, number, event_seq)
        if isinstance(opened, Refusal):
            return Refused(opened)
        dispute = Dispute(game=game, number=number, seat=seat.number, person=seat.person, text=text)
        dispute.event_seq = opened.event_seq
        tx = GameTransaction(game)
        tx.append((opened,), seat_actor(seat.number))
        if wants_pause and game.status == Game.Status.PLAYING:
            _want_pause(tx, dispute, seat)
        dispute.opened = now()
        dispute.save(force_insert=True)
        _commit(tx, seat)
        attest_dispute(game, number, dispute.person_id, text)
        _notify(game, dispute)
        return dispute


def withdraw(dispute: Dispute, seat: Seat) -> Accepted | Refused:
    """Withdraw the dispute. A game that was stopped for it resumes, unless it `_stays_stopped` for another one."""
    with write_transaction():
        game = lock_game(dispute.game_id)
        dispute = game.disputes.get(pk=dispute.pk)
        if dispute.seat != seat.number:
            return refused("dispute-not-yours")
        if dispute.state != Dispute.State.OPEN:
            return refused("dispute-settled")
        _withdraw(game, dispute)
        return Accepted(game.seq)


def agree_to_pause(dispute: Dispute, seat: Seat) -> Accepted | Refused:
    """Record the player's wish to stop the game until this is decided; when all people agree, stop it."""
    with write_transaction():
        game = lock_game(dispute.game_id)
        dispute = game.disputes.get(pk=dispute.pk)
        tx = GameTransaction(game)
        if dispute.state != Dispute.State.OPEN:
            return refused("dispute-settled")
        possible = pause_game(tx.state, dispute.number)
        if isinstance(possible, Refusal):
            return Refused(possible)
        if seat.number in dispute.agreed:
            return refused("stop-wanted")
        _want_pause(tx, dispute, seat)
        dispute.save(update_fields=["agreed"])
        _commit(tx, seat)
        if dispute.agreed == [seat.number] and not tx.state.paused:
            _notify_of_request(game, dispute, seat)
        return Accepted(game.seq)


def erase_person(person: Person) -> None:
    """Withdraw the disputes of a person who deletes the account, and delete their texts."""
    with write_transaction():
        for dispute in Dispute.objects.filter(person=person, state=Dispute.State.OPEN).order_by("game_id"):
            _withdraw(lock_game(dispute.game_id), dispute)
        Dispute.objects.filter(person=person).update(text="")


# --- steps --------------------------------------------------------------------------------------------------------


def _unreadable(text: str) -> Refused | None:
    if not text:
        return refused("dispute-no-text")
    return refused("dispute-too-long", most=TEXT_LENGTH) if len(text) > TEXT_LENGTH else None


def _too_late(game: Game) -> Refused | None:
    if game.status != Game.Status.OVER:
        return None
    ended = game.events.filter(type__in=ENDS).order_by("-seq").values_list("at", flat=True).first()
    late = ended is not None and now() - ended > timedelta(days=DAYS)
    return refused("dispute-late", days=DAYS) if late else None


def _too_many(game: Game, seat: Seat) -> Refused | None:
    still_open = game.disputes.filter(seat=seat.number, state=Dispute.State.OPEN).count()
    return refused("dispute-many", most=MAX_OPEN) if still_open >= MAX_OPEN else None


def _notify(game: Game, dispute: Dispute) -> None:
    """Notify the other players, and the directors who can decide it."""
    at_table = {person.pk for person in Person.objects.filter(seats__game=game)}
    directors = {person.pk for person in directors_for(game)}
    reached = reachable((at_table | directors) - {dispute.person_id or 0})
    notify(
        NotificationKind.DISPUTE,
        game,
        reached,
        dedup_key=f"{NotificationKind.DISPUTE}:{game.public_id}:{dispute.number}",
    )


def _notify_of_request(game: Game, dispute: Dispute, seat: Seat) -> None:
    """Notify the other players that one has asked to pause the game after the dispute was opened."""
    others = {person.pk for person in Person.objects.filter(seats__game=game)} - {seat.person_id}
    kind = NotificationKind.DISPUTE
    notify(kind, game, reachable(others), dedup_key=f"{kind}:{game.public_id}:{dispute.number}:pause")


def _want_pause(tx: GameTransaction, dispute: Dispute, seat: Seat) -> None:
    """Record one more seat's wish to stop the game, and stop it once everyone agrees."""
    if tx.state.paused:
        return
    dispute.agreed = sorted({*dispute.agreed, seat.number})
    actor = seat_actor(seat.number)
    tx.append((PauseRequested(seat.number, dispute.number),), actor)
    if _everyone_agrees(tx, dispute):
        _add(tx, pause_game(tx.state, dispute.number), actor)


def _commit(tx: GameTransaction, seat: Seat) -> None:
    """Commit. What the seat's own player does is no news to them, unless they have yet to see what came before."""
    before = tx.game.seq
    tx.commit()
    if seat.seen_seq >= before:
        mark_seen(seat, tx.game.seq)


def _everyone_agrees(tx: GameTransaction, dispute: Dispute) -> bool:
    """True if all people want to stop the game for this dispute, also those who may return to their seat."""
    people = tx.game.taken_seats.filter(person__isnull=False).values_list("number", flat=True)
    return set(people) - tx.state.forfeited_seats <= set(dispute.agreed)


def _stays_stopped(tx: GameTransaction) -> bool:
    """True if the game is still stopped for a dispute that is open: no one keeps it stopped alone."""
    still_open = list(tx.game.disputes.filter(state=Dispute.State.OPEN))
    paused = tx.game.events.filter(type="game_paused").order_by("-seq").first()
    by_director = paused is not None and bool(paused.payload["director"])
    return bool(still_open) if by_director else any(_everyone_agrees(tx, dispute) for dispute in still_open)


def _add(tx: GameTransaction, events: tuple[DisputeEvent, ...] | Refusal, actor: str) -> None:
    if not isinstance(events, Refusal):
        tx.append(events, actor)


def _withdraw(game: Game, dispute: Dispute) -> None:
    dispute.state, dispute.settled = Dispute.State.WITHDRAWN, now()
    dispute.save(update_fields=["state", "settled"])
    tx, actor = GameTransaction(game), seat_actor(dispute.seat)
    tx.append((DisputeWithdrawn(dispute.seat, dispute.number),), actor)
    if not _stays_stopped(tx):
        _add(tx, resume_game(tx.state), actor)
    tx.commit()
