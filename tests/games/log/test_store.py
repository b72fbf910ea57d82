"""The log of a game: the events read are those appended, with and without caches."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from games import services
from games.domain import codec
from games.domain.events import CardTrailed, TurnStarted
from games.domain.evolve import fold
from games.domain.state import GameState
from games.log import store
from games.log.batch import WINDOW, latest_states
from games.log.recent_states import CachedState, RecentStates, recent_states
from games.log.store import SNAPSHOT_EVERY, Action, BrokenLogError, events_after, load, recent_events
from games.models import GENESIS, Game, Seat, Snapshot
from tests.examples import some
from tests.games.computers import fresh
from tests.games.recipients import play_once
from tests.games.tables import RULES, game_by_hand, opening, person, play_on, trail_once, write

pytestmark = pytest.mark.django_db


def test_events_are_numbered_from_1_without_gaps(game: Game, state: GameState) -> None:
    trail_once(game, state)
    assert [row.seq for row in game.events.all()] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert fresh(game).seq == 8


def test_every_event_names_the_hash_of_the_one_before(game: Game, state: GameState) -> None:
    trail_once(game, state)
    rows = list(game.events.all())
    assert [row.previous for row in rows] == [GENESIS, *(row.hash for row in rows[:-1])]
    assert fresh(game).head == rows[-1].hash


def test_the_hash_is_of_what_the_database_keeps(game: Game) -> None:
    assert all(row.hash == store.row_hash(game.public_id, row) for row in game.events.all())


def test_the_hash_is_of_everything_in_the_event() -> None:
    row = game_by_hand()[0].events.get(seq=2)
    hashes = {store.row_hash("anothergame", row)}
    told = {"seq": 3, "type": "x", "version": 9, "payload": {"seat": 2}, "actor": "seat:2", "action_text": "x"}
    for name, value in {**told, "previous": GENESIS, "at": row.game.created}.items():
        changed = row.game.events.get(seq=2)
        setattr(changed, name, value)
        hashes.add(store.row_hash(row.game.public_id, changed))
    assert len(hashes - {row.hash}) == 9


def test_what_was_asked_stands_at_the_first_fact_of_a_step(game: Game, state: GameState) -> None:
    assert state.round
    seat, card = state.round.turn, state.round.hands[state.round.turn - 1][0]
    events = (CardTrailed(seat, card), TurnStarted(3 - seat))
    store.append_events(game, [Action(f"seat:{seat}", str(card), events)], fold(events, state))
    rows = game.events.filter(seq__gt=6).values_list("actor", "action_text")
    assert list(rows) == [(f"seat:{seat}", card), (f"seat:{seat}", "")]


def test_the_row_repeats_where_the_log_ends(game: Game, state: GameState) -> None:
    assert state.round
    row = fresh(game)
    assert (row.status, row.turn, row.totals) == (Game.Status.PLAYING, state.round.turn, [0, 0])


@pytest.mark.parametrize(
    "length", [6, 8, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1, 3 * SNAPSHOT_EVERY + 7]
)
def test_a_fresh_process_reads_the_state_that_was_written(length: int, game: Game, state: GameState) -> None:
    state = play_on(game, state, until=length)
    recent_states.clear()
    assert load(fresh(game)) == (state, length)


def test_what_this_process_wrote_it_need_not_read(
    django_assert_num_queries: DjangoAssertNumQueries,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    game: Game,
    state: GameState,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        state = trail_once(game, state)
    row = fresh(game)
    with django_assert_num_queries(0):
        assert load(row) == (state, 8)


def test_what_another_process_wrote_is_read_from_where_this_one_knows(
    django_assert_num_queries: DjangoAssertNumQueries,
    game: Game,
    state: GameState,
) -> None:
    load(fresh(game))
    state = trail_once(game, state)
    row = fresh(game)
    with django_assert_num_queries(1):
        assert load(row) == (state, 8)


def count_decoded(monkeypatch: pytest.MonkeyPatch, game: Game) -> tuple[int, int]:
    """Return the number of events that a fresh process decodes to load the game, and of its queries."""
    decoded: list[str] = []
    decode: Callable[..., Any] = codec.decode

    def counted(name: str, *more: Any) -> Any:
        decoded.append(name)
        return decode(name, *more)

    recent_states.clear()
    monkeypatch.setattr(store, "decode", counted)
    row = fresh(game)
    with CaptureQueriesContext(connection) as queries:
        load(row)
    monkeypatch.setattr(store, "decode", decode)
    return len(decoded), len(queries)


def test_a_long_game_costs_what_a_short_one_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = game_by_hand()
    state = play_on(game, state, until=SNAPSHOT_EVERY - 1)
    short = count_decoded(monkeypatch, game)
    play_on(game, state, until=9 * SNAPSHOT_EVERY - 1)
    long = count_decoded(monkeypatch, game)
    assert long[0] <= short[0] <= SNAPSHOT_EVERY
    assert long[1] == short[1] == 2


def test_a_state_known_from_long_ago_is_not_read_on_from(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = game_by_hand()
    load(fresh(game))
    known = recent_states.get(game.public_id)
    assert known
    play_on(game, state, until=3 * SNAPSHOT_EVERY)
    recent_states.put(game.public_id, known)
    monkeypatch.setattr(store, "decode", None)  # nothing has to be decoded: the snapshot is at the end
    assert load(fresh(game))[1] == 3 * SNAPSHOT_EVERY


@pytest.mark.parametrize("column", [{"state_version": 0, "state": {}}, {"head": GENESIS}])
def test_a_snapshot_of_another_shape_or_log_is_not_used(game: Game, state: GameState, column: dict[str, Any]) -> None:
    state = play_on(game, state, until=SNAPSHOT_EVERY + 3)
    Snapshot.objects.filter(game=game).update(**column)
    assert load(fresh(game)) == (state, SNAPSHOT_EVERY + 3)


def test_a_snapshot_is_written_anew_in_place(game: Game, state: GameState) -> None:
    play_on(game, state, until=2 * SNAPSHOT_EVERY)
    assert [(kept.seq, kept.head) for kept in Snapshot.objects.all()] == [(2 * SNAPSHOT_EVERY, fresh(game).head)]


def test_a_state_of_what_was_never_committed_is_not_used(game: Game, state: GameState) -> None:
    with transaction.atomic():
        trail_once(fresh(game), state)
        load(fresh(game))
        transaction.set_rollback(True)
    known = recent_states.get(game.public_id)
    assert known
    assert known.seq == 8
    assert load(fresh(game)) == (state, 6)
    other = write(fresh(game), (TurnStarted(1), TurnStarted(2)), state)
    recent_states.put(game.public_id, known)
    assert load(fresh(game)) == (other, 8)


def test_an_older_row_of_a_game_is_read_at_its_own_number(game: Game, state: GameState) -> None:
    older = fresh(game)
    trail_once(game, state)
    load(fresh(game))
    assert load(older) == (state, 6)


def test_a_log_that_does_not_lead_to_its_row_is_refused(game: Game) -> None:
    row = fresh(game)
    row.head = GENESIS
    with pytest.raises(BrokenLogError, match=game.public_id):
        load(row)


def test_events_after_a_number_are_those_that_were_missed(game: Game, state: GameState) -> None:
    assert events_after(game, 0) == list(enumerate(opening(), start=1))
    older = fresh(game)
    trail_once(game, state)
    assert [number for number, _ in events_after(fresh(game), 6)] == [7, 8]
    assert events_after(fresh(game), 8) == []
    assert events_after(older, 6) == []


def test_the_least_recently_used_state_is_forgotten_first() -> None:
    states = RecentStates(max_size=2)
    known = CachedState(1, GENESIS, game_by_hand()[1])
    for name in ("a", "b"):
        states.put(name, known)
    states.get("a")
    states.put("c", known)
    assert [bool(states.get(name)) for name in "abc"] == [True, False, True]


# --- the states of many games at once are those that each game's log leads to ----------------------------------------


LENGTHS = (0, 3, SNAPSHOT_EVERY, WINDOW)
"""Numbers of moves: none, less than up to a snapshot, more than are read."""


@pytest.fixture
def games() -> list[Game]:
    ann = person("Ann")
    begun = [services.start_game(ann, RULES, "casino", 2, False, "friends") for _ in LENGTHS]
    for number, (game, moves) in enumerate(zip(begun, LENGTHS, strict=True)):
        services.take_seat(game, person(f"Other{number}"), 2)
        for _ in range(moves):
            play_once(game)
    return rows()


def rows() -> list[Game]:
    return list(Game.objects.order_by("pk"))


@pytest.mark.parametrize(("snapshots", "cached"), some(product([True, False], repeat=2), 2))
def test_each_state_is_the_one_of_its_log(snapshots: bool, cached: bool, games: list[Game]) -> None:
    if not snapshots:
        Snapshot.objects.all().delete()
    expected = {game.pk: (load(game)[0], recent_events(game)[-3:]) for game in games}
    if not cached:
        recent_states.clear()
    with CaptureQueriesContext(connection) as queries:
        found = latest_states(games)
    assert {pk: (latest.state, latest.events[-3:]) for pk, latest in found.items()} == expected
    assert len(queries) <= (0 if cached else 2)


def test_a_move_taken_back_since_is_not_in_the_state(games: list[Game]) -> None:
    game = games[1]
    mover = Seat.objects.get(game=game, number=3 - game.turn)
    services.make_offer(mover, "takeback", game.seq)
    other = Seat.objects.get(game=game, number=game.turn)
    services.answer_offer(other, True, Game.objects.get(pk=game.pk).seq)
    recent_states.clear()
    (row,) = Game.objects.filter(pk=game.pk)
    state = latest_states([row])[row.pk].state
    assert state == load(row)[0]
    assert state.turn == mover.number


def test_a_game_that_goes_on_meanwhile_is_as_its_row_says_or_left_out(games: list[Game]) -> None:
    expected = {game.pk: load(game)[0] for game in games}
    for game in games[1:]:
        play_once(game)
    recent_states.clear()
    assert {pk: latest.state for pk, latest in latest_states(games).items()} == expected
    Snapshot.objects.update(seq=10_000)
    recent_states.clear()
    with_snapshot = set(Snapshot.objects.values_list("game", flat=True))
    assert with_snapshot
    assert set(latest_states(games)) == {game.pk for game in games} - with_snapshot
