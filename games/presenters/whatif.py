"""Analysis: the table after other moves, with all hands open, compared with the moves actually played."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.domain import events as facts
from games.domain.cards import Card, sort_cards
from games.domain.moves import Move
from games.domain.perspective import Perspective, SeenEvent

from .cards import card_views
from .choices import Choice
from .events import lines
from .moments import Moment
from .names import Names
from .replay import OpenSeat, moment_words
from .scores import Sheet, sheet
from .table import TableView, table_view


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A move of the line in words, and the address of the position after it."""

    address: str
    text: str
    current: bool


@dataclass(frozen=True, slots=True)
class RealMove:
    """A moment of the game as it was played."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A claim or call that a seat can make: its entry, and the button's label."""

    text: str
    label: str


def trial_table(
    seen: Perspective, mover: Perspective, happened: Sequence[SeenEvent], moves: Sequence[Move], choice: Choice
) -> TableView:
    """The table with the controls of the seat to play (`mover`), every player named as for a spectator (`seen`)."""
    told, own = table_view(seen, happened), table_view(mover, happened, moves, choice)
    fresh = {spot.key for spot in told.loose if spot.fresh}
    words = {"player": Names(seen).seat(mover.viewer)}
    return replace(
        own,
        status=_("%(player)s to play") % words if mover.my_turn else told.status,
        seats=tuple(replace(seat, me=seat.number == mover.viewer) for seat in told.seats),
        loose=tuple(replace(spot, fresh=spot.key in fresh) for spot in own.loose),
        builds=tuple(
            replace(spot, owner=named.owner, name=named.name, fresh=named.fresh)
            for spot, named in zip(own.builds, told.builds, strict=True)
        ),
        news=told.news,
        result=told.result,
    )


def open_seats(table: TableView, hands: Sequence[Sequence[Card]], but: int) -> tuple[OpenSeat, ...]:
    """The seats with their cards, except for the seat `but`, which chooses among its cards."""
    shown = {number: card_views(sort_cards(hand)) for number, hand in enumerate(hands, start=1)}
    return tuple(OpenSeat(seat, shown.get(seat.number, ())) for seat in table.seats if seat.number != but)


def tried_moves(
    seen: Perspective, happened: Sequence[Sequence[SeenEvent]], addresses: Sequence[str]
) -> tuple[TriedMove, ...]:
    names, last = Names(seen), len(happened)
    return tuple(
        TriedMove(address, " ".join(line.text for line in lines(events, names)), number == last)
        for number, (events, address) in enumerate(zip(happened, addresses, strict=True), start=1)
    )


def real_moves(seen: Perspective, log: Sequence[SeenEvent], cut: Sequence[Moment], at: int) -> tuple[RealMove, ...]:
    """The moments of the game as it was played, after moment `at` to the end of its round."""
    names, number = Names(seen), cut[at].round
    return tuple(
        RealMove(place, moment_words(each, log, names))
        for place, each in enumerate(cut)
        if place > at and each.round == number and each.kind != "deal"
    )


def round_sheet(seen: Perspective, events: Sequence[SeenEvent]) -> Sheet | None:
    """The score sheet of the round that ends in these events, if one does."""
    scored = next((event for event in events if isinstance(event, facts.RoundScored)), None)
    if scored is None:
        return None
    names = [Names(seen).side(side) for side in range(len(seen.totals))]
    return sheet(seen.rules, seen.latest_round, names, scored.points, scored.totals)


def calls(seen: Perspective) -> tuple[Call, ...]:
    """The calls that seats can make in addition to moves: claims, and an orange that another seat took."""
    now, names = seen.round, Names(seen)
    if now is None or seen.result:
        return ()
    said = []
    for seat in range(1, seen.seats + 1):
        words = {"player": names.seat(seat)}
        if seen.rules.winning.claims != "no" and seat not in now.silenced:
            said.append(Call(f"claim@{seat}", _("%(player)s claims the game") % words))
        last = now.last_play
        if seen.rules.specials.orange and last and last.orange and last.seat != seat and not last.called:
            said.append(Call(f"orange@{seat}", _("%(player)s calls “orange”") % words))
    return tuple(said)
