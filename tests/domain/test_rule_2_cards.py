"""Rulebook section 2: cards and values."""

import pytest

from tests.domain.packs import PACKS
from tests.domain.positions import PLAY, Play, Rules, ask, house, judge, misunderstood, replay

TAME = house("tablanette", jack_takes_all=False)

PLAYS: list[Play] = [
    ("2.2 a numeral counts its pips", "casino", "9S 2C", "9D KD", "9Sx9D", "legal"),
    ("2.2 a rook one is an ace of no other value", "tuxedo", "1B 2G", "1R 5Y", "1Bx1R", "legal"),
    ("2.2 a rook one is an ace of no other value", "tuxedo", "1B 2G", "5R 6Y", "1Bx5R,6Y", "sum 4.2"),
    ("2.2 an ace counts one", "casino", "AS 2C", "AD KD", "ASxAD", "legal"),
    ("2.2 a royal ace also counts fourteen", "royal", "AS 2C", "6C 8D KH", "ASx6C,8D", "legal"),
    ("2.2 a tablanette ace also counts eleven", "tablanette", "AS 2C", "5D 6C KH", "ASx5D,6C", "legal"),
    ("2.2 an ace does not count what its game does not list", "casino", "AS 2C", "6C 8D", "ASx6C,8D", "sum 4.2"),
    ("2.2 an ace does not count what its game does not list", "royal", "AS 2C", "5D 6C", "ASx5D,6C", "sum 4.2"),
    ("2.2 an ace does not count what its game does not list", "tablanette", "AS 2C", "6C 8D", "ASx6C,8D", "sum 4.2"),
    ("2.2 a numeral counts nothing but its pips", "royal", "9S 2C", "TD", "9SxTD", "sum 4.2"),
    ("2.3 royal faces count eleven twelve thirteen", "royal", "JS 2C", "2D 9D", "JSx2D,9D", "legal"),
    ("2.3 royal faces count eleven twelve thirteen", "royal", "QS 2C", "AD JD", "QSxAD,JD", "legal"),
    ("2.3 royal faces count eleven twelve thirteen", "royal", "KS 2C", "AD QD", "KSxAD,QD", "legal"),
    ("2.3 tablanette queen counts thirteen and king fourteen", "tablanette", "QS 2C", "4C 9D", "QSx4C,9D", "legal"),
    ("2.3 tablanette queen counts thirteen and king fourteen", "tablanette", "KS 2C", "AD QD", "KSxAD,QD", "legal"),
    ("2.3 tablanette queen counts thirteen and king fourteen", "tablanette", "QS 2C", "4C 8D", "QSx4C,8D", "sum 4.2"),
    ("2.3 a face without value never adds up", "casino", "JS 2C", "2D 9D", "JSx2D,9D", "face 4.3"),
    ("2.3 a face without value never adds up", "casino", "KS 2C", "AD QD", "KSxAD,QD", "face 4.3"),
    ("2.3 the tablanette jack has no value", TAME, "JS 2C", "JD 2D 9D", "JSxJD", "legal"),
    ("2.3 the tablanette jack has no value", TAME, "JS 2C", "JD 2D 9D", "JSx2D,9D", "face 4.3"),
    ("2.4 the buckeye ten of diamonds also counts eleven", "buckeye", "TD 2C", "JH 4D", "TDxJH", "legal"),
    ("2.4 the buckeye ten of diamonds also counts eleven", "buckeye", "TD 2C", "4D 6H", "TDx4D,6H", "legal"),
    ("2.4 the buckeye ten of diamonds also counts eleven", "buckeye", "JS 2C", "TD KH", "JSxTD", "legal"),
    ("2.4 no other ten and no other game has it", "buckeye", "TH 2C", "JH 4D", "THxJH", "sum 4.2"),
    ("2.4 no other ten and no other game has it", "royal-short", "TD 2C", "JH 4D", "TDxJH", "sum 4.2"),
    ("2.5 a loose ace stays open", "royal", "6S 2C", "AD 5C", "6SxAD,5C", "legal"),
    ("2.5 a loose ace stays open", "royal", "AS 2C", "AD 5C 9H", "ASxAD,5C,9H", "legal"),
    ("2.5 one use is not two values", "buckeye", "TD 2C", "TH JH", "TDxTH,JH", "sum 4.2"),
    ("2.5 a card in a build does not change its value", "buckeye", "AS KD", "[2C+TD=12@2]", "AS+[2CTD]=13", "legal"),
    ("2.5 a card in a build does not change its value", "buckeye", "AS AD", "[2C+TD=12@2]", "AS+[2CTD]=14", "sum 5.3"),
]


@pytest.mark.parametrize(PLAY, PLAYS)
def test_plays(statement: str, rules: Rules, hand: str, table: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict)


WHOLE = " ".join(PACKS["standard"])


@pytest.mark.parametrize(
    ("rules", "seats", "deck", "size"),
    [
        ("casino", 2, "standard", 52),
        ("diamond", 2, "no_faces", 40),
        ("five-handed", 5, "five_handed", 49),
        ("tuxedo", 2, "rook", 40),
    ],
)
def test_2_1_each_pack_can_be_dealt(rules: Rules, seats: int, deck: str, size: int) -> None:
    outcome = replay(rules, [" ".join(PACKS[deck])], [], seats=seats, dealer=1)
    dealt = sum(len(hand.split()) for hand in outcome["hands"]) + len(outcome["table"].split())
    assert dealt + outcome["stock"] == size


@pytest.mark.parametrize(
    ("rules", "seats", "deck"),
    [
        ("casino", 2, WHOLE[3:]),
        ("casino", 2, "AS " + WHOLE[3:-2] + "AS"),
        ("casino", 2, " ".join(PACKS["rook"])),
        ("diamond", 2, WHOLE),
        ("five-handed", 5, WHOLE),
        ("tuxedo", 2, " ".join(PACKS["no_faces"])),
    ],
)
def test_2_1_no_other_cards_can_be_dealt(rules: Rules, seats: int, deck: str) -> None:
    question = {"seats": seats, "dealer": 1, "decks": [deck], "moves": []}
    misunderstood(ask("replay", rules, **question))
