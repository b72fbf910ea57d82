"""A line in the log for each request, if ACCESS_LOG asks for it: the page by its name, never its URL, which may contain
a link to a seat or an account."""

import logging

from django.conf import settings

from casino.health import Application, Message
from casino.metrics import page_name, timed

logger = logging.getLogger(__name__)

PLAY = "/g/"
"""Where the pages of games are, of which a player asks for many; ACCESS_LOG=all logs these, too."""


def with_access_log(application: Application) -> Application:
    return timed(application, log_request)


def log_request(scope: Message, status: int, seconds: float) -> None:
    if scope["path"].startswith(PLAY) and settings.ACCESS_LOG != "all":
        return
    fields = {
        "method": scope["method"],
        "page": page_name(scope["path"]),
        "status": status,
        "seconds": round(seconds, 3),
        "address": (scope.get("client") or ("",))[0],
    }
    text = " ".join(f"{name}={value}" for name, value in fields.items())
    logger.info("%s", text, extra=fields)
