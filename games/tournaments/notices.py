"""Notifications of tournaments, to those who have entered: it begins soon, a challenge waits for an answer, it is over.
That a game has started, the game's own notification says, except to whoever plays a computer: elsewhere no one waits
for them, but here the round does. Members of a club are told of its new tournaments as of news."""

from datetime import timedelta

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from casino.transactions import do_each, write_transaction
from games.clubs.notices import NEWS, not_wanted, who_wants
from games.models import Game
from games.notifications.absolute_links import site_link
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.presenters.notifications import NotificationLine
from games.tournaments.models import Entry, Match, Player, Tournament
from games.tournaments.results import places_of
from games.tournaments.selectors import visible_to

TOURNAMENT = NotificationKind.TOURNAMENT

SOON = timedelta(hours=1)
"""Time before the start at which those who have entered are told, if it was planned earlier than that."""

MARK = ":tournament:"
"""In the keys of notifications of a tournament, before what has happened and its number."""

MADE, BEGINS, CHALLENGED, OVER = "new", "soon", "challenge", "over"


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
    people = match.second.players.values_list("person_id", flat=True) if match.second else []
    told, tournament = reachable([person for person in people if person]), match.round.tournament_id
    notify(TOURNAMENT, None, told, dedup_key=_key(TOURNAMENT, f"{CHALLENGED}.{match.pk}", tournament))


def tell_of_end(row: Tournament) -> None:
    """Tell that it is finished, or called off."""
    notify(TOURNAMENT, None, _entered(row), dedup_key=_key(TOURNAMENT, OVER, row.pk))


def _entered(row: Tournament) -> list[Person]:
    """Those who have entered, and can be told."""
    players = Player.objects.filter(tournament=row, person__isnull=False).exclude(
        entry__state__in=(Entry.State.OUT, Entry.State.REMOVED)
    )
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
    if kind == MADE:
        return not_wanted(row.club_id, notification)
    waiting = Match.objects.filter(pk=number or 0, first_points=None, answer_by__gt=now())
    return "has been answered" if kind == CHALLENGED and not waiting.exists() else ""


def line_of_tournament(notification: Notification) -> NotificationLine | None:
    about = _about(notification)
    if about is None:
        return None
    row, what = about
    name, kind = {"name": isolate(row.name)}, what.partition(".")[0]
    titles = {
        MADE: _("A new tournament: %(name)s"),
        BEGINS: _("%(name)s begins soon"),
        CHALLENGED: _("You have been challenged: %(name)s"),
        OVER: _("%(name)s is over"),
    }
    cancelled = row.state == Tournament.State.CANCELLED
    title = (_("%(name)s has been called off") if cancelled else titles[kind]) % name
    link = site_link(reverse("games:tournament", args=[row.public_id]))
    details = tuple(filter(None, [_detail(row, kind, notification)]))
    return NotificationLine(title, "", link, details=details, seat_link=link, subject=title)


def _detail(row: Tournament, kind: str, notification: Notification) -> str:
    if kind in (MADE, BEGINS) and row.starts:
        return _("It begins %(time)s.") % {"time": date_format(localtime(row.starts), "DATETIME_FORMAT")}
    if kind == CHALLENGED:
        return _("Answer in time, or the challenger takes your place.")
    if kind != OVER or row.state != Tournament.State.FINISHED:
        return ""
    entry = Entry.objects.filter(tournament=row, players__person=notification.person).first()
    places = places_of(row)
    place = places.get(entry.number) if entry else None
    return _("Your place: %(place)d of %(all)d.") % {"place": place, "all": len(places)} if place else ""
