"""What a finished game was among all games of the viewer, and what waits for them next."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from games import bots
from games.analysis.models import GameAnalysis
from games.analysis.tasks import evaluations_of
from games.community import follows
from games.contexts.access import find_seat
from games.contexts.lobby import open_tables
from games.contexts.portraits import portraits_of
from games.contexts.tournaments import TournamentLink, tournament_link
from games.deals.models import SharedDeal
from games.deals.reveal import secrets_revealed
from games.deals.services import daily_streak, deal_of
from games.domain.perspective import perspective_of
from games.domain.state import side_of
from games.log.player_names import table_names, with_current_names
from games.log.store import load
from games.models import Game, SeatResult
from games.presenters.analysis import MIN_COSTS, TurnEvaluation, costliest, points_text
from games.presenters.cards import join_with_and
from games.presenters.round_end import RoundEndView, round_end_view
from games.presenters.seats import SeatDetails, seat_views
from games.puzzles.services import member_standing
from games.results.seat_results import levels_beaten

WON, LOST = SeatResult.Outcome.WON, SeatResult.Outcome.LOST


class LookAhead(NamedTuple):
    """Something that waits for the viewer."""

    title: str
    text: str
    url: str


class AfterGame(NamedTuple):
    """The `series` are the games won by each so far, of rematches; the `deal` is the shared one that was played, if it
    was one; the `cup` is the tournament to go back to."""

    milestones: list[str]
    series: str
    ahead: LookAhead | None
    deal: SharedDeal | None
    cup: TournamentLink | None


def after_game(game: Game, person: Person | None) -> AfterGame:
    """What the page of a finished game tells this person, who may have watched it, in addition to its result."""
    playing = person is not None and person.pk in game.people
    ahead = (own_mistake(game, person) or look_ahead(person)) if playing else None
    cup = tournament_link(game, person)
    return AfterGame(milestones(game, person), series_words(game, person), ahead, deal_of(game), cup)


MANY_SWEEPS = 3
"""The fewest sweeps in a game that are a record worth telling."""


def milestones(game: Game, person: Person | None) -> list[str]:
    """What this game was the first or the best of for the person: a level beaten, a record of sweeps."""
    result = SeatResult.objects.filter(game=game, person=person).first() if person else None
    if result is None:
        return []
    sentences, earlier = [], SeatResult.objects.filter(person=person, finished__lt=result.finished)
    if result.outcome == WON and result.level in bots.NAMES:
        beaten = levels_beaten(earlier)
        if result.level not in beaten:
            names = opposing_computers(game, result.number)
            many, words = len(names), {"name": join_with_and(names)}
            text = ngettext("%(name)s is beaten for the first time.", "%(name)s are beaten for the first time.", many)
            sentences.append(text % words)
            sentences += _next_up(beaten | {result.level}, result.level)
    record = earlier.aggregate(most=Max("sweeps"))["most"] if result.sweeps >= MANY_SWEEPS else None
    if record is not None and result.sweeps > record:
        sentences.append(_("%(count)d sweeps, more than in any game before.") % {"count": result.sweeps})
    return sentences


def opposing_computers(game: Game, seat: int) -> list[str]:
    """The names of the computers on other sides than this seat's."""
    own, computers = side_of(seat, game.partners), (other for other in game.seats_with_people if other.bot)
    return [other.table_name for other in computers if side_of(other.number, game.partners) != own]


def _next_up(beaten: set[str], level: str) -> list[str]:
    other = next_level(beaten, level)
    if not other:
        return [_("Now you have beaten all seven.")]
    return [_("%(name)s is the next one up.") % {"name": bots.NAMES[other][0]}]


def next_level(beaten: set[str], level: str) -> str:
    """The first one above this level that is not beaten, or else below it; empty if all are."""
    levels = list(bots.NAMES)
    place = levels.index(level)
    return next((other for other in levels[place:] + levels[:place] if other not in beaten), "")


SERIES_SQL = """
WITH RECURSIVE series AS (
    SELECT result.id, result.outcome, result.level, game.rematch_of_id, 1 AS length
    FROM games_seatresult result JOIN games_game game ON game.id = result.game_id
    WHERE result.game_id = %s AND result.person_id = %s
    UNION ALL
    SELECT result.id, result.outcome, result.level, game.rematch_of_id, series.length + 1
    FROM series JOIN games_game game ON game.id = series.rematch_of_id
    JOIN games_seatresult result ON result.game_id = game.id AND result.level = series.level
    WHERE result.person_id = %s AND series.length < 99
)
SELECT id, outcome FROM series
"""
"""A person's results in a game and those that it was a rematch of, as far back as the computer was of this level."""


def series_words(game: Game, person: Person | None) -> str:
    """The games that each of two has won in a series of rematches; empty after a first game."""
    if person is None or game.rematch_of_id is None or game.seats != 2:
        return ""
    outcomes = [row.outcome for row in SeatResult.objects.raw(SERIES_SQL, [game.pk, person.pk, person.pk])]
    if len(outcomes) < 2:
        return ""
    other = next(seat.number for seat in game.seats_with_people if seat.person_id != person.pk)
    words = {"name": table_names(game)[other], "own": outcomes.count(WON), "other": outcomes.count(LOST)}
    return _("Games so far: you %(own)d, %(name)s %(other)d.") % words


def last_count(game: Game, seat: int) -> RoundEndView | None:
    """The count of the last round as this seat has seen it."""
    perspective = with_current_names(perspective_of(load(game)[0], seat), table_names(game))
    return round_end_view(perspective, seat_views(perspective, SeatDetails(portraits=portraits_of(game))))


def look_ahead(person: Person | None) -> LookAhead | None:
    """The first of these that there is: the open table of somebody followed, today's deal, today's puzzle."""
    if person is None:
        return None
    followed = [] if person.is_guest else follows.follows_of(person)
    visible = follows.visible_followed(person, followed) if followed else set()
    tables = [table for table in open_tables(person, of=visible).rows if not table.mine] if visible else []
    if tables:
        title = _("%(name)s is waiting for players") % {"name": tables[0].host}
        return LookAhead(title, tables[0].name, reverse("games:table", args=[tables[0].public_id]))
    played, days = daily_streak(person)
    if not played:
        return LookAhead(
            _("Today’s deal"), streak_words(days) or _("The same cards for everyone."), reverse("games:daily")
        )
    standing = None if person.is_guest else member_standing(person)
    if standing and standing.daily is None:
        text = streak_words(standing.streak) or _("One position, one best move.")
        return LookAhead(_("Today’s puzzle"), text, reverse("games:daily_puzzle"))
    return None


def own_mistake(game: Game, person: Person | None) -> LookAhead | None:
    """The person's costliest mistake in this game, to be played better from the same position: once the analysis has
    been requested and is done, and all cards of the game may be seen."""
    worst = costliest(evaluations_in(game, person))[:1]
    if not worst or worst[0].cost < MIN_COSTS["mistake"] or not secrets_revealed(game):
        return None
    words = {"round": worst[0].round, "points": points_text(worst[0].cost)}
    text = _("In round %(round)d, a move of yours cost %(points)s points.") % words
    url = reverse("games:variation", args=[game.public_id])
    return LookAhead(_("Find the better move"), text, f"{url}?at={worst[0].timeline_index - 1}")


def evaluations_in(game: Game, person: Person | None) -> Sequence[TurnEvaluation]:
    """The person's turns in this game, as far as they have been analyzed; nothing is computed here."""
    seat = find_seat(game, person)
    done = GameAnalysis.objects.filter(game=game, status=GameAnalysis.Status.DONE)
    row = done.filter(seat=seat.number).first() if seat else None
    return evaluations_of(row) if row else ()


def streak_words(days: int) -> str:
    """“5 days in a row”; empty for fewer than two."""
    return ngettext("%(days)d day in a row", "%(days)d days in a row", days) % {"days": days} if days > 1 else ""
