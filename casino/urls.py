"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("admin/", admin.site.urls),
    path("language/", set_language, name="set_language"),
    path("", include("games.urls")),
]
