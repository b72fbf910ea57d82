"""Opening a game, taking a seat, rematches, and the deal on the home page."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from django.conf import settings
from django.db import IntegrityError

from accounts.models import Person
from casino.clock import now
from casino.hooks import Hook
from casino.transactions import write_transaction
from games import bots
from games.domain.cards import Card
from games.domain.commands import FixTableSettings, OpenGame
from games.domain.dealing import first_deal
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture
from games.domain.options import write_options
from games.domain.position import Position
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.provably_fair import COMMITTED_BEFORE, SERVER_SEED_ONLY
from games.domain.rules import InvalidRules, Rules
from games.domain.rules_validation import validate_rules, validate_seating
from games.domain.table import NO_SEAT, Table
from games.domain.table_settings import TableSettings
from games.live import broadcast
from games.log.encryption import encrypt_secret, new_data_key
from games.log.shuffling import ServerSeed, Shuffler, dealer_after, first_dealer, from_token, new_server_seed, to_token
from games.log.store import load, lock_game, seat_actor, user_actor
from games.models import Game, Seat, new_public_id
from games.models.social import ChatMessage
from games.services.blocks import block_refusal
from games.services.game_transaction import GameTransaction
from games.services.outcomes import TEMPLATES, Refused, refused
from games.services.players import (
    NO_SEED,
    ClientSeed,
    SeatAssignment,
    bot_assignments,
    build_seat,
    local_assignments,
    person_assignment,
)
from games.services.suspensions import check_suspended, suspension_refusal


class GameSetup(NamedTuple):
    """The settings of a new game: rules, seats, terms, the host's seat and client seed, the server seed that it was
    given for, computers by seat and level, and the first dealer; NO_SEAT if the dealer is drawn.

    `by_invitation`: the free seats are kept for the people invited. `local_players`: the names of the other players at
    pass and play, by seat.
    """

    rules: Rules
    preset: str
    seats: int
    partners: bool
    table_settings: TableSettings = TableSettings()
    host_seat: int = 1
    computers: Mapping[int, str] = {}
    client_seed: ClientSeed = NO_SEED
    server_seed: ServerSeed | None = None
    dealer: int = NO_SEAT
    by_invitation: bool = False
    local_players: Mapping[int, str] = {}


def start_game(
    person: Person,
    rules: Rules,
    preset: str,
    seats: int,
    partners: bool,
    opponents: Literal["computer", "friends"],
    table_settings: TableSettings | None = None,
    client_seed: ClientSeed = NO_SEED,
    server_seed: ServerSeed | None = None,
    level: str = bots.DEFAULT_LEVEL,
) -> Game:
    """Open a game with this person on seat 1 and, against the computer, one of this level on every other.

    On the default terms, games against the computer have hints.
    """
    table_settings = TableSettings(hints=opponents == "computer") if table_settings is None else table_settings
    others = range(2, seats + 1) if opponents == "computer" else ()
    computers = dict.fromkeys(others, level)
    return open_game(
        person, GameSetup(rules, preset, seats, partners, table_settings, 1, computers, client_seed, server_seed)
    )


def open_game(host: Person, setup: GameSetup, shared_seed: bytes | None = None) -> Game:
    """Open a game; it begins automatically when all seats are taken.

    With a `shared_seed` the packs come from it alone, so that others get the same cards. Raises InvalidRules and
    SuspendedError.
    """
    validate_seating(setup.rules, setup.seats, setup.partners)
    check_suspended(host)
    check_rated(host, setup)
    try:
        return _open_once(host, setup, shared_seed)
    except IntegrityError:  # the same page was sent twice at the same moment
        return _open_once(host, setup, shared_seed)


def _open_once(host: Person, setup: GameSetup, shared_seed: bytes | None) -> Game:
    with write_transaction():
        promised = setup.server_seed
        opened = promised and Game.objects.filter(public_id=promised.game).first()
        if opened and opened.host_id == host.pk:
            return opened  # the same page, sent again
        if shared_seed is None:
            usable = promised and not opened and promised.dealer == setup.dealer
            server_seed = promised if promised and usable else new_server_seed(setup.dealer)
            shuffle_version = COMMITTED_BEFORE
        else:
            dealer = first_dealer(shared_seed, setup.seats)
            public_id = promised.game if promised and not opened else new_public_id()
            server_seed, shuffle_version = ServerSeed(shared_seed, public_id, dealer), SERVER_SEED_ONLY
        computers = bot_assignments(setup.computers)
        people = _people(host, setup, setup.client_seed.after(server_seed.commitment), computers)
        return _open(host, setup, [*people, *computers], server_seed, shuffle_version)


def _people(
    host: Person, setup: GameSetup, seed: ClientSeed, computers: Sequence[SeatAssignment]
) -> list[SeatAssignment]:
    """The host, or everyone who shares the host's device."""
    if not setup.local_players:
        return [person_assignment(setup.host_seat, host, seed)]
    names = {setup.host_seat: str(host), **setup.local_players}
    return local_assignments(names, seed, [computer.name for computer in computers])


def check_rated(host: Person, setup: GameSetup) -> None:
    """Raise InvalidRules for a rated game with guests, computers or house rules."""
    if setup.table_settings.rated and host.is_guest:
        raise InvalidRules(TEMPLATES["rated-guest"])
    if setup.table_settings.rated and setup.computers:
        raise InvalidRules(TEMPLATES["rated-computer"])
    if setup.table_settings.rated and setup.rules != resolve_rules(setup.preset):
        raise InvalidRules(TEMPLATES["rated-house-rules"])


def open_agreed_game(
    host: Person, setup: GameSetup, players: Sequence[SeatAssignment], shared_seed: bytes | None = None
) -> Game:
    """Open a game that begins at once between these players, who have agreed to it before. `host`: whom the log names
    as the one who opened it, who needs no seat. Raises InvalidRules."""
    validate_seating(setup.rules, setup.seats, setup.partners)
    with write_transaction():
        if shared_seed is None:
            return _open(host, setup, players, new_server_seed(setup.dealer), COMMITTED_BEFORE)
        seed = ServerSeed(shared_seed, new_public_id(), first_dealer(shared_seed, setup.seats))
        return _open(host, setup, players, seed, SERVER_SEED_ONLY)


WATCHED_LEVELS = {1: "steady", 2: "careful"}
"""The computers that play for someone to watch: the strongest that choose their moves at once."""


def watch_computers(person: Person) -> Game:
    """Open a game between two computers for this person, who has no seat in it; or return the one that is still played.

    It is not listed and counts for no one. Raises SuspendedError.
    """
    check_suspended(person)
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        hosted = person.hosted_games.filter(status=Game.Status.PLAYING, pass_and_play=False)
        if playing := hosted.exclude(taken_seats__person__isnull=False).first():
            return playing
        rules, terms = resolve_rules(DEFAULT_PRESET), TableSettings(chat="off")
        setup = GameSetup(rules, DEFAULT_PRESET, len(WATCHED_LEVELS), False, terms)
        return _open(person, setup, bot_assignments(WATCHED_LEVELS), new_server_seed(), COMMITTED_BEFORE)


def take_seat(game: Game, person: Person, number: int | None, client_seed: ClientSeed = NO_SEED) -> Seat | Refused:
    """Seat the person here, or on any free seat. A person who is seated already keeps the seat.

    A client seed counts if it was given for this game's commitment.
    """
    with write_transaction():
        return take_seat_at(lock_game(game.pk), person, number, client_seed)


def take_seat_at(game: Game, person: Person, number: int | None, client_seed: ClientSeed = NO_SEED) -> Seat | Refused:
    """Seat the person as `take_seat` does, at a game that this transaction has locked."""
    taken = {seat.number: seat for seat in game.taken_seats.all()}
    mine = next((seat for seat in taken.values() if seat.person_id == person.pk), None)
    if mine:
        return mine
    if number in taken:
        return refused("seat-taken", seat=number)
    wanted = number or _free_seat(game, person, taken)
    if not wanted:
        return refused("table-full")
    names, seed = [seat.name for seat in taken.values()], client_seed.after(game.commitment)
    return _join_refusal(game, person, taken.values()) or _take_seat(
        game, person_assignment(wanted, person, seed, names)
    )


def may_sit_down(game: Game, person: Person) -> bool:
    """True if a seat is free and nothing keeps the person from taking it."""
    taken = list(game.taken_seats.all())
    return len(taken) < game.seats and _join_refusal(game, person, taken) is None


def join_rematch(
    game: Game,
    person: Person,
    client_seed: ClientSeed = NO_SEED,
    server_seed: ServerSeed | None = None,
    level: str = "",
) -> Game | Refused:
    """Open or join the rematch, with new seeds and the deal passing on.

    The first to ask opens it, with the server seed that their page committed to; the others then take their old seats.
    After an offer that came to nothing, another may be made.
    Who played computers alone may ask for others, of this `level`. Raises InvalidRules if the rules of the previous
    game are refused by now.
    """
    with write_transaction():
        previous_game = lock_game(game.pk)
        mine = previous_game.taken_seats.filter(person=person).first() or previous_game.local_seat(person.pk)
        if mine is None:
            return refused("not-seated")
        if previous_game.status != Game.Status.OVER:
            return refused("not-over")
        rematch = Game.objects.filter(rematch_of=previous_game).first()
        if rematch and rematch.status == Game.Status.CANCELLED:
            Game.objects.filter(pk=rematch.pk).update(rematch_of=None)  # makes room for another offer
        if rematch is None or rematch.status == Game.Status.CANCELLED:
            return suspension_refusal(person.pk) or _open_rematch(
                previous_game, person, mine.number, client_seed, server_seed, level
            )
        if rematch.pass_and_play or client_seed.commitment not in ("", rematch.commitment):
            return rematch  # both asked at once: this page's seed was not for that game, whose own page asks for one
        seat = take_seat(rematch, person, None, client_seed)
        return seat if isinstance(seat, Refused) else rematch


seat_keepers: Hook[[Game, Person | None], bool] = Hook()
"""Called with whoever wants a seat, or nobody known: False if a higher layer keeps the seats from them."""


def may_sit(game: Game, person: Person | None) -> bool:
    """True unless the free seats are kept for other people."""
    if not all(seat_keepers(game, person)):
        return False
    if not game.by_invitation or person is None:
        return not game.by_invitation
    played_before = Seat.objects.filter(game__rematch=game, person=person)
    return game.invitations.filter(person=person).exists() or played_before.exists()


# --- steps --------------------------------------------------------------------------------------------------------


def _open(
    host: Person,
    setup: GameSetup,
    assignments: Sequence[SeatAssignment],
    server_seed: ServerSeed,
    shuffle_version: int,
    rematch_of: Game | None = None,
) -> Game:
    table_settings = setup.table_settings
    if not table_settings.time_zone:
        table_settings = table_settings._replace(time_zone=settings.TIME_ZONE)
    options = write_options(setup.rules)
    dealer, shuffler = server_seed.dealer, Shuffler(server_seed.secret, server_seed.game, shuffle_version)
    game = Game(
        public_id=shuffler.game,
        preset=setup.preset,
        options=options,
        seats=setup.seats,
        partners=setup.partners,
        table_settings=table_settings._asdict(),
        public=setup.table_settings.public,
        by_invitation=setup.by_invitation,
        pass_and_play=bool(setup.local_players),
        host=host,
        rematch_of=rematch_of,
        key=new_data_key(),
        commitment=shuffler.commitment(dealer),
    )
    game.seed = encrypt_secret(game, shuffler.secret)
    game.save(force_insert=True)
    tx = GameTransaction(game)
    told = (setup.rules, setup.preset, setup.seats, setup.partners, dealer, game.commitment, shuffle_version)
    committed = min(server_seed.committed, now().isoformat())  # clocks of two machines may differ
    tx.execute_trusted(OpenGame(*told, committed), user_actor(host.pk))
    tx.execute_trusted(FixTableSettings(table_settings), user_actor(host.pk))
    for assignment in assignments:
        tx.execute_trusted(assignment.command, seat_actor(assignment.number))
    Seat.objects.bulk_create(build_seat(game, assignment) for assignment in assignments)
    tx.commit()
    return game


def _join_refusal(game: Game, person: Person, seats: Iterable[Seat]) -> Refused | None:
    """Why this person cannot sit down here although there is a free seat, or None."""
    barred = suspension_refusal(person.pk)
    if barred:
        return barred
    if game.status == Game.Status.CANCELLED:
        return refused("called-off")
    if game.table_settings.get("rated") and person.is_guest:
        return refused("rated-guest")
    if game.bans.filter(person=person).exists():
        return refused("shut-out")
    people = {game.host_id, *(seat.person_id for seat in seats)}
    blocked = block_refusal(person, filter(None, people))
    return blocked or (None if may_sit(game, person) else refused("seat-kept"))


def _take_seat(game: Game, assignment: SeatAssignment) -> Seat | Refused:
    tx = GameTransaction(game)
    if refusal := tx.execute(assignment.command, seat_actor(assignment.number)):
        return refusal
    seat = build_seat(game, assignment)
    seat.save(force_insert=True)
    ChatMessage.objects.filter(game=game, seat=NO_SEAT, person=seat.person).update(seat=seat.number)
    tx.commit()
    return seat


def _free_seat(game: Game, person: Person, taken: dict[int, Seat]) -> int | None:
    """The seat this person had in the previous game, else the lowest free one."""
    free = [number for number in range(1, game.seats + 1) if number not in taken]
    old = Seat.objects.filter(game=game.rematch_of_id, person=person).first() if game.rematch_of_id else None
    return old.number if old and old.number in free else next(iter(free), None)


def _open_rematch(
    previous_game: Game,
    person: Person,
    seat: int,
    client_seed: ClientSeed,
    server_seed: ServerSeed | None,
    level: str,
) -> Game:
    """Open the rematch, where no stranger can take the seat of a previous player."""
    state, _ = load(previous_game)
    validate_rules(state.rules)
    dealer = dealer_after(state)
    if server_seed is None or server_seed.dealer != dealer or Game.objects.filter(public_id=server_seed.game).exists():
        server_seed = new_server_seed(dealer)
    seats = previous_game.taken_seats.filter(person=None).exclude(bot="").exclude(number__in=state.bot_seats)
    computers = [SeatAssignment(seat.number, seat.name, bot=seat.bot) for seat in seats]
    if level and len(computers) == previous_game.seats - 1:
        computers = bot_assignments({computer.number: level for computer in computers})
    local = previous_game.taken_seats.exclude(number__in=[computer.number for computer in computers])
    setup = GameSetup(
        state.rules,
        previous_game.preset,
        previous_game.seats,
        previous_game.partners,
        state.table_settings._replace(public=False),
        host_seat=seat,
        by_invitation=not previous_game.pass_and_play,
        local_players={seat.number: seat.name for seat in local} if previous_game.pass_and_play else {},
    )
    people = _people(person, setup, client_seed.after(server_seed.commitment), computers)
    rematch = _open(person, setup, [*people, *computers], server_seed, COMMITTED_BEFORE, rematch_of=previous_game)
    broadcast.publish_game_changed(previous_game.public_id, previous_game.seq)
    return rematch


# --- the deal on the home page --------------------------------------------------------------------------------------


PREVIEW_DEAL_SALT = "games.services.tables"
"""Tokens of preview deals open no other games: their secret is known as soon as such a game is over."""

VISITOR, COMPUTER = 1, 2


class PreviewDeal(NamedTuple):
    """The cards of seat 1 and of the table, and the token that starts this game."""

    token: str
    hand: tuple[Card, ...]
    table: tuple[Card, ...]


def new_preview_deal() -> PreviewDeal:
    """Deal a game in which seat 1 plays first and can take something. Its packs come from the server's seed alone: the
    cards are shown before a player could give a seed."""
    rules = resolve_rules(DEFAULT_PRESET)
    while True:
        seed = new_server_seed()
        pack = Shuffler(seed.secret, seed.game, SERVER_SEED_ONLY).pack((), 1, rules.dealing.deck)
        deal = first_deal(rules.dealing, COMPUTER, COMPUTER, pack)
        hand = deal.hands[VISITOR - 1]
        moves = legal_moves(Position(rules, VISITOR, hand, Table(deal.table)))
        if first_dealer(seed.secret, COMPUTER) == COMPUTER and any(isinstance(move, Capture) for move in moves):
            return PreviewDeal(to_token(seed, PREVIEW_DEAL_SALT), hand, deal.table)


def read_preview_deal(token: str) -> ServerSeed | None:
    """The seed of the preview deal with this token; None without a valid one."""
    return from_token(token, PREVIEW_DEAL_SALT)


def start_preview_deal(person: Person, seed: ServerSeed, level: str = bots.DEFAULT_LEVEL) -> Game | None:
    """Start the game of this seed against a computer of this level; the same game if the same person sends it again.
    None if someone else used it."""
    if Game.objects.filter(public_id=seed.game).exclude(host=person).exists():
        return None
    rules, settings = resolve_rules(DEFAULT_PRESET), TableSettings(hints=True)
    setup = GameSetup(rules, DEFAULT_PRESET, COMPUTER, False, settings, VISITOR, {COMPUTER: level}, server_seed=seed)
    return open_game(person, setup, shared_seed=seed.secret)
