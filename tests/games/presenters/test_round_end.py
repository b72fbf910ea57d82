"""The end of a round as the table's page shows it, in every game there is."""

from random import Random

import pytest

from games.domain.perspective import SPECTATOR, Perspective, at_round_end, perspective_of
from games.domain.presets import resolve_rules
from games.domain.rules_validation import seatings
from games.domain.state import GameState, Result, Sweep
from games.presenters.round_end import RoundEndView, round_end_view
from games.presenters.seats import NO_DETAILS, seat_views
from tests.examples import some
from tests.property.random_games import ALL_PRESETS, play_at_random


def view_of(state: GameState, viewer: int = 1) -> RoundEndView | None:
    return view(at_round_end(perspective_of(state, viewer)))


def view(perspective: Perspective) -> RoundEndView | None:
    return round_end_view(perspective, seat_views(perspective, NO_DETAILS))


def after_a_round(preset: str, seats: int, partners: bool, seed: int = 1) -> GameState:
    """Return a random game at the moment at which its first round was scored."""
    steps = play_at_random(resolve_rules(preset), preset, seats, partners, Random(seed))
    return next(step.after for step in steps if step.after.sheets or step.after.result)


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_in_every_game_the_rows_add_up_for_every_viewer(preset: str) -> None:
    for seats, partners in seatings(resolve_rules(preset)):
        state = after_a_round(preset, seats, partners)
        for viewer in (SPECTATOR, 1, seats):
            shown = view_of(state, viewer)
            assert shown
            assert len(shown.sides) == state.sides
            assert sum(len(side.seats) for side in shown.sides) == seats
            assert all(len(row.cells) == state.sides for row in shown.rows)
            assert not viewer or shown.sides[0].mine
            if state.sheets and not state.rules.scoring.difference and state.round is None:
                check_points(shown)


def check_points(shown: RoundEndView) -> None:
    for place, side in enumerate(shown.sides):
        points = [row.cells[place].points for row in shown.rows]
        assert sum(points) == number(side.points), shown


def number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-") or "0")


def scored(preset: str = "casino", viewer: int = 1, **changed: object) -> RoundEndView:
    """Return the end of a round of two in which the piles were these."""
    state = after_a_round(preset, 2, False)._replace(**changed)  # type: ignore[arg-type]
    shown = view_of(state, viewer)
    assert shown
    return shown


def test_the_viewers_column_comes_first_and_to_a_spectator_the_winners() -> None:
    won = after_a_round("casino", 2, False)._replace(result=Result((2,), "target"))
    for viewer, first in ((1, 1), (2, 2), (SPECTATOR, 2)):
        shown = view_of(won, viewer)
        assert shown
        assert shown.sides[0].seats[0].number == first


def test_counts_cards_and_points_stand_in_their_cells() -> None:
    state = after_a_round("casino", 2, False)
    assert state.finished_round
    shown = scored()
    rows = {row.label: row.cells for row in shown.rows}
    piles = state.finished_round.piles
    assert [cell.count for cell in rows["Cards"]] == [len(pile) for pile in piles]
    assert [cell.count for cell in rows["Spades"]] == [sum(card[1] == "S" for card in pile) for pile in piles]
    for place, pile in enumerate(piles):
        assert {card.code for card in rows["Aces"][place].cards} == {card for card in pile if card[0] == "A"}
        assert [card.code for card in rows["Big casino"][place].cards] == [card for card in pile if card == "TD"]
        assert rows["Big casino"][place].signed == ("+2" if "TD" in pile else "")


def test_the_fan_shows_the_cards_that_made_points() -> None:
    state = after_a_round("casino", 2, False)
    assert state.finished_round
    points = state.sheets[-1].points
    assert {bool(each.get("most_spades")) for each in points} == {True, False}
    for side, pile, own in zip(scored().sides, state.finished_round.piles, points, strict=True):
        special = [card for card in pile if card[0] == "A" or card in ("TD", "2S")]
        spades = [card for card in pile if card.suit == "S" and card not in special and own.get("most_spades")]
        assert [card.code for card in side.fan] == [*special, *spades][:6]


def test_where_cards_are_only_counted_the_fan_shows_any() -> None:
    shown = scored("callabra")
    assert [len(side.fan) for side in shown.sides] == [min(6, side.pile) for side in shown.sides]


def test_no_round_in_progress_is_shown_and_none_before_the_first_is_over() -> None:
    state = after_a_round("casino", 2, False)
    assert state.round is None
    assert view_of(state._replace(finished_round=None)) is None
    running = state._replace(round=state.finished_round)
    assert view(perspective_of(running, 1)) is None


def test_who_took_the_round_and_what_comes_next_in_words() -> None:
    state = after_a_round("casino", 2, False)
    assert state.finished_round
    start = state.finished_round.totals_at_start
    ahead = state._replace(totals=(start[0] + 8, start[1] + 3), target=21, dealer=2, players=("Anna", "Ben"))
    mine, other = view_of(ahead, 1), view_of(ahead, 2)
    assert mine
    assert other
    assert (mine.headline, other.headline) == ("You take round 1", "Anna takes round 1")
    assert mine.next_words == ("Ben deals.", f"You need {21 - start[0] - 8} more points.")
    assert other.next_words[0] == "You deal."
    level = view_of(ahead._replace(totals=(start[0] + 3, start[1] + 3)))
    assert level
    assert level.headline == "Round 1 is a tie"


@pytest.mark.parametrize(("number", "left"), [({"rounds": 5}, "4 rounds"), ({"rounds_per_seat": 1}, "1 round")])
def test_of_a_fixed_number_of_rounds_it_tells_those_to_go(number: dict[str, int], left: str) -> None:
    rules = resolve_rules({"preset": "casino", "ending": "rounds", **number})
    shown = view_of(after_a_round("casino", 2, False)._replace(rules=rules))
    assert shown
    assert shown.next_words[1:] == (f"{left} to go.",)


def test_points_below_nothing_have_no_steps_and_a_minus_sign() -> None:
    state = after_a_round("casino", 2, False)
    assert state.finished_round
    start = state.finished_round.totals_at_start
    shown = view_of(state._replace(totals=(start[0] - 3, start[1])))
    assert shown
    assert (shown.sides[0].gain, shown.sides[0].points) == ("\N{MINUS SIGN}3", "\N{MINUS SIGN}3")
    assert (len(shown.sides[0].steps), shown.sides[1].points) == (0, "0")


def test_a_restricted_side_is_shown_what_does_not_count() -> None:
    state = after_a_round("dominican", 2, False)
    assert state.finished_round
    late = state.finished_round._replace(totals_at_start=(18, 3), sweeps=((Sweep(3),), ()))
    shown = view_of(state._replace(finished_round=late, totals=(18, 7)))
    assert shown
    counting = {row.label: row.cells[0].counts for row in shown.rows}
    assert counting["Cards"]
    assert not counting["Big casino"]
