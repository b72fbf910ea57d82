"""Rotation of the keys that games' secrets are encrypted with."""

from casino.writes import write_transaction
from games.log import encryption
from games.log.store import locked
from games.models import Game, Snapshot


def seal_anew() -> int:
    """Encrypt every game's key with the first of the site's keys, so that the others can be deleted; return the number.

    Unencrypted games get a key: their secret and their snapshot are encrypted now, and so are future packs. Raises
    LostKeyError, and then that game is unchanged.
    """
    games = Game.objects.order_by("pk").values_list("pk", flat=True)
    return sum(_seal_game(number) for number in games.iterator())


def _seal_game(number: int) -> bool:
    with write_transaction():
        game = locked(number)
        secret, snapshot = encryption.secret_of(game), Snapshot.objects.filter(game=game).first()
        state = encryption.state_of(game, snapshot.state) if snapshot else None
        data_key = encryption.data_key(game)
        game.key = encryption.kept_key(data_key) if data_key else encryption.new_key()
        game.seed = encryption.sealed_secret(game, secret)
        game.save(update_fields=["key", "seed"])
        if snapshot and state is not None:
            snapshot.state = encryption.sealed_state(game, state)
            snapshot.save(update_fields=["state"])
    return True
