"""HTTP, websockets and lifespan of the site."""

import os
from importlib import import_module

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings

from casino.access_log import with_access_log
from casino.health import Application, with_health
from casino.live_server import asgi_handler
from casino.live_server.concurrency import with_bounded_openings
from casino.metrics import with_page_metrics, with_socket_metrics
from casino.sockets import require_route, require_same_origin

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

pages: Application = asgi_handler.get_asgi_application()  # sets Django up: only then can what follows import models

routes = import_module("games.consumers.routing").websocket_urlpatterns
sockets: Application = with_bounded_openings(CookieMiddleware(URLRouter(routes)))
sockets = require_route(require_same_origin(sockets), routes)
lifespan = import_module("casino.lifespan").lifespan

if settings.METRICS:
    pages, sockets = with_page_metrics(pages), with_socket_metrics(sockets)
if settings.ACCESS_LOG:
    pages = with_access_log(pages)

application = ProtocolTypeRouter({"http": with_health(pages), "websocket": sockets, "lifespan": lifespan})
