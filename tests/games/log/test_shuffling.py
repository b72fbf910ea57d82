"""The first dealer is drawn, and anyone who knows the seed can repeat the draw."""

from collections import Counter
from hashlib import sha256

import pytest

from games.log.shuffling import first_dealer, new_seed
from tests.games.tables import SEED


def test_seeds_have_32_bytes_and_differ() -> None:
    seeds = {new_seed() for _ in range(10)}
    assert len(seeds) == 10
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_first_dealer_follows_from_the_seed_as_described(seats: int) -> None:
    drawn = int(sha256(SEED + b"casino/dealer/0").hexdigest(), 16)
    assert first_dealer(SEED, seats) == drawn % seats + 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_seat_deals_about_equally_often(seats: int) -> None:
    counts = Counter(first_dealer(bytes([number % 256, number // 256]) * 16, seats) for number in range(3000))
    assert sorted(counts) == list(range(1, seats + 1))
    assert all(abs(count - 3000 / seats) < 150 for count in counts.values())


def test_a_draw_that_would_favour_some_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Highest:
        def __init__(self, text: bytes) -> None:
            self.value = bytes([255]) * 32 if text.endswith(b"/0") else bytes(31) + bytes([4])

        def digest(self) -> bytes:
            return self.value

    monkeypatch.setattr("games.log.shuffling.sha256", Highest)
    assert first_dealer(SEED, 3) == 4 % 3 + 1
    assert first_dealer(SEED, 2) == 255 % 2 + 1
