"""Common parts of the staff pages: they stay quick however many rows there are, and most of them are read-only."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, ClassVar
from urllib.parse import parse_qsl

from django import forms
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from casino.limits import address_of
from casino.logs import asked_for, note, person_of

MOST_COUNTED = 10_000
"""Rows beyond are found by searching, not by paging: counting all of a large table takes the database long."""


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


SEARCH_LENGTH = 100
"""The longest search: each word of it is a condition of the query."""


class SearchForm(forms.Form):
    """Replace Django's own form, which takes any length."""

    q = forms.CharField(required=False, strip=False, max_length=SEARCH_LENGTH)


class OfferedOnly(ChangeList):
    """Answer the links of the list's own filters, and refuse every other parameter: a lookup across relations or into
    a column tells, in a few hundred requests, cards, seeds and password hashes that no page shows."""

    search_form_class = SearchForm

    def get_filters(self, request: HttpRequest) -> Any:
        try:
            found = super().get_filters(request)
            self._refuse_what_is_not_offered(found[0])
        except (DisallowedModelAdminLookup, IncorrectLookupParameters):
            note("refused", page=asked_for(request), person=person_of(request), address=address_of(request))
            raise
        return found

    def _refuse_what_is_not_offered(self, filters: list[admin.ListFilter]) -> None:
        offered = {pair for each in filters for pair in self._offered_by(each)}
        asked = {(name, value) for name, values in self.get_filters_params().items() for value in values}
        if asked - offered:
            raise DisallowedModelAdminLookup("Only the list's own filters are answered")

    def _offered_by(self, each: admin.ListFilter) -> Iterator[tuple[str, str]]:
        """Yield the parameters, with their values, of the filter's links."""
        own = set(each.expected_parameters())
        for choice in each.choices(self):
            link = str(choice["query_string"]).removeprefix("?")
            yield from (pair for pair in parse_qsl(link, keep_blank_values=True) if pair[0] in own)


class OwnFilters:
    """Mixin of every list of the staff pages, also those that Django brings along."""

    def get_changelist(self, request: HttpRequest, **_: Any) -> type[ChangeList]:  # noqa: ARG002  Django's way of asking
        return OfferedOnly


class StaffAdmin[M: Model](OwnFilters, admin.ModelAdmin[M]):
    """Lists the latest rows first, which an index has in order; nothing is counted but for the pages."""

    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    paginator = CountedSoFar
    show_facets = admin.ShowFacets.NEVER
