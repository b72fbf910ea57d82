"""Actions of directors: preview and make a ruling, look at hidden hands, stop and resume a game.

    from games.rulings import ruling_service
    preview = ruling_service.preview(dispute, director, Ruling("rolled_back", "The eight was left behind.", "4.10"))
    outcome = ruling_service.rule(dispute, director, the_same_ruling)

Directors cannot rule in a game they play in, whatever their permissions (`rulings.rule`); every service refuses it.
"""

from datetime import datetime
from typing import NamedTuple

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games import clocks
from games.domain import disputes
from games.domain.dispute_events import HandsRevealedToDirector, RulingMade
from games.domain.disputes import Clocks, RevealedCards, Ruling, decide_ruling, revealed_since
from games.domain.events import BotTookOver, Event, PlayerReturned, RolledBack
from games.domain.perspective import SPECTATOR, Perspective, perspective_of
from games.domain.refusal import Refusal
from games.log.store import events_after, lock_game, timed_events, user_actor
from games.models import Game, Suspension
from games.notifications.dispatch import notify
from games.notifications.kinds import NotificationKind
from games.results import ratings
from games.rulings.models import Dispute, RulingRecord
from games.rulings.permissions import can_rule_in
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Refused, refused


class Preview(NamedTuple):
    """The consequences of a ruling: the game as a spectator would see it, the events that would be recorded, and for a
    rollback the cards seen since. With a `refusal` it is not possible, and `after` is the present state."""

    refusal: Refusal | None
    after: Perspective
    events: tuple[Event, ...] = ()
    seen: RevealedCards | None = None


def preview(about: Dispute | Game, director: Person, ruling: Ruling) -> Preview:
    """The consequences of the ruling without saving anything."""
    game, ruling = Game.objects.get(pk=_game_id_of(about)), _with_defaults(about, ruling)
    tx = GameTransaction(game)
    refusal = _director_refusal(director, game) or _ruling_refusal(game, ruling)
    events = refusal.refusal if refusal else _decide(game, director, ruling)
    if isinstance(events, Refusal):
        return Preview(events, perspective_of(tx.state, SPECTATOR))
    tx.append(events, user_actor(director.pk))
    return Preview(None, perspective_of(tx.state, SPECTATOR), events, _revealed(game, events))


def rule(about: Dispute | Game, director: Person, ruling: Ruling) -> Accepted | Refused:
    """Make the ruling, on a dispute or on the director's own initiative; notify the players."""
    with write_transaction():
        game, ruling = lock_game(_game_id_of(about)), _with_defaults(about, ruling)
        refusal = _director_refusal(director, game) or _ruling_refusal(game, ruling)
        if refusal:
            return refusal
        events = _decide(game, director, ruling)
        if isinstance(events, Refusal):
            return Refused(events)
        tx = GameTransaction(game)
        before = tx.state.result
        tx.append(events, user_actor(director.pk))
        if tx.state.result != before:
            ratings.revert_rating(game)
        _reassign_seats(game, events)
        tx.commit()
        _save_ruling(game, director, ruling, events)
        return Accepted(game.seq)


def reveal_hands(dispute: Dispute, director: Person) -> Accepted | Refused:
    """Let the director see all hands from now on; the players are notified, once for each dispute."""
    with write_transaction():
        game = lock_game(dispute.game_id)
        refusal = _director_refusal(director, game)
        if refusal:
            return refusal
        if not has_revealed_hands(dispute, director):
            tx = GameTransaction(game)
            tx.append((HandsRevealedToDirector(dispute.number, str(director)),), user_actor(director.pk))
            tx.commit()
        return Accepted(game.seq)


def has_revealed_hands(dispute: Dispute, director: Person) -> bool:
    looks = dispute.game.events.filter(type="hands_revealed_to_director", actor=user_actor(director.pk))
    return looks.filter(payload__dispute_no=dispute.number).exists()


def pause_game(dispute: Dispute, director: Person) -> Accepted | Refused:
    """Stop the game until the dispute is decided, whatever the players want."""
    with write_transaction():
        tx = GameTransaction(lock_game(dispute.game_id))
        return _execute(tx, director, disputes.pause_game(tx.state, dispute.number, str(director)))


def resume(about: Dispute | Game, director: Person) -> Accepted | Refused:
    """Resume the game before anything is decided."""
    with write_transaction():
        tx = GameTransaction(lock_game(_game_id_of(about)))
        return _execute(tx, director, disputes.resume_game(tx.state, str(director)))


# --- steps --------------------------------------------------------------------------------------------------------


def _game_id_of(about: Dispute | Game) -> int:
    return about.game_id if isinstance(about, Dispute) else about.pk


def _with_defaults(about: Dispute | Game, ruling: Ruling) -> Ruling:
    """The ruling with the disputed move as the default."""
    if not isinstance(about, Dispute):
        return ruling
    overruling = ruling.kind == "rolled_back" and ruling.overrules
    at = ruling.event_seq or (0 if overruling else about.event_seq)
    return ruling._replace(dispute_no=about.number, event_seq=at)


def _director_refusal(director: Person, game: Game) -> Refused | None:
    if game.taken_seats.filter(person=director).exists():
        return refused("director-plays")
    return None if can_rule_in(director, game) else refused("no-director")


def _ruling_refusal(game: Game, ruling: Ruling) -> Refused | None:
    """A refusal for reasons that are not in the log. A decided dispute is reopened only by overruling."""
    dispute = game.disputes.filter(number=ruling.dispute_no).first()
    if dispute is not None and dispute.state != Dispute.State.OPEN and not ruling.overrules:
        return refused("dispute-settled")
    if ruling.kind in ("warned", "suspended") and not _person_on(game, ruling.seat):
        return refused("nobody-to-suspend")
    return refused("ruling-no-end") if ruling.kind == "suspended" and not _in_future(ruling.until) else None


def _person_on(game: Game, number: int) -> Person | None:
    seat = game.taken_seats.select_related("person").filter(number=number).first()
    return seat.person if seat else None


def _in_future(until: str) -> bool:
    try:
        return datetime.fromisoformat(until) > now()
    except (ValueError, TypeError):  # no time, or one without its zone
        return False


def _decide(game: Game, director: Person, ruling: Ruling) -> tuple[Event, ...] | Refusal:
    log = [event for _, event in events_after(game, 0)]
    here = game.taken_seats.filter(person__isnull=False).values_list("number", flat=True)
    gone = {*range(1, game.seats + 1)} - {*here}
    return decide_ruling(log, ruling, str(director), lambda to: _clocks_at(game, to), gone)


def _reassign_seats(game: Game, events: tuple[Event, ...]) -> None:
    """Update the players of seats that return to their players, or go to the computer."""
    for event in events:
        if isinstance(event, PlayerReturned | BotTookOver):
            bot = event.bot if isinstance(event, BotTookOver) else ""
            game.taken_seats.filter(number=event.seat).update(bot=bot)


def _clocks_at(game: Game, to: int) -> Clocks | None:
    clock = clocks.clock_after(timed_events(game, to))
    return clock and (clock.remaining, clock.reserve)


def _revealed(game: Game, events: tuple[Event, ...]) -> RevealedCards | None:
    to = next((event.to_seq for event in events if isinstance(event, RolledBack)), None)
    return None if to is None else revealed_since([event for _, event in events_after(game, 0)], to)


def _execute(tx: GameTransaction, director: Person, events: tuple[Event, ...] | Refusal) -> Accepted | Refused:
    refusal = _director_refusal(director, tx.game)
    if refusal:
        return refusal
    if isinstance(events, Refusal):
        return Refused(events)
    tx.append(events, user_actor(director.pk))
    tx.commit()
    return Accepted(tx.game.seq)


def _save_ruling(game: Game, director: Person, ruling: Ruling, events: tuple[Event, ...]) -> None:
    """Save the rows that follow from the ruling, and notify the players."""
    made = next(event for event in events if isinstance(event, RulingMade))
    seq = game.events.filter(type="ruling_made").order_by("-seq").values_list("seq", flat=True)[0]
    dispute = game.disputes.filter(number=ruling.dispute_no).first()
    person = _person_on(game, ruling.seat) if ruling.kind == "suspended" else None
    until = datetime.fromisoformat(ruling.until) if person else None
    row = RulingRecord.objects.create(
        game=game,
        number=made.ruling_no,
        seq=seq,
        kind=made.kind,
        dispute=dispute,
        director=director,
        suspension=Suspension.objects.create(person=person, until=until) if person and until else None,
        made=now(),
    )
    if dispute:
        dispute.state, dispute.settled = Dispute.State.RULED, now()
        dispute.save(update_fields=["state", "settled"])
    if ruling.overrules:
        game.rulings.filter(number=ruling.overrules).update(overruled_by=row)
        Suspension.objects.filter(ruling__game=game, ruling__number=ruling.overrules).delete()
    _notify(game, made)


def _notify(game: Game, made: RulingMade) -> None:
    people = Person.objects.filter(seats__game=game)
    notify(
        NotificationKind.RULING, game, people, dedup_key=f"{NotificationKind.RULING}:{game.public_id}:{made.ruling_no}"
    )
