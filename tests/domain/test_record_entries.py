"""From the events of a log back to the entries of a record: plays, plucks, calls and claims, each with its seat."""

import pytest

from games.domain.record import entries_of
from tests.domain.packs import COUPLE, Company, stack
from tests.domain.perspectives import script_log
from tests.domain.positions import Rules, house

FOUR = Company(seats=4, dealer=4)
ROOK = Company(deck="rook")
TWO_TABLES = house("casino", table_only_builds=True)
FOR_PARTNER = house("casino", build_for_partner=True, seats=[4], partnership="required")
TABLE_FOR_PARTNER = FOR_PARTNER | {"table_only_builds": True}

ORANGE = stack(ROOK, ["5B 9G 1B 2B", "3B 7B 8B 9B"], "2Y 3R 7G TB")
BUILDS = stack(COUPLE, ["4C 9S 2C 3C", "KS 9C JC 9H"], "5H KD 7H 8D")
PLUCKS = stack(COUPLE, ["9S 2C", "TC"], "7D KD 3H QD")
PARTNERS = stack(FOUR, ["4C 9S", "KS", "9C 2C 3D", "QC"], "5H KD 7H 6D")

GAMES: dict[str, tuple[Rules, Company, str, list[str]]] = {
    "trails and captures": ("casino", COUPLE, BUILDS, ["2C", "KSxKD", "3C"]),
    "builds, added to and taken": ("casino", COUPLE, BUILDS, ["4C+5H=9", "9C+[4C5H]=9", "9Sx[4C5H9C]"]),
    "a build of table cards": (TWO_TABLES, COUPLE, stack(COUPLE, ["9C 8H"], "3D 5H KD QD"), ["9C;3D,5H=8"]),
    "a build for the partner": (FOR_PARTNER, FOUR, PARTNERS, ["4C+5H=9", "KSxKD", "2C+7H=9/p", "QC"]),
    "a table build for the partner": (
        TABLE_FOR_PARTNER,
        FOUR,
        stack(FOUR, ["4C 9S", "KS", "9C TH", "QC"], "5H KD 7H 2D"),
        ["4C+5H=9", "KSxKD", "TH;2D,7H=9/p"],
    ),
    "plucks before and after": ("pluck", COUPLE, PLUCKS, ["^7D 9S", "TC ^3H"]),
    "several hand cards": (
        "hungarian",
        Company(hand=3),
        stack(Company(hand=3), ["7S 5C"], "QH 2H TD KD"),
        ["5C&7SxQH"],
    ),
    "an orange with the move": ("tuxedo", ROOK, ORANGE, ["5Bx2Y,3R!", "3B"]),
    "an orange called by the other": ("tuxedo", ROOK, ORANGE, ["5Bx2Y,3R", "orange@2", "3B"]),
    "an orange called falsely": ("tuxedo", ROOK, ORANGE, ["9G", "orange@2", "3B"]),
    "a sweep": ("casino-sweeps", COUPLE, stack(COUPLE, ["TS"], "AH 2H 3H 4H"), ["TSxAH,2H,3H,4H"]),
    "a default": ("michigan", COUPLE, BUILDS, ["4C+5H=9", "JC", "2C"]),
    "a claim": (
        house("hungarian", target=2),
        Company(hand=3),
        stack(Company(hand=3), []),
        ["claim@2", "AS", "claim@1"],
    ),
    "a resignation": ("casino", COUPLE, BUILDS, ["2C", "resign@2"]),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_entries_are_what_was_played(game: str) -> None:
    rules, company, pack, played = GAMES[game]
    log = script_log(rules, pack, *played, partners=company.seats == 4, seats=company.seats)
    assert [entry for _, entry in entries_of(log)] == played


def test_each_entry_names_its_seat() -> None:
    log = script_log("tuxedo", ORANGE, "5Bx2Y,3R", "orange@2", "3B", "resign@1")
    assert list(entries_of(log)) == [(1, "5Bx2Y,3R"), (2, "orange@2"), (2, "3B"), (1, "resign@1")]


def test_a_log_without_a_play_has_no_entries() -> None:
    assert list(entries_of([])) == []
    assert list(entries_of(script_log("casino", BUILDS))) == []
