"""The analysis of a finished game: the right to ask for it, its computation, and the text of the page."""

import re
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games import services
from games.analysis import tasks
from games.analysis.evaluation import evaluate_turn, opportunities, turns_of
from games.analysis.models import GameAnalysis
from games.bots import move_values
from games.bots.move_values import MoveValue, value_moves
from games.bots.strong import Budget
from games.contexts.portraits import portraits_of
from games.domain.disputes import Ruling
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.notation import read_move
from games.domain.perspective import perspective_of
from games.log.player_names import load_full_log
from games.models import Game, Seat
from games.presenters.analysis import GraphLine, MoveText, TurnEvaluation, analysis_view, selected_number
from games.rulings import ruling_service
from games.rulings.disputes import open_dispute
from games.rulings.models import Dispute
from games.services import Refused
from tests.examples import exhaustive
from tests.games.disputed import director
from tests.games.finished import finished_game
from tests.games.tables import RULES, person
from tests.games.test_bots import dealt, sight_of, with_hidden_cards_shuffled
from tests.games.viewers import HTMX, Page, laid

pytestmark = pytest.mark.django_db

HASTY = Budget(30, 2, 3, (2, 1), 0.0, 1.0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the thinking of the analysis, so that the tests stay quick."""
    monkeypatch.setattr(tasks, "BUDGET", HASTY)
    monkeypatch.setattr(move_values, "EXACT_NODES", 300)


@pytest.fixture
def game() -> Game:
    return finished_game()


def analysis_url(game: Game) -> str:
    return reverse("games:analysis", args=[game.public_id])


def client_of(game: Game, number: int = 1) -> Client:
    client = Client()
    who = Seat.objects.get(game=game, number=number).person
    assert who
    client.force_login(who)
    return client


# --- what a move was worth ------------------------------------------------------------------------------------------


def test_the_best_move_comes_first_and_the_one_played_is_among_them() -> None:
    perspective = sight_of("casino", "TS 3C", "TD KC")
    ranked = value_moves(perspective, read_move("3C"), Random(1), Budget(400, 20, 6, (2, 1, 1), 0.0, 1.0))
    assert ranked[0].move == read_move("TSxTD")
    assert ranked[0].value - next(each.value for each in ranked if each.move == read_move("3C")) > 1


def test_a_move_that_would_not_be_looked_at_is_valued_too() -> None:
    perspective = sight_of("casino", "TS 9S 3C 2C", "TD 9D KC")
    ranked = value_moves(perspective, read_move("2C"), Random(1), Budget(30, 1, 1, (1,), 0.0, 1.0))
    assert {each.move for each in ranked} == {read_move("TSxTD"), read_move("2C")}


def test_it_is_judged_by_what_could_be_seen() -> None:
    state = dealt(RULES)
    assert state.round
    seat = state.round.turn
    played = read_move(state.round.hands[seat - 1][0])
    shuffled = with_hidden_cards_shuffled(state, seat, Random(5))
    first, second = (value_moves(perspective_of(each, seat), played, Random(3), HASTY) for each in (state, shuffled))
    assert first == second


def test_where_counting_tells_the_other_hand_it_is_solved() -> None:
    state = dealt(RULES)
    assert state.round
    last = state.round._replace(
        stock=(), last_deal=True, turn=1, hands=(state.round.hands[0][:2], state.round.hands[1][:2])
    )
    hidden = (*state.round.stock, *state.round.hands[0][2:], *state.round.hands[1][2:])
    last = last._replace(piles=(hidden, ()))
    perspective = perspective_of(state._replace(round=last), 1)
    with patch("games.bots.move_values._sampled_values") as imagined:
        ranked = value_moves(perspective, read_move(last.hands[0][0]), Random(1), HASTY)
    assert not imagined.called
    assert all(isinstance(each, MoveValue) for each in ranked)


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
    assert opportunities(read_move(move), sight_of(preset, hand, table)) == keys


# --- the turns of a game --------------------------------------------------------------------------------------------


def test_every_turn_of_the_seat_is_looked_at_by_what_it_saw(game: Game) -> None:
    log = load_full_log(game)
    turns = list(turns_of(log, 1))
    entries = [entry for actor, entry in game.events.values_list("actor", "action_text") if actor == "seat:1" and entry]
    assert [each.move for each in turns] == [read_move(entry) for entry in entries]
    assert all(turn.perspective.viewer == 1 and turn.perspective.my_turn for turn in turns)


def test_what_the_computer_played_for_the_seat_is_not_its_own(game: Game) -> None:
    log = load_full_log(game)
    played = list(turns_of(log, 1))

    def computer_from_the_beginning(events: tuple[Event, ...]) -> object:
        return fold(events)._replace(bot_seats=frozenset({1}))

    with patch("games.analysis.evaluation.fold", computer_from_the_beginning):
        assert list(turns_of(log, 1)) == []
    assert played


def test_a_move_that_was_taken_back_does_not_count() -> None:
    ann, _ = laid("casino", "TS 3C 4C 5C", "9H", table="TD KC QC JC")
    ann.play("3C")
    log = load_full_log(Game.objects.get(pk=ann.game.pk))
    assert len(list(turns_of(log, 1))) == 1
    with patch("games.analysis.evaluation.effective_seqs", lambda _: tuple(range(1, len(log) - 2))):
        assert list(turns_of(log, 1)) == []


def test_the_same_game_looks_the_same_again() -> None:
    turns = list(turns_of(load_full_log(finished_game()), 1))[:4]
    assert [evaluate_turn(turn, "x", HASTY) for turn in turns] == [evaluate_turn(turn, "x", HASTY) for turn in turns]
    assert all(each.cost >= 0 for each in (evaluate_turn(turn, "x", HASTY) for turn in turns))


# --- asking ---------------------------------------------------------------------------------------------------------


@exhaustive
def test_it_is_asked_for_worked_out_and_shown(game: Game) -> None:
    client, address = client_of(game), analysis_url(game)
    assert "Analyze this game" in Page(client.get(address)).buttons
    page = Page(client.post(address + "request/", follow=True))
    assert "Starting…" in page.text
    (waiting,) = DBTaskResult.objects.ready().filter(queue_name=tasks.QUEUE)
    tasks.analyse_game.call(*waiting.args_kwargs["args"])
    row = GameAnalysis.objects.get()
    assert (row.status, row.evaluated_count) == (GameAnalysis.Status.DONE, row.turn_count)
    assert len(row.evaluations) == row.turn_count > 10
    page = Page(client.get(address))
    assert f"of your {row.turn_count} moves" in page.text
    for words in ("Costliest mistakes", "Your lead, move by move", "Turning points", "All your moves"):
        assert words in page.text
    assert '<svg role="img" aria-label="Points ahead' in page.html
    for number, evaluation in list(enumerate(row.evaluations, start=1))[::4]:
        there = Page(client.get(address, {"move": number}))
        assert f"/replay/?at={evaluation['timeline_index']}" in there.html
        assert f'/variation/?at={evaluation["timeline_index"] - 1}">Play on from here' in there.html
        assert f"{number} of {row.turn_count}" in there.text
        assert f'href="{address}?move={number}"' in page.html
    with patch("games.views.analysis.secrets_revealed", return_value=False):
        assert "Play on from here" not in Page(client.get(address)).text


def test_every_state_shows_the_players_and_the_grades(game: Game) -> None:
    client, address = client_of(game), analysis_url(game)
    row = GameAnalysis(game=game, seat=1, turn_count=30)
    for status in (None, GameAnalysis.Status.WAITING, GameAnalysis.Status.WORKING, GameAnalysis.Status.FAILED):
        if status:
            row.status = status
            row.save()
        page = Page(client.get(address))
        assert page.html.partition('<div class="felt billboard">')[2].count("portrait") >= game.seats
        assert "2.5 points or more" in page.text


def test_progress_is_shown_and_asked_for_again(game: Game) -> None:
    working = GameAnalysis.Status.WORKING
    row = GameAnalysis.objects.create(game=game, seat=1, status=working, evaluated_count=7, turn_count=30)
    page = Page(client_of(game).get(analysis_url(game), headers=HTMX))
    assert "Analyzed 7 of 30 moves." in page.text
    assert "load delay" in page.html
    assert not page.html.lstrip().startswith("<!doctype")
    plain = Page(client_of(game).get(analysis_url(game)))
    assert '<noscript><meta http-equiv="refresh"' in plain.html
    GameAnalysis.objects.filter(pk=row.pk).update(status=GameAnalysis.Status.DONE)
    assert "load delay" not in Page(client_of(game).get(analysis_url(game), headers=HTMX)).html


def test_it_is_worked_out_once(game: Game) -> None:
    seat = Seat.objects.get(game=game, number=1)
    first = tasks.request_analysis(seat)
    assert tasks.request_analysis(seat) == first
    assert isinstance(tasks.request_analysis(Seat.objects.get(game=game, number=2)), GameAnalysis)
    assert GameAnalysis.objects.count() == 2


def test_strangers_find_nothing_and_running_games_are_not_looked_back_at(game: Game) -> None:
    stranger = Client()
    stranger.force_login(person("Zoe"))
    assert stranger.get(analysis_url(game)).status_code == 404
    assert Client().get(analysis_url(game)).status_code == 404
    ann, _ = laid("casino", "9S", "")
    assert ann.client.get(analysis_url(ann.game)).status_code == 302
    assert isinstance(tasks.request_analysis(Seat.objects.get(game=ann.game, number=1)), Refused)
    assert not GameAnalysis.objects.exists()


def test_the_queue_is_bounded(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "MAX_PENDING_PER_PERSON", 0)
    page = Page(client_of(game).post(analysis_url(game) + "request/", follow=True))
    assert "You already have 0 analyses running." in page.text
    monkeypatch.setattr(tasks, "MAX_PENDING_PER_PERSON", 3)
    monkeypatch.setattr(tasks, "MAX_PENDING", 0)
    page = Page(client_of(game).post(analysis_url(game) + "request/", follow=True))
    assert "The analysis queue is full." in page.text
    assert not GameAnalysis.objects.exists()


def test_one_that_fails_can_be_asked_for_again(game: Game) -> None:
    seat = Seat.objects.get(game=game, number=1)
    row = tasks.request_analysis(seat)
    assert isinstance(row, GameAnalysis)
    with patch("games.analysis.tasks.evaluate_turn", side_effect=ValueError("what was that?")):
        tasks.analyse_game.call(row.pk)
    assert GameAnalysis.objects.get().status == GameAnalysis.Status.FAILED
    page = Page(client_of(game).get(analysis_url(game)))
    assert "The analysis failed. You can try again." in page.text
    client_of(game).post(analysis_url(game) + "request/")
    tasks.analyse_game.call(row.pk)
    assert GameAnalysis.objects.get().status == GameAnalysis.Status.DONE


def test_one_that_was_cut_off_is_taken_up_again(game: Game) -> None:
    long_ago = timezone.now() - 2 * tasks.STALE_AFTER
    row = GameAnalysis.objects.create(game=game, seat=1, status=GameAnalysis.Status.WORKING, updated_at=long_ago)
    tasks.requeue_interrupted()
    tasks.requeue_interrupted()
    (waiting,) = DBTaskResult.objects.ready().filter(queue_name=tasks.QUEUE)
    assert waiting.args_kwargs["args"] == [row.pk]
    tasks.analyse_game.call(row.pk)
    assert GameAnalysis.objects.get().status == GameAnalysis.Status.DONE


def test_the_table_of_a_finished_game_leads_there_for_its_players(game: Game) -> None:
    table = reverse("games:table", args=[game.public_id])
    assert analysis_url(game) in client_of(game).get(table).content.decode()
    assert analysis_url(game) not in Client().get(table).content.decode()


def test_it_is_asked_for_at_the_table_which_leads_to_it(game: Game) -> None:
    client, address = client_of(game), analysis_url(game)
    at_the_table = client.post(address + "request/", headers=HTMX)
    assert at_the_table.headers["HX-Redirect"] == address
    there = client.post(address + "request/", headers=HTMX | {"HX-Target": "analysis"})
    assert 'id="analysis"' in there.content.decode()


def test_who_played_no_card_is_told_so() -> None:
    assert analysis_view([], {}, {}).rows == ()


# --- in words -------------------------------------------------------------------------------------------------------


def of(at: int, value: float, best: float, **more: Any) -> TurnEvaluation:
    return TurnEvaluation(at, 1, "3C", "4C", 0.0, value, best, (), ())._replace(**more)


def texts(found: list[TurnEvaluation]) -> dict[int, MoveText]:
    return {each.timeline_index: MoveText(f"played at {each.timeline_index}", "better", "because") for each in found}


def test_the_three_costliest_moves_come_first_the_dearest_before_all() -> None:
    found = [of(1, 0.0, 1.0), of(2, 1.0, 1.1), of(3, 0.0, 3.0), of(4, 0.0, 2.0), of(5, 0.0, 0.5)]
    view = analysis_view(found, texts(found), dict.fromkeys(range(9), "."))
    assert [(row.number, row.cost) for row in view.costliest] == [(3, "3.0"), (4, "2.0"), (1, "1.0")]
    assert view.costliest[0].reason == "because"
    assert view.summary.startswith("1 of your 5 moves were best or just as good")
    assert [row.cost for row in view.rows] == ["1.0", "", "3.0", "2.0", "0.5"]


@pytest.mark.parametrize(
    ("cost", "grade"),
    [
        (0.0, "Best"),
        (0.049, "Best"),
        (0.05, "Good"),
        (0.24, "Good"),
        (0.25, "Inaccuracy"),
        (0.99, "Inaccuracy"),
        (1.0, "Mistake"),
        (2.5, "Blunder"),
        (30.0, "Blunder"),
    ],
)
def test_a_mistake_is_named_by_its_size(cost: float, grade: str) -> None:
    found = [of(1, 0.0, cost)]
    view = analysis_view(found, texts(found), {}, 1)
    assert view.selected
    assert (view.selected.label, view.rows[0].label) == (grade, grade)
    assert [each.label for each in view.grades if each.count] == [grade]
    assert [each.bounds for each in view.grades] == [
        "under 0.05 points",
        "0.05 to 0.25 points",
        "0.25 to 1.0 points",
        "1.0 to 2.5 points",
        "2.5 points or more",
    ]


@pytest.mark.parametrize(("wanted", "number"), [("", 3), ("2", 2), ("99", 5), ("0", 1), ("-1", 3), ("x", 3)])
def test_the_costliest_move_is_selected_unless_another_is_wanted(wanted: str, number: int) -> None:
    found = [of(1, 0.0, 1.0), of(2, 1.0, 1.1), of(3, 0.0, 3.0), of(4, 0.0, 2.0), of(5, 0.0, 0.0)]
    assert selected_number(found, wanted) == number
    view = analysis_view(found, texts(found), dict.fromkeys(range(9), "."), number)
    assert (view.previous, view.next) == (number - 1, number + 1 if number < 5 else 0)
    assert selected_number([], wanted) == 0


@exhaustive
def test_the_table_before_the_selected_move_stands_beside_it_with_the_own_hand_alone(game: Game) -> None:
    row = tasks.request_analysis(Seat.objects.get(game=game, number=1))
    assert isinstance(row, GameAnalysis)
    tasks.analyse_game.call(row.pk)
    log = load_full_log(game)
    turns = list(turns_of(log, 1))
    for number in (1, len(turns) // 2, len(turns)):
        page = Page(client_of(game).get(analysis_url(game), {"move": number}, headers=HTMX))
        assert page.html.lstrip().startswith('<div id="analysis"')
        seen = turns[number - 1].perspective
        assert seen.round
        shown = page.html.split('class="at-move"')[1].split("</section>")[0]
        cards = re.findall(r'data-card="(\w+)"', shown)
        assert sorted(cards) == sorted([*seen.round.hand, *seen.round.table.cards])
        assert re.findall(r'<li class="seat[^"]*" data-seat="(.)"', shown) == ["2", "1"]  # the own seat is the near one
        assert portraits_of(game)[1].disc.ground in shown


def test_it_turned_where_much_was_won_or_lost_at_once() -> None:
    found = [of(2, 0.0, 0.0), of(5, 2.5, 2.5), of(7, 0.0, 2.0)]
    happened = {3: "Bob trailed 9♠.", 4: "The cards are dealt.", 6: "Bob took 5♠."}
    turning = analysis_view(found, texts(found), happened).turning_points
    assert [(point.index, point.text) for point in turning] == [
        (3, "After your move 1 your lead rose by 2.5 points: Bob trailed 9♠. The cards are dealt."),
        (7, "Your move 3 cost 2.0 points."),
    ]


def test_the_graph_goes_up_when_one_gets_ahead() -> None:
    found = [of(1, 0.0, 0.0), of(2, 3.2, 3.2), of(3, -4.0, -1.0, round=2)]
    graph = analysis_view(found, texts(found), dict.fromkeys(range(9), "."), 2).graph
    assert graph
    assert graph.line == "M167 100 L500 26 L833 192"
    assert (graph.max_lead, graph.rounds, graph.current) == (4, "M833 0 V200", "M500 0 V200")
    assert graph.marks == (GraphLine("blunder", "M833 192 h0"),)
    assert (
        graph.description
        == "Points ahead after your first move: 0.0, after your last: −4.0. Highest +3.2, lowest −4.0."
    )


def test_chances_are_counted_in_turns() -> None:
    found = [
        of(1, 0, 0, opportunities=("ace", "sweep"), taken=("ace",)),
        of(2, 0, 0, opportunities=("ace",), taken=()),
        of(3, 0, 0, opportunities=("ace",), taken=("ace",)),
    ]
    rows = analysis_view(found, texts(found), dict.fromkeys(range(9), ".")).opportunities
    assert [(row.label, row.taken, row.missed) for row in rows] == [("Sweeps", 0, 1), ("Aces", 2, 1)]


def test_a_ruling_that_goes_back_removes_the_analysis_of_the_moves_taken_back(game: Game) -> None:
    seat = Seat.objects.select_related("game").get(game=game, number=1)
    row = tasks.request_analysis(seat)
    assert isinstance(row, GameAnalysis)
    dispute = open_dispute(seat, game.events.exclude(action_text="").order_by("seq")[1].seq, "That was no build.")
    assert isinstance(dispute, Dispute)
    ruling = Ruling("rolled_back", "So it is.", event_seq=dispute.event_seq)
    assert isinstance(ruling_service.rule(dispute, director(), ruling), services.Accepted)
    tasks.analyse_game.call(row.pk)  # the task that was waiting
    assert not GameAnalysis.objects.exists()
    again = Seat.objects.get(game=game, number=1)
    services.resign(again, again.game.seq)
    assert isinstance(tasks.request_analysis(Seat.objects.get(game=game, number=1)), GameAnalysis)
