"""Mail of correspondence games, read by a real mail server: what it says, its threads, its links, and what names and
rulings cannot do to it. Push messages and webhooks say the same."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import Settings

from accounts.models import Person
from accounts.person_preferences import save_preferences
from casino.backends import named_sender
from games import services
from games.domain.cards import Card
from games.log.recent_states import recent_states
from games.log.store import load
from games.models import Game, Seat
from games.notifications import services as notification_services
from games.notifications.absolute_links import ONLY_MY_TURN, UNSUBSCRIBE, member_link, signed_token
from games.notifications.current_turn import current_turn
from games.notifications.dispatch import notify
from games.notifications.kinds import CONFIGURABLE, TURN_SCOPED, DeliveryMethod, NotificationKind
from games.notifications.models import Notification, NotificationPreferences, Webhook
from games.notifications.preferences import configured_methods, preferences_by_person
from games.notifications.push import payload
from games.notifications.texts import lines_of
from games.presenters.cards import card_short
from games.rulings.models import Sanction
from games.rulings.sanctions import sanction
from tests.endpoint import endpoint
from tests.games.computers import first_card, fresh
from tests.games.recipients import OVER_DAYS, do_tasks, play_once
from tests.games.tables import RULES, known_chance, person
from tests.games.viewers import path_of
from tests.post_office import Letters, text_of
from tests.rulings.cases import director, ruled

pytestmark = pytest.mark.django_db

SITE = "https://casino.example"
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def at_noon(settings: Settings) -> Iterator[None]:
    settings.NOTIFICATION_DELAY = 0
    settings.WEBHOOK_ALLOWED_NETWORKS = ["127.0.0.1"]
    settings.SITE_URL = SITE
    with time_machine.travel(NOON, tick=False), known_chance():
        yield


def with_mail(name: str) -> Person:
    someone = person(name)
    EmailAddress.objects.create(user=someone, email=f"{name.lower()}@mail.example", verified=True, primary=True)
    return someone


def two_by_mail(**table_settings: Any) -> tuple[Game, Person, Person]:
    """Begin a game over days between Ann and Bob, both with mail; nothing has been sent yet. Ann plays first."""
    ann, bob = with_mail("Ann"), with_mail("Bob")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends", OVER_DAYS._replace(**table_settings))
    services.take_seat(game, bob, 2)
    do_tasks()
    if fresh(game).turn == 2:
        play_once(game)
        do_tasks()
    return fresh(game), ann, bob


def received(office: Letters, name: str) -> list[Any]:
    return [letter for to, letter in office.letters if to == [f"{name.lower()}@mail.example"]]


def letter_of_turn(office: Letters, **table_settings: Any) -> tuple[Game, Any]:
    """Let Ann play: the game, and the letter by which Bob hears that it is his turn."""
    game, _, _ = two_by_mail(**table_settings)
    office.letters.clear()
    return game, next_letter(office, game)


def next_letter(office: Letters, game: Game, to: str = "Bob") -> Any:
    play_once(game)
    do_tasks()
    return received(office, to)[-1]


def rename(game: Game, name: str) -> None:
    """Give Ann a name that no form would let through."""
    Seat.objects.filter(game=game, number=1).update(name=name)
    recent_states.clear()


def lets_time_run_out(game: Game) -> None:
    assert game.deadline
    with time_machine.travel(game.deadline, tick=False):
        services.record_heartbeat("beat")
        do_tasks()


def link_in(text: str, path: str) -> str:
    (found,) = set(re.findall(f'{SITE}({path}[^\\s"]*)', text))
    return str(found)


def three_by_mail(**table_settings: Any) -> tuple[Game, Person]:
    """Begin a game over days between three with mail: the game, and the one who is to play; all has been sent."""
    people = [with_mail(name) for name in ("Ann", "Bob", "Cleo")]
    game = services.start_game(people[0], RULES, "casino", 3, False, "friends", OVER_DAYS._replace(**table_settings))
    for each in people[1:]:
        services.take_seat(game, each, None)
    do_tasks()
    return fresh(game), people[fresh(game).turn - 1]


# --- contents -------------------------------------------------------------------------------------------------------


def test_a_mail_tells_move_score_and_deadline_in_both_its_parts_and_leads_to_the_table(office: Letters) -> None:
    game, _, _ = two_by_mail()
    card = first_card(game)
    letter = next_letter(office, game)
    for part in ("plain", "html"):
        text = text_of(letter, part)
        for words in (
            *("It’s your turn", "Casino with Ann", f"Ann trailed {card_short(Card(card))}.", "Score: You 0 · Ann 0"),
            *("Play by Nov. 26, 2026, 12:00 PM (UTC).", f"{SITE}/g/{game.public_id}/?play"),
        ):
            assert words in text


def test_mail_about_a_turn_and_a_reminder_go_before_all_that_waits_longer(office: Letters) -> None:
    game, _, bob = two_by_mail()
    office.letters.clear()
    for number in range(3):
        notify(NotificationKind.INVITATION, None, [bob], dedup_key=f"invitation:{number}")
    play_once(game)
    notify(NotificationKind.TIME_SHORT, fresh(game), [bob], turn_seq=current_turn(game).seq)
    do_tasks()
    subjects = [letter["Subject"] for letter in received(office, "Bob")]
    assert subjects[0].startswith("Your turn: Ann ")
    assert subjects[1:] == ["72 hours left against Ann", *["You’re invited to a game"] * 3]


def test_a_mail_is_in_the_language_and_the_time_zone_of_its_reader(office: Letters) -> None:
    game, _, bob = two_by_mail()
    save_preferences(bob, language="es", time_zone="America/Argentina/Buenos_Aires")
    text = text_of(next_letter(office, game))
    assert "26 de noviembre de 2026" in text
    assert "9:00" in text
    assert "America/Argentina/Buenos Aires" in text


def test_html_is_readable_in_the_dark_and_loads_nothing(office: Letters) -> None:
    html = text_of(letter_of_turn(office)[1], "html")
    assert '<meta name="color-scheme" content="light dark">' in html
    assert not re.search(r"<img|<link|<script|src=|url\(|@import", html)
    for style in re.findall(r'style="([^"]*)"', html):  # a background has its own text color, and no text another one
        assert ("background:" in style) == bool(re.search(r"(?<!-)color: #", style.replace("border-color", "")))


def test_no_card_of_a_hand_or_of_the_stock_is_in_any_message(office: Letters) -> None:
    game, _, _ = two_by_mail()
    for _ in range(6):
        play_once(game)
        do_tasks()
        for person_ in Person.objects.filter(seats__game=game):
            kinds = [Notification(person=person_, game=fresh(game), kind=kind) for kind in NotificationKind]
            shown = " ".join(line.full_text for line in lines_of(person_, kinds))
            state = load(fresh(game))[0]
            assert state.round
            hidden = {card_short(card) for cards in (*state.round.hands, state.round.stock) for card in cards}
            assert not {card for card in hidden if card in shown}


def test_when_the_game_is_over_both_hear_who_won(office: Letters) -> None:
    game, _, _ = two_by_mail()
    office.letters.clear()
    services.resign(Seat.objects.get(game=game, number=1), game.seq)
    do_tasks()
    told = {name: text_of(received(office, name)[0]) for name in ("Ann", "Bob")}
    assert "The game is over: Casino with Bob." in told["Ann"]
    assert "You lost to Bob" in told["Ann"]
    assert "You won!" in told["Bob"]
    assert "Ann resigned." in told["Bob"]
    assert "Score: You 0 · Ann 0" in told["Bob"]


def test_a_ruling_is_told_with_its_words_but_not_at_any_length(office: Letters) -> None:
    game, _, _ = two_by_mail()
    office.letters.clear()
    ruled(fresh(game), director(), "upheld", reason="The build\r\nBcc: eve@mail.example\u202e stands. " * 200)
    do_tasks()
    letter = received(office, "Ann")[0]
    assert "Ruling by Dora: the move stands. The build Bcc: eve@mail.example stands." in text_of(letter)
    assert letter["Bcc"] is None
    assert len(text_of(letter)) < 2500


def test_a_ruling_tells_what_follows_from_it(office: Letters) -> None:
    game, _, _ = two_by_mail()
    move, dora = game.seq + 1, director()
    play_once(game)
    office.letters.clear()
    ruled(fresh(game), dora, "rolled_back", event_seq=move)
    do_tasks()
    assert "It’s your turn." in text_of(received(office, "Ann")[0])
    assert "Play by" in text_of(received(office, "Ann")[0])
    assert "Play by" not in text_of(received(office, "Bob")[0])
    office.letters.clear()
    ruled(fresh(game), dora, "win_awarded", winners=(1,))
    do_tasks()
    assert "You won!" in text_of(received(office, "Ann")[0])


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("warned", "A director has warned you."),
        ("suspended", "A director has suspended you until Nov. 24, 2026, 9:00 PM (Asia/Dili)."),
        ("lifted", "A director has ended your suspension."),
        (
            "muted",
            "A moderator has muted you until Nov. 24, 2026, 9:00 PM (Asia/Dili). You can’t chat until then.",
        ),
        ("unmuted", "You can chat again."),
    ],
)
def test_a_notice_is_mailed_with_its_words_and_their_end_in_the_readers_time(
    kind: str, said: str, office: Letters
) -> None:
    ann = with_mail("Ann")
    save_preferences(ann, time_zone="Asia/Dili")
    notice = sanction(ann, director(), kind, "You called Bob\r\nBcc: <names>.", NOON + timedelta(days=1))
    assert isinstance(notice, Sanction)
    do_tasks()
    (letter,) = received(office, "Ann")
    for part in ("plain", "html"):
        text = text_of(letter, part).replace("&lt;", "<").replace("&gt;", ">")
        for words in (said.rstrip("."), "You called Bob Bcc: <names>.", f"{SITE}/games/"):
            assert words in text
    assert (letter["Subject"].strip(), letter["Bcc"]) == (said.rstrip("."), None)
    assert json.loads(payload(ann, list(Notification.objects.all())))["body"] == "You called Bob Bcc: <names>."


def test_a_notice_that_is_gone_is_still_announced(office: Letters) -> None:
    ann = with_mail("Ann")
    assert isinstance(sanction(ann, director(), "warned", "You called Bob names."), Sanction)
    Sanction.objects.all().delete()
    do_tasks()
    assert received(office, "Ann")[0]["Subject"] == "A ruling was made"


def test_a_person_who_does_not_play_hears_nothing_of_the_game(office: Letters) -> None:
    game, _, _ = two_by_mail()
    (line,) = lines_of(person("Eve"), [Notification(game=game, kind=NotificationKind.MY_TURN)])
    assert (line.details, line.deadline) == ((), None)
    assert line.seat_link == member_link(urlsplit(line.link).path)


def test_push_messages_and_webhooks_say_the_same(office: Letters) -> None:
    game, _, bob = two_by_mail()
    card = first_card(game)
    with endpoint() as there:
        for kind in (Webhook.Kind.JSON, Webhook.Kind.SLACK):
            notification_services.add_webhook(bob, kind, f"{there.url}/{kind}")
        play_once(game)
        do_tasks()
        posted = {each.path: json.loads(each.body) for each in there.posted}
    moved = f"Ann trailed {card_short(Card(card))}."
    (item,) = posted["/json"]["notifications"]
    assert item["details"][0] == moved
    assert item["deadline"] == "2026-11-26T12:00:00+00:00"
    said = posted["/slack"]["text"]
    for sentence in item["details"]:
        assert sentence in said
    turn = Notification.objects.filter(person=bob, kind=NotificationKind.MY_TURN, method="email").latest("pk")
    pushed = json.loads(payload(bob, [turn]))
    assert pushed["body"].split("\n") == ["Casino with Ann", *item["details"]]
    assert pushed["link"] == f"/g/{game.public_id}/"


@pytest.mark.parametrize(
    ("timeout", "subject", "then"),
    [
        (
            "computer",
            "You ran out of time or were away, so the computer is playing for you",
            "You can take your seat back at the table.",
        ),
        (
            "lose",
            "You ran out of time or were away, so the computer is playing for you",
            "A computer plays on in your seat until this game ends. You can watch.",
        ),
        ("card", "You ran out of time. A card was played for you", "Score:"),
    ],
)
def test_whoever_runs_out_of_time_is_told_what_became_of_the_turn(
    timeout: str, subject: str, then: str, office: Letters
) -> None:
    game, late = three_by_mail(timeout=timeout)
    office.letters.clear()
    lets_time_run_out(game)
    (letter,) = received(office, str(late))
    assert letter["Subject"] == subject
    assert then in text_of(letter)
    (turn,) = (letter for (to,), letter in office.letters if letter["Subject"] != subject)
    assert turn["Subject"].startswith("Your turn")


def test_whoever_has_seen_that_a_computer_plays_is_not_told(office: Letters) -> None:
    game, late = three_by_mail(timeout="computer")
    office.letters.clear()
    Seat.objects.filter(game=game, person=late).update(seen_seq=game.seq + 100)
    lets_time_run_out(game)
    assert received(office, str(late)) == []


def test_whoever_leaves_knows_of_the_computer(office: Letters) -> None:
    game, _ = three_by_mail()
    office.letters.clear()
    ann = Seat.objects.get(game=game, number=1)
    services.resign(ann, game.seq)
    do_tasks()
    assert received(office, "Ann") == []


@pytest.mark.parametrize("kind", ["my_turn", "started", "over"])
def test_a_partner_is_no_opponent(kind: NotificationKind) -> None:
    people = [with_mail(name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    game = services.start_game(people[0], RULES, "casino", 4, True, "friends", OVER_DAYS)
    for each in people[1:]:
        services.take_seat(game, each, None)
    (line,) = lines_of(people[3], [Notification(person=people[3], game=fresh(game), kind=kind)])
    assert "against Ann and Cleo" in line.subject
    assert line.about == "Casino with Ann, Bob and Cleo"


# --- headers --------------------------------------------------------------------------------------------------------


def test_all_mail_about_a_game_to_one_person_is_one_thread(office: Letters) -> None:
    game, first = letter_of_turn(office)
    other = next_letter(office, game, "Ann")
    second = next_letter(office, game)
    assert {first["Subject"][:15], second["Subject"][:15]} == {"Your turn: Ann "}
    assert first["References"] == first["In-Reply-To"] == second["References"] == second["In-Reply-To"]
    assert len({letter["Message-ID"] for letter in (first, second, other)}) == 3
    assert other["References"] != first["References"]
    assert other["Subject"].startswith("Your turn: Bob ")


def test_mail_about_no_game_is_no_thread(office: Letters) -> None:
    notify(NotificationKind.INVITATION, None, [with_mail("Ann")], dedup_key="invitation:1")
    do_tasks()
    ((_, letter),) = office.letters
    assert letter["Subject"] == "You’re invited to a game"
    assert letter["References"] is None


@pytest.mark.parametrize(
    ("sender", "written"),
    [
        ("casino@club.example", "Casino <casino@club.example>"),
        ("Chess and Casino <casino@club.example>", "Chess and Casino <casino@club.example>"),
    ],
)
def test_the_sender_has_a_name(sender: str, written: str, office: Letters, settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL = named_sender(sender)
    assert letter_of_turn(office)[1]["From"] == written


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Eve\r\nBcc: all@mail.example", "Eve Bcc: all@mail.example"),
        ("\u202eevE\u2066\u200f\u0085\u2028x", "evE x"),
        ("=?utf-8?q?=E2=80=AEEve?=", "=?utf-8?q?=E2=80=AEEve?="),
        ("<b>Eve</b>", "<b>Eve</b>"),
        ("E" * 40_000, "E" * 39 + "…"),
    ],
)
def test_a_name_changes_no_header_and_no_direction_and_is_cut(name: str, shown: str, office: Letters) -> None:
    game, _, _ = two_by_mail()
    rename(game, name)
    letter = next_letter(office, game)
    assert letter["Subject"].startswith(f"Your turn: {shown}".replace("=?", "= ?"))  # else it would be decoded
    assert (letter["Bcc"], letter["To"]) == (None, "bob@mail.example")
    assert f"It’s your turn: Casino with {shown}." in text_of(letter)
    assert escape(shown) in text_of(letter, "html")
    assert "<b>" not in text_of(letter, "html")
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200f]", text_of(letter) + text_of(letter, "html"))


# --- links ----------------------------------------------------------------------------------------------------------


def test_the_link_asks_who_is_logged_out_to_log_in_and_leads_back_to_the_table(office: Letters) -> None:
    _, letter = letter_of_turn(office, spectators=False)
    bob = Person.objects.get(username="bob")
    bob.set_password("a long secret 4711")
    bob.save()
    there, link = Client(), link_in(text_of(letter), "/g/")
    asked = there.get(link).content.decode()
    assert "Log in to play your seat" in asked
    assert "Just watch" not in asked
    assert "Your hand" not in asked
    login = reverse("account_login")
    assert f"{login}?next={quote(link, safe='')}" in asked
    data = {"login": "bob", "password": "a long secret 4711", "next": link}
    back = there.post(login, data)
    assert back["Location"] == link
    assert "Your hand" in there.get(link).content.decode()


def test_who_is_logged_in_as_someone_else_is_told_so(office: Letters) -> None:
    game, letter = letter_of_turn(office)
    eve = Client()
    eve.force_login(Person.objects.create_user("eve", email="eve@mail.example", password="x"))
    shown = eve.get(link_in(text_of(letter), "/g/")).content.decode()
    assert "You are logged in as eve, who has no seat at this table." in shown
    assert f'href="{reverse("games:table", args=[game.public_id])}"' in shown


@pytest.mark.parametrize(("kind", "path"), [("invitation", "/g/"), ("test", "/settings/notifications/")])
def test_other_links_ask_for_the_member_too_and_make_no_guest(kind: str, path: str, office: Letters) -> None:
    ann, bob = with_mail("Ann"), with_mail("Bob")
    bob.set_password("a long secret 4711")
    bob.save()
    game = services.start_game(ann, RULES, "casino", 2, False, "friends", OVER_DAYS) if path == "/g/" else None
    notify(NotificationKind(kind), game, [bob], dedup_key=f"{kind}:1")
    do_tasks()
    text = text_of(received(office, "Bob")[-1])
    links = re.findall(rf"{SITE}(/account/login/\S+)", text)
    pages = [reverse("games:table", args=[game.public_id]) if game else path, reverse("games:notifications")]
    assert [page.partition("=")[2] for page in links] == pages
    for link, page in zip(links, pages, strict=True):
        phone = Client()
        assert "Log in" in phone.get(link).content.decode()
        data = {"login": "bob", "password": "a long secret 4711", "next": page}
        assert phone.post(reverse("account_login"), data)["Location"] == page
        assert phone.get(link)["Location"] == page  # once logged in, the link leads straight there
    assert not Person.objects.filter(is_guest=True).exists()


def email_kinds(someone: Person) -> set[str]:
    preferences = preferences_by_person([someone])[someone.pk]
    return {kind for kind in CONFIGURABLE if DeliveryMethod.EMAIL in configured_methods(preferences, kind)}


def test_by_the_link_in_a_mail_only_ones_turns_are_mailed_from_then_on(office: Letters) -> None:
    game, letter = letter_of_turn(office)
    bob, reader = Person.objects.get(username="bob"), Client(enforce_csrf_checks=True)
    link = link_in(text_of(letter), "/notifications/only-my-turn/")
    assert link == link_in(text_of(letter, "html"), "/notifications/only-my-turn/")
    before = email_kinds(bob)
    page = reader.get(link).content.decode()
    choose = f"{reverse('account_login')}?next={reverse('games:notifications')}"  # without a session, not a guest's
    assert choose in page
    assert choose in Client().get(link_in(text_of(letter), "/notifications/unsubscribe/")).content.decode()
    assert email_kinds(bob) == before
    assert reader.post(link).status_code == 403
    assert email_kinds(bob) == before
    token = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)[-1]
    assert "only when it’s your turn." in reader.post(link, {"csrfmiddlewaretoken": token}).content.decode()
    assert email_kinds(bob) == set(TURN_SCOPED)
    office.letters.clear()
    services.resign(Seat.objects.get(game=game, number=1), fresh(game).seq)
    do_tasks()
    assert received(office, "Bob") == []


def test_a_signed_link_serves_one_purpose(office: Letters) -> None:
    ann = with_mail("Ann")
    for page, purpose in (("only_my_turn", UNSUBSCRIBE), ("unsubscribe", ONLY_MY_TURN)):
        address = reverse(f"games:{page}", args=[signed_token(ann, purpose)])
        assert Client().post(address).status_code == 404
    assert not NotificationPreferences.objects.exists()


def test_the_button_on_the_settings_page_does_the_same_and_keeps_the_other_ways(client: Client) -> None:
    ann = with_mail("Ann")
    client.force_login(ann)
    assert "Email me only when it’s my turn" in client.get(reverse("games:notifications")).content.decode()
    assert client.get(reverse("games:only_my_turn_here")).status_code == 405
    assert path_of(client.post(reverse("games:only_my_turn_here"))) == reverse("games:notifications")
    assert email_kinds(ann) == set(TURN_SCOPED)
    preferences = preferences_by_person([ann])[ann.pk]
    assert all(DeliveryMethod.PUSH in configured_methods(preferences, kind) for kind in CONFIGURABLE)
