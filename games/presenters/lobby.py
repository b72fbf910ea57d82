"""One's own games as a list shows them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .cards import words_and
from .rules import game_name


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game that is not over."""

    public_id: str
    name: str
    players: str
    status: str
    my_turn: bool


def game_row(public_id: str, preset: str, others: Iterable[str], playing: bool, my_turn: bool) -> GameRow:
    players = words_and(others)
    status = _("your turn") if my_turn else _("playing")
    return GameRow(
        public_id=public_id,
        name=game_name(preset),
        players=_("with %(players)s") % {"players": players} if players else "",
        status=status if playing else _("waiting for players"),
        my_turn=my_turn,
    )
