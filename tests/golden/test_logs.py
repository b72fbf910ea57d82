"""Logs of every version keep their meaning for ever, event by event."""

import json
from pathlib import Path

import pytest

from games.domain.codec import EVENT_TYPES, VERSIONS
from games.domain.evolve import fold
from games.domain.revalidation import differences
from tests.golden import logs

FILES = logs.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_old_log_leads_to_the_same_states_as_ever(path: Path) -> None:
    lines = logs.read(path)
    for number, (line, found) in enumerate(zip(lines, logs.meanings(logs.facts_of(lines)), strict=True), start=1):
        assert found == line.meaning, f"event {number}, {line.type}, means something else than it did"


def test_an_old_log_is_never_written_anew() -> None:
    assert json.loads(logs.KEPT.read_text(encoding="utf-8")) == logs.hashes()


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_every_version_of_every_event_is_in_a_log(name: str) -> None:
    recorded = {line.version for path in FILES for line in logs.read(path) if line.type == name}
    assert recorded == set(range(1, VERSIONS.get(name, 1) + 1))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_results_of_an_old_log_follow_from_its_cards(path: Path) -> None:
    log = logs.facts_of(logs.read(path))
    befores = [None, *(fold(log[:number]) for number in range(1, len(log)))]
    assert list(differences(log, befores)) == []
