"""Events and states as JSON and back, and records of older versions converted to the current shape."""

import json
from typing import Any, TypeAliasType, get_args

import pytest

from games.domain import codec, dispute_events, events, setup_events
from games.domain.cards import PACKS, Card
from games.domain.codec import (
    EVENT_TYPES,
    SHAPES,
    STATE_VERSION,
    UnknownEvent,
    decode,
    decode_state,
    encode,
    encode_state,
    shape_version,
)
from games.domain.commands import MakeOffer, Resign, StartRound
from games.domain.events import Event
from games.domain.moves import Stolen
from games.domain.options import OPTIONS, write_options
from games.domain.presets import PRESETS, resolve_rules
from games.domain.state import GameState
from games.domain.table import Build
from games.domain.table_settings import TableSettings
from tests.domain.packs import COUPLE, Company, stack, takes_all
from tests.domain.perspectives import after, begun
from tests.domain.positions import house

NINE_C, FIVE_H, FOUR_S = Card("9C"), Card("5H"), Card("4S")
BUILD = Build((FOUR_S, FIVE_H), 9, 2, ((FOUR_S, FIVE_H),))

ONE_OF_EACH: list[Event] = [
    setup_events.GameOpened(resolve_rules("diamond"), "diamond", 2, False, 1, "the promise", 2, 7),
    setup_events.TableSettingsFixed(TableSettings(public=True, clock="live", time=600, increment=10)),
    setup_events.SeatTaken(1, "Ann “9S” ♠", "Rübe “9S”"),
    setup_events.SeatLeft(2, "Bob", True),
    setup_events.SeatsSwapped(1, 3, ("Ann", "")),
    setup_events.GameCancelled(),
    setup_events.ClientSeedCommitted(2, "0" * 64),
    setup_events.ClientSeedRevealed(2, "0123456789abcdef"),
    setup_events.ClientSeedsCollected(("Rübe “9S”", "0123456789abcdef"), 2),
    events.RoundStarted(1, 2, PACKS["rook"]),
    events.CardsDealt(2, True, ((NINE_C,), ()), (FIVE_H,)),
    events.JackReplaced(Card("JS"), FIVE_H),
    events.TableRedealt((FIVE_H, Card("5S"))),
    events.PairsTaken(1, (FIVE_H, Card("5S"))),
    events.TurnStarted(2),
    events.CardTrailed(1, NINE_C, ("4S", "[4C5H]")),
    events.CardsCaptured(1, (NINE_C,), (Card("9D"),), ((FOUR_S, FIVE_H),), True, (), (Stolen(Card("9H"), 2),)),
    events.SweepMade(1, 4, True, 1),
    events.BuildMade(2, (FOUR_S,), (FIVE_H,), (), BUILD),
    events.BuildAddedTo(2, (FOUR_S, FIVE_H), (NINE_C,), (Stolen(Card("9H"), 1),), BUILD),
    events.CardPlucked(1, FIVE_H),
    events.CardDrawn(1, FIVE_H),
    events.BuildsReleased(((FOUR_S, FIVE_H),)),
    events.PointsAwarded(1, "orange", -10),
    events.OrangeCalled(1, False),
    events.RemainingCardsAwarded(None),
    events.RoundScored(({"aces": 4, "total": 4}, {"total": 0}), (4, 0)),
    events.MajoritiesCarried((("most_cards", 1),)),
    events.TargetRaised(32),
    events.ClaimMade(2, True),
    events.ClaimBanLifted((1, 2)),
    events.SeatResigned(2),
    events.TurnExpired(1),
    events.BotTookOver(2, "steady", True),
    events.PlayerReturned(2),
    events.SeatTakenOver(2, "Ida"),
    events.TimeCompensated(1, 12.5, "server"),
    events.VacationSet(2, (("2026-12-24", "2026-12-26"), ("2027-01-01", "2027-01-01"))),
    events.TimeZoneSet(2, "America/Santiago"),
    events.MoveForced(1),
    events.ConditionalMovePlayed(1),
    events.OfferMade(1, "takeback", (2, 3), 17, Card("9S"), 3),
    events.OfferAgreed(2),
    events.OfferDeclined(3),
    events.OfferWithdrawn(1),
    events.RolledBack(17),
    events.SeatForfeited(2),
    events.GameEnded("drawn", (4, 0)),
    events.GameWon((1,), "resign", (4, 0)),
    dispute_events.DisputeOpened(1, 1, 17),
    dispute_events.DisputeWithdrawn(1, 1),
    dispute_events.PauseRequested(2, 1),
    dispute_events.GamePaused(1, "Dora"),
    dispute_events.GameResumed(),
    dispute_events.HandsRevealedToDirector(1, "Dora"),
    dispute_events.RulingMade(2, "rolled_back", "Dora", "A nine was left behind.", "4.10", 1, 17, 1),
    dispute_events.ScoreCorrected((4, 1)),
    dispute_events.ClocksSet((12.5, 300.0), (30.0, 0.0)),
    dispute_events.ClockAdjusted(2, -30.5),
    dispute_events.PlayerWarned(1),
    dispute_events.PlayerSuspended(1, "2026-12-01T12:00:00+00:00"),
]


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def members(union: TypeAliasType) -> list[type[Any]]:
    """The classes of a union, with those of the unions in it."""
    parts = [members(each) if isinstance(each, TypeAliasType) else [each] for each in get_args(union.__value__)]
    return [kind for part in parts for kind in part]


def test_every_event_has_a_stored_name() -> None:
    assert set(EVENT_TYPES.values()) == set(members(events.Event))


def test_every_kind_of_event_is_here() -> None:
    assert [type(event) for event in ONE_OF_EACH] == list(EVENT_TYPES.values())


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_it_reads_back_from_json(event: Event) -> None:
    name, version, payload = encode(event)
    back = decode(name, version, through_json(payload))
    assert back == event
    assert type(back) is type(event)


def test_cards_read_back_as_cards() -> None:
    name, version, payload = encode(events.CardTrailed(1, NINE_C))
    back = decode(name, version, through_json(payload))
    assert isinstance(back, events.CardTrailed)
    assert (type(back.card), back.card.suit) == (Card, "C")


def test_the_record_is_plain_and_says_everything() -> None:
    built = next(event for event in ONE_OF_EACH if isinstance(event, events.BuildMade))
    assert encode(built) == (
        "build_made",
        1,
        {
            "seat": 2,
            "played": ["4S"],
            "loose": ["5H"],
            "builds": [],
            "build": {"cards": ["4S", "5H"], "value": 9, "owner": 2, "groups": [["4S", "5H"]]},
            "for_partner": False,
            "stolen": [],
        },
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_the_opening_holds_every_rule_and_reads_them_back(preset: str) -> None:
    name, version, payload = encode(setup_events.GameOpened(resolve_rules(preset), preset, 2, False, 1, ""))
    assert payload["rules"] == write_options(resolve_rules(preset))
    back = decode(name, version, through_json(payload))
    assert isinstance(back, setup_events.GameOpened)
    assert back.rules == resolve_rules(preset)


# --- versions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), [("card_thrown", 1), ("turn_started", 2), ("turn_started", 0), ("", 1)])
def test_what_was_never_written_is_not_read(name: str, version: int) -> None:
    with pytest.raises(UnknownEvent, match=f"no event “{name}” of version {version}"):
        decode(name, version, {"seat": 1})


@pytest.mark.parametrize("payload", [{}, {"seat": 1}, []])
def test_a_record_that_lacks_something_is_not_read(payload: Any) -> None:
    with pytest.raises((KeyError, TypeError)):
        decode("card_trailed", 1, payload)


def right_for_well(old: dict[str, Any]) -> dict[str, Any]:
    """Convert version 2, which had the field `well`."""
    return {"seat": old["seat"], "right": old["well"]}


@pytest.fixture
def claims_had_other_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that `claim_made` has had two shapes before the current one."""
    monkeypatch.setitem(codec.VERSIONS, "claim_made", 3)
    monkeypatch.setitem(codec.UPCASTERS, ("claim_made", 1), lambda old: {"seat": old["chair"], "well": old["well"]})
    monkeypatch.setitem(codec.UPCASTERS, ("claim_made", 2), right_for_well)


@pytest.mark.usefixtures("claims_had_other_shapes")
@pytest.mark.parametrize(
    ("version", "payload"),
    [(1, {"chair": 2, "well": True}), (2, {"seat": 2, "well": True}), (3, {"seat": 2, "right": True})],
)
def test_old_shapes_are_lifted_step_by_step(version: int, payload: dict[str, Any]) -> None:
    kept = dict(payload)
    assert decode("claim_made", version, payload) == events.ClaimMade(2, True)
    assert payload == kept


@pytest.mark.usefixtures("claims_had_other_shapes")
def test_events_are_written_in_the_shape_of_today() -> None:
    assert encode(events.ClaimMade(2, True)) == ("claim_made", 3, {"seat": 2, "right": True})
    with pytest.raises(UnknownEvent):
        decode("claim_made", 4, {"seat": 2, "right": True})


# --- states -------------------------------------------------------------------------------------------------------

FOUR = Company(seats=4, dealer=4)


def states() -> dict[str, GameState]:
    """Games at moments at which the state contains something rare."""
    partners = stack(FOUR, ["4C 9S", "KS", "9C"], "5H KD 7H 8D")
    rook = stack(Company(deck="rook"), ["5B 9G 1B 2B"], "2Y 3R 7G TB")
    everything = takes_all(COUPLE, 1)
    return {
        "a build and its proof": begun("casino", partners, ["4C+5H=9"], seats=4, dealer=4),
        "an orange not called": begun("tuxedo", rook, ["5Bx2Y,3R"]),
        "a pluck": begun("pluck", stack(COUPLE, ["9S"], "KD 7D"), ["9S ^7D"]),
        "a sweep": begun("casino-sweeps", stack(COUPLE, ["TS"], "AH 2H 3H 4H"), ["TSxAH,2H,3H,4H"]),
        "a sheet, and no round": begun(house("casino", target=50), everything.pack, everything.moves),
        "an offer": after(begun("casino", everything.pack, []), MakeOffer(1, "drawn", (2,))),
        "an end": after(begun("casino", everything.pack, []), Resign(2)),
    }


STATES = states()


@pytest.mark.parametrize("moment", STATES)
def test_a_snapshot_reads_back_from_json(moment: str) -> None:
    state = STATES[moment]
    assert decode_state(through_json(encode_state(state))) == state


def test_a_game_goes_on_from_its_snapshot() -> None:
    state = STATES["a sheet, and no round"]
    back = decode_state(through_json(encode_state(state)))
    next_pack = StartRound(PACKS["standard"])
    assert after(back, next_pack) == after(state, next_pack)


def test_a_snapshot_of_another_shape_has_another_version() -> None:
    wider = type("GameState", (), {"_fields": (*GameState._fields, "weather")})
    assert shape_version(SHAPES, OPTIONS) == STATE_VERSION
    assert shape_version((wider, *SHAPES[1:]), OPTIONS) != STATE_VERSION
    assert shape_version(SHAPES, [*OPTIONS, "queens"]) != STATE_VERSION
