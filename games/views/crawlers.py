"""Pages for search engines: those that are the same for everyone."""

from collections.abc import Sequence

from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.domain.presets import PRESETS

PRIVATE = tuple(
    f"/{name}/"
    for name in ("account", "admin", "back", "g", "games", "moderation", "search", "settings", "statistics", "ws")
)
"""Pages of single people and games, and of the staff."""


class PublicPages(Sitemap[str]):
    """The pages that do not depend on a game."""

    def items(self) -> Sequence[str]:
        names = ("home", "new", "rulebook", "lobby", "daily", "puzzles", "same_cards", "records")
        return [*(reverse(f"games:{name}") for name in names), reverse("games:exercise", args=[1])]

    def location(self, item: str) -> str:
        return item


class PresetPages(Sitemap[str]):
    """The rules of every game."""

    def items(self) -> Sequence[str]:
        return list(PRESETS)

    def location(self, item: str) -> str:
        return reverse("games:preset_rules", args=[item])


SITEMAPS = {"pages": PublicPages, "rules": PresetPages}


@require_safe
@cache_control(max_age=86400, public=True)
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('games:sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")
