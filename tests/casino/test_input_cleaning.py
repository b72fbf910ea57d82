"""Text that people enter: nothing turns it around, and no secret is shown again."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from casino.input_cleaning import BIDI_CONTROLS, is_secret
from casino.rate_limits import rate_limit_response
from games.models import ImportedRecord
from games.models.social import ChatMessage, PrivateNote
from tests.accounts.test_signup import log_in, logged_in, sign_up
from tests.casino.test_access import addresses_with
from tests.examples import exhaustive
from tests.games.finished import finished_game
from tests.games.viewers import laid
from tests.pages import DJANGOS_OWN
from tests.sessions import browser_of

pytestmark = pytest.mark.django_db

TURNED = [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
EVIL = "a\u202eb\u2066c"
ENDING_SESSIONS = ("account_logout", "admin:logout", "accounts:delete", "accounts:recover")
WRITERS = ["stranger", "anna", "member", "root"]
HOLDERS = ["stranger", "anna", "member", "keyless", "coded", "keeper", "holder"]
"""People who together reach every form with a text, and every form with a secret."""


def every_form(kind: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for each in kind.__subclasses__():
        yield each
        yield from every_form(each)


def fields_of(kind: type[forms.BaseForm]) -> dict[str, forms.Field]:
    return dict(getattr(kind, "base_fields", {}))


# --- marks that turn text around -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", TURNED, ids=lambda mark: f"U+{ord(mark):04X}")
def test_each_of_them_is_removed(mark: str) -> None:
    assert BIDI_CONTROLS.sub("", f"a{mark}b") == "ab"


def test_marks_that_honest_right_to_left_text_needs_stay() -> None:
    honest = "שלום\u200f! \u200eCasino\u061c سلام می\u200cخواهم"
    assert BIDI_CONTROLS.sub("", honest) == honest


@exhaustive
def test_no_form_of_any_page_reads_one(names: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every URL is posted every field that any form of the site has."""
    sent = {name: EVIL for kind in every_form() for name in fields_of(kind) if not is_secret(name)}
    sent |= dict.fromkeys("text name set_name display_name username word move reason address q line".split(), EVIL)
    seen: dict[type[forms.BaseForm], list[str]] = {}
    clean = forms.BaseForm.full_clean

    def noted(form: forms.BaseForm) -> None:
        told = [value for data in (form.data, form.initial) for value in data.values() if isinstance(value, str)]
        seen.setdefault(type(form), []).extend(told)
        clean(form)

    monkeypatch.setattr(forms.BaseForm, "full_clean", noted)
    for who in WRITERS:
        for name, there in addresses_with(names).items():
            if name not in ENDING_SESSIONS and (who == "root" or not name.startswith(DJANGOS_OWN)):
                assert browser_of(who, names).post(there, sent).status_code < 500, there
    assert not {kind for kind, values in seen.items() if any(map(BIDI_CONTROLS.search, values))}
    read = {kind.__name__ for kind, values in seen.items() if "abc" in values}
    assert {"DisplayNameForm", "SeedForm", "SetUpForm", "WebhookForm"} <= read
    assert len(read) > 25
    assert {"ChatForm", "NoteForm", "DisputeForm", "SignupForm"} <= read
    assert {"InviteForm", "RulingForm", "SeatForm"} <= read
    assert "NotificationPreferencesForm" in read


def test_what_is_said_and_noted_is_kept_without_them() -> None:
    ann, _ben = laid("casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD")
    ann.client.post(ann.address("post_message"), {"text": "I won \u202e!tsol I"})
    ann.client.post(ann.address("save_note"), {"text": "\u2067He bluffs.\u2069"})
    assert ChatMessage.objects.latest("pk").text == "I won !tsol I"
    assert PrivateNote.objects.latest("pk").text == "He bluffs."


def test_neither_is_one_in_an_address(client: Client) -> None:
    page = client.get(reverse("games:set_up", args=["casino"]), {"word": EVIL, "target": EVIL})
    assert not BIDI_CONTROLS.search(page.content.decode())


def test_nor_in_the_names_of_a_record_that_is_brought(client: Client) -> None:
    Person.objects.all().delete()
    game = finished_game()
    told = json.loads(client.get(reverse("games:record_json", args=[game.public_id])).content)
    told["players"] = ["A\u202enn", "B\u2066en"]
    client.force_login(Person.objects.create_user("bringer"))
    file = SimpleUploadedFile("game.json", json.dumps(told).encode())
    client.post(reverse("games:records"), {"file": file})
    assert ImportedRecord.objects.latest("pk").players == ["Ann", "Ben"]


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_a_password_is_taken_as_it_is_typed(client: Client) -> None:
    assert sign_up(client, password="seven\u202e of diamonds").username == "anna"
    elsewhere = Client()
    log_in(elsewhere, password="seven of diamonds")
    assert logged_in(elsewhere) is None
    log_in(elsewhere, password="seven\u202e of diamonds")
    assert logged_in(elsewhere)


def test_every_field_that_hides_what_is_typed_is_known_as_a_secret() -> None:
    hidden = {
        (kind.__name__, name)
        for kind in every_form()
        for name, field in fields_of(kind).items()
        if isinstance(field.widget, forms.PasswordInput) or "one-time-code" in field.widget.attrs.values()
    }
    assert len(hidden) >= 10
    assert {(kind, name) for kind, name in hidden if not is_secret(name)} == set()


SECRET_INPUT = re.compile(r'<input[^>]*(?:type="password"|autocomplete="one-time-code"|name="credential")[^>]*>')


def test_coming_too_often_shows_no_secret_of_any_form(names: dict[str, str]) -> None:
    found = set()
    for who in HOLDERS:
        client = browser_of(who, names)
        for there in (there for name, there in addresses_with(names).items() if name.startswith(("account", "mfa"))):
            page = client.get(there)
            inputs = SECRET_INPUT.findall(page.content.decode("utf-8", "replace"))
            for field in re.findall(r'name="([^"]+)"', "".join(inputs)):
                found.add(field)
                assert "my very secret" not in again_after(page.wsgi_request, field)
    assert {"password", "password1", "password2", "oldpassword", "code", "credential"} <= found


def again_after(request: Any, field: str) -> str:
    """Return the page that answers when this field has been posted once too often."""
    request.method, request.POST = "POST", QueryDict(mutable=True)
    request.POST.update({field: "my very secret", "login": "my name", "email": "my address"})
    page = rate_limit_response(request, 60).content.decode()
    assert "Too many requests in a short time." in page
    assert "my name" not in page  # nothing is half sent again
    return page


def test_nobody_finds_a_password_in_the_page_after_too_many_tries_to_delete_an_account(client: Client) -> None:
    sign_up(client)
    answers = [client.post(reverse("accounts:delete"), {"password": "wrong but dear"}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert not any("wrong but dear" in answer.content.decode() for answer in answers)
    assert "Send again" not in answers[-1].content.decode()
