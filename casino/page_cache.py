"""Answers that are the same for everyone who asks the same question: worked out once, then cached in this process."""

from collections.abc import Callable
from hashlib import sha256

from django.core.cache import caches
from django.http import HttpRequest
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from casino.rate_limits import hit_client

type Question = tuple[object, ...]
"""Everything that the answer depends on, besides the language and the time zone."""


def answer_once[T](request: HttpRequest, limit: str, question: Question, answer: Callable[[], T]) -> T:
    """The answer, which counts against the limit only if it has to be worked out. An empty question has
    another answer for each viewer, so that is never cached. Raises RateLimitExceeded."""
    if not question:
        hit_client(limit, request)
        return answer()
    key = sha256(repr((limit, get_language(), get_current_timezone_name(), question)).encode()).hexdigest()
    cached: T | None = caches["pages"].get(key)
    if cached is None:
        hit_client(limit, request)
        cached = answer()
        caches["pages"].set(key, cached)
    return cached
