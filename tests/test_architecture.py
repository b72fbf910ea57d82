"""Rules for the code: what the rules may import, who writes, and who names a preset.

Every check is also shown to fail on something it should catch.
"""

import ast
from collections.abc import Callable

import pytest

from games.domain.presets import PRESETS
from tests.architecture import (
    ORDINARY,
    PROJECT,
    Source,
    impure_domain,
    named_in_text,
    named_presets,
    sources,
    too_long,
    writes_around_services,
)

type Check = Callable[[Source], list[str]]

CHECKS: list[Check] = [impure_domain, writes_around_services, named_presets, too_long]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_code_keeps_to_it(check: Check) -> None:
    troubles = [f"{source.module} {trouble}" for source in sources() for trouble in check(source)]
    assert troubles == []


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_no_template_or_script_names_a_preset(folder: str) -> None:
    kinds = {".html", ".txt", ".js", ".css"}
    files = [path for path in (PROJECT / folder).rglob("*") if path.suffix in kinds and "vendor" not in path.parts]
    found = [f"{path.name} {trouble}" for path in files for trouble in named_in_text(path.read_text(encoding="utf-8"))]
    assert found == []


def test_there_is_something_to_check() -> None:
    known = {"games.domain.decide", "games.services.turns", "games.views.turns", "accounts.services", "casino.asgi"}
    assert known <= {source.module for source in sources()}


BAD: list[tuple[Check, str, str, str]] = [
    (impure_domain, "games.domain.cards", "from django.db import models", "imports django.db.models"),
    (impure_domain, "games.domain.cards", "import random", "imports random"),
    (impure_domain, "games.domain.cards", "from time import monotonic", "imports time.monotonic"),
    (impure_domain, "games.domain.cards", "from datetime import datetime", "imports datetime.datetime"),
    (impure_domain, "games.domain.cards", "import os.path", "imports os.path"),
    (impure_domain, "games.domain.cards", "import numpy as np", "imports numpy"),
    (impure_domain, "games.domain.cards", "def late():\n    import secrets", "imports secrets"),
    (impure_domain, "games.domain.cards", "from .. import services", "imports games.services"),
    (impure_domain, "games.domain.cards", "text = open('cards.txt')", "calls open"),
    (writes_around_services, "games.views.play", "game.save()", "line 1 calls .save()"),
    (writes_around_services, "games.views.play", "Game.objects.create(seats=2)", "line 1 calls .create()"),
    (writes_around_services, "games.views.play", "Game.objects.filter(pk=1).update(seq=2)", "line 1 calls .update()"),
    (writes_around_services, "games.views.play", "seat.delete()", "line 1 calls .delete()"),
    (writes_around_services, "games.consumers.table", "await game.asave()", "line 1 calls .asave()"),
    (
        writes_around_services,
        "games.views.play",
        "from games.log.store import append_events",
        "imports games.log.store.append_events",
    ),
    (writes_around_services, "games.views.play", "from django.db import transaction", "imports django.db.transaction"),
    (named_presets, "games.services", "start('royal-draw')", "line 1 names the preset 'royal-draw'"),
    (named_presets, "games.services", "start(preset='cassino')", "line 1 names the preset 'cassino'"),
    (named_presets, "games.services", "if preset == 'royal': pass", "line 1 names the preset 'royal'"),
    (named_presets, "games.services", "if preset in ('draw', x): pass", "line 1 names the preset 'draw'"),
    (named_presets, "games.services", "if 'royal' in game.preset: pass", "line 1 names the preset 'royal'"),
    (named_presets, "games.domain.decide", "if rules.refill == 'royal': pass", "line 1 names the preset 'royal'"),
    (named_presets, "games.services", "match preset:\n    case 'pluck': pass", "line 1 names the preset 'pluck'"),
    (named_presets, "games.services", "seats = {'royal': 2, 'draw': 2}[x]", "line 1 names the preset 'draw'"),
    (named_presets, "games.services", "rules = table['royal']", "line 1 names the preset 'royal'"),
    (named_presets, "games.services", "rules = table.get('casino')", "line 1 names the preset 'casino'"),
    (named_presets, "games.services", "preset.startswith('royal')", "line 1 names the preset 'royal'"),
    (too_long, "games.services", "def long():\n" + "    pass\n" * 40, "long has 41 lines"),
]


@pytest.mark.parametrize(("check", "module", "text", "trouble"), BAD)
def test_it_catches(check: Check, module: str, text: str, trouble: str) -> None:
    assert trouble in check(Source(module, ast.parse(text)))


GOOD: list[tuple[Check, str, str]] = [
    (impure_domain, "games.domain.cards", "from .table import Table\nfrom functools import cache"),
    (impure_domain, "games.services", "import secrets"),
    (writes_around_services, "games.services", "game.save()"),
    (writes_around_services, "games.views.play", "from games.log.store import load"),
    (named_presets, "games.domain.dealing", "if rules.dealing.refill == 'draw': pass"),
    (named_presets, "games.domain.values", "match matching.face_values:\n    case 'royal' | 'tablanette': pass"),
    (named_presets, "games.domain.scoring", "points = {'tablanette': 1, 'sweeps': 2}"),
    (named_presets, "games.forms.table", "x = next(p for p in plucks if p.key == data.get('pluck'))"),
    (named_presets, "games.presenters.cards", "names = {'S': 'spade', 'D': 'diamond'}"),
    (named_presets, "games.domain.presets", "PRESETS = {'royal-draw': 1}"),
    (too_long, "games.services", "def short():\n" + "    pass\n" * 39),
]


@pytest.mark.parametrize(("check", "module", "text"), GOOD)
def test_it_lets_pass(check: Check, module: str, text: str) -> None:
    assert check(Source(module, ast.parse(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        '<p>{% if game.preset == "royal-draw" %}draw{% endif %}</p>',
        '<p>{% if game.preset == "royal" %}faces{% endif %}</p>',
        '<input name="preset" value="dominican-soto">',
        "if (preset === 'draw') { start() }",
        "switch (preset) { case 'royal': break }",
    ],
)
def test_it_catches_in_a_template_or_script(text: str) -> None:
    assert named_in_text(text)


def test_it_lets_ordinary_words_pass_in_a_template() -> None:
    assert named_in_text('<p class="royal">{% url "casino" %} A royal game.</p>') == []


def test_few_presets_are_also_ordinary_words() -> None:
    assert len(ORDINARY) < len(PRESETS) / 3
    assert {"casino", "draw", "royal"} <= ORDINARY
