"""Invariants of every game, under any rules: cards are conserved, folding is replaying, every text reads back."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.domain import events
from games.domain.cards import FACES, PACKS, Card
from games.domain.codec import decode, decode_state, encode, encode_state
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.evolve import fold
from games.domain.json_api import handle_request, outcome
from games.domain.move_generation import legal_moves
from games.domain.move_validation import validate_move
from games.domain.moves import Capture, MakeBuild, Move, TableBuild, Trail
from games.domain.notation import read_move, read_table, write_move, write_table
from games.domain.perspective import perspective_of
from games.domain.record import write_record
from games.domain.refusal import Refusal, explain
from games.domain.scoring import category_points, majorities_worth, most_winners
from games.domain.state import GameState
from tests.examples import some
from tests.property.random_games import ALL_PRESETS, Step, some_game


@pytest.fixture(scope="module", params=some(ALL_PRESETS))
def games(request: pytest.FixtureRequest) -> list[list[Step]]:
    """Random games of a preset, played once for all these tests."""
    return [some_game(request.param, Random(f"{request.param} {number}")) for number in range(4)]


def steps_of(games: list[list[Step]], limit: int | None = None) -> Iterator[Step]:
    """Yield the steps of all the games, or the first ones of each."""
    for steps in games:
        yield from steps[:limit]


def cards_of(state: GameState) -> Counter[Card]:
    """Return every card of the round, wherever it is."""
    now = state.round
    assert now is not None
    if now.seat_piles:
        assert Counter(card for pile in now.seat_piles for card in pile) == Counter(c for p in now.piles for c in p)
    return Counter(
        [*now.stock, *now.table.cards, *(c for hand in now.hands for c in hand), *(c for p in now.piles for c in p)]
    )


def test_no_card_is_ever_lost_or_doubled(games: list[list[Step]]) -> None:
    for step in steps_of(games):
        if step.after.round is not None:
            lost = events.RemainingCardsAwarded(None) in step.events
            assert lost or cards_of(step.after) == Counter(PACKS[step.after.rules.dealing.deck])


def test_folding_the_log_from_its_start_or_a_snapshot_gives_the_same_state(games: list[list[Step]]) -> None:
    for steps in games:
        log = [event for step in steps for event in step.events]
        assert fold(log) == steps[-1].after
        middle = steps[len(steps) // 2]
        tail = [event for step in steps[len(steps) // 2 + 1 :] for event in step.events]
        assert fold(tail, decode_state(encode_state(middle.after))) == steps[-1].after


def test_every_event_reads_back_from_its_record(games: list[list[Step]]) -> None:
    for step in steps_of(games):
        for event in step.events:
            assert decode(*encode(event)) == event


def test_every_move_and_table_reads_back_from_its_text(games: list[list[Step]]) -> None:
    for step in steps_of(games):
        if isinstance(step.command, Play):
            assert read_move(write_move(step.command.move)) == step.command.move
        if step.after.round is not None:
            table = step.after.round.table
            assert write_table(read_table(write_table(table))) == write_table(table)


def test_a_record_imports_to_the_same_state(games: list[list[Step]]) -> None:
    for steps in games:
        text = write_record(event for step in steps for event in step.events)
        replay = handle_request({"op": "record", "text": text})["replay"]
        assert handle_request(replay) == outcome(steps[-1].after)


def neighbours(step: Step, dice: Random) -> list[Move]:
    """Moves like the one that was played, legal or not: other cards, other items, other values."""
    assert isinstance(step.command, Play)
    assert step.before is not None
    assert step.before.round is not None
    now = step.before.round
    card = dice.choice(now.hands[step.command.seat - 1])
    loose = tuple(sorted(dice.sample(now.table.loose, dice.randint(0, len(now.table.loose)))))
    builds = tuple(build.cards for build in now.table.builds if dice.random() < 0.5)
    value = dice.choice([*range(1, 15), *FACES])
    return [
        Trail(card),
        Capture((card,), loose, builds),
        MakeBuild(card, loose, builds, value),
        TableBuild(card, loose, value),
    ]


def listed(move: Move, moves: list[Move]) -> bool:
    return write_move(move) in set(map(write_move, moves))


def test_a_move_is_listed_exactly_when_it_is_accepted(games: list[list[Step]]) -> None:
    dice = Random("neighbors")
    for step in steps_of(games, 60):
        if not isinstance(step.command, Play) or step.before is None:
            continue
        position = perspective_of(step.before, step.command.seat).position()
        moves = legal_moves(position)
        assert all(validate_move(position, move) is None for move in moves)
        for move in neighbours(step, dice):
            refused = validate_move(position, move)
            assert listed(move, moves) == (refused is None), (write_move(move), refused)
            assert refused is None or (refused.code and refused.rule and explain(refused))


def test_what_is_decided_does_not_depend_on_the_games_name(games: list[list[Step]]) -> None:
    for step in steps_of(games, 40):
        if step.before is not None:
            renamed = step.before._replace(preset="a game of another name")
            assert decide(renamed, step.command) == step.events


def test_the_points_of_a_round_add_up_to_what_there_is_less_what_is_tied(games: list[list[Step]]) -> None:
    for step in steps_of(games):
        scored = next((event for event in step.events if isinstance(event, events.RoundScored)), None)
        if scored is None or step.after.rules.winning.ending == "clear_table":
            continue
        state = fold(step.events[: step.events.index(scored)], step.before)
        assert state.round is not None
        assert_adds_up(state, state.round.piles)


def assert_adds_up(state: GameState, piles: tuple[tuple[Card, ...], ...]) -> None:
    scoring, pack = state.rules.scoring, PACKS[state.rules.dealing.deck]
    assert state.round is not None
    others: tuple[tuple[Card, ...], ...] = ((),) * (len(piles) - 1)
    everything = sum(category_points(scoring, (pack, *others), 0)[0].values())
    sheet = category_points(scoring, piles, state.round.last_capture)
    scored = sum(sum(side.values()) for side in sheet)
    worth = majorities_worth(scoring, len(piles))
    tied = [key for key, winner in most_winners(scoring, piles).items() if winner is None]
    lost = sum(worth.get(key, 0) - sum(side.get(key, 0) for side in sheet) for key in tied)
    split_fours = 0
    if scoring.fours_of_a_kind is not None:
        held = [
            all(sum(card.rank == rank for card in pile) < 4 for pile in piles) for rank in scoring.fours_of_a_kind.ranks
        ]
        split_fours = sum(held) * scoring.fours_of_a_kind.points
    assert scored == everything - lost - split_fours


def test_a_refused_command_leads_to_no_facts(games: list[list[Step]]) -> None:
    for step in steps_of(games, 20):
        if isinstance(step.command, Play) and step.before is not None:
            other = step.command.seat % step.before.seats + 1
            refused = decide(step.before, Play(other, step.command.move))
            assert isinstance(refused, Refusal)
            assert refused.code == "turn"
