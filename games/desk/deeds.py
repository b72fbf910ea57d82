"""Actions of a director at the desk: the services of rulings, each with an entry in the staff log."""

from collections.abc import Callable
from datetime import datetime

from django.contrib.admin.models import CHANGE, LogEntry

from accounts.models import Person
from casino.writes import write_transaction
from games.domain.ruling import Ruling
from games.models.social import Message
from games.rulings import conduct, directing
from games.rulings.directors import may_moderate
from games.rulings.models import Dispute, Notice
from games.services import talk
from games.services.outcomes import Accepted, Refused, refused

type Outcome = Accepted | Refused


def look_at_hands(dispute: Dispute, director: Person) -> Outcome:
    return _on_record(dispute, director, "Looked at the hidden hands.", directing.look_at_hands)


def freeze(dispute: Dispute, director: Person) -> Outcome:
    return _on_record(dispute, director, "Stopped the game.", directing.freeze)


def resume(dispute: Dispute, director: Person) -> Outcome:
    return _on_record(dispute, director, "Let the game go on.", directing.resume)


def rule(dispute: Dispute, director: Person, ruling: Ruling) -> Outcome:
    told = f"Ruled ({ruling.kind}, rule {ruling.rule or 'none'}): {ruling.reason}"
    return _on_record(dispute, director, told, lambda about, by: directing.rule(about, by, ruling))


def give_notice(person: Person, director: Person, kind: str, text: str, until: datetime | None) -> Notice | Refused:
    """Warn, suspend or mute a person, or end a suspension or a mute, outside of any game."""
    with write_transaction():
        made = conduct.give_notice(person, director, kind, text, until)
        if isinstance(made, Notice):
            told = f"Gave notice ({kind}{f', until {until.isoformat()}' if made.until and until else ''}): {text}"
            LogEntry.objects.log_actions(director.pk, [person], CHANGE, told, single_object=True)
        return made


def remove_message(message: Message, moderator: Person, reason: str) -> Refused | None:
    """Remove a message from the pages of its table. Its row keeps the text."""
    if not may_moderate(moderator):
        return refused("no-moderator")
    with write_transaction():
        talk.remove_message(message)
        told = f"Removed a message of {message.speaker or 'nobody'} in {message.game.public_id}: {reason}"
        LogEntry.objects.log_actions(moderator.pk, [message], CHANGE, told, single_object=True)
    return None


def _on_record(dispute: Dispute, director: Person, told: str, deed: Callable[[Dispute, Person], Outcome]) -> Outcome:
    """Perform the action and log it, or neither. The entry is in English, like the whole staff log."""
    with write_transaction():
        outcome = deed(dispute, director)
        if isinstance(outcome, Accepted):
            LogEntry.objects.log_actions(director.pk, [dispute], CHANGE, told, single_object=True)
        return outcome
