"""Computers at the table: they play by tasks, once, and hold up no one."""

import logging
from datetime import timedelta
from random import Random

import pytest
from cryptography.fernet import Fernet
from django.db import transaction
from django_tasks_db.models import DBTaskResult, get_date_max
from pytest_django import Settings

from games import bots, services
from games.bots.base import Decision
from games.domain.cards import Card
from games.domain.commands import CallOrange, Claim
from games.domain.moves import Trail
from games.domain.perspective import Perspective
from games.domain.table_settings import TableSettings
from games.models import Game, Seat
from games.tasks import turns
from games.tasks.turns import DEAL_PAUSES, play_bot_turn
from tests.games.computers import against_computer, first_card, fresh, of_computers, waiting
from tests.games.tables import RULES, known_chance, person
from tests.games.test_bots import sight_of
from tests.games.timed import standing_time

pytestmark = pytest.mark.django_db


class Scripted:
    """Returns the given decision, or raises it."""

    def __init__(self, decision: Decision | Exception) -> None:
        self.decision = decision

    def choose(self, perspective: Perspective, rng: Random) -> Decision:  # noqa: ARG002  as every strategy is asked
        if isinstance(self.decision, Exception):
            raise self.decision
        return self.decision


def test_between_friends_no_task_is_written() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), 2)
    assert waiting() == []


def test_a_task_run_twice_plays_once() -> None:
    game = against_computer()
    play_bot_turn.call(game.public_id, game.seq)
    seq = fresh(game).seq
    play_bot_turn.call(game.public_id, game.seq)
    assert fresh(game).seq == seq


@pytest.mark.parametrize("seq", [0, 1, 10**6])
def test_a_task_for_another_number_does_nothing(seq: int) -> None:
    game = against_computer()
    play_bot_turn.call(game.public_id, seq)
    assert fresh(game).seq == game.seq


def test_a_task_for_a_game_that_is_gone_or_over_does_nothing() -> None:
    game = against_computer()
    play_bot_turn.call("unknown", game.seq)
    services.resign(Seat.objects.get(game=game, number=1), game.seq)
    over = fresh(game)
    play_bot_turn.call(over.public_id, over.seq)
    assert fresh(game).seq == over.seq


def test_a_task_never_plays_for_a_person() -> None:
    game = against_computer()
    play_bot_turn.call(game.public_id, game.seq)
    now = fresh(game)
    assert now.turn == 1
    play_bot_turn.call(now.public_id, now.seq)
    assert fresh(game).seq == now.seq


@pytest.mark.parametrize("decision", [ValueError("on purpose"), Trail(Card("7Y"))])
def test_a_computer_that_fails_does_not_hold_up_the_table(
    decision: Decision | Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = against_computer()
    monkeypatch.setitem(bots.LEVELS, bots.DEFAULT_LEVEL, Scripted(decision))
    play_bot_turn.call(game.public_id, game.seq)
    assert fresh(game).turn == 1
    assert [record.levelno for record in caplog.records if record.name == "games.tasks.turns"] == [logging.ERROR]


def test_a_computer_whose_strategy_is_gone_plays_on(caplog: pytest.LogCaptureFixture) -> None:
    game = against_computer()
    Seat.objects.filter(game=game, number=2).update(bot="forgotten")
    play_bot_turn.call(game.public_id, game.seq)
    assert fresh(game).turn == 1
    assert "forgotten" in caplog.text


def test_a_computer_may_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    game = of_computers(claims="wins_or_loses")
    monkeypatch.setitem(bots.LEVELS, bots.DEFAULT_LEVEL, Scripted(Claim(game.turn)))
    play_bot_turn.call(game.public_id, game.seq)
    assert game.events.filter(action_text=f"claim@{game.turn}").count() == 1
    assert fresh(game).status == Game.Status.OVER


def test_a_computer_may_call_an_orange(monkeypatch: pytest.MonkeyPatch) -> None:
    game = of_computers(deck="no_faces", orange=True, last_deal="even_then_table")
    services.play(Seat.objects.get(game=game, number=game.turn), first_card(game), game.seq)
    now = fresh(game)
    monkeypatch.setitem(bots.LEVELS, bots.DEFAULT_LEVEL, Scripted(CallOrange(now.turn)))
    play_bot_turn.call(now.public_id, now.seq)
    assert game.events.filter(action_text=f"orange@{now.turn}").count() == 1
    assert waiting()[-1] == (game.public_id, fresh(game).seq)  # it is still its turn


@pytest.mark.parametrize(("secret", "begins"), [(b"a" * 32, False), (b"b" * 32, True)])
def test_a_turn_begins_with_the_move_before_or_once_people_have_seen_the_deal(
    settings: Settings, secret: bytes, begins: bool
) -> None:
    settings.COMPUTER_PAUSE = 30
    with standing_time(), known_chance(secret):
        game = against_computer()
    assert any(event.type == "card_trailed" for event in game.events.all()) != begins
    row = DBTaskResult.objects.get(args_kwargs__args=[game.public_id, game.seq])
    pause = timedelta(seconds=30) * (DEAL_PAUSES if begins else 0)
    assert row.args_kwargs["kwargs"] == {"begins": (game.updated + pause).timestamp()}
    assert row.run_after == get_date_max()  # it is computed at once


@pytest.mark.parametrize(("pace", "pauses"), [("natural", 1), ("slow", 4)])
def test_it_pauses_as_long_as_was_agreed_and_longer_at_a_full_table(settings: Settings, pace: str, pauses: int) -> None:
    settings.COMPUTER_PAUSE = 1
    game = against_computer()
    game.table_settings["bot_speed"] = pace
    tables = ("", "QD", "QD KD", "5H QD 9D 4D", "5H [4D+5S=9@2] QD 9D")
    seen = [turns.deliberation(game, sight_of("casino", "9C", table)) for table in tables]
    assert seen == [timedelta(seconds=pauses) * share for share in (1, 1, 1.25, 1.5, 1.5)]


def test_what_it_has_chosen_is_played_when_it_is_due(settings: Settings) -> None:
    with standing_time():
        game = against_computer()
        settings.COMPUTER_PAUSE = 60
        DBTaskResult.objects.all().delete()
        play_bot_turn.call(game.public_id, game.seq)
        due = DBTaskResult.objects.get()
        assert fresh(game).seq == game.seq
        assert due.run_after > game.updated + timedelta(seconds=59)
        due.task.call(*due.args_kwargs["args"])
        played = fresh(game)
        assert (played.turn, played.seq > game.seq) == (1, True)
        due.task.call(*due.args_kwargs["args"])
        assert fresh(game).seq == played.seq


@pytest.mark.parametrize("decision", [Claim(2), CallOrange(2), Trail(Card("9C"))])
def test_every_decision_can_wait(decision: Decision) -> None:
    assert turns.read_decision(turns.write_decision(decision), 2) == decision


def test_where_the_site_encrypts_a_chosen_move_is_not_in_the_database(settings: Settings) -> None:
    settings.SECRETS_KEYS = [Fernet.generate_key().decode()]
    game = against_computer()
    settings.COMPUTER_PAUSE = 60
    DBTaskResult.objects.all().delete()
    play_bot_turn.call(game.public_id, game.seq)
    _, _, chosen = DBTaskResult.objects.get().args_kwargs["args"]
    assert set(chosen) == {"encrypted"}
    turns.make_chosen_move.call(game.public_id, game.seq, chosen)
    assert fresh(game).turn == 1


def test_a_computer_at_once_plays_without_a_pause(settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 60
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer", TableSettings(bot_speed="at_once"))
    if fresh(game).turn == 1:
        services.play(Seat.objects.get(game=game, number=1), first_card(game), fresh(game).seq)
    game = fresh(game)
    play_bot_turn.call(game.public_id, game.seq)
    assert fresh(game).turn == 1


def test_without_a_pause_it_plays_at_once(settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 0
    against_computer()
    assert DBTaskResult.objects.get().run_after == get_date_max()


def test_with_a_move_taken_back_its_task_is_too() -> None:
    game = against_computer()
    DBTaskResult.objects.all().delete()
    with transaction.atomic():
        play_bot_turn.call(game.public_id, game.seq)
        services.play(Seat.objects.get(game=game, number=1), first_card(game), fresh(game).seq)
        assert len(waiting()) == 1
        transaction.set_rollback(True)
    assert waiting() == []
    assert fresh(game).seq == game.seq


def test_the_luck_of_a_turn_is_the_same_when_it_is_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = against_computer()
    drawn: list[float] = []

    class Drawing:
        def choose(self, perspective: Perspective, rng: Random) -> Decision:
            drawn.append(rng.random())
            return turns.first_legal_move(perspective)

    monkeypatch.setitem(bots.LEVELS, bots.DEFAULT_LEVEL, Drawing())
    for _ in range(2):
        with transaction.atomic():
            play_bot_turn.call(game.public_id, game.seq)
            transaction.set_rollback(True)
    assert len(drawn) == 2
    assert drawn[0] == drawn[1]
