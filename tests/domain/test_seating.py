"""Before a game begins, players leave, change seats or are removed, and the host may cancel it."""

from hashlib import sha256

import pytest

from games.domain.cards import PACKS
from games.domain.commands import (
    CancelGame,
    CollectClientSeeds,
    Command,
    CommitClientSeed,
    FixTableSettings,
    LeaveSeat,
    OpenGame,
    ReturnToSeat,
    RevealClientSeed,
    StartRound,
    SubstituteBot,
    SwapSeats,
    TakeSeat,
)
from games.domain.decide import decide, needs_round
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.presets import resolve_rules
from games.domain.provably_fair import COMMITTED_BEFORE, SERVER_SEED_ONLY
from games.domain.record import write_record
from games.domain.refusal import explain
from games.domain.seating import awaits_seeds, client_seed_sources, protection, required_seed
from games.domain.setup_events import ClientSeedsCollected, GameCancelled, SeatLeft, SeatsSwapped
from games.domain.state import GameState, Result
from games.domain.table_settings import TableSettings
from tests.domain.perspectives import after, decided, refusal

OPEN = OpenGame(resolve_rules("casino"), "casino", 4, True, 2)


def waiting() -> GameState:
    """Return a game in which Ann and Bob sit on seats 1 and 2 of four."""
    return after(None, OPEN, TakeSeat(1, "Ann"), TakeSeat(2, "Bob"))


def refused(state: GameState, command: Command) -> str:
    """Return the words of the refusal."""
    return explain(refusal(state, command))


def played(*commands: Command) -> tuple[Event, ...]:
    """Return the log after these commands, none of which is refused."""
    log: tuple[Event, ...] = ()
    for command in commands:
        log += decided(fold(log) if log else None, command)
    return log


@pytest.mark.parametrize("removed", [False, True])
def test_who_gets_up_leaves_the_seat_free(removed: bool) -> None:
    state = waiting()
    assert decide(state, LeaveSeat(2, removed)) == (SeatLeft(2, "Bob", removed),)
    left = after(state, LeaveSeat(2, removed))
    assert left.players == ("Ann", "", "", "")
    assert after(left, TakeSeat(2, "Cleo")).players == ("Ann", "Cleo", "", "")


def test_two_players_change_over() -> None:
    state = waiting()
    assert decide(state, SwapSeats(2, 1)) == (SeatsSwapped(2, 1, ("Bob", "Ann")),)
    assert after(state, SwapSeats(2, 1)).players == ("Bob", "Ann", "", "")


def test_one_player_moves_to_a_free_seat() -> None:
    assert after(waiting(), SwapSeats(2, 3)).players == ("Ann", "", "Bob", "")
    assert after(waiting(), SwapSeats(3, 2)).players == ("Ann", "", "Bob", "")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (LeaveSeat(3), "Seat 3 is empty."),
        (SwapSeats(3, 4), "Seat 3 is empty."),
        (SwapSeats(1, 1), "Choose two seats to swap."),
        (SwapSeats(1, 5), "There is no seat 5 in this game. (rule 1)"),
        (SwapSeats(1, 0), "There is no seat 0 in this game. (rule 1)"),
        (SwapSeats(5, 1), "There is no seat 5 in this game. (rule 1)"),
        (LeaveSeat(0), "There is no seat 0 in this game. (rule 1)"),
    ],
)
def test_what_cannot_be_is_refused(command: Command, words: str) -> None:
    assert refused(waiting(), command) == words


def test_a_game_called_off_is_over_without_a_winner() -> None:
    assert decide(waiting(), CancelGame()) == (GameCancelled(),)
    off = after(waiting(), CancelGame())
    assert off.result == Result((), "cancelled")
    assert not needs_round(off)
    assert refused(off, TakeSeat(3, "Cleo")).startswith("The game is over.")


def test_the_site_calls_off_a_game_that_has_begun_without_a_result() -> None:
    begun = after(waiting(), StartRound(PACKS["standard"]))
    off = after(begun, CancelGame(begun=True))
    assert off.result
    assert off.result.called_off
    assert not off.result.winners
    assert not needs_round(off)
    assert not Result((1,), "target").called_off


@pytest.mark.parametrize("command", [LeaveSeat(1), LeaveSeat(2, removed=True), SwapSeats(1, 2), CancelGame()])
def test_once_it_has_begun_all_stay_where_they_are(command: Command) -> None:
    begun = after(waiting(), StartRound(PACKS["standard"]))
    assert refused(begun, command) == "The game has already started."


def test_a_record_names_those_who_sit_there_in_the_end() -> None:
    log = played(OPEN, TakeSeat(1, "Ann"), TakeSeat(2, "Bob"), LeaveSeat(2), TakeSeat(2, "Cleo"), SwapSeats(1, 3))
    tags = [line for line in write_record(log).splitlines() if line.startswith("[Player")]
    assert tags == ['[Player "2 Cleo"]', '[Player "3 Ann"]']


# --- words for the packs ------------------------------------------------------------------------------------------

DRAWN = ("d1", "d2", "d3", "d4")


def words_of(*commands: Command) -> tuple[str, ...]:
    return after(None, OPEN, *commands).client_seeds


def test_a_word_is_kept_with_the_seat() -> None:
    assert words_of(TakeSeat(1, "Ann")) == ()
    assert words_of(TakeSeat(1, "Ann"), TakeSeat(3, "Bob", "rabbit")) == ("", "", "rabbit", "")


def test_a_word_goes_along_with_its_player() -> None:
    sat = (TakeSeat(1, "Ann", "moon"), TakeSeat(3, "Bob", "rabbit"))
    assert words_of(*sat, SwapSeats(3, 1)) == ("rabbit", "", "moon", "")
    assert words_of(*sat, SwapSeats(3, 2)) == ("moon", "rabbit", "", "")


def test_who_gets_up_takes_the_word_away() -> None:
    sat = (TakeSeat(1, "Ann", "moon"), TakeSeat(3, "Bob", "rabbit"), LeaveSeat(3))
    assert words_of(*sat) == ("moon", "", "", "")
    assert words_of(*sat, TakeSeat(3, "Cleo")) == ("moon", "", "", "")
    assert words_of(*sat, LeaveSeat(1)) == ()


def test_when_all_sit_words_are_drawn_for_who_gave_none() -> None:
    state = after(waiting(), TakeSeat(3, "Cleo", "moon"), TakeSeat(4, "Dan"))
    assert decide(state, CollectClientSeeds(DRAWN, 3)) == (ClientSeedsCollected(("d1", "d2", "moon", "d4"), 3),)
    gathered = after(state, CollectClientSeeds(DRAWN, 3))
    assert (gathered.client_seeds, gathered.dealer) == (("d1", "d2", "moon", "d4"), 3)


def test_nobodys_word_is_heard_after_the_first_pack() -> None:
    begun = after(waiting(), StartRound(PACKS["standard"]))
    assert refused(begun, CollectClientSeeds(DRAWN, 3)) == "The game has already started."


def test_a_seat_given_and_taken_back_changes_no_word() -> None:
    given = after(waiting(), CollectClientSeeds(DRAWN, 3), StartRound(PACKS["standard"]), SubstituteBot(2, "steady"))
    assert after(given, ReturnToSeat(2)).client_seeds == given.client_seeds == DRAWN


def test_the_log_tells_whose_word_is_whose() -> None:
    sat = played(OPEN, TakeSeat(1, "Ann", "moon"), TakeSeat(2, "Bob"), CollectClientSeeds(DRAWN, 3))
    assert client_seed_sources(sat) == (("moon", True), ("d2", False), ("d3", False), ("d4", False))
    assert client_seed_sources(sat[:-1]) == ()


# --- client seeds -----------------------------------------------------------------------------------------------------

TWO = OpenGame(resolve_rules("casino"), "casino", 2, False, 0, shuffle_version=COMMITTED_BEFORE)
SERVER_ONLY = TWO._replace(shuffle_version=SERVER_SEED_ONLY)
MOON, HARE = sha256(b"moon").hexdigest(), sha256(b"hare").hexdigest()
BOTH_PROMISED = (TWO, TakeSeat(1, "Ann", "", MOON), TakeSeat(2, "Bob", "", HARE))


def test_a_full_table_waits_for_the_seeds_that_were_promised() -> None:
    log = played(*BOTH_PROMISED)
    assert awaits_seeds(fold(log))
    assert not awaits_seeds(fold(log[:-1]))
    with_one = after(fold(log), RevealClientSeed(1, "moon"))
    assert awaits_seeds(with_one)
    with_both = after(with_one, RevealClientSeed(2, "hare"))
    assert not awaits_seeds(with_both)
    assert with_both.client_seeds == ("moon", "hare")


@pytest.mark.parametrize("seed", ["hare", "", "moon ", "Moon"])
def test_another_seed_than_the_promised_one_is_refused(seed: str) -> None:
    state = fold(played(*BOTH_PROMISED))
    assert refused(state, RevealClientSeed(1, seed)) == "This isn’t the seed that was promised for the shuffle."


def test_while_promised_seeds_come_in_nobody_chooses_anything() -> None:
    state = fold(played(TWO, TakeSeat(1, "Ann", "", MOON), TakeSeat(2, "Bob"), RevealClientSeed(1, "moon")))
    waiting_state = fold(played(TWO, TakeSeat(1, "Ann", "", MOON), TakeSeat(2, "Bob")))
    for seed in (RevealClientSeed(2, "hare"), CommitClientSeed(2, HARE)):
        for each in (state, waiting_state):
            assert refused(each, seed) == "This game no longer takes seeds for its shuffle."
    for change in (SwapSeats(1, 2), LeaveSeat(2), LeaveSeat(1, removed=True), CancelGame()):
        assert refused(waiting_state, change) == "The game has already started."


def test_a_seed_is_given_and_promised_once() -> None:
    for command in (RevealClientSeed(1, "hare"), CommitClientSeed(1, HARE)):
        for taken in (TakeSeat(1, "Ann", "moon"), TakeSeat(1, "Ann", "moon", MOON)):
            assert refused(fold(played(TWO, taken)), command) == "You have already given a seed for this shuffle."
    assert refused(fold(played(TWO, TakeSeat(1, "Ann", "", MOON))), CommitClientSeed(1, HARE)) == (
        "You have already given a seed for this shuffle."
    )


def test_an_empty_seat_and_a_game_dealt_from_the_servers_seed_alone_take_no_seed() -> None:
    assert refused(fold(played(TWO)), CommitClientSeed(1, MOON)) == "Seat 1 is empty."
    assert refused(waiting(), RevealClientSeed(1, "moon")) == "This game no longer takes seeds for its shuffle."
    older = fold(played(SERVER_ONLY, TakeSeat(1, "Ann", "", MOON), TakeSeat(2, "Bob")))
    assert not awaits_seeds(older)


def test_a_promise_goes_along_with_its_player_and_away_with_them() -> None:
    four = OPEN._replace(shuffle_version=COMMITTED_BEFORE)
    sat = (four, TakeSeat(1, "Ann", "", MOON), TakeSeat(2, "Bob"), CommitClientSeed(2, HARE))
    assert fold(played(*sat)).seed_hashes == (MOON, HARE, "", "")
    assert fold(played(*sat, SwapSeats(1, 3))).seed_hashes == ("", HARE, MOON, "")
    assert fold(played(*sat, LeaveSeat(1), LeaveSeat(2))).seed_hashes == ()


@pytest.mark.parametrize(
    ("commands", "wanted"),
    [
        ((TWO, TakeSeat(1, "Ann")), "first"),
        ((TWO, TakeSeat(1, "Ann", "moon")), ""),
        ((TWO, TakeSeat(1, "Ann", "", MOON)), ""),
        (BOTH_PROMISED, "promised"),
        ((*BOTH_PROMISED, RevealClientSeed(1, "moon")), ""),
        ((TWO, TakeSeat(1, "Ann"), TakeSeat(2, "Bob")), ""),
        ((TWO, FixTableSettings(TableSettings(clock="turn", time=86400)), TakeSeat(1, "Ann", "", MOON)), "promised"),
        ((OPEN, TakeSeat(1, "Ann")), ""),
    ],
)
def test_the_page_is_asked_for_what_is_missing(commands: tuple[Command, ...], wanted: str) -> None:
    assert required_seed(fold(played(*commands)), 1) == wanted


GATHER = CollectClientSeeds(("d1", "d2"), 1)


@pytest.mark.parametrize(
    ("commands", "against"),
    [
        ((TWO, TakeSeat(1, "Ann"), TakeSeat(2, "Bob"), GATHER), "none"),
        ((TWO, TakeSeat(1, "Ann"), TakeSeat(2, "Bob")), "none"),
        (
            (SERVER_ONLY, TakeSeat(1, "Ann", "moon"), TakeSeat(2, "Bob"), GATHER),
            "none",
        ),
        ((TWO, TakeSeat(1, "Ann", "moon"), TakeSeat(2, "Bob"), GATHER), "operator"),
        (
            (TWO, TakeSeat(1, "Ann", "moon"), TakeSeat(2, "Bob", "", HARE), RevealClientSeed(2, "hare"), GATHER),
            "operator",
        ),
        ((*BOTH_PROMISED, RevealClientSeed(1, "moon"), GATHER), "operator"),
        ((*BOTH_PROMISED, GATHER), "none"),
        ((*BOTH_PROMISED, RevealClientSeed(2, "hare"), RevealClientSeed(1, "moon"), GATHER), "everyone"),
        ((TWO, TakeSeat(1, "Ann", "", MOON), TakeSeat(2, "no seed"), RevealClientSeed(1, "moon"), GATHER), "operator"),
        ((TWO, TakeSeat(1, "Ann", "", MOON), RevealClientSeed(1, "moon"), TakeSeat(2, "Bob"), GATHER), "operator"),
    ],
)
def test_against_whom_a_deal_is_protected(commands: tuple[Command, ...], against: str) -> None:
    assert protection(played(*commands)) == against
