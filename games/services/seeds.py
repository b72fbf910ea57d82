"""Client seeds given after their player sat down: promised by hash, or revealed."""

from accounts.models import Person
from casino.transactions import write_transaction
from games.domain.commands import CommitClientSeed, RevealClientSeed
from games.log.store import lock_game, seat_actor
from games.models import Game
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Refused, refused
from games.services.players import ClientSeed


def start_without_seeds(game: Game) -> None:
    """Deal in a locked game whose table is full, without the client seeds that are missing."""
    tx = GameTransaction(game)
    tx.start_round()
    tx.commit()


def give_client_seed(game: Game, person: Person, client_seed: ClientSeed) -> Accepted | Refused:
    """Record the hash of a player's client seed, or the seed itself; the last missing one starts the game."""
    with write_transaction():
        game = lock_game(game.pk)
        seat = game.taken_seats.filter(person=person, bot="").first()
        if seat is None:
            return refused("not-at-table")
        client_seed = client_seed.after(game.commitment)
        if not (client_seed.hash or client_seed.seed):
            return refused("seed-mismatch")
        promise = CommitClientSeed(seat.number, client_seed.hash)
        command = promise if client_seed.hash else RevealClientSeed(seat.number, client_seed.seed)
        tx = GameTransaction(game)
        if refusal := tx.execute(command, seat_actor(seat.number)):
            return refusal
        tx.commit()
        return Accepted(game.seq)
