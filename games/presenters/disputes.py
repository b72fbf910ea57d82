"""The moves of a game that can be disputed, its disputes, and the rulings on them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain import dispute_events
from games.domain.cards import Card
from games.domain.disputes import RevealedCards
from games.domain.events import Event
from games.domain.move_validation import CheckResult
from games.domain.moves import Capture, MakeBuild, Move, TableBuild, Trail, play_of, played_cards
from games.domain.notation import read_move
from games.domain.perspective import SPECTATOR, Perspective, VisibleEvent, perspective_of, redact
from games.domain.revalidation import Revalidation

from .cards import CardView, card_list, card_views, join_with_and
from .event_lines import event_lines, ruling_words
from .moves import MoveButton, MoveWords
from .names import Names
from .refusals import refusal_words
from .replay import entry_words, left_behind_cards
from .timeline import TimelineEntry, disputable_seq, in_effect, timeline


class StoredDispute(NamedTuple):
    """A dispute as stored. `mine`: the viewer opened it, and no one else at the table reads its `text`."""

    dispute_no: int
    mine: bool
    state: str
    opened: datetime
    text: str


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling in words. `revealed`: the information revealed since the point it goes back to, if it does."""

    text: str
    revealed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A dispute with its move in words and the rulings on it.

    `mine`: the viewer can withdraw it; `can_agree_to_pause`: the viewer can agree to pause the game for it.
    """

    dispute_no: int
    player: str
    move: str
    event_seq: int
    opened: datetime
    open: bool
    state: str
    text: str
    rulings: tuple[RulingView, ...]
    mine: bool
    can_agree_to_pause: bool


@dataclass(frozen=True, slots=True)
class PauseView:
    """The notice at the table that the game is frozen, or that a player wants it to be.

    `dispute_no`: the dispute for which the viewer can agree, or 0.
    """

    text: str
    waiting: str = ""
    dispute_no: int = 0


_STATES = {"open": lazy("awaiting a director"), "ruled": lazy("resolved"), "withdrawn": lazy("withdrawn")}

# --- choosing a move ----------------------------------------------------------------------------------------------


def disputable_moves(perspective: Perspective, log: Sequence[VisibleEvent]) -> list[tuple[str, list[tuple[int, str]]]]:
    """The moves of the whole log, the latest first, by the numbers of their first events, under titles of deals."""
    names, holds = Names(perspective), {seq for seq, _event in in_effect(log, len(log))}
    entries = [entry for entry in reversed(timeline(log)) if disputable_seq(log, entry)]

    def words(entry: TimelineEntry) -> str:
        back = "" if entry.start + 1 in holds else _("The move was taken back.")
        return f"{entry_words(entry, log, names)} {back}".strip()

    return [
        (
            _("Round %(round)s, deal %(deal)s") % {"round": round_, "deal": deal},
            [(entry.start + 1, words(entry)) for entry in group],
        )
        for (round_, deal), group in groupby(entries, lambda entry: (entry.round, entry.deal))
    ]


# --- disputes -----------------------------------------------------------------------------------------------------


def dispute_views(
    perspective: Perspective,
    log: Sequence[VisibleEvent],
    stored: Iterable[StoredDispute],
    revealed: Mapping[int, RevealedCards],
    pausable: bool,
) -> tuple[DisputeView, ...]:
    """The disputes of a game, the latest first.

    `log` is whole; `revealed`: the information revealed, by the numbers of rulings that went back; `pausable`: a
    director can rule on them.
    """
    opened = {event.dispute_no: event for event in log if isinstance(event, dispute_events.DisputeOpened)}
    agreeing = _seats_asking_for_pause(log)
    texts = {entry.start + 1: entry_words(entry, log, Names(perspective)) for entry in timeline(log)}
    running = pausable and bool(perspective.viewer) and perspective.result is None and not perspective.paused

    def view(dispute: StoredDispute) -> DisputeView:
        dispute_no, event_seq = dispute.dispute_no, opened[dispute.dispute_no].event_seq
        is_open = dispute.state == "open"
        return DisputeView(
            dispute_no=dispute_no,
            player=Names(perspective).seat(opened[dispute_no].seat),
            move=texts.get(event_seq, ""),
            event_seq=event_seq,
            opened=dispute.opened,
            open=is_open,
            state="" if is_open and not pausable else str(_STATES[dispute.state]),
            text=dispute.text,
            rulings=ruling_views(perspective, log, revealed, dispute_no),
            mine=dispute.mine and is_open,
            can_agree_to_pause=is_open and running and perspective.viewer not in agreeing.get(dispute_no, ()),
        )

    return tuple(reversed([view(dispute) for dispute in stored]))


def ruling_views(
    perspective: Perspective, log: Sequence[VisibleEvent], revealed: Mapping[int, RevealedCards], dispute: int = 0
) -> tuple[RulingView, ...]:
    """The rulings on a dispute, or, for 0, those without one."""
    return tuple(
        RulingView(
            ruling_words(event),
            tuple(revealed_words(revealed[event.ruling_no], Names(perspective))) if event.ruling_no in revealed else (),
        )
        for event in log
        if isinstance(event, dispute_events.RulingMade) and event.dispute_no == dispute
    )


# --- at the table -------------------------------------------------------------------------------------------------


class UnreadRuling(NamedTuple):
    """A ruling to read, by its number."""

    number: int
    text: str


def pause_view(perspective: Perspective, log: Sequence[VisibleEvent], people: Collection[int]) -> PauseView | None:
    """The notice about freezing the game, or None.

    `log` is the end of the game's log; `people`: the seats that no computer has.
    """
    if perspective.result is not None or perspective.round is None:
        return None
    if perspective.paused:
        return PauseView(_("The game is paused until a director rules on a disputed move."))
    dispute_no, agreeing = next(reversed(_seats_asking_for_pause(log).items()), (0, set[int]()))
    if not agreeing:
        return None
    names = Names(perspective)
    missing = [seat for seat in people if seat not in agreeing]
    agreed, asked = (join_with_and(map(names.seat, seats)) for seats in (sorted(agreeing), missing))
    return PauseView(
        text=_("Pause the game until a director rules on a disputed move?"),
        waiting=_("Agreed: %(players)s. Waiting for: %(others)s") % {"players": agreed, "others": asked},
        dispute_no=dispute_no if perspective.viewer in missing else 0,
    )


def _seats_asking_for_pause(log: Sequence[VisibleEvent]) -> dict[int, set[int]]:
    """The seats that want to freeze the game, for each open dispute in this end of a log."""
    agreeing: dict[int, set[int]] = {}
    for event in log:
        match event:
            case dispute_events.DisputeOpened(_, dispute_no):
                agreeing[dispute_no] = set()
            case dispute_events.PauseRequested(seat, dispute_no):
                agreeing.setdefault(dispute_no, set()).add(seat)
            case dispute_events.DisputeWithdrawn(_, dispute_no) | dispute_events.RulingMade(dispute_no=dispute_no):
                agreeing.pop(dispute_no, None)
            case dispute_events.GameResumed():
                agreeing = {dispute_no: set() for dispute_no in agreeing}
            case _:
                pass
    return {dispute_no: seats for dispute_no, seats in agreeing.items() if seats}


# --- what going back cannot hide again -----------------------------------------------------------------------------


def revealed_words(revealed: RevealedCards, names: Names) -> Iterator[str]:
    """The revealed information in sentences. Other players' cards are only counted."""
    if revealed.to_all:
        yield _("Everyone has since seen: %(cards)s") % {"cards": card_list(revealed.to_all)}
    for seat, cards in enumerate(revealed.by_seat, start=1):
        words = {"player": names.seat(seat), "cards": card_list(cards)}
        if cards and seat == names.perspective.viewer:
            yield _("Seen only by you: %(cards)s") % words
        elif cards:
            counted = ngettext("%(n)d new card", "%(n)d new cards", len(cards)) % {"n": len(cards)}
            yield _("Seen only by %(player)s: %(cards)s") % {**words, "cards": counted}
    if revealed.rounds_begun:
        yield ngettext(
            "%(n)d round has started since then. Its cards will be the same.",
            "%(n)d rounds have started since then. Their cards will be the same.",
            revealed.rounds_begun,
        ) % {"n": revealed.rounds_begun}
    if revealed.over:
        yield _("The game was over, so all hands, the stock, and the seed of every deck could be seen.")


# --- the disputed move ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check of the move: its requirement, its rules, and the reason if the move failed it."""

    text: str
    rules: str
    reason: str

    @property
    def passed(self) -> bool:
        return not self.reason


@dataclass(frozen=True, slots=True)
class MoveCheckView:
    """A move judged again.

    `refusal`: the reason why today's engine would refuse the move. `recorded` and `current`: the recorded events, and
    today's if they differ. `left_behind`: the cards left behind. `alternatives`: the other possible moves; not
    `complete` if that would reveal cards in the hand.
    """

    checks: tuple[CheckLine, ...]
    refusal: str
    same: bool
    recorded: tuple[str, ...]
    current: tuple[str, ...]
    left_behind: tuple[CardView, ...]
    alternatives: tuple[MoveButton, ...]
    complete: bool


def move_check_view(judged: Revalidation, perspective: Perspective, *, open_hands: bool) -> MoveCheckView:
    """The verdict in words. `perspective` is a spectator's view of the table, for the players' names."""
    names = Names(perspective)
    words = MoveWords(perspective_of(judged.state, judged.seat).position()) if judged.checks else None
    possible_moves = alternatives(judged, open_hands=open_hands)
    return MoveCheckView(
        checks=tuple(map(_check, judged.checks)),
        refusal=refusal_words(judged.refusal) if judged.refusal else "",
        same=judged.same,
        recorded=_texts(judged.recorded, names),
        current=() if judged.same else _texts(judged.current, names),
        left_behind=card_views(left_behind_cards([redact(event, SPECTATOR) for event in judged.recorded])),
        alternatives=tuple(map(words.button, possible_moves)) if words else (),
        complete=open_hands or not words,
    )


def named_rules(judged: Revalidation, words: Mapping[str, str]) -> dict[str, str]:
    """The rules that the verdict names, in words: first the one by which the move is refused.

    `words` are those of the game's rules; for rules without any, the verdict's are used.
    """
    requirements: dict[str, str] = {}
    if judged.refusal and judged.refusal.rule:
        requirements[judged.refusal.rule] = refusal_words(judged.refusal)
    for check in judged.checks:
        for rule in check.rules:
            requirements.setdefault(rule, words.get(rule) or _(check.requirement))
    return requirements


def alternatives(judged: Revalidation, *, open_hands: bool) -> tuple[Move, ...]:
    """The other moves that could have been played.

    With the hand hidden, only those that everyone at the table could work out: other captures by the cards that were
    played, or trailing one of them. Possible builds would reveal other cards of the hand.
    """
    if not judged.checks:
        return ()
    others = tuple(move for move in judged.alternatives if move != judged_move(judged))
    if open_hands:
        return others
    played = set(played_cards(play_of(judged_move(judged))))
    return tuple(move for move in others if _reveals_nothing(move, played))


def judged_move(judged: Revalidation) -> Move:
    return read_move(judged.entry)


def _reveals_nothing(move: Move, played: set[Card]) -> bool:
    match play_of(move):
        case Trail() | Capture() as play:
            return set(played_cards(play)) <= played
        case MakeBuild() | TableBuild():
            return False


def _check(verdict: CheckResult) -> CheckLine:
    reason = refusal_words(verdict.refusal) if verdict.refusal else ""
    return CheckLine(_(verdict.requirement), ", ".join(verdict.rules), reason)


def _texts(events: Sequence[Event], names: Names) -> tuple[str, ...]:
    return tuple(line.text for line in event_lines([redact(event, SPECTATOR) for event in events], names))
