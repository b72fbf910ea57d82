"""Tables of clubs: opened through the services that everyone uses, on terms that keep strangers out.

A club's table allows no spectators and is in no public list. So nothing that shows games to strangers needs to know of
clubs; what members, and spectators of an open club, may do beyond that is granted here.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from accounts.models import Person
from games.clubs.models import Club, ClubFavorite, ClubGame, Membership
from games.clubs.notices import tell_of_table
from games.clubs.outcomes import no
from games.clubs.services import locked_club
from games.domain.events import Event, GameEnded, GameWon, RoundStarted
from games.domain.options import OPTIONS
from games.domain.presets import resolve_rules
from games.domain.refusal import Refusal
from games.domain.rules import InvalidRules
from games.domain.rules_validation import seatings
from games.domain.setup_events import GameCancelled, GameOpened, SeatLeft, SeatTaken
from games.domain.table_settings import TableSettings
from games.live import broadcast
from games.models import Game, Seat
from games.pairing import challenges
from games.pairing.tiles import last_game
from games.services import GameSetup, Refused, open_game

PLAYERS = 2
MAX_OPEN = 10
"""Maximum number of a person's tables in one club that wait for players."""

CHANGES = (GameOpened, SeatTaken, SeatLeft, GameCancelled, RoundStarted, GameEnded, GameWon)
"""Events that change a club's lists of games."""


def club_terms(terms: TableSettings) -> TableSettings:
    return terms._replace(public=False, spectators=False)


def on_club_terms(game: Game) -> bool:
    """False if the game can't be a club's, which costs no query."""
    return not game.public and not game.table_settings.get("spectators", TableSettings().spectators)


# --- opening --------------------------------------------------------------------------------------------------------


def open_usual_table(club: Club, host: Person) -> Game | Refusal:
    """Open a table for two, with the game of the host's last one."""
    preset, _rated = last_game(host)
    return open_club_table(club, host, GameSetup(resolve_rules(preset), preset, PLAYERS, partners=False))


def open_favorite(club: Club, host: Person, favorite: int) -> Game | Refusal:
    """Open a table with one of the club's favorite games, for as few players as it takes."""
    row = ClubFavorite.objects.filter(club=club, pk=favorite).first()
    if row is None:
        return no("club-rules-gone")
    known = {key: value for key, value in row.overrides.items() if key in OPTIONS}
    try:
        rules = resolve_rules({"preset": row.preset, **known})
        seats, partners = seatings(rules)[0]
        return open_club_table(club, host, GameSetup(rules, row.preset, seats, partners))
    except InvalidRules:
        return no("club-rules-old")


def open_club_table(club: Club, host: Person, setup: GameSetup) -> Game | Refusal:
    """Open a table for the members. Raises InvalidRules, SuspendedError and UnknownClub."""
    with locked_club(club, host) as (locked, _mine):
        if Game.objects.filter(club_game__club=locked, host=host, status=Game.Status.OPEN).count() >= MAX_OPEN:
            return no("club-tables-many", most=MAX_OPEN)
        game = open_game(host, setup._replace(table_settings=club_terms(setup.table_settings)))
        keep_in_club(game, locked)
        if game.status == Game.Status.OPEN:
            tell_of_table(locked, game, host)
        return game


def challenge_member(club: Club, host: Person, membership: int) -> Game | Refusal:
    """Challenge a member to the host's usual game. Raises SuspendedError and UnknownClub."""
    with locked_club(club, host) as (locked, _mine):
        other = Membership.objects.filter(club=locked, pk=membership).select_related("person").first()
        if other is None or other.person_id == host.pk:
            return no("club-gone")
        if host.is_guest or other.person.is_guest:
            return no("club-guest-challenge")
        wanted = challenges.Challenge(last_game(host)[0], "none", spectators=False)
        game = challenges.challenge(host, other.person, wanted)
        if isinstance(game, Refused):
            return game.refusal
        return keep_in_club(game, locked) if on_club_terms(game) else game


def keep_in_club(game: Game, club: Club) -> Game:
    ClubGame.objects.get_or_create(game=game, defaults={"club": club})
    broadcast.publish_club_changed(club.pk)
    return game


# --- rights ---------------------------------------------------------------------------------------------------------


def keeps_seats(game: Game, person: Person | None) -> bool:
    """False if the seats are a club's and the person is none of its members. Inside a transaction that seats them, the
    membership is locked, so that no one sits down while being removed."""
    if not on_club_terms(game):
        return True
    club = ClubGame.objects.filter(game=game.pk).values_list("club", flat=True).first()
    if club is None:
        return True
    rows = Membership.objects.filter(club=club, person=person.pk if person else None)
    return (rows.select_for_update() if connection.in_atomic_block else rows).first() is not None


def may_watch(game: Game, person: Person | None) -> bool:
    """True if the game is a club's, and the club lets this person watch."""
    if not on_club_terms(game):
        return False
    lets = Q(club__private=False) | Q(club__memberships__person=person.pk if person else None)
    return ClubGame.objects.filter(lets, game=game.pk).exists()


def in_private_club(game: Game) -> bool:
    return on_club_terms(game) and ClubGame.objects.filter(game=game.pk, club__private=True).exists()


# --- what follows ---------------------------------------------------------------------------------------------------


def note_club_game(game: Game, _seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Keep a rematch in the club of the game before, and tell the club's open pages of what has changed."""
    if not on_club_terms(game) or not any(isinstance(event, CHANGES) for event in events):
        return
    known = ClubGame.objects.filter(game__in=[game.pk, game.rematch_of_id]).order_by("-game")
    found: Any = known.first()
    if found is None:
        return
    if found.game_id != game.pk:
        Club.objects.select_for_update(no_key=True).filter(pk=found.club_id).first()  # it ends before or after
        if not Membership.objects.filter(club=found.club_id, person=game.host_id).exists():
            return
        ClubGame.objects.create(game=game, club_id=found.club_id)
    broadcast.publish_club_changed(found.club_id)


def games_of_club(club: Club) -> QuerySet[Game]:
    return Game.objects.filter(club_game__club=club)
