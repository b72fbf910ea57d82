"""What organizers do on their page, and that no one else does it; what is left when people are gone."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from accounts.services import delete_account
from games.clubs import services as clubs
from games.clubs.models import Membership
from games.contexts.personal_data import export_personal_data
from games.deals import services as deal_services
from games.deals.models import SharedDeal
from games.integrity.deal_checks import deal_problems
from games.models import Game
from games.tournaments import services
from games.tournaments.models import Correction, Entry, Match, Player, Tournament
from games.tournaments.outcomes import UnknownTournament
from games.tournaments.results import standings_of
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, place
from tests.games.tournaments.laid import beats, begin, entered, match_of, name_of, people, step
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

ORGANIZING = ("start/", "end/", "extend/", "entries/{entry}/remove/", "matches/{match}/result/",
              "matches/{match}/adjourn/")  # fmt: skip


def page_of(who: Person, row: Tournament, query: str = "") -> Page:
    return Page(browser_of(who).get(f"/tournaments/{row.public_id}/organize/{query}"))


def press(who: Person | None, row: Tournament, what: str, **fields: Any) -> Any:
    client = browser_of(who) if who else Client()
    return client.post(f"/tournaments/{row.public_id}/organize/{what}", fields, follow=who is not None)


def told(answer: Any) -> str:
    return Page(answer).text


def snapshot(row: Tournament) -> list[Any]:
    row.refresh_from_db()
    return [
        (row.state, row.due),
        list(row.entries.values_list("pk", "state")),
        list(Match.objects.filter(round__tournament=row).values_list("pk", "first_points", "adjourned")),
        list(row.played_rounds.values_list("ends")),
    ]


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_organizer_starts_it_and_ends_it() -> None:
    ann, bob = people("Ann Bob")
    row = entered("swiss", ann, bob)
    assert "Change the plan" in page_of(ann, row).text
    started = press(ann, row, "start/")
    assert "It starts now." in told(started)
    assert started.redirect_chain == [(f"/tournaments/{row.public_id}/", 302)]
    step(row)
    assert row.state == "running"
    assert "Start the tournament now" not in page_of(ann, row).buttons
    assert "Autumn Cup is over." in told(press(ann, row, "end/"))
    row.refresh_from_db()
    assert row.state == "finished"
    assert "End it now" not in page_of(ann, row).buttons


def test_one_alone_is_too_few() -> None:
    (ann,) = people("Ann")
    row = entered("swiss", ann)
    assert "at least two entries" in told(press(ann, row, "start/"))


def test_a_result_is_corrected_with_a_reason_for_everyone_to_read() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2))
    match = match_of(row, "Ann")
    there = f"matches/{match.pk}/result/"
    assert "Say why" in told(press(ann, row, there, points="2-0", reason=" "))
    assert "can’t be entered" in told(press(ann, row, there, points="9-9", reason="?"))
    assert not Correction.objects.exists()
    press(ann, row, there, points="0-2", reason="Ann’s cat ate the cards")
    match.refresh_from_db()
    assert (match.first_points, match.second_points, match.corrected) == (0, 2, True)
    page = browser_of(bob).get(f"/tournaments/{row.public_id}/").content.decode()
    assert "Ann’s cat ate the cards" in page


def test_the_round_goes_on_without_an_adjourned_match() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2))
    late = match_of(row, "Ann")
    press(ann, row, f"matches/{late.pk}/adjourn/")
    beats(row, "Dan", "Bob")
    assert row.played_rounds.filter(starts__isnull=False).count() == 2
    assert "adjourned" in page_of(ann, row, "?round=1").text


def test_a_running_round_gets_more_time() -> None:
    ann, bob = people("Ann Bob")
    row = begin(entered("swiss", ann, bob, rounds=1, minutes=30))
    before = row.played_rounds.get().ends
    press(ann, row, "extend/", minutes="30")
    after = row.played_rounds.get().ends
    assert before
    assert after
    assert (after - before).total_seconds() == 1800
    assert press(ann, row, "extend/", minutes="-5").status_code == 404


def test_an_entry_is_removed() -> None:
    ann, bob, cara = people("Ann Bob Cara")
    row = entered("swiss", ann, bob, cara)
    press(ann, row, f"entries/{Entry.objects.get(players__person=cara).pk}/remove/")
    assert [name_of(entry) for entry in row.entries.all()] == ["Ann", "Bob"]
    begin(row)
    press(ann, row, f"entries/{Entry.objects.get(players__person=bob).pk}/remove/")
    shown = told(browser_of(bob).get(f"/tournaments/{row.public_id}/"))
    assert "An organizer has removed you from this tournament." in shown
    assert "Come back" not in shown
    assert case(services.enter(row, bob)) == "tournament-removed"
    services.leave_tournaments(bob)
    assert case(services.enter(row, bob)) == "tournament-removed"


def test_a_tournament_that_is_called_off_says_so_and_ranks_no_one() -> None:
    ann, bob = people("Ann Bob")
    row = entered("swiss", ann, bob)
    press(ann, row, "end/")
    page = Page(browser_of(bob).get(f"/tournaments/{row.public_id}/"))
    assert "This tournament was canceled." in page.text
    assert "Standings" not in page.text
    assert "Yes, withdraw" not in page.buttons


def test_organizers_get_the_link_to_send_until_it_starts() -> None:
    ann, bob = people("Ann Bob")
    row = entered("swiss", ann, bob)
    address = f"/tournaments/{row.public_id}/"
    link = f'value="http://testserver{address}"'
    assert link in Page(browser_of(ann).get(address)).html
    assert link not in Page(browser_of(bob).get(address)).html
    begin(row)
    assert link not in Page(browser_of(ann).get(address)).html


def test_results_of_an_unfinished_duplicate_round_are_told_to_no_organizer() -> None:
    row = begin(entered("duplicate", *people("Ann Bob Cara Dan"), rounds=1))
    assert row.host
    beats(row, "Ann", "Dan")
    page = page_of(row.host, row)
    assert "finished" in page.text
    assert "1 – 0" not in page.text
    beats(row, "Bob", "Cara")
    assert "1 – 0" in page_of(row.host, row).text
    shown = told(browser_of(row.host).get(f"/tournaments/{row.public_id}/"))
    assert "Round 1" in shown
    assert "without a game" not in shown


# --- two accounts of one person ---------------------------------------------------------------------------------------


def test_organizers_alone_see_who_shares_an_address_until_the_end() -> None:
    ann, bob, cara = people("Ann Bob Cara")
    row = entered("swiss", host=ann)
    for who in (bob, cara):
        services.enter(row, who, ("192.0.2.7", f"192.0.2.7 {who.username}"))
    assert "Same internet address as Cara" in page_of(ann, row).text
    assert "type of browser" not in page_of(ann, row).text
    assert "Same internet address" not in browser_of(bob).get(f"/tournaments/{row.public_id}/").content.decode()
    assert "192.0.2.7" not in str(list(Player.objects.values()))
    services.call_off(row, ann)
    assert set(Player.objects.values_list("address_mark", "device_mark")) == {("", "")}
    assert "Same internet address" not in page_of(ann, row).text


def test_one_device_is_not_told_a_second_time_as_one_address() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = entered("swiss", host=ann)
    for who, device in ((bob, "phone"), (cara, "phone"), (dan, "laptop")):
        services.enter(row, who, ("192.0.2.7", f"192.0.2.7 {device}"))
    page = page_of(ann, row)
    assert "Same internet address and type of browser as Cara" in page.text
    assert "Same internet address as Dan" in page.text
    assert "Same internet address as Cara and Dan" not in page.text


def test_the_marks_of_two_tournaments_are_not_the_same() -> None:
    ann, bob = people("Ann Bob")
    for row in (entered("swiss", host=ann), entered("swiss", host=ann)):
        services.enter(row, bob, ("192.0.2.7", "-"))
    assert len(set(Player.objects.values_list("address_mark", flat=True))) == 2


# --- who may not ------------------------------------------------------------------------------------------------------


def test_an_entrant_does_nothing_of_it() -> None:
    ann, bob = people("Ann Bob")
    row = begin(entered("swiss", ann, bob, minutes=30))
    match, entry = Match.objects.get(), Entry.objects.get(players__person=ann)
    before = snapshot(row)
    for who in (bob, None):
        for what in ORGANIZING:
            there = what.format(match=match.pk, entry=entry.pk)
            assert press(who, row, there, points="0-2", reason="I won", minutes="60").status_code == 404, there
    assert browser_of(bob).get(f"/tournaments/{row.public_id}/organize/").status_code == 404
    assert browser_of(bob).get(f"/tournaments/{row.public_id}/edit/").status_code == 404
    assert snapshot(row) == before


def test_an_organizer_reaches_nothing_of_another_tournament() -> None:
    ann, bob, eve = people("Ann Bob Eve")
    row, own = begin(entered("swiss", ann, bob, minutes=30)), begin(entered("swiss", eve, bob, minutes=30))
    match, entry = Match.objects.get(round__tournament=row), Entry.objects.get(tournament=row, players__person=ann)
    before = snapshot(row)
    for what in ORGANIZING[3:]:
        press(eve, own, what.format(match=match.pk, entry=entry.pk), points="0-2", reason="Mine")
    for what in ORGANIZING:
        assert press(eve, row, what.format(match=match.pk, entry=entry.pk), points="0-2").status_code == 404
    assert snapshot(row) == before
    for act in (services.start_now, services.call_off):
        with pytest.raises(UnknownTournament):
            act(row, eve)


def test_organizers_of_one_club_organize_nothing_of_another() -> None:
    olga, eve = people("Olga Eve")
    row = entered("swiss", host=olga, club=club_of(olga, OPEN))
    club_of(eve, OPEN)
    assert press(eve, row, "end/").status_code == 404
    row.refresh_from_db()
    assert row.state == "planned"


def test_every_organizer_of_the_club_organizes_its_tournaments() -> None:
    olga, ben, cara = people("Olga Ben Cara")
    club = club_of(olga, PRIVATE, ben, cara)
    row = entered("swiss", host=olga, club=club)
    assert press(ben, row, "end/").status_code == 404
    clubs.set_role(club, olga, place(club, ben), Membership.Role.ORGANIZER)
    assert press(ben, row, "end/").status_code == 200
    row.refresh_from_db()
    assert row.state == "cancelled"


def test_whoever_no_longer_organizes_the_club_organizes_none_of_its_tournaments() -> None:
    olga, ben = people("Olga Ben")
    club = club_of(olga, PRIVATE, ben)
    clubs.set_role(club, olga, place(club, ben), Membership.Role.ORGANIZER)
    row = entered("swiss", ben, host=ben, club=club)
    assert "Change the plan" in page_of(ben, row).text
    clubs.set_role(club, olga, place(club, ben), Membership.Role.MEMBER)
    assert page_of(ben, row).status == press(ben, row, "end/").status_code == 404
    with pytest.raises(UnknownTournament):
        services.call_off(row, ben)
    assert press(olga, row, "end/").status_code == 200


def test_a_removed_member_with_an_open_page_does_nothing_more() -> None:
    olga, ben = people("Olga Ben")
    club = club_of(olga, PRIVATE, ben)
    clubs.set_role(club, olga, place(club, ben), Membership.Role.ORGANIZER)
    row = entered("swiss", ben, host=ben, club=club)
    clubs.remove_member(club, olga, place(club, ben))
    for what in ("start/", "end/"):
        assert press(ben, row, what).status_code == 404
    there = f"/tournaments/{row.public_id}"
    assert [browser_of(ben).post(f"{there}/{what}/").status_code for what in ("enter", "withdraw", "edit")] == [404] * 3
    files = ("results.json", "results.csv", "calendar.ics", "organize/", "")
    assert [browser_of(ben).get(f"{there}/{file}").status_code for file in files] == [404] * 5
    with pytest.raises(UnknownTournament):
        services.call_off(row, ben)


@pytest.mark.parametrize("begun", [True, False])
def test_whoever_is_removed_from_the_club_is_no_longer_in_its_tournaments(begun: bool) -> None:
    olga, ben, cara = people("Olga Ben Cara")
    club = club_of(olga, OPEN, ben, cara)
    inside, open_one = (entered("swiss", ben, cara, host=olga, club=club, access=kind) for kind in ("club", "open"))
    if begun:
        begin(inside), begin(open_one)
    clubs.remove_member(club, olga, place(club, ben))
    states = [Entry.objects.filter(tournament=row, players__person=ben).first() for row in (inside, open_one)]
    assert [entry and entry.state for entry in states] == ["out" if begun else None, "in"]
    assert ("withdrawn" in page_of(olga, inside).text) == begun


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_whoever_withdraws_while_playing_still_gets_the_result_of_the_game() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2))
    services.withdraw(row, ann)
    assert Game.objects.get(match_game__match=match_of(row, "Ann")).status == Game.Status.PLAYING
    beats(row, "Ann", "Cara")
    points = {standing.number: standing.points for standing in standings_of(row)}
    assert points[Entry.objects.get(players__person=ann).number] == 2


def test_an_account_that_is_deleted_loses_its_match_and_keeps_its_place() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2))
    entry, match = Entry.objects.get(players__person=cara), match_of(row, "Ann", "Cara")
    delete_account(cara)
    entry.refresh_from_db()
    match.refresh_from_db()
    assert entry.state == "out"
    assert (match.first_points, match.second_points) == (2, 0)
    assert "A former player" in browser_of(bob).get(f"/tournaments/{row.public_id}/").content.decode()
    assert "A former player" in page_of(ann, row).text


def test_without_its_organizer_a_tournament_is_over() -> None:
    ann, bob, cara = people("Ann Bob Cara")
    open_one, running = entered("swiss", bob, cara, host=ann), begin(entered("swiss", bob, cara, host=ann))
    delete_account(ann)
    for row in (open_one, running):
        row.refresh_from_db()
        assert (row.state, row.host) == ("cancelled", None)
        assert browser_of(bob).get(f"/tournaments/{row.public_id}/").status_code == 200


def test_a_clubs_tournament_goes_on_without_its_host() -> None:
    olga, ben, cara = people("Olga Ben Cara")
    club = club_of(olga, PRIVATE, ben, cara)
    row = begin(entered("swiss", ben, cara, host=olga, club=club))
    delete_account(olga)
    row.refresh_from_db()
    assert row.state == "running"


def test_a_persons_tournaments_are_in_their_data() -> None:
    ann, bob = people("Ann Bob")
    row = entered("swiss", ann, bob)
    data = export_personal_data(ann)
    assert [each["name"] for each in data["tournaments.Tournament.host"]] == ["Autumn Cup"]
    assert data["entries"] == [
        {
            "tournament": "Autumn Cup",
            "address": row.public_id,
            "team": "",
            "state": "in",
            "since": row.entries.earliest("pk").since,
        }
    ]
    assert "Bob" not in str(data["entries"])


# --- the cards of a tournament ----------------------------------------------------------------------------------------


def records(person: Person) -> list[str | None]:
    return [game["record"] for game in export_personal_data(person)["games"]]


def test_cards_of_a_tournament_lie_beside_the_daily_deals_and_tell_nothing_early() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("duplicate", ann, bob, cara, dan, rounds=1))
    deal = SharedDeal.objects.get()
    beats(row, "Ann", "Dan")
    assert records(ann) == [None]
    assert deal_services.rotate_keys() == 1
    assert list(deal_problems()) == []
    assert Client().get(f"/same-cards/{deal.public_id}/").status_code == 404
    assert browser_of(ann).post(f"/same-cards/{deal.public_id}/play/").status_code == 404
    pages = ("/statistics/", "/daily/", "/people/ann/", "/games/")
    assert [browser_of(ann).get(there).status_code for there in pages] == [200] * 4
    assert deal_services.daily_streak(ann) == (False, 0)
    beats(row, "Bob", "Cara")
    assert all(records(ann))
