"""Fixtures of the tests of several processes."""

import os

import pytest


@pytest.fixture(autouse=True)
def reachable() -> None:
    if not (os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL")):
        pytest.fail("Several processes need PostgreSQL and Redis: run `make test-services`.")
