"""Agreements of the table during play: draws, aborted games, takebacks."""

from games.domain.agreements import way_back
from games.domain.commands import Answer, MakeOffer
from games.domain.refusal import Refusal
from games.log.store import events_after
from games.models import Game, Seat
from games.services.outcomes import Outcome
from games.services.turns import act


def make_offer(seat: Seat, kind: str, seen: int) -> Outcome:
    """Offer a "drawn" game, to "abort" it, or ask to take the last move back ("takeback").

    Every other person at the table is asked; computers agree automatically.
    """
    return act(seat, lambda game: _offer(game, seat.number, kind), f"{kind}@{seat.number}", seen)


def answer_offer(seat: Seat, agreed: bool, seen: int) -> Outcome:
    """Accept or decline the open offer, or withdraw the seat's own."""
    return act(seat, lambda _: Answer(seat.number, agreed), f"{'agree' if agreed else 'decline'}@{seat.number}", seen)


def _offer(game: Game, number: int, kind: str) -> MakeOffer | Refusal:
    others = game.taken_seats.filter(bot="").exclude(number=number).values_list("number", flat=True)
    back = way_back([fact for _, fact in events_after(game, 0)], number) if kind == "takeback" else 0
    return back if isinstance(back, Refusal) else MakeOffer(number, kind, tuple(others), back)
