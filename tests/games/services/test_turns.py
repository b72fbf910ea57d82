"""The only writers: their effects, their refusals, and what they leave unchanged."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from accounts.models import Person, Preferences
from games import services
from games.clocks import from_json, time_left
from games.domain.commands import StartRound
from games.domain.events import RoundStarted
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.provably_fair import (
    COMMITTED_BEFORE,
    combined_seed,
    commitment_v3,
    default_client_seed,
    shuffled_pack,
)
from games.domain.rules import RULES_VERSION, InvalidRules, Rules
from games.domain.setup_events import GameOpened, SeatTaken
from games.domain.state import GameState
from games.domain.table import NO_SEAT
from games.domain.table_settings import TableSettings
from games.invitations.services import invite
from games.log.recent_states import recent_states
from games.log.shuffling import dealer_after
from games.log.store import events_after, load
from games.models import ACTION_TEXT_LENGTH, Game, Seat
from games.services import Accepted, Refused, Stale
from games.services.game_transaction import GameTransaction
from games.tasks.turns import play_forced_move
from tests.games.computers import fresh
from tests.games.rounds import after_round_one, play_once
from tests.games.tables import RULES, person
from tests.games.viewers import Viewer, laid

pytestmark = pytest.mark.django_db

CLAIMING = resolve_rules({"preset": "casino", "claims": "wins"})
ORANGES = resolve_rules({"preset": "casino", "deck": "no_faces", "orange": True, "last_deal": "even_then_table"})


def state_of(game: Game) -> GameState:
    return load(fresh(game))[0]


def begun(rules: Rules = RULES, seats: int = 2) -> tuple[Game, list[Person]]:
    """Return a game of friends with all seats taken."""
    people = [person(name) for name in ("Ann", "Bob", "Cleo", "Dan")[:seats]]
    game = services.start_game(people[0], rules, "casino", seats, False, "friends")
    for each in people[1:]:
        assert isinstance(services.take_seat(game, each, None), Seat)
    return fresh(game), people


@pytest.fixture
def game() -> Game:
    return begun()[0]


def mover(game: Game) -> Seat:
    return Seat.objects.select_related("game").get(game=game, number=fresh(game).turn)


def other(game: Game) -> Seat:
    return Seat.objects.filter(game=game).exclude(number=fresh(game).turn)[0]


def trail(game: Game, place: int = 0) -> str:
    """Return the text of a trail by the seat to play."""
    state = state_of(game)
    assert state.round
    return state.round.hands[state.round.turn - 1][place]


def refusal(outcome: object) -> tuple[str, str]:
    assert isinstance(outcome, Refused), outcome
    assert outcome.refusal.key in services.TEMPLATES
    return outcome.refusal.code, outcome.refusal.key


# --- opening and sitting down -------------------------------------------------------------------------------------


def test_a_game_waits_open_with_its_host_on_seat_1() -> None:
    ann = person("Ann")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    assert (fresh(game).status, fresh(game).turn, game.host) == (Game.Status.OPEN, 0, ann)
    assert [(seat.number, seat.person, seat.name) for seat in game.taken_seats.all()] == [(1, ann, "Ann")]
    assert state_of(game).players == ("Ann", "")


def test_it_begins_by_itself_when_the_last_seat_is_taken() -> None:
    game, _ = begun(seats=3)
    state = state_of(game)
    assert (game.status, state.players, state.latest_round) == (Game.Status.PLAYING, ("Ann", "Bob", "Cleo"), 1)
    assert state.round
    assert game.turn == state.round.turn > 0


def test_against_computers_it_begins_at_once() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 4, True, "computer")
    seats = [(seat.number, seat.name, bool(seat.bot)) for seat in game.taken_seats.all()]
    names = ["Computer Otto", "Computer Olive", "Computer Oscar"]
    assert fresh(game).status == Game.Status.PLAYING
    assert seats == [(1, "Ann", False), *((n, name, True) for n, name in enumerate(names, start=2))]


def test_a_company_that_cannot_play_is_refused_and_leaves_nothing() -> None:
    ann = person("Ann")
    with pytest.raises(InvalidRules):
        services.start_game(ann, RULES, "casino", 5, False, "friends")
    assert not Game.objects.exists()


def test_the_log_opens_with_the_complete_rules_and_the_commitment() -> None:
    game, people = begun()
    (_, opened), *_ = events_after(game, 0)
    promised = commitment_v3(bytes(game.seed), game.public_id, NO_SEAT)
    assert opened == GameOpened(RULES, "casino", 2, False, NO_SEAT, promised, COMMITTED_BEFORE, RULES_VERSION)
    assert game.commitment == promised
    assert game.events.get(seq=1).actor == f"person:{people[0].pk}"


def test_the_log_knows_people_by_the_name_shown_only() -> None:
    game, people = begun()
    Person.objects.filter(pk=people[0].pk).update(email="ann@example.org")
    events = [event for _, event in events_after(game, 0) if isinstance(event, SeatTaken)]
    assert events == [SeatTaken(1, "Ann"), SeatTaken(2, "Bob")]
    assert set(game.events.filter(type="seat_taken").values_list("actor", flat=True)) == {"seat:1", "seat:2"}


def test_the_pack_comes_from_the_secret_and_the_words(game: Game) -> None:
    packs = [event.pack for _, event in events_after(game, 0) if isinstance(event, RoundStarted)]
    words = [default_client_seed(bytes(game.seed), game.public_id, seat) for seat in (1, 2)]
    assert packs == [shuffled_pack(combined_seed(bytes(game.seed), game.public_id, words), 1, "standard")]


def test_no_two_games_have_the_same_seed() -> None:
    ann = person("Ann")
    seeds = {bytes(services.start_game(ann, RULES, "casino", 2, False, "computer").seed) for _ in range(5)}
    assert len(seeds) == 5


def test_who_sits_already_keeps_the_seat() -> None:
    game, people = begun()
    seat = services.take_seat(game, people[1], 1)
    assert isinstance(seat, Seat)
    assert seat.number == 2
    assert fresh(game).seq == game.seq


def test_a_taken_seat_is_refused() -> None:
    ann, bob = person("Ann"), person("Bob")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    assert refusal(services.take_seat(game, bob, 1)) == ("bad-request", "seat-taken")
    assert fresh(game).seq == game.seq


def test_a_full_table_is_refused(game: Game) -> None:
    assert refusal(services.take_seat(game, person("Eve"), None)) == ("bad-request", "table-full")


@pytest.mark.parametrize("number", [-1, 3, 10**12])
def test_a_seat_that_is_not_there_is_refused(number: int) -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    assert refusal(services.take_seat(game, person("Eve"), number)) == ("bad-request", "no-seat")
    assert game.taken_seats.count() == 1


def test_any_free_seat_can_be_chosen() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 3, False, "friends")
    third = services.take_seat(game, person("Cleo"), 3)
    second = services.take_seat(game, person("Bob"), None)
    assert isinstance(third, Seat)
    assert isinstance(second, Seat)
    assert (third.number, second.number) == (3, 2)


# --- playing ------------------------------------------------------------------------------------------------------


def test_a_move_is_accepted_and_the_turn_passes(game: Game) -> None:
    seat, text = mover(game), trail(game)
    outcome = services.play(seat, text, game.seq)
    assert outcome == Accepted(fresh(game).seq)
    assert fresh(game).turn == 3 - seat.number
    first = game.events.get(seq=game.seq + 1)
    assert (first.actor, first.action_text, first.type) == (f"seat:{seat.number}", text, "card_trailed")


def test_a_move_out_of_turn_is_refused_and_changes_nothing(game: Game) -> None:
    assert refusal(services.play(other(game), trail(game), game.seq)) == ("turn", "not-your-turn")
    assert fresh(game).seq == game.seq
    assert fresh(game).updated == game.updated


@pytest.mark.parametrize("text", ["", "9", "hello", "9C" * ACTION_TEXT_LENGTH, "\x00", "9C+5H=²"])
def test_text_that_is_no_move_is_refused(game: Game, text: str) -> None:
    assert refusal(services.play(mover(game), text, game.seq)) == ("bad-request", "unreadable")
    assert fresh(game).seq == game.seq


def test_before_all_seats_are_taken_nothing_is_played() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    ann = game.taken_seats.get()
    for outcome in (services.play(ann, "9C", game.seq), services.resign(ann, game.seq)):
        assert refusal(outcome) == ("bad-request", "not-started")


def test_a_move_at_another_table_than_the_one_seen_changes_nothing(game: Game) -> None:
    services.play(mover(game), trail(game), game.seq)
    now = fresh(game)
    for seen in (game.seq, game.seq - 1, now.seq + 1, 0, -1, 10**30):
        assert services.play(mover(game), trail(game), seen) == Stale(now.seq)
    assert fresh(game).seq == now.seq


def test_the_same_move_posted_again_is_answered_as_accepted(game: Game) -> None:
    seat, text = mover(game), trail(game)
    first = services.play(seat, text, game.seq)
    assert services.play(seat, text, game.seq) == first
    services.play(mover(game), trail(game), fresh(game).seq)
    now = fresh(game).seq
    assert services.play(seat, text, game.seq) == Accepted(now)
    assert fresh(game).seq == now


def test_another_move_posted_too_late_is_not_taken_for_the_one_that_was_accepted(game: Game) -> None:
    seat, texts = mover(game), [trail(game), trail(game, 1)]
    services.play(seat, texts[0], game.seq)
    assert isinstance(services.play(seat, texts[1], game.seq), Stale)
    assert isinstance(services.play(mover(game), texts[0], game.seq), Stale)


def test_the_cards_of_a_move_may_be_written_in_any_order(game: Game) -> None:
    seat, text = mover(game), trail(game)
    services.play(seat, text, game.seq)
    assert isinstance(services.play(seat, f"  {text} ", game.seq), Accepted)


def test_a_resignation_ends_the_game(game: Game) -> None:
    outcome = services.resign(other(game), game.seq)
    over = fresh(game)
    assert outcome == Accepted(over.seq)
    assert (over.status, over.turn) == (Game.Status.OVER, 0)
    assert game.events.get(seq=game.seq + 1).action_text == f"resign@{3 - game.turn}"


def test_after_the_end_everything_is_refused(game: Game) -> None:
    first, second = Seat.objects.filter(game=game)
    services.resign(first, game.seq)
    seq = fresh(game).seq
    for outcome in (
        services.play(second, "9C", seq),
        services.claim(second, seq),
        services.call_orange(second, seq),
        services.resign(second, seq),
    ):
        assert refusal(outcome) == ("over", "game-over")
    assert fresh(game).seq == seq


def test_a_resignation_posted_again_is_answered_as_accepted(game: Game) -> None:
    seat = mover(game)
    assert services.resign(seat, game.seq) == services.resign(seat, game.seq) == Accepted(fresh(game).seq)


def test_a_claim_is_judged_and_recorded() -> None:
    game, _ = begun(CLAIMING)
    outcome = services.claim(other(game), game.seq)
    assert outcome == Accepted(game.seq + 1)
    assert game.events.get(seq=game.seq + 1).action_text == f"claim@{3 - game.turn}"
    assert refusal(services.claim(other(game), game.seq + 1)) == ("claim", "claim-again")


def test_a_false_call_of_an_orange_costs_points() -> None:
    game, _ = begun(ORANGES)
    seat = mover(game)
    services.play(seat, trail(game), game.seq)
    now = fresh(game)
    caller = Seat.objects.get(game=game, number=3 - seat.number)
    assert isinstance(services.call_orange(caller, now.seq), Accepted)
    assert fresh(game).totals[caller.number - 1] == -10


def test_where_nothing_is_claimed_or_called_it_is_refused(game: Game) -> None:
    assert refusal(services.claim(mover(game), game.seq)) == ("claim", "no-claims")
    assert refusal(services.call_orange(mover(game), game.seq)) == ("call", "no-orange")


# --- playing again ------------------------------------------------------------------------------------------------


def over() -> tuple[Game, list[Person]]:
    game, people = begun()
    services.resign(Seat.objects.get(game=game, number=1), game.seq)
    return fresh(game), people


def test_playing_again_is_the_same_game_with_the_deal_passed_on() -> None:
    game, (ann, bob) = over()
    rematch = services.join_rematch(game, bob)
    assert isinstance(rematch, Game)
    same = ("preset", "options", "seats", "partners", "table_settings", "public")
    assert [getattr(rematch, name) for name in same] == [getattr(game, name) for name in same]
    assert (rematch.rematch_of, rematch.host, rematch.status) == (game, bob, Game.Status.OPEN)
    assert state_of(rematch).dealer == dealer_after(state_of(game)) == 3 - state_of(game).dealer
    assert bytes(rematch.seed) != bytes(game.seed)
    assert state_of(rematch).players == ("", "Bob")
    assert services.join_rematch(game, ann) == rematch
    assert state_of(rematch).players == ("Ann", "Bob")
    assert fresh(rematch).status == Game.Status.PLAYING


def test_nobody_takes_the_seat_of_a_friend_from_the_lobby() -> None:
    ann, bob = person("Ann"), person("Bob")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends", TableSettings(public=True, takebacks=False))
    services.take_seat(game, bob, None)
    services.resign(Seat.objects.get(game=game, number=1), fresh(game).seq)
    rematch = services.join_rematch(game, bob)
    assert isinstance(rematch, Game)
    assert not rematch.public
    assert state_of(rematch).table_settings == state_of(game).table_settings._replace(public=False)


def test_asking_to_play_again_twice_opens_one_game() -> None:
    game, (ann, _) = over()
    assert services.join_rematch(game, ann) == services.join_rematch(game, ann)
    assert Game.objects.count() == 2


def test_against_the_computer_playing_again_begins_at_once() -> None:
    ann = person("Ann")
    game = services.start_game(ann, RULES, "casino", 3, False, "computer")
    services.resign(game.taken_seats.get(person=ann), fresh(game).seq)
    rematch = services.join_rematch(game, ann)
    assert isinstance(rematch, Game)
    assert fresh(rematch).status == Game.Status.PLAYING
    seats = [
        [(seat.number, seat.person, seat.bot, seat.name) for seat in each.taken_seats.all()] for each in (game, rematch)
    ]
    assert seats[0] == seats[1]


def test_a_game_that_is_not_over_is_not_played_again() -> None:
    game, (ann, _) = begun()
    assert refusal(services.join_rematch(game, ann)) == ("bad-request", "not-over")


def test_only_who_played_plays_again() -> None:
    game, _ = over()
    assert refusal(services.join_rematch(game, person("Eve"))) == ("bad-request", "not-seated")


def test_a_seat_given_away_in_the_rematch_is_gone() -> None:
    game, (ann, bob) = over()
    rematch = services.join_rematch(game, bob)
    assert isinstance(rematch, Game)
    eve = person("Eve")
    assert refusal(services.take_seat(rematch, eve, 1)) == ("bad-request", "seat-kept")
    assert isinstance(invite(rematch, bob, "Eve"), Accepted)
    assert isinstance(services.take_seat(rematch, eve, 1), Seat)
    assert refusal(services.join_rematch(game, ann)) == ("bad-request", "table-full")


# --- what the server itself wants ----------------------------------------------------------------------------------


def test_a_refused_order_of_the_server_is_a_fault(game: Game) -> None:
    with pytest.raises(ValueError, match="StartRound was refused"):
        GameTransaction(game).execute_trusted(StartRound(()))
    assert fresh(game).seq == game.seq


def test_a_game_that_was_not_opened_has_no_state() -> None:
    with pytest.raises(ValueError, match="not been opened"):
        _ = GameTransaction(Game()).state


# --- cost ---------------------------------------------------------------------------------------------------------


def statements(queries: CaptureQueriesContext) -> list[str]:
    """Return the database statements, without those of transactions."""
    around = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [query["sql"] for query in queries.captured_queries if not query["sql"].startswith(around)]


def cost_of_a_move(game: Game, capture: DjangoCaptureOnCommitCallbacks) -> list[str]:
    with capture(execute=True):
        services.play(mover(game), trail(game), fresh(game).seq)
    seat, text, seen = mover(game), trail(game), fresh(game).seq
    with capture(execute=True), CaptureQueriesContext(connection) as queries:
        assert isinstance(services.play(seat, text, seen), Accepted)
    return statements(queries)


def test_a_move_among_friends_takes_six_queries(
    game: Game, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """Check that the mover may play, update the row, insert the events; read the seats and their preferences, the plan
    of the next player, and the people who can be notified."""
    assert len(cost_of_a_move(game, django_capture_on_commit_callbacks)) == 6


def test_a_move_before_the_computer_takes_five_queries(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """The same, but with the computer's task in place of the plan and the people who can be notified."""
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer")
    waking = connection.vendor == "postgresql"  # a statement that wakes the worker
    assert 3 <= len(cost_of_a_move(game, django_capture_on_commit_callbacks)) <= 5 + waking


def test_in_a_process_that_does_not_know_the_game_it_takes_two_more(game: Game) -> None:
    """The snapshot, and the events since."""
    seat, text = mover(game), trail(game)
    recent_states.clear()
    with CaptureQueriesContext(connection) as queries:
        assert isinstance(services.play(seat, text, game.seq), Accepted)
    assert len(statements(queries)) == 8


def test_a_row_read_before_another_move_is_not_written(game: Game) -> None:
    seat, text = mover(game), trail(game)
    same = mover(game)
    assert isinstance(services.play(same, text, game.seq), Accepted)
    after = fresh(game)
    assert seat.game.seq == game.seq
    assert isinstance(services.resign(seat, game.seq), Stale)
    assert (fresh(game).seq, fresh(game).head) == (after.seq, after.head)
    assert seat.game.seq == after.seq


def test_who_owned_the_seat_before_cannot_play_it_though_the_process_has_read_it_then(game: Game) -> None:
    """Another process has moved the seat to an account: the log has not changed, and here the seat is cached."""
    known, move, seq = mover(game), trail(game), fresh(game).seq
    Seat.objects.filter(pk=known.pk).update(person=person("Cleo"))
    assert refusal(services.play(known, move, seq))[1] == "not-at-table"
    assert refusal(services.resign(known, seq))[1] == "not-at-table"
    assert fresh(game).seq == seq
    assert isinstance(services.play(mover(game), move, seq), Accepted)


def test_no_service_takes_more_queries_than_it_has_parts_to_write() -> None:
    """In addition to reading and writing the game and its log: a snapshot now and then, seats, results, plans, the
    host's preferences, the earlier players who are invited again, whether a new player may play, whether the seat is
    still the player's, and whether the game belongs to a tournament."""
    ann, bob = person("Ann"), person("Bob")
    taken: dict[str, int] = {}

    def count[R](name: str, service: Callable[[], R]) -> R:
        with CaptureQueriesContext(connection) as queries:
            result = service()
        taken[name] = len(statements(queries))
        return result

    game = count("start_game", lambda: services.start_game(ann, CLAIMING, "casino", 2, False, "friends"))
    count("take_seat", lambda: services.take_seat(game, bob, None))
    seat, seq = mover(game), fresh(game).seq
    count("claim", lambda: services.claim(seat, seq))
    count("resign", lambda: services.resign(seat, seq + 1))
    count("play_again", lambda: services.join_rematch(fresh(game), ann))
    most = {"start_game": 8, "take_seat": 16, "claim": 6, "resign": 13, "play_again": 16}
    assert {name: number for name, number in taken.items() if number > most[name]} == {}


# --- the only move is played automatically, for players who want it so -----------------------------------------------


HANDS = ("9S 8C 3C 2H", "QC JC TC KC")


def one_card_each() -> list[Viewer]:
    """Bob is to play his last card, and it can only be trailed."""
    ann, bob = laid("casino", *HANDS, table="2D AD 7H 5H")
    for number in range(3):
        ann.play(HANDS[0].split()[number])
        bob.play(HANDS[1].split()[number])
    ann.play("2H")
    return [ann, bob]


def person_of(viewer: Viewer) -> Person:
    return Person.objects.get(pk=viewer.client.session["_auth_user_id"])


def test_it_is_played_and_said() -> None:
    ann, _ = one_card_each()
    play_forced_move.func(fresh(ann.game).public_id, fresh(ann.game).seq)
    assert fresh(ann.game).turn == 1
    assert "Bob had only one move. It was played automatically." in ann.look().text


def test_it_is_not_played_when_the_game_has_gone_on() -> None:
    ann, _ = one_card_each()
    before = fresh(ann.game)
    play_forced_move.func(before.public_id, before.seq - 1)
    assert fresh(ann.game).seq == before.seq


def test_it_is_not_played_where_there_is_a_choice() -> None:
    ann, _ = laid("casino", *HANDS, table="2D AD 7H 5H")
    before = fresh(ann.game)
    play_forced_move.func(before.public_id, before.seq)
    assert fresh(ann.game).seq == before.seq


@pytest.mark.parametrize("wanted", [True, False])
def test_only_those_are_asked_for_who_want_it(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = laid("casino", *HANDS, table="2D AD 7H 5H")
    Preferences.objects.create(person=person_of(bob), automatic=wanted)
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(type(play_forced_move), "enqueue", lambda _, *arguments: asked.append(arguments))
    ann.play("9S")
    assert asked == ([(ann.game.public_id, fresh(ann.game).seq)] if wanted else [])


def test_with_more_cards_in_the_hand_it_is_not_played() -> None:
    """It would tell that the others can neither capture nor trail."""
    ann, bob = laid("casino", "9S 4C QS KS", "JC 2C 8C 7C", table="5H 6D TD TH")
    ann.play("4C+5H=9")
    bob.play("JC")
    before = fresh(ann.game)
    assert len(legal_moves(perspective_of(load(before)[0], 1).position())) == 1
    play_forced_move.func(before.public_id, before.seq)
    assert fresh(ann.game).seq == before.seq


# --- marks of the rounds whose end players have seen, and the clock between two rounds -------------------------------


def seats_of(game: Game) -> tuple[Seat, Seat]:
    first, second = Seat.objects.filter(game=game).order_by("number")
    return first, second


def test_the_last_player_to_go_on_is_told_so_once() -> None:
    game = after_round_one()[0].game
    first, second = seats_of(game)
    assert not services.mark_round_end_seen(first, 1)
    assert services.mark_round_end_seen(second, 1)
    assert not services.mark_round_end_seen(second, 1)


def test_a_mark_never_goes_back() -> None:
    game = after_round_one()[0].game
    first, _ = seats_of(game)
    Seat.objects.filter(pk=first.pk).update(seen_round=1)
    services.mark_round_end_seen(seats_of(game)[0], 0)
    assert seats_of(game)[0].seen_round == 1


def test_a_stale_seat_from_a_cache_shows_no_screen_again() -> None:
    game = after_round_one()[0].game
    stale, _ = seats_of(game)
    services.mark_round_end_seen(seats_of(game)[0], 1)
    assert stale.seen_round == 0
    assert not services.shows_round_end(stale, load(fresh(game))[0])


def live_game(clock: str) -> Game:
    """Return a game with this clock after its first round."""
    table_settings = TableSettings(clock="live", time=600) if clock == "live" else TableSettings()
    ann = person("Ann")
    rules = resolve_rules({"preset": "casino", "target": 200})
    game = services.start_game(ann, rules, "casino", 2, False, "friends", table_settings)
    services.take_seat(game, person("Bob"), None)
    while not load(fresh(game))[0].sheets:
        play_once(game)
    return fresh(game)


def test_with_a_live_clock_the_first_to_play_gets_time_to_look_at_the_score(settings: Settings) -> None:
    settings.ROUND_PAUSE = 10
    game = live_game("live")
    (given,) = game.events.filter(type="time_compensated")
    assert given.payload == {"seat": game.turn, "seconds": 10, "reason": "round"}
    clock = from_json(game.clock)
    assert clock
    at = clock.since + 9
    assert time_left(clock, load(game)[0].table_settings, game.turn, at) == (clock.remaining[game.turn - 1], 0)
    assert game.deadline
    assert game.deadline.timestamp() == pytest.approx(clock.since + clock.remaining[game.turn - 1] + 10, abs=0.01)


@pytest.mark.parametrize(("clock", "pause"), [("none", 10), ("live", 0)])
def test_without_a_clock_or_a_pause_nothing_is_recorded(clock: str, pause: int, settings: Settings) -> None:
    settings.ROUND_PAUSE = pause
    assert not live_game(clock).events.filter(type="time_compensated").exists()
