"""What a director does at the desk: the services of rulings, each with a line in the record of what staff do."""

from collections.abc import Callable
from datetime import datetime

from django.contrib.admin.models import CHANGE, LogEntry

from accounts.models import Person
from casino.writes import write_transaction
from games.domain.ruling import Ruling
from games.rulings import conduct, directing
from games.rulings.models import Dispute, Notice
from games.services.outcomes import Accepted, Refused

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
    """Warn or suspend somebody, or end a suspension, apart from any game."""
    with write_transaction():
        made = conduct.give_notice(person, director, kind, text, until)
        if isinstance(made, Notice):
            told = f"Gave notice ({kind}{f', until {until.isoformat()}' if made.until and until else ''}): {text}"
            LogEntry.objects.log_actions(director.pk, [person], CHANGE, told, single_object=True)
        return made


def _on_record(dispute: Dispute, director: Person, told: str, deed: Callable[[Dispute, Person], Outcome]) -> Outcome:
    """Both are written, or neither. In English, as all of that record is kept."""
    with write_transaction():
        outcome = deed(dispute, director)
        if isinstance(outcome, Accepted):
            LogEntry.objects.log_actions(director.pk, [dispute], CHANGE, told, single_object=True)
        return outcome
