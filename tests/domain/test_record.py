"""A game as a readable text, and back to the same game."""

from typing import Any

import pytest

from games.domain import events, setup_events
from games.domain.cards import NotationError
from games.domain.events import Event
from games.domain.json_api import handle_request
from games.domain.presets import PRESETS, resolve_rules
from games.domain.record import read_record, write_record
from tests.domain.packs import COUPLE, Company, stack, takes_all
from tests.domain.perspectives import script_log
from tests.domain.positions import house, misunderstood

PACK = stack(COUPLE, ["4C 9S 2C 3C", "KS 9C JC 9H"], "5H KD 7H 8D")
EVERYTHING = takes_all(COUPLE, 1)


def seated(log: list[Event], *players: str) -> list[Event]:
    """Return the log with players who sat down after its opening."""
    return [log[0], *(setup_events.SeatTaken(seat, name) for seat, name in enumerate(players, 1)), *log[1:]]


def refused(text: str) -> str:
    with pytest.raises(NotationError) as wrong:
        read_record(text)
    return str(wrong.value)


# --- writing ------------------------------------------------------------------------------------------------------


def test_a_record_is_tags_then_rounds_deals_and_turns_one_a_line() -> None:
    events = seated(
        script_log("casino", PACK, "4C+5H=9", "KSxKD", "9Sx[4C5H]", preset="casino"), "Ann", "Bob  \n the Great"
    )
    assert write_record(events) == (
        '[Game "Casino (Anglo-American)"]\n'
        '[Preset "casino"]\n'
        '[Options "{}"]\n'
        '[Seats "2"]\n'
        '[Partners "no"]\n'
        '[Dealer "2"]\n'
        '[Player "1 Ann"]\n'
        '[Player "2 Bob the Great"]\n'
        "\n"
        "Round 1, dealer 2\n"
        f"Pack: {PACK}\n"
        "Deal 1\n"
        "Hand 1: 4C 9S 2C 3C\n"
        "Hand 2: KS 9C JC 9H\n"
        "Table: 5H KD 7H 8D\n"
        "1: 4C+5H=9\n"
        "2: KSxKD\n"
        "1: 9Sx[4C5H]\n"
    )


def test_the_end_of_a_round_and_of_the_game_are_told() -> None:
    lines = write_record(script_log(house("casino", target=11), EVERYTHING.pack, *EVERYTHING.moves)).splitlines()
    assert lines[-3:] == [
        "Score 1: big_casino 2, little_casino 1, aces 4, most_cards 3, most_spades 1, total 11; now 11",
        "Score 2: total 0; now 0",
        "Result: 1 won (target), 11 : 0",
    ]
    assert "Deal 6, last" in lines


def test_claims_calls_and_resignations_stand_as_they_are_said() -> None:
    rook = stack(Company(deck="rook"), ["5B 9G"], "2Y 3R 7G TB")
    lines = write_record(script_log("tuxedo", rook, "5Bx2Y,3R", "orange@2", "resign@1")).splitlines()
    assert lines[-4:] == ["1: 5Bx2Y,3R", "orange@2", "resign@1", "Result: 2 won (resign), 0 : 10"]


def test_house_rules_are_told_as_what_differs_from_the_game() -> None:
    changed = write_record(script_log(house("casino", target=11), PACK, preset="casino"))
    assert '[Preset "casino"]\n[Options "{"target": 11}"]' in changed
    unnamed = write_record(script_log("casino", PACK, preset="a game that is gone"))
    assert '[Game "Casino"]\n[Preset ""]\n[Options "{"absorb_equal": false, "ace_order": "SCHD", ' in unnamed


@pytest.mark.parametrize("events", [[], [events.TurnStarted(1)]])
def test_a_log_that_opens_no_game_has_no_record(events: list[Event]) -> None:
    with pytest.raises(ValueError, match="begins with the game's opening"):
        write_record(events)


# --- reading ------------------------------------------------------------------------------------------------------

SMALL = '[Preset "casino"]\n[Seats "2"]\n[Dealer "2"]\n'


def test_a_record_reads_as_the_question_of_its_replay() -> None:
    events = script_log("casino", PACK, "4C+5H=9", "KSxKD", "resign@1", preset="casino")
    assert read_record(write_record(events)) == {
        "op": "replay",
        "rules": "casino",
        "seats": 2,
        "partners": False,
        "dealer": 2,
        "decks": [PACK],
        "moves": ["4C+5H=9", "KSxKD", "resign@1"],
    }


def test_house_rules_read_back() -> None:
    text = write_record(script_log(house("casino", target=11), PACK, preset="casino"))
    assert read_record(text)["rules"] == {"preset": "casino", "target": 11}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_reads_back_without_its_name(preset: str) -> None:
    rules = resolve_rules(preset)
    unnamed = write_record([setup_events.GameOpened(rules, "a game that is gone", 2, False, 1, "")])
    assert resolve_rules(read_record(unnamed)["rules"]) == rules


def test_partners_read_back() -> None:
    four = stack(Company(seats=4, dealer=4), ["4C 9S"], "5H KD 7H 6D")
    assert read_record(write_record(script_log("casino", four, partners=True, seats=4)))["partners"] is True


def test_what_is_for_people_and_blank_lines_are_passed_over() -> None:
    spoilt = "Score 1: nonsense\n\n  Result: who knows\nHand 1: XX\nTable: ?\nDeal 9\nRound 7\n"
    read = read_record(f"{SMALL}\n{spoilt} 1: 9C \n  claim@2\n")
    assert (read["decks"], read["moves"]) == ([], ["9C", "claim@2"])


def test_without_options_a_game_is_as_its_preset_says() -> None:
    assert read_record(SMALL)["rules"] == "casino"
    assert read_record('[Seats "2"]\n[Dealer "2"]')["rules"] == {}


def test_the_first_of_two_equal_tags_counts() -> None:
    assert read_record(f'{SMALL}[Seats "3"]')["seats"] == 2


def test_a_line_that_is_not_understood_is_named() -> None:
    assert refused(f"{SMALL}\n1: 9C\nwhat is this?") == "We couldn’t read line 6 of the record: “what is this?”."
    assert refused(f"{SMALL}7: 9C").startswith("We couldn’t read line 4")
    assert "“XX” isn’t a card" in refused(f"{SMALL}Pack: 9C XX")


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[Seats "2"]',
        '[Dealer "2"]',
        '[Seats "two"]\n[Dealer "2"]',
        f'{SMALL}[Options "{{"]',
        f'{SMALL}[Options "[1]"]',
        f'{SMALL}[Options "7"]',
        f'{SMALL}[Options "{"[" * 100_000}"]',
    ],
)
def test_a_record_needs_its_seats_its_dealer_and_options_that_are_some(text: str) -> None:
    assert refused(text) == "A record needs the tags Seats and Dealer, and Options must be an object."


# --- the questions of the command line ----------------------------------------------------------------------------

QUESTION: dict[str, Any] = {"rules": "casino", "seats": 2, "partners": False, "dealer": 2, "decks": [PACK]}


def test_a_replay_is_told_as_a_record_and_a_record_as_a_replay() -> None:
    question = QUESTION | {"moves": ["4C+5H=9", "KSxKD"]}
    text = handle_request({"op": "record", **question})["text"]
    replay = handle_request({"op": "record", "text": text})["replay"]
    assert replay == {"op": "replay", **question}
    assert handle_request(replay)["table"] == "7H 8D [4C+5H=9@1]"


def test_a_game_that_cannot_be_played_has_no_record() -> None:
    error = handle_request({"op": "record", **QUESTION, "moves": ["2C", "XX"]})["error"]
    assert (error["at"], error["code"]) == (1, "bad-request")
    misunderstood(handle_request({"op": "record", "text": "what is this?"}))
    misunderstood(handle_request({"op": "record", "text": 7}))
