"""Another person takes over a seat that a computer holds, if all at the table agree."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person, Preferences
from games import services
from games.community.models import Block
from games.contexts.waiting import reasons_of, with_reasons
from games.domain.dispute_events import GamePaused, GameResumed, HandsRevealedToDirector
from games.domain.disputes import Ruling, decide_ruling
from games.domain.events import SeatForfeited, SeatTakenOver
from games.domain.evolve import fold
from games.domain.refusal import Refusal
from games.domain.table_settings import DAY
from games.integrity.related_rows import related_row_problems
from games.invitations.models import TakeoverRequest
from games.invitations.takeovers import answer_request, ask_for_seat
from games.live import presence
from games.log.player_names import load_full_log
from games.log.store import events_after, load, user_actor
from games.log.verification import revalidate_moves, verify_game
from games.models import ChatMessage, Game, Plan, Seat, SeatResult, Suspension, TableBan
from games.services import Accepted
from games.services.game_transaction import GameTransaction
from tests.games.computers import fresh
from tests.games.finished import play_out
from tests.games.tables import RULES
from tests.games.viewers import Page, Viewer, friend, path_of
from tests.games.views.test_offers import case, hold, own_seat, table

pytestmark = pytest.mark.django_db

ASK = "Ask to play for "


def sound(game: Game) -> bool:
    log = [event for _, event in events_after(fresh(game), 0)]
    found = [*verify_game(fresh(game)), *revalidate_moves(fresh(game)), *related_row_problems(fresh(game), log)]
    return found == []


def guest_of(viewer: Viewer, name: str = "Eve") -> Viewer:
    return Viewer(viewer.game, friend(name))


def leave(viewer: Viewer) -> int:
    """Leave the game, and return the seat."""
    seat = own_seat(viewer)
    assert isinstance(services.resign(seat, fresh(viewer.game).seq), Accepted)
    return seat.number


def person_of(viewer: Viewer) -> Person:
    return Person.objects.get(pk=viewer.client.session["_auth_user_id"])


def ask(viewer: Viewer, number: int) -> str:
    return case(ask_for_seat(viewer.game, person_of(viewer), number))


def answered(viewer: Viewer, number: int, agreed: bool = True) -> str:
    return case(answer_request(own_seat(viewer), number, agreed))


def taken_over(seats: int = 3, **settings: Any) -> tuple[list[Viewer], Viewer, int]:
    """Return the players of a game, the one who has taken over the seat of the first of them, and that seat."""
    players = table(seats, rated=False, **settings)
    number, eve = leave(players[0]), guest_of(players[0])
    assert ask(eve, number) == ""
    for each in players[1:]:
        assert answered(each, number) == ""
    return players, eve, number


# --- asking and agreeing ------------------------------------------------------------------------------------------


def test_a_visitor_asks_and_plays_on_once_all_have_agreed() -> None:
    ann, bob, cleo = table(3, rated=False)
    name, number = own_seat(ann).name, leave(ann)
    eve = guest_of(ann)
    page = eve.look()
    page = eve.press(page, ASK + name)
    assert "You asked to take over the seat of" in page.text
    assert eve.look().offered("hand") == []
    bob.press(bob.look(), "Agree")
    assert "Agree" not in bob.look().buttons
    assert fresh(ann.game).taken_seats.get(number=number).bot
    cleo.press(cleo.look(), "Agree")
    state, seat = load(fresh(ann.game))[0], fresh(ann.game).taken_seats.get(number=number)
    assert (seat.person, seat.bot, state.players[number - 1]) == (person_of(eve), "", "Eve")
    assert (state.bot_seats, state.forfeited_seats) == (frozenset(), frozenset())
    assert state.round is not None
    assert set(eve.look().offered("hand")) == set(state.round.hands[number - 1])
    assert not TakeoverRequest.objects.exists()
    eve.trail()
    assert sound(ann.game)


def test_the_one_who_left_is_a_spectator_then_and_the_result_is_the_new_players() -> None:
    players, eve, _ = taken_over()
    assert players[0].look().offered("hand") == []
    assert not Seat.objects.filter(game=eve.game, person=person_of(players[0])).exists()
    play_out(eve.game)
    results = SeatResult.objects.filter(game=eve.game)
    assert {row.person_id for row in results} == {person_of(each).pk for each in (*players[1:], eve)}
    assert sound(eve.game)


def test_a_friend_takes_the_seat_of_a_computer_by_the_link() -> None:
    ann = friend("Ann")
    game = services.start_game(ann, RULES, "casino", 2, False, "computer")
    viewer, client = Viewer(game, ann), Client()
    page = Page(client.get(viewer.address()))
    assert [words for words in page.buttons if words.startswith(ASK)]
    client.post(viewer.address("ask_for_seat"), {"seat": 2})
    viewer.press(viewer.look(), "Agree")
    assert fresh(game).taken_seats.filter(number=2, person__is_guest=True).exists()
    assert "Your hand" in client.get(viewer.address()).content.decode()
    assert sound(game)


def test_a_request_that_is_declined_is_not_made_again() -> None:
    ann, bob, cleo = table(3, rated=False)
    number, eve = leave(ann), guest_of(ann)
    ask(eve, number)
    assert answered(cleo, number) == ""
    bob.press(bob.look(), "Decline")
    assert answered(cleo, number) == "takeover-gone"
    assert ask(eve, number) == "takeover-declined"
    assert ask(guest_of(ann, "Finn"), number) == ""


def test_asking_twice_loses_no_agreement() -> None:
    ann, bob, _ = table(3, rated=False)
    number, eve = leave(ann), guest_of(ann)
    ask(eve, number)
    answered(bob, number)
    assert ask(eve, number) == ""
    assert own_seat(bob).number not in TakeoverRequest.objects.get().asked_seats


def test_a_request_is_withdrawn_by_its_asker() -> None:
    ann, bob, cleo = table(3, rated=False)
    name, number, eve = own_seat(ann).name, leave(ann), guest_of(ann)
    eve.press(eve.look(), ASK + name)
    eve.press(eve.look(), "Withdraw")
    assert answered(bob, number) == "takeover-gone"
    assert ask(guest_of(ann, "Finn"), number) == ""
    assert ask(eve, number) == "takeover-asked"
    assert "Finn asks to take over" in cleo.look().text


def test_a_request_ends_when_one_of_those_asked_leaves() -> None:
    ann, bob, cleo = table(3, rated=False)
    number, eve = leave(ann), guest_of(ann)
    ask(eve, number)
    assert answered(bob, number) == ""
    leave(cleo)
    assert answered(bob, number) == "takeover-gone"
    assert ask(eve, number) == ""
    assert answered(bob, number) == ""
    assert own_seat(eve).number == number


def test_the_game_waits_for_those_who_have_not_answered() -> None:
    ann, *others = table(4, rated=False)
    number, eve = leave(ann), guest_of(ann)
    assert [asked(each) for each in others] == [False] * 3
    ask(eve, number)
    assert [asked(each) for each in others] == [True] * 3
    answered(others[0], number)
    assert [asked(each) for each in others] == [False, True, True]
    leave(others[2])
    assert [asked(each) for each in others] == [False] * 3


def asked(viewer: Viewer) -> bool:
    seat = with_reasons(Seat.objects.filter(game=viewer.game, person=person_of(viewer))).get()
    return "offer" in reasons_of(seat) and next_game_of(viewer) == viewer.address()


def next_game_of(viewer: Viewer) -> str:
    return path_of(viewer.client.get(reverse("games:next_game")))


def test_who_may_return_is_asked_too() -> None:
    ann, bob, cleo = table(3, rated=False)
    number, eve = leave(ann), guest_of(ann)
    hold(cleo)
    assert ask(eve, own_seat(cleo).number) == "takeover-gone"
    ask(eve, number)
    assert answered(bob, number) == ""
    assert own_seat(bob).game.taken_seats.get(number=number).bot
    cleo.press(cleo.look(), "Agree")
    assert own_seat(eve).number == number
    assert sound(ann.game)


@pytest.mark.parametrize("rated", [True, False])
def test_a_seat_in_a_rated_game_is_taken_over_by_nobody(rated: bool) -> None:
    ann, *_ = table(3, rated=rated)
    number, eve = leave(ann), guest_of(ann)
    assert any(words.startswith(ASK) for words in eve.look().buttons) is not rated
    assert ask(eve, number) == ("takeover-gone" if rated else "")


def test_a_game_whose_cards_others_know_takes_in_nobody() -> None:
    ann = Viewer(services.start_game(friend("Ann"), RULES, "casino", 2, False, "computer"), friend("Zoe"))
    client = Client()
    client.post("/daily/play/")
    daily = Game.objects.exclude(pk=ann.game.pk).get()
    eve = Viewer(daily, friend("Eve"))
    assert ask(eve, daily.taken_seats.exclude(bot="")[0].number) == "takeover-gone"


def test_while_a_director_decides_nobody_takes_over() -> None:
    ann, bob, cleo = table(3, rated=False)
    number, eve = leave(ann), guest_of(ann)
    ask(eve, number)
    answered(bob, number)
    tx = GameTransaction(fresh(ann.game))
    tx.append((GamePaused(1, "Dora"),), "server")
    tx.commit()
    assert answered(cleo, number) == "takeover-gone"
    tx = GameTransaction(fresh(ann.game))
    tx.append((GameResumed("Dora"),), "server")
    tx.commit()
    assert answered(cleo, number) == ""
    assert own_seat(eve).number == number


def test_nothing_is_asked_for_once_the_game_is_over() -> None:
    ann, bob, cleo = table(3, rated=False)
    number, eve = leave(ann), guest_of(ann)
    ask(eve, number)
    leave(bob)
    services.resign(own_seat(cleo), fresh(ann.game).seq)
    assert fresh(ann.game).status == Game.Status.OVER
    assert answered(cleo, number) == ask(eve, number) == "takeover-gone"


# --- who may not ask ----------------------------------------------------------------------------------------------


def test_whoever_has_held_a_seat_asks_for_none() -> None:
    """The one who left knows a hand; so does one who was replaced."""
    players, eve, _ = taken_over(4)
    other = leave(players[1])
    assert ask(players[1], other) == "takeover-seen"
    assert ask(players[0], other) == "takeover-seen"
    assert ask(eve, other) == "takeover-seen"
    assert ask(guest_of(eve, "Finn"), other) == ""


def test_a_director_who_has_seen_the_hands_asks_for_no_seat() -> None:
    ann, *_ = table(3, rated=False)
    number, dora = leave(ann), guest_of(ann, "Dora")
    tx = GameTransaction(fresh(ann.game))
    tx.append((HandsRevealedToDirector(1, "Dora"),), user_actor(person_of(dora).pk))
    tx.commit()
    assert ask(dora, number) == "takeover-seen"


@pytest.mark.parametrize("why", ["suspended", "shut-out", "blocked"])
def test_nor_does_anyone_who_may_not_play_here(why: str) -> None:
    ann, bob, cleo = table(3, rated=False)
    number, eve = leave(ann), guest_of(ann)
    ask(eve, number)
    answered(bob, number)
    match why:
        case "suspended":
            Suspension.objects.create(person=person_of(eve), until=timezone.now() + timedelta(days=1))
        case "shut-out":
            TableBan.objects.create(game=ann.game, person=person_of(eve))
        case _:
            Block.objects.create(person=person_of(bob), blocked=person_of(eve), blocked_at=timezone.now())
    assert answered(cleo, number) == "takeover-gone"
    assert not TakeoverRequest.objects.exists()
    assert ask(eve, number) == ("suspended" if why == "suspended" else "shut-out")
    assert fresh(ann.game).taken_seats.get(number=number).bot


def test_where_spectators_may_not_look_nobody_asks() -> None:
    ann, *_ = table(3, rated=False, spectators=False)
    number, eve = leave(ann), guest_of(ann)
    assert eve.client.get(eve.address()).status_code == 403
    assert eve.post("ask_for_seat", seat=number).status_code == 403
    assert not TakeoverRequest.objects.exists()


def test_whoever_has_not_asked_answers_nothing() -> None:
    ann, *_ = table(3, rated=False)
    number, eve = leave(ann), guest_of(ann)
    ask(eve, number)
    assert Client().post(eve.address("answer_request"), {"seat": number, "agreed": "yes"}).status_code == 404
    guest_of(ann, "Finn").post("answer_request", seat=number, agreed="yes")
    ann.post("answer_request", seat=number, agreed="yes")
    assert len(TakeoverRequest.objects.get().asked_seats) == 2


@pytest.mark.parametrize("sent", [{}, {"seat": 9}, {"seat": "x", "agreed": "yes"}])
def test_a_request_that_is_not_understood_changes_nothing(sent: dict[str, Any]) -> None:
    ann, bob, _ = table(3, rated=False)
    leave(ann)
    for viewer, name in ((bob, "answer_request"), (guest_of(ann), "ask_for_seat")):
        viewer.post(name, **sent)
        assert "We couldn’t understand that request." in viewer.look().text
    assert not TakeoverRequest.objects.exists()


# --- what comes with the seat -------------------------------------------------------------------------------------


def test_the_deal_is_still_proved_and_the_seed_is_not_said_to_be_the_new_players() -> None:
    players, eve, _ = taken_over()
    play_out(eve.game)
    page = eve.client.get(eve.address("deal_verification"))
    assert "Yes: everything was dealt as promised." in page.content.decode()
    assert "own-seed" not in page.content.decode()
    assert "A former player" in page.content.decode()
    assert "own-seed" in players[1].client.get(eve.address("deal_verification")).content.decode()
    assert json.loads(eve.client.get(eve.address("record_json")).content)


def test_the_clock_nights_and_holidays_are_the_new_players() -> None:
    terms = {"clock": "turn", "time": DAY, "days_off": "nights", "vacations": True}
    players = table(3, rated=False, **terms)
    number, eve = leave(players[0]), guest_of(players[0])
    Preferences.objects.create(person=person_of(eve), time_zone="Asia/Manila")
    ask(eve, number)
    for each in players[1:]:
        answered(each, number)
    game = fresh(eve.game)
    assert (game.clock or {})["time_zones"][number - 1] == "Asia/Manila"
    assert (game.turn, game.deadline is not None) == (number, True)
    assert sound(game)


def test_plans_messages_and_open_pages_of_the_former_player_stay_behind() -> None:
    players = table(3, rated=False)
    seat, eve = own_seat(players[0]), guest_of(players[0])
    ChatMessage.objects.create(game=eve.game, seat=seat.number, person=seat.person, text="Well", at=timezone.now())
    number = leave(players[0])
    Plan.objects.create(seat=seat, secrets={})
    presence.connect(fresh(eve.game), number, "the page of the one who left")
    ask(eve, number)
    for each in players[1:]:
        answered(each, number)
    assert not Plan.objects.exists()
    assert presence.presence_by_seat(fresh(eve.game))[number] == "gone"
    assert presence.gone_since(fresh(eve.game), number) is None
    assert ChatMessage.objects.get().seat == 0


def test_what_the_former_player_did_is_not_said_of_the_new_one() -> None:
    players, eve, _ = taken_over()
    text = players[1].look().text
    assert "Eve took over from a computer." in text
    assert "A former player left the game." in text
    assert "Eve left the game." not in text
    assert "You left the game." not in eve.look().text
    log = load_full_log(fresh(eve.game))
    assert [event.player for event in log if isinstance(event, SeatTakenOver)] == ["Eve"]
    assert "Eve sat down" not in players[1].client.get(eve.address("replay")).content.decode()


def test_two_at_a_table_are_told_apart() -> None:
    players = table(3, rated=False)
    number, bob = leave(players[0]), guest_of(players[0], own_seat(players[1]).name)
    ask(bob, number)
    for each in players[1:]:
        answered(each, number)
    assert own_seat(bob).name.endswith(" 2")


def test_a_ruling_does_not_give_the_seat_back_to_the_one_who_left() -> None:
    _, eve, number = taken_over()
    log = [event for _, event in events_after(fresh(eve.game), 0)]
    at = next(at for at, event in enumerate(log, start=1) if isinstance(event, SeatForfeited))
    made = decide_ruling(log, Ruling("rolled_back", "by mistake", event_seq=at), "Dora")
    assert not isinstance(made, Refusal)
    state = fold([*log, *made])
    assert (state.players[number - 1], state.bot_seats) == ("Eve", frozenset())


# --- the lobby ----------------------------------------------------------------------------------------------------


def test_the_lobby_lists_public_games_that_a_player_has_left() -> None:
    ann, *_ = table(3, rated=False, public=True)
    name = own_seat(ann).name
    lobby = reverse("games:lobby")
    assert "A computer plays for" not in Client().get(lobby).content.decode()
    leave(ann)
    page = Client().get(lobby).content.decode()
    assert f"A computer plays for {name}. You can ask to take over." in Page(Client().get(lobby)).text
    assert reverse("games:table", args=[ann.game.public_id]) in page


@pytest.mark.parametrize(
    "terms", [{"public": False}, {"public": True, "rated": True}, {"public": True, "spectators": False}]
)
def test_others_are_not_listed(terms: dict[str, bool]) -> None:
    ann, *_ = table(3, **{"rated": False, **terms})
    leave(ann)
    assert "A computer plays for" not in Client().get(reverse("games:lobby")).content.decode()
