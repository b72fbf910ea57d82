"""Read-only admin pages of games for the site's staff: nothing can be changed, and no card is shown."""

from collections.abc import Callable

from django.contrib import admin
from django.db.models import Max, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from casino.admin_base import ReadOnlyAdminMixin, StaffAdmin
from games.domain.codec import EVENT_TYPES
from games.domain.presets import FAMILY_OF, PRESETS
from games.models import Game, Rating, RatingChange, Seat, StoredEvent
from games.models.social import MessageReport
from games.presenters.rules import game_name

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
        *["public_id", "preset", "options", "seats", "partners", "public", "table_settings", "host", "rematch_of"],
        *["commitment", "status", "turn", "totals", "seq", "created", "updated", "log"],
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
    """All reported messages, their games, and the outcome of each report. They are decided at the desk."""

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
        """Return the time of the message's removal, else a link to the page for removing it or muting its author."""
        if report.message.removed:
            return date_format(localtime(report.message.removed), "SHORT_DATETIME_FORMAT")
        return format_html('<a href="{}">{}</a>', reverse("desk:message", args=[report.message_id]), _("Decide"))

    @admin.display(description=_("person"))
    def author(self, report: MessageReport) -> str:
        person = report.message.person
        if person is None:
            return ""
        return format_html('<a href="{}">{}</a>', reverse("admin:accounts_person_change", args=[person.pk]), person)

    @admin.display(description=_("table"))
    def table(self, report: MessageReport) -> str:
        game = report.message.game.public_id
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
