"""Read-only admin pages for the staff: games, without a card; disputes and rulings, which have pages of their own."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib import admin
from django.db.models import Max, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from casino.admin_base import ReadOnlyAdminMixin, StaffAdmin
from casino.clock import now
from games.domain.codec import EVENT_TYPES
from games.domain.presets import FAMILY_OF, PRESETS
from games.domain.table_settings import CORRESPONDENCE_CLOCKS
from games.models import ChatBan, Game, Rating, RatingChange, Seat, StoredEvent, Suspension
from games.models.social import MessageReport
from games.presenters.event_lines import RULING_KINDS
from games.presenters.rules import game_name
from games.rulings.models import Dispute, RulingRecord, Sanction
from games.rulings.permissions import PERMISSION, can_moderate

LATEST_EVENTS = 100_000
"""Number of latest events searched for one type across the whole site: no index covers types."""


class FixedChoicesFilter(admin.SimpleListFilter):
    """A filter with a fixed list of choices, so that the database is not queried for them."""

    choices_of: Callable[[], list[tuple[str, str]]]

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Model]) -> list[tuple[str, str]]:  # noqa: ARG002  Django's way of asking
        return type(self).choices_of()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:  # noqa: ARG002  Django's way of asking
        return queryset.filter(**{str(self.parameter_name): self.value()}) if self.value() else queryset


class PresetFilter(FixedChoicesFilter):
    title = _("game")
    parameter_name = "preset"
    choices_of = staticmethod(lambda: [(preset, game_name(preset)) for preset in PRESETS])


class FamilyFilter(FixedChoicesFilter):
    title = _("game family")
    parameter_name = "family"
    choices_of = staticmethod(lambda: [(family, family) for family in dict.fromkeys(FAMILY_OF.values())])


class EventTypeFilter(FixedChoicesFilter):
    title = _("type")
    parameter_name = "type"
    choices_of = staticmethod(lambda: [(name, name) for name in sorted(EVENT_TYPES)])


class RatedFilter(admin.SimpleListFilter):
    title = _("rated")
    parameter_name = "rated"
    table_settings = "table_settings"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Model]) -> list[tuple[str, str]]:  # noqa: ARG002  Django's way of asking
        return [("yes", str(_("yes"))), ("no", str(_("no")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:  # noqa: ARG002  Django's way of asking
        wanted = {f"{self.table_settings}__rated": True}
        match self.value():
            case "yes":
                return queryset.filter(**wanted)
            case "no":
                return queryset.exclude(**wanted)
            case _:
                return queryset


class SeatsOfGame(ReadOnlyAdminMixin, admin.TabularInline[Seat, Game]):
    model = Seat
    fields = ["number", "name", "person", "bot"]


@admin.register(Game)
class GameAdmin(ReadOnlyAdminMixin, StaffAdmin[Game]):
    list_display = ["public_id", "preset", "status", "seats", "public", "seq", "created", "updated", "log"]
    list_filter = ["status", "public", PresetFilter, RatedFilter]
    list_select_related = False
    search_fields = ["public_id__exact"]
    search_help_text = _("A game ID or a player’s username.")
    inlines = [SeatsOfGame]
    fields = [
        "public_id",
        "preset",
        "options",
        "seats",
        "partners",
        "public",
        "table_settings",
        "host",
        "rematch_of",
        "commitment",
        "status",
        "turn",
        "totals",
        "seq",
        "created",
        "updated",
        "log",
    ]

    def get_search_results(
        self,
        request: HttpRequest,  # noqa: ARG002  Django's way of asking
        queryset: QuerySet[Game],
        search_term: str,
    ) -> tuple[QuerySet[Game], bool]:
        """Search by the game's address or by a player: two indexes, one query after the other."""
        if not search_term:
            return queryset, False
        found = queryset.filter(public_id=search_term)
        seats = Seat.objects.filter(person__username=search_term).values("game_id")
        return (found if found.exists() else queryset.filter(pk__in=seats)), False

    @admin.display(description=_("log"))
    def log(self, game: Game) -> str:
        address = reverse("admin:games_storedevent_changelist")
        return format_html('<a href="{}?q={}">{}</a>', address, game.public_id, _("events"))


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdminMixin, StaffAdmin[Seat]):
    """The players of seats. Seats are not changed here: that is for the game's services."""

    list_display = ["game", "number", "name", "person", "bot", "seen_seq", "seen_round"]
    list_select_related = ["game", "person"]
    search_fields = ["game__public_id__exact", "person__username__exact", "name__exact"]
    fields = ["game", "number", "name", "person", "bot", "seen_seq", "seen_round"]


@admin.register(MessageReport)
class ReportAdmin(ReadOnlyAdminMixin, StaffAdmin[MessageReport]):
    """All reported messages, their games, and the outcome of each report. They are decided on the moderation pages."""

    list_display = ["at", "state", "outcome", "said", "author", "table", "deed"]
    list_filter = ["state", "outcome"]
    list_display_links = None
    list_select_related = ["message__game", "message__person"]
    search_fields = ["message__game__public_id__exact", "message__person__username__exact"]

    @admin.display(description=_("message"))
    def said(self, report: MessageReport) -> str:
        return str(report.message.text or report.message.phrase)

    @admin.display(description=_("removed"), empty_value="")
    def deed(self, report: MessageReport) -> str:
        """The time of the message's removal, else a link to the page for removing it or muting its author."""
        if report.message.removed:
            return date_format(localtime(report.message.removed), "SHORT_DATETIME_FORMAT")
        return format_html('<a href="{}">{}</a>', reverse("moderation:message", args=[report.message_id]), _("Decide"))

    @admin.display(description=_("person"))
    def author(self, report: MessageReport) -> str:
        person = report.message.person
        if person is None:
            return ""
        return format_html('<a href="{}">{}</a>', reverse("admin:accounts_person_change", args=[person.pk]), person)

    @admin.display(description=_("table"))
    def table(self, report: MessageReport) -> str:
        game = report.message.place
        if not report.message.game:
            return game
        return format_html('<a href="{}">{}</a>', reverse("games:table", args=[game]), game)


@admin.register(StoredEvent)
class EventAdmin(ReadOnlyAdminMixin, StaffAdmin[StoredEvent]):
    """The type, time and actor of events.

    Never the payload, which holds cards; nor the action's text, which names them; nor the hash, by which guesses at
    the last few cards of a round could be verified.
    """

    list_display = ["game", "seq", "type", "actor", "at"]
    list_filter = [EventTypeFilter]
    search_fields = ["game__public_id__exact"]
    search_help_text = _("A game ID.")
    list_select_related = ["game"]
    fields = ["game", "seq", "type", "version", "actor", "at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[StoredEvent]:
        rows = super().get_queryset(request).defer("payload", "action_text")
        if "type" not in request.GET or request.GET.get("q"):
            return rows
        latest = StoredEvent.objects.aggregate(latest=Max("pk"))["latest"] or 0
        return rows.filter(pk__gt=latest - LATEST_EVENTS)


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdminMixin, StaffAdmin[Rating]):
    list_display = ["person", "family", "points", "games"]
    list_filter = [FamilyFilter]
    search_fields = ["person__username__exact"]
    list_select_related = ["person"]


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdminMixin, StaffAdmin[RatingChange]):
    list_display = ["game", "number", "person", "family", "place", "mu_before", "mu_after"]
    list_filter = [FamilyFilter]
    search_fields = ["game__public_id__exact", "person__username__exact"]
    list_select_related = ["game", "person"]


# --- disputes and rulings ---


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
        return [("live", str(_("live"))), ("days", str(_("correspondence"))), ("none", str(_("own pace")))]

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
        """Redirect to the page of the dispute, which checks the director's rights."""
        return redirect("moderation:dispute", int(object_id) if object_id.isdecimal() else 0)

    @admin.display(description=_("dispute"))
    def case(self, dispute: Dispute) -> str:
        url = reverse("moderation:dispute", args=[dispute.pk])
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
        return str({"live": _("live"), "none": _("own pace")}.get(clock, _("correspondence")))

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
    """Notices from directors that belong to no game; new ones are given on the moderation pages."""

    list_display = ["made", "person", "kind", "until", "director"]
    list_filter = ["kind"]
    list_select_related = ["person", "director"]
    search_fields = ["person__username__exact", "director__username__exact"]
    fields = ["made", "person", "kind", "until", "director", "text"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def add_view(self, *_args: object, **_options: object) -> HttpResponse:
        return redirect("moderation:person")


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
