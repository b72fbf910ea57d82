"""How a tournament goes on by itself: it begins, draws rounds, opens their games, takes their results, and ends.

`advance` makes the next step under the tournament's lock, and nothing if there is none: it may run any number of times,
on several machines, and be killed at any point. What is drawn and what is enqueued for it belong to one transaction;
tasks that are lost are enqueued again by `advance_overdue`. The locks are taken in this order: tournament, game, match.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from django.db.models import Exists, F, Max, Min, OuterRef, Q, QuerySet
from django.tasks import task

from casino.clock import clock_offset, now
from casino.transactions import do_each, write_transaction
from games.bots import LEVELS
from games.clubs.models import Membership
from games.deals.services import create_for_tables
from games.domain.dispute_events import RulingMade
from games.domain.events import Event
from games.domain.presets import FAMILY_OF
from games.live import broadcast
from games.models import Game, Seat, Suspension
from games.results.level_suggestion import LEVEL_RATINGS
from games.results.ratings import ratings_in
from games.services.players import bot_name
from games.tournaments import arena, knockout, ladder, notices, round_robin, swiss
from games.tournaments.estimate import rounds_of
from games.tournaments.field import Pair
from games.tournaments.models import Entry, Match, Player, Round, Tournament
from games.tournaments.results import entries_of, history_of, standings_of
from games.tournaments.tables import DRAW, ENDED, LOSS, WIN, decide, lead_so_far, open_match, settle

Format, State = Tournament.Format, Tournament.State

LATECOMERS = (Format.SWISS, Format.ARENA, Format.LADDER)
"""Formats that people can enter after the start."""

EVERYONE = (Format.ROUND_ROBIN, Format.DOUBLE)
"""Formats in which everyone meets everyone, and has as many byes: none is worth anything."""

ARENA_TICK = timedelta(seconds=5)
"""Time between two drawings of an arena."""

LATE = timedelta(seconds=30)
"""Time after which a step, or the game of a match, is taken for lost."""

MOST_OPENED = 200
"""Maximum number of lost games opened in one step."""

ANSWER_TIME = timedelta(days=3)
"""Time to answer a challenge on a ladder."""


@task
def advance(tournament: int) -> None:
    """Make the tournament's next step, if one is due."""
    _pair_ahead(tournament)
    with write_transaction():
        row = Tournament.objects.select_for_update(of=("self",)).filter(pk=tournament).first()
        if row:
            _step(row)


def _pair_ahead(tournament: int) -> None:
    """Pair the next Swiss round before anything is locked: for 200 entries it takes a second, in which no one could
    write. Under the lock the same pairs are found at once, or others if something has changed."""
    swiss = Tournament.objects.filter(state=State.RUNNING, format=Format.SWISS)
    row = swiss.select_related("club").filter(pk=tournament).first()  # the club may end meanwhile
    current = last_round(row) if row else None
    if row is None or current is None or current.number >= row.rounds:
        return
    awaited = current.matches.filter(first_points=None, adjourned=False)
    ready = row.due is not None and row.due <= now() if current.closed else not row.pause
    if ready and not awaited.exists():
        _draw(row, current.number + 1, {entry.number: entry for entry in row.entries.all()}, _present(row))


def advance_overdue() -> None:
    """Make steps that are due, and open games that were drawn, whose tasks have been lost."""
    late, running = now() - LATE, Tournament.objects.filter(state=State.RUNNING)
    due = Tournament.objects.filter(due__lt=late, state__in=(State.PLANNED, State.RUNNING))
    awaited = Match.objects.filter(round=OuterRef("pk"), first_points=None, adjourned=False)
    played = Round.objects.filter(~Exists(awaited), closed=None, starts__lt=late)
    won = Match.objects.filter(first_points__isnull=False, counted=False)
    stuck = Q(pk__in=played.values("tournament")) & ~Q(format__in=(Format.ARENA, Format.LADDER))
    stuck |= Q(pk__in=won.values("round__tournament"), format=Format.LADDER)
    do_each({*due.values_list("pk", flat=True), *running.filter(stuck).values_list("pk", flat=True)}, advance.func)
    unopened = Match.objects.filter(first_points=None, opened=None, answer_by=None, round__starts__lt=late)
    unopened = unopened.filter(round__tournament__in=running.values("pk"))
    do_each(unopened.values_list("pk", flat=True)[:MOST_OPENED], open_match.func)


def set_due(row: Tournament, moment: datetime | None) -> None:
    """Let the next step be made at this moment, at the latest."""
    row.due = moment
    row.save(update_fields=["due"])
    if moment:
        advance.using(run_after=moment - clock_offset()).enqueue(row.pk)


def wake(row: Tournament) -> None:
    """Look, after this transaction, whether a step can be made now."""
    advance.enqueue(row.pk)


def _step(row: Tournament) -> None:
    is_due = row.due is not None and row.due <= now()
    if row.state == State.PLANNED and is_due:
        _begin(row)
    elif row.state == State.RUNNING and row.format == Format.ARENA:
        _step_arena(row)
    elif row.state == State.RUNNING and row.format == Format.LADDER:
        _step_ladder(row)
    elif row.state == State.RUNNING:
        _step_rounds(row, is_due)


def note_tournament_game(game: Game, _seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Take the result of a game that is over, also after a ruling on it, and let the tournament go on. After a ruling a
    game may also go on."""
    if game.status not in ENDED and not any(isinstance(event, RulingMade) for event in events):
        return
    matches = Match.objects.filter(games__game=game)
    result = matches.values_list("pk", "round__tournament", "first_points", "second_points", "margin", "played")
    before = result.first()
    if before is None:
        return
    match, tournament = before[:2]
    settle(match)
    after = result.first()  # None if the tournament has ended meanwhile
    if after and any(isinstance(event, RulingMade) for event in events):
        notices.tell_of_ruling(tournament, match, game, changed=after != before)
    advance.enqueue(tournament)
    broadcast.publish_tournament_changed(tournament)


# --- begin and end --------------------------------------------------------------------------------------------------


def enough(row: Tournament) -> bool:
    """True if the tournament can begin with those who have entered, and with the computers that join them."""
    return max(entries_of(row).count(), row.fill_to) >= (1 if row.format == Format.SOLO else 2)


def takes_entries(row: Tournament) -> bool:
    """True while new entries make sense: before the start, and later where everyone need not meet everyone."""
    if row.state == State.PLANNED or row.format in (Format.ARENA, Format.LADDER):
        return True
    current = last_round(row)
    return row.format == Format.SWISS and current is not None and current.number * 2 <= row.rounds


def _begin(row: Tournament) -> None:
    if row.format not in LATECOMERS:
        row.entries.filter(state=Entry.State.BARRED).delete()
    if row.entry_size > 1 and not row.level:
        for entry in row.entries.prefetch_related("players"):  # also those that were removed: they may be let in again
            if entry.players.count() < row.entry_size:
                entry.delete()
    if not enough(row):
        finish(row, State.CANCELLED)
        return
    _fill_up(row)
    _number_by_strength(row)
    row.state, row.starts = State.RUNNING, now()
    row.rounds = rounds_of(row.format, row.rounds, entries_of(row).count())
    if row.format == Format.ARENA:
        row.ends = now() + timedelta(minutes=row.minutes)
    row.save(update_fields=["state", "starts", "rounds", "ends"])
    if row.duplicate:
        for number in range(1, row.rounds + 1):  # committed to before anyone plays
            deal = create_for_tables(row.preset, row.options, row.entries.count())
            Round.objects.create(tournament=row, number=number, deal=deal, starts=None)
    if row.in_rounds:
        _start_round(row, 1)
    else:
        Round.objects.create(tournament=row, number=1, starts=now())
        broadcast.publish_tournament_changed(row.pk)
        _step(row)


def _fill_up(row: Tournament) -> None:
    """Let computers enter: as many as planned, or one where someone would have a bye in each round."""
    if row.level not in LEVELS or row.format == Format.SOLO:
        return
    count, last = entries_of(row).count(), row.entries.aggregate(last=Max("number"))["last"] or 0
    evened = count + count % 2 if row.format in (Format.SWISS, Format.DUPLICATE) else count
    wanted = row.fill_to if count < row.fill_to else evened
    names: list[str] = []
    for number in range(last + 1, last + 1 + wanted - count):
        names.append(bot_name(row.level, names))
        Entry.objects.create(tournament=row, number=number, place=number, name=names[-1], level=row.level, since=now())


def _number_by_strength(row: Tournament) -> None:
    """Number the entries from the strongest on: by the mean rating of their people, or that of the level."""
    entries = list(row.entries.prefetch_related("players"))
    people = {entry.pk: [player.person_id for player in entry.players.all() if player.person_id] for entry in entries}
    family = FAMILY_OF.get(row.preset, "")
    known = ratings_in([family], [person for each in people.values() for person in each])
    strengths = {}
    for entry in entries:
        ratings = [known[person, family] for person in people[entry.pk] if (person, family) in known]
        level = LEVEL_RATINGS.get(entry.level, 0)
        strengths[entry.pk] = sum(ratings) / len(ratings) if ratings else level
    row.entries.update(number=F("number") + 1000)
    entries.sort(key=lambda entry: (entry.state == Entry.State.BARRED, -strengths[entry.pk], entry.number))
    for number, entry in enumerate(entries, start=1):
        entry.number = entry.place = number
    Entry.objects.bulk_update(entries, ["number", "place"])


def finish(row: Tournament, state: str) -> None:
    """End the tournament. Matches that are still played are drawn, and no longer count."""
    undecided = Match.objects.filter(round__tournament=row, first_points=None)
    notices.tell_of_uncounted(row, undecided)
    if row.in_rounds:
        undecided.update(first_points=DRAW, second_points=DRAW, played=False)
    else:
        undecided.delete()
    row.players.update(address_mark="", device_mark="")
    for current in row.played_rounds.filter(closed=None, starts__isnull=False):
        _close(current)
    row.state, row.ends, row.due = state, now(), None
    row.save(update_fields=["state", "ends", "due"])
    notices.tell_of_end(row)
    broadcast.publish_tournament_changed(row.pk)


# --- rounds ---------------------------------------------------------------------------------------------------------


def last_round(row: Tournament) -> Round | None:
    """The latest round that has begun."""
    return row.played_rounds.filter(starts__isnull=False).order_by("-number").first()


def is_last(row: Tournament, current: Round | None) -> bool:
    return current is not None and current.number >= row.rounds


def _step_rounds(row: Tournament, is_due: bool) -> None:
    """The last round also waits for matches put aside before, as long as its time lasts."""
    current = last_round(row)
    if current is None:
        return
    undecided = _awaited(row, current)
    if current.ends and current.ends <= now():
        _time_up(row, undecided)
    elif is_last(row, current):
        undecided = Match.objects.filter(round__tournament=row, first_points=None)
    if undecided.exists():
        if is_due or current.closed:
            Round.objects.filter(pk=current.pk).update(closed=None)  # of a knockout: it goes on
            set_due(row, current.ends)
            broadcast.publish_tournament_changed(row.pk)
    elif not current.closed:
        _close(current)
        broadcast.publish_tournament_changed(row.pk)
        if is_last(row, current):
            finish(row, State.FINISHED)
        elif row.pause:
            set_due(row, now() + timedelta(seconds=row.pause))
        else:
            _start_round(row, current.number + 1)
    elif is_due:
        _start_round(row, current.number + 1)


def _awaited(row: Tournament, current: Round) -> QuerySet[Match]:
    """The matches that the round waits for: of a knockout all, as no one goes on from one without a result."""
    undecided = current.matches.filter(first_points=None)
    if row.format != Format.KNOCKOUT:
        return undecided.filter(adjourned=False)
    list(current.matches.select_for_update(of=("self",)))  # so that none is played again once the next one is drawn
    return undecided


def _close(current: Round) -> None:
    """The round is over. Its cards are shown once its tables have finished; those never opened are not waited for."""
    current.closed = now()
    current.save(update_fields=["closed"])
    if current.deal:
        current.deal.player_count = current.deal.attempts.count()
        current.deal.save(update_fields=["player_count"])


def _time_up(row: Tournament, undecided: QuerySet[Match]) -> None:
    """The round does not wait any longer: what is still played is adjourned. A knockout needs a winner: whoever leads,
    else the one with the lower number."""
    if row.format != Format.KNOCKOUT:
        undecided.update(adjourned=True)
        return
    notices.tell_of_uncounted(row, undecided)
    for match in list(undecided.select_related("first", "second")):
        margin = lead_so_far(match)
        upper = match.second is None or match.first.number < match.second.number
        first = margin > 0 or (margin == 0 and upper)
        decide(match, (WIN, LOSS) if first else (LOSS, WIN), margin, corrected=True)


def _start_round(row: Tournament, number: int) -> None:
    """Draw the round and enqueue its games. An entry that is out loses to whoever is drawn against it."""
    current, _made = Round.objects.get_or_create(tournament=row, number=number, defaults={"starts": now()})
    current.starts = now()
    current.ends = now() + timedelta(minutes=row.minutes) if row.minutes else None
    current.save(update_fields=["starts", "ends"])
    present = _present(row)
    by_number = {entry.number: entry for entry in row.entries.all()}
    pairs = _draw(row, number, by_number, present)
    if not pairs:  # it is the last one, and waits for matches put aside before
        row.rounds = number
        row.save(update_fields=["rounds"])
        _step_rounds(row, is_due=True)
        return
    idle = set(present)
    for board, pair in enumerate(pairs, start=1):
        first, second = by_number[pair.first], by_number.get(pair.second)
        match = Match.objects.create(round=current, board=board, first=first, second=second)
        if row.format == Format.SOLO or (second and {first.pk, second.pk} <= present):
            open_match.enqueue(match.pk)
            idle -= {match.first_id, match.second_id or 0}
        else:
            bye = DRAW if row.duplicate else LOSS if row.format in EVERYONE else WIN
            won, other = WIN if second else bye, second is not None and second.pk in present
            decide(match, (won if first.pk in present else LOSS, WIN if other else LOSS), 0, played=False)
    drawn = {by_number[number].pk for pair in pairs for number in pair if number}
    notices.tell_of_bye(row, number, idle & drawn)
    set_due(row, current.ends)
    wake(row)
    broadcast.publish_tournament_changed(row.pk)


_swiss_pairs = lru_cache(maxsize=4)(swiss.pair_round)


def _draw(row: Tournament, number: int, by_number: dict[int, Entry], present: set[int]) -> Sequence[Pair]:
    numbers = sorted(by_number)
    there = [each for each in numbers if by_number[each].pk in present]
    match row.format:
        case Format.SWISS:
            return _swiss_pairs(tuple(there), tuple(history_of(row))) if len(there) > 1 else []
        case Format.SOLO:
            return [Pair(each, 0) for each in there]
        case Format.KNOCKOUT if number == 1:
            return knockout.first_round(numbers)
        case Format.KNOCKOUT:
            return _next_knockout_round(row, number)
        case _:
            return round_robin.rounds(len(numbers), double=row.format == Format.DOUBLE)[number - 1]


def _next_knockout_round(row: Tournament, number: int) -> list[Pair]:
    """The winners of the round before; beside the final, its losers play for the third place."""
    before = Match.objects.filter(round__tournament=row, round__number=number - 1).select_related("first", "second")
    pairs = [Pair(match.first.number, match.second.number if match.second else 0) for match in before.order_by("board")]
    winners = [
        pair.first if (match.first_points or 0) >= (match.second_points or 0) else pair.second
        for match, pair in zip(before.order_by("board"), pairs, strict=True)
    ]
    third = knockout.third_place(pairs, winners) if number == row.rounds else None
    return [*knockout.next_round(pairs, winners), *([third] if third else [])]


def _present(row: Tournament) -> set[int]:
    """The entries that can be drawn: neither withdrawn nor absent, and all of their people may play. Whoever has left
    the club or is suspended is passed over as long as that lasts."""
    rows = row.entries.filter(state=Entry.State.IN)
    missing = Q(players__person__in=Suspension.objects.filter(until__gt=now()).values("person"))
    missing |= Q(players__isnull=False) & (Q(players__person=None) | Q(players__person__is_active=False))
    out = set(rows.filter(missing).values_list("pk", flat=True))
    if row.club and (row.access == Tournament.Access.CLUB or row.club.private):
        members = Membership.objects.filter(club=row.club_id).values("person")
        strangers = Player.objects.filter(tournament=row).exclude(person__in=members)
        out |= set(strangers.values_list("entry", flat=True))
    return set(rows.values_list("pk", flat=True)) - out


# --- arena and ladder -----------------------------------------------------------------------------------------------


def _step_arena(row: Tournament) -> None:
    """Draw whoever waits, until the time is up."""
    current = last_round(row)
    if current is None or (row.ends and row.ends <= now()):
        finish(row, State.FINISHED)
        return
    playing = Match.objects.filter(round=current, first_points=None)
    busy = {key for pair in playing.values_list("first", "second") for key in pair}
    free = {entry.number: entry for entry in row.entries.filter(pk__in=_present(row) - busy)}
    history = history_of(row)
    order = [standing.number for standing in standings_of(row) if standing.number in free]
    board = Match.objects.filter(round=current).count()
    for pair in arena.pair_free(order, history):
        board += 1
        match = Match.objects.create(round=current, board=board, first=free[pair.first], second=free[pair.second])
        open_match.enqueue(match.pk)
        broadcast.publish_tournament_changed(row.pk)
    set_due(row, min(now() + ARENA_TICK, row.ends) if row.ends else now() + ARENA_TICK)


def _step_ladder(row: Tournament) -> None:
    """Let who has not answered a challenge lose it, and let the winners climb."""
    if row.ends and row.ends <= now():
        finish(row, State.FINISHED)
        return
    matches = Match.objects.filter(round__tournament=row).select_related("first", "second")
    for match in matches.filter(first_points=None, answer_by__lt=now()):
        decide(match, (WIN, LOSS), 0, played=False)
    for match in matches.filter(first_points__isnull=False, counted=False).order_by("board"):
        if match.second and (match.first_points or 0) > (match.second_points or 0):
            _climb(row, match.first, match.second)
        Match.objects.filter(pk=match.pk).update(counted=True)
    answers = matches.filter(first_points=None).aggregate(first=Min("answer_by"))["first"]
    set_due(row, min(filter(None, [answers, row.ends]), default=None))
    broadcast.publish_tournament_changed(row.pk)


def _climb(row: Tournament, winner: Entry, loser: Entry) -> None:
    entries = {entry.number: entry for entry in row.entries.order_by("place")}
    order = ladder.after_win(list(entries), winner.number, loser.number)
    for place, number in enumerate(order, start=1):
        entries[number].place = place
    Entry.objects.bulk_update(entries.values(), ["place"])
