"""Client seeds given after their player sat down: promised by hash, or revealed."""

from accounts.models import Person
from casino.writes import write_transaction
from games.domain.commands import GiveSeed, PromiseSeed
from games.log.store import locked
from games.models import Game
from games.services.outcomes import Accepted, Refused, refused
from games.services.recorder import Recorder
from games.services.sitters import ClientSeed
from games.services.turns import actor_of


def begin_without(game: Game) -> None:
    """Deal in a locked game whose table is full, without the client seeds that are missing."""
    recorder = Recorder(game)
    recorder.start_round()
    recorder.record()


def give_client_seed(game: Game, person: Person, client_seed: ClientSeed) -> Accepted | Refused:
    """Record the hash of a player's client seed, or the seed itself; the last missing one starts the game."""
    with write_transaction():
        game = locked(game.pk)
        seat = game.taken_seats.filter(person=person, bot="").first()
        if seat is None:
            return refused("not-at-table")
        client_seed = client_seed.after(game.commitment)
        if not (client_seed.hash or client_seed.seed):
            return refused("seed-mismatch")
        promise = PromiseSeed(seat.number, client_seed.hash)
        command = promise if client_seed.hash else GiveSeed(seat.number, client_seed.seed)
        recorder = Recorder(game)
        refusal = recorder.ask(command, actor_of(seat.number))
        if refusal:
            return Refused(refusal)
        recorder.record()
        return Accepted(game.seq)
