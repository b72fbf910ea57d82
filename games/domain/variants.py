"""The rules of a preset, or of a preset with house rules."""

import reprlib
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from .messages import _
from .options import read_rules, write_options
from .presets import DEFAULT_PRESET, PRESETS
from .rules import InvalidRules, Rules


@cache
def _preset_rules(preset_id: str) -> Rules:
    return read_rules(PRESETS[preset_id].options)


def resolve_rules(wanted: str | Mapping[str, Any]) -> Rules:
    """Rules from a preset id, or a mapping of a "preset" with changed options. Raises InvalidRules."""
    options = {"preset": wanted} if isinstance(wanted, str) else dict(wanted)
    preset_id = options.pop("preset", DEFAULT_PRESET)
    if not isinstance(preset_id, str) or preset_id not in PRESETS:
        raise InvalidRules(_("There is no game called %(preset)s."), preset=reprlib.repr(preset_id))
    if not options:
        return _preset_rules(preset_id)
    return read_rules(PRESETS[preset_id].options | options)


@lru_cache(256)
def changed_options(rules: Rules, preset_id: str) -> Mapping[str, Any]:
    """The options in which the rules differ from the preset, with their values."""
    usual = write_options(_preset_rules(preset_id))
    return MappingProxyType({key: value for key, value in write_options(rules).items() if value != usual[key]})
