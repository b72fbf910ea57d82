"""Pairs a round of a Swiss tournament.

The pairs are a matching of least cost. From the heaviest to the lightest, the cost of a pair counts: how often the two
have met, how far above the bottom a bye goes, the square of the difference in score, whether both have had the same
side too often, and how far the pair is from "top half against bottom half" in its score group. Each weight exceeds the
largest sum of all lighter ones.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from games.tournaments.field import Pair, Played

BYE = 0


def pair_round(entries: Sequence[int], history: Sequence[Played]) -> list[Pair]:
    """The boards from the top, the bye last. `entries`: who plays this round; the history may know others.

    With an odd number, the bye goes to the lowest-placed entry of those with the fewest byes, or to the next one if
    that avoids a repeat. Opponents meet again only if there is no other way, and then as seldom as possible. An
    unfinished match counts as a draw; any match, also one that was not played, counts as met.
    """
    score = scores(history)
    order = sorted(entries, key=lambda entry: (-score[entry], entry))
    byes = Counter(match.first for match in history if match.second == BYE)
    fewest = min((byes[entry] for entry in order), default=0)
    met = Counter(frozenset(match[1:3]) for match in history)
    vertices = [*order, BYE] if len(order) % 2 else order
    cost = _costs(order, score, met, _sides(history)[0])
    possible = [(a, b) for a, b in combinations(vertices, 2) if b != BYE or byes[a] == fewest]
    return _boards(matching(possible, cost), order, history)


def scores(history: Sequence[Played]) -> Counter[int]:
    """Half points of each entry."""
    found: Counter[int] = Counter()
    for match in history:
        first, second = match.points or (1, 1)
        found[match.first] += first
        found[match.second] += second
    return found


def matching(pairs: Iterable[tuple[int, int]], cost: Callable[[int, int], int]) -> set[frozenset[int]]:
    """As many of the pairs as possible, no entry twice, at the least cost."""
    import networkx as nx  # noqa: PLC0415  takes an eighth of the start of every process, and few draw a round

    graph = nx.Graph()
    graph.add_weighted_edges_from((a, b, -cost(a, b)) for a, b in pairs)
    return {frozenset(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True)}


def seated(pairs: Iterable[tuple[int, int]], history: Sequence[Played]) -> list[Pair]:
    """The pairs with their sides. Side 1 goes to whoever has had it less, then to whoever had side 2 last, and
    otherwise to the first of a pair on the first board, the second on the next, and so on."""
    surplus, last = _sides(history)
    found = []
    for board, (a, b) in enumerate(pairs):
        claims = [(surplus[entry], last.get(entry) != 2) for entry in (a, b)]
        swap = b != BYE and (claims[1] < claims[0] or (claims[0] == claims[1] and board % 2 == 1))
        found.append(Pair(b, a) if swap else Pair(a, b))
    return found


def _sides(history: Sequence[Played]) -> tuple[Counter[int], dict[int, int]]:
    """How much more often each entry has had side 1 than side 2, and the side it had last."""
    surplus: Counter[int] = Counter()
    last: dict[int, int] = {}
    for match in history:
        if match.second != BYE:
            surplus.update({match.first: 1, match.second: -1})
            last |= {match.first: 1, match.second: 2}
    return surplus, last


def _boards(found: set[frozenset[int]], order: list[int], history: Sequence[Played]) -> list[Pair]:
    place = {entry: index for index, entry in enumerate([*order, BYE])}
    pairs = [sorted(pair, key=place.__getitem__) for pair in found]
    return seated([(a, b) for a, b in sorted(pairs, key=lambda pair: (pair[1] == BYE, place[pair[0]]))], history)


def _costs(
    order: list[int], score: Counter[int], met: Counter[frozenset[int]], surplus: Counter[int]
) -> Callable[[int, int], int]:
    """The cost of a pair; the first of the two is placed higher."""
    count = len(order) + 1
    place = {entry: index for index, entry in enumerate(order)}
    group = Counter(score[entry] for entry in order)
    spread = max(group, default=0) - min(group, default=0) + 1
    per_side = count**3
    per_point = per_side * count
    per_place = per_point * count * spread**2
    per_meeting = per_place * count

    def cost(a: int, b: int) -> int:
        if b == BYE:
            return per_place * (len(order) - 1 - place[a])
        difference = score[a] - score[b]
        distance = 1 if difference else group[score[a]] // 2
        fold = (place[b] - place[a] - distance) ** 2
        same = min(surplus[a], surplus[b]) > 1 or max(surplus[a], surplus[b]) < -1
        return per_meeting * met[frozenset((a, b))] + per_point * difference**2 + per_side * same + fold

    return cost
