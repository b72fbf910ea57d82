"""Notifications that were not delivered, for the site's staff; their text and address are not shown."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.staff import LookOnly, StaffAdmin
from games.notifications.models import Call

UNDELIVERED = (Call.Status.WAITING, Call.Status.HELD, Call.Status.SENDING, Call.Status.FAILED)


@admin.register(Call)
class CallAdmin(LookOnly, StaffAdmin[Call]):
    """Notifications that are waiting, held for quiet hours or given up, and the reason."""

    list_display = ["created", "person", "game", "happening", "way", "status", "due", "attempts", "reason"]
    list_filter = ["status", "way", "happening"]
    list_select_related = ["person", "game"]
    search_fields = ["person__username__exact", "game__public_id__exact"]
    search_help_text = _("The name by which somebody has signed up, or the address of a game.")
    fields = ["created", "person", "game", "happening", "way", "status", "due", "attempts", "reason"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Call]:
        return super().get_queryset(request).filter(status__in=UNDELIVERED)
