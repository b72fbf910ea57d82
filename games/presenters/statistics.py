"""Finished games in lists, and a player's results counted: by game, by level, in streaks, over time."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext, pgettext

from games import bots
from games.domain.presets import FAMILIES, FAMILY_OF, PRESETS

from .analysis import GRAPH_HEIGHT, GRAPH_WIDTH, GraphLine, points_text
from .portraits import Portrait, computer_portrait
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
    return [game for game in played if game.outcome != "void"]


def tally(label: str, outcomes: Sequence[str]) -> Tally:
    return Tally(label, *(outcomes.count(outcome) for outcome in ("won", "drawn", "lost")))


def tally_games(label: str, played: Iterable[Played]) -> Tally:
    return tally(label, [game.outcome for game in played])


def by_family(played: Sequence[Played]) -> list[tuple[str, list[Played]]]:
    """The games of each family under its title, the most played first."""
    groups = _grouped(played, lambda game: FAMILY_OF.get(game.preset, game.preset))
    titled = [(_(FAMILIES[key].title) if key in FAMILIES else game_name(key), games) for key, games in groups]
    return sorted(titled, key=lambda group: (-len(group[1]), group[0]))


def tallies_by_game(played: Sequence[Played]) -> tuple[Tally, ...]:
    return tuple(tally_games(title, games) for title, games in by_family(played))


def tallies_by_level(played: Sequence[Played]) -> tuple[Tally, ...]:
    """The results against computers, the weakest level first."""
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
    """The streaks of these games, which are listed from the latest to the first; None without games."""
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
    """The biggest win and the game with the most sweeps, among games with an address to link to."""
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


class BestRound(NamedTuple):
    """The round with the most points, and the game in which it was played."""

    points: int
    public_id: str


@dataclass(frozen=True, slots=True)
class LevelBeaten:
    """A level of the computer players, by the first of its names, and whether the player has beaten it."""

    name: str
    portrait: Portrait
    beaten: bool


@dataclass(frozen=True, slots=True)
class Collection:
    """What a player has gathered: levels beaten, and how many of all games played and won at least once; the most wins
    in a row, and the best round."""

    levels: tuple[LevelBeaten, ...]
    games: int
    played: int
    won: int
    longest: int
    best_round: BestRound | None


def collection(played: Sequence[Played], best_round: BestRound | None) -> Collection | None:
    """The collection from these games, the latest first; None without games."""
    wins = [game for game in played if game.outcome == "won"]
    beaten = {game.level for game in wins}
    runs = streaks(played)
    if runs is None:
        return None
    return Collection(
        levels=tuple(
            LevelBeaten(name, computer_portrait(level, name), level in beaten)
            for level, (name, *_others) in bots.NAMES.items()
        ),
        games=len(PRESETS),
        played=len({game.preset for game in played} & PRESETS.keys()),
        won=len({game.preset for game in wins} & PRESETS.keys()),
        longest=runs.longest,
        best_round=best_round,
    )


def _best(title: str, text: str, game: Played) -> BestGame:
    return BestGame(title, text, game_name(game.preset), game.public_id)


# --- figures as lines ----------------------------------------------------------------------------------------------


MARGIN = 10


# --- figures over time ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineGraph:
    """Lines over the same times. `high` and `low` are the figures at the top and the bottom, in words, `first` and
    `last` the times at both ends."""

    lines: tuple[GraphLine, ...]
    high: str
    low: str
    first: str
    last: str
    description: str


def graph_lines(series: Mapping[str, Sequence[float | None]], low: float, high: float) -> tuple[GraphLine, ...]:
    """A line for each of the series, which have the same length; None is a gap."""
    return tuple(GraphLine(label, _path(values, low, high)) for label, values in series.items())


def _path(values: Sequence[float | None], low: float, high: float) -> str:
    """A path through the values. A lone point is a short stroke, so that it can be seen."""
    room, steps = high - low or 1, max(1, len(values) - 1)
    parts, drawing = [], False
    for number, value in enumerate(values):
        if value is None:
            drawing = False
            continue
        x, y = (
            round(GRAPH_WIDTH * number / steps),
            round(GRAPH_HEIGHT - MARGIN - (GRAPH_HEIGHT - 2 * MARGIN) * (value - low) / room),
        )
        parts.append(f"L{x} {y}" if drawing else f"M{x} {y} h2")
        drawing = True
    return " ".join(parts)


def rating_graph(points: Sequence[int]) -> LineGraph:
    """The graph of a rating: before the first of some games, and after each of them."""
    low, high = min(points), max(points)
    words = {"first": points[0], "last": points[-1], "low": low, "high": high}
    games = ngettext("%(games)d rated game ago", "%(games)d rated games ago", len(points) - 1)
    return LineGraph(
        lines=graph_lines({_("Rating"): points}, low, high),
        high=str(high),
        low=str(low),
        first=games % {"games": len(points) - 1},
        last=_("now"),
        description=_("Rating: started at %(first)s, now %(last)s; highest %(high)s, lowest %(low)s.") % words,
    )


# --- statistics ----------------------------------------------------------------------------------------------------


MAX_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some games: own points in a round and those of the best opponents, sweeps in a game, and big
    casinos that the player's side or another one took."""

    tally: Tally
    points: str
    opponent_points: str
    sweeps: str
    big_casinos: int
    big_casinos_lost: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of all games, of each kind of game, and over time; no graph with less than two months."""

    overall: Figures
    by_game: tuple[Figures, ...]
    points: LineGraph | None
    won: LineGraph | None


def statistics(played: Sequence[Played]) -> Statistics:
    """The statistics of these games, which all have a result and are listed from the latest to the first."""
    months = _months(played)
    return Statistics(
        overall=_figures(pgettext("games played", "All games"), played),
        by_game=tuple(_figures(title, games) for title, games in by_family(played)),
        points=_points_graph(months) if len(months) > 1 else None,
        won=_won_graph(months) if len(months) > 1 else None,
    )


def _figures(label: str, played: Sequence[Played]) -> Figures:
    taken, lost = (sum(getattr(game, name) for game in played) for name in ("big_casinos", "big_casinos_lost"))
    return Figures(
        tally=tally_games(label, played),
        points=points_text(_per_round(played, "points")),
        opponent_points=points_text(_per_round(played, "opponent_points")),
        sweeps=points_text(sum(game.sweeps for game in played) / (len(played) or 1)),
        big_casinos=taken,
        big_casinos_lost=lost,
    )


def _per_round(played: Sequence[Played], points: str) -> float:
    scored: int = sum(getattr(game, points) for game in played)
    return scored / (sum(game.rounds for game in played) or 1)


# --- over time ------------------------------------------------------------------------------------------------------

type Month = tuple[str, list[Played]]


def _months(played: Sequence[Played]) -> list[Month]:
    """The latest months with games, the earliest first, each with its name and its games."""
    by_month = groupby(reversed(played), lambda game: localdate(game.finished).replace(day=1))
    return [(date_format(month, "YEAR_MONTH_FORMAT"), list(games)) for month, games in by_month][-MAX_MONTHS:]


def _points_graph(months: Sequence[Month]) -> LineGraph:
    own, others = ([_per_round(games, name) for _, games in months] for name in ("points", "opponent_points"))
    high = max(*own, *others)
    words = {"first": points_text(own[0]), "last": points_text(own[-1]), "from": months[0][0], "to": months[-1][0]}
    return LineGraph(
        lines=graph_lines({_("You"): own, _("Best opponent"): others}, 0, high),
        high=points_text(high),
        low=points_text(0),
        first=months[0][0],
        last=months[-1][0],
        description=_("Your points per round: %(first)s in %(from)s, %(last)s in %(to)s.") % words,
    )


def _won_graph(months: Sequence[Month]) -> LineGraph:
    shares = [tally_games("", games).percent for _, games in months]
    words = {"first": shares[0], "last": shares[-1], "from": months[0][0], "to": months[-1][0]}
    return LineGraph(
        lines=graph_lines({_("You"): shares}, 0, 100),
        high="100 %",
        low="0 %",
        first=months[0][0],
        last=months[-1][0],
        description=_("Games you won: %(first)s%% in %(from)s, %(last)s%% in %(to)s.") % words,
    )
