"""What the pages of tournaments show, read for one viewer: in a constant number of queries, however many play.

The results of a duplicate round are left out while one of its tables still plays: they would tell what the cards hold.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from games.clubs.models import Club
from games.domain.options import read_recorded_rules
from games.domain.table_settings import TableSettings
from games.models import BOT_NAME_PREFIX, DELETED_PLAYER, Game
from games.presenters.portraits import computer_portrait, person_portrait
from games.presenters.rules import goal_words, house_rules, played_name
from games.presenters.table_settings import LEVELS, clock_words
from games.presenters.tournaments import (
    Cell,
    CorrectionRow,
    Countdown,
    EntryView,
    MatchRow,
    NextStep,
    RoundView,
    Side,
    Stage,
    StandingRow,
    TournamentCard,
    TournamentList,
    entries_words,
    half_points,
    letter,
    list_title,
    on_scale,
    percent,
    points_words,
    result_words,
    rounds_words,
    standing_words,
)
from games.tournaments import ladder, rounds, selectors
from games.tournaments.arena import ArenaScore, arena_scores
from games.tournaments.duplicate import BYE_IMPS, BYE_PERCENTAGE
from games.tournaments.field import Played
from games.tournaments.models import Correction, Entry, Match, MatchGame, Player, Round, Tournament
from games.tournaments.outcomes import TEMPLATES
from games.tournaments.results import FINE, history_of, places_of, standings_of, table_scores
from games.tournaments.selectors import SeenTournament, Viewer
from games.tournaments.services import LADDER_REACH, SEATS
from games.tournaments.standings import Standing

Format, State = Tournament.Format, Tournament.State

A_PAGE = 30
"""Number of tournaments on a page of one list."""

FEW = 4
"""Number of tournaments of each list where several are shown."""

COLUMNS = 30
"""Number of rounds in a crosstable: the latest."""

LATEST = 30
"""Number of decided matches of an arena or a ladder that are listed."""

PARTS = "games/tournaments/tournament.html#parts"

ON_THE_PODIUM = 4
"""Number of entries on the podium, at most."""

ON_THE_WALL = 16
"""Number of places and of tables on the wall."""

OPEN_GAMES = (Game.Status.OPEN, Game.Status.PLAYING)
WITH_PEOPLE = Prefetch("players", Player.objects.select_related("person"))
WITH_GAMES = Prefetch(
    "games",
    MatchGame.objects.exclude(game__status=Game.Status.CANCELLED)
    .select_related("game")
    .only("match", "game__public_id", "number"),
)


# --- from a table ---------------------------------------------------------------------------------------------------


class TournamentLink(NamedTuple):
    """The tournament of a game, for its table: the name, and the round and the table in words."""

    public_id: str
    name: str
    short: str
    words: str


def tournament_link(game: Game, viewer: Viewer) -> TournamentLink | None:
    """The tournament that the game belongs to, if the viewer may see it. Other games cost no query, but challenges."""
    found = selectors.tournament_of(game) if game.is_challenge else None
    row = found.match.round.tournament if found else None
    if found is None or row is None or not selectors.visible_to(viewer).filter(pk=row.pk).exists():
        return None
    number, name = found.match.round.number, isolate(row.name)
    if not row.in_rounds:
        return TournamentLink(row.public_id, name, row.get_format_display(), name)
    words = _("Round %(round)d, table %(table)d") % {"round": number, "table": found.match.board}
    if found.match.decided and game.status == Game.Status.PLAYING:
        words += " · " + _("no longer counts")
    return TournamentLink(row.public_id, name, _("Round %(number)d") % {"number": number}, f"{name} · {words}")


# --- lists ----------------------------------------------------------------------------------------------------------


def tournament_cards(rows: QuerySet[Tournament]) -> list[TournamentCard]:
    return [_card(row) for row in selectors.with_entry_counts(rows).select_related("club")]


def _card(row: Any) -> TournamentCard:
    parts = [_format_words(row), entries_words(row.size, row.entry_size)]
    if row.state != State.PLANNED:
        parts.append(row.get_state_display())
    starts = row.starts if row.state == State.PLANNED else None
    name, club, line = isolate(row.name), str(row.club or ""), " · ".join(parts)
    return TournamentCard(row.pk, row.public_id, name, line, starts, club, crest_of(row))


def crest_of(row: Tournament) -> str:
    """That of the tournament's club, if it has one."""
    return row.club.crest if row.club else Club.Crest.SPADES


def tournaments_context(viewer: Person | None, wanted: str, before: int | None) -> dict[str, Any]:
    """A few tournaments of each list, or a page of the one wanted: the viewer's own, and those that everyone is told
    of."""
    lists = {str(state): selectors.listed(state) for state in (State.PLANNED, State.RUNNING, State.FINISHED)}
    if viewer:
        lists = {"own": selectors.own_tournaments(viewer)} | lists
    alone = wanted in lists
    chosen = {wanted: lists[wanted]} if alone else lists
    sections = [_section(name, rows, A_PAGE if alone else FEW, before) for name, rows in chosen.items()]
    return {"sections": sections, "alone": alone}


def _section(name: str, rows: QuerySet[Tournament], most: int, before: int | None) -> TournamentList:
    cards = tournament_cards((rows.filter(pk__lt=before) if before else rows)[: most + 1])
    after = cards[most - 1].pk if len(cards) > most else None
    return TournamentList(name, list_title(name), cards[:most], after)


def _format_words(row: Tournament) -> str:
    planned = row.rounds if row.in_rounds else 0
    return ", ".join([row.get_format_display(), *([rounds_words(planned)] if planned else [])])


# --- one tournament -------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """Who looks at a tournament: what they are in it, and the round that they want to see, or None for the latest."""

    seen: SeenTournament
    viewer: Viewer
    round: int | None = None

    @property
    def entry(self) -> int:
        """The key of the viewer's own entry, or 0."""
        return self.seen.entry.pk if self.seen.entry else 0


def round_of(text: str) -> int | None:
    """The number of the round that an address asks for, if any."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


class Field:
    """A tournament's entries, rounds and results so far, the same for everyone who may see it."""

    def __init__(self, row: Tournament, number: int | None = None) -> None:
        self.row = row
        self.entries = list(self.row.entries.prefetch_related(WITH_PEOPLE))
        self.rounds = list(self.row.played_rounds.select_related("deal"))
        self.history = history_of(self.row) if self.row.state != State.PLANNED else []
        self.views = {entry.pk: self._view(entry) for entry in self.entries}
        self.by_number = {view.number: view for view in self.views.values()}
        self.begun = [each for each in self.rounds if each.starts]
        wanted = [each for each in self.begun if each.number == number]
        self.current = self.begun[-1] if self.begun else None
        self.round = wanted[0] if wanted else self.current

    def _view(self, entry: Entry) -> EntryView:
        people = [player.person for player in entry.players.all()]
        names = [(isolate(each), "" if each.is_guest else each.username) if each else _gone() for each in people]
        called = isolate(entry.name.removeprefix(BOT_NAME_PREFIX)) or " · ".join(name for name, _username in names)
        first = people[0] if people else None
        return EntryView(
            entry.pk,
            entry.number,
            called or _gone()[0],
            computer_portrait(entry.level, called)
            if entry.level
            else person_portrait(str(first or ""), first.pk if first else None),
            tuple(names),
            str(LEVELS[entry.level]) if entry.level else "",
            "" if entry.state == Entry.State.IN else entry.get_state_display(),
            self.row.entry_size - len(people) if self._lacks(entry) else 0,
        )

    def _lacks(self, entry: Entry) -> bool:
        return not entry.level and self.row.state == State.PLANNED and entry.state == Entry.State.IN

    @cached_property
    def standings(self) -> list[Standing]:
        return standings_of(self.row, self.history)

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each entry, by number, which those who are level share; in the order of the standings."""
        return {standing.number: standing.rank for standing in self.standings}

    @cached_property
    def secret(self) -> set[int]:
        """The rounds whose results would tell something to those who still play the same cards."""
        return {match.round for match in self.history if match.points is None} if self.row.duplicate else set()

    @property
    def ranked(self) -> bool:
        """True once there is a result that counts."""
        return any(match.points and match.round not in self.secret for match in self.history)

    def points(self, standing: Standing) -> str:
        if self.row.duplicate:
            return on_scale(standing.points) if self.in_imps else percent(standing.points)
        return str(standing.points) if self.row.format == Format.ARENA else half_points(standing.points)

    @cached_property
    def busy(self) -> set[int]:
        """The numbers of the entries with a match that is still to be played."""
        return {number for match in self.history if match.points is None for number in match[1:3]}

    @property
    def byes(self) -> set[tuple[int, int]]:
        """The rounds and numbers of those who met no one."""
        solo = self.row.format == Format.SOLO
        return {(match.round, match.first) for match in self.history if not match.second and not solo}

    @property
    def in_imps(self) -> bool:
        return self.row.scoring == Tournament.Scoring.IMPS

    def said(self, points: str) -> str:
        """The points in words; a share of the maximum, or points on the scale, speak for themselves."""
        return points if self.row.duplicate else points_words(points)

    def points_of(self, entry: EntryView) -> str:
        return self.points(next(standing for standing in self.standings if standing.number == entry.number))


def _gone() -> tuple[str, str]:
    return _(DELETED_PLAYER), ""


def head_context(seen: SeenTournament) -> dict[str, Any]:
    """What every page of a tournament begins with. It is not pushed, so it has no number that changes."""
    row = seen.tournament
    rules, settings = read_recorded_rules(row.options), TableSettings(**row.table_settings)
    goal = [] if row.duplicate else [goal_words(rules, rules.winning.target, SEATS[row.entry_size])]
    parts = [_format_words(row), ", ".join([played_name(rules, row.preset), *goal]), clock_words(settings)]
    parts += [_("rated")] if settings.rated else []
    return {
        "tournament": row,
        "name": isolate(row.name),
        "line": " · ".join(parts),
        "house_rules": house_rules(rules, row.preset),
        "seen": seen,
        "host": isolate(row.host) if row.host else "",
        "crest": crest_of(row),
    }


def tournament_context(shown: Shown, request: HttpRequest) -> dict[str, Any]:
    """The tournament's page: what its head and the parts that are pushed show."""
    field = Field(shown.seen.tournament, shown.round)
    teams = field.row.entry_size > 1
    context = head_context(shown.seen) | parts_context(field) | next_context(field, shown)
    return context | {
        "parts": marked(field, shown, parts_of(field), request),
        "socket": f"/ws/tournaments/{field.row.public_id}/{f'?round={shown.round}' if shown.round else ''}",
        "can_enter": may_enter(shown.seen),
        "wanting": [view for view in field.views.values() if view.places and view.pk != shown.entry] if teams else [],
        "teams": teams,
        "playing": may_leave(shown.seen),
        "link": request.build_absolute_uri(request.path),
    }


def may_leave(seen: SeenTournament) -> bool:
    unfinished = seen.tournament.state in (State.PLANNED, State.RUNNING)
    return unfinished and seen.entry is not None and seen.entry.state == Entry.State.IN


def may_enter(seen: SeenTournament) -> bool:
    row = seen.tournament
    running = row.state in (State.PLANNED, State.RUNNING)
    return running and seen.may_enter and seen.entry is None and rounds.takes_entries(row)


def next_context(field: Field, shown: Shown) -> dict[str, Any]:
    """What comes next for the viewer; after the end, who has won."""
    winners = _winners(field) if field.row.state == State.FINISHED and field.ranked else []
    return {"tournament": field.row, "next": _next_step(field, shown), "winners": winners}


def parts_context(field: Field, shown: Shown | None = None) -> dict[str, Any]:
    """The other parts of the page that change by themselves: for everyone alike, except that on a ladder a viewer who
    has entered may challenge others."""
    row = field.row
    matches = _matches(field) if field.begun else []
    return {
        "tournament": row,
        "planned": row.state == State.PLANNED,
        "standings": _standing_rows(field, shown) if field.begun else [],
        "columns": _columns(field),
        "standings_title": _standings_title(field),
        "entrants": [view for view in field.views.values() if not view.gone] if row.state == State.PLANNED else [],
        "rounds": _round_views(field),
        "shown_round": field.round.number if field.round else 0,
        "matches": [match for match in matches if field.round and match.round == field.round.number],
        "bracket": _bracket(field, matches) if row.format == Format.KNOCKOUT and field.begun else [],
        "corrections": _corrections(field),
    }


def parts_of(field: Field, *, pushed: bool = False) -> SafeString:
    """These parts as everyone may have them, for the page or for what is pushed to it; `marked` shows a viewer their
    own entry."""
    return render_to_string(PARTS, parts_context(field) | {"pushed": pushed})


def marked(field: Field, shown: Shown, parts: SafeString, request: HttpRequest | None = None) -> SafeString:
    """The parts as they are for this viewer. The attribute alone can match: quotes in names are escaped. The forms of
    a ladder need the request where there is one."""
    if shown.entry not in field.views:
        return parts
    own = parts
    if field.row.format == Format.LADDER:
        own = render_to_string(PARTS, parts_context(field, shown) | {"pushed": request is None}, request)
    for attribute in ("data-one", "data-two"):
        own = SafeString(own.replace(f'{attribute}="{field.views[shown.entry].number}"', "data-mine"))
    return own


def wall_context(shown: Shown) -> dict[str, Any]:
    """The page on the wall: the best of the standings and the tables of the round."""
    field = Field(shown.seen.tournament)
    live = parts_context(field)
    step = NextStep(_pause_title(field), text=_pause_text(field), countdown=_until_next(field))
    planned = NextStep("", countdown=_until_start(field.row))
    over = NextStep(_("The tournament is over"))
    return (
        head_context(shown.seen)
        | live
        | {
            "next": planned if live["planned"] else step if field.row.state == State.RUNNING else over,
            "standings": live["standings"][:ON_THE_WALL],
            "entrants": live["entrants"][: 2 * ON_THE_WALL],
            "matches": live["matches"][:ON_THE_WALL],
            "socket": f"/ws/tournaments/{field.row.public_id}/?wall",
        }
    )


# --- standings ------------------------------------------------------------------------------------------------------


def _standings_title(field: Field) -> str:
    if field.row.state == State.FINISHED:
        return _("Final standings")
    counted = [each.number for each in field.begun if each.closed and each.number not in field.secret]
    later = {match.round for match in field.history if match.points} - field.secret - set(counted)
    if field.row.in_rounds and counted and not later:
        return _("Standings after round %(number)d") % {"number": counted[-1]}
    return _("Standings")


def _columns(field: Field) -> list[int]:
    """The rounds of the crosstable: those to come, too, if there is room."""
    if not field.row.in_rounds or field.row.format == Format.KNOCKOUT:
        return []
    last = field.begun[-1].number if field.begun else 0
    first = max(1, last - COLUMNS + 1)
    return list(range(first, max(last, min(field.row.rounds, first + COLUMNS - 1)) + 1))


def _standing_rows(field: Field, shown: Shown | None = None) -> list[StandingRow]:
    columns = _columns(field)
    cells = _cells(field) if columns else {}
    arena = arena_scores(field.history) if field.row.format == Format.ARENA else {}
    mine = _challenger(field, shown) if shown else None
    return [
        StandingRow(
            standing.rank,
            field.by_number[standing.number],
            field.points(standing),
            _arena_cells(arena.get(standing.number, ArenaScore()))
            if field.row.format == Format.ARENA
            else [cells.get((number, standing.number), Cell()) for number in columns],
            half_points(standing.buchholz) if field.row.format == Format.SWISS else "",
            arena.get(standing.number, ArenaScore()).streak,
            mine is not None and _challengeable(field, mine, field.by_number[standing.number]),
        )
        for standing in field.standings
    ]


def _cells(field: Field) -> dict[tuple[int, int], Cell]:
    """What the crosstable shows, by round and number of the entry."""
    scores = _round_scores(field) if field.row.duplicate else {}
    found = {}
    for match in field.history:
        for at, entry in enumerate(match[1:3]):
            found[match.round, entry] = _cell(field, match, at, scores.get((match.round, entry)))
    return found


def _cell(field: Field, match: Played, at: int, score: tuple[str, str] | None) -> Cell:
    other = (match.second, match.first)[at]
    if match.points is None or match.round in field.secret:
        return Cell(str(other or "·"), "p")
    if score is not None:
        return Cell(*score)
    kind = "ldw"[match.points[at]]
    if not other:
        return Cell(_("bye") if match.points[at] else "–", "b")
    return Cell(f"{letter(match.points[at])}{other}", kind)


def _round_scores(field: Field) -> dict[tuple[int, int], tuple[str, str]]:
    """The scores of duplicate rounds, and whether they are above, at or below the average; by round and number."""
    told, teams = (on_scale if field.in_imps else percent), field.row.entry_size > 2
    average = BYE_IMPS if field.in_imps else BYE_PERCENTAGE
    found = {}
    for number in {match.round for match in field.history} - field.secret:
        matches = [match for match in field.history if match.round == number]
        for entry, score in table_scores(matches, in_imps=field.in_imps, teams=teams):
            found[number, entry] = told(round(FINE * score)), "ldw"[(score > average) - (score < average) + 1]
    return found


def _arena_cells(score: ArenaScore) -> list[Cell]:
    """The points of the latest games; 4 is a win on a streak."""
    return [Cell(str(points), "w" if points > 1 else "d" if points else "l") for points in score.results[-10:]]


# --- matches --------------------------------------------------------------------------------------------------------


def _matches(field: Field) -> list[MatchRow]:
    """The matches of the round shown; of a knockout, of all rounds; of an arena and a ladder, those still played and
    the latest others."""
    rows = Match.objects.filter(round__tournament=field.row).prefetch_related(WITH_GAMES)
    if field.row.format == Format.KNOCKOUT:
        found = list(rows.order_by("round__number", "board"))
    elif field.row.in_rounds:
        found = list(rows.filter(round=field.round).order_by("board"))
    else:
        decided = rows.filter(first_points__isnull=False).order_by("-board")[:LATEST]
        found = [*rows.filter(first_points=None).order_by("-board"), *decided]
    numbers = {each.pk: each.number for each in field.rounds}
    return [_match_row(field, match, numbers[match.round_id]) for match in found]


def _match_row(field: Field, match: Match, number: int) -> MatchRow:
    first = field.views[match.first_id]
    second = field.views[match.second_id] if match.second_id else None
    results, lead = _results(match) if number not in field.secret else ((), 0)
    games = tuple(each.game.public_id for each in match.games.all()) if number not in field.secret else ()
    state = _match_state(field, match, number)
    playing = not match.decided and bool(match.opened)
    waits = match.answer_by if not match.decided else None
    return MatchRow(match.pk, number, match.board, first, second, results, state, lead, playing, games, waits)


def _results(match: Match) -> tuple[tuple[str, str] | tuple[()], int]:
    """The results of both sides, and the side that has won."""
    first, second = match.first_points, match.second_points or 0
    if first is None:
        return (), 0
    return (half_points(first), half_points(second)), 1 if first > second else 2 if second > first else 0


def _match_state(field: Field, match: Match, number: int) -> str:
    if match.second_id is None and field.row.format != Format.SOLO:
        return _("bye")
    if match.answer_by and not match.decided:
        return _("challenge")
    if not match.decided:
        playing = _("playing") if match.opened else _("about to begin")
        return _("adjourned") if match.adjourned else playing
    if number in field.secret:
        return pgettext("of a tournament", "finished")
    given_up = field.row.duplicate and match.opened
    return "" if match.played or given_up else _("without a game")


def _bracket(field: Field, matches: Sequence[MatchRow]) -> list[Stage]:
    found, size = [], sum(match.round == 1 for match in matches)
    latest = field.current.number if field.current else 0
    for number in range(1, field.row.rounds + 1):
        drawn = [match for match in matches if match.round == number]
        width = max(1, size >> (number - 1))
        third = drawn[1] if number == field.row.rounds and len(drawn) > 1 else None
        shown: list[MatchRow | None] = [*drawn[:width], *[None] * (width - len(drawn))]
        found.append(Stage(_knockout_title(field.row.rounds - number, number), shown, third, number == latest))
    return found


def _knockout_title(left: int, number: int) -> str:
    titles = (_("Final"), _("Semifinals"), _("Quarterfinals"))
    return titles[left] if left < len(titles) else _("Round %(number)d") % {"number": number}


def _round_views(field: Field) -> list[RoundView]:
    """The rounds of the bar, done or going on or to come; for duplicate, what their cards were promised by."""
    if not field.row.in_rounds:
        return []
    known = {each.number: each for each in field.rounds}
    numbers = range(1, max([field.row.rounds, *known]) + 1 if known else 1)
    return [_round_view(number, known.get(number)) for number in numbers]


def _round_view(number: int, row: Round | None) -> RoundView:
    begun = row is not None and row.starts is not None
    state = "done" if row and row.closed else "now" if begun else ""
    return RoundView(number, state, row.deal.commitment if row and row.deal else "")


def _corrections(field: Field) -> list[CorrectionRow]:
    """The results that organizers have set; of duplicate, those of rounds that are over."""
    if field.row.state == State.PLANNED:
        return []
    rows = Correction.objects.filter(match__round__tournament=field.row).select_related("match__round", "by")
    return [_correction(field, row) for row in rows if row.match.round.number not in field.secret]


def _correction(field: Field, row: Correction) -> CorrectionRow:
    sides = [field.views[key].name for key in (row.match.first_id, row.match.second_id) if key]
    before, after = result_words(row.before), result_words(row.after)
    by = isolate(row.by) if row.by else _gone()[0]
    return CorrectionRow(
        row.match.round.number, row.match.board, " – ".join(sides), before, after, row.reason, by, row.at
    )


def _winners(field: Field) -> list[StandingRow]:
    """The first three, and who is level with them, unless these are too many; of a knockout, those whom its last
    matches say."""
    if field.row.format == Format.KNOCKOUT:
        places = sorted(places_of(field.row, field.history).items(), key=lambda found: found[1])
        rows = [StandingRow(place, field.by_number[number], "") for number, place in places]
    else:
        rows = [replace(row, points=field.said(row.points)) for row in _standing_rows(field)]
    first = [row for row in rows if row.place <= 3]
    return [row for row in first if sum(other.place <= row.place for other in first) <= ON_THE_PODIUM]


# --- what comes next ------------------------------------------------------------------------------------------------


def _next_step(field: Field, shown: Shown) -> NextStep | None:
    """What comes next for the viewer, or for everyone if they have not entered."""
    row, entry = field.row, shown.seen.entry
    if row.state not in (State.PLANNED, State.RUNNING):
        return NextStep(_("This tournament was canceled.")) if row.state == State.CANCELLED else None
    matches = _open_matches(field, shown) if entry else []
    if entry and entry.state == Entry.State.BARRED:
        return NextStep(_(TEMPLATES["tournament-removed"]), others=_other_tables(field, shown, matches))
    if row.state == State.PLANNED:
        title = _("You’re in") if entry else _("The tournament has not begun yet")
        return NextStep(title, text=_waiting_words(field, shown), countdown=_until_start(row))
    if entry and entry.state != Entry.State.IN:
        absent = entry.state == Entry.State.ABSENT
        title = _("You missed your game") if absent else _("You have withdrawn")
        text = _("You are not paired anymore. Come back whenever you like.")
        return NextStep(title, text=text, others=_other_tables(field, shown, matches), back=True)
    if matches:
        return _my_match(field, shown, matches)
    entered, title = entry is not None, _pause_title(field, entry is not None)
    if entry and field.current and not field.current.closed and (field.current.number, entry.number) in field.byes:
        title = _("You have a bye in round %(number)d") % {"number": field.current.number}
    return NextStep(title, text=_pause_text(field, entered), countdown=_until_next(field))


def _waiting_words(field: Field, shown: Shown) -> str:
    entry = field.views.get(shown.entry)
    if entry and entry.places:
        words = ngettext(
            "Your team still looks for %(n)d partner.", "Your team still looks for %(n)d partners.", entry.places
        )
        return words % {"n": entry.places}
    return "" if field.row.starts else _("An organizer starts it when everyone is here.")


def _open_matches(field: Field, shown: Shown) -> list[Match]:
    """The viewer's matches that are to be played, the latest first; challenges to answer before others."""
    mine = Q(first=shown.entry) | Q(second=shown.entry)
    rows = Match.objects.filter(mine, round__tournament=field.row, first_points=None).select_related("round")
    return sorted(rows.order_by("-round__number", "-board"), key=lambda match: match.adjourned)


def _my_match(field: Field, shown: Shown, matches: Sequence[Match]) -> NextStep:
    tables = _own_tables(shown, matches)
    match, others = matches[0], _other_tables(field, shown, matches[1:])
    sides = tuple(_side(field, shown, key) for key in (match.first_id, match.second_id) if key)
    if len(sides) > 1 and sides[1].mine:
        sides = sides[::-1]
    table = tables.get(match.pk, "")
    text = "" if table else _("The table is being set up.")
    if match.answer_by:
        own = match.first_id == shown.entry
        row = None if own else _match_row(field, match, match.round.number)
        title = _("You have challenged") if own else _("You have been challenged")
        return NextStep(title, sides, _("Without an answer, the challenger takes the place."), answers=row)
    return NextStep(_match_title(field, match), sides, text, table, _until_end(field), others=others)


def _other_tables(field: Field, shown: Shown, matches: Sequence[Match]) -> list[tuple[str, str]]:
    """The opponents in these matches, each with the table."""
    tables = _own_tables(shown, matches)
    return [(field.views[_opponent(shown, each)].name, tables[each.pk]) for each in matches if each.pk in tables]


def _match_title(field: Field, match: Match) -> str:
    if not field.row.in_rounds:
        return _("Your match")
    if field.row.format == Format.KNOCKOUT:
        return _knockout_title(field.row.rounds - match.round.number, match.round.number)
    words = {"round": match.round.number, "table": match.board}
    return _("Round %(round)d, table %(table)d") % words


def _opponent(shown: Shown, match: Match) -> int:
    return match.second_id if match.second_id and match.first_id == shown.entry else match.first_id


def _side(field: Field, shown: Shown, key: int) -> Side:
    view = field.views[key]
    return Side(view, _so_far(field, view), key == shown.entry)


def _so_far(field: Field, view: EntryView) -> str:
    """How the entry stands; in a knockout, where everyone has won all their matches, nothing."""
    if not field.ranked or field.row.format == Format.KNOCKOUT:
        return ""
    return standing_words(field.places[view.number], field.said(field.points_of(view)))


def _own_tables(shown: Shown, matches: Iterable[Match]) -> Mapping[int, str]:
    """The viewer's running games, by match."""
    person = shown.viewer.pk if isinstance(shown.viewer, Person) else None
    rows = MatchGame.objects.filter(
        match__in=[match.pk for match in matches], game__taken_seats__person=person, game__status__in=OPEN_GAMES
    )
    return dict(rows.values_list("match", "game__public_id"))


def _pause_title(field: Field, entered: bool = False) -> str:
    row, current = field.row, field.current
    if row.format == Format.ARENA:
        return _("You are paired as soon as someone is free") if entered else _("The arena is running")
    if row.format == Format.LADDER:
        return _("The ladder is open")
    if current is None or not current.closed:
        return _("Round %(number)d of %(rounds)d") % {
            "number": current.number if current else 1,
            "rounds": row.rounds,
        }
    return _("Round %(number)d is over") % {"number": current.number}


def _pause_text(field: Field, entered: bool = False) -> str:
    if field.row.format == Format.LADDER:
        reach = {"most": LADDER_REACH}
        return _("Challenge someone up to %(most)s places above you.") % reach if entered else ""
    if field.row.format == Format.ARENA or field.current is None or field.current.closed:
        return ""
    awaited = () if rounds.is_last(field.row, field.current) else (field.current.number,)
    left = sum(match.points is None for match in field.history if not awaited or match.round in awaited)
    return ngettext("%(n)d table is still playing.", "%(n)d tables are still playing.", left) % {"n": left}


def _countdown(words: str, at: datetime | None) -> Countdown | None:
    return Countdown(words, max(0, int((at - now()).total_seconds())), at) if at else None


def _until_start(row: Tournament) -> Countdown | None:
    return _countdown(_("Starts in"), row.starts)


def _until_next(field: Field) -> Countdown | None:
    """The time until the next round; while one is played, until its end."""
    current = field.current
    if current and current.closed and field.row.in_rounds:
        words = _("Round %(number)d starts in") % {"number": current.number + 1}
        return _countdown(words, field.row.due)
    return _until_end(field)


def _until_end(field: Field) -> Countdown | None:
    if not field.row.in_rounds:
        return _countdown(_("Ends in"), field.row.ends)
    current = field.current
    return _countdown(_("Time left in this round"), current.ends if current and not current.closed else None)


# --- the ladder -----------------------------------------------------------------------------------------------------


def _challenger(field: Field, shown: Shown) -> int | None:
    """The number of the viewer's entry, if it may challenge someone now."""
    entry, row = shown.seen.entry, field.row
    if entry is None or row.format != Format.LADDER or row.state != State.RUNNING or entry.state != Entry.State.IN:
        return None
    return None if entry.number in field.busy else entry.number


def _challengeable(field: Field, mine: int, other: EntryView) -> bool:
    near = ladder.may_challenge(list(field.places), mine, other.number, LADDER_REACH)
    return near and not other.gone and other.number not in field.busy
