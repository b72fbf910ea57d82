"""URLs of tournaments, below `tournaments/`."""

from django.urls import include, path

from games.views import tournament_plans, tournament_results, tournaments

of_a_tournament = [
    path("", tournaments.tournament, name="tournament"),
    path("wall/", tournaments.wall, name="tournament_wall"),
    path("enter/", tournaments.enter_tournament, name="enter_tournament"),
    path("withdraw/", tournaments.withdraw_tournament, name="withdraw_tournament"),
    path("challenge/<int:entry>/", tournaments.tournament_challenge, name="tournament_challenge"),
    path("challenges/<int:match>/", tournaments.tournament_answer, name="tournament_answer"),
]

organizing = [
    path("edit/", tournament_plans.edit_tournament, name="edit_tournament"),
    path("organize/", tournament_plans.organize, name="tournament_organize"),
    path("organize/start/", tournament_plans.start_tournament, name="start_tournament"),
    path("organize/end/", tournament_plans.call_off_tournament, name="call_off_tournament"),
    path("organize/extend/", tournament_plans.extend_round, name="extend_round"),
    path("organize/entries/<int:entry>/remove/", tournament_plans.remove_entry, name="remove_entry"),
    path("organize/matches/<int:match>/result/", tournament_plans.correct_result, name="correct_result"),
    path("organize/matches/<int:match>/adjourn/", tournament_plans.adjourn_match, name="adjourn_match"),
    path("results.json", tournament_results.tournament_json, name="tournament_json"),
    path("results.csv", tournament_results.tournament_csv, name="tournament_csv"),
    path("calendar.ics", tournament_results.tournament_calendar, name="tournament_calendar"),
]

urlpatterns = [
    path("", tournaments.tournaments, name="tournaments"),
    path("new/", tournament_plans.new_tournament, name="new_tournament"),
    path("<slug:public_id>/", include([*of_a_tournament, *organizing])),
]
