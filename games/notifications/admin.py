"""Notifications that were not delivered, for the site's staff; their text and address are not shown."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.admin_base import ReadOnlyAdminMixin, StaffAdmin
from games.notifications.models import Notification

UNDELIVERED = (
    Notification.Status.WAITING,
    Notification.Status.DEFERRED,
    Notification.Status.SENDING,
    Notification.Status.FAILED,
)


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdminMixin, StaffAdmin[Notification]):
    """Notifications that are waiting, deferred or given up, and the reason."""

    list_display = ["created", "person", "game", "kind", "method", "status", "due", "attempts", "reason"]
    list_filter = ["status", "method", "kind"]
    list_select_related = ["person", "game"]
    search_fields = ["person__username__exact", "game__public_id__exact"]
    search_help_text = _("A username or a game ID.")
    fields = ["created", "person", "game", "kind", "method", "status", "due", "attempts", "reason"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notification]:
        return super().get_queryset(request).filter(status__in=UNDELIVERED)
