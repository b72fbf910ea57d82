"""Leaks that are planted, one in each thing that can be read, are found: this shows that the search works."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest

from games import services
from games.consumers import table
from games.contexts import table as table_context
from games.contexts.personal_data import export_personal_data
from games.domain.perspective import Perspective, perspective_of
from games.domain.state import GameState
from games.live.batches import Rendered
from games.log.store import load
from games.models import Game, Seat
from games.notifications import texts
from games.presenters.cards import card_name
from games.views import profiles
from tests.leaks.finding import leaks
from tests.leaks.reading import Reader
from tests.leaks.searching import named_in
from tests.leaks.worlds import Onlooker, some_table

pytestmark = pytest.mark.django_db

type Patch = pytest.MonkeyPatch


@pytest.fixture
def game() -> Game:
    return some_table("casino", Random(8))[0]


@pytest.fixture
def ann(game: Game) -> list[Onlooker]:
    person = Seat.objects.get(game=game, number=1).person
    assert person
    return [Onlooker("Ann", person, 1)]


def others_card(public_id: str) -> str:
    """Return the name of a card of seat 2, which seat 1 has neither seen nor asked about."""
    state, _ = load(Game.objects.get(public_id=public_id))
    assert state.round
    return card_name(state.round.hands[1][1])


def after[T](whole: Callable[..., T], change: Callable[..., T]) -> Callable[..., T]:
    """Return the function with its result changed."""
    return lambda *arguments, **named: change(whole(*arguments, **named), *arguments, **named)


def test_without_a_leak_nothing_is_found(game: Game, ann: list[Onlooker]) -> None:
    assert leaks(game, ann) == []


def test_a_card_on_the_table_that_lies_in_the_stock(game: Game, ann: list[Onlooker], monkeypatch: Patch) -> None:
    def peeping(state: GameState, viewer: int) -> Perspective:
        perspective = perspective_of(state, viewer)
        assert state.round
        assert perspective.round
        return perspective._replace(round=perspective.round._replace(bottom_card=state.round.stock[5]))

    monkeypatch.setattr(table_context, "perspective_of", peeping)
    found = leaks(game, ann)
    assert any(leak.startswith(f"Ann: GET /g/{game.public_id}/ names") for leak in found)
    assert f"Ann: GET /g/{game.public_id}/ reads otherwise" in found
    assert "Ann: socket of the table reads otherwise" in found


def test_a_seed_in_a_header(game: Game, ann: list[Onlooker], monkeypatch: Patch) -> None:
    def tell(response: Any, *_: Any, **__: Any) -> Any:
        response["X-Seed"] = bytes(Game.objects.get().seed).hex()
        return response

    table = import_module("games.views.table")
    monkeypatch.setattr(table, "render_table", after(table.render_table, tell))
    assert f"Ann: GET /g/{game.public_id}/ reads otherwise" in leaks(game, ann)


def test_a_word_from_the_socket(game: Game, ann: list[Onlooker], monkeypatch: Patch) -> None:
    def tell(rendered: Rendered, page: table.TableConsumer, *_: Any) -> Rendered:
        card = others_card(page.public_id)
        return rendered._replace(fragments={name: html + card for name, html in rendered.fragments.items()})

    monkeypatch.setattr(table.TableConsumer, "render", after(table.TableConsumer.render, tell))
    card = others_card(game.public_id)
    named, differs = leaks(game, ann)
    assert named.startswith("Ann: socket of the table names")
    assert named_in(card, [named[-2:]])
    assert differs == "Ann: socket of the table reads otherwise"


def test_a_refusal_that_knows_where_a_card_is(game: Game, ann: list[Onlooker], monkeypatch: Patch) -> None:
    def play(seat: Seat, move: str, seen: int, **_named: Any) -> services.Outcome:
        state = load(seat.game)[0]
        assert state.round
        return services.Stale(seen) if move in state.round.hands[1] else services.Accepted(seen)

    monkeypatch.setattr(services, "play", play)
    found = leaks(game, ann)
    assert found
    assert all("refused" in leak and "reads otherwise" in leak for leak in found)


def test_a_call_that_tells_too_much(game: Game, ann: list[Onlooker], monkeypatch: Patch) -> None:
    tell = after(texts.line_of, lambda line, *_: replace(line, title=f"{line.text} {others_card(game.public_id)}"))
    monkeypatch.setattr(texts, "line_of", tell)
    found = leaks(game, ann, Reader.sent)
    assert {"mail", "push", "webhook"} <= {leak.removeprefix("Ann: ").split()[0] for leak in found}


def test_a_hash_of_hidden_cards_in_an_export(game: Game, ann: list[Onlooker], monkeypatch: Patch) -> None:
    tell = after(export_personal_data, lambda told, _: {**told, "head": Game.objects.get().head})
    monkeypatch.setattr(profiles, "export_personal_data", tell)
    assert leaks(game, ann, Reader.exported) == ["Ann: export reads otherwise"]


@pytest.mark.parametrize(
    "text", ["<b>9S</b>", 'data-card="9S"', "id=9S-2", "the Nine of Spades", "9♠", "red 9", "Red nine"]
)
def test_a_card_is_found_by_each_of_its_names(text: str) -> None:
    assert named_in(text, ["9S", "9R"]) in (["9S"], ["9R"])


@pytest.mark.parametrize("text", ["<th>", "app.js", "19S", "9SX", "Big casino (10♦)", "nine of spadesx"])
def test_other_words_are_no_cards(text: str) -> None:
    assert named_in(text, ["9S", "TH", "JS", "TD"]) == []
