"""Names that people may have: seen as they are written, and different from everyone else's."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from accounts import services as people
from accounts.adapter import AccountAdapter
from accounts.models import Person, TakenName
from accounts.person_names import INVISIBLE, MAX_KEY_LENGTH, isolate, lookalike_keys
from games import bots, services
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.log.player_names import current_names
from games.models import DELETED_PLAYER, Game, Seat
from tests.accounts.test_signup import SECRET, guest_at_table, log_in, logged_in, sign_up
from tests.examples import exhaustive, some
from tests.games.viewers import laid

pytestmark = pytest.mark.django_db

ACCOUNT = reverse("accounts:account")
TAKEN = "This name is taken, or looks like one that is."
OWN = "That name is reserved."
NOT_SHOWN = "This name contains characters that we can’t show."


def refused(client: Client, name: str) -> str:
    """Try to sign up by this name; return the page."""
    answer = client.post(reverse("account_signup"), {"username": name, "email": "", "password1": SECRET})
    assert answer.status_code == 200
    assert not Person.objects.filter(username=name).exists()
    return answer.content.decode()


def call_me(client: Client, name: str) -> str:
    return client.post(ACCOUNT, {"display_name": name}, follow=True).content.decode()


def guest(name: str = "") -> tuple[Client, Person]:
    client = Client()
    person, _game = guest_at_table(client)
    if name:
        call_me(client, name)
        person.refresh_from_db()
        assert str(person) == name
    return client, person


# --- names that look alike -------------------------------------------------------------------------------------------

ALIKE = [
    ("Anna", "аnnа"),  # Cyrillic
    ("Alice", "AIice"),  # a capital I
    ("alice", "ALICE"),
    ("Hanna", "Нanna"),  # a Cyrillic capital that looks like none of its small letters
    ("Нина", "НИНА"),
    ("mama", "rnama"),
    ("Anna", "Ａｎｎａ"),
    ("otto", "0tt0"),
    ("anna1", "annal"),
    ("Anna", "An\u3164na"),
    ("Anna", "Anna\ufe0f"),
    ("Straße", "STRASSE"),
    ("Å", "\u212b"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_a_key_in_common(one: str, other: str) -> None:
    assert lookalike_keys(one) & lookalike_keys(other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Änna"), ("Bill", "Bili"), ("Ann", "Anna"), ("Ben1", "Ben2")])
def test_names_that_can_be_told_apart_have_none(one: str, other: str) -> None:
    assert not lookalike_keys(one) & lookalike_keys(other)


# --- logging in by a name ---------------------------------------------------------------------------------------------

SAME_NAMES = [("René", "Rene\u0301"), ("Rene\u0301", "René"), ("Zoë", "ZOË"), ("Łukasz", "łukasz"), ("Нина", "НИНА")]


@pytest.mark.parametrize(("chosen", "typed"), SAME_NAMES)
def test_the_unicode_form_and_the_case_of_a_name_make_no_difference(chosen: str, typed: str) -> None:
    client = Client()
    client.post(reverse("account_signup"), {"username": chosen, "email": "", "password1": SECRET})
    person = logged_in(client)
    assert person
    assert Person.named(typed) == person
    client.post(reverse("account_logout"))
    log_in(client, typed)
    assert logged_in(client) == person
    assert Client().get(reverse("games:profile", args=[typed])).status_code == 200


def test_a_name_that_only_looks_alike_is_another_one(client: Client) -> None:
    sign_up(client, "otto")
    client.post(reverse("account_logout"))
    log_in(client, "0tt0")
    assert logged_in(client) is None


# --- names from right to left -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ann", "Łukasz", "Нина", "花子", "🂡"])
def test_a_name_from_left_to_right_needs_no_marks(name: str) -> None:
    assert isolate(name) == name


@pytest.mark.parametrize("name", ["שרה", "ليلى", "Ann שרה", "שרה 7"])
def test_a_name_from_right_to_left_stands_between_marks(name: str) -> None:
    assert isolate(name) == f"\u2068{name}\u2069"


def test_such_a_name_turns_no_sentence_around_at_the_table() -> None:
    ann, bob = laid("casino", "9S 8C 3C 2H", "QC JC TC 5C", table="2D AD 7H 5H")
    people.rename(Person.objects.get(seats__game=ann.game, seats__number=2), "שרה")
    bob.post("post_message", text="שלום!")
    ann.play("9S")
    page = ann.look().html
    assert "Waiting for \u2068שרה\u2069" in page
    assert '<bdi class="text">שלום!</bdi>' in page
    assert current_names(Game.objects.get(pk=ann.game.pk))[2] == "שרה", "records have the name as it is"


def test_such_a_name_turns_no_sentence_around_on_other_pages(client: Client) -> None:
    person = Person.objects.create_user("sara", password=SECRET, display_name="שרה")
    client.force_login(Person.objects.create_user("anna"))
    told = client.post(reverse("games:follow", args=[person.username]), {"action": "follow"}, follow=True)
    assert "You’re now following \u2068שרה\u2069." in told.content.decode()
    assert "Challenge \u2068שרה\u2069" in client.get(reverse("games:challenge", args=["sara"])).content.decode()


def test_a_key_fits_its_column_whatever_the_name() -> None:
    assert max(map(len, lookalike_keys("\ufdfa" * 150))) <= MAX_KEY_LENGTH


# --- names that are refused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["\u3164", "\u115fa", "an\u3164na", "\uffa0", "a\u3164"])
def test_nobody_signs_up_by_a_name_that_is_not_seen(client: Client, name: str) -> None:
    assert NOT_SHOWN in refused(client, name)


NOT_SEEN = ["\u2800", "\u200b", "\u200b\u200d", "\u0301", "\u0301\u0302", "\ufe0f", "A\u034f", "\u00ad", "\u180e", "--"]
NOT_SEEN += ["\u200fZoe", "Zo\u00ade", "\u3164", "...", "Z" + 9 * "\u0301", "a\U000e0061b"]


@pytest.mark.parametrize("name", NOT_SEEN)
def test_neither_guest_nor_member_is_called_what_is_not_seen(client: Client, name: str) -> None:
    for caller, person in (guest(), (client, sign_up(client))):
        assert NOT_SHOWN in call_me(caller, name)
        assert str(Person.objects.get(pk=person.pk)) == str(person)


@pytest.mark.parametrize(
    "name", ["Zoë", "Μαρία", "דנה", "محمد", "Nguyễn", "さくら", "O’Neill", "Anna ❤️", "김민준", "สมชาย"]
)
def test_honest_names_of_all_scripts_are_fine(name: str) -> None:
    client, person = guest()
    assert "Your name is now" in call_me(client, name)
    assert str(Person.objects.get(pk=person.pk)) == INVISIBLE.sub("", name)


def computers() -> list[str]:
    """Return every computer player's name in every language."""
    found = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            named = [(level, name) for level, names in bots.NAMES.items() for name in names]
            found += [str(Seat(bot=level, name=f"Computer {name}").display_name) for level, name in named]
            found.append(gettext(DELETED_PLAYER))
    return found


STAFF = ["Director", "The Director", "moderador", "Diretora", "Árbitro", "D1rector", "ADMIN", "Аdmin", "Casino Support"]
STAFF += [
    "System",
    "Admin 2",
    "director_anna",
    "Staff-Otto",
    "Soporte",
    "Suporte",
    "Root1",
    "cornputer",
    "C0mputer Otto",
]


@exhaustive
@pytest.mark.parametrize("kind", some(["guest", "member"], 1))
def test_nobody_passes_for_a_computer_player_or_for_staff(client: Client, kind: str) -> None:
    caller = guest()[0] if kind == "guest" else client
    if kind == "member":
        sign_up(client)
    assert len(set(computers())) >= 3 * len(bots.NAMES)
    for name in (*computers(), *STAFF, "Computer Otto 2", "ComputerOtto", "computer.otto"):
        assert OWN in call_me(caller, name), name


def test_nor_by_signing_up(client: Client) -> None:
    for name in ("Computer_Otto", "computerada", "Computadora.Otto", "Director", "admin", "moderator-1", "Ѕystem"):
        assert OWN in refused(client, name), name


@pytest.mark.parametrize("name", ["Otto", "Ada", "Systa", "Adminka", "Compu", "Rooty"])
def test_names_that_only_begin_like_them_are_fine(client: Client, name: str) -> None:
    assert sign_up(client, name).username == name


# --- names of others -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Anna", "аnnа", "ANNA", "Ａｎｎａ", "anna\u3164"])
def test_a_guest_is_not_called_as_a_member(client: Client, name: str) -> None:
    sign_up(client)
    other, person = guest()
    page = call_me(other, name)
    assert TAKEN in page or NOT_SHOWN in page
    assert str(Person.objects.get(pk=person.pk)) == str(person)


def test_a_name_that_a_member_is_shown_by_is_taken_too(client: Client) -> None:
    sign_up(client)
    call_me(client, "Merlin")
    other = Client()
    assert TAKEN in refused(other, "merIin")
    sign_up(other, "berta")
    assert TAKEN in call_me(other, "Mеrlin")
    assert TAKEN in call_me(other, "ANNA")  # what she logs in by stays hers
    assert "Your name is now" in call_me(client, "merlin")  # her own, written otherwise


def test_it_is_free_again_once_given_up_or_deleted(client: Client) -> None:
    person = sign_up(client)
    call_me(client, "Merlin")
    call_me(client, "Morgan")
    other, _guest = guest("Merlin")
    people.delete_account(person)
    assert "Your name is now Morgan." in call_me(other, "Morgan")


def test_staff_cannot_give_a_name_that_is_taken(client: Client, admin_client: Client) -> None:
    sign_up(client)
    bob = Person.objects.create_user("bob", password=SECRET)
    page = reverse("admin:accounts_person_change", args=[bob.pk])
    form: dict[str, Any] = {
        "username": "bob",
        "display_name": "Аnna",
        "is_active": "on",
        "first_name": "",
        "last_name": "",
    }
    form |= {"date_joined_0": "2026-01-01", "date_joined_1": "10:00"}
    assert TAKEN in admin_client.post(page, form).content.decode()
    assert admin_client.post(page, form | {"display_name": "Robert"}).status_code == 302
    assert TakenName.is_taken("ROBERT", None)


def test_what_an_operator_makes_takes_its_name_too(client: Client) -> None:
    Person.objects.create_superuser("olga", password=SECRET)
    assert TAKEN in refused(client, "оlga")


# --- at one table ----------------------------------------------------------------------------------------------------


def table_of(host: Person, *others: Person) -> Game:
    game = services.open_game(host, services.GameSetup(resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 3, False))
    for each in others:
        services.take_seat(game, each, None)
    return game


def names_at(game: Game) -> list[str]:
    return [seat.name for seat in Seat.objects.filter(game=game).order_by("number")]


def test_two_guests_may_be_called_alike_and_are_told_apart_at_one_table() -> None:
    (_one, first), (_other, second), (_third, third) = guest("Anna"), guest("Аnna"), guest("ANNA")
    assert names_at(table_of(first, second, third)) == ["Anna", "Аnna 2", "ANNA 3"]


def test_whoever_takes_the_name_of_another_at_the_table_gets_a_number() -> None:
    (_one, first), (other, second) = guest("Anna"), guest("Berta")
    game = table_of(first, second)
    call_me(other, "Аnna")
    assert names_at(game) == ["Anna", "Аnna 2"]
    call_me(other, "Berta")
    assert names_at(game) == ["Anna", "Berta"]


def test_a_long_name_keeps_its_number_within_the_column() -> None:
    (_one, first), (_other, second) = guest("A" * 40), guest("A" * 40)
    assert names_at(table_of(first, second)) == ["A" * 40, "A" * 37 + " 2"]


def test_games_brought_to_an_account_get_its_name_and_perhaps_a_number(client: Client) -> None:
    (_one, first), (_other, second) = guest("Anna"), guest("Berta")
    game = table_of(first, second)
    member = sign_up(client)
    services.move_games(second, member)
    assert names_at(game) == ["Anna", "anna 2"]


# --- made without a form ---------------------------------------------------------------------------------------------


def test_of_people_created_with_names_that_look_alike_both_stay_and_the_first_has_the_name() -> None:
    first = Person.objects.create_user("anna1")
    second = Person.objects.create_user("annal", display_name="Аnna")
    held = {row.key: row.person for row in TakenName.objects.all()}
    assert held == {"annal": first, "anna": second}
    second.first_name = "A."
    second.save()  # a person whose name has no row is not affected
    assert TakenName.objects.get(key="annal").person == first
    people.delete_account(first)
    second.save()
    assert TakenName.objects.get(key="annal").person == second


# --- at the same moment ----------------------------------------------------------------------------------------------


def at_once(*jobs: Callable[[], int]) -> list[int]:
    def run(job: Callable[[], int]) -> int:
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return sorted(threads.map(run, jobs))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("one", "other"), [("anna", "аnna"), ("anna", "anna"), ("Alice", "AIice")])
def test_of_two_who_sign_up_at_once_by_names_that_look_alike_one_is_told_so(
    monkeypatch: pytest.MonkeyPatch, one: str, other: str
) -> None:
    both_checked, save_user = Barrier(2, timeout=20), AccountAdapter.save_user

    def save_together(*given: Any, **named: Any) -> Person:
        both_checked.wait()
        return save_user(*given, **named)

    monkeypatch.setattr(AccountAdapter, "save_user", save_together)
    pages: list[str] = []

    def sign_up_by(name: str) -> int:
        answer = Client().post(reverse("account_signup"), {"username": name, "email": "", "password1": SECRET})
        pages.append(answer.content.decode())
        return int(answer.status_code)

    assert at_once(lambda: sign_up_by(one), lambda: sign_up_by(other)) == [200, 302]
    assert sum(TAKEN in page for page in pages) == 1
    assert Person.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_one_name_at_once_one_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    clients = [Client(), Client()]
    for client, name in zip(clients, ("berta", "carla"), strict=True):
        sign_up(client, name)
    both_checked, rename = Barrier(2, timeout=20), people.rename

    def rename_together(person: Person, name: str) -> None:
        both_checked.wait()
        rename(person, name)

    monkeypatch.setattr(people, "rename", rename_together)
    jobs = [lambda each=each: int(each.post(ACCOUNT, {"display_name": "Merlin"}).status_code) for each in clients]
    assert at_once(*jobs) == [200, 302]
    assert Person.objects.filter(display_name="Merlin").count() == 1
