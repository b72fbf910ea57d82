"""Any request is answered with a page: never a fault of the site, and no change of the game."""

import json
from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from games.domain.cards import NotationError
from games.domain.notation import read_cards, read_move, read_table
from games.domain.record import read_record
from games.models import StoredEvent
from games.views.records import export
from tests.examples import examples
from tests.games.finished import finished_game
from tests.games.viewers import HTMX, Viewer, laid

ODD = ["\0", "9S\0", "９Ｓ", "٣", "\u2028", "\u202e9S", "9" * 5000, "-1", "NaN", "1e999", "[" * 3000, "x" * 90_000]
pieces: SearchStrategy[str] = st.text("A23456789TJQK1SHDCBRGYx+&,;[]=@/p!^ -.", max_size=30)
texts = st.sampled_from(ODD) | pieces | st.text(max_size=20)
sendable = texts.map(lambda text: text.encode("utf-8", "replace").decode())
FIELDS = "seq move sure hand item pluck orange asked at line text phrase seat kind agreed".split()
forms = st.dictionaries(st.sampled_from(FIELDS), sendable, max_size=5)


@pytest.fixture
def ann(db: None) -> Viewer:
    return laid("casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD")[0]


@examples(50)
@given(forms, sendable, st.booleans())
@example({}, "9S\0", False)
@example({"seq": "9" * 5000}, "9S", True)
def test_a_move_that_makes_no_sense_is_answered(ann: Viewer, more: dict[str, str], move: str, htmx: bool) -> None:
    before = StoredEvent.objects.count()
    sent = {"seq": "0", "move": move, **more}
    answer = ann.client.post(ann.address("play"), sent, headers=HTMX if htmx else {}, follow=True)
    assert answer.status_code == 200
    assert StoredEvent.objects.count() == before


@examples(50)
@given(st.sampled_from(["table", "move_choices", "replay", "presence"]), forms)
@example("replay", {"at": "9" * 5000})
@example("table", {"hand": "\0", "item": "[" * 3000})
def test_so_is_an_address_that_makes_none(ann: Viewer, page: str, asked: dict[str, str]) -> None:
    assert ann.client.get(ann.address(page), asked).status_code in {200, 404}


# --- records ---------------------------------------------------------------------------------------------------------

numbers: SearchStrategy[Any] = st.sampled_from([-1, 0, 7, 10**30, 10**4000, 1e308, float("inf"), float("nan"), True])
leaves: SearchStrategy[Any] = st.none() | numbers | st.sampled_from(["\ud800", "\0", "9S \udfff"]) | pieces
values = st.recursive(leaves, lambda inside: st.lists(inside, max_size=3) | st.dictionaries(pieces, inside, max_size=3))
KEYS = "rules seats partners dealer decks moves players pack seed op".split()


@pytest.fixture
def told(db: None) -> dict[str, Any]:
    """The export of a game that was played."""
    return export(finished_game())


@examples(50)
@given(st.dictionaries(st.sampled_from(KEYS), values, min_size=1, max_size=3), st.booleans())
@example({"players": ["\ud800", "\0", "a" * 10_000]}, True)
@example({"seats": 10**4000}, False)
def test_a_record_that_was_changed_is_read_or_refused(told: dict[str, Any], other: dict[str, Any], file: bool) -> None:
    assert brought(json.dumps(told | {"moves": told["moves"][:8]} | other), file) == 200


@examples(50)
@given(texts | st.binary(max_size=300).map(lambda raw: raw.decode("latin-1")))
@example("{" + '"a":[' * 20_000)
@example('{"decks": ' + "[" * 100_000)
@example("[Rules casino]\n" * 10_000)
@example('[Player "1 \0"]\n')
def test_so_is_any_text_at_all(db: None, text: str) -> None:
    assert brought(text.encode("utf-8", "replace").decode(), False) == 200


@examples(50)
@given(st.binary(max_size=300))
@example(b"\xff\xfe9\x00S\x00")
@example(b"{" * 300_000)
def test_so_is_any_file(db: None, raw: bytes) -> None:
    answer = Client().post("/records/", {"file": SimpleUploadedFile("game.json", raw)}, follow=True)
    assert answer.status_code == 200


def brought(text: str, file: bool) -> int:
    sent = SimpleUploadedFile("game.json", text.encode()) if file else text
    return Client().post("/records/", {"file" if file else "text": sent}, follow=True).status_code


# --- notation --------------------------------------------------------------------------------------------------------


@examples(50)
@given(texts)
@example("9S" * 50_000)
@example("[" + "5S+" * 30_000 + "4C=9@2]")
@example("\ud800")
def test_notation_is_read_or_refused(text: str) -> None:
    for read in (read_cards, read_table, read_move, read_record):
        with suppress(NotationError):
            read(text)
