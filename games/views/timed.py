"""Additions to a table from its rows: the clocks of its seats, and links to the players' pages."""

from dataclasses import replace

from casino.clock import now
from games import clocks, services
from games.domain.perspective import Perspective
from games.models import Game
from games.presenters.clocks import clock_views, with_clocks
from games.presenters.table import TableView


def timed(table: TableView, game: Game, sight: Perspective) -> TableView:
    """Return the table with its clocks, where it has any, and with the players on holiday."""
    clock = clocks.read(game.clock)
    if clock is None:
        return table
    seats = game.at_table
    computers = {seat.number for seat in seats if seat.bot}
    people = {seat.number: seat.person_id for seat in seats if seat.person_id}
    days = services.away_until(list(people.values())) if sight.terms.over_days else {}
    away = {number: days[person] for number, person in people.items() if person in days}
    return with_clocks(table, clock_views(clock, game.deadline, sight, now(), computers), away)


def with_profiles(table: TableView, game: Game) -> TableView:
    """Return the table with links to the pages of registered players."""
    people = {seat.number: seat.person for seat in game.at_table if seat.person and not seat.bot}
    names = {number: who.username for number, who in people.items() if who.is_active and not who.is_guest}
    return replace(table, seats=tuple(replace(seat, profile=names.get(seat.number, "")) for seat in table.seats))
