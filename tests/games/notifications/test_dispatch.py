"""Recipients of calls to the table, and people who are left in peace."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.utils.translation import override
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from accounts.models import Person
from accounts.person_preferences import save_preferences
from accounts.services import delete_account
from casino.safe_http import Unreachable
from games import services
from games.domain.dispute_events import RulingKind
from games.domain.disputes import Ruling
from games.invitations import services as invitation_services
from games.live import presence
from games.models import Game, Seat
from games.notifications import delivery, preferences
from games.notifications import services as notification_services
from games.notifications.dispatch import notify
from games.notifications.exceptions import PermanentDeliveryError
from games.notifications.kinds import DeliveryMethod, NotificationKind
from games.notifications.models import Device, Notification, NotificationPreferences, Webhook
from games.notifications.preferences import QUIET_HOURS
from games.notifications.reminders import send_reminders
from games.notifications.suppression import LOOK_AGAIN, suppression_reason
from games.notifications.texts import line_of
from games.rulings import disputes, ruling_service
from games.rulings.models import Dispute
from games.services import Accepted
from tests.examples import exhaustive
from tests.games.computers import against_computer, fresh
from tests.games.recipients import OVER_DAYS, Messages, Sent, about, do_tasks, play_once, reachable, two_at_a_table
from tests.games.tables import RULES, person

pytestmark = pytest.mark.django_db

SILENT = notification_services.GamePreferenceValues(silent=True)
NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def ann() -> Person:
    return reachable("Ann")


def sits_down(someone: Person, game: Game, *, visible: bool = True) -> str:
    """Open a page of this person at the table, visible or not, and return its channel."""
    seat, channel = Seat.objects.get(game=game, person=someone), f"channel-{someone.pk}"
    presence.connect(game, seat.number, channel)
    presence.set_visibility(game.public_id, channel, visible)
    return channel


def forget_calls(sent: Messages) -> None:
    """Make the calls that are due, and forget them."""
    do_tasks()
    sent.clear()


def play_and_call(game: Game) -> None:
    """Play a card, and make the calls that follow."""
    play_once(game)
    do_tasks()


def invite(someone: Person, number: int = 1) -> None:
    """Write down a call that stays useful; of the same number there is only one."""
    notify(NotificationKind.INVITATION, None, [someone], dedup_key=f"invitation:{number}")


# --- who looks ------------------------------------------------------------------------------------------------------


def test_whoever_has_the_table_in_front_of_them_is_not_called(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    sits_down(waiting, game)
    play_and_call(game)
    assert sent.to(str(waiting)) == []
    assert Notification.objects.get(person=waiting, kind=NotificationKind.STARTED).reason == "looks at the table"


@pytest.mark.parametrize("away", ["closed", "hidden", "cut off"])
def test_whoever_leaves_the_table_without_playing_is_called_then(away: str, sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, _, waiting = two_at_a_table()
        channel = sits_down(waiting, game)
        play_and_call(game)
        for _ in range(3):
            clock.shift(LOOK_AGAIN)
            presence.refresh([channel])
            do_tasks()
        assert sent.to(str(waiting)) == []
        match away:
            case "closed":
                presence.disconnect(game.public_id, channel)
            case "hidden":
                presence.set_visibility(game.public_id, channel, False)
            case _:
                pass
        clock.shift(LOOK_AGAIN)
        do_tasks()
    assert sent.to(str(waiting)) == [("my_turn",)]


def test_whoever_plays_before_leaving_is_not_called(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, _, waiting = two_at_a_table()
        channel = sits_down(waiting, game)
        play_and_call(game)
        play_once(game)
        presence.disconnect(game.public_id, channel)
        clock.shift(LOOK_AGAIN)
        do_tasks()
    assert sent.to(str(waiting)) == []
    assert Notification.objects.get(person=waiting, kind=NotificationKind.MY_TURN).reason == "the turn has been played"


def test_whoever_has_it_open_behind_something_else_is_called_for_everything(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    sits_down(mover, game)
    sits_down(waiting, game, visible=False)
    play_and_call(game)
    assert sent.to(str(waiting)) == [("my_turn",), ("started",)]
    assert sent.to(str(mover)) == []


def test_whoever_is_gone_is_called(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    presence.disconnect(game.public_id, sits_down(waiting, game))
    play_and_call(game)
    assert sent.to(str(waiting)) == [("my_turn",), ("started",)]


def test_it_counts_who_looks_when_the_call_is_made_not_when_it_was_written_down(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    channel = sits_down(waiting, game)
    play_once(game)
    presence.set_visibility(game.public_id, channel, False)
    do_tasks()
    assert sent.to(str(waiting)) == [("my_turn",), ("started",)]


def test_whoever_looks_at_another_table_is_called_to_this_one(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    other = services.start_game(waiting, RULES, "casino", 2, False, "friends")
    sits_down(waiting, other)
    play_and_call(game)
    assert sent.to(str(waiting)) == [("my_turn",), ("started",)]


def test_a_turn_already_played_is_not_called(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    play_and_call(play_once(game))
    assert sent.to(str(waiting)) == [("started",)]
    assert sent.to(str(mover)) == [("my_turn",)]
    assert about(Notification.Status.DROPPED, NotificationKind.MY_TURN) == 2


def test_a_call_waits_a_moment(settings: Settings, sent: Messages) -> None:
    settings.NOTIFICATION_DELAY = 60
    game, _, _ = two_at_a_table()
    play_and_call(game)
    assert sent == []


def test_with_a_move_taken_back_its_call_is_too() -> None:
    game, _, waiting = two_at_a_table()
    with transaction.atomic():
        play_once(game)
        assert Notification.objects.filter(person=waiting, kind=NotificationKind.MY_TURN).exists()
        transaction.set_rollback(True)
    assert not Notification.objects.filter(person=waiting, kind=NotificationKind.MY_TURN).exists()


def test_of_a_ruling_nobody_is_told_who_sees_it_at_the_table(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    forget_calls(sent)
    sits_down(mover, game)
    sits_down(waiting, game, visible=False)
    notify(NotificationKind.RULING, game, [mover, waiting], dedup_key="ruling:1")
    do_tasks()
    assert sent == [(str(waiting), "push", ("ruling",))]


def test_of_a_dispute_the_other_and_the_directors_are_told_and_not_who_opened_it(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    dora, player = reachable("Dora"), mover
    Person.objects.filter(pk__in=[dora.pk, player.pk]).update(is_staff=True, is_superuser=True)
    off_duty = reachable("Olga")
    Person.objects.filter(pk=off_duty.pk).update(is_superuser=True)
    at = game.seq + 1
    play_once(game)
    forget_calls(sent)
    seat = Seat.objects.get(game=game, person=mover)
    assert isinstance(disputes.open_dispute(seat, at, "That was wrong."), Dispute)
    do_tasks()
    assert sorted(sent) == sorted([(str(waiting), "push", ("dispute",)), ("Dora", "push", ("dispute",))])
    queue, table = "/admin/rulings/dispute/", f"/g/{game.public_id}/"
    for who, there, title in ((dora, queue, "A move is disputed"), (waiting, table, f"{mover} disputed a move")):
        line = line_of(who, Notification.objects.get(person=who, kind=NotificationKind.DISPUTE))
        assert (line.title, line.link.endswith(there)) == (title, True)


def test_a_game_that_a_ruling_let_go_on_is_over_once_more(sent: Messages) -> None:
    """Each end of the game causes one call, and one by a ruling that of the ruling alone."""
    game, _, waiting = two_at_a_table()
    dora = person("Dora")
    Person.objects.filter(pk=dora.pk).update(is_staff=True, is_superuser=True)
    dora = Person.objects.get(pk=dora.pk)
    move = game.seq + 1
    play_once(game)
    kinds: list[tuple[RulingKind, int]] = [("rolled_back", move), ("win_awarded", 0)]
    for kind, at in kinds:
        assert isinstance(services.resign(Seat.objects.get(game=game, person=waiting), fresh(game).seq), Accepted)
        ruling = Ruling(kind, "It was so.", event_seq=at, winners=(1,))
        assert isinstance(ruling_service.rule(fresh(game), dora, ruling), Accepted)
    do_tasks()
    told = [about for each in sent.to(str(waiting)) for about in each]
    assert (told.count("over"), told.count("ruling")) == (2, 2)


# --- recipients of each message -------------------------------------------------------------------------------------


def test_whoever_begins_hears_of_the_turn_and_the_other_of_the_beginning(sent: Messages) -> None:
    _, mover, waiting = two_at_a_table()
    do_tasks()
    assert sent.to(str(mover)) == [("my_turn",)]
    assert sent.to(str(waiting)) == [("started",)]


def test_both_hear_that_the_game_is_over(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    forget_calls(sent)
    services.resign(Seat.objects.get(game=game, person=waiting), game.seq)
    do_tasks()
    assert sorted(each.name for each in sent) == sorted([str(mover), str(waiting)])
    assert {each.about for each in sent} == {("over",)}


@pytest.mark.parametrize("kind", ["drawn", "abort"])
def test_of_an_end_that_was_agreed_on_both_hear_too(sent: Messages, kind: Any) -> None:
    game, mover, waiting = two_at_a_table()
    forget_calls(sent)
    services.make_offer(Seat.objects.get(game=game, person=waiting), kind, game.seq)
    game = fresh(game)
    services.answer_offer(Seat.objects.get(game=game, person=mover), True, game.seq)
    assert fresh(game).status == Game.Status.OVER
    do_tasks()
    assert sorted((each.name, *each.about) for each in sent) == sorted((str(each), "over") for each in (mover, waiting))


def test_who_sat_at_a_table_that_was_canceled_hears_by_whom(sent: Messages, ann: Person) -> None:
    bob = reachable("Bob")
    game = services.start_game(ann, RULES, "casino", 3, False, "friends", OVER_DAYS)
    services.take_seat(game, bob, 2)
    services.cancel_game(game, ann)
    do_tasks()
    assert sent == [Sent("Bob", "push", ("over",))], "the host knows"
    line = line_of(bob, Notification.objects.get(game=game, person=bob))
    assert line.subject == "Ann canceled the table: Casino"
    assert (line.text, line.details) == ("Ann canceled the table: Casino.", ())


def test_who_has_left_the_site_is_called_so_in_the_language_of_the_reader() -> None:
    game, mover, waiting = two_at_a_table()
    delete_account(waiting)
    over = Notification.objects.get(game=game, person=mover, kind=NotificationKind.OVER)
    with override("es"):
        assert line_of(mover, over).about == "Casino con Exjugador"


def test_whose_move_is_taken_back_is_called_to_play_again(sent: Messages) -> None:
    """The other may have agreed days later."""
    game, mover, waiting = two_at_a_table()
    game = play_once(game)
    services.make_offer(Seat.objects.get(game=game, person=mover), "takeback", game.seq)
    forget_calls(sent)
    game = fresh(game)
    services.answer_offer(Seat.objects.get(game=game, person=waiting), True, game.seq)
    do_tasks()
    assert [(each.name, each.about) for each in sent] == [(str(mover), ("my_turn",))]
    play_and_call(game)
    assert sent.to(str(waiting)) == [("my_turn",)]


def test_a_rematch_invites_the_other(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    services.resign(Seat.objects.get(game=game, person=mover), game.seq)
    forget_calls(sent)
    rematch = services.join_rematch(fresh(game), mover)
    do_tasks()
    assert sent == [(str(waiting), "push", ("invitation",))]
    assert isinstance(rematch, Game)
    assert Notification.objects.get(kind=NotificationKind.INVITATION).game == rematch


def test_whoever_plays_the_computer_alone_is_never_called_for_its_words_either() -> None:
    game = against_computer()
    Device.objects.create(person=Person.objects.get(display_name="Ann"), endpoint="x", name="x")
    services.post_phrase(Seat.objects.get(game=game, number=2), "hello")
    for _ in range(2):
        play_once(game)
    assert not Notification.objects.exists()


@pytest.mark.parametrize("muted", [False, True])
def test_what_is_said_is_told_to_the_others_unless_they_mute_the_speaker(sent: Messages, muted: bool) -> None:
    game, mover, waiting = two_at_a_table()
    forget_calls(sent)
    seat = Seat.objects.get(game=game, person=mover)
    services.mute(waiting, game, seat.number, muted)
    services.post_text(seat, "Well, well.")
    do_tasks()
    assert sent == ([] if muted else [(str(waiting), "push", ("chat",))])


def test_everybody_at_every_place_of_theirs(sent: Messages, ann: Person) -> None:
    Device.objects.create(person=ann, endpoint="https://push.example/second", p256dh="-", auth="-", name="Chrome")
    Webhook.objects.create(person=ann, kind=Webhook.Kind.JSON, url="https://hook.example/")
    invite(ann)
    do_tasks()
    assert sorted(each.method for each in sent) == ["push", "push", "webhook"]


def test_a_muted_game_calls_nobody(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    forget_calls(sent)
    notification_services.save_game_preferences(waiting, game, SILENT)
    game = play_once(game)
    do_tasks()
    assert sent == []
    notification_services.save_game_preferences(waiting, game, None)
    play_and_call(play_once(game))
    assert sent.to(str(waiting)) == [("my_turn",)]


def test_a_game_muted_meanwhile_is_quiet(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    play_once(game)
    notification_services.save_game_preferences(waiting, game, SILENT)
    do_tasks()
    assert sent.to(str(waiting)) == []


def test_what_is_wished_for_a_game_outranks_what_is_wished_in_general(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    forget_calls(sent)
    Webhook.objects.create(person=waiting, kind=Webhook.Kind.JSON, url="https://hook.example/")
    NotificationPreferences.objects.create(person=waiting, methods={"my_turn": ["push"], "chat": []})
    wished = notification_services.GamePreferenceValues(methods={"my_turn": ["webhook"], "chat": ["push"]})
    notification_services.save_game_preferences(waiting, game, wished)
    services.post_text(Seat.objects.get(game=game, person=mover), "Well, well.")
    play_and_call(game)
    assert sent == [(str(waiting), "webhook", ("my_turn",)), (str(waiting), "push", ("chat",))]


def test_what_is_wished_for_a_game_holds_for_no_other(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    notification_services.save_game_preferences(waiting, game, SILENT)
    other = services.start_game(mover, RULES, "casino", 2, False, "friends", OVER_DAYS)
    services.take_seat(other, waiting, 2)
    do_tasks()
    calls = Notification.objects.filter(person=waiting)
    assert {call.game_id for call in calls} == {game.pk, other.pk}
    assert {call.game_id for call in calls.filter(status=Notification.Status.SENT)} == {other.pk}


def test_for_what_nothing_is_wished_in_a_game_it_is_as_in_general(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    no_talk = notification_services.GamePreferenceValues(methods={"chat": []})
    notification_services.save_game_preferences(waiting, game, no_talk)
    play_and_call(game)
    assert sent.to(str(waiting)) == [("my_turn",), ("started",)]


def test_only_by_the_ways_one_wishes(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    Webhook.objects.create(person=waiting, kind=Webhook.Kind.JSON, url="https://hook.example/")
    NotificationPreferences.objects.create(person=waiting, methods={"my_turn": ["webhook"], "started": []})
    play_and_call(game)
    assert [(each.method, each.about) for each in sent if each.name == str(waiting)] == [("webhook", ("my_turn",))]


def test_a_web_address_that_is_switched_off_hears_nothing(sent: Messages) -> None:
    ann = person("Ann")
    Webhook.objects.create(person=ann, kind=Webhook.Kind.JSON, url="https://hook.example/", disabled=True)
    invite(ann)
    do_tasks()
    assert sent == []


def test_a_closed_account_is_not_called(sent: Messages, ann: Person) -> None:
    invite(ann)
    ann.is_active = False
    ann.save()
    invite(ann, 2)
    do_tasks()
    assert sent == []


# --- once -----------------------------------------------------------------------------------------------------------


def test_the_same_occasion_is_told_once(sent: Messages, ann: Person) -> None:
    for _ in range(3):
        invite(ann)
    do_tasks()
    invite(ann)
    do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def test_a_call_is_made_once_though_its_task_runs_twice(sent: Messages, ann: Person) -> None:
    invite(ann)
    number = Notification.objects.get().pk
    for _ in range(2):
        delivery.deliver.call(number)
    assert sent.to("Ann") == [("invitation",)]
    assert Notification.objects.get().status == Notification.Status.SENT


def test_a_call_that_another_worker_is_sending_is_left_to_it(sent: Messages, ann: Person) -> None:
    invite(ann)
    Notification.objects.update(status=Notification.Status.SENDING, due=NOON + timedelta(days=10_000))
    delivery.deliver.call(Notification.objects.get().pk)
    assert sent == []


def test_a_call_cut_off_while_it_was_sent_is_made_after_its_claim_has_run_out(sent: Messages, ann: Person) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        invite(ann)
        Notification.objects.update(status=Notification.Status.SENDING, due=NOON + delivery.CLAIM_TIMEOUT)
        delivery.requeue_pending()
        do_tasks()
        assert sent == []
        clock.shift(delivery.CLAIM_TIMEOUT)
        do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def test_a_call_whose_task_was_lost_is_made_when_a_worker_begins(sent: Messages, ann: Person) -> None:
    invite(ann)
    DBTaskResult.objects.all().delete()
    delivery.requeue_pending()
    do_tasks()
    assert sent.to("Ann") == [("invitation",)]


# --- again ----------------------------------------------------------------------------------------------------------


def test_what_fails_is_tried_again_after_a_longer_while_each_time(sent: Messages, ann: Person) -> None:
    sent.fail_with = Unreachable("nobody there")
    with time_machine.travel(NOON, tick=False) as clock:
        invite(ann)
        for number, pause in enumerate(delivery.BACK_OFF, start=1):
            do_tasks()
            call, now = Notification.objects.get(), datetime.now(UTC)
            assert (call.attempts, call.status, call.due - now) == (number, Notification.Status.WAITING, pause)
            clock.shift(pause)
        sent.fail_with = None
        do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def test_after_the_last_failure_it_is_given_up(sent: Messages, ann: Person) -> None:
    sent.fail_with = Unreachable("nobody there")
    with time_machine.travel(NOON, tick=False) as clock:
        invite(ann)
        for _ in range(len(delivery.BACK_OFF) + 3):
            do_tasks()
            clock.shift(timedelta(days=1))
    call = Notification.objects.get()
    assert (call.status, call.reason) == (Notification.Status.FAILED, "nobody there")
    assert call.attempts == len(delivery.BACK_OFF) + 1


def test_what_can_never_arrive_is_given_up_at_once(sent: Messages, ann: Person) -> None:
    sent.fail_with = PermanentDeliveryError("the device has unsubscribed")
    invite(ann)
    do_tasks()
    assert about(Notification.Status.FAILED) == 1


def test_a_fault_of_the_program_is_logged_and_loses_no_call(
    sent: Messages, caplog: pytest.LogCaptureFixture, ann: Person
) -> None:
    sent.fail_with = ZeroDivisionError("on purpose")
    invite(ann)
    do_tasks()
    assert "could not be sent" in caplog.text
    assert about(Notification.Status.WAITING) == 1


# --- quiet hours ----------------------------------------------------------------------------------------------------


def quiet(someone: Person, begin: int, end: int, zone: str = "UTC") -> None:
    NotificationPreferences.objects.create(person=someone, quiet_from=time(begin), quiet_until=time(end))
    save_preferences(someone, time_zone=zone)


@pytest.mark.parametrize(
    ("live", "hour", "waits"), [(False, 23, True), (False, 6, True), (False, 7, False), (True, 23, False)]
)
def test_nobody_is_woken_who_has_not_chosen_it_but_by_a_live_game(
    sent: Messages, monkeypatch: pytest.MonkeyPatch, live: bool, hour: int, waits: bool
) -> None:
    monkeypatch.setattr(preferences, "QUIET_HOURS", QUIET_HOURS)
    clock = {"clock": "live", "time": 600} if live else {}
    with time_machine.travel(datetime(2027, 3, 10, hour, tzinfo=UTC), tick=False):
        _, mover, _ = two_at_a_table(**clock)
        do_tasks()
    assert bool(sent.to(mover.display_name)) != waits


def test_who_stops_all_email_keeps_quiet_nights(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "QUIET_HOURS", QUIET_HOURS)
    notification_services.set_email_stopped(ann, True)
    assert NotificationPreferences.objects.values(*QUIET_HOURS).get(person=ann) == QUIET_HOURS


def test_in_quiet_hours_calls_wait_and_come_as_one_message(sent: Messages, ann: Person) -> None:
    quiet(ann, 22, 7, "America/Santo_Domingo")
    with time_machine.travel(datetime(2027, 3, 10, 4, tzinfo=UTC), tick=False) as clock:  # midnight there
        for number in range(3):
            invite(ann, number)
        do_tasks()
        assert sent == []
        assert about(Notification.Status.DEFERRED) == 3
        clock.move_to(datetime(2027, 3, 10, 10, 59, tzinfo=UTC))
        do_tasks()
        assert sent == []
        clock.move_to(datetime(2027, 3, 10, 11, tzinfo=UTC))
        do_tasks()
    assert sent.to("Ann") == [("invitation", "invitation", "invitation")]


@exhaustive
def test_of_many_calls_that_wait_each_message_has_fifty(sent: Messages, ann: Person) -> None:
    quiet(ann, 22, 7)
    with time_machine.travel(datetime(2027, 3, 10, 23, tzinfo=UTC), tick=False) as clock:
        for number in range(120):
            invite(ann, number)
        do_tasks()
        clock.shift(timedelta(hours=8))
        do_tasks()
    assert [len(each.about) for each in sent] == [50, 50, 20]


def test_nothing_that_takes_time_is_done_while_others_cannot_write(
    sent: Messages, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths = []

    def checked(notification: Notification) -> str:
        depths.append(len(connection.savepoint_ids))
        return suppression_reason(notification)

    monkeypatch.setattr(delivery, "suppression_reason", checked)
    outside = len(connection.savepoint_ids)
    invite(ann)
    do_tasks()
    assert (depths, sent.to("Ann")) == ([outside], [("invitation",)])


def test_many_messages_in_a_chat_are_one_call_after_quiet_hours(sent: Messages) -> None:
    with time_machine.travel(datetime(2027, 3, 10, 23, tzinfo=UTC), tick=False) as clock:
        game, mover, waiting = two_at_a_table()
        forget_calls(sent)
        quiet(waiting, 22, 7)
        for _ in range(5):
            services.post_text(Seat.objects.get(game=game, person=mover), "Well, well.")
            do_tasks()
        clock.shift(timedelta(hours=8))
        do_tasks()
    assert sent.to(str(waiting)) == [("chat",)]


def test_what_was_held_and_is_of_no_use_any_more_is_dropped(sent: Messages) -> None:
    with time_machine.travel(datetime(2027, 3, 10, 23, tzinfo=UTC), tick=False) as clock:
        game, mover, _ = two_at_a_table()
        quiet(mover, 22, 7)
        do_tasks()
        assert Notification.objects.get(person=mover).status == Notification.Status.DEFERRED
        play_once(game)
        clock.shift(timedelta(hours=9))
        do_tasks()
    assert sent.to(str(mover)) == []


@pytest.mark.parametrize("what", ["nothing", "filled", "canceled", "declined", "sat down"])
def test_who_was_invited_in_quiet_hours_is_told_if_a_seat_still_waits(what: str, sent: Messages) -> None:
    host, ann = person("Hanna"), reachable("Ann")
    quiet(ann, 22, 7)
    with time_machine.travel(datetime(2027, 3, 10, 23, tzinfo=UTC), tick=False) as clock:
        game = services.start_game(host, RULES, "casino", 3 if what == "sat down" else 2, False, "friends")
        invitation_services.create_invitations(game, host, [ann])
        do_tasks()
        match what:
            case "filled":
                services.take_seat(game, person("Bob"), None)
            case "canceled":
                services.cancel_game(game, host)
            case "declined":
                invitation_services.decline(game, ann)
            case "sat down":
                services.take_seat(game, ann, None)
            case _:
                pass
        clock.shift(timedelta(hours=9))
        do_tasks()
    told = [each for each in sent.to("Ann") if "invitation" in each]
    assert told == ([("invitation",)] if what == "nothing" else [])


def test_what_was_held_and_fails_is_tried_again_together(sent: Messages, ann: Person) -> None:
    quiet(ann, 22, 7)
    with time_machine.travel(datetime(2027, 3, 10, 23, tzinfo=UTC), tick=False) as clock:
        for number in range(2):
            invite(ann, number)
        do_tasks()
        clock.shift(timedelta(hours=8))
        sent.fail_with = Unreachable("nobody there")
        do_tasks()
        sent.fail_with = None
        clock.shift(delivery.BACK_OFF[0])
        do_tasks()
    assert sent.to("Ann") == [("invitation", "invitation")]


def test_outside_the_quiet_hours_calls_come_at_once(sent: Messages, ann: Person) -> None:
    quiet(ann, 13, 15)
    with time_machine.travel(NOON, tick=False):
        invite(ann)
        do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def test_a_try_is_made_in_quiet_hours_too(sent: Messages, ann: Person) -> None:
    quiet(ann, 11, 15)
    with time_machine.travel(NOON, tick=False):
        notification_services.send_test_notification(ann, DeliveryMethod.PUSH, Device.objects.get().pk)
        do_tasks()
    assert sent.to("Ann") == [("test",)]


# --- reminders ------------------------------------------------------------------------------------------------------


def put_deadline(game: Game, away: timedelta) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=datetime.now(UTC) + away)


def test_there_is_one_reminder_before_time_runs_out(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        _, mover, waiting = two_at_a_table()
        forget_calls(sent)
        assert send_reminders() == 0
        clock.shift(timedelta(days=3) - timedelta(hours=6, minutes=1))
        assert send_reminders() == 0
        clock.shift(timedelta(minutes=1))
        for _ in range(3):
            assert send_reminders() == 1
            do_tasks()
    assert sent.to(str(mover)) == [("time_short",)]
    assert sent.to(str(waiting)) == []


def test_whoever_leaves_the_table_in_short_time_is_reminded_then(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, mover, _ = two_at_a_table()
        forget_calls(sent)
        clock.shift(timedelta(days=3) - timedelta(hours=1))
        channel = sits_down(mover, game)
        send_reminders()
        do_tasks()
        assert sent.to(str(mover)) == []
        presence.disconnect(game.public_id, channel)
        clock.shift(LOOK_AGAIN)
        do_tasks()
    assert sent.to(str(mover)) == [("time_short",)]


def test_nobody_is_reminded_of_a_turn_already_played(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, mover, _ = two_at_a_table()
        do_tasks()
        clock.shift(timedelta(days=3) - timedelta(hours=1))
        send_reminders()
        play_once(game)
        do_tasks()
    assert ("time_short",) not in sent.to(str(mover))


def test_a_reminder_goes_by_the_deadline_as_it_is_now(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, mover, _ = two_at_a_table()
        do_tasks()
        put_deadline(game, timedelta(days=7))
        clock.shift(timedelta(days=3) - timedelta(hours=1))
        assert send_reminders() == 0
        clock.shift(timedelta(days=4))
        assert send_reminders() == 1
        do_tasks()
    assert sent.to(str(mover))[-1] == ("time_short",)


@pytest.mark.parametrize("left", [timedelta(seconds=-1), timedelta(minutes=1)], ids=["run out", "quick game"])
def test_nobody_is_reminded_when_time_has_run_out_or_in_a_quick_game(left: timedelta) -> None:
    with time_machine.travel(NOON, tick=False):
        game, _, _ = two_at_a_table()
        put_deadline(game, left)
        assert send_reminders() == 0


def test_when_to_remind_is_for_each_to_say(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        _, mover, _ = two_at_a_table()
        NotificationPreferences.objects.create(person=mover, remind_before=24)
        do_tasks()
        clock.shift(timedelta(days=2))
        assert send_reminders() == 1


def test_a_reminder_that_quiet_hours_would_swallow_comes_before_they_begin(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        _, mover, _ = two_at_a_table()
        quiet(mover, 5, 14)  # the deadline is at noon, two days after tomorrow
        do_tasks()
        clock.shift(timedelta(days=2, hours=16, minutes=44))
        assert send_reminders() == 0
        clock.shift(timedelta(minutes=1))
        assert send_reminders() == 1
        do_tasks()
    assert sent.to(str(mover))[-1] == ("time_short",)


def test_who_cannot_be_reached_costs_no_reminder() -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = services.start_game(person("Cas"), RULES, "casino", 2, False, "friends")
        services.take_seat(game, person("Dan"), 2)
        put_deadline(fresh(game), timedelta(hours=1))
        clock.shift(timedelta(minutes=50))
        assert send_reminders() == 0


def test_who_wants_it_is_called_also_while_the_table_is_open(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    NotificationPreferences.objects.create(person=waiting, while_open=True)
    sits_down(waiting, game)
    play_and_call(game)
    assert sent.to(str(waiting)) == [("my_turn",), ("started",)]


def test_one_email_a_day_tells_of_all_turns_and_none_that_was_played(sent: Messages, ann: Person) -> None:
    """At eight in Los Angeles, which is 15:00 UTC after the clocks have changed."""
    EmailAddress.objects.create(user=ann, email="ann@mail.example", verified=True, primary=True)
    Device.objects.all().delete()
    NotificationPreferences.objects.create(person=ann, digest_at=time(8))
    save_preferences(ann, time_zone="America/Los_Angeles")
    with time_machine.travel(datetime(2027, 3, 13, 20, tzinfo=UTC), tick=False) as clock:
        games = [turn_of(ann, f"Bob {number}") for number in range(3)]
        sent.clear()
        do_tasks()
        play_once(games[0])
        clock.move_to(datetime(2027, 3, 14, 14, 59, tzinfo=UTC))
        do_tasks()
        assert sent.to("Ann") == []
        clock.move_to(datetime(2027, 3, 14, 15, tzinfo=UTC))
        do_tasks()
        assert sent.to("Ann") == [("my_turn", "my_turn")]
        clock.shift(timedelta(days=1))
        do_tasks()
        assert len(sent.to("Ann")) == 1


def turn_of(player: Person, other: str) -> Game:
    """Begin a game against this friend in which it is the player's turn, without a word about its start."""
    game = services.start_game(player, RULES, "casino", 2, False, "friends", OVER_DAYS)
    services.take_seat(game, person(other), 2)
    do_tasks()
    Notification.objects.exclude(kind=NotificationKind.MY_TURN).delete()
    game = fresh(game)
    return game if game.turn == 1 else play_once(game)
