"""The permanent failure of a delivery; temporary failures raise casino.safe_http.Unreachable."""


class PermanentDeliveryError(Exception):
    """Retrying is pointless."""
