"""The spectators' chat: no seat of the game reads or writes it before the end, by any page, fragment, socket,
notification or export; afterwards everyone can read it."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Person
from accounts.services import create_guest, delete_account
from casino import rate_limits
from games import services
from games.contexts.social import MAX_MESSAGES
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.models import ChatBan, Game
from games.models.social import ChatMessage, MessageReport, Mute
from games.moderation.case_file import DisputeCase
from games.notifications.models import Notification
from tests.examples import exhaustive, some
from tests.games.consumers.test_table import in_thread, settled, socket_of
from tests.games.disputed import open_case
from tests.games.recipients import reachable
from tests.games.services.test_moderation import TOMORROW, moderator, muting, removing
from tests.games.tables import RULES, person
from tests.games.viewers import HTMX, Page, Viewer, friend
from tests.games.views.test_social import answer, heard_by, table
from tests.leaks.reading import Reader
from tests.leaks.worlds import Onlooker

pytestmark = pytest.mark.django_db

SECRET = "Ben holds nothing, I would bet on it"
TO_SPECTATORS = {"audience": "spectators"}
SEATED = "Only spectators can write here"


def watched(**table_settings: Any) -> tuple[Viewer, Viewer, Viewer, Viewer]:
    """Return a game in progress: its players Ann and Bob, and its spectators Wanda and Will."""
    players = table(**table_settings)
    wanda, will = (Viewer(players[0].game, friend(name)) for name in ("Wanda", "Will"))
    return players[0], players[1], wanda, will


def say(viewer: Viewer, text: str = SECRET) -> str:
    return answer(viewer, "post_message", text=text, **TO_SPECTATORS)


def whose(viewer: Viewer) -> Person:
    return Person.objects.get(pk=viewer.client.session["_auth_user_id"])


def end(viewer: Viewer) -> None:
    viewer.post("resign", seq=Game.objects.get(pk=viewer.game.pk).seq)
    assert Game.objects.get(pk=viewer.game.pk).status == Game.Status.OVER


# --- who reads it --------------------------------------------------------------------------------------------------


def test_spectators_read_each_other_and_the_table_and_players_read_the_table_alone() -> None:
    ann, bob, wanda, will = watched()
    assert say(wanda) == ""
    answer(ann, "post_message", text="words of a player")
    for viewer in (wanda, will, Viewer(ann.game)):
        assert SECRET in heard_by(viewer)
        assert "words of a player" in heard_by(viewer)
    assert "spectator</span>" in heard_by(will)
    for viewer in (ann, bob):
        assert SECRET not in heard_by(viewer)
        assert "words of a player" in heard_by(viewer)


def test_after_the_game_everyone_reads_it() -> None:
    ann, bob, wanda, _ = watched()
    say(wanda)
    end(ann)
    assert SECRET in heard_by(ann)
    assert SECRET in heard_by(bob)
    assert "Report this message" in heard_by(bob)


@exhaustive
@pytest.mark.parametrize("seat", some([1, 2], 1))
def test_nothing_that_a_seat_can_read_has_it(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page and fragment of the site, all refusals, the sockets, the export and the notifications."""
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)  # sockets read this test's transaction
    ann, bob, wanda, _ = watched()
    say(wanda)
    game = Game.objects.get(pk=ann.game.pk)
    viewer = (ann, bob)[seat - 1]
    read = Reader(Onlooker("seat", whose(viewer), seat), game, ("9S", "9H")).all_there_is()
    assert len(read) > 50
    assert [where for where, text in read.items() if SECRET in text or "Wanda" in text] == []
    seen = Reader(Onlooker("stranger", AnonymousUser()), game, ("9S", "9H")).at_the_table()
    assert any(SECRET in text for text in seen.values())  # the same search finds it where it may be


def test_no_answer_of_the_chat_shows_it_to_a_player() -> None:
    ann, bob, wanda, _ = watched()
    say(wanda)
    message = ChatMessage.objects.get().pk
    answer(bob, "post_message", text="words of Bob")
    for name, sent in (
        ("post_message", {"phrase": "hello"}),
        ("post_message", {"text": "x", **TO_SPECTATORS}),
        ("mute", {"seat": 2, "muted": "yes"}),
        ("mute", {"message": message, "muted": "yes"}),
        ("report_message", {"message": message}),
        ("save_note", {"text": "x"}),
    ):
        html = ann.post(name, htmx=True, **sent).content.decode()
        assert SECRET not in html
        assert "Wanda" not in html


def test_a_seat_that_the_computer_plays_does_not_read_it_either() -> None:
    ann, _, wanda, _ = watched()
    say(wanda)
    ann.game.taken_seats.filter(number=1).update(bot="steady")
    assert SECRET not in heard_by(ann)
    assert say(ann).startswith(SEATED)


def test_a_spectator_who_becomes_a_player_loses_it_at_once() -> None:
    """A member watches; their own seat was taken as a guest, whose games they then bring along."""
    guest, bob = create_guest(), friend("Bob")
    game = services.start_game(guest, RULES, "casino", 2, False, "friends", TableSettings(chat="free"))
    services.take_seat(game, bob, None)
    member = person("Mara")
    viewer, wanda = Viewer(game, member), Viewer(game, friend("Wanda"))
    say(wanda)
    assert SECRET in heard_by(viewer)
    services.move_games(guest, member)
    assert SECRET not in heard_by(viewer)
    assert say(viewer, "from an old page").startswith(SEATED)
    assert ChatMessage.objects.count() == 1


def test_a_ruling_that_continues_the_game_closes_it_again() -> None:
    ann, _, wanda, _ = watched()
    say(wanda)
    end(ann)
    assert SECRET in heard_by(ann)
    Game.objects.filter(pk=ann.game.pk).update(status=Game.Status.PLAYING)
    assert SECRET not in heard_by(ann)


def test_it_notifies_no_player() -> None:
    people = [reachable("Ann"), reachable("Bob")]
    game = services.start_game(people[0], RULES, "casino", 2, False, "friends")
    services.take_seat(game, people[1], None)
    Notification.objects.all().delete()
    assert say(Viewer(game, friend("Wanda"))) == ""
    assert not Notification.objects.exists()


def test_a_director_who_decides_a_dispute_reads_the_tables_chat_alone() -> None:
    laid_out = open_case()
    say(Viewer(laid_out.game, friend("Wanda")))
    assert ChatMessage.objects.exists()
    assert DisputeCase(laid_out.dispute, laid_out.director).message_lines() == ()


# --- who writes it -------------------------------------------------------------------------------------------------


def test_no_player_writes_it_and_no_spectator_writes_to_the_table() -> None:
    ann, _, wanda, _ = watched()
    assert say(ann).startswith(SEATED)
    assert answer(wanda, "post_message", text="to the table") == "refused"
    assert not ChatMessage.objects.exists()


def test_strangers_are_asked_to_log_in_and_guests_may_write() -> None:
    ann, _, _, _ = watched()
    stranger = Viewer(ann.game)
    assert "Log in to chat with the other spectators" in stranger.look().text
    assert say(stranger) == "refused"
    assert say(Viewer(ann.game, create_guest())) == ""


def test_before_the_game_there_is_none(ann: Person) -> None:
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    wanda = Viewer(game, friend("Wanda"))
    assert say(wanda) == "refused"
    assert "Send" not in wanda.look().buttons


def test_where_spectators_are_not_allowed_there_is_none() -> None:
    ann, bob = friend("Ann"), friend("Bob")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends", TableSettings(spectators=False))
    services.take_seat(game, bob, None)
    assert say(Viewer(game, friend("Wanda"))) == "refused"


@pytest.mark.parametrize(("chat", "free", "phrase"), [("off", False, False), ("phrases", False, True)])
def test_the_rules_of_the_table_hold_for_spectators(chat: str, free: bool, phrase: bool) -> None:
    _, _, wanda, _ = watched(chat=chat)
    assert (say(wanda) == "") is free
    assert (answer(wanda, "post_message", phrase="hello", **TO_SPECTATORS) == "") is phrase


def test_without_script_a_spectator_writes_and_comes_back_to_the_table() -> None:
    _, _, wanda, will = watched()
    assert "Hello!" in wanda.press(wanda.look(), "Hello!").text
    wanda.client.post(wanda.address("post_message"), {"text": SECRET, **TO_SPECTATORS})
    assert SECRET in heard_by(will)


def test_a_message_is_bounded_and_escaped() -> None:
    _, _, wanda, will = watched()
    assert say(wanda, "<b>x</b>") == ""
    assert say(wanda, "y" * 301).startswith("That message is too long.")
    assert say(wanda, "z" * 30_000) == "We couldn’t understand that request."
    assert "&lt;b&gt;x&lt;/b&gt;" in heard_by(will)
    assert ChatMessage.objects.count() == 1


def test_whoever_says_too_much_has_to_wait(settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "chat": "2/minute"}
    rate_limits.limiter().storage.reset()
    _, _, wanda, _ = watched()
    codes = [wanda.post("post_message", text="x", audience="spectators").status_code for _ in range(3)]
    assert codes == [302, 302, 429]
    rate_limits.limiter().storage.reset()


def test_a_flood_of_spectators_pushes_no_players_words_aside() -> None:
    ann, _, wanda, will = watched()
    answer(ann, "post_message", text="words of a player")
    whose_words = whose(wanda)
    flood = [
        ChatMessage(
            game=ann.game, seat=0, person=whose_words, text=f"flood {n}", audience="spectators", at=timezone.now()
        )
        for n in range(3 * MAX_MESSAGES)
    ]
    ChatMessage.objects.bulk_create(flood)
    assert "words of a player" in heard_by(will)
    end(ann)
    assert "words of a player" in heard_by(ann)
    assert heard_by(ann).count("flood") == MAX_MESSAGES


# --- mutes, blocks, reports, staff ---------------------------------------------------------------------------------


def test_a_spectator_mutes_another_and_hears_them_again() -> None:
    ann, _, wanda, will = watched()
    say(wanda)
    message = ChatMessage.objects.get().pk
    assert answer(will, "mute", message=message, muted="yes") == ""
    assert SECRET not in heard_by(will)
    assert SECRET in heard_by(Viewer(ann.game))
    assert "Unmute Wanda" in will.look().buttons
    assert answer(will, "mute", message=message, muted="no") == ""
    assert SECRET in heard_by(will)


def test_a_player_cannot_mute_or_report_what_they_cannot_read() -> None:
    """The refusal is that for a message that does not exist: it does not tell whether spectators write."""
    ann, _, wanda, _ = watched()
    say(wanda)
    message = ChatMessage.objects.get().pk
    for name, more in (("mute", {"muted": "yes"}), ("report_message", {})):
        told = {answer(ann, name, message=number, **more) for number in (message, message + 999)}
        assert len(told) == 1
    assert not Mute.objects.exists()
    assert not MessageReport.objects.exists()


@pytest.mark.parametrize("over", [False, True])
def test_a_spectator_cannot_mute_or_report_a_player(over: bool) -> None:
    """The refusal is that for a message that does not exist."""
    ann, bob, wanda, _ = watched()
    answer(bob, "post_message", text="words of a player")
    if over:
        end(ann)
    message = ChatMessage.objects.get().pk
    assert "Report this message" not in wanda.look().html
    for name, more in (("mute", {"muted": "yes"}), ("mute", {"muted": "no"}), ("report_message", {})):
        told = {answer(wanda, name, message=number, **more) for number in (message, message + 999)}
        assert len(told) == 1
        assert told.pop().startswith("There is no such message")
    assert not Mute.objects.exists()
    assert not MessageReport.objects.exists()


@pytest.mark.parametrize(
    "sent", [{"muted": "yes"}, {"seat": 1, "message": 1, "muted": "yes"}, {"message": 2**70, "muted": "yes"}]
)
def test_a_mute_names_one_person(sent: dict[str, Any]) -> None:
    ann, _, wanda, _ = watched()
    for viewer in (ann, wanda):
        assert answer(viewer, "mute", **sent) == "We couldn’t understand that request."
    assert answer(wanda, "mute", seat=1, muted="yes") == "refused"


def test_a_block_hides_spectators_from_each_other() -> None:
    _, _, wanda, will = watched()
    invitation_services.block(whose(will), whose(wanda))
    say(wanda)
    say(will, "words of Will")
    assert SECRET not in heard_by(will)
    assert "words of Will" not in heard_by(wanda)


def test_a_spectators_words_are_reported_once_and_removed_by_a_moderator() -> None:
    _, _, wanda, will = watched()
    say(wanda)
    message = ChatMessage.objects.get()
    for _ in range(2):
        assert answer(will, "report_message", message=message.pk).startswith("Thanks!")
    assert answer(wanda, "report_message", message=message.pk).startswith("There is no such message")
    report = MessageReport.objects.get()
    assert report.reporter == whose(will)
    removing(moderator(), message)
    assert "Message removed" in heard_by(will)
    assert SECRET not in heard_by(will)


def test_a_muted_or_suspended_spectator_does_not_write() -> None:
    _, _, wanda, _ = watched()
    muting(moderator(), whose(wanda).username, until=TOMORROW)
    assert say(wanda).startswith("A moderator has muted you")
    ChatBan.objects.all().delete()
    assert say(wanda) == ""


def test_the_words_of_a_deleted_account_stay_without_the_name() -> None:
    _, _, wanda, will = watched()
    say(wanda)
    delete_account(whose(wanda))
    assert SECRET in heard_by(will)
    assert "Wanda" not in heard_by(will)


# --- the socket ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
async def test_it_is_pushed_to_spectators_and_not_even_a_sign_of_it_to_players() -> None:
    ann, _, wanda, will = await in_thread(watched)
    async with socket_of(ann) as player, socket_of(will) as spectator:
        for socket in (player, spectator):
            await settled(socket)
        await in_thread(say, wanda)
        while SECRET not in await spectator.receive_from():
            pass
        pushed = [] if await player.receive_nothing(timeout=0.7) else [await player.receive_from()]
        assert [text for text in pushed if 'id="lines"' in text] == []


@pytest.mark.django_db(transaction=True)
async def test_players_get_it_with_the_end_of_the_game() -> None:
    ann, bob, wanda, _ = await in_thread(watched)
    await in_thread(say, wanda)
    async with socket_of(bob) as player:
        await settled(player)
        await in_thread(end, ann)
        while SECRET not in (pushed := await player.receive_from()):
            assert 'class="phase over"' not in pushed
        assert 'id="lines"' in pushed


def test_the_table_takes_the_same_queries_however_much_is_said() -> None:
    _, _, wanda, will = watched()
    counts = []
    for _ in range(3):
        for number in range(4):
            say(wanda, f"words {number}")
        will.look()
        with CaptureQueriesContext(connection) as queries:
            will.look()
        counts.append(len(queries))
    assert len(set(counts)) == 1


def test_a_page_that_a_seat_asks_for_as_a_fragment_has_no_spectators_words() -> None:
    ann, _, wanda, _ = watched()
    say(wanda)
    for name in ("table", "presence"):
        assert SECRET not in ann.client.get(ann.address(name), headers=HTMX).content.decode()
    assert SECRET not in Page(ann.client.get(ann.address())).text
