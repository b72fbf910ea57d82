"""People in the admin pages."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import Person


@admin.register(Person)
class PersonAdmin(UserAdmin[Person]):
    list_display = ("username", "display_name", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", *UserAdmin.list_filter)
    search_fields = ("username", "display_name", "email")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("At the table"), {"fields": ("display_name", "is_guest")}))
