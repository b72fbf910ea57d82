"""Pages about the site itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.domain.presets import PRESETS


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about/about.html", {"games": len(PRESETS)})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about/privacy.html")
