"""A value network for the card game between two players, and its training. Not part of the site.

What it is: a network of 96 and 32 hidden units that sees a position as the seat that has just moved, and says what this
seat will still gain of each category: most cards, most spades, the casinos, aces, sweeps, the jack of spades, spades.
The rules say how many points each is worth, and are inputs too, so one network serves all games of `player.PRESETS`.
Its player makes the move after which it expects most, and solves the last deal as the master does. `simulator` plays
rounds in compiled code, with the encoder of the player (`inputs`); the tests compare both with the engine.

Why it lies here: it was to beat strong in 62 % of 400 games of casino-sweeps, and does not yet. No level plays by it,
so the site needs neither the weights nor numpy. pytest collects these tests only when named, and mypy leaves all out.

The commands, from the project's folder after `make test`:

    .venv/bin/python -m pip install --require-hashes -r requirements-train.txt
    .venv/bin/python -m pytest tests/train
    .venv/bin/python -m tests.train train --start tests/train/network.npz --rounds 400000 --seed 4 --out next.npz
    .venv/bin/python -m tests.train gate --network next.npz --level strong --preset casino-sweeps --games 400

`--against FILE` logs by how much the network leads another; `--jobs 2` plays two games at a time.

What was reached (2026-11-28), with 95 % intervals:

- `network.npz`: 1.25 million rounds in three runs, 27 minutes of processor time:
  `--rounds 150000 --seed 1`; `--rounds 300000 --seed 2 --rate 0.0015 --start FIRST`;
  `--rounds 800000 --seed 3 --rate 0.0015 --width 96 --start SECOND`.
- It won 56.2 % of 400 games of casino-sweeps against strong (51.4 to 61.0; `--seed 6001`), with the last deal solved
  within 6,000 positions. Other presets, and master, were not measured.
- A move took 0.7 ms in the median, 4.3 ms on average, 708 ms at most (a last deal solved); strong 6.1, 5.1 and 35 ms.
- Each run still gained: the second led the first by 0.20 points a round, the third the second by some 0.13 (+- 0.1),
  in 2,000 mirrored rounds with nothing solved.

What comes next: more rounds with a wider network, since the gain had not ended, and the gate again. Only at 62 % do the
player and the weights move to the site, as the strong level of the presets measured.
"""
