"""The options of section 10 that decide which moves are legal, and their values in each preset of section 11."""

from typing import Any

Options = dict[str, Any]

DEFAULTS: Options = {
    "deck": "standard",
    "seats": [2, 3, 4],
    "partnership": "optional",
    "hand_size": 4,
    "ace_values": [1],
    "face_values": "none",
    "extra_values": {},
    "face_capture": "one",
    "matching": "optional",
    "table_sums": True,
    "single_build_in_sums": "no",
    "hand_cards": "one",
    "building": True,
    "extra_groups": True,
    "face_builds": False,
    "raise_own": True,
    "raise_with_table_cards": False,
    "add_to_partner_build": True,
    "build_for_partner": False,
    "table_only_builds": False,
    "one_build_per_value": False,
    "duty": "no_trail",
    "jack_takes_all": False,
    "five_of_spades_sweeps": False,
    "pluck": False,
    "orange": False,
}

ROYAL: Options = {"ace_values": [1, 14], "face_values": "royal"}
TWO_OR_PARTNERS: Options = {"seats": [2, 4], "partnership": "required"}
DRAW: Options = {"seats": [2]}
BUCKEYE: Options = ROYAL | {"extra_values": {"TD": [11]}}
DOMINICAN: Options = ROYAL | {"matching": "all", "raise_own": False}
HUNGARIAN: Options = ROYAL | {"seats": [2], "hand_size": 3, "building": False, "hand_cards": "sum"}
CALLABRA: Options = {
    "seats": [2, 3],
    "hand_size": 3,
    "face_values": "royal",
    "building": False,
    "hand_cards": "pair",
    "table_sums": False,
}
TABLANETTE: Options = {
    "seats": [2],
    "hand_size": 6,
    "ace_values": [1, 11],
    "face_values": "tablanette",
    "building": False,
    "jack_takes_all": True,
}

PRESETS: dict[str, Options] = {
    "casino": {},
    "casino-sweeps": {},
    "cassino": {"extra_groups": False, "single_build_in_sums": "opponents"},
    "cassino-21": TWO_OR_PARTNERS,
    "cassino-sudden-death": {},
    "cassino-difference": TWO_OR_PARTNERS,
    "michigan": {"seats": [2], "duty": "penalty"},
    "five-handed": {"deck": "five_handed", "seats": [5], "partnership": "never"},
    "pluck": {"pluck": True},
    "draw": DRAW,
    "royal-draw": DRAW | ROYAL,
    "portuguese": TWO_OR_PARTNERS,
    "california": {"seats": [2, 3, 4, 6], "partnership": "never", "face_capture": "any"},
    "trailing-royals": {"face_capture": "any", "face_builds": True},
    "spade": {},
    "spade-25": {},
    "diamond": {"deck": "no_faces", "hand_size": 3},
    "royal": ROYAL | {"raise_own": False},
    "royal-sweeps": ROYAL | {"raise_own": False},
    "royal-short": ROYAL,
    "buckeye": BUCKEYE,
    "dominican": DOMINICAN,
    "dominican-soto": DOMINICAN,
    "dominican-partner": DOMINICAN | {"build_for_partner": True, "seats": [4], "partnership": "required"},
    "royal-gamerules": DOMINICAN | {"add_to_partner_build": False},
    "tuxedo": {"deck": "rook", "seats": [2, 3, 4, 5, 6], "orange": True},
    "hungarian": HUNGARIAN,
    "casino-en-deux": HUNGARIAN | {"hand_cards": "sums"},
    "tablanette": TABLANETTE,
    "callabra": CALLABRA,
    "callabra-1905": CALLABRA | {"hand_cards": "one", "table_sums": True},
}


def resolve(rules: str | Options) -> Options:
    """Return the options of a preset id, or of a preset with changed options."""
    if isinstance(rules, str):
        return DEFAULTS | PRESETS[rules]
    changed = {key: value for key, value in rules.items() if key in DEFAULTS}
    return DEFAULTS | PRESETS[rules.get("preset", "casino")] | changed
