"""View data of the desk's pages: the header of a dispute, and the preview of a ruling."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.desk.forms import RulingForm
from games.desk.reading import Papers
from games.domain.hindsight import Seen
from games.domain.perspective import SPECTATOR, Perspective, seen_by
from games.models import Game
from games.presenters.cards import card_list
from games.presenters.events import lines
from games.presenters.names import Names
from games.presenters.replay import OpenSeat
from games.presenters.rules import game_name
from games.presenters.table import table_view
from games.presenters.terms import terms_lines
from games.rulings.directing import Preview
from games.rulings.models import Dispute


def steps_of(papers: Papers) -> dict[str, Any]:
    """Return the context of the header of every dispute page."""
    dispute = papers.dispute
    return {
        "dispute": dispute,
        "game": papers.game,
        "game_name": game_name(papers.game.preset),
        "terms": terms_lines(papers.state.terms),
        "plaintiff": papers.names.seat(dispute.seat),
        "open_hands": papers.open_hands,
        "over": papers.game.status == Game.Status.OVER,
        "frozen": papers.state.frozen,
        "is_open": dispute.state == Dispute.State.OPEN,
    }


def preview_view(found: Preview, sight: Perspective, papers: Papers, form: RulingForm) -> dict[str, Any]:
    """Return the table after the ruling, and the warnings to consider before making it."""
    seen = tuple(seen_by(fact, SPECTATOR) for fact in found.facts)
    table = table_view(sight, seen)
    return {
        "table": table,
        "opened": [OpenSeat(seat, ()) for seat in table.seats],
        "facts": [line.text for line in lines(seen, Names(sight))],
        "warnings": list(_warnings(found, sight, papers)),
        "totals": [(papers.names.side(side), total) for side, total in enumerate(sight.totals)],
        "kept": [(field.html_name, value) for field in form for value in _values(field.value())],
        "seen": papers.game.seq,
    }


def _values(value: Any) -> list[Any]:
    return value if isinstance(value, list) else ["" if value is None else value]


def _warnings(found: Preview, sight: Perspective, papers: Papers) -> Iterator[str]:
    was_over = papers.state.result is not None
    if was_over and sight.result is None:
        yield _("The game was over. It will be on again.")
    if not was_over and sight.result is not None:
        yield _("The game will be over.")
    if papers.game.terms.get("rated") and was_over:
        yield _("The game was rated. What it did to ratings is taken back, and reckoned anew if it ends otherwise.")
    if found.seen:
        yield from _seen_since(found.seen, papers)


def _seen_since(seen: Seen, papers: Papers) -> Iterator[str]:
    """Yield warnings about revealed cards. Cards that the director has not looked at are counted, not named."""
    if not seen.anything:
        yield _("Nothing has been seen since that the players did not know then.")
    if seen.everybody:
        yield _("Everybody has seen since: %(cards)s") % {"cards": card_list(seen.everybody)}
    for seat, cards in enumerate(seen.own, start=1):
        if cards and papers.open_hands:
            yield _("%(player)s alone has seen since: %(cards)s") % {
                "player": papers.names.seat(seat),
                "cards": card_list(cards),
            }
        elif cards:
            words = {"player": papers.names.seat(seat), "cards": len(cards)}
            told = ngettext(
                "%(player)s alone has seen %(cards)d card since.",
                "%(player)s alone has seen %(cards)d cards since.",
                len(cards),
            )
            yield told % words
    if seen.rounds:
        yield _("Packs that have been dealt since will be dealt again as they were: the players know them.")
    if seen.over:
        yield _("The game was over meanwhile: all hands could be looked at.")
