"""Verification of the deal: the commitment made at the start, and the secret revealed after the end."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.deals.reveal import secrets_open
from games.domain.events import Event, GameOpened, RoundStarted
from games.domain.fairness import SECRET_ALONE, shuffled_pack
from games.domain.seating import protection, whose_words
from games.domain.table import NOBODY
from games.log.encryption import secret_of
from games.log.player_names import seat_names, whole_log
from games.log.shuffling import Chance, dealer_after, first_dealer
from games.log.store import load, played_before, recorded_options
from games.models import GENESIS, Game
from games.presenters.fair import FairView, PackCheck, WordCheck, pack_check
from games.views.looking import find_seat, opening_at, watched_game

PACK = "round_started"
"""The type of the event that contains a pack."""


@require_GET
@never_cache
def fair(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the commitment and the client seeds; once the game is over and revealed, also the full check."""
    game = watched_game(request, public_id)
    shown, log = secrets_open(game), whole_log(game)
    seq, head = fingerprint(game, opened=shown)
    opened = next(event for event in log if isinstance(event, GameOpened))
    words, seat = list(_words(game, log)), find_seat(game, request.user)
    return render(
        request,
        "games/fair.html",
        {
            "public_id": public_id,
            "promised": game.commitment,
            "head": head,
            "seq": seq,
            "committed": parse_datetime(opened.committed) if opened.committed else None,
            "with_words": opened.fairness != SECRET_ALONE,
            "fairness": opened.fairness,
            "words": words,
            "own": next((word for word in words if seat and word.number == seat.number), None),
            "missing": any(word.promised and not word.given for word in words),
            "hashes": ",".join(load(game)[0].seed_hashes),
            "protection": protection(log) if words or shown else "",
            "fair": checked(game, log) if shown else None,
            "hidden": "" if shown else opening_at(game),
        },
    )


def fingerprint(game: Game, *, opened: bool) -> tuple[int, str]:
    """Return a number of events and the hash that identifies them.

    While cards are hidden, only the events before their pack: with the last few cards of a round hidden, the
    fingerprint of the pack would reveal each card to a program that tries all their orders.
    """
    if opened:
        return game.seq, game.head
    packs = game.events.filter(type=PACK).order_by("-seq").values_list("seq", "previous")
    seq, before = packs.first() or (1, GENESIS)
    return seq - 1, before


def checked(game: Game, log: Sequence[Event]) -> FairView:
    """Return a finished game's client seeds, first dealer and packs, recomputed from its secret."""
    opened, state = next(event for event in log if isinstance(event, GameOpened)), load(game)[0]
    chance = Chance(secret_of(game), game.public_id, opened.fairness)
    seed, before = chance.seed(state.words), played_before(game)
    dealer = dealer_after(before) if before else NOBODY
    promised = chance.promise(recorded_options(game), opened.seats, opened.partners, dealer)
    return FairView(
        secret=chance.secret.hex(),
        seed=seed.hex(),
        kept=opened.commitment == game.commitment == promised,
        dealer=next((event.dealer for event in log if isinstance(event, RoundStarted)), opened.dealer),
        due=dealer_after(before) if before else first_dealer(seed, opened.seats),
        drawn=before is None,
        words=tuple(_words(game, log, chance)),
        packs=tuple(_packs(log, seed, opened.rules.dealing.deck)),
    )


def _words(game: Game, log: Sequence[Event], chance: Chance | None = None) -> Iterator[WordCheck]:
    """Yield the client seeds, once all seats are taken. Generated ones are checked only with the revealed secret."""
    names, hashes = seat_names(game), load(game)[0].seed_hashes or ("",) * game.seats
    for number, (word, given) in enumerate(whose_words(log), start=1):
        promised = hashes[number - 1]
        if given:
            right = not promised or sha256(word.encode()).hexdigest() == promised
        else:
            right = chance is None or word == chance.drawn(game.seats)[number - 1]
        yield WordCheck(number, names.get(number, ""), word, given, bool(promised), right)


def _packs(log: Sequence[Event], seed: bytes, deck: str) -> Iterator[PackCheck]:
    for each in log:
        if isinstance(each, RoundStarted):
            yield pack_check(each.number, each.pack, shuffled_pack(seed, each.number, deck) == each.pack)
