"""The questions of RULEBOOK 13, one JSON object in and one out: legal, check, score, replay, record."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .cards import CARD_INDEX, PACKS, Card, NotationError, read_card
from .move_generation import legal_moves, position_of_play
from .move_validation import left_behind, validate_move
from .moves import Stolen, play_of
from .notation import read_cards, read_move, read_table, read_value, write_cards, write_items, write_move, write_table
from .position import Position
from .presets import resolve_rules
from .record import GameScript, RejectedEntry, read_record, replay_script, write_record
from .refusal import Refusal, explain
from .rules import InvalidRules, Rules
from .rules_validation import max_hand, validate_seating
from .scoring import MAJORITIES, Points, at_once_options, counts_points, score_sheet, under_ceiling
from .state import GameState, Sweep, partner_of
from .subset_sum import Steps, totals
from .table import Build
from .values import card_values
from .winning import restrictions

type Answer = dict[str, Any]

MAX_LISTED_MOVES = 100_000
"""Maximum number of legal moves in one answer."""

MAX_POINTS = 1_000_000
"""The most points that a question may say were carried over or given at once."""

LISTING_STEPS = 1 << 24
"""Steps for listing them."""


class BadRequest(ValueError):
    """A question that cannot be understood. The message is for people."""


def handle_request(ask: object) -> Answer:
    """The answer to one question; one that cannot be understood gets {"error": {...}}."""
    try:
        op = ask.get("op") if isinstance(ask, dict) else None
        if not isinstance(ask, dict) or not isinstance(op, str) or op not in _OPS:
            raise BadRequest(f"A question is a JSON object whose “op” is one of {', '.join(_OPS)}.")
        return _OPS[op](ask)
    except RejectedEntry as bad:
        return {"error": {"at": bad.at, **_as_json(bad.refusal)}}
    except (BadRequest, InvalidRules, NotationError) as wrong:
        return {"error": {"code": "bad-request", "message": str(wrong)}}


def _as_json(refusal: Refusal) -> Answer:
    return {"code": refusal.code, "rule": refusal.rule, "message": explain(refusal)}


# --- reading a question -------------------------------------------------------------------------------------------


def _text(ask: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = ask.get(key, default)
    if not isinstance(value, str):
        raise BadRequest(f"“{key}” is a text.")
    return value


def _number(ask: Mapping[str, Any], key: str, least: int, most: int, default: int | None = None) -> int:
    value = ask.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise BadRequest(f"“{key}” is a whole number from {least} to {most}.")
    return value


def _flag(ask: Mapping[str, Any], key: str) -> bool:
    value = ask.get(key, False)
    if not isinstance(value, bool):
        raise BadRequest(f"“{key}” is true or false.")
    return value


def _list(ask: Mapping[str, Any], key: str, kind: type, default: Any = None) -> list[Any]:
    value = ask.get(key, default)
    if not isinstance(value, list) or not all(type(item) is kind for item in value):
        raise BadRequest(f"“{key}” is a list.")
    return value


def _rules(ask: Mapping[str, Any]) -> Rules:
    wanted = ask.get("rules")
    if not isinstance(wanted, (str, dict)):
        raise BadRequest("“rules” is the id of a game, or an object of options.")
    return resolve_rules(wanted)


def _company(ask: Mapping[str, Any], rules: Rules) -> tuple[int, bool]:
    seats, partners = _number(ask, "seats", 2, 6, 2), _flag(ask, "partners")
    validate_seating(rules, seats, partners)
    return seats, partners


def position_asked(ask: Mapping[str, Any]) -> Position:
    """The position described by a `legal` or `check` question. Raises BadRequest, InvalidRules, NotationError."""
    rules = _rules(ask)
    seats, partners = _company(ask, rules)
    seat = _number(ask, "turn", 1, seats, 1)
    hand, table = read_cards(_text(ask, "hand")), read_table(_text(ask, "table", ""))
    most = max_hand(rules)
    if len(hand) > most:
        raise BadRequest(f"Nobody holds more than {most} cards.")
    tops = _tops(ask, rules, seats)
    cards = (*hand, *table.cards, *(top.card for top in tops))
    if len({*cards}) != len(cards):
        raise BadRequest("The same card stands in the hand, on the table or on a pile twice.")
    _check_cards(rules, cards)
    for build in table.builds:
        _check_build(rules, build, seats)
    partner = partner_of(seat, partners)
    stock, others = _number(ask, "stock", 0, 52, 0), _number(ask, "others", 0, 52, 4 * (seats - 1))
    return Position(
        rules=rules,
        seat=seat,
        hand=hand,
        table=table,
        partner=partner,
        pluck_used=_flag(ask, "plucked"),
        proven_values=frozenset(map(_value, _list(ask, "proved", str, []))),
        last_turn=stock == 0 and others == 0,
        last_deal=stock == 0,
        tops=tuple(top for top in tops if top.seat not in (seat, partner)),
    )


def _tops(ask: Mapping[str, Any], rules: Rules, seats: int) -> tuple[Stolen, ...]:
    """The top card of each seat's pile, in the order of 12.2 (12.8, 15.3); none where nothing is stolen."""
    listed = _list(ask, "tops", str, []) if rules.specials.steal else []
    if listed and len(listed) != seats:
        raise BadRequest("“tops” has one entry a seat.")
    tops = [Stolen(read_card(card), seat) for seat, card in enumerate(listed, start=1) if card]
    return tuple(sorted(tops, key=lambda top: CARD_INDEX[top.card]))


def _check_cards(rules: Rules, cards: Iterable[Card]) -> None:
    for card in cards:
        if card not in PACKS[rules.dealing.deck]:
            raise BadRequest(f"There is no {card} in the pack of this game.")


def _check_build(rules: Rules, build: Build, seats: int) -> None:
    """Raise BadRequest unless every group makes the build's value and the owner is a seat of the game."""
    values = card_values(rules.matching)
    if build.owner > seats:
        raise BadRequest("A build belongs to a seat that is not there.")
    for group in build.groups:
        if isinstance(build.value, str):
            made = len(group) == 1 and group[0].rank == build.value and not values[group[0]]
        else:
            made = build.value in totals(values[card] for card in group)
        if not made:
            raise BadRequest(f"{'+'.join(group)} does not make {build.value}.")


def _value(text: str) -> int | str:
    if not (text.isascii() and text.isdigit() and len(text) < 4) and text not in ("J", "Q", "K"):
        raise BadRequest(f"“{text}” is no value of a build.")
    return read_value(text)


# --- the questions ------------------------------------------------------------------------------------------------


def _legal(ask: Mapping[str, Any]) -> Answer:
    steps = Steps(LISTING_STEPS)
    moves = legal_moves(position_asked(ask), MAX_LISTED_MOVES + 1, steps)
    if not steps.complete or len(moves) > MAX_LISTED_MOVES:
        raise BadRequest(f"This position has too many legal moves to list: the limit is {MAX_LISTED_MOVES:,}.")
    return {"moves": sorted(map(write_move, moves))}


def _check(ask: Mapping[str, Any]) -> Answer:
    position, move = position_asked(ask), read_move(_text(ask, "move"))
    refused = validate_move(position, move)
    if refused is not None:
        return {"ok": False, **_as_json(refused)}
    behind = write_items(*left_behind(position_of_play(position, move), play_of(move)))
    return {"ok": True, "left_behind": behind.replace(",", " ")}


def _carried(ask: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    carried = ask.get("carried", {})
    if not isinstance(carried, dict) or not _are_points(carried) or any(points < 0 for points in carried.values()):
        raise BadRequest("“carried” has the points carried over, by category.")
    if set(carried) - set(MAJORITIES):
        raise BadRequest("Only the points for having the most of something are carried over.")
    return tuple(carried.items())


def _score(ask: Mapping[str, Any]) -> Answer:
    rules = _rules(ask)
    piles = tuple(read_cards(text) for text in _list(ask, "piles", str))
    sides = len(piles)
    _check_cards(rules, (card for pile in piles for card in pile))
    if not counts_points(rules):
        raise BadRequest("The number of cards alone decides this game: ask for a replay.")
    if not 2 <= sides <= 6 or len({card for pile in piles for card in pile}) != sum(map(len, piles)):
        raise BadRequest("“piles” are the cards of two to six sides, each card once.")
    sweeps = [_sweeps(side) for side in _list(ask, "sweeps", list, [[]] * sides)]
    before = _list(ask, "before", int, [0] * sides)
    if len(sweeps) != sides or len(before) != sides or (rules.scoring.difference and sides != 2):
        raise BadRequest("“sweeps” and “before” have one entry a side.")
    if not under_ceiling(rules.scoring, before):
        sweeps = [()] * sides
    last = None if ask.get("last_capture") is None else _number(ask, "last_capture", 1, sides) - 1
    at_once = _at_once(ask, rules, sides)
    sheet = score_sheet(rules, piles, sweeps, last, restrictions(rules, before), at_once, _carried(ask))
    return {"points": list(sheet)}


def _at_once(ask: Mapping[str, Any], rules: Rules, sides: int) -> list[Points]:
    """For each side the points given at once in the round, by category (7.1)."""
    given = _list(ask, "at_once", dict, [{}] * sides)
    can_be_given = at_once_options(rules)
    if len(given) != sides or any(set(points) - set(can_be_given) for points in given):
        raise BadRequest("“at_once” has one entry a side, with the points that these rules give at once.")
    if not all(map(_are_points, given)):
        raise BadRequest("Points given at once are whole numbers.")
    return given


def _are_points(points: Mapping[str, Any]) -> bool:
    return all(type(number) is int and abs(number) <= MAX_POINTS for number in points.values())


def _sweeps(sizes: list[Any]) -> tuple[Sweep, ...]:
    if not all(type(size) is int and 1 <= size <= 52 for size in sizes):
        raise BadRequest("A sweep is the number of table cards it took.")
    return tuple(Sweep(size) for size in sizes)


def _run(ask: Mapping[str, Any]) -> GameScript:
    rules = _rules(ask)
    seats, partners = _company(ask, rules)
    return GameScript(
        rules=rules,
        preset=_preset_of(ask),
        seats=seats,
        partners=partners,
        dealer=_number(ask, "dealer", 1, seats, seats),
        packs=tuple(read_cards(deck) for deck in _list(ask, "decks", str)),
        entries=tuple(_list(ask, "moves", str, [])),
    )


def _preset_of(ask: Mapping[str, Any]) -> str:
    wanted = ask["rules"]
    return wanted if isinstance(wanted, str) else str(wanted.get("preset", ""))


def _replay(ask: Mapping[str, Any]) -> Answer:
    state, _ = replay_script(_run(ask))
    return outcome(state)


def outcome(state: GameState) -> Answer:
    """The state of a game in the format of the contract (RULEBOOK 13)."""
    round_, over = state.round, state.result is not None
    latest = round_ or state.finished_round
    return {
        "totals": list(state.totals),
        "rounds": [{"points": list(sheet.points)} for sheet in state.sheets],
        "winner": list(state.result.winners) if state.result else None,
        "reason": state.result.reason if state.result else None,
        "turn": None if over or round_ is None else round_.turn,
        "round": state.latest_round,
        "deal": latest.deal if latest else 0,
        "table": "" if round_ is None else write_table(round_.table),
        "hands": [""] * state.seats if round_ is None else [write_cards(hand) for hand in round_.hands],
        "stock": 0 if round_ is None else len(round_.stock),
    } | _open_piles(state)


def _open_piles(state: GameState) -> Answer:
    """Each seat's pile, where piles lie face up and the game goes on (15.5)."""
    if not state.rules.specials.steal or state.result is not None:
        return {}
    piles = state.round.seat_piles if state.round else ((),) * state.seats
    return {"piles": [write_cards(pile) for pile in piles]}


def _record(ask: Mapping[str, Any]) -> Answer:
    """Convert a replay request to a readable record, or a record's text back to the request."""
    if "text" in ask:
        return {"replay": read_record(_text(ask, "text"))}
    _, steps = replay_script(_run(ask))
    return {"text": write_record(event for step in steps for event in step.events)}


_OPS: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
    "legal": _legal,
    "check": _check,
    "score": _score,
    "replay": _replay,
    "record": _record,
}
