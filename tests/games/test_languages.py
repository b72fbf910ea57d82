"""A page and the pushes to it are in the language that was chosen for the browser."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from casino.languages import scope_language

pytestmark = pytest.mark.django_db


def scope(cookie: str = "", accepts: str = "") -> dict[str, Any]:
    cookies = {settings.LANGUAGE_COOKIE_NAME: cookie} if cookie else {}
    return {"cookies": cookies, "headers": [(b"accept-language", accepts.encode())]}


def test_a_page_is_in_the_language_the_browser_asks_for() -> None:
    assert b'<html lang="pt-br"' in Client(headers={"Accept-Language": "pt-BR,en;q=0.5"}).get("/").content


def test_the_language_chosen_stays_chosen() -> None:
    client = Client()
    assert b'<html lang="en"' in client.get("/").content
    answer: Any = client.post("/language/", {"language": "es", "next": "/rules/"})
    assert answer["Location"] == "/rules/"
    assert b'<html lang="es"' in client.get("/").content


def test_a_socket_speaks_its_pages_language() -> None:
    assert scope_language(scope(accepts="es-DO,en;q=0.5")) == "es"
    assert scope_language(scope(cookie="pt", accepts="es")) == "pt"
    assert scope_language(scope(cookie="xx", accepts="fr")) == "en"
