"""URLs of the desk, below those of the admin pages."""

from django.urls import path

from games.desk import moderation_views, views

app_name = "desk"

urlpatterns = [
    path("person/", views.person, name="person"),
    path("reports/", moderation_views.reports, name="reports"),
    path("message/<int:pk>/", moderation_views.message, name="message"),
    path("message/<int:pk>/decide/", moderation_views.decide, name="decide"),
    path("<int:pk>/", views.dispute, name="dispute"),
    path("<int:pk>/hands/", views.reveal_hands, name="hands"),
    path("<int:pk>/stop/", views.pause_game, name="stop"),
    path("<int:pk>/go-on/", views.resume, name="go_on"),
    path("<int:pk>/rule/<slug:kind>/", views.rule, name="rule"),
]
