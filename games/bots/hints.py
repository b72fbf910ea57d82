"""The best move for a seat, and why, in a plain sentence; and what a move leaves for the others."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple, assert_never

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.bots.card_worth import taken_cards
from games.bots.hidden_hands import unseen_cards
from games.bots.one_ply import OnePly
from games.bots.simulation import SimState, Simulator
from games.bots.strong import STRONG, SampledSearch
from games.domain.captures import Captures
from games.domain.cards import BIG_CASINO, LITTLE_CASINO, Card, is_orange
from games.domain.moves import Capture, MakeBuild, Move, Play, PluckAndPlay, TableBuild, Trail, play_of
from games.domain.perspective import Perspective
from games.domain.position import Position
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.domain.table import Table, Value
from games.domain.values import hand_values, takes_value

# --- what a move leaves for the others ------------------------------------------------------------------------------


class Exposure(NamedTuple):
    """The opportunities left for the others: the ranks that could take something (None where several cards may be
    played at once), and a value they may hold for which the table no longer has a capture, of so many cards."""

    capturing_ranks: tuple[str, ...] | None
    blocked_value: int | None
    blocked_cards: int


def exposure_after(one_ply: OnePly, move: Move, after: SimState) -> Exposure:
    """The opportunities that the table after the viewer's move offers to the cards the viewer has not seen."""
    rules, captures = one_ply.simulator.rules, _captures(one_ply, after.table)
    values = hand_values(rules.matching)
    held = Counter(value for card in one_ply.unseen for value in values[card])
    alternatives = _alternatives(one_ply, move)
    closed = [value for value in held if not captures.groups(value)]
    blocked = [value for value in closed if any(other.groups(value) for other in alternatives)]
    ranks = _capturing_ranks(one_ply, after) if rules.matching.hand_cards == "one" else None
    most = max(blocked, key=lambda value: (held[value], value), default=None)
    return Exposure(ranks, most, held[most] if most else 0)


def capturing_cards(one_ply: OnePly, after: SimState) -> tuple[Card, ...]:
    """The unseen cards that could each take something from the table after the viewer's move."""
    captures = _captures(one_ply, after.table)
    return tuple(card for card in one_ply.unseen if _can_capture(captures, card))


def _capturing_ranks(one_ply: OnePly, after: SimState) -> tuple[str, ...]:
    """The ranks of those cards, each once, likeliest first."""
    ranks = Counter(card.rank for card in capturing_cards(one_ply, after))
    return tuple(rank for rank, _ in ranks.most_common())


def _can_capture(captures: Captures, card: Card) -> bool:
    if captures.pairs_by_rank((card,)):
        return any(captures.face_groups(card))
    return captures.takes_everything((card,)) or any(map(captures.groups, captures.hand_totals((card,))))


def _alternatives(one_ply: OnePly, move: Move) -> list[Captures]:
    """The table before the move; if the move trails, also the tables after every other trail."""
    table, moves = one_ply.state.table, one_ply.simulator.moves(one_ply.state) if isinstance(move, Trail) else []
    trailed = {play.card for play in map(play_of, moves) if isinstance(play, Trail) and play != play_of(move)}
    others = [Table((*table.loose, card), table.builds) for card in sorted(trailed)]
    return [_captures(one_ply, other) for other in (table, *others)]


def _captures(one_ply: OnePly, table: Table) -> Captures:
    """The captures of the next rival from the table."""
    simulator = one_ply.simulator
    rival = one_ply.threats.rival
    return Captures(Position(simulator.rules, rival, (), table, simulator.partner_of(rival)))


# --- hints ----------------------------------------------------------------------------------------------------------


BUDGET = STRONG._replace(work=12_000, inference_weight=1.0)

MAX_SAFE_LOSS = 0.35
"""Maximum number of points that the next seat may be expected to take from a table called safe."""

MAX_UNCOUNTED_CARDS = 4
"""A capture of more cards than this also mentions their number."""


_CARDS_OF = {"A": lazy("an ace"), "8": lazy("an 8"), "J": lazy("a jack"), "Q": lazy("a queen"), "K": lazy("a king")}


class Suggestion(NamedTuple):
    """A move, and the sentence that says why, in the active language."""

    move: Move
    reason: str


def suggest_move(perspective: Perspective, rng: Random) -> Suggestion:
    """The best move for the viewer by what it may see. Raises ValueError where it is not the viewer's turn."""
    if not perspective.my_turn:
        raise ValueError("a hint is for the seat to play")
    move = SampledSearch(Simulator(perspective), BUDGET).best(rng)
    return Suggestion(move, reason_for(perspective, move))


def reason_for(perspective: Perspective, move: Move) -> str:
    reasons = _joined(reasons_for(perspective, move) or [_("gives away the least")])
    if _must_trail(OnePly(Simulator(perspective)), move):
        return _("You can’t take anything, and this %(reasons)s.") % {"reasons": reasons}
    return capfirst(_("it %(reasons)s.") % {"reasons": reasons})


def reasons_for(perspective: Perspective, move: Move) -> list[str]:
    """What the move does; empty if only the search prefers it."""
    one_ply = OnePly(Simulator(perspective))
    after = one_ply.simulator.next_state(one_ply.state, move)
    return [
        *_play_reasons(play_of(move), perspective, after),
        *_pluck_reason(move),
        *_exposure_reason(one_ply, move, after),
    ]


def _must_trail(one_ply: OnePly, move: Move) -> bool:
    """True of a card laid beside others because none can be taken."""
    if not isinstance(move, Trail) or one_ply.state.table.empty:
        return False
    return not any(isinstance(play_of(other), Capture) for other in one_ply.simulator.moves(one_ply.state))


def _joined(parts: list[str]) -> str:
    *first, last = parts
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def _pluck_reason(move: Move) -> Iterator[str]:
    if isinstance(move, PluckAndPlay):
        yield _("wins an extra card by plucking")


def _play_reasons(play: Play, perspective: Perspective, after: SimState) -> Iterator[str]:
    match play:
        case Capture():
            yield from _capture_reasons(play, perspective.rules, after)
        case MakeBuild(value=value) | TableBuild(value=value):
            if _no_one_else_takes(value, perspective):
                yield _("makes a build of %(value)s that no one else can take") % {"value": value}
            else:
                yield _("builds %(value)s for your next turn") % {"value": value}
        case Trail():
            pass
        case other:
            assert_never(other)


def _capture_reasons(capture: Capture, rules: Rules, after: SimState) -> Iterator[str]:
    cards = (*capture.played, *taken_cards(capture))
    if rules.specials.orange and is_orange(taken_cards(capture)):
        yield _("is an orange you can call")
    prizes = list(_scoring_cards(cards, rules))
    if after.table.empty:
        yield _("clears the table")
    things = [_joined(named)] if (named := [*prizes, *_spades(cards, rules, not prizes)]) else []
    yield _("takes %(things)s") % {"things": " ".join([*things, *_card_count(cards, rules, not things)])}


def _scoring_cards(cards: tuple[Card, ...], rules: Rules) -> Iterator[str]:
    """Yield the cards that score by themselves; none where only the number of cards counts (8.8)."""
    if not counts_points(rules):
        return
    scoring, aces = rules.scoring, sum(card.rank == "A" for card in cards)
    if scoring.big_casino and BIG_CASINO in cards:
        yield _("the big casino")
    if scoring.little_casino and LITTLE_CASINO in cards:
        yield _("the little casino")
    if scoring.aces and aces:
        yield ngettext("an ace", "%(count)d aces", aces) % {"count": aces}
    fives = sum(card.rank == "5" for card in cards)
    if scoring.fives and fives:
        yield ngettext("a five", "%(count)d fives", fives) % {"count": fives}


def _spades(cards: tuple[Card, ...], rules: Rules, alone: bool) -> Iterator[str]:
    """Yield the number of spades, where it is worth mentioning."""
    scoring, spades = rules.scoring, sum(card.suit == "S" for card in cards)
    spades_count = (scoring.most_spades or scoring.each_spade) and counts_points(rules)
    if alone and spades and scoring.most_spades and spades_count:
        yield ngettext(
            "a spade that counts toward most spades", "%(count)d spades that count toward most spades", spades
        ) % {"count": spades}
    elif spades_count and spades >= (1 if alone else 2):
        yield ngettext("a spade", "%(count)d spades", spades) % {"count": spades}


def _card_count(cards: tuple[Card, ...], rules: Rules, alone: bool) -> Iterator[str]:
    """Yield the number of cards, where it is worth mentioning."""
    if alone and rules.scoring.most_cards and counts_points(rules):
        yield ngettext(
            "%(count)d card that counts toward most cards", "%(count)d cards that count toward most cards", len(cards)
        ) % {"count": len(cards)}
    elif alone:
        yield ngettext("%(count)d card", "%(count)d cards", len(cards)) % {"count": len(cards)}
    elif len(cards) > MAX_UNCOUNTED_CARDS:
        yield _("(%(count)d cards in all)") % {"count": len(cards)}


def _exposure_reason(one_ply: OnePly, move: Move, after: SimState) -> Iterator[str]:
    """Yield the strongest statement about the table the move leaves; none where the others have no cards. What a move
    wins is reason enough, unless it leaves nothing or next to nothing."""
    if not one_ply.others_card_count or after.table.empty:
        return
    left = exposure_after(one_ply, move, after)
    if left.capturing_ranks == ():
        yield _("leaves nothing that anyone else can take")
    elif left.capturing_ranks and len(left.capturing_ranks) == 1:
        yield _("leaves nothing that anyone else can take, except with %(card)s") % {
            "card": _card_of(left.capturing_ranks[0])
        }
    elif not isinstance(play_of(move), Trail):
        return
    elif left.blocked_value is not None:
        yield ngettext(
            "leaves nothing that adds up to %(value)s (one is still out)",
            "leaves nothing that adds up to %(value)s (%(count)d are still out)",
            left.blocked_cards,
        ) % {"value": left.blocked_value, "count": left.blocked_cards}
    elif one_ply.danger(after) < MAX_SAFE_LOSS:
        yield _("leaves little for the next player to take")


def _card_of(rank: str) -> str:
    """“a queen”, “a 9”."""
    if rank in _CARDS_OF:
        return str(_CARDS_OF[rank])
    return _("a %(rank)s") % {"rank": rank.replace("T", "10")}


def _no_one_else_takes(value: Value, perspective: Perspective) -> bool:
    return not any(takes_value(card, value, perspective.rules.matching) for card in unseen_cards(perspective))
