"""HTTP, sockets and lifespan of the baseline."""

from importlib import import_module

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

http = get_asgi_application()  # sets Django up: only then can what follows import models

socket = import_module("tests.bench.baseline.views").Socket
lifespan = import_module("casino.lifespan").lifespan
sockets = AuthMiddlewareStack(URLRouter([path("ws/g/<str:public_id>/", socket.as_asgi())]))

application = ProtocolTypeRouter({"http": http, "websocket": sockets, "lifespan": lifespan})
