"""House rules that people save under names."""

from collections.abc import Mapping
from itertools import chain, count
from typing import Any, Literal

from accounts.models import Person
from casino.writes import write_transaction
from games.models import NAME_LENGTH, RuleSet

MOST_SETS = 50

type Problem = Literal["", "same", "many"]
"""None, a set with this name exists already, or the person has the maximum number."""


def keep_rules(person: Person, name: str, preset: str, changes: Mapping[str, Any]) -> Problem:
    with write_transaction():
        kept = _own(person)
        if any(each.name.lower() == name.lower() for each in kept):
            return "same"
        if len(kept) >= MOST_SETS:
            return "many"
        RuleSet.objects.create(owner=person, name=name, preset=preset, changes=dict(changes))
    return ""


def rename_rules(kept: RuleSet, person: Person, name: str) -> Problem:
    with write_transaction():
        if any(each.name.lower() == name.lower() and each.pk != kept.pk for each in _own(person)):
            return "same"
        RuleSet.objects.filter(pk=kept.pk).update(name=name)
    return ""


def delete_rules(kept: RuleSet) -> None:
    with write_transaction():
        RuleSet.objects.filter(pk=kept.pk).delete()


def move_rules(guest: Person, person: Person) -> None:
    """Move a guest's sets to the person, renamed where the person has one with the same name."""
    taken = {each.name.lower() for each in _own(person)}
    for kept in _own(guest):
        names = chain([kept.name], (f"{kept.name[: NAME_LENGTH - 4]} {number}" for number in count(2)))
        name = next(name for name in names if name.lower() not in taken)
        taken.add(name.lower())
        RuleSet.objects.filter(pk=kept.pk).update(owner=person, name=name)


def _own(person: Person) -> list[RuleSet]:
    """Lock the person's sets and return them all."""
    Person.objects.select_for_update().get(pk=person.pk)
    return list(RuleSet.objects.filter(owner=person))
