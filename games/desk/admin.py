"""Read-only admin lists of disputes and rulings; the work on them is done at the desk."""

from datetime import timedelta

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from casino.admin_base import ReadOnlyAdminMixin, StaffAdmin
from casino.clock import now
from games.admin import PresetFilter, RatedFilter
from games.domain.table_settings import CORRESPONDENCE_CLOCKS
from games.models import ChatBan, Suspension
from games.presenters.event_lines import RULING_KINDS
from games.presenters.rules import game_name
from games.rulings.models import Dispute, RulingRecord, Sanction
from games.rulings.permissions import PERMISSION, can_moderate


class DirectorAdminMixin(ReadOnlyAdminMixin):
    """Visible to directors only, not to other staff."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002  Django's way
        return getattr(request.user, "is_active", False) and request.user.has_perm(PERMISSION)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


class GamePresetFilter(PresetFilter):
    parameter_name = "game__preset"


class GameRatedFilter(RatedFilter):
    table_settings = "game__table_settings"


class AgeFilter(admin.SimpleListFilter):
    title = _("age")
    parameter_name = "days"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Model]) -> list[tuple[str, str]]:  # noqa: ARG002  Django's way of asking
        return [
            ("1", str(_("more than a day"))),
            ("3", str(_("more than three days"))),
            ("7", str(_("more than a week"))),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:  # noqa: ARG002  Django's way of asking
        value = self.value()
        return queryset.filter(opened__lt=now() - timedelta(days=int(value))) if value in ("1", "3", "7") else queryset


class ClockFilter(admin.SimpleListFilter):
    title = _("clock")
    parameter_name = "pace"
    CLOCKS = {"live": ("live",), "days": CORRESPONDENCE_CLOCKS, "none": ("none",)}

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Model]) -> list[tuple[str, str]]:  # noqa: ARG002  Django's way of asking
        return [("live", str(_("live"))), ("days", str(_("correspondence"))), ("none", str(_("no clock")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:  # noqa: ARG002  Django's way of asking
        clocks = self.CLOCKS.get(str(self.value()))
        return queryset.filter(game__table_settings__clock__in=clocks) if clocks else queryset


@admin.register(Dispute)
class DisputeAdmin(DirectorAdminMixin, StaffAdmin[Dispute]):
    """The queue: open disputes first, oldest first. Those of games in which the director plays are excluded."""

    list_display = ["case", "state", "preset", "rated", "clock", "disputant", "opened", "age", "settled"]
    list_display_links = None
    list_filter = ["state", GamePresetFilter, GameRatedFilter, ClockFilter, AgeFilter]
    list_select_related = ["game", "person"]
    search_fields = ["game__public_id__exact", "person__username__exact"]
    search_help_text = _("A game ID or a player’s username.")
    ordering = ("state", "opened")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        return super().get_queryset(request).exclude(game__taken_seats__person=request.user.pk)

    def change_view(
        self,
        request: HttpRequest,  # noqa: ARG002  Django's way
        object_id: str,
        form_url: str = "",  # noqa: ARG002  Django's way of asking
        extra_context: dict[str, object] | None = None,  # noqa: ARG002  Django's way of asking
    ) -> HttpResponse:
        """Redirect to the desk, which checks the director's rights."""
        return redirect("desk:dispute", int(object_id) if object_id.isdecimal() else 0)

    @admin.display(description=_("dispute"))
    def case(self, dispute: Dispute) -> str:
        url = reverse("desk:dispute", args=[dispute.pk])
        return format_html('<a href="{}">{} · {}</a>', url, dispute.game.public_id, dispute.number)

    @admin.display(description=_("game"))
    def preset(self, dispute: Dispute) -> str:
        return game_name(dispute.game.preset)

    @admin.display(description=_("rated"), boolean=True)
    def rated(self, dispute: Dispute) -> bool:
        return bool(dispute.game.table_settings.get("rated"))

    @admin.display(description=_("clock"))
    def clock(self, dispute: Dispute) -> str:
        clock = dispute.game.table_settings.get("clock", "none")
        return str({"live": _("live"), "none": _("no clock")}.get(clock, _("correspondence")))

    @admin.display(description=_("disputed by"))
    def disputant(self, dispute: Dispute) -> str:
        return str(dispute.person or "")

    @admin.display(description=_("age"))
    def age(self, dispute: Dispute) -> str:
        return timesince(dispute.opened, dispute.settled or now())


@admin.register(RulingRecord)
class RulingRecordAdmin(DirectorAdminMixin, StaffAdmin[RulingRecord]):
    list_display = ["made", "game", "number", "ruled", "director", "dispute", "overruled_by"]
    list_select_related = ["game", "director", "dispute", "overruled_by"]
    search_fields = ["game__public_id__exact", "director__username__exact"]
    fields = ["made", "game", "number", "seq", "ruled", "director", "dispute", "overruled_by"]

    @admin.display(description=_("ruling"))
    def ruled(self, ruling: RulingRecord) -> str:
        return str(RULING_KINDS[ruling.kind])


@admin.register(Sanction)
class NoticeAdmin(DirectorAdminMixin, StaffAdmin[Sanction]):
    """Notices from directors that belong to no game; new ones are given at the desk."""

    list_display = ["made", "person", "kind", "until", "director"]
    list_filter = ["kind"]
    list_select_related = ["person", "director"]
    search_fields = ["person__username__exact", "director__username__exact"]
    fields = ["made", "person", "kind", "until", "director", "text"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def add_view(self, *_args: object, **_options: object) -> HttpResponse:
        return redirect("desk:person")


@admin.register(Suspension)
class SuspensionAdmin(DirectorAdminMixin, StaffAdmin[Suspension]):
    """Suspended people and the end of each suspension. It expires, or ends when its ruling is overruled."""

    list_display = ["person", "until", "ruling"]
    list_select_related = ["person", "ruling"]
    search_fields = ["person__username__exact"]
    fields = ["person", "until", "ruling"]


@admin.register(ChatBan)
class ChatBanAdmin(ReadOnlyAdminMixin, StaffAdmin[ChatBan]):
    """People banned from the chat and the end of each ban. It expires, or ends by a notice."""

    list_display = ["person", "until"]
    list_select_related = ["person"]
    search_fields = ["person__username__exact"]
    fields = ["person", "until"]

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002  Django's way
        return isinstance(request.user, Person) and can_moderate(request.user)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)
