"""Computer players: their choices, and that they use only what they may see."""

from itertools import cycle
from random import Random
from typing import Any

import pytest

from games.bots.card_worth import capture_worth, card_worth
from games.bots.evaluation import Evaluator
from games.bots.human import PROFILES, Human, Oversights, Profile
from games.bots.marginal_values import MarginalValues
from games.bots.simulation import Simulator
from games.domain.cards import CARD_INDEX, PACKS, Card
from games.domain.commands import CallOrange, Claim, Command, OpenGame, Play, StartRound, TakeSeat
from games.domain.decide import decide
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, MakeBuild, Move, PluckAndPlay, TableBuild, Trail
from games.domain.notation import read_cards, read_move, read_table, write_move
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import PRESETS, resolve_rules
from games.domain.provably_fair import shuffled_pack
from games.domain.refusal import Refusal
from games.domain.rules import Rules
from games.domain.rules_validation import seatings
from games.domain.state import GameState
from tests.bots.players import QUICK
from tests.examples import some
from tests.games.tables import SEED

EVERY_COMPANY = [(name, *company) for name in PRESETS for company in seatings(resolve_rules(name))]
EVERY_TABLE = [
    *((level, *company) for level, company in zip(cycle(PROFILES), EVERY_COMPANY, strict=False)),
    *(
        (level, name, *seatings(resolve_rules(name))[-1])
        for level, name in zip(cycle(("strong", "master", "steady")), PRESETS, strict=False)
    ),
]
"""Every company plays with one of the profiles, which share their code; the largest of each game with one of the other
levels, whose search is the same in all games."""


GREEDY = Human(
    Profile(
        Oversights(simple_build=1.0, larger_build=1.0),
        memory=1.0,
        caution=0.0,
        foresight=0.0,
        misjudgment=0.0,
        hurry=1.0,
    )
)
"""Sees all captures, builds nothing unless it has to, and looks no further than its own move."""


ONE_SUM_TABLANETTE = {"preset": "tablanette", "one_sum": True}
FIVE_SWEEPS = {"preset": "casino", "five_of_spades_sweeps": True}


def dealt(rules: Rules, seats: int = 2, partners: bool = False, seed: bytes = SEED) -> GameState:
    """Return a game with its first round dealt."""
    opening: list[Command] = [OpenGame(rules, "", seats, partners, seats)]
    opening += [TakeSeat(number, f"P{number}") for number in range(1, seats + 1)]
    state: GameState | None = None
    for command in (*opening, StartRound(shuffled_pack(seed, 1, rules.dealing.deck))):
        decided = decide(state, command)
        assert not isinstance(decided, Refusal)
        state = fold(decided, state)
    assert state
    return state


def sight_of(rules: Rules | str, hand: str, table: str) -> Perspective:
    """Return the view of seat 1, to play, with this hand and table."""
    state = dealt(resolve_rules(rules) if isinstance(rules, str) else rules)
    assert state.round
    hands = (read_cards(hand), state.round.hands[1])
    now = state.round._replace(turn=1, hands=hands, table=read_table(table))
    return perspective_of(state._replace(round=now), 1)


def choice(rules: Rules | str, hand: str, table: str = "") -> str:
    decision = GREEDY.choose(sight_of(rules, hand, table), Random(1))
    assert isinstance(decision, Trail | Capture | MakeBuild | TableBuild | PluckAndPlay)
    return write_move(decision)


@pytest.mark.parametrize(
    ("rules", "hand", "table", "move"),
    [
        ("casino", "TS 9C", "TD 9S 9H KC", "TSxTD"),  # big casino
        ("casino", "5H 2C", "5C 2S 3C", "5Hx5C,2S,3C"),  # everything at once
        ("casino", "3H 2D", "3C 2S JC", "2Dx2S"),  # little casino rather than two cards of nothing
        ("casino", "6D KC", "AS AC 4H", "6Dx4H,AC,AS"),
        ("spade", "7H 8H", "7S 8C 8D 3C", "7Hx7S"),  # where every spade counts, one outweighs three cards
        ("casino-sweeps", "7H 8H", "8C", "8Hx8C"),
        ("tuxedo", "4R 9B", "4Y 4G 9G", "4Rx4Y,4G"),
        ("tuxedo", "5R 9B", "2Y 3R 9G 6B", "5Rx2Y,3R!"),  # an orange, called
        ("tablanette", "KC 2D", "8S 6H 2C", "KCx6H,8S"),
        ("callabra", "9C 3H", "KS JS 3D", "3Hx3D"),
        ("callabra-1905", "TS 9C", "TD 9S 9H KC", "9Cx9H,9S"),  # the big casino is a card like any other
    ],
)
def test_it_takes_what_is_worth_most(rules: str, hand: str, table: str, move: str) -> None:
    assert choice(rules, hand, table) == write_move(read_move(move))


def test_it_does_not_think_of_building() -> None:
    assert choice("casino", "9S 4C AH", "5H QD") == "4C"


def test_it_builds_when_it_may_do_nothing_else() -> None:
    must_build = resolve_rules({"preset": "casino", "duty": "take_or_add"})
    assert choice(must_build, "9S 9C 4D", "[4C+5H=9@1]") in ("9Sx[4C5H]", "9Cx[4C5H]")


def test_it_trails_what_it_misses_least() -> None:
    assert choice("casino", "AS TD 2S 7C", "KC") == "7C"
    assert choice("spade", "3S 3H", "KC") == "3H"


def test_it_keeps_faith_with_its_builds() -> None:
    assert choice("casino", "9S 2C", "[4C+5H=9@1] 2D").startswith(("9Sx", "2Cx"))
    assert choice("casino", "9S KC", "[4C+5H=9@1]").startswith("9Sx")


def test_a_pluck_counts_for_what_it_brings() -> None:
    assert choice("pluck", "9S KC", "5S 4H 3D QH") == "^3D 9Sx4H,5S"


@pytest.mark.parametrize(
    ("rules", "card", "worth"),
    [
        ("casino", "KC", 6 / 52),
        ("casino", "KS", 6 / 52 + 2 / 13),
        ("casino", "TD", 6 / 52 + 2),
        ("casino", "2S", 6 / 52 + 2 / 13 + 1),
        ("casino", "AH", 6 / 52 + 1),
        ("spade-25", "JS", 6 / 52 + 2 / 13 + 1 + 1),
        ("diamond", "7D", 2 / 40 + 2 / 10 + 1 + 0.5),
        ("tablanette", "TD", 6 / 52 + 2),
        ("tablanette", "2C", 6 / 52 + 1),
        ("tablanette", "9C", 6 / 52),
        ("tuxedo", "5R", 30 / 40 + 5),
        ("callabra", "9C", 1.0),
        ("callabra", "TD", 1.0),
        ("callabra-1905", "2S", 1.0),
        ("callabra-1905", "AS", 1.0),
    ],
)
def test_cards_are_worth_what_this_game_scores(rules: str, card: str, worth: float) -> None:
    assert card_worth(resolve_rules(rules))[Card(card)] == pytest.approx(worth)


@pytest.mark.parametrize("preset", ["callabra", "callabra-1905"])
def test_where_cards_alone_decide_every_card_is_worth_the_same(preset: str) -> None:
    """Also for the players that look ahead."""
    prices = MarginalValues(Evaluator(Simulator(sight_of(preset, "9C 3H", "KS JS 3D")))).by_card(0)
    assert len({prices[CARD_INDEX[card]] for card in PACKS["standard"]}) == 1


@pytest.mark.parametrize(
    ("rules", "move", "table", "points"),
    [
        ("casino", "8Hx5S,3C", "5S 3C", 0),
        ("casino-sweeps", "8Hx5S,3C", "5S 3C", 1),
        ("michigan", "8Hx[3C5S]", "[5S+3C=8@2]", 2),
        ("tablanette", "KCx6H,8S", "6H 8S", 28),  # 14 x (1 group + 1)
        ("tablanette", "JCx6H,8S", "6H 8S", 0),
        (ONE_SUM_TABLANETTE, "KCx6H,8S,KH", "6H 8S KH", 42),
        (ONE_SUM_TABLANETTE, "KCx6H,8S,5H,9S", "6H 8S 5H 9S", 0),  # not taken in one sum
        (FIVE_SWEEPS, "5SxKH,9S", "KH 9S", 1),
        (FIVE_SWEEPS | {"sweep": 4, "sweep_rule": "by_size"}, "5SxKH,9S", "KH 9S", 2),
        ("tuxedo", "8Bx5G,3B", "5G 3B", 5),
        ("tuxedo", "8Bx5G,3B,2B,6B", "5G 3B 2B 6B", 10),
    ],
)
def test_emptying_the_table_is_worth_what_this_game_gives(
    rules: str | dict[str, Any], move: str, table: str, points: int
) -> None:
    capture = read_move(move)
    assert isinstance(capture, Capture)
    emptied, left = read_table(table), read_table(f"{table} 9G" if rules == "tuxedo" else f"{table} 9D")
    gain = capture_worth(capture, emptied, resolve_rules(rules)) - capture_worth(capture, left, resolve_rules(rules))
    assert gain == pytest.approx(points)


@pytest.mark.parametrize("name", QUICK)
def test_the_same_luck_leads_to_the_same_choice(name: str) -> None:
    perspective = perspective_of(dealt(resolve_rules("casino")), 1)
    strategy = QUICK[name]
    assert len({str(strategy.choose(perspective, Random(7))) for _ in range(5)}) == 1


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("preset", some(PRESETS))
def test_cards_it_may_not_see_change_nothing(name: str, preset: str) -> None:
    seats, partners = seatings(resolve_rules(preset))[0]
    state = dealt(resolve_rules(preset), seats, partners)
    assert state.round
    seat = state.round.turn
    for rng in range(2):
        sights = [
            perspective_of(state, seat),
            perspective_of(with_hidden_cards_shuffled(state, seat, Random(rng)), seat),
        ]
        choices = [QUICK[name].choose(perspective, Random(rng)) for perspective in sights]
        assert choices[0] == choices[1]


def with_hidden_cards_shuffled(state: GameState, seat: int, rng: Random) -> GameState:
    """Return a state that looks the same to this seat, with the other hands and the stock shuffled (but for a card it
    has peeked at)."""
    assert state.round
    hidden = [card for number, hand in enumerate(state.round.hands, start=1) if number != seat for card in hand]
    hidden += state.round.stock[:-1]
    mixed = hidden.copy()
    rng.shuffle(mixed)
    assert mixed != hidden
    hands = []
    for number, hand in enumerate(state.round.hands, start=1):
        hands.append(hand if number == seat else tuple(mixed.pop() for _ in hand))
    stock = (*mixed, *state.round.stock[-1:])
    return state._replace(round=state.round._replace(hands=tuple(hands), stock=stock))


@pytest.mark.parametrize(("name", "preset", "seats", "partners"), some(EVERY_TABLE, 8))
def test_it_plays_a_whole_round_of_every_game(name: str, preset: str, seats: int, partners: bool) -> None:
    state, moves = dealt(resolve_rules(preset), seats, partners), 0
    while state.round and not state.result:
        decision = QUICK[name].choose(perspective_of(state, state.round.turn), Random(moves))
        command = decision if isinstance(decision, Claim | CallOrange) else Play(state.round.turn, decision)
        decided = decide(state, command)
        assert not isinstance(decided, Refusal), (command, decided)
        state, moves = fold(decided, state), moves + 1
    assert state.sheets or state.result
    assert moves > 0


def test_it_has_only_legal_moves_to_choose_from() -> None:
    perspective = sight_of("casino", "9S 2C", "[4C+5H=9@1] 2D")
    chosen: set[Move] = set()
    for rng in range(10):
        decision = GREEDY.choose(perspective, Random(rng))
        assert isinstance(decision, Trail | Capture | MakeBuild | TableBuild | PluckAndPlay)
        chosen.add(decision)
    assert chosen <= set(legal_moves(perspective.position()))
