"""Saved house rules: saving, listing, renaming, deleting; and the options that remain compatible while choosing."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Person
from accounts.services import ensure_person
from casino.rate_limits import rate_limited
from games import services
from games.contexts.access import HtmxRequest
from games.domain.presets import DEFAULT_PRESET, NAMED_RULES, PRESETS, resolve_rules
from games.forms.new_game import NameForm, SetUpForm
from games.models import HouseRules, Seat
from games.presenters.catalogue import game_scene
from games.presenters.rulebook.house_rules import filled_forms, option_page, read_changes
from games.presenters.rulebook.option_groups import OPTION_TEXTS
from games.presenters.rules import game_name, set_row
from games.presenters.table_settings import suggestion_sentence
from games.results.level_suggestion import level_suggestion, suggested_level


@require_safe
@never_cache
def house_rules(request: HttpRequest) -> HttpResponse:
    """List all sets that the user has saved."""
    return _list(request)


@require_POST
@never_cache
def check_combination(request: HttpRequest, preset: str) -> HttpResponse:
    """Show the options that are still compatible with those chosen on the page that opens a table."""
    form = set_up_form(request, preset)
    opened = {*request.POST.getlist("shut"), *filled_forms(request.POST)}
    context = {"opened": opened, **set_up_context(request, form)}
    return render(request, "games/new_game/set_up.html#combination", context)


@require_POST
@never_cache
def find_options(request: HtmxRequest, preset: str) -> HttpResponse:
    """Show the options that match the search, with everything that is chosen."""
    context = set_up_context(request, set_up_form(request, preset))
    return render(request, "games/new_game/set_up.html" + ("#groups" if request.htmx else ""), context)


@require_safe
def option(request: HtmxRequest, preset: str, key: str) -> HttpResponse:
    """Explain an option: its values in sentences and, where cards show it, at a table."""
    if preset not in PRESETS or key not in OPTION_TEXTS:
        raise Http404
    preset_rules = resolve_rules(preset)
    page = option_page(preset_rules, read_changes(request.GET, preset_rules), key)
    context = {"option": page, "preset": preset, "name": game_name(preset)}
    return render(request, "games/new_game/option_page.html" + ("#values" if request.htmx else ""), context)


@require_POST
@never_cache
@rate_limited("save_rules")
def save(request: HtmxRequest, preset: str) -> HttpResponse:
    """Save the house rules chosen on the page that opens a table."""
    form, named = set_up_form(request, preset), NameForm(request.POST)
    problem = _problem(form, named) or _keep(ensure_person(request), named, form)
    if not problem and not request.htmx:
        messages.success(request, _saved_text(named))
        return redirect(f"{reverse('games:set_up', args=[preset])}?{form.query}")
    context = {
        **set_up_context(request, form),
        "problem": problem,
        "notice": "" if problem else _saved_text(named),
        "set_name": request.POST.get("set_name", "") if problem else "",
    }
    template = "games/new_game/set_up.html#saved_sets" if request.htmx else "games/new_game/set_up.html"
    return render(request, template, context)


@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    rules, named = _own(request, pk), NameForm(request.POST)
    if not named.is_valid():
        return _list(request, rules.pk, _first_error(named))
    problem = services.rename_rules(rules, rules.owner, named.cleaned_data["set_name"])
    return _list(request, rules.pk, _PROBLEMS[problem]()) if problem else redirect("games:house_rules")


@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    services.delete_rules(_own(request, pk))
    return redirect("games:house_rules")


def saved_sets_context(request: HttpRequest, preset: str = "", chosen: str = "") -> dict[str, Any]:
    """The user's sets, of one game or of all, and those that have a name of their own, without the chosen one."""
    known = [(rules, _(rules.title)) for rules in NAMED_RULES.values() if preset in ("", rules.preset)]
    named = [set_row(0, title, rules.preset, rules.options) for rules, title in known if title != chosen]
    if not isinstance(request.user, Person):
        return {"sets": [], "named": named}
    rows = HouseRules.objects.filter(owner=request.user, **({"preset": preset} if preset else {}))
    return {"sets": [set_row(rules.pk, rules.name, rules.preset, rules.overrides) for rules in rows], "named": named}


def _own(request: HttpRequest, pk: int) -> HouseRules:
    """One of the user's sets; 404 for those of others."""
    if not isinstance(request.user, Person):
        raise Http404
    return get_object_or_404(HouseRules, pk=pk, owner=request.user)


def set_up_context(request: HttpRequest, form: SetUpForm) -> dict[str, Any]:
    """The context of the page that opens a table: the form, the link to its house rules, the user's sets."""
    site = request.build_absolute_uri(reverse("games:new"))
    shared = f"{site}?preset={form.preset}&{form.query}" if form.changes and not form.conflict else ""
    return {
        "form": form,
        "scene": game_scene(form.preset),
        "shared": shared,
        "level_suggestion": _suggest_level(request, form),
        **saved_sets_context(request, form.preset, str(form.title)),
    }


def _suggest_level(request: HttpRequest, form: SetUpForm) -> str:
    """Select the level to begin with, and return the reason if the user's latest results are one."""
    person = request.user.pk if isinstance(request.user, Person) else None
    suggestion = level_suggestion(person) if person else None
    form.initial["level"] = suggestion.level if suggestion else suggested_level(person)
    return suggestion_sentence(suggestion.level, suggestion.name, suggestion.rating) if suggestion else ""


def set_up_form(request: HttpRequest, preset: str) -> SetUpForm:
    """The form of a new game; 404 for an unknown one."""
    if preset not in PRESETS:
        raise Http404
    person = request.user if isinstance(request.user, Person) else None
    form = SetUpForm(
        preset,
        request.POST if request.method == "POST" else None,
        request.GET,
        guest=person is None or person.is_guest,
    )
    if "opponents" not in form.initial:
        played = person is not None and Seat.objects.filter(person=person).exists()
        form.initial["opponents"] = "friends" if played else "computer"
    return form


def _list(request: HttpRequest, wrong: int = 0, problem: str = "") -> HttpResponse:
    context = {
        **saved_sets_context(request),
        "preset": DEFAULT_PRESET,
        "wrong": wrong,
        "problem": problem,
        "set_name": request.POST.get("set_name", ""),
        "site": request.build_absolute_uri(reverse("games:new")),
    }
    return render(request, "games/house_rules/page.html", context)


# --- problems -------------------------------------------------------------------------------------------------------


def _problem(form: SetUpForm, named: NameForm) -> str:
    if form.conflict:
        return form.conflict
    if not form.changes:
        return _("These are the standard rules, so there is nothing to save. Change something first.")
    return "" if named.is_valid() else _first_error(named)


def _first_error(named: NameForm) -> str:
    return str(named.errors["set_name"][0])


def _keep(person: Person, named: NameForm, form: SetUpForm) -> str:
    problem = services.save_rules(person, named.cleaned_data["set_name"], form.preset, form.changes)
    return _PROBLEMS[problem]() if problem else ""


def _same() -> str:
    return _("You already have house rules with this name.")


def _many() -> str:
    maximum = services.MAX_SAVED_RULES
    return ngettext(
        "You can save %(most)d set of house rules. Delete one first.",
        "You can save %(most)d sets of house rules. Delete one first.",
        maximum,
    ) % {"most": maximum}


_PROBLEMS = {"same": _same, "many": _many}


def _saved_text(named: NameForm) -> str:
    return _("Saved as “%(name)s.”") % {"name": named.cleaned_data["set_name"]}
