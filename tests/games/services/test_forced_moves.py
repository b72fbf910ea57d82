"""The only move is played automatically, for players who want it so."""

import pytest

from accounts.models import Person, Preferences
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of
from games.log.store import load
from games.tasks.turns import play_forced_move
from tests.games.computers import fresh
from tests.games.viewers import Viewer, laid

pytestmark = pytest.mark.django_db

HANDS = ("9S 8C 3C 2H", "QC JC TC KC")


def one_card_each() -> list[Viewer]:
    """Bob is to play his last card, and it can only be trailed."""
    ann, bob = laid("casino", *HANDS, table="2D AD 7H 5H")
    for number in range(3):
        ann.play(HANDS[0].split()[number])
        bob.play(HANDS[1].split()[number])
    ann.play("2H")
    return [ann, bob]


def person_of(viewer: Viewer) -> Person:
    return Person.objects.get(pk=viewer.client.session["_auth_user_id"])


def test_it_is_played_and_said() -> None:
    ann, _ = one_card_each()
    play_forced_move.func(fresh(ann.game).public_id, fresh(ann.game).seq)
    assert fresh(ann.game).turn == 1
    assert "Bob had only one move. It was played automatically." in ann.look().text


def test_it_is_not_played_when_the_game_has_gone_on() -> None:
    ann, _ = one_card_each()
    before = fresh(ann.game)
    play_forced_move.func(before.public_id, before.seq - 1)
    assert fresh(ann.game).seq == before.seq


def test_it_is_not_played_where_there_is_a_choice() -> None:
    ann, _ = laid("casino", *HANDS, table="2D AD 7H 5H")
    before = fresh(ann.game)
    play_forced_move.func(before.public_id, before.seq)
    assert fresh(ann.game).seq == before.seq


@pytest.mark.parametrize("wanted", [True, False])
def test_only_those_are_asked_for_who_want_it(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = laid("casino", *HANDS, table="2D AD 7H 5H")
    Preferences.objects.create(person=person_of(bob), automatic=wanted)
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(type(play_forced_move), "enqueue", lambda _, *arguments: asked.append(arguments))
    ann.play("9S")
    assert asked == ([(ann.game.public_id, fresh(ann.game).seq)] if wanted else [])


def test_with_more_cards_in_the_hand_it_is_not_played() -> None:
    """It would tell that the others can neither capture nor trail."""
    ann, bob = laid("casino", "9S 4C QS KS", "JC 2C 8C 7C", table="5H 6D TD TH")
    ann.play("4C+5H=9")
    bob.play("JC")
    before = fresh(ann.game)
    assert len(legal_moves(perspective_of(load(before)[0], 1).position())) == 1
    play_forced_move.func(before.public_id, before.seq)
    assert fresh(ann.game).seq == before.seq
