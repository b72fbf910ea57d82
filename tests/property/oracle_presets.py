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
    "hand_values": {},
    "face_capture": "one",
    "matching": "optional",
    "match_builds": False,
    "one_sum": False,
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
    "absorb_equal": False,
    "join_builds": True,
    "owner": "added",
    "max_builds": None,
    "duty": "no_trail",
    "last_deal_duty": None,
    "build_rights": "open",
    "table_additions": False,
    "steal": False,
    "jack_takes_all": False,
    "five_of_spades_sweeps": False,
    "pluck": False,
    "orange": False,
    "big_casino": 2,
    "little_casino": 1,
    "aces": 1,
    "jack_of_spades": 0,
    "each_spade": 0,
    "seven_of_diamonds": 0,
    "fives": 0,
    "honours": 0,
    "card_points": {},
}

ROYAL: Options = {"ace_values": [1, 14], "face_values": "royal"}
TWO_OR_PARTNERS: Options = {"seats": [2, 4], "partnership": "required"}
DRAW: Options = {"seats": [2]}
BUCKEYE: Options = ROYAL | {"extra_values": {"TD": [11]}}
DOMINICAN: Options = ROYAL | {"matching": "all", "raise_own": False}
HUNGARIAN: Options = ROYAL | {"seats": [2], "hand_size": 3, "building": False, "hand_cards": "sum"}
NO_SINGLE_CARDS: Options = {"big_casino": 0, "little_casino": 0, "aces": 0}
SPADE: Options = {"each_spade": 1, "jack_of_spades": 1}
SWEDISH: Options = ROYAL | {"building": False}
FINNISH: Options = {
    "face_values": "royal",
    "hand_values": {"A": [14], "2S": [15], "TD": [16]},
    "building": False,
}
DILOTI: Options = TWO_OR_PARTNERS | {
    "hand_size": 6,
    "matching": "faces",
    "raise_own": False,
    "max_builds": 1,
    "absorb_equal": True,
    "little_casino": 0,
    "card_points": {"2C": 1},
}
SOUTH_AFRICAN: Options = {
    "deck": "no_faces",
    "hand_size": 10,
    "one_build_per_value": True,
    "max_builds": 1,
    "build_rights": "owner",
    "table_additions": True,
    "steal": True,
    "last_deal_duty": "free",
}
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
    "honours": 1,
} | NO_SINGLE_CARDS
TABLIC: Options = (
    TWO_OR_PARTNERS
    | NO_SINGLE_CARDS
    | {"hand_size": 6, "ace_values": [1, 11], "face_values": "tablic", "building": False, "honours": 1}
)

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
    "spade": SPADE,
    "spade-25": SPADE,
    "diamond": {"deck": "no_faces", "hand_size": 3, "seven_of_diamonds": 1} | NO_SINGLE_CARDS,
    "royal": ROYAL,
    "royal-sweeps": ROYAL,
    "royal-short": ROYAL,
    "buckeye": BUCKEYE,
    "dominican": DOMINICAN,
    "dominican-soto": DOMINICAN,
    "dominican-partner": DOMINICAN | {"build_for_partner": True, "seats": [4], "partnership": "required"},
    "royal-gamerules": DOMINICAN | {"add_to_partner_build": False, "partnership": "required"},
    "tuxedo": {"deck": "rook", "seats": [2, 3, 4, 5, 6], "orange": True, "fives": 5} | NO_SINGLE_CARDS,
    "hungarian": HUNGARIAN,
    "casino-en-deux": HUNGARIAN | {"hand_cards": "sums"},
    "tablanette": TABLANETTE,
    "callabra": CALLABRA,
    "callabra-1905": CALLABRA | {"hand_cards": "one", "table_sums": True},
    "swedish": SWEDISH,
    "byggkasino": ROYAL | {"extra_values": {"2S": [15], "TD": [16]}},
    "dragkasino": SWEDISH,
    "finnish": FINNISH,
    "tablic": TABLIC,
    "diloti": DILOTI,
    "south-african": SOUTH_AFRICAN,
}


def resolve(rules: str | Options) -> Options:
    """Return the options of a preset id, or of a preset with changed options."""
    if isinstance(rules, str):
        return DEFAULTS | PRESETS[rules]
    changed = {key: value for key, value in rules.items() if key in DEFAULTS}
    return DEFAULTS | PRESETS[rules.get("preset", "casino")] | changed
