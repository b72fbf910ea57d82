"""Agreements of the table during play: draws, aborted games, resigning together, takebacks."""

from copy import copy

from games.domain.commands import AnswerOffer, MakeOffer
from games.domain.events import PLAYS, TurnStarted
from games.domain.offers import NEW_CARDS, takeback_seq, undone_plays
from games.domain.refusal import Refusal
from games.domain.state import OfferKind, partner_of
from games.domain.table import NO_SEAT
from games.domain.table_settings import TableSettings
from games.log.store import events_after, recent_events, turn_start
from games.models import Game, Seat
from games.services.outcomes import Outcome, Stale
from games.services.turns import cards_shown, perform


def make_offer(seat: Seat, kind: OfferKind, expected_seq: int) -> Outcome:
    """Offer a "drawn" game, to "abort" it, or ask to take the last move back ("takeback").

    Every other person at the table is asked; computers agree automatically, and at pass and play all have talked. To
    "resign" together only the partner is asked, though all see it: partners have no secrets from the table.
    """
    return perform(seat, lambda game: _offer(game, seat.number, kind), f"{kind}@{seat.number}", expected_seq)


def seat_to_undo(game: Game) -> int:
    """At pass and play: the seat that made the latest move, if it can be undone, else NO_SEAT. It cannot once new cards
    have come or the cards of the seat to play have been shown, nor can the move before an undone one: there the next
    player has seen them."""
    if not game.pass_and_play or not game.table_settings.get("takebacks", TableSettings().takebacks):
        return NO_SEAT
    seats = {seat.number: seat for seat in game.seats_with_people if not seat.bot}
    next_to_play = seats.get(game.turn)
    if next_to_play is None or cards_shown(next_to_play) or not isinstance(turn_start(game)[1], TurnStarted):
        return NO_SEAT
    latest = next((event for event in reversed(recent_events(game)) if isinstance(event, (*PLAYS, *NEW_CARDS))), None)
    return latest.seat if isinstance(latest, PLAYS) and latest.seat in seats else NO_SEAT


def undo(seat: Seat, expected_seq: int) -> Outcome:
    """At pass and play: take back the latest move, after which this seat is to play. Then `seat.game` is up to date."""
    number = seat_to_undo(seat.game)
    if not number:
        return Stale(seat.game.seq)
    mover = copy(next(each for each in seat.game.seats_with_people if each.number == number))
    mover.game = seat.game
    outcome = make_offer(mover, "takeback", expected_seq)
    seat.game = mover.game
    return outcome


def answer_offer(seat: Seat, agreed: bool, expected_seq: int) -> Outcome:
    """Accept or decline the open offer, or withdraw the seat's own."""
    return perform(
        seat,
        lambda _: AnswerOffer(seat.number, agreed),
        f"{'agree' if agreed else 'decline'}@{seat.number}",
        expected_seq,
    )


def _offer(game: Game, number: int, kind: OfferKind) -> MakeOffer | Refusal:
    people = game.taken_seats.filter(bot="").exclude(number=number)
    if kind == "resign":
        people = people.filter(number=partner_of(number, game.partners))
    others = () if game.pass_and_play else tuple(people.values_list("number", flat=True))
    if kind != "takeback":
        return MakeOffer(number, kind, others)
    log = [event for _, event in events_after(game, 0)]
    back = takeback_seq(log, number)
    if isinstance(back, Refusal):
        return back
    return MakeOffer(number, kind, others, back, *undone_plays(log, back))
