"""Games played command by command, for things that the contract's answers do not show: the view of each seat, turns,
and logs."""

from games.domain.commands import Command, MakeOffer, OpenGame, Play, StartRound
from games.domain.decide import decide
from games.domain.events import Event
from games.domain.evolve import fold, round_of
from games.domain.notation import read_cards, read_move
from games.domain.offers import takeback_seq
from games.domain.perspective import RoundView, perspective_of
from games.domain.presets import resolve_rules
from games.domain.record import GameScript, replay_script
from games.domain.refusal import Refusal, explain
from games.domain.state import GameState, RoundState
from tests.domain.packs import COUPLE, Company, stack
from tests.domain.positions import Rules


def decided(state: GameState | None, command: Command) -> tuple[Event, ...]:
    """Return the events of a command that must not be refused."""
    made = decide(state, command)
    assert not isinstance(made, Refusal), made
    return made


def after(state: GameState | None, *commands: Command) -> GameState:
    """Return the state after commands of which none may be refused."""
    for command in commands:
        state = fold(decided(state, command), state)
    assert state is not None
    return state


def refusal(state: GameState | None, command: Command) -> Refusal:
    """Return the refusal of the command, whose words are complete."""
    refused = decide(state, command)
    assert isinstance(refused, Refusal), refused
    assert "%(" not in explain(refused)
    return refused


def begun(rules: Rules, pack: str, moves: list[str], *, seats: int = 2, dealer: int = 2) -> GameState:
    """Return a game with its first pack dealt and these moves played, each by the seat whose turn it was."""
    opening = OpenGame(resolve_rules(rules), "", seats, False, dealer)
    state = after(None, opening, StartRound(read_cards(pack)))
    for move in moves:
        assert state.round is not None
        state = after(state, Play(state.round.turn, read_move(move)))
    return state


def round_view(state: GameState, viewer: int) -> RoundView:
    """Return the round as this seat, or spectator 0, sees it."""
    view = perspective_of(state, viewer).round
    assert view is not None
    return view


def script_log(
    rules: Rules, pack: str, *moves: str, preset: str = "", partners: bool = False, seats: int = 2
) -> list[Event]:
    """Return the log of a game with these moves, the last seat dealing."""
    run = GameScript(resolve_rules(rules), preset, seats, partners, seats, (read_cards(pack),), moves)
    _, steps = replay_script(run)
    return [event for step in steps for event in step.events]


TWO = stack(COUPLE, ["9S 8C 3C 2H", "QC JC TC 5C"], "KD 4D 7H TH")
THREE = stack(Company(seats=3, dealer=3), ["9S 8C 3C 2H", "QC JC TC 5C", "AS AC 6C 6S"], "KD 4D 7H TH")


class LoggedGame:
    """A game with its whole log, in which some moves have been played."""

    def __init__(
        self, *moves: str, rules: Rules = "casino", seats: int = 2, partners: bool = False, pack: str = ""
    ) -> None:
        self.log: list[Event] = []
        self.ask(OpenGame(resolve_rules(rules), "", seats, partners, seats))
        self.ask(StartRound(read_cards(pack or (TWO if seats == 2 else THREE))))
        self.play(*moves)

    @property
    def state(self) -> GameState:
        return fold(self.log)

    @property
    def round(self) -> RoundState:
        """The round that is on."""
        return round_of(self.state)

    def ask(self, command: Command) -> list[Event]:
        made = decided(self.state if self.log else None, command)
        self.log += made
        return list(made)

    def play(self, *moves: str) -> None:
        for move in moves:
            self.ask(Play(self.round.turn, read_move(move)))

    def trail(self, times: int) -> None:
        for _ in range(times):
            self.play(self.round.hands[self.round.turn - 1][0])

    def refused(self, command: Command) -> str:
        return refusal(self.state, command).key

    def seq_of(self, kind: type[Event]) -> int:
        """Return the number of the latest event of this kind."""
        return max(seq for seq, event in enumerate(self.log, start=1) if isinstance(event, kind))

    def back_for(self, seat: int) -> int:
        """Return the event to which the seat may take back its latest move."""
        seq = takeback_seq(self.log, seat)
        assert isinstance(seq, int), seq
        return seq

    def take_back(self, seat: int) -> None:
        """Take a move back without asking anyone."""
        self.ask(MakeOffer(seat, "takeback", (), self.back_for(seat)))
