"""Forms and filters of pages about people, sent a thousand times as much as they take: no fault, and nothing stored."""

import pytest
from django.apps import apps
from django.urls import resolve

from tests.games.recipients import OVER_DAYS
from tests.games.tables import person
from tests.games.viewers import Viewer, browser_of, laid

pytestmark = pytest.mark.django_db

FAR_TOO_LONG = ["x" * 300_000, "9" * 300_000, "[" * 300_000, "\U0001f600" * 60_000, "7H," * 100_000]
FORMS = {
    "/play/quick/": ("tile", "span"),
    "/people/bob/follow/": ("action",),
    "/people/bob/block/": ("blocked", "table"),
    "/people/bob/challenge/": ("preset", "clock", "rated", "first", "message"),
    "/announcements/dismiss/": ("announcement", "next"),
}
OF_A_GAME = {
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
    for name, fields in OF_A_GAME.items():
        for field in fields:
            assert bob.client.post(bob.address(name), {field: text}).status_code < 500, (name, field)
    assert rows() == before


@pytest.mark.parametrize("path", FILTERS)
def test_a_filter_far_too_long_finds_nothing_or_all(path: str, bob: Viewer) -> None:
    for text in FAR_TOO_LONG:
        for field in FILTERS[path]:
            assert bob.client.get(path, {field: text[:60_000]}).status_code in {200, 400}, field
