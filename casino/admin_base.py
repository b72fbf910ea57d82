"""Base classes of the staff pages: quick however many rows there are, and mostly read-only."""

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

from casino.logs import log_security_event, request_name, request_person_id
from casino.rate_limits import client_address

MAX_COUNTED = 10_000
"""Rows beyond are found by searching, not by paging: counting all of a large table takes the database long."""


def deny(*_: Any, **__: Any) -> bool:
    return False


class ReadOnlyAdminMixin:
    has_add_permission: Callable[..., bool] = deny
    has_change_permission: Callable[..., bool] = deny
    has_delete_permission: Callable[..., bool] = deny


class BoundedPaginator(Paginator[Model]):
    """Pages of a list that is counted only up to a maximum."""

    @cached_property
    def count(self) -> int:
        listed: QuerySet[Model] = self.object_list  # type: ignore[assignment]  # the admin lists querysets
        return listed.order_by()[:MAX_COUNTED].count()


SEARCH_LENGTH = 100
"""The longest search: each word of it is a condition of the query."""


class SearchForm(forms.Form):
    """Replace Django's own form, which takes any length."""

    q = forms.CharField(required=False, strip=False, max_length=SEARCH_LENGTH)


class FilterOnlyChangeList(ChangeList):
    """Answer the links of the list's own filters, and refuse every other parameter: a lookup across relations or into
    a column tells, in a few hundred requests, cards, seeds and password hashes that no page shows."""

    search_form_class = SearchForm

    def get_filters(self, request: HttpRequest) -> Any:
        try:
            result = super().get_filters(request)
            self._reject_other_params(result[0])
        except (DisallowedModelAdminLookup, IncorrectLookupParameters):
            log_security_event(
                "refused",
                page=request_name(request),
                person=request_person_id(request),
                address=client_address(request),
            )
            raise
        return result

    def _reject_other_params(self, filters: list[admin.ListFilter]) -> None:
        offered = {pair for filter_ in filters for pair in self._params_of(filter_)}
        requested = {(name, value) for name, values in self.get_filters_params().items() for value in values}
        if requested - offered:
            raise DisallowedModelAdminLookup("Only the list's own filters are answered")

    def _params_of(self, filter_: admin.ListFilter) -> Iterator[tuple[str, str]]:
        """Yield the parameters, with their values, of the filter's links."""
        own = set(filter_.expected_parameters())
        for choice in filter_.choices(self):
            link = str(choice["query_string"]).removeprefix("?")
            yield from (pair for pair in parse_qsl(link, keep_blank_values=True) if pair[0] in own)


class FilterOnlyMixin:
    """Mixin of every list of the staff pages, also those that Django brings along."""

    def get_changelist(self, request: HttpRequest, **_: Any) -> type[ChangeList]:  # noqa: ARG002  Django's way of asking
        return FilterOnlyChangeList


class StaffAdmin[M: Model](FilterOnlyMixin, admin.ModelAdmin[M]):
    """Lists the latest rows first, which an index has in order; nothing is counted but for the pages."""

    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    paginator = BoundedPaginator
    show_facets = admin.ShowFacets.NEVER
