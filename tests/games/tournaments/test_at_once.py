"""Several things done to a tournament at the same moment, by threads with connections of their own."""

from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest

from accounts.models import Person
from accounts.services import delete_account
from games import services as games
from games.clubs import services as clubs
from games.clubs.models import Club, Membership
from games.models import Game, Seat
from games.tournaments import rounds, services
from games.tournaments.models import Entry, Match, MatchGame, Round, Tournament
from games.tournaments.tables import open_match
from tests.games.clubs.test_at_once import at_once
from tests.games.clubs.test_members import OPEN, club_of
from tests.games.tournaments.laid import begin, entered, match_of, name_of, people, seat_of, step

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_person_enters_twice_at_once() -> None:
    ann, bob = people("Ann Bob")
    row = entered("swiss", host=ann, rounds=1)
    got = at_once(*[lambda: services.enter(row, bob)] * 2)
    assert sorted(got) == ["", "tournament-in-already"]
    assert Entry.objects.count() == 1


def test_one_place_in_a_team_is_left_for_two() -> None:
    ann, bob, cara = people("Ann Bob Cara")
    row = entered("swiss", ann, entry_size=2, rounds=1)
    team = row.entries.get().pk
    got = at_once(*(lambda who=who: services.enter(row, who, partner=team) for who in (bob, cara)))
    assert sorted(got) == ["", "tournament-no-place"]


def test_the_last_two_games_of_a_round_end_at_once() -> None:
    row = begin(entered("round_robin", *people("Ann Bob Cara Dan")))
    matches = Match.objects.filter(round__tournament=row).select_related("first", "second")
    losers = [seat_of(row, name_of(match.first), name_of(match.second)) for match in matches]

    def end(loser: int) -> None:
        seat = losers[loser]
        assert isinstance(games.resign(seat, Game.objects.get(pk=seat.game_id).seq), games.Accepted)
        rounds.advance.func(row.pk)

    at_once(lambda: end(0), lambda: end(1), lambda: rounds.advance.func(row.pk))
    step(row)
    assert Round.objects.filter(tournament=row).count() == 2
    assert Match.objects.filter(round__tournament=row).count() == 4
    assert MatchGame.objects.count() == 4


def test_two_workers_open_the_same_match_once() -> None:
    row = entered("swiss", *people("Ann Bob"), rounds=1)
    assert row.host
    services.start_now(row, row.host)
    rounds.advance.func(row.pk)
    match = match_of(row, "Ann", "Bob").pk
    at_once(*[lambda: open_match.func(match)] * 3)
    assert (MatchGame.objects.count(), Game.objects.count()) == (1, 1)


def test_a_player_deletes_the_account_while_the_game_ends_and_the_round_is_drawn() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("swiss", ann, bob, cara, dan, rounds=2))
    seat = seat_of(row, "Ann", "Cara")

    def end() -> None:
        games.resign(seat, Game.objects.get(pk=seat.game_id).seq)

    at_once(end, lambda: delete_account(dan), lambda: rounds.advance.func(row.pk))
    step(row)
    drawn = Match.objects.filter(round__tournament=row, round__number=2).select_related("first", "second")
    assert len(drawn) == 2
    assert not any("Dan" in (name_of(match.first), name_of(match.second)) for match in drawn)


def test_two_accounts_with_tournaments_in_common_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waits for the other once it has left a tournament, if the other can come so far."""
    olga, cleo, dan = people("Olga Cleo Dan")
    entered("swiss", cleo, dan, host=olga)
    club = club_of(olga, OPEN, cleo, dan)
    entered("swiss", cleo, dan, host=olga, club=club, access="club")
    Membership.objects.filter(person=dan).delete()  # so Dan leaves the other one first
    both, publish = Barrier(2, timeout=1), services._publish

    def published(row: Tournament) -> None:
        with suppress(BrokenBarrierError):
            both.wait()
        publish(row)

    monkeypatch.setattr(services, "_publish", published)
    at_once(lambda: delete_account(cleo), lambda: delete_account(dan))
    assert not Entry.objects.exists()


def test_two_organizers_enter_a_result_at_once() -> None:
    ann, *others = people("Ann Bob")
    row = begin(entered("swiss", ann, *others, rounds=2))
    match = match_of(row, "Ann", "Bob")
    seen = services.what_is_seen(match)
    got = at_once(
        *(
            lambda points=points: services.correct_result(row, ann, match.pk, points, "I saw it", seen)
            for points in ((2, 0), (0, 2))
        )
    )
    assert sorted(got) == ["", "tournament-changed"]
    assert match.corrections.count() == 1


def resigns(game: Game) -> None:
    assert isinstance(games.resign(Seat.objects.filter(game=game)[0], game.seq), games.Accepted)


def ends(row: Tournament, club: Club, owner: Person) -> None:
    services.call_off(row, owner)
    assert clubs.end_club(club, owner) is None


def test_a_club_ends_while_the_games_of_its_tournament_are_opened() -> None:
    who = people("Ann Bob Cara Dan")
    club = club_of(who[0], OPEN, *who[1:])
    row = entered("swiss", *who, club=club, access="club", rounds=2)
    services.start_now(row, who[0])
    rounds.advance.func(row.pk)
    opened = [lambda key=match.pk: open_match.func(key) for match in Match.objects.all()]
    at_once(*opened, lambda: ends(row, club, who[0]))
    assert not Tournament.objects.exists()


def test_a_club_ends_while_the_next_round_is_drawn_and_a_member_deletes_the_account() -> None:
    who = people("Ann Bob Cara Dan")
    club = club_of(who[0], OPEN, *who[1:])
    row = begin(entered("swiss", *who, club=club, access="club", rounds=2))
    for each in MatchGame.objects.select_related("game"):
        resigns(each.game)
    at_once(lambda: rounds.advance.func(row.pk), lambda: delete_account(who[1]), lambda: ends(row, club, who[0]))
    assert not Tournament.objects.exists()


def test_an_arena_is_ended_while_its_games_end() -> None:
    who = people("Ann Bob Cara Dan")
    row = step(begin(entered("arena", *who, minutes=10)))
    played = [lambda game=each.game: resigns(game) for each in MatchGame.objects.select_related("game")]
    assert len(played) == 2
    at_once(*played, lambda: services.call_off(row, who[0]))
    row.refresh_from_db()
    assert (row.state, Match.objects.filter(first_points=None).count()) == (Tournament.State.FINISHED, 0)
