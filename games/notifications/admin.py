"""Notifications that were not delivered, without their text and address; announcements, which staff write."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.admin_base import ReadOnlyAdminMixin, StaffAdmin
from games.notifications.banners import banners
from games.notifications.models import Announcement, AnnouncementText, Notification

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


class TextForm(forms.ModelForm[AnnouncementText]):
    """The words in one of the site's languages."""

    language = forms.ChoiceField(label=_("Language"), choices=lambda: settings.LANGUAGES)

    class Meta:
        model = AnnouncementText
        fields = ("language", "text")
        widgets = {"text": forms.Textarea({"rows": 2})}


class TextFormSet(BaseInlineFormSet[AnnouncementText, Announcement, forms.ModelForm[AnnouncementText]]):
    """The texts, with a form for each language that has none yet."""

    def __init__(self, *args: Any, instance: Announcement | None = None, **kwargs: Any) -> None:
        written = set(instance.texts.values_list("language", flat=True)) if instance and instance.pk else set()
        missing = [{"language": code} for code, _name in settings.LANGUAGES if code not in written]
        super().__init__(*args, **{"instance": instance, "initial": missing} | kwargs)


class TextsOfAnnouncement(admin.TabularInline[AnnouncementText, Announcement]):
    model = AnnouncementText
    form = TextForm
    formset = TextFormSet
    extra = len(settings.LANGUAGES) - 1
    min_num = 1
    max_num = len(settings.LANGUAGES)

    def get_formset(self, request: HttpRequest, obj: Announcement | None = None, **options: Any) -> Any:
        """The forms, of which at least one must be filled in."""
        return super().get_formset(request, obj, validate_min=True, **options)


@admin.register(Announcement)
class AnnouncementAdmin(StaffAdmin[Announcement]):
    """Banners on every page. They appear within half a minute, and end by themselves."""

    list_display = ["words", "starts", "ends"]
    fields = ["starts", "ends"]
    inlines = [TextsOfAnnouncement]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("texts")

    @admin.display(description=_("announcement"))
    def words(self, announcement: Announcement) -> str:
        texts = {text.language: text.text for text in announcement.texts.all()}
        return texts.get(get_language() or "") or next(iter(texts.values()), str(announcement))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        banners.forget()

    def delete_model(self, request: HttpRequest, obj: Announcement) -> None:
        super().delete_model(request, obj)
        banners.forget()
