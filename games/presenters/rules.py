"""A game's rules in a few words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, assert_never
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.options import OPTIONS, write_options
from games.domain.presets import NAMED_RULES, PRESETS, NamedRules, changed_options, resolve_rules
from games.domain.rules import Rules

from .rulebook.house_rules import changed_query, changed_words
from .rulebook.option_groups import STATED_IN_GOAL


def game_name(preset: str) -> str:
    """The title of the preset."""
    return _(PRESETS[preset].title) if preset in PRESETS else preset


def named_rules(preset: str, changes: Mapping[str, Any]) -> NamedRules | None:
    """These house rules, if they have a name."""
    return next((rules for rules in NAMED_RULES.values() if (rules.preset, rules.options) == (preset, changes)), None)


def rules_name(preset: str, changes: Mapping[str, Any]) -> str:
    """The name of these house rules, if they have one, or of the game."""
    named = named_rules(preset, changes)
    return _(named.title) if named else game_name(preset)


def played_name(rules: Rules, preset: str) -> str:
    """The name of what is played: of its house rules, if they have one, or of the game."""
    return rules_name(preset, changed_options(rules, preset)) if preset in PRESETS else preset


def stored_name(preset: str, options: Mapping[str, Any]) -> str:
    """The name of what is played with the options of a stored game: of its house rules, if they have one."""
    known = any(rules.preset == preset for rules in NAMED_RULES.values())
    usual = write_options(resolve_rules(preset)) if known else options
    return rules_name(preset, {key: value for key, value in options.items() if value != usual.get(key)})


def goal_words(rules: Rules, target: int, seats: int) -> str:
    """The goal of the game, in a few words."""
    match rules.winning.ending:
        case "target":
            return ngettext("to %(target)d point", "to %(target)d points", target) % {"target": target}
        case "rounds":
            rounds = rules.winning.all_rounds(seats)
            return ngettext("%(rounds)d round", "%(rounds)d rounds", rounds) % {"rounds": rounds}
        case "clear_table":
            return _("one round, most cards wins")
        case other:
            assert_never(other)


def house_rules(rules: Rules, preset: str) -> tuple[str, ...]:
    """The options in which the rules differ from their preset, except for those that the goal mentions."""
    if preset not in PRESETS:
        return ()
    changed = changed_options(rules, preset).items()
    return tuple(changed_words(key, value) for key, value in changed if key not in STATED_IN_GOAL)


# --- saved sets of house rules -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetRow:
    """One set: its game, its changes in words, and its query string."""

    pk: int
    name: str
    preset: str
    game: str
    changes: tuple[str, ...]
    query: str


def set_row(pk: int, name: str, preset: str, changes: Mapping[str, Any]) -> SetRow:
    known = {key: value for key, value in changes.items() if key in OPTIONS}
    words = tuple(changed_words(key, value) for key, value in known.items())
    return SetRow(pk, name, preset, game_name(preset), words, urlencode(changed_query(known)))
