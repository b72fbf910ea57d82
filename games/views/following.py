"""Following players, and the page of those whom the user follows."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.next_page import next_page
from accounts.person_names import isolate
from accounts.views import member_of, member_required
from casino.rate_limits import rate_limited
from games.community import follows
from games.contexts.access import get_member_or_404
from games.contexts.following import following_context
from games.forms.following import FollowForm
from games.presenters.refusals import refusal_words
from games.services import TEMPLATES


@require_safe
@never_cache
@member_required
def following(request: HttpRequest) -> HttpResponse:
    return render(request, "games/following/page.html", following_context(member_of(request)))


@require_POST
@rate_limited("invite")
@member_required
def follow(request: HttpRequest, name: str) -> HttpResponse:
    """Follow this player or stop it, or change the notifications about them."""
    other = get_member_or_404(name)
    person, form = member_of(request), FollowForm(request.POST)
    if person is None or person == other or not form.is_valid():
        raise Http404
    back = redirect(next_page(request) or "games:following")
    match form.cleaned_data["action"]:
        case "follow":
            refusal = follows.follow(person, other)
            if refusal:
                messages.warning(request, refusal_words(refusal, TEMPLATES))
            else:
                messages.success(request, _("You’re now following %(name)s.") % {"name": isolate(other)})
        case "unfollow":
            follows.unfollow(person, other)
            messages.success(request, _("You no longer follow %(name)s.") % {"name": isolate(other)})
        case wanted:
            follows.set_notify(person, other, wanted == "notify")
            messages.success(request, _("Saved."))
    return back
