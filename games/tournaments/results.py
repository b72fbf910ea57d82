"""The history of a tournament as pairings and standings need it."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.tournaments.arena import arena_scores
from games.tournaments.duplicate import BYE_IMPS, BYE_PERCENTAGE, cross_imps, imps, matchpoints, percentage
from games.tournaments.field import Played
from games.tournaments.models import Entry, Match, Tournament
from games.tournaments.standings import ROUND_ROBIN, SWISS, Standing, standings

Format = Tournament.Format

FINE = 100
"""Scores of duplicate are kept in hundredths."""

LOST_PERCENTAGE, LOST_IMPS = Fraction(0), Fraction(-3)
"""What a table is worth to the side that did not play it to its end."""


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that have a place in it: not those that were removed before they had a match."""
    matches = Match.objects.filter(Q(first=OuterRef("pk")) | Q(second=OuterRef("pk")))
    return tournament.entries.filter(~Q(state=Entry.State.BARRED) | Exists(matches))


def history_of(tournament: Tournament) -> list[Played]:
    """All matches that have been drawn, in the order of their drawing."""
    rows = Match.objects.filter(round__tournament=tournament, round__starts__isnull=False)
    fields = ("round__number", "first__number", "second__number", "first_points", "second_points", "margin", "played")
    return [
        Played(number, first, second or 0, None if points is None else (points, other), margin, played)
        for number, first, second, points, other, margin, played in rows.order_by("round__number", "board").values_list(
            *fields
        )
    ]


def standings_of(tournament: Tournament, history: list[Played] | None = None) -> list[Standing]:
    """The standings so far, the best first; of a ladder, its order. Duplicate counts a round once all its tables have
    been decided: until then a margin would tell those who still play what the cards hold."""
    history = history_of(tournament) if history is None else history
    numbers = list(entries_of(tournament).order_by("number").values_list("number", flat=True))
    match tournament.format:
        case Format.LADDER:
            places = dict(entries_of(tournament).order_by("place").values_list("number", "place"))
            plain = {each.number: each for each in standings(numbers, history)}
            return [plain[number]._replace(rank=rank) for rank, number in enumerate(places, start=1)]
        case Format.ARENA:
            points = {number: score.points for number, score in arena_scores(history).items()}
            return standings(numbers, history, points, ("wins", "margin"))
        case Format.DUPLICATE | Format.SOLO:
            return standings(numbers, counted(history), duplicate_scores(tournament, history), ("margin",))
        case Format.SWISS:
            return standings(numbers, history, None, SWISS)
        case _:
            return standings(numbers, history, None, ROUND_ROBIN)


def places_of(tournament: Tournament, history: list[Played] | None = None) -> dict[int, int]:
    """The place of each entry, by number. In a knockout its last matches say it, and for all others the round after
    which they were out."""
    history = history_of(tournament) if history is None else history
    if tournament.format != Format.KNOCKOUT:
        return {standing.number: standing.rank for standing in standings_of(tournament, history)}
    reached = {entry: match.round for match in history for entry in match[1:3] if entry}
    found = {entry: 1 + sum(other > last for other in reached.values()) for entry, last in reached.items()}
    last = [match for match in history if match.round == tournament.rounds and match.points]
    order = [entry for match in last for entry in _by_result(match)]
    return found | {entry: place for place, entry in enumerate(order, start=1) if entry}


def _by_result(match: Played) -> tuple[int, int]:
    """The two of a decided match, the winner first."""
    first, second = match.points or (0, 0)
    return (match.first, match.second) if first >= second else (match.second, match.first)


def counted(history: Iterable[Played]) -> list[Played]:
    """The matches of duplicate rounds in which every table has been decided."""
    history = list(history)
    unfinished = {match.round for match in history if match.points is None}
    return [match for match in history if match.round not in unfinished]


def duplicate_scores(tournament: Tournament, history: Iterable[Played]) -> dict[int, int]:
    """The mean percentage of matchpoints over the rounds, or the sum on the scale, by entry and in hundredths."""
    rounds: dict[int, list[Played]] = {}
    for match in counted(history):
        rounds.setdefault(match.round, []).append(match)
    in_imps, total = tournament.scoring == Tournament.Scoring.IMPS, dict[int, list[Fraction]]()
    for matches in rounds.values():
        for entry, score in table_scores(matches, in_imps=in_imps, teams=tournament.entry_size > 2):
            total.setdefault(entry, []).append(score)
    if in_imps:
        return {entry: round(FINE * sum(scores)) for entry, scores in total.items()}
    return {entry: round(FINE * sum(scores) / len(scores)) for entry, scores in total.items()}


def table_scores(matches: Iterable[Played], *, in_imps: bool, teams: bool) -> Iterator[tuple[int, Fraction]]:
    """Yield the score of each entry in one round: compared with the other tables that were played to their end. Teams
    have sat on both sides of the same cards, so their margin tells without a comparison. Who had a bye, or whose
    opponent gave up, has an average."""
    matches = list(matches)
    margins = {at: match.margin for at, match in enumerate(matches) if match.played}
    scores: Mapping[int, Fraction]
    if in_imps:
        scores = {at: Fraction(imps(margin)) for at, margin in margins.items()} if teams else cross_imps(margins)
        average, lost = BYE_IMPS, LOST_IMPS
    elif teams:
        scores = {at: Fraction(100 if margin > 0 else 0 if margin < 0 else 50) for at, margin in margins.items()}
        average, lost = BYE_PERCENTAGE, LOST_PERCENTAGE
    else:
        made = matchpoints(margins)
        scores = {at: percentage(points, len(margins)) for at, points in made.items()}
        average, lost = BYE_PERCENTAGE, LOST_PERCENTAGE
    for at, match in enumerate(matches):
        for entry, points, sign in zip(match[1:3], match.points or (0, 0), (1, -1), strict=True):
            if entry:
                own = average if points else lost
                yield entry, average + sign * (scores[at] - average) if at in scores else own
