"""Events and states as JSON and back, and records of older versions converted to the current shape."""

import json
from typing import Any, TypeAliasType, get_args

import pytest

from games.domain import codec, disputed
from games.domain import events as facts
from games.domain.cards import PACKS, Card
from games.domain.codec import EVENT_TYPES, UnknownEvent, decode, decode_state, encode, encode_state
from games.domain.commands import MakeOffer, Resign, StartRound
from games.domain.events import Event
from games.domain.options import write_options
from games.domain.state import GameState
from games.domain.table import Build
from games.domain.terms import Terms
from games.domain.variants import PRESETS, resolve
from tests.domain.packs import COUPLE, Company, stack, takes_all
from tests.domain.positions import house
from tests.domain.sights import after, begun

NINE_C, FIVE_H, FOUR_S = Card("9C"), Card("5H"), Card("4S")
BUILD = Build((FOUR_S, FIVE_H), 9, 2, ((FOUR_S, FIVE_H),))

ONE_OF_EACH: list[Event] = [
    facts.GameOpened(resolve("diamond"), "diamond", 2, False, 1, "the promise", 2, 7),
    facts.TermsAgreed(Terms(public=True, clock="live", time=600, increment=10)),
    facts.SeatTaken(1, "Ann “9S” ♠", "Rübe “9S”"),
    facts.SeatLeft(2, "Bob", True),
    facts.SeatsSwapped(1, 3, ("Ann", "")),
    facts.GameCancelled(),
    facts.SeedPromised(2, "0" * 64),
    facts.SeedGiven(2, "0123456789abcdef"),
    facts.WordsGathered(("Rübe “9S”", "0123456789abcdef"), 2),
    facts.RoundStarted(1, 2, PACKS["rook"]),
    facts.CardsDealt(2, True, ((NINE_C,), ()), (FIVE_H,)),
    facts.JackReplaced(Card("JS"), FIVE_H),
    facts.PairsTaken(1, (FIVE_H, Card("5S"))),
    facts.TurnPassed(2),
    facts.CardTrailed(1, NINE_C, ("4S", "[4C5H]")),
    facts.CardsCaptured(1, (NINE_C,), (Card("9D"),), ((FOUR_S, FIVE_H),), True, ()),
    facts.SweepMade(1, 4, True),
    facts.BuildMade(2, (FOUR_S,), (FIVE_H,), (), BUILD),
    facts.CardPlucked(1, FIVE_H),
    facts.CardDrawn(1, FIVE_H),
    facts.BuildsDisowned(((FOUR_S, FIVE_H),)),
    facts.PointsGiven(1, "orange", -10),
    facts.OrangeCalled(1, False),
    facts.TableTaken(None),
    facts.RoundScored(({"aces": 4, "total": 4}, {"total": 0}), (4, 0)),
    facts.TargetRaised(32),
    facts.ClaimMade(2, True),
    facts.SeatResigned(2),
    facts.TurnExpired(1),
    facts.SeatGiven(2, "steady", True),
    facts.SeatReturned(2),
    facts.TimeGiven(1, 12.5, "server"),
    facts.HolidaysNoted(2, (("2026-12-24", "2026-12-26"), ("2027-01-01", "2027-01-01"))),
    facts.MoveForced(1),
    facts.OfferMade(1, "takeback", (2, 3), 17),
    facts.OfferAgreed(2),
    facts.OfferDeclined(3),
    facts.OfferWithdrawn(1),
    facts.WentBack(17),
    facts.SeatAbandoned(2),
    facts.GameEnded("drawn", (4, 0)),
    facts.GameWon((1,), "resign", (4, 0)),
    disputed.DisputeOpened(1, 1, 17),
    disputed.DisputeWithdrawn(1, 1),
    disputed.StopWanted(2, 1),
    disputed.ClockStopped(1, "Dora"),
    disputed.PlayResumed(),
    disputed.HandsLookedAt(1, "Dora"),
    disputed.RulingMade(2, "back", "Dora", "A nine was left behind.", "4.10", 1, 17, 1),
    disputed.ScoreCorrected((4, 1)),
    disputed.ClocksSet((12.5, 300.0), (30.0, 0.0)),
    disputed.ClockAdjusted(2, -30.5),
    disputed.PlayerWarned(1),
    disputed.PlayerSuspended(1, "2026-12-01T12:00:00+00:00"),
]


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def members(union: TypeAliasType) -> list[type[Any]]:
    """The classes of a union, with those of the unions in it."""
    parts = [members(each) if isinstance(each, TypeAliasType) else [each] for each in get_args(union.__value__)]
    return [kind for part in parts for kind in part]


def test_every_event_has_a_stored_name() -> None:
    assert set(EVENT_TYPES.values()) == set(members(facts.Event))


def test_every_kind_of_event_is_here() -> None:
    assert [type(event) for event in ONE_OF_EACH] == list(EVENT_TYPES.values())


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_it_reads_back_from_json(event: Event) -> None:
    name, version, payload = encode(event)
    back = decode(name, version, through_json(payload))
    assert back == event
    assert type(back) is type(event)


def test_cards_read_back_as_cards() -> None:
    name, version, payload = encode(facts.CardTrailed(1, NINE_C))
    back = decode(name, version, through_json(payload))
    assert isinstance(back, facts.CardTrailed)
    assert (type(back.card), back.card.suit) == (Card, "C")


def test_the_record_is_plain_and_says_everything() -> None:
    built = next(event for event in ONE_OF_EACH if isinstance(event, facts.BuildMade))
    assert encode(built) == (
        "build_made",
        1,
        {
            "seat": 2,
            "played": ["4S"],
            "loose": ["5H"],
            "builds": [],
            "build": {"cards": ["4S", "5H"], "value": 9, "owner": 2, "groups": [["4S", "5H"]]},
        },
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_the_opening_holds_every_rule_and_reads_them_back(preset: str) -> None:
    name, version, payload = encode(facts.GameOpened(resolve(preset), preset, 2, False, 1, ""))
    assert payload["rules"] == write_options(resolve(preset))
    back = decode(name, version, through_json(payload))
    assert isinstance(back, facts.GameOpened)
    assert back.rules == resolve(preset)


# --- versions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), [("card_thrown", 1), ("turn_passed", 2), ("turn_passed", 0), ("", 1)])
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
    assert decode("claim_made", version, payload) == facts.ClaimMade(2, True)
    assert payload == kept


@pytest.mark.usefixtures("claims_had_other_shapes")
def test_events_are_written_in_the_shape_of_today() -> None:
    assert encode(facts.ClaimMade(2, True)) == ("claim_made", 3, {"seat": 2, "right": True})
    with pytest.raises(UnknownEvent):
        decode("claim_made", 4, {"seat": 2, "right": True})


def test_before_there_were_words_packs_came_from_the_seed_alone() -> None:
    _, _, payload = encode(facts.GameOpened(resolve("casino"), "casino", 2, False, 1, "the promise"))
    del payload["fairness"]
    opened = decode("game_opened", 1, payload)
    assert isinstance(opened, facts.GameOpened)
    assert opened.fairness == 1
    assert decode("seat_taken", 1, {"seat": 2, "player": "Ann"}) == facts.SeatTaken(2, "Ann", "")


def test_who_judged_a_game_was_not_noted_at_first() -> None:
    _, _, payload = encode(facts.GameOpened(resolve("casino"), "casino", 2, False, 1, "the promise", 2, 7))
    assert payload.pop("judged_by") == 7
    opened = decode("game_opened", 2, payload)
    assert isinstance(opened, facts.GameOpened)
    assert (opened.fairness, opened.judged_by) == (2, 0)


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
