"""Opening a game, taking a seat, and rematches."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from django.conf import settings
from django.db import IntegrityError

from accounts.models import Person
from casino.clock import now
from casino.writes import write_transaction
from games import bots
from games.domain.commands import AgreeTerms, OpenGame
from games.domain.fairness import PROMISED_BEFORE, SECRET_ALONE
from games.domain.options import write_options
from games.domain.playable import check_company
from games.domain.rules import InvalidRules, Rules
from games.domain.table import NOBODY
from games.domain.terms import Terms
from games.domain.variants import resolve
from games.live import broadcast
from games.log.encryption import new_key, sealed_secret
from games.log.server_seeds import ServerSeed, new_server_seed
from games.log.shuffling import Chance, dealer_after, first_dealer
from games.log.store import load, locked
from games.models import Game, Seat, new_public_id
from games.models.social import Message
from games.services.blocked import kept_apart
from games.services.outcomes import TEMPLATES, Refused, refused
from games.services.recorder import Recorder
from games.services.sitters import NO_SEED, ClientSeed, Sitter, computers_on, person_on, row
from games.services.suspended import check_suspended, suspended
from games.services.turns import actor_of


class Setup(NamedTuple):
    """The settings of a new game: rules, seats, terms, the host's seat and client seed, the server seed that it was
    given for, and computers by seat and level."""

    rules: Rules
    preset: str
    seats: int
    partners: bool
    terms: Terms = Terms()
    host_seat: int = 1
    computers: Mapping[int, str] = {}
    client_seed: ClientSeed = NO_SEED
    server_seed: ServerSeed | None = None


def start_game(
    person: Person,
    rules: Rules,
    preset: str,
    seats: int,
    partners: bool,
    opponents: Literal["computer", "friends"],
    terms: Terms | None = None,
    client_seed: ClientSeed = NO_SEED,
    server_seed: ServerSeed | None = None,
) -> Game:
    """Open a game with this person on seat 1 and, against the computer, one of the default level on every other.

    On the default terms, games against the computer have hints.
    """
    terms = Terms(hints=opponents == "computer") if terms is None else terms
    others = range(2, seats + 1) if opponents == "computer" else ()
    computers = dict.fromkeys(others, bots.DEFAULT)
    return open_game(person, Setup(rules, preset, seats, partners, terms, 1, computers, client_seed, server_seed))


def open_game(host: Person, setup: Setup, shared_seed: bytes | None = None) -> Game:
    """Open a game; it begins automatically when all seats are taken.

    With a `shared_seed` the packs come from it alone, so that others get the same cards. Raises InvalidRules and
    SuspendedError.
    """
    check_company(setup.rules, setup.seats, setup.partners)
    check_suspended(host)
    check_rated(host, setup)
    try:
        return _open_once(host, setup, shared_seed)
    except IntegrityError:  # the same page was sent twice at the same moment
        return _open_once(host, setup, shared_seed)


def _open_once(host: Person, setup: Setup, shared_seed: bytes | None) -> Game:
    with write_transaction():
        promised = setup.server_seed
        opened = promised and Game.objects.filter(public_id=promised.game).first()
        if opened and opened.host_id == host.pk:
            return opened  # the same page, sent again
        if shared_seed is None:
            usable = promised and not opened and promised.dealer == NOBODY
            server_seed, fairness = promised if promised and usable else new_server_seed(), PROMISED_BEFORE
        else:
            dealer = first_dealer(shared_seed, setup.seats)
            server_seed, fairness = ServerSeed(shared_seed, new_public_id(), dealer), SECRET_ALONE
        sitter = person_on(setup.host_seat, host, setup.client_seed.after(server_seed.commitment))
        return _open(host, setup, [sitter, *computers_on(setup.computers)], server_seed, fairness)


def check_rated(host: Person, setup: Setup) -> None:
    """Raise InvalidRules for a rated game with guests, computers or house rules."""
    if setup.terms.rated and host.is_guest:
        raise InvalidRules(TEMPLATES["rated-guest"])
    if setup.terms.rated and setup.computers:
        raise InvalidRules(TEMPLATES["rated-computer"])
    if setup.terms.rated and setup.rules != resolve(setup.preset):
        raise InvalidRules(TEMPLATES["rated-house-rules"])


def take_seat(game: Game, person: Person, number: int | None, client_seed: ClientSeed = NO_SEED) -> Seat | Refused:
    """Seat the person here, or on any free seat. A person who is seated already keeps the seat.

    A client seed counts if it was given for this game's commitment.
    """
    with write_transaction():
        game = locked(game.pk)
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
        return _not_welcome(game, person) or _sit(game, person_on(wanted, person, seed, names))


def play_again(
    game: Game, person: Person, client_seed: ClientSeed = NO_SEED, server_seed: ServerSeed | None = None
) -> Game | Refused:
    """Open or join the rematch, with new seeds and the deal passing on.

    The first to ask opens it, with the server seed that their page committed to; the others then take their old seats.
    """
    with write_transaction():
        played = locked(game.pk)
        mine = played.taken_seats.filter(person=person).first()
        if mine is None:
            return refused("not-seated")
        if played.status != Game.Status.OVER:
            return refused("not-over")
        rematch = Game.objects.filter(rematch_of=played).first()
        if rematch is None:
            return suspended(person) or _open_rematch(played, person, mine.number, client_seed, server_seed)
        if client_seed.commitment not in ("", rematch.commitment):
            return rematch  # both asked at once: this page's seed was not for that game, whose own page asks for one
        seat = take_seat(rematch, person, None, client_seed)
        return seat if isinstance(seat, Refused) else rematch


# --- steps --------------------------------------------------------------------------------------------------------


def _open(
    host: Person,
    setup: Setup,
    sitters: Sequence[Sitter],
    server_seed: ServerSeed,
    fairness: int,
    rematch_of: Game | None = None,
) -> Game:
    terms = setup.terms if setup.terms.zone else setup.terms._replace(zone=settings.TIME_ZONE)
    options = write_options(setup.rules)
    dealer, chance = server_seed.dealer, Chance(server_seed.secret, server_seed.game, fairness)
    game = Game(
        public_id=chance.game,
        preset=setup.preset,
        options=options,
        seats=setup.seats,
        partners=setup.partners,
        terms=terms._asdict(),
        public=setup.terms.public,
        host=host,
        rematch_of=rematch_of,
        key=new_key(),
        commitment=chance.promise(options, setup.seats, setup.partners, dealer),
    )
    game.seed = sealed_secret(game, chance.secret)
    game.save(force_insert=True)
    recorder = Recorder(game)
    told = (setup.rules, setup.preset, setup.seats, setup.partners, dealer, game.commitment, fairness)
    committed = min(server_seed.committed, now().isoformat())  # clocks of two machines may differ
    recorder.order(OpenGame(*told, committed), f"person:{host.pk}")
    recorder.order(AgreeTerms(terms), f"person:{host.pk}")
    for sitter in sitters:
        recorder.order(sitter.command, actor_of(sitter.number))
    Seat.objects.bulk_create(row(game, sitter) for sitter in sitters)
    recorder.record()
    return game


def _not_welcome(game: Game, person: Person) -> Refused | None:
    """Return why this person cannot sit down here although there is a free seat, or None."""
    barred = suspended(person)
    if barred:
        return barred
    if game.status == Game.Status.CANCELLED:
        return refused("called-off")
    if game.terms.get("rated") and person.is_guest:
        return refused("rated-guest")
    if game.shut_out.filter(person=person).exists():
        return refused("shut-out")
    there = {game.host_id, *game.taken_seats.values_list("person_id", flat=True)}
    return kept_apart(person, (each for each in there if each))


def _sit(game: Game, sitter: Sitter) -> Seat | Refused:
    recorder = Recorder(game)
    refusal = recorder.ask(sitter.command, actor_of(sitter.number))
    if refusal:
        return Refused(refusal)
    seat = row(game, sitter)
    seat.save(force_insert=True)
    Message.objects.filter(game=game, seat=NOBODY, person=seat.person).update(seat=seat.number)
    recorder.record()
    return seat


def _free_seat(game: Game, person: Person, taken: dict[int, Seat]) -> int | None:
    """Return the seat this person had in the previous game, else the lowest free one."""
    free = [number for number in range(1, game.seats + 1) if number not in taken]
    old = Seat.objects.filter(game=game.rematch_of_id, person=person).first() if game.rematch_of_id else None
    return old.number if old and old.number in free else next(iter(free), None)


def _open_rematch(
    played: Game, person: Person, seat: int, client_seed: ClientSeed, server_seed: ServerSeed | None
) -> Game:
    """Open the rematch, by link only: in the lobby a stranger could take the seat of a previous player."""
    state, _ = load(played)
    dealer = dealer_after(state)
    if server_seed is None or server_seed.dealer != dealer or Game.objects.filter(public_id=server_seed.game).exists():
        server_seed = new_server_seed(dealer)
    host = person_on(seat, person, client_seed.after(server_seed.commitment))
    setup = Setup(state.rules, played.preset, played.seats, played.partners, state.terms._replace(public=False))
    seats = played.taken_seats.filter(person=None).exclude(bot="").exclude(number__in=state.left)
    computers = [Sitter(seat.number, seat.name, bot=seat.bot) for seat in seats]
    rematch = _open(person, setup, [host, *computers], server_seed, PROMISED_BEFORE, rematch_of=played)
    broadcast.game_changed(played.public_id, played.seq)
    return rematch
