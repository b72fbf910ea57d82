"""Inviting a player to a table by name; declining, and blocking invitations."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import Person
from accounts.person_names import isolate
from accounts.services import ensure_person
from casino.rate_limits import rate_limited
from games import services
from games.contexts.access import HtmxRequest, get_known_game_or_404, get_member_or_404, get_own_seat_or_404
from games.contexts.table import ViewedTable
from games.forms.table import BlockForm, InviteForm
from games.invitations import selectors
from games.invitations import services as invitation_services
from games.models import Game
from games.notifications.destinations import reachable
from games.pairing.challenges import decline_with_words
from games.presenters.offers import DELIVERIES
from games.presenters.refusals import refusal_words


@require_POST
@rate_limited("invite")
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    game, form = get_own_seat_or_404(request, public_id).game, InviteForm(request.POST)
    name = form.cleaned_data["name"] if form.is_valid() else ""
    if not name:
        messages.warning(request, _("Who do you want to invite?"))
        return redirect_to_table(public_id)
    outcome = invitation_services.invite(game, ensure_person(request), name)
    if isinstance(outcome, services.Refused):
        messages.warning(request, refusal_words(outcome.refusal, services.TEMPLATES))
        return redirect_to_table(public_id, name)
    messages.success(request, _("%(name)s has been invited.") % {"name": isolate(name)})
    invited = Person.named(name.strip())
    if invited and not reachable([invited.pk]):
        messages.warning(request, DELIVERIES["unreachable"] % {"player": isolate(invited)})
    return redirect_to_table(public_id)


def redirect_to_table(public_id: str, name: str = "") -> HttpResponse:
    """Redirect to the table, with the name that could not be invited still in the field."""
    url = reverse("games:table", args=[public_id])
    return redirect(f"{url}?{urlencode({'invite': name})}" if name else url)


@require_POST
@rate_limited("chat")
def decline(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Decline the invitation, perhaps with a few words. Only for the invited person."""
    if not isinstance(request.user, Person):
        raise Http404
    outcome = decline_with_words(
        get_known_game_or_404(request, public_id), request.user, request.POST.get("message", "")
    )
    if not outcome:
        raise Http404
    if isinstance(outcome, services.Refused):
        messages.warning(request, refusal_words(outcome.refusal, services.TEMPLATES))
    else:
        messages.success(request, _("You declined the invitation."))
    url = reverse("games:my_games")
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


@require_POST
@rate_limited("invite")
def block(request: HtmxRequest, name: str) -> HttpResponse:
    """Block this person, who is not notified; or unblock them."""
    other = get_member_or_404(name)
    form = BlockForm(request.POST)
    if not isinstance(request.user, Person) or request.user == other or not form.is_valid():
        raise Http404
    if form.cleaned_data["blocked"] == "yes":
        invitation_services.block(request.user, other)
        words = _("You have blocked %(name)s. You won’t read each other’s messages or sit at the same table.")
        messages.success(request, words % {"name": isolate(other)})
    else:
        invitation_services.unblock(request.user, other)
        messages.success(request, _("You have unblocked %(name)s.") % {"name": isolate(other)})
    table = Game.objects.filter(public_id=form.cleaned_data["table"]).first()
    if table:
        url = reverse("games:table", args=[table.public_id])
        return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
    return redirect(
        "games:notifications" if request.POST.get("next") == "notifications" else reverse("games:profile", args=[name])
    )


@require_POST
def refuse_all(request: HttpRequest) -> HttpResponse:
    """Stop all invitations, or allow them again."""
    if not isinstance(request.user, Person):
        raise Http404
    invitation_services.set_opted_out(request.user, "refuse" in request.POST)
    messages.success(request, _("Saved."))
    return redirect("games:notifications")


# --- contexts of pages -----------------------------------------------------------------------------------------------


def invite_context(viewed: ViewedTable, viewer: Person | AnonymousUser | None) -> dict[str, Any]:
    """The context of the table's page: suggestions for the host, or if the viewer is invited."""
    game = viewed.game
    if game.status != game.Status.OPEN or not isinstance(viewer, Person):
        return {}
    if game.host_id == viewer.pk:
        return {
            "may_invite": not viewer.is_guest and not game.is_challenge,
            "companions": selectors.past_opponents(viewer, game),
        }
    return {"invited": any(each.game_id == game.pk for each in selectors.invitations_of(viewer))}


def blocks_context(person: Person | None) -> dict[str, Any]:
    """The context of the settings page: if invitations are allowed, and the people blocked."""
    if person is None or person.is_guest:
        return {}
    return {"invitable": not selectors.has_opted_out(person), "blocked": selectors.blocked_by(person)}
