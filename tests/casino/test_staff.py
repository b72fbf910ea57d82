"""The staff pages: all of them keep to the policy, are closed to others, and stay quick."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from casino.admin_base import ReadOnlyAdminMixin
from games.models import Game, Rating, StoredEvent
from games.models.social import ChatMessage, MessageReport
from games.notifications.models import Announcement, Notification
from tests.browser import scenes
from tests.casino.test_pages import troubles_of
from tests.games.disputed import director
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
    yield from (reverse(f"admin:{name}") for name in ("index", "password_change", "login"))
    for model, shown in admin.site._registry.items():
        yield list_of(model)
        first = shown.model._default_manager.order_by("-pk").first()
        if first is not None:
            yield reverse(name_of(model, "change"), args=[first.pk])
            yield reverse(name_of(model, "history"), args=[first.pk])
        yield reverse("admin:app_list", args=[model._meta.app_label])


def test_every_page_keeps_to_the_policy(root: Client, busy: None) -> None:
    """No page of the admin needs anything that the policy of the other pages forbids."""
    told = {page: root.get(page, follow=True) for page in pages()}
    assert len(told) > 2 * len(KINDS)
    assert {page: answer.status_code for page, answer in told.items() if answer.status_code != 200} == {}
    assert {page: found for page, answer in told.items() if (found := troubles_of(answer))} == {}


@pytest.mark.parametrize("model", KINDS, ids=lambda model: model.__name__)
def test_nobody_else_sees_a_list(model: type[Model]) -> None:
    staff = Person.objects.create_user("sam", password="x", is_staff=True)
    answers = [client.get(list_of(model)).status_code for client in (Client(), logged_in(friend("Ann")))]
    assert answers == [302, 302]
    assert logged_in(staff).get(list_of(model)).status_code == 403


@pytest.mark.parametrize("model", KINDS, ids=lambda model: model.__name__)
def test_a_list_asks_few_questions_and_counts_nothing_whole(model: type[Model], root: Client, busy: None) -> None:
    for _ in range(3):
        scenes.begun("casino", 2, False, 7)
    with CaptureQueriesContext(connection) as asked:
        assert root.get(list_of(model), {"q": "nobody-of-this-name"}).status_code == 200
        first = len(asked)
        assert root.get(list_of(model)).status_code == 200
    assert max(first, len(asked) - first) <= MAX_QUERIES
    counts = [query["sql"] for query in asked if re.search(r"COUNT\(", query["sql"])]
    unbounded = [sql for sql in counts if "LIMIT" not in sql and model not in SMALL]
    assert unbounded == []


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
