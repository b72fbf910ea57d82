"""Tournaments at any point of their way, without a worker and without a game being played.

cup = laid("swiss", people("Ann Bob Cleo Dan"), done=2)  # in its third round, the results of two made up

row = begin(entered("swiss", *people("Ann Bob Cleo Dan")))  # the games of its first round are open
beats(row, "Ann", "Cleo")  # Cleo resigns, and the tournament goes on
"""

from collections.abc import Sequence
from typing import Any

from accounts.models import Person
from games import services as games
from games.clubs.models import Club
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.table_settings import TableSettings
from games.models import Game, Seat
from games.tournaments import rounds
from games.tournaments.models import Entry, Match, Tournament
from games.tournaments.services import TournamentValues, create_tournament, enter, start_now
from games.tournaments.tables import DRAW, LOSS, WIN, decide, open_match

LIVE = TableSettings(clock="live", time=300, increment=5)
RULES = resolve_rules(DEFAULT_PRESET)


def people(names: str) -> list[Person]:
    """The people of these names, who are made if there are none."""
    return [
        Person.objects.get_or_create(username=name.lower(), defaults={"display_name": name})[0]
        for name in names.split()
    ]


def planned(form: str, host: Person, club: Club | None = None, name: str = "Autumn Cup", **values: Any) -> Tournament:

    wanted = TournamentValues(
        name, form, values.pop("rules", RULES), DEFAULT_PRESET, values.pop("terms", LIVE), **values
    )
    made = create_tournament(host, wanted, club)
    assert isinstance(made, Tournament)
    return made


def entered(form: str, *entrants: Person, host: Person | None = None, **values: Any) -> Tournament:
    """A tournament that all of these people have entered, and that the first or the `host` organizes."""
    cup = planned(form, host or entrants[0], **values)
    for person in entrants:
        assert enter(cup, person) is None
    return cup


def laid(form: str, entrants: Sequence[Person], done: int = 0, club: Club | None = None, **values: Any) -> Tournament:
    """A tournament that the first of these people organizes and all of them play, with so many rounds done."""
    cup = planned(form, entrants[0], club, **values)
    first: dict[int, int] = {}
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


# --- with games -----------------------------------------------------------------------------------------------------


def begin(row: Tournament) -> Tournament:
    assert row.host
    assert start_now(row, row.host) is None
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
