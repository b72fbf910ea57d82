"""URLs of the sockets."""

from django.urls import path

from games.consumers import TableConsumer
from games.list_consumers import LobbyConsumer, MeConsumer

websocket_urlpatterns = [
    path("ws/g/<slug:public_id>/", TableConsumer.as_asgi()),  # type: ignore[no-untyped-call]
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[no-untyped-call]
    path("ws/me/", MeConsumer.as_asgi()),  # type: ignore[no-untyped-call]
]
