"""Moves as buttons, with labels that say exactly what will happen."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.building import Builds
from games.domain.captures import Captures
from games.domain.moves import BuildName, Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail, play_of
from games.domain.notation import write_move
from games.domain.position import Position
from games.domain.table import Build

from .cards import card_list, card_short, value_plural, value_single, words_and


@dataclass(frozen=True, slots=True)
class MoveButton:
    """A move as a button: `text` is sent (12.5), `label` and `detail` are shown, `kind` selects the style."""

    text: str
    label: str
    detail: str
    kind: str


class MoveWords:
    """Words for the moves of one position."""

    def __init__(self, position: Position) -> None:
        self.table = position.table
        self.named = {build.cards: build for build in position.table.builds}
        self.builds = Builds(position, Captures(position))

    def button(self, move: Move) -> MoveButton:
        play = play_of(move)
        return MoveButton(write_move(move), self.label(move), self.detail(move), kind_of(play))

    def label(self, move: Move) -> str:
        if not isinstance(move, Plucked):
            return self.play_label(move)
        words = {"card": card_short(move.card), "play": self.play_label(move.play)}
        if move.before:
            return _("Pluck %(card)s, then: %(play)s") % words
        return _("%(play)s, then pluck %(card)s") % words

    def play_label(self, play: Play) -> str:
        match play:
            case Trail(card):
                return _("Trail %(card)s") % {"card": card_short(card)}
            case Capture():
                return self.capture_label(play)
            case MakeBuild():
                return self.build_label(play)
            case TableBuild():
                return self.table_build_label(play)
            case other:
                assert_never(other)

    def capture_label(self, play: Capture) -> str:
        words = {"items": self.items(play.loose, play.builds), "cards": words_and(map(card_short, play.played))}
        if play.orange:
            return _("Take %(items)s with %(cards)s and call “orange”") % words
        return _("Take %(items)s with %(cards)s") % words

    def items(self, loose: Iterable[str], builds: Iterable[BuildName]) -> str:
        """“5♠ 4♥ and the build of 9”."""
        cards = card_list(card for card in self.table.loose if card in set(loose))
        return words_and([cards, *(the_build(self.named[name]) for name in builds)])

    def build_label(self, play: MakeBuild) -> str:
        raised = [self.named[name] for name in play.builds if self.named[name].value != play.value]
        joined = [self.named[name] for name in play.builds if self.named[name].value == play.value]
        multiple = bool(joined) or len(self.builds.shape(play) or ()) > 1
        words = {
            "value": value_plural(play.value) if multiple else value_single(play.value),
            "old": words_and(value_single(build.value) for build in raised),
            "with": words_and([card_short(play.card), card_list(play.loose), *map(the_build, joined)]),
        }
        sentence = _("Raise the %(old)s to %(value)s with %(with)s") if raised else _("Build %(value)s with %(with)s")
        return sentence % words + remarks(play.for_partner, multiple)

    def table_build_label(self, play: TableBuild) -> str:
        multiple = len(self.builds.table_shape(play) or ()) > 1
        words = {
            "card": card_short(play.trailed),
            "value": value_plural(play.value) if multiple else value_single(play.value),
            "cards": words_and(card_short(card) for card in play.loose),
        }
        sentence = _("Trail %(card)s and build %(value)s with %(cards)s")
        return sentence % words + remarks(play.for_partner, multiple)

    def detail(self, move: Move) -> str:
        """The number of cards for the pile, and a note if the capture clears the table."""
        play, plucked = play_of(move), int(isinstance(move, Plucked))
        if not isinstance(play, Capture):
            return self._counted(plucked) if plucked else ""
        taken = len(play.loose) + sum(len(name) for name in play.builds)
        counted = self._counted(taken + len(play.played) + plucked)
        clears = taken + plucked == len(self.table.cards)
        return _("%(cards)s, clears the table") % {"cards": counted} if clears else counted

    def _counted(self, cards: int) -> str:
        return ngettext("%(cards)d card", "%(cards)d cards", cards) % {"cards": cards}


def the_build(build: Build) -> str:
    """“the build of 9”, and when it is multiple “the build of nines”."""
    value = value_plural(build.value) if build.multiple else value_single(build.value)
    return _("the build of %(value)s") % {"value": value}


def remarks(for_partner: bool, multiple: bool) -> str:
    """Remarks at the end of a build's label: for the partner, cannot be raised."""
    partner = " " + _("for your partner") if for_partner else ""
    locked = " " + _("(cannot be raised)") if multiple else ""
    return partner + locked


def kind_of(play: Play) -> str:
    match play:
        case Trail():
            return "trail"
        case Capture():
            return "take"
        case MakeBuild() | TableBuild():
            return "build"
        case other:
            assert_never(other)
