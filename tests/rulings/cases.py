"""A game of friends with a disputed move, and a director who does not play in it."""

from typing import Any

from django.contrib.auth.models import Permission

from accounts.models import Person
from games import services
from games.domain.dispute_events import RulingKind
from games.domain.disputes import Ruling
from games.domain.move_generation import legal_moves
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective_of
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Seat
from games.rulings import disputes, ruling_service
from games.rulings.models import Dispute
from games.services import Accepted, Refused
from tests.games.tables import person
from tests.games.timed import fresh, mover

WHY = "It was so."


def director(name: str = "Dora") -> Person:
    """Staff with the permission to rule."""
    dora = person(name)
    dora.is_staff = True
    dora.save()
    dora.user_permissions.add(Permission.objects.get(codename="rule", content_type__app_label="rulings"))
    return Person.objects.get(pk=dora.pk)


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.get(game=game, number=number)


def moves_now(game: Game) -> list[str]:
    state, _ = load(fresh(game))
    return sorted(map(write_move, legal_moves(perspective_of(state, fresh(game).turn).position())))


def play(game: Game, move: str = "") -> int:
    """Play for the seat whose turn it is, and return the number of the move's first event."""
    before = fresh(game).seq
    outcome = services.play(mover(game), move or moves_now(game)[0], before)
    assert isinstance(outcome, Accepted), outcome
    return before + 1


def disputed(game: Game, at: int, stop: bool = False, by: int = 0) -> Dispute:
    """Dispute a move, for this seat or the one to play."""
    made = disputes.open_dispute(seat(game, by) if by else mover(game), at, "That was wrong.", stop)
    assert isinstance(made, Dispute), made
    return made


def ruled(about: Dispute | Game, who: Person, kind: RulingKind, **more: Any) -> None:
    outcome = ruling_service.rule(about, who, Ruling(kind, WHY)._replace(**more))
    assert isinstance(outcome, Accepted), outcome


def refused(outcome: object) -> str:
    assert isinstance(outcome, Refused), outcome
    return outcome.refusal.key


def sound(game: Game) -> bool:
    """Return whether everything derived from the log is true."""
    return verify_game(fresh(game)) == []


__all__ = ["WHY", "Ruling", "director", "disputed", "fresh", "mover", "moves_now", "play", "read_move", "refused"]
__all__ += ["ruled", "seat", "sound"]
