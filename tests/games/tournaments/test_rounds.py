"""How a tournament goes on by itself: rounds that start once, matches that are decided once, and an end."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django_tasks_db.models import DBTaskResult

from accounts.models import Person
from accounts.services import create_guest
from casino.clock import now
from games import services as games
from games.clubs import services as clubs
from games.community.models import Block
from games.deals.reveal import secrets_revealed
from games.domain.provably_fair import commitment_v1
from games.log.encryption import decrypt_secret
from games.models import Game, Suspension
from games.services import Refused
from games.tournaments import rounds, services
from games.tournaments.models import Entry, Match, MatchGame, Player, Round, Tournament
from games.tournaments.results import standings_of
from games.tournaments.selectors import may_watch
from games.tournaments.tables import open_match, settle
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, member
from tests.games.timed import Passing, standing_time
from tests.games.tournaments.laid import beats, begin, entered, match_of, name_of, pairs, people, seat_of, step
from tests.games.viewers import Page, browser_of
from tests.load.cups import problems_of

pytestmark = pytest.mark.django_db

State = Tournament.State


@pytest.fixture
def time() -> Iterator[Passing]:
    with standing_time() as passing:
        yield passing


def entry_of(row: Tournament, name: str) -> Entry:
    return next(entry for entry in row.entries.all() if name_of(entry) == name)


def points_of(row: Tournament) -> dict[str, int]:
    names = {entry.number: name_of(entry) for entry in row.entries.all()}
    return {names[standing.number]: standing.points for standing in standings_of(row)}


def test_a_swiss_of_four_is_played_to_its_end() -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=3))
    assert (row.state, row.rounds, pairs(row, 1)) == ("running", 3, [("Ann", "Cara"), ("Dan", "Bob")])
    beats(row, "Ann", "Cara")
    assert pairs(row, 2) == []
    beats(row, "Bob", "Dan")
    assert sorted(map(sorted, pairs(row, 2))) == [["Ann", "Bob"], ["Cara", "Dan"]]
    beats(row, "Ann", "Bob")
    beats(row, "Cara", "Dan")
    beats(row, "Ann", "Dan")
    assert row.state == State.RUNNING
    beats(row, "Bob", "Cara")
    row.refresh_from_db()
    assert row.state == State.FINISHED
    assert points_of(row) == {"Ann": 6, "Bob": 4, "Cara": 2, "Dan": 0}
    assert list(problems_of(row)) == []


def test_a_round_starts_once_however_often_the_step_is_made() -> None:
    row = begin(entered("round_robin", *people("Ann Bob Cara Dan")))
    for match in list(Match.objects.filter(round__tournament=row)):
        first, second = name_of(match.first), name_of(match.second)
        seat = seat_of(row, first, second)
        assert isinstance(games.resign(seat, Game.objects.get(pk=seat.game_id).seq), games.Accepted)
    for _ in range(3):
        step(row)
    assert Round.objects.filter(tournament=row).count() == 2
    assert Match.objects.filter(round__tournament=row, round__number=2).count() == 2
    assert MatchGame.objects.filter(match__round__tournament=row).count() == 4


def test_steps_whose_tasks_are_lost_are_made_all_the_same(time: Passing) -> None:
    row = entered("knockout", *people("Ann Bob Cara Dan"))
    assert row.host
    assert services.start_now(row, row.host) is None
    for _ in range(4):
        DBTaskResult.objects.all().delete()
        time.passes(60)
        rounds.advance_overdue()
    row.refresh_from_db()
    assert (row.state, MatchGame.objects.count()) == ("running", 2)
    for winner, loser in (("Ann", "Dan"), ("Bob", "Cara")):
        seat = seat_of(row, winner, loser)
        assert isinstance(games.resign(seat, Game.objects.get(pk=seat.game_id).seq), games.Accepted)
    for _ in range(3):
        DBTaskResult.objects.all().delete()
        time.passes(60)
        rounds.advance_overdue()
    assert sorted(map(sorted, pairs(row, 2))) == [["Ann", "Bob"], ["Cara", "Dan"]]
    assert MatchGame.objects.count() == 4


def test_the_next_round_waits_for_the_pause(time: Passing) -> None:
    row = begin(entered("swiss", *people("Ann Bob"), rounds=1, pause=120, level="beginner", fill_to=4))
    row.rounds = 2
    row.save()
    for match in Match.objects.filter(round__tournament=row):
        services.correct_result(row, row.host or Person(), match.pk, (2, 0), "to see what follows")
    step(row)
    time.passes(119)
    step(row)
    assert pairs(row, 2) == []
    time.passes(2)
    step(row)
    assert len(pairs(row, 2)) == 2


def test_too_few_cancel_the_tournament_at_its_time(time: Passing) -> None:
    [ann] = people("Ann")
    row = entered("swiss", ann, rounds=3)
    assert case(services.start_now(row, ann)) == "tournament-few"
    rounds.set_due(row, row.created)
    time.passes(1)
    assert step(row).state == State.CANCELLED


def test_a_round_whose_time_is_up_does_not_wait(time: Passing) -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2, minutes=30))
    beats(row, "Ann", "Cara")
    late = match_of(row, "Bob", "Dan")
    time.passes(31 * 60)
    step(row)
    late.refresh_from_db()
    assert (late.decided, late.adjourned, len(pairs(row, 2))) == (False, True, 2)
    beats(row, "Dan", "Bob")
    seat = late.games.get().game.taken_seats.get(person__display_name="Bob")
    if Game.objects.get(pk=seat.game_id).status == Game.Status.PLAYING:
        games.resign(seat, Game.objects.get(pk=seat.game_id).seq)
    late.refresh_from_db()
    assert late.decided


@pytest.mark.parametrize("left", [False, True], ids=["all are there", "no one is left to be drawn"])
def test_the_time_of_the_last_round_is_that_of_matches_put_aside_before(time: Passing, left: bool) -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2, minutes=30))
    late = match_of(row, "Ann")
    for person in people("Bob Cara Dan") if left else []:
        assert services.withdraw(row, person) is None
    time.passes(31 * 60)
    assert step(row).state == State.RUNNING
    assert pairs(row, 2) == [] or not left
    assert row.due
    assert row.due > now()
    time.passes(29 * 60)
    assert step(row).state == State.RUNNING
    time.passes(2 * 60)
    assert step(row).state == State.FINISHED
    late.refresh_from_db()
    assert (late.first_points, late.second_points, late.played) == (1, 1, False)


def test_a_knockout_takes_whoever_leads_when_the_time_is_up(time: Passing) -> None:
    row = begin(entered("knockout", *people("Ann Bob Cara Dan"), minutes=30))
    time.passes(31 * 60)
    step(row)
    assert sorted(map(sorted, pairs(row, 2))) == [["Ann", "Bob"], ["Cara", "Dan"]]  # 0-0: the lower numbers


def test_a_match_that_was_called_off_is_played_again() -> None:
    row = begin(entered("knockout", *people("Ann Bob")))
    match = match_of(row, "Ann", "Bob")
    game = match.games.get().game
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)
    settle(match.pk)
    open_match.func(match.pk)
    assert [each.turned for each in match.games.order_by("number")] == [False, True]
    beats(row, "Bob", "Ann")
    row.refresh_from_db()
    assert (row.state, points_of(row)) == ("finished", {"Bob": 2, "Ann": 0})


def test_whoever_never_comes_is_no_longer_drawn_until_they_say_so(time: Passing) -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=3))
    beats(row, "Ann", "Cara")
    game = match_of(row, "Bob", "Dan").games.get().game
    gone = seat_of(row, "Bob", "Dan") if game.turn == seat_of(row, "Bob", "Dan").number else seat_of(row, "Dan", "Bob")
    time.passes(3600)
    games.enforce_timeout(game.public_id, Game.objects.get(pk=game.pk).seq)
    name = str(gone.person)
    assert entry_of(row, name).state == Entry.State.ABSENT
    assert match_of(row, "Ann", "Cara").played, "a game that one resigns is a game"
    assert not match_of(row, "Bob", "Dan").played
    step(row)
    assert (name, "") not in pairs(row, 2)
    assert not any(name in pair for pair in pairs(row, 2))
    assert gone.person
    assert services.enter(row, gone.person) is None
    assert entry_of(row, name).state == Entry.State.IN


def test_leaving_does_not_avoid_a_loss_nor_the_rounds_to_come() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("round_robin", ann, bob, cara, dan))
    playing = match_of(row, "Ann", "Dan")
    assert services.withdraw(row, dan) is None
    step(row)
    playing.refresh_from_db()
    assert not playing.decided
    beats(row, "Ann", "Dan")
    beats(row, "Bob", "Cara")
    given_up = [match for match in Match.objects.filter(round__tournament=row) if not match.played]
    assert [name_of(match.second if match.first == entry_of(row, "Dan") else match.first) for match in given_up]
    assert points_of(row)["Dan"] == 0


def test_a_correction_stays_and_games_no_longer_change_it() -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2))
    assert row.host
    match = match_of(row, "Ann", "Cara")
    assert case(services.correct_result(row, row.host, match.pk, (2, 2), "both won")) == "tournament-result-wrong"
    assert case(services.correct_result(row, row.host, match.pk, (1, 1), " ")) == "tournament-reason"
    assert services.correct_result(row, row.host, match.pk, (1, 1), "the power was out") is None
    beats(row, "Ann", "Cara")
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (1, 1)
    [kept] = match.corrections.all()
    assert (kept.before, kept.after, kept.reason, kept.by) == ("", "1-1", "the power was out", row.host)


def test_a_knockout_keeps_the_winner_from_whom_the_next_round_was_drawn() -> None:
    row = begin(entered("knockout", *people("Ann Bob Cara Dan")))
    assert row.host
    beats(row, "Ann", "Dan")
    beats(row, "Bob", "Cara")
    match = Match.objects.get(round__tournament=row, round__number=1, board=1)
    assert case(services.correct_result(row, row.host, match.pk, (1, 1), "why")) == "tournament-no-draw"
    assert case(services.correct_result(row, row.host, match.pk, (0, 2), "why")) == "tournament-next-begun"


def test_a_knockout_draws_no_one_from_a_match_that_is_given_back_in_the_pause(time: Passing) -> None:
    ann, *others = people("Ann Bob Cara Dan")
    row = begin(entered("knockout", ann, *others, pause=600))
    match = match_of(row, "Ann", "Dan")
    services.correct_result(row, ann, match.pk, (2, 0), "Dan is ill")
    beats(row, "Bob", "Cara")
    assert services.correct_result(row, ann, match.pk, None, "Dan is here") is None
    time.passes(601)
    step(row)
    assert pairs(row, 2) == []
    assert (
        "Start the next round now" not in Page(browser_of(ann).get(f"/tournaments/{row.public_id}/organize/")).buttons
    )
    beats(row, "Dan", "Ann")
    time.passes(601)
    step(row)
    assert sorted(map(sorted, pairs(row, 2))) == [["Ann", "Cara"], ["Bob", "Dan"]]


def test_suspended_people_and_former_members_are_passed_over() -> None:
    ann, bob, cara, dan = (member(name) for name in ("ann", "bob", "cara", "dan"))
    club = club_of(ann, PRIVATE, bob, cara, dan)
    row = entered("swiss", ann, bob, cara, dan, club=club, access=Tournament.Access.CLUB, rounds=3)
    clubs.leave_club(club, dan)
    Suspension.objects.create(person=cara, until=now() + timedelta(days=1))
    begin(row)
    assert sorted(map(sorted, pairs(row, 1))) == [["ann", "bob"]]


def test_a_duplicate_deals_the_same_cards_and_hides_them_until_all_have_finished() -> None:
    row = begin(entered("duplicate", *people("Ann Bob Cara Dan"), rounds=1))
    tables = list(Match.objects.filter(round__tournament=row))
    dealt = [match.games.get().game for match in tables]
    deal = Round.objects.get(tournament=row).deal
    assert deal
    assert {commitment_v1(decrypt_secret(game)) for game in dealt} == {deal.commitment}
    first, second = [(name_of(match.first), name_of(match.second)) for match in tables]
    beats(row, *first)
    over = Game.objects.get(pk=dealt[0].pk)
    assert (over.status, secrets_revealed(over), may_watch(over, None)) == ("over", False, False)
    assert set(points_of(row).values()) == {0}
    beats(row, *second)
    assert (secrets_revealed(over), may_watch(over, None)) == (True, True)
    row.refresh_from_db()
    assert row.state == State.FINISHED


def test_nobody_enters_a_duplicate_once_cards_are_out(ann: Person) -> None:
    row = begin(entered("duplicate", *people("Bob Cara Dan Eve"), rounds=3))
    assert case(services.enter(row, ann)) == "tournament-late"


def test_a_swiss_takes_late_entries_in_its_first_half(ann: Person) -> None:
    row = begin(entered("swiss", *people("Bob Cara"), rounds=2, level="beginner", fill_to=4))
    assert services.enter(row, ann) is None
    row.rounds = 1
    row.save()
    assert case(services.enter(row, member("late"))) == "tournament-late"


def test_an_arena_draws_whoever_is_free_until_its_time_is_up(time: Passing) -> None:
    row = begin(entered("arena", *people("Ann Bob Cara"), minutes=10))
    assert len(pairs(row, 1)) == 1
    playing = pairs(row, 1)[0]
    beats(row, *playing)
    assert len(pairs(row, 1)) == 2
    assert set(pairs(row, 1)[1]) != set(playing)
    time.passes(601)
    row = step(row)
    assert (row.state, Match.objects.filter(round__tournament=row).count()) == ("finished", 1)
    assert points_of(row)[playing[0]] == 2


def test_a_ladder_is_climbed_by_challenges(time: Passing) -> None:
    ann, bob, cara = people("Ann Bob Cara")
    row = begin(entered("ladder", ann, bob, cara))
    assert case(services.challenge(row, ann, entry_of(row, "Cara").pk)) == "tournament-challenge-far"
    assert services.challenge(row, cara, entry_of(row, "Ann").pk) is None
    assert case(services.challenge(row, bob, entry_of(row, "Ann").pk)) == "tournament-challenge-open"
    waiting = match_of(row, "Cara", "Ann")
    assert case(services.answer_challenge(row, cara, waiting.pk, accepted=False)) == "tournament-challenge-gone"
    assert services.answer_challenge(row, ann, waiting.pk, accepted=True) is None
    step(row)
    beats(row, "Cara", "Ann")
    assert list(points_of(row)) == ["Cara", "Ann", "Bob"]
    assert services.challenge(row, bob, entry_of(row, "Ann").pk) is None
    time.passes(rounds.ANSWER_TIME.total_seconds() + 1)
    step(row)
    assert list(points_of(row)) == ["Cara", "Bob", "Ann"]


def test_a_result_that_is_given_back_still_moves_someone_on_the_ladder() -> None:
    ann, bob, cara = people("Ann Bob Cara")
    row = begin(entered("ladder", ann, bob, cara))
    services.challenge(row, cara, entry_of(row, "Ann").pk)
    match = match_of(row, "Cara", "Ann")
    services.answer_challenge(row, ann, match.pk, accepted=True)
    for points in ((0, 2), None):
        step(row)
        services.correct_result(row, ann, match.pk, points, "why")
    beats(row, "Cara", "Ann")
    assert list(points_of(row)) == ["Cara", "Ann", "Bob"]


def test_teams_of_four_meet_at_two_tables() -> None:
    names = [f"{team}{number}" for team in ("Ann", "Bob") for number in range(1, 5)]
    players = people(" ".join(names))
    row = entered("duplicate", host=players[0], entry_size=4, rounds=1)
    for at, player in enumerate(players):
        first = Entry.objects.filter(tournament=row).order_by("-number").first()
        partner = first.pk if first and at % 4 else None
        assert services.enter(row, player, team=player.display_name[:3], partner=partner) is None
    begin(row)
    [match] = Match.objects.filter(round__tournament=row)
    seats = [[seat.name for seat in each.game.taken_seats.order_by("number")] for each in match.games.all()]
    assert seats == [["Ann1", "Bob1", "Ann2", "Bob2"], ["Bob3", "Ann3", "Bob4", "Ann4"]]


def test_a_team_without_its_partner_does_not_begin_unless_a_computer_plays() -> None:
    ann, bob, cara, dan, eve = people("Ann Bob Cara Dan Eve")
    for level, expected in (("", 2), ("beginner", 4)):
        row = entered("swiss", host=ann, entry_size=2, rounds=1, level=level)
        for person, partner in ((ann, None), (bob, ann), (cara, None), (dan, cara), (eve, None)):
            found = Entry.objects.filter(tournament=row, players__person=partner).first() if partner else None
            assert services.enter(row, person, team=str(person), partner=found.pk if found else None) is None
        assert case(services.enter(row, person, partner=found.pk if found else None)) == "tournament-in-already"
        if not level:
            services.remove_entry(row, ann, Entry.objects.get(tournament=row, players__person=eve).pk)
        begin(row)
        assert row.entries.count() == expected


def test_a_blocked_person_enters_neither_the_tournament_nor_the_team() -> None:
    ann, bob, cara = people("Ann Bob Cara")
    Block.objects.create(person=ann, blocked=bob)
    row = entered("swiss", host=ann, entry_size=2, rounds=1)
    assert case(services.enter(row, bob)) == "shut-out"
    other = entered("swiss", cara, host=cara, entry_size=2, rounds=1)
    assert services.enter(other, ann, partner=other.entries.get().pk) is None
    assert case(services.enter(other, bob, partner=other.entries.get().pk)) == "tournament-no-place"


def test_two_computers_play_in_the_name_of_the_organizer(ann: Person) -> None:
    row = begin(entered("swiss", host=ann, level="beginner", fill_to=2, rounds=1))
    game = match_of(row).games.get().game
    assert [seat.bot for seat in game.taken_seats.all()] == ["beginner", "beginner"]
    assert not isinstance(game, Refused)


def test_a_guest_who_logs_in_takes_the_place_along(ann: Person) -> None:
    guest, other = create_guest(), create_guest()
    club = club_of(member("olga"), PRIVATE, guest)
    row = entered("swiss", guest, other, host=member("hana"), rounds=1)
    games.move_games(guest, ann)
    assert [player.person for player in Player.objects.filter(tournament=row).order_by("pk")] == [ann, other]
    assert club.memberships.filter(person=ann).exists()
    begin(row)
    games.move_games(other, ann)
    assert sorted(entry.state for entry in row.entries.all()) == [Entry.State.IN, Entry.State.OUT]


@pytest.mark.parametrize("begun", [True, False])
def test_a_club_is_not_deleted_before_its_tournaments_are_over(begun: bool) -> None:
    ann, bob = member("ann"), member("bob")
    club = club_of(ann, OPEN)
    row = entered("swiss", ann, bob, club=club, rounds=1)
    row = begin(row) if begun else row
    page = Page(browser_of(ann).get(f"/clubs/{club.address}/edit/"))
    assert "or call them off: " in page.text
    assert "Delete the club for good" not in page.buttons
    for what in ("end/", "leave/"):
        answer = Page(browser_of(ann).post(f"/clubs/{club.address}/{what}", follow=True))
        assert "or call them off: " in answer.text
    row.refresh_from_db()
    assert row.state == (State.RUNNING if begun else State.PLANNED)


def test_a_club_that_ends_takes_its_tournaments_along() -> None:
    ann, bob = member("ann"), member("bob")
    club = club_of(ann, PRIVATE, bob)
    row = begin(entered("swiss", ann, bob, club=club, access=Tournament.Access.CLUB, rounds=1))
    game = match_of(row, "ann", "bob").games.get().game
    services.call_off(row, ann)
    page = Page(browser_of(ann).get(f"/clubs/{club.address}/edit/"))
    assert "1 tournament is deleted too, with its standings." in page.text
    assert clubs.end_club(club, ann) is None
    assert not Tournament.objects.exists()
    seat = game.taken_seats.get(number=1)
    assert isinstance(games.resign(seat, Game.objects.get(pk=game.pk).seq), games.Accepted)


def test_a_knockout_of_thirteen_has_three_byes_and_a_third_place() -> None:
    row = begin(entered("knockout", *people(" ".join(f"P{number:02}" for number in range(1, 14)))))
    assert sum(second == "" for _first, second in pairs(row, 1)) == 3
    while row.state == State.RUNNING:
        for match in Match.objects.filter(round__tournament=row, first_points=None).select_related("first", "second"):
            beats(row, *sorted((name_of(match.first), name_of(match.second))))
        row.refresh_from_db()
    assert (row.rounds, pairs(row, 4)) == (4, [("P01", "P02"), ("P04", "P03")])
    assert list(problems_of(row)) == []


def test_a_round_robin_is_for_as_many_as_can_meet(monkeypatch: pytest.MonkeyPatch, ann: Person) -> None:
    monkeypatch.setattr(services, "MAX_ROUNDS", 4)
    for kind, most in (("round_robin", 4), ("double", 2)):
        row = entered(kind, *people("Bob Cara Dan Eve")[:most], host=ann)
        assert case(services.enter(row, ann)) == "tournament-full"
    assert services.most_entries("swiss") == services.MAX_ENTRIES
