"""The filters of the lobby, which the session keeps."""

from collections.abc import Mapping
from typing import NamedTuple, Self
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as lazy

from games.presenters.catalogue import PLAYERS

FILTERS = "lobby_filters"
"""The key in the session of the lobby's filters."""

PACES = {"live": lazy("Live"), "days": lazy("Correspondence")}
RATINGS = {"yes": lazy("Rated"), "no": lazy("Unrated")}


class LobbyFilters(NamedTuple):
    """The open tables wanted: with this kind of clock, rated or not, for so many players. Empty: any."""

    pace: str = ""
    rated: str = ""
    seats: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self:
        """Read the filters of a query string. Unknown values filter nothing."""
        sent = {"pace": PACES, "rated": RATINGS, "seats": PLAYERS}
        return cls(*(value if (value := query.get(name, "")) in known else "" for name, known in sent.items()))

    @property
    def condition(self) -> Q:
        days = Q(correspondence=self.pace == "days") if self.pace else Q()
        rated = Q(table_settings__rated=self.rated == "yes") if self.rated else Q()
        return days & rated & (Q(seats=int(self.seats)) if self.seats else Q())

    @property
    def query(self) -> str:
        return urlencode({name: value for name, value in self._asdict().items() if value})

    @property
    def paces(self) -> list[tuple[str, str]]:
        return [(key, str(label)) for key, label in PACES.items()]

    @property
    def ratings(self) -> list[tuple[str, str]]:
        return [(key, str(label)) for key, label in RATINGS.items()]

    @property
    def seat_choices(self) -> tuple[str, ...]:
        return PLAYERS


NO_FILTERS = LobbyFilters()


def kept_filters(request: HttpRequest) -> LobbyFilters:
    """The filters that were sent, which the session keeps from then on, or those that it has kept."""
    if "pace" in request.GET:
        request.session[FILTERS] = LobbyFilters.of(request.GET)
    kept = request.session.get(FILTERS, ())
    return LobbyFilters(*kept) if len(kept) == len(LobbyFilters._fields) else LobbyFilters()
