"""The table of presets: every documented game as changed options (RULEBOOK 11), and the rules of a preset with house
rules. Only this module names variants."""

import reprlib
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from .messages import _
from .options import read_rules, write_options
from .rules import InvalidRules, Rules


class Preset(NamedTuple):
    """A named game: its id, its name in the rulebook and in records, the options it changes from the defaults, its
    title and one sentence for players, the words of its own country, and the country's names."""

    id: str
    rulebook_name: str
    options: dict[str, Any]
    title: str
    summary: str
    local_terms: str = ""
    country: str = ""


class Family(NamedTuple):
    """Games so similar that skill at one carries over to the others: they share one rating. `sources` are keys."""

    id: str
    title: str
    presets: tuple[str, ...]
    sources: tuple[str, ...]


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

_ROWS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("casino", "Casino (Anglo-American)", "casino", {}),
    ("casino-sweeps", "Casino with sweeps", "casino", _SWEEPS),
    (
        "cassino",
        "Cassino (Wikipedia)",
        "casino",
        _SWEEPS | {"extra_groups": False, "single_build_in_sums": "opponents"},
    ),
    ("cassino-21", "Twenty-one point Cassino", "casino", _TWO_SIDES | _SWEEPS | {"claims": "wins_or_loses"}),
    ("cassino-sudden-death", "Sudden-death Cassino", "casino", _SWEEPS | {"count_as_earned": "all"}),
    ("cassino-difference", "Eleven-point difference game", "casino", _TWO_SIDES | {"target": 11, "difference": True}),
    ("michigan", "Michigan Cassino", "casino", _MICHIGAN),
    ("five-handed", "Five-handed Cassino", "casino", _FIVE_HANDED),
    ("pluck", "Pluck Cassino", "casino", _SWEEPS | {"pluck": True}),
    ("draw", "Draw Cassino", "draw", _DRAW),
    ("royal-draw", "Royal Draw Cassino", "draw", _DRAW | _ROYAL_VALUES),
    (
        "portuguese",
        "Portuguese Cassino",
        "casino",
        _TWO_SIDES | _SWEEPS | {"target": 31, "most_cards_tie": "most_spades"},
    ),
    ("california", "California Cassino", "casino", _CALIFORNIA),
    ("trailing-royals", "Trailing-royals Cassino", "casino", {"face_capture": "any", "face_builds": True}),
    ("spade", "Spade Casino", "spade", {"most_spades": 0, "each_spade": 1, "jack_of_spades": 1, "target": 61}),
    ("spade-25", "Spade Cassino (25 points)", "spade", {"each_spade": 1, "jack_of_spades": 1, "target": 61}),
    ("diamond", "Diamond Cassino", "diamond", _DIAMOND),
    ("royal", "Royal Casino (North America)", "royal", _ROYAL),
    ("royal-sweeps", "Royal Casino with sweeps", "royal", _ROYAL | _SWEEPS),
    ("royal-short", "Royal Cassino (Wikipedia, short)", "royal", _ROYAL_SHORT),
    ("buckeye", "Buckeye Cassino", "royal", _ROYAL_SHORT | {"extra_values": {"TD": [11]}, "target": 21}),
    ("dominican", "Dominican Casino", "dominican", _DOMINICAN),
    ("dominican-soto", "Dominican Casino (Soto's endgame)", "dominican", _DOMINICAN | {"endgame": "soto"}),
    (
        "dominican-partner",
        "Dominican, building for partner",
        "dominican",
        _DOMINICAN | {"build_for_partner": True, "seats": [4], "partnership": "required"},
    ),
    (
        "royal-gamerules",
        "Royal Casino (gamerules.com)",
        "dominican",
        _DOMINICAN
        | {"partnership": "required", "dealer_moves": "left"}
        | {"add_to_partner_build": False, "endgame": "little_casino_at_20"},
    ),
    ("tuxedo", "Tuxedo", "tuxedo", _TUXEDO),
    ("hungarian", "Hungarian Casino", "hungarian", _HUNGARIAN),
    (
        "casino-en-deux",
        "Casino en deux (Ulmann)",
        "hungarian",
        _HUNGARIAN | {"hand_cards": "sums", "claims": "no", "first_play_sweep": 2, "cut_peek": True},
    ),
    ("tablanette", "Tablanette", "tablanette", _TABLANETTE),
    ("callabra", "Callabra", "callabra", _CALLABRA),
    (
        "callabra-1905",
        "Callabra (Meyers)",
        "callabra",
        _CALLABRA | {"hand_cards": "one", "table_sums": True, "capture_count_end": {"2": 6, "3": 8}},
    ),
    ("swedish", "Swedish Kasino", "nordic", _SWEDISH),
    ("byggkasino", "Byggkasino", "nordic", _ROYAL_VALUES | _SWEEPS | {"extra_values": {"2S": [15], "TD": [16]}}),
    ("dragkasino", "Dragkasino", "nordic", _SWEDISH | {"refill": "draw"}),
    ("finnish", "Finnish Kasino", "nordic", _FINNISH),
    ("tablic", "Tablić", "tablic", _TABLIC),
    ("diloti", "Diloti", "diloti", _DILOTI),
    ("south-african", "South African Casino (Khasino)", "south-african", _SOUTH_AFRICAN),
)

_DOMINICAN_TERMS = _(
    "In Spanish: diez de casino (10♦), dos de casino (2♠), forma (build), virado (sweep), dejado (card left behind)."
)
_SWEDISH_TERMS = _("In Swedish: tabbe (sweep), storan (10♦), lillan (2♠), sistan (last capture).")
_TEXTS: dict[str, tuple[str, ...]] = {
    "casino": (_("Casino"), _("The classic: capture, build, and play to 21.")),
    "casino-sweeps": (_("Casino with sweeps"), _("The classic game, with a point for clearing the table.")),
    "cassino": (_("Casino with builds in sums"), _("Opponents may count your build as part of a sum.")),
    "cassino-21": (_("Twenty-One"), _("Count your own points. Claim 21 correctly and you win at once.")),
    "cassino-sudden-death": (_("Sudden Death"), _("Points count at once. The first to 21 wins on the spot.")),
    "cassino-difference": (
        _("Difference to Eleven"),
        _("In each round, only the side with more points scores, and it gets the difference."),
    ),
    "michigan": (_("Michigan Casino"), _("A short duel to 5 points. Sweeps score 2.")),
    "five-handed": (_("Casino for five"), _("Five players, 49 cards, everyone for themselves.")),
    "pluck": (_("Pluck Casino"), _("Once in each deal, you may pluck an extra card from the table.")),
    "draw": (_("Draw Casino"), _("Draw a card after every turn, so your hand stays full.")),
    "royal-draw": (_("Royal Draw Casino"), _("Draw Casino with values for jacks, queens, and kings.")),
    "portuguese": (
        _("Portuguese Casino"),
        _("A longer game to 31. Spades break a tie for most cards."),
        _("In Portuguese: menina (10♦), clareza (sweep)."),
    ),
    "california": (_("California Casino"), _("Two rounds for each player, and up to six can play.")),
    "trailing-royals": (_("Casino with face-card builds"), _("Face cards take all cards of their rank, or build.")),
    "spade": (_("Spade Casino"), _("Every spade scores. Play to 61.")),
    "spade-25": (_("Spade Casino with most spades"), _("Every spade scores, and so does having the most of them.")),
    "diamond": (_("Diamond Casino"), _("Forty cards, hands of three. Collect diamonds and sets of four.")),
    "royal": (_("Royal Casino"), _("Jacks, queens, and kings have values, so you can build them.")),
    "royal-sweeps": (_("Royal Casino with sweeps"), _("Royal Casino, with a point for clearing the table.")),
    "royal-short": (_("Royal Casino to 6"), _("Royal Casino, over in a round or two.")),
    "buckeye": (_("Buckeye Casino"), _("Royal Casino in which the 10♦ may also count as 11.")),
    "dominican": (_("Dominican Casino"), _("You must take matching cards, and sweeps cancel out."), _DOMINICAN_TERMS),
    "dominican-soto": (
        _("Dominican Casino, strict endgame"),
        _("A tighter endgame from 16 points on."),
        _DOMINICAN_TERMS,
    ),
    "dominican-partner": (
        _("Dominican Casino for partners"),
        _("Two partnerships. Build for your partner, too."),
        _DOMINICAN_TERMS,
    ),
    "royal-gamerules": (_("Royal Casino with forced captures"), _("Royal values, and you must take matching cards.")),
    "tuxedo": (_("Tuxedo"), _("A Rook deck in four colors. Fives score, and so do oranges that you call.")),
    "hungarian": (_("Hungarian Casino"), _("No builds. Play several hand cards together to make one sum.")),
    "casino-en-deux": (_("Casino for two"), _("No builds. Play several hand cards together, in several sums.")),
    "tablanette": (_("Tablanette"), _("No builds. Clear the table for big points. Jacks take everything.")),
    "callabra": (_("Callabra"), _("One short round without sums. Most cards wins.")),
    "callabra-1905": (_("Callabra with sums"), _("One short round. Most cards wins.")),
    "swedish": (_("Swedish Kasino"), _("No builds. The last capture scores, and so does every sweep."), _SWEDISH_TERMS),
    "byggkasino": (_("Byggkasino"), _("The Swedish game with builds, for values up to 16."), _SWEDISH_TERMS),
    "dragkasino": (_("Dragkasino"), _("Swedish Kasino in which you draw a card after every turn."), _SWEDISH_TERMS),
    "finnish": (
        _("Finnish Kasino"),
        _("No builds. Aces, the 2♠, and the 10♦ are high in your hand."),
        _("In Finnish: mökki (sweep)."),
    ),
    "tablic": (
        _("Tablić"),
        _("No builds. Collect honor cards. Everyone sees the bottom card."),
        _("In Serbian: tabla or recka (sweep)."),
    ),
    "diloti": (
        _("Diloti"),
        _("A sweep scores 10. Each player owns one build at most."),
        _("In Greek: xeri (sweep), dílosi (build), kalo deka (10♦), kalo dyo (2♣)."),
    ),
    "south-african": (_("South African Casino"), _("Steal the top card of an opponent’s pile.")),
}

_COUNTRIES = {
    "portuguese": _("Portugal Portuguese português"),
    "dominican": _("Dominican Republic República Dominicana"),
    "hungarian": _("Hungary Hungarian magyar"),
    "swedish": _("Sweden Swedish svensk svenskt Sverige"),
    "danish": _("Denmark Danish dansk Danmark"),
    "finnish": _("Finland Finnish suomi suomalainen"),
    "tablic": _("Serbia Serbian srpski"),
    "diloti": _("Greece Greek Hellas"),
    "south-african": _("South Africa"),
}
"""Names to search by, of countries and their languages."""
_COUNTRIES |= dict.fromkeys(("byggkasino", "dragkasino"), _COUNTRIES["swedish"])
_COUNTRIES |= dict.fromkeys(("dominican-soto", "dominican-partner"), _COUNTRIES["dominican"])

PRESETS = {
    id_: Preset(id_, name, options, *_TEXTS[id_])._replace(country=_COUNTRIES.get(id_, ""))
    for id_, name, _family, options in _ROWS
}


class NamedRules(NamedTuple):
    """House rules with a name of their own, with one sentence for players: the preset that they change, the options,
    and names of their country."""

    id: str
    title: str
    summary: str
    preset: str
    options: dict[str, Any]
    country: str


_ONLINE = {"matching": "all_numerals", "match_builds": True, "join_builds": False, "raise_with_table_cards": True}
_DANISH = {"most_cards": 1, "last_capture": 1, "five_of_spades_sweeps": True}
NAMED_RULES = {
    rules.id: rules
    for rules in (
        NamedRules(
            "diloti-online",
            "Diloti (diloti.online)",
            _("As on diloti.online: matching cards and builds must be taken."),
            "diloti",
            _ONLINE,
            _COUNTRIES["diloti"],
        ),
        NamedRules(
            "danish",
            _("Danish Kasino"),
            _("Byggkasino in which the 5♠ takes everything. The last capture scores."),
            "byggkasino",
            _DANISH,
            _COUNTRIES["danish"],
        ),
    )
}
"""House rules that the sources know by a name, but not in one form (RULEBOOK 9.25, 9.28)."""

_FAMILIES = (
    ("casino", _("Casino"), ("pagat", "wikipedia", "parlett")),
    ("royal", _("Royal Casino"), ("pagat", "wikipedia", "parlett")),
    ("dominican", _("Dominican Casino"), ("pagat", "gamerules")),
    ("spade", _("Spade Casino"), ("pagat", "wikipedia", "parlett")),
    ("diamond", _("Diamond Casino"), ("parlett",)),
    ("draw", _("Draw Casino"), ("pagat", "wikipedia", "parlett")),
    ("tuxedo", _("Tuxedo"), ("pagat", "wikipedia", "parlett")),
    ("hungarian", _("Hungarian Casino"), ("ulmann",)),
    ("tablanette", _("Tablanette"), ("phillips",)),
    ("callabra", _("Callabra"), ("wikipedia", "meyers")),
    ("nordic", _("Nordic Kasino"), ("pagat", "korttipelit")),
    ("tablic", _("Tablić"), ("pagat",)),
    ("diloti", _("Diloti"), ("pagat", "diloti-online")),
    ("south-african", _("South African Casino"), ("kasa", "pagat")),
)
FAMILY_OF: dict[str, str] = {id_: family for id_, _name, family, _options in _ROWS}
FAMILIES: dict[str, Family] = {
    id_: Family(id_, title, tuple(preset for preset, family in FAMILY_OF.items() if family == id_), sources)
    for id_, title, sources in _FAMILIES
}


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


def preset_of(rules: Rules, preset_id: str) -> str:
    """The preset whose rules these are: this one if no other has just these."""
    known = (other for other in (preset_id, *PRESETS) if other in PRESETS)
    return next((other for other in known if _preset_rules(other) == rules), preset_id)


@lru_cache(256)
def changed_options(rules: Rules, preset_id: str) -> Mapping[str, Any]:
    """The options in which the rules differ from the preset, with their values."""
    usual = write_options(_preset_rules(preset_id))
    return MappingProxyType({key: value for key, value in write_options(rules).items() if value != usual[key]})
