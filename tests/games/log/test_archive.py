"""Whole games are moved from one server to another with their logs; incomplete ones are not imported."""

import json
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import Person
from games import services
from games.domain.evolve import fold
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.setup_events import SeatLeft, SeatsSwapped, SeatTaken
from games.log.archive import FORMAT_BEFORE_0_1, LONGEST, VERSIONS_BEFORE_0_1, parse_time
from games.log.player_names import current_names, load_full_log, table_names
from games.log.recent_states import recent_states
from games.log.store import load, row_hash
from games.log.verification import verify_game
from games.models import DELETED_PLAYER, GENESIS, Game, Rating, Seat, Snapshot, StoredEvent
from games.models.append_only import Attestation
from tests.commands import run
from tests.games.computers import fresh
from tests.games.finished import finished_game, play_out
from tests.games.tables import past_the_triggers, person
from tests.games.timed import timed_game

pytestmark = pytest.mark.django_db

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))


def forget_everything() -> None:
    """Empty the database, as if this were another server."""
    with past_the_triggers():
        for model in (StoredEvent, Attestation, Snapshot, Seat, Rating):
            model.objects.all().delete()
        Game.objects.exclude(rematch_of=None).delete()
        Game.objects.all().delete()
    recent_states.clear()


def taken(folder: Path, text: str, *arguments: str) -> tuple[str, str, str]:
    file = folder / "games"
    file.write_text(text, encoding="utf-8")
    return run("import", str(file), *arguments)


def exported(game: Game) -> str:
    """Export the game from this server, on which it is then no more."""
    text = run("export", game.public_id)[0]
    forget_everything()
    return text


def kept(game: Game) -> dict[str, Any]:
    """Return everything of the game that has to be transferred."""
    events = game.events.order_by("seq").values_list(*"seq type version payload actor action_text at hash".split())
    names = "preset options seats partners table_settings status turn totals clock deadline seq head commitment".split()
    return {"events": list(events), **{name: getattr(game, name) for name in names}}


def test_a_game_goes_out_and_comes_in_as_it_was(tmp_path: Path) -> None:
    game = finished_game(words=["rabbit"])
    before, state = kept(game), load(game)[0]
    assert taken(tmp_path, exported(game)) == (f"line 1: {game.public_id}\n1 games taken in.\n", "", "")
    there = Game.objects.get(public_id=game.public_id)
    assert run("verify")[1:] == ("", "")
    assert kept(there) == before
    assert load(there)[0] == state
    assert verify_game(there) == []
    assert [(seat.name, seat.person) for seat in there.taken_seats.all()] == [("Ann", None), ("Bob", None)]


def from_before_0_1(text: str, **versions: int) -> str:
    """The exported game as a site installed before 0.1.0 would have numbered and hashed its events."""
    told = json.loads(text) | {"casino_game": FORMAT_BEFORE_0_1}
    told["head"] = GENESIS
    for seq, event in enumerate(told["events"], start=1):
        event[1] = (VERSIONS_BEFORE_0_1 | versions).get(event[0], 1)
        names = "type version payload actor action_text at".split()
        row = StoredEvent(seq=seq, previous=told["head"], **dict(zip(names, event[:-1], strict=True)))
        row.at = parse_time(event[5])
        event[-1] = told["head"] = row_hash(told["game"], row)
    return json.dumps(told)


def test_a_game_from_before_0_1_comes_in_with_the_versions_of_today(tmp_path: Path) -> None:
    game = finished_game(words=["rabbit"])
    before = kept(game)
    text = from_before_0_1(exported(game))
    assert json.loads(text)["head"] != before["head"]
    assert taken(tmp_path, text) == (f"line 1: {game.public_id}\n1 games taken in.\n", "", "")
    assert kept(Game.objects.get(public_id=game.public_id)) == before
    assert run("verify")[1:] == ("", "")


def test_a_game_from_before_0_1_is_refused_if_it_was_changed_or_is_too_old(tmp_path: Path) -> None:
    text = exported(finished_game(words=["rabbit"]))
    changed = json.loads(from_before_0_1(text))
    changed["events"][8][4] = "KS"
    assert "its hashes do not fit its events" in taken(tmp_path, json.dumps(changed))[1]
    shortened = json.loads(from_before_0_1(text))
    del shortened["events"][-1]
    assert "its hashes do not fit its events" in taken(tmp_path, json.dumps(shortened))[1]
    assert "it cannot be moved" in taken(tmp_path, from_before_0_1(text, seat_taken=2))[1]
    assert not Game.objects.exists()


def test_a_seat_can_be_given_to_an_account(tmp_path: Path) -> None:
    game = finished_game()
    taken(tmp_path, exported(game), "--seat", f"{game.public_id}:2=bob")
    seats = Game.objects.get(public_id=game.public_id).taken_seats.all()
    assert [str(seat.person) for seat in seats] == ["None", "Bob"]
    assert run("verify")[1:] == ("", "")


@pytest.mark.parametrize("keys_there", [[NEW], []])
def test_a_sealed_game_is_sealed_with_the_keys_of_the_other_server_if_any(
    tmp_path: Path, settings: Settings, keys_there: list[str]
) -> None:
    settings.SECRETS_KEYS = [OLD]
    game = finished_game()
    text = run("export", "--all")[0]
    forget_everything()
    settings.SECRETS_KEYS = keys_there
    assert taken(tmp_path, text)[2] == ""
    assert verify_game(Game.objects.get(public_id=game.public_id)) == []


def test_a_rematch_brings_the_game_before(tmp_path: Path) -> None:
    game = finished_game()
    ann, bob = (seat.person for seat in game.taken_seats.all())
    assert ann
    assert bob
    rematch = services.join_rematch(game, ann)
    assert isinstance(rematch, Game)
    services.join_rematch(game, bob)
    play_out(rematch)
    text = run("export", rematch.public_id)[0]
    assert [json.loads(line)["game"] for line in text.splitlines()] == [game.public_id, rematch.public_id]
    forget_everything()
    alone = text.splitlines()[1]
    assert "take that one in first" in taken(tmp_path, alone)[1]
    assert taken(tmp_path, text)[2] == ""
    assert verify_game(Game.objects.get(public_id=rematch.public_id)) == []


# --- running games ---------------------------------------------------------------------------------------------------


def test_a_running_game_does_not_go_out_by_itself() -> None:
    game = timed_game()
    out, _, failure = run("export", game.public_id)
    assert out == ""
    assert f"Still running: {game.public_id}." in failure
    assert run("export", "--all") == (
        "",
        "There is nothing to export: no game is over; running games need --with-secrets.\n",
        "",
    )


def test_a_running_game_goes_out_with_a_warning_and_is_played_on_there(tmp_path: Path) -> None:
    game = timed_game()
    text, warning, failure = run("export", game.public_id, "--with-secrets")
    assert "Warning: this holds the cards of running games." in warning
    assert failure == ""
    forget_everything()
    taken(tmp_path, text, "--seat", f"{game.public_id}:1=ann", "--seat", f"{game.public_id}:2=bob")
    there = Game.objects.get(public_id=game.public_id)
    assert there.status == Game.Status.PLAYING
    play_out(there)
    assert verify_game(fresh(there)) == []


# --- what is refused -------------------------------------------------------------------------------------------------


def test_a_game_that_is_there_already_is_left_as_it_is(tmp_path: Path) -> None:
    game = finished_game()
    before = kept(game)
    _, err, failure = taken(tmp_path, run("export", game.public_id)[0])
    assert err == f"line 1: There is a game “{game.public_id}” here already: it is left as it is.\n"
    assert failure == "0 games taken in, 1 refused."
    assert kept(fresh(game)) == before


GONE = object()

SPOILT: list[tuple[list[Any], object]] = [
    (["events", -1], GONE),
    (["events", 8, 4], "KS"),
    (["events", 3, 6], "f" * 64),
    (["secret"], "00" * 32),
    (["options", "target"], 500),
    (["sitting", -1], GONE),
    (["events", 2, 0], "card_thrown"),
    (["events", 2, 5], "yesterday"),
    (["created"], "2026-11-21T12:00:00"),  # no zone
    (["secret"], "xyz"),
    (["events"], []),
    (["events"], "none"),
    (["events", 5, slice(4, None)], GONE),
    (["game"], "../etc"),
    (["preset"], "x" * 41),
    (["events", 8, 4], "x" * 251),
    (["events", 2, 2, "player"], "a\0b"),
]


@pytest.mark.parametrize(("place", "other"), SPOILT)
def test_what_is_not_whole_is_not_taken_in(tmp_path: Path, place: list[Any], other: object) -> None:
    told = json.loads(exported(finished_game()))
    spoilt = reduce(getitem, place[:-1], told)
    if other is GONE:
        del spoilt[place[-1]]
    else:
        spoilt[place[-1]] = other
    out, err, failure = taken(tmp_path, json.dumps(told))
    assert (out, failure) == ("", "0 games taken in, 1 refused.")
    assert err.startswith("line 1: ")
    assert not Game.objects.exists()
    assert not StoredEvent.objects.exists()


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "null", "[" * 100_000, '{"casino_game": 3}', '{"casino_game": NaN}', '"\\ud800"', "x" * 100]
)
def test_what_is_no_game_is_said_to_be_none(tmp_path: Path, line: str) -> None:
    _, err, failure = taken(tmp_path, line + "\n")
    assert err.startswith("line 1: this line is no")
    assert failure == "0 games taken in, 1 refused."


def test_a_line_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    _, err, _ = taken(tmp_path, "x" * (LONGEST + 10))
    assert err.startswith("line 1: this line is too long for a game")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["export"], "Which games?"),
        (["export", "nowhere"], "There is no game “nowhere”."),
        (["import", "/nowhere/at/all"], "cannot be read"),
        (["import", "x", "--seat", "ann"], "“ann” is no seat"),
        (["import", "x", "--seat", "game:1=nobody"], "There is nobody here called “nobody”."),
    ],
)
def test_what_makes_no_sense_is_said(arguments: list[str], said: str) -> None:
    assert said in run(*arguments)[2]


# --- names of players ------------------------------------------------------------------------------------------------


CHANGED = {"Ann": "Annie", "Bob": "Bobby", "Cleo": "Cleo"}


@pytest.fixture
def game() -> Game:
    """Ann opens, Bob sits down and leaves his seat, Cleo sits down and swaps with Ann, Bob comes back."""
    ann, bob, cleo = (person(name) for name in CHANGED)
    game = services.start_game(ann, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 3, False, "friends")
    services.take_seat(game, bob, 2)
    services.leave_seat(game, bob)
    services.take_seat(game, cleo, 2)
    services.swap_seats(game, ann, 1, 2)
    for name, new in CHANGED.items():
        Seat.objects.filter(person__display_name=name).update(name=new)
    return Game.objects.get(pk=game.pk)


def begun(game: Game) -> Game:
    """The same game, after Bob has taken the last seat under his new name."""
    services.take_seat(game, Person.objects.get(username="bob"), 3)
    Seat.objects.filter(number=3).update(name="Bobby")
    return Game.objects.get(pk=game.pk)


def told(game: Game) -> list[object]:
    return [event for event in load_full_log(game) if isinstance(event, SeatTaken | SeatLeft | SeatsSwapped)]


def test_the_log_is_told_with_the_names_of_now(game: Game) -> None:
    assert told(begun(game)) == [
        SeatTaken(1, "Annie"),
        SeatTaken(2, DELETED_PLAYER),
        SeatLeft(2, DELETED_PLAYER, removed=False),
        SeatTaken(2, "Cleo"),
        SeatsSwapped(1, 2, ("Annie", "Cleo")),
        SeatTaken(3, "Bobby"),
    ]


def test_folded_it_leads_to_the_same_table(game: Game) -> None:
    game = begun(game)
    assert fold(load_full_log(game)).players == ("Cleo", "Annie", "Bobby")
    assert current_names(game) == {1: "Cleo", 2: "Annie", 3: "Bobby"}


def test_while_a_table_is_open_it_is_said_who_got_up(game: Game) -> None:
    assert SeatLeft(2, "Bob", removed=False) in told(game)
    assert SeatTaken(2, "Bob") in told(game)


def test_moving_to_a_free_seat_is_told_of_one(game: Game) -> None:
    services.swap_seats(game, Person.objects.get(username="ann"), 2, 3)
    game.refresh_from_db()
    Seat.objects.filter(number=3).update(name="Annie")
    last = told(game)[-1]
    assert last == SeatsSwapped(2, 3, ("Annie", ""))


def test_who_left_is_called_so_in_the_language_of_the_page(game: Game) -> None:
    Seat.objects.filter(number=1).update(name=DELETED_PLAYER)
    with override("en"):
        assert current_names(game)[1] == "A former player"


def test_a_computer_is_called_so_in_the_language_of_the_page(game: Game) -> None:
    Seat.objects.filter(number=2).update(name="Computer Otto", bot="steady", person=None)
    Seat.objects.filter(number=1).update(name="Computer Fan")
    with override("es"):
        assert current_names(Game.objects.get(pk=game.pk)) == {1: "Computer Fan", 2: "Máquina Otto"}
    assert current_names(Game.objects.get(pk=game.pk))[2] == "Computer Otto"


def test_beside_its_portrait_a_computer_has_its_name_alone(game: Game) -> None:
    Seat.objects.filter(number=2).update(name="Computer Otto", bot="steady", person=None)
    Seat.objects.filter(number=1).update(name="Computer Fan")
    assert table_names(Game.objects.get(pk=game.pk)) == {1: "Computer Fan", 2: "Otto"}
