"""Challenging a player to a game."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import Person
from accounts.next_page import with_next
from accounts.person_names import isolate
from casino.rate_limits import rate_limited
from games.contexts.access import get_member_or_404
from games.domain.rules import InvalidRules
from games.forms.pairing import ChallengeForm
from games.models import Game
from games.pairing import challenges
from games.pairing.tiles import last_game
from games.presenters.portraits import PlayerFace, person_portrait
from games.presenters.refusals import refusal_words, sentence_words
from games.services import TEMPLATES, Refused
from games.views.suspended import redirect_suspended


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("invite")
@redirect_suspended
def challenge(request: HttpRequest, name: str) -> HttpResponse:
    """Show the form of a challenge to this player; send the challenge, and open its table."""
    opponent = get_member_or_404(name)
    host = request.user
    if not isinstance(host, Person) or host.is_guest:
        messages.info(request, _("Sign up to challenge a player by name."))
        return redirect(with_next(reverse("account_signup"), request.path))
    if host == opponent:
        raise Http404
    form = ChallengeForm(request.POST) if request.method == "POST" else ChallengeForm(initial=_usual(host))
    problem = ""
    if form.is_valid():
        sent = _send(host, opponent, form.challenge)
        if not isinstance(sent, str):
            messages.success(request, _("%(name)s has been challenged.") % {"name": isolate(opponent)})
            return redirect("games:table", sent.public_id)
        problem = sent
    face = PlayerFace(str(opponent), person_portrait(str(opponent), opponent.pk))
    context: dict[str, Any] = {"form": form, "opponent": opponent, "face": face, "problem": problem}
    return render(request, "games/pairing/challenge.html", context)


def _usual(host: Person) -> dict[str, str]:
    """The game and the rating of the host's last table, as the choice to begin with."""
    preset, rated = last_game(host)
    return {"preset": preset, "rated": "yes" if rated else "no"}


def _send(host: Person, opponent: Person, wanted: challenges.Challenge) -> Game | str:
    """The table of the challenge, or why it could not be sent."""
    try:
        sent = challenges.challenge(host, opponent, wanted)
    except InvalidRules as error:
        return sentence_words(error.message)
    return refusal_words(sent.refusal, TEMPLATES) if isinstance(sent, Refused) else sent
