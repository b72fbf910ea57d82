"""The tutorial for newcomers: prepared positions, each with a goal, judged by the engine alone."""

from collections.abc import Sequence
from typing import NamedTuple

from games.analysis.positions import LEARNER, OPPONENT, PreparedPosition, learning_rules, prepared_state
from games.bots.hints import reason_for
from games.domain.cards import PACKS
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.moves import Move
from games.domain.notation import NotationError, read_cards, read_move, read_table, write_move
from games.domain.perspective import perspective_of
from games.domain.refusal import Refusal, refuse
from games.domain.state import GameState


class ExerciseTurn(NamedTuple):
    """One turn of the learner: the moves that reach its goal, and the opponent's reply, if any."""

    solutions: tuple[str, ...]
    reply: str = ""


class Exercise(NamedTuple):
    """A prepared position, in the notation of hands and tables, and its turns; `piles` were taken before, the learner's
    first."""

    key: str
    hand: str
    table: str
    turns: tuple[ExerciseTurn, ...]
    opponent_hand: str = "7S 6S"
    piles: tuple[str, str] = ("", "")


STEPS = (
    Exercise("match", "8C 3D KS", "8H 6S QD", (ExerciseTurn(("8Cx8H",)),)),
    Exercise("sum", "9C 2D KH", "5H 4S 9D QC", (ExerciseTurn(("9Cx4S,5H,9D",)),)),
    Exercise("sweep", "7C 2H QD", "5H 2S 7D", (ExerciseTurn(("7Cx2S,5H,7D",)),)),
    Exercise(
        "build", "4C 9S 2D KH", "5H KD", (ExerciseTurn(("4C+5H=9",), "JC"), ExerciseTurn(("9Sx[4C5H]",))), "JC 6S"
    ),
    Exercise(
        "score",
        "TS 4D QH KC",
        "TD 9H AC 2S 2H",
        (ExerciseTurn(("TSxAC,9H,TD",), "JC"), ExerciseTurn(("4Dx2S,2H",))),
        "JC 6S",
    ),
    Exercise(
        "keep",
        "3D 9C KC 2S",
        "[4S+2H=6@2] KD",
        (
            ExerciseTurn(("3D+[2H4S]=9",), "QC"),
            ExerciseTurn(("9Cx[2H3D4S]",), "KSxKD"),
            ExerciseTurn(("KC",)),
        ),
        "QC KS 6C",
    ),
)
PUZZLE = Exercise(
    "puzzle",
    "TD 4C KS",
    "6S AS 9H QD",
    (ExerciseTurn(("4C+AS,6S,9H=10",), "8S"), ExerciseTurn(("TDx[AS4C6S9H]",))),
    "8S JD 6H",
    ("TC 9C AH 5S 5H 8C 8D 2H 3H 3D", "TS TH 4D 6C JH JC 7C 7H 4H 4S"),
)
EXERCISES = (*STEPS, PUZZLE)


class Progress(NamedTuple):
    """The progress of an exercise: `completed` of its goals. `refusal` or `missed` is about the last move tried, which
    was not made: it is illegal, or legal but off the goal."""

    state: GameState
    log: tuple[Event, ...]
    move_texts: tuple[str, ...]
    refusal: Refusal | None = None
    missed: Move | None = None

    @property
    def completed(self) -> int:
        return len(self.move_texts)


def initial_state(exercise: Exercise, opponent: str = "") -> GameState:
    """The exercise's position, the learner to play."""
    table = read_table(exercise.table)
    hands = read_cards(exercise.hand), read_cards(exercise.opponent_hand)
    piles = read_cards(exercise.piles[0]), read_cards(exercise.piles[1])
    dealt = {*hands[0], *hands[1], *piles[0], *piles[1], *table.cards}
    stock = tuple(card for card in PACKS[learning_rules().dealing.deck] if card not in dealt)
    return prepared_state(PreparedPosition(hands, table, piles, stock[: len(stock) - len(stock) % 8]), opponent)


def play(exercise: Exercise, move_texts: Sequence[str], opponent: str = "") -> Progress:
    """Play the exercise as long as the moves reach its goals."""
    progress = Progress(initial_state(exercise, opponent), (), ())
    for turn, move_text in zip(exercise.turns, move_texts, strict=False):
        progress = _try(progress, turn, move_text)
        if progress.refusal or progress.missed:
            break
    return progress


def reason_for_missed(progress: Progress) -> str:
    """What the computer says about a legal move off the goal."""
    return reason_for(perspective_of(progress.state, LEARNER), progress.missed) if progress.missed else ""


def _try(progress: Progress, turn: ExerciseTurn, move_text: str) -> Progress:
    try:
        move = read_move(move_text)
    except NotationError as error:
        return progress._replace(refusal=refuse("bad-request", "12.5", "unreadable", why=error))
    decided = decide(progress.state, Play(LEARNER, move))
    if isinstance(decided, Refusal):
        return progress._replace(refusal=decided)
    if write_move(move) not in turn.solutions:
        return progress._replace(missed=move)
    state, log = fold(decided, progress.state), (*progress.log, *decided)
    if turn.reply:
        reply = decide(state, Play(OPPONENT, read_move(turn.reply)))
        if isinstance(reply, Refusal):
            raise ValueError(f"the opponent's reply in the tutorial is refused: {reply}")
        state, log = fold(reply, state), (*log, *reply)
    return Progress(state, log, (*progress.move_texts, move_text))
