"""Tournaments at any point of their way, without a game being played.

cup = laid("swiss", people("Ann Bob Cleo Dan"), done=2)  # in its third round, the results of two by the clock
"""

from collections.abc import Sequence
from typing import Any

from accounts.models import Person
from games.clubs.models import Club
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.table_settings import TableSettings
from games.tournaments import rounds
from games.tournaments.models import Entry, Match, Tournament
from games.tournaments.services import TournamentValues, create_tournament, enter, start_now
from games.tournaments.tables import DRAW, LOSS, WIN, decide

LIVE = TableSettings(clock="live", time=300, increment=5)


def people(names: str) -> list[Person]:
    """The people of these names, who are made if there are none."""
    return [
        Person.objects.get_or_create(username=name.lower(), defaults={"display_name": name})[0]
        for name in names.split()
    ]


def planned(form: str, host: Person, club: Club | None = None, name: str = "Autumn Cup", **values: Any) -> Tournament:
    rules = resolve_rules(DEFAULT_PRESET)
    wanted = TournamentValues(name, form, rules, DEFAULT_PRESET, values.pop("terms", LIVE), **values)
    made = create_tournament(host, wanted, club)
    assert isinstance(made, Tournament)
    return made


def laid(form: str, entrants: Sequence[Person], done: int = 0, club: Club | None = None, **values: Any) -> Tournament:
    """A tournament that the first of these people organizes and all of them play, with so many rounds done."""
    cup = planned(form, entrants[0], club, **values)
    first = {}
    for at, person in enumerate(entrants):
        team = at // cup.entry_size
        assert enter(cup, person, partner=first.get(team)) is None
        first[team] = Entry.objects.get(tournament=cup, players__person=person).pk
    assert start_now(cup, entrants[0]) is None
    for _ in range(2 if form == "arena" else 1):  # an arena begins, then draws
        rounds.advance.func(cup.pk)
    for _ in range(done):
        play_round(cup)
    return Tournament.objects.get(pk=cup.pk)


def play_round(cup: Tournament, leave: int = 0) -> None:
    """Decide the matches of the round, but the first so many; the tournament goes on."""
    for match in list(undecided(cup))[leave:]:
        settle(match, (match.board + match.round.number) % 5)
    rounds.advance.func(cup.pk)


def undecided(cup: Tournament) -> Any:
    matches = Match.objects.filter(round__tournament=cup, round__closed=None, first_points=None)
    return matches.select_related("round").order_by("board")


def settle(match: Match, lot: int) -> None:
    """Decide the match: with lot 0 it is lost, with 1 drawn unless it is a knockout, else won."""
    drawn = lot == 1 and match.round.tournament.format != "knockout"
    decide(match, (LOSS, WIN) if lot == 0 else (DRAW, DRAW) if drawn else (WIN, LOSS), 0 if drawn else 3 + lot)
