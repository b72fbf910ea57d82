"""What organizers do on their page, and that no one else does it; what is left when people are gone."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from accounts.services import delete_account
from games import services as games
from games.clubs import services as clubs
from games.clubs.models import Membership
from games.contexts.personal_data import export_personal_data
from games.deals import services as deal_services
from games.deals.models import SharedDeal
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.refusal import Refusal
from games.integrity.deal_checks import deal_problems
from games.log.store import load
from games.models import Game
from games.notifications.models import Notification
from games.notifications.texts import line_of
from games.rulings.disputes import open_dispute
from games.rulings.models import Dispute
from games.tournaments import services
from games.tournaments.models import Correction, Entry, Match, Player, Tournament
from games.tournaments.outcomes import UnknownTournament
from games.tournaments.results import standings_of
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, place
from tests.games.recipients import Messages, reachable
from tests.games.tournaments.laid import beats, begin, entered, match_of, name_of, pairs, people, planned, step
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

ORGANIZING = ("start/", "end/", "extend/", "entries/{entry}/remove/", "matches/{match}/result/",
              "matches/{match}/adjourn/")  # fmt: skip


def page_of(who: Person, row: Tournament, query: str = "") -> Page:
    return Page(browser_of(who).get(f"/tournaments/{row.public_id}/organize/{query}"))


def press(who: Person | None, row: Tournament, what: str, **fields: Any) -> Any:
    """From the page as it is now, unless `seen` says what an older one has."""
    client = browser_of(who) if who else Client()
    own = [each for each in page_of(who, row).inputs if each["form"].endswith(f"/{what}")] if who else []
    fields = {each["name"]: each["value"] for each in own if each.get("name") == "seen"} | fields
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
    assert "can’t be entered" in told(press(ann, row, there, points="", reason="?"))
    press(ann, row, there, points="0-2", reason="Ann’s cat ate the cards")
    assert "entered by hand" in page_of(ann, row).text
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


def test_a_result_that_was_entered_is_given_back_to_the_game() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2))
    match = match_of(row, "Ann", "Cara")
    there, back = f"matches/{match.pk}/result/", "as the game says"
    assert back not in page_of(ann, row).text
    assert "can’t be entered" in told(press(ann, row, there, points="game", reason="?"))
    press(ann, row, there, points="1-1", reason="The power was out")
    assert back in page_of(ann, row).text
    press(ann, row, there, points="game", reason="They play on")
    assert not match_of(row, "Ann", "Cara").decided
    press(ann, row, there, points="1-1", reason="They don’t")
    beats(row, "Ann", "Cara")
    press(ann, row, there, points="game", reason="They did")
    match.refresh_from_db()
    assert 2 in (match.first_points, match.second_points)
    assert not match.corrected
    assert [(made.before, made.after) for made in Correction.objects.all()][1] == ("1-1", "")


@pytest.mark.parametrize(
    ("form", "names", "state"), [("swiss", "Ann Bob", "finished"), ("duplicate", "Ann Bob Cara Dan", "running")]
)
def test_a_result_is_not_given_back_to_a_game_whose_time_has_passed(form: str, names: str, state: str) -> None:
    """The tournament is over, or the cards may have been seen elsewhere."""
    ann, *others = people(names)
    row = begin(entered(form, ann, *others, rounds=1))
    match = match_of(row, "Ann")
    services.correct_result(row, ann, match.pk, (2, 0), "Bob is ill")
    assert step(row).state == state
    assert case(services.correct_result(row, ann, match.pk, None, "?")) == "tournament-result-wrong"
    seat = match.games.get().game.taken_seats.get(person=ann)
    assert isinstance(games.resign(seat, Game.objects.get(pk=seat.game_id).seq), games.Accepted)
    assert services.correct_result(row, ann, match.pk, None, "He was not") is None
    match.refresh_from_db()
    assert (match.decided, match.corrected) == (True, False)


@pytest.mark.parametrize(("moves", "played"), [(0, False), (1, False), (2, True)])
def test_a_result_entered_for_a_game_without_moves_is_one_without_play(moves: int, played: bool) -> None:
    ann, bob = people("Ann Bob")
    row = begin(entered("swiss", ann, bob, rounds=2))
    match = match_of(row, "Ann", "Bob")
    for _ in range(moves):
        plays(match.games.get().game)
    services.correct_result(row, ann, match.pk, (1, 1), "Agreed")
    match.refresh_from_db()
    assert match.played == played


def plays(game: Game) -> None:
    game.refresh_from_db()
    mover = game.taken_seats.get(number=game.turn)
    move = min(map(write_move, legal_moves(perspective_of(load(game)[0], mover.number).position())))
    assert isinstance(games.play(mover, move, game.seq), games.Accepted)


def test_organizers_see_the_games_and_which_are_disputed() -> None:
    ann, bob = people("Ann Bob")
    row = begin(entered("swiss", ann, bob, rounds=1))
    game = match_of(row, "Ann", "Bob").games.get().game
    plays(game)
    assert "In dispute" not in page_of(ann, row).text
    assert f'href="/g/{game.public_id}/"' in page_of(ann, row).html
    opened = open_dispute(game.taken_seats.get(number=1), game.events.exclude(action_text="").earliest("seq").seq, "?")
    assert isinstance(opened, Dispute)
    assert "In dispute: Round 1, table 1" in page_of(ann, row).text
    Dispute.objects.update(state=Dispute.State.RULED)
    assert "In dispute" not in page_of(ann, row).text


def test_organizers_see_when_the_next_round_starts() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2, pause=600))
    assert "Round 2 starts" not in page_of(ann, row).text
    beats(row, "Ann", "Cara")
    beats(row, "Bob", "Dan")
    assert "Round 2 starts" in page_of(ann, row).text


def test_the_last_round_waits_for_a_match_put_aside_and_none_is_put_aside_in_it() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2))
    late = match_of(row, "Ann", "Cara")
    assert services.adjourn(row, ann, late.pk) is None
    beats(row, "Bob", "Dan")
    last = list(Match.objects.filter(round__tournament=row, round__number=2))
    assert case(services.adjourn(row, ann, last[0].pk)) == "tournament-last-round"
    assert "Go on without this match" not in page_of(ann, row).buttons
    for match in last:
        beats(row, name_of(match.first), name_of(match.second))
    assert row.state == "running"
    assert "1 table is still playing." in told(Client().get(f"/tournaments/{row.public_id}/"))
    seat = late.games.get().game.taken_seats.get(person=cara)
    assert isinstance(games.resign(seat, Game.objects.get(pk=seat.game_id).seq), games.Accepted)
    assert step(row).state == "finished"
    late.refresh_from_db()
    assert late.played


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
    removal = f"entries/{Entry.objects.get(players__person=cara).pk}/remove/"
    assert page_of(ann, row).buttons["Yes, remove"]["action"].endswith("/remove/")  # asked a second time
    press(ann, row, removal)
    assert case(services.enter(row, cara)) == "tournament-removed"
    assert case(services.withdraw(row, cara)) == "tournament-not-in"
    assert "Cara" not in told(browser_of(bob).get(f"/tournaments/{row.public_id}/"))
    assert "An organizer has removed you" in told(browser_of(cara).get(f"/tournaments/{row.public_id}/"))
    begin(row)
    assert [standing.number for standing in standings_of(row)] == [1, 2]
    assert case(services.enter(row, cara)) == "tournament-removed"
    press(ann, row, f"entries/{Entry.objects.get(players__person=bob).pk}/remove/")
    shown = told(browser_of(bob).get(f"/tournaments/{row.public_id}/"))
    assert "An organizer has removed you from this tournament." in shown
    assert "Come back" not in shown
    assert case(services.enter(row, bob)) == "tournament-removed"
    services.leave_tournaments(bob)
    assert case(services.enter(row, bob)) == "tournament-removed"


@pytest.mark.parametrize("form", ["round_robin", "knockout", "duplicate", "swiss", "arena", "ladder"])
def test_who_is_removed_before_the_start_is_not_drawn(form: str) -> None:
    ann, *others = people("Ann Bob Cara Dan")
    row = entered(form, ann, *others, minutes=60)
    services.remove_entry(row, ann, Entry.objects.get(players__person=others[0]).pk)
    begin(row)
    assert sorted(standing.number for standing in standings_of(row)) == [1, 2, 3]
    assert "Bob" not in {name for pair in pairs(row, 1) for name in pair}
    assert isinstance(services.enter(row, others[0]), Refusal)


def test_an_organizer_lets_someone_in_again() -> None:
    ann, bob, cara = people("Ann Bob Cara")
    row = entered("round_robin", ann, bob)
    entry = Entry.objects.get(players__person=bob)
    removal = f"entries/{entry.pk}/remove/"
    press(ann, row, removal)
    assert "has changed" in told(press(ann, row, removal))
    assert page_of(ann, row).buttons["Yes, let in again"]["name"] == "back"
    assert "Let in again." in told(press(ann, row, removal, back="1"))
    assert "has changed" in told(press(ann, row, removal, back="1"))
    assert begin(row).state == "running"
    services.withdraw(row, bob)
    assert page_of(ann, row).html.count("Yes, remove") == 1
    assert "has changed" in told(press(ann, row, removal))
    entry.refresh_from_db()
    assert entry.state == "out"
    assert press(cara, row, removal, back="1").status_code == 404


def test_no_one_is_let_in_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cara = people("Ann Bob Cara")
    row, limit = entered("swiss", ann, bob), "games.tournaments.services.MAX_ENTRIES"
    monkeypatch.setattr(limit, 2)
    entry = Entry.objects.get(players__person=bob).pk
    services.remove_entry(row, ann, entry)
    assert services.enter(row, cara) is None
    assert case(services.remove_entry(row, ann, entry, back=True)) == "tournament-full"


@pytest.mark.parametrize("left", ["withdraw", "remove_entry"])
def test_who_is_out_still_finds_the_table_that_counts(left: str) -> None:
    ann, bob = people("Ann Bob")
    row = begin(entered("swiss", ann, bob, rounds=1))
    out = services.withdraw(row, bob) if left == "withdraw" else None
    if left == "remove_entry":
        out = services.remove_entry(row, ann, Entry.objects.get(players__person=bob).pk)
    assert out is None
    page = told(browser_of(bob).get(f"/tournaments/{row.public_id}/"))
    assert "Still to finish: Ann" in page


# --- a page that was kept open ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["start/", "end/"])
def test_a_page_from_before_the_start_does_nothing_to_what_has_begun(what: str) -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2, pause=600))
    beats(row, "Ann", "Cara")
    beats(row, "Bob", "Dan")
    before = snapshot(row)
    for seen in ("planned", "planned 0", "", "nonsense", *(["running 0", "running"] if what == "start/" else [])):
        shown = press(ann, row, what, seen=seen)
        assert "has changed since you opened the page" in told(shown)
        assert shown.redirect_chain == [(f"/tournaments/{row.public_id}/organize/", 302)]
    assert snapshot(row) == before
    press(ann, row, what)
    assert snapshot(row) != before


def test_a_result_of_another_organizer_is_not_overwritten_from_an_older_page() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2))
    match = match_of(row, "Ann", "Cara")
    there, seen = f"matches/{match.pk}/result/", services.what_is_seen(match)
    press(ann, row, there, points="2-0", reason="First", seen=seen)
    assert "has changed" in told(press(ann, row, there, points="0-2", reason="Second", seen=seen))
    assert [made.reason for made in Correction.objects.all()] == ["First"]
    beats(row, "Bob", "Dan")
    press(ann, row, there, points="0-2", reason="Third", seen=services.what_is_seen(match_of(row, "Ann", "Cara")))
    assert Correction.objects.count() == 2


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


def test_what_a_host_no_longer_organizes_does_not_count_against_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tournaments.services.MAX_HOSTED", 1)
    olga, ben = people("Olga Ben")
    club = club_of(olga, OPEN, ben)
    Membership.objects.filter(club=club, person=ben).update(role=Membership.Role.ORGANIZER)
    planned("swiss", ben, club)
    with pytest.raises(AssertionError):
        planned("swiss", ben)
    clubs.remove_member(club, olga, place(club, ben))
    planned("swiss", ben)


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


@pytest.mark.parametrize("begun", [True, False])
def test_without_the_last_member_of_its_club_a_tournament_is_over(sent: Messages, begun: bool) -> None:
    olga, ben, cara = people("Olga")[0], reachable("Ben"), reachable("Cara")
    row = entered("swiss", ben, cara, host=olga, club=club_of(olga, OPEN))
    row = begin(row) if begun else row
    delete_account(olga)
    row.refresh_from_db()
    assert (row.state, row.club) == ("cancelled", None)
    told_of = Notification.objects.filter(kind="tournament", dedup_key__contains="over")
    assert {line_of(each.person, each).title for each in told_of} == {"Autumn Cup has been canceled"}
    assert {each.person for each in told_of} == {ben, cara}
    assert "was canceled" in told(browser_of(ben).get(f"/tournaments/{row.public_id}/"))


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
