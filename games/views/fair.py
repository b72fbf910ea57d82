"""Was it dealt fairly? The promise made at the start, and after the end the seed that it was made of."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.chance import dealer_after, first_dealer
from games.domain.events import Event, GameOpened, RoundStarted
from games.domain.fairness import commitment, shuffled_pack
from games.eventlog import load
from games.models import Game
from games.names import whole_log
from games.presenters.fair import FairView, PackCheck, pack_check
from games.views.looking import watched_game


@require_GET
@never_cache
def fair(request: HttpRequest, public_id: str) -> HttpResponse:
    """While the game is on, the promise alone."""
    game = watched_game(request, public_id)
    over = game.status == Game.Status.OVER
    context = {"public_id": public_id, "promised": game.commitment, "fair": checked(game) if over else None}
    return render(request, "games/fair.html", context)


def checked(game: Game) -> FairView:
    """A finished game's first dealer and packs, found again from its seed."""
    seed, log = bytes(game.seed), whole_log(game)
    opened = next(event for event in log if isinstance(event, GameOpened))
    before = game.rematch_of
    return FairView(
        seed=seed.hex(),
        kept=opened.commitment == game.commitment == commitment(seed),
        dealer=opened.dealer,
        due=dealer_after(load(before)[0]) if before else first_dealer(seed, opened.seats),
        drawn=before is None,
        packs=_packs(log, seed, opened.rules.dealing.deck),
    )


def _packs(log: tuple[Event, ...], seed: bytes, deck: str) -> tuple[PackCheck, ...]:
    started = [event for event in log if isinstance(event, RoundStarted)]
    return tuple(
        pack_check(each.number, each.pack, shuffled_pack(seed, each.number, deck) == each.pack) for each in started
    )
