"""The texts of one option: a title, and for each of its values a label and a sentence."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.utils.translation import get_language, gettext_lazy

from games.domain.cards import Card, is_card
from games.domain.options import MAX_NUMBER, OPTIONS
from games.domain.rules import Rules
from games.presenters.cards import card_name, printed_rank
from games.presenters.search import Texts, folded

_YES, _NO = gettext_lazy("yes"), gettext_lazy("no")

type Formatter = Callable[[Any], str]


def form_value(value: Any) -> str:
    """An option's value as a form or a URL carries it."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class ValueText:
    """One value of an option. `absent`: it says that a feature is absent; `rule`: its rule, if not the option's."""

    text: str
    label: object
    sentence: object
    absent: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """The form of an option that is a list: rows with a name (None: a number of players each) and numbers, a `single`
    one or several, up to `most`; or `ranks` to tick and one number. `only_cards`: no ranks are named; `nothing`: the
    value without any entry."""

    names: object | None
    numbers: object
    nothing: Any = None
    single: bool = False
    ranks: bool = False
    only_cards: bool = False
    most: int = MAX_NUMBER


@dataclass(frozen=True, slots=True, eq=False)
class OptionText:
    """An option in words. It has `value_texts`, or `format` for numbers and lists, with `choices` or `rows`.

    `words`: what players call it, for a search.
    """

    key: str
    rule: str
    title: object
    value_texts: tuple[ValueText, ...] = ()
    format: Formatter | None = None
    format_label: Formatter = form_value
    choices: tuple[Any, ...] = ()
    hidden_values: tuple[Any, ...] = ()
    rows: Rows | None = None
    applies: Callable[[Rules], bool] = lambda _rules: True
    words: object = ""

    def with_values(self, *texts: ValueText) -> "OptionText":
        return replace(self, value_texts=texts)

    def yes_no(self, yes: object, no: object, *, absent: bool = True) -> "OptionText":
        """The option as one that is on or off; off, it says that a feature is absent, unless not `absent`."""
        return self.with_values(ValueText("true", _YES, yes), ValueText("false", _NO, no, absent=absent))

    def for_value(self, value: Any) -> ValueText:
        """The words for this value. Raises KeyError for a value without words."""
        form_text, hidden = form_value(value), value in self.hidden_values
        if self.format:
            return ValueText(form_text, self.format_label(value), self.format(value), hidden)
        return {text.text: text for text in self.value_texts}[form_text]

    def label(self, value: Any) -> str:
        return str(self.for_value(value).label)

    def sentence(self, value: Any) -> str:
        return str(self.for_value(value).sentence)

    def searchable(self) -> Texts:
        """The option's names and its values in words."""
        return _searchable(self, get_language())

    def rule_number(self, value: Any) -> str:
        """The number of the rule that this value is based on."""
        return self.for_value(value).rule or self.rule

    @property
    def values(self) -> tuple[Any, ...]:
        """The values to choose from; none for a number that is typed."""
        if self.choices:
            return self.choices
        return tuple(_value(self.key, text.text) for text in self.value_texts)


@cache
def _searchable(option: OptionText, _language: str | None) -> Texts:
    names = (option.title, option.key.replace("_", " "), option.rule, option.words)
    values = (part for text in option.value_texts for part in (text.label, text.sentence))
    listed = (option.sentence(value) for value in option.choices) if option.rows else ()
    entries = (value for value in option.choices if option.rows and isinstance(value, dict))
    cards = (Card(name) for value in entries for name in value if is_card(name))
    written = (f"{card_name(card)} {printed_rank(card)}{card.suit}" for card in cards)
    return folded(" ".join(map(str, names))), [folded(str(text)) for text in (*values, *listed, *written)]


@dataclass(frozen=True, slots=True)
class FixedRule:
    """A sentence that holds in every game to which it applies, whatever its options."""

    rule: str
    text: object
    applies: Callable[[Rules], bool] = lambda _rules: True


type RuleText = OptionText | FixedRule


def _value(key: str, text: str) -> Any:
    if not text:
        return None
    choices = OPTIONS[key].choices
    return text if choices and text in choices else json.loads(text)


def anchor_of(number: str) -> str:
    """“rule-5-10”."""
    return f"rule-{number.replace('.', '-')}"
