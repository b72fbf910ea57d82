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
from tests.train.inputs import CARDS, CATEGORIES, IN_BUILD, NUMBERS, SLOTS, THROWN, View
from tests.train.sight import Encoder, sight_of

POSITIONS = 1000

PLACES = (0, 1, 3, 3, 4, 5)
"""The places of a round by those that the first seat sees; the other hand is as unseen as the stock."""


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
    """The trainer's arrays for a position; the seat to play is its first."""

    def __init__(self, perspective: Perspective, view: View) -> None:
        self.names = [build.cards for build in perspective.round.table.builds]
        self.place, self.thrown = np.zeros(CARDS, np.int8), np.full(CARDS, -1, np.int8)
        for card, seen in enumerate(view.place):
            self.place[card] = 4 + seen if seen >= IN_BUILD else PLACES[seen]
            self.thrown[card] = 1 if seen == THROWN else -1
        self.value, self.single = (np.array(each, np.int64) for each in (view.build_value, view.build_single))
        self.owner = np.array([0 if mine else 1 for mine in view.build_mine])
        self.rules, self.gain = np.array(view.rules), np.zeros(CATEGORIES)
        self.moves = np.zeros((moves.MAX_MOVES, 5), np.int64)
        self.masks = np.zeros(moves.MAX_MOVES, np.int64)
        sides = self.value, self.owner, self.single, 0
        count = moves.legal_moves(
            np.array(view.place, np.int8), *sides, self.rules[9] > 0, self.moves, self.masks, moves.sums_room()
        )
        self.numbers = {
            (*map(int, self.moves[number, [0, 1, 2, 4]]), int(self.masks[number])): number for number in range(count)
        }
        assert len(self.numbers) == count

    def make(self, number: int) -> dict[str, np.ndarray]:
        """Make the move; what the seat sees then."""
        move, mask, place = self.moves[number], self.masks[number], np.zeros(CARDS, np.int8)
        moves.gained(self.place, move, mask, self.rules, self.gain)
        moves.make(self.place, self.thrown, 0, self.value, self.owner, self.single, move, mask)
        moves.sees(self.place, self.thrown, 0, place)
        mine = ((self.value > 0) & (self.owner == 0)).astype(np.int64)
        return {"place": place, "build_value": self.value, "build_mine": mine, "build_single": self.single}

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
        trained_slots, trained_numbers = np.zeros(SLOTS, np.int64), np.zeros(NUMBERS)
        seen_after = compiled.make(compiled.numbers[compiled.key(chosen)])
        known = {"passed": np.array(view.passed), "worth": np.array(view.worth), "rules": compiled.rules}
        encode_compiled(view._replace(**seen_after, **known), room, trained_slots, trained_numbers)
        assert compiled.gain.tolist() == list(gain)
        assert trained_slots.tolist() == slots
        assert np.allclose(trained_numbers, numbers)
        seen += 1
        if seen == POSITIONS:
            return
