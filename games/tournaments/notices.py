"""Notifications of tournaments, to those who have entered: it begins soon, a challenge waits for an answer, it is over,
and what is decided about them or their games; to organizers, of rulings. That a game has started, the game's own
notification says, except to whoever plays a computer: elsewhere no one waits for them, but here the round does. Members
of a club are told of its new tournaments as of news."""

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from casino.transactions import do_each, write_transaction
from games.clubs.notices import NEWS, not_wanted, who_wants
from games.community.blocks import blocked_either_way
from games.models import Game, Seat
from games.notifications.absolute_links import site_link
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.presenters.notifications import NotificationLine
from games.presenters.tournaments import result_words
from games.tournaments.exports import entry_name
from games.tournaments.models import Correction, Entry, Match, Player, Tournament
from games.tournaments.results import places_of
from games.tournaments.selectors import organizers_of, organizes, visible_to

TOURNAMENT = NotificationKind.TOURNAMENT

SOON = timedelta(hours=1)
"""Time before the start at which those who have entered are told, if it was planned earlier than that."""

MARK = ":tournament:"
"""In the keys of notifications of a tournament, before what has happened and its number."""

MADE, BEGINS, CHALLENGED, OVER = "new", "soon", "challenge", "over"
REMOVED, RETURNED, BYE, ABSENT, RESULT, UNCOUNTED = "removed", "back", "bye", "absent", "result", "uncounted"
RULED, RULED_IN_VAIN = "ruling", "ruled"
TOLD_STATE = {REMOVED: Entry.State.BARRED, RETURNED: Entry.State.IN, ABSENT: Entry.State.ABSENT}


def tell_of_plan(row: Tournament) -> None:
    """Tell the club's members of a new tournament."""
    if row.club and row.host:
        notify(NEWS, None, reachable(who_wants(row.club, row.host)), dedup_key=_key(NEWS, MADE, row.pk))


def tell_of_starts() -> int:
    """Tell of the tournaments that begin soon; return their number."""
    soon = Tournament.objects.filter(due__gt=now(), due__lte=now() + SOON, state=Tournament.State.PLANNED)
    return do_each(soon.order_by("pk"), _tell_of_start)


def _tell_of_start(row: Tournament) -> bool:
    if row.starts is None or row.created > row.starts - SOON:
        return False
    people, key = _entered(row), _key(TOURNAMENT, f"{BEGINS}.{int(row.starts.timestamp())}", row.pk)
    if not people or Notification.objects.filter(person__in=people, dedup_key=key).exists():
        return False
    with write_transaction():
        notify(TOURNAMENT, None, people, dedup_key=key)
    return True


def tell_of_game(game: Game) -> None:
    """Tell a person whose opponents are all computers that the game is there."""
    people = [seat.person_id for seat in game.taken_seats.all() if seat.person_id]
    if len(people) == 1:
        notify(TOURNAMENT, game, reachable(people), dedup_key=f"{TOURNAMENT}:{game.public_id}")


def tell_of_challenge(match: Match) -> None:
    _tell(_people_of([match.second_id or 0]), f"{CHALLENGED}.{match.pk}", match.round.tournament_id)


def tell_of_end(row: Tournament) -> None:
    """Tell that it is finished, or called off."""
    notify(TOURNAMENT, None, _entered(row), dedup_key=_key(TOURNAMENT, OVER, row.pk))


def tell_of_removal(entry: Entry, organizer: Person, *, back: bool) -> None:
    people = set(_people_of([entry.pk])) - blocked_either_way(organizer.pk)
    _tell(people, f"{RETURNED if back else REMOVED}.{_today()}", entry.tournament_id)


def tell_of_bye(row: Tournament, number: int, entries: Collection[int]) -> None:
    """Tell those who have no game in a round, because of a bye or because no one came to play them."""
    _tell(_people_of(entries), f"{BYE}.{number}", row.pk)


def tell_of_absence(row: Tournament, match: Match, entry: int) -> None:
    _tell(_people_of([entry]), f"{ABSENT}.{match.pk}", row.pk)


def tell_of_result(made: Correction) -> None:
    """Tell the players of a result that an organizer has entered, unless they did it themselves."""
    people = set(_people_of([key for key in (made.match.first_id, made.match.second_id) if key])) - {made.by_id}
    apart = blocked_either_way(made.by_id) if made.by_id else set()
    _tell(people - apart, f"{RESULT}.{made.match_id}.{_today()}", made.match.round.tournament_id)


def tell_of_uncounted(row: Tournament, undecided: QuerySet[Match]) -> None:
    """Tell those who still play these matches that their games no longer count."""
    matches = list(undecided.select_related("round"))
    seats = Seat.objects.filter(game__match_game__match__in=matches, game__status=Game.Status.PLAYING)
    people = seats.filter(person__isnull=False).values_list("person_id", flat=True)
    _tell(people, f"{UNCOUNTED}.{max((match.round.number for match in matches), default=0)}", row.pk)


def tell_of_ruling(tournament: int, match: int, game: Game, *, changed: bool) -> None:
    """Tell the organizers of a ruling on a game of their tournament, and whether it has changed anything there."""
    row = Tournament.objects.filter(pk=tournament).first()
    _tell(organizers_of(row) if row else [], f"{RULED if changed else RULED_IN_VAIN}.{match}.{game.seq}", tournament)


def _today() -> str:
    """For what may happen again and again: it is told once a day."""
    return f"{now():%y%m%d}"


def _tell(people: Iterable[int | None], what: str, tournament: int) -> None:
    told = reachable([person for person in people if person])
    notify(TOURNAMENT, None, told, dedup_key=_key(TOURNAMENT, what, tournament))


def _people_of(entries: Collection[int]) -> list[int | None]:
    return list(Player.objects.filter(entry__in=entries).values_list("person_id", flat=True))


def _entered(row: Tournament) -> list[Person]:
    """Those who have entered, and can be told."""
    gone = (Entry.State.OUT, Entry.State.BARRED)
    players = Player.objects.filter(tournament=row, person__isnull=False).exclude(entry__state__in=gone)
    return reachable([person for person in players.values_list("person_id", flat=True) if person])


# --- when it is sent ------------------------------------------------------------------------------------------------


def _key(kind: str, what: str, tournament: int) -> str:
    return f"{kind}{MARK}{what}:{tournament}"


def _about(notification: Notification) -> tuple[Tournament, str] | None:
    """The tournament and what happened, if the notification is of one that its recipient may still see."""
    _kind, _mark, rest = notification.dedup_key.partition(MARK)
    what, _colon, number = rest.partition(":")
    row = visible_to(notification.person).filter(pk=number).first() if number.isdigit() else None
    return (row, what) if row else None


def reason_to_drop(notification: Notification) -> str:
    """Why a notification of a tournament is not sent to whoever it was written for."""
    if MARK not in notification.dedup_key:
        return ""
    about = _about(notification)
    if about is None:
        return "may not know the tournament"
    row, what = about
    kind, _dot, number = what.partition(".")
    if kind in (MADE, BEGINS) and row.state != Tournament.State.PLANNED:
        return "the tournament has begun"
    if kind == BEGINS and (row.starts is None or number != str(int(row.starts.timestamp()))):
        return "begins at another time"
    if kind in (RULED, RULED_IN_VAIN) and not organizes(row, notification.person):
        return "organizes it no longer"
    changed = Entry.objects.filter(tournament=row, players__person=notification.person)
    if kind in TOLD_STATE and changed.exclude(state=TOLD_STATE[kind]).exists():
        return "is so no longer"
    if kind == MADE:
        return not_wanted(row.club_id, notification)
    if kind != CHALLENGED:
        return ""
    waiting = Match.objects.filter(pk=number, first_points=None, answer_by__gt=now())
    return "" if waiting.exists() else "has been answered"


def line_of_tournament(notification: Notification) -> NotificationLine | None:
    about = _about(notification)
    if about is None:
        return None
    row, what = about
    kind, _dot, number = what.partition(".")
    name = {"name": isolate(row.name), "number": number}
    titles = {
        MADE: _("A new tournament: %(name)s"),
        BEGINS: _("%(name)s begins soon"),
        CHALLENGED: _("You have been challenged: %(name)s"),
        OVER: _("%(name)s is over"),
        REMOVED: _("You have been removed from %(name)s"),
        RETURNED: _("You are in again: %(name)s"),
        BYE: _("No game for you in round %(number)s: %(name)s"),
        ABSENT: _("You missed your game: %(name)s"),
        RESULT: _("An organizer has entered a result: %(name)s"),
        UNCOUNTED: _("Your game no longer counts: %(name)s"),
        RULED: _("A director has ruled on a game: %(name)s"),
        RULED_IN_VAIN: _("A director has ruled on a game: %(name)s"),
    }
    cancelled = row.state == Tournament.State.CANCELLED
    title = (_("%(name)s has been canceled") if cancelled else titles[kind]) % name
    page = "games:tournament_organize" if kind in (RULED, RULED_IN_VAIN) else "games:tournament"
    link = site_link(reverse(page, args=[row.public_id]))
    details = tuple(filter(None, [_match_line(kind, number), _detail(row, kind, notification)]))
    return NotificationLine(title, "", link, details=details, seat_link=link, subject=title)


DETAILS = {
    ABSENT: gettext_noop("You aren’t paired anymore. To play on, press “I’m back” on this page."),
    UNCOUNTED: gettext_noop("The tournament has gone on without it. You can still finish it."),
    RULED: gettext_noop("The standings have changed."),
    RULED_IN_VAIN: gettext_noop("The standings stay as they are."),
}


def _match_line(kind: str, number: str) -> str:
    """Which match, and what an organizer has entered for it last."""
    key = number.partition(".")[0] if kind in (RESULT, RULED, RULED_IN_VAIN) else ""
    if kind == RESULT and (made := Correction.objects.filter(match__pk=key).select_related("match").last()):
        return f"{_players(made.match)}: {result_words(made.after)} ({made.reason})"
    match = Match.objects.filter(pk=key).select_related("round").first() if key.isdigit() else None
    if match is None:
        return ""
    words = {"round": match.round.number, "table": match.board}
    return _("Round %(round)d, table %(table)d") % words + f": {_players(match)}"


def _players(match: Match) -> str:
    return " – ".join(isolate(entry_name(entry)) for entry in (match.first, match.second) if entry)


def _detail(row: Tournament, kind: str, notification: Notification) -> str:
    if kind in (MADE, BEGINS) and row.starts:
        return _("It begins %(time)s.") % {"time": date_format(localtime(row.starts), "DATETIME_FORMAT")}
    if kind == CHALLENGED:
        return _("Answer in time, or the challenger takes your place.")
    if kind in DETAILS:
        return _(DETAILS[kind])
    if kind != OVER or row.state != Tournament.State.FINISHED:
        return ""
    entry = Entry.objects.filter(tournament=row, players__person=notification.person).first()
    places = places_of(row)
    place = places.get(entry.number) if entry else None
    return _("Your place: %(place)d of %(all)d.") % {"place": place, "all": len(places)} if place else ""
