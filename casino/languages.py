"""The language somebody reads the site in, where there is no request to tell it from."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def language_of(scope: dict[str, Any]) -> str:
    """Of a socket: what its page was chosen to be in, else what the browser asks for."""
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")}
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return get_language_from_request(request)
