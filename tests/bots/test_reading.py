"""Inference of hands from the plays of others."""

from itertools import islice
from random import Random

from games.bots.reading import Reading
from games.bots.scene import Stage
from games.bots.unseen import guesses
from games.bots.weighing import Weigher
from games.domain.cards import sort_cards
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.moves import play_of, played_cards
from games.domain.notation import read_cards, read_move, read_table
from games.domain.perspective import Perspective, perspective
from games.domain.refusal import Refusal
from games.domain.replay import fold
from games.domain.state import GameState
from games.domain.table import Shown
from games.domain.variants import resolve
from tests.bots.test_solver import lasts
from tests.games.test_bots import dealt, sight_of
from tests.property.random_games import some_game


def read(sight: Perspective) -> Reading:
    weigher = Weigher(Stage(sight))
    return Reading(weigher.stage, weigher.boards, weigher.risk)


def shown_by_the_other(*plays: tuple[str, str, str], preset: str = "casino-sweeps") -> Perspective:
    """A game in which seat 2 has made these plays: the table, the card, the cards taken."""
    state = dealt(resolve(preset))
    assert state.round
    hands = (tuple(read_cards("QS JH TC")), state.round.hands[1][:2])
    shown = tuple(Shown(read_table(lay), read_cards(card), read_cards(taken)) for lay, card, taken in plays)
    now = state.round._replace(turn=1, hands=hands, table=read_table("KC KD"), shown=((), shown))
    return perspective(state._replace(round=now), 1)


def part_with(rank: str, sight: Perspective, belief: float) -> float:
    """Return the part of the guesses in which the other hand has a card of the rank."""
    ways = read(sight).likely(Random(2), belief)
    found = [any(card.rank == rank for card in way.hands[1]) for way in islice(ways, 800)]
    return sum(found) / len(found)


def test_who_has_trailed_beside_nines_is_unlikely_to_hold_one() -> None:
    sight = shown_by_the_other(("9C 9D", "4S", ""))
    assert 0 < part_with("9", sight, belief=1.0) < 0.5 * part_with("9", sight, belief=0.0)


def test_what_is_believed_less_changes_less() -> None:
    sight = shown_by_the_other(("9C 9D", "4S", ""))
    everything, half, nothing = (part_with("9", sight, belief) for belief in (1.0, 0.4, 0.0))
    assert everything < half < nothing


def test_who_has_captured_little_is_unlikely_to_hold_what_takes_more() -> None:
    sight = shown_by_the_other(("TD 9C 4C", "4S", "4C"))
    assert part_with("T", sight, belief=1.0) < 0.6 * part_with("T", sight, belief=0.0)


def test_earlier_plays_of_the_deal_count_too() -> None:
    sight = shown_by_the_other(("9C 9D", "4S", ""), ("2C 2H", "6S", ""))
    assert part_with("9", sight, belief=1.0) < 0.6 * part_with("9", sight, belief=0.0)


def test_where_a_card_is_drawn_each_turn_only_the_latest_play_counts() -> None:
    plays = ("9C 9D", "4S", ""), ("2C 2H", "6S", "")
    way = next(guesses(shown_by_the_other(*plays, preset="draw"), Random(1)))
    both, latest = (read(shown_by_the_other(*each, preset="draw")) for each in (plays, plays[1:]))
    assert both.likelihood(way) == latest.likelihood(way)


def test_a_play_that_nobody_imagines_tells_nothing() -> None:
    sight = shown_by_the_other(("9C 9D", "9S", "9C"))
    assert {read(sight).likelihood(way) for way in islice(guesses(sight, Random(1)), 20)} == {1.0}


def test_nothing_is_read_where_nobody_has_played() -> None:
    sight = sight_of("casino-sweeps", "QS JH TC", "9C 9D")
    assert list(islice(read(sight).likely(Random(1), 1.0), 20)) == list(islice(guesses(sight, Random(1)), 20))


def test_hands_that_are_known_are_never_doubted() -> None:
    state = lasts("casino-sweeps", 3, cards=6)
    assert state.round
    shown = (Shown(state.round.table, state.round.hands[0][:1]),)
    sight = perspective(state._replace(round=state.round._replace(shown=(shown, shown))), state.round.turn)
    known = {sort_cards(hand) for hand in state.round.hands}
    assert all(set(way.hands) == known for way in islice(read(sight).likely(Random(1), 1.0), 5))


# --- what the round keeps of it -----------------------------------------------------------------------------------


def after(state: GameState, move: str) -> GameState:
    assert state.round
    decided = decide(state, Play(state.round.turn, read_move(move)))
    assert not isinstance(decided, Refusal)
    return fold(decided, state)


def test_a_trail_is_remembered_with_what_lay_there() -> None:
    state = dealt(resolve("casino"))
    assert state.round
    seat, card = state.round.turn, state.round.hands[state.round.turn - 1][0]
    then = after(state, card)
    assert then.round
    assert then.round.shown[seat - 1] == (Shown(state.round.table, (card,)),)
    assert then.round.shown[2 - seat] == ()


def test_captures_are_remembered_with_what_was_taken_and_all_of_it_for_one_deal() -> None:
    steps = [step for step in some_game("casino", Random(3), 60) if step.before and step.before.round]
    captures = 0
    for step in steps:
        assert step.before
        assert step.before.round
        now, then = step.before.round, step.after.round
        if then is None or then.number != now.number:
            continue
        if then.deal != now.deal:
            assert not any(then.shown)
        elif isinstance(step.command, Play) and then.shown != now.shown:
            latest = then.shown[now.turn - 1][-1]
            assert latest.table == now.table
            assert latest.played == tuple(played_cards(play_of(step.command.move)))
            assert set(latest.taken) == set(now.table.cards) - set(then.table.cards)
            captures += bool(latest.taken)
    assert captures > 3
