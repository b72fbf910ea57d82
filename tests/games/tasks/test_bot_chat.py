"""Answers of computer players: they never speak first, and answer a phrase once."""

import pytest
from django.urls import reverse
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from games import services
from games.domain.table_settings import TableSettings
from games.models import Game, Seat
from games.tasks import bot_chat
from games.tasks.bot_chat import REPLIES
from tests.games.tables import RULES, person
from tests.games.viewers import browser_of

pytestmark = pytest.mark.django_db


def planned() -> list[list[object]]:
    rows = DBTaskResult.objects.filter(task_path="games.tasks.bot_chat.post_bot_phrase")
    return [row.args_kwargs["args"][1:] for row in rows.order_by("enqueued_at")]


def say(game: Game, **words: str) -> None:
    """Post a phrase or a text from the host's page."""
    browser_of(game.host).post(reverse("games:post_message", args=[game.public_id]), words)


@pytest.fixture(autouse=True)
def unhurried(settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 0.01


@pytest.fixture
def game() -> Game:
    return services.start_game(person("Ann"), RULES, "casino", 2, False, "computer")


def test_all_phrases_and_answers_are_ready_phrases() -> None:
    assert {*REPLIES, *REPLIES.values()} <= set(services.PHRASES)


def test_a_computer_does_not_speak_first(game: Game) -> None:
    services.resign(Seat.objects.get(game=game, person=game.host), game.seq)
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
    assert planned() == []


@pytest.mark.parametrize(("phrase", "reply"), [("hello", "hello"), ("nice", "thanks"), ("good_game", "good_game")])
def test_it_answers_a_phrase(game: Game, phrase: str, reply: str) -> None:
    say(game, phrase=phrase)
    assert planned() == [[2, reply]]


def test_it_answers_nothing_else(game: Game) -> None:
    say(game, phrase="oops")
    say(game, text="Hello!")
    assert game.messages.count() == 2
    assert planned() == []


def test_the_answer_is_heard_at_the_table_once(game: Game) -> None:
    for _ in range(2):
        bot_chat.post_bot_phrase.call(game.public_id, 2, "hello")
    (message,) = game.messages.all()
    assert (message.seat, message.phrase, message.person) == (2, "hello", None)


def test_of_several_computers_one_answers() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 4, False, "computer")
    say(game, phrase="hello")
    assert planned() == [[2, "hello"]]


def test_where_the_chat_is_off_there_is_nothing_to_answer() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer", TableSettings(chat="off"))
    say(game, phrase="hello")
    assert planned() == []


def test_a_computer_that_plays_on_for_a_person_says_nothing(game: Game) -> None:
    Seat.objects.filter(game=game, number=2).update(person=person("Bob"))
    say(game, phrase="hello")
    assert planned() == []


def test_who_has_left_the_seat_says_nothing_more(game: Game) -> None:
    Seat.objects.filter(game=game, number=2).update(bot="")
    bot_chat.post_bot_phrase.call(game.public_id, 2, "hello")
    assert not game.messages.exists()
