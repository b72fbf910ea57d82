"""The shipped puzzles: complete, different, and each with one best move; how they are found and rated."""

from itertools import count
from random import Random

from django.utils import timezone

from games.analysis.positions import LEARNER
from games.domain.cards import PACKS
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of
from games.management.puzzle_search import puzzle_from, puzzle_key, puzzles_of_round, rated, rating_from, selected
from games.presenters.puzzles import THEME_NAMES
from games.puzzles.catalog import PATH, Puzzle, all_puzzles, read_puzzles, write_puzzles
from games.puzzles.proof import MAX_NODES, MIN_MARGIN, THEMES
from tests.examples import exhaustive

PROVED_EACH_RUN = 12


def cards_of(puzzle: Puzzle) -> list[str]:
    position = puzzle.position
    return [card for cards in (*position.hands, position.table.cards, *position.piles) for card in cards]


def test_there_are_a_thousand_of_all_themes_and_none_twice() -> None:
    puzzles = all_puzzles()
    assert len(puzzles) == 1000
    assert len(set(map(puzzle_key, puzzles))) == len(puzzles)
    assert set(THEMES) == set(THEME_NAMES) == {theme for puzzle in puzzles for theme in puzzle.themes}
    assert PATH.stat().st_size < 400_000


def test_every_row_is_a_whole_deck_and_a_legal_move() -> None:
    for puzzle in all_puzzles():
        assert sorted(cards_of(puzzle)) == sorted(PACKS["standard"])
        assert puzzle.solution in legal_moves(perspective_of(puzzle.state(), LEARNER).position())
        assert puzzle.margin >= MIN_MARGIN
        assert 0 < puzzle.nodes <= MAX_NODES
        assert 0 < puzzle.rating < 3000


def test_the_file_is_read_as_it_was_written() -> None:
    text = PATH.read_text(encoding="utf-8")
    assert write_puzzles(read_puzzles(text), all_puzzles()[0].solved) == text


def test_a_sample_is_proved_again_another_one_each_day() -> None:
    sample = Random(timezone.now().toordinal()).sample(all_puzzles(), PROVED_EACH_RUN)
    for puzzle in sample:
        found = puzzle_from(puzzle.position)
        assert found
        assert found == puzzle._replace(rating=0, solved={}, nodes=found.nodes)


@exhaustive
def test_the_same_seed_finds_the_same_puzzles() -> None:
    first = list(selected(map(puzzles_of_round, count(1_000_003)), 1))
    assert first == list(selected(map(puzzles_of_round, count(1_000_003)), 1))
    assert rated(first[0]) == rated(first[0])


def test_what_more_levels_solve_is_rated_lower() -> None:
    levels = list(all_puzzles()[0].solved)
    ratings = [
        rating_from({level: float(place >= weakest) for place, level in enumerate(levels)}) for weakest in range(5)
    ]
    assert ratings == sorted(set(ratings))
