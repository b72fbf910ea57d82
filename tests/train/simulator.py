"""Rounds of two-player games with builds, played by the network, compiled."""

import numpy as np

from tests.train.compiled import View, encode
from tests.train.ending import EXACT, points_for, solved
from tests.train.inputs import CARDS, CATEGORIES, LOOSE, MAX_BUILDS, NUMBERS, PIPS, RANKS, SLOTS, THROWN
from tests.train.moves import (
    BUILD,
    CAPTURE,
    MAX_LOOSE,
    MAX_MOVES,
    TRAIL,
    apply_move,
    compiled,
    legal_moves,
    make,
    sees,
)
from tests.train.network import SCALES as _SCALES

TURNS = 24
"""Turns of a seat in a round."""

ROWS = 2 * TURNS - EXACT
"""Positions of a round that are learned from: the last plays are solved."""


@compiled
def forward(net, slots, numbers, base, base_slots, fresh, acc, hidden, out):
    """The outputs; the sums of the first position of a turn are the base of the others."""
    w1, wn, b1, w2, b2, w3, b3 = net
    width, second = b1.shape[0], b2.shape[0]
    if fresh:
        base[:] = b1
        for i in range(SLOTS):
            row = w1[slots[i]]
            for j in range(width):
                base[j] += row[j]
            base_slots[i] = slots[i]
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
    for i in range(width):
        if acc[i] > 0:
            x, row = acc[i], w2[i]
            for j in range(second):
                hidden[j] += x * row[j]
    for k in range(CATEGORIES):
        out[k] = b3[k]
    for i in range(second):
        if hidden[i] > 0:
            x, row = hidden[i], w3[i]
            for k in range(CATEGORIES):
                out[k] += x * row[k]


@compiled
def play_rounds(nets, seed, rules_list, explore, lam, scratch, ending, slots_out, numbers_out, targets_out, points_out):
    """Play a round for each row of rules; seat s plays by nets[s]. Write the positions, their targets, and the points
    of the first seat. `rules`: points by category, tie rule, face rule."""
    np.random.seed(seed)
    moves = np.zeros((MAX_MOVES, 5), np.int64)
    masks = np.zeros(MAX_MOVES, np.int64)
    work = (np.zeros(1 << MAX_LOOSE, np.int64), np.zeros((PIPS + 1, 1 << MAX_LOOSE), np.bool_))
    width, second = nets[0][2].shape[0], nets[0][4].shape[0]
    base, acc = np.zeros(width, np.float32), np.zeros(width, np.float32)
    hidden = np.zeros(second, np.float32)
    out = np.zeros(CATEGORIES, np.float32)
    base_slots, slots = np.zeros(SLOTS, np.int64), np.zeros(SLOTS, np.int64)
    numbers = np.zeros(NUMBERS, np.float64)
    worth = np.zeros(CARDS, np.float64)
    view_place, trial = np.zeros(CARDS, np.int8), np.zeros(CARDS, np.int8)
    tbv, tbm, tbs = np.zeros(MAX_BUILDS, np.int64), np.zeros(MAX_BUILDS, np.int64), np.zeros(MAX_BUILDS, np.int64)
    gain, best_gain = np.zeros(CATEGORIES), np.zeros(CATEGORIES)
    best_out = np.zeros(CATEGORIES)
    chosen_slots, chosen_numbers = np.zeros(SLOTS, np.int64), np.zeros(NUMBERS)
    lead = np.zeros((2, TURNS, CATEGORIES))  # after the move made
    boot = np.zeros((2, TURNS, CATEGORIES))  # lead and value after the best move
    cut = np.zeros((2, TURNS), np.bool_)
    written = 0
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
            best, best_score = 0, -1e9
            explored = count > 1 and np.random.random() < explore
            pick = np.random.randint(count) if explored else -1
            chosen = 0
            picked_gain = np.zeros(CATEGORIES)
            for m in range(count):
                trial[:] = view_place
                for b in range(MAX_BUILDS):
                    tbv[b], tbm[b], tbs[b] = bv[b], bv[b] > 0 and bo[b] == seat, bs[b]
                apply_move(trial, tbv, tbm, tbs, moves[m], masks[m], gain)
                captor = last if moves[m, 1] != CAPTURE else seat
                seen_last = 0 if captor < 0 else 1 if captor == seat else 2
                view = View(
                    trial, tbv, tbm, tbs, passed[other], other_count, 2 * TURNS - 1 - play, seen_last, worth, rules
                )
                encode(view, scratch, slots, numbers)
                forward(nets[seat], slots, numbers, base, base_slots, m == 0, acc, hidden, out)
                score = 0.0
                for k in range(CATEGORIES):
                    score += rules[k] * (gain[k] + out[k] / SCALES[k])
                if score > best_score:
                    best, best_score = m, score
                    best_gain[:] = gain
                    for k in range(CATEGORIES):
                        best_out[k] = out[k] / SCALES[k]
                    if not explored:
                        chosen_slots[:], chosen_numbers[:] = slots, numbers
                if m == pick:
                    chosen_slots[:], chosen_numbers[:] = slots, numbers
                    picked_gain[:] = gain
            chosen = pick if explored else best
            sign = 1.0 if seat == 0 else -1.0
            boot[seat, turn] = sign * diff + best_gain + best_out
            if not explored:
                picked_gain[:] = best_gain
            diff += sign * picked_gain
            lead[seat, turn] = sign * diff
            cut[seat, turn] = chosen != best
            slots_out[written], numbers_out[written] = chosen_slots, chosen_numbers
            written += 1
            move, mask = moves[chosen], masks[chosen]
            note_passed(view_place, move, mask, passed[seat])
            make(place, thrown, seat, bv, bo, bs, move, mask)
            if move[1] == CAPTURE:
                last = seat
        final = solved((place, bv, bo, bs), diff, ROWS % 2, last, rules, EXACT, ending)
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


SCALES = np.array(_SCALES)


@compiled
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


@compiled
def note_passed(view, move, mask, passed):
    """A trail or a capture shows which ranks the seat has left on the table."""
    if move[1] == BUILD:
        return
    for c in range(CARDS):
        if (view[c] == LOOSE or view[c] == THROWN) and (move[1] == TRAIL or move[0] // 4 != c // 4):
            passed[c // 4] = 1
