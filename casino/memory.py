"""Memory that is held to the end."""

import gc


def settle() -> None:
    """What is loaded by now stays. The garbage collector no longer goes through it whenever it tidies up everything,
    which takes some 50 ms: a move that met with it had to wait as long."""
    gc.collect()
    gc.freeze()
