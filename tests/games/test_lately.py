"""The last move, and events since the player's last look."""

import re

import pytest

from games import services
from games.domain.notation import read_cards
from games.models import Game, Seat
from games.presenters.events import spoken
from games.presenters.names import Names
from tests.games.test_presenters_news import sight
from tests.games.viewers import Page, Viewer, laid

FACES = "KS QS JS KD"  # nothing that a number takes

pytestmark = pytest.mark.django_db


def lately(page: Page) -> list[str]:
    """Return the moves in the list of recent ones, in order."""
    found = re.search(r'<section class="lately.*?</section>', page.html, re.DOTALL)
    texts = re.findall(r"<li>(.*?)</li>", found.group(), re.DOTALL) if found else []
    return [" ".join(re.findall(r'"text">(.*?)</span>', text)) for text in texts]


def seen(viewer: Viewer, number: int) -> int:
    return Seat.objects.get(game=viewer.game, number=number).seen


def test_the_last_move_lies_there_with_its_cards_until_the_next() -> None:
    ann, bob = laid("casino", "9S", "8S", table="9H 8D KS QS")
    ann.play("9Sx9H")
    assert lately(bob.look()) == ["Round 1. Dealer: You.", "Ann took 9♥ with 9♠."]
    assert lately(bob.look()) == ["Ann took 9♥ with 9♠."]
    assert lately(bob.play("8Sx8D")) == ["You took 8♦ with 8♠."]


def test_who_comes_back_sees_every_move_in_order() -> None:
    ann, bob, cleo = laid("casino", "9S", "8S", "7S", table="9H 8D KS QS")
    ann.play("9Sx9H")
    bob.play("8S")
    cleo.play("7S")
    page = ann.look()
    assert "Since your last look" in page.text
    assert lately(page) == ["Bob trailed 8♠. Left behind: 8♦", "Cleo trailed 7♠."]


def test_what_has_been_seen_is_not_shown_again_but_for_the_last_move() -> None:
    ann, bob, cleo = laid("casino", "9S", "8S", "7S", table=FACES)
    ann.play("9S")
    bob.play("8S")
    assert 'class="lately new"' in cleo.look().html
    page = cleo.look()
    assert "Since your last look" not in page.text
    assert lately(page) == ["Bob trailed 8♠."]
    assert "lately new" not in page.html


def test_a_look_is_noted_once_and_never_backwards() -> None:
    ann, bob = laid("casino", "9S", "8S", table=FACES)
    ann.play("9S")
    now = Game.objects.get(pk=ann.game.pk).seq
    bob.look()
    assert seen(bob, 2) == now
    services.looked(Seat.objects.get(game=bob.game, number=2), now - 1)
    assert seen(bob, 2) == now


def test_a_spectator_leaves_no_mark_and_sees_the_last_move() -> None:
    ann, _ = laid("casino", "9S", "8S", table=FACES)
    ann.play("9S")
    before = list(Seat.objects.values_list("number", "seen"))
    assert lately(Viewer(ann.game).look()) == ["Ann trailed 9♠."]
    assert list(Seat.objects.values_list("number", "seen")) == before


def test_before_the_first_move_it_is_the_deal() -> None:
    ann, _ = laid("casino", "9S", "8S", table=FACES)
    assert lately(ann.look()) == ["Round 1. Dealer: Bob."]


def test_what_was_left_behind_is_said_to_all() -> None:
    ann, bob = laid("casino", "9S 4C", "9D", table="5H 8D KS QS")
    ann.play("4C+5H=9")
    bob.play("9D")
    assert "Bob trailed 9♦. Left behind: the build 4♣ 5♥" in lately(ann.look())


def test_unless_the_table_wants_it_otherwise() -> None:
    from games.domain.events import CardTrailed

    event = CardTrailed(2, read_cards("9S")[0], ("9D", "[4C5H]"))
    table = sight()
    texts = [line.text for line in spoken([event], Names(table))]
    assert texts == ["Ben trailed 9♠.", "Left behind: 9♦ and the build 4♣ 5♥"]
    quiet = table._replace(terms=table.terms._replace(left_behind=False))
    assert [line.text for line in spoken([event], Names(quiet))] == ["Ben trailed 9♠."]
