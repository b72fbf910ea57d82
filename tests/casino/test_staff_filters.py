"""The URL of a staff list accepts the parameters of its own filters, and no others."""

import logging
from collections import deque
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client, RequestFactory

from accounts.models import Person
from games.models import Game, StoredEvent
from games.models.suspensions import ChatBan, Suspension
from tests.casino.test_staff import KINDS, fill_lists, list_of, logged_in
from tests.examples import some
from tests.games.disputed import Case, open_case

pytestmark = pytest.mark.django_db

SECRETS = ((Person, "password"), (Person, "email"), (Game, "seed"), (StoredEvent, "payload"), (StoredEvent, "hash"))
LOOKUPS = "exact regex startswith contains gte lt in range isnull year 0 pack__0 nonsense".split()
UNKNOWN = ("nonsense", "nonsense__regex", "__", "pk__pk__pk", "e__x", "seed; DROP TABLE games_game")
VALUES = ("x", "1", "", "[", "TS", "True", "\x00", "9" * 30)


@pytest.fixture
def at() -> Case:
    """A director with some rows on every list."""
    laid = open_case()
    fill_lists(laid.game, laid.director)
    return laid


@pytest.fixture
def root() -> Person:
    return Person.objects.create_superuser("root", password="x")


def relations(model: type[Model]) -> Iterator[tuple[str, type[Model]]]:
    for field in model._meta.get_fields(include_hidden=True):
        if isinstance(field.related_model, type) and not field.name.endswith("+"):
            yield field.name, field.related_model


def way_to(model: type[Model], secret: type[Model], column: str) -> str | None:
    """Return the shortest chain of relations from a list's model to a column that no page shows."""
    ahead: deque[tuple[type[Model], tuple[str, ...]]] = deque([(model, ())])
    seen = {model}
    while ahead:
        here, path = ahead.popleft()
        if here is secret:
            return "__".join([*path, column])
        for name, there in relations(here):
            if there not in seen:
                seen.add(there)
                ahead.append((there, (*path, name)))
    return None


def chains(model: type[Model]) -> list[str]:
    found = [way_to(model, secret, column) for secret, column in SECRETS]
    return [chain for chain in found if chain]


def everything_else(model: type[Model]) -> Iterator[str]:
    """Yield every column and relation of the model, those of its neighbors, and the chains to what is secret."""
    yield from (field.name for field in model._meta.get_fields())
    for name, there in relations(model):
        yield from (f"{name}__{field.name}" for field in there._meta.get_fields())
    yield from chains(model)


def offered(shown: admin.ModelAdmin[Any], person: Person) -> set[tuple[str, str]]:
    """Return the parameters that the filters' own links hold."""
    listed = shown.get_changelist_instance(asking(person, {}))
    links = [str(choice["query_string"]) for each in listed.filter_specs for choice in each.choices(listed)]
    return {pair for link in links for pair in parse_qsl(link.removeprefix("?"), keep_blank_values=True)}


def asking(person: Person, asked: dict[str, str]) -> Any:
    request = RequestFactory().get("/admin/", asked)
    request.user = person
    return request


def answered(shown: admin.ModelAdmin[Any], person: Person, name: str, value: str) -> bool:
    try:
        shown.get_changelist_instance(asking(person, {name: value}))
    except (DisallowedModelAdminLookup, IncorrectLookupParameters):
        return False
    return True


@pytest.mark.parametrize("model", some(KINDS), ids=lambda model: model.__name__)
def test_no_lookup_into_a_column_or_across_relations_is_answered(
    model: type[Model], at: Case, root: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    shown = admin.site._registry[model]
    own = offered(shown, root)
    columns = list(everything_else(model))
    assert len(columns) > len(model._meta.get_fields())
    names = [*columns, *(f"{column}__{lookup}" for column in columns for lookup in LOOKUPS), *UNKNOWN]
    asked = [(name, VALUES[place % len(VALUES)]) for place, name in enumerate(names)]
    assert [pair for pair in asked if pair not in own and answered(shown, root, *pair)] == []


@pytest.mark.parametrize("who", ["director", "root"])
@pytest.mark.parametrize("model", some(KINDS), ids=lambda model: model.__name__)
def test_whoever_asks_for_a_secret_is_refused_and_that_is_on_record(
    model: type[Model], who: str, at: Case, root: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    client = at.client if who == "director" else logged_in(root)
    client.raise_request_exception = False
    lookups = ("", "__regex", "__startswith", "__0")
    asked = [*(f"{chain}{lookup}" for chain in chains(model) for lookup in lookups), *UNKNOWN]
    open_to_them = client.get(list_of(model)).status_code == 200
    directors_own = model._meta.app_label == "rulings" or model in (Suspension, ChatBan)
    assert open_to_them is (who == "root" or directors_own)
    caplog.clear()
    answers = {name: client.get(list_of(model), {name: "x"}).status_code for name in asked}
    assert set(answers.values()) == {400 if open_to_them else 403}, answers
    person = at.director if who == "director" else root
    page = f"GET admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
    line = f"refused: page={page} person={person.pk} address=127.0.0.1"
    told = [record.getMessage() for record in caplog.records if record.name == "casino.security"]
    assert told == [line] * len(asked)


@pytest.mark.parametrize(
    "asked",
    [
        {"game__events__payload__pack__0": "TS"},
        {"game__host__password__regex": "^pbkdf2"},
        {"game__taken_seats__person__seats__game__events__payload__hands__0__0": "9S"},
        {"game__seed": "x"},
        {"game__seed__startswith": "x"},
        {"game__preset__regex": "c"},
        {"game__preset": "nonsense"},
        {"game__preset": "casino", "game__seed": "x"},
        {"state__exact": "nonsense"},
        {"state__exact": "open\x00"},
        {"state__in": "open,ruled"},
        {"state": "open"},
        {"rated": "yes", "rated__regex": "x"},
        {"days": "1 OR 1=1"},
        {"opened__year": "2026"},
        {"_changelist_filters": "game__seed=x", "nonsense": "1"},
        {"_popup": "1", "_to_field": "game__seed"},
        {"_to_field": "text"},
        {"e": "1", "game__seed": "x"},
        {"q": "x", "game__seed": "x"},
    ],
)
def test_the_queue_of_disputes_answers_no_such_question(at: Case, asked: dict[str, str]) -> None:
    at.client.raise_request_exception = False
    assert at.client.get("/admin/rulings/dispute/", asked).status_code == 400


def test_the_staff_log_answers_none_either(at: Case, root: Person) -> None:
    told = logged_in(root).get(list_of(LogEntry), {"content_type__logentry__user__password__startswith": "p"})
    assert told.status_code == 400


def test_one_that_is_offered_is_not_a_way_in_for_another_value(at: Case, root: Person) -> None:
    client = logged_in(root)
    game_type, person_type = (ContentType.objects.get_for_model(each).pk for each in (Game, Person))
    assert client.get(list_of(LogEntry), {"content_type__id__exact": game_type}).status_code == 200
    for value in (str(person_type), "9" * 40, "x", "", "\x00"):
        assert client.get(list_of(LogEntry), {"content_type__id__exact": value}).status_code == 400
    both = f"{list_of(LogEntry)}?content_type__id__exact={game_type}&content_type__id__exact={person_type}"
    assert client.get(both).status_code == 400


@pytest.mark.parametrize("model", some(KINDS), ids=lambda model: model.__name__)
def test_every_link_of_a_filter_is_answered(model: type[Model], at: Case, root: Person) -> None:
    client = logged_in(root)
    listed = client.get(list_of(model)).context["cl"]
    links = [str(choice["query_string"]) for each in listed.filter_specs for choice in each.choices(listed)]
    assert bool(links) is bool(listed.list_filter)
    for link in links:
        answer = client.get(list_of(model) + link)
        assert answer.status_code == 200, link
        assert answer.context["cl"].has_active_filters is (link != "?"), link


def test_two_filters_and_a_search_go_together(at: Case) -> None:
    for state, found in (("open", 1), ("ruled", 0)):
        asked = {"state__exact": state, "game__preset": "casino", "q": at.game.public_id, "o": "-2"}
        assert at.client.get("/admin/rulings/dispute/", asked).context["cl"].result_count == found


def test_a_search_of_a_thousand_words_is_not_made(at: Case) -> None:
    told = at.client.get("/admin/rulings/dispute/", {"q": "a " * 3000})
    assert (told.status_code, told.context["cl"].query) == (200, "")


def test_a_refusal_leaves_one_line_and_nothing_that_was_typed(at: Case, capfd: pytest.CaptureFixture[str]) -> None:
    heard = logging.getLogger("django.security.DisallowedModelAdminLookup")
    assert not heard.isEnabledFor(logging.ERROR)
    Client().get("/admin/rulings/dispute/", {"game__seed": "x"})
    at.client.get("/admin/rulings/dispute/", {"game__host__password__regex": "secret"})
    assert "password" not in capfd.readouterr().err


@pytest.mark.parametrize("model", some(KINDS), ids=lambda model: model.__name__)
def test_a_list_is_sorted_by_no_column_but_those_it_shows(model: type[Model], at: Case, root: Person) -> None:
    listed = admin.site._registry[model].get_changelist_instance(asking(root, {}))
    for column in listed.list_display:
        assert listed.get_ordering_field(str(column)) in (None, column)
