"""`manage.py puzzles`: finds puzzles in games, proves and rates them, and writes the file shipped with the site."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import batched, count
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games.analysis.positions import learning_rules
from games.bots import LEVELS
from games.deals.reveal import secrets_revealed
from games.domain.events import Event
from games.domain.evolve import effective_seqs, fold
from games.domain.state import GameState
from games.log.player_names import load_full_log
from games.management.puzzle_search import FULL_HAND_SIZES, puzzles_in, puzzles_of_round, rated, selected
from games.models import Game
from games.puzzles.catalog import PATH, Puzzle, read_puzzles, write_puzzles

PROGRESS_EVERY = 50
BATCH = 16
"""Number of items for each process at a time."""


class Command(BaseCommand):
    help = "Finds positions with one best move in games between computer players, proves, sorts, and rates them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--count", type=int, default=1000, help="number of puzzles")
        parser.add_argument("--seed", type=int, default=1, help="the same seed finds the same puzzles")
        parser.add_argument("--jobs", type=int, default=1, help="processes that search at the same time")
        parser.add_argument("--file", type=Path, default=PATH, help="the file to write")
        parser.add_argument("--finished", action="store_true", help="search the finished games of this site instead")
        parser.add_argument("--rate", action="store_true", help="only rate those in the file again, by today's levels")

    def handle(self, **options: Any) -> None:
        file, seed, jobs = options["file"], options["seed"], options["jobs"]
        if options["rate"]:
            found = list(read_puzzles(file.read_text(encoding="utf-8")))
        else:
            new_games = in_order(puzzles_of_round, count(seed * 1_000_003), jobs)
            rounds = puzzles_of_finished_games() if options["finished"] else new_games
            found = list(self._progress("found", selected(rounds, options["count"])))
            Random(seed).shuffle(found)  # noqa: S311  the same each time
        puzzles = list(self._progress("rated", in_order(rated, found, jobs)))
        file.write_text(write_puzzles(puzzles, LEVELS), encoding="utf-8")
        self.stdout.write(f"{len(puzzles)} puzzles in {file}.")

    def _progress[T](self, what: str, items: Iterable[T]) -> Iterator[T]:
        for number, item in enumerate(items, start=1):
            if number % PROGRESS_EVERY == 0:
                self.stderr.write(f"  {number} {what}")
            yield item


def puzzles_of_finished_games() -> Iterator[list[Puzzle]]:
    """Yield the puzzles of each finished game by the puzzles' rules whose cards everyone may see."""
    for game in Game.objects.filter(status=Game.Status.OVER).order_by("pk").iterator():
        log = load_full_log(game) if secrets_revealed(game) else ()
        if log and replace(fold(log).rules, winning=learning_rules().winning) == learning_rules():
            yield puzzles_in(states_of(log), FULL_HAND_SIZES)


def states_of(log: Sequence[Event]) -> Iterator[GameState]:
    """Yield the state after each event that is in effect at the end of the whole log."""
    state = None
    for seq in effective_seqs(log):
        state = fold([log[seq - 1]], state)
        yield state


def in_order[T, R](function: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """Yield the results in the order of the items, computed by several processes."""
    if jobs == 1:
        yield from map(function, items)
        return
    with Pool(jobs) as pool:
        for batch in batched(items, BATCH * jobs):
            yield from pool.map(function, batch, 1)
