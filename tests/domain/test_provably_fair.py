"""Deals that no one can choose: the promise of a seed, and the packs that follow from it (see
games/domain/provably_fair.py)."""

from hashlib import sha256

import pytest

from games.domain.cards import PACKS
from games.domain.provably_fair import (
    combined_seed,
    commitment_v1,
    commitment_v3,
    default_client_seed,
    shuffled_pack,
)

SEED = bytes(range(32))
OTHER_SEED = bytes(reversed(range(32)))

FIRST_PACK = (
    "JS 3D 6C 8D 9H 5C 4S KD 5D AS 9S 2H 6D 4H 5S 3H AD TH 7H KH TS JD KS 7C 3S 4D 3C 2C JC 8S 9D 9C AH QD 6S 6H "
    "8H 8C QC QS 2S JH 5H 4C TC TD QH KC 7S AC 2D 7D"
)
"""The pack of round 1 from SEED. If it ever changed, packs of games already played could not be verified."""


def described_shuffle(seed: bytes, round_number: int, deck: str) -> tuple[str, ...]:
    """A second implementation of the shuffle, from its description: bytes of SHA-256 blocks, Fisher and Yates, biased
    bytes rejected."""
    label = f"casino/round/{round_number}".encode()
    blocks = [sha256(seed + label + counter.to_bytes(8, "big")).digest() for counter in range(20)]
    stream = iter(b"".join(blocks))
    pack: list[str] = list(PACKS[deck])
    for place in reversed(range(1, len(pack))):
        limit = place + 1
        byte = next(stream)
        while byte >= 256 // limit * limit:
            byte = next(stream)
        pack[place], pack[byte % limit] = pack[byte % limit], pack[place]
    return tuple(pack)


def test_the_first_pack_of_a_known_seed_never_changes() -> None:
    assert " ".join(shuffled_pack(SEED, 1, "standard")) == FIRST_PACK
    assert " ".join(shuffled_pack(SEED, 2, "standard")[:8]) == "TC 8H KH 9H 2D 5C 7S 8C"
    assert " ".join(shuffled_pack(SEED, 1, "rook")[:6]) == "TG 7R 4B 8Y 8R 7B"


@pytest.mark.parametrize("deck", PACKS)
@pytest.mark.parametrize("round_number", [1, 2, 10])
def test_the_shuffle_is_the_one_described(deck: str, round_number: int) -> None:
    assert shuffled_pack(OTHER_SEED, round_number, deck) == described_shuffle(OTHER_SEED, round_number, deck)


def test_rounds_and_seeds_have_packs_of_their_own() -> None:
    packs = [shuffled_pack(seed, number, "standard") for seed in (SEED, OTHER_SEED) for number in range(1, 21)]
    assert len(set(packs)) == len(packs)


def test_every_card_comes_to_lie_on_top_and_at_the_bottom() -> None:
    packs = [shuffled_pack(SEED, number, "standard") for number in range(1, 601)]
    assert {pack[0] for pack in packs} == set(PACKS["standard"])
    assert {pack[-1] for pack in packs} == set(PACKS["standard"])


def test_the_promise_is_the_sha_256_of_the_seed() -> None:
    assert commitment_v1(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("seed", [b"", SEED[:-1], SEED + b"\0"])
def test_a_seed_of_another_length_promises_nothing(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_v1(seed)
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled_pack(seed, 1, "standard")


GAME = "2345abcdef"


def test_the_seed_is_mixed_from_the_secret_the_game_and_the_words_in_their_order() -> None:
    text = f'["casino/seed/2","{SEED.hex()}","2345abcdef",["Rübe “9S”","b"]]'
    assert combined_seed(SEED, GAME, ["Rübe “9S”", "b"]) == sha256(text.encode()).digest()
    others = [["b", "Rübe “9S”"], ["Rübe “9S”b", ""], ["Rübe “9S”", "b", ""]]
    seeds = [combined_seed(SEED, GAME, words) for words in others]
    seeds += [
        combined_seed(OTHER_SEED, GAME, ["a"]),
        combined_seed(SEED, "another", ["a"]),
        combined_seed(SEED, GAME, ["a"]),
    ]
    assert len({*seeds, combined_seed(SEED, GAME, ["Rübe “9S”", "b"])}) == 7


def test_a_word_that_is_drawn_follows_from_the_secret_the_game_and_the_seat() -> None:
    text = f'["casino/word/2","{SEED.hex()}","2345abcdef",2]'
    assert default_client_seed(SEED, GAME, 2) == sha256(text.encode()).hexdigest()[:16]


def test_old_packs_and_promises_never_change() -> None:
    assert (
        combined_seed(SEED, GAME, ["a", "b"]).hex()
        == "e483bcd6be50d0397847a817a7b6416fefdce6fa45838aaad3465eba2662cc30"
    )
    assert default_client_seed(SEED, GAME, 1) == "809a1fa2eb85ad43"


def test_the_promise_that_comes_first_binds_the_secret_to_the_game_and_its_dealer() -> None:
    text = f'["casino/commitment/3","{SEED.hex()}","2345abcdef",0]'
    assert commitment_v3(SEED, GAME, 0) == sha256(text.encode()).hexdigest()
    others = [commitment_v3(OTHER_SEED, GAME, 0), commitment_v3(SEED, "another", 0), commitment_v3(SEED, GAME, 2)]
    assert len({*others, commitment_v3(SEED, GAME, 0), commitment_v1(SEED)}) == 5
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_v3(SEED[:-1], GAME, 0)
