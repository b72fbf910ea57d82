"""Games that take long to play, and a whole world: made once in each process, then their rows are written again."""

from collections.abc import Callable, Hashable
from typing import Any, cast

import time_machine
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import Person
from games.log.recent_states import recent_states
from games.models import Game

_MADE: dict[Hashable, tuple[list[list[Model]], Any]] = {}


def played_once(key: Hashable, play: Callable[[], Game]) -> Game:
    """The game that `play` leads to in a database without people and games; see `made_once`."""
    return Game.objects.get(pk=made_once(key, lambda: play().pk))


def made_once[T](key: Hashable, make: Callable[[], T]) -> T:
    """What `make` returns, and its rows, in a database without people and games. In another, and on PostgreSQL, whose
    sequences would not notice new rows, it is always made."""
    if connection.vendor != "sqlite" or Person.objects.exists() or Game.objects.exists():
        return make()
    key = (key, tuple(settings.SECRETS_KEYS), timezone.now() if time_machine.escape_hatch.is_travelling() else None)
    if key not in _MADE:
        before = {row for rows in _rows() for row in rows}
        made = make()
        _MADE[key] = [[row for row in rows if row not in before] for rows in _rows()], made
        recent_states.clear()
        return made
    tables, again = _MADE[key]
    for rows in filter(None, tables):
        type(rows[0])._base_manager.bulk_create(rows)
    return cast("T", again)


def _rows() -> list[list[Model]]:
    return [list(model._base_manager.order_by("pk")) for model in apps.get_models(include_auto_created=True)]
