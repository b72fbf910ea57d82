"""A value network for the card game between two players, and its training. Not part of the site.

What it is: a network of 128 and 64 hidden units that sees a position as the seat that has just moved, and says what
this seat will still gain of each category: most cards, most spades, the casinos, aces, sweeps, the jack of spades,
spades. The rules say how many points each is worth, and are inputs too, so one network serves all games of
`player.PRESETS`. Its player makes the move after which it expects most, and solves the last deal as the master does.
`simulator` plays rounds in compiled code, with the encoder of the player (`inputs`), and `ending` solves their last six
plays; the tests compare both with the engine.

Why it lies here: it was to beat strong in 62 % of 400 games of casino-sweeps, and does not yet. No level plays by it,
so the site needs neither the weights nor numpy. pytest collects these tests only when named, and mypy leaves all out.

The commands, from the project's folder after `make test`:

    .venv/bin/python -m pip install --require-hashes -r requirements-train.txt
    .venv/bin/python -m pytest tests/train
    .venv/bin/python -m tests.train train --start tests/train/network.npz --rounds 400000 --seed 4 --out next.npz
    .venv/bin/python -m tests.train gate --network next.npz --level strong --preset casino-sweeps --games 400

`--minutes 30` ends a training by time; `--against FILE` logs by how much the network leads another; `--jobs 2` plays
two games at a time.

What was reached (2026-11-29), with 95 % intervals:

- `network.npz`: 5.4 million rounds from random weights, in two runs: 3.3 million with `--width 128 --second 64 --rate
  0.003 --floor 0.01 --lam 0.65 --passes 1.5 --seed 31`, then, from these, 2.1 million with `--rate 0.002 --floor 0.01
  --lam 0.6 --passes 1.5 --seed 32`.
- It won 60.8 % of 400 games of casino-sweeps against strong (55.9 to 65.4; `--seed 8001`), and made more points in
  68.2 % of the 200 deals (61.5 to 74.3), with the last deal solved within 4,000 positions. After the first run it was
  60.0 % of 200. Other presets, and master, were not measured.
- A move took 0.5 ms in the median, 297 ms at most (a last deal solved); strong 5.0 and 12 ms.
- A round takes about 0.9 ms of a processor to play and to learn from in 1.5 passes.

What did not show: its values in place of the first evaluation of strong's search, at the same budget, in 75 and 100
mirrored deals (0.5 +- 0.6 and 0.7 +- 0.6 points a round; alone 0.5 +- 0.6).

With a second layer of 32 units, for eight outputs, more rounds gained less: 58.2 % of 400 games (53.4 to 63.0) with 96
units before it and 2.7 million rounds, 59.0 % (54.1 to 63.7; the same deals as above) with 128 units and six million
more. Without the exact last deal that one won 51.0 % of 200 (44.1 to 57.8), where another network of its size, with one
output for all points, won 57.9 %.

Four million more rounds from `network.npz` (`--rate 0.002 --floor 0.01 --lam 0.6 --passes 1.5 --seed 33`) gained
nothing: 58.5 % of the same 400 games (53.6 to 63.2), more points in 68.8 % of the deals; the mean of both weights
59.0 %. Nor did the last deal solved within 20,000 positions instead of 4,000: 61.3 %. One million rounds of
casino-sweeps alone, learned by the error of all points together, gained no more points a round than `network.npz`.

One output for all points, and casino-sweeps alone (`--rate 0.003 --floor 0.01 --lam 0.65 --passes 1.5 --seed 51`), was
learned faster and hardly better: after 3.9 million rounds it led `network.npz` by 0.09 +- 0.06 points a round, and won
61.5 % of the same 400 games (56.6 to 66.1).

What did show, in an experiment of compiled code that is not kept: looking three plies ahead, at the other seat's best
reply and one's own best move after it, in 32 hands drawn by how likely the network finds its plays in this deal. The
mean of that and the plain value led the network by 0.38 +- 0.20 points a round (0.16 +- 0.20 with hands drawn by
chance; 3.2 +- 0.3 with the real hand, which is the most there can be). It looks at some two
thousand positions, of which this player does about twenty in a millisecond. Two plies lost 0.8: the value of the other
seat's view does not know one's own hand. What a play tells: a rank that could take something is held 0.43 times as
often as by counting if the seat trailed, and 0.87 times if it took something else or built.

What comes next: not more rounds, but that look ahead, in numpy for all positions at once, and the chance to win the
game in place of points. Only at 62 % do the player and the weights move to the site, as the strong level of the presets
measured. Values are then added up in float64 and rounded before they are compared, so that every machine makes the same
moves.
"""
