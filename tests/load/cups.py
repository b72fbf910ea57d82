"""Tournaments of computers, and what must be true of them at the end."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from games.domain.events import RoundStarted
from games.domain.presets import resolve_rules
from games.domain.table_settings import DAY, TableSettings
from games.log.store import events_after
from games.models import Game
from games.tournaments import services
from games.tournaments.models import Match, Round, Tournament
from games.tournaments.results import history_of, standings_of
from games.tournaments.services import TournamentValues
from games.tournaments.tables import table_result
from tests.load.games import new_person

SHORT = resolve_rules({"preset": "casino", "target": 11})
LIVE = TableSettings(clock="live", time=600, increment=5, bot_speed="at_once", chat="off")
DAYS = TableSettings(clock="turn", time=DAY, bot_speed="at_once", chat="off")
SIZES = {"swiss": 40, "duplicate": 16, "arena": 30, "knockout": 13}
ROUNDS = {"swiss": 6, "duplicate": 5}


def open_each_kind(scale: float) -> None:
    for kind, size in SIZES.items():
        minutes = services.MIN_ARENA if kind == "arena" else 0
        field = max(6, round(size * scale))
        started(kind, LIVE, fill_to=field, rounds=ROUNDS.get(kind, 0), minutes=minutes, pause=1)


def open_over_days() -> Tournament:
    """A round robin of seven, three of whom have entered and never come."""
    return started("round_robin", DAYS, people=3, fill_to=7)


def started(kind: str, terms: TableSettings, people: int = 0, **more: Any) -> Tournament:
    host, chance = new_person(random.Random()), random.Random()
    values = TournamentValues(f"The {kind}", kind, SHORT, "casino", terms, level="beginner", **more)
    row = services.create_tournament(host, values)
    assert isinstance(row, Tournament)
    for _ in range(people):
        assert services.enter(row, new_person(chance)) is None
    assert services.start_now(row, host) is None
    return row


def told() -> Iterator[dict[str, Any]]:
    for row in Tournament.objects.order_by("pk"):
        over = row.state == Tournament.State.FINISHED
        decided = Match.objects.filter(round__tournament=row, first_points__isnull=False).count()
        yield {
            "format": row.format,
            "state": row.state,
            "entries": row.entries.count(),
            "rounds": row.played_rounds.filter(closed__isnull=False).count(),
            "matches": decided,
            "problems": list(problems_of(row)) if over else [],
        }


def problems_of(row: Tournament) -> Iterator[str]:
    """Yield what is wrong with a finished tournament, in words."""
    rounds = list(row.played_rounds.order_by("number"))
    if [each.number for each in rounds] != list(range(1, row.rounds + 1)):
        yield f"rounds {[each.number for each in rounds]} of {row.rounds}"
    yield from pairing_problems(row)
    for each in rounds:
        yield from round_problems(row, each)
    for match in Match.objects.filter(round__tournament=row).select_related("first", "second"):
        yield from match_problems(row, match)
    if row.in_rounds and not row.duplicate:
        given = sum(sum(result.points or ()) for result in history_of(row))
        if sum(standing.points for standing in standings_of(row)) != given:
            yield "the standings don't add up"


def pairing_problems(row: Tournament) -> Iterator[str]:
    history = history_of(row)
    met = Counter(frozenset(match[1:3]) for match in history if match.second)
    entries = row.entries.count()
    avoidable = row.format != "swiss" or 2 * row.rounds <= entries  # nearer to a round robin, no others may be left
    if row.format in ("swiss", "duplicate", "knockout") and avoidable and max(met.values(), default=0) > 1:
        yield f"twice: {[sorted(pair) for pair, times in met.items() if times > 1]}"
    if row.format == "round_robin" and (set(met.values()) != {1} or len(met) != entries * (entries - 1) // 2):
        yield "not everyone met everyone once"
    if row.format == "knockout" and len(met) != entries - 1 + 1:
        yield f"{len(met)} matches of {entries}"
    if row.format == "arena":
        for number in row.entries.values_list("number", flat=True):
            opponents = [set(match[1:3]) - {number} for match in history if number in match[1:3]]
            if any(before == after for before, after in pairwise(opponents)):
                yield f"{number} met the same opponent twice in a row"


def round_problems(row: Tournament, played: Round) -> Iterator[str]:
    matches = list(played.matches.select_related("first", "second"))
    if row.in_rounds:
        seated = Counter(key for match in matches for key in (match.first_id, match.second_id) if key)
        if seated and max(seated.values()) > 1:
            yield f"round {played.number}: an entry plays twice"
        whole = row.entries.count()
        if row.format in ("swiss", "round_robin", "duplicate") and len(seated) != whole:
            yield f"round {played.number}: {len(seated)} of {whole} play"
    if played.deal:
        games = Game.objects.filter(match_game__match__round=played)
        packs = {tuple(packs_of(game)) for game in games if game.status == Game.Status.OVER}
        if len({pack[:1] for pack in packs}) != 1:
            yield f"round {played.number}: {len(packs)} different packs"
        if played.deal.player_count != games.count():
            yield f"round {played.number}: {played.deal.player_count} places for {games.count()} games"


def packs_of(game: Game) -> list[tuple[Any, ...]]:
    return [event.pack for _, event in events_after(game, 0) if isinstance(event, RoundStarted)]


def match_problems(row: Tournament, match: Match) -> Iterator[str]:
    games: Sequence[Any] = list(match.games.select_related("game"))
    if not match.decided:
        yield f"match {match.pk} is undecided"
    if match.second is None or not match.played:
        return
    if len(games) != 1 and row.format != "knockout":
        yield f"match {match.pk} has {len(games)} games"
        return
    result = table_result(games[-1]) if games else None
    if result is None or (result.points != (match.first_points, match.second_points) and row.format != "knockout"):
        yield f"match {match.pk} says {match.first_points}-{match.second_points}, its game {result}"
    if result and result.margin != match.margin:
        yield f"match {match.pk}: another margin"
