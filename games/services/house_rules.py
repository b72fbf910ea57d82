"""House rules that people save under names."""

from collections.abc import Mapping
from itertools import chain, count
from typing import Any, Literal

from accounts.models import Person
from casino.transactions import write_transaction
from games.models import NAME_LENGTH, HouseRules

MAX_SAVED_RULES = 50

type Problem = Literal["", "same", "many"]
"""None, house rules with this name exists already, or the person has the maximum number."""


def save_rules(person: Person, name: str, preset: str, overrides: Mapping[str, Any]) -> Problem:
    with write_transaction():
        saved = _own(person)
        if any(rules.name.lower() == name.lower() for rules in saved):
            return "same"
        if len(saved) >= MAX_SAVED_RULES:
            return "many"
        HouseRules.objects.create(owner=person, name=name, preset=preset, overrides=dict(overrides))
    return ""


def rename_rules(saved: HouseRules, person: Person, name: str) -> Problem:
    with write_transaction():
        if any(rules.name.lower() == name.lower() and rules.pk != saved.pk for rules in _own(person)):
            return "same"
        HouseRules.objects.filter(pk=saved.pk).update(name=name)
    return ""


def delete_rules(saved: HouseRules) -> None:
    with write_transaction():
        HouseRules.objects.filter(pk=saved.pk).delete()


def move_rules(guest: Person, person: Person) -> None:
    """Move a guest's house rules to the person, renamed where the person has one with the same name."""
    taken = {rules.name.lower() for rules in _own(person)}
    for saved in _own(guest):
        names = chain([saved.name], (f"{saved.name[: NAME_LENGTH - 4]} {number}" for number in count(2)))
        name = next(name for name in names if name.lower() not in taken)
        taken.add(name.lower())
        HouseRules.objects.filter(pk=saved.pk).update(owner=person, name=name)


def _own(person: Person) -> list[HouseRules]:
    """Lock the person's house rules and return them all."""
    Person.objects.select_for_update().get(pk=person.pk)
    return list(HouseRules.objects.filter(owner=person))
