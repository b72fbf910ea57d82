"""Rounds of two-player games with builds, compiled: all legal moves, and play by the network."""

import numpy as np
from numba import njit

from tests.train.compiled import View, encode
from tests.train.inputs import (
    CARDS,
    CATEGORIES,
    HAND,
    IN_BUILD,
    LOOSE,
    MAX_BUILDS,
    MINE,
    NUMBERS,
    PIPS,
    RANKS,
    SLOTS,
    THEIRS,
    THROWN,
    UNSEEN,
)
from tests.train.network import SCALES as _SCALES

MAX_MOVES = 1024
MAX_LOOSE = 10
"""Maximum number of loose cards with values that are considered for sums, lowest first."""
TRAIL, CAPTURE, BUILD = 0, 1, 2
TURNS = 24
"""Turns of a seat in a round."""

compiled = njit(cache=True, fastmath=True, nogil=True)


@compiled
def add_move(moves, loose_masks, count, card, kind, value, single, loose, builds):
    if count < MAX_MOVES:
        moves[count, 0], moves[count, 1], moves[count, 2] = card, kind, value
        moves[count, 3], moves[count, 4] = single, builds
        loose_masks[count] = loose
        return count + 1
    return count


@compiled
def split_table(sums, size, value, split):
    """Mark the sets that split into groups of this sum."""
    split[0] = True
    for s in range(1, size):
        split[s] = False
        total = sums[s]
        if total % value:
            continue
        if total == value:
            split[s] = True
            continue
        low = s & -s
        rest = s ^ low
        sub = rest
        while True:
            if sums[sub | low] == value and split[rest ^ sub]:
                split[s] = True
                break
            if sub == 0:
                break
            sub = (sub - 1) & rest


@compiled
def joins(sums, s, missing, split):
    """True if the set is a group of the missing sum and others that split."""
    if missing == 0:
        return split[s]
    sub = s
    while sub:
        if sums[sub] == missing and split[s ^ sub]:
            return True
        sub = (sub - 1) & s
    return False


@compiled
def covered(place, seat, card, build_value, build_owner, used):
    """True if the hand without the card can take every build of the seat that is not used."""
    for b in range(MAX_BUILDS):
        v = build_value[b]
        if v and build_owner[b] == seat and not used >> b & 1:
            held = False
            for other in range(4 * v - 4, 4 * v):
                if place[other] == HAND and other != card:
                    held = True
            if not held:
                return False
    return True


@compiled
def legal_moves(place, build_value, build_owner, build_single, seat, face_any, moves, loose_masks, work):
    """Write all moves; `place` as the seat sees it. Returns their number."""
    sums, splits = work
    loose = np.empty(MAX_LOOSE, np.int64)
    n = 0
    for card in range(4 * PIPS):
        if (place[card] == LOOSE or place[card] == THROWN) and n < MAX_LOOSE:
            loose[n] = card
            n += 1
    size = 1 << n
    sums[0] = 0
    cards = np.zeros(size, np.int64)
    for i in range(n):
        for s in range(1 << i):
            sums[s | 1 << i] = sums[s] + loose[i] // 4 + 1
            cards[s | 1 << i] = cards[s] | np.int64(1) << loose[i]
    owns = False
    all_builds = 0
    for b in range(MAX_BUILDS):
        if build_value[b]:
            all_builds |= 1 << b
            if build_owner[b] == seat:
                owns = True
    held = np.zeros(RANKS, np.int64)
    for card in range(CARDS):
        if place[card] == HAND:
            held[card // 4] += 1
    for v in range(1, PIPS + 1):
        if held[v - 1]:
            split_table(sums, size, v, splits[v])
    count = 0
    if not owns:
        for card in range(CARDS):
            if place[card] == HAND:
                count = add_move(moves, loose_masks, count, card, TRAIL, 0, 0, 0, 0)
    for card in range(CARDS):
        if place[card] != HAND:
            continue
        value = card // 4 + 1
        if value > PIPS:
            if not covered(place, seat, card, build_value, build_owner, 0):
                continue
            first = 4 * value - 4
            for choice in range(1, 16):
                mask, number = np.int64(0), 0
                fits = True
                for i in range(4):
                    if choice >> i & 1:
                        number += 1
                        mask |= np.int64(1) << (first + i)
                        p = place[first + i]
                        if p != LOOSE and p != THROWN:
                            fits = False
                if fits and (number == 1 or face_any):
                    count = add_move(moves, loose_masks, count, card, CAPTURE, 0, 0, mask, 0)
            continue
        same = 0
        for b in range(MAX_BUILDS):
            if build_value[b] == value:
                same |= 1 << b
        joined = same
        while True:
            if covered(place, seat, card, build_value, build_owner, joined):
                for s in range(size):
                    if (s or joined) and splits[value][s]:
                        count = add_move(moves, loose_masks, count, card, CAPTURE, 0, 0, cards[s], joined)
            if joined == 0:
                break
            joined = (joined - 1) & same
        if size == 1 and all_builds == 0:
            continue
        for v in range(value, PIPS + 1):
            if held[v - 1] - (v == value) <= 0:
                continue
            split = splits[v]
            same = 0
            for b in range(MAX_BUILDS):
                if build_value[b] == v:
                    same |= 1 << b
            joined = same
            while True:
                for s in range(size):
                    fits = (s or joined) and (sums[s] + value) % v == 0 and joins(sums, s, v - value, split)
                    if fits and covered(place, seat, card, build_value, build_owner, joined):
                        one = sums[s] + value == v and joined == 0
                        count = add_move(moves, loose_masks, count, card, BUILD, v, one, cards[s], joined)
                for b in range(MAX_BUILDS):
                    if build_single[b] and build_value[b] and build_value[b] == v - value:
                        used = joined | 1 << b
                        if covered(place, seat, card, build_value, build_owner, used):
                            for s in range(size):
                                if split[s]:
                                    one = s == 0 and joined == 0
                                    count = add_move(moves, loose_masks, count, card, BUILD, v, one, cards[s], used)
                if joined == 0:
                    break
                joined = (joined - 1) & same
    if count == 0:
        for card in range(CARDS):
            if place[card] == HAND:
                count = add_move(moves, loose_masks, count, card, TRAIL, 0, 0, 0, 0)
    return count


@compiled
def apply_move(place, bv, bm, bs, move, loose, gain):
    """Make the move on the mover's view (`bm`: the build is the mover's); write what it gains."""
    card, kind, value, single, used = move[0], move[1], move[2], move[3], move[4]
    gain[:] = 0.0
    if kind == TRAIL:
        place[card] = LOOSE
        return
    target = MINE
    slot = 0
    if kind == BUILD:
        while slot < MAX_BUILDS - 1 and bv[slot] and not used >> slot & 1:
            slot += 1
        target = IN_BUILD + slot
    left = 0
    for c in range(CARDS):
        p = place[c]
        taken = c == card or loose >> c & 1 or (p >= IN_BUILD and used >> (p - IN_BUILD) & 1)
        if taken:
            place[c] = target + 100
            if kind == CAPTURE:
                count_card(gain, c, 1.0)
        elif p in (LOOSE, THROWN) or p >= IN_BUILD:
            left += 1
    for b in range(MAX_BUILDS):
        if used >> b & 1:
            bv[b] = bm[b] = bs[b] = 0
    for c in range(CARDS):
        if place[c] >= 100:
            place[c] -= 100
    if kind == BUILD:
        bv[slot], bm[slot], bs[slot] = value, 1, single
    elif left == 0:
        gain[5] = 1.0


@compiled
def count_card(gain, card, sign):
    if card == 38:
        gain[2] += sign
    elif card == 4:
        gain[3] += sign
    if card < 4:
        gain[4] += sign
    if card == 40:
        gain[6] += sign
    if card % 4 == 0:
        gain[7] += sign


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
def majority(mine, theirs):
    return 1.0 if mine > theirs else -1.0 if theirs > mine else 0.0


@compiled
def play_rounds(nets, seed, rules_list, explore, lam, scratch, slots_out, numbers_out, targets_out, points_out):
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
    view_place, trial = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
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
        place = np.zeros(CARDS, np.int64)  # 0 stock, 1+s hand, 3 loose, 4+s pile, 10+b build
        thrown = np.full(CARDS, -1)
        bv, bo, bs = np.zeros(MAX_BUILDS, np.int64), np.zeros(MAX_BUILDS, np.int64), np.zeros(MAX_BUILDS, np.int64)
        passed = np.zeros((2, RANKS), np.int64)
        for i in range(4):
            place[pack[i]] = 3
        dealt, last = 4, -1
        diff = np.zeros(CATEGORIES)
        first_row = written
        for play in range(2 * TURNS):
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
            if other_count == 0 and play < 2 * TURNS - 1:
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
        final = finish(place, last, diff, rules)
        for seat in range(2):
            sign = 1.0 if seat == 0 else -1.0
            total = sign * final
            for turn in range(TURNS - 1, -1, -1):
                row = first_row + 2 * turn + seat
                for k in range(CATEGORIES):
                    targets_out[row, k] = (total[k] - lead[seat, turn, k]) * SCALES[k]
                total = boot[seat, turn].copy() if cut[seat, turn] else lam * total + (1 - lam) * boot[seat, turn]
        points = 0.0
        for k in range(CATEGORIES):
            points += rules[k] * final[k]
        points_out[number] = points
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
def sees(place, thrown, seat, view):
    for c in range(CARDS):
        p = place[c]
        if p == 1 + seat:
            view[c] = HAND
        elif p == 0 or p == 2 - seat:
            view[c] = UNSEEN
        elif p == 3:
            view[c] = THROWN if thrown[c] == 1 - seat else LOOSE
        elif p == 4 + seat:
            view[c] = MINE
        elif p < 10:
            view[c] = THEIRS
        else:
            view[c] = IN_BUILD + p - 10


@compiled
def note_passed(view, move, mask, passed):
    """A trail or a capture shows which ranks the seat has left on the table."""
    if move[1] == BUILD:
        return
    for c in range(CARDS):
        if (view[c] == LOOSE or view[c] == THROWN) and (move[1] == TRAIL or move[0] // 4 != c // 4):
            passed[c // 4] = 1


@compiled
def make(place, thrown, seat, bv, bo, bs, move, loose):
    card, kind, value, single, used = move[0], move[1], move[2], move[3], move[4]
    if kind == TRAIL:
        place[card], thrown[card] = 3, seat
        return
    slot, target = 0, 4 + seat
    if kind == BUILD:
        while slot < MAX_BUILDS - 1 and bv[slot] and not used >> slot & 1:
            slot += 1
        target = 10 + slot
    for c in range(CARDS):
        p = place[c]
        if c == card or loose >> c & 1 or (p >= 10 and p < 100 and used >> (p - 10) & 1):
            place[c] = target + 100
    for b in range(MAX_BUILDS):
        if used >> b & 1:
            bv[b] = bo[b] = bs[b] = 0
    for c in range(CARDS):
        if place[c] >= 100:
            place[c] -= 100
    if kind == BUILD:
        bv[slot], bo[slot], bs[slot] = value, seat, single


@compiled
def finish(place, last, diff, rules):
    """The first seat's lead in every category at the end of the round."""
    final = diff.copy()
    counts = np.zeros((2, 2))
    for c in range(CARDS):
        p = place[c]
        side = p - 4
        if p == 3 or p >= 10:
            side = last
            if last >= 0:
                count_card(final, c, 1.0 if last == 0 else -1.0)
        if side >= 0:
            counts[side, 0] += 1
            counts[side, 1] += c % 4 == 0
    final[0] = majority(counts[0, 0], counts[1, 0])
    final[1] = majority(counts[0, 1], counts[1, 1])
    if final[0] == 0 and rules[8] > 0:
        final[0] = final[1]
    return final
