"""In random games of every preset no one can read about a card that they have not seen."""

from random import Random

import pytest
from django.test import Client

from games import services
from games.clubs.models import Club, Membership
from games.clubs.services import leave_club
from games.clubs.tables import open_club_table
from games.domain.conditional_moves import ConditionalMove
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.table_settings import DAY, TableSettings
from games.invitations.takeovers import answer_request, ask_for_seat
from games.log.store import load
from games.models import Game, Seat
from games.services import Accepted, GameSetup, open_game, show_cards
from games.services.conditional_moves import add_conditional_move
from games.tournaments.tables import open_match
from tests.browser.scenes import begun, guest
from tests.examples import exhaustive, some
from tests.games.tables import known_chance
from tests.games.tournaments.laid import laid, undecided
from tests.leaks.finding import leaks
from tests.leaks.reading import Reader
from tests.leaks.worlds import Onlooker, play_on, seat_of, some_table
from tests.property.random_games import ALL_PRESETS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("preset", some(ALL_PRESETS[::3], 1))
def test_nobody_reads_of_cards_they_have_not_seen(preset: str) -> None:
    """Two seats, and one of the spectators: they see the same, as the test below holds for all of them."""
    dice = Random(preset)
    game, onlookers = some_table(preset, dice)
    seats, others = onlookers[: game.seats], onlookers[game.seats :]
    assert leaks(play_on(game, dice, dice.randrange(25)), [*dice.sample(seats, 2), dice.choice(others)]) == []


@pytest.mark.parametrize("who", some(["seat 1", "spectator", "stranger", "director"], 1))
def test_nor_does_anybody_on_any_page_of_the_site(who: str) -> None:
    Client().get("/daily/")  # who comes first that day makes its deal, by chance
    dice = Random("all pages")
    game, onlookers = some_table("tuxedo", dice)
    assert leaks(play_on(game, dice, 7), [each for each in onlookers if each.who == who], Reader.all_there_is) == []


@exhaustive
@pytest.mark.parametrize("who", some(["mover", "spectator"], 1))
def test_nor_does_anybody_read_of_a_plan(who: str) -> None:
    """All who wait have planned a move with a card of theirs."""
    Client().get("/daily/")
    dice = Random("plans")
    game, onlookers = some_table("casino", dice, TableSettings(clock="turn", time=3 * DAY))
    game = play_on(game, dice, 3)
    for seat in Seat.objects.filter(game=game).exclude(number=game.turn):
        move = legal_moves(perspective_of(load(game)[0], seat.number).position())[0]
        assert isinstance(add_conditional_move(seat, ConditionalMove(move)), Accepted)
    wanted = f"seat {game.turn}" if who == "mover" else who
    assert leaks(game, [each for each in onlookers if each.who == wanted], Reader.all_there_is) == []


@exhaustive
@pytest.mark.parametrize("who", ["asker", "newcomer", "leaver"])
def test_nor_does_anybody_who_comes_or_goes_during_the_game(who: str) -> None:
    """Whoever asks to take a seat over; whoever has taken it; and the one who has left it."""
    Client().get("/daily/")
    game, people = begun("casino", 3, False, 7)
    game, wanda = play_on(game, Random("coming and going"), 2), guest("Wanda")
    assert isinstance(services.resign(seat_of(game, 1), game.seq), Accepted)
    assert isinstance(ask_for_seat(game, wanda, 1), Accepted)
    for number in (2, 3) if who == "newcomer" else (2,):
        assert isinstance(answer_request(seat_of(game, number), 1, agreed=True), Accepted)
    reader = Onlooker(who, people[0] if who == "leaver" else wanda, 0 if who == "asker" else 1)
    assert leaks(Game.objects.get(pk=game.pk), [reader], Reader.all_there_is) == []


@pytest.mark.parametrize("who", some(["member", "former member", "outsider"], 1))
def test_nor_does_anybody_read_of_a_clubs_game(who: str) -> None:
    """On the table that members watch, in the club's lists, and in what is pushed to its page."""
    Client().get("/daily/")
    dice, people = (
        Random("clubs"),
        {name: guest(name) for name in ("Anna", "Ben", "member", "former member", "outsider")},
    )
    anna, ben = people["Anna"], people["Ben"]
    club = Club.objects.create(name="Quai Street", address="quai-street")
    Membership.objects.bulk_create(
        Membership(club=club, person=person) for name, person in people.items() if name != "outsider"
    )
    with known_chance():
        game = open_club_table(club, anna, GameSetup(resolve_rules("casino"), "casino", 2, False))
    assert isinstance(game, Game)
    services.take_seat(game, ben, 2)
    leave_club(club, people["former member"])
    game = play_on(Game.objects.get(pk=game.pk), dice, 4)
    assert leaks(game, [Onlooker(who, people[who])], Reader.all_there_is) == []
    page = Client()
    page.force_login(people[who])
    assert (game.public_id in page.get("/clubs/quai-street/").content.decode()) == (who == "member")


@pytest.mark.parametrize("who", some(["rival", "member", "outsider"], 1))
def test_nor_does_anybody_read_of_a_tournaments_game(who: str) -> None:
    """Not even those who play the same cards at another table of the round."""
    Client().get("/daily/")
    people = {name: guest(name) for name in ("Anna", "Ben", "rival", "Dora", "member", "outsider")}
    club = Club.objects.create(name="Quai Street", address="quai-street")
    Membership.objects.bulk_create(
        Membership(club=club, person=person, role="owner" if name == "Anna" else "member")
        for name, person in people.items()
        if name != "outsider"
    )
    cup = laid("duplicate", list(people.values())[:4], club=club, access="club", rounds=2)
    for match in undecided(cup):
        open_match.func(match.pk)
    game = Game.objects.filter(match_game__isnull=False).exclude(taken_seats__person=people["rival"]).get()
    game = play_on(game, Random("tournaments"), 4)
    assert leaks(game, [Onlooker(who, people[who])], Reader.all_there_is) == []
    page = Client()
    page.force_login(people[who])
    assert page.get(f"/tournaments/{cup.public_id}/").status_code == (404 if who == "outsider" else 200)


@exhaustive
def test_the_device_that_goes_around_shows_no_hand_between_two_turns() -> None:
    """Its account reads nothing of a hand, before and after a turn in which the cards of its player were shown, and
    during this turn nothing of the others'."""
    Client().get("/daily/")
    dice = Random("one device")
    host, names = guest("Anna"), {2: "Ben", 3: "Cara"}
    with known_chance():
        setup = GameSetup(resolve_rules("casino"), "casino", 3, False, TableSettings(hints=True), local_players=names)
        game = play_on(open_game(host, setup), dice, 4)
    assert leaks(game, [Onlooker("device", host)], Reader.all_there_is) == []
    assert isinstance(show_cards(seat_of(game, game.turn), game.seq), Accepted)
    assert leaks(game, [Onlooker("player with the device", host, game.turn)], Reader.at_the_table) == []
    game = play_on(game, dice, 1)
    assert leaks(game, [Onlooker("device", host)], Reader.all_there_is) == []
