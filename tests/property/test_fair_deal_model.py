"""A small model of the shuffle's protocol, searched to the end: those who could choose the cards, whatever they do and
say.

Seeds are numbers below SIZE, and the cards are a sum of them: a player who chooses one seed after seeing all others
chooses the cards. Attackers do all that the engine allows, in any order, and decide when the others act and when the
cards are dealt. Honest players draw their seeds at random and do what their pages do. Chance gives one in SIZE.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Literal, NamedTuple

import pytest

from games.domain.commands import (
    CollectClientSeeds,
    Command,
    CommitClientSeed,
    LeaveSeat,
    OpenGame,
    RevealClientSeed,
    SwapSeats,
    TakeSeat,
)
from games.domain.decide import decide
from games.domain.events import Event
from games.domain.evolve import evolve
from games.domain.presets import resolve_rules
from games.domain.provably_fair import COMMITTED_BEFORE
from games.domain.refusal import Refusal
from games.domain.seating import Protection, protection
from games.domain.setup_events import ClientSeedRevealed
from games.domain.state import GameState
from tests.examples import exhaustive, some

SIZE = 2
SEEDS = tuple(str(number) for number in range(SIZE))
CHANCE, CERTAIN = Fraction(1, SIZE), Fraction(1)
HIDDEN = sha256(b"drawn when it is shown").hexdigest()  # the hash of an honest seed tells nothing about it
OPEN = OpenGame(resolve_rules("casino"), "casino", 2, False, 0, shuffle_version=COMMITTED_BEFORE)
DERIVED = CollectClientSeeds(("0", "1"), 1)  # what follows from the server seed for players who give none
DEPTH = 6  # steps; one more than the longest sensible attack: sit down, let the other sit and show, leave, sit, give

type Log = tuple[Event, ...]


class Attack(NamedTuple):
    """One player attacks, or none, on whichever seat; the operator, too, where the server seed is known: it was fixed
    before all others. `honest`: the page of the honest player gives the hash of the seed first, the seed at once, or
    nothing. `level`: the protection that the page about the shuffle has to show in the end."""

    player: bool
    honest: Literal["hash", "seed", "nothing"]
    level: Protection
    server: int | None


@cache
def state_of(log: Log) -> GameState:
    return evolve(state_of(log[:-1]) if log[:-1] else None, log[-1])


@cache
def after(log: Log, command: Command) -> Log:
    decided = decide(state_of(log) if log else None, command)
    assert not isinstance(decided, Refusal), decided
    return (*log, *decided)


@cache
def chance_of(attack: Attack, log: Log, seen: tuple[str, ...], left: int) -> Fraction:
    """Return the attackers' best chance from here. `seen`: the hashes that an honest page saw when it showed its
    seed."""
    chances = [chance_when_dealt(attack, log, seen)]
    if left:
        chances += [chance_of(attack, after(log, move), seen, left - 1) for move in attacking(attack, log)]
        chances += [average(attack, nodes, left - 1) for nodes in acting(attack, log, seen)]
    return max(chances)


def average(attack: Attack, nodes: list[tuple[Log, tuple[str, ...]]], left: int) -> Fraction:
    return sum((chance_of(attack, *node, left) for node in nodes), Fraction(0)) / len(nodes)


def attacking(attack: Attack, log: Log) -> Iterator[Command]:
    """Yield all actions of the attackers that the engine does not refuse."""
    state = state_of(log)
    if not attack.player:
        return
    commands: list[Command] = []
    if "attacker" in state.players:
        seat = state.players.index("attacker") + 1
        commands += [LeaveSeat(seat), SwapSeats(1, 2)]
        commands += [RevealClientSeed(seat, seed) for seed in SEEDS]
        commands += [CommitClientSeed(seat, sha256(seed.encode()).hexdigest()) for seed in SEEDS]
    else:
        free = [seat for seat in (1, 2) if not state.players[seat - 1]]
        commands += [TakeSeat(seat, "attacker", seed) for seat in free for seed in ("", *SEEDS)]
        commands += [
            TakeSeat(seat, "attacker", "", sha256(seed.encode()).hexdigest()) for seat in free for seed in SEEDS
        ]
    yield from (command for command in commands if not isinstance(decide(state, command), Refusal))


def acting(attack: Attack, log: Log, seen: tuple[str, ...]) -> Iterator[list[tuple[Log, tuple[str, ...]]]]:
    """Yield the actions of honest players when it is their turn to act: sit down, and show the seed they have promised,
    also where they were deceived that it is time. Each with all the seeds that it can turn out to be."""
    state = state_of(log)
    if "honest" not in state.players:
        for seat in (seat for seat in (1, 2) if not state.players[seat - 1]):
            given = {
                "seed": [TakeSeat(seat, "honest", seed) for seed in SEEDS],
                "hash": [TakeSeat(seat, "honest", "", HIDDEN)],
                "nothing": [TakeSeat(seat, "honest")],
            }
            yield [(after(log, command), seen) for command in given[attack.honest]]
        return
    place = state.players.index("honest")
    if state.seed_hashes and state.seed_hashes[place] and not (state.client_seeds and state.client_seeds[place]):
        yield [((*log, ClientSeedRevealed(place + 1, seed)), state.seed_hashes) for seed in SEEDS]


def chance_when_dealt(attack: Attack, log: Log, seen: tuple[str, ...]) -> Fraction:
    """Return the chance of the sum 0 if the cards are dealt now. It is no success where the page about the shuffle
    shows less protection, or an honest browser finds its seed missing or other hashes than it has seen."""
    state = state_of(log)
    if not all(state.players):
        return Fraction(0)
    gathered = after(log, DERIVED)
    if protection(gathered) != attack.level or found_out(attack, state, seen):
        return Fraction(0)
    servers = range(SIZE) if attack.server is None else [attack.server]
    words = state_of(gathered).client_seeds
    sums = [(server + int(words[0]) + int(words[1])) % SIZE for server in servers]
    return Fraction(sums.count(0), len(sums))


def found_out(attack: Attack, state: GameState, seen: tuple[str, ...]) -> bool:
    if attack.honest == "nothing":
        return False
    honest = [seat for seat, player in enumerate(state.players) if player == "honest"]
    missing = any(not (state.client_seeds and state.client_seeds[seat]) for seat in honest)
    return missing or bool(seen and seen != state.seed_hashes)


def best(level: Protection, honest: Literal["hash", "seed", "nothing"], *, operator: bool) -> Fraction:
    """The chance of one player who attacks, with the operator or alone, against an honest one."""
    servers = range(SIZE) if operator else [None]
    attacks = [Attack(player=True, honest=honest, level=level, server=server) for server in servers]
    return max(chance_of(attack, after((), OPEN), (), DEPTH) for attack in attacks)


@pytest.mark.parametrize("honest", ["hash", "seed"])
def test_the_operator_alone_does_no_better_than_chance(honest: Literal["hash", "seed"]) -> None:
    """The other seat is a computer's, or that of a player who gives no seed: theirs is derived."""
    taken = after(after((), OPEN), TakeSeat(2, "without a seed"))
    attack = Attack(player=False, honest=honest, level="operator", server=0)
    assert chance_of(attack, taken, (), DEPTH) == CHANCE


@pytest.mark.parametrize(
    ("level", "honest", "chance"),
    some(
        [
            ("everyone", "hash", CHANCE),
            ("operator", "hash", CHANCE),
            ("everyone", "seed", 0),
            ("operator", "seed", CHANCE),
            ("operator", "nothing", CHANCE),
        ],
        1,
    ),
)
def test_a_player_alone_does_no_better_than_chance(
    level: Protection, honest: Literal["hash", "seed", "nothing"], chance: Fraction
) -> None:
    """The last to give a seed, or whatever else they do; "everyone" is not shown where an honest seed came at once."""
    assert best(level, honest, operator=False) == chance


@exhaustive
def test_the_operator_with_a_player_does_no_better_than_chance_when_all_seeds_were_promised() -> None:
    assert best("everyone", "hash", operator=True) == CHANCE


@exhaustive
@pytest.mark.parametrize("honest", ["nothing", "seed"])
def test_the_operator_with_a_player_chooses_where_the_page_does_not_claim_otherwise(
    honest: Literal["seed", "nothing"],
) -> None:
    """So the search finds what there is to find."""
    assert best("operator", honest, operator=True) == CERTAIN
    assert best("everyone", honest, operator=True) == 0
