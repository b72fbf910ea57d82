"""Tournaments for tests, without a worker: `step` does at once what its tasks would do.

row = planned("swiss", *people("Ann", "Bob", "Cara"))  # the first of them organizes it
begin(row)                                               # the first round is drawn, and its games are open
beats(row, "Ann", "Bob")                                 # Bob resigns
"""

from typing import Any

from accounts.models import Person
from games import services as games
from games.domain.presets import resolve_rules
from games.domain.table_settings import TableSettings
from games.models import Game, Seat
from games.tournaments import rounds, services
from games.tournaments.models import Match, Tournament
from games.tournaments.services import TournamentValues
from games.tournaments.tables import open_match
from tests.games.tables import person

RULES = resolve_rules({"preset": "casino", "target": 11})
LIVE = TableSettings(clock="live", time=300, increment=5)


def people(*names: str) -> list[Person]:
    return [person(name) for name in names]


def planned(
    kind: str, *entering: Person, host: Person | None = None, terms: TableSettings = LIVE, **more: Any
) -> Tournament:
    club = more.pop("club", None)
    values = TournamentValues("Autumn Cup", kind, RULES, "casino", terms, **more)
    row = services.create_tournament(host or entering[0], values, club)
    assert isinstance(row, Tournament), row
    for each in entering:
        assert services.enter(row, each) is None
    return row


def begin(row: Tournament) -> Tournament:
    assert row.host
    assert services.start_now(row, row.host) is None
    return step(row)


def step(row: Tournament) -> Tournament:
    """Make the steps that can be made now, and open the games of what they draw."""
    rounds.advance.func(row.pk)
    for match in Match.objects.filter(round__tournament=row, first_points=None, answer_by=None):
        open_match.func(match.pk)
    row.refresh_from_db()
    return row


def pairs(row: Tournament, number: int) -> list[tuple[str, str]]:
    """Who meets whom in a round, by name."""
    found = Match.objects.filter(round__tournament=row, round__number=number)
    return [(name_of(match.first), name_of(match.second)) for match in found.select_related("first", "second")]


def name_of(entry: Any) -> str:
    """The names of an entry; nothing for a bye."""
    if entry is None:
        return ""
    return entry.name or " ".join(str(player.person) for player in entry.players.all())


def match_of(row: Tournament, *names: str) -> Match:
    """The latest match of these entries."""
    found = Match.objects.filter(round__tournament=row).select_related("first", "second").order_by("-round", "-board")
    return next(match for match in found if {name_of(match.first), name_of(match.second)} >= set(names))


def seat_of(row: Tournament, winner: str, name: str) -> Seat:
    """The seat of this player at the latest table of a match."""
    game = match_of(row, winner, name).games.order_by("-number")[0].game
    return Seat.objects.select_related("game").get(game=game, person__display_name=name)


def beats(row: Tournament, winner: str, loser: str) -> Tournament:
    """Let the loser resign, and the tournament go on."""
    seat = seat_of(row, winner, loser)
    assert isinstance(games.resign(seat, Game.objects.get(pk=seat.game_id).seq), games.Accepted)
    return step(row)
