"""The tutorial: laid positions judged by the engine, played without JavaScript or an account."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.analysis.evaluation import PlayedTurn, evaluate_turn
from games.analysis.tutorial import EXERCISES, PUZZLE, STEPS, Exercise, play
from games.bots.hints import suggest_move
from games.bots.move_values import BUDGET
from games.domain.move_generation import legal_moves
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective_of
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.models import Game, StoredEvent
from games.presenters.analysis import MIN_COSTLY, MIN_COSTS
from games.presenters.tutorial import EXERCISE_TEXTS, TITLES
from tests.games.viewers import HTMX, Page

pytestmark = pytest.mark.django_db

NUMBERS = {step.key: number for number, step in enumerate(EXERCISES, start=1)}


def page(step: str, *line: str, **chosen: Any) -> Page:
    address = reverse("games:exercise", args=[NUMBERS[step]])
    return Page(Client().get(address, {"line": line, **chosen}))


def points(step: Exercise) -> list[str]:
    """Return one way through the step."""
    return [stage.solutions[0] for stage in step.turns]


# --- the laid positions ----------------------------------------------------------------------------------------------


def task_of(step: Exercise) -> str:
    """What the step asks for, in one line."""
    return " ".join(str(EXERCISE_TEXTS[step.key][0].task).split())


@pytest.mark.parametrize("step", EXERCISES, ids=lambda step: step.key)
def test_every_point_is_a_legal_move_and_the_first_is_not_the_only_one(step: Exercise) -> None:
    for done, stage in enumerate(step.turns):
        progress = play(step, points(step)[:done])
        assert progress.completed == done
        legal = set(map(write_move, legal_moves(perspective_of(progress.state, 1).position())))
        assert set(stage.solutions) <= legal
        assert done or len(legal) > 1
    assert play(step, points(step)).completed == len(step.turns)


def test_every_step_and_every_turn_of_it_has_its_words() -> None:
    assert list(TITLES) == list(EXERCISE_TEXTS) == list(NUMBERS)
    assert [len(EXERCISE_TEXTS[step.key]) for step in EXERCISES] == [len(step.turns) for step in EXERCISES]


def cost(step: Exercise, done: int, move: str) -> float:
    """Return the points that the computer thinks this move costs, after so many turns of the step."""
    perspective = perspective_of(play(step, points(step)[:done]).state, 1)
    return evaluate_turn(PlayedTurn(0, perspective, read_move(move)), step.key, BUDGET).cost


@pytest.mark.parametrize("step", EXERCISES, ids=lambda step: step.key)
def test_what_a_step_asks_for_is_a_good_move(step: Exercise) -> None:
    for done, stage in enumerate(step.turns):
        assert [move for move in stage.solutions if cost(step, done, move) >= MIN_COSTLY] == []


def test_the_puzzle_has_one_best_move_and_every_other_is_a_mistake() -> None:
    perspective = perspective_of(play(PUZZLE, ()).state, 1)
    (best,) = PUZZLE.turns[0].solutions
    assert {write_move(suggest_move(perspective, Random(seed)).move) for seed in range(5)} == {best}
    others = {write_move(move) for move in legal_moves(perspective.position())} - {best}
    assert [move for move in others if cost(PUZZLE, 0, move) < MIN_COSTS["mistake"]] == []


def test_no_one_else_can_take_the_build_of_the_puzzle() -> None:
    state = play(PUZZLE, points(PUZZLE)[:1]).state
    assert state.round is not None
    tens = {card for card in (*state.round.hands[1], *state.round.stock) if card.rank == "T"}
    assert tens == set()


def test_the_points_told_after_the_fifth_step_are_in_the_pile() -> None:
    step = next(step for step in STEPS if step.key == "score")
    state = play(step, points(step)).state
    assert state.round is not None
    pile = state.round.piles[0]
    assert {"TD", "2S"} <= set(map(str, pile))
    assert (len(pile), sum(card.rank == "A" for card in pile), sum(card.suit == "S" for card in pile)) == (7, 1, 2)


def test_the_opponents_replies_are_seen() -> None:
    assert "Your opponent trailed J♣." in page("build", "4C+5H=9").text


def test_a_trail_is_offered_only_after_the_step_that_explains_it() -> None:
    first, second = page("match", hand="3D"), page("sum", hand="2D")
    assert "Another card in your hand can take cards." in first.text
    assert ("Trail 3♦" in first.buttons, "Trail 2♦" in second.buttons) == (False, True)


@pytest.mark.parametrize("step", ["sum", "sweep", "build", "score", "keep", "puzzle"])
def test_no_button_gives_the_answer_away(step: str) -> None:
    (solution,) = EXERCISES[NUMBERS[step] - 1].turns[0].solutions
    offered = [each for each in page(step, hand=solution[:2]).buttons.values() if each.get("name") == "line"]
    moves = [button["value"] for button in offered]
    assert len(moves) > 1
    assert moves == sorted(moves)
    assert solution in moves[1:]
    assert "primary" not in " ".join(button["class"] for button in offered)
    assert "clears the table" not in page(step, hand=solution[:2]).text


# --- right and wrong moves -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", EXERCISES, ids=lambda step: step.key)
def test_a_step_is_done_when_its_point_is_made(step: Exercise) -> None:
    before, after = page(step.key), page(step.key, *points(step))
    assert task_of(step) in before.text
    assert "Next:" not in before.text
    assert str(EXERCISE_TEXTS[step.key][-1].success) in after.text
    assert [button for button in after.buttons.values() if button.get("name") == "line"] == []
    assert after.offered("hand") == []
    assert ("Next:" in after.text) == (step is not EXERCISES[-1])


@pytest.mark.parametrize(
    ("step", "line", "told"),
    [
        ("match", ["8Cx6S"], "These cards don’t add up to the value of the 8♣."),
        ("match", ["KSxQD"], "The K♠ takes only cards of its own rank."),
        ("sum", ["9Cx5H,9D"], "These cards don’t add up to the value of the 9♣."),
        ("build", ["2D+5H=7"], "To build 7 you must keep a card in hand that can take it."),
        ("build", ["4C+5H=9", "2D"], "You own a build of 9, so you can’t trail."),
        ("keep", ["9Cx[2H4S]"], "A build is captured whole, by a card of exactly its value."),
        ("keep", ["3D+[2H4S]=9", "2S"], "You own a build of 9, so you can’t trail."),
        ("sweep", ["2Hx2S,5H"], "These cards don’t add up to the value of the 2♥."),
        ("match", ["7Cx8H"], "You don’t hold the 7♣."),
        ("match", ["rubbish"], "rubbish"),
    ],
)
def test_what_is_against_the_rules_is_refused(step: str, line: list[str], told: str) -> None:
    refused = page(step, *line)
    assert told in refused.text
    assert refused.status == 200
    assert [each["value"] for each in refused.inputs if each.get("name") == "line"] == line[:-1] * 2
    assert "Next:" not in refused.text


def test_what_it_says_of_sweeps_is_true_of_the_game_that_follows() -> None:
    assert "it scores a point, but not in the one you’ll play first" in page("sweep").text
    assert resolve_rules(DEFAULT_PRESET).scoring.sweep == 0


def test_the_rule_leads_to_its_place_in_the_rules() -> None:
    assert '<a href="/rules/casino/#rule-5-10">See the rule</a>' in page("keep", "3D+[2H4S]=9", "2S").html


@pytest.mark.parametrize("step", EXERCISES, ids=lambda step: step.key)
def test_what_is_allowed_and_misses_the_point_says_so_and_may_be_tried_again(step: Exercise) -> None:
    position = perspective_of(play(step, ()).state, 1).position()
    others = {write_move(move) for move in legal_moves(position)} - set(step.turns[0].solutions)
    for move in others:
        missed = page(step.key, move)
        assert "That’s legal" in missed.text
        assert str(EXERCISE_TEXTS[step.key][0].off_target).partition("%(reason)s")[2].strip() in missed.text
        assert task_of(step) in missed.text
        assert "Next:" not in missed.text


def test_a_wrong_move_in_the_puzzle_is_answered_with_the_computers_reason() -> None:
    missed = page("puzzle", "TDxAS,9H").text
    assert "That’s legal. It takes the big casino and an ace. But" in missed
    assert "But one move is better." in missed
    assert "It makes a build of 10 that no one else can take" in page("puzzle", "4C+6S=10").text


# --- the table's controls --------------------------------------------------------------------------------------------


def test_the_chosen_cards_offer_their_move() -> None:
    button = page("match", hand="8C", item="8H").buttons["Take 8♥ with 8♣"]
    assert (button["name"], button["value"]) == ("line", "8Cx8H")


@pytest.mark.parametrize(
    ("step", "line", "chosen", "told"),
    [
        ("match", [], {"hand": "3D", "item": "8H"}, "3♦ can’t take 8♥, and together they make more than 10."),
        ("match", [], {"hand": "KS", "item": "8H"}, "K♠ takes only kings, not 8♥."),
        ("build", [], {"hand": "2D", "item": "5H"}, "2♦ and 5♥ make 7, and you hold no 7 to take that build with."),
        ("keep", ["3D+[2H4S]=9"], {"hand": "2S"}, "You own a build of 9, so you can’t trail 2♠."),
        ("keep", [], {"hand": "9C", "item": "[2H4S]"}, "The build of 6 can only be taken by a card that counts 6"),
    ],
)
def test_what_cannot_be_done_is_told_at_once_and_is_no_move(
    step: str, line: list[str], chosen: dict[str, str], told: str
) -> None:
    seen = page(step, *line, **chosen)
    assert told in seen.text
    assert [words for words, button in seen.buttons.items() if button.get("name") == "line"] == []


def test_the_choice_alone_is_sent_when_htmx_asks(client: Client) -> None:
    answer = client.get(reverse("games:exercise", args=[1]), {"hand": "8C", "item": "8H"}, headers=HTMX)
    html = answer.content.decode()
    assert html.lstrip().startswith('<form id="options"')
    assert 'hx-swap-oob="true"' in html
    assert "<html" not in html


# --- around it -------------------------------------------------------------------------------------------------------


def test_it_begins_with_the_first_step_and_ends_with_the_points(client: Client) -> None:
    assert client.get(reverse("games:tutorial"))["Location"] == reverse("games:exercise", args=[1])
    assert "Most cards 3" in page("score", *points(STEPS[4])).text
    assert any("Good for a first game" in words for words in page("puzzle", *points(PUZZLE)).buttons)


def test_it_shows_the_place_and_leads_back_and_out() -> None:
    step = page("build")
    assert "Step 4 of 6" in step.text
    assert f'<a href="{reverse("games:exercise", args=[3])}">Back: Sweep the table</a>' in step.html
    assert f'<a href="{reverse("games:home")}">Leave the tutorial</a>' in step.html
    assert "Back:" not in page("match").text
    assert "Step" not in page("puzzle").text


def test_there_is_no_step_but_these(client: Client) -> None:
    for number in (0, len(EXERCISES) + 1):
        assert client.get(f"/learn/{number}/").status_code == 404


def test_nothing_is_kept_of_it(client: Client) -> None:
    for step in EXERCISES:
        client.get(reverse("games:exercise", args=[NUMBERS[step.key]]), {"line": points(step)})
    assert not Game.objects.exists()
    assert not StoredEvent.objects.exists()
    assert not Person.objects.exists()
    assert "sessionid" not in client.cookies


def test_moves_beyond_the_last_turn_are_passed_over() -> None:
    assert "Next:" in page("match", "8Cx8H", *["rubbish"] * 500).text


def test_the_front_page_leads_to_it(client: Client) -> None:
    assert reverse("games:tutorial") in client.get(reverse("games:home")).content.decode()
