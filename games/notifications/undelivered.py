"""The permanent failure of a delivery; temporary failures raise casino.outgoing.Unreachable."""


class Undeliverable(Exception):
    """Retrying is pointless."""
