"""View data of the moderation pages: the header of a dispute, and the preview of a ruling."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.disputes import RevealedCards
from games.domain.perspective import SPECTATOR, Perspective, redact
from games.models import Game
from games.moderation.case_file import DisputeCase
from games.moderation.forms import RulingForm
from games.presenters.cards import card_list
from games.presenters.event_lines import event_lines
from games.presenters.names import Names
from games.presenters.replay import SeatWithHand
from games.presenters.rules import game_name
from games.presenters.table import table_view
from games.presenters.table_settings import terms_lines
from games.rulings.models import Dispute
from games.rulings.ruling_service import Preview


def case_header(case: DisputeCase) -> dict[str, Any]:
    """The context of the header of every dispute page."""
    dispute = case.dispute
    return {
        "dispute": dispute,
        "game": case.game,
        "game_name": game_name(case.game.preset),
        "settings_lines": terms_lines(case.state.table_settings),
        "disputant": case.names.seat(dispute.seat),
        "open_hands": case.open_hands,
        "over": case.game.status == Game.Status.OVER,
        "frozen": case.state.paused,
        "is_open": dispute.state == Dispute.State.OPEN,
    }


def preview_view(preview: Preview, perspective: Perspective, case: DisputeCase, form: RulingForm) -> dict[str, Any]:
    """The table after the ruling, and the warnings to consider before making it."""
    events = tuple(redact(event, SPECTATOR) for event in preview.events)
    table = table_view(perspective, events)
    return {
        "table": table,
        "opened": [SeatWithHand(seat, ()) for seat in table.seats],
        "events": [line.text for line in event_lines(events, Names(perspective))],
        "warnings": list(_warnings(preview, perspective, case)),
        "totals": [(case.names.side(side), total) for side, total in enumerate(perspective.totals)],
        "submitted": [(field.html_name, value) for field in form for value in _values(field.value())],
        "seq": case.game.seq,
    }


def _values(value: Any) -> list[Any]:
    return value if isinstance(value, list) else ["" if value is None else value]


def _warnings(preview: Preview, perspective: Perspective, case: DisputeCase) -> Iterator[str]:
    was_over = case.state.result is not None
    if was_over and perspective.result is None:
        yield _("The game was over. It will continue.")
    if not was_over and perspective.result is not None:
        yield _("The game will be over.")
    if case.game.table_settings.get("rated") and was_over:
        yield _("The game was rated. Its rating changes will be undone, and worked out again if it ends differently.")
    if preview.seen:
        yield from _revealed_since(preview.seen, case)


def _revealed_since(revealed: RevealedCards, case: DisputeCase) -> Iterator[str]:
    """Yield warnings about revealed cards. Cards that the director has not looked at are counted, not named."""
    if not revealed.anything:
        yield _("Since then, no one has seen anything new.")
    if revealed.to_all:
        yield _("Everyone has since seen: %(cards)s") % {"cards": card_list(revealed.to_all)}
    for seat, cards in enumerate(revealed.by_seat, start=1):
        if cards and case.open_hands:
            yield _("Only %(player)s has since seen: %(cards)s") % {
                "player": case.names.seat(seat),
                "cards": card_list(cards),
            }
        elif cards:
            words = {"player": case.names.seat(seat), "cards": len(cards)}
            text = ngettext(
                "Only %(player)s has since seen %(cards)d card.",
                "Only %(player)s has since seen %(cards)d cards.",
                len(cards),
            )
            yield text % words
    if revealed.rounds_begun:
        yield _("Decks dealt since then will be dealt again unchanged, because the players know them.")
    if revealed.over:
        yield _("The game ended in the meantime, so all hands could be seen.")
