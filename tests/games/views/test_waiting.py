"""What waits for a person, and why: in "My games", in the title, and on the way to the next game."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games import services
from games.contexts.waiting import DISPUTE_RETENTION, WaitingGames, waiting_games
from games.domain.table_settings import DAY, TableSettings
from games.invitations import services as invitation_services
from games.log.recent_states import recent_states
from games.log.store import asked_bits, load
from games.models import Game, Seat
from games.rulings.disputes import agree_to_pause
from games.services import Accepted
from tests.games.computers import fresh
from tests.games.recipients import play_once
from tests.games.tables import RULES, person
from tests.games.viewers import Page, Viewer, browser_of, friend, laid, path_of
from tests.rulings.cases import director, disputed, ruled

pytestmark = pytest.mark.django_db

HANDS = ("9S 8C 3C 2H", "QC JC TC 5C")


@pytest.fixture
def players() -> list[Viewer]:
    """Ann has played a card: it is Bob's turn."""
    ann, bob = laid("casino", *HANDS, table="KD 4D 7H TH")
    ann.play("9S")
    return [ann, bob]


def who(viewer: Viewer) -> Person:
    return Person.objects.get(pk=viewer.client.session["_auth_user_id"])


def count(viewer: Viewer) -> int:
    return WaitingGames(who(viewer)).count


def my_games(viewer: Viewer) -> Page:
    return Page(viewer.client.get(reverse("games:my_games")))


def next_game(viewer: Viewer) -> str:
    return path_of(viewer.client.get(reverse("games:next_game")))


def offer(viewer: Viewer, kind: str) -> None:
    viewer.post("make_offer", kind=kind, seq=viewer.look().seq)


def answer(viewer: Viewer, agreed: str) -> None:
    viewer.post("answer_offer", agreed=agreed, seq=viewer.look().seq)


# --- offers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("drawn", "Bob offers a draw."),
        ("abort", "Bob would like to abort the game."),
        ("takeback", "Bob asked to take back 2 plays, from their Q♣ on."),
    ],
)
def test_an_offer_waits_for_whoever_is_asked_until_it_is_answered(kind: str, words: str, players: list[Viewer]) -> None:
    ann, bob = players
    bob.play("QC")
    ann.play("8C")  # Bob is to play, and asks
    assert (count(ann), next_game(ann)) == (0, reverse("games:my_games"))
    offer(bob, kind)
    assert (count(ann), count(bob)) == (1, 1)
    assert f"Waiting for you Bob Casino · round 1 your answer You 0 · Bob 0 {words}" in my_games(ann).text
    assert "<title>(1) My games" in my_games(ann).html
    assert next_game(ann) == ann.address()
    answer(ann, "no")
    assert (count(ann), count(bob)) == (0, 1)
    assert "No games are waiting for you." in my_games(ann).text


ENDS: dict[str, Callable[[Viewer, Viewer], object]] = {
    "agreed": lambda _ann, bob: answer(bob, "yes"),
    "declined": lambda _ann, bob: answer(bob, "no"),
    "withdrawn": lambda ann, _bob: answer(ann, "no"),
    "played on": lambda _ann, bob: bob.play("QC"),
    "resigned": lambda _ann, bob: bob.post("resign", seq=bob.look().seq),
    "rolled back": lambda ann, _bob: ruled(
        fresh(ann.game), director(), "rolled_back", event_seq=fresh(ann.game).seq - 2
    ),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("kind", ["drawn", "takeback"])
def test_an_offer_that_has_ended_is_in_no_list(end: str, kind: str, players: list[Viewer]) -> None:
    ann, bob = players
    offer(ann, kind)
    assert fresh(ann.game).asked_seats == [2]
    ENDS[end](ann, bob)
    assert fresh(ann.game).asked_seats == []
    for viewer in players:
        assert "your answer" not in my_games(viewer).text


def test_at_a_table_of_three_it_waits_for_those_who_have_not_answered() -> None:
    ann, bob, cleo = laid("casino", "9S", "QC", "AS")
    offer(ann, "abort")
    answer(bob, "yes")
    assert [count(viewer) for viewer in (ann, bob, cleo)] == [1, 0, 1]  # Ann is to play
    assert "your answer" not in my_games(bob).text
    assert "your answer" in my_games(cleo).text


def test_what_computers_agree_to_waits_for_nobody() -> None:
    viewer = Viewer(services.start_game(ann := friend("Ann"), RULES, "casino", 2, False, "computer"), ann)
    offer(viewer, "abort")
    assert (fresh(viewer.game).asked, count(viewer)) == (0, 0)


def test_a_paused_game_waits_for_no_answer(players: list[Viewer]) -> None:
    ann, bob = players
    offer(ann, "drawn")
    dispute = disputed(fresh(ann.game), fresh(ann.game).seq - 2, stop=True, by=1)
    assert isinstance(agree_to_pause(dispute, Seat.objects.get(game=ann.game, number=2)), Accepted)
    assert asked_bits(load(fresh(ann.game))[0]) == fresh(ann.game).asked == 0
    assert "your answer" not in my_games(bob).text


def test_a_turn_with_an_offer_counts_once_and_says_both(players: list[Viewer]) -> None:
    ann, bob = players
    offer(ann, "takeback")
    assert count(bob) == 1
    assert "your turn your answer" in my_games(bob).text


def test_with_an_answer_alone_the_others_time_left_is_not_shown() -> None:
    ann, bob = laid("casino", *HANDS, table_settings=TableSettings(clock="turn", time=3 * DAY))
    offer(bob, "drawn")
    assert "your turn your answer" in my_games(ann).text
    assert "left · until" in my_games(ann).text
    answer(ann, "no")
    assert "left · until" in my_games(bob).text
    offer(ann, "drawn")
    assert "your answer" in my_games(bob).text
    assert "left · until" not in my_games(bob).text


@pytest.mark.parametrize(
    ("terms", "told"), [(TableSettings(clock="turn", time=DAY), True), (TableSettings(clock="live", time=600), False)]
)
def test_whoever_no_mail_reaches_reads_so_above_games_over_days(terms: TableSettings, told: bool) -> None:
    ann, _ = laid("casino", *HANDS, table_settings=terms)
    assert ("You won’t be told when it’s your turn. Notifications" in my_games(ann).text) == told
    EmailAddress.objects.create(user=who(ann), email="ann@mail.example", verified=True, primary=True)
    assert "You won’t be told" not in my_games(ann).text


def test_the_lists_say_that_the_computer_plays_for_one() -> None:
    ann, bob, _ = laid("casino", *HANDS, "9H 8H 3H 2C")
    Seat.objects.filter(game=ann.game, number=1).update(bot="steady")
    for path in ("games:my_games", "games:home"):
        assert "computer plays for you" in Page(ann.client.get(reverse(path))).text
        assert "computer plays for you" not in Page(bob.client.get(reverse(path))).text


def test_the_game_in_front_of_one_is_not_counted_for_its_offer(players: list[Viewer]) -> None:
    ann, bob = players
    offer(bob, "drawn")
    assert "<title>(" not in ann.look().html
    assert WaitingGames(who(ann), ann.game.public_id).count == 0


# --- rulings and disputes -----------------------------------------------------------------------------------------


def test_a_ruling_waits_for_each_player_until_they_look_at_the_table(players: list[Viewer]) -> None:
    ann, bob = players
    ruled(fresh(ann.game), director(), "warned", seat=1)
    assert (count(ann), count(bob)) == (1, 1)
    assert "dispute" in my_games(ann).text
    assert "your turn dispute" in my_games(bob).text
    assert next_game(ann) == ann.address()
    ann.look()
    assert count(ann) == 0
    assert "dispute" not in my_games(ann).text


def test_a_ruling_that_ends_a_game_waits_too_and_the_game_is_listed_once(players: list[Viewer]) -> None:
    ann = players[0]
    ruled(fresh(ann.game), director(), "drawn")
    page = my_games(ann)
    assert page.html.count(f'href="{ann.address()}"') == 1
    assert page.text.index("Waiting for you") < page.text.index("dispute")
    assert "Finished" not in page.text
    ann.look()
    page = my_games(ann)
    assert (
        page.text.index("No games are waiting for you.") < page.text.index("Finished") < page.text.index("Bob Casino")
    )


def test_a_ruling_that_nobody_looks_at_does_not_wait_for_ever(players: list[Viewer]) -> None:
    ruled(fresh(players[0].game), director(), "drawn")
    with time_machine.travel(timezone.now() + DISPUTE_RETENTION + timedelta(hours=1)):
        assert count(players[0]) == 0


def test_a_request_to_pause_waits_for_the_others_until_they_look_at_the_table(players: list[Viewer]) -> None:
    ann, bob = players
    bob.play("QC")
    ann.look()
    disputed(fresh(ann.game), fresh(ann.game).seq - 1, stop=True, by=1)
    assert "your turn" in my_games(ann).text
    assert "dispute" not in my_games(ann).text
    assert "dispute" in my_games(bob).text
    assert (count(bob), next_game(bob)) == (1, bob.address())
    bob.look()
    assert count(bob) == 0


def test_whoever_agrees_to_pause_elsewhere_has_no_news_of_it() -> None:
    ann, bob, cleo = laid("casino", "9S", "QC", "AS")
    at = fresh(ann.game).seq + 1
    ann.play("9S")
    for viewer in (bob, cleo):
        viewer.look()
    dispute = disputed(fresh(ann.game), at, stop=True, by=1)
    cleo.look()
    cleo.client.post(cleo.address("request_pause"), {"dispute_no": dispute.number})
    assert "dispute" not in my_games(cleo).text
    assert "dispute" in my_games(bob).text


# --- invitations --------------------------------------------------------------------------------------------------


def test_invitations_count_and_come_after_the_games(players: list[Viewer]) -> None:
    bob = players[1]
    cleo = person("Cleo")
    table = services.start_game(cleo, RULES, "casino", 2, False, "friends")
    name = who(bob).username
    assert isinstance(invitation_services.invite(table, cleo, name), Accepted)
    there = reverse("games:table", args=[table.public_id])
    assert count(bob) == 2
    assert waiting_games(who(bob)) == [bob.game.public_id, table.public_id]
    text = my_games(bob).text
    assert text.index("Waiting for you") < text.index("Ann Casino") < text.index("You are invited")
    bob.play("QC")
    assert next_game(bob) == there
    assert "No games are waiting" not in my_games(bob).text
    invitation_services.decline(table, who(bob))
    assert (count(bob), next_game(bob)) == (0, reverse("games:my_games"))


def test_a_rematch_waits_for_the_others(players: list[Viewer]) -> None:
    ann, bob = players
    bob.post("resign", seq=bob.look().seq)
    rematch = services.join_rematch(fresh(ann.game), who(ann))
    assert isinstance(rematch, Game)
    assert (count(ann), count(bob)) == (0, 1)
    assert next_game(bob) == reverse("games:table", args=[rematch.public_id])
    services.take_seat(rematch, who(bob), None)
    assert "You are invited" not in my_games(bob).text


# --- order and cost -----------------------------------------------------------------------------------------------


def test_the_way_to_the_next_game_follows_the_list_whatever_the_reason() -> None:
    """The earliest deadline first, then what has waited longest."""
    ann = friend("Ann")
    viewers = []
    for number in range(3):
        game = services.start_game(ann, RULES, "casino", 2, False, "friends")
        other = friend(f"Other{number}")
        services.take_seat(game, other, None)
        mover = fresh(game).turn
        viewers.append(Viewer(game, other))
        if mover == 1:
            play_once(game)
    offered, ruled_on, pressing = viewers
    for viewer in (offered, ruled_on):
        offer(viewer, "drawn")
    ruled(fresh(ruled_on.game), director(), "drawn")
    play_once(pressing.game)
    Game.objects.filter(pk=pressing.game.pk).update(deadline=timezone.now())
    expected = [viewer.game.public_id for viewer in (pressing, offered, ruled_on)]
    assert waiting_games(ann) == expected
    page = Page(browser_of(ann).get(reverse("games:my_games")))
    places = [page.html.index(f'id="go-{public_id}"') for public_id in expected]
    assert places == sorted(places)


def test_reasons_take_no_queries_of_their_own(players: list[Viewer]) -> None:
    ann, bob = players

    def queries() -> int:
        recent_states.clear()
        with CaptureQueriesContext(connection) as made:
            my_games(bob)
        return len(made)

    before = queries()
    offer(ann, "drawn")
    disputed(fresh(ann.game), fresh(ann.game).seq - 2, stop=True, by=1)
    assert "your turn your answer dispute" in my_games(bob).text
    assert queries() == before
