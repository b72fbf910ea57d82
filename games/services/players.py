"""Seat assignments: people, and computer players with the names of their levels."""

from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import NamedTuple

from accounts.models import Person
from accounts.person_names import lookalike_keys
from games import bots
from games.domain.commands import TakeSeat
from games.models import BOT_NAME_PREFIX, NAME_LENGTH, Game, Seat


class ClientSeed(NamedTuple):
    """A player's part of the shuffle: the seed itself, or its SHA-256 (hex) when the seed follows later. `commitment`
    is the one that the player's page showed before it sent this."""

    seed: str = ""
    hash: str = ""
    commitment: str = ""

    def after(self, commitment: str) -> "ClientSeed":
        """This seed if it was sent for this commitment; NO_SEED if it was for another one, or none."""
        return self if self.commitment == commitment else NO_SEED

    def promised_to(self, commitment: str) -> "ClientSeed":
        """The promise alone. It may come before this commitment, since it tells nothing of the seed, which the
        player's page gives once it has seen the commitment."""
        return ClientSeed("", self.hash, commitment)


NO_SEED = ClientSeed()


class SeatAssignment(NamedTuple):
    """The player of a seat: a person, perhaps with a client seed, or a computer player by its strategy."""

    number: int
    name: str
    person: Person | None = None
    bot: str = ""
    seed: ClientSeed = NO_SEED

    @property
    def command(self) -> TakeSeat:
        return TakeSeat(self.number, self.name, "" if self.seed.hash else self.seed.seed, self.seed.hash)


def person_assignment(
    number: int, person: Person, seed: ClientSeed = NO_SEED, names: Iterable[str] = ()
) -> SeatAssignment:
    """The assignment of a person; `names` are those of the others at the table."""
    return SeatAssignment(number, distinct_name(str(person), names), person, seed=seed)


def local_assignments(names: Mapping[int, str], seed: ClientSeed, others: Iterable[str]) -> list[SeatAssignment]:
    """The players who share the host's device, by seat: none is a person, and the first gives the client seed. `others`
    are the names of the computers."""
    taken, assignments = list(others), list[SeatAssignment]()
    for number, name in sorted(names.items()):
        assignments.append(SeatAssignment(number, distinct_name(name, taken), seed=NO_SEED if assignments else seed))
        taken.append(assignments[-1].name)
    return assignments


def distinct_name(name: str, names: Iterable[str]) -> str:
    """The name shown at a table: numbered where another player there has the same or a confusable name."""
    return _first_free(chain([name[:NAME_LENGTH]], _numbered(name)), names)


def _numbered(name: str) -> Iterable[str]:
    """Yield Anna 2, Anna 3 ... without end."""
    return (f"{name[: NAME_LENGTH - max(3, len(f' {number}'))]} {number}" for number in count(2))


def _first_free(wanted: Iterable[str], names: Iterable[str]) -> str:
    """The first of the wanted names that cannot be confused with one of the others as the table shows them."""
    taken = frozenset[str]().union(*(lookalike_keys(name.removeprefix(BOT_NAME_PREFIX)) for name in names))
    return next(name for name in wanted if not taken & lookalike_keys(name))


def bot_assignments(levels: Mapping[int, str], names: Iterable[str] = ()) -> list[SeatAssignment]:
    """Computer players by seat and level, each with a name not yet used at the table."""
    taken, assignments = list(names), []
    for number, level in sorted(levels.items()):
        taken.append(bot_name(level, taken))
        assignments.append(SeatAssignment(number, taken[-1], bot=level))
    return assignments


def bot_name(level: str, names: Iterable[str]) -> str:
    """The name of a computer player of this level in the company of these others."""
    own = bots.NAMES[level]
    return BOT_NAME_PREFIX + _first_free(chain(own, _numbered(own[0])), names)


def build_seat(game: Game, assignment: SeatAssignment) -> Seat:
    return Seat(game=game, number=assignment.number, person=assignment.person, bot=assignment.bot, name=assignment.name)
