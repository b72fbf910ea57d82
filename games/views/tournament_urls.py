"""URLs of tournaments, below `tournaments/`."""

from django.urls import include, path

from games.views import tournaments

of_a_tournament = [
    path("", tournaments.tournament, name="tournament"),
    path("wall/", tournaments.wall, name="tournament_wall"),
    path("enter/", tournaments.enter_tournament, name="enter_tournament"),
    path("withdraw/", tournaments.withdraw_tournament, name="withdraw_tournament"),
    path("challenge/<int:entry>/", tournaments.tournament_challenge, name="tournament_challenge"),
    path("challenges/<int:match>/", tournaments.tournament_answer, name="tournament_answer"),
]

urlpatterns = [
    path("", tournaments.tournaments, name="tournaments"),
    path("<slug:public_id>/", include(of_a_tournament)),
]
