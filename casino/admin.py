"""The read-only record of staff actions."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from casino.admin_base import ReadOnlyAdminMixin, StaffAdmin

# An address, a passkey or a session takes an account over; tasks hold whole letters, those with links to new passwords
# too.
admin.site.unregister([EmailAddress, Authenticator, UserSession, DBTaskResult])


@admin.register(LogEntry)
class AuditAdmin(ReadOnlyAdminMixin, StaffAdmin[LogEntry]):
    """Log of all actions in the admin and on the moderation pages; triggers in the database keep it unchanged."""

    list_display = ["action_time", "user", "action_flag", "content_type", "object_repr", "change_message_text"]
    list_filter = ["action_flag", ("content_type", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["user", "content_type"]
    search_fields = ["user__username__exact", "object_id__exact", "object_repr__startswith"]
    fields = ["action_time", "user", "action_flag", "content_type", "object_id", "object_repr", "change_message_text"]

    @admin.display(description=_("action"))
    def change_message_text(self, entry: LogEntry) -> str:
        return str(entry.get_change_message())
