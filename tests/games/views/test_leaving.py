"""A player leaves a game of three or more: asked first, and the others play on with a computer."""

import pytest
from django_tasks_db.models import DBTaskResult

from games import services
from games.domain.state import GameState
from games.domain.table_settings import DAY, TableSettings
from games.log.store import load
from games.log.verification import revalidate_moves, verify_game
from games.models import Game, Seat, SeatResult
from games.results.seat_results import Outcome
from tests.games.computers import fresh
from tests.games.finished import play_out
from tests.games.tables import RULES
from tests.games.viewers import Viewer, friend, laid
from tests.games.views.test_offers import hold

pytestmark = pytest.mark.django_db

WHAT_HAPPENS = "A computer plays on in your seat. You lose this game; the others play on."


def state_of(viewer: Viewer) -> GameState:
    return load(fresh(viewer.game))[0]


def leave(viewer: Viewer) -> str:
    return viewer.press(viewer.look(), "Yes, leave").text


def seat_of(viewer: Viewer, number: int) -> Seat:
    return Seat.objects.select_related("game").get(game=viewer.game, number=number)


def sound(game: Game) -> bool:
    """Whether the log proves everything but its cards, which were laid."""
    problems = [*verify_game(fresh(game)), *revalidate_moves(fresh(game))]
    return all("the deck of round" in problem or "deals first" in problem for problem in problems)


@pytest.fixture
def three() -> list[Viewer]:
    return laid("casino", "9S", "", "")


def test_whoever_leaves_is_asked_first_and_the_others_play_on(three: list[Viewer]) -> None:
    ann, bob, cleo = three
    page = ann.look()
    assert "<summary><span>Leave the game</span><span>Cancel</span></summary>" in page.html
    assert WHAT_HAPPENS in page.text
    assert "Yes, resign" not in page.buttons
    assert "A computer plays on in your seat until this game ends. You can watch." in leave(ann)
    assert fresh(ann.game).status == Game.Status.PLAYING
    for other in (bob, cleo):
        text = other.look().text
        assert "Ann left the game." in text
        assert "A computer has taken over for Ann." in text
    assert ann.look().offered("hand") == []
    assert sound(ann.game)


def test_the_computer_plays_at_once_where_it_is_the_leavers_turn(three: list[Viewer]) -> None:
    leave(three[0])
    assert fresh(three[0].game).turn == 1
    waiting = DBTaskResult.objects.filter(task_path__endswith="play_bot_turn")
    assert [row.args_kwargs["args"][1] for row in waiting] == [fresh(three[0].game).seq]


def test_the_leaver_loses_whatever_the_computer_achieves(three: list[Viewer]) -> None:
    leave(three[0])
    play_out(three[0].game)
    outcomes = dict(SeatResult.objects.filter(game=three[0].game).values_list("number", "outcome"))
    assert outcomes[1] == Outcome.LOST
    assert sound(three[0].game)
    assert "Ann (out)" in three[1].look().text


def test_the_last_person_to_leave_ends_the_game(three: list[Viewer]) -> None:
    ann, bob, cleo = three
    leave(ann)
    leave(bob)
    assert "Leave the game" not in cleo.look().text
    cleo.press(cleo.look(), "Yes, resign")
    assert fresh(ann.game).status == Game.Status.OVER
    assert "The computer won in place of Ann and Bob" in cleo.look().text
    assert "The computer won in your seat" in ann.look().text
    assert sound(ann.game)


def test_against_computers_alone_resigning_ends_the_game() -> None:
    ann = friend("Ann")
    viewer = Viewer(services.start_game(ann, RULES, "casino", 3, False, "computer"), ann)
    viewer.press(viewer.look(), "Yes, resign")
    assert fresh(viewer.game).status == Game.Status.OVER


def test_whoever_may_return_still_counts_as_there(three: list[Viewer]) -> None:
    ann, bob, cleo = three
    leave(cleo)
    hold(bob)
    assert WHAT_HAPPENS in ann.look().text


def test_in_a_game_for_two_resigning_ends_it_as_before() -> None:
    ann, _ = laid("casino", "9S", "")
    assert WHAT_HAPPENS not in ann.look().text
    assert "You lost to Bob" in ann.press(ann.look(), "Yes, resign").text


def test_those_who_stay_agree_to_a_draw_without_the_leaver(three: list[Viewer]) -> None:
    ann, bob, cleo = three
    leave(ann)
    bob.press(bob.look(), "Offer a draw")
    cleo.press(cleo.look(), "Agree")
    outcomes = dict(SeatResult.objects.filter(game=ann.game).values_list("number", "outcome"))
    assert outcomes == {1: Outcome.LOST, 2: Outcome.DRAWN, 3: Outcome.DRAWN}
    assert sound(ann.game)


def test_the_last_who_stays_undoes_no_loss_alone(three: list[Viewer]) -> None:
    ann, bob, cleo = three
    leave(ann)
    leave(bob)
    assert not [words for words in cleo.look().buttons if "bort" in words]
    assert isinstance(services.make_offer(seat_of(cleo, 3), "abort", fresh(ann.game).seq), services.Refused)


# --- partners -----------------------------------------------------------------------------------------------------


ASK = "Ask your partner to resign together"


@pytest.fixture
def four() -> list[Viewer]:
    return laid("casino", "9S", "", "", "", partners=True)


def test_the_partner_is_asked_and_the_side_resigns_if_they_agree(four: list[Viewer]) -> None:
    ann, bob, cleo, _ = four
    ann.press(ann.look(), ASK)
    assert "You asked your partner to resign together." in ann.look().text
    assert "Agree" not in bob.look().buttons
    assert "Ann would like to resign together with their partner." in cleo.look().text
    assert "You and Ann lost to Bob and Dan" in cleo.press(cleo.look(), "Agree").text
    result = state_of(ann).result
    assert result == ((2, 4), "resign")
    assert sound(ann.game)


def test_the_reader_comes_first_among_the_winners(four: list[Viewer]) -> None:
    ann, bob, cleo, dan = four
    ann.press(ann.look(), ASK)
    cleo.press(cleo.look(), "Agree")
    for viewer, other in ((bob, "Dan"), (dan, "Bob")):
        assert f"You and {other} won!" in viewer.look().text


def test_if_the_partner_declines_leaving_is_still_possible(four: list[Viewer]) -> None:
    ann, _, cleo, _ = four
    ann.press(ann.look(), ASK)
    cleo.press(cleo.look(), "Decline")
    leave(ann)
    assert state_of(ann).forfeited_seats == {1}
    assert ASK not in cleo.look().buttons
    assert sound(ann.game)


def test_the_partner_wins_what_the_leaver_loses(four: list[Viewer]) -> None:
    leave(four[0])
    play_out(four[0].game)
    outcomes = dict(SeatResult.objects.filter(game=four[0].game).values_list("number", "outcome"))
    assert outcomes[1] == Outcome.LOST
    assert (outcomes[3] == Outcome.WON) == (outcomes[2] == Outcome.LOST)


def test_a_request_to_resign_with_nobody_is_refused(three: list[Viewer]) -> None:
    assert ASK not in three[0].look().buttons
    outcome = services.make_offer(seat_of(three[0], 1), "resign", fresh(three[0].game).seq)
    assert isinstance(outcome, services.Refused)
    assert outcome.refusal.key == "resign-alone"


def test_the_clock_of_the_one_who_left_stands_still() -> None:
    ann, bob, _ = laid("casino", "9S", "", "", table_settings=TableSettings(clock="turn", time=DAY))
    assert fresh(ann.game).deadline is not None
    leave(ann)
    assert fresh(bob.game).deadline is None
    assert sound(bob.game)
