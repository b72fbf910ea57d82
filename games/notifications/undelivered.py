"""Why a message did not arrive for good; what may yet arrive raises casino.outgoing.Unreachable."""


class Undeliverable(Exception):
    """There is no sense in trying again."""
