"""A dispute with all its data, and the steps to a ruling."""

from collections.abc import Callable
from functools import wraps

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Person
from games.contexts.access import HtmxRequest, can_watch
from games.domain.dispute_events import RulingKind
from games.domain.disputes import KINDS
from games.domain.refusal import Refusal
from games.log.player_names import current_names, with_current_names
from games.moderation import audited
from games.moderation.case_file import DisputeCase, kind_text
from games.moderation.forms import RulingForm, SanctionForm, end_of
from games.moderation.report_views import moderator_of
from games.moderation.view_models import case_header, preview_view
from games.presenters.refusals import refusal_words
from games.rulings.models import Dispute
from games.rulings.permissions import PERMISSION, can_rule_in
from games.rulings.ruling_service import preview
from games.services.outcomes import TEMPLATES, Refused
from games.views.replay import requested_position

type ViewFunction = Callable[..., HttpResponse]


def director_required(view: ViewFunction) -> ViewFunction:
    """Require a director, and pass the case of the dispute; players of its game are refused."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **named: str) -> HttpResponse:
        director = request.user
        if not isinstance(director, Person) or not director.has_perm(PERMISSION):
            raise PermissionDenied(_("Only directors can do this."))
        dispute = Dispute.objects.select_related("game", "person").filter(pk=pk).first()
        if dispute is None:
            raise Http404
        if not can_rule_in(director, dispute.game):
            raise PermissionDenied(_("You’re playing in this game, so another director must decide."))
        return view(request, DisputeCase(dispute, director), **named)

    return admin.site.admin_view(guarded)


@director_required
@require_safe
def dispute(request: HtmxRequest, case: DisputeCase) -> HttpResponse:
    replay = case.replay(requested_position(request) if "at" in request.GET else None)
    return render(
        request,
        "moderation/dispute.html",
        {
            **case_header(case),
            "watchable": can_watch(case.game, case.director),
            "replay": replay,
            "table": replay.table,
            "url": reverse("moderation:dispute", args=[case.dispute.pk]),
            "move_check": case.move_check(),
            "score_check": case.score_check(),
            "rules_version": case.rules_version_text(),
            "move": case.position_text(case.position),
            "before": max(0, case.position - 1),
            "after": case.position,
            "clocks": case.clocks(),
            "chat_lines": case.message_lines(),
            "earlier_disputes": case.earlier_disputes(),
            "rulings": case.rulings(),
            "integrity_errors": case.integrity_errors(),
            "kinds": [(kind, kind_text(kind)) for kind in KINDS],
        },
    )


@director_required
@require_http_methods(["GET", "HEAD", "POST"])
def reveal_hands(request: HttpRequest, case: DisputeCase) -> HttpResponse:
    """Show the hidden hands after confirmation, because the players are notified."""
    if request.method == "GET" or not request.POST.get("sure"):
        return render(request, "moderation/look.html", case_header(case))
    return _done(request, case, audited.reveal_hands(case.dispute, case.director))


@director_required
@require_POST
def pause_game(request: HttpRequest, case: DisputeCase) -> HttpResponse:
    return _done(request, case, audited.pause_game(case.dispute, case.director))


@director_required
@require_POST
def resume(request: HttpRequest, case: DisputeCase) -> HttpResponse:
    return _done(request, case, audited.resume(case.dispute, case.director))


@director_required
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, case: DisputeCase, kind: RulingKind) -> HttpResponse:
    """Show the form, then the preview, then make the ruling; input is kept between the steps."""
    if kind not in KINDS:
        raise Http404
    first = {"overrules": request.GET["overrules"]} if request.GET.get("overrules", "").isdigit() else {}
    form = RulingForm(kind, case, request.POST if request.method == "POST" else None, initial=first)
    step = request.POST.get("step", "")
    if step in ("preview", "confirm") and form.is_valid():
        unchanged = request.POST.get("seq") == str(case.game.seq)
        return _confirm(request, case, form) if step == "confirm" and unchanged else _preview(request, case, form)
    return _form(request, case, form)


@admin.site.admin_view
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest) -> HttpResponse:
    """Give a warning, a suspension or a mute outside of any game."""
    director = moderator_of(request)
    back = "admin:rulings_sanction_changelist" if director.has_perm(PERMISSION) else "moderation:reports"
    form = SanctionForm(director, request.POST if request.method == "POST" else None, initial=request.GET.dict())
    if form.is_valid():
        values = form.cleaned_data
        until = end_of(values["until"]) if values["until"] else None
        outcome = audited.sanction(values["name"], director, values["kind"], values["reason"], until)
        if not isinstance(outcome, Refused):
            messages.success(request, _("Sent and recorded."))
            return redirect(back)
        form.add_error(None, refusal_words(outcome.refusal, TEMPLATES))
    return render(request, "moderation/person.html", {"form": form, "back": back})


def _form(request: HttpRequest, case: DisputeCase, form: RulingForm) -> HttpResponse:
    context = case_header(case) | {"form": form, "kind": form.kind, "words": kind_text(form.kind)}
    return render(request, "moderation/rule.html", context)


def _preview(request: HttpRequest, case: DisputeCase, form: RulingForm) -> HttpResponse:
    """Show the consequences of the ruling, or the form again if the ruling is not possible."""
    outcome = preview(case.dispute, case.director, form.ruling())
    if outcome.refusal:
        return _refused(request, case, form, outcome.refusal)
    perspective = with_current_names(outcome.after, current_names(case.game))
    changed = request.POST.get("step") == "confirm"
    context = case_header(case) | preview_view(outcome, perspective, case, form)
    context |= {"form": form, "words": kind_text(form.kind), "changed": changed}
    return render(request, "moderation/preview.html", context)


def _confirm(request: HttpRequest, case: DisputeCase, form: RulingForm) -> HttpResponse:
    outcome = audited.rule(case.dispute, case.director, form.ruling())
    if isinstance(outcome, Refused):
        return _refused(request, case, form, outcome.refusal)
    messages.success(request, _("Ruling made. The players have been told."))
    return redirect("moderation:dispute", case.dispute.pk)


def _refused(request: HttpRequest, case: DisputeCase, form: RulingForm, refusal: Refusal) -> HttpResponse:
    form.add_error(None, refusal_words(refusal, TEMPLATES))
    return _form(request, case, form)


def _done(request: HttpRequest, case: DisputeCase, outcome: audited.Outcome) -> HttpResponse:
    if isinstance(outcome, Refused):
        messages.error(request, refusal_words(outcome.refusal, TEMPLATES))
    return redirect("moderation:dispute", case.dispute.pk)
