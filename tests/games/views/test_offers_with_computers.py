"""Agreements that one party could reach alone: there are none while a computer plays for a player."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.domain.commands import SubstituteBot
from games.domain.events import CardTrailed, OfferMade
from games.domain.table_settings import TableSettings
from games.log.store import events_after, load
from games.models import Game, RatingChange, Seat, Suspension
from games.rulings.disputes import agree_to_pause, open_dispute
from games.rulings.models import Dispute
from games.services import Accepted, Refused
from games.services.game_transaction import GameTransaction
from tests.games.computers import fresh
from tests.games.tables import RULES
from tests.games.viewers import Viewer, friend

pytestmark = pytest.mark.django_db

KINDS = ("drawn", "abort", "takeback")
NOT_NOW = "A computer is playing for someone, so no draw"


def table(seats: int = 2, **table_settings: Any) -> list[Viewer]:
    """Begin a game, rated unless the terms say otherwise; the first of the list is to play."""
    people = [friend(name) for name in ("Ann", "Bob", "Cleo", "Dan")[:seats]]
    game = services.start_game(
        people[0], RULES, "casino", seats, seats == 4, "friends", TableSettings(rated=True)._replace(**table_settings)
    )
    for each in people[1:]:
        services.take_seat(game, each, None)
    game = fresh(game)
    order = [game.turn, *(number for number in range(1, seats + 1) if number != game.turn)]
    return [Viewer(game, people[number - 1]) for number in order]


def seat_of(viewer: Viewer) -> Seat:
    return Seat.objects.select_related("game").get(game=viewer.game, person=viewer.client.session["_auth_user_id"])


def hold(viewer: Viewer, final: bool = False) -> None:
    """Let the computer take over the viewer's seat, as for a player who has left or run out of time."""
    tx, seat = GameTransaction(fresh(viewer.game)), seat_of(viewer)
    tx.execute_trusted(SubstituteBot(seat.number, "steady", final))
    Seat.objects.filter(pk=seat.pk).update(bot="steady")
    tx.commit()


def offer(viewer: Viewer, kind: Any) -> services.Outcome:
    return services.make_offer(seat_of(viewer), kind, fresh(viewer.game).seq)


def answer(viewer: Viewer, agreed: bool = True) -> services.Outcome:
    return services.answer_offer(seat_of(viewer), agreed, fresh(viewer.game).seq)


def case(outcome: services.Outcome) -> str:
    return outcome.refusal.key if isinstance(outcome, Refused) else ""


@pytest.mark.parametrize("rated", [True, False])
@pytest.mark.parametrize("final", [True, False])
def test_who_stays_alone_with_a_held_seat_is_offered_no_agreement(rated: bool, final: bool) -> None:
    ann, bob = table(rated=rated)
    ann.trail()
    assert {"Ask for a takeback", "Offer a draw"} <= set(ann.look().buttons)
    hold(bob, final)
    words = ann.look().buttons
    assert not [each for each in words if "back" in each or "draw" in each or "without a result" in each]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rated", [True, False])
def test_nor_reaches_one_by_asking_for_it_all_the_same(kind: str, rated: bool) -> None:
    ann, bob = table(rated=rated)
    ann.trail()
    hold(bob)
    before = fresh(ann.game).seq
    response: Any = ann.client.post(ann.address("make_offer"), {"seq": before, "kind": kind}, follow=True)
    assert NOT_NOW in response.content.decode()
    game = fresh(ann.game)
    assert (game.seq, game.status) == (before, Game.Status.PLAYING)
    assert not RatingChange.objects.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_an_offer_that_was_open_when_the_computer_took_the_seat_is_gone(kind: str) -> None:
    ann, bob = table()
    ann.trail()
    assert isinstance(offer(ann, kind), Accepted)
    hold(bob)
    for viewer in (ann, bob):
        assert case(answer(viewer)) == "offer-none"
    state, _ = load(fresh(ann.game))
    assert state.round is not None
    assert state.round.offer is None
    assert state.result is None


@pytest.mark.parametrize("kind", KINDS)
def test_the_owner_of_a_held_seat_makes_no_offer_either(kind: str) -> None:
    ann, bob = table()
    ann.trail()
    hold(ann)
    assert case(offer(ann, kind)) == "offer-held-seat"
    assert case(offer(bob, kind)) in ("offer-held-seat", "takeback-nothing")


@pytest.mark.parametrize("seats", [3, 4])
def test_with_two_of_several_away_those_who_stayed_agree_on_nothing(seats: int) -> None:
    ann, *others = table(seats)
    ann.trail()
    for away in others[-2:]:
        hold(away)
    for kind in KINDS:
        assert case(offer(ann, kind)) == "offer-held-seat"


def test_two_who_are_there_do_not_agree_for_the_third() -> None:
    ann, bob, cleo = table(3)
    assert isinstance(offer(ann, "abort"), Accepted)
    assert isinstance(answer(bob), Accepted)
    hold(cleo)
    assert case(answer(bob)) == "offer-none"
    assert case(offer(ann, "abort")) == "offer-held-seat"
    assert fresh(ann.game).status == Game.Status.PLAYING


def test_an_offer_of_a_game_from_before_this_was_refused_is_declined_but_not_agreed_to() -> None:
    """Its log stays as it is: the offer was made while a computer held the third seat."""
    ann, bob, cleo = table(3)
    hold(cleo)
    tx = GameTransaction(fresh(ann.game))
    tx.append((OfferMade(seat_of(ann).number, "abort", (seat_of(bob).number,), 0),), "server")
    tx.commit()
    assert case(answer(bob)) == "offer-held-seat"
    assert isinstance(answer(bob, agreed=False), Accepted)


def test_once_the_owner_is_back_both_may_agree_again() -> None:
    ann, bob = table()
    hold(bob)
    services.return_to_seat(seat_of(bob))
    assert isinstance(offer(ann, "abort"), Accepted)
    assert case(answer(ann)) == "offer-not-asked"
    assert fresh(ann.game).status == Game.Status.PLAYING
    assert isinstance(answer(bob), Accepted)
    assert fresh(ann.game).status == Game.Status.OVER


def test_an_opponent_who_is_suspended_has_not_agreed() -> None:
    ann, bob = table()
    offer(ann, "abort")
    Suspension.objects.create(person_id=seat_of(bob).person_id or 0, until=timezone.now() + timedelta(days=1))
    assert case(answer(bob)) == "suspended"
    assert case(answer(ann)) == "offer-not-asked"
    assert fresh(ann.game).status == Game.Status.PLAYING


def test_an_offer_to_who_resigns_decides_nothing() -> None:
    ann, bob = table()
    offer(ann, "abort")
    services.resign(seat_of(bob), fresh(ann.game).seq)
    assert case(answer(ann)) == "game-over"
    state, _ = load(fresh(ann.game))
    assert state.result
    assert state.result.reason == "resign"
    assert RatingChange.objects.filter(game=ann.game).count() == 2


def test_against_computers_alone_one_decides_alone() -> None:
    ann = friend("Ann")
    viewer = Viewer(services.start_game(ann, RULES, "casino", 2, False, "computer"), ann)
    assert isinstance(offer(viewer, "abort"), Accepted)
    assert fresh(viewer.game).status == Game.Status.OVER


def test_nobody_stops_a_game_alone_while_a_computer_holds_the_other_seat() -> None:
    ann, bob = table()
    ann.trail()
    hold(bob)
    at = next(number for number, event in events_after(fresh(ann.game), 0) if isinstance(event, CardTrailed))
    dispute = open_dispute(seat_of(ann), at, "Something was left behind.", wants_pause=True)
    assert isinstance(dispute, Dispute)
    assert not load(fresh(ann.game))[0].paused
    assert isinstance(agree_to_pause(dispute, seat_of(bob)), Accepted)
    assert load(fresh(ann.game))[0].paused
