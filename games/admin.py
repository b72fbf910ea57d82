"""A look at games for those who run the site: nothing can be changed, and no card is shown."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.beside import Report
from games.models import Event, Game, Rating, RatingChange, Seat


def never(*_: Any, **__: Any) -> bool:
    return False


class LookOnly:
    has_add_permission: Callable[..., bool] = never
    has_change_permission: Callable[..., bool] = never
    has_delete_permission: Callable[..., bool] = never


class SeatsOfGame(LookOnly, admin.TabularInline[Seat, Game]):
    model = Seat
    fields = ["number", "name", "person", "bot"]


@admin.register(Game)
class GameAdmin(LookOnly, admin.ModelAdmin[Game]):
    list_display = ["public_id", "preset", "status", "seats", "public", "seq", "created", "updated"]
    list_filter = ["status", "public", "preset"]
    search_fields = ["public_id"]
    date_hierarchy = "created"
    inlines = [SeatsOfGame]
    fields = [
        *["public_id", "preset", "options", "seats", "partners", "public", "terms", "host", "rematch_of"],
        *["commitment", "status", "turn", "totals", "seq", "head", "created", "updated"],
    ]


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin[Report]):
    """What was reported, where, and whether somebody has dealt with it."""

    list_display = ["at", "state", "said", "author", "table"]
    list_filter = ["state"]
    list_editable = ["state"]
    list_display_links = None
    list_select_related = ["message__game", "message__person"]
    has_add_permission = never
    has_delete_permission = never

    @admin.display(description=_("message"))
    def said(self, report: Report) -> str:
        return str(report.message.text or report.message.phrase)

    @admin.display(description=_("person"))
    def author(self, report: Report) -> str:
        return str(report.message.person or "")

    @admin.display(description=_("table"))
    def table(self, report: Report) -> str:
        game = report.message.game.public_id
        return format_html('<a href="{}">{}</a>', reverse("games:table", args=[game]), game)


@admin.register(Event)
class EventAdmin(LookOnly, admin.ModelAdmin[Event]):
    """Which kind of thing happened when, by whom: never the payload, which holds cards."""

    list_display = ["game", "seq", "type", "actor", "at"]
    list_filter = ["type"]
    search_fields = ["=game__public_id"]
    list_select_related = ["game"]
    fields = ["game", "seq", "type", "version", "actor", "at", "previous", "hash"]


@admin.register(Rating)
class RatingAdmin(LookOnly, admin.ModelAdmin[Rating]):
    list_display = ["person", "family", "points", "games"]
    list_filter = ["family"]
    search_fields = ["person__username"]
    list_select_related = ["person"]


@admin.register(RatingChange)
class RatingChangeAdmin(LookOnly, admin.ModelAdmin[RatingChange]):
    list_display = ["game", "number", "person", "family", "place", "mu_before", "mu_after"]
    list_filter = ["family"]
    search_fields = ["=game__public_id", "person__username"]
    list_select_related = ["game", "person"]
