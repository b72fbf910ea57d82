"""Rotation of the keys that games' secrets are encrypted with."""

from casino.transactions import write_transaction
from games.log import encryption
from games.log.store import lock_game
from games.models import Game, Snapshot


def rotate_keys() -> int:
    """Encrypt every game's key with the first of the site's keys, so that the others can be deleted; return the number.

    Unencrypted games get a key: their secret and their snapshot are encrypted now, and so are future packs. Raises
    MissingKeyError, and then that game is unchanged.
    """
    games = Game.objects.order_by("pk").values_list("pk", flat=True)
    return sum(_reencrypt(game_id) for game_id in games.iterator())


def _reencrypt(game_id: int) -> bool:
    with write_transaction():
        game = lock_game(game_id)
        secret, snapshot = encryption.decrypt_secret(game), Snapshot.objects.filter(game=game).first()
        state = encryption.decrypt_state(game, snapshot.state) if snapshot else None
        data_key = encryption.data_key(game)
        game.key = encryption.encrypted_data_key(data_key) if data_key else encryption.new_data_key()
        game.seed = encryption.encrypt_secret(game, secret)
        game.save(update_fields=["key", "seed"])
        if snapshot and state is not None:
            snapshot.state = encryption.encrypt_state(game, state)
            snapshot.save(update_fields=["state"])
    return True
