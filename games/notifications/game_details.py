"""The state of a game as its player may know it, in the sentences of a notification."""

import re
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Person
from accounts.person_names import isolate
from games.community.blocks import host_messages
from games.domain.dispute_events import DisputeOpened, PauseRequested, RulingMade
from games.domain.events import Event, OfferAgreed, OfferDeclined, OfferMade, RolledBack
from games.domain.perspective import SPECTATOR, Perspective, perspective_of, redact
from games.domain.presets import FAMILY_OF
from games.domain.table_settings import TableSettings
from games.log.player_names import with_current_names
from games.log.store import events_after, load, recent_events, turn_start
from games.models import NAME_LENGTH, Game, Rating, Seat
from games.models.social import MESSAGE_LENGTH
from games.notifications.current_turn import decline_of, is_news, request_of
from games.notifications.kinds import TURN_SCOPED, NotificationKind
from games.notifications.models import Notification
from games.presenters.catalogue import Seating
from games.presenters.event_lines import describe, event_lines, ruling_words
from games.presenters.lobby import GameSummary, game_summary
from games.presenters.names import Names
from games.presenters.social import takeover_words
from games.presenters.table_settings import clock_words

MAX_RULING_LENGTH = 1000

UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")
"""Control characters, which could begin another line of a header, and marks that change the direction of a text."""


class GameDetails(NamedTuple):
    """The sentences of a notification; the deadline, the last move, and what the title names, by themselves."""

    sentences: tuple[str, ...] = ()
    deadline: datetime | None = None
    move: str = ""
    title: str = ""


def plain(text: str, most: int) -> str:
    """The text on one line, without control characters, and not longer than this."""
    words = " ".join(UNSAFE.sub(" ", text[: 4 * most]).split())
    return words if len(words) <= most else f"{words[: most - 1]}…"


def plain_name(seat: Seat) -> str:
    return isolate(plain(seat.display_name, NAME_LENGTH))


def game_details(notification: Notification, game: Game, person: Person) -> GameDetails:
    """The details for this player of the game, or for one who is invited; none where the kind says it all."""
    kind = notification.kind
    seat = next((seat for seat in game.seats_with_people if seat.person_id == person.pk), None)
    if is_news(notification) and kind == NotificationKind.INVITATION:
        return GameDetails(title=_declined_sentence(notification))
    if seat is None:
        return GameDetails(_invitation(game, person)) if kind == NotificationKind.INVITATION else GameDetails()
    match kind:
        case NotificationKind.OVER:
            summary = _summary(game, _perspective(game, seat))
            return GameDetails(_filled(summary.result, summary.reason, _score_sentence(summary)))
        case NotificationKind.RULING:
            mine = [_("It’s your turn."), _deadline_sentence(game)] if game.turn == seat.number else []
            return GameDetails(_filled(_latest_ruling(game), _summary(game, _perspective(game, seat)).result, *mine))
        case NotificationKind.DISPUTE:
            *earlier, latest = _dispute_sentences(game, seat) or ("",)
            return GameDetails(tuple(earlier), title=latest)
        case NotificationKind.OFFER:
            perspective = _perspective(game, seat)
            summary, request = _summary(game, perspective), request_of(notification)
            asked = request and takeover_words(Names(perspective), request.number, isolate(request.person))
            said = _said(game, perspective, notification.turn_seq, OfferMade, OfferDeclined)
            title = said.pop() if is_news(notification) and said else asked or summary.offer
            due = _deadline_sentence(game) if game.turn == seat.number else ""
            return GameDetails(_filled(_score_sentence(summary), due), title=title)
        case NotificationKind.TIME_SHORT if is_news(notification):
            perspective = _perspective(game, seat)
            title, then = _out_of_time(seat, seat.number in perspective.forfeited_seats)
            return GameDetails(_filled(then, _score_sentence(_summary(game, perspective))), title=title)
        case _ if kind in TURN_SCOPED:
            perspective, due = _perspective(game, seat), _deadline_sentence(game)
            summary = _summary(game, perspective)
            seq, event = turn_start(game)
            back = isinstance(event, RolledBack) and _said(game, perspective, seq, OfferAgreed, RulingMade, RolledBack)
            move = " ".join(back) if back else summary.last_move
            sentences = _filled(move, _stand_in_sentence(perspective), _score_sentence(summary), due)
            return GameDetails(sentences, game.deadline, move)
        case _:
            return GameDetails()


def never_began(game: Game) -> bool:
    """True if the host canceled the open table."""
    return game.status == Game.Status.CANCELLED and not load(game)[0].latest_round


def _invitation(game: Game, person: Person) -> tuple[str, ...]:
    """The host's words, the terms that decide whether one has the time, and the host's rating."""
    settings = TableSettings(**game.table_settings)
    seating = Seating(game.seats, game.partners).label
    terms = [seating, clock_words(settings), _("rated") if settings.rated else _("unrated")]
    words = plain(host_messages([game], person).get(game.pk, ""), MESSAGE_LENGTH)
    rating = Rating.objects.filter(person=game.host_id, family=FAMILY_OF.get(game.preset, ""), games__gt=0).first()
    return _filled(
        words and f"“{words}”",
        _("Terms: %(terms)s.") % {"terms": ", ".join(terms)},
        _("Rating: %(rating)s.") % {"rating": rating.points} if rating else "",
    )


def _filled(*sentences: str | None) -> tuple[str, ...]:
    return tuple(filter(None, sentences))


def _perspective(game: Game, seat: Seat) -> Perspective:
    state = load(game)[0]
    viewer = SPECTATOR if seat.bot and not state.result else seat.number
    names = {other.number: plain_name(other) for other in game.seats_with_people}
    return with_current_names(perspective_of(state, viewer), names)


def _summary(game: Game, perspective: Perspective) -> GameSummary:
    log = [redact(event, perspective.viewer) for event in recent_events(game)]
    return game_summary(perspective, log, game.seq)


def _said(game: Game, perspective: Perspective, until: int, *kinds: type[Event]) -> list[str]:
    """The last two events of these kinds up to this number, in sentences: what was asked, and the answer."""
    log = recent_events(game)
    events = [event for event in log[: len(log) - game.seq + until] if isinstance(event, kinds)]
    redacted = [redact(event, perspective.viewer) for event in events[-2:]]
    return [line.text for line in event_lines(redacted, Names(perspective))]


def _out_of_time(seat: Seat, final: bool) -> tuple[str, str]:
    """That a computer plays for the player of this seat, perhaps until the end, or has played a card."""
    if not seat.bot:
        return _("You ran out of time. A card was played for you."), ""
    then = _("A computer plays on in your seat until this game ends. You can watch.")
    said = _("You ran out of time or were away, so the computer is playing for you.")
    return said, then if final else _("You can take your seat back at the table.")


def _declined_sentence(notification: Notification) -> str:
    """“Bob declined your invitation.”"""
    declined = decline_of(notification)
    name = isolate(plain(str(declined.person), NAME_LENGTH)) if declined else ""
    return _("%(players)s declined your invitation.") % {"players": name} if name else ""


def _stand_in_sentence(perspective: Perspective) -> str:
    """That a computer plays for players who have left, whose moves bear their names."""
    players = Names(perspective).seats(sorted(perspective.bot_seats))
    return players and _("A computer plays for %(players)s.") % {"players": players}


def _score_sentence(summary: GameSummary) -> str:
    return summary.score and _("Score: %(score)s") % {"score": summary.score}


def _deadline_sentence(game: Game) -> str:
    """“Play by November 25, 2026, 2:00 PM (Europe/Madrid)”, in the reader's time zone."""
    if game.deadline is None:
        return ""
    written = date_format(timezone.localtime(game.deadline), "DATETIME_FORMAT")
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return _("Play by %(time)s (%(zone)s).") % {"time": written, "zone": zone}


def _dispute_sentences(game: Game, seat: Seat) -> list[str]:
    """The move that a player disputed, that they did, and who has asked to pause the game since."""
    perspective = _perspective(game, seat)
    names = Names(perspective)
    said = [event for event in recent_events(game) if isinstance(event, DisputeOpened | PauseRequested)]
    about = [event for event in said if event.dispute_no == said[-1].dispute_no]
    moves = [events_after(game, event.event_seq - 1)[0][1] for event in about if isinstance(event, DisputeOpened)]
    lines = (describe(redact(event, perspective.viewer), names) for event in (*moves, *about))
    return [line.text for line in lines if line]


def _latest_ruling(game: Game) -> str:
    rulings = (event for event in reversed(recent_events(game)) if isinstance(event, RulingMade))
    ruling = next(rulings, None)
    return plain(ruling_words(ruling), MAX_RULING_LENGTH) if ruling else ""
