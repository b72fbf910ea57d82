"""The texts of a notification: a title, and a line for each thing that happened; and the notices from staff."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from .cards import join_with_and
from .rules import game_name

TITLES = {
    "my_turn": lazy("It’s your turn"),
    "invitation": lazy("You’re invited to a game"),
    "rematch": lazy("You’re invited to a rematch"),
    "started": lazy("The game has started"),
    "time_short": lazy("Your time is running out"),
    "over": lazy("The game is over"),
    "chat": lazy("New chat message at your table"),
    "followed_table": lazy("A player you follow opened a table"),
    "club_table": lazy("A new table in your club"),
    "club_news": lazy("News of your club"),
    "tournament": lazy("Your tournament game has started"),
    "table_open": lazy("Someone is waiting for a player"),
    "offer": lazy("An offer to answer"),
    "dispute": lazy("A move is disputed"),
    "ruling": lazy("A ruling was made"),
    "test": lazy("Test: notifications are working"),
    "webhook_off": lazy("A webhook was disabled after several days without a response"),
}

SUBJECTS = {
    "my_turn": lazy("Your turn against %(players)s"),
    "invitation": lazy("%(players)s invites you to %(game)s"),
    "rematch": lazy("%(players)s invites you to a rematch: %(game)s"),
    "started": lazy("Your game against %(players)s has started"),
    "over": lazy("Your game against %(players)s is over"),
    "followed_table": lazy("%(players)s opened a table: %(game)s"),
    "club_table": lazy("%(players)s opened a table in your club: %(game)s"),
    "table_open": lazy("%(players)s is waiting for a player: %(game)s"),
}
"""The subjects of mail to people about a game. All others begin with the title."""

GAME_MODES = {
    "default": lazy("notifications as in your settings"),
    "silent": lazy("no notifications"),
    "custom": lazy("custom notifications"),
}


@dataclass(frozen=True, slots=True)
class NotificationLine:
    """One thing that happened, and the URL that shows it.

    `details`: more sentences; `deadline`: the end of the recipient's turn; `game_id`: the game, by which messages are
    put together; `seat_link`: the URL in mail, where it may be opened on a device that is not logged in; `subject`:
    what happened and with whom, for mail.
    """

    title: str
    about: str
    link: str
    details: tuple[str, ...] = ()
    deadline: datetime | None = None
    game_id: str = ""
    seat_link: str = ""
    subject: str = ""

    @property
    def text(self) -> str:
        return _("%(what)s: %(game)s.") % {"what": self.title, "game": self.about} if self.about else f"{self.title}."

    @property
    def full_text(self) -> str:
        """The line with its link and all details, for a message of plain text."""
        return "\n".join([f"{self.text} {self.link}", *([" ".join(self.details)] if self.details else [])])


def notification_line(
    kind: str, link: str, preset: str | None = None, others: Sequence[str] = (), *, by: str = "", rematch: bool = False
) -> NotificationLine:
    """The line of one event. `preset` and the names of the `others` are those of its game, if it has one; `by`: those
    who are named in its subject, if not all others."""
    kind = "rematch" if kind == "invitation" and rematch else kind
    about, players = table_text(preset, others), by or join_with_and(others)
    subject = ": ".join(filter(None, [str(TITLES[kind]), about]))
    if kind in SUBJECTS and players:
        subject = SUBJECTS[kind] % {"players": players, "game": game_name(preset or "") or _("Casino")}
    return NotificationLine(str(TITLES[kind]), about, link, seat_link=link, subject=subject)


def canceled_table(line: NotificationLine, preset: str, host: str) -> NotificationLine:
    """The line of a table that its host canceled before the game began. `host`: their name."""
    title, about = _("%(player)s canceled the table") % {"player": host}, table_text(preset, ())
    return replace(line, title=title, about=about, subject=f"{title}: {about}", details=())


def turn_subject(move: str) -> str:
    """“Your turn: Ann took 7♦ with 7♠”."""
    return _("Your turn: %(move)s") % {"move": move.rstrip(".")}


def time_subject(left: timedelta, others: Sequence[str]) -> str:
    """“5 hours left against Ann”."""
    minutes = max(1, round(left.total_seconds() / 60))
    if minutes < 100:
        time = ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    else:
        hours = round(minutes / 60)
        time = ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return _("%(time)s left against %(players)s") % {"time": time, "players": join_with_and(others)}


def table_text(preset: str | None, others: Sequence[str]) -> str:
    """“Royal Casino with Ann and Bob”."""
    if preset is None:
        return ""
    game, players = game_name(preset) or _("Casino"), join_with_and(others)
    return _("%(game)s with %(players)s") % {"game": game, "players": players} if players else game


def notification_title(lines: Sequence[NotificationLine]) -> str:
    """The title of a single thing, or the number of several."""
    if len(lines) == 1:
        return lines[0].title
    if {line.title for line in lines} == {str(TITLES["my_turn"])}:
        return ngettext("Your turn in %(n)d game", "Your turn in %(n)d games", len(lines)) % {"n": len(lines)}
    return ngettext("%(n)d update", "%(n)d updates", len(lines)) % {"n": len(lines)}


def notification_body(lines: Sequence[NotificationLine]) -> str:
    """The text under the title where there is little room."""
    if len(lines) == 1:
        return "\n".join(filter(None, [lines[0].about, *lines[0].details]))
    return "\n".join(line.text for line in lines)


# --- notices from staff --------------------------------------------------------------------------------------------


NOTICES = {
    "warned": lazy("A director has warned you."),
    "suspended": lazy("A director has suspended you until %(until)s."),
    "lifted": lazy("A director has ended your suspension."),
    "muted": lazy("A moderator has muted you until %(until)s. You can’t chat until then."),
    "unmuted": lazy("You can chat again."),
}


def notice_words(kind: str, until: datetime | None) -> str:
    """The sentence above the reason, with the end in the reader's time zone."""
    end = ""
    if until:
        zone = get_current_timezone_name().replace("_", " ")
        end = f"{date_format(localtime(until), 'DATETIME_FORMAT')} ({zone})"
    return NOTICES[kind] % {"until": end}
