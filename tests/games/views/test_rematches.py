"""A rematch among people is offered, answered and waited for on the page of the finished game."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Person
from games import services
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.live import presence
from games.log.verification import verify_game
from games.models import Game, Seat
from games.pairing.challenges import LIFETIME, LIVE_LIFETIME, expire_challenges
from games.tasks.hooks import leave_games
from tests.games.computers import fresh
from tests.games.viewers import Page, Viewer, laid, path_of, told_after

pytestmark = pytest.mark.django_db

REMATCH, JOIN, NO, WITHDRAW, GO = "Rematch", "Join the rematch", "No thanks", "Withdraw", "Go to the rematch"


def finished(*hands: str) -> list[Viewer]:
    """The players of a game that has been given up, among more than two by all of them."""
    players = laid("casino", *(hands or ("", "")))
    for number in range(2 if len(players) == 2 else 1, len(players) + 1):
        services.resign(Seat.objects.select_related("game").get(game=players[0].game, number=number), seq(players[0]))
    assert fresh(players[0].game).status == Game.Status.OVER
    return players


def seq(viewer: Viewer) -> int:
    return fresh(viewer.game).seq


def choices(page: Page) -> list[str]:
    return [words for words in (REMATCH, JOIN, NO, WITHDRAW, GO) if words in page.buttons]


def press(viewer: Viewer, words: str) -> Page:
    return viewer.press(viewer.look(), words)


def test_a_rematch_is_offered_and_accepted_where_the_game_ended() -> None:
    ann, bob = finished()
    page = press(ann, REMATCH)
    assert "You offered a rematch. Waiting for: Bob" in page.text
    assert choices(page) == [WITHDRAW]
    asked = bob.look()
    assert "Ann wants a rematch." in asked.text
    assert choices(asked) == [JOIN, NO]
    press(bob, JOIN)
    rematch = Game.objects.get(rematch_of=ann.game)
    assert rematch.status == Game.Status.PLAYING
    assert "The rematch has started." in ann.look().text
    assert path_of(ann.post("rematch")) == Viewer(rematch).address()


def test_whoever_joins_last_goes_to_the_game() -> None:
    ann, bob = finished()
    assert path_of(ann.post("rematch")) == ann.address()
    answer = bob.post("rematch")
    assert path_of(answer) == Viewer(Game.objects.get(rematch_of=ann.game)).address()


def test_only_a_page_that_waited_goes_there_by_itself() -> None:
    """One that is opened later is there to be read."""
    ann, bob = finished()
    press(ann, REMATCH)
    press(bob, JOIN)
    assert "load delay" not in ann.look().html
    pushed = ann.client.get(ann.address(), {"news": "", "seq": str(seq(ann))}, headers={"HX-Request": "true"})
    assert "load delay" in pushed.content.decode()
    assert ann.post("rematch", htmx=True)["HX-Redirect"] == Viewer(Game.objects.get(rematch_of=ann.game)).address()


def test_a_rematch_that_is_declined_is_off_until_the_other_asks() -> None:
    ann, bob = finished()
    press(ann, REMATCH)
    assert choices(press(bob, NO)) == [REMATCH]
    told = ann.look()
    assert "Bob doesn’t want a rematch." in told.text
    assert choices(told) == []
    assert "Bob doesn’t want a rematch." in told_after(ann.post("rematch"))
    declined = Game.objects.get(rematch_of=ann.game)
    assert declined.status == Game.Status.CANCELLED
    press(bob, REMATCH)
    assert choices(ann.look()) == [JOIN, NO]
    press(ann, JOIN)
    assert Game.objects.get(rematch_of=ann.game).status == Game.Status.PLAYING
    assert verify_game(fresh(declined)) == []


def test_an_invitation_to_a_rematch_that_is_declined_elsewhere_says_so_too() -> None:
    ann, bob = finished()
    press(ann, REMATCH)
    rematch = Game.objects.get(rematch_of=ann.game)
    assert bob.client.post(f"/invitations/{rematch.public_id}/decline/").status_code == 302
    assert "Bob doesn’t want a rematch." in ann.look().text


def test_an_offer_can_be_withdrawn() -> None:
    ann, bob = finished()
    press(ann, REMATCH)
    assert choices(press(ann, WITHDRAW)) == [REMATCH]
    assert choices(bob.look()) == [REMATCH]


def test_with_three_people_it_starts_when_all_have_joined() -> None:
    ann, bob, cleo = finished("", "", "")
    page = press(bob, REMATCH)
    assert "Waiting for: Ann and Cleo" in page.text
    page = press(ann, JOIN)
    assert "You joined the rematch. Waiting for: Cleo" in page.text
    assert choices(press(cleo, NO)) == [JOIN]
    assert "You joined the rematch. Cleo doesn’t want a rematch." in ann.look().text
    assert Game.objects.get(rematch_of=ann.game).status == Game.Status.OPEN
    press(ann, WITHDRAW)
    assert "Ann doesn’t want a rematch. Cleo doesn’t want a rematch." in bob.look().text
    assert Game.objects.get(rematch_of=ann.game).status == Game.Status.CANCELLED
    press(cleo, REMATCH)
    press(ann, JOIN)
    press(bob, JOIN)
    assert Game.objects.get(rematch_of=ann.game).status == Game.Status.PLAYING


def test_whoever_is_away_is_told_or_it_is_said_that_they_are_not() -> None:
    ann, bob = finished()
    assert "We can’t notify Bob. Send them the link." in press(ann, REMATCH).text
    presence.connect(bob.game, 2, "bobs.page", visible=True)
    assert "We can’t notify" not in ann.look().text


@pytest.mark.parametrize(
    ("prevented", "said"),
    [
        (invitation_services.block, "You have blocked Bob."),
        (lambda ann, bob: invitation_services.block(bob, ann), "Bob isn’t accepting invitations."),
        (lambda _, bob: invitation_services.set_opted_out(bob, True), "Bob isn’t accepting invitations."),
    ],
)
def test_no_rematch_is_offered_to_someone_who_cannot_be_invited(
    prevented: Callable[[Person, Person], None], said: str
) -> None:
    """A block reads like a setting, so that it is not told."""
    players = finished()
    prevented(*Person.objects.filter(seats__game=players[0].game).order_by("seats__number"))
    assert said in told_after(players[0].post("rematch"))
    assert not Game.objects.filter(rematch_of=players[0].game).exists()


@pytest.mark.parametrize("hands", [("", ""), ("", "", "")])
def test_no_rematch_is_offered_where_a_player_has_deleted_the_account(hands: tuple[str, ...]) -> None:
    players = finished(*hands)
    assert choices(players[0].look()) == [REMATCH]
    leave_games(Person.objects.get(seats__game=players[0].game, seats__number=2))
    Seat.objects.filter(game=players[0].game, number=2).update(person=None)
    page = players[0].look()
    assert choices(page) == []
    assert "A former player isn’t accepting invitations." in page.text
    assert "A former player isn’t accepting invitations." in told_after(players[0].post("rematch"))
    assert not Game.objects.filter(rematch_of=players[0].game).exists()


def test_an_offer_to_a_player_who_then_deletes_the_account_expires() -> None:
    ann, bob = finished()
    press(ann, REMATCH)
    Person.objects.get(seats__game=bob.game, seats__number=2).invitations.all().delete()
    Game.objects.filter(rematch_of=ann.game).update(created=timezone.now() - LIFETIME - timedelta(seconds=1))
    assert expire_challenges() == 1


def test_a_player_who_has_blocked_another_is_not_asked_among_three() -> None:
    ann, bob, cleo = finished("", "", "")
    people = list(Person.objects.filter(seats__game=ann.game).order_by("seats__number"))
    invitation_services.block(people[2], people[0])
    presence.connect(ann.game, 2, "bobs.page", visible=True)
    assert "Waiting for: Bob Cleo isn’t accepting invitations." in press(ann, REMATCH).text
    assert choices(bob.look()) == [JOIN, NO]
    assert choices(cleo.look()) == []


def test_an_offer_of_a_live_rematch_expires() -> None:
    ann, bob = laid("casino", "", "", table_settings=TableSettings(clock="live", time=600))
    services.resign(Seat.objects.select_related("game").get(game=ann.game, number=2), seq(ann))
    press(ann, REMATCH)
    Game.objects.filter(rematch_of=ann.game).update(created=timezone.now() - LIVE_LIFETIME - timedelta(seconds=1))
    expire_challenges()
    assert choices(ann.look()) == choices(bob.look()) == [REMATCH]
