"""`manage.py verify` finds every inconsistency, and nothing where there is none."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import transaction

from games import services
from games.domain.events import CardTrailed, RemainingCardsAwarded, RoundStarted, TurnStarted
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.provably_fair import commitment_v1
from games.domain.setup_events import GameOpened
from games.domain.state import GameState
from games.log import verification
from games.log.store import SNAPSHOT_EVERY, Action, append_events, load
from games.log.verification import verify_game
from games.management.commands import verify
from games.models import Game, Seat, Snapshot, StoredEvent
from tests import commands
from tests.examples import some
from tests.games.computers import fresh
from tests.games.finished import finished_game, seed_for
from tests.games.tables import (
    game_by_hand,
    known_chance,
    opening,
    pack,
    past_the_triggers,
    person,
    play_on,
    rehash,
    trail_once,
    write,
)

pytestmark = pytest.mark.django_db


def problems(game: Game) -> str:
    return "; ".join(verify_game(fresh(game)))


def rewrite(game: Game, seq: int, **changes: Any) -> None:
    with past_the_triggers():
        game.events.filter(seq=seq).update(**changes)


def forge(game: Game, seq: int, **changes: Any) -> None:
    """Change the event, and give the log new hashes all through."""
    rewrite(game, seq, **changes)
    with past_the_triggers():
        rehash(game)


@pytest.mark.parametrize("length", [8, 2 * SNAPSHOT_EVERY + 3])
def test_a_game_that_was_played_is_in_order(game: Game, state: GameState, length: int) -> None:
    play_on(game, state, until=length)
    assert problems(game) == ""


def test_a_game_that_goes_on_while_it_is_read_is_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = game_by_hand()
    readings: list[int] = []
    read = verification._verify

    def meanwhile(row: Game) -> verification.Verification:
        readings.append(row.seq)
        if len(readings) == 1:
            trail_once(fresh(game), state)
        return read(row)

    monkeypatch.setattr(verification, "_verify", meanwhile)
    assert verify_game(game) == []
    assert readings == [game.seq, fresh(game).seq]


@pytest.mark.parametrize("change", [{"payload": {"seat": 1, "player": "Eve"}}, {"actor": "seat:1"}])
def test_a_changed_event_is_found(game: Game, change: dict[str, Any]) -> None:
    rewrite(game, 2, **change)
    assert "event 2 has another hash than its content" in problems(game)


def test_a_missing_event_is_found(game: Game) -> None:
    with past_the_triggers():
        game.events.filter(seq=3).delete()
    assert "event 4 follows event 2" in problems(game)
    assert "event 4 does not name the hash of the one before" in problems(game)


def test_an_end_cut_off_is_found(game: Game) -> None:
    with past_the_triggers():
        game.events.filter(seq=6).delete()
    assert "the game's row ends at event 6, its log at 5" in problems(game)


def test_an_empty_log_is_found(game: Game) -> None:
    with past_the_triggers():
        game.events.all().delete()
    assert problems(game) == "the log is empty"


def test_a_forged_pack_is_found_though_all_hashes_are_right(game: Game) -> None:
    payload = game.events.get(seq=4).payload
    forge(game, 4, payload=payload | {"pack": [*reversed(payload["pack"])]})
    assert "the deck of round 1 is not the one of the seed" in problems(game)


def test_another_seed_than_promised_is_found(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(seed=bytes(32))
    assert "the deck of round 1 is not the one of the seed" in problems(game)


def test_another_commitment_than_was_given_is_found(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(seed=bytes(32), commitment=commitment_v1(bytes(32)))
    assert "the commitment is not the one given to the players" in problems(game)


def test_a_chosen_dealer_is_found(game: Game) -> None:
    opened = opening()[0]
    assert isinstance(opened, GameOpened)
    forge(game, 1, payload=game.events.get(seq=1).payload | {"dealer": 3 - opened.dealer})
    assert f"seat {3 - opened.dealer} deals first where it is due to seat {opened.dealer}" in problems(game)


def test_a_rematch_in_which_the_deal_did_not_pass_on_is_found() -> None:
    before, _ = game_by_hand()
    game, _ = game_by_hand()
    Game.objects.filter(pk=game.pk).update(rematch_of=before)
    dealer = load(before)[0].dealer
    assert problems(game) == f"event 1: seat {dealer} deals first where it is due to seat {3 - dealer}"


@pytest.mark.parametrize("column", [{"preset": "x"}, {"partners": True}, {"options": {}}, {"seats": 3}])
def test_other_rules_in_the_row_are_found(game: Game, column: dict[str, Any]) -> None:
    Game.objects.filter(pk=game.pk).update(**column)
    assert problems(game) == "event 1: the game's row has other rules than were opened"


@pytest.mark.parametrize("column", [{"turn": 0}, {"status": "over"}, {"totals": [21, 0]}])
def test_a_row_that_tells_another_state_is_found(game: Game, column: dict[str, Any]) -> None:
    Game.objects.filter(pk=game.pk).update(**column)
    assert problems(game).startswith(f"the game's row has {next(iter(column))}")


def test_somebody_on_a_seat_that_was_not_taken_is_found(game: Game) -> None:
    Seat.objects.filter(game=game, number=2).delete()
    assert problems(game) == "seats [1, 2] were taken in the log, somebody sits on [1]"


def test_a_card_that_comes_twice_is_found(game: Game, state: GameState) -> None:
    assert state.round
    write(game, (CardTrailed(1, state.round.stock[0]), TurnStarted(2)), state)
    assert "event 7: cards were lost or doubled" in problems(game)


def test_cards_that_nobody_took_at_the_end_of_a_round_are_no_loss(game: Game, state: GameState) -> None:
    write(game, (RemainingCardsAwarded(None), TurnStarted(1)), state)
    assert problems(game) == ""


def test_in_the_next_round_they_are_looked_for_again(game: Game, state: GameState) -> None:
    state = write(game, (RemainingCardsAwarded(None), RoundStarted(2, 1, pack(2))), state)
    write(game, (CardTrailed(1, pack(2)[0]),), state)
    assert problems(game) == "event 9: cards were lost or doubled"


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ({"state": {"totals": [20, 20]}}, f"the snapshot of event {SNAPSHOT_EVERY} is not the state there"),
        ({"seq": 1000}, "the snapshot is of an event that the log does not have"),
        ({"state_version": 0, "state": {}}, ""),  # of an older shape, it is not used
    ],
)
def test_a_snapshot_of_something_else_is_found(column: dict[str, Any], said: str, game: Game, state: GameState) -> None:
    play_on(game, state, until=SNAPSHOT_EVERY + 1)
    kept = Snapshot.objects.get(game=game)
    if column.get("state"):
        column = {"state": kept.state | column["state"]}
    Snapshot.objects.filter(game=game).update(**column)
    assert problems(game) == said


def test_a_log_that_cannot_be_read_is_said_with_what_was_found_before(game: Game) -> None:
    rewrite(game, 2, payload={})
    rewrite_again = problems(game)
    assert "event 2 has another hash than its content" in rewrite_again
    assert "the log cannot be read on: KeyError" in rewrite_again


def test_an_unknown_event_is_said(game: Game) -> None:
    rewrite(game, 2, type="seat_stolen")
    assert "the log cannot be read on: UnknownEvent" in problems(game)


# --- the command --------------------------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[str, str, str]:
    return commands.run("verify", *arguments)


def test_it_reads_all_games() -> None:
    game_by_hand()
    game_by_hand()
    assert run() == ("2 of 2 games read: all in order.\n", "", "")


def test_it_reads_one_game(game: Game) -> None:
    broken, _ = game_by_hand()
    Game.objects.filter(pk=broken.pk).update(turn=0)
    assert run(game.public_id) == ("1 of 1 games read: all in order.\n", "", "")


def test_it_fails_when_a_game_is_not_in_order_and_reads_the_others() -> None:
    broken, _ = game_by_hand()
    game_by_hand()
    Game.objects.filter(pk=broken.pk).update(turn=0)
    out, err, failure = run()
    assert (out, failure) == ("", "1 of 2 games are not in order.")
    assert err.startswith(f"{broken.public_id}: the game's row has turn 0")


def test_it_fails_for_a_game_that_is_not_there() -> None:
    assert run("nowhere") == ("", "", "There is no game “nowhere”.")


def test_it_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        game_by_hand()
    monkeypatch.setattr(verify, "PROGRESS_EVERY", 1)
    assert run()[0].splitlines() == ["1 of 3 games read", "2 of 3 games read", "3 of 3 games read: all in order."]


def test_without_games_all_is_in_order() -> None:
    assert run() == ("0 of 0 games read: all in order.\n", "", "")


# --- judged again ----------------------------------------------------------------------------------------------------


def test_moves_that_were_legal_are_so_when_they_are_judged_again() -> None:
    game = finished_game()
    assert run(game.public_id, "--rejudge") == ("1 of 1 games read: all in order.\n", "", "")


def test_a_move_that_would_be_refused_today_is_listed_and_stands(game: Game, state: GameState) -> None:
    assert state.round
    seat, card = 3 - state.round.turn, state.round.hands[2 - state.round.turn][0]  # out of turn
    events = (CardTrailed(seat, card), TurnStarted(3 - seat))
    append_events(game, [Action(f"seat:{seat}", str(card), events)], fold(events, state))
    assert run(game.public_id)[2] == ""
    _, err, failure = run(game.public_id, "--rejudge")
    assert f"{game.public_id}: event 7: “{card}” would be refused today" in err
    assert failure == "1 of 1 games are not in order."


def test_a_move_that_would_be_something_else_today_is_listed(game: Game, state: GameState) -> None:
    assert state.round
    seat, card = state.round.turn, state.round.hands[state.round.turn - 1][0]
    events = (CardTrailed(seat, card, ("7S", "KH")), TurnStarted(3 - seat))
    append_events(game, [Action(f"seat:{seat}", str(card), events)], fold(events, state))
    assert f"event 7: “{card}” would be something else today" in run(game.public_id, "--rejudge")[1]


def test_moves_of_a_log_that_cannot_be_read_are_not_judged(game: Game) -> None:
    rewrite(game, 2, payload={})
    assert "its moves cannot be judged: KeyError" in run(game.public_id, "--rejudge")[1]


# --- any single row of a game's log that is changed, dropped, swapped or added behind the site's back is found -------


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
