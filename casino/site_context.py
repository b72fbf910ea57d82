"""Template variables that are the same on all pages."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static

from casino.version import dated_release

SHARE_PICTURE = "images/share.png"
"""Drawn by `manage.py share_picture`."""


def site(request: HttpRequest) -> dict[str, object]:
    return {"release": dated_release(), "mail_off": settings.MAIL_OFF, "site_picture": partial(_site_picture, request)}


def _site_picture(request: HttpRequest) -> str:
    """The address of the picture that other sites show with a link to a page without one of its own."""
    return request.build_absolute_uri(static(SHARE_PICTURE))
