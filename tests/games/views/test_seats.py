"""The open table: leaving, swapping seats, computers on free seats, removals, cancelling; and the right to each."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import services
from games.domain.options import read_recorded_rules
from games.domain.presets import PRESETS
from games.domain.table import NO_SEAT
from games.domain.table_settings import TableSettings
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Seat
from games.services import Accepted, GameSetup, Refused
from tests.games.computers import fresh
from tests.games.tables import RULES, person
from tests.games.viewers import Page, Viewer, laid

pytestmark = pytest.mark.django_db


def names(game: Game) -> tuple[str, ...]:
    """Return the players by seat, from the log; the rows agree with it."""
    assert verify_game(fresh(game)) == []
    by_rows = {seat.number: seat.name for seat in Seat.objects.filter(game=game)}
    players = load(fresh(game))[0].players
    assert tuple(by_rows.get(number, "") for number in range(1, game.seats + 1)) == players
    return players


def refusal(outcome: object) -> str:
    assert isinstance(outcome, Refused), outcome
    return services.TEMPLATES[outcome.refusal.key] % dict(outcome.refusal.args)


class Table:
    """Ann has opened a table for four; Bob sits on seat 2."""

    def __init__(self, table_settings: TableSettings = TableSettings()) -> None:  # noqa: B008  a named tuple never changes
        self.ann, self.bob, self.eve = person("Ann"), person("Bob"), person("Eve")
        self.game = services.start_game(self.ann, RULES, "casino", 4, True, "friends", table_settings)
        services.take_seat(self.game, self.bob, 2)


@pytest.fixture
def table() -> Table:
    return Table()


def test_who_leaves_may_come_back(table: Table) -> None:
    assert services.leave_seat(table.game, table.bob) == Accepted(fresh(table.game).seq)
    assert names(table.game) == ("Ann", "", "", "")
    assert isinstance(services.take_seat(table.game, table.bob, 4), Seat)
    assert names(table.game) == ("Ann", "", "", "Bob")
    assert table.game.events.get(type="seat_left").actor == "seat:2"


def test_who_was_removed_does_not_come_back(table: Table) -> None:
    assert isinstance(services.remove_player(table.game, table.ann, 2), Accepted)
    assert names(table.game) == ("Ann", "", "", "")
    assert refusal(services.take_seat(table.game, table.bob, None)) == "You can’t join this table."
    assert isinstance(services.take_seat(table.game, table.eve, 2), Seat)
    left = table.game.events.get(type="seat_left")
    assert (left.actor, left.payload["removed"]) == ("seat:1", True)


def test_a_computer_can_be_removed_again(table: Table) -> None:
    services.seat_computers(table.game, table.ann, 3, "beginner")
    assert names(table.game) == ("Ann", "Bob", "Computer Pip", "")
    services.remove_player(table.game, table.ann, 3)
    assert names(table.game) == ("Ann", "Bob", "", "")


def test_computers_on_all_free_seats_begin_the_game(table: Table) -> None:
    assert isinstance(services.seat_computers(table.game, table.ann, None, "master"), Accepted)
    assert names(table.game) == ("Ann", "Bob", "Computer Magnus", "Computer Maud")
    assert [seat.bot for seat in Seat.objects.filter(game=table.game)] == ["", "", "master", "master"]
    assert fresh(table.game).status == Game.Status.PLAYING


def test_a_computer_takes_a_name_that_no_one_has_at_the_table(table: Table) -> None:
    services.take_seat(table.game, person("0tto"), 4)
    services.seat_computers(table.game, table.ann, 3, "steady")
    assert names(table.game)[2] == "Computer Olive"


def test_a_person_with_the_name_of_a_computer_is_numbered(table: Table) -> None:
    services.seat_computers(table.game, table.ann, 3, "steady")
    services.take_seat(table.game, person("Otto"), 4)
    assert names(table.game)[3] == "Otto 2"


def test_computers_of_different_levels_sit_at_one_table(table: Table) -> None:
    services.seat_computers(table.game, table.ann, 4, "steady")
    services.seat_computers(table.game, table.ann, 3, "steady")
    assert names(table.game) == ("Ann", "Bob", "Computer Olive", "Computer Otto")


def test_the_host_seats_partners_together(table: Table) -> None:
    assert isinstance(services.swap_seats(table.game, table.ann, 2, 3), Accepted)
    assert names(table.game) == ("Ann", "", "Bob", "")
    assert isinstance(services.swap_seats(table.game, table.ann, 1, 3), Accepted)
    assert names(table.game) == ("Bob", "", "Ann", "")
    assert Seat.objects.get(game=table.game, person=table.ann).number == 3


def test_others_move_to_free_seats_only(table: Table) -> None:
    assert isinstance(services.swap_seats(table.game, table.bob, 2, 4), Accepted)
    assert names(table.game) == ("Ann", "", "", "Bob")
    for number, other in ((4, 1), (1, 4), (1, 3), (2, 3)):
        outcome = services.swap_seats(table.game, table.bob, number, other)
        assert refusal(outcome) == "You can only move to an open seat."
    assert names(table.game) == ("Ann", "", "", "Bob")


def test_a_game_called_off_is_over_for_all(table: Table) -> None:
    assert isinstance(services.cancel_game(table.game, table.ann), Accepted)
    assert fresh(table.game).status == Game.Status.CANCELLED
    assert names(table.game) == ("Ann", "Bob", "", "")
    assert refusal(services.take_seat(table.game, table.eve, None)) == "This game was canceled."
    assert refusal(services.seat_computers(table.game, table.ann, 3, "steady")) == "The game is over."
    assert refusal(services.join_rematch(fresh(table.game), table.ann)) == "This game isn’t over yet."


type Act = Callable[[Table, Person], object]

HOSTS: list[Act] = [
    lambda table, who: services.remove_player(table.game, who, 2),
    lambda table, who: services.seat_computers(table.game, who, 3, "steady"),
    lambda table, who: services.cancel_game(table.game, who),
]
EVERYBODYS: list[Act] = [
    lambda table, who: services.leave_seat(table.game, who),
    lambda table, who: services.swap_seats(table.game, who, 2, 3),
]


@pytest.mark.parametrize("act", HOSTS)
def test_what_is_the_hosts_nobody_else_does(act: Act, table: Table) -> None:
    seq = fresh(table.game).seq
    assert refusal(act(table, table.bob)) == "Only the host of the table can do this."
    assert refusal(act(table, table.eve)) == "You don’t have a seat at this table."
    assert fresh(table.game).seq == seq


@pytest.mark.parametrize("act", EVERYBODYS)
def test_who_does_not_sit_there_changes_nothing(act: Act, table: Table) -> None:
    assert refusal(act(table, table.eve)) == "You don’t have a seat at this table."


@pytest.mark.parametrize("act", [*HOSTS[::2], *EVERYBODYS[1:]])
def test_after_the_start_all_stay(act: Act, table: Table) -> None:
    services.seat_computers(table.game, table.ann, None, "steady")
    seq = fresh(table.game).seq
    assert refusal(act(table, table.ann)) == "The game has already started."
    assert fresh(table.game).seq == seq


def test_after_the_start_no_guest_leaves_and_no_computer_comes(table: Table) -> None:
    services.seat_computers(table.game, table.ann, None, "steady")
    assert refusal(services.leave_seat(table.game, table.bob)) == "The game has already started."
    assert refusal(services.seat_computers(table.game, table.ann, None, "steady")) == "All seats are taken."
    assert refusal(services.take_seat(table.game, table.eve, None)) == "All seats are taken."


def test_when_the_host_gets_up_the_next_person_is_the_host(table: Table) -> None:
    services.take_seat(table.game, table.eve, 4)
    services.swap_seats(table.game, table.ann, 1, 3)
    assert names(table.game) == ("", "Bob", "Ann", "Eve")
    assert isinstance(services.leave_seat(table.game, table.ann), Accepted)
    assert fresh(table.game).host == table.eve
    assert isinstance(services.leave_seat(table.game, table.eve), Accepted)
    assert fresh(table.game).host == table.bob
    assert names(table.game) == ("", "Bob", "", "")
    assert refusal(services.remove_player(table.game, table.bob, 2)) == (
        "That’s your own seat. To give it up, leave the table."
    )
    services.take_seat(table.game, table.ann, 1)
    assert refusal(services.cancel_game(table.game, table.ann)) == "Only the host of the table can do this."


def test_when_the_host_gets_up_and_nobody_else_is_there_the_game_is_called_off(table: Table) -> None:
    services.seat_computers(table.game, table.ann, 3, "steady")
    services.leave_seat(table.game, table.bob)
    assert isinstance(services.leave_seat(table.game, table.ann), Accepted)
    assert fresh(table.game).status == Game.Status.CANCELLED


def test_after_the_start_the_host_stays_the_host(table: Table) -> None:
    services.seat_computers(table.game, table.ann, None, "steady")
    assert refusal(services.leave_seat(table.game, table.ann)) == "The game has already started."
    assert fresh(table.game).host == table.ann


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda table, who: services.remove_player(table.game, who, 3), "Seat 3 is empty."),
        (lambda table, who: services.remove_player(table.game, who, 9), "There is no seat 9 in this game."),
        (lambda table, who: services.seat_computers(table.game, who, 2, "steady"), "Seat 2 is already taken."),
        (lambda table, who: services.seat_computers(table.game, who, 9, "steady"), "There is no seat 9 in this game."),
        (lambda table, who: services.swap_seats(table.game, who, 3, 4), "Seat 3 is empty."),
        (lambda table, who: services.swap_seats(table.game, who, 1, 1), "Choose two seats to swap."),
    ],
)
def test_what_makes_no_sense_is_refused(act: Act, words: str, table: Table) -> None:
    assert refusal(act(table, table.ann)) == words
    assert names(table.game) == ("Ann", "Bob", "", "")


def test_in_a_rated_game_only_people_who_signed_up_play() -> None:
    table = Table(TableSettings(rated=True))
    assert refusal(services.seat_computers(table.game, table.ann, 3, "steady")).startswith("This game is rated")
    Person.objects.filter(pk=table.eve.pk).update(is_guest=True)
    table.eve.refresh_from_db()
    assert refusal(services.take_seat(table.game, table.eve, 3)) == "This game is rated. Sign up to play in it."


# --- on the page --------------------------------------------------------------------------------------------------


def viewers(table: Table) -> tuple[Viewer, Viewer, Viewer]:
    return Viewer(table.game, table.ann), Viewer(table.game, table.bob), Viewer(table.game, table.eve)


def press(viewer: Viewer, label: str, **sent: object) -> Page:
    """Press a button of the waiting page, with its form's data."""
    button = viewer.look().buttons[label]
    named = {button["name"]: button["value"]} if "name" in button else {}
    return Page(viewer.client.post(button["action"], named | sent, follow=True))


def test_the_page_offers_everybody_what_they_may_do() -> None:
    host, other, stranger = (viewer.look().buttons for viewer in viewers(Table()))
    assert {"Remove Bob", "Computer in seat 3", "Cancel game", "Swap", "Move to seat 3"} <= set(host)
    assert {"Leave the table", "Move to seat 3"} <= set(host) & set(other)
    assert "Take seat 3 and play" in stranger
    assert not {"Remove Ann", "Cancel game", "Swap"} & (set(other) | set(stranger))
    assert not {"Leave the table", "Move to seat 3"} & set(stranger)


def opened(seats: int = 2, dealer: int = NO_SEAT, host: str = "Ann") -> Page:
    """Return the page of a table as its host sees it alone."""
    ann = person(host)
    setup = GameSetup(RULES, "casino", seats, partners=False, dealer=dealer)
    return Viewer(services.open_game(ann, setup), ann).look()


def classes(button: dict[str, str]) -> list[str]:
    return button.get("class", "").split()


def test_the_button_to_press_shares_the_link_and_that_for_computers_is_plain() -> None:
    host = opened(host="Cleo").buttons
    assert classes(host["Share link"]) == ["scripted"]
    assert classes(host["Fill empty seats with computers and start"]) == ["plain"]
    assert classes(viewers(Table())[1].look().buttons["Share link"]) == ["plain", "scripted"]


def test_two_players_are_offered_no_other_seat_unless_it_decides_who_begins() -> None:
    moving = {"Swap", "Move to seat 2"}
    alone = set(opened().buttons)
    assert not moving & alone
    assert "Cancel game" in alone
    assert not [label for label in alone if label.startswith("Remove")]
    assert moving <= set(opened(dealer=1, host="Bob").buttons)
    assert moving <= set(opened(3, host="Dan").buttons)


def test_everything_is_done_by_buttons_and_told_in_words(table: Table) -> None:
    host, other, stranger = viewers(table)
    assert "Bob moved to seat 3." in press(other, "Move to seat 3", seat="2").text
    assert "Ann and Bob swapped seats." in press(host, "Swap", seat="1", other="3").text
    assert "Ada sat down." in press(host, "Computer in seat 2", level="strong").text
    assert "strong" in host.look().text
    assert "Otto (steady)" in host.look().text
    assert "Bob left." in press(other, "Leave the table").text
    assert "Leave the table" not in host.look().buttons
    press(stranger, "Take seat 4 and play")
    assert "Eve was removed by the host." in press(host, "Remove Eve").text
    assert "Only the host of the table" not in host.look().text
    assert "The game was canceled." in press(host, "Cancel game").text
    assert "The game was canceled." in other.look().text
    assert names(table.game) == ("", "Computer Ada", "Ann", "")


def test_htmx_is_sent_to_the_page(table: Table) -> None:
    answer = viewers(table)[1].post("leave", htmx=True)
    assert answer["HX-Redirect"] == reverse("games:table", args=[table.game.public_id])


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("remove", {}),
        ("remove", {"seat": "x"}),
        ("computers", {"seat": "3", "level": "grandmaster"}),
        ("computers", {"seat": "x", "level": "steady"}),
        ("swap", {"seat": "1"}),
        ("swap", {"seat": "1", "other": "7"}),
    ],
)
def test_what_cannot_be_understood_changes_nothing(name: str, sent: dict[str, str], table: Table) -> None:
    seq = fresh(table.game).seq
    host = viewers(table)[0]
    page = Page(host.client.post(host.address(name), sent, follow=True))
    assert "We couldn’t understand that request." in page.text
    assert fresh(table.game).seq == seq


@pytest.mark.parametrize("name", ["leave", "remove", "computers", "swap", "cancel"])
def test_strangers_find_nothing_there(name: str, table: Table) -> None:
    address = reverse(f"games:{name}", args=[table.game.public_id])
    assert Client().post(address, {"seat": "2"}).status_code == 404
    assert Client().get(address).status_code == 405


@pytest.mark.parametrize("spectators", [True, False])
def test_nobody_else_takes_the_seat_of_a_previous_player_in_a_rematch(spectators: bool) -> None:
    """They may have the link from the page on which the last game ended."""
    ann, bob, eve = person("Ann"), person("Bob"), person("Eve")
    game = services.start_game(ann, RULES, "casino", 2, False, "friends", TableSettings(spectators=spectators))
    services.take_seat(game, bob, None)
    services.resign(Seat.objects.select_related("game").get(game=game, person=bob), fresh(game).seq)
    rematch = services.join_rematch(game, ann)
    assert isinstance(rematch, Game)
    assert "reserved for the players from the last game" in Viewer(rematch, ann).look().text
    for viewer in (Viewer(rematch, eve), Viewer(rematch)):
        page = viewer.look()
        assert page.status == (200 if spectators else 403)
        assert "Sit down and play" not in page.buttons
        viewer.post("take_seat", seat=2)
    assert [seat.person for seat in rematch.taken_seats.all()] == [ann]
    assert "Sit down and play" in Viewer(rematch, bob).look().buttons
    assert services.join_rematch(game, bob) == rematch
    assert fresh(rematch).status == Game.Status.PLAYING


def test_a_ladder_names_its_own_characters_after_a_game_with_two_of_them() -> None:
    setup = services.GameSetup(RULES, "casino", 4, True, computers={2: "steady", 3: "beginner", 4: "steady"})
    game = services.open_game(ann := person("Ann"), setup)
    services.resign(Seat.objects.select_related("game").get(game=game, person=ann), fresh(game).seq)
    ladder = [words for words, each in Viewer(fresh(game), ann).look().buttons.items() if each.get("name") == "level"]
    assert ladder == ["Pip", "Hattie", "Kit", "Cleo", "Otto", "Ada", "Magnus"]


@pytest.mark.parametrize(
    ("asked", "levels"), [("", ["casual"] * 2), ("strong", ["strong"] * 2), ("best", ["casual"] * 2)]
)
def test_a_rematch_with_computers_may_be_with_others(asked: str, levels: list[str]) -> None:
    ann = person("Ann")
    game = services.start_game(ann, RULES, "casino", 3, False, "computer", level="casual")
    services.resign(Seat.objects.select_related("game").get(game=game, person=ann), fresh(game).seq)
    viewer = Viewer(fresh(game), ann)
    ladder = {words: button for words, button in viewer.look().buttons.items() if button.get("name") == "level"}
    assert list(ladder) == ["Pip", "Hattie", "Kit and Fern", "Cleo", "Otto", "Ada", "Magnus"]
    assert [words for words, button in ladder.items() if "aria-current" in button] == ["Kit and Fern"]
    assert "Good game! One more before bedtime?" in viewer.look().text
    viewer.post("rematch", level=asked)
    rematch = Game.objects.get(rematch_of=game)
    seats = rematch.taken_seats.exclude(bot="")
    assert [seat.bot for seat in seats] == levels
    assert len({seat.name for seat in seats}) == 2


def test_no_rematch_begins_under_rules_that_are_refused_by_now() -> None:
    ann = person("Ann")
    rules = read_recorded_rules(PRESETS["dominican"].options | {"sweep": 0})
    game = services.start_game(ann, rules, "dominican", 2, False, "computer")
    services.resign(Seat.objects.select_related("game").get(game=game, person=ann), fresh(game).seq)
    viewer = Viewer(fresh(game), ann)
    viewer.post("rematch")
    assert "Sweeps can cancel each other" in viewer.look().text
    assert not Game.objects.filter(rematch_of=game).exists()


def test_among_people_a_rematch_has_the_same_players() -> None:
    ann, bob = laid("casino", "", "")
    bob.post("resign", seq=bob.look().seq)
    assert not [button for button in ann.look().buttons.values() if button.get("name") == "level"]
    ann.post("rematch", level="strong")
    assert [seat.bot for seat in Game.objects.get(rematch_of=ann.game).taken_seats.all()] == [""]
