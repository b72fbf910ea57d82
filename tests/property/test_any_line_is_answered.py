"""The command line answers any line with one JSON object and reads the next one."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from games.domain.options import OPTIONS, write_options
from games.domain.presets import PRESETS, resolve_rules
from games.management.commands.casino import answer_line, answer_lines
from tests.examples import examples

type Json = dict[str, Any]

CASES = Path(__file__).parent.parent / "conformance" / "cases"
KEYS = (
    "op rules seats partners turn hand table stock others proved plucked move piles sweeps last_capture before".split()
)
KEYS += "dealer decks moves text tops carried".split()


def question(case: str) -> Json:
    """Return the question of a case, a whole game cut to its first round and twelve moves."""
    ask: Json = json.loads(case)["ask"]
    if ask["op"] == "replay":
        ask |= {"decks": ask["decks"][:1], "moves": ask["moves"][:12]}
    return ask


def some_questions() -> list[Json]:
    """Every sixth case of each kind, and a record both ways."""
    asks = [question(line) for file in sorted(CASES.glob("*.jsonl")) for line in file.read_text().splitlines()[::6]]
    replay = next(ask for ask in asks if ask["op"] == "replay")
    return [
        *asks,
        replay | {"op": "record"},
        {"op": "record", "text": answer_line(json.dumps(replay | RECORD))["text"]},
    ]


RECORD = {"op": "record"}
QUESTIONS = some_questions()

surrogates: SearchStrategy[Any] = st.sampled_from(["\ud800", "9S \udfff", "\ud83c\udca1", "\0", "９Ｓ", "٣"])
numbers: SearchStrategy[Any] = st.sampled_from(
    [-1, 0, 53, 10**30, 10**4000, 1e308, float("inf"), float("nan"), 2.0, True]
)
pieces = st.text('A23456789TJQK1SHDCBRGYx+&,;[]=@/p!^ 0-.\n"\u2028', max_size=25)
leaves = st.none() | st.booleans() | numbers | surrogates | pieces | st.text(max_size=10)
garbage: SearchStrategy[Any] = st.recursive(
    leaves,
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "", "preset"]), inside, max_size=3)
    ),
    max_leaves=6,
)
wild_options: SearchStrategy[Any] = st.dictionaries(st.sampled_from([*OPTIONS, "preset", "joker"]), garbage, max_size=3)


def of_another_type(value: Any) -> list[Any]:
    """Return values that look like this one and are none of the option's."""
    if isinstance(value, list):
        return [[other for item in value for other in of_another_type(item)[:1]], value * 2, dict.fromkeys("TD", value)]
    if isinstance(value, dict):
        return [{key: other for key, item in value.items() for other in of_another_type(item)[:1]}, list(value)]
    if isinstance(value, bool):
        return [int(value), str(value).lower(), [value]]
    return [float(value), str(value), value > 0] if isinstance(value, int) else [[value], f"{value} ", {"TD": value}]


PRESET_OPTIONS = {preset: write_options(resolve_rules(preset)) for preset in PRESETS}
an_option = st.tuples(st.sampled_from(sorted(PRESETS)), st.sampled_from(sorted(OPTIONS)))
house_rules = st.lists(an_option.map(lambda it: (it[1], PRESET_OPTIONS[it[0]][it[1]])), max_size=8).map(dict)


def assert_answered(line: str) -> None:
    reply = answer_line(line)
    assert json.loads(json.dumps(reply))
    assert isinstance(reply, dict)
    if "error" in reply:
        assert reply["error"]["code"]
        assert reply["error"]["message"]


@examples(150)
@given(st.text(max_size=60) | pieces)
@example("")
@example("[" * 100_000)
@example('{"op": "legal", "rules": {"target": ' + "[" * 5000 + "]" * 5000 + "}}")
@example('{"op": "legal", "rules": {"target": ' + "9" * 5000 + "}}")
@example('{"op": "legal", "op": "check"}')
@example('"\\ud800"')
@example(" " * 1_000_001)
def test_any_text(line: str) -> None:
    assert_answered(line)


@examples(150)
@given(garbage)
def test_any_json(value: Any) -> None:
    assert_answered(json.dumps(value))


@examples(150)
@given(st.sampled_from(QUESTIONS), st.sampled_from(KEYS), garbage)
def test_a_question_with_one_part_that_is_something_else(ask: Json, key: str, value: Any) -> None:
    assert_answered(json.dumps(ask | {key: value}))


@examples(150)
@given(st.sampled_from(QUESTIONS), st.dictionaries(st.sampled_from(KEYS), garbage, min_size=2, max_size=4), st.data())
def test_a_question_with_several_other_parts_and_one_missing(ask: Json, other: Json, data: st.DataObject) -> None:
    changed = ask | other
    del changed[data.draw(st.sampled_from(sorted(changed)))]
    assert_answered(json.dumps(changed))


@examples(150)
@given(st.sampled_from(QUESTIONS), st.sampled_from(sorted(PRESETS)), house_rules | wild_options)
def test_a_question_about_other_rules(ask: Json, preset: str, rules: Json) -> None:
    assert_answered(json.dumps(ask | {"rules": {"preset": preset, **rules}}))


@pytest.mark.parametrize("key", OPTIONS)
def test_values_that_look_like_those_of_an_option_are_turned_away(key: str) -> None:
    ask = {"op": "legal", "hand": "AS 9D QC TD", "table": "AH 8D QH 2C"}
    usual = [chosen[key] for chosen in PRESET_OPTIONS.values() if chosen[key] not in (None, {})]
    for value in (other for each in usual for other in of_another_type(each)):
        line = json.dumps(ask | {"rules": {key: value}})
        assert_answered(line)
        assert key in answer_line(line)["error"]["message"]


def texts_of(ask: Json) -> list[str]:
    return [key for key, value in ask.items() if isinstance(value, str) and key != "op"]


@examples(150)
@given(st.sampled_from([ask for ask in QUESTIONS if texts_of(ask)]), st.data())
def test_a_question_with_other_letters_in_its_texts(ask: Json, data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(texts_of(ask)))
    assert_answered(json.dumps(ask | {key: scribbled(ask[key], data)}))


@examples(150)
@given(st.sampled_from(QUESTIONS), st.data())
def test_a_line_with_other_letters(ask: Json, data: st.DataObject) -> None:
    assert_answered(scribbled(json.dumps(ask), data))


def scribbled(text: str, data: st.DataObject) -> str:
    """Return the text with a few of its letters replaced by others, or by nothing."""
    at = data.draw(st.integers(0, len(text)))
    return text[:at] + data.draw(pieces) + text[at + data.draw(st.integers(0, 6)) :]


@examples(150)
@given(st.lists(st.text(max_size=20).map(lambda text: text.replace("\r", "").replace("\n", "")), max_size=5))
def test_every_line_has_its_answer_in_order(lines: list[str]) -> None:
    asked = [*lines, json.dumps(QUESTIONS[0])]
    given_back = StringIO()
    answer_lines(StringIO("".join(f"{line}\n" for line in asked)), given_back)
    assert [json.loads(line) for line in given_back.getvalue().splitlines()] == [answer_line(line) for line in asked]
