"""A whole game for each way a game can end.

Each line of endings.jsonl says in words why it ended so. The games were played with shuffled packs by two habits (take
the most cards; or trail) and chosen for their ends.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.domain.json_api import handle_request
from tests.golden.meaning import difference

type Json = dict[str, Any]

ENDINGS = [json.loads(line) for line in (Path(__file__).parent / "endings.jsonl").read_text().splitlines()]


def target(question: Json, outcome: Json) -> bool:
    return _best(outcome) >= 31 and _finished(outcome)


def in_order(question: Json, outcome: Json) -> bool:
    return sum(total >= 21 for total in outcome["totals"]) > 1 and _of_the_winner(outcome) < _best(outcome)


def on_the_spot(question: Json, outcome: Json) -> bool:
    return _of_the_winner(outcome) >= 21 and not _finished(outcome)


def claimed(question: Json, outcome: Json) -> bool:
    return question["moves"][-1] in [f"claim@{seat}" for seat in outcome["winner"]]


def wrongly_claimed(question: Json, outcome: Json) -> bool:
    return "claim" in question["moves"][-1] and not claimed(question, outcome)


def rounds(question: Json, outcome: Json) -> bool:
    return len(outcome["rounds"]) == int(question["rules"]["rounds_per_seat"] * question["seats"])


def all_points(question: Json, outcome: Json) -> bool:
    return sorted(outcome["totals"]) == [0, 11] and _of_the_winner(outcome) == 11


def one_round(question: Json, outcome: Json) -> bool:
    return len(outcome["rounds"]) == 1 and _of_the_winner(outcome) == _best(outcome)


def resigned(question: Json, outcome: Json) -> bool:
    return question["moves"][-1].startswith("resign@") and int(question["moves"][-1][-1]) not in outcome["winner"]


def _best(outcome: Json) -> int:
    return max(map(int, outcome["totals"]))


def _of_the_winner(outcome: Json) -> int:
    """Return the total of the first winning seat's side; a side's number is that of its first seat here."""
    return int(outcome["totals"][outcome["winner"][0] - 1])


def _finished(outcome: Json) -> bool:
    return len(outcome["rounds"]) == int(outcome["round"])


PLAIN_SIGNS: dict[str, Callable[[Json, Json], bool]] = {
    "target": target,
    "in-order": in_order,
    "instant": on_the_spot,
    "restriction": on_the_spot,
    "claim": claimed,
    "wrong-claim": wrongly_claimed,
    "rounds": rounds,
    "all-points": all_points,
    "cleared": one_round,
    "cards": one_round,
    "resign": resigned,
}
"""Plain signs that a game which ended for this reason must show."""


@pytest.mark.parametrize("game", ENDINGS, ids=[f"{game['name']} {at}" for at, game in enumerate(ENDINGS)])
def test_the_game_ends_so(game: Json) -> None:
    outcome = handle_request(game["ask"])
    assert difference(game["ask"], game["answer"], outcome) == ""
    assert (outcome["reason"], outcome["turn"]) == (game["name"], None)
    assert PLAIN_SIGNS[game["name"]](game["ask"], outcome)


@pytest.mark.parametrize("game", ENDINGS, ids=[f"{game['name']} {at}" for at, game in enumerate(ENDINGS)])
def test_the_last_entry_ended_it_and_nothing_follows(game: Json) -> None:
    question = game["ask"]
    assert handle_request({**question, "moves": question["moves"][:-1]})["winner"] is None
    assert handle_request({**question, "moves": [*question["moves"], "9S"]})["error"]["code"] == "over"


@pytest.mark.parametrize("reason", PLAIN_SIGNS)
def test_there_is_a_game_for_every_reason_told_in_words(reason: str) -> None:
    told = [game["why"] for game in ENDINGS if game["name"] == reason]
    assert told
    assert all("Rule" in words for words in told)
