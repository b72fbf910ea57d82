"""A look at games for those who run the site: nothing can be changed, and no card is shown."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin

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
