"""The rows of finished games by seat: written with the end of a game, and always as its log says."""

import pytest

from accounts.models import Person
from games import services
from games.contexts.personal_data import export_personal_data
from games.domain.presets import resolve_rules
from games.domain.table_settings import TableSettings
from games.integrity.game_check import verify_with_related_rows
from games.log.store import events_after, load
from games.models import Game, Seat, SeatResult
from tests.games.finished import finished_game, play_out
from tests.games.tables import person
from tests.rulings.cases import director, ruled

pytestmark = pytest.mark.django_db

Outcome = SeatResult.Outcome
LISTED = TableSettings(public=True)


def table(*people: Person, table_settings: TableSettings = LISTED, seats: int = 2, partners: bool = False) -> Game:
    """Return a game of these people and, on the other seats, of computers; the first cards are dealt."""
    host, *others = people
    levels = dict.fromkeys(range(len(people) + 1, seats + 1), "beginner")
    setup = services.GameSetup(resolve_rules("casino"), "casino", seats, partners, table_settings, 1, levels)
    game = services.open_game(host, setup)
    for other in others:
        services.take_seat(game, other, None)
    return Game.objects.get(pk=game.pk)


def resign(game: Game, who: Person) -> None:
    services.resign(Seat.objects.get(game=game, person=who), Game.objects.get(pk=game.pk).seq)


def result(game: Game, number: int) -> SeatResult:
    return SeatResult.objects.get(game=game, number=number)


def problems(game: Game) -> list[str]:
    return verify_with_related_rows(game).problems


@pytest.mark.parametrize(("preset", "seats"), [("casino", 2), ("casino", 4), ("royal", 3)])
def test_a_game_played_to_its_end_has_a_row_for_each_seat(preset: str, seats: int) -> None:
    game = finished_game(preset, seats)
    state, log = load(game)[0], [event for _, event in events_after(game, 0)]
    rows = list(SeatResult.objects.filter(game=game).order_by("number"))
    assert [row.number for row in rows] == list(range(1, seats + 1))
    assert [row.person_id for row in rows] == [seat.person_id for seat in game.taken_seats.order_by("number")]
    assert state.result
    assert [row.outcome == Outcome.WON for row in rows] == [row.number in state.result.winners for row in rows]
    assert [row.points for row in rows] == [state.totals[state.side_of(row.number)] for row in rows]
    assert sum(row.sweeps for row in rows) == sum(type(event).__name__ == "SweepMade" for event in log)
    assert {row.rounds for row in rows} == {state.latest_round}
    if seats < 4:
        assert sum(row.cards for row in rows) == 52 * state.latest_round
        assert sum(row.spades for row in rows) == 13 * state.latest_round
        assert sum(row.big_casinos for row in rows) == state.latest_round
        assert [row.big_casinos + row.big_casinos_lost for row in rows] == [state.latest_round] * seats
    assert not problems(game)


def test_a_game_that_goes_on_has_none(ann: Person, bob: Person) -> None:
    game = table(ann, bob)
    assert not SeatResult.objects.exists()
    assert not problems(game)


def test_it_is_public_only_when_anyone_could_come_and_watch(ann: Person, bob: Person) -> None:
    kinds = [TableSettings(), LISTED, LISTED._replace(spectators=False)]
    games = [table(ann, bob, table_settings=kind) for kind in kinds]
    for game in games:
        resign(game, bob)
    assert [result(game, 1).public for game in games] == [False, True, False]
    assert [result(games[0], number).outcome for number in (1, 2)] == [Outcome.WON, Outcome.LOST]


def test_computers_have_no_rows_and_their_level_is_known(ann: Person, bob: Person) -> None:
    alone, mixed = table(ann, table_settings=TableSettings()), table(ann, bob, seats=3, table_settings=TableSettings())
    resign(alone, ann)
    resign(mixed, bob)
    play_out(mixed)
    assert [row.level for row in SeatResult.objects.order_by("game", "number")] == ["beginner", "", ""]


def test_an_aborted_game_has_no_result(ann: Person, bob: Person) -> None:
    game = table(ann, bob)
    services.make_offer(Seat.objects.get(game=game, person=ann), "abort", game.seq)
    services.answer_offer(Seat.objects.get(game=game, person=bob), True, Game.objects.get(pk=game.pk).seq)
    assert {row.outcome for row in SeatResult.objects.filter(game=game)} == {Outcome.VOID}
    assert not problems(game)


def test_a_ruling_corrects_annuls_and_reopens() -> None:
    game, dora = finished_game(), director()
    loser = SeatResult.objects.filter(game=game, outcome=Outcome.LOST).get()
    ruled(game, dora, "win_awarded", winners=(loser.number,))
    assert result(game, loser.number).outcome == Outcome.WON
    ruled(game, dora, "annulled")
    assert {row.outcome for row in SeatResult.objects.filter(game=game)} == {Outcome.VOID}
    assert not problems(game)
    ruled(game, dora, "rolled_back", event_seq=game.events.filter(type="card_trailed").order_by("-seq")[9].seq)
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING
    assert not SeatResult.objects.filter(game=game).exists()
    assert not problems(game)
    play_out(game)
    assert SeatResult.objects.filter(game=game).count() == 2
    assert not problems(game)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"outcome": "won"}, "has outcome won, its log lost"),
        ({"cards": 3}, "has cards 3"),
        ({"public": True}, "has public True"),
        ({"person": None}, "has person None"),
        ({"number": 2}, "a result of seat 2 is recorded, which has none"),
    ],
)
def test_a_row_that_was_changed_is_found(ann: Person, change: dict[str, object], said: str) -> None:
    game = table(ann, table_settings=TableSettings())
    resign(game, ann)
    SeatResult.objects.filter(game=game).update(**change)
    assert any(said in problem for problem in problems(game))


def test_a_row_that_is_missing_is_found() -> None:
    game = finished_game()
    SeatResult.objects.all().delete()
    assert any("is not recorded" in problem for problem in problems(game))


def test_rows_follow_a_guest_to_the_account_and_lose_a_person_who_leaves(ann: Person) -> None:
    guest = person("Gast")
    Person.objects.filter(pk=guest.pk).update(is_guest=True)
    guest.refresh_from_db()
    game = table(guest, table_settings=TableSettings())
    resign(game, guest)
    services.move_games(guest, ann)
    assert result(game, 1).person == ann
    assert not problems(game)
    exported = export_personal_data(ann)["games.SeatResult.person"]
    assert [row["outcome"] for row in exported] == ["lost"]
    services.leave_games(ann)
    ann.delete()
    assert result(game, 1).person is None
    assert not problems(game)


def test_a_seat_that_the_computer_plays_for_a_person_who_left_keeps_its_row(ann: Person, bob: Person) -> None:
    game = table(ann, bob, seats=3, table_settings=TableSettings())
    services.leave_games(bob)
    bob.delete()
    resign(game, ann)
    play_out(game)
    assert list(SeatResult.objects.order_by("number").values_list("number", "outcome")) == [(1, "lost"), (2, "lost")]
    assert not problems(game)
