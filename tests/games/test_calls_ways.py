"""Delivery of calls: mail through a real mail server, push messages and webhooks through real sockets."""

import base64
import hashlib
import hmac
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import http_ece  # type: ignore[import-untyped]
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
from accounts.preferences.saving import save_preferences
from casino.mail import mailer
from casino.vapid import new_vapid_key, public_key
from games import services
from games.domain.terms import DAY, Terms
from games.models import Game
from games.notifications import keeping
from games.notifications.calling import notify
from games.notifications.happenings import Happening, Way
from games.notifications.hooks import GIVEN_UP_AFTER
from games.notifications.models import Call, Device, Webhook, Wishes
from games.presenters.calls import TITLES
from tests.endpoint import Endpoint, endpoint
from tests.games.callers import do_tasks
from tests.games.computers import fresh
from tests.games.tables import RULES, person
from tests.post_office import Letters, post_office

pytestmark = pytest.mark.django_db

OVER_DAYS = Terms(clock="turn", time=3 * DAY)
QUICK = Terms(clock="live", time=600)


@pytest.fixture(autouse=True)
def near_and_at_once(settings: Settings) -> None:
    settings.CALL_DELAY = 0
    settings.CALLS_MAY_REACH = ["127.0.0.1"]
    settings.SITE_URL = "https://casino.example"


@pytest.fixture
def there() -> Iterator[Endpoint]:
    with endpoint() as listening:
        yield listening


def game_of(ann: Person, terms: Terms = OVER_DAYS) -> Game:
    """Return a game of Ann against Bob."""
    game = services.start_game(ann, RULES, "casino", 2, False, "friends", terms)
    services.take_seat(game, person("Bob"), 2)
    Call.objects.all().delete()
    return fresh(game)


def tell(someone: Person, game: Game | None = None, happening: Happening | None = None) -> None:
    """Send a call that stays useful: by default of a started game, or of an invitation."""
    happening = happening or (Happening.STARTED if game else Happening.INVITATION)
    notify(happening, game, [someone], occasion=f"{happening}:{Call.objects.count()}")
    do_tasks()


# --- a ruling, which another person makes ---------------------------------------------------------------------------


def test_of_a_ruling_one_is_told_by_every_way(office: Letters, there: Endpoint) -> None:
    ann, browser = with_address("Ann"), Browser()
    browser.subscribe(ann, f"{there.url}/push/ann")
    for kind in (Webhook.Kind.JSON, Webhook.Kind.DISCORD, Webhook.Kind.SLACK):
        hook_of(ann, kind, f"{there.url}/{kind}")
    game = game_of(ann)
    notify(Happening.RULING, game, [ann], occasion="ruling:1")
    do_tasks()
    link = f"https://casino.example/g/{game.public_id}/"
    said = "A ruling was made: Casino (Anglo-American) with Bob."
    posted = {each.path: each.body for each in there.posted}
    pushed, signed = browser.read(posted.pop("/push/ann")), json.loads(posted["/json"])["calls"][0]
    assert (pushed["title"], pushed["link"]) == ("A ruling was made", f"/g/{game.public_id}/")
    assert (signed["event"], signed["text"], signed["link"]) == ("ruling", said, link)
    assert json.loads(posted["/discord"])["content"] == json.loads(posted["/slack"])["text"] == f"{said} {link}"
    ((_, letter),) = office.letters
    assert letter["Subject"] == "A ruling was made · Casino (Anglo-American) with Bob"
    assert f"{said}\r\n{link}" in letter.get_content()
    Client().post(letter["List-Unsubscribe"].strip("<>").removeprefix("https://casino.example"))
    notify(Happening.RULING, game, [ann], occasion="ruling:2")
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
    text = letter.get_content()
    assert to == ["ann@mail.example"]
    assert letter["Subject"] == "The game has begun · Casino (Anglo-American) with Bob"
    assert "Hello Ann," in text
    assert "The game has begun: Casino (Anglo-American) with Bob." in text
    assert f"https://casino.example/g/{game.public_id}/" in text
    assert "https://casino.example/settings/calls/" in text
    assert letter["Auto-Submitted"] == "auto-generated"
    assert Call.objects.get().status == Call.Status.SENT


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
    Wishes.objects.create(person=ann, mail_always=True)
    tell(ann, game)
    assert len(office.letters) == 1


def test_a_quick_game_sends_mail_when_it_is_wished_for_this_game(office: Letters) -> None:
    ann = with_address("Ann")
    game = game_of(ann, QUICK)
    keeping.wish_for_game(ann, game, keeping.WantedOfGame(ways={"over": ["mail"]}))
    tell(ann, game, Happening.OVER)
    assert len(office.letters) == 1
    keeping.stop_mail(ann, True)
    tell(ann, game, Happening.OVER)
    assert len(office.letters) == 1


def test_by_the_link_in_a_mail_all_mail_ends_without_logging_in(office: Letters) -> None:
    ann = with_address("Ann")
    tell(ann)
    letter = office.letters[0][1]
    link = letter["List-Unsubscribe"].strip("<>").removeprefix("https://casino.example")
    assert link in letter.get_content()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = Client(enforce_csrf_checks=True)
    assert b"Do you want no more e-mail" in stranger.get(link).content
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
    notify(Happening.INVITATION, None, [ann], occasion="invitation:1")
    keeping.stop_mail(ann, True)
    do_tasks()
    assert office.letters == []


def test_what_the_mail_server_refuses_for_good_is_given_up(office: Letters) -> None:
    office.refusal = "550 no such mailbox"
    tell(with_address("Ann"))
    assert Call.objects.get().status == Call.Status.FAILED


def test_what_the_mail_server_refuses_for_now_is_tried_again(office: Letters) -> None:
    office.refusal = "451 come back later"
    with time_machine.travel(datetime(2027, 3, 10, 12, tzinfo=UTC), tick=True) as clock:
        tell(with_address("Ann"))
        assert Call.objects.get().status == Call.Status.WAITING
        office.refusal = ""
        clock.shift(timedelta(minutes=2))
        do_tasks()
    assert len(office.letters) == 1


def test_a_mail_server_that_is_away_loses_no_call(settings: Settings) -> None:
    with post_office() as (_, address):
        pass
    settings.MAILERS = {"default": mailer(address)}
    tell(with_address("Ann"))
    assert Call.objects.get().status == Call.Status.WAITING


# --- push -----------------------------------------------------------------------------------------------------------


class Browser:
    """The keys of a browser that has subscribed, and its decryption of a message."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def p256dh(self) -> str:
        return plain64(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def subscribe(self, someone: Person, address: str) -> Device:
        subscription = keeping.Subscription(address, self.p256dh, plain64(self.auth))
        return keeping.add_device(someone, subscription, "Firefox, Linux")

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


def plain64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def test_a_push_message_can_be_read_by_the_device_alone(there: Endpoint) -> None:
    ann, browser = person("Ann"), Browser()
    browser.subscribe(ann, f"{there.url}/push/ann")
    game = game_of(ann)
    tell(ann, game)
    (posted,) = there.posted
    assert browser.read(posted.body) == {
        "title": "The game has begun",
        "body": "Casino (Anglo-American) with Bob",
        "link": f"/g/{game.public_id}/",
        "tag": f"game-{game.public_id}",
    }
    assert posted.headers["Content-Encoding"] == "aes128gcm"
    assert posted.headers["Topic"] == f"game-{game.public_id}"
    with pytest.raises(http_ece.ECEException):
        Browser().read(posted.body)


def test_a_push_message_is_signed_by_this_site(there: Endpoint) -> None:
    ann = person("Ann")
    Browser().subscribe(ann, f"{there.url}/push/ann")
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


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_has_unsubscribed_is_forgotten(status: int, there: Endpoint) -> None:
    there.usual = status
    ann = person("Ann")
    Browser().subscribe(ann, f"{there.url}/push/ann")
    tell(ann)
    assert not Device.objects.exists()
    assert Call.objects.get().status == Call.Status.FAILED


@pytest.mark.parametrize(("status", "expected"), [(429, "waiting"), (503, "waiting"), (400, "failed"), (302, "failed")])
def test_what_the_push_service_answers_decides(status: int, expected: str, there: Endpoint) -> None:
    there.usual = status
    ann = person("Ann")
    Browser().subscribe(ann, f"{there.url}/push/ann")
    tell(ann)
    assert Call.objects.get().status == expected
    assert Device.objects.exists()


def test_several_calls_at_once_are_one_message(there: Endpoint) -> None:
    ann, browser = person("Ann"), Browser()
    browser.subscribe(ann, f"{there.url}/push/ann")
    device = Device.objects.get().pk
    for number in range(2):
        told = {"happening": Happening.INVITATION, "occasion": f"i:{number}", "way": Way.PUSH, "place": device}
        Call.objects.create(person=ann, status=Call.Status.HELD, due=datetime(2020, 1, 1, tzinfo=UTC), **told)
    from games.notifications.delivering import carry_out_held

    carry_out_held.call(ann.pk)
    (posted,) = there.posted
    shown = browser.read(posted.body)
    assert shown["title"] == "2 things have happened"
    assert shown["body"] == "You are invited to a game.\nYou are invited to a game."
    assert shown["link"] == "/"


def test_nothing_is_pushed_to_an_address_of_the_servers_own(there: Endpoint, settings: Settings) -> None:
    settings.CALLS_MAY_REACH = []
    ann = person("Ann")
    Browser().subscribe(ann, f"{there.url}/push/ann")
    tell(ann)
    assert there.posted == []
    assert Call.objects.get().reason == "forbidden address: insecure"


# --- web addresses --------------------------------------------------------------------------------------------------


def hook_of(someone: Person, kind: Webhook.Kind, address: str) -> Webhook:
    hook = keeping.add_hook(someone, kind, address)
    assert hook
    return hook


def test_a_program_gets_signed_json(there: Endpoint) -> None:
    ann = person("Ann")
    hook = hook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    game = game_of(ann)
    tell(ann, game)
    (posted,) = there.posted
    call = Call.objects.get()
    assert json.loads(posted.body) == {
        "calls": [
            {
                "id": call.pk,
                "event": "started",
                "game": game.public_id,
                "text": "The game has begun: Casino (Anglo-American) with Bob.",
                "link": f"https://casino.example/g/{game.public_id}/",
                "at": call.created.isoformat(),
            }
        ]
    }
    at, signed = posted.headers["Casino-Signature"].removeprefix("t=").split(",v1=")
    expected = hmac.new(hook.secret.encode(), at.encode() + b"." + posted.body, hashlib.sha256).hexdigest()
    assert signed == expected


def test_discord_gets_text_that_mentions_nobody(there: Endpoint) -> None:
    ann = person("Ann")
    hook_of(ann, Webhook.Kind.DISCORD, f"{there.url}/api/webhooks/1/x")
    tell(ann, game_of(ann))
    content = json.loads(there.posted[0].body)
    assert content["content"].startswith("The game has begun: Casino (Anglo-American) with Bob. https://")
    assert content["allowed_mentions"] == {"parse": []}


def test_slack_gets_text_in_which_no_name_becomes_a_mention(there: Endpoint) -> None:
    ann = person("Ann")
    hook_of(ann, Webhook.Kind.SLACK, f"{there.url}/services/1")
    game = game_of(ann)
    game.taken_seats.filter(number=2).update(name="<!channel> & Co")
    tell(ann, game)
    assert "&lt;!channel&gt; &amp; Co" in json.loads(there.posted[0].body)["text"]


@pytest.mark.parametrize("status", [301, 404, 500])
def test_an_address_that_does_not_take_it_is_tried_again(status: int, there: Endpoint) -> None:
    there.answers = [status]
    ann = person("Ann")
    hook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    with time_machine.travel(datetime(2027, 3, 10, 12, tzinfo=UTC), tick=True) as clock:
        tell(ann)
        assert Webhook.objects.get().failing_since
        clock.shift(timedelta(minutes=2))
        do_tasks()
    assert Webhook.objects.get().failing_since is None
    first, second = (json.loads(posted.body)["calls"][0]["id"] for posted in there.posted)
    assert first == second


def test_an_address_where_nobody_answers_for_days_is_switched_off_and_its_owner_told(there: Endpoint) -> None:
    there.answers = [500]
    ann, browser = person("Ann"), Browser()
    hook = hook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    browser.subscribe(ann, f"{there.url}/push/ann")
    Wishes.objects.create(person=ann, ways={"invitation": ["hook"]})
    hook.failing_since = datetime.now(UTC) - GIVEN_UP_AFTER
    hook.save()
    tell(ann)
    hook.refresh_from_db()
    assert hook.switched_off
    assert [posted.path for posted in there.posted] == ["/hook", "/push/ann"]
    assert "switched off" in browser.read(there.posted[1].body)["title"]
    keeping.switch_hook_on(ann, hook.pk)
    tell(ann)
    assert there.posted[-1].path == "/hook"


def test_nothing_is_posted_to_an_address_of_the_servers_own(there: Endpoint, settings: Settings) -> None:
    ann = person("Ann")
    hook_of(ann, Webhook.Kind.JSON, f"{there.url}/hook")
    settings.CALLS_MAY_REACH = []
    tell(ann)
    assert there.posted == []
    assert Call.objects.get().status == Call.Status.FAILED
