"""Delivery of calls: mail through a real mail server, push messages and webhooks through real sockets."""

import base64
import hashlib
import hmac
import json
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import http_ece
import pytest
import time_machine
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.utils.functional import lazy
from django.utils.translation import get_language
from py_vapid import Vapid02
from pytest_django import Settings

from accounts.models import Person
from accounts.person_preferences import save_preferences
from casino.backends import mailer
from casino.safe_http import TimedOut
from casino.vapid import base64url, new_vapid_key, public_key
from casino.worker import TaskWorker
from games import services
from games.domain.table_settings import TableSettings
from games.models import Game
from games.notifications import delivery, receivers
from games.notifications import services as notification_services
from games.notifications.delivery import deliver_deferred
from games.notifications.dispatch import notify
from games.notifications.kinds import DeliveryMethod, NotificationKind
from games.notifications.models import Device, Notification, NotificationPreferences, Receiver, Webhook
from games.notifications.receivers import MAX_TIMEOUTS, PAUSE, PER_HOST, Shares
from games.notifications.webhooks import DISABLED_AFTER
from games.presenters.notifications import TITLES
from tests.endpoint import Endpoint, endpoint
from tests.games.computers import fresh
from tests.games.recipients import OVER_DAYS, do_tasks
from tests.games.tables import RULES, known_chance, person
from tests.post_office import Letters, post_office, text_of

pytestmark = pytest.mark.django_db

QUICK = TableSettings(clock="live", time=600)


@pytest.fixture(autouse=True)
def near_and_at_once(settings: Settings) -> None:
    settings.NOTIFICATION_DELAY = 0
    settings.WEBHOOK_ALLOWED_NETWORKS = ["127.0.0.1"]
    settings.SITE_URL = "https://casino.example"


@pytest.fixture
def there() -> Iterator[Endpoint]:
    with endpoint() as listening:
        yield listening


def game_of(ann: Person, table_settings: TableSettings = OVER_DAYS) -> Game:
    """Return a game of Ann against Bob."""
    game = services.start_game(ann, RULES, "casino", 2, False, "friends", table_settings)
    services.take_seat(game, person("Bob"), 2)
    Notification.objects.all().delete()
    return fresh(game)


def tell(someone: Person, game: Game | None = None, kind: NotificationKind | None = None) -> None:
    """Send a call that stays useful: by default of a started game, or of an invitation."""
    kind = kind or (NotificationKind.STARTED if game else NotificationKind.INVITATION)
    notify(kind, game, [someone], dedup_key=f"{kind}:{Notification.objects.count()}")
    do_tasks()


# --- a ruling, which another person makes ---------------------------------------------------------------------------


def test_of_a_ruling_one_is_told_by_every_way(office: Letters, there: Endpoint) -> None:
    ann = with_address("Ann")
    browser = Browser(ann, there)
    for kind in (Webhook.Kind.JSON, Webhook.Kind.DISCORD, Webhook.Kind.SLACK):
        webhook_of(ann, kind, f"{there.url}/{kind}")
    with known_chance():
        game = game_of(ann)
    notify(NotificationKind.RULING, game, [ann], dedup_key="ruling:1")
    do_tasks()
    link = f"https://casino.example/g/{game.public_id}/"
    said = "A ruling was made: Casino with Bob."
    posted = {each.path: each.body for each in there.posted}
    pushed, signed = browser.read(posted.pop("/push/ann")), json.loads(posted["/json"])["notifications"][0]
    assert (pushed["title"], pushed["link"]) == ("A ruling was made", f"/g/{game.public_id}/")
    assert (signed["event"], signed["text"], signed["link"]) == ("ruling", said, link)
    told = f"{said} {link}\nIt’s your turn."
    assert json.loads(posted["/discord"])["content"] == json.loads(posted["/slack"])["text"]
    assert json.loads(posted["/slack"])["text"].startswith(told)
    ((_, letter),) = office.letters
    assert letter["Subject"] == "A ruling was made: Casino with Bob"
    assert f"{said}\r\nIt’s your turn.\r\nPlay by" in text_of(letter)
    assert f"\r\n{link}" in text_of(letter)
    Client().post(letter["List-Unsubscribe"].strip("<>").removeprefix("https://casino.example"))
    notify(NotificationKind.RULING, game, [ann], dedup_key="ruling:2")
    do_tasks()
    assert len(office.letters) == 1
    assert len(there.posted) == 8


# --- mail -----------------------------------------------------------------------------------------------------------


def with_address(name: str, *, verified: bool = True) -> Person:
    someone = person(name)
    EmailAddress.objects.create(user=someone, email=f"{name.lower()}@mail.example", verified=verified, primary=True)
    return someone


def test_a_mail_says_what_happened_and_where(office: Letters) -> None:
    ann = with_address("Ann")
    game = game_of(ann)
    tell(ann, game)
    ((to, letter),) = office.letters
    text = text_of(letter)
    assert to == ["ann@mail.example"]
    assert letter["Subject"] == "Your game against Bob has started"
    assert "The game has started: Casino with Bob." in text
    assert f"https://casino.example/g/{game.public_id}/" in text
    assert "https://casino.example/account/login/?next=/settings/notifications/" in text
    assert letter["Auto-Submitted"] == "auto-generated"
    assert Notification.objects.get().status == Notification.Status.SENT


def test_the_link_in_the_header_is_sent_as_it_is(office: Letters, settings: Settings) -> None:
    settings.SITE_URL = f"https://{'cards.' * 10}casino.example"
    tell(with_address("Ann"))
    header, _, _ = office.sent[0].partition(b"\r\n\r\n")
    (line,) = re.findall(rb"^List-Unsubscribe: (.*)$", header, re.MULTILINE)
    assert re.fullmatch(rb"<https://(cards\.){10}casino\.example/notifications/unsubscribe/\S+/>", line.strip())


def test_a_mail_is_in_the_language_of_who_reads_it(office: Letters, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "invitation", lazy(get_language, str)())
    ann = with_address("Ann")
    for language in ("es", "pt"):
        save_preferences(ann, language=language)
        tell(ann)
    assert [letter["Subject"] for _, letter in office.letters] == ["es", "pt"]


def test_only_a_verified_address_gets_mail(office: Letters) -> None:
    tell(with_address("Ann", verified=False))
    assert office.letters == []


def test_a_quick_game_sends_no_mail_unless_it_is_wished(office: Letters) -> None:
    ann = with_address("Ann")
    game = game_of(ann, QUICK)
    tell(ann, game)
    assert office.letters == []
    NotificationPreferences.objects.create(person=ann, email_always=True)
    tell(ann, game)
    assert len(office.letters) == 1


def test_a_quick_game_sends_mail_when_it_is_wished_for_this_game(office: Letters) -> None:
    ann = with_address("Ann")
    game = game_of(ann, QUICK)
    wished = notification_services.GamePreferenceValues(methods={"over": ["email"]})
    notification_services.save_game_preferences(ann, game, wished)
    tell(ann, game, NotificationKind.OVER)
    assert len(office.letters) == 1
    notification_services.set_email_stopped(ann, True)
    tell(ann, game, NotificationKind.OVER)
    assert len(office.letters) == 1


def test_by_the_link_in_a_mail_all_mail_ends_without_logging_in(office: Letters) -> None:
    ann = with_address("Ann")
    tell(ann)
    letter = office.letters[0][1]
    link = letter["List-Unsubscribe"].strip("<>").removeprefix("https://casino.example")
    assert link in text_of(letter)
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = Client(enforce_csrf_checks=True)
    assert b"Unsubscribe from all email?" in stranger.get(link).content
    tell(ann)
    assert len(office.letters) == 2  # looking at the link has changed nothing
    stranger.post(link, {"List-Unsubscribe": "One-Click"})
    tell(ann)
    assert len(office.letters) == 2
    stranger.post(link, {"again": "1"})
    tell(ann)
    assert len(office.letters) == 3


def test_mail_on_its_way_ends_too_when_it_is_stopped(office: Letters) -> None:
    ann = with_address("Ann")
    notify(NotificationKind.INVITATION, None, [ann], dedup_key="invitation:1")
    notification_services.set_email_stopped(ann, True)
    do_tasks()
    assert office.letters == []


def test_what_the_mail_server_refuses_for_good_is_given_up(office: Letters) -> None:
    office.refusal = "550 no such mailbox"
    tell(with_address("Ann"))
    assert Notification.objects.get().status == Notification.Status.FAILED


def test_what_the_mail_server_refuses_for_now_is_tried_again(office: Letters) -> None:
    office.refusal = "451 come back later"
    with time_machine.travel(datetime(2027, 3, 10, 12, tzinfo=UTC), tick=True) as clock:
        tell(with_address("Ann"))
        assert Notification.objects.get().status == Notification.Status.WAITING
        office.refusal = ""
        clock.shift(timedelta(minutes=2))
        do_tasks()
    assert len(office.letters) == 1


def test_a_mail_server_that_is_away_loses_no_call(settings: Settings) -> None:
    with post_office() as (_, address):
        pass
    settings.MAILERS = {"default": mailer(address)}
    tell(with_address("Ann"))
    assert Notification.objects.get().status == Notification.Status.WAITING


# --- push -----------------------------------------------------------------------------------------------------------


class Browser:
    """The keys of a browser that has subscribed, and its decryption of a message."""

    def __init__(self, owner: Person, there: Endpoint) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = base64url(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        subscription = notification_services.PushSubscription(f"{there.url}/push/ann", point, base64url(self.auth))
        notification_services.add_device(owner, subscription, "Firefox, Linux")

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


def test_a_push_message_can_be_read_by_the_device_alone(there: Endpoint, ann: Person) -> None:
    browser = Browser(ann, there)
    game = game_of(ann)
    tell(ann, game)
    (posted,) = there.posted
    assert browser.read(posted.body) == {
        "title": "The game has started",
        "body": "Casino with Bob",
        "link": f"/g/{game.public_id}/",
        "tag": f"game-{game.public_id}",
    }
    assert posted.headers["Content-Encoding"] == "aes128gcm"
    assert posted.headers["Topic"] == f"game-{game.public_id}"
    with pytest.raises(http_ece.ECEException):
        Browser(ann, there).read(posted.body)


def test_a_push_message_is_signed_by_this_site(there: Endpoint, ann: Person) -> None:
    Browser(ann, there)
    tell(ann)
    signed = there.posted[0].headers["Authorization"]
    assert Vapid02.verify(signed)
    token, key = signed.removeprefix("vapid t=").split(",k=")
    assert key == public_key()
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == there.url
    assert claims["sub"] == "https://casino.example"
    left = claims["exp"] - datetime.now(UTC).timestamp()
    assert 0 < left <= 24 * 3600


def test_another_key_signs_otherwise(there: Endpoint, settings: Settings) -> None:
    before = public_key()
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    assert public_key() != before


@pytest.mark.parametrize(
    ("status", "expected", "kept"),
    [
        *((429, "waiting", True), (503, "waiting", True), (400, "failed", True), (302, "failed", True)),
        *((404, "failed", False), (410, "failed", False)),  # the device has unsubscribed
    ],
)
def test_what_the_push_service_answers_decides(
    status: int, expected: str, kept: bool, there: Endpoint, ann: Person
) -> None:
    there.usual = status
    Browser(ann, there)
    tell(ann)
    assert Notification.objects.get().status == expected
    assert Device.objects.exists() is kept


def test_several_calls_at_once_are_one_message(there: Endpoint, ann: Person) -> None:
    browser = Browser(ann, there)
    for number in range(2):
        notify(NotificationKind.INVITATION, None, [ann], dedup_key=f"invitation:{number}")
    Notification.objects.update(status=Notification.Status.DEFERRED, due=datetime(2020, 1, 1, tzinfo=UTC))
    deliver_deferred.call(ann.pk, DeliveryMethod.PUSH)
    (posted,) = there.posted
    shown = browser.read(posted.body)
    assert shown["title"] == "2 updates"
    assert shown["body"] == "You’re invited to a game.\nYou’re invited to a game."
    assert shown["link"] == "/"


def test_nothing_is_pushed_to_an_address_of_the_servers_own(there: Endpoint, settings: Settings, ann: Person) -> None:
    settings.WEBHOOK_ALLOWED_NETWORKS = []
    Browser(ann, there)
    tell(ann)
    assert there.posted == []
    assert Notification.objects.get().reason == "forbidden address: insecure"


# --- web addresses --------------------------------------------------------------------------------------------------


def webhook_of(someone: Person, kind: Webhook.Kind, address: str) -> Webhook:
    webhook = notification_services.add_webhook(someone, kind, address)
    assert webhook
    return webhook


def test_a_program_gets_signed_json(there: Endpoint, ann: Person) -> None:
    webhook = webhook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    game = game_of(ann)
    tell(ann, game)
    (posted,) = there.posted
    call = Notification.objects.get()
    assert json.loads(posted.body) == {
        "notifications": [
            {
                "id": call.pk,
                "event": "started",
                "game": game.public_id,
                "text": "The game has started: Casino with Bob.",
                "details": [],
                "deadline": None,
                "link": f"https://casino.example/g/{game.public_id}/",
                "at": call.created.isoformat(),
            }
        ]
    }
    at, signed = posted.headers["Casino-Signature"].removeprefix("t=").split(",v1=")
    expected = hmac.new(webhook.secret.encode(), at.encode() + b"." + posted.body, hashlib.sha256).hexdigest()
    assert signed == expected


def test_discord_gets_text_that_mentions_nobody(there: Endpoint, ann: Person) -> None:
    webhook_of(ann, Webhook.Kind.DISCORD, f"{there.url}/api/webhooks/1/x")
    tell(ann, game_of(ann))
    content = json.loads(there.posted[0].body)
    assert content["content"].startswith("The game has started: Casino with Bob. https://")
    assert content["allowed_mentions"] == {"parse": []}


def test_slack_gets_text_in_which_no_name_becomes_a_mention(there: Endpoint, ann: Person) -> None:
    webhook_of(ann, Webhook.Kind.SLACK, f"{there.url}/services/1")
    game = game_of(ann)
    game.taken_seats.filter(number=2).update(name="<!channel> & Co")
    tell(ann, game)
    assert "&lt;!channel&gt; &amp; Co" in json.loads(there.posted[0].body)["text"]


@pytest.mark.parametrize("status", [301, 404, 500])
def test_an_address_that_does_not_take_it_is_tried_again(status: int, there: Endpoint, ann: Person) -> None:
    there.answers = [status]
    webhook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    with time_machine.travel(datetime(2027, 3, 10, 12, tzinfo=UTC), tick=True) as clock:
        tell(ann)
        assert Webhook.objects.get().failing_since
        clock.shift(timedelta(minutes=2))
        do_tasks()
    assert Webhook.objects.get().failing_since is None
    first, second = (json.loads(posted.body)["notifications"][0]["id"] for posted in there.posted)
    assert first == second


def test_an_address_where_nobody_answers_for_days_is_switched_off_and_its_owner_told(
    there: Endpoint, ann: Person
) -> None:
    there.answers = [500]
    webhook = webhook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    browser = Browser(ann, there)
    NotificationPreferences.objects.create(person=ann, methods={"invitation": ["webhook"]})
    webhook.failing_since = datetime.now(UTC) - DISABLED_AFTER
    webhook.save()
    tell(ann)
    webhook.refresh_from_db()
    assert webhook.disabled
    assert [posted.path for posted in there.posted] == ["/hook", "/push/ann"]
    assert "disabled" in browser.read(there.posted[1].body)["title"]
    notification_services.enable_webhook(ann, webhook.pk)
    tell(ann)
    assert there.posted[-1].path == "/hook"


def test_nothing_is_posted_to_an_address_of_the_servers_own(there: Endpoint, settings: Settings, ann: Person) -> None:
    webhook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    settings.WEBHOOK_ALLOWED_NETWORKS = []
    tell(ann)
    assert there.posted == []
    assert Notification.objects.get().status == Notification.Status.FAILED


# --- addresses that are slow ----------------------------------------------------------------------------------------

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)


def call_to(webhook: Webhook) -> Notification:
    """Return a call that is not stored."""
    return Notification(person=webhook.person, method="webhook", destination=webhook.pk, kind="invitation")


def hooks(*names: str, host: str = "") -> list[Webhook]:
    """Return a webhook of each person, all on this host or each on its own."""
    return [webhook_of(person(name), Webhook.Kind.JSON, f"https://{host or name}.example/") for name in names]


def test_what_is_posted_to_addresses_that_people_entered_delays_no_mail(office: Letters, there: Endpoint) -> None:
    ann = with_address("Ann")
    webhook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    Browser(ann, there)
    notify(NotificationKind.INVITATION, None, [ann], dedup_key="invitation:1")
    TaskWorker(delivery.QUEUE).run_due_tasks()
    assert (len(office.letters), len(there.posted)) == (1, 0)
    TaskWorker(delivery.RECEIVERS_QUEUE).run_due_tasks()
    assert (len(office.letters), len(there.posted)) == (1, 2)


def test_one_person_has_one_share_and_a_host_two() -> None:
    ann, bob, cas = hooks("Ann", "Bob", "Cas", host="same")
    (dan,) = hooks("Dan")
    second = webhook_of(ann.person, Webhook.Kind.JSON, "https://other.example/")
    shares = Shares()
    with shares.one(call_to(ann)) as first, shares.one(call_to(second)) as again, shares.one(call_to(bob)) as other:
        assert (first, again, other) == (True, False, True)
        with shares.one(call_to(cas)) as third, shares.one(call_to(dan)) as elsewhere:
            assert (third, elsewhere, PER_HOST) == (False, True, 2)
    with shares.one(call_to(second)) as later:
        assert later


def test_all_people_and_hosts_that_were_slow_the_last_time_share_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cas = hooks("Ann", "Bob", "Cas")
    shares = Shares()
    monkeypatch.setattr(receivers, "SLOW_AFTER", -1)
    for each in (ann, bob):
        with shares.one(call_to(each)):
            pass
    with shares.one(call_to(ann)) as first, shares.one(call_to(bob)) as second, shares.one(call_to(cas)) as quick:
        assert (first, second, quick) == (True, False, True)
    monkeypatch.undo()
    with shares.one(call_to(ann)):
        pass
    with shares.one(call_to(bob)) as first, shares.one(call_to(ann)) as second:
        assert (first, second) == (True, True)


def test_calls_beyond_the_share_wait_a_moment_and_come_as_one(there: Endpoint, ann: Person) -> None:
    webhook = webhook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    with time_machine.travel(NOON, tick=False) as clock:
        with receivers.shares.one(call_to(webhook)):
            for _ in range(3):
                tell(ann)
        assert there.posted == []
        assert set(Notification.objects.values_list("status", "attempts")) == {("deferred", 0)}
        clock.shift(timedelta(seconds=2 * delivery.HELD_BACK))
        do_tasks()
    (posted,) = there.posted
    assert len(json.loads(posted.body)["notifications"]) == 3
    assert set(Notification.objects.values_list("status", "attempts")) == {("sent", 1)}


def receiver(kind: str, someone: Person, there: Endpoint) -> Receiver:
    if kind == "webhook":
        return webhook_of(someone, Webhook.Kind.JSON, f"{there.url}/hook")
    Browser(someone, there)
    return Device.objects.get(person=someone)


@pytest.mark.parametrize("kind", ["webhook", "device"])
def test_an_address_that_times_out_three_times_in_a_row_is_paused_at_once(
    kind: str, there: Endpoint, ann: Person, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def time_out(url: str, *_: object) -> int:
        tries.append(url)
        raise TimedOut("no complete response in time")

    monkeypatch.setattr(receivers, "post", time_out)
    client.force_login(ann)
    with time_machine.travel(NOON, tick=False) as clock:
        slow = receiver(kind, ann, there)
        for _ in range(MAX_TIMEOUTS + 2):
            tell(ann)
        assert (len(tries), there.posted) == (MAX_TIMEOUTS, [])
        assert "Paused for an hour" in client.get("/settings/notifications/").content.decode()
        monkeypatch.undo()
        clock.shift(PAUSE - timedelta(seconds=1))
        do_tasks()
        assert there.posted == []
        clock.shift(timedelta(seconds=1))
        do_tasks()
    assert len(there.posted) == 1  # everything as one
    slow.refresh_from_db()
    assert (slow.timeouts, slow.paused_until) == (0, None)
    assert set(Notification.objects.values_list("status", flat=True)) == {"sent"}


def test_a_test_that_arrives_ends_the_pause(there: Endpoint, ann: Person) -> None:
    webhook = webhook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    receivers.set_timeouts(webhook, MAX_TIMEOUTS)
    tell(ann)
    assert there.posted == []
    notification_services.send_test_notification(ann, DeliveryMethod.WEBHOOK, webhook.pk)
    do_tasks()
    webhook.refresh_from_db()
    assert (len(there.posted), webhook.paused) == (1, False)
