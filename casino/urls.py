"""URLs of the whole site."""

from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from django.views.generic import RedirectView

from casino.status import status_page

admin.site.site_title = admin.site.site_header = _("Casino, the card game")
admin.site.index_title = _("Staff pages")

handler400 = "casino.error_views.handle_bad_request"
handler500 = "casino.error_views.handle_server_error"

urlpatterns = [
    path("moderation/", include("games.moderation.urls")),
    path(
        "admin/desk/<path:page>",
        RedirectView.as_view(url="/moderation/%(page)s", permanent=True, query_string=True),
        name="old_moderation",
    ),
    path("admin/status/", admin.site.admin_view(status_page), name="status"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
