"""The site as an installable app: its manifest, the service worker, the offline page."""

import hashlib
import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

SCRIPT = "js/service_worker.js"
OFFLINE = "offline.html"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-mask.png", "512x512", "maskable"),
)
"""File, size, purpose."""


STYLES = ("tokens", "base", "controls", "cards", "felt", "pages")
"""The style sheets of every page, as in `_styles.html`."""


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
@cache_control(max_age=3600, private=True)
def manifest(_request: HttpRequest) -> HttpResponse:
    home = reverse("games:home")
    content = {
        "id": home,
        "name": _("Casino, the card game"),
        "short_name": "Casino",
        "description": _("Play Casino with friends, strangers, or the computer."),
        "lang": get_language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#f4eee1",
        "theme_color": "#1d5943",
        "icons": [
            {"src": static(f"icons/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
@cache_control(no_cache=True, private=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the root because it only controls paths below its own.

    The content of its cache and the cache's name change with the files: only then does a browser update it.
    """
    page = render_to_string(OFFLINE, request=request)
    script = Path(str(finders.find(SCRIPT))).read_text(encoding="utf-8")
    files = [*(static(f"css/{name}.css") for name in STYLES), static("cards.svg"), static("icon.svg")]
    mark = hashlib.sha256("".join([page, script, *files]).encode()).hexdigest()[:12]
    cache = {"name": f"offline-{mark}", "page": reverse("games:offline"), "files": files}
    cache |= {"icon": static("icons/icon-192.png")}
    body = f"const CACHE = {json.dumps(cache)};\n{script}"
    return HttpResponse(body, content_type="text/javascript; charset=utf-8", headers={"Service-Worker-Allowed": "/"})


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
@cache_control(no_cache=True, private=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page, cached by the service worker: it names no one and shows no game."""
    return render(request, OFFLINE)
