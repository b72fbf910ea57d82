"""Verification of shared deals: what they promised, and the results of those who played them."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from games.deals.models import Attempt, SharedDeal
from games.deals.ranking import margin_of, sweeps_of
from games.domain.dispute_events import RulingMade
from games.domain.events import Event
from games.domain.provably_fair import commitment_v1
from games.log.encryption import decrypt_secret, decrypt_shared_seed
from games.models import Game

AT_THE_END = timedelta(minutes=1)
"""Between the time of a result and that of the event that led to it."""


def deal_problems() -> Iterator[str]:
    """Yield the shared deals whose seed is not the one that was promised, in words. Raises MissingKeyError."""
    for deal in SharedDeal.objects.order_by("pk").iterator():
        if commitment_v1(decrypt_shared_seed(bytes(deal.seed), str(deal))) != deal.commitment:
            yield f"the seed of the shared deal {deal} is not the one that was promised"


def attempt_problems(game: Game, log: Sequence[Event]) -> Iterator[str]:
    """Yield the problems of a game's result in the ranking of its shared deal, in words."""
    attempt = Attempt.objects.filter(game=game).select_related("deal").first()
    if attempt is None:
        return
    deal = attempt.deal
    seats = {seat.number: seat for seat in game.taken_seats.all()}
    if decrypt_secret(game) != decrypt_shared_seed(bytes(deal.seed), str(deal)):
        yield "its cards are not those of its shared deal"
    if (deal.preset, deal.options) != (game.preset, game.options):
        yield "its rules are not those of its shared deal"
    if attempt.seat not in seats or (deal.level and seats[3 - attempt.seat].bot != deal.level):
        yield f"its result in the shared deal is of seat {attempt.seat}, and the other is not of its computer"
    else:
        yield from _recorded(game, attempt, log)


def _recorded(game: Game, attempt: Attempt, log: Sequence[Event]) -> Iterator[str]:
    """Yield where the recorded result differs from the log's; a later ruling leaves it as it was."""
    if (attempt.finished is not None) != (game.status in (Game.Status.OVER, Game.Status.CANCELLED)):
        yield "its result in the shared deal is recorded, and it is not over, or the other way around"
    if attempt.finished is None or any(isinstance(event, RulingMade) for event in log):
        return
    said, right = (attempt.margin, attempt.sweeps), (margin_of(game, attempt.seat), sweeps_of(game, attempt.seat))
    if said != right:
        yield f"its result in the shared deal is {said} (lead, sweeps), its log says {right}"
    around = (attempt.finished - AT_THE_END, attempt.finished + AT_THE_END)
    if not game.events.filter(at__range=around).exists():
        yield f"its result in the shared deal is of {attempt.finished}, when nothing happened in it"
