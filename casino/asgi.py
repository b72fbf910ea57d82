"""HTTP, websockets and lifespan of the site."""

import os
from importlib import import_module

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings

from casino.health import Application, with_health
from casino.live_server import handler
from casino.metrics import counted, counted_sockets
from casino.origins import from_here
from casino.sockets import known

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

pages: Application = handler.pages()  # sets Django up: only then can what follows import models

routes = import_module("games.consumers.routing").websocket_urlpatterns
sockets: Application = known(from_here(AuthMiddlewareStack(URLRouter(routes))), routes)
lifespan = import_module("casino.lifespan").lifespan

if settings.METRICS:
    pages, sockets = counted(pages), counted_sockets(sockets)

application = ProtocolTypeRouter({"http": with_health(pages), "websocket": sockets, "lifespan": lifespan})
