"""Recipients of calls to the table, and people who are left in peace."""

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import Person
from accounts.services import leave
from casino.outgoing import Unreachable
from games import services
from games.domain.ruling import Ruling
from games.invitations import asking
from games.live import presence
from games.models import Game, Seat
from games.notifications import delivering, keeping
from games.notifications.calling import notify
from games.notifications.happenings import Happening, Way
from games.notifications.models import Call, Device, Webhook, Wishes
from games.notifications.reminding import remind
from games.notifications.undelivered import Undeliverable
from games.notifications.wording import line_of
from games.rulings import directing, disputes
from games.rulings.models import Dispute
from games.services import Accepted
from tests.games.callers import OVER_DAYS, Messages, about, do_tasks, play_once, reachable, two_at_a_table
from tests.games.computers import against_computer, fresh
from tests.games.tables import RULES, person

pytestmark = pytest.mark.django_db

SILENT = keeping.WantedOfGame(silent=True)
NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def at_once(settings: Settings) -> None:
    settings.CALL_DELAY = 0


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Messages:
    messages = Messages()
    messages.take_over(monkeypatch)
    return messages


def sits_down(someone: Person, game: Game, *, visible: bool = True) -> str:
    """Open a page of this person at the table, visible or not, and return its channel."""
    seat, channel = Seat.objects.get(game=game, person=someone), f"channel-{someone.pk}"
    presence.arrive(game, seat.number, channel)
    presence.show(game.public_id, channel, visible)
    return channel


# --- who looks ------------------------------------------------------------------------------------------------------


def test_whoever_has_the_table_in_front_of_them_is_not_called(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    sits_down(waiting, game)
    play_once(game)
    do_tasks()
    assert sent.to(str(waiting)) == []
    assert Call.objects.get(person=waiting, happening=Happening.MY_TURN).reason == "looks at the table"


def test_whoever_has_it_open_behind_something_else_is_called_for_everything(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    sits_down(mover, game)
    sits_down(waiting, game, visible=False)
    play_once(game)
    do_tasks()
    assert sent.to(str(waiting)) == [("started",), ("my_turn",)]
    assert sent.to(str(mover)) == []


def test_whoever_is_gone_is_called(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    presence.leave(game.public_id, sits_down(waiting, game))
    play_once(game)
    do_tasks()
    assert sent.to(str(waiting)) == [("started",), ("my_turn",)]


def test_it_counts_who_looks_when_the_call_is_made_not_when_it_was_written_down(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    channel = sits_down(waiting, game)
    play_once(game)
    presence.show(game.public_id, channel, False)
    do_tasks()
    assert sent.to(str(waiting)) == [("started",), ("my_turn",)]


def test_whoever_looks_at_another_table_is_called_to_this_one(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    other = services.start_game(waiting, RULES, "casino", 2, False, "friends")
    sits_down(waiting, other)
    play_once(game)
    do_tasks()
    assert sent.to(str(waiting)) == [("started",), ("my_turn",)]


def test_a_turn_already_played_is_not_called(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    play_once(play_once(game))
    do_tasks()
    assert sent.to(str(waiting)) == [("started",)]
    assert sent.to(str(mover)) == [("my_turn",)]
    assert about(Call.Status.DROPPED, Happening.MY_TURN) == 2


def test_a_call_waits_a_moment(settings: Settings, sent: Messages) -> None:
    settings.CALL_DELAY = 60
    game, _, _ = two_at_a_table()
    play_once(game)
    do_tasks()
    assert sent == []


def test_with_a_move_taken_back_its_call_is_too() -> None:
    game, _, waiting = two_at_a_table()
    with transaction.atomic():
        play_once(game)
        assert Call.objects.filter(person=waiting, happening=Happening.MY_TURN).exists()
        transaction.set_rollback(True)
    assert not Call.objects.filter(person=waiting, happening=Happening.MY_TURN).exists()


def test_of_a_ruling_nobody_is_told_who_sees_it_at_the_table(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    do_tasks()
    sent.clear()
    sits_down(mover, game)
    sits_down(waiting, game, visible=False)
    notify(Happening.RULING, game, [mover, waiting], occasion="ruling:1")
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
    do_tasks()
    sent.clear()
    seat = Seat.objects.get(game=game, person=mover)
    assert isinstance(disputes.open_dispute(seat, at, "That was wrong."), Dispute)
    do_tasks()
    assert sorted(sent) == sorted([(str(waiting), "push", ("dispute",)), ("Dora", "push", ("dispute",))])
    desk, table = "/admin/rulings/dispute/", f"/g/{game.public_id}/"
    for who, there in ((dora, desk), (waiting, table)):
        line = line_of(who, Call.objects.get(person=who, happening=Happening.DISPUTE))
        assert (line.title, line.link.endswith(there)) == ("A move is disputed", True)


def test_a_game_that_a_ruling_let_go_on_is_over_once_more(sent: Messages) -> None:
    """Each end of the game causes one call."""
    game, _, waiting = two_at_a_table()
    dora = person("Dora")
    Person.objects.filter(pk=dora.pk).update(is_staff=True, is_superuser=True)
    dora = Person.objects.get(pk=dora.pk)
    move = game.seq + 1
    play_once(game)
    for kind, at in (("awarded", 0), ("back", move), ("awarded", 0)):
        ruling = Ruling(kind, "It was so.", at=at, winners=(1,))
        assert isinstance(directing.rule(fresh(game), dora, ruling), Accepted)
    do_tasks()
    told = [about for each in sent.to(str(waiting)) for about in each]
    assert (told.count("over"), told.count("ruling")) == (2, 3)


# --- recipients of each message -------------------------------------------------------------------------------------


def test_whoever_begins_hears_of_the_turn_and_the_other_of_the_beginning(sent: Messages) -> None:
    _, mover, waiting = two_at_a_table()
    do_tasks()
    assert sent.to(str(mover)) == [("my_turn",)]
    assert sent.to(str(waiting)) == [("started",)]


def test_both_hear_that_the_game_is_over(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    do_tasks()
    sent.clear()
    services.resign(Seat.objects.get(game=game, person=waiting), game.seq)
    do_tasks()
    assert sorted(each.name for each in sent) == sorted([str(mover), str(waiting)])
    assert {each.about for each in sent} == {("over",)}


@pytest.mark.parametrize("kind", ["drawn", "abort"])
def test_of_an_end_that_was_agreed_on_both_hear_too(sent: Messages, kind: str) -> None:
    game, mover, waiting = two_at_a_table()
    do_tasks()
    sent.clear()
    services.make_offer(Seat.objects.get(game=game, person=waiting), kind, game.seq)
    game = fresh(game)
    services.answer_offer(Seat.objects.get(game=game, person=mover), True, game.seq)
    assert fresh(game).status == Game.Status.OVER
    do_tasks()
    assert sorted((each.name, *each.about) for each in sent) == sorted((str(each), "over") for each in (mover, waiting))


def test_who_has_left_the_site_is_called_so_in_the_language_of_the_reader() -> None:
    game, mover, waiting = two_at_a_table()
    leave(waiting)
    over = Call.objects.get(game=game, person=mover, happening=Happening.OVER)
    with override("es"):
        assert line_of(mover, over).about == "Casino (Anglo-American) con Alguien que se fue"


def test_whose_move_is_taken_back_is_called_to_play_again(sent: Messages) -> None:
    """The other may have agreed days later."""
    game, mover, waiting = two_at_a_table()
    game = play_once(game)
    services.make_offer(Seat.objects.get(game=game, person=mover), "takeback", game.seq)
    do_tasks()
    sent.clear()
    game = fresh(game)
    services.answer_offer(Seat.objects.get(game=game, person=waiting), True, game.seq)
    do_tasks()
    assert [(each.name, each.about) for each in sent] == [(str(mover), ("my_turn",))]
    play_once(game)
    do_tasks()
    assert sent.to(str(waiting)) == [("my_turn",)]


def test_a_rematch_invites_the_other(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    services.resign(Seat.objects.get(game=game, person=mover), game.seq)
    do_tasks()
    sent.clear()
    rematch = services.play_again(fresh(game), mover)
    do_tasks()
    assert sent == [(str(waiting), "push", ("invitation",))]
    assert isinstance(rematch, Game)
    assert Call.objects.get(happening=Happening.INVITATION).game == rematch


def test_whoever_plays_the_computer_alone_is_never_called() -> None:
    game = against_computer()
    Device.objects.create(person=Person.objects.get(display_name="Ann"), endpoint="x", name="x")
    for _ in range(2):
        play_once(game)
    assert Call.objects.count() == 0


def test_what_is_said_is_told_to_the_others(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    do_tasks()
    sent.clear()
    services.write(Seat.objects.get(game=game, person=mover), "Well, well.")
    do_tasks()
    assert sent == [(str(waiting), "push", ("chat",))]


def test_whoever_mutes_the_speaker_is_not_called_for_talk(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    do_tasks()
    sent.clear()
    seat = Seat.objects.get(game=game, person=mover)
    services.mute(waiting, game, seat.number, True)
    services.write(seat, "Well, well.")
    do_tasks()
    assert sent == []


def test_what_a_computer_says_calls_nobody() -> None:
    game = against_computer()
    Device.objects.create(person=Person.objects.get(display_name="Ann"), endpoint="x", name="x")
    services.say(Seat.objects.get(game=game, number=2), "hello")
    assert not Call.objects.exists()


def test_everybody_at_every_place_of_theirs(sent: Messages) -> None:
    ann = reachable("Ann")
    Device.objects.create(person=ann, endpoint="https://push.example/second", p256dh="-", auth="-", name="Chrome")
    Webhook.objects.create(person=ann, kind=Webhook.Kind.JSON, address="https://hook.example/")
    notify(Happening.INVITATION, None, [ann], occasion="invitation:1")
    do_tasks()
    assert sorted(each.way for each in sent) == ["hook", "push", "push"]


def test_a_muted_game_calls_nobody(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    do_tasks()
    sent.clear()
    keeping.wish_for_game(waiting, game, SILENT)
    game = play_once(game)
    do_tasks()
    assert sent == []
    keeping.wish_for_game(waiting, game, None)
    play_once(play_once(game))
    do_tasks()
    assert sent.to(str(waiting)) == [("my_turn",)]


def test_a_game_muted_meanwhile_is_quiet(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    play_once(game)
    keeping.wish_for_game(waiting, game, SILENT)
    do_tasks()
    assert sent.to(str(waiting)) == []


def test_what_is_wished_for_a_game_outranks_what_is_wished_in_general(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    do_tasks()
    sent.clear()
    Webhook.objects.create(person=waiting, kind=Webhook.Kind.JSON, address="https://hook.example/")
    Wishes.objects.create(person=waiting, ways={"my_turn": ["push"], "chat": []})
    keeping.wish_for_game(waiting, game, keeping.WantedOfGame(ways={"my_turn": ["hook"], "chat": ["push"]}))
    services.write(Seat.objects.get(game=game, person=mover), "Well, well.")
    play_once(game)
    do_tasks()
    assert sent == [(str(waiting), "push", ("chat",)), (str(waiting), "hook", ("my_turn",))]


def test_what_is_wished_for_a_game_holds_for_no_other(sent: Messages) -> None:
    game, mover, waiting = two_at_a_table()
    keeping.wish_for_game(waiting, game, SILENT)
    other = services.start_game(mover, RULES, "casino", 2, False, "friends", OVER_DAYS)
    services.take_seat(other, waiting, 2)
    do_tasks()
    assert {call.game_id for call in Call.objects.filter(person=waiting)} == {game.pk, other.pk}
    assert {call.game_id for call in Call.objects.filter(person=waiting, status=Call.Status.SENT)} == {other.pk}


def test_for_what_nothing_is_wished_in_a_game_it_is_as_in_general(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    keeping.wish_for_game(waiting, game, keeping.WantedOfGame(ways={"chat": []}))
    play_once(game)
    do_tasks()
    assert sent.to(str(waiting)) == [("started",), ("my_turn",)]


def test_only_by_the_ways_one_wishes(sent: Messages) -> None:
    game, _, waiting = two_at_a_table()
    Webhook.objects.create(person=waiting, kind=Webhook.Kind.JSON, address="https://hook.example/")
    Wishes.objects.create(person=waiting, ways={"my_turn": ["hook"], "started": []})
    play_once(game)
    do_tasks()
    assert [(each.way, each.about) for each in sent if each.name == str(waiting)] == [("hook", ("my_turn",))]


def test_a_web_address_that_is_switched_off_hears_nothing(sent: Messages) -> None:
    ann = person("Ann")
    Webhook.objects.create(person=ann, kind=Webhook.Kind.JSON, address="https://hook.example/", switched_off=True)
    notify(Happening.INVITATION, None, [ann], occasion="invitation:1")
    do_tasks()
    assert sent == []


def test_a_closed_account_is_not_called(sent: Messages) -> None:
    ann = reachable("Ann")
    notify(Happening.INVITATION, None, [ann], occasion="invitation:1")
    ann.is_active = False
    ann.save()
    notify(Happening.INVITATION, None, [ann], occasion="invitation:2")
    do_tasks()
    assert sent == []


# --- once -----------------------------------------------------------------------------------------------------------


def test_the_same_occasion_is_told_once(sent: Messages) -> None:
    ann = reachable("Ann")
    for _ in range(3):
        notify(Happening.INVITATION, None, [ann], occasion="invitation:1")
    do_tasks()
    notify(Happening.INVITATION, None, [ann], occasion="invitation:1")
    do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def test_a_call_is_made_once_though_its_task_runs_twice(sent: Messages) -> None:
    ann = reachable("Ann")
    notify(Happening.INVITATION, None, [ann], occasion="invitation:1")
    number = Call.objects.get().pk
    for _ in range(2):
        delivering.carry_out.call(number)
    assert sent.to("Ann") == [("invitation",)]
    assert Call.objects.get().status == Call.Status.SENT


def test_a_call_that_another_worker_is_sending_is_left_to_it(sent: Messages) -> None:
    notify(Happening.INVITATION, None, [reachable("Ann")], occasion="invitation:1")
    Call.objects.update(status=Call.Status.SENDING, due=NOON + timedelta(days=10_000))
    delivering.carry_out.call(Call.objects.get().pk)
    assert sent == []


def test_a_call_cut_off_while_it_was_sent_is_made_after_its_claim_has_run_out(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        notify(Happening.INVITATION, None, [reachable("Ann")], occasion="invitation:1")
        Call.objects.update(status=Call.Status.SENDING, due=NOON + delivering.CLAIM)
        delivering.resume()
        do_tasks()
        assert sent == []
        clock.shift(delivering.CLAIM)
        do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def test_a_call_whose_task_was_lost_is_made_when_a_worker_begins(sent: Messages) -> None:
    with transaction.atomic():
        Call.objects.create(
            person=reachable("Ann"),
            happening=Happening.INVITATION,
            occasion="invitation:1",
            way=Way.PUSH,
            place=Device.objects.get().pk,
            due=NOON - timedelta(days=1000),
        )
    delivering.resume()
    do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def test_calls_made_long_ago_are_forgotten() -> None:
    notify(Happening.INVITATION, None, [reachable("Ann")], occasion="invitation:1")
    Call.objects.update(status=Call.Status.SENT, created=NOON - timedelta(days=1000))
    delivering.resume()
    assert Call.objects.count() == 0


# --- again ----------------------------------------------------------------------------------------------------------


def test_what_fails_is_tried_again_after_a_longer_while_each_time(sent: Messages) -> None:
    sent.fail_with = Unreachable("nobody there")
    with time_machine.travel(NOON, tick=False) as clock:
        notify(Happening.INVITATION, None, [reachable("Ann")], occasion="invitation:1")
        for number, pause in enumerate(delivering.BACK_OFF, start=1):
            do_tasks()
            call = Call.objects.get()
            assert (call.attempts, call.status, call.due - clock_now()) == (number, Call.Status.WAITING, pause)
            clock.shift(pause)
        sent.fail_with = None
        do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def clock_now() -> datetime:
    return datetime.now(UTC)


def test_after_the_last_failure_it_is_given_up(sent: Messages) -> None:
    sent.fail_with = Unreachable("nobody there")
    with time_machine.travel(NOON, tick=False) as clock:
        notify(Happening.INVITATION, None, [reachable("Ann")], occasion="invitation:1")
        for _ in range(len(delivering.BACK_OFF) + 3):
            do_tasks()
            clock.shift(timedelta(days=1))
    call = Call.objects.get()
    assert (call.status, call.reason) == (Call.Status.FAILED, "nobody there")
    assert call.attempts == len(delivering.BACK_OFF) + 1


def test_what_can_never_arrive_is_given_up_at_once(sent: Messages) -> None:
    sent.fail_with = Undeliverable("the device has unsubscribed")
    notify(Happening.INVITATION, None, [reachable("Ann")], occasion="invitation:1")
    do_tasks()
    assert about(Call.Status.FAILED) == 1


def test_a_fault_of_the_program_is_logged_and_loses_no_call(sent: Messages, caplog: pytest.LogCaptureFixture) -> None:
    sent.fail_with = ZeroDivisionError("on purpose")
    notify(Happening.INVITATION, None, [reachable("Ann")], occasion="invitation:1")
    do_tasks()
    assert "could not be made" in caplog.text
    assert about(Call.Status.WAITING) == 1


# --- quiet hours ----------------------------------------------------------------------------------------------------


def quiet(someone: Person, begin: int, end: int, zone: str = "UTC") -> None:
    Wishes.objects.create(person=someone, quiet_from=time(begin), quiet_until=time(end), time_zone=zone)


def test_in_quiet_hours_calls_wait_and_come_as_one_message(sent: Messages) -> None:
    ann = reachable("Ann")
    quiet(ann, 22, 7, "America/Santo_Domingo")
    with time_machine.travel(datetime(2027, 3, 10, 4, tzinfo=UTC), tick=False) as clock:  # midnight there
        for number in range(3):
            notify(Happening.INVITATION, None, [ann], occasion=f"invitation:{number}")
        do_tasks()
        assert sent == []
        assert about(Call.Status.HELD) == 3
        clock.move_to(datetime(2027, 3, 10, 10, 59, tzinfo=UTC))
        do_tasks()
        assert sent == []
        clock.move_to(datetime(2027, 3, 10, 11, tzinfo=UTC))
        do_tasks()
    assert sent.to("Ann") == [("invitation", "invitation", "invitation")]


def test_what_was_held_and_is_of_no_use_any_more_is_dropped(sent: Messages) -> None:
    with time_machine.travel(datetime(2027, 3, 10, 23, tzinfo=UTC), tick=False) as clock:
        game, mover, _ = two_at_a_table()
        quiet(mover, 22, 7)
        do_tasks()
        assert Call.objects.get(person=mover).status == Call.Status.HELD
        play_once(game)
        clock.shift(timedelta(hours=9))
        do_tasks()
    assert sent.to(str(mover)) == []


@pytest.mark.parametrize("what", ["nothing", "filled", "called off", "declined", "sat down"])
def test_who_was_invited_in_quiet_hours_is_told_if_a_seat_still_waits(what: str, sent: Messages) -> None:
    host, ann = person("Hanna"), reachable("Ann")
    quiet(ann, 22, 7)
    with time_machine.travel(datetime(2027, 3, 10, 23, tzinfo=UTC), tick=False) as clock:
        game = services.start_game(host, RULES, "casino", 3 if what == "sat down" else 2, False, "friends")
        asking.ask(game, host, [ann])
        do_tasks()
        match what:
            case "filled":
                services.take_seat(game, person("Bob"), None)
            case "called off":
                services.cancel_game(game, host)
            case "declined":
                asking.decline(game, ann)
            case "sat down":
                services.take_seat(game, ann, None)
            case _:
                pass
        clock.shift(timedelta(hours=9))
        do_tasks()
    told = [each for each in sent.to("Ann") if "invitation" in each]
    assert told == ([("invitation",)] if what == "nothing" else [])


def test_what_was_held_and_fails_is_tried_again_together(sent: Messages) -> None:
    ann = reachable("Ann")
    quiet(ann, 22, 7)
    with time_machine.travel(datetime(2027, 3, 10, 23, tzinfo=UTC), tick=False) as clock:
        for number in range(2):
            notify(Happening.INVITATION, None, [ann], occasion=f"invitation:{number}")
        do_tasks()
        clock.shift(timedelta(hours=8))
        sent.fail_with = Unreachable("nobody there")
        do_tasks()
        sent.fail_with = None
        clock.shift(delivering.BACK_OFF[0])
        do_tasks()
    assert sent.to("Ann") == [("invitation", "invitation")]


def test_outside_the_quiet_hours_calls_come_at_once(sent: Messages) -> None:
    ann = reachable("Ann")
    quiet(ann, 13, 15)
    with time_machine.travel(NOON, tick=False):
        notify(Happening.INVITATION, None, [ann], occasion="invitation:1")
        do_tasks()
    assert sent.to("Ann") == [("invitation",)]


def test_a_try_is_made_in_quiet_hours_too(sent: Messages) -> None:
    ann = reachable("Ann")
    quiet(ann, 11, 15)
    with time_machine.travel(NOON, tick=False):
        keeping.make_test_call(ann, Way.PUSH, Device.objects.get().pk)
        do_tasks()
    assert sent.to("Ann") == [("test",)]


# --- reminders ------------------------------------------------------------------------------------------------------


def put_deadline(game: Game, away: timedelta) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=datetime.now(UTC) + away)


def test_there_is_one_reminder_before_time_runs_out(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        _, mover, waiting = two_at_a_table()
        do_tasks()
        sent.clear()
        assert remind() == 0
        clock.shift(timedelta(days=3) - timedelta(hours=6, minutes=1))
        assert remind() == 0
        clock.shift(timedelta(minutes=1))
        for _ in range(3):
            assert remind() == 1
            do_tasks()
    assert sent.to(str(mover)) == [("time_short",)]
    assert sent.to(str(waiting)) == []


def test_nobody_is_reminded_of_a_turn_already_played(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, mover, _ = two_at_a_table()
        do_tasks()
        clock.shift(timedelta(days=3) - timedelta(hours=1))
        remind()
        play_once(game)
        do_tasks()
    assert ("time_short",) not in sent.to(str(mover))


def test_a_reminder_goes_by_the_deadline_as_it_is_now(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, mover, _ = two_at_a_table()
        do_tasks()
        put_deadline(game, timedelta(days=7))
        clock.shift(timedelta(days=3) - timedelta(hours=1))
        assert remind() == 0
        clock.shift(timedelta(days=4))
        assert remind() == 1
        do_tasks()
    assert sent.to(str(mover))[-1] == ("time_short",)


def test_nobody_is_reminded_when_time_has_run_out() -> None:
    with time_machine.travel(NOON, tick=False):
        game, _, _ = two_at_a_table()
        put_deadline(game, -timedelta(seconds=1))
        assert remind() == 0


def test_in_a_quick_game_nobody_is_reminded() -> None:
    with time_machine.travel(NOON, tick=False):
        game, _, _ = two_at_a_table()
        put_deadline(game, timedelta(minutes=1))
        assert remind() == 0


def test_when_to_remind_is_for_each_to_say(sent: Messages) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        _, mover, _ = two_at_a_table()
        Wishes.objects.create(person=mover, remind_before=24)
        do_tasks()
        clock.shift(timedelta(days=2))
        assert remind() == 1


def test_who_cannot_be_reached_costs_no_reminder() -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = services.start_game(person("Cas"), RULES, "casino", 2, False, "friends")
        services.take_seat(game, person("Dan"), 2)
        put_deadline(fresh(game), timedelta(hours=1))
        clock.shift(timedelta(minutes=50))
        assert remind() == 0
