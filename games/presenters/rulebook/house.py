"""House rules: the values that a form offers for each option, and those submitted."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.domain.options import OPTIONS, read_rules, write_options
from games.domain.rules import InvalidRules, Rules
from games.presenters.refusals import sentence_words

from .sayings import GROUPS, SAYINGS
from .words import Saying, value_text

_PLAYERS = (2, 3, 4, 5, 6)


class Sent(Protocol):
    """The data of a form or of a query string."""

    def getlist(self, key: str, /) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Offered:
    """One value to choose; `usual`: it is the preset's; `shut`: the reason why it conflicts with the other choices."""

    text: str
    label: str
    chosen: bool
    usual: bool
    shut: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One option: chosen from `offers`, several of them if `several`, else a number that is typed."""

    key: str
    title: str
    rule: str
    offers: tuple[Offered, ...]
    several: bool
    text: str
    usual: str
    changed: bool

    @property
    def shut(self) -> tuple[str, ...]:
        """Sentences on the values that cannot be chosen here, with the reasons."""
        reasons: dict[str, list[str]] = {}
        for offered in self.offers:
            if offered.shut:
                reasons.setdefault(offered.shut, []).append(offered.label)
        sentence = _("Not with the rules chosen now: %(values)s. %(why)s")
        return tuple(sentence % {"values": ", ".join(values), "why": why} for why, values in reasons.items())


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Options that belong together; `changed` of them differ from the preset."""

    key: str
    title: str
    fields: tuple[Field, ...]
    changed: int


def read_changes(sent: Sent, usual: Rules) -> dict[str, Any]:
    """The options sent that differ from the usual rules, as plain values.

    Invalid values are left for the engine to refuse; options not sent keep their usual values.
    """
    plain = write_options(usual)
    texts = {key: sent.getlist(key) for key in OPTIONS}
    values = {key: _value(key, found, plain[key]) for key, found in texts.items() if found}
    return {key: value for key, value in values.items() if value != plain[key]}


def _value(key: str, texts: Sequence[str], usual: Any) -> Any:
    if key == "seats":
        return sorted({_number(text) for text in texts}, key=str)
    text = texts[-1].strip()
    known = {value_text(value): value for value in (*SAYINGS[key].values, usual)}
    if text in known:
        return known[text]
    if not text:
        return None if key in _MAY_BE_NOTHING else usual
    return _number(text)


_MAY_BE_NOTHING = ("rounds_per_seat", "first_play_sweep")
"""Numbers that may be left empty."""


def _number(text: str) -> Any:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def field_groups(usual: Rules, changes: Mapping[str, Any]) -> tuple[FieldGroup, ...]:
    """Every option, with the preset's value or the changed one."""
    plain = write_options(usual)
    chosen = plain | dict(changes)
    shut = _Shut(chosen)
    groups = []
    for group in GROUPS:
        fields = tuple(_field(saying, plain[saying.key], chosen[saying.key], shut) for saying in group.sayings)
        groups.append(FieldGroup(group.key, str(group.title), fields, sum(field.changed for field in fields)))
    return tuple(groups)


class _Shut:
    """Single values that cannot be combined with everything else that is chosen.

    Nothing is shut if the choice itself conflicts, nor any number of players: others may be allowed first and the first
    ones removed then.
    """

    def __init__(self, chosen: Mapping[str, Any]) -> None:
        self.chosen = chosen
        self.open = bool(_clash(chosen))

    def why(self, key: str, value: Any) -> str:
        if self.open or value == self.chosen[key] or key == "seats":
            return ""
        return _clash({**self.chosen, key: value})


def _clash(options: Mapping[str, Any]) -> str:
    """The reason why these options cannot be played together; empty if they can."""
    try:
        read_rules(options)
    except InvalidRules as clash:
        return clash_words(clash)
    return ""


def _field(saying: Saying, usual: Any, value: Any, shut: _Shut) -> Field:
    return Field(
        key=saying.key,
        title=str(saying.title),
        rule=saying.rule,
        offers=_offers(saying, value, usual, shut),
        several=saying.key == "seats",
        text=value_text(value),
        usual=saying.label(usual),
        changed=value != usual,
    )


def _offers(saying: Saying, value: Any, usual: Any, shut: _Shut) -> tuple[Offered, ...]:
    if saying.key == "seats":
        return tuple(Offered(str(n), str(n), n in value, n in usual) for n in _PLAYERS)
    values = list(saying.values)
    if values and usual not in values:
        values.append(usual)
    return tuple(
        Offered(value_text(each), saying.label(each), each == value, each == usual, shut.why(saying.key, each))
        for each in values
    )


def changed_query(changes: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The changed options as pairs of a query string."""
    pairs = []
    for key, value in changes.items():
        texts = map(str, value) if key == "seats" else (value_text(value),)
        pairs += [(key, text) for text in texts]
    return pairs


def changed_words(key: str, value: Any) -> str:
    """“Points to win: 11”: one changed option in a few words."""
    saying = SAYINGS[key]
    return _("%(option)s: %(value)s") % {"option": saying.title, "value": saying.label(value)}


def clash_words(clash: InvalidRules) -> str:
    """The engine's sentence on a conflict, in the reader's language, options named as on the page."""
    told = clash.sentence
    option = told.gaps.get("option")
    named = told._replace(gaps={**told.gaps, "option": _title(option)}) if isinstance(option, str) else told
    return sentence_words(named)


def _title(key: str) -> str:
    return str(SAYINGS[key].title) if key in SAYINGS else key
