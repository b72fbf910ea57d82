"""One option of the house rules, explained: each value in a sentence, and where cards show it, a position."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.domain.options import read_rules, write_options
from games.domain.rules import InvalidRules, Rules

from .examples import OPTION_SKETCHES, SKETCHES, ExampleMove, ExampleView, Sketch, tried_moves, try_out
from .house_rules_form import conflict_words
from .option_groups import OPTION_TEXTS


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
    """Return the explanation of an option, under the rules of a preset with other changes."""
    option, defaults = OPTION_TEXTS[key], write_options(preset_rules)
    options = defaults | dict(changes)
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
    """Return the rules with these options, or the reason why they cannot be played together."""
    try:
        return read_rules(options)
    except InvalidRules as error:
        return conflict_words(error)


def _most_telling(rules: list[Rules]) -> Sketch | None:
    """Return the sketch whose moves are judged in the most ways under these rules; None if all judge alike."""

    def verdicts(sketch: Sketch) -> int:
        judged = {tuple(bool(move.refusal) for move in tried_moves(each, sketch)) for each in rules} - {()}
        return len(judged) if any(try_out(each, sketch) for each in rules) else 0

    best = max((*OPTION_SKETCHES, *SKETCHES), key=verdicts)
    return best if verdicts(best) > 1 else None
