"""The tutorial for newcomers: prepared positions, each with a goal, judged by the engine alone."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.domain.cards import PACKS
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.events import Event
from games.domain.notation import NotationError, read_cards, read_move, read_table, write_move
from games.domain.presets import DEFAULT_PRESET
from games.domain.refusal import Refusal, refuse
from games.domain.replay import fold
from games.domain.rules import Rules
from games.domain.state import GameState, RoundState
from games.domain.variants import resolve_rules

LEARNER, OPPONENT = 1, 2


class ExerciseTurn(NamedTuple):
    """One turn of the learner: the moves that reach its goal, and the opponent's reply, if any."""

    solutions: tuple[str, ...]
    reply: str = ""


class Exercise(NamedTuple):
    """A prepared position, in the notation of hands and tables, and its turns."""

    key: str
    hand: str
    table: str
    turns: tuple[ExerciseTurn, ...]
    opponent_hand: str = "7S 6S"


EXERCISES = (
    Exercise("match", "8C 3D KS", "8H 5S QD", (ExerciseTurn(("8Cx8H",)),)),
    Exercise("sum", "9C 2D KH", "5H 4S 9D QC", (ExerciseTurn(("9Cx4S,5H,9D",)),)),
    Exercise(
        "build", "4C 9S 2D KH", "5H KD", (ExerciseTurn(("4C+5H=9",), "JC"), ExerciseTurn(("9Sx[4C5H]",))), "JC 6S"
    ),
    Exercise(
        "raise",
        "3D 9C 9D JH",
        "[4S+2H=6@2] KD",
        (ExerciseTurn(("3D+[2H4S]=9",), "QC"), ExerciseTurn(("9C+[2H3D4S]=9", "9D+[2H3D4S]=9"))),
        "QC 6C",
    ),
    Exercise("duty", "9S 3C QH", "[4C+5H=9@1] 3D KD", (ExerciseTurn(("9Sx[4C5H]", "3Cx3D")),)),
    Exercise("sweep", "7C 2H QD", "5H 2S 7D", (ExerciseTurn(("7Cx2S,5H,7D",)),)),
)


class Progress(NamedTuple):
    """The progress of an exercise: `completed` of its goals. `refusal` or `off_target` is about the last move tried,
    which was not made: it is illegal, or legal but off the goal."""

    state: GameState
    log: tuple[Event, ...]
    move_texts: tuple[str, ...]
    refusal: Refusal | None = None
    off_target: bool = False

    @property
    def completed(self) -> int:
        return len(self.move_texts)


@cache
def tutorial_rules() -> Rules:
    """Return the rules of the simplest game, with sweeps counted."""
    return resolve_rules({"preset": DEFAULT_PRESET, "sweep": 1})


def initial_state(exercise: Exercise, opponent: str = "") -> GameState:
    """Return the exercise's position, the learner to play."""
    rules, table = tutorial_rules(), read_table(exercise.table)
    hands = read_cards(exercise.hand), read_cards(exercise.opponent_hand)
    dealt = {*hands[0], *hands[1], *table.cards}
    stock = tuple(card for card in PACKS[rules.dealing.deck] if card not in dealt)
    round_ = RoundState(
        number=1,
        dealer=OPPONENT,
        stock=stock[: len(stock) - len(stock) % 8],
        hands=hands,
        piles=((), ()),
        sweeps=((), ()),
        totals_at_start=(0, 0),
        bonus_points=({}, {}),
        proven_values=(frozenset(), frozenset()),
        public_plays=((), ()),
        table=table,
        deal=1,
        turn=LEARNER,
    )
    return GameState(
        rules, DEFAULT_PRESET, 2, False, OPPONENT, rules.winning.target, (0, 0), ("", opponent), round_, latest_round=1
    )


def play(exercise: Exercise, move_texts: Sequence[str], opponent: str = "") -> Progress:
    """Play the exercise as long as the moves reach its goals."""
    progress = Progress(initial_state(exercise, opponent), (), ())
    for turn, move_text in zip(exercise.turns, move_texts, strict=False):
        progress = _try(progress, turn, move_text)
        if progress.refusal or progress.off_target:
            break
    return progress


def _try(progress: Progress, turn: ExerciseTurn, move_text: str) -> Progress:
    try:
        move = read_move(move_text)
    except NotationError as error:
        return progress._replace(refusal=refuse("bad-request", "12.5", "unreadable", why=error))
    decided = decide(progress.state, Play(LEARNER, move))
    if isinstance(decided, Refusal):
        return progress._replace(refusal=decided)
    if write_move(move) not in turn.solutions:
        return progress._replace(off_target=True)
    state, log = fold(decided, progress.state), (*progress.log, *decided)
    if turn.reply:
        reply = decide(state, Play(OPPONENT, read_move(turn.reply)))
        if isinstance(reply, Refusal):
            raise ValueError(f"the opponent's reply in the tutorial is refused: {reply}")
        state, log = fold(reply, state), (*log, *reply)
    return Progress(state, log, (*progress.move_texts, move_text))
