"""What cheaters and vandals try in tournaments, and what comes of it."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Person
from accounts.services import create_guest, delete_account
from games import services as games
from games.clubs import services as clubs
from games.clubs.models import Membership
from games.deals.models import Attempt, SharedDeal
from games.deals.reveal import secrets_revealed
from games.deals.services import seed_of
from games.domain.dispute_events import RulingKind
from games.domain.disputes import Ruling
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.log.store import load
from games.models import Game, Seat
from games.rulings import ruling_service
from games.tournaments import rounds, services
from games.tournaments.exports import results
from games.tournaments.models import Entry, Match, Tournament
from games.tournaments.outcomes import UnknownTournament
from games.tournaments.results import standings_of
from games.tournaments.selectors import may_watch
from games.tournaments.tables import decide
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, member, place
from tests.games.disputed import director
from tests.games.tournaments.laid import LIVE, beats, begin, entered, match_of, name_of, people, seat_of, step
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

State = Tournament.State


def points_of(row: Tournament) -> dict[str, int]:
    names = {entry.number: name_of(entry) for entry in row.entries.all()}
    return {names[standing.number]: standing.points for standing in standings_of(row)}


def entry_of(row: Tournament, person: Person) -> Entry:
    return Entry.objects.get(tournament=row, players__person=person)


def resigns(row: Tournament, winner: str, loser: str) -> Game:
    """As `beats`, but the tournament does not go on."""
    seat = seat_of(row, winner, loser)
    assert isinstance(games.resign(seat, Game.objects.get(pk=seat.game_id).seq), games.Accepted)
    return Game.objects.get(pk=seat.game_id)


def call_off(row: Tournament, *names: str) -> None:
    """The players at a table call their game off."""
    [first, *others] = [
        Seat.objects.get(game=match_of(row, *names).games.order_by("-number")[0].game, person__display_name=name)
        for name in names
    ]
    game = Game.objects.get(pk=first.game_id)
    assert isinstance(games.make_offer(first, "abort", game.seq), games.Accepted)
    for seat in others:
        assert isinstance(games.answer_offer(seat, True, Game.objects.get(pk=game.pk).seq), games.Accepted)


def rule(game: Game, kind: RulingKind, event: int = 0) -> None:
    made = ruling_service.rule(game, director(), Ruling(kind, "A move was wrong.", event_seq=event))
    assert isinstance(made, games.Accepted), made


# --- entering and leaving ---------------------------------------------------------------------------------------------


def test_whom_the_organizers_have_removed_does_not_come_back() -> None:
    ann, bob, cara = people("Ann Bob Cara")
    row = begin(entered("swiss", ann, bob, cara, rounds=3))
    assert services.remove_entry(row, ann, entry_of(row, bob).pk) is None
    assert case(services.enter(row, bob)) == "tournament-removed"
    page = Page(browser_of(bob).get(f"/tournaments/{row.public_id}/"))
    assert "An organizer has removed you" in page.text
    assert "I’m back" not in page.buttons
    assert services.withdraw(row, cara) is None
    assert services.enter(row, cara) is None


def test_whom_the_organizers_have_removed_does_not_come_back_through_the_clubs_door() -> None:
    ann, bob = people("Ann Bob")
    club = club_of(ann, OPEN, bob)
    row = entered("swiss", bob, host=ann, club=club, access=Tournament.Access.CLUB)
    assert services.remove_entry(row, ann, entry_of(row, bob).pk) is None
    assert clubs.leave_club(club, bob) is None
    assert clubs.join_by_link(club, bob, club.code) is None
    assert case(services.enter(row, bob)) == "tournament-removed"
    delete_account(bob)
    assert not row.entries.exists()


def test_a_guest_who_logs_in_does_not_take_a_team_out_with_them() -> None:
    ann, bob, guest = *people("Ann Bob"), create_guest()
    row = entered("swiss", ann, bob, host=ann, entry_size=2, rounds=1)
    assert services.enter(row, guest, partner=entry_of(row, bob).pk) is None
    games.move_games(guest, ann)
    assert [entry.state for entry in row.entries.all()] == [Entry.State.IN] * 2
    alone = entered("knockout", ann, guest, host=bob)
    games.move_games(guest, ann)
    assert [name_of(entry) for entry in alone.entries.all()] == ["Ann"]


# --- thrown games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["swiss", "solo", "knockout"])
def test_who_calls_a_game_against_a_computer_off_has_lost_it(form: str) -> None:
    """It always agrees: so one could have other cards, or an average for the same ones."""
    [ann] = people("Ann")
    row = begin(entered(form, ann, rounds=1, level="beginner", fill_to=2))
    call_off(row, "Ann")
    step(row)
    match = Match.objects.get(round__tournament=row)
    own = (match.first_points, match.second_points)[match.first != entry_of(row, ann)]
    assert (own, match.games.count(), row.state) == (0, 1, State.FINISHED)
    assert points_of(row)["Ann"] == 0


def test_a_game_called_off_by_agreement_is_played_again_and_at_last_drawn() -> None:
    row = begin(entered("swiss", *people("Ann Bob"), rounds=1))
    for number in range(1, 4):
        assert match_of(row, "Ann", "Bob").games.count() == number
        call_off(row, "Ann", "Bob")
        step(row)
    assert (row.state, points_of(row)) == (State.FINISHED, {"Ann": 1, "Bob": 1})


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_a_game_annulled_during_its_round_is_played_again() -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2))
    game = resigns(row, "Ann", "Cara")
    rule(game, "annulled")
    beats(row, "Bob", "Dan")
    assert rounds.last_round(row).number == 1  # type: ignore[union-attr]
    beats(row, "Cara", "Ann")
    assert match_of(row, "Ann", "Cara").games.count() == 2
    assert rounds.last_round(row).number == 2  # type: ignore[union-attr]
    assert points_of(row) == {"Bob": 2, "Cara": 2, "Ann": 0, "Dan": 0}


def test_a_ruling_on_a_game_whose_arena_ends_meanwhile_is_made_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    row = step(begin(entered("arena", *people("Ann Bob"), minutes=10)))
    monkeypatch.setattr(rounds, "settle", lambda _match: rounds.finish(row, State.FINISHED))
    rule(match_of(row, "Ann", "Bob").games.get().game, "annulled")
    assert (row.state, Match.objects.count()) == (State.FINISHED, 0)


def test_a_game_annulled_after_its_round_is_played_beside_the_next_one() -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2))
    game = resigns(row, "Ann", "Cara")
    beats(row, "Bob", "Dan")
    rule(game, "annulled")
    step(row)
    assert points_of(row)["Ann"] == 0
    again = match_of(row, "Ann", "Cara").games.order_by("-number")[0].game
    loser = again.taken_seats.get(person__display_name="Ann")
    assert isinstance(games.resign(loser, again.seq), games.Accepted)
    assert points_of(row)["Cara"] == 2


def test_a_game_annulled_after_the_end_is_drawn() -> None:
    row = begin(entered("swiss", *people("Ann Bob"), rounds=1))
    game = resigns(row, "Ann", "Bob")
    Match.objects.update(played=True)
    step(row)
    rule(game, "annulled")
    step(row)
    assert (row.state, points_of(row)) == (State.FINISHED, {"Ann": 1, "Bob": 1})
    assert match_of(row, "Ann", "Bob").games.count() == 1


def test_no_ruling_changes_a_knockout_match_whose_winner_plays_on() -> None:
    row = begin(entered("knockout", *people("Ann Bob Cara Dan")))
    game = resigns(row, "Ann", "Dan")
    beats(row, "Bob", "Cara")
    assert rounds.last_round(row).number == 2  # type: ignore[union-attr]
    rule(game, "annulled")
    step(row)
    match = match_of(row, "Ann", "Dan")
    assert (match.decided, match.games.count()) == (True, 1)


def test_a_table_of_the_same_cards_that_plays_on_hides_them_again() -> None:
    row = begin(entered("duplicate", *people("Ann Bob Cara Dan"), rounds=1))
    game = resigns(row, "Ann", "Dan")
    before = game.seq - 1
    rule(game, "rolled_back", before)
    other = resigns(row, "Bob", "Cara")
    step(row)
    assert row.state == State.RUNNING
    assert not match_of(row, "Ann", "Dan").decided
    assert not secrets_revealed(other)
    assert not may_watch(other, None)
    beats(row, "Dan", "Ann")
    assert row.state == State.FINISHED
    assert secrets_revealed(other)


def test_a_corrected_result_counts_also_where_the_cards_are_compared() -> None:
    ann, bob = people("Ann Bob")
    row = begin(entered("duplicate", ann, bob, rounds=1))
    match = match_of(row, "Ann", "Bob")
    own = (0, 2) if name_of(match.first) == "Ann" else (2, 0)
    assert services.correct_result(row, ann, match.pk, own, "Bob waited.") is None
    step(row)
    assert points_of(row) == {"Bob": 5000, "Ann": 0}


# --- what organizers see ----------------------------------------------------------------------------------------------


def test_organizers_see_how_games_have_ended_once_no_one_plays_the_same_cards() -> None:
    ann, *others = people("Ann Bob Cara Dan")
    row = begin(entered("duplicate", ann, *others, rounds=1))
    game = match_of(row, "Ann", "Dan").games.get().game
    mover = game.taken_seats.get(number=game.turn)
    move = min(map(write_move, legal_moves(perspective_of(load(game)[0], mover.number).position())))
    assert isinstance(games.play(mover, move, game.seq), games.Accepted)
    beats(row, "Ann", "Dan")
    address = f"/tournaments/{row.public_id}/organize/"
    assert "resigned" not in Page(browser_of(ann).get(address)).text
    beats(row, "Bob", "Cara")
    page = Page(browser_of(ann).get(address))
    assert "1 move. A player resigned." in page.text
    assert "0 moves. A player resigned." in page.text


def test_a_table_that_has_finished_tells_nothing_to_those_who_play_the_same_cards() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    row = begin(entered("duplicate", ann, bob, cara, dan, rounds=2))
    game = resigns(row, "Ann", "Dan")
    step(row)
    [deal] = SharedDeal.objects.filter(attempts__game=game)
    for who in (bob, row.host or ann):
        client = browser_of(who)
        own = who in (ann, dan)
        for page in ("", "replay/", "fair/", "people/", "options/"):
            assert client.get(f"/g/{game.public_id}/{page}").status_code == (200 if own else 403)
        for page in ("record.txt", "record.json"):
            assert client.get(f"/g/{game.public_id}/{page}").status_code == 403
        fair = client.get(f"/g/{game.public_id}/fair/").content.decode()
        assert seed_of(deal).hex() not in fair
        assert client.get(f"/deals/{deal.public_id}/").status_code == 404
        for page in ("", "?round=1", "wall/", "results.json", "results.csv", "calendar.ics"):
            told = client.get(f"/tournaments/{row.public_id}/{page}").content.decode()
            assert game.public_id not in told
    assert [each["points"] for each in results(row, "")["matches"]] == [None, None]
    again = games.join_rematch(game, ann)
    assert isinstance(again, Game)
    assert again.commitment != game.commitment
    assert not Attempt.objects.filter(game=again).exists()


def test_no_rating_tells_who_has_won_with_the_same_cards() -> None:
    """Also where the rules are those of the preset."""
    rules = resolve_rules("royal")
    values = services.TournamentValues("Cup", "duplicate", rules, "royal", LIVE._replace(rated=True))
    assert services.played_rules("duplicate", rules) == rules
    assert not services.tournament_terms(values).rated
    assert services.tournament_terms(values._replace(format="swiss")).rated


# --- a thousand times too much ---------------------------------------------------------------------------------------


def test_a_round_is_paired_before_anything_is_locked() -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2))
    for match in Match.objects.filter(round__tournament=row):
        decide(match, (2, 0), 3)
    rounds._pair_ahead(row.pk)
    found = rounds._swiss_pairs.cache_info().misses
    rounds.advance.func(row.pk)
    assert rounds._swiss_pairs.cache_info().misses == found
    assert Match.objects.filter(round__tournament=row, round__number=2).count() == 2


# --- what is not theirs -----------------------------------------------------------------------------------------------


def test_an_organizer_reaches_into_no_other_tournament() -> None:
    ann, bob, cara, dan = people("Ann Bob Cara Dan")
    own = begin(entered("swiss", ann, bob, rounds=1))
    other = begin(entered("swiss", cara, dan, rounds=1))
    match, entry = match_of(other, "Cara", "Dan"), entry_of(other, dan)
    for what in (
        f"organize/entries/{entry.pk}/remove/",
        f"organize/matches/{match.pk}/result/",
        f"organize/matches/{match.pk}/adjourn/",
        f"challenge/{entry.pk}/",
        f"challenges/{match.pk}/",
        "enter/",
    ):
        sent = {"points": "2-0", "reason": "Mine.", "answer": "yes", "partner": str(entry.pk)}
        answer = browser_of(ann).post(f"/tournaments/{own.public_id}/{what}", sent)
        assert answer.status_code == 302
        if what.startswith("organize/"):
            assert browser_of(ann).post(f"/tournaments/{other.public_id}/{what}", sent).status_code == 404
    match.refresh_from_db()
    entry.refresh_from_db()
    assert (match.decided, match.adjourned, entry.state, entry.players.count()) == (False, False, Entry.State.IN, 1)


def test_an_organizer_who_was_removed_from_the_club_organizes_nothing_from_an_open_page() -> None:
    olga, ann, bob = member("olga"), member("ann"), member("bob")
    club = club_of(olga, OPEN, ann, bob)
    clubs.set_role(club, olga, place(club, ann), Membership.Role.ORGANIZER)
    row = begin(entered("swiss", ann, bob, club=club, access="club", rounds=1))
    clubs.remove_member(club, olga, place(club, ann))
    for what in ("start/", "end/", "extend/"):
        sent = {"minutes": "10"}
        assert browser_of(ann).post(f"/tournaments/{row.public_id}/organize/{what}", sent).status_code == 404
    clubs.change_club(club, olga, PRIVATE._replace(name=club.name))
    for part in ("", "wall/", "results.json", "results.csv", "calendar.ics"):
        assert browser_of(ann).get(f"/tournaments/{row.public_id}/{part}").status_code == 404
    assert case_or_unknown(lambda: services.withdraw(row, ann)) == "unknown"


def case_or_unknown(work: Callable[[], Any]) -> str:
    try:
        return case(work())
    except UnknownTournament:
        return "unknown"
