"""The table as a view."""

from games.domain.perspective import perspective_of
from games.domain.replay import fold
from games.domain.variants import resolve_rules
from games.presenters.table import status_words, table_view
from tests.games.presenters.perspectives import BEGUN, table_of


def test_the_turn_is_told() -> None:
    playing = fold(BEGUN)
    assert status_words(perspective_of(playing, 1)) == "Your turn"
    assert status_words(perspective_of(playing, 2)) == "Waiting for Anna"
    assert status_words(perspective_of(playing, 0)) == "Waiting for Anna"
    assert status_words(table_of()) == "Waiting for players."
    assert status_words(table_of()._replace(latest_round=1)) == "Round 1 is over."


def test_a_spectators_table_has_nothing_to_choose() -> None:
    view = table_view(perspective_of(fold(BEGUN), 0), [])
    assert view.me is None
    assert view.hand == ()
    assert not view.controls.resign
    assert [seat.number for seat in view.seats] == [1, 2]


def test_a_table_between_two_rounds_can_be_drawn() -> None:
    view = table_view(table_of()._replace(latest_round=1), [])
    assert (view.loose, view.builds, view.hand, view.round) == ((), (), (), None)


def test_only_a_game_to_a_number_of_points_shows_the_way_to_it() -> None:
    def with_pegs(preset: str) -> list[bool]:
        seats = table_view(table_of()._replace(rules=resolve_rules(preset)), []).seats
        return [seat.pegs is not None for seat in seats]

    assert with_pegs("casino") == [True, True]
    assert with_pegs("california") == with_pegs("callabra") == [False, False]
