"""URLs of the sockets."""

from django.urls import path

from games.consumers.club import ClubConsumer
from games.consumers.following import FollowingConsumer
from games.consumers.lobby import LobbyConsumer, UserConsumer
from games.consumers.table import TableConsumer
from games.consumers.tournament import TournamentConsumer
from games.consumers.watch import WatchConsumer

websocket_urlpatterns = [
    path("ws/g/<slug:public_id>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/clubs/<slug:address>/", ClubConsumer.as_asgi()),
    path("ws/tournaments/<slug:public_id>/", TournamentConsumer.as_asgi()),
    path("ws/watch/", WatchConsumer.as_asgi()),
    path("ws/following/", FollowingConsumer.as_asgi()),
    path("ws/me/", UserConsumer.as_asgi()),
]
