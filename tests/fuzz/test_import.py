"""Any file of whole games is imported completely and in order, or refused in one line: never a fault, never half."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from games.log.archive import dump_game
from games.log.recent_states import recent_states
from games.log.store import row_hash
from games.log.verification import verify_game
from games.models import GENESIS, Game, Seat, Snapshot, StoredEvent
from games.services.transfer import ImportRejectedError, import_game
from tests.examples import examples
from tests.fuzz.test_pages import texts, values
from tests.games.log.test_verification import game_of

pytestmark = pytest.mark.django_db

Told = dict[str, Any]


@pytest.fixture(scope="module")
def lines() -> dict[str, str]:
    return {}


@pytest.fixture
def told(db: None, lines: dict[str, str]) -> Told:
    """The export of a game that was played, and is not in the database."""
    with suppress(RollBackError), transaction.atomic():
        lines.setdefault("casino", dump_game(game_of("casino")))
        raise RollBackError
    recent_states.clear()
    return cast("Told", json.loads(lines["casino"]))


class RollBackError(Exception):
    pass


@pytest.fixture
def answered(db: None) -> Callable[[str], bool]:
    """Return a function that imports a line, checks the game and rolls it back, and returns whether the line was
    accepted. A refused line leaves nothing."""

    def ask(line: str) -> bool:
        taken = False
        with suppress(RollBackError), transaction.atomic():
            with suppress(ImportRejectedError):
                game = import_game(line, {})
                taken = True
                assert verify_game(Game.objects.get(pk=game.pk)) == []
            assert taken or not any(model.objects.exists() for model in (Game, Seat, StoredEvent, Snapshot))
            raise RollBackError
        recent_states.clear()
        return taken

    return ask


def chained(told: Told) -> str:
    """Return the line with correct hashes, as an attacker who knows the chain would write it: only the game itself is
    wrong."""
    before, game = GENESIS, str(told["game"])
    with suppress(ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        for number, event in enumerate(told["events"], start=1):
            kind, version, payload, actor, entry, at = event[:6]
            row = StoredEvent(seq=number, type=kind, version=version, payload=payload, actor=actor, action_text=entry)
            row.at, row.previous = datetime.fromisoformat(at), before
            before = event[6] = row_hash(game, row)
        told["head"] = before
    return json.dumps(told)


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every place in the value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield (*here, name)
        yield from places(part, (*here, name))


def put(told: Told, way: tuple[Any, ...], value: Any) -> None:
    inside: Any = told
    for name in way[:-1]:
        inside = inside[name]
    inside[way[-1]] = value


TIMES = ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-02-30T00:00:00Z", "2026-01-01", "0" * 400]
others: SearchStrategy[Any] = values | st.sampled_from([*TIMES, 2**31, 2**63, -1, 0, 5, 32768, "", "0" * 64, [], {}])


def test_the_game_as_it_was_is_taken_in(told: Told, answered: Callable[[str], bool]) -> None:
    assert answered(json.dumps(told))
    assert answered(chained(told))


@examples(60)
@given(st.data())
def test_a_game_with_something_else_in_it_is_in_order_or_refused(
    told: Told, answered: Callable[[str], bool], data: st.DataObject
) -> None:
    changed = json.loads(json.dumps(told))
    for _ in range(data.draw(st.integers(1, 3))):
        put(changed, data.draw(st.sampled_from(list(places(changed)))), data.draw(others))
    answered(chained(changed))


@pytest.mark.parametrize(
    "way_and_value",
    [
        *((("events", 3, 5), time) for time in TIMES),
        *((("created",), time) for time in TIMES),
        *((("sitting", 0, "number"), number) for number in (0, -1, 3, 2, 2**63)),
        *((("events", 2, 2), payload) for payload in ({}, {"a": float("inf")}, {"a": 10**400})),
        (("events", 2), {"0": 1}),
        (("sitting", 0, "bot"), "nobody"),
        (("sitting", 0, "name"), "An\u202en"),
        (("created",), "2999-01-01T00:00:00+00:00"),
        (("events", -1, 5), "2999-01-01T00:00:00+00:00"),
        (("table_settings", "time"), 1e300),
        (("table_settings", "time"), float("inf")),
        (("secret",), "x"),
        (("rematch_of",), "\ud800"),
    ],
    ids=repr,
)
def test_what_no_server_of_ours_writes_is_refused(
    told: Told, answered: Callable[[str], bool], way_and_value: tuple[tuple[Any, ...], Any]
) -> None:
    put(told, *way_and_value)
    assert not answered(chained(told))


@examples(60)
@given(st.data())
def test_so_is_one_with_something_else_in_its_row(
    told: Told, answered: Callable[[str], bool], data: st.DataObject
) -> None:
    changed = json.loads(json.dumps(told))
    name = data.draw(st.sampled_from([name for name in told if name != "events"]))
    way = data.draw(st.sampled_from([(name,), *places(changed[name], (name,))]))
    put(changed, way, data.draw(others))
    answered(chained(changed))


@examples(60)
@given(st.data())
def test_so_is_one_whose_log_goes_otherwise(told: Told, answered: Callable[[str], bool], data: st.DataObject) -> None:
    changed = json.loads(json.dumps(told))
    events = changed["events"]
    for _ in range(data.draw(st.integers(1, 4))):
        here, there = (data.draw(st.integers(0, len(events) - 1)) for _ in range(2))
        match data.draw(st.sampled_from(["swap", "drop", "again", "version"])):
            case "swap":
                events[here], events[there] = events[there], events[here]
            case "drop" if len(events) > 1:
                del events[here]
            case "again":
                events.insert(there, json.loads(json.dumps(events[here])))
            case _:
                events[here][1] = data.draw(st.sampled_from([0, -1, 99, 2**40]))
    answered(chained(changed))


@examples(60)
@given(st.data())
@example(data=None)
def test_so_is_a_line_that_was_cut_or_written_over(
    told: Told, answered: Callable[[str], bool], data: st.DataObject | None
) -> None:
    line = json.dumps(told)
    if data is None:
        assert not answered(line[:-1])
        return
    here = data.draw(st.integers(0, len(line)))
    answered(line[:here] + data.draw(texts) + line[here + data.draw(st.integers(0, 40)) :])


@examples(60)
@given(st.binary(max_size=400))
@example(b"")
@example(b"\n\n")
@example(b"\xff\xfe{\x00}\x00")
@example(b"[" * 200_000)
@example(b'{"casino_game": 1}')
@example(b'{"casino_game": 1, "game": ' + b"9" * 6000 + b"}")
def test_so_is_any_file(db: None, tmp_path: Path, raw: bytes) -> None:
    file, out, err = tmp_path / "games", StringIO(), StringIO()
    file.write_bytes(raw)
    with suppress(CommandError):
        call_command("import", str(file), stdout=out, stderr=err)
    assert not Game.objects.exists()
