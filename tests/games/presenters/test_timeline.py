"""Logs cut into entries and animation steps, and replays of random games: nothing is lost, nothing unseen is shown."""

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from games.contexts.replay_source import ReplaySource, replay_at
from games.domain import events
from games.domain.cards import Card
from games.domain.events import (
    CardDrawn,
    CardsDealt,
    CardTrailed,
    Event,
    OrangeCalled,
    RolledBack,
    RoundStarted,
    TurnStarted,
)
from games.domain.evolve import fold
from games.domain.notation import read_cards, read_table
from games.domain.perspective import SPECTATOR, RedactedDeal, RedactedPack, VisibleEvent, redact
from games.domain.record import entries_of
from games.domain.state import GameState
from games.presenters.cards import CardView, card_name, card_short
from games.presenters.timeline import CardMove, TimelineEntry, card_moves, in_effect, timeline
from tests.examples import some
from tests.games.presenters.perspectives import table_of
from tests.property.random_games import ALL_PRESETS, some_game

LONG, SHORT = 70, 23


@cache
def log_of(preset: str, limit: int) -> tuple[Event, ...]:
    steps = some_game(preset, Random(preset), limit)
    return tuple(event for step in steps for event in step.events)


def cut(log: tuple[Event, ...]) -> tuple[TimelineEntry, ...]:
    return timeline([redact(event, SPECTATOR) for event in log])


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_nothing_is_lost_between_moments(preset: str) -> None:
    log = log_of(preset, LONG)
    cuts = cut(log)
    assert cuts[0].start == 0
    assert cuts[-1].end == len(log)
    assert [each.start for each in cuts[1:]] == [each.end for each in cuts[:-1]]


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_every_turn_and_every_word_is_a_moment_of_its_own(preset: str) -> None:
    log = log_of(preset, LONG)
    turns = [each for each in cut(log) if each.kind in ("move", "call")]
    assert len(turns) == len(list(entries_of(log)))
    for each in turns:
        assert len(list(entries_of(log[each.start : each.end]))) == 1


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_deals_and_ends_are_moments_of_their_own(preset: str) -> None:
    log = log_of(preset, LONG)
    kinds = [each.kind for each in cut(log)]
    assert kinds.count("round") == sum(isinstance(event, RoundStarted) for event in log)
    assert kinds.count("round") + kinds.count("deal") == sum(isinstance(event, CardsDealt) for event in log)


def test_a_call_of_orange_after_the_turn_stands_alone() -> None:
    preset = "tuxedo"
    for seed in range(20):
        steps = some_game(preset, Random(seed), 60)
        log = tuple(event for step in steps for event in step.events)
        calls = [each for each in cut(log) if each.kind == "call" and isinstance(log[each.start], OrangeCalled)]
        if calls:
            return
    pytest.fail("nobody called an orange")


# --- who sees what ---------------------------------------------------------------------------------------------------


def seen(log: tuple[Event, ...], state: GameState, viewer: int) -> set[Card]:
    """Return the cards of this round that the viewer has seen: dealt or drawn to it, or once on the table."""
    assert state.round
    cards: set[Card] = {*state.round.table.cards, *(card for pile in state.round.piles for card in pile)}
    begun = max(place for place, event in enumerate(log) if isinstance(event, RoundStarted))
    for event in log[begun:]:
        if isinstance(event, CardsDealt):
            cards |= {*event.table, *(event.hands[viewer - 1] if viewer else ())}
        elif isinstance(event, RoundStarted) and state.rules.specials.bottom_shown:
            cards.add(event.pack[-1])
        elif isinstance(event, CardDrawn) and event.seat == viewer:
            cards.add(event.card)
    return cards


def shown(view: Any) -> set[str]:
    """Return every text and every card in a view model, however deep."""
    if isinstance(view, str):
        return {view}
    if isinstance(view, CardView):
        return {view.code}
    if is_dataclass(view):
        return {text for field in fields(view) for text in shown(getattr(view, field.name))}
    return {text for each in view for text in shown(each)} if isinstance(view, tuple | list | frozenset) else set()


def given_away(view: object, cards: set[Card]) -> set[Card]:
    told = "\n".join(shown(view))
    text = told.replace("Big casino (10♦)", "").replace("Little casino (2♠)", "")  # ways to score, known to all
    return {card for card in cards if any(re.search(word, text) for word in words_for(card))}


def words_for(card: Card) -> tuple[str, ...]:
    return rf"\b{card}\b", rf"{card_short(card)}(?!\d)", card_name(card)


def running(preset: str) -> tuple[tuple[Event, ...], GameState]:
    """Return a game that is in the middle of its first round."""
    logs = (log_of(preset, limit) for limit in range(SHORT, 0, -4))
    games = ((log, fold(log)) for log in logs)
    return next((log, state) for log, state in games if state.round and not state.result and state.latest_round == 1)


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_no_viewer_of_a_running_game_is_shown_an_unseen_card(preset: str) -> None:
    log, state = running(preset)
    assert state.round
    pack = {*state.round.stock, *state.round.table.cards, *(card for hand in state.round.hands for card in hand)}
    for viewer in range(state.seats + 1):
        unseen = {card for card in pack if card not in seen(log, state, viewer)}
        assert unseen
        for place in range(0, len(cut(log)), 4):
            assert given_away(replay_at(ReplaySource(log, False, viewer), place), unseen) == set()


def test_a_planted_leak_is_found() -> None:
    log, state = running("casino")
    assert state.round
    unseen = {card for hand in state.round.hands for card in hand}
    assert given_away(replay_at(ReplaySource(log, True), len(log)), unseen) == unseen


def test_the_end_of_a_log_is_cut_though_it_goes_back_to_before_that_end() -> None:
    end: list[Event] = [CardTrailed(1, Card("9S")), TurnStarted(2), RolledBack(180), TurnStarted(1)]
    assert [(each.kind, each.start, each.end) for each in timeline(end)] == [("move", 0, 2), ("call", 2, 4)]


# --- the steps of the animation ------------------------------------------------------------------------------------


DEAL = RedactedDeal(1, False, read_cards("9S 2C"), (2, 2), read_cards("9H 5D"))
TRAIL = events.CardTrailed(1, Card("2C"))
TAKE = events.CardsCaptured(2, read_cards("9D"), read_cards("9H"), (read_cards("4C 5S"),))
PICTURE = read_table("[4C+5D=9@2]").builds[0]
BUILD = events.BuildMade(2, read_cards("4C"), read_cards("5D"), (), PICTURE)
LOG: list[VisibleEvent] = [RedactedPack(1, 2), DEAL, events.TurnStarted(1), TRAIL, events.TurnStarted(2), TAKE]


def steps(log: Sequence[VisibleEvent], unseen: int, last_seq: int = 0) -> list[tuple[str, int, str, str, bool]]:
    """Return each step as kind, seat, played cards, other cards, and whether it is undone."""
    moves = card_moves(table_of(), log, last_seq or len(log), unseen)
    return [(move.kind, move.seat, codes(move, "played"), codes(move, "others"), move.back) for move in moves]


def codes(move: CardMove, which: str) -> str:
    return " ".join(card.code for card in getattr(move, which))


def test_each_event_moves_its_cards() -> None:
    assert steps(LOG, len(LOG)) == [
        ("deal", 0, "", "9S 2C 9H 5D", False),
        ("lay", 1, "2C", "", False),
        ("take", 2, "9D", "9H 4C 5S", False),
    ]
    assert steps([BUILD], 1) == [("build", 2, "4C", "5D", False)]
    assert steps([events.CardPlucked(1, Card("KD"))], 1) == [("take", 1, "", "KD", False)]
    assert steps([events.PairsTaken(2, read_cards("KD KS"))], 1) == [("take", 2, "", "KD KS", False)]


def test_only_what_is_new_to_the_viewer_moves_and_keeps_its_number() -> None:
    assert steps(LOG, 0) == []
    assert steps(LOG, 1) == [("take", 2, "9D", "9H 4C 5S", False)]
    assert [move.seq for move in card_moves(table_of(), LOG, 46, 3)] == [44, 46]


def test_the_last_cards_go_to_the_seat_of_the_last_capture() -> None:
    assert steps([*LOG, events.RemainingCardsAwarded(1)], 1) == [("rest", 2, "", "", False)]
    assert steps([events.RemainingCardsAwarded(0)], 1) == [("rest", 1, "", "", False)]  # the capture was long ago
    assert steps([events.RemainingCardsAwarded(None)], 1) == []


def test_moves_taken_back_go_backward_the_last_one_first() -> None:
    log = [*LOG, events.RolledBack(2)]
    assert steps(log, 1) == [("take", 2, "9D", "9H 4C 5S", True), ("lay", 1, "2C", "", True)]
    assert [move.seq for move in card_moves(table_of(), log, len(log), 1)] == [7, 7]


def test_what_was_played_and_taken_back_unseen_does_not_move() -> None:
    assert steps([*LOG, events.RolledBack(5)], 2) == []
    assert steps([*LOG, events.RolledBack(3)], 2) == [("lay", 1, "2C", "", True)]
    again = [*LOG, events.RolledBack(5), BUILD]
    assert steps(again, 3) == [("build", 2, "4C", "5D", False)]


@pytest.mark.parametrize("before", [0, 40])
def test_undone_events_are_not_in_effect(before: int) -> None:
    back = events.RolledBack(before + 3)
    log = [*LOG, back, events.TurnStarted(2)]
    assert [event for _, event in in_effect(log, before + 8)] == [*LOG[:3], events.TurnStarted(2)]
    talk = [event for _, event in in_effect(log, before + 8, always=(events.RolledBack,))]
    assert talk == [*LOG[:3], back, events.TurnStarted(2)]
