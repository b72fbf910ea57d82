from tests.games.conftest import computers_play_at_once, nothing_remembered

__all__ = ["computers_play_at_once", "nothing_remembered"]
