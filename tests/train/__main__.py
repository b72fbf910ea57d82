"""The commands: `python -m tests.train train`, `python -m tests.train gate`."""

from argparse import ArgumentParser, Namespace
from math import inf
from multiprocessing import set_start_method
from pathlib import Path

from django.core.management import call_command

from games.bots import LEVELS
from games.management.commands.tournament import Command
from tests.train.network import read_network
from tests.train.player import PRESETS, Learned
from tests.train.training import train

NETWORK = Path(__file__).with_name("network.npz")


def gate(options: Namespace) -> None:
    """Play the network against a level, as the site's tournaments do: the network is one more level of this process."""
    set_start_method("fork")  # the processes of --jobs know it too
    LEVELS["network"] = Learned(read_network(options.network)[0])
    named = {key: getattr(options, key) for key in ("games", "seed", "jobs", "results")}
    call_command(Command(), levels=[options.level, "network"], presets=[options.preset], **named)


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.train")
    commands = parser.add_subparsers(required=True)
    _train_options(commands.add_parser("train", help="train a network by play against itself"))
    _gate_options(commands.add_parser("gate", help="play the network against a level over mirrored deals"))
    options = parser.parse_args()
    options.run(options)


def _train_options(parser: ArgumentParser) -> None:
    parser.set_defaults(run=train)
    parser.add_argument("--rounds", type=int, default=400_000)
    parser.add_argument("--minutes", type=float, default=inf, help="end after this time, should it come first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--second", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--floor", type=float, default=0.02, help="the share of the rate that is left at the end")
    parser.add_argument("--lam", type=float, default=0.65, help="lambda of TD(lambda), at the end")
    parser.add_argument("--passes", type=float, default=2.0, help="how often a position is learned from")
    parser.add_argument("--against", type=Path, help="a network that the log compares with")
    parser.add_argument("--start", type=Path, help="a network to go on from")
    parser.add_argument("--out", type=Path, required=True)


def _gate_options(parser: ArgumentParser) -> None:
    parser.set_defaults(run=gate)
    parser.add_argument("--network", type=Path, default=NETWORK)
    parser.add_argument("--level", choices=list(LEVELS), default="strong")
    parser.add_argument("--preset", choices=PRESETS, default="casino-sweeps")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    parser.add_argument("--results", type=Path, help="a file that keeps every deal; carried on if it exists")


if __name__ == "__main__":
    main()
