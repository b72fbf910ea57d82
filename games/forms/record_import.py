"""Import of records: text or JSON, read by the engine itself before anything else uses them."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.work_budget import TooMuchWork, within_budget
from games.domain.cards import NotationError
from games.domain.codec import encode
from games.domain.events import Event
from games.domain.json_api import handle_request
from games.domain.notation import read_cards
from games.domain.presets import preset_of, resolve_rules
from games.domain.record import GameScript, RejectedEntry, play_script, read_record
from games.domain.setup_events import SeatTaken
from games.models import NAME_LENGTH
from games.presenters.refusals import refusal_words, sentence_words

MAX_BYTES = 200_000
MAX_MOVES = 1000
MAX_PACKS = 60
MAX_SEATS = 6
MAX_LOG_BYTES = 400_000
"""Twice the log of 1,000 moves: each says what it left behind."""

MAX_SECONDS = 3.0
"""Processor time for checking a record: many times that of 1,000 moves, but not of 1,000 at crowded tables."""
_PLAYER = re.compile(r'\[Player "([1-6]) (.+)"\]')
REQUEST_KEYS = ("rules", "seats", "partners", "dealer", "decks", "moves")


class ImportedGame(NamedTuple):
    """A record that has been read: its preset, the players by seat, its log, and the log's size in bytes."""

    preset: str
    players: list[str]
    log: tuple[Event, ...]
    size: int


class RecordForm(forms.Form):
    """A record, pasted or uploaded. A valid one is in `brought`."""

    imported: ImportedGame

    text = forms.CharField(
        label=lazy("Game record (text or JSON)"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(label=lazy("Or upload a file"), required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        text = self._submitted_text(cleaned)
        self.data = {"text": text}  # an uploaded record stays on the page, like a pasted one
        if not text.strip():
            raise ValidationError(_("Paste a game record or choose a file."))
        self.imported = read_import(text)
        return cleaned

    def _submitted_text(self, cleaned: dict[str, Any]) -> str:
        file, text = cleaned.get("file"), str(self.data.get("text", ""))
        size = file.size if file else len(text.encode())
        if size > MAX_BYTES:
            raise ValidationError(_("This record is too long. The limit is %(most)s KB.") % {"most": 200})
        content = file.read() if file else text.encode()
        try:
            return content.decode(json.detect_encoding(content))
        except UnicodeDecodeError as wrong:
            raise ValidationError(_("This isn’t a text file.")) from wrong


def read_import(text: str) -> ImportedGame:
    """The record of the text, replayed by the engine. Raises ValidationError with the problem."""
    request, names = read_request(text)
    run = script_from_request(request)
    try:
        steps = [step for _state, step in within_budget(MAX_SECONDS, play_script(run))]
    except RejectedEntry as bad:
        raise ValidationError(_refused(bad, run.entries)) from bad
    except TooMuchWork as wrong:
        words = _("This record takes too long to check: too many cards stay on the table for too many moves.")
        raise ValidationError(words) from wrong
    opening, *rest = (event for step in steps for event in step.events)
    players = names[: run.seats]
    seated = (SeatTaken(seat, name) for seat, name in enumerate(players, start=1) if name.strip())
    log = (opening, *seated, *rest)
    size = len(json.dumps([encode(event) for event in log]))
    if size > MAX_LOG_BYTES:
        raise ValidationError(_("This record is too long to save. Leave out some rounds."))
    return ImportedGame(run.preset, players, log, size)


def read_request(text: str) -> tuple[dict[str, Any], list[str]]:
    """The replay request (RULEBOOK 13) in the text, not yet replayed, and the players' names."""
    try:
        ask = json.loads(text) if text.lstrip().startswith("{") else _from_text(text)
    except json.JSONDecodeError as wrong:
        words = {"line": wrong.lineno, "column": wrong.colno}
        raise ValidationError(_("Invalid JSON at line %(line)s, column %(column)s.") % words) from wrong
    except NotationError as wrong:
        raise ValidationError(sentence_words(wrong.message)) from wrong
    except (RecursionError, ValueError) as wrong:
        raise ValidationError(_("We couldn’t read this record.")) from wrong
    request = {"moves": [], **{key: ask[key] for key in REQUEST_KEYS if key in ask}}
    _check_size(request)
    _check_shape(request)
    return request, _names(ask.get("players"))


def _from_text(text: str) -> dict[str, Any]:
    """A text record's request, with the players named by its tags."""
    tags = map(_PLAYER.fullmatch, map(str.strip, text.splitlines()))  # a search would take the square of the length
    request, players = read_record(text), {tag[1]: tag[2] for tag in tags if tag}
    return {**request, "players": [players.get(str(seat), "") for seat in range(1, MAX_SEATS + 1)]}


def _names(listed: object) -> list[str]:
    """The players by seat, as far as they are named; unprintable characters are removed."""
    names = listed[:MAX_SEATS] if isinstance(listed, list) else []
    return ["".join(filter(str.isprintable, name))[:NAME_LENGTH] if isinstance(name, str) else "" for name in names]


def _check_size(request: dict[str, Any]) -> None:
    moves, decks = request["moves"], request.get("decks")
    if not decks or not isinstance(decks, list):
        raise ValidationError(_("The record contains no deck."))
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise ValidationError(_("The moves of a record must be a list of strings."))
    if len(moves) > MAX_MOVES:
        raise ValidationError(_("A record can have at most %(most)s moves.") % {"most": MAX_MOVES})
    if len(decks) > MAX_PACKS:
        raise ValidationError(_("A record can have at most %(most)s decks.") % {"most": MAX_PACKS})


def _check_shape(request: dict[str, Any]) -> None:
    """Let the engine validate everything but the moves."""
    error = handle_request({**request, "op": "replay", "moves": []}).get("error")
    if error and "at" not in error:
        raise ValidationError(_("We couldn’t read this record: %(why)s") % {"why": error["message"]})


def _refused(bad: RejectedEntry, moves: Sequence[str]) -> str:
    why = refusal_words(bad.refusal)
    if bad.at >= len(moves):
        return _("A deck in the record is invalid: %(why)s") % {"why": why}
    return _("Move %(number)s, “%(move)s”, isn’t legal: %(why)s") % {
        "number": bad.at + 1,
        "move": moves[bad.at][:60],
        "why": why,
    }


def script_from_request(request: dict[str, Any]) -> GameScript:
    wanted = request["rules"]
    rules = resolve_rules(wanted)
    return GameScript(
        rules=rules,
        preset=preset_of(rules, wanted if isinstance(wanted, str) else str(wanted.get("preset", ""))),
        seats=request["seats"],
        partners=request.get("partners", False),
        dealer=request.get("dealer", request["seats"]),
        packs=tuple(map(read_cards, request["decks"])),
        entries=tuple(request["moves"]),
    )
