"""Any single row of a game's log that is changed, dropped, swapped or added behind the site's back is found."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import transaction

from games import services
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Seat, StoredEvent
from tests.examples import some
from tests.games.computers import fresh
from tests.games.finished import seed_for
from tests.games.tables import known_chance, past_the_triggers, person

pytestmark = pytest.mark.django_db

MOVES = 7
SWAPPED = 100_000  # a number outside every log
PRESETS = ("casino", "tuxedo", "royal-draw")


def game_of(preset: str) -> Game:
    """Return a game of two with its first moves and its end."""
    dice, people = Random(preset), [person("Ann"), person("Bob")]
    with known_chance():
        game = services.start_game(people[0], resolve_rules(preset), preset, 2, False, "friends")
    services.take_seat(game, people[1], None, seed_for(game, "rabbit"))
    for _ in range(MOVES):
        state, seq = load(fresh(game))
        moves = sorted(map(write_move, legal_moves(perspective_of(state, state.turn).position())))
        services.play(Seat.objects.get(game=game, number=state.turn), dice.choice(moves), seq)
    game = fresh(game)
    services.resign(Seat.objects.get(game=game, number=1), game.seq)
    return fresh(game)


Change = Callable[[StoredEvent], dict[str, Any]]

CHANGES: dict[str, Change] = {
    "type": lambda row: {"type": "turn_started" if row.type != "turn_started" else "claim_made"},
    "version": lambda row: {"version": row.version + 1},
    "payload": lambda row: {"payload": {**row.payload, "more": 1}},
    "less of the payload": lambda row: {"payload": dict(list(row.payload.items())[1:]) or {"other": 1}},
    "actor": lambda _: {"actor": "seat:6"},
    "action_text": lambda row: {"action_text": f"{row.action_text}x"},
    "at": lambda row: {"at": row.at + timedelta(microseconds=1)},
    "previous": lambda _: {"previous": "f" * 64},
    "hash": lambda _: {"hash": "f" * 64},
}


@pytest.mark.parametrize("preset", some(PRESETS))
@pytest.mark.parametrize("changed", CHANGES)
def test_a_changed_row_is_named(preset: str, changed: str) -> None:
    game = game_of(preset)
    for row in game.events.all():
        changes = CHANGES[changed](row)
        found = found_after(game, partial(rows(row).update, **changes))
        assert f"event {row.seq} " in found, (row.seq, changed, found)


@pytest.mark.parametrize("preset", some(PRESETS))
def test_a_dropped_row_is_named_by_the_one_after(preset: str) -> None:
    game = game_of(preset)
    for row in game.events.all():
        found = found_after(game, rows(row).delete)
        last = row.seq == game.seq
        said = f"its log at {row.seq - 1}" if last else f"event {row.seq + 1} follows event {row.seq - 1}"
        assert said in found, (row.seq, found)


@pytest.mark.parametrize("preset", some(PRESETS))
def test_two_rows_swapped_are_named(preset: str) -> None:
    game = game_of(preset)
    for row in game.events.exclude(seq=game.seq):
        found = found_after(game, partial(swap, game, row.seq, row.seq + 1))
        assert f"event {row.seq} has another hash than its content" in found, (row.seq, found)


@pytest.mark.parametrize("preset", some(PRESETS))
def test_a_row_added_at_the_end_is_named(preset: str) -> None:
    game = game_of(preset)
    for row in game.events.all():
        found = found_after(game, partial(add, game, row))
        assert f"event {game.seq + 1} " in found, (row.seq, found)


@pytest.mark.parametrize("preset", some(PRESETS))
def test_what_was_not_touched_is_in_order(preset: str) -> None:
    assert verify_game(game_of(preset)) == []


# --- tampering --------------------------------------------------------------------------------------------------------


def rows(row: StoredEvent) -> Any:
    return StoredEvent.objects.filter(pk=row.pk)


def swap(game: Game, first: int, second: int) -> None:
    for here, there in ((first, SWAPPED), (second, first), (SWAPPED, second)):
        game.events.filter(seq=here).update(seq=there)


def add(game: Game, row: StoredEvent) -> None:
    StoredEvent.objects.bulk_create(
        [
            StoredEvent(
                game=game,
                seq=game.seq + 1,
                type=row.type,
                version=row.version,
                payload=row.payload,
                actor=row.actor,
                action_text=row.action_text,
                at=row.at,
                previous=game.head,
                hash=row.hash,
            )
        ]
    )


def found_after(game: Game, done: Callable[[], object]) -> str:
    """Return the findings after this has been done; it is rolled back."""
    with transaction.atomic():
        with past_the_triggers():
            done()
        found = verify_game(fresh(game))
        transaction.set_rollback(True)
    return "; ".join(found)
