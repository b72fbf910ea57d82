"""Template variables that are the same on all pages."""

from django.conf import settings
from django.http import HttpRequest

from casino.version import release


def site(_: HttpRequest) -> dict[str, object]:
    return {"release": release(), "mail_off": settings.MAIL_OFF}
