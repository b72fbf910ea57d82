"""The desk: one dispute with all its data, and the steps to a ruling."""

from collections.abc import Callable
from functools import wraps

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import Person
from games.desk import deeds
from games.desk.forms import NoticeForm, RemovalForm, RulingForm, end_of
from games.desk.presenting import preview_view, steps_of
from games.desk.reading import Papers, kind_words
from games.domain.refusal import Refusal
from games.domain.ruling import KINDS
from games.log.player_names import seat_names, with_names
from games.models.social import Message
from games.presenters.chat import words_of
from games.presenters.refusals import refusal_words
from games.rulings.directing import preview
from games.rulings.directors import PERMISSION, may_direct, may_moderate
from games.rulings.models import Dispute
from games.services.outcomes import TEMPLATES, Refused
from games.views.looking import HtmxRequest
from games.views.replay import place_in

type View = Callable[..., HttpResponse]


def at_desk(view: View) -> View:
    """Require a director, and pass the papers of the dispute; players of its game are refused."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **named: str) -> HttpResponse:
        director = request.user
        if not isinstance(director, Person) or not director.has_perm(PERMISSION):
            raise PermissionDenied(_("Only directors can do this."))
        dispute = Dispute.objects.select_related("game", "person").filter(pk=pk).first()
        if dispute is None:
            raise Http404
        if not may_direct(director, dispute.game):
            raise PermissionDenied(_("You sit in this game: another director must decide."))
        return view(request, Papers(dispute, director), **named)

    return admin.site.admin_view(guarded)


@at_desk
@require_GET
def dispute(request: HtmxRequest, papers: Papers) -> HttpResponse:
    shown = papers.replay(place_in(request) if "at" in request.GET else None)
    return render(
        request,
        "desk/dispute.html",
        {
            **steps_of(papers),
            "replay": shown,
            "table": shown.table,
            "address": reverse("desk:dispute", args=[papers.dispute.pk]),
            "judged": papers.judged_view(),
            "rescored": papers.rescored_view(),
            "judged_by": papers.judged_by(),
            "move": papers.words_at(papers.place),
            "before": max(0, papers.place - 1),
            "after": papers.place,
            "clocks": papers.clocks(),
            "said": papers.said(),
            "earlier": papers.earlier(),
            "rulings": papers.rulings(),
            "troubles": papers.troubles(),
            "kinds": [(kind, kind_words(kind)) for kind in KINDS],
        },
    )


@at_desk
@require_http_methods(["GET", "POST"])
def look_at_hands(request: HttpRequest, papers: Papers) -> HttpResponse:
    """Show the hidden hands after confirmation, because the players are notified."""
    if request.method == "GET" or not request.POST.get("sure"):
        return render(request, "desk/look.html", steps_of(papers))
    return _done(request, papers, deeds.look_at_hands(papers.dispute, papers.director))


@at_desk
@require_POST
def freeze(request: HttpRequest, papers: Papers) -> HttpResponse:
    return _done(request, papers, deeds.freeze(papers.dispute, papers.director))


@at_desk
@require_POST
def resume(request: HttpRequest, papers: Papers) -> HttpResponse:
    return _done(request, papers, deeds.resume(papers.dispute, papers.director))


@at_desk
@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, papers: Papers, kind: str) -> HttpResponse:
    """Show the form, then the preview, then make the ruling; input is kept between the steps."""
    if kind not in KINDS:
        raise Http404
    first = {"overrules": request.GET["overrules"]} if request.GET.get("overrules", "").isdigit() else {}
    form = RulingForm(kind, papers, request.POST if request.method == "POST" else None, initial=first)
    step = request.POST.get("step", "")
    if step in ("preview", "confirm") and form.is_valid():
        unchanged = request.POST.get("seen") == str(papers.game.seq)
        return _confirm(request, papers, form) if step == "confirm" and unchanged else _preview(request, papers, form)
    return _form(request, papers, form)


@admin.site.admin_view
@require_http_methods(["GET", "POST"])
def person(request: HttpRequest) -> HttpResponse:
    """Give a warning, a suspension or a mute outside of any game."""
    director = _moderator(request)
    back = f"admin:{'rulings_notice' if director.has_perm(PERMISSION) else 'games_report'}_changelist"
    form = NoticeForm(director, request.POST if request.method == "POST" else None, initial=request.GET.dict())
    if form.is_valid():
        told = form.cleaned_data
        until = end_of(told["until"]) if told["until"] else None
        made = deeds.give_notice(told["name"], director, told["kind"], told["reason"], until)
        if not isinstance(made, Refused):
            messages.success(request, _("It is told, and on record."))
            return redirect(back)
        form.add_error(None, refusal_words(made.refusal, TEMPLATES))
    return render(request, "desk/person.html", {"form": form, "back": back})


@admin.site.admin_view
@require_http_methods(["GET", "POST"])
def message(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a reported message, to remove it or to mute its author."""
    moderator = _moderator(request)
    reported = Message.objects.filter(reports__isnull=False).select_related("game", "person").distinct()
    found = get_object_or_404(reported, pk=pk)
    form = RemovalForm(request.POST if request.method == "POST" else None, label_suffix="")
    if form.is_valid():
        trouble = deeds.remove_message(found, moderator, form.cleaned_data["reason"])
        if trouble is None:
            messages.success(request, _("The message is removed."))
            return redirect("desk:message", pk)
        form.add_error(None, refusal_words(trouble.refusal, TEMPLATES))
    context = {"form": form, "message": found, "words": words_of(found), "reports": found.reports.count()}
    return render(request, "desk/message.html", context)


def _moderator(request: HttpRequest) -> Person:
    if not isinstance(request.user, Person) or not may_moderate(request.user):
        raise PermissionDenied(_("Only moderators can do this."))
    return request.user


def _form(request: HttpRequest, papers: Papers, form: RulingForm) -> HttpResponse:
    context = steps_of(papers) | {"form": form, "kind": form.kind, "words": kind_words(form.kind)}
    return render(request, "desk/rule.html", context)


def _preview(request: HttpRequest, papers: Papers, form: RulingForm) -> HttpResponse:
    """Show the consequences of the ruling, or the form again if the ruling is not possible."""
    found = preview(papers.dispute, papers.director, form.ruling())
    if found.refusal:
        return _refused(request, papers, form, found.refusal)
    sight = with_names(found.after, seat_names(papers.game))
    changed = request.POST.get("step") == "confirm"
    context = steps_of(papers) | preview_view(found, sight, papers, form)
    context |= {"form": form, "words": kind_words(form.kind), "changed": changed}
    return render(request, "desk/preview.html", context)


def _confirm(request: HttpRequest, papers: Papers, form: RulingForm) -> HttpResponse:
    outcome = deeds.rule(papers.dispute, papers.director, form.ruling())
    if isinstance(outcome, Refused):
        return _refused(request, papers, form, outcome.refusal)
    messages.success(request, _("The ruling is made, and the players are told."))
    return redirect("desk:dispute", papers.dispute.pk)


def _refused(request: HttpRequest, papers: Papers, form: RulingForm, refusal: Refusal) -> HttpResponse:
    form.add_error(None, refusal_words(refusal, TEMPLATES))
    return _form(request, papers, form)


def _done(request: HttpRequest, papers: Papers, outcome: deeds.Outcome) -> HttpResponse:
    if isinstance(outcome, Refused):
        messages.error(request, refusal_words(outcome.refusal, TEMPLATES))
    return redirect("desk:dispute", papers.dispute.pk)
