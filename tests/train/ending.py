"""The end of a round, compiled: the points at the end, and the last plays solved with all hands known."""

import numpy as np

from tests.train.inputs import CARDS, CATEGORIES, MAX_BUILDS
from tests.train.moves import (
    CAPTURE,
    MAX_MOVES,
    copied,
    count_card,
    gained,
    legal_moves,
    light,
    make,
    points_for,
    sees,
    sums_room,
)

EXACT = 6
"""The last plays of a round, solved when all cards have been dealt."""

MAX_NODES = 2000
"""Positions searched; beyond them only the move that gains most at once is tried."""

FAR = 1e9


def ending_room():
    """Room for a search: the positions, moves and best lines at each depth, and the number of positions."""
    depths, eight = EXACT + 1, (EXACT + 1, MAX_BUILDS)
    return (
        np.zeros((depths, CARDS), np.int8),
        *(np.zeros(eight, np.int64) for _ in range(3)),
        *(np.zeros((depths, CATEGORIES)) for _ in range(2)),
        np.zeros((depths, MAX_MOVES, 5), np.int64),
        np.zeros((depths, MAX_MOVES), np.int64),
        np.zeros((depths, MAX_MOVES, CATEGORIES)),
        np.zeros((depths, MAX_MOVES)),
        np.full(CARDS, -1, np.int8),
        np.zeros(CARDS, np.int8),
        sums_room(),
        np.zeros((depths, 3)),
        (np.zeros(depths, np.int64), np.zeros(depths, np.int64)),
    )


@light
def solved(start, lead, seat, last, rules, left, room, final):
    """Write the first seat's lead in every category at the end of the round, if both play the rest perfectly.

    An alpha-beta search without recursion, which compiled code could not be stored with. `start`: place, builds.
    """
    places, values, owners, singles, leads, lines, moves, masks, gains, looks, none, view, work, bounds, state = room
    copied(places[0], start[0])
    copied(values[0], start[1])
    copied(owners[0], start[2])
    copied(singles[0], start[3])
    copied(leads[0], lead)
    counts, captors = state
    captors[0], face_any = last, rules[9] > 0
    bounds[0, 0], bounds[0, 1] = -FAR, FAR
    nodes, depth, entered = 0, 0, True
    while True:
        mover = (seat + depth) % 2
        sign = 1.0 if mover == 0 else -1.0
        place, bv, bo, bs = places[depth], values[depth], owners[depth], singles[depth]
        if entered and depth < left:
            sees(place, none, mover, view)
            counts[depth] = legal_moves(view, bv, bo, bs, mover, face_any, moves[depth], masks[depth], work)
            for m in range(counts[depth]):
                looks[depth, m] = gained(place, moves[depth, m], masks[depth, m], rules, gains[depth, m])
            bounds[depth, 2] = -sign * FAR
            nodes += 1
        best, look = 0, looks[depth]
        if depth < left:
            for m in range(counts[depth]):
                if look[m] > look[best]:
                    best = m
        tried = not entered and nodes >= MAX_NODES
        if depth == left or tried or look[best] < 0 or bounds[depth, 0] >= bounds[depth, 1]:
            if depth == left:
                finish(place, captors[depth], leads[depth], rules, lines[depth])
                bounds[depth, 2] = points_for(lines[depth], rules)
            if depth == 0:
                copied(final, lines[0])
                return
            value = bounds[depth, 2]
            depth, entered = depth - 1, False
            side = 0 if sign < 0 else 1  # the seat before raises its low bound, or lowers its high one
            if (value > bounds[depth, 2]) == (side == 0) and value != bounds[depth, 2]:
                bounds[depth, 2] = value
                copied(lines[depth], lines[depth + 1])
                if (value > bounds[depth, side]) == (side == 0):
                    bounds[depth, side] = value
            continue
        look[best] = -1.0
        below = depth + 1
        copied(places[below], place)
        copied(values[below], bv)
        copied(owners[below], bo)
        copied(singles[below], bs)
        copied(bounds[below], bounds[depth])
        for k in range(CATEGORIES):
            leads[below, k] = leads[depth, k] + sign * gains[depth, best, k]
        captors[below] = mover if moves[depth, best, 1] == CAPTURE else captors[depth]
        make(
            places[below],
            none,
            mover,
            values[below],
            owners[below],
            singles[below],
            moves[depth, best],
            masks[depth, best],
        )
        depth, entered = below, True


@light
def finish(place, last, diff, rules, final):
    """Write the first seat's lead in every category at the end of the round."""
    copied(final, diff)
    cards = spades = 0
    for c in range(CARDS):
        p = place[c]
        side = p - 4
        if p == 3 or p >= 10:
            side = last
            if last >= 0:
                count_card(final, c, 1.0 if last == 0 else -1.0)
        if side >= 0:
            cards += 1 - 2 * side
            spades += (1 - 2 * side) * (c % 4 == 0)
    final[0], final[1] = np.sign(cards), np.sign(spades)
    if final[0] == 0 and rules[8] > 0:
        final[0] = final[1]
