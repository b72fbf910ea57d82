"""Random positions of every preset, and of compatible house rules, as questions to the command line (13)."""

from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from tests.property.oracle_position import Card, Value, can_count, hand_worth, numbers, worth
from tests.property.oracle_presets import Options, resolve

Ask = dict[str, Any]
Group = tuple[Card, ...]


class NewBuild(NamedTuple):
    groups: list[Group]
    value: Value
    owner: int

    @property
    def text(self) -> str:
        return f"[{','.join('+'.join(group) for group in self.groups)}={self.value}@{self.owner}]"


PACKS: dict[str, tuple[str, str]] = {
    "standard": ("A23456789TJQK", "SHDC"),
    "no_faces": ("A23456789T", "SHDC"),
    "five_handed": ("A23456789TJQK", "SHDC"),
    "rook": ("123456789T", "BRGY"),
}
MATCHING = ["optional", "optional", "all", "some", "faces", "all_numerals"]
BUILDING_CHOICES: dict[str, list[Any]] = {
    "single_build_in_sums": ["no", "opponents", "anyone"],
    "extra_groups": [True, False],
    "face_builds": [False, True],
    "raise_own": [True, False],
    "raise_with_table_cards": [False, True],
    "add_to_partner_build": [True, False],
    "build_for_partner": [False, True],
    "table_only_builds": [False, True],
    "one_build_per_value": [False, True],
    "absorb_equal": [False, True],
    "join_builds": [True, False],
    "owner": ["added", "valued"],
    "max_builds": [None, 1, 2],
    "duty": ["no_trail", "take_or_add", "take_add_or_build", "free", "penalty"],
    "last_deal_duty": [None, None, "no_trail", "take_or_add", "free", "penalty"],
    "build_rights": ["open", "open", "owner"],
    "table_additions": [False, True],
    "steal": [False, True],
    "matching": MATCHING,
    "match_builds": [False, True],
    "one_sum": [False, True],
}
NO_BUILDING_CHOICES: dict[str, list[Any]] = {
    "hand_cards": ["one", "sum", "sums", "pair"],
    "table_sums": [True, False],
    "matching": MATCHING,
    "one_sum": [False, True],
}
STANDARD_PACK_CHOICES: dict[str, list[Any]] = {
    "ace_values": [[1], [1, 14], [1, 11]],
    "face_values": ["none", "royal", "tablanette", "tablic"],
    "extra_values": [{}, {"TD": [11]}, {"2S": [15], "TD": [16]}],
    "hand_values": [{}, {"A": [14], "2S": [15], "TD": [16]}, {"A": [3, 12], "AS": [9], "9": [4]}],
    "face_capture": ["one", "any", "one_or_three"],
    "jack_takes_all": [False, True],
    "five_of_spades_sweeps": [False, True],
    "pluck": [False, True],
    "aces": [1, 0],
    "each_spade": [0, 1],
    "card_points": [{}, {"7": 2, "QH": 1}],
}


def house_rules(dice: Random, preset: str) -> Options:
    """Return the preset with each of its options changed about half the time."""
    base = resolve(preset)
    choices = BUILDING_CHOICES if base["building"] else NO_BUILDING_CHOICES
    rules: Options = {"preset": preset} | {key: dice.choice(choices[key]) for key in choices if dice.random() < 0.6}
    if base["deck"] in ("standard", "five_handed"):
        for key, values in STANDARD_PACK_CHOICES.items():
            rules |= {key: dice.choice(values)} if dice.random() < 0.25 else {}
    return go_together(rules)


def go_together(rules: Options) -> Options:
    """Return the rules without combinations that cannot be played, or are left undecided."""
    options, rules = resolve(rules), rules | {"finish": "highest"}
    if options["jack_takes_all"]:
        rules = rules | {"matching": "optional"}
    if options["steal"]:
        rules = rules | {
            "pluck": False,
            "hand_cards": "one",
            "endgame": "none",
            "claims": "no",
            "count_as_earned": "no",
        }
    if "penalty" in (options["duty"], options["last_deal_duty"]):
        rules = rules | {"endgame": "none", "difference": False}
    if "penalty" in (options["duty"], options["last_deal_duty"]) and not two_sides(options):
        free = {"duty": "free", "last_deal_duty": None}
        rules = rules | (free if options["deck"] == "five_handed" else {"seats": [2]})
    if options["build_for_partner"]:
        partners = options["partnership"] != "never" and 4 in resolve(rules)["seats"]
        rules = rules | {"build_for_partner": partners, "add_to_partner_build": True}
    return rules


def two_sides(options: Options) -> bool:
    pairs = options["partnership"] == "required" and set(options["seats"]) <= {2, 4}
    return bool(pairs or options["seats"] == [2])


def pack(deck: str) -> list[Card]:
    ranks, suits = PACKS[deck]
    missing = {"2H", "2D", "2C"} if deck == "five_handed" else set()
    return [rank + suit for rank in ranks for suit in suits if rank + suit not in missing]


def random_ask(dice: Random, rules: str | Options) -> Ask:
    """Return one `legal` question: a hand, up to seven loose cards and up to three builds, of few ranks so that much
    fits."""
    options = resolve(rules)
    seats = dice.choice(options["seats"])
    partners = seats == 4 and (options["partnership"] == "required" or can_pair_off(dice, options))
    turn = dice.randint(1, seats)
    builds, rest = some_builds(dice, options, seats, turn, some_cards(dice, options))
    loose, rest = cut(rest, dice.randint(0, 7))
    tops, rest = cut(rest, seats if options["steal"] else 0)
    hand = a_hand(dice, options, builds, [*loose, *tops], rest, turn)
    table = [build.text for build in builds] + loose
    dice.shuffle(table)
    ask: Ask = {"op": "legal", "rules": rules, "seats": seats, "partners": partners, "turn": turn}
    if options["steal"]:
        ask["tops"] = [top if dice.random() < 0.8 else "" for top in tops] + [""] * (seats - len(tops))
    return ask | {"hand": " ".join(hand), "table": " ".join(table)} | circumstances(dice, options, seats, partners)


def can_pair_off(dice: Random, options: Options) -> bool:
    return options["partnership"] == "optional" and dice.random() < 0.7


def some_cards(dice: Random, options: Options) -> list[Card]:
    """Return the cards of some ranks, at times with more faces than others, in any order."""
    ranks = dice.sample(PACKS[options["deck"]][0], dice.randint(4, 8))
    ranks += dice.choice(["", "", "J", "QK"])
    cards = [card for card in pack(options["deck"]) if card[0] in ranks]
    return dice.sample(cards, len(cards))


def cut(cards: list[Card], size: int) -> tuple[list[Card], list[Card]]:
    return cards[:size], cards[size:]


def a_hand(
    dice: Random, options: Options, builds: list[NewBuild], loose: list[Card], rest: list[Card], turn: int
) -> list[Card]:
    """Return a hand that mostly covers the builds owned, and mostly has a card for possible builds or captures."""
    size = dice.randint(1, options["hand_size"])
    hand, rest = cut(rest, size)
    wanted: list[Value] = [dice.choice(aims(options, builds, loose, hand)) for _ in range(dice.randint(0, 2))]
    wanted += [build.value for build in builds if build.owner == turn and dice.random() < 0.9]
    on_table = "".join(build.text for build in builds) + "".join(loose)
    for value in wanted:
        pool = [card for card in pack(options["deck"]) if card not in hand and card not in on_table]
        fitting = [card for card in pool if value in hand_worth(options, card)]
        hand += [dice.choice(fitting)] if fitting else []
    return hand[-max(size, min(len(wanted), options["hand_size"])) :]


def aims(options: Options, builds: list[NewBuild], loose: list[Card], hand: list[Card]) -> list[Value]:
    """The values of the builds, often, and what a card held makes with a build, a loose card or both."""
    values: list[Value] = [build.value for build in builds]
    held = [number for card in hand for number in numbers(options, card)]
    on_table = [number for card in loose for number in numbers(options, card)]
    raised = [value for value in values if isinstance(value, int)]
    sums = {mine + more + build for mine in held for more in [0, *on_table] for build in [0, *raised]}
    possible = {value for card in pack(options["deck"]) for value in hand_worth(options, card)}
    return [*values, *values, *values, *sorted(sums & possible)] or [0]


def circumstances(dice: Random, options: Options, seats: int, partners: bool) -> Ask:
    """Return the circumstances off the table: stock, others' cards, values the partner is proved to hold, plucking."""
    one_deal = seats * options["hand_size"]
    others = dice.choice([0, dice.randint(0, (seats - 1) * options["hand_size"])])
    known: Ask = {"stock": one_deal if one_deal <= 20 and dice.random() < 0.6 else 0, "others": others}
    if options["build_for_partner"] and partners:
        values = {str(value) for card in pack(options["deck"]) for value in worth(options, card)}
        known["proved"] = dice.sample(sorted(values), min(len(values), dice.randint(0, 5)))
    if options["pluck"]:
        known["plucked"] = dice.random() < 0.3
    return known


def some_builds(
    dice: Random, options: Options, seats: int, turn: int, cards: list[Card]
) -> tuple[list[NewBuild], list[Card]]:
    """Return up to three builds of the cards, and the unused cards; the player and the opposite seat own most."""
    builds: list[NewBuild] = []
    owners = [turn, turn, (turn + 1) % seats + 1, *range(seats + 1)]
    for _ in range(dice.choice([0, 2, 3, 4, 6]) if options["building"] else 0):
        dice.shuffle(cards)
        groups, value = build_groups(dice, options, cards)
        if len(builds) < 3 and sum(len(group) for group in groups) > 1:
            builds.append(NewBuild(groups, value, dice.choice(owners)))
            cards = [card for card in cards if not any(card in group for group in groups)]
    return builds, cards


def build_groups(dice: Random, options: Options, cards: list[Card]) -> tuple[list[Group], Value]:
    """One to three groups of one value that a card of the pack has, as far as the cards go."""
    worthy = {value for card in pack(options["deck"]) for value in hand_worth(options, card)}
    first = tuple(cards[: dice.choice([1, 2, 2, 2, 3])])
    values = [value for value in sorted(worthy, key=str) if is_group(options, value, first)]
    if not values:
        return [], 0
    value = dice.choice(values)
    found = [first]
    for _ in range(dice.choice([0, 0, 1, 2]) if len(first) > 1 else 2):
        ways = groups_of(options, value, [card for card in cards if not any(card in group for group in found)])
        found += [dice.choice(ways)] if ways else []
    return found, value


def groups_of(options: Options, value: Value, cards: list[Card]) -> list[Group]:
    """The groups of up to three of the first eight cards that have the value."""
    return [way for n in (1, 2, 3) for way in combinations(cards[:8], n) if is_group(options, value, way)]


def is_group(options: Options, value: Value, cards: Group) -> bool:
    if isinstance(value, int):
        return can_count(options, cards, value)
    return options["face_builds"] and len(cards) == 1 and value in worth(options, cards[0])
