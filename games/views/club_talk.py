"""The talk and the news of a club."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.rate_limits import rate_limited
from games import services
from games.clubs import talk as club_talk
from games.clubs.outcomes import TEMPLATES
from games.contexts.access import HtmxRequest
from games.contexts.clubs import FEW_MESSAGES, MESSAGES, NEWS_A_PAGE, head_context, news_of, talk_context
from games.forms.clubs import MessageForm, TextForm
from games.presenters.refusals import refusal_words
from games.views.clubs import answered, club_of_member, hides_unknown, inside_or_404, number_before


@require_safe
@never_cache
def talk(request: HttpRequest, address: str) -> HttpResponse:
    seen, person = club_of_member(request, address)
    before = number_before(request)
    context = head_context(seen) | talk_context(seen, person, before) | {"later": before is not None}
    barred = services.chat_refusal(person.pk)
    context["barred"] = refusal_words(barred.refusal, TEMPLATES) if barred else ""
    return render(request, "games/clubs/talk.html", context)


@require_POST
@rate_limited("chat")
@hides_unknown
def say(request: HtmxRequest, address: str) -> HttpResponse:
    (seen, person), form = club_of_member(request, address), TextForm(request.POST)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    problem = club_talk.say(seen.club, person, text)
    if not request.htmx:
        return answered(request, problem, "", "games:club_talk", seen.club)
    every = "all" in request.POST
    context = talk_context(seen, person, most=MESSAGES if every else FEW_MESSAGES) | {"all": every}
    context |= {"problem": refusal_words(problem, TEMPLATES), "draft": text} if problem else {}
    return render(request, "games/clubs/_talk.html", context)


@require_POST
@rate_limited("report")
@hides_unknown
def about_message(request: HttpRequest, address: str) -> HttpResponse:
    """Report a message, mute its author, or remove it as an organizer."""
    (seen, person), form = club_of_member(request, address), MessageForm(request.POST)
    if not form.is_valid():
        raise Http404
    act, done = {
        "report": (club_talk.report, _("Thank you. A moderator will look at this message.")),
        "mute": (club_talk.mute, _("You won’t read this person’s messages anymore.")),
        "remove": (club_talk.remove_message, _("The message is removed.")),
    }[form.cleaned_data["action"]]
    problem = act(seen.club, person, form.cleaned_data["message"])
    return answered(request, problem, done, "games:club_talk", seen.club)


@require_POST
@rate_limited("report")
@hides_unknown
def unmute(request: HttpRequest, address: str) -> HttpResponse:
    seen, person = club_of_member(request, address)
    club_talk.unmute_all(seen.club, person)
    return answered(request, None, _("You read everyone’s messages again."), "games:club_talk", seen.club)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("arrange")
@hides_unknown
def news(request: HttpRequest, address: str) -> HttpResponse:
    """All news, a page of it; what an organizer posts is news, too."""
    if request.method == "POST":
        (seen, person), form = club_of_member(request, address), TextForm(request.POST)
        problem = club_talk.post_news(seen.club, person, form.cleaned_data["text"] if form.is_valid() else "")
        return answered(request, problem, _("Posted."), "games:club_news", seen.club)
    seen = inside_or_404(request, address)
    found = news_of(seen.club, NEWS_A_PAGE, number_before(request))
    more = found[NEWS_A_PAGE - 1].pk if len(found) > NEWS_A_PAGE else None
    return render(request, "games/clubs/news.html", head_context(seen) | {"news": found[:NEWS_A_PAGE], "older": more})


@require_POST
@rate_limited("arrange")
@hides_unknown
def delete_news(request: HttpRequest, address: str, news: int) -> HttpResponse:
    seen, person = club_of_member(request, address)
    problem = club_talk.delete_news(seen.club, person, news)
    return answered(request, problem, _("Deleted."), "games:club_news", seen.club)


@require_POST
@rate_limited("arrange")
def set_notify(request: HttpRequest, address: str) -> HttpResponse:
    seen, person = club_of_member(request, address)
    club_talk.set_notify(seen.club, person, "on" in request.POST)
    messages.success(request, _("Saved."))
    return redirect("games:club", address)
