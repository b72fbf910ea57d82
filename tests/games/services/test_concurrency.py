"""Concurrent requests: one move is accepted, one seat is taken, and everyone gets a clear answer."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from games import services
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Seat
from games.services import Accepted, Refused, Stale
from tests.games.tables import RULES, person
from tests.games.timed import timed_game

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 8


def at_once[R](jobs: Sequence[Callable[[], R]]) -> list[R]:
    """Run every job in a separate thread, all started together."""
    ready = Barrier(len(jobs))

    def run(job: Callable[[], R]) -> R:
        try:
            ready.wait()
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return list(threads.map(run, jobs))


def mover_and_hand(game: Game) -> tuple[Seat, tuple[str, ...]]:
    state, _ = load(game)
    assert state.round
    return Seat.objects.get(game=game, number=game.turn), state.round.hands[game.turn - 1]


def test_the_same_move_posted_many_times_at_once_is_made_once() -> None:
    game = timed_game()
    seat, hand = mover_and_hand(game)
    outcomes = at_once([partial(services.play, seat, hand[0], game.seq)] * MANY)
    now = Game.objects.get(pk=game.pk)
    assert set(outcomes) == {Accepted(now.seq)}
    assert game.events.filter(type="card_trailed").count() == 1
    assert verify_game(now) == []


def test_of_different_moves_at_once_one_is_accepted() -> None:
    game = timed_game()
    seat, hand = mover_and_hand(game)
    outcomes = at_once([partial(services.play, seat, card, game.seq) for card in hand])
    assert Counter(map(type, outcomes)) == {Accepted: 1, Stale: len(hand) - 1}
    assert game.events.filter(type="card_trailed").count() == 1


def test_a_seat_wanted_by_many_is_taken_by_one() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    people = [person(f"Guest{number}") for number in range(MANY)]
    seats = at_once([partial(services.take_seat, game, who, 2) for who in people])
    assert Counter(map(type, seats)) == {Seat: 1, Refused: MANY - 1}
    assert Game.objects.get(pk=game.pk).taken_seats.count() == 2
    assert verify_game(Game.objects.get(pk=game.pk)) == []


def test_the_last_seat_is_taken_by_one_the_others_get_a_clear_answer() -> None:
    """By a player who clicked, by another one, or by the computer that the host puts there."""
    ann = person("Ann")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    people = [person(f"Guest{number}") for number in range(MANY)]
    jobs: list[Callable[[], object]] = [partial(services.take_seat, game, who, None) for who in people]
    jobs.append(partial(services.seat_computers, game, ann, None, "steady"))
    outcomes = at_once(jobs)
    refusals = [each.refusal.key for each in outcomes if isinstance(each, Refused)]
    assert refusals == ["table-full"] * MANY
    now = Game.objects.get(pk=game.pk)
    assert (now.taken_seats.count(), now.status) == (2, Game.Status.PLAYING)
    assert verify_game(now) == []


def test_calling_off_and_taking_the_last_seat_at_once_come_one_after_the_other() -> None:
    ann, bob = person("Ann"), person("Bob")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    jobs: list[Callable[[], object]] = [
        partial(services.cancel_game, game, ann),
        partial(services.take_seat, game, bob, None),
    ]
    outcomes = at_once(jobs)
    now = Game.objects.get(pk=game.pk)
    refusals = [each.refusal.key for each in outcomes if isinstance(each, Refused)]
    expected = {Game.Status.CANCELLED: "called-off", Game.Status.PLAYING: "started"}
    assert refusals == [expected[Game.Status(now.status)]]
    assert verify_game(now) == []


def test_changing_seats_at_once_loses_nobody() -> None:
    ann, bob = person("Ann"), person("Bob")
    game = services.start_game(ann, RULES, "casino", 4, False, "friends")
    services.take_seat(game, bob, 2)
    at_once([partial(services.swap_seats, game, ann, 2, number) for number in (1, 3, 4)] * 2)
    now = Game.objects.get(pk=game.pk)
    assert sorted(seat.name for seat in now.taken_seats.all()) == ["Ann", "Bob"]
    assert verify_game(now) == []


def test_a_person_asking_many_times_sits_down_once() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 4, False, "friends")
    bob = person("Bob")
    seats = at_once([partial(services.take_seat, game, bob, None)] * MANY)
    assert len({seat.pk for seat in seats if isinstance(seat, Seat)}) == 1
    assert Game.objects.get(pk=game.pk).taken_seats.count() == 2


def test_both_asking_to_play_again_meet_in_one_game() -> None:
    game = timed_game()
    services.resign(Seat.objects.get(game=game, number=1), game.seq)
    people = [seat.person for seat in game.taken_seats.all() if seat.person]
    rematches = at_once([partial(services.join_rematch, game, who) for who in people])
    assert len({each.pk for each in rematches if isinstance(each, Game)}) == 1
    assert Game.objects.get(rematch_of=game).status == Game.Status.PLAYING


def test_games_played_at_once_do_not_touch_each_other() -> None:
    ann = person("Ann")
    games = [services.start_game(ann, RULES, "casino", 2, False, "friends") for _ in range(4)]
    bob = person("Bob")
    at_once([partial(services.take_seat, game, bob, 2) for game in games])
    rows = [Game.objects.get(pk=game.pk) for game in games]
    movers = [(row, *mover_and_hand(row)) for row in rows]
    at_once([partial(services.play, seat, hand[0], row.seq) for row, seat, hand in movers])
    assert [verify_game(each) for each in Game.objects.all()] == [[]] * 4
    assert all(each.events.filter(type="card_trailed").count() == 1 for each in rows)
