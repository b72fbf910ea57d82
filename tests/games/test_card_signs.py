"""Cards marked in sentences."""

import re

from games.domain.cards import Card
from games.domain.notation import read_cards
from games.presenters.cards import card_views
from games.presenters.event_lines import EventLine
from games.templatetags.card_signs import card_signs, line_signs
from games.templatetags.portraits import log_lines


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


def test_a_build_is_told_with_its_value() -> None:
    line = EventLine("Ben built nines with 4♦ and 5♥.", "build", card_views([Card("4D")]), card_views([Card("5H")]))
    assert line_signs(line, "Ben").startswith("<span><b>Ben</b> <em>built</em> <em>nines</em></span> with ")


def test_a_card_of_the_rook_pack_is_marked_whole() -> None:
    line = EventLine("Ben took red 10 with red 1.", "take", card_views([Card("1R")]), card_views([Card("TR")]))
    plain = re.sub("<[^>]*>", "", line_signs(line, "Ben"))
    assert plain == line.text
    assert '<span class="c  played"><i data-one="R">red </i>1</span>' in line_signs(line, "Ben")


def test_what_a_play_left_behind_stands_below_it_in_the_list_of_the_latest_first() -> None:
    lines = [EventLine("one", "trail"), EventLine("left by one", "behind"), EventLine("two", "trail")]
    assert re.findall(">([^<]+)</span>", log_lines(lines, ())) == ["two", "one", "left by one"]
