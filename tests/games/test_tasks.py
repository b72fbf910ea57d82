"""Computers at the table: they play by tasks, once, and hold up no one."""

import logging
from datetime import timedelta
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult, get_date_max
from pytest_django import Settings

from games import bots, services
from games.bots.base import Decision
from games.domain.cards import Card
from games.domain.commands import CallOrange, Claim
from games.domain.moves import Trail
from games.domain.perspective import Perspective
from games.domain.terms import Terms
from games.domain.variants import resolve
from games.models import Game, Seat
from games.tasks import turns
from games.tasks.turns import bot_turn
from tests.games.computers import against_computer, first_card, fresh, of_computers, waiting
from tests.games.tables import RULES, person

pytestmark = pytest.mark.django_db


class Scripted:
    """Returns the given decision, or raises it."""

    def __init__(self, decision: Decision | Exception) -> None:
        self.decision = decision

    def choose(self, sight: Perspective, luck: Random) -> Decision:  # noqa: ARG002  as every strategy is asked
        if isinstance(self.decision, Exception):
            raise self.decision
        return self.decision


def test_between_friends_no_task_is_written() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), 2)
    assert waiting() == []


def test_a_task_run_twice_plays_once() -> None:
    game = against_computer()
    bot_turn.call(game.public_id, game.seq)
    seq = fresh(game).seq
    bot_turn.call(game.public_id, game.seq)
    assert fresh(game).seq == seq


@pytest.mark.parametrize("seq", [0, 1, 10**6])
def test_a_task_for_another_number_does_nothing(seq: int) -> None:
    game = against_computer()
    bot_turn.call(game.public_id, seq)
    assert fresh(game).seq == game.seq


def test_a_task_for_a_game_that_is_gone_or_over_does_nothing() -> None:
    game = against_computer()
    bot_turn.call("unknown", game.seq)
    services.resign(Seat.objects.get(game=game, number=1), game.seq)
    over = fresh(game)
    bot_turn.call(over.public_id, over.seq)
    assert fresh(game).seq == over.seq


def test_a_task_never_plays_for_a_person() -> None:
    game = against_computer()
    bot_turn.call(game.public_id, game.seq)
    now = fresh(game)
    assert now.turn == 1
    bot_turn.call(now.public_id, now.seq)
    assert fresh(game).seq == now.seq


@pytest.mark.parametrize("decision", [ValueError("on purpose"), Trail(Card("7Y"))])
def test_a_computer_that_fails_does_not_hold_up_the_table(
    decision: Decision | Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = against_computer()
    monkeypatch.setitem(bots.STRATEGIES, bots.DEFAULT, Scripted(decision))
    bot_turn.call(game.public_id, game.seq)
    assert fresh(game).turn == 1
    assert [record.levelno for record in caplog.records if record.name == "games.tasks.turns"] == [logging.ERROR]


def test_a_computer_whose_strategy_is_gone_plays_on(caplog: pytest.LogCaptureFixture) -> None:
    game = against_computer()
    Seat.objects.filter(game=game, number=2).update(bot="forgotten")
    bot_turn.call(game.public_id, game.seq)
    assert fresh(game).turn == 1
    assert "forgotten" in caplog.text


def test_a_computer_may_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    game = of_computers(claims="wins_or_loses")
    monkeypatch.setitem(bots.STRATEGIES, bots.DEFAULT, Scripted(Claim(game.turn)))
    bot_turn.call(game.public_id, game.seq)
    assert game.events.filter(entry=f"claim@{game.turn}").count() == 1
    assert fresh(game).status == Game.Status.OVER


def test_a_computer_may_call_an_orange(monkeypatch: pytest.MonkeyPatch) -> None:
    game = of_computers(deck="rook", orange=True, last_deal="even_then_table")
    services.play(Seat.objects.get(game=game, number=game.turn), first_card(game), game.seq)
    now = fresh(game)
    monkeypatch.setitem(bots.STRATEGIES, bots.DEFAULT, Scripted(CallOrange(now.turn)))
    bot_turn.call(now.public_id, now.seq)
    assert game.events.filter(entry=f"orange@{now.turn}").count() == 1
    assert waiting()[-1] == (game.public_id, fresh(game).seq)  # it is still its turn


def test_the_computer_pauses_before_it_plays(settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 30
    before = timezone.now()
    game = against_computer()
    row = DBTaskResult.objects.get(args_kwargs__args=[game.public_id, game.seq])
    assert before + timedelta(seconds=30) <= row.run_after <= timezone.now() + timedelta(seconds=30)


@pytest.mark.parametrize(("pace", "pauses"), [("at_once", 0), ("natural", 1), ("slow", 4)])
def test_it_pauses_as_long_as_was_agreed(settings: Settings, pace: str, pauses: int) -> None:
    settings.COMPUTER_PAUSE = 100
    rules, before = resolve({"preset": "casino"}), timezone.now()
    game = services.start_game(person("Ann"), rules, "casino", 2, False, "computer", Terms(pace=pace))
    if fresh(game).turn == 1:
        services.play(Seat.objects.get(game=game, number=1), first_card(game), fresh(game).seq)
    due = DBTaskResult.objects.get(task_path="games.tasks.turns.bot_turn").run_after
    if pauses:
        assert before + pauses * timedelta(seconds=100) <= due <= timezone.now() + pauses * timedelta(seconds=100)
    else:
        assert due == get_date_max()


def test_without_a_pause_it_plays_at_once(settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 0
    against_computer()
    assert DBTaskResult.objects.get().run_after == get_date_max()


def test_with_a_move_taken_back_its_task_is_too() -> None:
    game = against_computer()
    DBTaskResult.objects.all().delete()
    with transaction.atomic():
        bot_turn.call(game.public_id, game.seq)
        services.play(Seat.objects.get(game=game, number=1), first_card(game), fresh(game).seq)
        assert len(waiting()) == 1
        transaction.set_rollback(True)
    assert waiting() == []
    assert fresh(game).seq == game.seq


def test_the_luck_of_a_turn_is_the_same_when_it_is_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = against_computer()
    drawn: list[float] = []

    class Drawing:
        def choose(self, sight: Perspective, luck: Random) -> Decision:
            drawn.append(luck.random())
            return turns.first_legal_move(sight)

    monkeypatch.setitem(bots.STRATEGIES, bots.DEFAULT, Drawing())
    for _ in range(2):
        with transaction.atomic():
            bot_turn.call(game.public_id, game.seq)
            transaction.set_rollback(True)
    assert len(drawn) == 2
    assert drawn[0] == drawn[1]
