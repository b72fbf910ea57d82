"""Cards marked in sentences."""

import re

from games.domain.cards import Card
from games.domain.notation import read_cards
from games.presenters.cards import card_views
from games.presenters.event_lines import EventLine
from games.templatetags.card_signs import card_signs, line_signs


def test_rank_and_suit_are_one_word_with_the_colour_of_the_suit() -> None:
    marked = card_signs("Ben took 10♦ with 10♣.")
    assert marked == 'Ben took <span class="c diamond">10♦</span> with <span class="c club">10♣</span>.'


def test_nothing_else_is_marked_and_what_people_write_stays_text() -> None:
    assert card_signs("<b> took 3 ♥ in 2 turns") == "&lt;b&gt; took 3 ♥ in 2 turns"


def test_a_play_marks_its_player_its_verb_its_cards_and_the_one_played() -> None:
    played, taken = (card_views(read_cards(cards)) for cards in ("9H", "9S 4D"))
    line = EventLine("<Ben> took 9♠ 4♦ with 9♥.", "take", played, taken)
    marked = line_signs(line, "<Ben>")
    assert marked.startswith("<span><b>&lt;Ben&gt;</b> <em>took</em></span> ")
    assert '<span class="c heart played">9♥</span>' in marked
    assert marked.count("played") == 1
    assert marked.count('<span class="c ') == 3


def test_a_card_of_the_rook_pack_is_marked_whole() -> None:
    line = EventLine("Ben took red 10 with red 1.", "take", card_views([Card("1R")]), card_views([Card("TR")]))
    plain = re.sub("<[^>]*>", "", line_signs(line, "Ben"))
    assert plain == line.text
    assert '<span class="c  played"><i data-one="R">red </i>1</span>' in line_signs(line, "Ben")
