"""Dealing and taking in words (RULEBOOK 2, 3, 4, 8.1)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.rules import Rules

from .words import Case, Saying, yes_no


def _seats(seats: list[int]) -> str:
    return _("It is played by %(seats)s players.") % {"seats": _seat_names(seats)}


def _seat_names(seats: list[int]) -> str:
    *first, last = map(str, seats)
    return _("%(first)s or %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def _hand(cards: int) -> str:
    return ngettext("Each deal gives everybody %(n)d card.", "Each deal gives everybody %(n)d cards.", cards) % {
        "n": cards
    }


def _table(cards: int) -> str:
    sentence = ngettext(
        "The first deal of a round also lays %(n)d card face up on the table.",
        "The first deal of a round also lays %(n)d cards face up on the table.",
        cards,
    )
    return sentence % {"n": cards}


def _aces(values: list[int]) -> str:
    if len(values) == 1:
        return _("An ace counts %(value)d.") % {"value": values[0]}
    return _("An ace counts %(values)s: its player chooses each time.") % {"values": _seat_names(values)}


def _extra(values: dict[str, Any]) -> str:
    if not values:
        return _("No card has a value besides.")
    return _("The ten of diamonds counts 10 or 11.")


def _extra_name(values: dict[str, Any]) -> str:
    return _("ten of diamonds also 11") if values else _("none")


def faces_without_value(rules: Rules) -> bool:
    """Return whether some faces in the pack have no value and are taken only by their rank."""
    if rules.dealing.deck in ("no_faces", "rook") or rules.matching.face_values == "royal":
        return False
    return rules.matching.face_values == "none" or not rules.specials.jack_takes_all


def dealt(rules: Rules) -> bool:
    return rules.dealing.refill == "deal"


DEALING = (
    Saying(
        "deck",
        "2.1",
        lazy("Pack"),
        (
            Case("standard", lazy("52 cards"), lazy("The whole pack of 52 cards is used.")),
            Case("no_faces", lazy("40 cards, no faces"), lazy("A pack of 40 cards is used, without the faces.")),
            Case(
                "five_handed",
                lazy("49 cards, for five"),
                lazy("A pack of 49 cards is used, without the twos of hearts, diamonds and clubs."),
            ),
            Case(
                "rook",
                lazy("rook pack"),
                lazy("The rook pack is used: 40 cards, 1 to 10 in black, red, green and yellow."),
            ),
        ),
    ),
    Saying("seats", "1", lazy("Players"), speak=_seats, name=_seat_names),
    Saying(
        "partnership",
        "1",
        lazy("Partners, when four play"),
        (
            Case("optional", lazy("as you like"), lazy("Four can play alone, or two against two, partners opposite.")),
            Case("never", lazy("never"), lazy("Everybody plays alone.")),
            Case("required", lazy("always"), lazy("Four play two against two, partners opposite.")),
        ),
        matters=lambda rules: 4 in rules.dealing.seats,
    ),
    Saying("hand_size", "3.1", lazy("Cards in a hand"), speak=_hand, offers=(3, 4, 6)),
    Saying("table_size", "3.1", lazy("Cards on the table at first"), speak=_table, offers=(4, 5)),
    Saying(
        "refill",
        "3.4",
        lazy("New cards"),
        (
            Case("deal", lazy("dealt when all hands are empty"), lazy("Nobody draws cards during play."), quiet=True),
            Case(
                "draw",
                lazy("drawn after each turn"),
                lazy("There is one deal only. After each turn its player draws the top card of the stock, if any."),
            ),
        ),
    ),
    Saying(
        "last_deal",
        "3.3",
        lazy("When the last deal is not full"),
        (
            Case(
                "even", lazy("cannot be: the cards divide"), lazy("The cards divide evenly: every deal is full."), True
            ),
            Case(
                "extra",
                lazy("leftover cards go with it"),
                lazy("Cards that would be left over are dealt out evenly with the last deal."),
            ),
            Case(
                "even_then_table",
                lazy("evenly, the rest on the table"),
                lazy(
                    "When the stock is too small for full hands, everybody gets as many cards as go evenly; "
                    "the rest go to the table."
                ),
            ),
        ),
        matters=dealt,
    ),
    Saying(
        "play_direction",
        "3.5",
        lazy("Play goes"),
        (
            Case("clockwise", lazy("clockwise"), lazy("Play goes clockwise. Who sits after the dealer begins.")),
            Case(
                "counterclockwise",
                lazy("counterclockwise"),
                lazy("Play goes counterclockwise. Who sits after the dealer in that direction begins."),
            ),
        ),
    ),
    Saying(
        "dealer_moves",
        "3.5",
        lazy("The deal passes to the"),
        (
            Case("left", lazy("left"), lazy("The player on the dealer’s left deals the next round.")),
            Case("right", lazy("right"), lazy("The player on the dealer’s right deals the next round.")),
        ),
    ),
)

MATCHING = (
    Saying(
        "ace_values",
        "2.2",
        lazy("An ace counts"),
        speak=_aces,
        name=_seat_names,
        offers=([1], [1, 14], [1, 11]),
        matters=lambda rules: rules.dealing.deck != "rook",
    ),
    Saying(
        "face_values",
        "2.3",
        lazy("Faces count"),
        (
            Case("none", lazy("nothing"), lazy("Jacks, queens and kings count nothing: they only pair.")),
            Case("royal", lazy("11, 12, 13"), lazy("A jack counts 11, a queen 12, a king 13.")),
            Case("tablanette", lazy("queen 13, king 14"), lazy("A queen counts 13, a king 14, a jack nothing.")),
        ),
        matters=lambda rules: rules.dealing.deck not in ("no_faces", "rook"),
    ),
    Saying(
        "extra_values",
        "2.4",
        lazy("Further values"),
        speak=_extra,
        name=_extra_name,
        offers=({}, {"TD": [11]}),
        silent=({},),
    ),
    Saying(
        "face_capture",
        "4.3",
        lazy("A face without a number takes"),
        (
            Case("one", lazy("one of its rank"), lazy("A face without a number takes exactly one of its rank.")),
            Case("any", lazy("any number of its rank"), lazy("A face without a number takes any number of its rank.")),
            Case(
                "one_or_three",
                lazy("one or all three"),
                lazy("A face without a number takes one of its rank, or all three at once."),
            ),
        ),
        matters=faces_without_value,
    ),
    Saying(
        "matching",
        "4.4",
        lazy("Equal cards must be taken"),
        (
            Case(
                "optional",
                lazy("no"),
                lazy("You never have to take: a card that could take something may be trailed."),
            ),
            Case(
                "all",
                lazy("yes, all of them"),
                lazy(
                    "A card that equals a loose card may not be trailed. When it takes with a value, it must take "
                    "every loose card of that value. It may always be used for a build. Sums and builds never have "
                    "to be taken."
                ),
            ),
        ),
    ),
    Saying(
        "table_sums",
        "4.2",
        lazy("Sums can be taken"),
        yes_no(
            lazy("A card also takes loose cards that add up to its value, several such groups too."),
            lazy("Each card taken must equal the value: sums of table cards cannot be taken."),
            quiet=False,
        ),
    ),
    Saying(
        "single_build_in_sums",
        "4.6",
        lazy("A single build may be part of a sum"),
        (
            Case("no", lazy("no"), lazy("A build is never part of a sum."), quiet=True),
            Case(
                "opponents",
                lazy("for its owner’s opponents"),
                lazy("Opponents of its owner may count a single build like one card of its value in a sum they take."),
            ),
            Case(
                "anyone",
                lazy("for everyone"),
                lazy(
                    "Everyone may count a single build like one card of its value in a sum, taking as well as building."
                ),
            ),
        ),
        matters=lambda rules: rules.building.building,
    ),
    Saying(
        "hand_cards",
        "8.1",
        lazy("Hand cards that take together"),
        (
            Case("one", lazy("only one"), lazy("You always play exactly one card."), quiet=True),
            Case(
                "sum",
                lazy("several, as one sum"),
                lazy(
                    "Several hand cards may take together: they add up to a number, and so does every group they take. "
                    "You trail one card at a time."
                ),
            ),
            Case(
                "sums",
                lazy("several, in several sums"),
                lazy(
                    "Several hand cards may take together: they form one or more groups that each add up to a number, "
                    "and so does every group they take. You trail one card at a time."
                ),
            ),
            Case(
                "pair",
                lazy("one or two"),
                lazy("One hand card takes, or two that add up to the number. You trail one card at a time."),
            ),
        ),
    ),
)
