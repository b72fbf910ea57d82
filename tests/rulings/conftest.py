from tests.games.conftest import computers_play_at_once, log_goes_with_the_test, nothing_remembered

__all__ = ["computers_play_at_once", "log_goes_with_the_test", "nothing_remembered"]
