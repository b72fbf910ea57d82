"""Actions of a director: the services of rulings, each with an entry in the staff log."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.contrib.admin.models import CHANGE, LogEntry

from accounts.models import Person
from casino.transactions import write_transaction
from games.domain.disputes import Ruling
from games.models.social import ChatMessage, MessageReport
from games.rulings import ruling_service, sanctions
from games.rulings.models import Dispute, Sanction
from games.rulings.permissions import can_moderate
from games.services import chat
from games.services.outcomes import Accepted, Refused, refused

NOTICES = {
    MessageReport.Outcome.WARNED: Sanction.Kind.WARNED,
    MessageReport.Outcome.MUTED: Sanction.Kind.MUTED,
    MessageReport.Outcome.SUSPENDED: Sanction.Kind.SUSPENDED,
}
"""The notices that the author of a reported message may get, by the outcome of the report."""

type Outcome = Accepted | Refused


def reveal_hands(dispute: Dispute, director: Person) -> Outcome:
    return _with_audit_entry(dispute, director, "Looked at the hidden hands.", ruling_service.reveal_hands)


def pause_game(dispute: Dispute, director: Person) -> Outcome:
    return _with_audit_entry(dispute, director, "Paused the game.", ruling_service.pause_game)


def resume(dispute: Dispute, director: Person) -> Outcome:
    return _with_audit_entry(dispute, director, "Resumed the game.", ruling_service.resume)


def rule(dispute: Dispute, director: Person, ruling: Ruling) -> Outcome:
    entry = f"Ruled ({ruling.kind}, rule {ruling.rule or 'none'}): {ruling.reason}"
    return _with_audit_entry(dispute, director, entry, lambda case, by: ruling_service.rule(case, by, ruling))


def sanction(person: Person, director: Person, kind: str, text: str, until: datetime | None) -> Sanction | Refused:
    """Warn, suspend or mute a person, or end a suspension or a mute, outside of any game."""
    with write_transaction():
        record = sanctions.sanction(person, director, kind, text, until)
        if isinstance(record, Sanction):
            entry = f"Gave notice ({kind}{f', until {until.isoformat()}' if record.until and until else ''}): {text}"
            LogEntry.objects.log_actions(director.pk, [person], CHANGE, entry, single_object=True)
        return record


def remove_message(message: ChatMessage, moderator: Person, reason: str) -> Refused | None:
    """Remove a message from the pages of its table. Its row keeps the text."""
    if not can_moderate(moderator):
        return refused("no-moderator")
    with write_transaction():
        chat.remove_message(message)
        entry = f"Removed a message of {message.speaker or 'nobody'} in {message.place}: {reason}"
        LogEntry.objects.log_actions(moderator.pk, [message], CHANGE, entry, single_object=True)
    return None


class Decision(NamedTuple):
    """The outcome of a message's reports, its reason, the end of a mute or suspension, and whether the message goes."""

    outcome: str
    reason: str
    until: datetime | None = None
    remove: bool = False


def decide_reports(message: ChatMessage, moderator: Person, decision: Decision) -> Refused | None:
    """Decide about all open reports of the message, once; with everything that follows from it, or not at all."""
    if not can_moderate(moderator):
        return refused("no-moderator")
    plays = message.game is not None and message.game.taken_seats.filter(person=moderator).exists()
    if message.person_id == moderator.pk or plays:
        return refused("moderator-involved")
    outcome = MessageReport.Outcome(decision.outcome)
    with write_transaction():
        ChatMessage.objects.select_for_update().get(pk=message.pk)  # two may decide at once
        if not message.reports.filter(state=MessageReport.State.OPEN).exists():
            return refused("report-decided")
        if outcome in NOTICES:
            if message.person is None:
                return refused("nobody-to-suspend")
            given = sanction(message.person, moderator, NOTICES[outcome], decision.reason, decision.until)
            if isinstance(given, Refused):
                return given
        chat.close_reports(message, outcome)
        removes = decision.remove or outcome == MessageReport.Outcome.REMOVED
        if removes:
            chat.remove_message(message)
        entry = f"Decided reports of a message in {message.place} ({outcome}{', removed' * removes}): "
        LogEntry.objects.log_actions(moderator.pk, [message], CHANGE, entry + decision.reason, single_object=True)
    return None


def _with_audit_entry(
    dispute: Dispute, director: Person, entry: str, action: Callable[[Dispute, Person], Outcome]
) -> Outcome:
    """Perform the action and log it, or neither. The entry is in English, like the whole staff log."""
    with write_transaction():
        outcome = action(dispute, director)
        if isinstance(outcome, Accepted):
            LogEntry.objects.log_actions(director.pk, [dispute], CHANGE, entry, single_object=True)
        return outcome
