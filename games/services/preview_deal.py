"""The deal on the home page: a game against the computer that starts with the first card that is tapped."""

from typing import NamedTuple

from accounts.models import Person
from games import bots
from games.domain.cards import Card
from games.domain.dealing import first_deal
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.provably_fair import SERVER_SEED_ONLY
from games.domain.table_settings import TableSettings
from games.log.server_seeds import ServerSeed, from_token, new_server_seed, to_token
from games.log.shuffling import Shuffler, first_dealer
from games.models import Game
from games.services.tables import GameSetup, open_game

SALT = "games.services.preview_deal"
"""Tokens of preview deals open no other games: their secret is known as soon as such a game is over."""

MINE, COMPUTER = 1, 2


class PreviewDeal(NamedTuple):
    """The cards of seat 1 and of the table, and the token that starts this game."""

    token: str
    hand: tuple[Card, ...]
    table: tuple[Card, ...]


def new_preview_deal() -> PreviewDeal:
    """Deal a game in which seat 1 plays first. Its packs come from the server's seed alone: the cards are shown before
    a player could give a seed."""
    dealing = resolve_rules(DEFAULT_PRESET).dealing
    seed = new_server_seed()
    while first_dealer(seed.secret, COMPUTER) != COMPUTER:
        seed = new_server_seed()
    pack = Shuffler(seed.secret, seed.game, SERVER_SEED_ONLY).pack((), 1, dealing.deck)
    deal = first_deal(dealing, COMPUTER, COMPUTER, pack)
    return PreviewDeal(to_token(seed, SALT), deal.hands[MINE - 1], deal.table)


def read_preview_deal(token: str) -> ServerSeed | None:
    """Return the seed of the preview deal with this token; None without a valid one."""
    return from_token(token, SALT)


def start_preview_deal(person: Person, seed: ServerSeed) -> Game | None:
    """Start the game of this seed; the same game if the same person sends it again. None if someone else used it."""
    if Game.objects.filter(public_id=seed.game).exclude(host=person).exists():
        return None
    rules, settings = resolve_rules(DEFAULT_PRESET), TableSettings(hints=True)
    computers = {COMPUTER: bots.DEFAULT_LEVEL}
    setup = GameSetup(rules, DEFAULT_PRESET, COMPUTER, False, settings, MINE, computers, server_seed=seed)
    return open_game(person, setup, shared_seed=seed.secret)
