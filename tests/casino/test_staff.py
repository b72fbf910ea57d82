"""The staff pages: all of them keep to the policy, are closed to others, and stay quick."""

import logging
import re
from collections import deque
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from casino.admin_base import ReadOnlyAdminMixin
from games.models import Game, Rating, StoredEvent
from games.models.social import ChatBan, ChatMessage, MessageReport, Suspension
from games.notifications.models import Announcement, Notification
from tests.browser import scenes
from tests.casino.test_pages import troubles_of
from tests.examples import exhaustive, in_two, some
from tests.games.disputed import Case, director, open_case
from tests.games.viewers import friend, laid

pytestmark = pytest.mark.django_db

KINDS = list(admin.site._registry)
MAX_QUERIES = 12


def name_of(model: type[Model], page: str) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"


def list_of(model: type[Model]) -> str:
    return reverse(name_of(model, "changelist"))


@pytest.fixture
def root() -> Client:
    return logged_in(Person.objects.create_superuser("root", password="x"))


def logged_in(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def busy() -> None:
    """A site with some rows in every table."""
    ann, _ = laid("casino", "9S 2C 3C 4C", "9H 2H 3H 4H", table="AD 5D 6D 7D")
    ann.trail()
    fill_lists(ann.game)


def fill_lists(game: Game, by: Person | None = None) -> None:
    """Create a row for every list that a game alone leaves empty; `by` looked at it, by default the first player."""
    first, second = Person.objects.filter(seats__game=game).order_by("seats__number")
    message = ChatMessage.objects.create(game=game, seat=1, person=first, text="Rubbish.", at=timezone.now())
    MessageReport.objects.create(message=message, reporter=second, at=timezone.now())
    called = {"kind": "my_turn", "dedup_key": "x", "method": "email", "due": timezone.now()}
    Notification.objects.create(person=second, game=game, **called)
    Rating.objects.create(person=first, family="casino", mu=25.0, sigma=8.0)
    LogEntry.objects.log_actions((by or first).pk, [game], CHANGE, "Looked at.", single_object=True)


def pages() -> Iterator[str]:
    """Every page of the admin with content."""
    yield from map(reverse, ("status", "admin:index", "admin:password_change", "admin:login"))
    for model, shown in admin.site._registry.items():
        yield list_of(model)
        first = shown.model._default_manager.order_by("-pk").first()
        if first is not None:
            yield reverse(name_of(model, "change"), args=[first.pk])
            yield reverse(name_of(model, "history"), args=[first.pk])
        yield reverse("admin:app_list", args=[model._meta.app_label])


@exhaustive
def test_every_page_keeps_to_the_policy(root: Client, busy: None) -> None:
    """No page of the admin needs anything that the policy of the other pages forbids."""
    told = {page: root.get(page, follow=True) for page in pages()}
    assert len(told) > 2 * len(KINDS)
    assert {page: answer.status_code for page, answer in told.items() if answer.status_code != 200} == {}
    assert {page: found for page, answer in told.items() if (found := troubles_of(answer))} == {}


def test_nobody_else_sees_a_list() -> None:
    staff = Person.objects.create_user("sam", password="x", is_staff=True)
    clients = [Client(), logged_in(friend("Ann")), logged_in(staff)]
    for model in KINDS:
        assert [client.get(list_of(model)).status_code for client in clients] == [302, 302, 403], model


@pytest.mark.parametrize("models", in_two(KINDS))
def test_a_list_asks_few_questions_and_counts_nothing_whole(
    models: list[type[Model]], root: Client, busy: None
) -> None:
    for _ in range(3):
        scenes.begun("casino", 2, False, 7)
    for model in models:
        with CaptureQueriesContext(connection) as asked:
            assert root.get(list_of(model), {"q": "nobody-of-this-name"}).status_code == 200
            first = len(asked)
            assert root.get(list_of(model)).status_code == 200
        assert max(first, len(asked) - first) <= MAX_QUERIES, model
        counts = [query["sql"] for query in asked if re.search(r"COUNT\(", query["sql"])]
        unbounded = [sql for sql in counts if "LIMIT" not in sql and model not in SMALL]
        assert unbounded == [], model


SMALL = {Group}
"""Models of which there are only a few rows."""


def test_what_is_derived_or_recorded_can_only_be_looked_at() -> None:
    registered = admin.site._registry.items()
    editable = {model.__name__ for model, shown in registered if not isinstance(shown, ReadOnlyAdminMixin)}
    assert editable == {"Person", "Group", "Announcement"}


# --- the record of what staff do --------------------------------------------------------------------------------------


def test_what_staff_do_is_written_down(root: Client, busy: None) -> None:
    day = {"starts_0": "2026-01-01", "starts_1": "10:00", "ends_0": "2026-01-02", "ends_1": "10:00"}
    rows = {"texts-TOTAL_FORMS": 1, "texts-INITIAL_FORMS": 0, "texts-0-language": "en", "texts-0-text": "Closed today."}
    root.post(reverse(name_of(Announcement, "add")), day | rows)
    entry = LogEntry.objects.latest("pk")
    noted = (str(entry.user), entry.object_id, entry.action_flag)
    assert noted == ("root", str(Announcement.objects.get().pk), ADDITION)
    assert "announcement" in root.get(list_of(LogEntry)).content.decode()


def test_the_record_is_never_changed_or_deleted(root: Client, busy: None) -> None:
    entry = LogEntry.objects.latest("pk")
    for action in ("change", "delete"):
        answer = root.post(reverse(name_of(LogEntry, action), args=[entry.pk]), {"post": "yes"})
        assert answer.status_code == 403
    for forgery in (lambda: LogEntry.objects.update(change_message=""), lambda: LogEntry.objects.all().delete()):
        with pytest.raises(DatabaseError, match="never changed or deleted"), transaction.atomic():
            forgery()
    assert LogEntry.objects.get(pk=entry.pk).change_message == "Looked at."


def test_staff_do_not_delete_the_account_that_is_on_record(busy: None) -> None:
    person = LogEntry.objects.latest("pk").user
    person.set_password("nine of diamonds")
    person.save()
    told = logged_in(person).post(reverse("accounts:delete"), {"password": "nine of diamonds"})
    assert "Its actions are on record" in told.content.decode()
    assert Person.objects.filter(pk=person.pk).exists()


# --- people ---------------------------------------------------------------------------------------------------------


def keeper() -> Person:
    """A member of staff who may change people, and no more."""
    person = Person.objects.create_user("kay", password="x", is_staff=True)
    person.user_permissions.add(*Permission.objects.filter(codename__in=["view_person", "change_person"]))
    return person


def person_page(person: Person) -> str:
    return reverse(name_of(Person, "change"), args=[person.pk])


def test_a_person_is_shut_out_and_let_in_again_and_both_are_on_record(root: Client) -> None:
    ann = Person.objects.create_user("ann", password="x")
    hers = logged_in(ann)
    for active in (False, True):
        sent: dict[str, Any] = {"username": "ann", "is_active": "on"} if active else {"username": "ann"}
        root.post(person_page(ann), sent)
        assert Person.objects.get(pk=ann.pk).is_active is active
        assert (hers.get(reverse("accounts:account")).status_code == 200) is active
    assert LogEntry.objects.filter(object_id=str(ann.pk), change_message__contains="Active").count() == 2


def test_who_may_change_people_cannot_make_staff_of_them() -> None:
    ann = Person.objects.create_user("ann", password="x")
    group = Group.objects.create(name="Keepers")
    sent = {"username": "ann", "is_active": "on", "is_staff": "on", "is_superuser": "on", "groups": [group.pk]}
    assert logged_in(keeper()).post(person_page(ann), sent).status_code == 302
    ann.refresh_from_db()
    assert (ann.is_staff, ann.is_superuser, ann.groups.count()) == (False, False, 0)


def test_nor_change_those_who_may_do_everything() -> None:
    root = Person.objects.create_superuser("root", password="x")
    kay = logged_in(keeper())
    assert kay.post(person_page(root), {"username": "kay2"}).status_code == 403
    password = reverse("admin:auth_user_password_change", args=[root.pk])
    assert kay.post(password, {"password1": "ten of hearts", "password2": "ten of hearts"}).status_code == 403


def test_nor_change_other_staff_whose_password_would_give_them_more_rights() -> None:
    dora, own = director(), keeper()
    kay = logged_in(own)
    sent = {"password1": "ten of hearts", "password2": "ten of hearts", "usable_password": "true"}
    for changed, allowed in ((dora, False), (own, True)):
        assert (kay.post(person_page(changed), {"username": "kay2"}).status_code != 403) is allowed
        page = kay.post(reverse("admin:auth_user_password_change", args=[changed.pk]), sent)
        assert (page.status_code != 403) is allowed
    assert not Person.objects.get(pk=dora.pk).check_password("ten of hearts")


def test_nobody_is_deleted_in_the_admin(root: Client) -> None:
    ann = Person.objects.create_user("ann", password="x")
    assert root.post(reverse(name_of(Person, "delete"), args=[ann.pk]), {"post": "yes"}).status_code == 403


# --- finding --------------------------------------------------------------------------------------------------------


def test_a_game_is_found_by_its_address_and_by_a_player(root: Client, busy: None) -> None:
    game = Game.objects.latest("pk")
    other, _ = scenes.begun("casino", 2, False, 7)
    for asked in (game.public_id, Person.objects.get(seats__game=game, seats__number=1).username):
        listed = root.get(list_of(Game), {"q": asked}).content.decode()
        assert game.public_id in listed
        assert other.public_id not in listed


def test_events_of_one_kind_and_of_one_game(root: Client, busy: None) -> None:
    other, _ = scenes.begun("casino", 2, False, 7)
    game = Game.objects.exclude(pk=other.pk).get()
    listed = root.get(list_of(StoredEvent), {"q": game.public_id, "type": "card_trailed"}).context["cl"]
    assert [(row.game_id, row.type) for row in listed.result_list] == [(game.pk, "card_trailed")]


# --- the URL of a staff list accepts the parameters of its own filters, and no others --------------------------------


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
def superuser() -> Person:
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
    model: type[Model], at: Case, superuser: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    shown = admin.site._registry[model]
    own = offered(shown, superuser)
    columns = list(everything_else(model))
    assert len(columns) > len(model._meta.get_fields())
    looked_up = (f"{column}__{LOOKUPS[place % len(LOOKUPS)]}" for place, column in enumerate(columns))
    names = [*columns, *looked_up, *UNKNOWN]
    asked = [(name, VALUES[place % len(VALUES)]) for place, name in enumerate(names)]
    assert [pair for pair in asked if pair not in own and answered(shown, superuser, *pair)] == []


@pytest.mark.parametrize("who", ["director", "root"])
@pytest.mark.parametrize("models", in_two(KINDS, 3))
def test_whoever_asks_for_a_secret_is_refused_and_that_is_on_record(
    models: list[type[Model]], who: str, at: Case, superuser: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    client = at.client if who == "director" else logged_in(superuser)
    client.raise_request_exception = False
    for model in models:
        asks_for_secrets(model, client, at.director if who == "director" else superuser, caplog)


def asks_for_secrets(model: type[Model], client: Client, person: Person, caplog: pytest.LogCaptureFixture) -> None:
    lookups = ("", "__regex", "__startswith", "__0")
    asked = [*(f"{chain}{lookup}" for chain in chains(model) for lookup in lookups), *UNKNOWN]
    open_to_them = client.get(list_of(model)).status_code == 200
    directors_own = model._meta.app_label == "rulings" or model in (Suspension, ChatBan)
    assert open_to_them is (person.is_superuser or directors_own)
    caplog.clear()
    answers = {name: client.get(list_of(model), {name: "x"}).status_code for name in asked}
    assert set(answers.values()) == {400 if open_to_them else 403}, answers
    page = f"GET admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
    line = f"refused: page={page} person={person.pk} address=127.0.0.1"
    told = [record.getMessage() for record in caplog.records if record.name == "casino.security"]
    assert told == [line] * len(asked)


@pytest.mark.parametrize(
    "questions",
    in_two(
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
        ]
    ),
)
def test_the_queue_of_disputes_answers_no_such_question(at: Case, questions: list[dict[str, str]]) -> None:
    at.client.raise_request_exception = False
    answers = [at.client.get("/admin/rulings/dispute/", asked).status_code for asked in questions]
    assert answers == [400] * len(questions)


def test_the_staff_log_answers_none_either(at: Case, superuser: Person) -> None:
    told = logged_in(superuser).get(list_of(LogEntry), {"content_type__logentry__user__password__startswith": "p"})
    assert told.status_code == 400


def test_one_that_is_offered_is_not_a_way_in_for_another_value(at: Case, superuser: Person) -> None:
    client = logged_in(superuser)
    game_type, person_type = (ContentType.objects.get_for_model(each).pk for each in (Game, Person))
    assert client.get(list_of(LogEntry), {"content_type__id__exact": game_type}).status_code == 200
    for value in (str(person_type), "9" * 40, "x", "", "\x00"):
        assert client.get(list_of(LogEntry), {"content_type__id__exact": value}).status_code == 400
    both = f"{list_of(LogEntry)}?content_type__id__exact={game_type}&content_type__id__exact={person_type}"
    assert client.get(both).status_code == 400


@pytest.mark.parametrize("models", in_two(KINDS, 3))
def test_every_link_of_a_filter_is_answered(models: list[type[Model]], at: Case, superuser: Person) -> None:
    client = logged_in(superuser)
    for model in models:
        listed = client.get(list_of(model)).context["cl"]
        links = [str(choice["query_string"]) for each in listed.filter_specs for choice in each.choices(listed)]
        assert bool(links) is bool(listed.list_filter)
        for link in links:
            answer = client.get(list_of(model) + link)
            assert answer.status_code == 200, (model, link)
            assert answer.context["cl"].has_active_filters is (link != "?"), (model, link)


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
def test_a_list_is_sorted_by_no_column_but_those_it_shows(model: type[Model], at: Case, superuser: Person) -> None:
    listed = admin.site._registry[model].get_changelist_instance(asking(superuser, {}))
    for column in listed.list_display:
        assert listed.get_ordering_field(str(column)) in (None, column)
