"""URLs of the whole site."""

from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from accounts.preferences.views import set_language, settings_page
from accounts.second_factor import may_enter, staff_entrance
from accounts.urls import of_allauth

admin.site.login = staff_entrance  # type: ignore[method-assign]
admin.site.has_permission = may_enter  # type: ignore[method-assign]
admin.site.site_title = admin.site.site_header = _("Casino, the card game")
admin.site.index_title = _("Staff pages")

handler500 = "casino.errors.failed"

urlpatterns = [
    path("admin/desk/", include("games.desk.urls")),
    path("admin/", admin.site.urls),
    path("settings/", settings_page, name="settings"),
    path("language/", set_language, name="set_language"),
    path("", include("accounts.urls")),
    *of_allauth,
    path("", include("games.urls")),
]
