"""With keys in the settings, nothing of a pack can be read in the database; the keys can be changed."""

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from casino.secret_files import encryption_keys
from games import services
from games.domain.codec import encode
from games.domain.events import Event, RoundStarted
from games.domain.notation import write_cards
from games.domain.perspective import SPECTATOR, redact
from games.log import encryption
from games.log.encryption import MissingKeyError
from games.log.recent_states import recent_states
from games.log.store import events_after, load
from games.log.verification import verify_game
from games.models import Game, Snapshot, StoredEvent
from games.views.records import export
from tests.domain.test_codec import ONE_OF_EACH
from tests.examples import exhaustive
from tests.games.computers import fresh
from tests.games.finished import finished_game, play_out
from tests.games.tables import RULES, SEED, game_by_hand, known_chance, person, play_on

pytestmark = pytest.mark.django_db

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))


@pytest.fixture
def sealed(settings: Settings) -> Iterator[None]:
    settings.SECRETS_KEYS = [OLD]
    recent_states.clear()
    yield
    recent_states.clear()


@pytest.fixture
def game() -> Game:
    """A game of two friends, dealt, with a snapshot."""
    with known_chance():
        game = services.start_game(person("Ann"), RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), None)
    game = fresh(game)
    play_on(game, load(game)[0], until=27)
    return fresh(game)


def raw(game: Game) -> str:
    """Return everything that the database stores of the game, as text."""
    kept: list[Any] = []
    for table, column in (("games_game", "id"), ("games_storedevent", "game_id"), ("games_snapshot", "game_id")):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {table} WHERE {column} = %s", [game.pk])  # noqa: S608  names from here
            kept += cursor.fetchall()
    return repr([[bytes(value) if isinstance(value, memoryview) else value for value in row] for row in kept])


def secrets_in(game: Game, text: str) -> list[str]:
    """Return the secrets, hidden from spectators, that the text contains."""
    state = load(game)[0]
    assert state.round
    packs = [event.pack for _, event in events_after(game, 0) if isinstance(event, RoundStarted)]
    runs = [*packs, state.round.stock, *state.round.hands]
    told = [json.dumps([str(card) for card in run])[1:-1] for run in runs]
    told += [write_cards(run) for run in runs]
    told += [repr(SEED)[2:-1], SEED.hex()]
    return [secret for secret in told if secret in text or secret.replace(" ", "") in text.replace(" ", "")]


def test_without_keys_all_stands_in_the_clear(game: Game) -> None:
    assert game.key == ""
    assert len(secrets_in(game, raw(game))) > 3


@pytest.mark.usefixtures("sealed")
def test_with_keys_nothing_of_the_cards_can_be_read(game: Game) -> None:
    assert Snapshot.objects.filter(game=game).exists()
    assert secrets_in(game, raw(game)) == []
    assert OLD not in raw(game)


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
@pytest.mark.usefixtures("sealed")
def test_what_a_spectator_does_not_see_is_sealed(event: Event) -> None:
    name, _, payload = encode(event)
    game = Game(public_id="x", key=encryption.new_data_key())
    kept = encryption.encrypt_payload(game, name, payload)
    assert (kept == payload) == (redact(event, SPECTATOR) == event)
    assert encryption.decrypt_payload(game, kept) == payload


@pytest.mark.usefixtures("sealed")
def test_a_sealed_game_is_played_read_and_checked_like_any_other(game: Game) -> None:
    known = load(game)
    recent_states.clear()
    assert load(fresh(game)) == known
    assert verify_game(game) == []


@exhaustive
@pytest.mark.usefixtures("sealed")
def test_a_sealed_game_is_told_whole_when_it_is_over() -> None:
    game = finished_game()
    assert export(game)["seed"] == SEED.hex()
    assert verify_game(game) == []


@pytest.mark.usefixtures("sealed")
def test_the_same_cards_sealed_twice_do_not_look_the_same(game: Game) -> None:
    payload = {"number": 1, "dealer": 1, "pack": ["AS"]}
    first, second = (encryption.encrypt_payload(game, "round_started", payload) for _ in range(2))
    assert first != second


# --- changing keys ---------------------------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("secrets", *arguments, stdout=out)
    return out.getvalue()


def rows(game: Game) -> list[tuple[Any, ...]]:
    return list(StoredEvent.objects.filter(game=game).values_list("seq", "payload", "hash"))


@pytest.mark.usefixtures("sealed")
def test_keys_are_changed_without_touching_the_log(settings: Settings, game: Game) -> None:
    before = rows(game)
    settings.SECRETS_KEYS = [NEW, OLD]
    assert "1 games and shared deals sealed with the first key" in run("rotate")
    settings.SECRETS_KEYS = [NEW]
    recent_states.clear()
    game = fresh(game)
    assert rows(game) == before
    assert secrets_in(game, raw(game)) == []
    assert verify_game(game) == []


def test_a_game_from_before_there_were_keys_is_sealed_from_now_on(settings: Settings) -> None:
    game, state = game_by_hand()
    play_on(game, state, until=27)
    settings.SECRETS_KEYS = [NEW]
    run("rotate")
    recent_states.clear()
    game = fresh(game)
    text = raw(game)
    assert SEED.hex() not in text
    assert repr(SEED)[2:-1] not in text
    assert verify_game(game) == []
    play_out(game)
    assert verify_game(fresh(game)) == []


@exhaustive
def test_a_game_opened_without_keys_stays_in_the_clear_until_they_are_rotated(settings: Settings) -> None:
    game, state = game_by_hand()
    play_on(game, state, until=9)
    settings.SECRETS_KEYS = [NEW]
    recent_states.clear()
    play_out(fresh(game))
    game = fresh(game)
    assert game.key == ""
    assert encryption.ENCRYPTED not in raw(game)
    assert verify_game(game) == []


@pytest.mark.usefixtures("sealed")
@pytest.mark.parametrize("keys", [[NEW], []])
def test_a_lost_key_is_said_in_a_sentence(settings: Settings, keys: list[str], game: Game) -> None:
    settings.SECRETS_KEYS = keys
    recent_states.clear()
    with pytest.raises(
        MissingKeyError, match=f"The secrets of game {game.public_id} are encrypted with a key that this site"
    ):
        load(fresh(game))
    assert "CASINO_SECRETS_KEYS" in " ".join(verify_game(fresh(game)))


@pytest.mark.usefixtures("sealed")
def test_keys_that_do_not_open_a_game_change_nothing(settings: Settings, game: Game) -> None:
    settings.SECRETS_KEYS = [NEW]
    with pytest.raises(CommandError, match="encrypted with a key"):
        run("rotate")
    assert fresh(game).key == game.key


def test_there_is_nothing_to_change_without_keys() -> None:
    with pytest.raises(CommandError, match=r"`manage\.py secrets new` makes one"):
        run("rotate")


def test_a_new_key_is_one_that_can_be_used() -> None:
    Fernet(run("new").strip())


@pytest.mark.usefixtures("sealed")
def test_it_says_how_things_stand(game: Game) -> None:
    game_by_hand()
    assert run("status") == "1 keys; 1 games sealed, 1 not.\n"


# --- the settings ----------------------------------------------------------------------------------------------------


def test_keys_stand_in_the_environment_or_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("CASINO_SECRETS_KEYS", f"{NEW}, {OLD}")
    assert encryption_keys() == [NEW, OLD]
    file = tmp_path / "keys"
    file.write_text(f"{OLD}\n{NEW}\n")
    monkeypatch.setenv("CASINO_SECRETS_KEYS_FILE", str(file))
    assert encryption_keys() == [OLD, NEW]


def test_what_is_no_key_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_SECRETS_KEYS", "a password")
    with pytest.raises(ImproperlyConfigured, match=r"manage\.py secrets new") as said:
        encryption_keys()
    assert "a password" not in str(said.value)
