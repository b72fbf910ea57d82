"""The checks that a game was dealt as promised."""

from dataclasses import dataclass

from games.domain.cards import Card

from .cards import CardView, card_views


@dataclass(frozen=True, slots=True)
class WordCheck:
    """The client seed of a seat: `given` by its player, or derived from the secret.

    `promised`: the player's browser had given its hash. `right`: it follows from the secret, or matches the hash.
    """

    number: int
    player: str
    word: str
    given: bool
    promised: bool
    right: bool


@dataclass(frozen=True, slots=True)
class PackCheck:
    """A round's pack as it was played. `same`: it is the one that the seed shuffles to."""

    number: int
    cards: tuple[CardView, ...]
    same: bool


@dataclass(frozen=True, slots=True)
class FairView:
    """The result of checking the promise. `kept`: the secret matches the commitment.

    `dealer` dealt first and `due` had to: `drawn` by the seed, else after an earlier game (3.5). Without `words` the
    packs come from the secret alone.
    """

    secret: str
    seed: str
    kept: bool
    dealer: int
    due: int
    drawn: bool
    words: tuple[WordCheck, ...]
    packs: tuple[PackCheck, ...]

    @property
    def dealer_right(self) -> bool:
        return self.dealer == self.due

    @property
    def all_right(self) -> bool:
        parts = [*(word.right for word in self.words), *(pack.same for pack in self.packs)]
        return self.kept and self.dealer_right and all(parts)


def pack_check(number: int, cards: tuple[Card, ...], same: bool) -> PackCheck:
    return PackCheck(number, card_views(cards), same)
