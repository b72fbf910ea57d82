"""The checks that a game was dealt as promised."""

from dataclasses import dataclass

from games.domain.cards import Card

from .cards import CardView, card_views


@dataclass(frozen=True, slots=True)
class ClientSeedCheck:
    """The client seed of a seat: `by_player`: given by its player, or derived from the secret.

    `hash_promised`: the player's browser had given its hash. `right`: it follows from the secret, or matches the hash.
    """

    number: int
    player: str
    seed: str
    by_player: bool
    hash_promised: bool
    right: bool


@dataclass(frozen=True, slots=True)
class PackCheck:
    """A round's pack as it was played. `same`: it is the one that the seed shuffles to."""

    number: int
    cards: tuple[CardView, ...]
    same: bool


@dataclass(frozen=True, slots=True)
class DealVerification:
    """The result of checking the promise. `secret_matches`: the secret matches the commitment.

    `dealer` dealt first and `expected_dealer` had to: `dealer_drawn` by the seed, `dealer_chosen` when the game was
    opened, else after an earlier game (3.5).
    Without `client_seeds` the packs come from the secret alone.
    """

    secret: str
    seed: str
    secret_matches: bool
    dealer: int
    expected_dealer: int
    dealer_drawn: bool
    dealer_chosen: bool
    client_seeds: tuple[ClientSeedCheck, ...]
    packs: tuple[PackCheck, ...]

    @property
    def dealer_right(self) -> bool:
        return self.dealer == self.expected_dealer

    @property
    def all_right(self) -> bool:
        checks = [*(client_seed.right for client_seed in self.client_seeds), *(pack.same for pack in self.packs)]
        return self.secret_matches and self.dealer_right and all(checks)


def pack_check(number: int, cards: tuple[Card, ...], same: bool) -> PackCheck:
    return PackCheck(number, card_views(cards), same)
