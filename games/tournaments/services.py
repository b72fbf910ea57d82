"""Planning a tournament, entering and leaving it, and what its organizers decide: their only writers.

Each service locks the rows of the person who acts and of the tournament, in this order, and reads rights anew under
these locks: what was on a page when it was drawn decides nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q
from django.utils.crypto import salted_hmac

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games.bots import LEVELS
from games.clubs.models import Club, Membership
from games.clubs.selectors import ORGANIZERS
from games.domain.options import read_recorded_rules, write_options
from games.domain.presets import resolve_rules
from games.domain.refusal import Refusal
from games.domain.rules import InvalidRules, Rules
from games.domain.rules_validation import validate_rules, validate_seating
from games.domain.table_settings import DAY, TableSettings
from games.live import broadcast
from games.services import block_refusal, suspension_refusal
from games.tournaments import ladder, notices, rounds
from games.tournaments.models import (
    ABOUT_LENGTH,
    MARK_LENGTH,
    TOURNAMENT_NAME_LENGTH,
    Correction,
    Entry,
    Match,
    Player,
    Tournament,
)
from games.tournaments.outcomes import UnknownTournament, no
from games.tournaments.results import entries_of
from games.tournaments.selectors import find_tournament, organizes
from games.tournaments.tables import DRAW, ENDED, LOSS, WIN, both_moved, decide, hand_back, open_match

MAX_HOSTED = 10
"""Maximum number of unfinished tournaments of one host, who still organizes them."""

MAX_ENTRIES = 200
MAX_ROUNDS = 30
MAX_FILLED = 64
MIN_ARENA, MAX_ARENA = 5, 240
"""Minutes."""

MAX_ROUND_TIME = 60 * 24 * 60
"""Minutes."""

MAX_PAUSE = 7 * DAY
LADDER_REACH = 3
"""How many places above their own people challenge."""

FARTHEST = timedelta(days=366)

Format, State = Tournament.Format, Tournament.State

SEATS = {1: 2, 2: 4, 4: 4}
"""Number of seats at a table by the people of an entry."""


class TournamentValues(NamedTuple):
    """What the organizer chooses; as in the row."""

    name: str
    format: str
    rules: Rules
    preset: str
    table_settings: TableSettings
    about: str = ""
    access: str = Tournament.Access.OPEN
    entry_size: int = 1
    scoring: str = Tournament.Scoring.MATCHPOINTS
    rounds: int = 0
    minutes: int = 0
    pause: int = 0
    level: str = ""
    fill_to: int = 0
    starts: datetime | None = None
    ends: datetime | None = None


def tournament_terms(values: TournamentValues) -> TableSettings:
    """The terms of the games: no advantage for anyone, and an end to every game. Who may watch follows from who may
    see the tournament, so tables that strangers don't know of have no spectators of their own; nor do those whose
    cards others still play."""
    same_cards = values.format in (Format.DUPLICATE, Format.SOLO)
    secret = same_cards or values.access == Tournament.Access.CLUB
    terms = values.table_settings._replace(public=False, timeout="lose", takebacks=False, hints=False)
    standard = not same_cards and values.rules == resolve_rules(values.preset)  # a rating would tell who has won
    return terms._replace(spectators=not secret, rated=terms.rated and standard)


def create_tournament(host: Person, values: TournamentValues, club: Club | None = None) -> Tournament | Refusal:
    """Plan a tournament. For a `club` its organizers do. Raises InvalidRules and SuspendedError."""
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=host.pk)
        if barred := suspension_refusal(host.pk):
            return barred.refusal
        if club:
            Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first()
        if club and not Membership.objects.filter(club=club, person=host).exclude(role=Membership.Role.MEMBER).exists():
            return no("tournament-not-organizer")
        organized = Membership.objects.filter(person=host, role__in=ORGANIZERS).values("club")
        unfinished = Tournament.objects.filter(host=host, state__in=(State.PLANNED, State.RUNNING))
        if unfinished.filter(Q(club=None) | Q(club__in=organized)).count() >= MAX_HOSTED:
            return no("tournament-hosts-many", most=MAX_HOSTED)
        if problem := plan_refusal(values, club):
            return problem
        row = planned(values, club)
        row.host, row.created = host, now()
        row.save(force_insert=True)
        rounds.set_due(row, row.starts)
        notices.tell_of_plan(row)
        _publish(row)
    return row


def change_tournament(tournament: Tournament, person: Person, values: TournamentValues) -> Refusal | None:
    """Change a tournament that has not begun. Who has entered stays in it, so the people of an entry stay, too."""
    with locked_tournament(tournament, person) as row:
        if row.state != State.PLANNED:
            return no("tournament-begun")
        if row.entry_size != values.entry_size and entries_of(row).exists():
            return no("tournament-people-stay")
        if entries_of(row).count() > most_entries(values.format):
            return no("tournament-full", most=most_entries(values.format))
        if problem := plan_refusal(values, row.club):
            return problem
        if row.entry_size != values.entry_size:
            row.entries.all().delete()  # those that were removed
        Tournament.objects.filter(pk=row.pk).update(**_columns(values, row.club))
        rounds.set_due(row, values.starts)
        _publish(row)
    return None


def planned(values: TournamentValues, club: Club | None = None) -> Tournament:
    """The tournament as a row that is not stored."""
    return Tournament(club=club, **_columns(values, club))


def plan_refusal(values: TournamentValues, club: Club | None = None) -> Refusal | None:
    """Why these values are no tournament. Raises InvalidRules if the rules don't allow so many players."""
    if not 0 < len(values.name.strip()) <= TOURNAMENT_NAME_LENGTH or len(values.about) > ABOUT_LENGTH:
        return no("tournament-name", most=TOURNAMENT_NAME_LENGTH)
    sizes = {Format.SOLO: (1,), Format.DUPLICATE: (1, 2, 4)}.get(Format(values.format), (1, 2))
    if values.entry_size not in sizes:
        return no("tournament-people")
    validate_seating(values.rules, SEATS[values.entry_size], values.entry_size > 1)
    if values.table_settings.clock == "none":
        return no("tournament-no-clock")
    if not club and values.access == Tournament.Access.CLUB:
        return no("tournament-no-club")
    return _amounts_refusal(values) or _times_refusal(values)


def _amounts_refusal(values: TournamentValues) -> Refusal | None:
    least, most = (MIN_ARENA, MAX_ARENA) if values.format == Format.ARENA else (0, MAX_ROUND_TIME)
    if not 0 <= values.rounds <= MAX_ROUNDS:
        return no("tournament-rounds-many", most=MAX_ROUNDS)
    if not least <= values.minutes <= most:
        arena = values.format == Format.ARENA
        return no("tournament-arena-long", least=least, most=most) if arena else no("tournament-round-long")
    if not 0 <= values.pause <= MAX_PAUSE:
        return no("tournament-pause-long")
    if not 0 <= values.fill_to <= (filled := min(MAX_FILLED, most_entries(values.format))):
        return no("tournament-filled", most=filled)
    return no("tournament-level") if values.fill_to and values.level not in LEVELS else None


def _times_refusal(values: TournamentValues) -> Refusal | None:
    starts, ends = values.starts, values.ends
    if starts and not now() - timedelta(minutes=1) <= starts <= now() + FARTHEST:
        return no("tournament-start-wrong")
    if ends and not (starts or now()) < ends <= now() + 2 * FARTHEST:
        return no("tournament-end-wrong")
    return None


def most_entries(kind: str) -> int:
    """Maximum number of entries of a format: where everyone meets everyone, that of the rounds follows from it."""
    fewer = {Format.LADDER: 100, Format.ROUND_ROBIN: MAX_ROUNDS, Format.DOUBLE: MAX_ROUNDS // 2}
    return fewer.get(Format(kind), MAX_ENTRIES)


def _columns(values: TournamentValues, club: Club | None) -> dict[str, Any]:
    """The values as columns. Only its members know of a private club's tournament, so only they can enter."""
    values = values._replace(access=Tournament.Access.CLUB) if club and club.private else values
    columns = values._asdict() | {"options": write_options(played_rules(values.format, values.rules))}
    del columns["rules"]
    return columns | {"table_settings": tournament_terms(values)._asdict()}


def played_rules(kind: str, rules: Rules) -> Rules:
    """The rules of a format's games: where the same cards are played everywhere, with as many rounds as seats, if they
    allow that. Games to a target would end at different rounds, and their margins could not be compared."""
    if kind not in (Format.DUPLICATE, Format.SOLO):
        return rules
    options = write_options(rules) | {"ending": "rounds", "rounds_per_seat": 1}
    try:
        changed = read_recorded_rules(options)
        validate_rules(changed)
    except InvalidRules:
        return rules
    return changed


# --- entering -------------------------------------------------------------------------------------------------------


def enter(
    tournament: Tournament,
    person: Person,
    source: tuple[str, str] = ("", ""),
    team: str = "",
    partner: int | None = None,
) -> Refusal | None:
    """Enter the tournament: with an entry of one's own, with the entry of a `partner`, or again after leaving it.

    `source`: the address and the device that the person comes from.
    """
    with _locked(tournament, person) as row:
        mine = Player.objects.filter(tournament=row, person=person).select_related("entry").first()
        if problem := _entry_refusal(row, person, mine):
            return problem
        if mine:
            Entry.objects.filter(pk=mine.entry_id).update(state=Entry.State.IN)
        else:
            entry = _entry_of(row, partner, person) if partner else _new_entry(row, team)
            if isinstance(entry, Refusal):
                return entry
            slots = {player.slot for player in entry.players.all()}
            slot = next(number for number in range(1, row.entry_size + 1) if number not in slots)
            marks = {name: _mark(row, text) for name, text in zip(("address_mark", "device_mark"), source, strict=True)}
            Player.objects.create(tournament=row, entry=entry, person=person, slot=slot, **marks)
        _publish(row)
        rounds.wake(row)
    return None


def _entry_refusal(row: Tournament, person: Person, mine: Player | None) -> Refusal | None:
    """Why the person cannot enter, or come back to the entry they have."""
    if row.state not in (State.PLANNED, State.RUNNING):
        return no("tournament-over")
    if barred := suspension_refusal(person.pk):
        return barred.refusal
    if row.table_settings["rated"] and person.is_guest:
        return no("tournament-guest")
    if row.access == Tournament.Access.CLUB and not Membership.objects.filter(club=row.club_id, person=person).exists():
        return no("tournament-not-member")
    if row.host_id and (blocked := block_refusal(person, [row.host_id])):
        return blocked.refusal
    if mine:
        known: dict[str, str] = {Entry.State.IN: "tournament-in-already", Entry.State.BARRED: "tournament-removed"}
        return no(known[mine.entry.state]) if mine.entry.state in known else None
    return None if rounds.takes_entries(row) else no("tournament-late")


def _entry_of(row: Tournament, partner: int, person: Person) -> Entry | Refusal:
    """An entry that lacks people, none of whom keeps apart from the person."""
    if row.state != State.PLANNED:
        return no("tournament-team-playing")
    wanting = Entry.objects.filter(tournament=row, pk=partner, level="", state=Entry.State.IN)
    entry = wanting.annotate(people=Count("players")).first()
    if entry is None or entry.people >= row.entry_size:
        return no("tournament-no-place")
    others = entry.players.filter(person__isnull=False).values_list("person", flat=True)
    blocked = block_refusal(person, [other for other in others if other])
    return blocked.refusal if blocked else entry


def _new_entry(row: Tournament, team: str) -> Entry | Refusal:
    """The last entry so far: its number follows from strength once the tournament begins."""
    most = most_entries(row.format)
    if entries_of(row).count() >= most:
        return no("tournament-full", most=most)
    last = row.entries.aggregate(number=Max("number"), place=Max("place"))
    place = (last["place"] or 0) + 1
    name = team.strip() if row.entry_size > 1 else ""
    return Entry.objects.create(tournament=row, number=(last["number"] or 0) + 1, place=place, name=name, since=now())


def _mark(row: Tournament, text: str) -> str:
    return salted_hmac(f"tournament {row.pk}", text, algorithm="sha256").hexdigest()[:MARK_LENGTH] if text else ""


def withdraw(tournament: Tournament, person: Person) -> Refusal | None:
    """Leave the tournament. What has been drawn is played or lost: a running game goes on with its clock."""
    with _locked(tournament, person) as row:
        mine = Player.objects.filter(tournament=row, person=person).select_related("entry").first()
        if mine is None or mine.entry.state != Entry.State.IN:
            return no("tournament-not-in")
        _take_out(row, mine)
        _publish(row)
        rounds.wake(row)
    return None


def remove_entry(tournament: Tournament, organizer: Person, entry: int, *, back: bool = False) -> Refusal | None:
    """Remove an entry, which can't come back by itself and keeps its results, or let it `back` in. Who has withdrawn
    can't be removed: let in again, they would be in without having asked for it."""
    with locked_tournament(tournament, organizer) as row:
        found = Entry.objects.filter(tournament=row, pk=entry).first()
        if found is None or row.state not in (State.PLANNED, State.RUNNING):
            return no("tournament-over" if found else "tournament-gone")
        if found.state == Entry.State.OUT or back != (found.state == Entry.State.BARRED):
            return no("tournament-changed")
        if back and row.state == State.PLANNED and entries_of(row).count() >= (most := most_entries(row.format)):
            return no("tournament-full", most=most)
        Entry.objects.filter(pk=found.pk).update(state=Entry.State.IN if back else Entry.State.BARRED)
        notices.tell_of_removal(found, organizer, back=back)
        _publish(row)
        rounds.wake(row)
    return None


def _take_out(row: Tournament, player: Player) -> None:
    """Before the start the player is gone, and the entry with its last one; afterwards the entry is withdrawn."""
    if row.state == State.PLANNED:
        player.delete()
        Entry.objects.filter(pk=player.entry_id, players=None).delete()
    else:
        Entry.objects.filter(pk=player.entry_id).exclude(state=Entry.State.BARRED).update(state=Entry.State.OUT)


def leave_tournaments(person: Person, club: Club | None = None) -> None:
    """Leave all tournaments, before the account is deleted. Those that only this person organizes are called off. Of
    a `club`, leave those for its members. All are locked in one order, as an account leaves one club after another."""
    with write_transaction():
        mine = Tournament.objects.filter(Q(host=person) | Q(players__person=person)).values("pk")
        running = Tournament.objects.filter(pk__in=mine, state__in=(State.PLANNED, State.RUNNING)).order_by("pk")
        for row in list(running.select_for_update(of=("self",))):
            if club and (row.club_id != club.pk or not (club.private or row.access == Tournament.Access.CLUB)):
                continue
            player = Player.objects.filter(tournament=row, person=person).select_related("entry").first()
            if player and not (club and player.entry.state == Entry.State.BARRED):  # they may join the club again
                _take_out(row, player)
            if row.host_id == person.pk and row.club_id is None:
                rounds.finish(row, State.CANCELLED)
            rounds.wake(row)
            _publish(row)


def unfinished_names(club: Club) -> list[str]:
    """The names of the first tournaments that are planned or running."""
    rows = Tournament.objects.filter(club=club, state__in=(State.PLANNED, State.RUNNING))
    return list(rows.order_by("pk").values_list("name", flat=True)[:MAX_HOSTED])


def end_tournaments(club: Club) -> None:
    """Delete the tournaments of a club that ends, each under its lock: a round that is being drawn goes along. One that
    is not over, as its last member has deleted the account, is called off and stays: those who are in are told."""
    for row in Tournament.objects.select_for_update(of=("self",)).filter(club=club).order_by("pk"):
        if row.state in (State.PLANNED, State.RUNNING):
            row.club = None
            row.save(update_fields=["club"])
            rounds.finish(row, State.CANCELLED)
        else:
            row.delete()


def move_players(guest: Person, person: Person) -> None:
    """Let an account take the guest's place; in a tournament that it has entered itself, the guest withdraws."""
    own = Player.objects.filter(person=person).values("tournament")
    Player.objects.filter(person=guest).exclude(tournament__in=own).update(person=person)
    for left in Player.objects.filter(person=guest, entry__state=Entry.State.IN).select_related("tournament"):
        _take_out(left.tournament, left)
    Tournament.objects.filter(host=guest).update(host=person)


# --- organizing -----------------------------------------------------------------------------------------------------


def start_now(tournament: Tournament, organizer: Person, seen: str | None = None) -> Refusal | None:
    """Start the tournament before its time, or the next round before the end of the pause. `seen`: what had begun as
    the organizer's page was drawn."""
    with locked_tournament(tournament, organizer) as row:
        if seen not in (None, what_has_begun(row)):
            return no("tournament-changed")
        if row.state == State.PLANNED and not rounds.enough(row):
            return no("tournament-few")
        if row.state not in (State.PLANNED, State.RUNNING):
            return no("tournament-over")
        rounds.set_due(row, now())
    return None


def what_has_begun(row: Tournament) -> str:
    """The state, and the number of the round."""
    current = rounds.last_round(row)
    return f"{row.state} {current.number if current else 0}"


def call_off(tournament: Tournament, organizer: Person, seen: str | None = None) -> Refusal | None:
    """Cancel a tournament that has not begun, or end one that has with the results so far. `seen`: its state on the
    page of the organizer, who may not know that it has begun."""
    with locked_tournament(tournament, organizer) as row:
        if row.state not in (State.PLANNED, State.RUNNING):
            return no("tournament-over")
        if seen not in (None, row.state):
            return no("tournament-changed")
        rounds.finish(row, State.CANCELLED if row.state == State.PLANNED else State.FINISHED)
        _publish(row)
    return None


def correct_result(
    tournament: Tournament,
    organizer: Person,
    match: int,
    points: tuple[int, int] | None,
    reason: str,
    seen: str | None = None,
) -> Refusal | None:
    """Enter a result in half points, or change one. It stays on record with the one before, and games that end later
    don't change it. Without `points`, its games decide again. `seen`: what the page of the organizer showed."""
    with locked_tournament(tournament, organizer) as row:
        if row.state not in (State.RUNNING, State.FINISHED):
            return no("tournament-not-begun")
        found = Match.objects.select_for_update(of=("self",)).filter(round__tournament=row, pk=match).first()
        if found is None:
            return no("tournament-gone")
        if seen not in (None, what_is_seen(found)):
            return no("tournament-changed")
        if problem := _result_refusal(row, found, points, reason):
            return problem
        before = _recorded(found)
        if points is None:
            hand_back(found)
        else:
            played = found.played and not row.duplicate and both_moved(found)
            decide(found, points, found.margin, played=played, corrected=True)
        found.refresh_from_db()
        after = _recorded(found)
        made = Correction.objects.create(match=found, by=organizer, before=before, after=after, reason=reason, at=now())
        notices.tell_of_result(made)
        _publish(row)
        rounds.wake(row)
    return None


def what_is_seen(match: Match) -> str:
    """A mark of the result that a page shows; none can be read from it, as with the same cards they may be secret."""
    return _mark(match.round.tournament, f"{match.pk} {_recorded(match)} {match.corrected}")


def _recorded(match: Match) -> str:
    return f"{match.first_points}-{match.second_points}" if match.decided else ""


def returnable(match: Match) -> bool:
    """True if its games can decide a match again. They must be over if the tournament is, or if their cards may have
    been seen elsewhere since."""
    status = [each.game.status for each in match.games.all()] if match.corrected else []
    row = match.round.tournament
    may_go_on = row.state == State.RUNNING and not row.duplicate
    return bool(status) and (may_go_on or set(status) <= set(ENDED))


def _result_refusal(row: Tournament, match: Match, points: tuple[int, int] | None, reason: str) -> Refusal | None:
    if not reason.strip():
        return no("tournament-reason")
    if points is None and not returnable(match):
        return no("tournament-result-wrong")
    if any(each not in (LOSS, DRAW, WIN) for each in points or ()) or sum(points or ()) > WIN:
        return no("tournament-result-wrong")
    if row.format == Format.KNOCKOUT and match.second_id:
        if points and points[0] == points[1]:
            return no("tournament-no-draw")
        before = (match.first_points, match.second_points)
        if match.decided and rounds.last_round(row) != match.round and before != points:
            return no("tournament-next-begun")
    return None


def adjourn(tournament: Tournament, organizer: Person, match: int) -> Refusal | None:
    """Let the round go on without this match, which counts as drawn until it is finished. The last round waits."""
    with locked_tournament(tournament, organizer) as row:
        if row.in_rounds and rounds.is_last(row, rounds.last_round(row)):
            return no("tournament-last-round")
        found = Match.objects.filter(round__tournament=row, pk=match, first_points=None)
        if not row.in_rounds or row.format == Format.KNOCKOUT or not found.update(adjourned=True):
            return no("tournament-gone")
        _publish(row)
        rounds.wake(row)
    return None


def extend_round(tournament: Tournament, organizer: Person, minutes: int) -> Refusal | None:
    """Give the running round more time."""
    with locked_tournament(tournament, organizer) as row:
        current = rounds.last_round(row)
        if current is None or current.closed or not current.ends:
            return no("tournament-not-begun")
        current.ends = min(max(current.ends, now()) + timedelta(minutes=minutes), now() + FARTHEST)
        current.save(update_fields=["ends"])
        rounds.set_due(row, current.ends)
        _publish(row)
    return None


# --- the ladder -----------------------------------------------------------------------------------------------------


def challenge(tournament: Tournament, person: Person, entry: int) -> Refusal | None:
    """Challenge an entry that stands higher. Without an answer in time the challenger wins; a computer accepts."""
    with _locked(tournament, person) as row:
        mine = _playing_entry(row, person)
        other = Entry.objects.filter(tournament=row, pk=entry, state=Entry.State.IN).first()
        if barred := suspension_refusal(person.pk):
            return barred.refusal
        if mine is None or other is None:
            return no("tournament-not-in" if mine is None else "tournament-gone")
        return _challenge(row, mine, other)


def _challenge(row: Tournament, mine: Entry, other: Entry) -> Refusal | None:
    current = rounds.last_round(row)
    if row.state != State.RUNNING or row.format != Format.LADDER or current is None:
        return no("tournament-not-begun")
    order = list(entries_of(row).order_by("place").values_list("number", flat=True))
    if not ladder.may_challenge(order, mine.number, other.number, LADDER_REACH):
        return no("tournament-challenge-far", most=LADDER_REACH)
    both = [mine.pk, other.pk]
    if Match.objects.filter(Q(first__in=both) | Q(second__in=both), round=current, first_points=None).exists():
        return no("tournament-challenge-open")
    board = Match.objects.filter(round=current).count() + 1
    until = None if other.level else now() + rounds.ANSWER_TIME
    match = Match.objects.create(round=current, board=board, first=mine, second=other, answer_by=until)
    if other.level:
        open_match.enqueue(match.pk)
    else:
        notices.tell_of_challenge(match)
    _publish(row)
    rounds.wake(row)
    return None


def answer_challenge(tournament: Tournament, person: Person, match: int, accepted: bool) -> Refusal | None:
    """Accept the challenge, whose game begins at once, or lose the place without a game."""
    with _locked(tournament, person) as row:
        mine = _playing_entry(row, person)
        waiting = Match.objects.filter(round__tournament=row, second=mine, first_points=None, answer_by__gt=now())
        found = waiting.filter(pk=match).first() if mine and row.state == State.RUNNING else None
        if found is None:
            return no("tournament-challenge-gone")
        if accepted:
            Match.objects.filter(pk=found.pk).update(answer_by=None)
            open_match.enqueue(found.pk)
        else:
            decide(found, (WIN, LOSS), 0, played=False)
        _publish(row)
        rounds.wake(row)
    return None


def _playing_entry(row: Tournament, person: Person) -> Entry | None:
    return Entry.objects.filter(tournament=row, state=Entry.State.IN, players__person=person).first()


# --- steps ----------------------------------------------------------------------------------------------------------


@contextmanager
def locked_tournament(tournament: Tournament, organizer: Person) -> Iterator[Tournament]:
    """The tournament, locked, for whoever organizes it. Raises UnknownTournament for others."""
    with _locked(tournament, organizer) as row:
        if not organizes(row, organizer):
            raise UnknownTournament
        yield row


@contextmanager
def _locked(tournament: Tournament, person: Person) -> Iterator[Tournament]:
    """The tournament, locked. Raises UnknownTournament if it is gone, or if the person may no longer know of it."""
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        row = Tournament.objects.select_for_update(of=("self",)).filter(pk=tournament.pk).first()
        if row is None or find_tournament(person, row.public_id) is None:
            raise UnknownTournament
        yield row


def _publish(row: Tournament) -> None:
    broadcast.publish_tournament_changed(row.pk)
