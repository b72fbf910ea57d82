"""Offers at the table: a draw, breaking off, a move taken back; by its players and no one else."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Person
from games import services
from games.domain.commands import SubstituteBot
from games.domain.events import CardTrailed, OfferMade
from games.domain.presets import resolve_rules
from games.domain.record import write_record
from games.domain.table_settings import DAY, TableSettings
from games.live import presence
from games.log.player_names import load_full_log
from games.log.recent_states import recent_states
from games.log.store import SNAPSHOT_EVERY, events_after, load
from games.log.verification import verify_game
from games.models import Game, RatingChange, Seat, Snapshot, Suspension
from games.notifications.models import Device
from games.notifications.services import GamePreferenceValues, save_game_preferences
from games.rulings.disputes import agree_to_pause, open_dispute
from games.rulings.models import Dispute
from games.services import Accepted, Refused
from games.services.game_transaction import GameTransaction
from tests.games.computers import against_computer, fresh
from tests.games.recipients import Messages, do_tasks
from tests.games.rounds import play_once
from tests.games.tables import RULES, game_by_hand, person, play_on
from tests.games.viewers import Viewer, friend, laid

pytestmark = pytest.mark.django_db

HANDS = ("9S 8C 3C 2H", "QC JC TC 5C")


def dealt(settings: TableSettings | None = None) -> tuple[Viewer, Viewer]:
    """Return a game just dealt: the player to move, and the one who waits."""
    ann, bob = person("Ann"), person("Bob")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends", settings or TableSettings())
    services.take_seat(game, bob, None)
    viewers = (Viewer(game, ann), Viewer(game, bob))
    return viewers if fresh(game).turn == 1 else (viewers[1], viewers[0])


def seat_of(viewer: Viewer, number: int) -> Seat:
    return Seat.objects.get(game=viewer.game, number=number)


def cards_in_hand(viewer: Viewer) -> set[str]:
    return set(viewer.look().offered("hand"))


@pytest.fixture
def players() -> list[Viewer]:
    return laid("casino", *HANDS, table="KD 4D 7H TH")


@pytest.fixture
def ann(players: list[Viewer]) -> Viewer:
    return players[0]


@pytest.fixture
def bob(players: list[Viewer]) -> Viewer:
    return players[1]


# --- from the page ------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_by_consent(ann: Viewer, bob: Viewer) -> None:
    ann.play("9S")
    assert ann.press(ann.look(), "Ask for a takeback").text.count("You asked to take back your 9♠.") == 2
    page = bob.look()
    assert page.text.count("Ann asked to take back their 9♠.") == 2  # in the offer and in the log, not among the plays
    page = bob.press(page, "Agree")
    assert "The move was taken back." in page.text
    assert "9S" in cards_in_hand(ann)
    assert "Your turn" in ann.look().text
    assert "Ask for a takeback" not in ann.look().buttons  # there is nothing more to take back


def test_a_request_to_take_back_says_how_many_plays_it_undoes_and_from_which_on(ann: Viewer, bob: Viewer) -> None:
    ann.play("9S")
    bob.play("QC")
    assert "You asked to take back 2 plays, from your 9♠ on." in ann.press(ann.look(), "Ask for a takeback").text
    assert "Ann asked to take back 2 plays, from their 9♠ on." in bob.look().text


def test_whoever_plays_on_no_longer_wants_to_take_back(ann: Viewer, bob: Viewer) -> None:
    ann.play("9S")
    bob.play("QC")
    ann.press(ann.look(), "Ask for a takeback")
    ann.play("8C")
    assert "Agree" not in bob.look().buttons
    assert case(answer(bob)) == "offer-none"


def test_the_others_may_decline(ann: Viewer, bob: Viewer) -> None:
    ann.play("9S")
    ann.press(ann.look(), "Ask for a takeback")
    assert "You declined the takeback." in bob.press(bob.look(), "Decline").text
    assert "Bob declined the takeback." in ann.look().text
    assert "9S" not in ann.look().offered("hand")


@pytest.mark.parametrize(
    ("offer", "declined"),
    [("Offer a draw", "declined the draw."), ("Offer to abort the game", "declined to abort the game.")],
)
def test_it_says_what_was_declined(ann: Viewer, bob: Viewer, offer: str, declined: str) -> None:
    ann.play("9S")
    ann.press(ann.look(), offer)
    assert f"You {declined}" in bob.press(bob.look(), "Decline").text
    assert f"Bob {declined}" in ann.look().text


@pytest.mark.parametrize("offer", ["Ask for a takeback", "Offer a draw"])
def test_the_log_is_in_order_after_it(offer: str) -> None:
    mover, other = dealt()
    mover.trail()
    mover.press(mover.look(), offer)
    other.press(other.look(), "Agree")
    assert verify_game(fresh(mover.game)) == []


def test_an_offer_can_be_withdrawn(ann: Viewer, bob: Viewer) -> None:
    ann.press(ann.look(), "Offer a draw")
    ann.press(ann.look(), "Withdraw")
    assert "Agree" not in bob.look().buttons


def test_a_draw_ends_the_game_and_nobody_has_won(ann: Viewer, bob: Viewer) -> None:
    ann.press(ann.look(), "Offer a draw")
    page = bob.press(bob.look(), "Agree")
    assert "No one won. The players agreed to a draw." in page.text
    assert fresh(ann.game).status == Game.Status.OVER
    assert "Rematch" in page.buttons


def test_a_game_is_broken_off_when_all_agree() -> None:
    ann, bob, cleo = laid("casino", "9S", "QC", "AS")
    bob.press(bob.look(), "Offer to abort the game")
    assert "Waiting for: You and Cleo" in ann.look().text
    ann.press(ann.look(), "Agree")
    assert "The players agreed to abort the game." in cleo.press(cleo.look(), "Agree").text


def test_whoever_plays_computers_alone_aborts_without_asking_and_is_told_so() -> None:
    game = against_computer()
    ann = Viewer(game, game.taken_seats.get(number=1).person)
    page = ann.press(ann.look(), "Abort the game (no result)")
    assert page.text.count("You aborted the game.") == 2  # in the result and in the log
    assert "agreed" not in page.text
    assert "offered" not in page.text
    assert "Ann aborted the game." in Viewer(game).look().text


def test_after_a_round_against_computers_there_is_only_resigning() -> None:
    rules = resolve_rules({"preset": "casino", "target": 200})
    game = services.start_game(person("Ann"), rules, "casino", 2, False, "computer")
    ann = Viewer(game, game.taken_seats.get(number=1).person)
    assert {"Abort the game (no result)", "Yes, resign"} <= set(ann.look().buttons)
    while load(fresh(game))[0].latest_round == 1:
        play_once(game)
    words = ann.go_on().buttons
    assert "Yes, resign" in words
    assert "Abort the game (no result)" not in words


def test_alone_with_the_computer_a_game_is_broken_off_at_once() -> None:
    ann = person("Ann")
    viewer = Viewer(services.start_game(ann, RULES, "casino", 2, False, "computer"), ann)
    page = viewer.look()
    assert "Offer a draw" not in page.buttons
    assert "No one won." in viewer.press(page, "Abort the game (no result)").text


def test_who_has_not_played_is_not_offered_to_take_back(ann: Viewer, bob: Viewer) -> None:
    ann.play("9S")
    assert "Ask for a takeback" not in bob.look().buttons
    assert "Ask for a takeback" in ann.look().buttons


def test_after_a_deal_taking_back_is_not_offered_and_refused_in_words(ann: Viewer, bob: Viewer) -> None:
    for card in range(4):
        ann.play(HANDS[0].split()[card])
        bob.play(HANDS[1].split()[card])
    assert "Ask for a takeback" not in bob.look().buttons
    outcome = services.make_offer(seat_of(bob, 2), "takeback", fresh(bob.game).seq)
    assert isinstance(outcome, Refused)
    assert outcome.refusal.key == "takeback-late"


def test_the_replay_shows_what_was_taken_back_and_the_record_does_not(ann: Viewer, bob: Viewer) -> None:
    ann.play("9S")
    ann.press(ann.look(), "Ask for a takeback")
    bob.press(bob.look(), "Agree")
    ann.play("8C")
    page = ann.client.get(ann.address("replay"), {"at": "9999"}).content.decode()
    assert "You trailed 9♠." in page
    assert "The move was taken back." in page
    assert "You trailed 8♣." in page
    turns = [line for line in write_record(load_full_log(fresh(ann.game))).splitlines() if line.startswith("1: ")]
    assert turns == ["1: 8C"]


# --- the log ------------------------------------------------------------------------------------------------------


def test_a_process_that_knows_nothing_of_it_reads_the_same_state(ann: Viewer, bob: Viewer) -> None:
    before, _ = load(fresh(ann.game))
    ann.play("9S")
    services.make_offer(seat_of(ann, 1), "takeback", fresh(ann.game).seq)
    services.answer_offer(seat_of(bob, 2), True, fresh(ann.game).seq)
    assert Snapshot.objects.get(game=ann.game).seq == fresh(ann.game).seq
    for forget in (lambda: None, lambda: Snapshot.objects.all().delete()):
        forget()
        recent_states.clear()
        assert load(fresh(ann.game))[0] == before


def test_a_process_that_knows_the_state_from_before_goes_on_from_it(ann: Viewer, bob: Viewer) -> None:
    recent_states.clear()
    before, _ = load(fresh(ann.game))
    known = recent_states.get(ann.game.public_id)
    assert known
    ann.play("9S")
    services.make_offer(seat_of(ann, 1), "takeback", fresh(ann.game).seq)
    services.answer_offer(seat_of(bob, 2), True, fresh(ann.game).seq)
    recent_states.clear()
    recent_states.put(ann.game.public_id, known)
    assert load(fresh(ann.game))[0] == before


def test_going_back_behind_a_snapshot_reads_the_whole_log() -> None:
    from games.domain.events import RolledBack
    from games.domain.evolve import fold
    from games.log.store import SERVER, Action, append_events

    game, state = game_by_hand()
    play_on(game, state, until=2 * SNAPSHOT_EVERY)
    there = fold([*load_full_log(fresh(game)), RolledBack(6)])
    append_events(game, [Action(SERVER, "", (RolledBack(6),))], there)
    Snapshot.objects.all().delete()
    recent_states.clear()
    assert load(fresh(game))[0] == there == state
    assert verify_game(fresh(game)) == []


def test_a_retry_whose_answer_got_lost_is_accepted(ann: Viewer) -> None:
    seen = fresh(ann.game).seq
    first = services.make_offer(seat_of(ann, 1), "drawn", seen)
    assert isinstance(first, Accepted)
    assert services.make_offer(seat_of(ann, 1), "drawn", seen) == first


# --- what is not allowed ------------------------------------------------------------------------------------------


def refused(viewer: Viewer, name: str, **sent: Any) -> str:
    """Return the refusal; the log is as before."""
    before = fresh(viewer.game).seq
    response: Any = viewer.client.post(viewer.address(name), {"seq": before, **sent}, follow=True)
    assert fresh(viewer.game).seq == before
    return str(response.status_code) if response.status_code != 200 else response.content.decode()


@pytest.mark.parametrize(("name", "sent"), [("make_offer", {"kind": "drawn"}), ("answer_offer", {"agreed": "yes"})])
def test_whoever_does_not_sit_there_offers_and_answers_nothing(name: str, sent: dict[str, str], ann: Viewer) -> None:
    for stranger in (Viewer(ann.game), Viewer(ann.game, friend("Eve"))):
        assert refused(stranger, name, **sent) == "404"


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("make_offer", {"kind": "money"}),
        ("make_offer", {}),
        ("answer_offer", {}),
        ("make_offer", {"kind": "drawn", "seq": "x"}),
    ],
)
def test_what_makes_no_sense_is_said(name: str, sent: dict[str, str], ann: Viewer) -> None:
    assert "We couldn’t understand that request." in refused(ann, name, **sent)


def test_nobody_agrees_to_what_was_not_offered(ann: Viewer) -> None:
    assert "There is no open offer." in refused(ann, "answer_offer", agreed="yes")


def test_after_the_end_nothing_is_offered(ann: Viewer, bob: Viewer) -> None:
    ann.post("resign", seq=fresh(ann.game).seq)
    assert "The game is over." in refused(bob, "make_offer", kind="drawn")


def test_before_the_start_nothing_is_offered() -> None:
    ann = person("Ann")
    viewer = Viewer(services.start_game(ann, RULES, "casino", 2, False, "friends"), ann)
    assert "The game hasn’t started." in refused(viewer, "make_offer", kind="abort")


def test_where_no_move_is_taken_back_it_is_said() -> None:
    mover, _ = dealt(TableSettings(takebacks=False))
    mover.trail()
    assert "Ask for a takeback" not in mover.look().buttons
    assert "Takebacks are off at this table." in refused(mover, "make_offer", kind="takeback")


# --- agreements that one party could reach alone ---------------------------------------------------------------------


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


def own_seat(viewer: Viewer) -> Seat:
    return Seat.objects.select_related("game").get(game=viewer.game, person=viewer.client.session["_auth_user_id"])


def hold(viewer: Viewer, final: bool = False) -> None:
    """Let the computer take over the viewer's seat, as for a player who has left or run out of time."""
    tx, seat = GameTransaction(fresh(viewer.game)), own_seat(viewer)
    tx.execute_trusted(SubstituteBot(seat.number, "steady", final))
    Seat.objects.filter(pk=seat.pk).update(bot="steady")
    tx.commit()


def offer(viewer: Viewer, kind: Any) -> services.Outcome:
    return services.make_offer(own_seat(viewer), kind, fresh(viewer.game).seq)


def answer(viewer: Viewer, agreed: bool = True) -> services.Outcome:
    return services.answer_offer(own_seat(viewer), agreed, fresh(viewer.game).seq)


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
    tx.append((OfferMade(own_seat(ann).number, "abort", (own_seat(bob).number,), 0),), "server")
    tx.commit()
    assert case(answer(bob)) == "offer-held-seat"
    assert isinstance(answer(bob, agreed=False), Accepted)


def test_once_the_owner_is_back_both_may_agree_again() -> None:
    ann, bob = table()
    hold(bob)
    services.return_to_seat(own_seat(bob))
    assert isinstance(offer(ann, "abort"), Accepted)
    assert case(answer(ann)) == "offer-not-asked"
    assert fresh(ann.game).status == Game.Status.PLAYING
    assert isinstance(answer(bob), Accepted)
    assert fresh(ann.game).status == Game.Status.OVER


def test_an_opponent_who_is_suspended_has_not_agreed() -> None:
    ann, bob = table()
    offer(ann, "abort")
    Suspension.objects.create(person_id=own_seat(bob).person_id or 0, until=timezone.now() + timedelta(days=1))
    assert case(answer(bob)) == "suspended"
    assert case(answer(ann)) == "offer-not-asked"
    assert fresh(ann.game).status == Game.Status.PLAYING


def test_an_offer_to_who_resigns_decides_nothing() -> None:
    ann, bob = table()
    offer(ann, "abort")
    services.resign(own_seat(bob), fresh(ann.game).seq)
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
    dispute = open_dispute(own_seat(ann), at, "Something was left behind.", wants_pause=True)
    assert isinstance(dispute, Dispute)
    assert not load(fresh(ann.game))[0].paused
    assert isinstance(agree_to_pause(dispute, own_seat(bob)), Accepted)
    assert load(fresh(ann.game))[0].paused


# --- whether it has arrived ---------------------------------------------------------------------------------------


def correspondence() -> tuple[Viewer, Viewer]:
    return dealt(TableSettings(clock="turn", time=3 * DAY))


def told_about(viewer: Viewer) -> str:
    """What the offer's line says after the names of those it waits for."""
    return viewer.look().text.partition("Waiting for: ")[2].partition(" Withdraw")[0]


def name_of(viewer: Viewer) -> str:
    return "Ann" if viewer.client.session["_auth_user_id"] == str(Person.objects.get(username="ann").pk) else "Bob"


def with_address(viewer: Viewer) -> Person:
    someone = Person.objects.get(display_name=name_of(viewer))
    EmailAddress.objects.create(user=someone, email="x@mail.example", verified=True, primary=True)
    return someone


def test_the_one_who_asks_sees_that_it_cannot_be_told_and_when_it_has_been_seen() -> None:
    mover, other = correspondence()
    mover.press(mover.look(), "Offer a draw")
    name = name_of(other)
    assert told_about(mover) == f"{name}. We can’t notify {name}. Send them the link."
    assert f"notify {name}" not in other.look().text
    assert told_about(mover) == f"{name}. {name} has seen it."


def test_the_one_who_asks_sees_that_a_mail_is_under_way_and_was_sent(sent: Messages) -> None:
    mover, other = correspondence()
    with_address(other)
    mover.press(mover.look(), "Offer a draw")
    name = name_of(other)
    assert told_about(mover) == f"{name}. {name} will get an email."
    do_tasks()
    assert told_about(mover) == f"{name}. We emailed {name}."


def test_the_one_who_asks_sees_that_a_device_is_told(sent: Messages) -> None:
    mover, other = correspondence()
    someone = Person.objects.get(display_name=name_of(other))
    Device.objects.create(person=someone, endpoint="https://push.example/", p256dh="-", auth="-", name="Firefox")
    mover.press(mover.look(), "Offer a draw")
    name = name_of(other)
    assert told_about(mover) == f"{name}. {name} will get a notification."
    do_tasks()
    assert told_about(mover) == f"{name}. We notified {name}."


def test_whoever_wants_no_notifications_looks_like_one_without_an_address() -> None:
    mover, other = correspondence()
    someone = with_address(other)
    save_game_preferences(someone, mover.game, GamePreferenceValues(silent=True))
    mover.press(mover.look(), "Offer a draw")
    assert "We can’t notify" in told_about(mover)


def test_the_one_who_asks_sees_who_is_at_the_table_in_a_live_game_too() -> None:
    mover, other = dealt(TableSettings(clock="live", time=300, vacations=False))
    mover.press(mover.look(), "Offer a draw")
    name = name_of(other)
    assert told_about(mover) == name
    number = 3 - fresh(mover.game).turn
    presence.connect(mover.game, number, "page", visible=True)
    assert told_about(mover) == f"{name}. {name} is at the table."


def test_of_three_each_is_told_of_and_only_to_the_one_who_asks() -> None:
    ann, bob, cleo = laid("casino", "9S", "QC", "AS", table_settings=TableSettings(clock="turn", time=3 * DAY))
    ann.press(ann.look(), "Offer a draw")
    bob.look()
    assert told_about(ann) == "Bob and Cleo. Bob has seen it. We can’t notify Cleo. Send them the link."
    assert "has seen it" not in cleo.look().text
