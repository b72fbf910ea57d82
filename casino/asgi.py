"""HTTP, websockets and lifespan of the site."""

import os
from importlib import import_module

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

http = get_asgi_application()  # sets Django up: only then can what follows import models

websockets = URLRouter(import_module("games.routing").websocket_urlpatterns)
lifespan = import_module("casino.lifespan").lifespan

application = ProtocolTypeRouter(
    {"http": http, "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(websockets)), "lifespan": lifespan}
)
