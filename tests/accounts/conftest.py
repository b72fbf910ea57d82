"""What the tests of people share."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def nobody_has_tried(settings: Settings, request: pytest.FixtureRequest) -> None:
    """No test is told that those before it have tried too often."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": request.node.nodeid}}
