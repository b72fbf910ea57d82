"""Rounds of two-player games with builds, played by the network, compiled."""

import numpy as np

from tests.train.compiled import View, encode
from tests.train.ending import EXACT, points_for, solved
from tests.train.inputs import CARDS, CATEGORIES, LOOSE, MAX_BUILDS, NUMBERS, RANKS, SLOTS, THROWN
from tests.train.moves import (
    BUILD,
    CAPTURE,
    MAX_MOVES,
    TRAIL,
    compiled,
    copied,
    gained,
    legal_moves,
    light,
    make,
    sees,
    sums_room,
)
from tests.train.network import SCALES as _SCALES

SCALES = np.array(_SCALES)
FAR = 1e9

TURNS = 24
"""Turns of a seat in a round."""

ROWS = 2 * TURNS - EXACT
"""Positions of a round that are learned from: the last plays are solved."""


@light
def summed(sums, first, rows, slots):
    """Write the sums of a column's row for each slot, three at a time: the sums are in memory."""
    copied(sums, first)
    for i in range(0, SLOTS, 3):
        a, b, c = rows[slots[i]], rows[slots[i + 1]], rows[slots[i + 2]]
        for j in range(sums.shape[0]):
            sums[j] += a[j] + b[j] + c[j]


@light
def forward(net, slots, numbers, base, base_slots, fresh, acc, hidden, out):
    """The outputs; the sums of the first position of a turn are the base of the others."""
    w1, wn, b1, w2, b2, w3, b3 = net
    width, second = b1.shape[0], b2.shape[0]
    if fresh:
        summed(base, b1, w1, slots)
        copied(base_slots, slots)
    for j in range(width):
        acc[j] = base[j]
    for i in range(SLOTS):
        if slots[i] != base_slots[i]:
            more, less = w1[slots[i]], w1[base_slots[i]]
            for j in range(width):
                acc[j] += more[j] - less[j]
    for i in range(NUMBERS):
        x = np.float32(numbers[i])
        if x != 0:
            row = wn[i]
            for j in range(width):
                acc[j] += x * row[j]
    for j in range(second):
        hidden[j] = b2[j]
    none = np.float32(0)
    for i in range(0, width, 4):
        x, y, z, last = max(acc[i], none), max(acc[i + 1], none), max(acc[i + 2], none), max(acc[i + 3], none)
        for j in range(second):
            hidden[j] += x * w2[i, j] + y * w2[i + 1, j] + z * w2[i + 2, j] + last * w2[i + 3, j]
    for k in range(CATEGORIES):
        out[k] = b3[k]
    for i in range(second):
        x, row = max(hidden[i], none), w3[i]
        for k in range(CATEGORIES):
            out[k] += x * row[k]


@light
def judged(net, start, seat, moves, masks, pick, seen, scratch, room, found):
    """The number of the best of the moves: found are its gains, and its values; and of the one picked, or of the best,
    the columns, the numbers and the gains. `start`: place, thrown, builds."""
    passed, other_count, left, last, worth, rules = seen
    slots, numbers, base, base_slots, acc, hidden, out, view, trial, values, owners, singles, gain = room
    best_gain, best_out, kept_slots, kept_numbers, kept_gain = found
    best, best_score = 0, -FAR
    for m in range(moves.shape[0]):
        copied(trial, start[0])
        copied(values, start[2])
        copied(owners, start[3])
        copied(singles, start[4])
        gained(trial, moves[m], masks[m], rules, gain)
        make(trial, start[1], seat, values, owners, singles, moves[m], masks[m])
        sees(trial, start[1], seat, view)
        for b in range(MAX_BUILDS):
            owners[b] = values[b] > 0 and owners[b] == seat
        captor = last if moves[m, 1] != CAPTURE else seat
        seen_last = 0 if captor < 0 else 1 if captor == seat else 2
        after = View(view, values, owners, singles, passed, other_count, left, seen_last, worth, rules)
        encode(after, scratch, slots, numbers)
        forward(net, slots, numbers, base, base_slots, m == 0, acc, hidden, out)
        score = 0.0
        for k in range(CATEGORIES):
            score += rules[k] * (gain[k] + out[k] / SCALES[k])
        better = score > best_score
        if better:
            best, best_score = m, score
            for k in range(CATEGORIES):
                best_gain[k], best_out[k] = gain[k], out[k] / SCALES[k]
        if m == pick or (better and pick < 0):
            copied(kept_slots, slots)
            copied(kept_numbers, numbers)
            copied(kept_gain, gain)
    return best


@compiled
def play_rounds(nets, seed, rules_list, explore, lam, scratch, ending, slots_out, numbers_out, targets_out, points_out):
    """Play a round for each row of rules; seat s plays by nets[s]. Write the positions, their targets, and the points
    of the first seat. `rules`: points by category, tie rule, face rule."""
    np.random.seed(seed)
    moves = np.zeros((MAX_MOVES, 5), np.int64)
    masks = np.zeros(MAX_MOVES, np.int64)
    work = sums_room()
    width, second = nets[0][2].shape[0], nets[0][4].shape[0]
    room = (
        np.zeros(SLOTS, np.int64),
        np.zeros(NUMBERS),
        np.zeros(width, np.float32),
        np.zeros(SLOTS, np.int64),
        np.zeros(width, np.float32),
        np.zeros(second, np.float32),
        np.zeros(CATEGORIES, np.float32),
        np.zeros(CARDS, np.int8),
        np.zeros(CARDS, np.int8),
        np.zeros(MAX_BUILDS, np.int64),
        np.zeros(MAX_BUILDS, np.int64),
        np.zeros(MAX_BUILDS, np.int64),
        np.zeros(CATEGORIES),
    )
    best_gain, best_out, kept_gain = np.zeros(CATEGORIES), np.zeros(CATEGORIES), np.zeros(CATEGORIES)
    kept_slots, kept_numbers = np.zeros(SLOTS, np.int64), np.zeros(NUMBERS)
    found = best_gain, best_out, kept_slots, kept_numbers, kept_gain
    worth, view_place = np.zeros(CARDS), np.zeros(CARDS, np.int8)
    lead = np.zeros((2, TURNS, CATEGORIES))  # after the move made
    boot = np.zeros((2, TURNS, CATEGORIES))  # lead and value after the best move
    cut = np.zeros((2, TURNS), np.bool_)
    final, written = np.zeros(CATEGORIES), 0
    for number in range(rules_list.shape[0]):
        rules = rules_list[number]
        set_worth(worth, rules)
        pack = np.random.permutation(CARDS)
        place = np.zeros(CARDS, np.int8)
        thrown = np.full(CARDS, -1, np.int8)
        bv, bo, bs = np.zeros(MAX_BUILDS, np.int64), np.zeros(MAX_BUILDS, np.int64), np.zeros(MAX_BUILDS, np.int64)
        passed = np.zeros((2, RANKS), np.int64)
        for i in range(4):
            place[pack[i]] = 3
        dealt, last = 4, -1
        diff = np.zeros(CATEGORIES)
        first_row = written
        for play in range(ROWS):
            seat, turn = play % 2, play // 2
            if play % 8 == 0:
                for i in range(8):
                    place[pack[dealt + i]] = 1 + i % 2
                dealt += 8
                passed[:] = 0
                thrown[:] = -1
            other = 1 - seat
            sees(place, thrown, seat, view_place)
            count = legal_moves(view_place, bv, bo, bs, seat, rules[9] > 0, moves, masks, work)
            other_count = 4 - (play % 8 + 1) // 2
            if other_count == 0:
                other_count = 4  # they are dealt before the next play
            explored = count > 1 and np.random.random() < explore
            pick = np.random.randint(count) if explored else -1
            seen = passed[other], other_count, 2 * TURNS - 1 - play, last, worth, rules
            listed = moves[:count], masks[:count]
            best = judged(nets[seat], (place, thrown, bv, bo, bs), seat, *listed, pick, seen, scratch, room, found)
            chosen = pick if explored else best
            sign = 1.0 if seat == 0 else -1.0
            boot[seat, turn] = sign * diff + best_gain + best_out
            diff += sign * kept_gain
            lead[seat, turn] = sign * diff
            cut[seat, turn] = chosen != best
            slots_out[written], numbers_out[written] = kept_slots, kept_numbers
            written += 1
            move, mask = moves[chosen], masks[chosen]
            note_passed(view_place, move, mask, passed[seat])
            make(place, thrown, seat, bv, bo, bs, move, mask)
            if move[1] == CAPTURE:
                last = seat
        solved((place, bv, bo, bs), diff, ROWS % 2, last, rules, EXACT, ending, final)
        for seat in range(2):
            sign = 1.0 if seat == 0 else -1.0
            total = sign * final
            for turn in range(ROWS // 2 - 1, -1, -1):
                row = first_row + 2 * turn + seat
                for k in range(CATEGORIES):
                    targets_out[row, k] = (total[k] - lead[seat, turn, k]) * SCALES[k]
                total = boot[seat, turn].copy() if cut[seat, turn] else lam * total + (1 - lam) * boot[seat, turn]
        points_out[number] = points_for(final, rules)
    return written


@light
def set_worth(worth, rules):
    for card in range(CARDS):
        worth[card] = rules[0] * 2 / 52
        if card % 4 == 0:
            worth[card] += rules[1] * 2 / 13 + rules[7]
        if card == 38:
            worth[card] += rules[2]
        if card == 4:
            worth[card] += rules[3]
        if card < 4:
            worth[card] += rules[4]
        if card == 40:
            worth[card] += rules[6]


@light
def note_passed(view, move, mask, passed):
    """A trail or a capture shows which ranks the seat has left on the table."""
    if move[1] == BUILD:
        return
    for c in range(CARDS):
        if (view[c] == LOOSE or view[c] == THROWN) and (move[1] == TRAIL or move[0] // 4 != c // 4):
            passed[c // 4] = 1
