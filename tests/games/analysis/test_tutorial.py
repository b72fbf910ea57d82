"""The tutorial: laid positions judged by the engine, played without JavaScript or an account."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.analysis.tutorial import EXERCISES, Exercise, play
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.models import Game, StoredEvent
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


@pytest.mark.parametrize("step", EXERCISES, ids=lambda step: step.key)
def test_every_point_is_a_legal_move_and_not_the_only_one(step: Exercise) -> None:
    for done, stage in enumerate(step.turns):
        progress = play(step, points(step)[:done])
        assert progress.completed == done
        legal = set(map(write_move, legal_moves(perspective_of(progress.state, 1).position())))
        assert set(stage.solutions) <= legal
        assert len(legal) > 1
    assert play(step, points(step)).completed == len(step.turns)


def test_every_step_and_every_turn_of_it_has_its_words() -> None:
    assert list(TITLES) == list(EXERCISE_TEXTS) == list(NUMBERS)
    assert [len(EXERCISE_TEXTS[step.key]) for step in EXERCISES] == [len(step.turns) for step in EXERCISES]


def test_the_opponents_replies_are_seen() -> None:
    assert "Your opponent trailed J♣." in page("build", "4C+5H=9").text


# --- right and wrong moves -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", EXERCISES, ids=lambda step: step.key)
def test_a_step_is_done_when_its_point_is_made(step: Exercise) -> None:
    before, after = page(step.key), page(step.key, *points(step))
    assert str(EXERCISE_TEXTS[step.key][0].task) in before.text
    assert "Next:" not in before.text
    assert str(EXERCISE_TEXTS[step.key][-1].success) in after.text
    assert [button for button in after.buttons.values() if button.get("name") == "line"] == []
    assert after.offered("hand") == []
    assert ("Next:" in after.text) == (step is not EXERCISES[-1])


@pytest.mark.parametrize(
    ("step", "line", "told"),
    [
        ("match", ["8Cx5S"], "These cards do not add up to the value of the 8♣. (rule 4.2)"),
        ("match", ["KSxQD"], "A face card without a value takes only cards of its own rank. (rule 4.3)"),
        ("sum", ["9Cx5H,9D"], "These cards do not add up to the value of the 9♣. (rule 4.2)"),
        ("build", ["2D+5H=7"], "To build 7 you must keep a card in hand that can take it. (rule 5.2)"),
        ("build", ["4C+5H=9", "2D"], "You own a build of 9, so you can’t trail. (rule 5.10)"),
        ("raise", ["9Cx[2H4S]"], "A build is captured whole, by a card of exactly its value. (rule 4.5)"),
        ("duty", ["QH"], "You own a build of 9, so you can’t trail. (rule 5.10)"),
        ("sweep", ["2Hx2S,5H"], "These cards do not add up to the value of the 2♥. (rule 4.2)"),
        ("match", ["7Cx8H"], "You do not hold the 7♣. (rule 4.1)"),
        ("match", ["rubbish"], "rubbish"),
    ],
)
def test_what_is_against_the_rules_is_refused_by_its_rule(step: str, line: list[str], told: str) -> None:
    refused = page(step, *line)
    assert told in refused.text
    assert refused.status == 200
    assert [each["value"] for each in refused.inputs if each.get("name") == "line"] == line[:-1] * 2
    assert "Next:" not in refused.text


def test_the_rule_leads_to_its_place_in_the_rules() -> None:
    assert '<a href="/rules/casino/#rule-5-10">(rule 5.10)</a>' in page("duty", "QH").html


@pytest.mark.parametrize("step", EXERCISES, ids=lambda step: step.key)
def test_what_is_allowed_and_misses_the_point_says_so_and_may_be_tried_again(step: Exercise) -> None:
    position = perspective_of(play(step, ()).state, 1).position()
    others = {write_move(move) for move in legal_moves(position)} - set(step.turns[0].solutions)
    for move in others:
        missed = page(step.key, move)
        assert str(EXERCISE_TEXTS[step.key][0].off_target) in missed.text
        assert str(EXERCISE_TEXTS[step.key][0].task) in missed.text
        assert "Next:" not in missed.text


# --- the table's controls --------------------------------------------------------------------------------------------


def test_the_chosen_cards_offer_their_move() -> None:
    button = page("match", hand="8C", item="8H").buttons["Take 8♥ with 8♣ (2 cards)"]
    assert (button["name"], button["value"]) == ("line", "8Cx8H")


def test_what_cannot_be_done_may_be_tried_all_the_same() -> None:
    wrong = page("build", hand="2D", item="5H")
    assert "Build 7 with 2♦ and 5♥" in wrong.buttons
    assert "Take 5♥ with 2♦ (2 cards)" in wrong.buttons
    assert "Trail Q♥" in page("duty", hand="QH").buttons
    assert "Build" not in " ".join(page("match", hand="KS", item="8H").buttons)


def test_a_build_and_a_card_can_be_tried_together() -> None:
    assert "Take the build of 6 with 9♣ (3 cards)" in page("raise", hand="9C", item="[2H4S]").buttons


def test_the_choice_alone_is_sent_when_htmx_asks(client: Client) -> None:
    answer = client.get(reverse("games:exercise", args=[1]), {"hand": "8C", "item": "8H"}, headers=HTMX)
    html = answer.content.decode()
    assert html.lstrip().startswith('<form id="options"')
    assert 'hx-swap-oob="true"' in html
    assert "<html" not in html


# --- around it -------------------------------------------------------------------------------------------------------


def test_it_begins_with_the_first_step_and_ends_with_the_points(client: Client) -> None:
    assert client.get(reverse("games:tutorial"))["Location"] == reverse("games:exercise", args=[1])
    end = page("sweep", *points(EXERCISES[-1]))
    assert "Most cards 3" in end.text
    assert "Play against the computer" in end.buttons


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
