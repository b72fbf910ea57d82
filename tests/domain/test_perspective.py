"""The view of each viewer: a seat sees its own hand, a spectator no hand, and no one the stock."""

import json
import re
from random import Random
from typing import Any

import pytest

from games.domain import events
from games.domain.cards import PACKS, Card
from games.domain.codec import EVENT_TYPES, to_json_value
from games.domain.commands import Play, Resign
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.notation import read_move
from games.domain.perspective import (
    SPECTATOR,
    Perspective,
    RedactedDeal,
    RedactedDraw,
    RedactedPack,
    RoundView,
    at_round_end,
    perspective_of,
    redact,
)
from games.domain.presets import resolve_rules
from games.domain.state import GameState
from tests.domain.packs import COUPLE, Company, stack
from tests.domain.perspectives import after, begun, decided, round_view
from tests.property.random_games import play_at_random

THREE = Company(seats=3, dealer=3)
PACK = stack(THREE, ["4C 9S 2C 3C", "KS QC JC TC", "8S 8H 8D 7C"], "5H KD 7H 6D")


def begun_with_three(*moves: str) -> GameState:
    return begun("casino", PACK, list(moves), seats=3, dealer=3)


def all_cards_in(told: Any) -> set[str]:
    """Return every card that appears anywhere in a viewer's message."""
    return set(re.split(r'[",\[\] ]', json.dumps(to_json_value(told)))) & set(PACKS["standard"])


def hand_of(state: GameState, seat: int) -> set[str]:
    assert state.round is not None
    return set(state.round.hands[seat - 1])


# --- the state ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [1, 2, 3])
def test_a_seat_sees_its_own_hand_the_table_and_no_other_card(viewer: int) -> None:
    state = begun_with_three("4C+5H=9", "KSxKD")
    assert state.round is not None
    on_table, piles = set(state.round.table.cards), {card for pile in state.round.piles for card in pile}
    assert all_cards_in(perspective_of(state, viewer)) == hand_of(state, viewer) | on_table | piles


def test_a_spectator_sees_no_hand() -> None:
    state = begun_with_three("4C+5H=9", "KSxKD")
    assert round_view(state, SPECTATOR).hand == ()
    assert all_cards_in(perspective_of(state, SPECTATOR)) == set("4C 5H 6D 7H KS KD".split())


def test_of_other_hands_and_the_stock_the_number_is_seen() -> None:
    state = begun_with_three("4C+5H=9", "KSxKD")
    for viewer in (SPECTATOR, 1, 2, 3):
        assert round_view(state, viewer).hand_counts == (3, 3, 4)
        assert round_view(state, viewer).stock_count == 36


def test_whose_turn_it_is() -> None:
    state = begun_with_three("4C+5H=9")
    assert [perspective_of(state, viewer).my_turn for viewer in (SPECTATOR, 1, 2, 3)] == [False, False, True, False]
    over = after(state, Resign(3))
    assert not perspective_of(over, 2).my_turn


def test_the_sides() -> None:
    four = begun("casino", stack(Company(seats=4, dealer=4), []), [], seats=4, dealer=4)
    assert [perspective_of(four, 1).side_of(seat) for seat in (1, 2, 3, 4)] == [0, 1, 2, 3]
    partners = perspective_of(four._replace(partners=True), 1)
    assert [partners.side_of(seat) for seat in (1, 2, 3, 4)] == [0, 1, 0, 1]


def test_a_seat_in_a_round_has_a_position_and_nobody_else() -> None:
    state = begun_with_three()
    position = perspective_of(state, 2).position()
    assert (position.seat, set(position.hand), position.last_turn) == (2, hand_of(state, 2), False)
    for nobody in (perspective_of(state, SPECTATOR), perspective_of(state._replace(round=None), 2)):
        with pytest.raises(ValueError, match="only a seat in a round"):
            nobody.position()


def test_what_is_shown_is_a_list_of_its_own() -> None:
    """A new field of the state is not shown before it has been reviewed."""
    assert set(Perspective._fields) == set(
        "viewer rules preset seats partners players table_settings dealer target totals sheets result "
        "latest_round round finished_round bot_seats forfeited_seats paused carried".split()
    )
    assert set(RoundView._fields) == set(
        "number dealer deal last_deal turn hand hand_counts stock_count table piles sweeps totals_at_start "
        "bonus_points proven_values plays last_capture last_play pluck_used claim_blocked bottom_card offer "
        "public_plays seat_piles".split()
    )


def test_only_the_non_dealer_sees_the_bottom_card_and_only_while_it_lies_there() -> None:
    pack = stack(Company(hand=3), [], last="9S")
    begun_game = begun("casino-en-deux", pack, [])
    assert [round_view(begun_game, viewer).bottom_card for viewer in (SPECTATOR, 1, 2)] == [None, "9S", None]
    assert begun_game.round is not None
    played_out = begun_game._replace(round=begun_game.round._replace(stock=()))
    assert round_view(played_out, 1).bottom_card is None


# --- the events ---------------------------------------------------------------------------------------------------

NINE_C, FIVE_H, KING = Card("9C"), Card("5H"), Card("KD")
DEAL = events.CardsDealt(2, True, ((NINE_C, Card("2S")), (FIVE_H,)), (KING,))


def test_of_a_pack_only_that_it_is_there_is_seen() -> None:
    started = events.RoundStarted(3, 2, PACKS["standard"])
    for viewer in (SPECTATOR, 1, 2):
        assert redact(started, viewer) == RedactedPack(3, 2)


def test_of_a_deal_one_sees_ones_own_cards_and_how_many_the_others_got() -> None:
    assert redact(DEAL, 1) == RedactedDeal(2, True, (NINE_C, Card("2S")), (2, 1), (KING,))
    assert redact(DEAL, 2) == RedactedDeal(2, True, (FIVE_H,), (2, 1), (KING,))
    assert redact(DEAL, SPECTATOR) == RedactedDeal(2, True, (), (2, 1), (KING,))


def test_a_drawn_card_is_seen_by_who_drew_it() -> None:
    drawn = events.CardDrawn(1, NINE_C)
    assert redact(drawn, 1) == drawn
    assert [redact(drawn, viewer) for viewer in (SPECTATOR, 2)] == [RedactedDraw(1), RedactedDraw(1)]


OPEN_TO_ALL: list[Event] = [
    events.CardTrailed(1, NINE_C, ("4S",)),
    events.CardPlucked(1, FIVE_H),
    events.ClaimMade(2, False),
    events.OrangeCalled(2, True),
    events.SeatResigned(1),
]


@pytest.mark.parametrize("event", OPEN_TO_ALL, ids=lambda event: type(event).__name__)
def test_what_happens_on_the_table_is_seen_by_everybody(event: Event) -> None:
    assert [redact(event, viewer) for viewer in (SPECTATOR, 1, 2)] == [event] * 3


def test_every_kind_of_event_has_been_thought_about() -> None:
    """For every event it is stated here whether it contains secrets; a new one has to be added."""
    secret = {"round_started", "cards_dealt", "card_drawn"}
    open_to_all = set(
        "game_opened table_settings_fixed seat_taken seat_left seats_swapped game_cancelled jack_replaced "
        "pairs_taken turn_started card_trailed cards_captured sweep_made build_made card_plucked "
        "builds_released points_awarded orange_called remaining_cards_awarded round_scored target_raised "
        "claim_made seat_resigned turn_expired bot_took_over player_returned time_compensated vacation_set "
        "time_zone_set move_forced offer_made offer_agreed offer_declined offer_withdrawn rolled_back seat_forfeited "
        "game_ended game_won client_seeds_collected client_seed_committed client_seed_revealed dispute_opened "
        "dispute_withdrawn pause_requested game_paused game_resumed hands_revealed_to_director ruling_made "
        "build_added_to table_redealt majorities_carried claim_ban_lifted conditional_move_played "
        "seat_taken_over score_corrected clocks_set clock_adjusted player_warned player_suspended".split()
    )
    assert secret | open_to_all == set(EVENT_TYPES)


@pytest.mark.parametrize("rules", ["casino", "draw"])
def test_no_viewer_is_told_a_card_that_is_neither_open_nor_its_own(rules: str) -> None:
    """Eight trails, then a new deal: each event as a viewer gets it holds only cards that it may see then or saw
    before."""
    state = begun(rules, stack(COUPLE, ["9S"]), [])
    known = {viewer: all_cards_in(perspective_of(state, viewer)) for viewer in (SPECTATOR, 1, 2)}
    for _ in range(8):
        assert state.round is not None
        seat = state.round.turn
        played = decided(state, Play(seat, read_move(state.round.hands[seat - 1][0])))
        state = fold(played, state)
        for viewer, cards in known.items():
            cards.update(all_cards_in(perspective_of(state, viewer)))
            assert all_cards_in([redact(event, viewer) for event in played]) <= cards


def test_at_the_end_of_a_round_the_next_deal_is_not_in_the_perspective() -> None:
    steps = play_at_random(resolve_rules("casino"), "casino", 2, False, Random(1))
    states = [step.after for step in steps]
    first, second = (next(state for state in states if state.latest_round == number) for number in (1, 2))
    scored = next(state for state in states if state.sheets)
    for viewer in (SPECTATOR, 1, 2):
        shown = at_round_end(perspective_of(second, viewer))
        assert (shown.round, shown.latest_round, shown.totals) == (None, 1, scored.totals)
        assert all_cards_in(shown._replace(finished_round=None)) == set()
        before = perspective_of(first, viewer)
        assert at_round_end(before) == before
