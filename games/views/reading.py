"""Import of records: text or JSON, read by the engine itself before anything else uses them."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.cards import NotationError
from games.domain.contract import answer
from games.domain.events import Event, SeatTaken
from games.domain.notation import read_cards
from games.domain.record import read_record
from games.domain.run import BadEntry, Run, play_out
from games.domain.variants import resolve
from games.models import NAME_LENGTH
from games.presenters.refusals import refusal_words, sentence_words

MOST_BYTES = 200_000
MOST_MOVES = 1000
MOST_PACKS = 60
MOST_SEATS = 6
_PLAYER = re.compile(r'\[Player "([1-6]) (.+)"\]')
KEPT = ("rules", "seats", "partners", "dealer", "decks", "moves")


class Brought(NamedTuple):
    """A record that has been read: its preset, the players by seat, and its log."""

    preset: str
    players: list[str]
    log: tuple[Event, ...]


class RecordForm(forms.Form):
    """A record, pasted or uploaded. A valid one is in `brought`."""

    brought: Brought

    text = forms.CharField(
        label=lazy("The record, as text or JSON"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(label=lazy("Or a file with it"), required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        text = self._brought(cleaned)
        self.data = {"text": text}  # an uploaded record stays on the page, like a pasted one
        if not text.strip():
            raise ValidationError(_("Paste a record, or choose a file with one."))
        self.brought = read(text)
        return cleaned

    def _brought(self, cleaned: dict[str, Any]) -> str:
        file, text = cleaned.get("file"), str(self.data.get("text", ""))
        size = file.size if file else len(text.encode())
        if size > MOST_BYTES:
            raise ValidationError(_("This is too long for a record: %(most)s KB are allowed.") % {"most": 200})
        try:
            return file.read().decode() if file else text
        except UnicodeDecodeError as wrong:
            raise ValidationError(_("This file is not text.")) from wrong


def read(text: str) -> Brought:
    """Return the record of the text, replayed by the engine. Raises ValidationError with the problem."""
    request, names = read_request(text)
    run = run_of(request)
    try:
        steps = play_out(run)[1]
    except BadEntry as bad:
        raise ValidationError(_refused(bad, run.entries)) from bad
    opening, *rest = (event for step in steps for event in step.events)
    players = names[: run.seats]
    seated = (SeatTaken(seat, name) for seat, name in enumerate(players, start=1) if name.strip())
    return Brought(run.preset, players, (opening, *seated, *rest))


def read_request(text: str) -> tuple[dict[str, Any], list[str]]:
    """Return the replay request (RULEBOOK 13) in the text, not yet replayed, and the players' names."""
    try:
        ask = json.loads(text) if text.lstrip().startswith("{") else _from_text(text)
    except json.JSONDecodeError as wrong:
        words = {"line": wrong.lineno, "column": wrong.colno}
        raise ValidationError(_("This is no JSON: line %(line)s, place %(column)s.") % words) from wrong
    except NotationError as wrong:
        raise ValidationError(sentence_words(wrong.sentence)) from wrong
    except (RecursionError, ValueError) as wrong:
        raise ValidationError(_("This cannot be read as a record.")) from wrong
    request = {"moves": [], **{key: ask[key] for key in KEPT if key in ask}}
    _check_size(request)
    _check_shape(request)
    return request, _names(ask.get("players"))


def _from_text(text: str) -> dict[str, Any]:
    """Return a text record's request, with the players named by its tags."""
    request, found = read_record(text), dict(_PLAYER.findall(text))
    return {**request, "players": [found.get(str(seat), "") for seat in range(1, MOST_SEATS + 1)]}


def _names(listed: object) -> list[str]:
    """Return the players by seat, as far as they are named; unprintable characters are removed."""
    names = listed[:MOST_SEATS] if isinstance(listed, list) else []
    return ["".join(filter(str.isprintable, name))[:NAME_LENGTH] if isinstance(name, str) else "" for name in names]


def _check_size(request: dict[str, Any]) -> None:
    moves, decks = request["moves"], request.get("decks")
    if not decks or not isinstance(decks, list):
        raise ValidationError(_("The record has no pack of cards in it."))
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise ValidationError(_("The moves of a record are a list of texts."))
    if len(moves) > MOST_MOVES:
        raise ValidationError(_("A record may have %(most)s moves at the most.") % {"most": MOST_MOVES})
    if len(decks) > MOST_PACKS:
        raise ValidationError(_("A record may have %(most)s packs at the most.") % {"most": MOST_PACKS})


def _check_shape(request: dict[str, Any]) -> None:
    """Let the engine validate everything but the moves."""
    error = answer({**request, "op": "replay", "moves": []}).get("error")
    if error and "at" not in error:
        raise ValidationError(_("This cannot be read as a record: %(why)s") % {"why": error["message"]})


def _refused(bad: BadEntry, moves: Sequence[str]) -> str:
    why = refusal_words(bad.refusal)
    if bad.at >= len(moves):
        return _("A pack of cards is refused: %(why)s") % {"why": why}
    return _("Move %(number)s, “%(move)s”, is refused: %(why)s") % {
        "number": bad.at + 1,
        "move": moves[bad.at][:60],
        "why": why,
    }


def run_of(request: dict[str, Any]) -> Run:
    """Return the run for a request that has been validated."""
    rules = request["rules"]
    return Run(
        rules=resolve(rules),
        preset=rules if isinstance(rules, str) else str(rules.get("preset", "")),
        seats=request["seats"],
        partners=request.get("partners", False),
        dealer=request.get("dealer", request["seats"]),
        decks=tuple(map(read_cards, request["decks"])),
        entries=tuple(request["moves"]),
    )
