"""Compares two answers by meaning: moves as sets, tables as sets of items, points by those that are given."""

import re
from typing import Any

type Json = dict[str, Any]

OUTCOME = ("totals", "winner", "reason", "turn", "round", "deal", "stock")


def difference(question: Json, wanted: Json, given: Json) -> str:
    """Return the difference between the answer wanted and the one given; empty when they mean the same."""
    if "error" in wanted or "error" in given:
        return "" if "error" in wanted and "error" in given else f"wanted {wanted}, got {given}"
    compare = {"legal": _moves, "check": _verdict, "score": _points, "replay": _outcome}[question["op"]]
    return "; ".join(f"{what}: wanted {want}, got {got}" for what, want, got in compare(wanted, given) if want != got)


type Comparison = list[tuple[str, Any, Any]]


def _moves(wanted: Json, given: Json) -> Comparison:
    missing = sorted(set(wanted["moves"]) - set(given["moves"]))
    surplus = sorted(set(given["moves"]) - set(wanted["moves"]))
    twice = len(given["moves"]) - len(set(given["moves"]))
    return [("missing", [], missing), ("surplus", [], surplus), ("twice", 0, twice)]


def _verdict(wanted: Json, given: Json) -> Comparison:
    known: Comparison = [(key, wanted[key], given.get(key)) for key in ("ok", "code") if key in wanted]
    if "left_behind" not in wanted:
        return known
    return [*known, ("left_behind", set(wanted["left_behind"].split()), set(given.get("left_behind", "").split()))]


def _points(wanted: Json, given: Json) -> Comparison:
    return [("points", given_points(wanted), given_points(given))]


def given_points(sheet: Json) -> list[dict[str, int]]:
    return [{way: points for way, points in side.items() if points} for side in sheet["points"]]


def _outcome(wanted: Json, given: Json) -> Comparison:
    known: Comparison = [(key, wanted[key], given.get(key)) for key in OUTCOME if key in wanted]
    if "table" in wanted:
        known.append(("table", items(wanted["table"]), items(given["table"])))
    if "hands" in wanted:
        known.append(
            ("hands", [set(hand.split()) for hand in wanted["hands"]], [set(hand.split()) for hand in given["hands"]])
        )
    sheets = [list(map(given_points, answer["rounds"])) for answer in (wanted, given)]
    return [*known, ("rounds", sheets[0], sheets[1])]


def items(table: str) -> list[str]:
    """Return the items of a table; of a build its cards, value and owner, and whether it is multiple, but not its
    groups."""
    return sorted(_build(item) if item.startswith("[") else item for item in table.split())


def _build(item: str) -> str:
    groups, _, rest = item.strip("[]").partition("=")
    kind = "multiple" if "," in groups else "single"
    return f"{kind} {rest} {' '.join(sorted(re.split('[+,]', groups)))}"
