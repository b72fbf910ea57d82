"""People in the admin pages."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from casino.admin_base import BoundedPaginator, FilterOnlyMixin, deny

PRIVILEGE_FIELDS = ("is_staff", "is_superuser", "groups", "user_permissions")
"""Fields that grant rights over the site. Only superusers may set them; otherwise staff who may edit people could
promote themselves."""


admin.site.unregister(Group)


@admin.register(Group)
class SiteGroupAdmin(FilterOnlyMixin, GroupAdmin):
    """Django's own pages of groups, with the lists of this site."""


@admin.register(Person)
class PersonAdmin(FilterOnlyMixin, UserAdmin[Person]):
    """People. An inactive person cannot log in. No one is deleted here: people delete their accounts themselves, after
    giving up their games, and the record of staff actions stays."""

    list_display = ("username", "display_name", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff", "groups")
    search_fields = ("username__istartswith", "display_name__istartswith", "email__iexact")
    ordering = ("-pk",)
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    paginator = BoundedPaginator
    show_facets = admin.ShowFacets.NEVER
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("At the table"), {"fields": ("display_name", "is_guest")}))
    has_delete_permission = deny

    def get_readonly_fields(self, request: HttpRequest, obj: Person | None = None) -> Any:
        fixed = (*super().get_readonly_fields(request, obj), "is_guest", "last_login", "date_joined")
        return fixed if getattr(request.user, "is_superuser", False) else (*fixed, *PRIVILEGE_FIELDS)

    def has_change_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        """Let only superusers change staff other than themselves: setting someone's password, or their address, is a
        way into their account, and to rights that one does not have."""
        allowed = super().has_change_permission(request, obj)
        free = obj is None or obj == request.user or not (obj.is_staff or obj.is_superuser)
        return allowed and (free or bool(getattr(request.user, "is_superuser", False)))
