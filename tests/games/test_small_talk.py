"""Remarks of computer players: their occasions, their texts, and the tables at which they keep silent."""

from collections.abc import Sequence
from random import Random
from unittest.mock import patch

import pytest
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from games import services
from games.bots.remarks import HOW_OFTEN, remark
from games.domain.cards import Card
from games.domain.events import CardTrailed, Event, GameWon, SweepMade
from games.domain.perspective import HiddenDeal, HiddenPack, SeenEvent
from games.domain.terms import Terms
from games.models import Game, Seat
from games.tasks import bot_chat
from tests.games.tables import RULES, person

ALWAYS = dict.fromkeys(HOW_OFTEN, 1.0)
LAST = HiddenDeal(6, True, (), (4, 4), ())


@pytest.mark.parametrize(
    ("event", "seat", "phrase"),
    [
        (HiddenPack(1, 1), 2, "hello"),
        (HiddenPack(2, 1), 2, ""),
        (SweepMade(2, 3, False), 2, "sweep"),
        (SweepMade(1, 3, False), 2, "nice"),
        (LAST, 1, "last"),
        (LAST, 2, ""),
        (HiddenDeal(5, False, (), (4, 4), ()), 1, ""),
        (GameWon((2,), "target", (11, 21)), 2, "good_game"),
        (GameWon((1,), "target", (21, 11)), 2, "well_played"),
        (CardTrailed(1, Card("9S")), 2, ""),
    ],
)
def test_what_is_said_to_what(event: SeenEvent, seat: int, phrase: str) -> None:
    with patch("games.bots.remarks.HOW_OFTEN", ALWAYS):
        assert remark([event], seat, dealer=1, luck=Random(1)) == phrase


def test_of_several_things_the_latest_is_spoken_of() -> None:
    with patch("games.bots.remarks.HOW_OFTEN", ALWAYS):
        happened: list[SeenEvent] = [SweepMade(2, 3, False), GameWon((2,), "target", (11, 21))]
        assert remark(happened, 2, dealer=1, luck=Random(1)) == "good_game"


def test_mostly_nothing_is_said() -> None:
    said = [remark([SweepMade(1, 3, False)], 2, 1, Random(n)) for n in range(200)]
    assert 0 < sum(map(bool, said)) < 60


def test_all_that_is_said_are_ready_phrases() -> None:
    assert set(HOW_OFTEN) <= set(services.PHRASES)


# --- at the table ---------------------------------------------------------------------------------------------------


@pytest.fixture
def talkative(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make computers say everything there is to say."""
    settings.COMPUTER_PAUSE = 0.01
    monkeypatch.setattr("games.bots.remarks.HOW_OFTEN", ALWAYS)


def spoken() -> list[list[object]]:
    rows = DBTaskResult.objects.filter(task_path="games.tasks.bot_chat.speak")
    return [row.args_kwargs["args"][1:] for row in rows.order_by("enqueued_at")]


def against_computer(terms: Terms | None = None) -> Game:
    return services.start_game(person("Ann"), RULES, "casino", 2, False, "computer", terms)


@pytest.mark.django_db
def test_the_computer_greets_and_it_is_heard_at_the_table(talkative: None) -> None:
    game = against_computer()
    assert spoken() == [[2, "hello"]]
    bot_chat.speak.call(game.public_id, 2, "hello")
    (message,) = game.messages.all()
    assert (message.seat, message.phrase, message.person) == (2, "hello", None)


@pytest.mark.django_db
@pytest.mark.parametrize("terms", [Terms(chat="off"), Terms(pace="at_once")])
def test_where_nobody_talks_or_all_is_to_go_at_once_it_keeps_silent(talkative: None, terms: Terms) -> None:
    game = against_computer(terms)
    assert spoken() == []
    if terms.chat == "off":
        bot_chat.speak.call(game.public_id, 2, "hello")
    assert not game.messages.exists()


@pytest.mark.django_db
def test_computers_do_not_talk_among_themselves_nor_for_people(talkative: None) -> None:
    game = against_computer()
    DBTaskResult.objects.all().delete()
    seats, happened = list(game.taken_seats.order_by("number")), (SweepMade(2, 3, False),)

    def tell(events: Sequence[Event]) -> list[list[object]]:
        DBTaskResult.objects.all().delete()
        bot_chat.hear(game, seats, events)
        return spoken()

    assert tell(happened) == [[2, "sweep"]]
    seats[0].bot = "steady"
    assert tell(happened) == []  # no one is there to hear it
    seats[0].bot, seats[1].person_id = "", seats[0].person_id
    assert tell(happened) == []  # it plays on for a person, who says nothing


@pytest.mark.django_db
def test_who_has_left_the_seat_says_nothing_more(talkative: None) -> None:
    game = against_computer()
    Seat.objects.filter(game=game, number=2).update(bot="")
    bot_chat.speak.call(game.public_id, 2, "hello")
    assert not game.messages.exists()
