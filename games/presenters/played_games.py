"""Finished games in lists, and the results of a player counted: by game, by level, in streaks."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.presets import FAMILIES, FAMILY_OF

from .portraits import Portrait
from .rules import game_name
from .table_settings import LEVELS


class PlayerScore(NamedTuple):
    """A player of a finished game, with the points of the player's side."""

    number: int
    name: str
    portrait: Portrait
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A finished game in a list; `outcome`, its `label` and `sweeps` are those of seat `number`."""

    public_id: str
    name: str
    outcome: str
    label: str
    players: tuple[PlayerScore, ...]
    number: int
    finished: datetime
    rounds: int
    sweeps: int
    rated: bool

    @property
    def own(self) -> PlayerScore:
        return next(player for player in self.players if player.number == self.number)

    @property
    def others(self) -> list[PlayerScore]:
        return [player for player in self.players if player.number != self.number]


class Played(NamedTuple):
    """A finished game as statistics count it. `level`: that of all other players, where they are computers."""

    public_id: str
    preset: str
    level: str
    outcome: str
    points: int
    opponent_points: int
    rounds: int
    sweeps: int
    big_casinos: int
    big_casinos_lost: int
    finished: datetime
    linked: bool = True

    @property
    def margin(self) -> int:
        return self.points - self.opponent_points


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost of one kind."""

    label: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def percent(self) -> int:
        """The share of games won."""
        return round(100 * self.won / self.games) if self.games else 0

    @property
    def undecided_percent(self) -> int:
        """The share of games won or drawn, where the bar of lost games begins."""
        return round(100 * (self.won + self.drawn) / self.games) if self.games else 0


def counted(played: Iterable[Played]) -> list[Played]:
    """Return the games that have a result."""
    return [game for game in played if game.outcome != "void"]


def tally(label: str, outcomes: Sequence[str]) -> Tally:
    return Tally(label, *(outcomes.count(outcome) for outcome in ("won", "drawn", "lost")))


def tally_games(label: str, played: Iterable[Played]) -> Tally:
    return tally(label, [game.outcome for game in played])


def by_family(played: Sequence[Played]) -> list[tuple[str, list[Played]]]:
    """Return the games of each family under its title, the most played first."""
    groups = _grouped(played, lambda game: FAMILY_OF.get(game.preset, game.preset))
    titled = [(_(FAMILIES[key].title) if key in FAMILIES else game_name(key), games) for key, games in groups]
    return sorted(titled, key=lambda group: (-len(group[1]), group[0]))


def tallies_by_game(played: Sequence[Played]) -> tuple[Tally, ...]:
    return tuple(tally_games(title, games) for title, games in by_family(played))


def tallies_by_level(played: Sequence[Played]) -> tuple[Tally, ...]:
    """Return the results against computers, the weakest level first."""
    groups = dict(_grouped([game for game in played if game.level], lambda game: game.level))
    return tuple(tally_games(str(name), groups[level]) for level, name in LEVELS.items() if level in groups)


def _grouped(played: Sequence[Played], key: Callable[[Played], str]) -> list[tuple[str, list[Played]]]:
    return [(name, list(games)) for name, games in groupby(sorted(played, key=key), key)]


# --- streaks and best games ---------------------------------------------------------------------------------------

_STREAKS = {"won": lazy("won in a row"), "lost": lazy("lost in a row"), "drawn": lazy("drawn in a row")}


@dataclass(frozen=True, slots=True)
class Streaks:
    """The games in a row with the result of the latest one, in words, and the most games ever won in a row."""

    current: int
    current_words: str
    longest: int


def streaks(played: Sequence[Played]) -> Streaks | None:
    """Return the streaks of these games, which are listed from the latest to the first; None without games."""
    runs = [(outcome, len(list(games))) for outcome, games in groupby(game.outcome for game in played)]
    if not runs:
        return None
    outcome, current = runs[0]
    longest = max((length for outcome, length in runs if outcome == "won"), default=0)
    return Streaks(current, str(_STREAKS[outcome]), longest)


class BestGame(NamedTuple):
    """A game that is best in one way, in words; `public_id` is its address."""

    title: str
    text: str
    game: str
    public_id: str


def best_games(played: Sequence[Played]) -> tuple[BestGame, ...]:
    """Return the biggest win and the game with the most sweeps, among games with an address to link to."""
    linked = [game for game in played if game.linked]
    won = [game for game in linked if game.outcome == "won" and game.margin > 0]
    swept = [game for game in linked if game.sweeps]
    best = []
    if won:
        game = max(won, key=lambda game: game.margin)
        best.append(_best(_("Biggest win"), f"{game.points}–{game.opponent_points}", game))
    if swept:
        game = max(swept, key=lambda game: game.sweeps)
        best.append(_best(_("Most sweeps"), str(game.sweeps), game))
    return tuple(best)


def _best(title: str, text: str, game: Played) -> BestGame:
    return BestGame(title, text, game_name(game.preset), game.public_id)
