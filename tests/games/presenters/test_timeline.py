"""Logs cut into moments, and replays of random games of every preset: they lose nothing, and show nothing unseen."""

import re
from dataclasses import fields, is_dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

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
from games.domain.perspective import SPECTATOR, redact
from games.domain.record_entries import entries_of
from games.domain.replay import fold
from games.domain.state import GameState
from games.presenters.cards import CardView, card_name, card_short
from games.presenters.timeline import TimelineEntry, timeline
from games.views.replay_source import ReplaySource, replay_at
from tests.examples import some
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
