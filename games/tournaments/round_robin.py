"""Everyone plays everyone: the Berger tables, as FIDE publishes them (Handbook C.05, annex 1)."""

from games.tournaments.field import Pair


def rounds(count: int, double: bool = False) -> list[list[Pair]]:
    """All rounds for the entries 1 to `count`. With an odd count, one has a bye in each round, named last.

    `double`: everyone plays everyone twice, the second time with sides swapped.
    """
    last = count + count % 2
    ring = last - 1
    found = []
    for number in range(ring):
        # The last entry stays; the others sit in a ring, which turns by half of its length each round.
        top = number * (last // 2) % ring + 1
        pairs = [Pair((top + step - 1) % ring + 1, (top - step - 1) % ring + 1) for step in range(1, last // 2)]
        if last > count:
            pairs.append(Pair(top, 0))
        else:
            pairs.insert(0, Pair(last, top) if number % 2 else Pair(top, last))
        found.append(pairs)
    if double:
        found += [[Pair(b, a) if b else Pair(a, b) for a, b in pairs] for pairs in found]
    return found
