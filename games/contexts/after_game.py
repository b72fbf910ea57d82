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
from games.contexts.tournaments import TournamentLink, tournament_link
from games.deals.models import SharedDeal
from games.deals.reveal import secrets_revealed
from games.deals.services import daily_streak, deal_of
from games.models import Game, SeatResult
from games.presenters.analysis import MIN_COSTS, TurnEvaluation, costliest, points_text
from games.puzzles.services import member_standing
from games.results.seat_results import levels_beaten

WON = SeatResult.Outcome.WON


class LookAhead(NamedTuple):
    """Something that waits for the viewer."""

    title: str
    text: str
    url: str


class AfterGame(NamedTuple):
    """The `deal` is the shared one that was played, if it was one; the `cup` is the tournament to go back to."""

    milestones: list[str]
    ahead: LookAhead | None
    deal: SharedDeal | None
    cup: TournamentLink | None


def after_game(game: Game, person: Person | None) -> AfterGame:
    """What the page of a finished game tells this person, who may have watched it, in addition to its result."""
    playing = person is not None and person.pk in game.people
    ahead = (own_mistake(game, person) or look_ahead(person)) if playing else None
    return AfterGame(milestones(game, person), ahead, deal_of(game), tournament_link(game, person))


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
            sentences.append(_("%(name)s is beaten for the first time.") % {"name": bots.NAMES[result.level][0]})
            sentences += _next_up(beaten | {result.level}, result.level)
    record = earlier.aggregate(most=Max("sweeps"))["most"] if result.sweeps >= MANY_SWEEPS else None
    if record is not None and result.sweeps > record:
        sentences.append(_("%(count)d sweeps, more than in any game before.") % {"count": result.sweeps})
    return sentences


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
