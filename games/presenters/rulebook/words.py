"""The texts of one option: a title, and for each of its values a label and a sentence."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from games.domain.options import OPTIONS
from games.domain.rules import Rules

_YES, _NO = gettext_lazy("yes"), gettext_lazy("no")

type Spoken = Callable[[Any], str]


def value_text(value: Any) -> str:
    """An option's value as a form or an address carries it."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Case:
    """One value of an option. `quiet`: it only says that a feature is absent; `rule`: its rule, if not the option's."""

    text: str
    label: object
    sentence: object
    quiet: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Saying:
    """An option in words. It has `cases`, or `speak` for numbers and lists, with `offers` to choose from."""

    key: str
    rule: str
    title: object
    cases: tuple[Case, ...] = ()
    speak: Spoken | None = None
    name: Spoken = value_text
    offers: tuple[Any, ...] = ()
    silent: tuple[Any, ...] = ()
    matters: Callable[[Rules], bool] = lambda _rules: True

    def case(self, value: Any) -> Case:
        """The words for this value. Raises KeyError for a value without words."""
        if self.speak:
            return Case(value_text(value), self.name(value), self.speak(value), value in self.silent)
        return {each.text: each for each in self.cases}[value_text(value)]

    def label(self, value: Any) -> str:
        return str(self.case(value).label)

    def sentence(self, value: Any) -> str:
        return str(self.case(value).sentence)

    def number(self, value: Any) -> str:
        """The number of the rule that this value is based on."""
        return self.case(value).rule or self.rule

    @property
    def values(self) -> tuple[Any, ...]:
        """The values to choose from; none for a number that is typed."""
        if self.offers:
            return self.offers
        return tuple(_plain(self.key, each.text) for each in self.cases)


def yes_no(yes: object, no: object, *, quiet: bool = True) -> tuple[Case, Case]:
    """The cases of an option that is on or off; usually off only says that a feature is absent."""
    return Case("true", _YES, yes), Case("false", _NO, no, quiet=quiet)


def _plain(key: str, text: str) -> Any:
    choices = OPTIONS[key].choices
    return text if choices and isinstance(choices[0], str) else json.loads(text)


def anchor_of(number: str) -> str:
    """“rule-5-10”."""
    return f"rule-{number.replace('.', '-')}"
