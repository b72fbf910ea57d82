"""The rules of one game: every option of RULEBOOK 10 in small frozen groups."""

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from .cards import Card
from .messages import UserFacingError

RULES_VERSION = 3
"""Increased when the engine begins to judge a move differently.

Each game records the version it began under; nothing that was recorded changes with it.
"""


class InvalidRules(UserFacingError):
    """Options that are unknown, out of range, or cannot be played together."""


type Duty = Literal["no_trail", "take_or_add", "take_add_or_build", "free", "penalty"]
type CardValues = tuple[tuple[str, tuple[int, ...]], ...]
"""Values listed for cards or ranks."""


class FoursOfAKind(NamedTuple):
    """Points for holding all four of each of these ranks (6.2)."""

    ranks: str
    points: int


@dataclass(frozen=True, slots=True)
class Dealing:
    """Options for seats, packs and deals (RULEBOOK 2.1, 3)."""

    deck: Literal["standard", "no_faces", "five_handed", "rook"] = "standard"
    seats: tuple[int, ...] = (2, 3, 4)
    partnership: Literal["optional", "never", "required"] = "optional"
    deals: tuple[tuple[int, tuple[int, ...]], ...] | None = None
    hand_size: int = 4
    table_size: int = 4
    refill: Literal["deal", "draw"] = "deal"
    last_deal: Literal["even", "extra", "even_then_table"] = "even"
    play_direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    dealer_moves: Literal["left", "right"] = "left"
    redeal: int | None = None


@dataclass(frozen=True, slots=True)
class Matching:
    """Options for the values of cards and for captures (RULEBOOK 2, 4, 8.1)."""

    ace_values: tuple[int, ...] = (1,)
    face_values: Literal["none", "royal", "tablanette", "tablic"] = "none"
    extra_values: tuple[tuple[Card, tuple[int, ...]], ...] = ()
    hand_values: CardValues = ()
    face_capture: Literal["one", "any", "one_or_three"] = "one"
    matching: Literal["optional", "all", "some", "faces", "all_numerals"] = "optional"
    match_builds: bool = False
    table_sums: bool = True
    one_sum: bool = False
    single_build_in_sums: Literal["no", "opponents", "anyone"] = "no"
    hand_cards: Literal["one", "sum", "sums", "pair"] = "one"


@dataclass(frozen=True, slots=True)
class Building:
    """Options for builds and for the rights and duties of their owners (RULEBOOK 5, 15.2, 15.4)."""

    building: bool = True
    extra_groups: bool = True
    face_builds: bool = False
    raise_own: bool = True
    raise_with_table_cards: bool = False
    add_to_partner_build: bool = True
    build_for_partner: bool = False
    table_only_builds: bool = False
    one_build_per_value: bool = False
    absorb_equal: bool = False
    join_builds: bool = True
    owner: Literal["added", "valued"] = "added"
    max_builds: int | None = None
    duty: Duty = "no_trail"
    last_deal_duty: Duty | None = None
    build_rights: Literal["open", "owner"] = "open"
    table_additions: bool = False


@dataclass(frozen=True, slots=True)
class Specials:
    """Options for special plays (RULEBOOK 8, 3.9, 15.3)."""

    jack_takes_all: bool = False
    five_of_spades_sweeps: bool = False
    initial_pairs: bool = False
    pluck: bool = False
    orange: bool = False
    cut_peek: bool = False
    bottom_shown: bool = False
    steal: bool = False


@dataclass(frozen=True, slots=True)
class Scoring:
    """Options for the points of a round's piles (RULEBOOK 6)."""

    most_cards: int = 3
    most_cards_tie: Literal["nobody", "most_spades", "split", "carry"] = "nobody"
    most_spades: int = 1
    most_spades_tie: Literal["nobody", "split", "carry"] = "nobody"
    majorities: Literal["always", "two_sides"] = "always"
    clean_win: bool = False
    big_casino: int = 2
    little_casino: int = 1
    aces: int = 1
    jack_of_spades: int = 0
    each_spade: int = 0
    most_diamonds: int = 0
    seven_of_diamonds: int = 0
    fives: int = 0
    last_capture: int = 0
    honours: int = 0
    card_points: tuple[tuple[str, int], ...] = ()
    fours_of_a_kind: FoursOfAKind | None = None
    sweep: int = 0
    sweep_rule: Literal["each", "cancel", "by_size"] = "each"
    first_play_sweep: int | None = None
    last_deal_sweeps: bool = True
    sweep_ceiling: int | None = None
    tablanette: bool = False
    all_points: Literal["nothing", "bonus", "first_round_win", "win"] = "nothing"
    difference: bool = False


@dataclass(frozen=True, slots=True)
class Winning:
    """Options for the end of a game (RULEBOOK 7, 8.8, 15.6)."""

    ending: Literal["target", "rounds", "clear_table"] = "target"
    target: int = 21
    rounds_per_seat: int | None = None
    rounds: int | None = None
    level_winner: Literal["shared", "big_casino"] = "shared"
    capture_count_end: tuple[tuple[int, int], ...] | None = None
    finish: Literal["highest", "in_order", "sweeps_last", "points_first"] = "highest"
    ace_order: str = "SCHD"
    endgame: Literal["none", "dominican", "soto", "little_casino_at_20"] = "none"
    restricted_sweeps_cancel: bool = True
    count_as_earned: Literal["no", "sweeps", "cards", "all"] = "no"
    claims: Literal["no", "wins_or_loses", "wins"] = "no"

    def all_rounds(self, seats: int) -> int:
        """The number of rounds of a game with so many seats, if its ending is `rounds` (7.3)."""
        return self.rounds or (self.rounds_per_seat or 0) * seats


@dataclass(frozen=True, slots=True)
class Rules:
    """All options of one game. `options.read_rules` makes them and refuses rules that cannot be played."""

    dealing: Dealing = field(default_factory=Dealing)
    matching: Matching = field(default_factory=Matching)
    building: Building = field(default_factory=Building)
    specials: Specials = field(default_factory=Specials)
    scoring: Scoring = field(default_factory=Scoring)
    winning: Winning = field(default_factory=Winning)


GROUPS: dict[str, type[Any]] = {
    "dealing": Dealing,
    "matching": Matching,
    "building": Building,
    "specials": Specials,
    "scoring": Scoring,
    "winning": Winning,
}
"""The groups by the name of their field in Rules."""
