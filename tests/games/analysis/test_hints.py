"""Hints at a table: the right to ask for one, its text, and the mark that all players see."""

from random import Random
from unittest.mock import ANY, patch

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games import services
from games.analysis import hints
from games.analysis.models import Hint
from games.bots.hints import Suggestion
from games.domain.commands import CallOrange, Claim
from games.domain.notation import read_move
from games.domain.perspective import perspective_of
from games.domain.table_settings import TableSettings
from games.log.store import load
from games.models import Game, Seat
from games.services import Accepted, Refused, Stale
from tests.games.tables import RULES, known_chance, person
from tests.games.viewers import Page, Viewer, laid

pytestmark = pytest.mark.django_db


def with_hints(*hands: str, table: str = "") -> list[Viewer]:
    """Friends whose terms allow hints. The game's ID is known, as a hint's guesses at hidden cards depend on it."""
    with known_chance():
        viewers = laid("casino", *hands, table=table)
    game = viewers[0].game
    Game.objects.filter(pk=game.pk).update(table_settings=game.table_settings | {"hints": True})
    return viewers


@pytest.fixture
def ann() -> Viewer:
    return with_hints("TS 3C 4C 5C", "", table="TD KC QC JC")[0]


def seat_of(viewer: Viewer, number: int) -> Seat:
    return Seat.objects.get(game=viewer.game, number=number)


def test_the_best_move_is_named_with_its_reason(ann: Viewer) -> None:
    page = ann.press(ann.look(), "Hint")
    assert "Take 10♦ with 10♠." in page.text
    assert "It takes the big casino." in page.text


def test_with_htmx_the_answer_is_the_table(ann: Viewer) -> None:
    page = Page(ann.post("hint", htmx=True, seq=ann.look().seq))
    assert page.html.lstrip().startswith('<div id="table"')
    assert "It takes the big casino." in page.text


@pytest.mark.parametrize("scripted", [False, True])
def test_the_cards_of_the_hint_are_selected(ann: Viewer, scripted: bool) -> None:
    seen = ann.look()
    page = Page(ann.post("hint", htmx=True, seq=seen.seq)) if scripted else ann.press(seen, "Hint")
    assert (page.chosen("hand"), page.chosen("item")) == (["TS"], ["TD"])
    assert next(iter(page.moves.values())) == "TSxTD"
    other = ann.look(hand="3C")
    assert other.chosen("hand") == ["3C"]
    assert "It takes the big casino." in other.text  # the hint stays while one chooses


def test_the_advised_move_comes_first_even_if_it_is_a_trail_and_others_take(ann: Viewer) -> None:
    """A ten that could take one is advised to be trailed."""
    Hint.objects.create(game=ann.game, seat=1, seq=int(ann.look().seq), move="TS", reason="It gives away the least.")
    page = ann.press(ann.look(), "Hint")
    assert (page.chosen("hand"), page.chosen("item")) == (["TS"], [])
    assert list(page.moves.values()) == ["TS", "TSxTD"]
    assert "primary" in page.buttons["Trail 10♠"]["class"]


def test_the_others_see_that_a_hint_was_given_but_not_which() -> None:
    ann, bob = with_hints("TS 3C 4C 5C", "9H", table="TD KC QC JC")
    assert "hints" not in bob.look().text
    ann.press(ann.look(), "Hint")
    page = bob.look()
    assert "1 hint" in page.text
    assert "takes the big casino" not in page.text
    assert "Hint" not in page.buttons


def test_the_others_are_told_at_once(
    ann: Viewer, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    seen = ann.look().seq
    with patch("games.live.broadcast._publish") as tell, django_capture_on_commit_callbacks(execute=True):
        ann.post("hint", seq=seen)
    (told,) = (call.args[0] for call in tell.call_args_list)
    message = {"type": "game.changed", "game": ann.game.public_id, "seq": int(seen), "by": 1, "at": ANY}
    assert told == {f"game.{ann.game.public_id}": message}


def test_a_table_with_another_hint_is_another_version_of_it() -> None:
    ann, bob = with_hints("TS 3C 4C 5C", "", table="TD KC QC JC")
    before = bob.look().html
    ann.press(ann.look(), "Hint")
    versions = [html.split('data-version="')[1].split('"')[0] for html in (before, bob.look().html)]
    assert versions[0] != versions[1]


def test_asked_twice_it_is_one_hint(ann: Viewer) -> None:
    seat, seen = seat_of(ann, 1), int(ann.look().seq)
    assert isinstance(hints.request_hint(seat, seen), Accepted)
    with patch("games.analysis.hints.suggest_move") as thinking:
        assert isinstance(hints.request_hint(seat, seen), Accepted)
    assert not thinking.called
    assert Hint.objects.count() == 1


def test_with_the_next_move_the_hint_is_gone_and_its_mark_stays() -> None:
    ann, bob = with_hints("TS 3C 4C 5C", "9H", table="TD KC QC JC")
    ann.press(ann.look(), "Hint")
    ann.play("TSxTD")
    bob.trail()
    page = ann.look()
    assert "takes the big casino" not in page.text
    assert "1 hint" in page.text
    assert "Hint" in page.buttons


@pytest.mark.parametrize(
    ("table_settings", "number", "late", "case"),
    [
        ({"hints": False}, 1, 0, "no-hints"),
        ({"hints": True, "rated": True}, 1, 0, "no-hints"),
        ({"hints": True}, 2, 0, "hint-not-your-turn"),
        ({"hints": True}, 1, 1, "stale"),
    ],
)
def test_when_there_is_none(ann: Viewer, table_settings: dict[str, bool], number: int, late: int, case: str) -> None:
    Game.objects.filter(pk=ann.game.pk).update(table_settings=ann.game.table_settings | table_settings)
    outcome = hints.request_hint(seat_of(ann, number), int(ann.look().seq) - late)
    assert case == (outcome.refusal.key if isinstance(outcome, Refused) else "stale")
    assert not Hint.objects.exists()


def test_a_table_that_moved_on_while_it_was_thought_about_gets_no_hint() -> None:
    ann, _ = with_hints("TS 3C 4C 5C", "9H", table="TD KC QC JC")
    seat, seen = seat_of(ann, 1), int(ann.look().seq)

    def play_meanwhile(*_: object) -> Suggestion:
        services.play(seat, "TSxTD", seen)
        return Suggestion(read_move("3C"), "late")

    with patch("games.analysis.hints.suggest_move", play_meanwhile):
        assert isinstance(hints.request_hint(seat, seen), Stale)
    assert not Hint.objects.exists()


def test_when_too_many_think_one_is_asked_to_come_back(ann: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints.hint_queue, "timeout", 0.01)
    with hints.hint_queue.turn():
        page = ann.press(ann.look(), "Hint")
    assert "Too many people are asking for a hint right now." in page.text
    assert "Hint" in page.buttons


def test_who_asks_too_often_is_told_so(settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"hint": "1/minute"}
    ann, _ = with_hints("TS 3C 4C 5C", "", table="TD KC QC JC")
    seen = ann.look().seq
    assert ann.post("hint", seq=seen).status_code == 302
    assert ann.post("hint", seq=seen).status_code == 429


def test_what_wins_by_being_said_is_hinted_first(ann: Viewer) -> None:
    perspective = perspective_of(load(Game.objects.get(pk=ann.game.pk))[0], 1)
    with patch("games.analysis.hints.announcement", lambda _: Claim(1)):
        hint = hints.compute_hint(perspective, Random(1))
        assert (hint.move, hint.reason) == ("", "You have the points to win: claim the game.")
    with patch("games.analysis.hints.announcement", lambda _: CallOrange(1)):
        assert hints.compute_hint(perspective, Random(1)).reason.startswith("The last capture was an orange")
    Hint.objects.create(game=ann.game, seat=1, seq=int(ann.look().seq), reason="Claim the game.")
    assert "Claim the game." in ann.look().text


def test_it_is_the_same_hint_whatever_lies_hidden() -> None:
    distinct = set()
    for hidden in ("9H 9D 8H 8D", "2H 2D 7H 7D"):
        ann, _ = with_hints("TS 3C 4C 5C", hidden, table="TD KC QC JC")
        perspective = perspective_of(load(Game.objects.get(pk=ann.game.pk))[0], 1)
        hint = hints.compute_hint(perspective, Random(3))
        distinct.add((hint.move, hint.reason))
    assert len(distinct) == 1


def test_against_computers_hints_go_without_saying() -> None:
    assert services.start_game(person("Ann"), RULES, "casino", 2, False, "computer").table_settings["hints"]
    assert not services.start_game(person("Bob"), RULES, "casino", 2, False, "friends").table_settings["hints"]
    plain = services.start_game(person("Cleo"), RULES, "casino", 2, False, "computer", TableSettings())
    assert not plain.table_settings["hints"]
    assert "Hint" not in Viewer(plain, plain.host).look().buttons
