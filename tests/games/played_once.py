"""Games that take long to play: played once in each process, then their rows are written again."""

from collections.abc import Callable, Hashable

import time_machine
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import Person
from games.log.store import recent_states
from games.models import Game

_PLAYED: dict[Hashable, tuple[list[list[Model]], int]] = {}


def played_once(key: Hashable, play: Callable[[], Game]) -> Game:
    """The game that `play` leads to in a database without people and games. Elsewhere, and on PostgreSQL, whose
    sequences would not notice new rows, it is played."""
    if connection.vendor != "sqlite" or Person.objects.exists() or Game.objects.exists():
        return play()
    key = (key, tuple(settings.SECRETS_KEYS), timezone.now() if time_machine.escape_hatch.is_travelling() else None)
    if key not in _PLAYED:
        before = {row for rows in _rows() for row in rows}
        game = play()
        _PLAYED[key] = [[row for row in rows if row not in before] for rows in _rows()], game.pk
        recent_states.clear()
        return game
    tables, pk = _PLAYED[key]
    for rows in filter(None, tables):
        type(rows[0])._base_manager.bulk_create(rows)
    return Game.objects.get(pk=pk)


def _rows() -> list[list[Model]]:
    return [list(model._base_manager.order_by("pk")) for model in apps.get_models(include_auto_created=True)]
