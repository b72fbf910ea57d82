"""A computer that thinks for long: other tables, and pages, continue meanwhile."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from threading import Event

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from casino.lifespan import embedded_worker
from games import bots, services
from games.bots.base import Decision
from games.domain.perspective import Perspective
from games.models import Game, Seat
from games.tasks.turns import SLOW_QUEUE, bot_turn_task, requeue_bot_turns
from tests.games.computers import first_card, fresh
from tests.games.tables import RULES, person


class Ponderer:
    """Thinks until it is stopped; `thinking` says that it has begun."""

    def __init__(self) -> None:
        self.thinking, self.enough = Event(), Event()

    def think(self, _: str, perspective: Perspective, seed: str) -> Decision:
        self.thinking.set()
        assert self.enough.wait(30)
        return bots.LEVELS["casual"].choose(perspective, Random(seed))


@pytest.fixture
def ponderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ponderer]:
    thinker = Ponderer()
    monkeypatch.setattr("games.tasks.turns.think", thinker.think)
    yield thinker
    thinker.enough.set()


def computers_turn(name: str, level: str) -> Game:
    """Return a game in which this computer is to play."""
    game = services.start_game(person(name), RULES, "casino", 2, False, "computer")
    Seat.objects.filter(game=game, number=2).update(bot=level)
    if fresh(game).turn == 1:
        services.play(Seat.objects.get(game=game, number=1), first_card(game), fresh(game).seq)
    DBTaskResult.objects.all().delete()
    return fresh(game)


@pytest.mark.django_db(transaction=True)
async def test_while_one_thinks_other_tables_and_pages_go_on(ponderer: Ponderer) -> None:
    slow = await sync_to_async(computers_turn)("Ann", "master")
    quick = await sync_to_async(computers_turn)("Bob", "steady")
    async with embedded_worker():
        await sync_to_async(requeue_bot_turns)()
        await sync_to_async(ponderer.thinking.wait)(20)
        assert await moved(quick)
        response = await sync_to_async(Client().get)(f"/g/{slow.public_id}/")
        assert response.status_code == 200
        assert (await sync_to_async(fresh)(slow)).seq == slow.seq  # it still thinks
        ponderer.enough.set()
        assert await moved(slow)


async def moved(game: Game) -> bool:
    """Return whether the game continues within a while."""
    with suppress(TimeoutError):
        async with asyncio.timeout(20):
            while (await sync_to_async(fresh)(game)).seq == game.seq:
                await asyncio.sleep(0.02)
            return True
    return False


def test_those_who_think_for_long_have_helpers_of_their_own(settings: Settings) -> None:
    queues = {level: bot_turn_task(level).queue_name for level in bots.LEVELS}
    assert {level for level, queue in queues.items() if queue != "default"} == bots.SLOW_LEVELS
    assert set(queues.values()) == {"default", SLOW_QUEUE}
    assert SLOW_QUEUE in settings.WORKER_HELPER_QUEUES
