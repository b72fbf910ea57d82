"""Requests for hints, and the cards that the others probably hold or lack.

A hint is computed outside any transaction, in the thread of the request, one at a time: no other player's turn waits
for it.
"""

from collections.abc import Iterator
from itertools import islice
from math import comb
from random import Random

from django.db.models import Count
from django.utils.translation import gettext as _

from casino.transactions import write_transaction
from casino.work_budget import OneAtATime, TooManyWaiting
from games.analysis.line_of_play import line_of_play
from games.analysis.models import REASON_LENGTH, Hint
from games.bots.announcements import announcement
from games.bots.hidden_hands import (
    is_perfect_information,
    required_values,
    sample_determinizations,
    unseen_cards,
    visible_round,
)
from games.bots.hints import capturing_cards, reasons_for, suggest_move
from games.bots.inference import RECENT, HandInference
from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.domain.captures import Captures
from games.domain.cards import Card
from games.domain.commands import CallOrange, Claim
from games.domain.moves import Capture, Move, play_of
from games.domain.notation import write_move
from games.domain.perspective import Perspective, perspective_of
from games.domain.position import Position
from games.domain.table import NO_SEAT, Table, Value
from games.domain.table_settings import TableSettings
from games.domain.values import hand_values
from games.live import broadcast
from games.log.player_names import table_names, with_current_names
from games.log.store import load, lock_game
from games.models import Game, Seat
from games.presenters.hints import HandClue, Risk, clue_sentence, line_sentence, risk_sentence
from games.services import Accepted, Outcome, Refused, Stale
from games.services.outcomes import refused

# --- likely cards ---------------------------------------------------------------------------------------------------


SAMPLES = 200
"""Number of samples of the hidden hands that are weighed."""

MIN_PRIOR = 0.15
"""The least probability of holding a rank, before the plays are considered, that makes its lack worth telling."""

MAX_REMAINING = 0.75
"""The largest fraction of that probability that may remain once they are."""

MAX_CLUES = 2

MAX_NAMED = 4
"""Number of cards still out up to which they are named: more of them say nothing."""


def hand_clues(perspective: Perspective, rng: Random) -> tuple[HandClue, ...]:
    """The strongest clues to the others' hands, from what the viewer may see; none where all is known."""
    simulator = Simulator(perspective)
    if is_perfect_information(perspective) or simulator.draws or perspective.rules.matching.hand_cards != "one":
        return ()
    return (*_owned_builds(perspective), *_untaken(simulator, rng))[:MAX_CLUES]


def _owned_builds(perspective: Perspective) -> Iterator[HandClue]:
    """Yield the builds whose owners must hold a card to take them (5.10)."""
    building = perspective.rules.building
    if "penalty" in (building.duty, building.last_deal_duty):
        return
    for build in visible_round(perspective).table.builds:
        if build.owner not in (NO_SEAT, perspective.viewer):
            yield HandClue(build.owner, build.value, holds=True)


def _untaken(simulator: Simulator, rng: Random) -> list[HandClue]:
    """The ranks that the others probably lack, the surest first: they left what a card of the rank takes."""
    perspective, one_ply = simulator.perspective, OnePly(simulator)
    inference = HandInference(simulator, one_ply.move_table, one_ply.threats)
    samples = list(islice(sample_determinizations(perspective, rng), SAMPLES))
    weights = [inference.likelihood(sample) for sample in samples]
    found: dict[tuple[int, str], tuple[float, HandClue]] = {}
    for seat, rank, clue in _offers(perspective):
        holding = [any(card.rank == rank for card in sample.hands[seat - 1]) for sample in samples]
        before = sum(holding) / len(samples)
        after = sum(weight for weight, holds in zip(weights, holding, strict=True) if holds) / sum(weights)
        if before >= MIN_PRIOR and after <= MAX_REMAINING * before:
            found.setdefault((seat, rank), (before - after, clue))
    return [clue for _, clue in sorted(found.values(), key=lambda each: -each[0])]


def _offers(perspective: Perspective) -> Iterator[tuple[int, str, HandClue]]:
    """Yield what each other seat could have taken with a card of a rank and did not, its latest play first."""
    values = hand_values(perspective.rules.matching)
    numbers = {card.rank: next(iter(values[card]), card.rank) for card in unseen_cards(perspective)}
    for seat, plays in enumerate(visible_round(perspective).public_plays, start=1):
        shown = {card.rank for play in plays for card in play.played}
        for play in reversed(plays[-RECENT:]) if seat != perspective.viewer else ():
            captures = Captures(Position(perspective.rules, seat, (), play.table))
            for rank, number in sorted(numbers.items()):
                cards = _untaken_cards(captures, rank, number)
                if cards and rank not in shown:
                    yield seat, rank, HandClue(seat, number, holds=False, cards=cards)


def _untaken_cards(captures: Captures, rank: str, number: Value) -> tuple[Card, ...]:
    """A loose card of this rank, else two that add up to its number, else none."""
    pair = tuple(card for card in captures.items.loose if card.rank == rank)[:1]
    if pair or not isinstance(number, int):
        return pair
    groups = [loose for loose, builds in map(captures.items.unpack, captures.groups(number)) if not builds]
    return min((group for group in groups if len(group) == 2), default=())


# --- hints ----------------------------------------------------------------------------------------------------------


hint_queue = OneAtATime(most=8, timeout=10.0)


def request_hint(seat: Seat, expected_seq: int) -> Outcome:
    """Give the seat a hint for its turn at `expected_seq`; a repeated request returns the same one."""
    game = Game.objects.get(pk=seat.game_id)
    problem = _problem(game, seat, expected_seq)
    if problem or Hint.objects.filter(game=game, seat=seat.number, seq=expected_seq).exists():
        return problem or Accepted(expected_seq)
    hint = _compute_with_limit(game, seat)
    if hint is None:
        return refused("hint-later")
    with write_transaction():
        game = lock_game(game.pk)
        if game.seq != expected_seq:
            return Stale(game.seq)
        defaults = {"move": hint.move, "reason": hint.reason}
        Hint.objects.get_or_create(game=game, seat=seat.number, seq=expected_seq, defaults=defaults)
        broadcast.publish_game_changed(game.public_id, game.seq, by=seat.number)
        return Accepted(game.seq)


def hints_allowed(game: Game) -> bool:
    """True if hints are allowed at this table; never in rated games."""
    return bool(game.table_settings.get("hints", TableSettings().hints)) and not game.table_settings.get("rated")


def hint_counts(game: Game) -> dict[int, int] | None:
    """The number of hints given, by seat; None where there are none to ask for."""
    if not hints_allowed(game):
        return None
    return dict(Hint.objects.filter(game=game).values_list("seat").annotate(Count("pk")))


def hint_for_turn(game: Game, seat: int) -> Hint | None:
    """The hint given to the seat at the present state of the table."""
    return Hint.objects.filter(game=game, seat=seat, seq=game.seq).first()


def _problem(game: Game, seat: Seat, expected_seq: int) -> Refused | Stale | None:
    if not hints_allowed(game):
        return refused("no-hints")
    if game.seq != expected_seq:
        return Stale(game.seq)
    return None if game.turn == seat.number else refused("hint-not-your-turn")


def _compute_with_limit(game: Game, seat: Seat) -> Hint | None:
    """The hint, or None if too many others are being computed."""
    try:
        with hint_queue.turn():
            perspective = with_current_names(perspective_of(load(game)[0], seat.number), table_names(game))
            return compute_hint(perspective, Random(f"{game.public_id}/{game.seq}"))  # noqa: S311
    except TooManyWaiting:
        return None


def compute_hint(perspective: Perspective, rng: Random) -> Hint:
    """The best action of the viewer, unsaved: an announcement that wins comes before every move."""
    match announcement(perspective):
        case Claim():
            return Hint(reason=_("You have the points to win: claim the game."))
        case CallOrange():
            return Hint(reason=_("The last capture was an orange that no one called. Call it before you play."))
        case None:
            best = suggest_move(perspective, rng)
            reason = " ".join([best.reason, *advice_sentences(perspective, best.move, rng)])
            return Hint(move=write_move(best.move), reason=reason[:REASON_LENGTH])


def advice_sentences(perspective: Perspective, move: Move, rng: Random) -> Iterator[str]:
    """Yield what backs a piece of advice: where the hands are known, the play that follows; else, of a move that takes
    nothing, which few cards could take something; and where there is no other reason, a clue to the others' hands."""
    if is_perfect_information(perspective):
        if line := line_sentence(perspective, line_of_play(perspective, move, rng)):
            yield line
    elif not isinstance(play_of(move), Capture):
        risk = risk_after(perspective, move)
        if risk and len(risk.cards) <= MAX_NAMED:
            yield risk_sentence(perspective, risk)
        elif not reasons_for(perspective, move):
            table = _table_after(perspective, move)
            clues = (clue for clue in hand_clues(perspective, rng) if _concerns(clue, table))
            yield from (clue_sentence(perspective, clue) for clue in islice(clues, 1))


def _table_after(perspective: Perspective, move: Move) -> Table:
    simulator = Simulator(perspective)
    return simulator.next_state(OnePly(simulator).state, move).table


def _concerns(clue: HandClue, table: Table) -> bool:
    """True if what the clue is about still lies on the table."""
    if clue.holds:
        return any((build.owner, build.value) == (clue.seat, clue.value) for build in table.builds)
    return set(clue.cards) <= set(table.loose)


def risk_after(perspective: Perspective, move: Move) -> Risk | None:
    """Which unseen cards could take something after the move. None where no single card can, or where the next seat is
    known to hold some card."""
    one_ply = OnePly(Simulator(perspective))
    after, seat = one_ply.simulator.next_state(one_ply.state, move), one_ply.threats.rival
    hand = visible_round(perspective).hand_counts[seat - 1]
    several = perspective.rules.matching.hand_cards != "one"
    cards = () if several or not hand or required_values(perspective, seat) else capturing_cards(one_ply, after)
    if not cards:
        return None
    unseen = len(one_ply.unseen)
    return Risk(cards, seat, 1 - comb(unseen - len(cards), hand) / comb(unseen, hand))
