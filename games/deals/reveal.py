"""The time at which the cards of a shared deal are revealed.

Until then a finished game of it is treated like one in progress. Others may still play the same cards, so everything
that shows a finished game asks here instead of checking the game's status: fairness page, records, replay, analysis
with open hands, personal data, and the directors' pages.
"""

from django.db.models import Count, F, Q, QuerySet

from accounts.models import Person
from casino.clock import today
from games.deals.models import Attempt, SharedDeal
from games.deals.services import attempt_by
from games.models import Game


def hidden_deals() -> QuerySet[SharedDeal]:
    """The deals still in play: until the day is over, or until all players have finished."""
    finished = Count("attempts", filter=Q(attempts__finished__isnull=False))
    unfinished = Q(day=None, done__lt=F("player_count"))
    return SharedDeal.objects.annotate(done=finished).filter(unfinished | Q(day__gte=today()))


def is_revealed(deal: SharedDeal) -> bool:
    return not hidden_deals().filter(pk=deal.pk).exists()


def hidden_deal(game: Game) -> SharedDeal | None:
    """The deal that this game belongs to while its cards are hidden, else None."""
    return hidden_deals().filter(pk__in=Attempt.objects.filter(game=game).values("deal")).first()


def hidden_games(person: Person) -> set[int]:
    """The keys of the person's games whose cards are hidden."""
    attempts = Attempt.objects.filter(game__taken_seats__person=person, deal__in=hidden_deals().values("pk"))
    return set(attempts.values_list("game", flat=True))


def secrets_revealed(game: Game) -> bool:
    """True once everyone who may watch the game may see its seed, its packs and all hands."""
    return game.status == Game.Status.OVER and hidden_deal(game) is None


def may_view_attempt(game: Game, person: Person | None) -> bool:
    """True if another person's finished game of a shared deal may be viewed: of a daily deal by everyone, of a
    deal for two by these two, and in both cases only once its cards are revealed."""
    attempt = Attempt.objects.filter(game=game, finished__isnull=False).select_related("deal").first()
    if attempt is None or not attempt.deal.level or not is_revealed(attempt.deal):
        return False  # who may watch the tables of a tournament, it says itself
    return attempt.deal.day is not None or (person is not None and attempt_by(attempt.deal, person) is not None)
