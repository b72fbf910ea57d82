"""Challenges: sending one, answering it with a few words, expiry, and those who may not be challenged."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.rules import InvalidRules
from games.integrity.game_check import verify_with_related_rows
from games.invitations import services as invitation_services
from games.invitations.models import Invitation
from games.log.store import load
from games.models import ChatBan, Game, Seat, Suspension
from games.models.social import MESSAGE_LENGTH, ChatMessage
from games.pairing import challenges
from games.pairing.challenges import LIFETIME, LIVE_LIFETIME, MAX_OPEN, Challenge
from games.services import Refused
from tests.games.computers import fresh
from tests.games.consumers.test_table import in_thread, socket_of
from tests.games.services.test_concurrency import at_once
from tests.games.tables import person
from tests.games.viewers import Page, Viewer, browser_of

pytestmark = pytest.mark.django_db
USUAL = Challenge(DEFAULT_PRESET, "3-days")


@pytest.fixture
def ann() -> Person:
    return person("Ann")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


def sent(host: Person, opponent: Person, wanted: Challenge = USUAL) -> Game:
    game = challenges.challenge(host, opponent, wanted)
    assert isinstance(game, Game), game
    return game


def refusal(host: Person, opponent: Person, wanted: Challenge = USUAL) -> str:
    outcome = challenges.challenge(host, opponent, wanted)
    assert isinstance(outcome, Refused)
    assert not Game.objects.filter(host=host, invitations__person=opponent).exists()
    return outcome.refusal.key


def posted(host: Person, name: str, **chosen: str) -> Any:
    data = {"preset": DEFAULT_PRESET, "clock": "3-days"} | chosen
    return browser_of(host).post(reverse("games:challenge", args=[name]), data, follow=True)


def decline(who: Person, game: Game, message: str = "") -> Page:
    url = reverse("games:decline_invitation", args=[game.public_id])
    return Page(browser_of(who).post(url, {"message": message}, follow=True))


def test_a_challenge_is_found_among_the_invitations_with_its_message(ann: Person, bob: Person) -> None:
    game = sent(ann, bob, USUAL._replace(message="Fancy <b>a game?</b>"))
    page = Page(browser_of(bob).get("/games/"))
    assert "Ann invites you: Casino" in page.text
    assert "Fancy <b>a game?</b>" in page.text
    assert "3 days per turn" in page.text
    services.take_seat(game, bob, None)
    assert fresh(game).status == Game.Status.PLAYING


def test_at_the_table_the_challenge_and_its_message_stand_before_the_seats(ann: Person, bob: Person) -> None:
    game = sent(ann, bob, USUAL._replace(message="Fancy <b>a game?</b>"))
    text = Page(browser_of(bob).get(f"/g/{game.public_id}/")).text
    places = [text.index(words) for words in ("Ann wants to play", "Fancy <b>a game?</b>", "Sit down and play")]
    assert places == sorted(places)


@pytest.mark.parametrize("answered", [True, False])
def test_the_challengers_page_shows_the_message_and_asks_nobody_to_send_a_link(
    ann: Person, bob: Person, answered: bool
) -> None:
    game = sent(ann, bob, USUAL._replace(message="Fancy <b>a game?</b>"))
    if answered:
        decline(bob, game)
    for who in (ann, bob):
        text = Page(browser_of(who).get(f"/g/{game.public_id}/")).text
        assert "Fancy <b>a game?</b>" in text
        assert "Send this link" not in text


# --- message and seat belong to the player challenged --------------------------------------------------------------


@pytest.mark.parametrize("status", [Game.Status.OPEN, Game.Status.CANCELLED])
@pytest.mark.parametrize("name", ["table", "move_choices", "presence", "deal_verification"])
def test_who_has_the_link_alone_sees_neither_table_nor_message(
    ann: Person, bob: Person, name: str, status: Game.Status
) -> None:
    game = sent(ann, bob, USUAL._replace(message="Fancy a game?"))
    if status == Game.Status.CANCELLED:
        services.cancel_game(game, ann)
    url = reverse(f"games:{name}", args=[game.public_id])
    for browser, way_in in ((Client(), True), (browser_of(person("Eve")), False), (browser_of(create_guest()), True)):
        page = Page(browser.get(url))
        assert page.status == 403
        main = page.html.partition("<main")[2].partition("</main")[0]
        assert (f'href="{reverse("account_login")}?next={quote(url, safe="")}"' in main) == way_in
        assert "If that’s you, log in to see it." in page.text
        assert "Fancy a game?" not in page.html
    assert browser_of(ann).get(url).status_code == browser_of(bob).get(url).status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_who_has_the_link_alone_gets_no_socket(ann: Person, bob: Person) -> None:
    game = await in_thread(lambda: sent(ann, bob))
    for stranger in (None, await in_thread(lambda: person("Eve"))):
        socket = socket_of(await in_thread(partial(Viewer, game, stranger)))
        await socket.connect()
        assert "without spectators" in await socket.receive_from()
        assert (await socket.receive_output())["code"] == 4403
        await socket.disconnect()
    async with socket_of(await in_thread(lambda: Viewer(game, bob))) as socket:
        await socket.send_json_to({"ask": "pulse"})
        while "here" not in await socket.receive_from():
            pass


@pytest.mark.parametrize("declined", [True, False])
def test_nobody_else_takes_the_seat(ann: Person, bob: Person, declined: bool) -> None:
    game = sent(ann, bob)
    if declined:
        decline(bob, game)
    for seat in ("", "2"):
        for browser in (Client(), browser_of(person(f"Eve{seat}"))):
            browser.post(reverse("games:take_seat", args=[game.public_id]), {"seat": seat})
    assert [seat.person for seat in game.taken_seats.all()] == [ann]
    page = browser_of(bob).get(f"/g/{game.public_id}/")
    browser_of(bob).post(Page(page).buttons["Sit down and play"]["action"], {"seat": 2})
    assert fresh(game).status == Game.Status.PLAYING


def test_the_seat_stays_kept_when_the_invitation_is_gone(ann: Person, bob: Person) -> None:
    game = sent(ann, bob, USUAL._replace(message="Fancy a game?"))
    invitation_services.block(ann, bob)
    assert not Invitation.objects.exists()
    eve = person("Eve")
    assert browser_of(eve).get(f"/g/{game.public_id}/").status_code == 403
    for each, key in ((eve, "seat-kept"), (bob, "shut-out")):
        outcome = services.take_seat(game, each, None)
        assert isinstance(outcome, Refused)
        assert outcome.refusal.key == key


def test_the_challenger_changes_nothing_about_the_table_that_was_offered(ann: Person, bob: Person) -> None:
    """Seats matter: the player on a certain one plays first."""
    game = sent(ann, bob, USUAL._replace(first="them"))
    person("Cleo")
    page = Page(browser_of(ann).get(f"/g/{game.public_id}/"))
    assert "The other seat is reserved for the player you challenged." in page.text
    offered = {"Share link", "Swap", "Invite", "Move to seat 2", "Fill empty seats with computers and start"}
    assert not offered & page.buttons.keys()
    refused = [
        services.swap_seats(game, ann, 1, 2),
        services.seat_computers(game, ann, None, "casual"),
        invitation_services.invite(game, ann, "Cleo"),
    ]
    assert [each.refusal.key for each in refused if isinstance(each, Refused)] == ["challenge-fixed"] * 3
    assert isinstance(services.cancel_game(game, ann), services.Accepted)


def test_who_watches_the_game_reads_nothing_that_was_written_before_it(ann: Person, bob: Person) -> None:
    game = sent(ann, bob, USUAL._replace(message="Fancy a game?"))
    seat = services.take_seat(game, bob, None)
    assert isinstance(seat, Seat)
    seat.game = fresh(game)
    services.post_text(seat, "Good luck!")
    eve = person("Eve")
    for _ in range(2):  # during the game, and after it
        for reader, reads in ((ann, True), (bob, True), (eve, False)):
            html = browser_of(reader).get(f"/g/{game.public_id}/").content.decode()
            assert ("Fancy a game?" in html, "Good luck!" in html) == (reads, True)
        services.resign(Seat.objects.get(game=game, person=ann), fresh(game).seq)


def test_an_ordinary_table_by_link_stays_open_to_whoever_has_it(ann: Person, bob: Person) -> None:
    game = services.start_game(ann, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "friends")
    invitation_services.invite(game, ann, "Bob")
    eve = person("Eve")
    assert "Sit down and play" in Page(browser_of(eve).get(f"/g/{game.public_id}/")).buttons
    assert isinstance(services.take_seat(game, eve, None), Seat)


# --- answers and limits --------------------------------------------------------------------------------------------


def test_the_challengers_list_names_who_has_not_answered_and_who_has_declined(ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    assert "Bob Casino waiting for players" in Page(browser_of(ann).get("/games/")).text
    decline(bob, game)
    for path in ("/games/", "/"):
        page = Page(browser_of(ann).get(path))
        assert "Bob Casino Bob declined" in page.text
        assert "waiting for players" not in page.text


@pytest.mark.parametrize(("first", "turn"), [("me", 1), ("them", 2)])
def test_the_challenger_chooses_who_plays_first_and_the_shuffle_stays_verifiable(
    ann: Person, bob: Person, first: str, turn: int
) -> None:
    game = sent(ann, bob, USUAL._replace(first=first))
    assert f"seat {turn} plays first" in Page(browser_of(bob).get(f"/g/{game.public_id}/")).text
    services.take_seat(game, bob, None)
    assert fresh(game).turn == turn
    services.resign(Seat.objects.get(game=game, person=ann), fresh(game).seq)
    assert verify_with_related_rows(fresh(game)).problems == []
    page = Page(browser_of(ann).get(reverse("games:deal_verification", args=[game.public_id])))
    assert "Yes: everything was dealt as promised." in page.text
    assert "as chosen when the game was opened" in page.text


def test_left_to_chance_the_dealer_is_drawn(ann: Person, bob: Person) -> None:
    assert load(sent(ann, bob))[0].dealer == 0


def test_the_form_begins_with_the_last_game_and_sends_it_in_one_click(ann: Person, bob: Person) -> None:
    page = Page(browser_of(ann).get(reverse("games:challenge", args=["bob"])))
    assert page.chosen("first") == [""]
    response = posted(ann, "bob", rated="yes", first="me")
    game = Game.objects.get()
    assert response.redirect_chain[-1][0] == reverse("games:table", args=[game.public_id])
    assert game.table_settings["rated"]
    assert not game.public


def test_sent_twice_it_is_one(ann: Person, bob: Person) -> None:
    assert sent(ann, bob) == sent(ann, bob)


@pytest.mark.django_db(transaction=True)
def test_sent_many_times_at_once_it_is_one(ann: Person, bob: Person) -> None:
    games = at_once([partial(challenges.challenge, ann, bob, USUAL)] * 6)
    assert len({game.pk for game in games if isinstance(game, Game)}) == 1
    assert Game.objects.count() == 1


def test_after_no_another_one_can_be_sent(ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    decline(bob, game)
    assert sent(ann, bob) != game


def test_no_may_come_with_a_few_words_which_the_challenger_reads(ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    assert "You declined the invitation." in decline(bob, game, "Next week?").text
    page = Page(browser_of(ann).get(f"/g/{game.public_id}/"))
    assert "Bob declined" in page.text
    assert "Next week?" in page.text


def test_words_that_are_too_long_or_forbidden_are_not_sent(ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    assert "too long" in decline(bob, game, "x" * 1000 * MESSAGE_LENGTH).text
    ChatBan.objects.create(person=bob, until=timezone.now() + timedelta(days=1))
    assert "muted" in decline(bob, game, "Hello").text
    assert not ChatMessage.objects.exists()
    assert Invitation.objects.filter(declined=False).exists()


def test_nobody_answers_in_the_place_of_the_challenged(ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    assert decline(person("Eve"), game, "Hello").status == 404
    decline(bob, game)
    assert decline(bob, game, "And another thing").status == 404
    assert not ChatMessage.objects.exists()


def test_a_challenger_who_may_not_write_sends_nothing(ann: Person, bob: Person) -> None:
    ChatBan.objects.create(person=ann, until=timezone.now() + timedelta(days=1))
    assert refusal(ann, bob, USUAL._replace(message="Hello")) == "chat-muted"
    assert refusal(ann, bob, USUAL._replace(message="x" * 1000 * MESSAGE_LENGTH)) in ("chat-muted", "said-too-much")
    sent(ann, bob)


def test_a_message_far_too_long_is_told_so_on_the_form(ann: Person, bob: Person) -> None:
    assert "That message is too long." in Page(posted(ann, "bob", message="x" * 1000 * MESSAGE_LENGTH)).text
    assert not Game.objects.exists()


def test_a_block_or_a_wish_for_no_invitations_looks_the_same(ann: Person, bob: Person) -> None:
    cleo = person("Cleo")
    invitation_services.block(bob, ann)
    invitation_services.set_opted_out(cleo, True)
    assert refusal(ann, bob) == refusal(ann, cleo) == "not-invitable"
    assert refusal(bob, ann) == "blocked-by-you"


def test_a_page_left_open_gives_no_right(ann: Person, bob: Person) -> None:
    Suspension.objects.create(person=ann, until=timezone.now() + timedelta(days=1))
    assert "suspended" in Page(posted(ann, "bob")).text
    Person.objects.filter(pk=bob.pk).update(is_active=False)
    assert posted(person("Cleo"), "bob").status_code == 404
    assert posted(create_guest(), "ann").redirect_chain[-1][0] == "/account/signup/?next=%2Fpeople%2Fann%2Fchallenge%2F"
    assert posted(ann, "ann").status_code == 404
    assert not Game.objects.exists()


def test_what_cannot_be_chosen_is_not_sent(ann: Person, bob: Person) -> None:
    for chosen in ({"preset": "nonsense"}, {"clock": "0"}, {"first": "9"}, {"rated": "maybe"}):
        posted(ann, "bob", **chosen)
    assert not Game.objects.exists()
    with pytest.raises(InvalidRules):
        challenges.challenge(create_guest(), bob, USUAL._replace(rated=True))


def test_open_challenges_are_limited(ann: Person) -> None:
    for number in range(MAX_OPEN):
        sent(ann, person(f"Player{number}"))
    assert refusal(ann, person("One more")) == "challenges-many"
    decline(Person.objects.get(username="player0"), Game.objects.earliest("pk"))
    assert sent(ann, Person.objects.get(username="one more")).host == ann


@pytest.mark.parametrize("declined", [True, False])
@pytest.mark.parametrize(("clock", "lifetime"), [("3-days", LIFETIME), ("5-10", LIVE_LIFETIME)])
def test_unless_accepted_it_expires(ann: Person, bob: Person, clock: str, lifetime: timedelta, declined: bool) -> None:
    game = sent(ann, bob, USUAL._replace(clock=clock))
    if declined:
        decline(bob, game)
    with time_machine.travel(timezone.now() + lifetime - timedelta(minutes=1), tick=False):
        assert challenges.expire_challenges() == 0
    with time_machine.travel(timezone.now() + lifetime + timedelta(minutes=1), tick=False):
        assert challenges.expire_challenges() == 1
        assert challenges.expire_challenges() == 0
    assert fresh(game).status == Game.Status.CANCELLED
    assert isinstance(services.take_seat(game, bob, None), Refused)
    assert "invites you" not in Page(browser_of(bob).get("/games/")).text


def test_withdrawn_it_cannot_be_accepted(ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    services.cancel_game(game, ann)
    assert isinstance(services.take_seat(game, bob, None), Refused)


@pytest.mark.django_db(transaction=True)
def test_accepted_many_times_at_once_it_is_one_game(ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    at_once([partial(services.take_seat, fresh(game), bob, None) for _ in range(6)])
    assert [seat.person for seat in fresh(game).taken_seats.order_by("number")].count(bob) == 1
    assert fresh(game).status == Game.Status.PLAYING
    assert verify_with_related_rows(fresh(game)).problems == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ended", ["withdrawn", "declined", "blocked"])
def test_accepted_while_it_ends_it_is_either_on_or_over(ended: str, ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    ends: dict[str, Callable[[], Any]] = {
        "withdrawn": partial(services.cancel_game, fresh(game), ann),
        "declined": partial(challenges.decline_with_words, fresh(game), bob, "No."),
        "blocked": partial(invitation_services.block, ann, bob),
    }
    accepts: Callable[[], Any] = partial(services.take_seat, fresh(game), bob, None)
    at_once([accepts, ends[ended]])
    seated = fresh(game).taken_seats.filter(person=bob).exists()
    assert seated == (fresh(game).status == Game.Status.PLAYING)
    assert seated or ended != "declined"  # declined first, it may still be accepted
    assert verify_with_related_rows(fresh(game)).problems == []


def test_it_can_be_sent_from_a_profile_a_result_and_the_front_page(ann: Person, bob: Person) -> None:
    game = sent(ann, bob)
    services.take_seat(game, bob, None)
    services.resign(Seat.objects.get(game=game, person=ann), fresh(game).seq)
    for address in ("/people/bob/", f"/g/{game.public_id}/", "/"):
        assert 'href="/people/bob/challenge/"' in browser_of(ann).get(address).content.decode()
    invitation_services.block(ann, bob)
    assert "/people/bob/challenge/" not in browser_of(ann).get("/").content.decode()
