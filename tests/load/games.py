"""Games with moves that are known before they are played, so that clients need not think.

Two new people sit down to the default game. The first pack is in the log: legal moves of its round are drawn at random,
and the events of each give the number of the table afterwards.
"""

import json
import random
from collections.abc import Iterator
from typing import Literal

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.domain.commands import Play
from games.domain.decide import decide, needs_round
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.refusal import Refusal
from games.domain.state import GameState
from games.domain.table_settings import TableSettings
from games.log.store import load
from games.models import Game, Seat
from tests.sessions import session_of


def opened(seed: str, clock: int, computer: bool) -> str:
    """Return a game, with its players' cookies and its moves, as JSON: `[seat, move, number before, number after]`
    each."""
    chance = random.Random(seed)
    table_settings = TableSettings(clock="live", time=clock, timeout="card") if clock else TableSettings()
    people = [new_person(chance) for _ in range(1 if computer else 2)]
    opponents: Literal["computer", "friends"] = "computer" if computer else "friends"
    game = services.start_game(
        people[0], resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, opponents, table_settings
    )
    if not computer:
        services.take_seat(game, people[1], 2)
    game = Game.objects.get(pk=game.pk)
    moves = [] if computer else list(first_round(load(game)[0], game.seq, chance))
    return json.dumps({"game": game.public_id, "cookies": [session_of(each) for each in people], "moves": moves})


def cookies_of_guests(count: int) -> str:
    """Return the cookies of so many new guests, as JSON."""
    return json.dumps([session_of(create_guest()) for _ in range(count)])


def of_computers(level: str) -> None:
    """Open a game in which computers of this level have all the seats, and play at once."""
    chance, table_settings = random.Random(), TableSettings(bot_speed="at_once")
    game = services.start_game(
        new_person(chance), resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "computer", table_settings
    )
    Seat.objects.filter(game=game).update(bot=level)


def new_person(chance: random.Random) -> Person:
    name = f"p{chance.getrandbits(60):x}"
    return Person.objects.create_user(username=name, display_name=name)


def first_round(state: GameState, seq: int, chance: random.Random) -> Iterator[tuple[int, str, int, int]]:
    """Yield moves until the next one depends on a pack that is not in the log yet."""
    while state.turn:
        seat = state.turn
        move = chance.choice(legal_moves(perspective_of(state, seat).position()))
        events = decide(state, Play(seat, move))
        assert not isinstance(events, Refusal), events
        state = fold(events, state)
        if needs_round(state):
            return
        yield seat, write_move(move), seq, seq + len(events)
        seq += len(events)
