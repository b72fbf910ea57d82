"""A game as a readable text record and back (RULEBOOK 12): tags, then rounds, deals and turns, one a line, results.

The reader takes the tags, the packs and the turns; deals, scores and results are for people and follow from them.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from . import events, setup_events
from .cards import NotationError
from .events import Event
from .messages import _
from .notation import read_cards, write_cards
from .options import write_options
from .presets import PRESETS
from .record_entries import CALL, entries_of
from .replay import effective_seqs, fold
from .variants import changed_options

_TAG = re.compile(r'\[([A-Z][a-z]+) "(.*)"\]')
_TURN = re.compile(r"([1-6]): (.+)")
_NEEDED = _("A record needs the tags Seats and Dealer, and Options must be an object.")
_FOR_PEOPLE = ("Round ", "Deal ", "Score ", "Table:", "Hand ", "Result:")


# --- writing ------------------------------------------------------------------------------------------------------


def write_record(log: Iterable[Event]) -> str:
    """The record of a game's log, ending in a line break; without the moves that were taken back.

    Raises ValueError for a log that does not open a game.
    """
    whole = tuple(log)
    effective = tuple(whole[number - 1] for number in effective_seqs(whole))
    if not effective or not isinstance(effective[0], setup_events.GameOpened):
        raise ValueError("a record begins with the game's opening")
    dealer = next((event.dealer for event in effective if isinstance(event, events.RoundStarted)), effective[0].dealer)
    return "\n".join([*_tags(effective[0], dealer, fold(whole).players), "", *_body(effective)]) + "\n"


def _tags(opened: setup_events.GameOpened, dealer: int, players: tuple[str, ...]) -> Iterator[str]:
    known = PRESETS.get(opened.preset)
    yield _tag("Game", known.rulebook_name if known else "Casino")
    yield _tag("Preset", known.id if known else "")
    changed = changed_options(opened.rules, known.id) if known else write_options(opened.rules)
    yield _tag("Options", json.dumps(dict(changed), sort_keys=True))
    yield _tag("Seats", opened.seats)
    yield _tag("Partners", "yes" if opened.partners else "no")
    yield _tag("Dealer", dealer)
    for seat, player in enumerate(players, start=1):
        if player:
            yield _tag("Player", f"{seat} {' '.join(player.split())}")


def _tag(name: str, value: object) -> str:
    return f'[{name} "{value}"]'


def _body(log: tuple[Event, ...]) -> Iterator[str]:
    """The lines of rounds, deals, turns and results. A turn's events end where an event of another kind begins."""
    turn: list[Event] = []
    for event in log:
        lines = list(_lines_of(event))
        if lines:
            yield from _turns(turn)
            turn = []
        else:
            turn.append(event)
        yield from lines
    yield from _turns(turn)


def _turns(facts_of_turns: list[Event]) -> Iterator[str]:
    for seat, entry in entries_of(facts_of_turns):
        yield entry if CALL.fullmatch(entry) else f"{seat}: {entry}"


def _lines_of(event: Event) -> Iterator[str]:
    match event:
        case events.RoundStarted(number, dealer, pack):
            yield f"Round {number}, dealer {dealer}"
            yield f"Pack: {write_cards(pack)}"
        case events.CardsDealt(deal, last, hands, table):
            yield f"Deal {deal}{', last' if last else ''}"
            yield from (f"Hand {seat}: {write_cards(hand)}" for seat, hand in enumerate(hands, 1))
            if table:
                yield f"Table: {write_cards(table)}"
        case events.RoundScored(points, totals):
            for side, (own, total) in enumerate(zip(points, totals, strict=True), 1):
                ways = ", ".join(f"{key} {value}" for key, value in own.items())
                yield f"Score {side}: {ways}; now {total}"
        case events.GameEnded(reason, totals):
            yield f"Result: nobody won ({reason}), {' : '.join(map(str, totals))}"
        case events.GameWon(winners, reason, totals):
            yield f"Result: {' '.join(map(str, winners))} won ({reason}), {' : '.join(map(str, totals))}"
        case _:
            return


# --- reading ------------------------------------------------------------------------------------------------------


def read_record(text: str) -> dict[str, Any]:
    """The replay request (RULEBOOK 13) that the record describes. Raises NotationError with the invalid line."""
    tags: dict[str, str] = {}
    decks: list[str] = []
    entries: list[str] = []
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        tag = _TAG.fullmatch(line)
        turn = _TURN.fullmatch(line)
        if tag:
            tags.setdefault(tag[1], tag[2])
        elif line.startswith("Pack:"):
            decks.append(write_cards(read_cards(line.removeprefix("Pack:"))))
        elif turn:
            entries.append(turn[2])
        elif CALL.fullmatch(line):
            entries.append(line)
        elif line and not line.startswith(_FOR_PEOPLE):
            raise NotationError(
                _("We couldn’t read line %(number)s of the record: “%(line)s”."), number=number, line=line[:60]
            )
    return _request(tags) | {"decks": decks, "moves": entries}


def _request(tags: dict[str, str]) -> dict[str, Any]:
    try:
        options = json.loads(tags.get("Options", "{}"))
        seats, dealer = int(tags["Seats"]), int(tags["Dealer"])
    except (KeyError, ValueError, RecursionError) as wrong:
        raise NotationError(_NEEDED) from wrong
    if not isinstance(options, dict):
        raise NotationError(_NEEDED)
    preset = {"preset": tags["Preset"]} if tags.get("Preset") else {}
    rules: Any = preset["preset"] if preset and not options else preset | options
    partners = tags.get("Partners") == "yes"
    return {"op": "replay", "rules": rules, "seats": seats, "partners": partners, "dealer": dealer}
