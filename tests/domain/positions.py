"""One-line positions: moves that a rule allows or refuses, asked through the command line's questions."""

from typing import Any

from games.domain.json_api import handle_request

type Rules = str | dict[str, Any]
type Points = dict[str, int]
type Outcome = dict[str, Any]
type Play = tuple[str, Rules, str, str, str, str]

PLAY = ("statement", "rules", "hand", "table", "move", "verdict")
"""A statement of the rulebook with its number, a position, a move, and "legal" or the code and rule of a refusal."""


def house(preset: str, **changed: Any) -> dict[str, Any]:
    """Return a preset with house rules."""
    return {"preset": preset, **changed}


def ask(op: str, rules: Rules, **more: Any) -> Outcome:
    """Return the answer to one question; two seats, seat 1 to play and half the stock left by default."""
    position = {"seats": 2, "partners": False, "turn": 1, "stock": 24}
    return handle_request({"op": op, "rules": rules, **position, **more})


def legal(rules: Rules, *, hand: str, table: str = "", **more: Any) -> set[str]:
    """Return every legal move; there are no duplicates, and they are sorted as text."""
    moves = ask("legal", rules, hand=hand, table=table, **more)["moves"]
    assert moves == sorted(set(moves))
    return set(moves)


def allows(rules: Rules, *, hand: str, move: str, table: str = "", **more: Any) -> None:
    """Check that the move is legal: by itself, and found in the list of all (which does not show calls)."""
    verdict = ask("check", rules, hand=hand, table=table, move=move, **more)
    assert verdict.get("ok") is True, verdict
    assert move.rstrip("!") in legal(rules, hand=hand, table=table, **more)


def refuses(rules: Rules, *, hand: str, move: str, code: str, rule: str, table: str = "", **more: Any) -> None:
    """Check that the move is refused with this code, by this rule, with a text; and that it is not in the list of
    all."""
    verdict = ask("check", rules, hand=hand, table=table, move=move, **more)
    assert (verdict.get("ok"), verdict.get("code"), verdict.get("rule")) == (False, code, rule), verdict
    assert verdict["message"]
    assert move not in legal(rules, hand=hand, table=table, **more)


def judge(rules: Rules, hand: str, table: str, move: str, verdict: str, **more: Any) -> None:
    """Check that the move has this verdict: "legal", or the code and the rule of its refusal."""
    if verdict == "legal":
        allows(rules, hand=hand, table=table, move=move, **more)
    else:
        code, rule = verdict.split()
        refuses(rules, hand=hand, table=table, move=move, code=code, rule=rule, **more)


def left_behind(rules: Rules, *, hand: str, move: str, table: str, **more: Any) -> set[str]:
    """Return the items that the move could have taken as well and did not."""
    verdict = ask("check", rules, hand=hand, table=table, move=move, **more)
    assert verdict.get("ok") is True, verdict
    return set(verdict.get("left_behind", "").split())


def score(rules: Rules, *piles: str, **more: Any) -> list[Points]:
    """Return the points of a round by side, without those worth nothing."""
    ready = {"sweeps": [[] for _ in piles], "last_capture": 1, "before": [0] * len(piles)}
    reply = handle_request({"op": "score", "rules": rules, "piles": list(piles), **ready, **more})
    return [without_nothing(points) for points in reply["points"]]


def without_nothing(points: Points) -> Points:
    return {way: given for way, given in points.items() if given}


def replay(
    rules: Rules, decks: list[str], moves: list[str], *, seats: int = 2, partners: bool = False, dealer: int = 2
) -> dict[str, Any]:
    """Return the outcome of a game with these moves, none of which may be refused."""
    outcome = _replayed(rules, decks, moves, seats, partners, dealer)
    assert "error" not in outcome, outcome
    return outcome


def replay_refuses(
    rules: Rules,
    decks: list[str],
    moves: list[str],
    *,
    code: str,
    rule: str,
    seats: int = 2,
    partners: bool = False,
    dealer: int = 2,
) -> None:
    """Check that the last of the moves, and none before it, is refused with this code, by this rule."""
    replay(rules, decks, moves[:-1], seats=seats, partners=partners, dealer=dealer)
    error = _replayed(rules, decks, moves, seats, partners, dealer)["error"]
    assert (error["at"], error["code"], error["rule"]) == (len(moves) - 1, code, rule), error


def _replayed(
    rules: Rules, decks: list[str], moves: list[str], seats: int, partners: bool, dealer: int
) -> dict[str, Any]:
    table = {"seats": seats, "partners": partners, "dealer": dealer}
    return handle_request({"op": "replay", "rules": rules, **table, "decks": decks, "moves": moves})


def trail_out(rules: Rules, pack: str, moves: list[str], **table: Any) -> dict[str, Any]:
    """Return the outcome when, after these moves, all players trail their first card until the pack is played out."""
    played = list(moves)
    outcome = replay(rules, [pack], played, **table)
    while outcome["turn"] is not None:
        played.append(outcome["hands"][outcome["turn"] - 1].split()[0])
        outcome = replay(rules, [pack], played, **table)
    return outcome


def round_points(outcome: dict[str, Any], number: int = 1) -> list[Points]:
    """Return the score sheet of one round, without the items that gave nothing."""
    return [without_nothing(points) for points in outcome["rounds"][number - 1]["points"]]


def cards(text: str) -> set[str]:
    return set(text.split())


def hands(outcome: Outcome) -> list[set[str]]:
    return [cards(hand) for hand in outcome["hands"]]


def misunderstood(reply: dict[str, Any]) -> str:
    """Return the message with which a question was rejected as not understood."""
    assert reply["error"]["code"] == "bad-request", reply
    message = reply["error"]["message"]
    assert isinstance(message, str)
    assert message
    return message


def clash(rules: Rules, seats: int = 2, partners: bool = False) -> str:
    """Return the message with which rules that cannot be played, or not by this company, are rejected."""
    return misunderstood(ask("legal", rules, hand="", table="", seats=seats, partners=partners))
