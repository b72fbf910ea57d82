"""A player's own statistics: points, sweeps and big casinos, by game and over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .graphs import LineGraph, graph_lines
from .played_games import Played, Tally, by_family, tally_games
from .turn_evaluation import points_text

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
    """Return the statistics of these games, which all have a result and are listed from the latest to the first."""
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
    """Return the latest months with games, the earliest first, each with its name and its games."""
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
