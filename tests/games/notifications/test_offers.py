"""Offers and requests reach those who are to answer: in words that name them, once, in their own time."""

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.urls import reverse

from accounts.models import Person
from accounts.services import delete_account
from games import services
from games.domain.state import OfferKind
from games.invitations import services as invitations
from games.invitations.takeovers import answer_request, ask_for_seat
from games.live import presence
from games.models import Game, Seat
from games.notifications import delivery
from games.notifications import services as notification_services
from games.notifications.kinds import DeliveryMethod, NotificationKind
from games.notifications.models import Notification, NotificationPreferences
from games.notifications.preferences import configured_methods, preferences_by_person
from games.notifications.suppression import LOOK_AGAIN
from games.notifications.texts import line_of
from games.rulings.disputes import agree_to_pause
from games.services import Accepted
from tests.games.computers import fresh
from tests.games.notifications.test_turn_mail import at_noon, received, two_by_mail, with_mail
from tests.games.recipients import OVER_DAYS, Messages, do_tasks, play_once, reachable, two_at_a_table
from tests.games.tables import RULES, person
from tests.games.viewers import Page, browser_of, friend, laid
from tests.post_office import Letters, text_of
from tests.rulings.cases import disputed

__all__ = ["at_noon"]

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
OFFER = NotificationKind.OFFER


def seat_of(game: Game, someone: Person) -> Seat:
    return Seat.objects.get(game=game, person=someone)


def offer(game: Game, someone: Person, kind: OfferKind = "drawn") -> None:
    assert isinstance(services.make_offer(seat_of(game, someone), kind, fresh(game).seq), Accepted)


def answer(game: Game, someone: Person, *, agreed: bool = False) -> None:
    assert isinstance(services.answer_offer(seat_of(game, someone), agreed, fresh(game).seq), Accepted)


@pytest.fixture
def table(sent: Messages) -> tuple[Game, Person, Person]:
    """A game over days, the player to move, and the one who waits; what they have been told so far is forgotten."""
    game = two_at_a_table()
    do_tasks()
    sent.clear()
    return game


def reason(someone: Person) -> str:
    return Notification.objects.filter(person=someone, kind=OFFER).latest("pk").reason


# --- words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("drawn", "Ann offers a draw"),
        ("abort", "Ann would like to abort the game"),
        ("takeback", "Ann asked to take back their"),
    ],
)
def test_the_mail_names_what_is_asked_and_by_whom(kind: OfferKind, words: str, office: Letters) -> None:
    game, ann, _ = two_by_mail()
    play_once(game)
    do_tasks()
    office.letters.clear()
    offer(game, ann, kind)
    do_tasks()
    (letter,) = received(office, "Bob")
    assert letter["Subject"].startswith(words)
    assert f"{letter['Subject']}: Casino with Ann." in text_of(letter)
    assert "Score: You 0 · Ann 0" in text_of(letter)
    assert received(office, "Ann") == []


@pytest.mark.parametrize(
    ("kind", "words"), [("drawn", "the draw"), ("abort", "to abort the game"), ("takeback", "the takeback")]
)
def test_whoever_asked_hears_that_it_was_declined_until_they_have_seen_it(
    kind: OfferKind, words: str, office: Letters
) -> None:
    game, ann, bob = two_by_mail()
    play_once(game)
    offer(game, ann, kind)
    do_tasks()
    office.letters.clear()
    answer(game, bob)
    do_tasks()
    (letter,) = received(office, "Ann")
    assert letter["Subject"] == f"Bob declined {words}"
    assert f"Bob declined {words}: Casino with Bob." in text_of(letter)
    assert received(office, "Bob") == []
    offer(game, ann, kind)
    answer(game, bob)
    services.mark_seen(seat_of(game, ann), fresh(game).seq)
    do_tasks()
    assert received(office, "Ann") == [letter]
    assert reason(ann) == "the offer is no longer open"


def test_whoever_asked_to_take_a_move_back_hears_who_agreed(office: Letters) -> None:
    game, ann, bob = two_by_mail()
    play_once(game)
    offer(game, ann, "takeback")
    do_tasks()
    office.letters.clear()
    answer(game, bob, agreed=True)
    do_tasks()
    (letter,) = received(office, "Ann")
    assert letter["Subject"] == "Your turn: Bob agreed. The move was taken back"
    assert "Bob agreed. The move was taken back." in text_of(letter)


def test_a_turn_and_the_wish_to_take_the_move_back_are_one_mail(office: Letters) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, ann, _ = two_by_mail()
        office.letters.clear()
        play_once(game)
        offer(game, ann, "takeback")
        for _ in range(3):
            do_tasks()
            clock.shift(LOOK_AGAIN)
    (letter,) = received(office, "Bob")
    assert letter["Subject"].startswith("Ann asked to take back their")
    assert "Play by Nov. 26" in text_of(letter)


def test_an_offer_told_before_the_turn_began_does_not_stand_for_the_turn(office: Letters) -> None:
    game, ann, _ = two_by_mail()
    offer(game, ann, "drawn")
    do_tasks()
    office.letters.clear()
    play_once(game)
    do_tasks()
    (letter,) = received(office, "Bob")
    assert letter["Subject"].startswith("Your turn")


def test_a_wish_that_is_withdrawn_before_it_is_told_leaves_the_turn_to_be_told(office: Letters) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, ann, _ = two_by_mail()
        office.letters.clear()
        play_once(game)
        offer(game, ann, "takeback")
        turn = Notification.objects.get(kind=NotificationKind.MY_TURN, status=Notification.Status.WAITING)
        delivery.deliver.call(turn.pk)
        answer(game, ann)
        do_tasks()
        clock.shift(LOOK_AGAIN)
        do_tasks()
    (letter,) = received(office, "Bob")
    assert letter["Subject"].startswith("Your turn: Ann trailed")


def test_a_dispute_names_who_asks_to_pause_the_game(office: Letters) -> None:
    game, _, _ = two_by_mail()
    at = game.seq + 1
    play_once(game)
    do_tasks()
    office.letters.clear()
    disputed(fresh(game), at, stop=True, by=1)
    do_tasks()
    (letter,) = received(office, "Bob")
    assert letter["Subject"] == "Ann asked to pause the game until a director decides"
    assert "Ann disputed a move." in text_of(letter)


def test_a_request_to_pause_after_the_dispute_was_opened_is_told_too(office: Letters) -> None:
    game, _, bob = two_by_mail()
    at = game.seq + 1
    play_once(game)
    dispute = disputed(fresh(game), at, by=1)
    do_tasks()
    office.letters.clear()
    assert isinstance(agree_to_pause(dispute, seat_of(game, bob)), Accepted)
    do_tasks()
    (letter,) = received(office, "Ann")
    assert letter["Subject"] == "Bob asked to pause the game until a director decides"
    assert "You disputed a move." in text_of(letter)
    assert received(office, "Bob") == []


def test_an_invitation_to_a_rematch_says_so(office: Letters) -> None:
    game, ann, bob = two_by_mail()
    services.resign(seat_of(game, bob), game.seq)
    do_tasks()
    office.letters.clear()
    assert isinstance(services.join_rematch(fresh(game), ann), Game)
    do_tasks()
    (letter,) = received(office, "Bob")
    assert letter["Subject"] == "Ann invites you to a rematch: Casino"
    assert "You’re invited to a rematch: Casino with Ann." in text_of(letter)


def test_a_request_for_a_seat_is_told_to_those_asked_while_it_waits_for_them(sent: Messages) -> None:
    people = [reachable(name) for name in ("Ann", "Bob", "Cleo")]
    game = services.start_game(people[0], RULES, "casino", 3, False, "friends", OVER_DAYS)
    for each in people[1:]:
        services.take_seat(game, each, None)
    assert isinstance(services.resign(seat_of(game, people[0]), fresh(game).seq), Accepted)
    do_tasks()
    sent.clear()
    assert isinstance(ask_for_seat(game, friend("Eve"), 1), Accepted)
    assert isinstance(answer_request(seat_of(game, people[2]), 1, True), Accepted)
    do_tasks()
    assert [(each.name, each.about) for each in sent] == [("Bob", (OFFER,))]
    line = line_of(people[1], Notification.objects.get(person=people[1], kind=OFFER))
    assert line.subject == "Eve asks to take over the seat of Ann"
    assert reason(people[2]) == "the offer is no longer open"


def test_who_declines_is_told_of_to_the_host_once(office: Letters) -> None:
    ann, bob = with_mail("Ann"), person("Bob")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    assert isinstance(invitations.invite(game, ann, "bob"), Accepted)
    for _ in range(2):
        assert invitations.decline(game, bob)
        do_tasks()
    ((to, letter),) = office.letters
    assert (to, letter["Subject"]) == (["ann@mail.example"], "Bob declined your invitation")
    assert "Bob declined your invitation: Casino." in text_of(letter)


def test_who_has_declined_and_then_sat_down_is_not_named(office: Letters) -> None:
    ann, bob, eve = with_mail("Ann"), person("Bob"), person("Eve")
    game = services.start_game(ann, RULES, "casino", 3, False, "friends")
    for name in ("bob", "eve"):
        assert isinstance(invitations.invite(game, ann, name), Accepted)
    assert invitations.decline(game, bob)
    assert isinstance(services.take_seat(game, bob, None), Seat)
    assert invitations.decline(game, eve)
    do_tasks()
    assert [letter["Subject"] for _, letter in office.letters] == ["Eve declined your invitation"]


def test_the_host_does_not_hear_of_a_decline_by_a_block_or_by_someone_who_has_gone(office: Letters) -> None:
    ann, bob, eve = with_mail("Ann"), person("Bob"), person("Eve")
    game = services.start_game(ann, RULES, "casino", 3, False, "friends")
    for name in ("bob", "eve"):
        assert isinstance(invitations.invite(game, ann, name), Accepted)
    invitations.block(bob, ann)
    assert invitations.decline(game, eve)
    delete_account(eve)
    game.invitations.filter(person=bob).delete()
    do_tasks()
    assert office.letters == []


def test_the_host_hears_who_declined_a_rematch_which_ends_with_it(office: Letters) -> None:
    game, ann, bob = two_by_mail()
    services.resign(Seat.objects.get(game=game, person=bob), game.seq)
    rematch = services.join_rematch(fresh(game), ann)
    assert isinstance(rematch, Game)
    do_tasks()
    office.letters.clear()
    invitations.decline(rematch, bob)
    do_tasks()
    assert fresh(rematch).status == Game.Status.CANCELLED
    assert [letter["Subject"] for _, letter in office.letters] == ["Bob declined your invitation"]


# --- once, and only while it is open --------------------------------------------------------------------------------


def test_only_those_who_are_asked_are_told_and_once(sent: Messages) -> None:
    people = [reachable(name) for name in ("Ann", "Bob", "Cleo")]
    game = services.start_game(people[0], RULES, "casino", 3, False, "friends", OVER_DAYS)
    for each in people[1:]:
        services.take_seat(game, each, None)
    do_tasks()
    sent.clear()
    offer(game, people[0], "abort")
    answer(game, people[1], agreed=True)
    do_tasks()
    assert [(each.name, each.about) for each in sent] == [("Cleo", ("offer",))]
    assert reason(people[1]) == "the offer is no longer open"


@pytest.mark.parametrize("end", ["declined", "agreed", "withdrawn", "played on"])
def test_what_was_answered_before_it_was_sent_is_not_sent(
    end: str, table: tuple[Game, Person, Person], sent: Messages
) -> None:
    game, mover, waiting = table
    offer(game, waiting)
    match end:
        case "played on":
            play_once(game)
        case "withdrawn":
            answer(game, waiting)
        case _:
            answer(game, mover, agreed=end == "agreed")
    do_tasks()
    assert ("offer",) not in sent.to(str(mover))


def test_a_second_offer_is_told_by_itself_and_the_first_no_more(
    table: tuple[Game, Person, Person], sent: Messages
) -> None:
    game, mover, waiting = table
    offer(game, waiting)
    answer(game, waiting)
    offer(game, waiting, "abort")
    do_tasks()
    assert sent.to(str(mover)) == [("offer",)]
    assert Notification.objects.filter(kind=OFFER, person=mover).count() == 2


def test_in_a_live_game_devices_are_told_and_no_mail_is_sent(office: Letters) -> None:
    game, ann, bob = two_by_mail(clock="live", time=300, vacations=False)
    office.letters.clear()
    offer(game, ann)
    do_tasks()
    assert received(office, "Bob") == []
    methods = configured_methods(preferences_by_person([bob])[bob.pk], OFFER)
    assert methods == set(DeliveryMethod)


# --- in their own time ----------------------------------------------------------------------------------------------


def test_it_waits_while_the_table_is_in_view_and_is_sent_when_one_leaves_without_an_answer(
    sent: Messages,
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, mover, waiting = two_at_a_table()
        do_tasks()
        sent.clear()
        presence.connect(game, seat_of(game, mover).number, "page")
        presence.set_visibility(game.public_id, "page", True)
        offer(game, waiting)
        do_tasks()
        clock.shift(LOOK_AGAIN)
        presence.refresh(["page"])
        do_tasks()
        assert ("offer",) not in sent.to(str(mover))
        presence.disconnect(game.public_id, "page")
        clock.shift(LOOK_AGAIN)
        do_tasks()
    assert ("offer",) in sent.to(str(mover))


def test_it_waits_for_the_end_of_quiet_hours_unless_it_was_answered_in_them(sent: Messages) -> None:
    with time_machine.travel(NOON.replace(hour=23), tick=False) as clock:
        game, mover, waiting = two_at_a_table()
        do_tasks()
        sent.clear()
        NotificationPreferences.objects.create(person=mover, quiet_from=time(22), quiet_until=time(7))
        offer(game, waiting)
        do_tasks()
        assert sent == []
        clock.shift(timedelta(hours=8))
        do_tasks()
    assert sent.to(str(mover)) == [("offer",)]


def test_it_is_in_the_daily_mail(office: Letters) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, ann, bob = two_by_mail()
        NotificationPreferences.objects.create(person=bob, digest_at=time(8))
        office.letters.clear()
        offer(game, ann)
        do_tasks()
        assert received(office, "Bob") == []
        clock.move_to(NOON.replace(hour=8) + timedelta(days=1))
        do_tasks()
    (letter,) = received(office, "Bob")
    assert letter["Subject"] == "Ann offers a draw"


def test_settings_saved_before_there_were_offers_have_those_of_disputes(sent: Messages) -> None:
    someone = reachable("Ann")
    preferences = NotificationPreferences(person=someone, methods={"dispute": ["push"], "my_turn": []})
    assert configured_methods(preferences, OFFER) == {DeliveryMethod.PUSH}
    preferences.methods["offer"] = []
    assert configured_methods(preferences, OFFER) == frozenset()


def test_the_settings_have_a_line_for_offers() -> None:
    page = Page(browser_of(reachable("Ann")).get(reverse("games:notifications")))
    assert "An offer to answer" in page.text
    chosen = [each["value"] for each in page.inputs if each.get("name") == "offer" and "checked" in each]
    assert set(chosen) == set(DeliveryMethod)


def test_mail_about_ones_turn_alone_is_not_about_offers(office: Letters) -> None:
    game, ann, bob = two_by_mail()
    notification_services.set_email_only_my_turn(bob)
    office.letters.clear()
    offer(game, ann)
    do_tasks()
    assert received(office, "Bob") == []


def test_an_offer_answered_while_its_words_are_written_is_named_by_its_kind() -> None:
    ann, bob = laid("casino", "9S 8C", "QC JC")
    notification = Notification(person=bob.game.taken_seats.get(number=2).person, game=ann.game, kind=OFFER)
    line = line_of(notification.person, notification)
    assert (line.title, line.subject) == ("An offer to answer", "An offer to answer: Casino with Ann")
