"""Clubs: who may join, see, change and leave one; rights are those of the moment when something is done."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from accounts.services import create_guest, delete_account, sign_up
from games.clubs import services as clubs
from games.clubs.models import Admission, Club, Membership
from games.clubs.outcomes import UnknownClub
from games.clubs.selectors import find_club
from games.clubs.services import ClubValues
from games.contexts.personal_data import export_personal_data
from games.domain.refusal import Refusal
from games.invitations import services as invitation_services
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

Role = Membership.Role
PRIVATE, OPEN = ClubValues("Quai Street"), ClubValues("Harbor Players", private=False)


def member(name: str) -> Person:
    return Person.objects.create_user(name, password=None)


def club_of(owner: Person, values: ClubValues = PRIVATE, *others: Person) -> Club:
    """Return a new club of this owner, which the others have joined by its link."""
    club = clubs.create_club(owner, values)
    assert isinstance(club, Club)
    for other in others:
        assert clubs.join_by_link(club, other, club.code) is None
    return club


def place(club: Club, person: Person) -> int:
    return Membership.objects.get(club=club, person=person).pk


def role_of(club: Club, person: Person) -> str:
    row = Membership.objects.filter(club=club, person=person).first()
    return row.role if row else ""


def case(problem: Any) -> str:
    return problem.key if isinstance(problem, Refusal) else ""


def press(who: Person, club: Club, what: str, **fields: str) -> Any:
    return browser_of(who).post(f"/clubs/{club.address}/{what}", fields)


@pytest.fixture
def owner(db: None) -> Person:
    return member("olga")


@pytest.fixture
def ben(db: None) -> Person:
    return member("ben")


@pytest.fixture
def cara(db: None) -> Person:
    return member("cara")


# --- name, link, done -------------------------------------------------------------------------------------------------


def test_a_family_has_a_club_in_a_minute(owner: Person) -> None:
    made = browser_of(owner).post("/clubs/new/", {"name": "The Moreau family", "access": "private", "guests": "on"})
    page = Page(browser_of(owner).get(made.headers["Location"]))
    link = next(field["value"] for field in page.inputs if "/join/" in field.get("value", ""))
    there = link.removeprefix("http://testserver")
    aunt = Client()
    assert "Join the club" in Page(aunt.get(there)).buttons
    assert aunt.post(there).headers["Location"] == made.headers["Location"]
    assert "2 members" in aunt.get(made.headers["Location"]).content.decode()


def test_a_guest_who_signs_up_keeps_the_place(owner: Person) -> None:
    guest = create_guest()
    club = club_of(owner, PRIVATE, guest)
    guest.username = "aunt"
    sign_up(guest)
    assert role_of(club, Person.objects.get(username="aunt")) == Role.MEMBER


def test_a_club_may_be_for_people_who_have_signed_up(owner: Person) -> None:
    club = club_of(owner, PRIVATE._replace(guests=False))
    assert case(clubs.join_by_link(club, create_guest(), club.code)) == "club-no-guests"
    answer = Client().post(f"/clubs/{club.address}/join/{club.code}/")
    assert answer.headers["Location"].startswith("/account/signup/?next=%2Fclubs%2F")
    assert not Person.objects.filter(is_guest=True, memberships__club=club).exists()


def test_only_members_of_the_site_start_clubs(owner: Person) -> None:
    assert Client().get("/clubs/new/").headers["Location"].startswith("/account/signup/")
    for browser, told in ((Client(), True), (browser_of(create_guest()), True), (browser_of(owner), False)):
        page = Page(browser.get("/clubs/"))
        assert ("You need an account for this." in page.text) == told
        assert ('href="/account/signup/?next=/clubs/new/"' in page.html) == told


@pytest.mark.parametrize("guests", [True, False])
def test_a_club_for_people_who_have_signed_up_says_so_beside_the_button(owner: Person, guests: bool) -> None:
    club = club_of(owner, OPEN._replace(guests=guests))
    for address in (f"/clubs/{club.address}/", f"/clubs/{club.address}/join/{club.code}/"):
        for browser in (Client(), browser_of(create_guest())):
            html = Page(browser.get(address)).html
            assert (f'href="/account/signup/?next={address}"' in html) != guests


def test_the_list_tells_what_a_club_gives_until_one_has_one(owner: Person) -> None:
    assert "Results and a leaderboard" in Page(Client().get("/clubs/")).text
    club_of(owner)
    assert "Results and a leaderboard" not in Page(browser_of(owner).get("/clubs/")).text


@pytest.mark.parametrize(
    ("name", "address"),
    [("Quai Street", "quai-street"), ("new", "new-"), ("新クラブ", "club-"), ("Été à Sète", "ete-a-sete")],
)
def test_the_address_comes_from_the_name(owner: Person, name: str, address: str) -> None:
    made = club_of(owner, OPEN._replace(name=name)).address
    assert re.fullmatch(f"{address}[a-z2-9]{{4}}" if address.endswith("-") else address, made)


def test_the_next_club_of_this_name_has_another_address(owner: Person, ben: Person) -> None:
    assert club_of(owner, OPEN).address == "harbor-players"
    assert re.fullmatch("harbor-players-[a-z2-9]{4}", club_of(ben, OPEN).address)


def test_the_address_of_a_private_club_is_not_taken_from_anyone(owner: Person, ben: Person) -> None:
    """Whoever starts an open club of the same name doesn't learn of the private one."""
    assert re.fullmatch("quai-street-[a-z2-9]{4}", club_of(owner, PRIVATE).address)
    assert club_of(ben, PRIVATE._replace(private=False)).address == "quai-street"


@pytest.mark.parametrize("name", ["", "  ", "x" * 51, "a\ue000b"])
def test_not_every_name_will_do(owner: Person, name: str) -> None:
    page = Page(browser_of(owner).post("/clubs/new/", {"name": name}))
    assert 'class="errorlist"' in page.html
    assert not Club.objects.exists()


def test_a_person_owns_only_so_many_clubs(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MAX_OWNED", 1)
    club_of(owner)
    assert case(clubs.create_club(owner, PRIVATE)) == "club-own-many"


def test_a_person_is_in_only_so_many_clubs(owner: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = club_of(owner), club_of(owner)
    monkeypatch.setattr(clubs, "MAX_CLUBS", 1)
    assert clubs.join_by_link(first, ben, first.code) is None
    assert case(clubs.join_by_link(second, ben, second.code)) == "club-many"


def test_a_club_can_be_full(owner: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MAX_MEMBERS", 1)
    club = club_of(owner)
    assert case(clubs.join_by_link(club, ben, club.code)) == "club-full"


# --- the link ---------------------------------------------------------------------------------------------------------


def test_an_old_link_stops_working(owner: Person, ben: Person) -> None:
    club = club_of(owner)
    assert clubs.renew_link(club, owner) is None
    assert browser_of(ben).get(f"/clubs/{club.address}/join/{club.code}/").status_code == 404
    assert press(ben, club, f"join/{club.code}/").status_code == 404
    with pytest.raises(UnknownClub):
        clubs.join_by_link(club, ben, club.code)
    assert role_of(club, ben) == ""


def test_members_do_not_renew_the_link(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    assert case(clubs.renew_link(club, ben)) == "club-not-organizer"
    assert Club.objects.get().code == club.code


def test_who_was_removed_stays_out_until_let_in_again(owner: Person, ben: Person) -> None:
    club = club_of(owner, OPEN, ben)
    assert clubs.remove_member(club, owner, place(club, ben)) is None
    assert press(ben, club, f"join/{club.code}/").status_code == 404
    assert case(clubs.ask_to_join(club, ben)) == "club-closed"
    assert "Ask to join" not in Page(browser_of(ben).get(f"/clubs/{club.address}/")).buttons
    assert clubs.forget_admission(club, owner, Admission.objects.get(person=ben).pk) is None
    assert clubs.join_by_link(club, ben, club.code) is None


def test_an_invitation_lets_in_again_whoever_was_removed(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    clubs.remove_member(club, owner, place(club, ben))
    assert clubs.invite_to_club(club, owner, "ben") is None
    assert clubs.answer_invitation(club, ben, accepted=True) is None
    assert not Admission.objects.exists()


# --- invitations and requests -----------------------------------------------------------------------------------------


def test_the_invited_see_the_club_and_join_or_decline(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner)
    for name in ("ben", "cara"):
        press(owner, club, "invite/", name=name)
    assert "Quai Street" in browser_of(ben).get("/clubs/").content.decode()
    assert {"Join the club", "Decline"} <= set(Page(browser_of(ben).get(f"/clubs/{club.address}/")).buttons)
    press(ben, club, "invitation/", answer="yes")
    press(cara, club, "invitation/", answer="no")
    assert (role_of(club, ben), role_of(club, cara)) == (Role.MEMBER, "")
    assert browser_of(cara).get(f"/clubs/{club.address}/").status_code == 404


def test_nobody_is_invited_against_a_block(owner: Person, ben: Person) -> None:
    club = club_of(owner)
    invitation_services.block(ben, owner)
    assert case(clubs.invite_to_club(club, owner, "ben")) == "club-not-invitable"


@pytest.mark.parametrize(("name", "expected"), [("nemo", "club-nobody"), ("olga", "club-member-already")])
def test_not_everyone_can_be_invited(owner: Person, name: str, expected: str) -> None:
    assert case(clubs.invite_to_club(club_of(owner), owner, name)) == expected


def test_an_organizer_accepts_a_request(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, OPEN)
    for person in (ben, cara):
        assert press(person, club, "ask/").status_code == 302
    press(owner, club, f"door/{Admission.objects.get(person=ben).pk}/", answer="yes")
    press(owner, club, f"door/{Admission.objects.get(person=cara).pk}/", answer="no")
    assert (role_of(club, ben), role_of(club, cara)) == (Role.MEMBER, "")
    assert not Admission.objects.exists()


def test_asking_twice_is_asking_once(owner: Person, ben: Person) -> None:
    club = club_of(owner, OPEN)
    assert clubs.ask_to_join(club, ben) is None
    assert clubs.ask_to_join(club, ben) is None
    assert Admission.objects.count() == 1


def test_a_request_can_be_withdrawn_and_then_not_accepted(owner: Person, ben: Person) -> None:
    club = club_of(owner, OPEN)
    clubs.ask_to_join(club, ben)
    asked = Admission.objects.get().pk
    press(ben, club, "ask/", withdraw="yes")
    assert case(clubs.answer_request(club, owner, asked, accepted=True)) == "club-gone"
    assert role_of(club, ben) == ""


def test_nobody_asks_a_private_club(owner: Person, ben: Person) -> None:
    club = club_of(owner)
    assert press(ben, club, "ask/").status_code == 404
    with pytest.raises(UnknownClub):
        clubs.ask_to_join(club, ben)


def test_only_so_many_requests_wait(owner: Person, ben: Person, cara: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of(owner, OPEN)
    monkeypatch.setattr(clubs, "MAX_ASKED", 1)
    assert clubs.ask_to_join(club, ben) is None
    assert case(clubs.ask_to_join(club, cara)) == "club-asked-many"
    monkeypatch.setattr(clubs, "MAX_ASKS", 1)
    assert case(clubs.ask_to_join(club_of(owner, OPEN), ben)) == "club-asks-many"


# --- rights -----------------------------------------------------------------------------------------------------------


def test_members_do_nothing_that_organizers_do(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara)
    problems = [
        clubs.remove_member(club, ben, place(club, cara)),
        clubs.invite_to_club(club, ben, "nemo"),
        clubs.answer_request(club, ben, 1, accepted=True),
        clubs.forget_admission(club, ben, 1),
    ]
    assert [case(problem) for problem in problems] == ["club-not-organizer"] * 4
    assert case(clubs.set_role(club, ben, place(club, ben), Role.OWNER)) == "club-not-owner"
    assert case(clubs.change_club(club, ben, OPEN)) == "club-not-owner"
    assert case(clubs.end_club(club, ben)) == "club-not-owner"


def test_organizers_remove_members_but_not_each_other(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara)
    clubs.set_role(club, owner, place(club, ben), Role.ORGANIZER)
    assert clubs.remove_member(club, ben, place(club, cara)) is None
    assert case(clubs.remove_member(club, ben, place(club, owner))) == "club-own-role"
    clubs.invite_to_club(club, ben, "cara")
    clubs.answer_invitation(club, cara, accepted=True)
    clubs.set_role(club, owner, place(club, cara), Role.ORGANIZER)
    assert case(clubs.remove_member(club, ben, place(club, cara))) == "club-own-role"
    assert clubs.remove_member(club, owner, place(club, cara)) is None


def test_the_owner_passes_the_club_on(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    page = Page(browser_of(owner).get(f"/clubs/{club.address}/members/"))
    for question in ("Pass the club on The club will belong to", "Remove from the club Only an organizer can let"):
        assert question in page.text
    press(owner, club, f"members/{place(club, ben)}/", action="owner")
    assert (role_of(club, ben), role_of(club, owner)) == (Role.OWNER, Role.ORGANIZER)


def test_an_organizer_can_be_made_a_member_again(owner: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of(owner, PRIVATE, ben)
    monkeypatch.setattr(clubs, "MAX_ORGANIZERS", 0)
    assert case(clubs.set_role(club, owner, place(club, ben), Role.ORGANIZER)) == "club-organizers-many"
    monkeypatch.undo()
    clubs.set_role(club, owner, place(club, ben), Role.ORGANIZER)
    clubs.set_role(club, owner, place(club, ben), Role.MEMBER)
    assert role_of(club, ben) == Role.MEMBER


def test_rights_are_those_of_the_moment(owner: Person, ben: Person, cara: Person) -> None:
    """The page was drawn while Ben organized; when he presses, he no longer does, and then he is no longer there."""
    club = club_of(owner, PRIVATE, ben, cara)
    clubs.set_role(club, owner, place(club, ben), Role.ORGANIZER)
    page, pressed = Page(browser_of(ben).get(f"/clubs/{club.address}/members/")), f"members/{place(club, cara)}/"
    assert "Remove from the club" in page.buttons
    clubs.set_role(club, owner, place(club, ben), Role.MEMBER)
    press(ben, club, pressed, action="remove")
    assert role_of(club, cara) == Role.MEMBER
    clubs.remove_member(club, owner, place(club, ben))
    assert press(ben, club, pressed, action="remove").status_code == 404
    with pytest.raises(UnknownClub):
        clubs.remove_member(club, ben, place(club, cara))


def test_the_owner_leaves_while_another_page_passes_the_club_on(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara)
    clubs.leave_club(club, owner)
    with pytest.raises(UnknownClub):
        clubs.set_role(club, owner, place(club, cara), Role.OWNER)
    assert [row.person for row in Membership.objects.filter(role=Role.OWNER)] == [ben]


def test_the_one_to_be_promoted_has_just_left(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    gone = place(club, ben)
    clubs.leave_club(club, ben)
    assert case(clubs.set_role(club, owner, gone, Role.OWNER)) == "club-gone"
    assert role_of(club, owner) == Role.OWNER


def test_a_change_is_the_owners(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    fields = {"name": "Quay Street", "about": "Ours", "crest": "b-Qs", "access": "open", "guests": "on"}
    assert press(ben, club, "edit/", **fields).status_code == 404
    assert press(owner, club, "edit/", **fields).status_code == 302
    changed = Club.objects.get()
    assert (changed.name, changed.about, changed.crest, changed.private) == ("Quay Street", "Ours", "b-Qs", False)
    assert changed.address == club.address


def test_a_crest_is_one_of_those_on_offer(owner: Person) -> None:
    assert "errorlist" in browser_of(owner).post("/clubs/new/", {"name": "X", "crest": "//evil"}).content.decode()


# --- what outsiders see -----------------------------------------------------------------------------------------------


def outsiders(owner: Person, club: Club) -> list[Client]:
    """A stranger, a member of the site, a former member, one who was removed, and a member of another club."""
    gone, removed, other = member("gina"), member("rita"), member("otto")
    for person in (gone, removed):
        assert clubs.join_by_link(club, person, club.code) is None
    clubs.leave_club(club, gone)
    clubs.remove_member(club, owner, place(club, removed))
    club_of(other, OPEN)
    return [Client(), *map(browser_of, (member("sam"), gone, removed, other))]


def addresses_of(club: Club) -> list[tuple[str, str]]:
    shown = ["", "members/", "edit/", "join/nosuchcode/", "members/1/", "door/1/"]
    posted = ["end/", "link/", "ask/", "invitation/", "invite/", "leave/", "edit/", "members/1/", "door/1/", "join/x/"]
    return [*(("get", part) for part in shown), *(("post", part) for part in posted)]


def headers_of(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name != "Expires"}


def test_a_private_club_does_not_exist_for_outsiders(owner: Person) -> None:
    """Each page answers as for an address without a club: the same status, text, headers, and number of queries."""
    club = club_of(owner, PRIVATE)
    for client in outsiders(owner, club):
        client.get("/clubs/none/")
        for method, part in addresses_of(club):
            answers = []
            for address in (club.address, "x" * len(club.address)):
                with CaptureQueriesContext(
                    connection,
                ) as queries:
                    answer = getattr(client, method)(f"/clubs/{address}/{part}", {"answer": "yes", "name": "olga"})
                text = re.sub("csrfmiddlewaretoken|value=.[^>]*|X-CSRFToken[^}]*", "", answer.content.decode())
                shown = text.replace(address, "here")
                answers.append((answer.status_code, shown, headers_of(answer), len(queries)))
            assert answers[0] == answers[1], part
            assert "Quai Street" not in answers[0][1]


def test_a_private_club_is_in_no_list(owner: Person) -> None:
    club = club_of(owner, PRIVATE)
    for client in outsiders(owner, club):
        for page in ("/clubs/", "/clubs/?q=quai", "/people/olga/", "/search/?q=olga", "/", "/lobby/"):
            assert "Quai Street" not in client.get(page).content.decode()
            assert club.address not in client.get(page).content.decode()


def test_an_open_club_shows_itself_but_not_its_members_or_link(owner: Person, ben: Person) -> None:
    club = club_of(owner, OPEN, ben)
    page = Client().get(f"/clubs/{club.address}/").content.decode()
    assert "Harbor Players" in page
    assert club.code not in page
    assert "ben" not in page
    assert Client().get(f"/clubs/{club.address}/members/").status_code == 404
    assert "Harbor Players" in Client().get("/clubs/?q=harbor").content.decode()
    assert "Harbor Players" not in Client().get("/clubs/?q=quai").content.decode()


def test_a_link_does_not_open_the_club_to_whoever_has_not_joined(owner: Person, ben: Person) -> None:
    club = club_of(owner)
    assert find_club(ben, club.address, club.code) is not None
    assert find_club(ben, club.address) is None


# --- leaving, deletion and export -------------------------------------------------------------------------------------


def test_a_club_passes_to_its_longest_serving_organizer(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara)
    clubs.set_role(club, owner, place(club, cara), Role.ORGANIZER)
    delete_account(owner)
    assert (role_of(club, cara), role_of(club, ben)) == (Role.OWNER, Role.MEMBER)
    delete_account(cara)
    assert role_of(club, ben) == Role.OWNER
    press(ben, club, "leave/")
    assert not Club.objects.exists()


def test_a_deleted_account_leaves_nothing_at_a_door(owner: Person, ben: Person) -> None:
    club = club_of(owner, OPEN)
    clubs.ask_to_join(club, ben)
    delete_account(ben)
    assert not Admission.objects.exists()
    assert role_of(club, owner) == Role.OWNER


def test_the_export_names_the_clubs(owner: Person, ben: Person) -> None:
    club = club_of(owner, OPEN)
    clubs.ask_to_join(club, ben)
    exported = export_personal_data(owner)["clubs"]
    assert [(row["club"], row["role"]) for row in exported] == [("Harbor Players", "owner")]
    assert export_personal_data(ben)["clubs.Admission.person"][0]["state"] == "asked"
    assert club.code not in str(export_personal_data(owner))


# --- many -------------------------------------------------------------------------------------------------------------


def crowd(club: Club, number: int, start: int = 0) -> None:
    people = [Person(username=f"p{start + each}") for each in range(number)]
    Person.objects.bulk_create(people)
    Membership.objects.bulk_create(Membership(club=club, person=person) for person in people)


def test_pages_cost_no_more_queries_with_many_members(owner: Person) -> None:
    club = club_of(owner, OPEN)
    crowd(club, 50)
    client, counts = browser_of(owner), []
    pages = ["", "members/", "members/?page=2"]
    for added in (0, 4950):
        crowd(club, added, start=50)
        for page in pages:
            client.get(f"/clubs/{club.address}/{page}")
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(f"/clubs/{club.address}/{page}")
            counts.append((page, len(queries)))
            assert len(answer.content) < 120_000
    assert counts[: len(pages)] == counts[len(pages) :]


def test_lists_of_clubs_continue(owner: Person) -> None:
    Club.objects.bulk_create(Club(name=f"Club {n}", address=f"c-{n}", private=False) for n in range(31))
    page = Client().get("/clubs/").content.decode()
    assert "Club 30" in page
    assert ">Club 0<" not in page
    older = re.search(r'href="\?(q=&amp;before=\d+)"', page)
    assert older
    assert ">Club 0<" in Client().get(f"/clubs/?{older[1].replace('&amp;', '&')}").content.decode()
