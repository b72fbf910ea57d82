"""What the pages of those who run the site have in common: they stay quick however much there is, and most of them
only let one look."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest

MOST_COUNTED = 10_000
"""Rows beyond are found by searching, not by turning pages: counting all of a large table takes the database long."""


def never(*_: Any, **__: Any) -> bool:
    return False


class LookOnly:
    has_add_permission: Callable[..., bool] = never
    has_change_permission: Callable[..., bool] = never
    has_delete_permission: Callable[..., bool] = never


class CountedSoFar(Paginator[Model]):
    """Pages of a list that is counted only so far."""

    @cached_property
    def count(self) -> int:
        listed: QuerySet[Model] = self.object_list  # type: ignore[assignment]  # the admin lists querysets
        return listed.order_by()[:MOST_COUNTED].count()


class StaffAdmin[M: Model](admin.ModelAdmin[M]):
    """Lists by the latest first, which an index has in order; nothing is counted but for the pages."""

    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    paginator = CountedSoFar
    show_facets = admin.ShowFacets.NEVER

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:  # noqa: ARG002  Django's way of asking
        """What the list's own filters ask. Who could ask which rows have a card in them, or a seed that begins so,
        would soon know cards and seeds."""
        return lookup.partition("__")[0] in {_asked_by(each) for each in self.list_filter}


def _asked_by(each: Any) -> str:
    """What a filter of a list is called in the address."""
    name = each[0] if isinstance(each, tuple) else getattr(each, "parameter_name", each)
    return str(name).partition("__")[0]
