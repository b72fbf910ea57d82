"""The rulebook: every game's rules, and those of the game being played."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.contexts.access import get_known_game_or_404
from games.domain.presets import DEFAULT_PRESET, PRESETS, resolve_rules
from games.domain.rules import Rules
from games.log.store import load
from games.presenters.catalogue import game_groups, game_listing, game_scene
from games.presenters.rulebook.page import KNOWN_AT_THE_TABLE, STATED_IN_FACTS, introduction, rules_page
from games.presenters.rules import played_name


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    context = {
        "kinds": game_groups(),
        "games": len(PRESETS),
        "share_title": _("Rules"),
        "description": _("The rules of %(count)d Casino games, in words and pictures.") % {"count": len(PRESETS)},
    }
    return render(request, "games/rulebook/games.html", context)


@require_safe
def preset_rules(request: HttpRequest, preset: str) -> HttpResponse:
    if preset not in PRESETS:
        raise Http404
    return _page(request, resolve_rules(preset), preset)


@require_safe
@never_cache
def game_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the rules this game is actually played by, however its preset may change later."""
    game = get_known_game_or_404(request, public_id)
    return _page(request, load(game)[0].rules, game.preset, public_id)


def _page(request: HttpRequest, rules: Rules, preset: str, public_id: str = "") -> HttpResponse:
    default_rules = resolve_rules(preset if preset in PRESETS else DEFAULT_PRESET)
    listing = game_listing(preset) if preset in PRESETS else None
    stated = KNOWN_AT_THE_TABLE if public_id else STATED_IN_FACTS
    name = played_name(rules, preset)
    context = {
        "name": name,
        "share_title": _("Rules of %(name)s") % {"name": name},
        "summary": listing.summary if listing else "",
        "description": f"{name}: {listing.summary}" if listing else "",
        "facts": listing.facts if listing and not public_id else "",
        "rulebook_name": listing.rulebook_name if listing else "",
        "local_terms": listing.local_terms if listing else "",
        "scene": game_scene(preset),
        "introduction": introduction(preset, rules, stated) if listing else None,
        "preset": preset,
        "page": rules_page(rules, default_rules),
        "public_id": public_id,
    }
    return render(request, "games/rulebook/page.html", context)
