"""Variation: the table after other moves, with all hands open, compared with the moves actually played."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.domain.cards import Card, sort_cards
from games.domain.events import RoundScored
from games.domain.moves import Move
from games.domain.perspective import Perspective, VisibleEvent

from .cards import card_views
from .choices import Choice
from .event_lines import event_lines
from .names import Names
from .replay import SeatWithHand, entry_words
from .score_sheet import ScoreSheet, score_sheet
from .table import TableView, table_view
from .timeline import EntryLink, TimelineEntry, card_moves


@dataclass(frozen=True, slots=True)
class VariationLink:
    """A move of the line in words, and the URL of the position after it."""

    url: str
    text: str
    current: bool


def variation_table(
    spectator: Perspective, mover: Perspective, events: Sequence[VisibleEvent], moves: Sequence[Move], choice: Choice
) -> TableView:
    """The table with the controls of the seat to play (`mover`), players named as for the `spectator`."""
    neutral, own = table_view(spectator, events), table_view(mover, events, moves, choice)
    played_by = {spot.key: spot.by for spot in neutral.loose}
    params = {"player": Names(spectator).seat(mover.viewer)}
    return replace(
        own,
        status=_("%(player)s to play") % params if mover.my_turn else neutral.status,
        seats=tuple(replace(seat, me=seat.number == mover.viewer) for seat in neutral.seats),
        loose=tuple(replace(spot, by=played_by.get(spot.key, "")) for spot in own.loose),
        builds=tuple(
            replace(spot, owner=named.owner, name=named.name, by=named.by)
            for spot, named in zip(own.builds, neutral.builds, strict=True)
        ),
        activity=neutral.activity,
        card_moves=card_moves(spectator, events, len(events), len(events)),
        result=neutral.result,
    )


def open_seats(table: TableView, hands: Sequence[Sequence[Card]], excluded: int) -> tuple[SeatWithHand, ...]:
    """The seats with their cards, except for the seat `excluded`, which chooses among its cards."""
    cards = {number: card_views(sort_cards(hand)) for number, hand in enumerate(hands, start=1)}
    return tuple(SeatWithHand(seat, cards.get(seat.number, ())) for seat in table.seats if seat.number != excluded)


def variation_links(
    spectator: Perspective, events_by_move: Sequence[Sequence[VisibleEvent]], urls: Sequence[str]
) -> tuple[VariationLink, ...]:
    names, last = Names(spectator), len(events_by_move)
    return tuple(
        VariationLink(url, " ".join(line.text for line in event_lines(events, names)), number == last)
        for number, (events, url) in enumerate(zip(events_by_move, urls, strict=True), start=1)
    )


def actual_moves(
    spectator: Perspective, log: Sequence[VisibleEvent], timeline: Sequence[TimelineEntry], index: int
) -> tuple[EntryLink, ...]:
    """The game as it was played, after entry `index` to the end of its round."""
    names, number = Names(spectator), timeline[index].round
    return tuple(
        EntryLink(place, entry_words(entry, log, names))
        for place, entry in enumerate(timeline)
        if place > index and entry.round == number and entry.kind != "deal"
    )


def round_sheet(spectator: Perspective, log: Sequence[VisibleEvent]) -> ScoreSheet | None:
    """The score sheet of the round that ends in these events, if one does."""
    scored = next((event for event in log if isinstance(event, RoundScored)), None)
    if scored is None:
        return None
    names = [Names(spectator).side(side) for side in range(len(spectator.totals))]
    return score_sheet(spectator.rules, spectator.latest_round, names, scored.points, scored.totals)


def announcement_buttons(spectator: Perspective) -> list[tuple[str, str]]:
    """The announcements that seats can make, by their entries: claims, and calls of an orange of another seat."""
    round_, names = spectator.round, Names(spectator)
    if round_ is None or spectator.result:
        return []
    buttons = []
    for seat in range(1, spectator.seats + 1):
        params = {"player": names.seat(seat)}
        if spectator.rules.winning.claims != "no" and seat not in round_.claim_blocked:
            buttons.append((f"claim@{seat}", _("%(player)s claims the game") % params))
        last = round_.last_play
        if spectator.rules.specials.orange and last and last.orange and last.seat != seat and not last.called:
            buttons.append((f"orange@{seat}", _("%(player)s calls “orange”") % params))
    return buttons
