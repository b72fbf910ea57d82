"""Actions of directors: preview and make a ruling, look at hidden hands, stop and resume a game.

    from games.rulings import directing
    preview = directing.preview(dispute, director, Ruling("back", "The eight was left behind.", "4.10"))
    outcome = directing.rule(dispute, director, the_same_ruling)

Directors cannot rule in a game they play in, whatever their permissions (`rulings.rule`); every service refuses it.
"""

from datetime import datetime
from typing import NamedTuple

from accounts.models import Person
from casino.clock import now
from casino.writes import write_transaction
from games import clocks, ratings
from games.domain import disputing
from games.domain.disputed import HandsLookedAt, RulingMade
from games.domain.events import Event, SeatGiven, SeatReturned, WentBack
from games.domain.hindsight import Seen, seen_since
from games.domain.perspective import SPECTATOR, Perspective, perspective
from games.domain.refusal import Refusal
from games.domain.ruling import Clocks, Ruling
from games.domain.ruling import rule as decide_ruling
from games.log.store import events_after, locked, timed_events
from games.models import Game
from games.notifications.calling import notify
from games.notifications.happenings import Happening
from games.rulings.directors import may_direct
from games.rulings.models import Dispute, MadeRuling, Suspension
from games.services.outcomes import Accepted, Refused, refused
from games.services.recorder import Recorder


class Preview(NamedTuple):
    """The consequences of a ruling: the game as a spectator would see it, the events that would be recorded, and for a
    rollback the cards seen since. With a `refusal` it is not possible, and `after` is the present state."""

    refusal: Refusal | None
    after: Perspective
    facts: tuple[Event, ...] = ()
    seen: Seen | None = None


def preview(about: Dispute | Game, director: Person, ruling: Ruling) -> Preview:
    """Return the consequences of the ruling without saving anything."""
    game, ruling = Game.objects.get(pk=_number_of(about)), _meant(about, ruling)
    recorder = Recorder(game)
    trouble = _not_for(director, game) or _cannot_be(game, ruling)
    facts = trouble.refusal if trouble else _decided(game, director, ruling)
    if isinstance(facts, Refusal):
        return Preview(facts, perspective(recorder.state, SPECTATOR))
    recorder.add(facts, actor_of(director))
    return Preview(None, perspective(recorder.state, SPECTATOR), facts, _seen(game, facts))


def rule(about: Dispute | Game, director: Person, ruling: Ruling) -> Accepted | Refused:
    """Make the ruling, on a dispute or on the director's own initiative; notify the players."""
    with write_transaction():
        game, ruling = locked(_number_of(about)), _meant(about, ruling)
        trouble = _not_for(director, game) or _cannot_be(game, ruling)
        if trouble:
            return trouble
        facts = _decided(game, director, ruling)
        if isinstance(facts, Refusal):
            return Refused(facts)
        recorder = Recorder(game)
        before = recorder.state.result
        recorder.add(facts, actor_of(director))
        if recorder.state.result != before:
            ratings.undo(game)
        _change_over(game, facts)
        recorder.record()
        _write_down(game, director, ruling, facts)
        return Accepted(game.seq)


def look_at_hands(dispute: Dispute, director: Person) -> Accepted | Refused:
    """Let the director see all hands from now on; the players are notified, once for each dispute."""
    with write_transaction():
        game = locked(dispute.game_id)
        trouble = _not_for(director, game)
        if trouble:
            return trouble
        if not has_looked(dispute, director):
            recorder = Recorder(game)
            recorder.add((HandsLookedAt(dispute.number, str(director)),), actor_of(director))
            recorder.record()
        return Accepted(game.seq)


def has_looked(dispute: Dispute, director: Person) -> bool:
    """Return True if the director has chosen to see the hidden hands for this dispute."""
    looks = dispute.game.events.filter(type="hands_looked_at", actor=actor_of(director))
    return looks.filter(payload__number=dispute.number).exists()


def freeze(dispute: Dispute, director: Person) -> Accepted | Refused:
    """Stop the game until the dispute is decided, whatever the players want."""
    with write_transaction():
        recorder = Recorder(locked(dispute.game_id))
        return _carry_out(recorder, director, disputing.stop(recorder.state, dispute.number, str(director)))


def resume(about: Dispute | Game, director: Person) -> Accepted | Refused:
    """Resume the game before anything is decided."""
    with write_transaction():
        recorder = Recorder(locked(_number_of(about)))
        return _carry_out(recorder, director, disputing.resume(recorder.state, str(director)))


def actor_of(director: Person) -> str:
    """Return the director as an actor in the log."""
    return f"person:{director.pk}"


# --- steps --------------------------------------------------------------------------------------------------------


def _number_of(about: Dispute | Game) -> int:
    return about.game_id if isinstance(about, Dispute) else about.pk


def _meant(about: Dispute | Game, ruling: Ruling) -> Ruling:
    """Return the ruling with the disputed move as the default."""
    if not isinstance(about, Dispute):
        return ruling
    overruling = ruling.kind == "back" and ruling.overrules
    at = ruling.at or (0 if overruling else about.at)
    return ruling._replace(dispute=about.number, at=at)


def _not_for(director: Person, game: Game) -> Refused | None:
    if game.taken_seats.filter(person=director).exists():
        return refused("director-plays")
    return None if may_direct(director, game) else refused("no-director")


def _cannot_be(game: Game, ruling: Ruling) -> Refused | None:
    """Return a refusal for reasons that are not in the log. A decided dispute is reopened only by overruling."""
    dispute = game.disputes.filter(number=ruling.dispute).first()
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


def _decided(game: Game, director: Person, ruling: Ruling) -> tuple[Event, ...] | Refusal:
    log = [fact for _, fact in events_after(game, 0)]
    here = game.taken_seats.filter(person__isnull=False).values_list("number", flat=True)
    gone = {*range(1, game.seats + 1)} - {*here}
    return decide_ruling(log, ruling, str(director), lambda to: _clocks_at(game, to), gone)


def _change_over(game: Game, facts: tuple[Event, ...]) -> None:
    """Update the players of seats that return to their players, or go to the computer."""
    for fact in facts:
        if isinstance(fact, SeatReturned | SeatGiven):
            bot = fact.bot if isinstance(fact, SeatGiven) else ""
            game.taken_seats.filter(number=fact.seat).update(bot=bot)


def _clocks_at(game: Game, to: int) -> Clocks | None:
    clock = clocks.clock_after(timed_events(game, to))
    return clock and (clock.left, clock.reserve)


def _seen(game: Game, facts: tuple[Event, ...]) -> Seen | None:
    to = next((fact.to for fact in facts if isinstance(fact, WentBack)), None)
    return None if to is None else seen_since([fact for _, fact in events_after(game, 0)], to)


def _carry_out(recorder: Recorder, director: Person, facts: tuple[Event, ...] | Refusal) -> Accepted | Refused:
    trouble = _not_for(director, recorder.game)
    if trouble:
        return trouble
    if isinstance(facts, Refusal):
        return Refused(facts)
    recorder.add(facts, actor_of(director))
    recorder.record()
    return Accepted(recorder.game.seq)


def _write_down(game: Game, director: Person, ruling: Ruling, facts: tuple[Event, ...]) -> None:
    """Save the rows that follow from the ruling, and notify the players."""
    made = next(fact for fact in facts if isinstance(fact, RulingMade))
    seq = game.events.filter(type="ruling_made").order_by("-seq").values_list("seq", flat=True)[0]
    dispute = game.disputes.filter(number=ruling.dispute).first()
    row = MadeRuling.objects.create(
        game=game, number=made.number, seq=seq, kind=made.kind, dispute=dispute, director=director, made=now()
    )
    if dispute:
        dispute.state, dispute.settled = Dispute.State.RULED, now()
        dispute.save(update_fields=["state", "settled"])
    if ruling.overrules:
        game.rulings.filter(number=ruling.overrules).update(overruled_by=row)
        Suspension.objects.filter(ruling__game=game, ruling__number=ruling.overrules).delete()
    if ruling.kind == "suspended":
        _suspend(game, ruling, row)
    _tell(game, made)


def _suspend(game: Game, ruling: Ruling, row: MadeRuling) -> None:
    person = _person_on(game, ruling.seat)
    if person:
        Suspension.objects.create(person=person, until=datetime.fromisoformat(ruling.until), ruling=row)


def _tell(game: Game, made: RulingMade) -> None:
    people = Person.objects.filter(seats__game=game)
    notify(Happening.RULING, game, people, occasion=f"{Happening.RULING}:{game.public_id}:{made.number}")
