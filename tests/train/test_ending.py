"""The end of a round in the trainer, against searches with the engine."""

import numpy as np
import pytest

from games.bots.solver import Solver
from games.domain.cards import CARD_INDEX
from games.domain.evolve import round_of
from games.domain.state import GameState
from tests.bots.test_solver import every_line, imagined, lasts
from tests.train.ending import ending_room, points_for, solved
from tests.train.inputs import CARDS, CATEGORIES, MAX_BUILDS
from tests.train.moves import count_card
from tests.train.sight import Encoder

PRESETS = ["casino-sweeps", "portuguese", "spade", "california"]


def solved_lead(state: GameState, cards: int) -> float:
    """The lead of the seat to play at the end of the round, in points, as the trainer solves it."""
    round_, rules = round_of(state), np.array(Encoder(state.rules).rules)
    place, lead = np.zeros(CARDS, np.int8), np.zeros(CATEGORIES)
    builds = tuple(np.zeros(MAX_BUILDS, np.int64) for _ in range(3))
    for seat in range(2):
        lead[5] += (1 - 2 * seat) * len(round_.sweeps[seat])
        for kind, held in ((1, round_.hands[seat]), (4, round_.piles[seat])):
            for card in held:
                place[CARD_INDEX[card]] = kind + seat
        for card in round_.piles[seat]:
            count_card(lead, CARD_INDEX[card], 1.0 - 2 * seat)
    for card in round_.table.loose:
        place[CARD_INDEX[card]] = 3
    for number, build in enumerate(round_.table.builds):
        for each, part in zip(builds, (int(build.value), build.owner - 1, build.single), strict=True):
            each[number] = part
        for card in build.cards:
            place[CARD_INDEX[card]] = 10 + number
    last = -1 if round_.last_capture is None else round_.last_capture
    seat = state.turn - 1
    final = np.zeros(CATEGORIES)
    solved((place, *builds), lead, seat, last, rules, cards, ending_room(), final)
    return float((1 - 2 * seat) * points_for(final, rules))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(5))
def test_it_solves_the_end_as_the_engine_does(preset: str, seed: int) -> None:
    state = lasts(preset, seed, cards=4)
    assert solved_lead(state, 4) == every_line(state, state.turn - 1)
    state = lasts(preset, seed, cards=6)
    simulator, sim_state = imagined(state)
    assert solved_lead(state, 6) == pytest.approx(Solver(simulator, 100_000).value(sim_state))
