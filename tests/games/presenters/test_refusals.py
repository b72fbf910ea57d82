"""Refusals in words."""

import re

from games import services
from games.domain.refusal import Refusal, refuse
from games.presenters.refusals import refusal_words


def test_a_refusal_names_cards_by_their_signs_and_cites_its_rule() -> None:
    refusal = refuse("card", "4.1", "not-in-hand", card="9D")
    assert refusal_words(refusal) == "You don’t hold the 9♦. (rule 4.1)"


def test_a_refusal_names_builds_by_their_cards() -> None:
    refusal = refuse("item", "4.2", "not-on-table", item="[4C5S]")
    assert refusal_words(refusal) == "There is no build 4♣ 5♠ on the table. (rule 4.2)"


def test_a_refusal_without_a_rule_cites_none() -> None:
    assert refusal_words(Refusal("turn", "", "not-your-turn")) == "It’s not your turn."


def test_every_refusal_can_be_said() -> None:
    for case, sentence in services.TEMPLATES.items():
        gaps = dict.fromkeys(re.findall(r"%\((\w+)\)s", sentence), "9")
        assert "(rule 1.1)" in refusal_words(refuse("code", "1.1", case, **gaps), services.TEMPLATES)
