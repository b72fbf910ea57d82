"""The results of a tournament as data for other programs, and its times for calendars. Of a duplicate round that still
goes on they tell who has finished, and no result or game: these would tell what the cards hold."""

import csv
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext
from icalendar import Calendar, Event

from casino.clock import now
from games.clubs.models import Club
from games.models import BOT_NAME_PREFIX, DELETED_PLAYER
from games.tournaments.models import Entry, Match, Player, Round, Tournament
from games.tournaments.results import FINE, history_of, places_of, standings_of

State = Tournament.State

CSV_HEADER = (
    "kind", "round", "table", "place", "name", "people", "opponent", "points", "opponent points", "margin", "games"
)  # fmt: skip
"""The columns; `kind`: `standing` or `match`."""

KEPT = timedelta(days=90)
"""Time for which a club's feed still has a tournament that has begun."""

WITH_PEOPLE = Prefetch("players", Player.objects.select_related("person"))
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def entry_name(entry: Entry) -> str:
    """The name of a team or a computer, else of the people. Reads `players` and their people."""
    people = [str(player.person or gettext(DELETED_PLAYER)) for player in entry.players.all()]
    return entry.name.removeprefix(BOT_NAME_PREFIX) or " · ".join(people) or gettext(DELETED_PLAYER)


def results(row: Tournament, site: str) -> dict[str, Any]:
    """Everything that the page tells, as JSON. `site`: the beginning of addresses."""
    entries = {entry.number: entry for entry in row.entries.prefetch_related(WITH_PEOPLE)}
    return {
        "name": row.name,
        "tournament": row.public_id,
        "format": row.format,
        "game": row.preset,
        "state": row.state,
        "starts": row.starts,
        "ends": row.ends,
        "standings": list(_standings(row, entries)),
        "matches": list(_matches(row, entries, site)),
    }


def _standings(row: Tournament, entries: dict[int, Entry]) -> Iterator[dict[str, Any]]:
    if row.state == State.PLANNED:
        return
    history = history_of(row)
    places = places_of(row, history)
    for standing in sorted(standings_of(row, history), key=lambda each: places.get(each.number, len(entries))):
        entry = entries[standing.number]
        yield {
            "place": places.get(standing.number),
            "name": entry_name(entry),
            "people": [str(player.person or gettext(DELETED_PLAYER)) for player in entry.players.all()],
            "computer": entry.level,
            "points": _score(row, standing.points),
            "played": standing.played,
            "state": entry.state,
        }


def _score(row: Tournament, points: int) -> float:
    """Points as they are usually told: halves for a draw; of duplicate a percentage, or points on the scale."""
    if row.duplicate:
        return points / FINE
    return float(points) if row.format == Tournament.Format.ARENA else points / 2


def _matches(row: Tournament, entries: dict[int, Entry], site: str) -> Iterator[dict[str, Any]]:
    names = {entry.pk: entry_name(entry) for entry in entries.values()}
    rows = Match.objects.filter(round__tournament=row, round__starts__isnull=False).select_related("round")
    found = list(rows.prefetch_related("games__game").order_by("round__number", "board"))
    secret = {match.round_id for match in found if row.duplicate and not match.decided}
    for match in found:
        told = match.decided and match.round_id not in secret
        games = [] if match.round_id in secret else match.games.all()
        yield {
            "round": match.round.number,
            "table": match.board,
            "first": names[match.first_id],
            "second": names[match.second_id] if match.second_id else "",
            "state": "finished" if match.decided else "playing",
            "points": [half / 2 for half in (match.first_points or 0, match.second_points or 0)] if told else None,
            "margin": match.margin if told else None,
            "corrected": match.corrected and told,
            "games": [f"{site}{reverse('games:table', args=[each.game.public_id])}" for each in games],
        }


def results_csv(row: Tournament, site: str) -> str:
    """The same as a table: first the standings, then the matches."""
    data, file = results(row, site), StringIO()
    writer = csv.writer(file)
    writer.writerow(CSV_HEADER)
    for each in data["standings"]:
        people = ", ".join(each["people"])
        line = ["standing", "", "", each["place"], each["name"], people, "", each["points"], "", "", ""]
        writer.writerow(map(_cell, line))
    for each in data["matches"]:
        points = each["points"] or ["", ""]
        margin = "" if each["margin"] is None else each["margin"]
        line = ["match", each["round"], each["table"], "", each["first"], "", each["second"], *points, margin]
        writer.writerow(map(_cell, [*line, " ".join(each["games"])]))
    return file.getvalue()


def _cell(value: object) -> object:
    """The value; a text that a spreadsheet would take for a formula, with an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


# --- calendars ------------------------------------------------------------------------------------------------------


def calendar_of(row: Tournament, site: str, host: str) -> bytes:
    """The start, and the rounds whose times are known, in the iCalendar format. `host`: of the site, in the IDs."""
    calendar = Calendar()
    calendar.add("prodid", "-//Casino//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", row.name)
    for event in (*_start(row, site, host), *_rounds(row, site, host)):
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def events_of_club(club: Club, site: str, host: str) -> list[Event]:
    """The starts of the club's tournaments, for its feed."""
    rows = Tournament.objects.filter(club=club, starts__gt=now() - KEPT).exclude(state=State.CANCELLED)
    return [event for row in rows.order_by("starts", "pk") for event in _start(row, site, host)]


def _start(row: Tournament, site: str, host: str) -> Iterator[Event]:
    if row.starts and row.state != State.CANCELLED:
        event = _event(row, f"tournament-{row.public_id}@{host}", row.name, site)
        event.add("dtstart", row.starts)
        if row.about:
            event.add("description", row.about)
        yield event


def _rounds(row: Tournament, site: str, host: str) -> Iterator[Event]:
    """The rounds that have begun, and the next one if there is a pause before it."""
    begun = list(row.played_rounds.filter(starts__isnull=False)) if row.in_rounds else []
    last = begun[-1] if begun else None
    if row.state == State.RUNNING and row.due and last and last.closed:
        begun.append(Round(number=last.number + 1, starts=row.due))
    for each in begun:
        name = gettext("%(tournament)s, round %(number)d") % {"tournament": row.name, "number": each.number}
        event = _event(row, f"tournament-{row.public_id}-{each.number}@{host}", name, site)
        event.add("dtstart", each.starts)
        if each.closed or each.ends:
            event.add("dtend", each.closed or each.ends)
        yield event


def _event(row: Tournament, uid: str, name: str, site: str) -> Event:
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", row.created)
    event.add("summary", name)
    event.add("url", f"{site}{reverse('games:tournament', args=[row.public_id])}")
    return event
