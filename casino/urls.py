"""URLs of the whole site."""

from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from django.views.generic import RedirectView

from accounts.mfa import may_enter_staff_pages, staff_login
from accounts.preferences.views import set_language, settings_page, switch_sounds
from accounts.urls import of_allauth

admin.site.login = staff_login  # type: ignore[method-assign]
admin.site.has_permission = may_enter_staff_pages  # type: ignore[method-assign]
admin.site.site_title = admin.site.site_header = _("Casino, the card game")
admin.site.index_title = _("Staff pages")

handler500 = "casino.error_views.handle_server_error"

urlpatterns = [
    path("moderation/", include("games.moderation.urls")),
    path(
        "admin/desk/<path:page>",
        RedirectView.as_view(url="/moderation/%(page)s", permanent=True, query_string=True),
        name="old_moderation",
    ),
    path("admin/", admin.site.urls),
    path("settings/", settings_page, name="settings"),
    path("settings/sounds/", switch_sounds, name="sounds"),
    path("language/", set_language, name="set_language"),
    path("", include("accounts.urls")),
    *of_allauth,
    path("", include("games.urls")),
]
