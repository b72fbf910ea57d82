"""The turns of one seat in a log, the value of each, and the opportunities that any player would be glad of. Pure: the
same log always gives the same result."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.bots.card_worth import taken_cards
from games.bots.move_values import value_moves
from games.bots.strong import Budget
from games.domain.cards import BIG_CASINO, LITTLE_CASINO, Card, is_orange
from games.domain.events import Event
from games.domain.evolve import effective_seqs, fold
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, Move, play_of
from games.domain.notation import NotationError, read_move, write_move
from games.domain.perspective import SPECTATOR, Perspective, perspective_of, redact
from games.domain.record import entries_of
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.domain.table import NO_SEAT
from games.presenters.analysis import TurnEvaluation
from games.presenters.timeline import timeline

# --- opportunities --------------------------------------------------------------------------------------------------


OPPORTUNITY_KEYS = ("sweep", "big_casino", "little_casino", "ace", "spade", "five", "orange", "stolen")


def opportunities(move: Move, perspective: Perspective) -> frozenset[str]:
    """The keys of the opportunities the move takes, among those that count by these rules."""
    play = play_of(move)
    return frozenset(_of_capture(play, perspective)) if isinstance(play, Capture) else frozenset()


def _of_capture(capture: Capture, perspective: Perspective) -> Iterator[str]:
    table = perspective.position().table
    taken = taken_cards(capture)
    counts = _scoring_cards((*capture.played, *taken), len(taken) == len(table.cards), perspective.rules)
    counts["orange"] = perspective.rules.specials.orange and is_orange(taken)
    counts["stolen"] = any(
        build.cards in capture.builds and _is_rivals(build.owner, perspective) for build in table.builds
    )
    yield from (key for key in OPPORTUNITY_KEYS if counts.get(key))


def _scoring_cards(cards: Sequence[Card], swept: bool, rules: Rules) -> dict[str, bool]:
    """The scoring cards by key; none if only the number of cards counts (8.8)."""
    if not counts_points(rules):
        return {}
    scoring = rules.scoring
    return {
        "sweep": swept and bool(scoring.sweep or scoring.tablanette),
        "big_casino": BIG_CASINO in cards and bool(scoring.big_casino),
        "little_casino": LITTLE_CASINO in cards and bool(scoring.little_casino),
        "ace": any(card.rank == "A" for card in cards) and bool(scoring.aces),
        "spade": any(card.suit == "S" for card in cards) and bool(scoring.most_spades or scoring.each_spade),
        "five": any(card.rank == "5" for card in cards) and bool(scoring.fives),
    }


def _is_rivals(owner: int, perspective: Perspective) -> bool:
    return owner != NO_SEAT and perspective.side_of(owner) != perspective.side_of(perspective.viewer)


# --- evaluations ----------------------------------------------------------------------------------------------------


class PlayedTurn(NamedTuple):
    """A turn played by the seat: the moment of the replay, its view before the move, and its move."""

    timeline_index: int
    perspective: Perspective
    move: Move


def turns_of(log: Sequence[Event], seat: int) -> Iterator[PlayedTurn]:
    """Yield the moves the seat itself made and that were not taken back, in order."""
    effective = set(effective_seqs(log))
    entries = timeline([redact(event, SPECTATOR) for event in log])
    for number, entry in enumerate(entries):
        if entry.kind != "move" or entry.start + 1 not in effective:
            continue
        mover, text = next(iter(entries_of(log[entry.start : entry.end])), (SPECTATOR, ""))
        move = read_turn_move(text) if mover == seat else None
        if move is None:
            continue
        state = fold(log[: entry.start])
        perspective = perspective_of(state, seat)
        if perspective.my_turn and seat not in state.bot_seats:
            yield PlayedTurn(number, perspective, move)


def read_turn_move(text: str) -> Move | None:
    """The move; None for a claim or a call."""
    try:
        return read_move(text)
    except NotationError:
        return None


def evaluate_turn(turn: PlayedTurn, seed: str, budget: Budget) -> TurnEvaluation:
    """The value of the turn within the budget. `seed` seeds the samples of hidden cards."""
    perspective = turn.perspective
    ranked = value_moves(perspective, turn.move, Random(f"{seed}/{turn.timeline_index}"), budget)  # noqa: S311  always the same
    best, played = ranked[0], next(value for value in ranked if value.move == turn.move)
    available = {key for move in legal_moves(perspective.position()) for key in opportunities(move, perspective)}
    return TurnEvaluation(
        timeline_index=turn.timeline_index,
        round=perspective.latest_round,
        played=write_move(turn.move),
        best=write_move(best.move),
        lead_at_start=round(lead_at_round_start(perspective), 3),
        value=round(played.value, 3),
        best_value=round(best.value, 3),
        opportunities=tuple(sorted(available)),
        taken=tuple(sorted(opportunities(turn.move, perspective))),
    )


def lead_at_round_start(perspective: Perspective) -> float:
    """The lead of the viewer's side over the average of the others when the round began."""
    totals = perspective.round.totals_at_start if perspective.round else perspective.totals
    own = totals[perspective.side_of(perspective.viewer)]
    return own - (sum(totals) - own) / (len(totals) - 1)
