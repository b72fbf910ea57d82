"""Addresses of the sockets."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/g/<slug:public_id>/", TableConsumer.as_asgi())]  # type: ignore[no-untyped-call]
