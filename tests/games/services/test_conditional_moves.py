"""Conditional moves of people in a game that is not live: who may plan, when it plays, when it is void, who sees it."""

from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import Person
from games.contexts.personal_data import export_personal_data
from games.domain.codec import EVENT_TYPES
from games.domain.conditional_moves import first_that_fits
from games.domain.table_settings import TableSettings
from games.log.store import events_after, recent_events
from games.log.verification import revalidate_moves
from games.models import Plan, Seat, Suspension
from games.services import conditional_moves as conditional_moves_services
from games.services.conditional_moves import MAX_MOVES, remove_conditional_move
from games.tasks.turns import play_planned_move, schedule_planned_move
from tests.games.computers import fresh
from tests.games.recipients import OVER_DAYS, do_tasks
from tests.games.viewers import Viewer, laid, told_after
from tests.rulings.cases import director, ruled

pytestmark = pytest.mark.django_db

HANDS = ("9S 8C 3C 2H", "QC JC TC 5C")
TABLE = "2D AD 7H 5H"
TAKE_FIVE = "5Cx5H"


@pytest.fixture
def pair() -> list[Viewer]:
    """Ann is to play, Bob waits."""
    return laid("casino", *HANDS, table=TABLE, table_settings=OVER_DAYS)


@pytest.fixture
def ann(pair: list[Viewer]) -> Viewer:
    return pair[0]


@pytest.fixture
def bob(pair: list[Viewer]) -> Viewer:
    return pair[1]


def plan(viewer: Viewer, move: str, **conditions: Any) -> str:
    """Plan a move, and return what the site says to that."""
    return told_after(viewer.post("add_conditional_move", move=move, **conditions))


def page(viewer: Viewer) -> str:
    return viewer.client.get(viewer.address("conditional_moves"), follow=True).content.decode()


def played(viewer: Viewer) -> list[str]:
    """Return the last events of the log by their names."""
    return [type(event).__name__ for _, event in events_after(fresh(viewer.game), 0)]


def words(viewer: Viewer) -> str:
    return " ".join(viewer.look().text.split())


# --- it plays -----------------------------------------------------------------------------------------------------


def test_a_planned_move_is_played_after_the_opponents(ann: Viewer, bob: Viewer) -> None:
    plan(bob, TAKE_FIVE)
    ann.play("9S")
    do_tasks()
    assert fresh(bob.game).turn == 1
    assert "ConditionalMovePlayed" in played(bob)
    assert "Bob’s conditional move was played." in words(ann)
    assert "Your conditional move was played." in words(bob)
    assert not Plan.objects.exists()
    assert list(revalidate_moves(fresh(bob.game))) == []


def test_the_first_that_fits_is_played(ann: Viewer, bob: Viewer) -> None:
    plan(bob, "QC", absent=["5H"])
    plan(bob, TAKE_FIVE, new="9S")
    plan(bob, "JC")
    ann.play("8C")
    do_tasks()
    assert played(bob).count("ConditionalMovePlayed") == 1
    assert "You trailed J♣." in words(bob)


def test_where_none_fits_the_player_is_asked(ann: Viewer, bob: Viewer) -> None:
    plan(bob, TAKE_FIVE, absent=["AD"])
    before = ann.play("9S").seq
    do_tasks()
    assert (fresh(bob.game).turn, str(fresh(bob.game).seq)) == (2, before)


def test_a_plan_never_plays_what_the_rules_refuse(ann: Viewer, bob: Viewer) -> None:
    plan(bob, "QC")
    plan(bob, TAKE_FIVE)
    ann.play("3Cx2D,AD")
    do_tasks()
    assert "ConditionalMovePlayed" in played(bob)
    assert list(revalidate_moves(fresh(bob.game))) == []


def test_while_its_owner_is_suspended_it_waits(ann: Viewer, bob: Viewer) -> None:
    plan(bob, TAKE_FIVE)
    owner = Person.objects.get(seats__game=bob.game, seats__number=2)
    suspension = Suspension.objects.create(person=owner, until=timezone.now() + timedelta(days=1))
    ann.play("9S")
    do_tasks()
    assert "ConditionalMovePlayed" not in played(bob)
    suspension.delete()
    play_planned_move.call(bob.game.public_id, fresh(bob.game).seq)
    assert "ConditionalMovePlayed" in played(bob)


def test_playing_it_again_changes_nothing(ann: Viewer, bob: Viewer) -> None:
    plan(bob, TAKE_FIVE)
    ann.play("9S")
    seq = fresh(bob.game).seq
    do_tasks()
    after = fresh(bob.game).seq
    play_planned_move.func(bob.game.public_id, seq)
    play_planned_move.func(bob.game.public_id, after)
    assert fresh(bob.game).seq == after


def test_after_a_takeback_it_is_not_played_again(ann: Viewer, bob: Viewer) -> None:
    plan(bob, TAKE_FIVE)
    ann.play("9S")
    do_tasks()
    bob.post("make_offer", kind="takeback", seq=fresh(bob.game).seq)
    ann.post("answer_offer", agreed="yes", seq=fresh(bob.game).seq)
    do_tasks()
    assert fresh(bob.game).turn == 2


# --- when it is void ----------------------------------------------------------------------------------------------


def test_ones_own_move_voids_the_plan(ann: Viewer, bob: Viewer) -> None:
    plan(bob, "JC")
    Seat.objects.filter(game=bob.game, number=2).update(bot="casual")
    ann.play("9S")
    Seat.objects.filter(game=bob.game, number=2).update(bot="")
    bob.play("QC")
    ann.play("8C")
    do_tasks()
    assert "ConditionalMovePlayed" not in played(bob)
    assert fresh(bob.game).turn == 2


def take_back(asker: Viewer, *others: Viewer) -> None:
    asker.post("make_offer", kind="takeback", seq=fresh(asker.game).seq)
    for other in others:
        other.post("answer_offer", agreed="yes", seq=fresh(asker.game).seq)
    do_tasks()


def test_a_plan_that_did_not_fit_is_void_after_a_takeback(ann: Viewer, bob: Viewer) -> None:
    plan(bob, TAKE_FIVE, absent=["AD"])
    ann.play("9S")
    do_tasks()
    assert not Plan.objects.exists()
    take_back(ann, bob)
    ann.play("3Cx2D,AD")
    do_tasks()
    assert "ConditionalMovePlayed" not in played(bob)


def test_a_turn_played_by_hand_voids_its_plan_though_a_takeback_restores_the_hand(ann: Viewer, bob: Viewer) -> None:
    plan(bob, TAKE_FIVE, absent=["AD"])
    ann.play("9S")
    bob.play("QC")
    assert not Plan.objects.exists()
    take_back(ann, bob)
    ann.play("3Cx2D,AD")
    do_tasks()
    assert "ConditionalMovePlayed" not in played(bob)


def test_a_plan_outlasts_the_moves_of_others_but_not_their_takebacks() -> None:
    ann, bob, cleo = laid("casino", *HANDS, "KS AS 6C 6S", table=TABLE, table_settings=OVER_DAYS)
    plan(cleo, "KS")
    ann.play("9S")
    assert Plan.objects.exists()
    take_back(ann, bob, cleo)
    assert not Plan.objects.exists()


def test_a_ruling_voids_every_plan(bob: Viewer) -> None:
    plan(bob, TAKE_FIVE)
    ruled(bob.game, director(), "warned", seat=1)
    assert not Plan.objects.exists()


def test_a_removed_move_is_not_played(ann: Viewer, bob: Viewer) -> None:
    plan(bob, "QC")
    plan(bob, TAKE_FIVE)
    bob.post("remove_conditional_move", number=1, of=2)
    assert "Trail Q" not in page(bob).split("Plan a move")[0]
    bob.post("remove_conditional_move", number=1, of=1)
    ann.play("9S")
    do_tasks()
    assert "ConditionalMovePlayed" not in played(bob)


def test_a_second_tap_neither_removes_the_next_move_nor_adds_one_again(ann: Viewer, bob: Viewer) -> None:
    plan(bob, "QC")
    plan(bob, TAKE_FIVE)
    plan(bob, TAKE_FIVE)
    for _ in range(2):
        bob.post("remove_conditional_move", number=1, of=2)
    assert page(bob).count('name="number"') == 1
    ann.play("9S")
    do_tasks()
    assert "ConditionalMovePlayed" in played(bob)


@pytest.mark.django_db(transaction=True)
def test_nothing_is_removed_between_the_reading_of_a_plan_and_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its owner would be told that the move is gone, and see it played."""
    ann, bob = laid("casino", *HANDS, table=TABLE, table_settings=OVER_DAYS)
    plan(bob, TAKE_FIVE)
    ann.play("9S")
    removed = Event()

    def remove() -> None:
        remove_conditional_move(Seat.objects.get(game=bob.game, number=2), 1, of=1)
        removed.set()
        connection.close()

    def wait_for_removal(position: Any, planned: Any) -> Any:
        other = Thread(target=remove)
        others.append(other)
        other.start()
        assert not removed.wait(0.5)
        return first_that_fits(position, planned)

    others = list[Thread]()
    monkeypatch.setattr(conditional_moves_services, "first_that_fits", wait_for_removal)
    play_planned_move.call(bob.game.public_id, fresh(bob.game).seq)
    for other in others:
        other.join()
    assert len(others) == 1
    assert "ConditionalMovePlayed" in played(bob)


@pytest.mark.parametrize("number", ["0", "-1", "7", "x", "", "9" * 99])
def test_an_odd_number_removes_nothing(bob: Viewer, number: str) -> None:
    plan(bob, TAKE_FIVE)
    assert bob.post("remove_conditional_move", number=number, of=1).status_code == 302
    assert "If none of these fits" in page(bob)


# --- who may plan, and what ---------------------------------------------------------------------------------------


def test_on_ones_own_turn_nothing_is_planned(ann: Viewer) -> None:
    assert plan(ann, "9S") == "It’s your turn. Make your move at the table."
    assert not Plan.objects.exists()
    assert "Conditional moves" not in ann.look().text


def test_in_a_live_game_nothing_is_planned() -> None:
    _, bob = laid("casino", *HANDS, table=TABLE, table_settings=TableSettings(clock="live", time=600))
    assert "only against people in a game that isn’t live" in plan(bob, TAKE_FIVE)
    assert not Plan.objects.exists()
    assert "Conditional moves" not in bob.look().text


def test_at_the_players_own_pace_too_but_not_against_computers_alone() -> None:
    _, bob = laid("casino", *HANDS, table=TABLE)
    assert plan(bob, TAKE_FIVE) == ""
    assert Plan.objects.count() == 1
    Seat.objects.filter(game=bob.game, number=1).update(person=None, bot="easy")
    assert "only against people" in plan(bob, TAKE_FIVE)


def test_strangers_and_visitors_plan_nothing(bob: Viewer) -> None:
    for client in (Client(), laid("casino", *HANDS)[0].client):
        assert client.get(bob.address("conditional_moves")).status_code == 404
        assert client.post(bob.address("add_conditional_move"), {"move": TAKE_FIVE}).status_code == 404
        assert client.post(bob.address("remove_conditional_move"), {"number": 1, "of": 1}).status_code == 404


@pytest.mark.parametrize("move", ["9S", "5CxKH", "5Cx7H", "", "x" * 5000])
def test_only_moves_with_ones_own_cards_are_planned(bob: Viewer, move: str) -> None:
    bob.post("add_conditional_move", move=move)
    assert not Plan.objects.exists()


@pytest.mark.parametrize("conditions", [{"new": "QC"}, {"new": "5H"}, {"present": ["KS"]}, {"absent": ["xx"] * 2000}])
def test_conditions_name_cards_that_may_be_there(bob: Viewer, conditions: dict[str, Any]) -> None:
    bob.post("add_conditional_move", move="JC", **conditions)
    assert not Plan.objects.exists()


def test_a_card_is_not_both_there_and_gone(bob: Viewer) -> None:
    html = bob.post("add_conditional_move", move="JC", present=["5H"], absent=["5H"]).content.decode()
    assert "A card can’t be on the table and gone." in html
    assert not Plan.objects.exists()


def test_a_plan_has_a_limit(bob: Viewer) -> None:
    for rank in "A23456789TJQK"[:MAX_MOVES]:
        plan(bob, "JC", new=f"{rank}S")
    assert plan(bob, "JC") == "You have planned 10 moves, which is the limit. Remove one first."
    assert "Add to the plan" not in page(bob)


def test_the_moves_follow_the_conditions(bob: Viewer) -> None:
    assert 'value="TCxTS"' not in page(bob)
    assert 'value="TCxTS"' in bob.post("add_conditional_move", update="1", new="TS").content.decode()
    assert TAKE_FIVE in page(bob)
    assert TAKE_FIVE not in bob.post("add_conditional_move", update="1", absent="5H").content.decode()
    assert not Plan.objects.exists()


# --- who sees it --------------------------------------------------------------------------------------------------


@pytest.fixture
def encrypted(settings: Settings) -> None:
    settings.SECRETS_KEYS = [Fernet.generate_key().decode()]


def test_the_opponent_reads_nothing_of_it(ann: Viewer, bob: Viewer) -> None:
    before = words(ann)
    plan(bob, TAKE_FIVE)
    assert words(ann) == before
    assert "5♣" not in page(ann)


@pytest.mark.usefixtures("encrypted")
def test_the_database_holds_no_card_of_it() -> None:
    _, bob = laid("casino", *HANDS, table=TABLE, table_settings=OVER_DAYS)
    plan(bob, TAKE_FIVE)
    assert set(Plan.objects.get().secrets) == {"encrypted"}
    assert "If none of these fits" in page(bob)


def test_the_log_says_nothing_before_it_plays(bob: Viewer) -> None:
    before = recent_events(fresh(bob.game))
    plan(bob, TAKE_FIVE)
    assert recent_events(fresh(bob.game)) == before
    assert "conditional_move_played" in EVENT_TYPES


def test_it_costs_live_games_and_those_against_computers_no_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    live = laid("casino", *HANDS, table=TABLE, table_settings=TableSettings(clock="live", time=600))[0].game
    seats = live.seats_with_people
    with django_assert_num_queries(0):
        schedule_planned_move(live, seats, ())
    own_pace = laid("casino", *HANDS, table=TABLE)[0].game
    own_pace.taken_seats.filter(number=2).update(person=None, bot="easy")
    seats = own_pace.seats_with_people
    with django_assert_num_queries(0):
        schedule_planned_move(own_pace, seats, ())


def test_the_export_of_ones_data_contains_ones_own_plan_alone(ann: Viewer, bob: Viewer) -> None:
    plan(bob, TAKE_FIVE, present="5H")
    exported = {}
    for seat in Seat.objects.filter(game=bob.game).select_related("person"):
        assert seat.person
        exported[seat.display_name] = export_personal_data(seat.person)["games"][0]["conditional_moves"]
    assert exported == {"Ann": [], "Bob": [{"move": TAKE_FIVE, "present": "5H", "absent": ""}]}
