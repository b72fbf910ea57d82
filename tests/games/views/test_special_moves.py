"""Every special, played from the page through its own plain control, in a game that has it."""

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


def pile(viewer: Viewer, side: int) -> set[str]:
    state, _ = load(Game.objects.get(pk=viewer.game.pk))
    assert state.round
    return set(state.round.piles[side])


def totals(viewer: Viewer) -> tuple[int, ...]:
    return load(Game.objects.get(pk=viewer.game.pk))[0].totals


def test_several_hand_cards_are_chosen_together() -> None:
    ann, _ = laid("hungarian", "AC 2H 9S", "", table="3D KS QS JS")
    page = ann.look()
    assert {each["type"] for each in page.inputs if each.get("name") == "hand"} == {"checkbox"}
    page = ann.look(hand=["AC", "2H"])
    ann.press(page, "Take 3♦ with A♣ and 2♥ (3 cards)")
    assert pile(ann, 0) == {"AC", "2H", "3D"}


def test_in_other_games_one_hand_card_is_chosen() -> None:
    ann, _ = laid("casino", "AC 2H 9S", "")
    assert {each["type"] for each in ann.look().inputs if each.get("name") == "hand"} == {"radio"}


def test_hand_cards_that_form_groups_of_their_own() -> None:
    ann, _ = laid("casino-en-deux", "AC 2H 3S", "", table="3D KS QS JS")
    page = ann.look(hand=["AC", "2H", "3S"])
    ann.press(page, "Take 3♦ with A♣, 2♥ and 3♠ (4 cards)")
    assert pile(ann, 0) == {"AC", "2H", "3S", "3D"}


def test_the_game_can_be_claimed_at_any_time() -> None:
    ann, bob = laid("hungarian", "AC 2H 9S", "", table="3D KS QS JS")
    assert "Claim the game" in ann.look().buttons
    page = bob.press(bob.look(), "Claim the game")
    assert "You wrongly claimed the game." in page.text
    assert "Claim the game" not in page.buttons


def test_a_right_claim_wins() -> None:
    ann, bob = laid({"preset": "hungarian", "target": 1}, "AC 2H 9S", "", table="AD KS QS JS")
    ann.play("ACxAD")
    page = ann.press(ann.look(), "Claim the game")
    assert "You won!" in page.text
    assert 'class="taking"' in page.html  # the play that led to it, while its cards travel
    assert "You lost to Ann" in bob.look().text


def test_a_claim_that_may_lose_the_game_says_so_first() -> None:
    ann, bob = laid("cassino-21", "AC 2H 9S", "", table="3D KS QS JS")
    assert "A wrong claim loses the game." in ann.look().text
    assert "Ann won the game" in bob.press(bob.look(), "Claim the game").text
    harmless, _ = laid("hungarian", "AC 2H 9S", "", table="3D KS QS JS")
    assert "A wrong claim loses the game." not in harmless.look().text


def test_an_orange_is_called_with_the_move() -> None:
    ann, _ = laid("tuxedo", "5B", "", table="2Y 3R 9G 8G")
    page = ann.look(hand="5B", orange="1")
    assert page.moves == {"Take yellow 2, red 3 with black 5 and call “orange” (3 cards)": "5Bx2Y,3R!"}
    ann.press(page, next(iter(page.moves)))
    assert totals(ann) == (10, 0)


def test_an_orange_that_was_not_called_is_called_by_another() -> None:
    ann, bob = laid("tuxedo", "5B", "", table="2Y 3R 9G 8G")
    assert "Call “orange” on the last capture" not in bob.look().buttons
    ann.play("5Bx2Y,3R")
    assert "Call “orange” on the last capture" not in ann.look().buttons
    page = bob.press(bob.look(), "Call “orange” on the last capture")
    assert "You correctly called “orange.”" in page.text
    assert totals(ann) == (0, 10)
    assert "Call “orange” on the last capture" not in page.buttons


def test_after_a_trail_there_is_no_orange_to_call() -> None:
    ann, bob = laid("tuxedo", "5B", "", table="2Y 3R 9G 8G")
    ann.play("5B")
    assert "Call “orange” on the last capture" not in bob.look().buttons


def test_a_card_is_plucked_before_or_after_playing() -> None:
    ann, bob = laid("pluck", "9S", "8S", table="9H 5D KD QD")
    assert "5D-before" in ann.look().plucks
    page = ann.look(hand="9S", item="9H", pluck="5D-before")
    ann.press(page, "Pluck 5♦, then: Take 9♥ with 9♠ (3 cards)")
    assert pile(ann, 0) == {"9S", "9H", "5D"}
    page = bob.look(hand="8S", pluck="KD-after")
    bob.press(page, "Trail 8♠, then pluck K♦ (1 card)")
    assert pile(bob, 1) == {"KD"}
    assert "Bob plucked K♦." in ann.look().text


def test_once_plucked_there_is_no_pluck_left_in_this_deal() -> None:
    ann, bob = laid("pluck", "9S", "8S", table="9H 5D KD QD")
    ann.play("^5D 9S")
    bob.play("8S")
    assert not ann.look().plucks


def test_one_may_build_for_the_partner() -> None:
    """Cleo has shown a nine by building; Ann, who holds none, adds to it for her."""
    ann, bob, cleo, dan = laid(
        "dominican-partner", "6S 2C", "TD", "4S 9H", "8H", table="5H KS QS 3D", partners=True, step=-1
    )
    ann.play("2C")
    dan.play("8H")
    cleo.play("4S+5H=9")
    bob.play("TD")
    page = ann.look(hand="6S", item=["3D", "[4S5H]"])
    ann.press(page, "Build nines with 6♠, 3♦ and the build of 9 for your partner (can’t be raised)")
    assert "Owner: Cleo" in ann.look().text
    assert "Owner: You." in cleo.look().text


def test_a_build_of_table_cards_is_made_while_trailing() -> None:
    ann, _ = laid({"preset": "casino", "table_only_builds": True}, "9S 8S", "", table="5D 3C KD QD")
    page = ann.look(hand="9S", item=["5D", "3C"])
    assert "Trail 9♠ and build 8 with 3♣ and 5♦" in page.moves
    page = ann.press(page, "Trail 9♠ and build 8 with 3♣ and 5♦")
    assert "Build of 8: 3♣ 5♦. Owner: You" in page.text


def test_the_cut_card_is_shown_to_who_may_peek() -> None:
    ann, bob = laid("casino-en-deux", "", "", last="7D")
    assert "at the bottom: seven of diamonds" in ann.look().text
    assert "at the bottom" not in bob.look().text
    assert "at the bottom" not in Viewer(ann.game).look().text


def test_a_jack_takes_all() -> None:
    ann, _ = laid("tablanette", "JS", "", table="5D 3C KD QD")
    ann.press(ann.look(hand="JS"), "Take 3♣ 5♦ Q♦ K♦ with J♠ (5 cards, clears the table)")
    assert len(pile(ann, 0)) == 5


def test_the_five_of_spades_sweeps() -> None:
    ann, _ = laid({"preset": "casino-sweeps", "five_of_spades_sweeps": True}, "5S", "", table="9D 3C KD QD")
    page = ann.look(hand="5S")
    assert page.moves == {"Take 3♣ 9♦ Q♦ K♦ with 5♠ (5 cards, clears the table)": "5Sx3C,9D,QD,KD"}
    assert "Sweep! You cleared the table." in ann.press(page, next(iter(page.moves))).text


def test_a_build_is_raised_in_so_many_words() -> None:
    ann, bob = laid("casino", "4S 6H", "3S 9D", table="2H KC QC JC")
    ann.play("4S+2H=6")
    page = bob.look(hand="3S", item="[2H4S]")
    assert page.moves == {"Raise the 6 to 9 with 3♠": "3S+[2H4S]=9"}
    assert "Build of 9: 2♥ 3♠ 4♠. Owner: You" in bob.press(page, "Raise the 6 to 9 with 3♠").text


def test_faces_are_built_by_their_names() -> None:
    ann, bob = laid("trailing-royals", "QS QD", "", table="QH KC 2C 3C")
    ann.press(ann.look(hand="QS", item="QH"), "Build queens with Q♠ and Q♥ (can’t be raised)")
    assert "Build of queens, can’t be raised: Q♠ Q♥. Owner: Ann" in bob.look().text


def test_a_default_is_told() -> None:
    ann, bob = laid("michigan", "4S 6H 9C", "", table="2H KC QC JC")
    ann.play("4S+2H=6")
    bob.trail()
    text = ann.play("9C").text
    assert "the build 2♥ 4♠ no longer belongs to anyone." in text
    assert "Bob: 2 points" in text


# --- stealing, additions and open piles, played from the page through plain controls ---------------------------------


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
