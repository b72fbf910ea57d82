"""Records: exported from finished games, and imported from anywhere."""

import json
import math
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Person
from accounts.services import create_guest
from casino.worker import clean_up
from games import services
from games.domain.cards import PACKS
from games.domain.codec import decode, encode
from games.domain.evolve import fold
from games.domain.json_api import handle_request
from games.domain.options import read_recorded_rules
from games.domain.presets import resolve_rules
from games.domain.record import read_record
from games.domain.setup_events import GameOpened
from games.forms import record_import
from games.log.store import load
from games.models import Game, ImportedRecord, StoredEvent
from tests.games.computers import fresh
from tests.games.finished import finished_game
from tests.games.tables import person
from tests.games.viewers import HTMX, Page, Viewer, laid

pytestmark = pytest.mark.django_db

RECORDS = "/records/"
PORTRAIT = re.compile(r'<svg class="portrait".*?</svg>')
LOG = (GameOpened(resolve_rules("casino"), "casino", 2, False, 2, ""),)
SHORT = """[Preset "casino"]
[Seats "2"]
[Dealer "2"]
[Player "1 Ann"]
[Player "2 Bob"]

Pack: 2H 3H 2C 3C 2S QS 4H 5H 4C 5C JS TS AS AH AD AC
"""


@pytest.fixture
def played() -> Game:
    return finished_game()


def text_of(game: Game) -> str:
    return Client().get(reverse("games:record_text", args=[game.public_id])).content.decode()


def json_of(game: Game) -> dict[str, Any]:
    told: dict[str, Any] = Client().get(reverse("games:record_json", args=[game.public_id])).json()
    return told


def bring(client: Client, text: str) -> Page:
    return Page(client.post(RECORDS, {"text": text}, follow=True))


def packed() -> str:
    """Return a record of one pack and no move."""
    viewers = laid("casino", "2H 3H 4H 5H", "2C 3C 4C 5C", table="2S QS JS TS")
    viewers[0].press(viewers[0].look(), "Yes, resign")
    return text_of(fresh(viewers[0].game)).split("resign@")[0]


# --- out -------------------------------------------------------------------------------------------------------------


def test_a_running_game_has_no_record_yet() -> None:
    ann, _ = laid("casino", "", "")
    for viewer in (ann, Viewer(ann.game)):
        for name in ("record_text", "record_json"):
            assert viewer.client.get(viewer.address(name)).status_code == 404


def test_the_text_record_tells_the_whole_game(played: Game) -> None:
    outcome = handle_request({**read_record(text_of(played)), "op": "replay"})
    assert outcome["totals"] == played.totals
    assert outcome["winner"]


def test_the_json_record_is_a_replay_request(played: Game) -> None:
    outcome = handle_request(json_of(played))
    assert outcome["totals"] == played.totals
    assert outcome["rounds"][-1]["points"] == list(load(played)[0].sheets[-1].points)


def test_the_records_come_under_their_own_types_and_names(played: Game) -> None:
    for kind, wanted in (("text", "text/plain; charset=utf-8"), ("json", "application/json")):
        response = Client().get(reverse(f"games:record_{kind}", args=[played.public_id]))
        assert response["Content-Type"] == wanted
        assert f"casino-{played.public_id}." in response["Content-Disposition"]


# --- in --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [text_of, lambda game: json.dumps(json_of(game))])
def test_what_was_exported_can_be_brought_and_looked_at(played: Game, client: Client, kind: Any) -> None:
    events = StoredEvent.objects.count()
    page = bring(client, kind(played))
    assert "Replay" in page.text
    assert "Ann" in page.text
    assert (StoredEvent.objects.count(), Game.objects.count(), ImportedRecord.objects.count()) == (events, 1, 1)


def test_a_record_is_replayed_as_its_game_is(played: Game, client: Client) -> None:
    bring(client, text_of(played))
    address = reverse("games:record", args=[ImportedRecord.objects.get().public_id])
    for place in (0, 5, 30, 999):
        game = client.get(reverse("games:replay", args=[played.public_id]), {"at": place}, headers=HTMX)
        record = Client().get(address, {"at": place}, headers=HTMX)
        there, tried = (reverse(f"games:{name}", args=[played.public_id]) for name in ("replay", "variation"))
        as_record = game.content.decode().replace(there, address).replace(tried, f"{address}variation/")
        assert PORTRAIT.sub("", record.content.decode()) == PORTRAIT.sub("", as_record)


def test_a_file_can_be_brought(played: Game, client: Client) -> None:
    file = SimpleUploadedFile("game.txt", text_of(played).encode())
    assert "Replay" in Page(client.post(RECORDS, {"file": file}, follow=True)).text


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_a_file_in_another_unicode_coding_is_read(played: Game, client: Client, coding: str, name: str) -> None:
    told = text_of(played) if name == "game.txt" else json.dumps(json_of(played))
    file = SimpleUploadedFile(name, told.encode(coding))
    assert "Replay" in Page(client.post(RECORDS, {"file": file}, follow=True)).text


def test_a_byte_order_mark_that_was_pasted_is_passed_over(played: Game, client: Client) -> None:
    assert "Replay" in bring(client, "\ufeff" + text_of(played)).text


def test_who_brings_a_record_finds_it_again(played: Game, client: Client) -> None:
    bring(client, text_of(played))
    address = reverse("games:record", args=[ImportedRecord.objects.get().public_id])
    assert address in Page(client.get(RECORDS)).html
    assert address not in Page(Client().get(RECORDS)).html


def test_an_unknown_record_is_not_found(client: Client) -> None:
    assert client.get(reverse("games:record", args=["nowhere"])).status_code == 404


def test_only_the_latest_records_of_a_person_are_kept() -> None:
    ann, bob = person("Ann"), person("Bob")
    others = services.save_imported_record(bob, "", [], [])
    kept = [services.save_imported_record(ann, "", [], []).pk for _ in range(services.MAX_RECORDS + 3)]
    assert set(ImportedRecord.objects.values_list("pk", flat=True)) == {others.pk, *kept[3:]}


def test_a_guest_who_brings_games_to_an_account_brings_no_more_records_than_that() -> None:
    ann, guest = person("Ann"), create_guest()
    for owner in (ann, guest):
        for _ in range(services.MAX_RECORDS):
            services.save_imported_record(owner, "", [], [])
    services.move_games(guest, ann)
    assert ImportedRecord.objects.count() == services.MAX_RECORDS


def test_a_guests_record_goes_when_no_one_has_opened_it_for_a_month() -> None:
    long_ago = timezone.now() - services.RECORD_RETENTION - timedelta(days=1)
    guest, signed_up = create_guest(), create_guest()
    kept = {"new", "visited", "a member's"}
    for name in (*kept, "alone", "visited once"):
        owner = signed_up if name == "a member's" else guest
        services.save_imported_record(owner, name, [], LOG)
    ImportedRecord.objects.exclude(preset="new").update(created=long_ago)
    ImportedRecord.objects.filter(preset="visited once").update(opened=long_ago)
    Person.objects.filter(pk=signed_up.pk).update(is_guest=False)
    address = reverse("games:record", args=[ImportedRecord.objects.get(preset="visited").public_id])
    assert Client().get(address).status_code == 200
    clean_up()
    assert set(ImportedRecord.objects.values_list("preset", flat=True)) == kept


def test_opening_a_record_is_noted_once_a_day(played: Game, client: Client, django_assert_num_queries: Any) -> None:
    bring(client, text_of(played))
    record = ImportedRecord.objects.get()
    assert record.opened is not None
    with django_assert_num_queries(0):
        services.mark_opened(record)


def test_the_page_tells_guests_alone_how_long_their_records_stay(client: Client) -> None:
    words = "if no one opens it for 30 days"
    assert words in Page(client.get(RECORDS)).text
    client.force_login(person("Ann"))
    assert words not in Page(client.get(RECORDS)).text


def test_a_record_with_the_rules_of_another_game_is_called_by_its_name(client: Client, played: Game) -> None:
    bring(client, json.dumps({**json_of(played), "rules": {"preset": "casino", "sweep": 1}}))
    assert ImportedRecord.objects.get().preset == "casino-sweeps"


def test_names_that_cannot_be_printed_are_mended(client: Client, played: Game) -> None:
    told = {**json_of(played), "players": ["An\0n\ud800", 7]}
    page = bring(client, json.dumps(told))
    assert "Replay" in page.text
    assert "Ann" in page.text
    assert "Seat 2" in page.text


# --- refused ---------------------------------------------------------------------------------------------------------


def test_players_are_named_by_whole_lines(played: Game) -> None:
    """A search through other lines would take the square of their length: eleven seconds for a record of 200 KB."""
    unnamed = "\n".join(line for line in text_of(played).splitlines() if not line.startswith("[Player "))
    hidden = "Result: " + '[Player "1 ' * 3 + 'Mallory"]'
    assert record_import.read_request(f"{hidden}\n{text_of(played)}")[1][:2] == ["Ann", "Bob"]
    assert record_import.read_request(f"{hidden}\n{unnamed}")[1][:2] == ["", ""]


def test_a_wrong_move_is_named_and_nothing_typed_is_lost(client: Client) -> None:
    text = packed() + "1: 2Hx2S\n2: 5Cx9H\n"
    page = bring(client, text)
    assert "Move 2, “5Cx9H”, isn’t legal" in page.text
    assert "1: 2Hx2S\n2: 5Cx9H" in page.html
    assert not ImportedRecord.objects.exists()


def test_a_line_that_is_not_understood_is_named(client: Client) -> None:
    text = packed() + "1: 2Hx2S\nwhat now?\n"
    number = len(text.splitlines())
    assert f"We couldn’t read line {number} of the record: “what now?”" in bring(client, text).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Paste a game record"),
        ("hello", "We couldn’t read line 1 of the record"),
        ('{"seats": 2,', "Invalid JSON at line 1"),
        ('{"a":' * 30000, "We couldn’t read this record."),
        ("{}", "The record contains no deck."),
        ('{"decks": ["AS"], "seats": 2, "rules": "nothing"}', "We couldn’t read this record"),
        ('{"decks": ["AS"], "seats": 99, "rules": "casino"}', "We couldn’t read this record"),
        ('{"decks": [7], "seats": 2, "rules": "casino"}', "We couldn’t read this record"),
        ('{"decks": {"a": 1}, "seats": 2, "rules": "casino"}', "The record contains no deck."),
        ('{"decks": ["AS"], "seats": 2, "rules": "casino", "moves": 3}', "must be a list of strings"),
        (
            '{"decks": ["AS"], "seats": 2, "rules": "casino", "moves": [3]}',
            "must be a list of strings",
        ),
        ('{"decks": ["AS"], "seats": 2, "rules": "casino", "partners": 3}', "We couldn’t read this record"),
        ('{"decks": ["AS"], "seats": 2, "rules": "casino", "dealer": null}', "We couldn’t read this record"),
        ('{"decks": ["AS AS"], "seats": 2, "rules": ["casino"]}', "We couldn’t read this record"),
        ('{"decks": ["AS KH"], "seats": 2, "rules": "casino"}', "A deck in the record is invalid"),
        (json.dumps({"decks": ["AS"], "moves": ["AS"] * (record_import.MAX_MOVES + 1)}), "at most"),
        (json.dumps({"decks": ["AS"] * (record_import.MAX_PACKS + 1)}), "at most"),
        ("x" * (record_import.MAX_BYTES + 1), "This record is too long. The limit is 200 KB."),
        (SHORT, "A deck in the record is invalid"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(client: Client, text: str, said: str) -> None:
    assert said in bring(client, text).text
    assert not ImportedRecord.objects.exists()


@pytest.mark.parametrize(
    ("limit", "said"),
    [("MAX_SECONDS", "This record takes too long to check"), ("MAX_LOG_BYTES", "This record is too long to save")],
)
def test_a_record_that_costs_too_much_is_refused_and_nothing_typed_is_lost(
    limit: str, said: str, played: Game, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = text_of(played)
    monkeypatch.setattr(record_import, limit, 0)
    page = bring(client, text)
    assert said in page.text
    assert "1: " in page.html
    assert not ImportedRecord.objects.exists()


def test_a_record_is_checked_no_longer_than_it_may_take(played: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check ends at the move that uses up the time, not after the last."""
    text, ticks = text_of(played), iter(range(10_000))
    monkeypatch.setattr("casino.work_budget.thread_time", lambda: next(ticks))
    monkeypatch.setattr(record_import, "MAX_SECONDS", 7)
    with pytest.raises(ValidationError):
        record_import.read_import(text)
    assert next(ticks) == 9


@pytest.mark.parametrize("by", ["record_size", "record_size@address"])
def test_a_person_and_an_address_store_no_more_than_so_much_a_day(by: str, played: Game, settings: Settings) -> None:
    text = text_of(played)
    size = record_import.read_import(text).size
    settings.LIMITS = settings.LIMITS | {by: f"{math.ceil(size / 1000) * 2}/day"}
    ann = Client()
    for _ in range(2):
        assert "Replay" in bring(ann, text).text
    page = Page((ann if by == "record_size" else Client()).post(RECORDS, {"text": text}))
    assert (page.status, ImportedRecord.objects.count()) == (429, 2)
    assert "have imported too many records today. Please wait 24 hours." in page.text
    assert "1: " in page.html
    assert "Replay" in bring(Client(REMOTE_ADDR="192.0.2.7"), text).text


def test_a_file_that_is_no_text_is_refused(client: Client) -> None:
    page = Page(client.post(RECORDS, {"file": SimpleUploadedFile("cards.jpg", b"\xff\xd8\xff\xe0")}))
    assert "This isn’t a text file." in page.text


def test_what_cannot_be_in_a_text_is_refused_and_kept(client: Client) -> None:
    page = bring(client, "  odd \0 text")
    assert "Null characters are not allowed." in page.text
    assert "odd" in page.html


def test_a_refused_file_stays_on_the_page(client: Client) -> None:
    page = Page(client.post(RECORDS, {"file": SimpleUploadedFile("game.txt", b"what is this?")}))
    assert "what is this?</textarea>" in page.html


def test_names_in_a_record_are_only_names(client: Client) -> None:
    text = packed().replace('"1 Ann"', '"1 <b>Ann</b>"')
    assert "<b>Ann</b>" not in bring(client, text).html.replace("&lt;b&gt;", "")
    assert "&lt;b&gt;Ann&lt;/b&gt;" in bring(client, text).html


# --- rules and tables as hard as they can be ----------------------------------------------------------------------


def asked(options: dict[str, Any], moves: Sequence[str] = ()) -> dict[str, Any]:
    """Return a record of two players with these options and moves, as JSON."""
    rules = {"preset": "casino", **options}
    return {"rules": rules, "seats": 2, "dealer": 2, "decks": [" ".join(PACKS["standard"])], "moves": [*moves]}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seats": [2], "deals": {"2": [40, 6]}}, "At most 8 cards can be dealt to the table"),
        ({"extra_values": {card: [1] for card in PACKS["standard"]}}, "can list at most 8 cards or ranks"),
        ({"extra_values": {"TD": [1] * 900}}, "up to 4 different values"),
    ],
    ids=["table", "cards", "values"],
)
def test_rules_beyond_the_limits_are_refused_in_words(options: dict[str, Any], said: str, client: Client) -> None:
    assert said in bring(client, json.dumps(asked(options))).text
    assert not ImportedRecord.objects.exists()


def test_games_begun_with_such_rules_still_replay(client: Client) -> None:
    rules = {"extra_values": {"TD": [1, *range(1, 21)]}, "deals": {"2": [40, 6]}}
    recorded = read_recorded_rules(rules)
    assert recorded.matching.extra_values[0][1][:2] == (1, 1)
    opened = GameOpened(recorded, "casino", 2, False, 2, "")
    assert decode(*encode(opened)) == opened
    assert fold([opened]).rules == recorded


def test_a_table_filled_by_trails_is_read_and_shown(client: Client) -> None:
    options = {"seats": [2], "deals": {"2": [8, 22]}, "ace_values": [1, 14], "face_values": "royal"}
    hands = [hand.split() for hand in handle_request({**asked(options), "op": "replay"})["hands"]]
    trails = [card for pair in zip(*hands, strict=True) for card in pair][:32]
    assert "Replay" in bring(client, json.dumps(asked(options, trails))).text
    address = reverse("games:record_variation", args=[ImportedRecord.objects.get().public_id])
    for at in (10, 20, 33):
        assert client.get(address, {"at": at}).status_code == 200
