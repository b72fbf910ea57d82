"""Forms of the games: reading and checking."""

import pytest
from django.http import QueryDict

from games.domain.cards import Card
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.notation import read_cards
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from games.forms.new_game import SetUpForm
from games.forms.table import MoveForm, SeatForm, read_choice
from games.presenters.choices import Choice, Pluck
from tests.games.presenters.perspectives import BEGUN


def choice(query: str, perspective: Perspective | None = None) -> Choice:
    seen = perspective or perspective_of(fold(BEGUN), 1)
    return read_choice(QueryDict(query), seen, legal_moves(seen.position()) if seen.my_turn else ())


def test_a_choice_of_cards() -> None:
    found = choice("hand=9S&hand=8S&item=KD")
    assert found == Choice(frozenset(read_cards("9S 8S")), frozenset({"KD"}))


def test_cards_of_others_are_not_chosen() -> None:
    assert choice("hand=9H&hand=KD&item=9S&item=9H&item=%5B4C5S%5D") == Choice()


def test_a_watcher_chooses_nothing() -> None:
    assert choice("hand=9S&item=KD", perspective_of(fold(BEGUN), 0)).hand == frozenset()


def test_a_pluck_is_chosen_only_where_there_is_one() -> None:
    plain = perspective_of(fold(BEGUN), 1)
    assert choice("pluck=KD-before", plain).pluck is None
    plucking = plain._replace(rules=resolve_rules("pluck"))
    assert choice("pluck=KD-before", plucking).pluck == Pluck(Card("KD"), before=True)
    assert choice("pluck=AS-before", plucking).pluck is None


def test_an_orange_is_called_only_where_there_are_oranges() -> None:
    plain = perspective_of(fold(BEGUN), 1)
    assert not choice("orange=1", plain).orange
    assert choice("orange=1", plain._replace(rules=resolve_rules("tuxedo"))).orange


@pytest.mark.parametrize("data", ["", "move=9S", "seq=3", "move=9S&seq=x", "move=9S&seq=-1", "move=&seq=3"])
def test_a_move_needs_its_text_and_the_tables_number(data: str) -> None:
    assert not MoveForm(QueryDict(data)).is_valid()


@pytest.mark.parametrize(("data", "number"), [("", None), ("seat=2", 2)])
def test_a_seat_has_a_number_or_any(data: str, number: int | None) -> None:
    form = SeatForm(QueryDict(data))
    assert form.is_valid()
    assert form.cleaned_data["seat"] == number


@pytest.mark.parametrize("number", ["0", "7", "x"])
def test_there_are_no_other_seats(number: str) -> None:
    assert not SeatForm(QueryDict(f"seat={number}")).is_valid()


def test_a_target_that_the_game_cannot_have_is_refused_in_words() -> None:
    form = SetUpForm("royal-short", QueryDict("seating=2&opponents=friends&target=100000"))
    assert not form.is_valid()
    assert "Points to win" in str(form.errors)


def test_without_a_target_the_rules_stay_as_they_are() -> None:
    form = SetUpForm("royal-short", QueryDict("seating=2&opponents=friends"))
    assert form.is_valid()
    assert form.rules == resolve_rules("royal-short")


def test_a_target_of_ones_own_is_a_house_rule() -> None:
    form = SetUpForm("royal-short", QueryDict("seating=2&opponents=friends&target=9"))
    assert form.is_valid()
    assert form.rules == resolve_rules({"preset": "royal-short", "target": 9})
