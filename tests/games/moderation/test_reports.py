"""The moderators' queue: reports with the lines around them and the author's record, decided once and on record."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games import services
from games.invitations import services as invitation_services
from games.models import ChatBan, Game, Suspension
from games.models.social import ChatMessage, MessageReport
from games.moderation import audited
from games.moderation.reports import MAX_SHOWN, open_reports, queue_figures, records_of
from games.moderation.urls import urlpatterns
from games.rulings.models import Sanction
from games.services import Refused
from tests.games.disputed import director
from tests.games.services.test_moderation import TOMORROW, moderator, reported
from tests.games.viewers import Page, Viewer, browser_of, friend
from tests.games.views.test_social import answer, heard_by, person_of, table

pytestmark = pytest.mark.django_db

QUEUE = "/moderation/reports/"

ABOUT_A_MESSAGE = "message/"
"""How the URLs begin whose number is that of a message; all others are about a dispute."""

ADDRESSES = [str(each.name) for each in urlpatterns if str(each.pattern).startswith(ABOUT_A_MESSAGE)]


def queue(staff: Person) -> Page:
    return Page(browser_of(staff).get(QUEUE))


def deciding(staff: Person | None, message: ChatMessage, outcome: str, **more: str) -> Any:
    fields = {"outcome": outcome, "reason": "Bob was rude."} | more
    sent = {f"m{message.pk}-{name}": value for name, value in fields.items()}
    return browser_of(staff).post(reverse("moderation:decide", args=[message.pk]), sent, follow=True)


def report() -> MessageReport:
    return MessageReport.objects.get()


# --- the queue -----------------------------------------------------------------------------------------------------


def test_the_queue_shows_the_message_with_the_lines_around_it() -> None:
    ann, bob = table()
    for number in range(1, 10):
        answer(bob if number % 2 else ann, "post_message", text=f"line {number}.")
    answer(ann, "report_message", message=ChatMessage.objects.get(text="line 5.").pk)
    text = queue(moderator()).text
    assert [number for number in range(1, 10) if f"line {number}." in text] == [2, 3, 4, 5, 6, 7, 8]


def test_lines_of_another_table_and_of_the_other_chat_are_not_among_them() -> None:
    ann, _, _ = reported()
    answer(ann, "post_message", text="of the table")
    stranger = Viewer(ann.game, friend("Wanda"))
    answer(stranger, "post_message", text="of the spectators", audience="spectators")
    elsewhere, _ = table()
    answer(elsewhere, "post_message", text="elsewhere")
    text = queue(moderator()).text
    assert "of the table" in text
    assert "of the spectators" not in text
    assert "elsewhere" not in text


def test_the_longest_waiting_stand_first_and_several_reports_of_one_message_together() -> None:
    ann, _, first = reported("rude words")
    _, _, second = reported("more of them")
    third = person_of(ann)
    MessageReport.objects.create(message=second, reporter=third, at=timezone.now() - timedelta(days=2))
    rows = open_reports(moderator())
    assert [(row.message.pk, row.reports) for row in rows] == [(second.pk, 2), (first.pk, 1)]


def test_the_record_of_the_author_stands_beside_it() -> None:
    _, bob, message = reported()
    _, _, other = reported("others")
    author, staff = person_of(bob), director("hal")
    ChatMessage.objects.filter(pk=other.pk).update(person=author)
    deciding(staff, other, "muted", until=TOMORROW)
    audited.sanction(author, staff, "warned", "Be kind.", None)
    for name in ("Cleo", "Dan"):
        invitation_services.block(friend(name), author)
    record = records_of([author.pk])[author.pk]
    assert (record.reports, record.upheld, record.warnings, record.mutes, record.suspensions) == (2, 1, 1, 1, 0)
    assert record.blocked_by == 2
    assert record.muted_until is not None
    assert record.suspended_until is None
    text = queue(staff).text
    assert "2, 1 of them upheld" in text
    assert message.text in text


def test_the_author_may_have_deleted_the_account() -> None:
    _, bob, message = reported()
    ChatMessage.objects.filter(pk=message.pk).update(person=None)
    staff = director("hal")
    assert "rude words" in queue(staff).text
    assert deciding(staff, message, "warned").status_code == 200
    assert report().state == MessageReport.State.OPEN
    deciding(staff, message, "removed")
    assert report().outcome == "removed"
    assert "Message removed" in heard_by(bob)


def test_few_reports_and_many_take_the_same_queries() -> None:
    staff, counts = moderator(), []
    for _ in range(3):
        reported("rude words")
        ChatMessage.objects.update(text="rude")
        client = browser_of(staff)
        client.get(QUEUE)
        with CaptureQueriesContext(connection) as queries:
            client.get(QUEUE)
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= 16


def test_it_is_bounded() -> None:
    ann, bob, message = reported()
    said = [
        ChatMessage(game=ann.game, seat=2, person=person_of(bob), text=f"rude {number}", at=timezone.now())
        for number in range(MAX_SHOWN + 5)
    ]
    ChatMessage.objects.bulk_create(said)
    for row in ChatMessage.objects.exclude(pk=message.pk):
        MessageReport.objects.create(message=row, reporter=person_of(ann), at=timezone.now())
    assert len(open_reports(moderator())) == MAX_SHOWN


# --- deciding ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "more"),
    [
        ("dismissed", {}),
        ("removed", {}),
        ("warned", {}),
        ("muted", {"until": TOMORROW}),
        ("suspended", {"until": TOMORROW, "remove": "on"}),
    ],
)
def test_a_director_decides_and_it_is_on_record(outcome: str, more: dict[str, str]) -> None:
    _, bob, message = reported()
    staff = director("hal")
    assert "Decided and recorded." in Page(deciding(staff, message, outcome, **more)).text
    assert (report().state, report().outcome) == ("closed", outcome)
    assert report().decided is not None
    removed = outcome == "removed" or "remove" in more
    assert ("Message removed" in heard_by(bob)) is removed
    assert ChatBan.objects.exists() is (outcome == "muted")
    assert Suspension.objects.exists() is (outcome == "suspended")
    assert [row.kind for row in Sanction.objects.all()] == (
        [outcome] if outcome in {"warned", "muted", "suspended"} else []
    )
    entries = [entry.change_message for entry in LogEntry.objects.all()]
    assert any(entry.startswith("Decided reports of a message") and "Bob was rude." in entry for entry in entries)
    assert "No reports are waiting for you." in queue(staff).text


@pytest.mark.parametrize("outcome", ["warned", "suspended"])
def test_a_moderator_does_not_do_what_is_for_directors(outcome: str) -> None:
    _, _, message = reported()
    deciding(moderator(), message, outcome, until=TOMORROW)
    assert report().state == MessageReport.State.OPEN
    assert not Sanction.objects.exists()
    refused = audited.decide_reports(
        message, moderator("mia"), audited.Decision(outcome, "x", timezone.now() + timedelta(days=1))
    )
    assert isinstance(refused, Refused)
    assert report().state == MessageReport.State.OPEN


@pytest.mark.parametrize(
    "more",
    [
        {"until": ""},
        {"until": "2020-01-01"},
        {"until": "soon"},
        {"until": TOMORROW, "reason": ""},
        {"until": TOMORROW, "reason": "x" * 1001},
        {"until": TOMORROW, "outcome": "banished"},
    ],
)
def test_what_is_incomplete_decides_nothing_and_is_shown_again(more: dict[str, str]) -> None:
    _, _, message = reported()
    page = Page(deciding(moderator(), message, **({"outcome": "muted"} | more)))
    assert "Save decision" in page.buttons
    assert report().state == MessageReport.State.OPEN
    assert not ChatBan.objects.exists()
    assert not LogEntry.objects.exists()


def test_two_moderators_do_not_decide_one_report_twice() -> None:
    """The second has the page still open."""
    _, _, message = reported()
    deciding(moderator("mo"), message, "muted", until=TOMORROW)
    page = Page(deciding(moderator("mia"), message, "muted", until=TOMORROW))
    assert "This report has already been decided." in page.text
    assert ChatBan.objects.count() == 1


def test_who_loses_the_right_while_the_page_is_open_decides_nothing() -> None:
    _, _, message = reported()
    staff = moderator()
    assert "rude words" in queue(staff).text
    staff.groups.clear()
    assert deciding(staff, message, "dismissed").status_code == 403
    staff.is_staff = False
    staff.save()
    deciding(staff, message, "dismissed")
    assert report().state == MessageReport.State.OPEN


def test_nobody_judges_their_own_message_or_a_game_they_play() -> None:
    ann, bob, message = reported()
    for viewer in (ann, bob):
        party = person_of(viewer)
        party.is_staff = party.is_superuser = True
        party.save()
        assert "rude words" not in queue(party).text
        assert deciding(party, message, "dismissed").status_code == 404
        outcome = audited.decide_reports(message, party, audited.Decision("dismissed", "x"))
        assert isinstance(outcome, Refused)
        assert reverse("moderation:message", args=[message.pk]) not in queue(party).html
    assert report().state == MessageReport.State.OPEN


def test_a_moderator_who_plays_does_not_read_the_spectators_chat_by_the_queue() -> None:
    ann, _ = table()
    wanda, will = (Viewer(ann.game, friend(name)) for name in ("Wanda", "Will"))
    answer(wanda, "post_message", text="Bob holds nothing", audience="spectators")
    answer(will, "report_message", message=ChatMessage.objects.get().pk)
    player = person_of(ann)
    player.is_staff = player.is_superuser = True
    player.save()
    assert "Bob holds nothing" not in queue(player).text
    assert browser_of(player).get(reverse("moderation:message", args=[ChatMessage.objects.get().pk])).status_code == 404
    assert "Bob holds nothing" in queue(moderator()).text


@pytest.mark.parametrize("who", [None, "player", "plain"])
def test_others_are_turned_away(who: str | None) -> None:
    ann, _, message = reported()
    person = {None: None, "player": person_of(ann), "plain": Person.objects.create_user("stan", is_staff=True)}[who]
    status = 403 if who == "plain" else 302
    assert browser_of(person).get(QUEUE).status_code == status
    answers = {
        name: browser_of(person).post(reverse(f"moderation:{name}", args=[message.pk]), {}) for name in ADDRESSES
    }
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(ADDRESSES, status)
    looked = browser_of(person).get(reverse("moderation:message", args=[message.pk]))
    assert looked.status_code == status
    assert "rude words" not in looked.content.decode()
    assert report().state == MessageReport.State.OPEN


@pytest.mark.parametrize("who", [None, "player", "plain", "moderator"])
def test_nobody_decides_by_looking(who: str | None) -> None:
    ann, _, message = reported()
    staff = {
        None: None,
        "player": person_of(ann),
        "plain": Person.objects.create_user("stan", is_staff=True),
        "moderator": moderator(),
    }[who]
    sent = {f"m{message.pk}-outcome": "dismissed", f"m{message.pk}-reason": "Bob was rude."}
    answered = browser_of(staff).get(reverse("moderation:decide", args=[message.pk]), sent)
    assert answered.status_code == (405 if who in ("plain", "moderator") else 302)
    assert "rude words" not in answered.content.decode()
    assert report().state == MessageReport.State.OPEN


@pytest.mark.parametrize("name", ADDRESSES)
def test_another_site_can_have_nothing_decided(name: str) -> None:
    _, _, message = reported()
    client = Client(enforce_csrf_checks=True)
    client.cookies = browser_of(moderator()).cookies
    sent = {f"m{message.pk}-outcome": "removed", f"m{message.pk}-reason": "Bob was rude.", "reason": "Bob was rude."}
    assert client.post(reverse(f"moderation:{name}", args=[message.pk]), sent).status_code == 403
    assert report().state == MessageReport.State.OPEN
    assert ChatMessage.objects.get().removed is None


@pytest.mark.parametrize("name", ADDRESSES)
def test_of_a_message_that_there_is_not_or_nobody_reported_a_moderator_finds_nothing(name: str) -> None:
    ann, _, message = reported()
    answer(ann, "post_message", text="unreported")
    unreported = ChatMessage.objects.get(text="unreported").pk
    client = browser_of(moderator())
    for number in (unreported, message.pk + unreported):
        assert client.post(reverse(f"moderation:{name}", args=[number]), {}).status_code == 404
    assert not LogEntry.objects.exists()


# --- figures -------------------------------------------------------------------------------------------------------


def test_the_figures_tell_what_waits_and_how_long_decisions_take() -> None:
    staff = moderator()
    with time_machine.travel("2026-11-25 12:00:00+00:00", tick=False) as clock:
        assert queue_figures().median is None
        for days, waits in ((9, 1), (8, 2), (7, 6)):
            _, _, message = reported(f"rude {days}")
            made = timezone.now() - timedelta(days=days)
            MessageReport.objects.filter(message=message).update(at=made)
            decided = made + timedelta(hours=waits)
            MessageReport.objects.filter(message=message).update(decided=decided, state="closed", outcome="dismissed")
        reported("still open")
        clock.shift(timedelta(minutes=5))
        figures = queue_figures()
        assert (figures.open, figures.median) == (1, timedelta(hours=2))
        assert [(week.made, week.decided) for week in figures.weeks[:3]] == [(1, 0), (3, 3), (0, 0)]
        assert "2h 0m" in queue(staff).text


def test_the_list_of_all_reports_leads_to_the_decision() -> None:
    _, _, message = reported()
    html = browser_of(moderator()).get("/admin/games/messagereport/").content.decode()
    assert reverse("moderation:message", args=[message.pk]) in html
    assert "Reported messages" in html


def test_a_game_that_ends_meanwhile_changes_nothing_about_it() -> None:
    ann, bob, message = reported()
    services.resign(ann.game.taken_seats.get(number=1), Game.objects.get(pk=ann.game.pk).seq)
    deciding(moderator(), message, "removed")
    assert "Message removed" in heard_by(bob)
