"""The categories that decided games, checked against the engine's own judgment of the winner."""

from random import Random

from games.domain.notation import read_cards
from games.domain.perspective import SPECTATOR, perspective_of
from games.domain.presets import resolve_rules
from games.domain.rules_validation import seatings
from games.domain.scoring import Points
from games.domain.state import GameState, Result, RoundSheet
from games.domain.winning import winner_at_round_end
from games.presenters.names import Names
from games.presenters.results import deciding_keys, deciding_sentence, reason_words, result_view
from tests.games.test_bots import dealt
from tests.property.random_games import ALL_PRESETS, Step, play_at_random


def finished(
    totals: tuple[int, ...], points: tuple[Points, ...], reason: str = "target", **options: object
) -> GameState:
    """Return a game of two that ended with this score sheet."""
    state = dealt(resolve_rules({"preset": "casino", **options}))
    winner = totals.index(max(totals)) + 1
    result = Result((winner,), reason)  # type: ignore[arg-type]
    return state._replace(round=None, sheets=(RoundSheet(points),), totals=totals, result=result)


def sentence(state: GameState) -> str:
    return deciding_sentence(perspective_of(state, SPECTATOR))


def test_the_way_without_which_the_winner_would_not_have_won_is_named() -> None:
    points = ({"most_cards": 3, "aces": 1, "total": 4}, {"most_spades": 1, "big_casino": 2, "total": 3})
    assert sentence(finished((21, 19), points)) == "Decided by cards."
    assert sentence(finished((22, 19), ({"aces": 4, "total": 4}, {}))) == "Decided by aces: 4 to 0."


def test_two_casinos_decide_together_where_neither_does_alone() -> None:
    points: tuple[Points, ...] = ({"big_casino": 2, "little_casino": 1, "aces": 1, "total": 4}, {"total": 0})
    assert sentence(finished((23, 20), points)) == "Decided by both casinos."
    assert sentence(finished((22, 20), points)) == "Decided by the big casino."


def test_a_game_can_be_decided_by_a_single_card() -> None:
    points: tuple[Points, ...] = ({"card_points": 1, "total": 1}, {"most_spades": 1, "total": 1})
    assert sentence(finished((21, 20), points, preset="diloti")) == "Decided by single cards."


def test_what_only_ended_the_game_did_not_decide_it() -> None:
    points: tuple[Points, ...] = ({"most_cards": 3, "total": 3}, {})
    assert sentence(finished((22, 11), points)) == sentence(finished((40, 10), points, "rounds")) == ""
    assert sentence(finished((24, 20), points)) == ""
    assert sentence(finished((23, 20), points)) == "Decided by cards."  # without them it would have been a tie


# --- how it went, and why it ended -----------------------------------------------------------------------------------


def told(state: GameState, *earlier: tuple[int, int], viewer: int = 1) -> str:
    """Return why a game ended, and its story, after earlier rounds with these points."""
    rounds = tuple(RoundSheet(({"total": own}, {"total": other})) for own, other in earlier)
    view = result_view(perspective_of(state._replace(sheets=rounds + state.sheets), viewer))
    assert view
    assert view.comeback == ("comeback" in view.story)
    return f"{view.reason} {view.story}".strip()


def heavy(state: GameState, viewer: int) -> bool:
    view = result_view(perspective_of(state, viewer))
    return view is not None and view.heavy


def test_a_clear_win_a_comeback_and_a_close_one_are_told_apart() -> None:
    cards: tuple[Points, ...] = ({"most_cards": 3, "total": 3}, {})
    assert (
        told(finished((22, 11), cards), (8, 3))
        == "You reached the target of 21. A clear win: 11 points ahead, and never behind."
    )
    assert told(finished((22, 11), cards), (8, 3), viewer=2) == "P1 reached the target of 21."
    assert [heavy(finished((22, other), cards), viewer=2) for other in (12, 13)] == [True, False]
    assert not heavy(finished((22, 12), cards), viewer=1)
    assert [heavy(finished((2, 22), cards, reason), 1) for reason in ("resign", "cards")] == [True, False]
    assert told(finished((22, 11), cards), (3, 4)) == "You reached the target of 21."
    assert (
        told(finished((22, 19), cards), (3, 8), (2, 6))
        == "You reached the target of 21. A comeback from 9 points behind. Decided by cards."
    )
    assert (
        told(finished((21, 20), ({"total": 2}, {"total": 2})))
        == "You reached the target of 21. A single point made the difference."
    )
    assert told(finished((25, 19), cards), (6, 5)) == "You reached the target of 21."


def test_of_several_who_reached_the_target_it_is_told_what_counted_among_them() -> None:
    points: tuple[Points, ...] = ({"aces": 4, "total": 4}, {"total": 4})
    state, order = finished((22, 21), points), "The points are counted in order; the first to reach 21 wins."
    for viewer, names in ((1, "You and P2"), (2, "You and P1"), (SPECTATOR, "P1 and P2")):
        both = f"{names} reached the target of 21."
        assert told(state, viewer=viewer) == f"{both} The most points win. Decided by aces: 4 to 0."
        in_order = state._replace(result=Result((2,), "in-order"))
        assert told(in_order, viewer=viewer).startswith(f"{both} {order}")


def test_a_loss_names_the_winner_and_the_place_in_plain_words() -> None:
    lost = result_view(perspective_of(finished((22, 20), ({"total": 4}, {"total": 2})), 2))
    assert lost
    assert (lost.headline, lost.reason, lost.story) == (
        "You lost to P1",
        "P1 reached the target of 21.",
        "It was close.",
    )
    four = dealt(resolve_rules("casino"), seats=4)._replace(
        round=None, sheets=(RoundSheet(({}, {}, {}, {})),), totals=(12, 22, 11, 20), result=Result((2,), "target")
    )
    for viewer, place in ((4, "You came second."), (1, "You came third."), (3, "You came fourth."), (2, "")):
        view = result_view(perspective_of(four, viewer))
        assert view
        assert ("You came" in view.story) == bool(place)
        assert place in view.story
    shared = result_view(perspective_of(four._replace(totals=(11, 22, 11, 20)), 3))
    assert shared
    assert "You came" not in shared.story


def test_a_partner_shares_the_loss() -> None:
    pairs = dealt(resolve_rules("casino"), seats=4)._replace(
        partners=True, totals=(3, 8), result=Result((2, 4), "target")
    )
    lost = result_view(perspective_of(pairs, 3))
    assert lost
    assert lost.headline == "You and P1 lost to P2 and P4"


def test_who_resigns_or_is_out_of_time_is_named_and_is_you_to_that_player() -> None:
    for reason, own, other in (
        ("resign", "You resigned.", "P2 resigned."),
        ("timeout", "You ran out of time.", "P2 ran out of time."),
        ("abandoned", "You left the game.", "P2 left the game."),
    ):
        state = finished((10, 3), ({"total": 10}, {"total": 3}), reason)
        assert (told(state, viewer=2), told(state), told(state, viewer=SPECTATOR)) == (own, other, other)


def test_only_where_there_are_sides_a_side_resigns() -> None:
    four = perspective_of(dealt(resolve_rules("casino"), seats=4), 1)
    pairs = four._replace(partners=True)
    for table, winners, words in (
        (pairs, (1, 3), "The other side resigned."),
        (pairs, (2, 4), "Your side resigned."),
        (four, (2,), "You resigned."),
        (four, (1,), "A player resigned."),
        (four._replace(forfeited_seats=frozenset({1})), (2,), "A player resigned."),
    ):
        assert reason_words("resign", winners, Names(table)) == words
    assert reason_words("target", (1, 3), Names(pairs)) == "You and P3 reached the target of 21."
    assert reason_words("target", (2, 4), Names(pairs)) == "P2 and P4 reached the target of 21."
    assert reason_words("instant", (2,), Names(four)) == "The first to reach 21 wins at once, even during a round."


# --- where nothing is said -------------------------------------------------------------------------------------------


def test_where_the_score_did_not_decide_nothing_is_said() -> None:
    points: tuple[Points, ...] = ({"most_cards": 3, "total": 3}, {})
    assert sentence(finished((21, 19), points, "resign")) == ""
    assert sentence(finished((21, 19), points)._replace(result=Result((1, 2), "rounds"))) == ""
    assert sentence(dealt(resolve_rules("casino"))) == ""


def test_a_close_majority_is_told_with_its_counts_where_the_piles_are_known() -> None:
    state = dealt(resolve_rules("casino"))
    assert state.round
    spades = [card for card in state.round.stock if card.suit == "S"]
    hearts = [card for card in state.round.stock if card.suit == "H"]
    piles = ((*spades[:5], *hearts), tuple(spades[5:9]))
    points: tuple[Points, ...] = ({"most_cards": 3, "most_spades": 1, "total": 4}, {})
    perspective = perspective_of(finished((21, 20), points), SPECTATOR)
    assert deciding_sentence(perspective, piles) == f"Decided by spades: 5 to {len(piles[1])}."


def last_round(steps: list[Step]) -> GameState:
    """Return the state before the step that ended the game."""
    before = steps[-1].before
    assert before
    return before


def test_without_the_named_way_the_engine_would_not_have_had_this_winner() -> None:
    told = 0
    for preset in ALL_PRESETS:
        steps = short_game(preset)
        state = steps[-1].after
        assert state.result
        perspective = perspective_of(state, SPECTATOR)
        winner = state.side_of(state.result.winners[0])
        keys = deciding_keys(perspective, winner, None)
        assert deciding_sentence(perspective) or not keys
        if keys and state.result.reason in ("target", "rounds", "in-order"):
            told += 1
            assert not wins_without(last_round(steps), state, winner, keys), (preset, keys)
    assert told > len(ALL_PRESETS) / 6


def short_game(preset: str) -> list[Step]:
    """Return a random game to a low target, where the preset lets the target change."""
    rules = resolve_rules(preset)
    seats, partners = seatings(rules)[0]
    low = {"target": 12} if rules.winning.ending == "target" and rules.winning.endgame == "none" else {}
    return list(play_at_random(resolve_rules({"preset": preset, **low}), preset, seats, partners, Random(preset)))


def wins_without(before: GameState, after: GameState, winner: int, keys: tuple[str, ...]) -> bool:
    """Return whether the engine lets the side win the last round's score sheet without these points."""
    points = [dict(own) for own in after.sheets[-1].points]
    lost = sum(points[winner].pop(key) for key in keys)
    if before.rules.scoring.difference:
        sums = [sum(value for key, value in own.items() if key != "total") for own in points]
        start = [total - own["total"] for total, own in zip(after.totals, points, strict=True)]
        totals = tuple(start[side] + max(0, sums[side] - sums[1 - side]) for side in (0, 1))
    else:
        totals = tuple(total - lost * (side == winner) for side, total in enumerate(after.totals))
    assert before.round
    win = winner_at_round_end(before, before.round, points, totals)
    return win is not None and win.sides == (winner,)


def test_a_majority_decides_no_game_in_which_only_cards_and_sweeps_count_as_earned() -> None:
    state = dealt(resolve_rules({"preset": "casino", "count_as_earned": "cards"}))
    assert state.round
    piles = (read_cards("3S 4S 5S 6S 7S 8S 9S AH"), ())  # most spades for certain
    round_ = state.round._replace(piles=piles, totals_at_start=(20, 20))
    won = state._replace(round=round_, totals=(21, 20), result=Result((1,), "instant"))
    assert deciding_keys(perspective_of(won, SPECTATOR), 0, piles) == ("aces",)
    rules = resolve_rules({"preset": "casino", "count_as_earned": "all"})
    assert deciding_keys(perspective_of(won._replace(rules=rules), SPECTATOR), 0, piles) == ("most_spades",)


def test_points_that_a_tie_carried_over_count_where_a_game_is_won_in_mid_round() -> None:
    state = dealt(resolve_rules({"preset": "casino", "count_as_earned": "all"}))
    assert state.round
    piles = (read_cards("3S 4S 5S 6S 7S 8S 9S AH"), ())  # most spades for certain: one point, and one carried over
    round_ = state.round._replace(piles=piles, totals_at_start=(19, 20))
    won = state._replace(round=round_, totals=(22, 20), carried=(("most_spades", 1),), result=Result((1,), "instant"))
    assert deciding_keys(perspective_of(won, SPECTATOR), 0, piles) == ("most_spades",)
