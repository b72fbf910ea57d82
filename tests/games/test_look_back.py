"""The analysis of a finished game: the right to ask for it, its computation, and the text of the page."""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.bots import hindsight
from games.bots.hindsight import Valued, valued
from games.bots.strong import Budget
from games.domain.events import Event
from games.domain.notation import read_move
from games.domain.perspective import perspective
from games.domain.replay import fold
from games.log.player_names import whole_log
from games.lookback import working
from games.lookback.chances import chances
from games.lookback.models import LookBack
from games.lookback.turns import turns_of, worth
from games.models import Game, Seat
from games.presenters.lookback import Found, MoveText, look_back_view
from games.services import Refused
from tests.bots.test_hints import sight_of
from tests.games.finished import finished_game
from tests.games.tables import RULES, person
from tests.games.test_bots import dealt, with_hidden_cards_shuffled
from tests.games.viewers import HTMX, Page, laid

HASTY = Budget(30, 2, 3, (2, 1), 0.0, 1.0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the thinking of the analysis, so that the tests stay quick."""
    monkeypatch.setattr(working, "BUDGET", HASTY)
    monkeypatch.setattr(hindsight, "EXACT_NODES", 300)


def look_back_address(game: Game) -> str:
    return reverse("games:look_back", args=[game.public_id])


def client_of(game: Game, number: int = 1) -> Client:
    client = Client()
    who = Seat.objects.get(game=game, number=number).person
    assert who
    client.force_login(who)
    return client


# --- what a move was worth ------------------------------------------------------------------------------------------


def test_the_best_move_comes_first_and_the_one_played_is_among_them() -> None:
    sight = sight_of("casino", "TS 3C", "TD KC")
    ranked = valued(sight, read_move("3C"), Random(1), Budget(400, 20, 6, (2, 1, 1), 0.0, 1.0))
    assert ranked[0].move == read_move("TSxTD")
    assert ranked[0].value - next(each.value for each in ranked if each.move == read_move("3C")) > 1


def test_a_move_that_would_not_be_looked_at_is_valued_too() -> None:
    sight = sight_of("casino", "TS 9S 3C 2C", "TD 9D KC")
    ranked = valued(sight, read_move("2C"), Random(1), Budget(30, 1, 1, (1,), 0.0, 1.0))
    assert {each.move for each in ranked} == {read_move("TSxTD"), read_move("2C")}


def test_it_is_judged_by_what_could_be_seen() -> None:
    state = dealt(RULES)
    assert state.round
    seat = state.round.turn
    played = read_move(state.round.hands[seat - 1][0])
    shuffled = with_hidden_cards_shuffled(state, seat, Random(5))
    first, second = (valued(perspective(each, seat), played, Random(3), HASTY) for each in (state, shuffled))
    assert first == second


def test_where_counting_tells_the_other_hand_it_is_solved() -> None:
    state = dealt(RULES)
    assert state.round
    last = state.round._replace(
        stock=(), last_deal=True, turn=1, hands=(state.round.hands[0][:2], state.round.hands[1][:2])
    )
    hidden = (*state.round.stock, *state.round.hands[0][2:], *state.round.hands[1][2:])
    last = last._replace(piles=(hidden, ()))
    sight = perspective(state._replace(round=last), 1)
    with patch("games.bots.hindsight._imagined") as imagined:
        ranked = valued(sight, read_move(last.hands[0][0]), Random(1), HASTY)
    assert not imagined.called
    assert all(isinstance(each, Valued) for each in ranked)


@pytest.mark.parametrize(
    ("preset", "hand", "table", "move", "keys"),
    [
        ("casino", "TS 3C", "TD KC", "TSxTD", {"big_casino", "spade"}),
        ("casino", "2H 3C", "2S KC", "2Hx2S", {"little_casino", "spade"}),
        ("casino", "6H 3C", "AD 5C KC", "6Hx5C,AD", {"ace"}),
        ("casino", "6H 3C", "6D", "6Hx6D", set()),  # where sweeps do not score
        ("casino-sweeps", "6H 3C", "6D", "6Hx6D", {"sweep"}),
        ("casino", "9H 3C", "[4C+5C=9@2] KC", "9Hx[4C5C]", {"stolen"}),
        ("tuxedo", "5B 9B", "2Y 3R 9G", "5Bx2Y,3R", {"five", "orange"}),
        ("tuxedo", "9B 4B", "2Y 7Y 9G", "9Bx2Y,7Y", set()),
        ("casino", "9H 3C", "[4C+5C=9@1] KC", "9Hx[4C5C]", set()),
        ("casino", "AS 3C", "KC", "AS", set()),
        ("callabra", "AS 3C", "AD KC", "ASxAD", set()),  # where only the number of cards counts
    ],
)
def test_chances(preset: str, hand: str, table: str, move: str, keys: set[str]) -> None:
    assert chances(read_move(move), sight_of(preset, hand, table)) == keys


# --- the turns of a game --------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_every_turn_of_the_seat_is_looked_at_by_what_it_saw() -> None:
    game = finished_game()
    log = whole_log(game)
    turns = list(turns_of(log, 1))
    entries = [entry for actor, entry in game.events.values_list("actor", "entry") if actor == "seat:1" and entry]
    assert [each.move for each in turns] == [read_move(entry) for entry in entries]
    assert all(turn.sight.viewer == 1 and turn.sight.my_turn for turn in turns)


@pytest.mark.django_db
def test_what_the_computer_played_for_the_seat_is_not_its_own() -> None:
    log = whole_log(finished_game())
    played = list(turns_of(log, 1))

    def computer_from_the_beginning(events: tuple[Event, ...]) -> object:
        return fold(events)._replace(left=frozenset({1}))

    with patch("games.lookback.turns.fold", computer_from_the_beginning):
        assert list(turns_of(log, 1)) == []
    assert played


@pytest.mark.django_db
def test_a_move_that_was_taken_back_does_not_count() -> None:
    ann, _ = laid("casino", "TS 3C 4C 5C", "9H", table="TD KC QC JC")
    ann.play("3C")
    log = whole_log(Game.objects.get(pk=ann.game.pk))
    assert len(list(turns_of(log, 1))) == 1
    with patch("games.lookback.turns.standing", lambda _: tuple(range(1, len(log) - 2))):
        assert list(turns_of(log, 1)) == []


@pytest.mark.django_db
def test_the_same_game_looks_the_same_again() -> None:
    turns = list(turns_of(whole_log(finished_game()), 1))[:4]
    assert [worth(turn, "x", HASTY) for turn in turns] == [worth(turn, "x", HASTY) for turn in turns]
    assert all(each.cost >= 0 for each in (worth(turn, "x", HASTY) for turn in turns))


# --- asking ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_it_is_asked_for_worked_out_and_shown() -> None:
    game = finished_game()
    client, address = client_of(game), look_back_address(game)
    assert "Look back at this game" in Page(client.get(address)).buttons
    page = Page(client.post(address + "ask/", follow=True))
    assert "It begins in a moment." in page.text
    (waiting,) = DBTaskResult.objects.ready().filter(queue_name=working.QUEUE)
    working.look_back.call(*waiting.args_kwargs["args"])
    row = LookBack.objects.get()
    assert (row.status, row.done) == (LookBack.Status.DONE, row.turns)
    assert len(row.found) == row.turns > 10
    page = Page(client.get(address))
    assert f"Of your {row.turns} moves" in page.text
    for words in ("What cost most", "How far ahead you were", "Where it turned", "All your moves"):
        assert words in page.text
    assert '<svg role="img" aria-label="In points ahead' in page.html
    for each in row.found:
        assert f"/replay/?at={each['at']}" in page.html


@pytest.mark.django_db
def test_progress_is_shown_and_asked_for_again() -> None:
    game = finished_game()
    row = LookBack.objects.create(game=game, seat=1, status=LookBack.Status.WORKING, done=7, turns=30)
    page = Page(client_of(game).get(look_back_address(game), headers=HTMX))
    assert "7 of 30 moves are worked out." in page.text
    assert "load delay" in page.html
    assert not page.html.lstrip().startswith("<!doctype")
    plain = Page(client_of(game).get(look_back_address(game)))
    assert '<noscript><meta http-equiv="refresh"' in plain.html
    LookBack.objects.filter(pk=row.pk).update(status=LookBack.Status.DONE)
    assert "load delay" not in Page(client_of(game).get(look_back_address(game), headers=HTMX)).html


@pytest.mark.django_db
def test_it_is_worked_out_once() -> None:
    game = finished_game()
    seat = Seat.objects.get(game=game, number=1)
    first = working.ask(seat)
    assert working.ask(seat) == first
    assert isinstance(working.ask(Seat.objects.get(game=game, number=2)), LookBack)
    assert LookBack.objects.count() == 2


@pytest.mark.django_db
def test_strangers_find_nothing_and_running_games_are_not_looked_back_at() -> None:
    game = finished_game()
    stranger = Client()
    stranger.force_login(person("Zoe"))
    assert stranger.get(look_back_address(game)).status_code == 404
    assert Client().get(look_back_address(game)).status_code == 404
    ann, _ = laid("casino", "9S", "")
    assert ann.client.get(look_back_address(ann.game)).status_code == 302
    assert isinstance(working.ask(Seat.objects.get(game=ann.game, number=1)), Refused)
    assert not LookBack.objects.exists()


@pytest.mark.django_db
def test_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished_game()
    monkeypatch.setattr(working, "MOST_EACH", 0)
    page = Page(client_of(game).post(look_back_address(game) + "ask/", follow=True))
    assert "0 of your games are being looked back at already." in page.text
    monkeypatch.setattr(working, "MOST_EACH", 3)
    monkeypatch.setattr(working, "MOST_AT_ONCE", 0)
    page = Page(client_of(game).post(look_back_address(game) + "ask/", follow=True))
    assert "Many games are being looked back at just now." in page.text
    assert not LookBack.objects.exists()


@pytest.mark.django_db
def test_one_that_fails_can_be_asked_for_again() -> None:
    game = finished_game()
    seat = Seat.objects.get(game=game, number=1)
    row = working.ask(seat)
    assert isinstance(row, LookBack)
    with patch("games.lookback.working.worth", side_effect=ValueError("what was that?")):
        working.look_back.call(row.pk)
    assert LookBack.objects.get().status == LookBack.Status.FAILED
    page = Page(client_of(game).get(look_back_address(game)))
    assert "Looking back has failed. You can try again." in page.text
    client_of(game).post(look_back_address(game) + "ask/")
    working.look_back.call(row.pk)
    assert LookBack.objects.get().status == LookBack.Status.DONE


@pytest.mark.django_db
def test_one_that_was_cut_off_is_taken_up_again() -> None:
    game = finished_game()
    long_ago = timezone.now() - 2 * working.FORGOTTEN
    row = LookBack.objects.create(game=game, seat=1, status=LookBack.Status.WORKING, updated=long_ago)
    working.resume()
    working.resume()
    (waiting,) = DBTaskResult.objects.ready().filter(queue_name=working.QUEUE)
    assert waiting.args_kwargs["args"] == [row.pk]
    working.look_back.call(row.pk)
    assert LookBack.objects.get().status == LookBack.Status.DONE


@pytest.mark.django_db
def test_the_table_of_a_finished_game_leads_there_for_its_players() -> None:
    game = finished_game()
    table = reverse("games:table", args=[game.public_id])
    assert look_back_address(game) in client_of(game).get(table).content.decode()
    assert look_back_address(game) not in Client().get(table).content.decode()


def test_who_played_no_card_is_told_so() -> None:
    assert look_back_view([], {}, {}).rows == ()


# --- in words -------------------------------------------------------------------------------------------------------


def of(at: int, value: float, best: float, **more: Any) -> Found:
    return Found(at, 1, "3C", "4C", 0.0, value, best, (), ())._replace(**more)


def texts(found: list[Found]) -> dict[int, MoveText]:
    return {each.at: MoveText(f"played at {each.at}", "better", "because") for each in found}


def test_the_three_costliest_moves_come_first_the_dearest_before_all() -> None:
    found = [of(1, 0.0, 1.0), of(2, 1.0, 1.1), of(3, 0.0, 3.0), of(4, 0.0, 2.0), of(5, 0.0, 0.5)]
    view = look_back_view(found, texts(found), dict.fromkeys(range(9), "."))
    assert [(row.number, row.cost) for row in view.costliest] == [(3, "3.0"), (4, "2.0"), (1, "1.0")]
    assert view.costliest[0].why == "because"
    assert view.summary.startswith("Of your 5 moves 1 were as good as any")
    assert [row.cost for row in view.rows] == ["1.0", "", "3.0", "2.0", "0.5"]


def test_it_turned_where_much_was_won_or_lost_at_once() -> None:
    found = [of(2, 0.0, 0.0), of(5, 2.5, 2.5), of(7, 0.0, 2.0)]
    happened = {3: "Bob trailed 9♠.", 4: "The cards are dealt.", 6: "Bob took 5♠."}
    turning = look_back_view(found, texts(found), happened).turning
    assert [(point.at, point.text) for point in turning] == [
        (3, "After your move 1 you came out 2.5 points better: Bob trailed 9♠. The cards are dealt."),
        (7, "Your move 3 cost 2.0 points."),
    ]


def test_the_graph_goes_up_when_one_gets_ahead() -> None:
    found = [of(1, 0.0, 0.0), of(2, 3.2, 3.2), of(3, -4.0, -1.0, round=2)]
    graph = look_back_view(found, texts(found), dict.fromkeys(range(9), ".")).graph
    assert graph
    assert graph.line == "M10 100 L500 26 L990 192"
    assert (graph.most, graph.marks, graph.rounds) == (4, "M990 192 h0", "M990 0 V200")
    assert (
        graph.words
        == "In points ahead, after your first move: 0.0, after your last: −4.0. At best +3.2, at worst −4.0."
    )


def test_chances_are_counted_in_turns() -> None:
    found = [
        of(1, 0, 0, open=("ace", "sweep"), taken=("ace",)),
        of(2, 0, 0, open=("ace",), taken=()),
        of(3, 0, 0, open=("ace",), taken=("ace",)),
    ]
    rows = look_back_view(found, texts(found), dict.fromkeys(range(9), ".")).chances
    assert [(row.label, row.taken, row.missed) for row in rows] == [("Sweeps", 0, 1), ("Aces", 2, 1)]
