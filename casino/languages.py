"""The languages of the site, and the language of a reader where there is no request to read it from."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def offered_languages(folder: Path) -> list[tuple[str, str]]:
    """English and every language with a compiled translation, by code and own name."""
    locales = sorted(path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/django.mo"))
    codes = ["en", *(name.lower().replace("_", "-") for name in locales)]
    return [(code, str(LANG_INFO[code]["name_local"]).capitalize()) for code in codes]


def scope_language(scope: dict[str, Any]) -> str:
    """The language of a socket: the one chosen for its page, else the one the browser asks for."""
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")}
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return get_language_from_request(request)
