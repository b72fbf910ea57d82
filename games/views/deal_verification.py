"""Verification of the deal: the commitment made at the start, and the secret revealed after the end."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.contexts.access import find_seat, get_watchable_game, reveal_notice
from games.deals.reveal import secrets_revealed
from games.domain.events import Event, RoundStarted, SeatTakenOver
from games.domain.provably_fair import COMMITTED_BEFORE, shuffled_pack
from games.domain.seating import client_seed_sources, protection
from games.domain.setup_events import GameOpened
from games.domain.table import NO_SEAT
from games.log.encryption import decrypt_secret
from games.log.player_names import current_names, load_full_log
from games.log.shuffling import Shuffler, dealer_after, first_dealer
from games.log.store import load, previous_game_at_opening
from games.models import DELETED_PLAYER, GENESIS, Game
from games.presenters.deal_verification import ClientSeedCheck, DealVerification, PackCheck, pack_check

PACK = "round_started"
"""The type of the event that contains a pack."""


@require_safe
@never_cache
def show(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the commitment and the client seeds; once the game is over and revealed, also the full check."""
    game = get_watchable_game(request, public_id)
    shown, log = secrets_revealed(game), load_full_log(game)
    seq, head = fingerprint(game, opened=shown)
    opened = next(event for event in log if isinstance(event, GameOpened))
    words, seat = list(_words(game, log)), find_seat(game, request.user)
    gave_own = seat is not None and seat.number not in _taken_over(log)
    return render(
        request,
        "games/replay/deal_verification.html",
        {
            "public_id": public_id,
            "promised": game.commitment,
            "head": head,
            "seq": seq,
            "committed": parse_datetime(opened.committed_at) if opened.committed_at else None,
            "with_words": opened.shuffle_version == COMMITTED_BEFORE,
            "words": words,
            "own": next((word for word in words if gave_own and seat and word.number == seat.number), None),
            "missing": any(word.hash_promised and not word.by_player for word in words),
            "hashes": ",".join(load(game)[0].seed_hashes),
            "protection": protection(log) if words or shown else "",
            "fair": checked(game, log) if shown else None,
            "reveal_notice": "" if shown else reveal_notice(game),
        },
    )


def fingerprint(game: Game, *, opened: bool) -> tuple[int, str]:
    """A number of events and the hash that identifies them.

    While cards are hidden, only the events before their pack: with the last few cards of a round hidden, the
    fingerprint of the pack would reveal each card to a program that tries all their orders.
    """
    if opened:
        return game.seq, game.head
    packs = game.events.filter(type=PACK).order_by("-seq").values_list("seq", "previous")
    seq, before = packs.first() or (1, GENESIS)
    return seq - 1, before


def checked(game: Game, log: Sequence[Event]) -> DealVerification:
    """A finished game's client seeds, first dealer and packs, recomputed from its secret."""
    opened, state = next(event for event in log if isinstance(event, GameOpened)), load(game)[0]
    chance = Shuffler(decrypt_secret(game), game.public_id, opened.shuffle_version)
    seed, previous = chance.seed(state.client_seeds), previous_game_at_opening(game)
    chosen = opened.dealer if opened.shuffle_version == COMMITTED_BEFORE else NO_SEAT  # the commitment contains it
    dealer = dealer_after(previous) if previous else chosen
    promised = chance.commitment(dealer)
    return DealVerification(
        secret=chance.secret.hex(),
        seed=seed.hex(),
        secret_matches=opened.commitment == game.commitment == promised,
        dealer=next((event.dealer for event in log if isinstance(event, RoundStarted)), opened.dealer),
        expected_dealer=dealer or first_dealer(seed, opened.seats),
        dealer_drawn=not dealer,
        dealer_chosen=bool(dealer) and previous is None,
        client_seeds=tuple(_words(game, log, chance)),
        packs=tuple(_packs(log, seed, opened.rules.dealing.deck)),
    )


def _words(game: Game, log: Sequence[Event], chance: Shuffler | None = None) -> Iterator[ClientSeedCheck]:
    """Yield the client seeds, once all seats are taken. Generated ones are checked only with the revealed secret."""
    names = current_names(game) | dict.fromkeys(_taken_over(log), _(DELETED_PLAYER))
    hashes = load(game)[0].seed_hashes or ("",) * game.seats
    for number, (word, given) in enumerate(client_seed_sources(log), start=1):
        promised = hashes[number - 1]
        if given:
            right = not promised or sha256(word.encode()).hexdigest() == promised
        else:
            right = chance is None or word == chance.default_client_seeds(game.seats)[number - 1]
        yield ClientSeedCheck(number, names.get(number, ""), word, given, bool(promised), right)


def _taken_over(log: Sequence[Event]) -> set[int]:
    """The seats whose seeds were given for an earlier player."""
    return {event.seat for event in log if isinstance(event, SeatTakenOver)}


def _packs(log: Sequence[Event], seed: bytes, deck: str) -> Iterator[PackCheck]:
    for event in log:
        if isinstance(event, RoundStarted):
            yield pack_check(event.number, event.pack, shuffled_pack(seed, event.number, deck) == event.pack)
