"""House rules: the values that a form offers for each option, those submitted, and the page that explains one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.domain.messages import Message
from games.domain.options import OPTIONS, read_rules, write_options
from games.domain.rules import InvalidRules, Rules
from games.presenters.refusals import sentence_words
from games.presenters.search import folded, match

from .examples import (
    OPTION_SKETCHES,
    SKETCHES,
    ExampleMove,
    ExampleView,
    Sketch,
    tried_moves,
    try_out,
)
from .option_groups import GROUPS, OPTION_TEXTS
from .option_rows import OptionRow, known_names, list_problem, name_text, ranks_of, read_rows, read_text, rows_of
from .option_text import OptionText, Rows, form_value

_PLAYERS = (2, 3, 4, 5, 6)


class QueryValues(Protocol):
    """The data of a form or of a query string."""

    def getlist(self, key: str, /) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value to choose. `is_default`: it is the preset's; `conflict`: the reason why other choices exclude it."""

    text: str
    label: str
    chosen: bool
    is_default: bool
    conflict: str = ""


@dataclass(frozen=True, slots=True)
class OptionForm:
    """The small form of an option that is a list: `rows`, whose names may be these `names`, or `ranks` to tick.

    `about` and `numbers` say what is typed as a name and beside it, a `single` number or several.
    """

    about: str
    numbers: str
    single: bool
    rows: tuple[OptionRow, ...]
    names: tuple[str, ...] = ()
    ranks: tuple[OptionChoice, ...] = ()

    @property
    def wrong(self) -> bool:
        return any(row.problem for row in self.rows)


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option: chosen from `choices`, several of them if `several`, typed in its `form`, else a number that is
    typed.

    `value`: what is chosen, in words; `problem`: why a list cannot be played, if not for one of its rows; `found`: how
    well it matches the search, if any.
    """

    key: str
    title: str
    rule: str
    choices: tuple[OptionChoice, ...]
    several: bool
    text: str
    default: str
    changed: bool
    value: str
    form: OptionForm | None = None
    problem: str = ""
    found: int = 1

    @property
    def wrong(self) -> bool:
        return bool(self.problem or (self.form and self.form.wrong))

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Sentences on the values that cannot be chosen here, with the reasons."""
        reasons: dict[str, list[str]] = {}
        for choice in self.choices:
            if choice.conflict:
                reasons.setdefault(choice.conflict, []).append(choice.label)
        sentence = _("Unavailable: %(values)s. %(why)s")
        return tuple(sentence % {"values": ", ".join(values), "why": why} for why, values in reasons.items())


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Options that belong together; `changed` of them differ from the preset."""

    key: str
    title: str
    fields: tuple[OptionField, ...]
    changed: int

    @property
    def found(self) -> int:
        return max(field.found for field in self.fields)


def read_changes(submitted: QueryValues, preset_rules: Rules) -> dict[str, Any]:
    """The options sent that differ from the preset, as plain values.

    Invalid values are left for the engine to refuse; options not sent keep the preset's.
    """
    preset_values = write_options(preset_rules)
    sent = {key: (submitted.getlist(key), submitted.getlist(f"{key}.of")) for key in OPTIONS}
    values = {key: _value(key, *texts, preset_values[key]) for key, texts in sent.items() if any(texts)}
    return {key: value for key, value in values.items() if value != preset_values[key]}


def _value(key: str, texts: Sequence[str], names: Sequence[str], default: Any) -> Any:
    if key == "seats":
        return sorted({_number(text) for text in texts}, key=str)
    text, rows = texts[-1].strip() if texts else "", OPTION_TEXTS[key].rows
    if rows:
        return read_rows(rows, names, texts, default) if names else read_text(rows, text)
    known = {form_value(value): value for value in (*OPTION_TEXTS[key].values, default)}
    if text in known:
        return known[text]
    if not text:
        return None if key in _MAY_BE_NOTHING else default
    return _number(text)


type Typed = Mapping[str, Sequence[tuple[str, str]]]
"""The rows of each list as they were typed: names and numbers."""


def typed_rows(submitted: QueryValues) -> Typed:
    """The rows sent of each list, also those that are empty."""
    listed = [key for key, option in OPTION_TEXTS.items() if option.rows and not option.rows.ranks]
    sent = {key: (submitted.getlist(f"{key}.of"), submitted.getlist(key)) for key in listed}
    return {key: list(zip(*texts, strict=False)) for key, texts in sent.items() if all(texts)}


def filled_forms(submitted: QueryValues) -> set[str]:
    """The options whose rows are all filled, so that more may be needed."""
    named = {key for key, option in OPTION_TEXTS.items() if option.rows and option.rows.names}
    typed = typed_rows(submitted).items()
    return {key for key, rows in typed if key in named and all(all(map(str.strip, row)) for row in rows)}


_MAY_BE_NOTHING = ("rounds_per_seat", "rounds", "first_play_sweep", "sweep_ceiling")
"""Numbers that may be left empty."""


def _number(text: str) -> Any:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def field_groups(
    preset_rules: Rules, changes: Mapping[str, Any], search: str = "", typed: Typed | None = None
) -> tuple[FieldGroup, ...]:
    """Every option, with the preset's value or the changed one; those that match the search best are first."""
    wanted, typed = folded(search), typed or {}
    preset_values = write_options(preset_rules)
    chosen = preset_values | dict(changes)
    checker = _ConflictChecker(chosen)
    groups = []
    for group in GROUPS:
        fields = [
            _field(option, preset_values[option.key], chosen[option.key], checker, typed.get(option.key, ()))
            for option in group.options
        ]
        if wanted.strip():
            fields = [replace(field, found=_found(wanted, field)) for field in fields]
            fields.sort(key=lambda field: -field.found)
        groups.append(FieldGroup(group.key, str(group.title), tuple(fields), sum(field.changed for field in fields)))
    return tuple(sorted(groups, key=lambda group: -group.found) if wanted.strip() else groups)


def _found(wanted: str, field: OptionField) -> int:
    """How well the option matches the folded search; one with something wrong is always shown."""
    return match(wanted, OPTION_TEXTS[field.key].searchable()) or int(field.wrong)


MAX_FOUND = 3


def found_options(search: str) -> list[str]:
    """The titles of the first options that have all words of the search in their names."""
    wanted = folded(search)
    matches = (str(option.title) for option in OPTION_TEXTS.values() if match(wanted, option.searchable()) > 1)
    return list(islice(matches, MAX_FOUND)) if wanted.strip() else []


class _ConflictChecker:
    """Single values that cannot be combined with everything else that is chosen.

    There are none if the choice itself conflicts, nor among the numbers of players: others may be allowed first and the
    first ones removed then.
    """

    def __init__(self, chosen: Mapping[str, Any]) -> None:
        self.chosen = chosen
        self.wrong_key, self.wrong = first_problem(chosen)

    def conflict(self, key: str, value: Any) -> str:
        if self.wrong or value == self.chosen[key] or key == "seats":
            return ""
        return _conflict({**self.chosen, key: value})


def _conflict(options: Mapping[str, Any]) -> str:
    """The reason why these options cannot be played together; empty if they can."""
    return first_problem(options)[1]


def first_problem(options: Mapping[str, Any]) -> tuple[str, str]:
    """The option that cannot be played, if it is one alone, and the reason; both empty if all can."""
    try:
        read_rules(options)
    except InvalidRules as error:
        key = str(error.message.params.get("option", ""))
        return key, _list_words(key, options) or conflict_words(error)
    return "", ""


def _list_words(key: str, options: Mapping[str, Any]) -> str:
    """Where something is wrong in a list, if it is: its row says what."""
    option = OPTION_TEXTS.get(key)
    if not option or not option.rows:
        return ""
    value = options.get(key, option.rows.nothing)
    if problem := list_problem(option.rows, value):
        return _("“%(option)s”: %(problem)s") % {"option": option.title, "problem": problem}
    wrong = any(row.problem for row in rows_of(option.rows, value))
    return _("“%(option)s” has a row to correct.") % {"option": option.title} if wrong else ""


def _field(
    option: OptionText, default: Any, value: Any, checker: _ConflictChecker, typed: Sequence[tuple[str, str]]
) -> OptionField:
    form = _form(option.rows, value, checker.chosen["deck"], typed) if option.rows else None
    choices = () if option.rows else _choices(option, value, default, checker)
    chosen = ", ".join(choice.label for choice in choices if choice.chosen)
    return OptionField(
        key=option.key,
        title=str(option.title),
        rule=option.rule,
        choices=choices,
        several=option.key == "seats",
        text=form_value(value),
        default=option.label(default),
        changed=value != default,
        value=label_of(option, value) if option.rows else chosen or form_value(value),
        form=form,
        problem=checker.wrong if form and checker.wrong_key == option.key and not form.wrong else "",
    )


def label_of(option: OptionText, value: Any) -> str:
    """The value in words; none for one that the engine cannot read."""
    return option.label(value) if _is_readable(option.key, value) else ""


def _is_readable(key: str, value: Any) -> bool:
    try:
        OPTIONS[key].read(key, value)
    except InvalidRules:
        return False
    return True


def _form(rows: Rows, value: Any, deck: str, typed: Sequence[tuple[str, str]]) -> OptionForm:
    form = OptionForm(str(rows.names or ""), str(rows.numbers), rows.single, rows_of(rows, value, typed))
    if rows.ranks:
        chosen = str(value.get("ranks")) if isinstance(value, dict) else ""
        ticks = ranks_of(deck).items()
        return replace(form, ranks=tuple(OptionChoice(rank, text, rank in chosen, False) for rank, text in ticks))
    return form if rows.names is None else replace(form, names=known_names(deck, ranks=not rows.only_cards))


def _choices(option: OptionText, chosen: Any, default: Any, checker: _ConflictChecker) -> tuple[OptionChoice, ...]:
    if option.key == "seats":
        return tuple(OptionChoice(str(n), str(n), n in chosen, n in default) for n in _PLAYERS)

    def choice(value: Any) -> OptionChoice:
        conflict = checker.conflict(option.key, value)
        return OptionChoice(form_value(value), option.label(value), value == chosen, value == default, conflict)

    values = option.values
    return tuple(map(choice, values if not values or default in values else (*values, default)))


def changed_query(changes: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The changed options as pairs of a query string."""
    pairs = []
    for key, value in changes.items():
        texts = map(str, value) if key == "seats" else (form_value(value),)
        pairs += [(key, text) for text in texts]
    return pairs


def changed_sentences(changes: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Each changed option that can be read, with the value that it is given a name for, and what now holds."""
    options = ((OPTION_TEXTS[key], value) for key, value in changes.items() if _is_readable(key, value))
    return tuple(
        (str(option.title) if option.format else changed_words(option.key, value), option.sentence(value))
        for option, value in options
    )


def changed_words(key: str, value: Any) -> str:
    """“Points to win: 11”: one changed option in a few words."""
    option = OPTION_TEXTS[key]
    return _("%(option)s: %(value)s") % {"option": option.title, "value": option.label(value)}


def conflict_words(error: InvalidRules) -> str:
    """The engine's sentence on a conflict, in the reader's language, options named as on the page."""
    message = error.message
    titles = {name: _title(key) for name, key in message.params.items() if name in ("option", "other")}
    cards = {name: name_text(str(card)) for name, card in message.params.items() if name == "card"}
    return sentence_words(message._replace(params={**message.params, **titles, **cards}))


def _title(key: str | Message) -> str | Message:
    return str(OPTION_TEXTS[key].title) if isinstance(key, str) and key in OPTION_TEXTS else key


# --- one option explained ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ValueView:
    """One value of the option. `conflict`: the reason why the other rules exclude it; `moves`: those of the example."""

    label: str
    sentence: str
    chosen: bool
    is_default: bool
    conflict: str
    moves: tuple[ExampleMove, ...]


@dataclass(frozen=True, slots=True)
class OptionPage:
    """An option with its values. `example`: a position in which they differ."""

    key: str
    title: str
    rule: str
    values: tuple[ValueView, ...]
    example: ExampleView | None


def option_page(preset_rules: Rules, changes: Mapping[str, Any], key: str) -> OptionPage:
    option, defaults = OPTION_TEXTS[key], write_options(preset_rules)
    options = defaults | {name: value for name, value in changes.items() if _is_readable(name, value)}
    values = list(option.values)
    for value in (defaults[key], options[key]):
        values += [value] if value not in values else []
    rules = {index: _rules({**options, key: value}) for index, value in enumerate(values)}
    playable = [found for found in rules.values() if isinstance(found, Rules)]
    sketch = _most_telling(playable)
    return OptionPage(
        key,
        str(option.title),
        option.rule,
        tuple(
            ValueView(
                option.label(value),
                option.sentence(value),
                value == options[key],
                value == defaults[key],
                found if isinstance(found, str) else "",
                tried_moves(found, sketch) if sketch and isinstance(found, Rules) else (),
            )
            for value, found in zip(values, rules.values(), strict=True)
        ),
        next((example for found in playable if sketch and (example := try_out(found, sketch))), None),
    )


def _rules(options: Mapping[str, Any]) -> Rules | str:
    """The rules with these options, or the reason why they cannot be played together."""
    try:
        return read_rules(options)
    except InvalidRules as error:
        return conflict_words(error)


def _most_telling(rules: list[Rules]) -> Sketch | None:
    """The sketch whose moves are judged in the most ways under these rules; None if all judge alike."""

    def verdicts(sketch: Sketch) -> int:
        judged = {tuple(bool(move.refusal) for move in tried_moves(each, sketch)) for each in rules} - {()}
        return len(judged) if any(try_out(each, sketch) for each in rules) else 0

    best = max((*OPTION_SKETCHES, *SKETCHES), key=verdicts)
    return best if verdicts(best) > 1 else None
