"""Services of shared deals: the daily deal, a deal for two friends, and playing one.

A seed is drawn at random and its hash published before anyone plays: for the deal of a day, on the previous day. Its
games are dealt from that seed alone, without client seeds, so that everyone gets the same packs.
"""

from datetime import date, timedelta
from itertools import takewhile
from typing import Any

from accounts.models import Person
from casino.clock import today
from casino.transactions import write_transaction
from games import bots
from games.deals.models import Attempt, SharedDeal
from games.domain.cards import Card
from games.domain.dealing import first_deal
from games.domain.options import read_recorded_rules, write_options
from games.domain.presets import DEFAULT_PRESET, PRESETS, resolve_rules
from games.domain.provably_fair import commitment_v1, shuffled_pack
from games.domain.rules import InvalidRules, Rules
from games.domain.table_settings import TableSettings
from games.log.encryption import decrypt_shared_seed, encrypt_shared_seed
from games.log.shuffling import first_dealer, new_seed
from games.models import Game
from games.services import GameSetup, Refused, block_refusal, open_game
from games.services.outcomes import refused

FRIEND_COUNT = 2
SEATS = 2
"""Every shared deal is for two seats."""

HUMAN_SEAT = 1
"""The seat of every player, opposite the computer; if two friends play both sides, the second has the other."""

TABLE_SETTINGS = TableSettings(chat="off", spectators=False, takebacks=False, hints=False)
"""No advantage over others with the same cards: no hints, no takebacks, no spectators."""


def rules_for(preset: str) -> Rules:
    """The rules for two rounds, so that each player deals once; the full game if its ending cannot be set."""
    try:
        return resolve_rules({"preset": preset, "ending": "rounds", "rounds_per_seat": 1})
    except InvalidRules:
        return resolve_rules(preset)


def playable_presets() -> list[str]:
    """The games for two players."""
    return [name for name in PRESETS if 2 in resolve_rules(name).dealing.seats]


def todays_deal() -> SharedDeal:
    """Today's deal; tomorrow's is created with it, so that its hash is known in advance."""
    day = today()
    days = (day, day + timedelta(days=1))
    existing = {deal.day: deal for deal in SharedDeal.objects.filter(day__in=days)}
    deals = [existing.get(date) or _make_daily(date) for date in days]
    return deals[0]


def deal_of_day(day: date) -> SharedDeal | None:
    """The deal of a past day, or None."""
    return SharedDeal.objects.filter(day=day, day__lt=today()).first()


def next_deal(deal: SharedDeal) -> SharedDeal | None:
    return SharedDeal.objects.filter(day=deal.day + timedelta(days=1)).first() if deal.day else None


def _make_daily(day: date) -> SharedDeal:
    with write_transaction():
        return SharedDeal.objects.get_or_create(day=day, defaults=_new_deal_fields(DEFAULT_PRESET, bots.DEFAULT_LEVEL))[
            0
        ]


def create_for_friends(host: Person, preset: str, level: str, both_sides: bool = False) -> SharedDeal:
    fields = _new_deal_fields(preset, level)
    with write_transaction():
        return SharedDeal.objects.create(host=host, player_count=FRIEND_COUNT, both_sides=both_sides, **fields)


def create_for_tables(preset: str, options: dict[str, Any], tables: int) -> SharedDeal:
    """Cards for this many tables that someone else opens: no one can join, and no computer has a level."""
    seed = new_seed()
    return SharedDeal.objects.create(
        seed=encrypt_shared_seed(seed),
        commitment=commitment_v1(seed),
        preset=preset,
        options=options,
        level="",
        player_count=tables,
    )


def _new_deal_fields(preset: str, level: str) -> dict[str, object]:
    seed = new_seed()
    rules = {"preset": preset, "options": write_options(rules_for(preset)), "level": level}
    return {"seed": encrypt_shared_seed(seed), "commitment": commitment_v1(seed), **rules}


def seed_of(deal: SharedDeal) -> bytes:
    """The decrypted seed. Raises MissingKeyError."""
    return decrypt_shared_seed(bytes(deal.seed), str(deal))


def opening_table(deal: SharedDeal) -> tuple[Card, ...]:
    """The cards that lie face up when a game with these cards begins. Raises MissingKeyError."""
    seed, dealing = seed_of(deal), read_recorded_rules(deal.options).dealing
    pack = shuffled_pack(seed, 1, dealing.deck)
    return first_deal(dealing, SEATS, first_dealer(seed, SEATS), pack).table


def rotate_keys() -> int:
    """Encrypt every seed with the first of the site's keys; return the number. Raises MissingKeyError."""
    with write_transaction():
        deals = list(SharedDeal.objects.select_for_update())
        for deal in deals:
            deal.seed = encrypt_shared_seed(seed_of(deal))
        return SharedDeal.objects.bulk_update(deals, ["seed"], batch_size=500) if deals else 0


def attempt_by(deal: SharedDeal, person: Person) -> Attempt | None:
    """The person's game with these cards, including one played as a guest before signing up."""
    attempts = deal.attempts.filter(game__taken_seats__person=person)
    return attempts.select_related("game").order_by("-ranked", "pk").first()


MAX_STREAK = 366


def daily_streak(person: Person) -> tuple[bool, int]:
    """Whether the person has begun today's deal, and on how many days in a row, up to today or yesterday, the deal of
    the day."""
    deals = SharedDeal.objects.filter(day__isnull=False, attempts__game__taken_seats__person=person)
    days = list(deals.order_by("-day").values_list("day", flat=True).distinct()[:MAX_STREAK])
    last = today() if today() in days else today() - timedelta(days=1)
    unbroken = (day == last - timedelta(days=back) for back, day in enumerate(days))
    return last == today(), sum(takewhile(bool, unbroken))


def deal_of(game: Game) -> SharedDeal | None:
    """The deal of a day, or of two friends, that the game belongs to."""
    return SharedDeal.objects.filter(attempts__game=game).exclude(level="").first()


def join(deal: SharedDeal, person: Person) -> Game | Refused:
    """The person's only game with these cards, which is started on the first request."""
    with write_transaction():
        deal = SharedDeal.objects.select_for_update().get(pk=deal.pk)
        if attempt := attempt_by(deal, person):
            return attempt.game
        if deal.day and deal.day != today():
            return refused("another-day")
        if not deal.level:  # the tables of a tournament, which it opens itself
            return refused("both-there")
        if deal.player_count and deal.attempts.count() >= deal.player_count:
            return refused("both-there")
        if deal.host_id and (refusal := block_refusal(person, [deal.host_id])):
            return refusal
        seat = 3 - HUMAN_SEAT if deal.both_sides and deal.attempts.exists() else HUMAN_SEAT
        setup = GameSetup(
            read_recorded_rules(deal.options), deal.preset, SEATS, False, TABLE_SETTINGS, seat, {3 - seat: deal.level}
        )
        game = open_game(person, setup, seed_of(deal))
        Attempt.objects.create(deal=deal, game=game, seat=seat, ranked=not person.is_guest)
        return game
