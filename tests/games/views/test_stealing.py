"""Stealing, additions and open piles, played from the page through plain controls."""

import pytest

from games.domain.cards import Card
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of
from games.log.store import load
from games.models import Game
from games.presenters.choices import choice_of, filter_moves
from games.presenters.moves import MoveWords
from tests.domain.positions import house
from tests.games.viewers import Viewer, laid

pytestmark = pytest.mark.django_db

STEALING = house("casino", steal=True, table_additions=True, duty="free")


def piles(viewer: Viewer) -> tuple[tuple[Card, ...], ...]:
    state, _ = load(Game.objects.get(pk=viewer.game.pk))
    assert state.round
    return state.round.seat_piles


def robbed() -> tuple[Viewer, Viewer]:
    """Return two viewers; the second has an eight on top of its pile, and the first is to play."""
    ann, bob = laid(STEALING, "2C 8S 4S 9H", "8C KC", table="8H 8D 5D 3C")
    ann.play("2C")
    bob.play("8Cx8H")
    return ann, bob


def items(viewer: Viewer) -> set[str]:
    return {each["value"] for each in viewer.look().inputs if each.get("name") == "item"}


def test_the_top_of_an_opponents_pile_is_a_control_beside_the_loose_cards() -> None:
    ann, bob = robbed()
    assert "8C@2" in items(ann)
    assert not {item for item in items(bob) if "@" in item}
    assert "eight of clubs" in Viewer(ann.game).look().text


def test_a_card_is_stolen_with_its_equal() -> None:
    ann, bob = robbed()
    page = ann.look(hand="8S", item=["8D", "8C@2"])
    ann.press(page, "Take 8♦ and 8♣ from a pile with 8♠ (3 cards)")
    assert piles(ann) == (("8C", "8D", "8S"), ("8H",))
    assert "Stolen: 8♣ from you." in bob.look().text


def test_a_card_is_not_stolen_alone_and_the_reason_is_told() -> None:
    ann, _ = robbed()
    page = ann.look(hand="4S", item=["8C@2"])
    assert not page.moves
    assert "4♠ can’t take 8♣" in page.text


def test_a_stolen_card_goes_into_a_build_and_cards_are_added_to_it() -> None:
    ann, bob = laid(STEALING, "4S 9H 3S 9D", "8C KC 2H", table="8H 5D AC AD")
    ann.play("4S+5D=9")
    bob.play("8Cx8H")
    page = ann.look(hand="3S", item=["[4S5D]", "AC", "8C@2"])
    ann.press(page, "Add A♣ and 8♣ from a pile to the build of 9, then: Trail 3♠")
    assert piles(ann)[1] == ("8H",)
    assert "added A♣ 8♣ to the build of nines" in bob.look().text


def test_every_move_is_chosen_by_its_cards() -> None:
    ann, _ = robbed()
    state, _seq = load(Game.objects.get(pk=ann.game.pk))
    assert state.round
    position = perspective_of(state, 1).position()
    moves = legal_moves(position)
    words = MoveWords(position)
    assert any("@" in item for move in moves for item in choice_of(move).items)
    for move in moves:
        assert move in filter_moves(moves, choice_of(move)).matching
        assert words.label(move)
