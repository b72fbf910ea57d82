"""The moderators' pages: the queue of reported messages, and the decision about one."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Person
from games.models.social import ChatMessage, MessageReport
from games.moderation import audited
from games.moderation.forms import DecisionForm, RemovalForm, end_of
from games.moderation.reports import describe, for_moderator, open_reports, queue_figures
from games.presenters.clocks import duration
from games.presenters.refusals import refusal_words
from games.rulings.permissions import can_moderate
from games.services.outcomes import TEMPLATES, Refused


def moderator_of(request: HttpRequest) -> Person:
    """The moderator who is logged in; refuse everyone else."""
    if not isinstance(request.user, Person) or not can_moderate(request.user):
        raise PermissionDenied(_("Only moderators can do this."))
    return request.user


@admin.site.admin_view
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """Show the open reports, each with its form, and the figures of the queue."""
    moderator, figures = moderator_of(request), queue_figures()
    rows = [(row, DecisionForm(moderator, row.message, prefix=f"m{row.message.pk}")) for row in open_reports(moderator)]
    middle = duration(int(figures.median.total_seconds())) if figures.median else ""
    return render(request, "moderation/reports.html", {"rows": rows, "figures": figures, "median": middle})


@admin.site.admin_view
@require_http_methods(["GET", "HEAD", "POST"])
def message(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a reported message: decide about it while reports are open, afterwards still remove it."""
    moderator = moderator_of(request)
    row = get_object_or_404(for_moderator(moderator).filter(reports__isnull=False).distinct(), pk=pk)
    waiting = row.reports.filter(state=MessageReport.State.OPEN).exists()
    decision = DecisionForm(moderator, row, prefix=f"m{pk}") if waiting else None
    form = RemovalForm(request.POST if request.method == "POST" else None, label_suffix="")
    if form.is_valid():
        refused = audited.remove_message(row, moderator, form.cleaned_data["reason"])
        if refused is None:
            messages.success(request, _("The message is removed."))
            return redirect("moderation:message", pk)
        form.add_error(None, refusal_words(refused.refusal, TEMPLATES))
    return _message_page(request, row, decision, form)


@admin.site.admin_view
@require_http_methods(["POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide about all open reports of a message, and return to the queue."""
    moderator = moderator_of(request)
    row = get_object_or_404(for_moderator(moderator).filter(reports__isnull=False).distinct(), pk=pk)
    form = DecisionForm(moderator, row, request.POST, prefix=f"m{pk}")
    if form.is_valid():
        values = form.cleaned_data
        until = end_of(values["until"]) if values["until"] else None
        decision = audited.Decision(values["outcome"], values["reason"], until, values["remove"])
        outcome = audited.decide_reports(row, moderator, decision)
        if not isinstance(outcome, Refused):
            messages.success(request, _("Decided and recorded."))
            return redirect("moderation:reports")
        form.add_error(None, refusal_words(outcome.refusal, TEMPLATES))
    return _message_page(request, row, form, RemovalForm(label_suffix=""))


def _message_page(
    request: HttpRequest, row: ChatMessage, decision: DecisionForm | None, form: RemovalForm
) -> HttpResponse:
    context = {"row": describe([row])[0], "decision": decision, "form": form, "reports": row.reports.count()}
    return render(request, "moderation/message.html", context)
