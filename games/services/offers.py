"""Agreements of the table during play: draws, aborted games, resigning together, takebacks."""

from games.domain.commands import AnswerOffer, MakeOffer
from games.domain.offers import takeback_seq, undone_plays
from games.domain.refusal import Refusal
from games.domain.state import OfferKind, partner_of
from games.log.store import events_after
from games.models import Game, Seat
from games.services.outcomes import Outcome
from games.services.turns import perform


def make_offer(seat: Seat, kind: OfferKind, expected_seq: int) -> Outcome:
    """Offer a "drawn" game, to "abort" it, or ask to take the last move back ("takeback").

    Every other person at the table is asked; computers agree automatically. To "resign" together only the partner is
    asked, though all see it: partners have no secrets from the table.
    """
    return perform(seat, lambda game: _offer(game, seat.number, kind), f"{kind}@{seat.number}", expected_seq)


def answer_offer(seat: Seat, agreed: bool, expected_seq: int) -> Outcome:
    """Accept or decline the open offer, or withdraw the seat's own."""
    return perform(
        seat,
        lambda _: AnswerOffer(seat.number, agreed),
        f"{'agree' if agreed else 'decline'}@{seat.number}",
        expected_seq,
    )


def _offer(game: Game, number: int, kind: OfferKind) -> MakeOffer | Refusal:
    others = game.taken_seats.filter(bot="").exclude(number=number).values_list("number", flat=True)
    if kind == "resign":
        others = others.filter(number=partner_of(number, game.partners))
    if kind != "takeback":
        return MakeOffer(number, kind, tuple(others))
    log = [event for _, event in events_after(game, 0)]
    back = takeback_seq(log, number)
    if isinstance(back, Refusal):
        return back
    return MakeOffer(number, kind, tuple(others), back, *undone_plays(log, back))
