"""Every URL under a game that accepts posts, used by people without permission and with senseless data: a clear
answer, no fault, and an unchanged log. The URLs are those of the site, so a new one is among them."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.test import Client
from django.urls import resolve, reverse
from pytest_django import Settings

from games import services
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.log.verification import verify_game
from games.models import Game, StoredEvent
from games.models.social import ChatMessage, MessageReport, Mute
from games.urls import of_a_game
from tests.examples import exhaustive, some
from tests.games.recipients import OVER_DAYS
from tests.games.tables import person
from tests.games.viewers import Viewer, browser_of, friend, laid, told_after

pytestmark = pytest.mark.django_db

OF_A_GAME = [str(each.name) for each in of_a_game]
PAGES = {
    *"table conditional_moves disputes game_rules move_choices presence replay variation".split(),
    *"record_text record_json deal_verification game_notifications analysis result_picture invitation_picture".split(),
}
"""Read-only pages."""

DEEDS = [name for name in OF_A_GAME if name not in PAGES]
FOR_ALL = {"take_seat", "ask_for_seat"}
"""Anyone who has the link may take a seat, or ask for one that a computer holds."""

NO_FIELDS = {"leave", "cancel", "rematch", "request_analysis"}
"""Forms without fields: the button alone is the request."""

FIELDS = "seq name move seat pk dispute_no other level kind agreed action phrase text message muted sure silent".split()
NONSENSE = ["-1", "x", "9" * 40, "\x00", "é" * 5000, "1; DROP TABLE games_game", "[]"]


@pytest.fixture(params=["waiting", "playing", "over"])
def ann(request: pytest.FixtureRequest) -> Viewer:
    """Ann, who opened the table; Bob sits there too, and a third seat is free while the game waits for players."""
    host, seats = friend("Ann"), 3 if request.param == "waiting" else 2
    game = services.start_game(host, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, seats, False, "friends")
    services.take_seat(game, friend("Bob"), 2)
    game.refresh_from_db()
    if request.param == "over":
        services.resign(game.taken_seats.get(number=2), game.seq)
    game.refresh_from_db()
    assert game.status == {"waiting": "open"}.get(request.param, request.param)
    return Viewer(game, host)


@pytest.fixture
def untouched(ann: Viewer) -> Iterator[None]:
    """Check that nothing was written and no one has taken a seat, whatever was tried."""
    before = [*StoredEvent.objects.values_list("game", "seq", "hash")]
    yield
    assert [*StoredEvent.objects.values_list("game", "seq", "hash")] == before
    assert verify_game(Game.objects.get(pk=ann.game.pk)) == []


def test_there_are_deeds() -> None:
    assert set(OF_A_GAME) > PAGES
    assert {"play", "resign", "swap", "make_offer", "post_message", "resolve_absence", "rematch"} < set(DEEDS)


def test_nothing_is_done_by_looking(ann: Viewer, untouched: None) -> None:
    assert {name: ann.client.get(ann.address(name)).status_code for name in DEEDS} == dict.fromkeys(DEEDS, 405)


def test_another_site_can_have_nothing_done(ann: Viewer, untouched: None) -> None:
    client, sent = Client(enforce_csrf_checks=True), {"seq": ann.game.seq}
    client.cookies = ann.client.cookies
    assert {name: client.post(ann.address(name), sent).status_code for name in DEEDS} == dict.fromkeys(DEEDS, 403)


def test_of_a_game_that_there_is_not_nobody_finds_anything(ann: Viewer, untouched: None) -> None:
    nowhere = {name: reverse(f"games:{name}", args=["x" * 10]) for name in DEEDS}
    answers = {name: ann.client.post(address).status_code for name, address in nowhere.items()}
    assert answers == dict.fromkeys(DEEDS, 404)


def test_strangers_do_nothing_at_the_table(ann: Viewer, untouched: None) -> None:
    """Once the game has begun, members watch it and may report; but not the players' messages."""
    services.post_phrase(ann.game.taken_seats.get(number=1), "hello")
    table_message = ChatMessage.objects.get().pk
    sent = {
        "seq": ann.game.seq,
        "seat": 1,
        "dispute_no": 1,
        "other": 2,
        "kind": "drawn",
        "agreed": "yes",
        "action": "win",
        "muted": "yes",
    }
    wanted = [name for name in DEEDS if name not in FOR_ALL]
    about = {"report_message": {"message": table_message}}
    visitor, eve = Viewer(ann.game), Viewer(ann.game, friend("Eve"))
    for stranger in (visitor, eve):
        answers = {name: stranger.client.post(ann.address(name), sent | about.get(name, {})) for name in wanted}
        expected = dict.fromkeys(wanted, 404)
        if stranger is eve and ann.game.status != "open":
            assert told_after(answers["report_message"]).startswith("There is no such message")
            expected["report_message"] = 302
        assert {name: answer.status_code for name, answer in answers.items()} == expected
    assert [message.pk for message in ChatMessage.objects.all()] == [table_message]
    assert not MessageReport.objects.exists()
    assert not Mute.objects.exists()


def test_what_makes_no_sense_changes_nothing(ann: Viewer, untouched: None, settings: Settings) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "none")
    wanted = [(name, text) for name in DEEDS for text in NONSENSE if name not in NO_FIELDS]
    answers = {(name, text): ann.client.post(ann.address(name), dict.fromkeys(FIELDS, text)) for name, text in wanted}
    assert {
        asked: answer.status_code for asked, answer in answers.items() if answer.status_code not in (200, 302)
    } == {}
    leads = {answer.headers["Location"] for answer in answers.values() if answer.status_code == 302}
    assert {there: ann.client.get(there, follow=True).status_code for there in leads} == dict.fromkeys(leads, 200)


# --- forms and filters of pages about people, sent a thousand times as much as they take -----------------------------


FAR_TOO_LONG = ["x" * 300_000, "9" * 300_000, "[" * 300_000, "\U0001f600" * 60_000, "7H," * 100_000]
FORMS = {
    "/play/quick/": ("tile", "span", "preset", "rated"),
    "/people/bob/follow/": ("action",),
    "/people/bob/block/": ("blocked", "table"),
    "/people/bob/challenge/": ("preset", "clock", "rated", "first", "message"),
    "/announcements/dismiss/": ("announcement", "next"),
}
PATHS_OF_A_GAME = {
    "add_conditional_move": ("move", "present", "absent", "new"),
    "remove_conditional_move": ("number", "of"),
    "decline_invitation": ("text",),
    "mute": ("seat", "message", "muted"),
    "report_message": ("message",),
}
FILTERS = {
    "/search/": ("q", "opponent", "game", "result", "sweeps", "cards", "rounds", "after"),
    "/people/bob/": ("opponent", "game", "result", "rated", "after"),
    "/lobby/": ("clock", "rating", "players"),
}


def rows() -> dict[str, int]:
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


@pytest.fixture
def bob() -> Viewer:
    """Bob waits for Ann's move; both are members, and no limit of requests is in the way."""
    person("Bob")
    return laid("casino", "9S 8C 3C 2H", "QC JC TC 5C", table="2D AD 7H 5H", table_settings=OVER_DAYS)[1]


@pytest.mark.parametrize("text", FAR_TOO_LONG, ids=["letters", "digits", "brackets", "symbols", "cards"])
def test_far_too_much_is_refused_and_not_stored(text: str, bob: Viewer) -> None:
    client = browser_of(person("Cleo"))
    before = rows()
    for path, fields in FORMS.items():
        resolve(path)
        for field in fields:
            assert client.post(path, {field: text}).status_code < 500, (path, field)
    for name, fields in PATHS_OF_A_GAME.items():
        for field in fields:
            assert bob.client.post(bob.address(name), {field: text}).status_code < 500, (name, field)
    assert rows() == before


@exhaustive
@pytest.mark.parametrize("path", some(FILTERS, 1))
def test_a_filter_far_too_long_finds_nothing_or_all(path: str, bob: Viewer) -> None:
    for text in FAR_TOO_LONG:
        for field in FILTERS[path]:
            assert bob.client.get(path, {field: text[:60_000]}).status_code in {200, 400}, field
