"""Pages of tournaments: who sees and does what there, and what a round tells while it is played."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from accounts.services import create_guest
from casino.clock import now
from games.clubs import services as clubs
from games.clubs.services import ClubValues
from games.contexts.access import can_watch
from games.deals.services import join
from games.models import Game
from games.services import Refused
from games.tournaments import rounds, services, tables
from games.tournaments.models import Entry, Match, MatchGame, Player, Round, Tournament
from tests.games.clubs.test_members import club_of, place
from tests.games.finished import play_out
from tests.games.tournaments.laid import LIVE, laid, people, planned, play_round, settle, undecided
from tests.games.viewers import Page, browser_of, told_after

pytestmark = pytest.mark.django_db

NAMES = "Ann Bob Cleo Dan"


def page_of(cup: Tournament, who: Person | None = None, part: str = "") -> Page:
    return Page(browser_of(who).get(f"/tournaments/{cup.public_id}/{part}"))


def press(cup: Tournament, who: Person | None, part: str, **fields: Any) -> Any:
    return browser_of(who).post(f"/tournaments/{cup.public_id}/{part}/", fields)


def open_tables(cup: Tournament) -> list[Game]:
    """Open the games of the round, which on the site a task does."""
    for match in undecided(cup):
        tables.open_match.func(match.pk)
    return [row.game for row in MatchGame.objects.filter(match__round__tournament=cup).order_by("match__board")]


def between(page: Page, start: str, end: str) -> str:
    return str(page.html.partition(start)[2].partition(end)[0])


# --- entering ---------------------------------------------------------------------------------------------------------


def test_a_guest_enters_and_withdraws_without_a_script() -> None:
    cup, visitor = planned("swiss", people("Ann")[0]), Client()
    assert "Enter" in Page(visitor.get(f"/tournaments/{cup.public_id}/")).buttons
    there = Page(visitor.post(f"/tournaments/{cup.public_id}/enter/", follow=True))
    assert "You’re in" in there.text
    assert Player.objects.get(tournament=cup).person.is_guest  # type: ignore[union-attr]
    assert "Withdraw You can enter again until it starts" in there.text  # asked a second time
    left = Page(visitor.post(there.buttons["Yes, withdraw"]["action"], follow=True))
    assert "No one has entered yet." in left.text


def test_a_rated_tournament_asks_visitors_to_sign_up() -> None:
    cup = planned("swiss", people("Ann")[0], terms=LIVE._replace(rated=True))
    answer = press(cup, None, "enter")
    assert answer["Location"].startswith("/account/signup/?next=%2Ftournaments%2F")
    assert "Sign up" in told_after(press(cup, create_guest(), "enter"))
    assert not Player.objects.exists()


def test_partners_find_each_other() -> None:
    ann, bob, cleo, _dan = people(NAMES)
    cup = planned("swiss", ann, entry_size=2)
    press(cup, ann, "enter", team="Long Tricks")
    page = page_of(cup, bob)
    button = page.buttons["Play with Long Tricks"]
    assert "looks for a partner" in page.text
    assert "Your team still looks for 1 partner." in page_of(cup, ann).text
    press(cup, bob, "enter", partner=button["value"])
    assert set(Player.objects.values_list("person", flat=True)) == {ann.pk, bob.pk}
    assert Entry.objects.count() == 1
    page = page_of(cup, cleo)
    assert "Play with Long Tricks" not in page.buttons
    assert "Ann · Bob" in page.text
    assert "You are in this tournament already." in told_after(press(cup, bob, "enter"))


def test_a_name_of_a_team_has_to_be_one() -> None:
    (ann,) = people("Ann")
    cup = planned("swiss", ann, entry_size=2)
    assert "Choose another name" in told_after(press(cup, ann, "enter", team="x" * 41))
    assert not Entry.objects.exists()


def test_an_absent_entry_comes_back() -> None:
    ann, bob, *_ = people(NAMES)
    cup = laid("swiss", people(NAMES), rounds=3)
    Entry.objects.filter(players__person=bob).update(state=Entry.State.ABSENT)
    page = page_of(cup, bob)
    assert "You missed your game" in page.text
    assert "I’m back" not in page_of(cup, ann).buttons
    browser_of(bob).post(page.buttons["I’m back"]["action"])
    assert Entry.objects.get(players__person=bob).state == Entry.State.IN


def test_it_is_too_late_in_the_last_round() -> None:
    cup, eve = laid("swiss", people(NAMES), done=1, rounds=2), people("Eve")[0]
    assert "Enter" not in page_of(cup, eve).buttons
    assert "too late" in told_after(press(cup, eve, "enter"))


def test_who_has_withdrawn_or_never_entered_withdraws_nothing() -> None:
    (ann,) = people("Ann")
    cup = planned("swiss", ann)
    assert press(cup, None, "withdraw").status_code == 404
    assert "You are not in this tournament." in told_after(press(cup, ann, "withdraw"))


# --- the next game ----------------------------------------------------------------------------------------------------


def test_a_player_is_led_to_the_table_and_back() -> None:
    ann = people("Ann")[0]
    cup = laid("swiss", people(NAMES), rounds=2)
    assert "The table is being set up." in page_of(cup, ann).text
    game = next(game for game in open_tables(cup) if ann.pk in game.people)
    assert f'href="/g/{game.public_id}/">Your table' in page_of(cup, ann).html
    assert "Your table" not in page_of(cup, people("Eve")[0]).text
    table = Page(browser_of(ann).get(f"/g/{game.public_id}/"))
    assert f'href="/tournaments/{cup.public_id}/"' in table.html
    assert "Round 1, table" in table.text
    play_out(Game.objects.get(pk=game.pk))
    table = Page(browser_of(ann).get(f"/g/{game.public_id}/"))
    assert "Back to the tournament" in table.text
    assert "Rematch" not in table.buttons
    assert "Analyze" in table.buttons


def test_the_pause_is_counted_down() -> None:
    cup = laid("swiss", people(NAMES), done=1, rounds=3, pause=200)
    page = page_of(cup, people("Ann")[0])
    assert "Round 2 starts in" in page.text
    assert 'class="clock scripted" role="timer" data-running' in page.html
    assert "Standings after round 1" in page.text
    rounds.advance.func(cup.pk)
    assert services.start_now(cup, people("Ann")[0]) is None
    rounds.advance.func(cup.pk)
    play_round(cup, leave=1)
    assert "Standings after round 1" not in page_of(cup).text, "a result of round 2 is in them"


def test_half_a_point_is_not_many() -> None:
    cup = laid("swiss", people(NAMES), rounds=3)
    for match in undecided(cup):
        settle(match, 1)
    rounds.advance.func(cup.pk)
    services.start_now(cup, people("Ann")[0])
    rounds.advance.func(cup.pk)
    shown = page_of(cup, people("Ann")[0]).text
    assert "½ point" in shown
    assert "½ points" not in shown


def test_only_a_start_with_a_time_is_for_the_calendar() -> None:
    ann = people("Ann")[0]
    assert "Add to your calendar" not in page_of(planned("swiss", ann)).text
    assert "Add to your calendar" in page_of(planned("swiss", ann, starts=now() + timedelta(days=1))).text


def test_a_finished_tournament_names_its_winner() -> None:
    cup = laid("swiss", people(NAMES), done=2, rounds=2)
    page = page_of(cup, people("Ann")[0])
    assert "Winner" in page.text
    assert "Final standings" in page.text
    assert not {"Yes, withdraw", "Enter"} & set(page.buttons)


def test_all_who_share_first_place_are_its_winners() -> None:
    cup = laid("round_robin", people(NAMES))
    while match := undecided(cup).first():
        settle(match, 1)
        rounds.advance.func(cup.pk)
    page = page_of(cup)
    podium = between(page, '<ol class="podium">', "</ol>")
    assert "Winners" in page.text
    assert [podium.count(name) for name in ("place 1", 'class="first"')] == [4, 4]
    assert page.html.count('<td class="rk">1</td>') == 4


@pytest.mark.parametrize("form", ["knockout", "swiss"])
@pytest.mark.parametrize("more", [0, 1])
def test_a_tournament_that_is_ended_early_names_all_who_share_first_place_if_they_are_few(form: str, more: int) -> None:
    cup = laid(form, people(NAMES + " Eve Fay" * more))
    assert services.call_off(cup, people("Ann")[0]) is None
    page = page_of(cup)
    assert page.html.count('<ol class="podium">') == ("Winners" in page.text) == 1 - more
    if not more:
        assert between(page, '<ol class="podium">', "</ol>").count("place 1") == 4


def test_an_arena_without_a_result_has_no_winner() -> None:
    cup = laid("arena", people("Ann Bob"), minutes=60)
    assert services.call_off(cup, people("Ann")[0]) is None
    assert "Winner" not in page_of(cup).text


# --- standings, rounds, bracket ---------------------------------------------------------------------------------------


def test_the_crosstable_tells_the_results_by_numbers_that_not_even_level_players_share() -> None:
    cup = laid("swiss", people(NAMES), rounds=2)
    for match in undecided(cup):
        settle(match, 2)
    rounds.advance.func(cup.pk)
    page = page_of(cup)
    assert "1 – 0" in page_of(cup, part="?round=1").text
    assert "1 – 0" not in between(page, '<ul class="pairs">', "</ul>")
    rows = re.findall(r'class="rk">(\d+)</td>.*?class="no">(\d+)<.*?class="cell [wld]">([WL])(\d+)<', page.html, re.S)
    assert [place for place, *_rest in rows] == ["1", "1", "3", "3"]
    results = {number: (other, result) for _place, number, result, other in rows}
    assert set(results) == {"1", "2", "3", "4"}
    assert all(results[other] == (number, "L" if result == "W" else "W") for number, (other, result) in results.items())


def test_every_format_shows_its_standings() -> None:
    shown = {
        "round_robin": "Standings after round 1",
        "knockout": "Bracket",
        "arena": "Standings",
        "ladder": "Standings",
        "duplicate": "Standings after round 1",
        "solo": "Standings after round 1",
    }
    for form, title in shown.items():
        cup = laid(form, people(NAMES), rounds=2, minutes=60)
        play_round(cup)
        assert title in page_of(cup, people("Ann")[0]).text, form
        assert page_of(cup, people("Ann")[0], "wall/").status == 200


def test_a_bracket_has_the_winners_and_the_rounds_to_come() -> None:
    cup = laid("knockout", people("Ann Bob Cleo Dan Eve"))
    page = page_of(cup)
    assert "Quarterfinals" in page.text
    assert page.text.count("to be drawn") == 3
    assert page.text.count("bye") == 3
    for _ in range(3):
        play_round(cup)
    page = page_of(cup)
    assert "Third place" in page.text
    assert "to be drawn" not in page.text
    last = Match.objects.get(round__number=3, board=1)
    winner = last.first if last.first_points == 2 else last.second
    assert winner
    podium = between(page, '<ol class="podium">', "</ol>")
    assert podium.index(str(winner.players.get().person)) < podium.index("</li>")


def test_an_arena_shows_streaks() -> None:
    cup = laid("arena", people("Ann Bob"), minutes=60)
    for _ in range(3):
        match = undecided(cup).get()
        ann_first = match.first.players.get().person.username == "ann"
        settle(match, 2 if ann_first else 0)
        rounds.advance.func(cup.pk)
    page = page_of(cup)
    assert "3 in a row" in page.text
    assert 'class="cell w">4' in page.html


def test_a_corrected_result_stays_on_record() -> None:
    ann = people("Ann")[0]
    cup = laid("swiss", people(NAMES), rounds=2)
    match = undecided(cup)[0]
    settle(match, 2)
    services.correct_result(cup, ann, match.pk, (1, 1), "The table was called off by mistake.")
    page = page_of(cup)
    assert "1 – 0 → ½ – ½" in page.text
    assert "The table was called off by mistake." in page.text


# --- the ladder -------------------------------------------------------------------------------------------------------


def test_a_challenge_on_the_ladder_is_made_and_answered() -> None:
    cup = laid("ladder", people("Ann Bob Cleo Dan Eve"))
    order = [entry.players.get().person for entry in cup.entries.order_by("place")]
    top, bottom, first = order[1], order[4], order[0]
    assert top
    assert bottom
    page = page_of(cup, bottom)
    name = f"Challenge {top.display_name}"
    assert sum(label.startswith("Challenge") for label in page.buttons) == 3
    assert not any(label.startswith("Challenge") for label in page_of(cup, first).buttons)
    browser_of(bottom).post(page.buttons[name]["action"])
    assert "You have challenged" in page_of(cup, bottom).text
    page = page_of(cup, top)
    assert "You have been challenged" in page.text
    browser_of(top).post(page.buttons["Give up your place"]["action"], {"answer": "no"})
    rounds.advance.func(cup.pk)
    assert Entry.objects.get(players__person=bottom).place == 2
    page = page_of(cup, top)
    assert "without a game" in page.text
    assert press(cup, top, f"challenges/{Match.objects.get().pk}", answer="?").status_code == 404


# --- the same cards ---------------------------------------------------------------------------------------------------


def test_a_round_with_the_same_cards_tells_nothing_until_all_have_finished() -> None:
    ann, bob, *_ = people(NAMES)
    cup = laid("duplicate", people(NAMES), rounds=2)
    games = open_tables(cup)
    settle(undecided(cup)[0], 2)
    done, running = undecided(cup).get(), Match.objects.filter(first_points=2).get()
    page = page_of(cup)
    assert not any(sign in between(page, '<ul class="pairs">', "</ul>") for sign in ("1 – 0", "0 – 1", "/g/"))
    assert "finished" in page.text
    assert 'class="cell w"' not in page.html
    stranger = people("Eve")[0]
    assert not any(can_watch(game, stranger) for game in games)
    settle(done, 3)
    rounds.advance.func(cup.pk)
    page = page_of(cup, part="?round=1")
    assert "100%" in page.text
    assert "1 – 0" in page.text
    assert running.round == done.round
    assert {ann, bob} <= {player.person for player in Player.objects.all()}


def test_a_table_that_plays_on_after_the_round_keeps_its_cards_hidden() -> None:
    cup = laid("duplicate", people(NAMES), rounds=2)
    games = open_tables(cup)
    first = undecided(cup)[0]
    services.adjourn(cup, people("Ann")[0], first.pk)
    settle(undecided(cup)[1], 2)
    rounds.advance.func(cup.pk)
    assert Round.objects.get(number=1).closed
    assert not any(can_watch(game, people("Eve")[0]) for game in games)


def test_the_commitments_of_all_rounds_are_there_before_play() -> None:
    cup = laid("duplicate", people(NAMES), rounds=3)
    page = page_of(cup)
    commitments = [each.deal.commitment for each in Round.objects.all() if each.deal]
    assert len(commitments) == 3
    assert all(commitment in page.html for commitment in commitments)
    games = open_tables(cup)
    assert {game.commitment for game in games} == {commitments[0]}


def test_no_one_joins_the_cards_of_a_round_by_an_address() -> None:
    deal = laid("duplicate", people(NAMES), rounds=2).played_rounds.get(number=1).deal
    assert deal
    eve = people("Eve")[0]
    assert browser_of(eve).get(f"/same-cards/{deal.public_id}/").status_code == 404
    assert browser_of(eve).post(f"/same-cards/{deal.public_id}/play/").status_code == 404
    assert isinstance(join(deal, eve), Refused)


# --- clubs ------------------------------------------------------------------------------------------------------------


def test_the_tournament_of_a_private_club_exists_for_its_members_alone() -> None:
    ann, bob, cleo, dan, eve, sam = people("Ann Bob Cleo Dan Eve Sam")
    club = club_of(ann, ClubValues("Quai Street"), bob, cleo, dan, eve)
    cup = laid("swiss", [ann, bob, cleo, dan], club=club, access="club", rounds=2)
    game = open_tables(cup)[0]
    assert "Autumn Cup" in browser_of(eve).get(f"/clubs/{club.address}/").content.decode()
    clubs.remove_member(club, ann, place(club, eve))
    for who in (None, sam, eve):
        browser = browser_of(who)
        for part in ("", "wall/"):
            assert browser.get(f"/tournaments/{cup.public_id}/{part}").status_code == 404
        for part in ("enter", "withdraw", "challenge/1", "challenges/1"):
            assert press(cup, who, part).status_code == 404
        assert browser.get(f"/g/{game.public_id}/").status_code == 404
        assert browser.get(f"/g/{game.public_id}/rules/").status_code == 404
        assert "Autumn Cup" not in browser.get("/tournaments/").content.decode()
    others = [person for person in (ann, bob, cleo, dan) if person.pk not in game.people]
    assert browser_of(others[0]).get(f"/g/{game.public_id}/").status_code == 200


def test_a_club_that_becomes_private_takes_its_tournaments_off_the_list() -> None:
    ann, bob = people("Ann Bob")
    values = ClubValues("Harbor", private=False)
    club = club_of(ann, values, bob)
    cup = laid("swiss", [ann, bob], club=club)
    game = open_tables(cup)[0]
    eve = people("Eve")[0]
    assert "Autumn Cup" in browser_of(eve).get("/tournaments/").content.decode()
    assert browser_of(eve).get(f"/g/{game.public_id}/").status_code == 200
    clubs.change_club(club, ann, values._replace(private=True))
    assert "Autumn Cup" not in browser_of(eve).get("/tournaments/").content.decode()
    assert browser_of(eve).get(f"/g/{game.public_id}/").status_code == 404


def test_only_members_enter_a_tournament_of_their_club() -> None:
    ann, bob, eve = people("Ann Bob Eve")
    club = club_of(ann, ClubValues("Harbor", private=False), bob)
    cup = planned("swiss", ann, club, access="club")
    assert "Enter" not in page_of(cup, eve).buttons
    assert "Only members of the club" in told_after(press(cup, eve, "enter"))
    assert "Enter" in page_of(cup, bob).buttons


def test_its_link_is_offered_as_that_of_a_table_is() -> None:
    ann, bob = people("Ann Bob")
    cup = planned("swiss", ann, name="Open Cup")
    page = page_of(cup, ann)
    assert page.buttons["Share link"]["data-share"] == "Open Cup"
    assert f'value="http://testserver/tournaments/{cup.public_id}/"' in page.html
    assert "The link as a QR code" in page.html
    assert "Share link" not in page_of(cup, bob).buttons


# --- lists ------------------------------------------------------------------------------------------------------------


def test_the_list_has_ones_own_and_those_for_everyone() -> None:
    ann, bob = people("Ann Bob")
    planned("swiss", ann, name="Open Cup")
    planned("swiss", ann, name="Hidden Cup", access="link")
    mine, others = (Page(browser_of(who).get("/tournaments/")).text for who in (ann, bob))
    assert "Open Cup" in mine
    assert "Hidden Cup" in mine
    assert "Open Cup" in others
    assert "Hidden Cup" not in others


def test_who_has_no_account_reads_that_planning_needs_one() -> None:
    for browser, needs in ((Client(), True), (browser_of(create_guest()), True), (browser_of(people("Ann")[0]), False)):
        page = Page(browser.get("/tournaments/"))
        assert ("You need an account" in page.text) == needs
        assert ('href="/account/signup/?next=/tournaments/new/"' in page.html) == needs


def test_who_has_no_account_reads_that_a_rated_tournament_needs_one() -> None:
    ann, bob = people("Ann Bob")
    for rated in (True, False):
        cup = planned("swiss", ann, terms=LIVE._replace(rated=rated))
        for who, needs in ((None, rated), (create_guest(), rated), (bob, False)):
            page = page_of(cup, who)
            assert "Enter" in page.buttons
            assert (f'href="/account/signup/?next=/tournaments/{cup.public_id}/"' in page.html) == needs


def test_a_few_of_each_list_are_shown_and_all_of_them_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.contexts.tournaments.FEW", 1)
    monkeypatch.setattr("games.contexts.tournaments.A_PAGE", 2)
    for number in range(4):
        laid("swiss", people("Ann Bob"), done=1, rounds=1, name=f"Cup {number}")
    page = Client().get("/tournaments/")
    assert "Cup 3" in page.text
    assert "Cup 2" not in page.text
    assert "?list=finished" in page.text
    page = Client().get("/tournaments/?list=finished")
    assert "Cup 2" in page.text
    assert "Cup 1" not in page.text
    older = Client().get(f"/tournaments/?list=finished&before={between(Page(page), '&amp;before=', chr(34))}")
    assert "Cup 0" in older.text
    assert "Cup 2" not in older.text
    assert Client().get("/tournaments/?list=own").status_code == 200


@pytest.mark.parametrize("form", ["swiss", "knockout", "duplicate", "arena", "ladder"])
def test_many_entries_cost_no_more_queries_than_few(form: str) -> None:
    asked = []
    for count in (5, 25):
        names = " ".join(f"P{number}" for number in range(count))
        cup = laid(form, people(names), done=1, rounds=3, minutes=60)
        open_tables(cup)
        who = browser_of(people("P0")[0])
        for part in ("", "wall/", "organize/"):
            with CaptureQueriesContext(connection) as queries:
                assert who.get(f"/tournaments/{cup.public_id}/{part}").status_code == 200
            asked.append(len(queries))
    assert asked[:3] == asked[3:]
