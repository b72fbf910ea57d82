"""Seat assignments: people, and computer players with the names of their levels."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from accounts.lookalikes import keys
from accounts.models import Person
from games import bots
from games.domain.commands import TakeSeat
from games.models import COMPUTER, NAME_LENGTH, Game, Seat


class ClientSeed(NamedTuple):
    """A player's part of the shuffle: the seed itself, or its SHA-256 (hex) when the seed follows later. `commitment`
    is the one that the player's page showed before it sent this."""

    seed: str = ""
    hash: str = ""
    commitment: str = ""

    def after(self, commitment: str) -> "ClientSeed":
        """Return this seed if it was sent for this commitment; NO_SEED if it was for another one, or none."""
        return self if self.commitment == commitment else NO_SEED


NO_SEED = ClientSeed()


class Sitter(NamedTuple):
    """The player of a seat: a person, perhaps with a client seed, or a computer player by its strategy."""

    number: int
    name: str
    person: Person | None = None
    bot: str = ""
    seed: ClientSeed = NO_SEED

    @property
    def command(self) -> TakeSeat:
        return TakeSeat(self.number, self.name, "" if self.seed.hash else self.seed.seed, self.seed.hash)


def person_on(number: int, person: Person, seed: ClientSeed = NO_SEED, names: Iterable[str] = ()) -> Sitter:
    """Return the assignment of a person; `names` are those of the others at the table."""
    return Sitter(number, unlike(str(person), names), person, seed=seed)


def unlike(name: str, names: Iterable[str]) -> str:
    """Return the name shown at a table: numbered where another player there has the same or a confusable name."""
    taken = frozenset[str]().union(*map(keys, names))
    shown = (name[:NAME_LENGTH], *(f"{name[: NAME_LENGTH - 3]} {number}" for number in range(2, 14)))
    return next(each for each in shown if not taken & keys(each))


def computers_on(levels: Mapping[int, str], names: Iterable[str] = ()) -> list[Sitter]:
    """Return computer players by seat and level, each with a name not yet used at the table."""
    taken, sitters = set(names), []
    for number, level in sorted(levels.items()):
        name = next(name for name in _names(level) if name not in taken)
        taken.add(name)
        sitters.append(Sitter(number, name, bot=level))
    return sitters


def _names(level: str) -> Iterable[str]:
    """Yield Computer Otto, Computer Otto 2 ...: enough for any table."""
    name = COMPUTER + bots.NAMES[level]
    yield name
    yield from (f"{name} {number}" for number in range(2, 14))


def row(game: Game, sitter: Sitter) -> Seat:
    return Seat(game=game, number=sitter.number, person=sitter.person, bot=sitter.bot, name=sitter.name)
