"""Opening a game, sitting down, and playing again."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from django.conf import settings

from accounts.models import Person
from casino.writes import write_transaction
from games import announce, bots
from games.beside import Message
from games.chance import Chance, dealer_after, first_dealer, new_seed
from games.domain.commands import AgreeTerms, OpenGame, TakeSeat
from games.domain.fairness import SECRET_ALONE, WITH_WORDS
from games.domain.options import write_options
from games.domain.playable import check_company
from games.domain.rules import InvalidRules, Rules
from games.domain.table import NOBODY
from games.domain.terms import Terms
from games.domain.variants import resolve
from games.eventlog import load, locked
from games.models import Game, Seat, new_public_id
from games.sealing import new_key, sealed_secret
from games.services.blocked import kept_apart
from games.services.outcomes import TEMPLATES, Refused, refused
from games.services.recorder import Recorder
from games.services.sitters import Sitter, computers_on, person_on, row
from games.services.suspended import check_suspended, suspended
from games.services.turns import actor_of


class Setup(NamedTuple):
    """What is played, by how many, on which terms; where the host sits and with what word, and computers by seat and
    level."""

    rules: Rules
    preset: str
    seats: int
    partners: bool
    terms: Terms = Terms()
    host_seat: int = 1
    computers: Mapping[int, str] = {}
    word: str = ""


def start_game(
    person: Person,
    rules: Rules,
    preset: str,
    seats: int,
    partners: bool,
    opponents: Literal["computer", "friends"],
    terms: Terms | None = None,
) -> Game:
    """Open a game with this person on seat 1 and, against the computer, one of the usual level on every other. On the
    usual terms there are hints against the computer."""
    terms = Terms(hints=opponents == "computer") if terms is None else terms
    others = range(2, seats + 1) if opponents == "computer" else ()
    return open_game(person, Setup(rules, preset, seats, partners, terms, 1, dict.fromkeys(others, bots.DEFAULT)))


def open_game(host: Person, setup: Setup, seed: bytes | None = None) -> Game:
    """Open a game; it begins by itself when all seats are taken. Where a `seed` is given, others get the same cards.
    Raises InvalidRules, and SuspendedError."""
    check_company(setup.rules, setup.seats, setup.partners)
    check_suspended(host)
    check_rated(host, setup)
    sitters = [person_on(setup.host_seat, host, setup.word), *computers_on(setup.computers)]
    with write_transaction():
        dealer = NOBODY if seed is None else first_dealer(seed, setup.seats)
        return _open(host, setup, dealer, sitters, seed=seed)


def check_rated(host: Person, setup: Setup) -> None:
    """Nobody is rated against guests or computers, nor by rules of the house's own. Raises InvalidRules."""
    if setup.terms.rated and host.is_guest:
        raise InvalidRules(TEMPLATES["rated-guest"])
    if setup.terms.rated and setup.computers:
        raise InvalidRules(TEMPLATES["rated-computer"])
    if setup.terms.rated and setup.rules != resolve(setup.preset):
        raise InvalidRules(TEMPLATES["rated-house-rules"])


def take_seat(game: Game, person: Person, number: int | None, word: str = "") -> Seat | Refused:
    """Sit down on this seat, or on any free one, perhaps with a word for the packs. Who already sits keeps the seat."""
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
        return _not_welcome(game, person) or _sit(game, person_on(wanted, person, word))


def play_again(game: Game, person: Person, word: str = "") -> Game | Refused:
    """The same game once more, with words anew, the deal passing on. Who asks first opens it, the others then take
    their old seats."""
    with write_transaction():
        played = locked(game.pk)
        mine = played.taken_seats.filter(person=person).first()
        if mine is None:
            return refused("not-seated")
        if played.status != Game.Status.OVER:
            return refused("not-over")
        rematch = Game.objects.filter(rematch_of=played).first()
        if rematch is None:
            return suspended(person) or _open_rematch(played, person, person_on(mine.number, person, word))
        seat = take_seat(rematch, person, None, word)
        return seat if isinstance(seat, Refused) else rematch


# --- the steps ----------------------------------------------------------------------------------------------------


def _open(
    host: Person,
    setup: Setup,
    dealer: int,
    sitters: Sequence[Sitter],
    rematch_of: Game | None = None,
    seed: bytes | None = None,
) -> Game:
    """`dealer` is NOBODY where the first one is drawn when all have sat down. A `seed` that is given is all that the
    packs come from: nobody's words change them."""
    terms = setup.terms if setup.terms.zone else setup.terms._replace(zone=settings.TIME_ZONE)
    options = write_options(setup.rules)
    chance = Chance(seed or new_seed(), new_public_id(), SECRET_ALONE if seed else WITH_WORDS)
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
        commitment=chance.promise(options, setup.seats, setup.partners),
    )
    game.seed = sealed_secret(game, chance.secret)
    game.save(force_insert=True)
    recorder = Recorder(game)
    told = (setup.rules, setup.preset, setup.seats, setup.partners, dealer, game.commitment, chance.fairness)
    recorder.order(OpenGame(*told), f"person:{host.pk}")
    recorder.order(AgreeTerms(terms), f"person:{host.pk}")
    for sitter in sitters:
        recorder.order(TakeSeat(sitter.number, sitter.name, sitter.word), actor_of(sitter.number))
    Seat.objects.bulk_create(row(game, sitter) for sitter in sitters)
    recorder.record()
    return game


def _not_welcome(game: Game, person: Person) -> Refused | None:
    """Why this person does not sit down here, though there is a free seat."""
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
    refusal = recorder.ask(TakeSeat(sitter.number, sitter.name, sitter.word), actor_of(sitter.number))
    if refusal:
        return Refused(refusal)
    seat = row(game, sitter)
    seat.save(force_insert=True)
    Message.objects.filter(game=game, seat=NOBODY, person=seat.person).update(seat=seat.number)
    recorder.record()
    return seat


def _free_seat(game: Game, person: Person, taken: dict[int, Seat]) -> int | None:
    """The seat this person had in the game before, else the lowest free one."""
    free = [number for number in range(1, game.seats + 1) if number not in taken]
    old = Seat.objects.filter(game=game.rematch_of_id, person=person).first() if game.rematch_of_id else None
    return old.number if old and old.number in free else next(iter(free), None)


def _open_rematch(played: Game, person: Person, host: Sitter) -> Game:
    """By link only: in the lobby a stranger could take the seat of somebody who played before."""
    state, _ = load(played)
    setup = Setup(state.rules, played.preset, played.seats, played.partners, state.terms._replace(public=False))
    seats = played.taken_seats.filter(person=None).exclude(bot="").exclude(number__in=state.left)
    computers = [Sitter(seat.number, seat.name, bot=seat.bot) for seat in seats]
    rematch = _open(person, setup, dealer_after(state), [host, *computers], rematch_of=played)
    announce.game_changed(played.public_id, played.seq)
    return rematch
