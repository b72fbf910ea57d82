"""Services of shared deals: the deal of the day, a deal for two friends, and playing one.

A seed is drawn at random and its hash published before anyone plays: for the deal of a day, on the previous day. Its
games are dealt from that seed alone, without client seeds, so that everyone gets the same packs.
"""

from datetime import date, timedelta

from accounts.models import Person
from casino.writes import write_transaction
from games import bots
from games.deals.models import SharedDeal, Try
from games.domain.fairness import commitment
from games.domain.options import read_recorded_rules, write_options
from games.domain.rules import InvalidRules, Rules
from games.domain.terms import Terms
from games.domain.variants import DEFAULT_PRESET, PRESETS, resolve
from games.log.encryption import opened_alone, sealed_alone
from games.log.shuffling import new_seed
from games.models import Game
from games.services import Refused, Setup, kept_apart, open_game, today
from games.services.outcomes import refused

FRIENDS = 2
SEAT = 1
"""The seat of every player, opposite the computer; if two friends play both sides, the second has the other."""

TERMS = Terms(chat="off", spectators=False, takebacks=False, hints=False)
"""No advantage over others with the same cards: no hints, no takebacks, no spectators."""


def rules_for(preset: str) -> Rules:
    """Return the rules for two rounds, so that each player deals once; the full game if its ending cannot be set."""
    try:
        return resolve({"preset": preset, "ending": "rounds", "rounds_per_seat": 1})
    except InvalidRules:
        return resolve(preset)


def playable_presets() -> list[str]:
    """Return the games for two players."""
    return [name for name in PRESETS if 2 in resolve(name).dealing.seats]


def of_today() -> SharedDeal:
    """Return today's deal; tomorrow's is created with it, so that its hash is known in advance."""
    day = today()
    found = {deal.day: deal for deal in SharedDeal.objects.filter(day__in=(day, day + timedelta(days=1)))}
    for each in (day, day + timedelta(days=1)):
        if each not in found:
            found[each] = _make_daily(each)
    return found[day]


def of_day(day: date) -> SharedDeal | None:
    """Return the deal of a past day, or None."""
    return SharedDeal.objects.filter(day=day, day__lt=today()).first()


def after(deal: SharedDeal) -> SharedDeal | None:
    """Return the deal of the next day, or None."""
    return SharedDeal.objects.filter(day=deal.day + timedelta(days=1)).first() if deal.day else None


def _make_daily(day: date) -> SharedDeal:
    with write_transaction():
        return SharedDeal.objects.get_or_create(day=day, defaults=_cards(DEFAULT_PRESET, bots.DEFAULT))[0]


def invite(host: Person, preset: str, level: str, both_sides: bool = False) -> SharedDeal:
    """Create a deal for the host and a friend."""
    cards = _cards(preset, level)
    with write_transaction():
        return SharedDeal.objects.create(host=host, places=FRIENDS, both_sides=both_sides, **cards)


def _cards(preset: str, level: str) -> dict[str, object]:
    seed = new_seed()
    rules = {"preset": preset, "options": write_options(rules_for(preset)), "level": level}
    return {"seed": sealed_alone(seed), "commitment": commitment(seed), **rules}


def seed_of(deal: SharedDeal) -> bytes:
    """Return the decrypted seed. Raises LostKeyError."""
    return opened_alone(bytes(deal.seed), str(deal))


def seal_anew() -> int:
    """Encrypt every seed with the first of the site's keys; return the number. Raises LostKeyError."""
    with write_transaction():
        deals = list(SharedDeal.objects.select_for_update())
        for deal in deals:
            deal.seed = sealed_alone(seed_of(deal))
        return SharedDeal.objects.bulk_update(deals, ["seed"], batch_size=500) if deals else 0


def own_try(deal: SharedDeal, person: Person) -> Try | None:
    """Return the person's game with these cards, including one played as a guest before signing up."""
    tries = deal.tries.filter(game__taken_seats__person=person)
    return tries.select_related("game").order_by("-ranked", "pk").first()


def deal_of(game: Game) -> SharedDeal | None:
    """Return the deal that the game belongs to, or None."""
    return SharedDeal.objects.filter(tries__game=game).first()


def take_part(deal: SharedDeal, person: Person) -> Game | Refused:
    """Return the person's only game with these cards, which is started on the first request."""
    with write_transaction():
        deal = SharedDeal.objects.select_for_update().get(pk=deal.pk)
        mine = own_try(deal, person)
        if mine:
            return mine.game
        if deal.day and deal.day != today():
            return refused("another-day")
        if deal.places and deal.tries.count() >= deal.places:
            return refused("both-there")
        if deal.host_id and (apart := kept_apart(person, [deal.host_id])):
            return apart
        seat = 3 - SEAT if deal.both_sides and deal.tries.exists() else SEAT
        setup = Setup(read_recorded_rules(deal.options), deal.preset, 2, False, TERMS, seat, {3 - seat: deal.level})
        game = open_game(person, setup, seed_of(deal))
        Try.objects.create(deal=deal, game=game, seat=seat, ranked=not person.is_guest)
        return game
