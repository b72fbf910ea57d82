"""All legal moves of two-player games with builds, and positions after them, compiled.

A round's `place`: 0 in the stock, 1 and 2 in the seats' hands, 3 loose, 4 and 5 in their piles, 10 and more in a build.
"""

import numpy as np
from numba import njit

from tests.train.inputs import (
    CARDS,
    CATEGORIES,
    HAND,
    IN_BUILD,
    LOOSE,
    MAX_BUILDS,
    MINE,
    PIPS,
    RANKS,
    THEIRS,
    THROWN,
    UNSEEN,
)

MAX_MOVES = 1024
MAX_LOOSE = 10
"""Maximum number of loose cards with values that are considered for sums, lowest first."""
TRAIL, CAPTURE, BUILD = 0, 1, 2

compiled = njit(cache=True, fastmath=True, nogil=True)
light = njit(cache=True, fastmath=True, nogil=True, _nrt=False)
"""For what makes no arrays: nothing is counted, which took a third of the time."""


@light
def copied(target, source):
    for i in range(target.shape[0]):
        target[i] = source[i]


@compiled
def sums_room():
    """Room for the sums of the sets of loose cards, their cards, and how they split; and for what a hand holds."""
    sums, cards = np.zeros(1 << MAX_LOOSE, np.int64), np.zeros(1 << MAX_LOOSE, np.int64)
    splits = np.zeros((PIPS + 1, 1 << MAX_LOOSE), np.bool_)
    return sums, cards, splits, np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)


@light
def add_move(moves, loose_masks, count, card, kind, value, single, loose, builds):
    if count < MAX_MOVES:
        moves[count, 0], moves[count, 1], moves[count, 2] = card, kind, value
        moves[count, 3], moves[count, 4] = single, builds
        loose_masks[count] = loose
        return count + 1
    return count


@light
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


@light
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


@light
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


@light
def legal_moves(place, build_value, build_owner, build_single, seat, face_any, moves, loose_masks, work):
    """Write all moves; `place` as the seat sees it. Returns their number."""
    sums, cards, splits, held, loose = work
    n = 0
    for card in range(4 * PIPS):
        if (place[card] == LOOSE or place[card] == THROWN) and n < MAX_LOOSE:
            loose[n] = card
            n += 1
    size = 1 << n
    sums[0] = cards[0] = 0
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
    for rank in range(RANKS):
        held[rank] = 0
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


@light
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


@light
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


@light
def make(place, thrown, seat, bv, bo, bs, move, loose):
    """Make the move. `thrown` may be left over from trials: nobody sees it before the card is on the table."""
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
        if c == card or loose >> c & 1 or (p >= 10 and used >> (p - 10) & 1):
            place[c] = target
    for b in range(MAX_BUILDS):
        if used >> b & 1:
            bv[b] = bo[b] = bs[b] = 0
    if kind == BUILD:
        bv[slot], bo[slot], bs[slot] = value, seat, single


@light
def gained(place, move, loose, rules, gain):
    """Write what the move gains of each category at once; return about how many points that is."""
    for k in range(CATEGORIES):
        gain[k] = 0.0
    if move[1] != CAPTURE:
        return 0.0
    cards, left = 0, 0
    for c in range(CARDS):
        p = place[c]
        if c == move[0] or loose >> c & 1 or (p >= 10 and move[4] >> (p - 10) & 1):
            count_card(gain, c, 1.0)
            cards += 1
        elif p == 3 or p >= 10:
            left += 1
    gain[5] = left == 0
    return points_for(gain, rules) + 0.1 * cards


@light
def points_for(lead, rules):
    points = 0.0
    for k in range(CATEGORIES):
        points += rules[k] * lead[k]
    return points
