"""The talk and the news of a club: who reads and writes, what is reported and removed, and who is told."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from games.clubs import services as clubs
from games.clubs import tables, talk
from games.clubs.models import Admission, Club, ClubNews, Membership
from games.clubs.outcomes import UnknownClub
from games.invitations import services as invitation_services
from games.models import ChatBan, Game
from games.models.social import ChatMessage, MessageReport
from games.moderation import audited, reports
from games.notifications.models import Notification
from games.notifications.texts import line_of
from games.services import take_seat
from tests.games.clubs.test_live import close_code, opened_page, people, socket_as
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, member, place, press
from tests.games.clubs.test_tables import opened
from tests.games.consumers.test_table import in_thread
from tests.games.recipients import Messages, do_tasks, reachable
from tests.games.timed import standing_time
from tests.games.viewers import HTMX, browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(db: None) -> Person:
    return member("olga")


@pytest.fixture
def ben(db: None) -> Person:
    return member("ben")


def texts(club: Club, reader: Person) -> list[str]:
    return [row.text for row in talk.readable_messages(club, reader)]


def page(who: Person, club: Club, part: str = "talk/") -> str:
    return str(browser_of(who).get(f"/clubs/{club.address}/{part}").content.decode())


def said(club: Club, person: Person, text: str) -> ChatMessage:
    assert talk.say(club, person, text) is None
    return ChatMessage.objects.latest("pk")


# --- the talk ---------------------------------------------------------------------------------------------------------


def test_members_talk(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    press(ben, club, "talk/say/", text="Partners,   anybody?")
    answer = browser_of(owner).post(f"/clubs/{club.address}/talk/say/", {"text": "Me"}, headers=HTMX)
    assert 'id="talk-box"' in answer.content.decode()
    assert texts(club, ben) == ["Me", "Partners, anybody?"]
    assert "Partners, anybody?" in page(owner, club)
    assert "Partners, anybody?" in page(owner, club, "")


@pytest.mark.parametrize("values", [PRIVATE, OPEN])
def test_nobody_else_reads_or_writes(owner: Person, ben: Person, values: clubs.ClubValues) -> None:
    club = club_of(owner, values)
    said(club, owner, "Nobody hears")
    with pytest.raises(UnknownClub):
        talk.say(club, ben, "Hello?")
    for part in ("say/", "message/", "unmute/"):
        assert press(ben, club, f"talk/{part}", text="Hello?", message="1", action="report").status_code == 404
    for client in (Client(), browser_of(ben)):
        assert client.get(f"/clubs/{club.address}/talk/").status_code == 404
        assert "Nobody hears" not in client.get(f"/clubs/{club.address}/").content.decode()


@pytest.mark.parametrize(("text", "why"), [("  ", "nothing-said"), ("x" * 301, "said-too-much")])
def test_not_everything_is_said(owner: Person, text: str, why: str) -> None:
    club = club_of(owner)
    assert case(talk.say(club, owner, text)) == why
    answer = browser_of(owner).post(f"/clubs/{club.address}/talk/say/", {"text": text}, headers=HTMX)
    assert 'role="alert"' in answer.content.decode()
    assert not ChatMessage.objects.exists()


def test_who_is_muted_by_staff_writes_nowhere(owner: Person) -> None:
    club = club_of(owner)
    ChatBan.objects.create(person=owner, until="2999-01-01T00:00Z")
    assert case(talk.say(club, owner, "Hello")) == "chat-muted"
    assert "A moderator has muted you" in page(owner, club)


def test_blocks_and_mutes_hide_messages(owner: Person, ben: Person) -> None:
    cara = member("cara")
    club = club_of(owner, PRIVATE, ben, cara)
    first = said(club, ben, "From Ben")
    invitation_services.block(owner, ben)
    assert texts(club, owner) == []
    assert texts(club, cara) == ["From Ben"]
    press(cara, club, "talk/message/", message=str(first.pk), action="mute")
    assert texts(club, cara) == []
    press(cara, club, "talk/unmute/")
    assert texts(club, cara) == ["From Ben"]


def test_organizers_remove_messages(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    message = said(club, owner, "Oh no")
    assert case(talk.remove_message(club, ben, message.pk)) == "club-not-organizer"
    press(owner, club, "talk/message/", message=str(message.pk), action="remove")
    assert "Oh no" not in page(ben, club)
    assert "removed" in page(ben, club)


def test_a_message_of_another_club_is_none_of_ones_own(owner: Person, ben: Person) -> None:
    here, there = club_of(owner), club_of(ben)
    message = said(there, ben, "Elsewhere")
    for act in (talk.remove_message, talk.report, talk.mute):
        assert case(act(here, owner, message.pk)) == "no-message"


def test_reports_go_to_the_moderators_of_the_site(owner: Person, ben: Person) -> None:
    """With the lines around it of the same club, and of no other."""
    club, other = club_of(owner, PRIVATE, ben), club_of(ben)
    said(other, ben, "Of another club")
    said(club, owner, "Before")
    message = said(club, ben, "You cheat")
    said(other, ben, "Of another club, too")
    press(owner, club, "talk/message/", message=str(message.pk), action="report")
    moderator = Person.objects.create_superuser("root", password="x")
    (row,) = reports.open_reports(moderator)
    assert [line.text for line in row.lines] == ["Before", "You cheat"]
    decision = audited.Decision(MessageReport.Outcome.REMOVED, "Rude", remove=True)
    assert audited.decide_reports(message, moderator, decision) is None
    assert "You cheat" not in page(ben, club)


def test_older_messages_are_on_the_next_page(owner: Person) -> None:
    club = club_of(owner)
    for number in range(42):
        said(club, owner, f"Line {number}.")
    first = page(owner, club)
    assert "Line 41." in first
    assert "Line 1." not in first
    older = re.search(r'href="\?(before=\d+)"', first)
    assert older
    assert "Line 1." in page(owner, club, f"talk/?{older[1]}")


def test_the_talk_ends_with_the_club(owner: Person) -> None:
    club = club_of(owner)
    said(club, owner, "Good-bye")
    clubs.leave_club(club, owner)
    assert not ChatMessage.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_what_is_said_reaches_open_pages_of_members_alone() -> None:
    club, owner, ben, _cara = await in_thread(people)
    async with await socket_as(ben, f"clubs/{club.address}") as socket:
        await opened_page(socket)
        await in_thread(talk.say, club, owner, "Shuffle up")
        assert "Shuffle up" in await socket.receive_from()
        await in_thread(clubs.remove_member, club, owner, await in_thread(place, club, ben))
        await in_thread(talk.say, club, owner, "He is gone")
        pushed, _code = await close_code(socket)
        assert "He is gone" not in pushed


@pytest.mark.django_db(transaction=True)
async def test_visitors_of_an_open_club_are_pushed_no_talk() -> None:
    club, owner, *_ = await in_thread(people)
    await in_thread(clubs.change_club, club, owner, OPEN)
    async with await socket_as(None, f"clubs/{club.address}") as socket:
        await opened_page(socket, member=False)
        await in_thread(talk.say, club, owner, "Between us")
        await in_thread(tables.open_usual_table, club, owner)
        pushed = await socket.receive_from()
        assert "Between us" not in pushed


# --- news -------------------------------------------------------------------------------------------------------------


def test_organizers_post_and_delete_news(owner: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of(owner, OPEN, ben)
    assert case(talk.post_news(club, ben, "Mine")) == "club-not-organizer"
    press(owner, club, "news/", text="Partners’ night moves to Tuesdays.")
    assert "Partners’ night" in Client().get(f"/clubs/{club.address}/").content.decode()
    press(owner, club, f"news/{ClubNews.objects.get().pk}/delete/")
    assert not ClubNews.objects.exists()
    monkeypatch.setattr(talk, "MAX_NEWS", 2)
    for text in ("one", "two", "three"):
        talk.post_news(club, owner, text)
    assert [news.text for news in ClubNews.objects.all()] == ["three", "two"]


@pytest.mark.parametrize(("text", "why"), [(" ", "nothing-said"), ("x" * 1001, "said-too-much")])
def test_not_everything_is_news(owner: Person, text: str, why: str) -> None:
    assert case(talk.post_news(club_of(owner), owner, text)) == why


# --- who is told ------------------------------------------------------------------------------------------------------


def told(sent: Messages) -> list[tuple[str, str]]:
    do_tasks()
    rows = Notification.objects.filter(status=Notification.Status.SENT).select_related("person")
    return sorted((row.person.username.lower(), row.kind) for row in rows)


def test_members_are_told_of_tables_and_news(sent: Messages) -> None:
    owner, ben, cara = reachable("Olga"), reachable("Ben"), reachable("Cara")
    club = club_of(owner, PRIVATE, ben, cara)
    press(cara, club, "notify/", off="1")
    opened(club, owner)
    talk.post_news(club, owner, "We meet on Thursday.")
    assert set(told(sent)) == {("ben", "club_table"), ("ben", "club_news")}


def test_who_is_no_member_when_it_is_sent_is_told_nothing(sent: Messages) -> None:
    owner, ben = reachable("Olga"), reachable("Ben")
    club = club_of(owner, PRIVATE, ben)
    talk.post_news(club, owner, "We meet on Thursday.")
    clubs.leave_club(club, ben)
    assert told(sent) == []


def test_blocked_members_are_not_told_of_a_table(sent: Messages) -> None:
    owner, ben = reachable("Olga"), reachable("Ben")
    club = club_of(owner, PRIVATE, ben)
    invitation_services.block(ben, owner)
    opened(club, owner)
    assert told(sent) == []


def test_a_table_that_is_full_is_not_told(sent: Messages) -> None:
    owner, ben, cara = reachable("Olga"), reachable("Ben"), reachable("Cara")
    club = club_of(owner, PRIVATE, ben, cara)
    game = opened(club, owner)
    take_seat(game, ben, 2)
    assert Game.objects.get().status == Game.Status.PLAYING
    assert [row for row in told(sent) if row[1] == "club_table"] == []


def test_the_invited_are_told_while_they_are_invited(sent: Messages) -> None:
    owner, ben, cara = reachable("Olga"), reachable("Ben"), reachable("Cara")
    club = club_of(owner, PRIVATE)
    for name in ("ben", "cara"):
        assert clubs.invite_to_club(club, owner, name) is None
    clubs.answer_invitation(club, cara, accepted=False)
    line: Any = line_of(ben, Notification.objects.filter(person=ben)[0])
    assert "invited to" in line.title
    assert "Quai Street" in line.title
    assert told(sent) == [("ben", "club_news")]


def test_an_invitation_withdrawn_and_made_again_is_told(sent: Messages) -> None:
    owner, ben = reachable("Olga"), reachable("Ben")
    club = club_of(owner, PRIVATE)
    with standing_time():
        clubs.invite_to_club(club, owner, "ben")
        clubs.answer_invitation(club, ben, accepted=False)
        assert heard(ben) == []
        clubs.invite_to_club(club, owner, "ben")
        assert heard(ben) == ["You’re invited to Quai Street"]


def test_an_invitation_that_waits_since_the_first_release_is_told_of_its_own_club(sent: Messages) -> None:
    owner, ben = reachable("Olga"), reachable("Ben")
    other, club = club_of(owner, PRIVATE._replace(name="Other")), club_of(owner, PRIVATE)
    for each in (club, other):
        clubs.invite_to_club(each, owner, "ben")
    Notification.objects.filter(dedup_key__contains=f"invited:{other.pk}:").delete()
    old = f"club_news:invited:{Admission.objects.get(person=ben, club=club).pk}"  # as clubs were named until then
    Notification.objects.filter(person=ben).update(dedup_key=old)
    assert heard(ben) == ["You’re invited to Quai Street"]


def heard(*people: Person) -> list[str]:
    """What has been sent to these people, without the marks round names."""
    do_tasks()
    rows = Notification.objects.filter(person__in=people, status=Notification.Status.SENT).order_by("pk")
    return [re.sub("[\u2068\u2069]", "", line_of(row.person, row).title) for row in rows]


def test_the_new_owner_is_told(sent: Messages) -> None:
    owner, ben, cara = reachable("Olga"), reachable("Ben"), reachable("Cara")
    club = club_of(owner, PRIVATE, ben, cara)
    clubs.set_role(club, owner, place(club, ben), "owner")
    assert heard(owner, ben, cara) == ["You’re now the owner of Quai Street"]
    clubs.leave_club(club, ben)
    assert heard(owner, cara) == ["You’re now the owner of Quai Street"]


def test_whoever_is_removed_or_let_in_is_told(sent: Messages) -> None:
    owner, ben, cara, dan = reachable("Olga"), reachable("Ben"), reachable("Cara"), reachable("Dan")
    club = club_of(owner, OPEN, ben)
    press(owner, club, "notify/", off="1")
    clubs.remove_member(club, owner, place(club, ben))
    for person in (cara, dan):
        clubs.ask_to_join(club, person)
    clubs.answer_request(club, owner, club.admissions.get(person=cara).pk, accepted=True)
    clubs.invite_to_club(club, owner, "dan")
    assert heard(ben) == ["You’re no longer a member of Harbor Players"]
    assert heard(cara, dan) == ["You’re now a member of Harbor Players"] * 2
    line: Any = line_of(ben, Notification.objects.filter(person=ben)[0])
    assert line.link.endswith("/clubs/")
    assert heard(owner) == []


def test_organizers_are_told_of_requests_and_of_more_once_they_have_answered(sent: Messages) -> None:
    owner, ben, cara = reachable("Olga"), reachable("Ben"), reachable("Cara")
    club = club_of(owner, OPEN, ben, cara)
    clubs.set_role(club, owner, place(club, ben), Membership.Role.ORGANIZER)
    with standing_time():
        for name in ("dan", "eve"):
            clubs.ask_to_join(club, member(name))
            assert heard(owner, ben, cara) == ["Someone has asked to join Harbor Players"] * 2
        line: Any = line_of(ben, Notification.objects.filter(person=ben)[0])
        assert line.link.endswith(f"/clubs/{club.address}/members/")
        clubs.answer_request(club, owner, club.admissions.earliest("pk").pk, accepted=False)
        assert heard(owner, ben) == []
        clubs.ask_to_join(club, member("fay"))
        assert heard(owner, ben) == ["Someone has asked to join Harbor Players"] * 2


def test_asking_again_and_again_tells_organizers_once(sent: Messages) -> None:
    owner, ben = reachable("Olga"), member("ben")
    club = club_of(owner, OPEN)
    with standing_time():
        clubs.ask_to_join(club, ben)
        clubs.withdraw_request(club, ben)
        do_tasks()
        assert sent == []
        for _ in range(3):
            clubs.ask_to_join(club, ben)
            do_tasks()
            clubs.withdraw_request(club, ben)
        assert len(sent) == 1


def test_an_organizer_no_longer_in_office_is_not_told_of_a_request(sent: Messages) -> None:
    owner, ben = reachable("Olga"), reachable("Ben")
    club = club_of(owner, OPEN, ben)
    clubs.set_role(club, owner, place(club, ben), Membership.Role.ORGANIZER)
    clubs.ask_to_join(club, member("dan"))
    clubs.set_role(club, owner, place(club, ben), Membership.Role.MEMBER)
    assert told(sent) == [("olga", "club_news")]


def test_the_message_says_which_club(sent: Messages) -> None:
    owner, ben = reachable("Olga"), reachable("Ben")
    club = club_of(owner, PRIVATE, ben)
    talk.post_news(club, owner, "We meet on Thursday.")
    line: Any = line_of(ben, Notification.objects.filter(person=ben)[0])
    assert "Quai Street" in line.title
    assert line.details == ("We meet on Thursday.",)
    assert line.link.endswith(f"/clubs/{club.address}/")
    assert line.seat_link.endswith(f"/account/login/?next=/clubs/{club.address}/")  # the club hides from strangers


@pytest.mark.django_db(transaction=True)
async def test_the_page_of_the_talk_is_pushed_the_talk_alone() -> None:
    club, owner, *_ = await in_thread(people)
    async with await socket_as(owner, f"clubs/{club.address}/?talk") as socket:
        assert "No messages yet" in await socket.receive_from()
        await in_thread(tables.open_usual_table, club, owner)
        await in_thread(talk.say, club, owner, "Shuffle up")
        assert "Shuffle up" in await socket.receive_from()
