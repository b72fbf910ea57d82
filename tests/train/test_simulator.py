"""The trainer and the player see the same moves and the same inputs."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from numba import njit

from games.bots.card_worth import mask_of
from games.domain.cards import CARD_INDEX, PACKS
from games.domain.commands import OpenGame, Play, StartRound
from games.domain.decide import decide, needs_round
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, Move, Trail, play_of, played_cards
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from tests.train import moves
from tests.train.compiled import encode, scratch
from tests.train.inputs import NUMBERS, SLOTS, View
from tests.train.sight import Encoder, sight_of

POSITIONS = 1000


@njit
def encode_compiled(view, room, slots, numbers):
    encode(view, room, slots, numbers)


def positions(preset: str, rng: Random) -> Iterator[tuple[Perspective, Move]]:
    """Yield positions of games at random, with the move that is made; rather captures and builds than trails."""
    while True:
        state = fold(decide(None, OpenGame(resolve_rules(preset), "", 2, False, 2)), None)
        while state.result is None:
            if needs_round(state):
                pack = rng.sample(PACKS["standard"], 52)
                state = fold(decide(state, StartRound(tuple(pack))), state)
                continue
            perspective = perspective_of(state, state.turn)
            moves = legal_moves(perspective.position())
            chosen = rng.choice([move for move in moves if not isinstance(move, Trail) or rng.random() < 0.3] or moves)
            yield perspective, chosen
            state = fold(decide(state, Play(state.turn, chosen)), state)


class Compiled:
    """The trainer's arrays for a position."""

    def __init__(self, perspective: Perspective, view: View) -> None:
        self.names = [build.cards for build in perspective.round.table.builds]
        self.place = np.array(view.place)
        self.value, self.mine, self.single = (
            np.array(each) for each in (view.build_value, view.build_mine, view.build_single)
        )
        self.single = self.single.astype(np.int64)
        self.mine = self.mine.astype(np.int64)
        self.moves = np.zeros((moves.MAX_MOVES, 5), np.int64)
        self.masks = np.zeros(moves.MAX_MOVES, np.int64)
        work = moves.sums_room()
        face_any = perspective.rules.matching.face_capture == "any"
        owner = np.where(self.mine > 0, 1, 2)
        count = moves.legal_moves(
            self.place, self.value, owner, self.single, 1, face_any, self.moves, self.masks, work
        )
        self.numbers = {
            (*map(int, self.moves[number, [0, 1, 2, 4]]), int(self.masks[number])): number for number in range(count)
        }
        assert len(self.numbers) == count

    def key(self, move: Move) -> tuple[int, ...]:
        if isinstance(move, Trail):
            return CARD_INDEX[move.card], moves.TRAIL, 0, 0, 0
        builds, loose = sum(1 << self.names.index(name) for name in move.builds), mask_of(move.loose)
        if isinstance(move, Capture):
            return CARD_INDEX[move.played[0]], moves.CAPTURE, 0, builds, loose
        return CARD_INDEX[move.card], moves.BUILD, move.value, builds, loose


@pytest.mark.parametrize("preset", ["casino-sweeps", "portuguese", "spade", "california"])
def test_the_trainer_knows_the_moves_and_sees_the_same(preset: str) -> None:
    rng, room, seen = Random(preset), scratch(), 0
    for perspective, chosen in positions(preset, rng):
        assert perspective.round
        loose = sum(card.rank not in "JQK" for card in perspective.round.table.loose)
        if loose > moves.MAX_LOOSE:
            continue
        encoder, sight, seat = Encoder(perspective.rules), sight_of(perspective), perspective.viewer
        hand = mask_of(perspective.round.hand)
        compiled = Compiled(perspective, encoder.view(sight, seat, hand))
        legal = legal_moves(perspective.position())
        assert {compiled.key(move) for move in legal} == set(compiled.numbers)
        after, gain = sight.after(seat, chosen)
        view = encoder.view(after, seat, hand & ~mask_of(played_cards(play_of(chosen))))
        slots, numbers = encoder.inputs(after, seat, hand & ~mask_of(played_cards(play_of(chosen))))
        number = compiled.numbers[compiled.key(chosen)]
        trained_gain, trained_slots, trained_numbers = np.zeros(8), np.zeros(SLOTS, np.int64), np.zeros(NUMBERS)
        moves.apply_move(
            compiled.place,
            compiled.value,
            compiled.mine,
            compiled.single,
            compiled.moves[number],
            compiled.masks[number],
            trained_gain,
        )
        trained = view._replace(
            place=compiled.place,
            build_value=compiled.value,
            build_mine=compiled.mine,
            build_single=compiled.single,
            passed=np.array(view.passed),
            worth=np.array(view.worth),
            rules=np.array(view.rules),
        )
        encode_compiled(trained, room, trained_slots, trained_numbers)
        assert trained_gain.tolist() == list(gain)
        assert trained_slots.tolist() == slots
        assert np.allclose(trained_numbers, numbers)
        seen += 1
        if seen == POSITIONS:
            return
