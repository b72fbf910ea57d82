"""The texts of a call: a title, and a line for each thing that happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from .cards import words_and
from .rules import game_name

TITLES = {
    "my_turn": lazy("It is your turn"),
    "invitation": lazy("You are invited to a game"),
    "started": lazy("The game has begun"),
    "time_short": lazy("Your time is running out"),
    "over": lazy("The game is over"),
    "chat": lazy("Somebody has written to you at the table"),
    "dispute": lazy("A move is disputed"),
    "ruling": lazy("A ruling was made"),
    "test": lazy("This is a try: calls reach you here"),
    "hook_off": lazy("A web address of yours was switched off, because nobody answered there for days"),
}

OF_A_GAME = {
    "usual": lazy("calls as in your settings"),
    "silent": lazy("no calls"),
    "own": lazy("calls of its own"),
}


@dataclass(frozen=True, slots=True)
class CallLine:
    """One thing that happened, and the address that shows it."""

    title: str
    about: str
    link: str

    @property
    def text(self) -> str:
        return _("%(what)s: %(game)s.") % {"what": self.title, "game": self.about} if self.about else f"{self.title}."


def call_line(happening: str, link: str, preset: str | None = None, others: Iterable[str] = ()) -> CallLine:
    """Return the line of one event. `preset` and the names of the `others` are those of its game, if it has one."""
    return CallLine(str(TITLES[happening]), table_words(preset, others), link)


def table_words(preset: str | None, others: Iterable[str]) -> str:
    """“Royal Casino with Ann and Bob”."""
    if preset is None:
        return ""
    game, players = game_name(preset) or _("Casino"), words_and(others)
    return _("%(game)s with %(players)s") % {"game": game, "players": players} if players else game


def game_calls_words(kind: str) -> str:
    """The setting for calls of a single game, in words."""
    return str(OF_A_GAME[kind])


def call_title(lines: Sequence[CallLine]) -> str:
    """The title of a single thing, or the number of several."""
    if len(lines) == 1:
        return lines[0].title
    return ngettext("%(n)d thing has happened", "%(n)d things have happened", len(lines)) % {"n": len(lines)}


def call_body(lines: Sequence[CallLine]) -> str:
    """The text under the title where there is little room."""
    if len(lines) == 1:
        return lines[0].about
    return "\n".join(line.text for line in lines)
