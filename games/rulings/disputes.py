"""Services for players: dispute a move, withdraw a dispute, and agree to stop the game until it is decided."""

from datetime import timedelta

from accounts.models import Person
from casino.clock import now
from casino.writes import write_transaction
from games.domain.disputed import Disputed, DisputeWithdrawn, StopWanted
from games.domain.disputing import open_dispute as decide_dispute
from games.domain.disputing import resume, stop
from games.domain.refusal import Refusal
from games.integrity.attesting import attest_dispute
from games.log.store import events_after, locked
from games.models import Game, Seat
from games.notifications.calling import notify
from games.notifications.happenings import Happening
from games.notifications.places import reachable
from games.rulings.directors import directors_for
from games.rulings.models import TEXT_LENGTH, Dispute
from games.services.outcomes import Accepted, Refused, refused
from games.services.recorder import Recorder
from games.services.turns import actor_of

MOST_OPEN = 3
"""Maximum number of open disputes of a person in one game."""

DAYS = 14
"""Number of days after a game's end in which its moves can be disputed."""

ENDS = ("game_won", "game_ended")


def open_dispute(seat: Seat, at: int, text: str, wants_stop: bool = False) -> Dispute | Refused:
    """Dispute the move that event `at` belongs to, for the player of the seat, with a reason.

    With `wants_stop` the player also asks to stop the game until it is decided.
    """
    text = text.strip()
    trouble = _unreadable(text)
    if trouble:
        return trouble
    with write_transaction():
        game = locked(seat.game_id)
        trouble = _too_late(game) or _too_many(game, seat)
        if trouble:
            return trouble
        number = game.disputes.count() + 1
        opened = decide_dispute([fact for _, fact in events_after(game, 0)], seat.number, number, at)
        if isinstance(opened, Refusal):
            return Refused(opened)
        dispute = Dispute(game=game, number=number, seat=seat.number, person=seat.person, at=opened.at, text=text)
        recorder = Recorder(game)
        recorder.add((opened,), actor_of(seat.number))
        if wants_stop and game.status == Game.Status.PLAYING:
            _want_stop(recorder, dispute, seat)
        dispute.opened = now()
        dispute.save(force_insert=True)
        recorder.record()
        attest_dispute(game, number, dispute.person_id, text)
        _tell(game, dispute)
        return dispute


def withdraw(dispute: Dispute, seat: Seat) -> Accepted | Refused:
    """Withdraw the dispute. A game that was stopped only for it resumes."""
    with write_transaction():
        game = locked(dispute.game_id)
        dispute = game.disputes.get(pk=dispute.pk)
        if dispute.seat != seat.number:
            return refused("dispute-not-yours")
        if dispute.state != Dispute.State.OPEN:
            return refused("dispute-settled")
        _withdraw(game, dispute)
        return Accepted(game.seq)


def agree_to_stop(dispute: Dispute, seat: Seat) -> Accepted | Refused:
    """Record the player's wish to stop the game until this is decided; when all people agree, stop it."""
    with write_transaction():
        game = locked(dispute.game_id)
        dispute = game.disputes.get(pk=dispute.pk)
        recorder = Recorder(game)
        if dispute.state != Dispute.State.OPEN:
            return refused("dispute-settled")
        possible = stop(recorder.state, dispute.number)
        if isinstance(possible, Refusal):
            return Refused(possible)
        if seat.number in dispute.agreed:
            return refused("stop-wanted")
        _want_stop(recorder, dispute, seat)
        dispute.save(update_fields=["agreed"])
        recorder.record()
        return Accepted(game.seq)


def forget_person(person: Person) -> None:
    """Withdraw the disputes of a person who deletes the account, and delete their texts."""
    with write_transaction():
        for dispute in Dispute.objects.filter(person=person, state=Dispute.State.OPEN).order_by("game_id"):
            _withdraw(locked(dispute.game_id), dispute)
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
    return refused("dispute-many", most=MOST_OPEN) if still_open >= MOST_OPEN else None


def _tell(game: Game, dispute: Dispute) -> None:
    """Notify the other players, and the directors who can decide it."""
    at_table = {person.pk for person in Person.objects.filter(seats__game=game)}
    directors = {person.pk for person in directors_for(game)}
    reached = reachable((at_table | directors) - {dispute.person_id or 0})
    notify(Happening.DISPUTE, game, reached, occasion=f"{Happening.DISPUTE}:{game.public_id}:{dispute.number}")


def _want_stop(recorder: Recorder, dispute: Dispute, seat: Seat) -> None:
    """Record one more seat's wish to stop the game, and stop it once everyone agrees.

    This includes players whose seat is played by a computer until they return.
    """
    if recorder.state.frozen:
        return
    dispute.agreed = sorted({*dispute.agreed, seat.number})
    actor = actor_of(seat.number)
    recorder.add((StopWanted(seat.number, dispute.number),), actor)
    people = recorder.game.taken_seats.filter(person__isnull=False).values_list("number", flat=True)
    if set(people) - recorder.state.out <= set(dispute.agreed):
        _add(recorder, stop(recorder.state, dispute.number), actor)


def _add(recorder: Recorder, facts: tuple[Disputed, ...] | Refusal, actor: str) -> None:
    if not isinstance(facts, Refusal):
        recorder.add(facts, actor)


def _withdraw(game: Game, dispute: Dispute) -> None:
    dispute.state, dispute.settled = Dispute.State.WITHDRAWN, now()
    dispute.save(update_fields=["state", "settled"])
    recorder, actor = Recorder(game), actor_of(dispute.seat)
    recorder.add((DisputeWithdrawn(dispute.seat, dispute.number),), actor)
    if not game.disputes.filter(state=Dispute.State.OPEN).exists():
        _add(recorder, resume(recorder.state), actor)
    recorder.record()
