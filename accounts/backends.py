"""Retired names of authentication backends. Sessions store them, so they stay here. No one logs in by them."""

from typing import Any

from accounts.auth_backends import GuestBackend


class RetiredBackend(GuestBackend):
    def authenticate(self, *_: Any, **__: Any) -> None:
        return None


Accounts = Guests = RetiredBackend
