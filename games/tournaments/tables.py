"""The games of a match: opened through the service that everyone uses, and what they say about the match."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Count
from django.tasks import task

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games import bots
from games.clubs.models import Club, Membership
from games.clubs.tables import keep_in_club
from games.deals.models import Attempt
from games.deals.ranking import PLAYED_OUT
from games.deals.services import seed_of
from games.domain.options import read_recorded_rules
from games.domain.presets import resolve_rules
from games.domain.state import GameState, side_of
from games.domain.table_settings import TableSettings
from games.live import broadcast
from games.log.store import load, seat_actor
from games.models import Game, StoredEvent
from games.services import GameSetup
from games.services.players import SeatAssignment, bot_assignments, distinct_name, person_assignment
from games.services.tables import open_agreed_game
from games.tournaments import notices
from games.tournaments.models import Entry, Match, MatchGame, Tournament

WIN, DRAW, LOSS = 2, 1, 0
"""Half points."""

MOST_GAMES = 3
"""Games of a match without a winner, or with a game that was called off; then it is drawn, and in a knockout the
stronger number goes on."""

ENDED = (Game.Status.OVER, Game.Status.CANCELLED)
FIRST_SEAT = 1


class TableResult(NamedTuple):
    """A finished game as it counts for the first of the match: half points of both, the margin, and whether it was
    played to its end. `absent`: 0 or 1, the side that never made a move and lost on time; else None."""

    points: tuple[int, int]
    margin: int
    played_out: bool
    absent: int | None


# --- opening --------------------------------------------------------------------------------------------------------


@task
def open_match(match: int) -> None:
    """Open the games that a match still lacks, unless it is decided."""
    with write_transaction():
        clubs = Club.objects.select_for_update(of=("self",), no_key=True)
        clubs.filter(tournament__played_rounds__matches=match).first()  # it keeps the game: it ends before or after
        row = Match.objects.select_for_update(of=("self",)).filter(pk=match, first_points=None).first()
        if row is None:
            return
        games = list(row.games.select_related("game"))
        if any(each.game.status not in ENDED for each in games):
            return
        tournament = row.round.tournament
        for number in range(len(games) + 1, len(games) + 1 + tables_of(tournament)):
            _open_game(row, number)
        Match.objects.filter(pk=row.pk).update(opened=now())
        broadcast.publish_tournament_changed(tournament.pk)


def tables_of(tournament: Tournament) -> int:
    """The number of tables at which a match is played at the same time: two for teams of four."""
    return 2 if tournament.entry_size > 2 else 1


def _open_game(match: Match, number: int) -> None:
    tournament = match.round.tournament
    turned = number % 2 == 0 or (match.second is None and match.round.number % 2 == 0)
    rules = read_recorded_rules(tournament.options)
    partners = tournament.entry_size > 1
    seats = 4 if partners else 2
    assignments = _assignments(match, seats, partners, number, turned)
    people = [each.person for each in assignments if each.person]
    terms = TableSettings(**tournament.table_settings)
    rated = terms.rated and len(people) == seats and rules == resolve_rules(tournament.preset)
    terms = terms._replace(rated=rated and not any(person.is_guest for person in people))
    setup = GameSetup(rules, tournament.preset, seats, partners, terms, dealer=seats, by_invitation=True)
    deal = match.round.deal
    game = open_agreed_game(_host(tournament, people), setup, assignments, seed_of(deal) if deal else None)
    MatchGame.objects.create(match=match, game=game, number=number, turned=turned)
    notices.tell_of_game(game)
    if tournament.club and not deal:
        keep_in_club(game, tournament.club)
    if deal:
        Attempt.objects.create(deal=deal, game=game, seat=FIRST_SEAT, ranked=False)


def _host(tournament: Tournament, people: Sequence[Person]) -> Person:
    """Whom the log names as the one who opened the game: a player; between computers, the organizer."""
    if people:
        return people[0]
    if tournament.host:
        return tournament.host
    owner = Membership.objects.select_related("person").get(club=tournament.club_id, role=Membership.Role.OWNER)
    return owner.person


def _assignments(match: Match, seats: int, partners: bool, number: int, turned: bool) -> list[SeatAssignment]:
    """Who sits where. The first of the match has seat 1, and its partner seat 3, unless the sides are turned. Places of
    a team that no person has are a computer's."""
    tournament, entries = match.round.tournament, [match.first, match.second]
    if turned:
        entries.reverse()
    offset = 2 if tables_of(tournament) > 1 and number % 2 == 0 else 0
    found: list[SeatAssignment] = []
    for seat in range(1, seats + 1):
        entry, names = entries[side_of(seat, partners)], [each.name for each in found]
        person = _person_of(entry, (seat - 1) // 2 + 1 + offset)
        if person:
            found.append(person_assignment(seat, person, names=names))
        elif entry and entry.level:
            found.append(SeatAssignment(seat, distinct_name(entry.name, names), bot=entry.level))
        else:
            found.extend(bot_assignments({seat: tournament.level or bots.DEFAULT_LEVEL}, names))
    return found


def _person_of(entry: Entry | None, slot: int) -> Person | None:
    player = entry.players.filter(slot=slot).select_related("person").first() if entry else None
    return player.person if player else None


# --- results --------------------------------------------------------------------------------------------------------


def settle(match: int, *, anew: bool = False) -> None:
    """Decide a match by its games, or let another one decide it. If they do it `anew`, whoever did not come stays as
    they are: they may have come back since. A result that was entered by hand stays, and so does one that the end of
    the tournament or the next round of a knockout has been made from. A match that is played again, after a ruling, is
    undecided until then; a round that is over does not wait for it, except in a knockout."""
    row = Match.objects.select_for_update(of=("self",)).filter(pk=match).first()
    if row is None or row.corrected or _is_final(row):
        return
    tournament, tables = row.round.tournament, tables_of(row.round.tournament)
    games, running = list(row.games.select_related("game")), tournament.state == Tournament.State.RUNNING
    if going_on := [each.game for each in games if each.game.status not in ENDED]:
        if row.decided and running:
            _reopen(row)
            Attempt.objects.filter(game__in=going_on).update(finished=None)  # its cards are secret again
        return
    latest = [table_result(each) for each in games[-tables:]]
    valid = [result for result in latest if result]
    margin = sum(result.margin for result in valid)
    points = _points(tournament, valid, margin)
    knockout = tournament.format == Tournament.Format.KNOCKOUT
    again = not valid or (knockout and points[0] == points[1])
    if again and running and not row.round.deal and len(games) < MOST_GAMES * tables:
        _reopen(row, opened=None)
        open_match.enqueue(row.pk)
        return
    if knockout and row.second and points[0] == points[1]:
        points = (WIN, LOSS) if row.first.number < row.second.number else (LOSS, WIN)
    absent = [result.absent for result in valid if result.absent is not None and tournament.entry_size == 1]
    played = all(result.played_out for result in valid) if tournament.duplicate else not absent
    decide(row, points, margin, played=bool(valid) and played)
    if absent and not anew:
        gone = (row.first_id, row.second_id)[absent[0]] or 0
        if Entry.objects.filter(pk=gone, state=Entry.State.IN).update(state=Entry.State.ABSENT):
            notices.tell_of_absence(tournament, row, gone)


def _is_final(row: Match) -> bool:
    """True if later games and rulings can't change the match. Read under its lock, and so is the tournament."""
    tournament = row.round.tournament
    later = tournament.played_rounds.filter(number__gt=row.round.number, starts__isnull=False)
    drawn = tournament.format == Tournament.Format.KNOCKOUT and row.decided and later.exists()
    return drawn or (tournament.state != Tournament.State.RUNNING and not row.played)


def hand_back(row: Match) -> None:
    """Let the games of a match that was decided by hand decide it again."""
    _reopen(row, corrected=False, played=True)
    settle(row.pk, anew=True)


def both_moved(match: Match) -> bool:
    """True if both sides have made a move in a game of the match: else a result entered for it is one without play."""
    moves = StoredEvent.objects.filter(game__match_game__match=match).exclude(action_text="").order_by()
    return moves.values("game").annotate(movers=Count("actor", distinct=True)).filter(movers__gt=1).exists()


def _reopen(row: Match, **values: Any) -> None:
    """Let the match wait for a game again."""
    values |= {"adjourned": row.adjourned or row.round.closed is not None, "counted": False}
    Match.objects.filter(pk=row.pk).update(first_points=None, second_points=None, **values)


def _points(tournament: Tournament, results: Sequence[TableResult], margin: int) -> tuple[int, int]:
    if not results:
        return DRAW, DRAW
    if tables_of(tournament) == 1:
        return results[0].points
    return (WIN, LOSS) if margin > 0 else (LOSS, WIN) if margin < 0 else (DRAW, DRAW)


def decide(match: Match, points: tuple[int, int], margin: int, *, played: bool = True, corrected: bool = False) -> None:
    Match.objects.filter(pk=match.pk).update(
        first_points=points[0], second_points=points[1], margin=margin, played=played, corrected=corrected
    )


def table_result(row: MatchGame) -> TableResult | None:
    """The result of a finished game; None if it was called off."""
    state = load(row.game)[0]
    result = state.result
    if result is None or result.reason in ("aborted", "annulled", "cancelled"):
        return _called_off_alone(row, state) if result and result.reason == "aborted" else None
    sides = {state.side_of(seat) for seat in result.winners}
    points = (DRAW, DRAW) if len(sides) != 1 else (WIN, LOSS) if 0 in sides else (LOSS, WIN)
    absent = _absent_side(row.game, state, sides) if result.reason == "timeout" else None
    margin = _margin(state)
    if row.turned:
        return TableResult(points[::-1], -margin, result.reason in PLAYED_OUT, None if absent is None else 1 - absent)
    return TableResult(points, margin, result.reason in PLAYED_OUT, absent)


def _called_off_alone(row: MatchGame, state: GameState) -> TableResult | None:
    """Against computers, which always agree, the people who call a game off have lost it: no one gets other cards."""
    seats = row.game.taken_seats.filter(person__isnull=False).values_list("number", flat=True)
    sides = {state.side_of(seat) for seat in seats}
    if len(sides) != 1:
        return None
    return TableResult((LOSS, WIN) if (0 in sides) != row.turned else (WIN, LOSS), 0, played_out=False, absent=None)


def _absent_side(game: Game, state: GameState, winners: set[int]) -> int | None:
    """The losing side, at a table for two, if it never made a move."""
    loser = next((seat for seat in range(1, state.seats + 1) if state.side_of(seat) not in winners), 0)
    moves = game.events.filter(actor=seat_actor(loser)).exclude(action_text="")
    return None if moves.exists() else state.side_of(loser)


def _margin(state: GameState) -> int:
    return int(state.totals[0] - state.totals[1])


def lead_so_far(match: Match) -> int:
    """The card points by which the first of a match leads in its latest game, as of the last finished round."""
    latest = match.games.select_related("game").order_by("-number").first()
    if latest is None:
        return 0
    return -_margin(load(latest.game)[0]) if latest.turned else _margin(load(latest.game)[0])
