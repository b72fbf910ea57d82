"""The presets: every documented game as a row of changed options (RULEBOOK 11). Only this module knows their names."""

import reprlib
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from .messages import _
from .options import read_rules, write_options
from .rules import InvalidRules, Rules


class Preset(NamedTuple):
    """A named game: its id, its name, and the options it changes from the defaults."""

    id: str
    name: str
    options: dict[str, Any]


DEFAULT_PRESET = "casino"

_SWEEPS = {"sweep": 1}
_ROYAL_VALUES = {"ace_values": [1, 14], "face_values": "royal"}
_TWO_SIDES = {"seats": [2, 4], "partnership": "required"}
_DRAW = {"seats": [2], "refill": "draw", "sweep": 1}
_ROYAL = _ROYAL_VALUES | {"finish": "in_order"}
_ROYAL_SHORT = _ROYAL_VALUES | {"target": 6}
_DOMINICAN = _ROYAL_VALUES | {
    "play_direction": "counterclockwise",
    "dealer_moves": "right",
    "matching": "all",
    "raise_own": False,
    "sweep": 1,
    "sweep_rule": "cancel",
    "endgame": "dominican",
}
_HUNGARIAN = _ROYAL_VALUES | {
    "seats": [2],
    "hand_size": 3,
    "building": False,
    "hand_cards": "sum",
    "sweep": 1,
    "target": 11,
    "claims": "wins",
}
_CALLABRA = {
    "seats": [2, 3],
    "hand_size": 3,
    "table_size": 5,
    "face_values": "royal",
    "building": False,
    "hand_cards": "pair",
    "table_sums": False,
    "last_deal": "even_then_table",
    "ending": "clear_table",
}
_DIAMOND = {
    "deck": "no_faces",
    "hand_size": 3,
    "most_cards": 1,
    "most_spades": 0,
    "most_diamonds": 1,
    "seven_of_diamonds": 1,
    "big_casino": 0,
    "little_casino": 0,
    "aces": 0,
    "fours_of_a_kind": {"ranks": "76A", "points": 2},
    "sweep": 1,
    "target": 11,
}
_TUXEDO = {
    "deck": "rook",
    "seats": [2, 3, 4, 5, 6],
    "last_deal": "even_then_table",
    "most_cards": 15,
    "most_spades": 0,
    "big_casino": 0,
    "little_casino": 0,
    "aces": 0,
    "fives": 5,
    "orange": True,
    "sweep": 10,
    "sweep_rule": "by_size",
    "target": 100,
}
_TABLANETTE = {
    "seats": [2],
    "hand_size": 6,
    "ace_values": [1, 11],
    "face_values": "tablanette",
    "building": False,
    "jack_takes_all": True,
    "tablanette": True,
    "honours": 1,
    "most_spades": 0,
    "big_casino": 0,
    "little_casino": 0,
    "aces": 0,
    "target": 251,
}
_FIVE_HANDED = {"deck": "five_handed", "seats": [5], "partnership": "never", "last_deal": "extra", "sweep": 1}
_MICHIGAN = {"seats": [2], "sweep": 2, "duty": "penalty", "count_as_earned": "sweeps", "target": 5}
_CALIFORNIA = {
    "seats": [2, 3, 4, 6],
    "partnership": "never",
    "face_capture": "any",
    "ending": "rounds",
    "rounds_per_seat": 2,
}

_SWEDISH = _ROYAL_VALUES | {
    "building": False,
    "most_cards": 1,
    "most_spades": 2,
    "last_capture": 1,
    "sweep": 1,
    "target": 16,
}
_FINNISH = {
    "face_values": "royal",
    "hand_values": {"A": [14], "2S": [15], "TD": [16]},
    "building": False,
    "most_cards": 1,
    "most_cards_tie": "carry",
    "most_spades": 2,
    "most_spades_tie": "split",
    "sweep": 1,
    "sweep_rule": "cancel",
    "last_deal_sweeps": False,
    "sweep_ceiling": 10,
    "target": 16,
    "finish": "points_first",
}
_TABLIC = _TWO_SIDES | {
    "hand_size": 6,
    "play_direction": "counterclockwise",
    "dealer_moves": "right",
    "ace_values": [1, 11],
    "face_values": "tablic",
    "building": False,
    "bottom_shown": True,
    "honours": 1,
    "most_spades": 0,
    "big_casino": 0,
    "little_casino": 0,
    "aces": 0,
    "sweep": 1,
    "target": 101,
}
_DILOTI = _TWO_SIDES | {
    "hand_size": 6,
    "matching": "faces",
    "raise_own": False,
    "max_builds": 1,
    "absorb_equal": True,
    "redeal": 3,
    "most_cards": 4,
    "most_spades": 0,
    "little_casino": 0,
    "card_points": {"2C": 1},
    "sweep": 10,
    "target": 61,
}
_SOUTH_AFRICAN = {
    "deck": "no_faces",
    "deals": {"2": [0, 10, 10], "3": [1, 13], "4": [0, 10]},
    "play_direction": "counterclockwise",
    "dealer_moves": "right",
    "one_build_per_value": True,
    "max_builds": 1,
    "build_rights": "owner",
    "table_additions": True,
    "steal": True,
    "last_deal_duty": "free",
    "most_cards": 2,
    "most_cards_tie": "split",
    "most_spades": 2,
    "most_spades_tie": "split",
    "majorities": "two_sides",
    "clean_win": True,
    "ending": "rounds",
    "rounds": 1,
    "level_winner": "big_casino",
}

_PRESET_ROWS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("casino", "Casino (Anglo-American)", {}),
    ("casino-sweeps", "Casino with sweeps", _SWEEPS),
    ("cassino", "Cassino (Wikipedia)", _SWEEPS | {"extra_groups": False, "single_build_in_sums": "opponents"}),
    ("cassino-21", "Twenty-one point Cassino", _TWO_SIDES | _SWEEPS | {"claims": "wins_or_loses"}),
    ("cassino-sudden-death", "Sudden-death Cassino", _SWEEPS | {"count_as_earned": "all"}),
    ("cassino-difference", "Eleven-point difference game", _TWO_SIDES | {"target": 11, "difference": True}),
    ("michigan", "Michigan Cassino", _MICHIGAN),
    ("five-handed", "Five-handed Cassino", _FIVE_HANDED),
    ("pluck", "Pluck Cassino", _SWEEPS | {"pluck": True}),
    ("draw", "Draw Cassino", _DRAW),
    ("royal-draw", "Royal Draw Cassino", _DRAW | _ROYAL_VALUES),
    ("portuguese", "Portuguese Cassino", _TWO_SIDES | _SWEEPS | {"target": 31, "most_cards_tie": "most_spades"}),
    ("california", "California Cassino", _CALIFORNIA),
    ("trailing-royals", "Trailing-royals Cassino", {"face_capture": "any", "face_builds": True}),
    ("spade", "Spade Casino", {"most_spades": 0, "each_spade": 1, "jack_of_spades": 1, "target": 61}),
    ("spade-25", "Spade Cassino (25 points)", {"each_spade": 1, "jack_of_spades": 1, "target": 61}),
    ("diamond", "Diamond Cassino", _DIAMOND),
    ("royal", "Royal Casino (North America)", _ROYAL),
    ("royal-sweeps", "Royal Casino with sweeps", _ROYAL | _SWEEPS),
    ("royal-short", "Royal Cassino (Wikipedia, short)", _ROYAL_SHORT),
    ("buckeye", "Buckeye Cassino", _ROYAL_SHORT | {"extra_values": {"TD": [11]}, "target": 21}),
    ("dominican", "Dominican Casino", _DOMINICAN),
    ("dominican-soto", "Dominican Casino (Soto's endgame)", _DOMINICAN | {"endgame": "soto"}),
    (
        "dominican-partner",
        "Dominican, building for partner",
        _DOMINICAN | {"build_for_partner": True, "seats": [4], "partnership": "required"},
    ),
    (
        "royal-gamerules",
        "Royal Casino (gamerules.com)",
        _DOMINICAN
        | {"partnership": "required", "dealer_moves": "left"}
        | {"add_to_partner_build": False, "endgame": "little_casino_at_20"},
    ),
    ("tuxedo", "Tuxedo", _TUXEDO),
    ("hungarian", "Hungarian Casino", _HUNGARIAN),
    (
        "casino-en-deux",
        "Casino en deux (Ulmann)",
        _HUNGARIAN | {"hand_cards": "sums", "claims": "no", "first_play_sweep": 2, "cut_peek": True},
    ),
    ("tablanette", "Tablanette", _TABLANETTE),
    ("callabra", "Callabra", _CALLABRA),
    (
        "callabra-1905",
        "Callabra (Meyers)",
        _CALLABRA | {"hand_cards": "one", "table_sums": True, "capture_count_end": {"2": 6, "3": 8}},
    ),
    ("swedish", "Swedish Kasino", _SWEDISH),
    ("byggkasino", "Byggkasino", _ROYAL_VALUES | _SWEEPS | {"extra_values": {"2S": [15], "TD": [16]}}),
    ("dragkasino", "Dragkasino", _SWEDISH | {"refill": "draw"}),
    ("finnish", "Finnish Kasino", _FINNISH),
    ("tablic", "Tablić", _TABLIC),
    ("diloti", "Diloti", _DILOTI),
    ("south-african", "South African Casino (Khasino)", _SOUTH_AFRICAN),
)

PRESETS: dict[str, Preset] = {id_: Preset(id_, name, options) for id_, name, options in _PRESET_ROWS}


class Family(NamedTuple):
    """Games so similar that skill at one carries over to the others: they share one rating."""

    id: str
    name: str
    presets: tuple[str, ...]


_PLAIN = "casino casino-sweeps cassino cassino-21 cassino-sudden-death cassino-difference michigan five-handed pluck"
FAMILIES: dict[str, Family] = {
    id_: Family(id_, name, tuple(presets.split()))
    for id_, name, presets in (
        ("casino", "Casino", f"{_PLAIN} portuguese california trailing-royals"),
        ("royal", "Royal Casino", "royal royal-sweeps royal-short buckeye"),
        ("dominican", "Dominican Casino", "dominican dominican-soto dominican-partner royal-gamerules"),
        ("spade", "Spade Casino", "spade spade-25"),
        ("diamond", "Diamond Cassino", "diamond"),
        ("draw", "Draw Cassino", "draw royal-draw"),
        ("tuxedo", "Tuxedo", "tuxedo"),
        ("hungarian", "Hungarian Casino", "hungarian casino-en-deux"),
        ("tablanette", "Tablanette", "tablanette"),
        ("callabra", "Callabra", "callabra callabra-1905"),
        ("nordic", "Nordic Kasino", "swedish byggkasino dragkasino finnish"),
        ("tablic", "Tablić", "tablic"),
        ("diloti", "Diloti", "diloti"),
        ("south-african", "South African Casino", "south-african"),
    )
}
FAMILY_OF: dict[str, str] = {preset: family.id for family in FAMILIES.values() for preset in family.presets}


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
