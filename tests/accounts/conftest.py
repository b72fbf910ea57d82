"""Fixtures of the tests of people."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def nobody_has_tried(settings: Settings, request: pytest.FixtureRequest) -> None:
    """Count attempts to log in for each test alone, so that none is refused for those before it."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = settings.CACHES | {"default": {"BACKEND": backend, "LOCATION": request.node.nodeid}}
