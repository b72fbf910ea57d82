"""The lesson for newcomers: prepared positions, each with a goal, judged by the engine alone."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.domain.cards import PACKS
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.events import Event
from games.domain.notation import NotationError, read_cards, read_move, read_table, write_move
from games.domain.refusal import Refusal, refuse
from games.domain.replay import fold
from games.domain.rules import Rules
from games.domain.state import GameState, RoundState
from games.domain.variants import DEFAULT_PRESET, resolve

LEARNER, OPPONENT = 1, 2


class Stage(NamedTuple):
    """One turn of the learner: the moves that reach its goal, and the opponent's reply, if any."""

    points: tuple[str, ...]
    reply: str = ""


class Step(NamedTuple):
    """A prepared position, in the notation of hands and tables, and its turns."""

    key: str
    hand: str
    table: str
    stages: tuple[Stage, ...]
    held: str = "7S 6S"


STEPS = (
    Step("match", "8C 3D KS", "8H 5S QD", (Stage(("8Cx8H",)),)),
    Step("sum", "9C 2D KH", "5H 4S 9D QC", (Stage(("9Cx4S,5H,9D",)),)),
    Step("build", "4C 9S 2D KH", "5H KD", (Stage(("4C+5H=9",), "JC"), Stage(("9Sx[4C5H]",))), "JC 6S"),
    Step(
        "raise",
        "3D 9C 9D JH",
        "[4S+2H=6@2] KD",
        (Stage(("3D+[2H4S]=9",), "QC"), Stage(("9C+[2H3D4S]=9", "9D+[2H3D4S]=9"))),
        "QC 6C",
    ),
    Step("duty", "9S 3C QH", "[4C+5H=9@1] 3D KD", (Stage(("9Sx[4C5H]", "3Cx3D")),)),
    Step("sweep", "7C 2H QD", "5H 2S 7D", (Stage(("7Cx2S,5H,7D",)),)),
)


class Progress(NamedTuple):
    """The progress of a step: `made` of its goals. `refusal` or `missed` is about the last move tried, which was not
    made: it is illegal, or legal but off the goal."""

    state: GameState
    log: tuple[Event, ...]
    entries: tuple[str, ...]
    refusal: Refusal | None = None
    missed: bool = False

    @property
    def made(self) -> int:
        return len(self.entries)


@cache
def lesson_rules() -> Rules:
    """Return the rules of the simplest game, with sweeps counted."""
    return resolve({"preset": DEFAULT_PRESET, "sweep": 1})


def lay(step: Step, opponent: str = "") -> GameState:
    """Return the step's position, the learner to play."""
    rules, table = lesson_rules(), read_table(step.table)
    hands = read_cards(step.hand), read_cards(step.held)
    gone = {*hands[0], *hands[1], *table.cards}
    stock = tuple(card for card in PACKS[rules.dealing.deck] if card not in gone)
    now = RoundState(
        number=1,
        dealer=OPPONENT,
        stock=stock[: len(stock) - len(stock) % 8],
        hands=hands,
        piles=((), ()),
        sweeps=((), ()),
        before=(0, 0),
        given=({}, {}),
        proved=(frozenset(), frozenset()),
        shown=((), ()),
        table=table,
        deal=1,
        turn=LEARNER,
    )
    return GameState(
        rules, DEFAULT_PRESET, 2, False, OPPONENT, rules.winning.target, (0, 0), ("", opponent), now, latest_round=1
    )


def play(step: Step, entries: Sequence[str], opponent: str = "") -> Progress:
    """Play the step as long as the entries reach its goals."""
    progress = Progress(lay(step, opponent), (), ())
    for stage, entry in zip(step.stages, entries, strict=False):
        progress = _try(progress, stage, entry)
        if progress.refusal or progress.missed:
            break
    return progress


def _try(progress: Progress, stage: Stage, entry: str) -> Progress:
    try:
        move = read_move(entry)
    except NotationError as wrong:
        return progress._replace(refusal=refuse("bad-request", "12.5", "unreadable", why=wrong))
    decided = decide(progress.state, Play(LEARNER, move))
    if isinstance(decided, Refusal):
        return progress._replace(refusal=decided)
    if write_move(move) not in stage.points:
        return progress._replace(missed=True)
    state, log = fold(decided, progress.state), (*progress.log, *decided)
    if stage.reply:
        answered = decide(state, Play(OPPONENT, read_move(stage.reply)))
        if isinstance(answered, Refusal):
            raise ValueError(f"the opponent's reply in the lesson is refused: {answered}")
        state, log = fold(answered, state), (*log, *answered)
    return Progress(state, log, (*progress.entries, entry))
