"""Moves as buttons, with labels that say exactly what will happen."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.building import Builds
from games.domain.captures import Captures
from games.domain.cards import Card
from games.domain.moves import (
    AddAndPlay,
    BuildName,
    Capture,
    MakeBuild,
    Move,
    Play,
    PluckAndPlay,
    Stolen,
    TableBuild,
    Trail,
    play_of,
)
from games.domain.notation import write_move
from games.domain.position import Position
from games.domain.table import Build

from .cards import card_list, card_short, join_with_and, value_words


@dataclass(frozen=True, slots=True)
class MoveButton:
    """A move as a button: `text` is sent (12.5), `label` and `detail` are shown, `kind` selects the style.

    `short` is the label beside the chosen card, which it does not name again; `primary`: the solid button, which the
    Enter key presses; of all buttons at most one.
    """

    text: str
    label: str
    short: str
    detail: str
    kind: str
    primary: bool = False


class MoveWords:
    """Words for the moves of one position."""

    def __init__(self, position: Position) -> None:
        self.table = position.table
        self.named = {build.cards: build for build in position.table.builds}
        self.builds = Builds(position, Captures(position))

    def button(self, move: Move, *, in_full: bool = False) -> MoveButton:
        """The move as a button; `in_full` if no chosen card shows what it is played with."""
        label, kind = self.label(move), KINDS[type(play_of(move))]
        return MoveButton(
            write_move(move), label, label if in_full else self.short_label(move), self.detail(move), kind
        )

    def label(self, move: Move) -> str:
        if isinstance(move, AddAndPlay):
            return self.addition_label(move)
        if not isinstance(move, PluckAndPlay):
            return self.play_label(move)
        words = {"card": card_short(move.card), "play": self.label(move.play)}
        if move.before:
            return _("Pluck %(card)s, then: %(play)s") % words
        return _("%(play)s, then pluck %(card)s") % words

    def short_label(self, move: Move) -> str:
        """The label without the hand card; in full where that would be less clear."""
        match move:
            case Capture(orange=False) if len(move.played) == 1:
                return _("Take %(items)s") % {"items": self.items(move.loose, move.builds, move.stolen)}
            case MakeBuild(for_partner=False) if not self._raised(move):
                return _("Build %(value)s on %(items)s") % self._build_words(move)
            case MakeBuild(for_partner=False) if not move.loose:
                return _("Raise the %(old)s to %(value)s") % self._build_words(move)
            case _:
                return self.label(move)

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
        items = self.items(play.loose, play.builds, play.stolen)
        words = {"items": items, "cards": join_with_and(map(card_short, play.played))}
        if play.orange:
            return _("Take %(items)s with %(cards)s and call “orange”") % words
        return _("Take %(items)s with %(cards)s") % words

    def items(self, loose: Iterable[str], builds: Iterable[BuildName], stolen: tuple[Stolen, ...] = ()) -> str:
        """“5♠ 4♥ and the build of 9”."""
        return join_with_and(
            [
                card_list(map(Card, loose)),
                *(build_with_article(self.named[name]) for name in builds),
                stolen_words(stolen),
            ]
        )

    def addition_label(self, move: AddAndPlay) -> str:
        """“Add 9♥ to the build of 9, then: Take 2♦ with 2♠”."""
        words = {
            "cards": self.items(move.loose, (), move.stolen),
            "build": build_with_article(self.named[move.build]),
            "play": self.play_label(move.play),
        }
        return _("Add %(cards)s to %(build)s, then: %(play)s") % words

    def build_label(self, play: MakeBuild) -> str:
        sentence = _("Build %(value)s with %(with)s")
        if self._raised(play):
            sentence = _("Raise the %(old)s to %(value)s with %(with)s")
        return sentence % self._build_words(play) + remarks(play.for_partner, self._is_multiple(play))

    def _build_words(self, play: MakeBuild) -> dict[str, str]:
        joined = [build_with_article(build) for build in self._joined(play)]
        return {
            "value": value_words(play.value, multiple=self._is_multiple(play)),
            "old": join_with_and(value_words(build.value) for build in self._raised(play)),
            "with": join_with_and([card_short(play.card), card_list(play.loose), *joined, stolen_words(play.stolen)]),
            "items": join_with_and([card_list(play.loose), *joined, stolen_words(play.stolen)]),
        }

    def _raised(self, play: MakeBuild) -> list[Build]:
        return [self.named[name] for name in play.builds if self.named[name].value != play.value]

    def _joined(self, play: MakeBuild) -> list[Build]:
        return [self.named[name] for name in play.builds if self.named[name].value == play.value]

    def _is_multiple(self, play: MakeBuild) -> bool:
        return bool(self._joined(play)) or len(self.builds.groups_for_move(play) or ()) > 1

    def table_build_label(self, play: TableBuild) -> str:
        multiple = len(self.builds.table_groups(play) or ()) > 1
        words = {
            "card": card_short(play.trailed),
            "value": value_words(play.value, multiple=multiple),
            "cards": join_with_and(card_short(card) for card in play.loose),
        }
        sentence = _("Trail %(card)s and build %(value)s with %(cards)s")
        return sentence % words + remarks(play.for_partner, multiple)

    def detail(self, move: Move) -> str:
        """The number of cards for the pile, and a note if the capture clears the table."""
        play, plucked = play_of(move), int(isinstance(move, PluckAndPlay))
        if not isinstance(play, Capture):
            return self._counted(plucked) if plucked else ""
        taken = len(play.loose) + sum(len(name) for name in play.builds)
        counted = self._counted(taken + len(play.played) + len(play.stolen) + plucked)
        clears = taken + plucked == len(self.table.cards) and not isinstance(move, AddAndPlay)
        return _("%(cards)s, clears the table") % {"cards": counted} if clears else counted

    def _counted(self, cards: int) -> str:
        return ngettext("%(cards)d card", "%(cards)d cards", cards) % {"cards": cards}


def stolen_words(stolen: Iterable[Stolen]) -> str:
    """“8♣ from a pile”; empty for none."""
    cards = card_list(item.card for item in stolen)
    return _("%(cards)s from a pile") % {"cards": cards} if cards else ""


def build_with_article(build: Build) -> str:
    """“the build of 9”, and when it is multiple “the build of nines”."""
    value = value_words(build.value, multiple=build.multiple)
    return _("the build of %(value)s") % {"value": value}


def remarks(for_partner: bool, multiple: bool) -> str:
    """Remarks at the end of a build's label: for the partner, cannot be raised."""
    partner = " " + _("for your partner") if for_partner else ""
    locked = " " + _("(can’t be raised)") if multiple else ""
    return partner + locked


KINDS: dict[type[Play], str] = {Trail: "trail", Capture: "take", MakeBuild: "build", TableBuild: "build"}
