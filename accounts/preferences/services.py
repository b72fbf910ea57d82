"""The only place where preferences are written."""

from typing import Any

from accounts.hooks import preferences_saved
from accounts.models import Person, Preferences
from casino.transactions import write_transaction


def save_preferences(person: Person, **wanted: Any) -> Preferences:
    """Save the given preferences; the others stay as they are."""
    with write_transaction():
        kept, _ = Preferences.objects.update_or_create(person=person, defaults=wanted)
        preferences_saved(person)
    person.preferences = kept
    return kept
