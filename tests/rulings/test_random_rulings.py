"""Random games in which moves are disputed and every kind of ruling is made: after any of them the log is whole, and
folds to the state that is kept of it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games import services
from games.domain.disputes import DISPUTABLE, KINDS, Ruling, ruling_seqs
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective_of, redact
from games.domain.presets import resolve_rules
from games.domain.record import write_record
from games.domain.table_settings import ClockKind, TableSettings
from games.log.store import events_after, load
from games.models import Game
from games.presenters.timeline import timeline
from games.rulings import disputes, ruling_service
from games.rulings.models import Dispute
from games.services import Accepted
from tests.games.tables import person
from tests.games.timed import standing_time
from tests.rulings.cases import director, fresh, mover, moves_now, play, seat, sound

pytestmark = pytest.mark.django_db

STEPS = 60


def log_of(game: Game) -> list[Event]:
    return [event for _, event in events_after(fresh(game), 0)]


def some_move(game: Game, dice: Random) -> int:
    """Return the number of an event that can be disputed, also of a rolled-back one."""
    return dice.choice([at for at, event in enumerate(log_of(game), start=1) if isinstance(event, DISPUTABLE)])


def other_move(game: Game, at: int, dice: Random) -> str:
    """Return a legal move in place of the one with this event."""
    state = fold(log_of(game)[: at - 1])._replace(paused=False)
    moves = legal_moves(perspective_of(state, state.turn).position()) if state.turn else ()
    return write_move(dice.choice(list(moves))) if moves else "AS"


def random_ruling(game: Game, dice: Random) -> Ruling:
    log, kind, at = log_of(game), dice.choice(KINDS), some_move(game, dice)
    sides = len(load(fresh(game))[0].totals)
    made = list(ruling_seqs(log))
    more: dict[str, Callable[[], dict[str, Any]]] = {
        "move_replaced": lambda: {"event_seq": at, "move": read_move(other_move(game, at, dice))},
        "score_corrected": lambda: {"totals": tuple(dice.randint(0, 25) for _ in range(sides))},
        "win_awarded": lambda: {"winners": (dice.randint(1, game.seats),)},
        "clock_adjusted": lambda: {"seat": dice.randint(1, game.seats), "seconds": dice.choice((-400, -10, 60))},
        "warned": lambda: {"seat": 1},
        "suspended": lambda: {"seat": 3, "until": "2999-01-01T00:00:00+00:00"},
    }
    ruling = Ruling(kind, "By the dice.", event_seq=at)._replace(**more.get(kind, dict)())
    if made and dice.random() < 0.3:
        return ruling._replace(kind="rolled_back", event_seq=0, overrules=dice.choice(made))
    return ruling


def do_something(game: Game, who: Any, dice: Random) -> str:
    state = load(fresh(game))[0]
    lot = dice.random()
    if lot < 0.15:
        ruling = random_ruling(game, dice)
        shown = ruling_service.preview(game, who, ruling)
        outcome = ruling_service.rule(game, who, ruling)
        assert isinstance(outcome, Accepted) == (shown.refusal is None)
        return ruling.kind if isinstance(outcome, Accepted) else "refused"
    if lot < 0.25:
        disputes.open_dispute(seat(game, dice.randint(1, 2)), some_move(game, dice), "?", dice.random() < 0.5)
    elif lot < 0.4 and (dispute := Dispute.objects.filter(game=game, state="open").order_by("?").first()):
        dice.choice([disputes.agree_to_pause, disputes.withdraw])(dispute, seat(game, dice.randint(1, 2)))
    elif lot < 0.45 and (dispute := Dispute.objects.filter(game=game).first()):
        dice.choice([ruling_service.pause_game, ruling_service.resume, ruling_service.reveal_hands])(dispute, who)
    elif lot < 0.47 and not state.result:
        services.resign(seat(game, 1), fresh(game).seq)
    elif state.turn:
        services.play(mover(game), dice.choice(moves_now(game)), fresh(game).seq)
    return ""


@pytest.mark.parametrize(("dies", "clock"), [(1, "live"), (2, "turn"), (3, "bank"), (4, "none"), (5, "live")])
def test_whatever_is_ruled_everything_hangs_together(dies: int, clock: ClockKind) -> None:
    dice, dora = Random(dies), director()
    with standing_time() as time:
        people = [person(name) for name in ("Ann", "Bob", "Cleo")]
        table_settings = TableSettings(
            clock=clock, time=300, increment=5, days_off="nights" if clock in ("turn", "bank") else "none"
        )
        game = services.start_game(people[0], resolve_rules("casino"), "casino", 3, False, "friends", table_settings)
        for each in people[1:]:
            services.take_seat(game, each, None)
        play(game)
        done = set()
        for _ in range(STEPS):
            time.passes(dice.randint(0, 40))
            done.add(do_something(game, dora, dice))
            if dice.random() < 0.2:
                assert sound(game)
        assert sound(game)
        assert len(done) > 3
    log = log_of(game)
    assert fold(log) == load(fresh(game))[0]
    assert write_record(log)
    assert sum(each.end - each.start for each in timeline([redact(event, 0) for event in log])) == len(log)
