"""Whether a game was dealt as promised."""

from dataclasses import dataclass

from games.domain.cards import Card

from .cards import CardView, card_views


@dataclass(frozen=True, slots=True)
class PackCheck:
    """A round's pack as it was played, and whether it is the one that the seed shuffles to."""

    number: int
    cards: tuple[CardView, ...]
    same: bool


@dataclass(frozen=True, slots=True)
class FairView:
    """What became of the promise. `dealer` dealt first and `due` had to: `drawn` by the seed, else after a game before
    (3.5)."""

    seed: str
    kept: bool
    dealer: int
    due: int
    drawn: bool
    packs: tuple[PackCheck, ...]

    @property
    def dealer_right(self) -> bool:
        return self.dealer == self.due

    @property
    def all_right(self) -> bool:
        return self.kept and self.dealer_right and all(pack.same for pack in self.packs)


def pack_check(number: int, cards: tuple[Card, ...], same: bool) -> PackCheck:
    return PackCheck(number, card_views(cards), same)
