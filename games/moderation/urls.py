"""URLs of the moderation pages."""

from django.urls import path

from games.moderation import dispute_views, report_views

app_name = "moderation"

urlpatterns = [
    path("person/", dispute_views.person, name="person"),
    path("reports/", report_views.reports, name="reports"),
    path("message/<int:pk>/", report_views.message, name="message"),
    path("message/<int:pk>/decide/", report_views.decide, name="decide"),
    path("<int:pk>/", dispute_views.dispute, name="dispute"),
    path("<int:pk>/hands/", dispute_views.reveal_hands, name="hands"),
    path("<int:pk>/stop/", dispute_views.pause_game, name="stop"),
    path("<int:pk>/go-on/", dispute_views.resume, name="go_on"),
    path("<int:pk>/rule/<slug:kind>/", dispute_views.rule, name="rule"),
]
