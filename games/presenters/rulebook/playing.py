"""Dealing and taking in words (RULEBOOK 2, 3, 4, 8.1)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.cards import Card
from games.domain.rules import Rules
from games.presenters.cards import card_short

from .option_text import OptionText, ValueText


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
    return _("These cards have a further value: %(cards)s.") % {"cards": _listed_values(values)}


def _hand_values(values: dict[str, Any]) -> str:
    if not values:
        return _("A card counts the same in the hand as on the table.")
    sentence = _("In the hand these cards count something else when they take: %(cards)s.")
    return sentence % {"cards": _listed_values(values)}


def _listed_values(values: dict[str, Any]) -> str:
    """“10♦ 11, A 14”."""
    if not values:
        return _("none")
    return ", ".join(f"{card_or_rank(name)} {_seat_names(numbers)}" for name, numbers in values.items())


def card_or_rank(name: str) -> str:
    """A card, or a rank, as it is written on cards."""
    return card_short(Card(name)) if len(name) > 1 else name.replace("T", "10")


def _deals(deals: dict[str, list[int]] | None) -> str:
    if deals is None:
        return _("Deals are not listed by the number of players.")
    return _("Cards on the table, then in each hand, deal by deal. %(deals)s.") % {"deals": _deals_name(deals)}


def _deals_name(deals: dict[str, list[int]] | None) -> str:
    if deals is None:
        return _("none")
    each = (_("%(seats)s players: %(cards)s") % {"seats": n, "cards": ", ".join(map(str, s))} for n, s in deals.items())
    return "; ".join(each)


def _redeal(faces: int | None) -> str:
    if faces is None:
        return _("The first cards on the table stay, whatever they are.")
    sentence = _("With %(n)d faces of one rank or more among the first cards on the table, these are dealt anew.")
    return sentence % {"n": faces}


def _redeal_name(faces: int | None) -> str:
    return _("never") if faces is None else _("with %(n)d faces of one rank") % {"n": faces}


def faces_without_value(rules: Rules) -> bool:
    """Return whether some faces in the pack have no value and are taken only by their rank."""
    if rules.dealing.deck in ("no_faces", "rook") or rules.matching.face_values in ("royal", "tablic"):
        return False
    return rules.matching.face_values == "none" or not rules.specials.jack_takes_all


def _sized(rules: Rules) -> bool:
    return rules.dealing.deals is None


def dealt(rules: Rules) -> bool:
    return rules.dealing.refill == "deal"


DEALING = (
    OptionText("deck", "2.1", lazy("Pack")).with_values(
        ValueText("standard", lazy("52 cards"), lazy("The whole pack of 52 cards is used.")),
        ValueText("no_faces", lazy("40 cards, no faces"), lazy("A pack of 40 cards is used, without the faces.")),
        ValueText(
            "five_handed",
            lazy("49 cards, for five"),
            lazy("A pack of 49 cards is used, without the twos of hearts, diamonds and clubs."),
        ),
        ValueText(
            "rook", lazy("rook pack"), lazy("The rook pack is used: 40 cards, 1 to 10 in black, red, green and yellow.")
        ),
    ),
    OptionText("seats", "1", lazy("Players"), format=_seats, format_label=_seat_names),
    OptionText(
        "partnership", "1", lazy("Partners, when four play"), applies=lambda rules: 4 in rules.dealing.seats
    ).with_values(
        ValueText("optional", lazy("as you like"), lazy("Four can play alone, or two against two, partners opposite.")),
        ValueText("never", lazy("never"), lazy("Everybody plays alone.")),
        ValueText("required", lazy("always"), lazy("Four play two against two, partners opposite.")),
    ),
    OptionText(
        "deals",
        "15.1",
        lazy("Deals by number of players"),
        format=_deals,
        format_label=_deals_name,
        choices=(None, {"2": [0, 10, 10], "3": [1, 13], "4": [0, 10]}),
        hidden_values=(None,),
    ),
    OptionText("hand_size", "3.1", lazy("Cards in a hand"), format=_hand, choices=(3, 4, 6), applies=_sized),
    OptionText("table_size", "3.1", lazy("Cards on the table at first"), format=_table, choices=(4, 5), applies=_sized),
    OptionText(
        "redeal",
        "3.8",
        lazy("First table cards dealt anew"),
        format=_redeal,
        format_label=_redeal_name,
        choices=(None, 3, 4),
        hidden_values=(None,),
    ),
    OptionText("refill", "3.4", lazy("New cards")).with_values(
        ValueText("deal", lazy("dealt when all hands are empty"), lazy("Nobody draws cards during play."), absent=True),
        ValueText(
            "draw",
            lazy("drawn after each turn"),
            lazy("There is one deal only. After each turn its player draws the top card of the stock, if any."),
        ),
    ),
    OptionText("last_deal", "3.3", lazy("When the last deal is not full"), applies=dealt).with_values(
        ValueText(
            "even", lazy("cannot be: the cards divide"), lazy("The cards divide evenly: every deal is full."), True
        ),
        ValueText(
            "extra",
            lazy("leftover cards go with it"),
            lazy("Cards that would be left over are dealt out evenly with the last deal."),
        ),
        ValueText(
            "even_then_table",
            lazy("evenly, the rest on the table"),
            lazy(
                "When the stock is too small for full hands, everybody gets as many cards as go evenly; "
                "the rest go to the table."
            ),
        ),
    ),
    OptionText("play_direction", "3.5", lazy("Play goes")).with_values(
        ValueText("clockwise", lazy("clockwise"), lazy("Play goes clockwise. Who sits after the dealer begins.")),
        ValueText(
            "counterclockwise",
            lazy("counterclockwise"),
            lazy("Play goes counterclockwise. Who sits after the dealer in that direction begins."),
        ),
    ),
    OptionText("dealer_moves", "3.5", lazy("The deal passes to the")).with_values(
        ValueText("left", lazy("left"), lazy("The player on the dealer’s left deals the next round.")),
        ValueText("right", lazy("right"), lazy("The player on the dealer’s right deals the next round.")),
    ),
)

MATCHING = (
    OptionText(
        "ace_values",
        "2.2",
        lazy("An ace counts"),
        format=_aces,
        format_label=_seat_names,
        choices=([1], [1, 14], [1, 11]),
        applies=lambda rules: rules.dealing.deck != "rook",
    ),
    OptionText(
        "face_values", "2.3", lazy("Faces count"), applies=lambda rules: rules.dealing.deck not in ("no_faces", "rook")
    ).with_values(
        ValueText("none", lazy("nothing"), lazy("Jacks, queens and kings count nothing: they only pair.")),
        ValueText("royal", lazy("11, 12, 13"), lazy("A jack counts 11, a queen 12, a king 13.")),
        ValueText("tablanette", lazy("queen 13, king 14"), lazy("A queen counts 13, a king 14, a jack nothing.")),
        ValueText("tablic", lazy("12, 13, 14"), lazy("A jack counts 12, a queen 13, a king 14.")),
    ),
    OptionText(
        "extra_values",
        "2.4",
        lazy("Further values"),
        format=_extra,
        format_label=_listed_values,
        choices=({}, {"TD": [11]}, {"2S": [15], "TD": [16]}),
        hidden_values=({},),
    ),
    OptionText(
        "hand_values",
        "2.6",
        lazy("Other values in the hand"),
        format=_hand_values,
        format_label=_listed_values,
        choices=({}, {"A": [14], "2S": [15], "TD": [16]}),
        hidden_values=({},),
    ),
    OptionText("face_capture", "4.3", lazy("A face without a number takes"), applies=faces_without_value).with_values(
        ValueText("one", lazy("one of its rank"), lazy("A face without a number takes exactly one of its rank.")),
        ValueText("any", lazy("any number of its rank"), lazy("A face without a number takes any number of its rank.")),
        ValueText(
            "one_or_three",
            lazy("one or all three"),
            lazy("A face without a number takes one of its rank, or all three at once."),
        ),
    ),
    OptionText("matching", "4.4", lazy("Equal cards must be taken")).with_values(
        ValueText(
            "optional", lazy("no"), lazy("You never have to take: a card that could take something may be trailed.")
        ),
        ValueText(
            "all",
            lazy("yes, all of them"),
            lazy(
                "A card that equals a loose card may not be trailed. When it takes with a value, it must take "
                "every loose card of that value. It may always be used for a build. Sums and builds never have "
                "to be taken."
            ),
        ),
        ValueText(
            "some",
            lazy("yes, one of them"),
            lazy(
                "A card that equals a loose card may not be trailed. When it takes with a value, it must take at "
                "least one loose card of that value. It may always be used for a build."
            ),
            rule="4.11",
        ),
        ValueText(
            "faces",
            lazy("only by faces"),
            lazy(
                "A jack, queen or king that equals a loose card may not be trailed, and must take one of its equals. "
                "Other cards never have to take."
            ),
            rule="4.11",
        ),
    ),
    OptionText("table_sums", "4.2", lazy("Sums can be taken")).yes_no(
        lazy("A card also takes loose cards that add up to its value, several such groups too."),
        lazy("Each card taken must equal the value: sums of table cards cannot be taken."),
        absent=False,
    ),
    OptionText(
        "single_build_in_sums",
        "4.6",
        lazy("A single build may be part of a sum"),
        applies=lambda rules: rules.building.building,
    ).with_values(
        ValueText("no", lazy("no"), lazy("A build is never part of a sum."), absent=True),
        ValueText(
            "opponents",
            lazy("for its owner’s opponents"),
            lazy("Opponents of its owner may count a single build like one card of its value in a sum they take."),
        ),
        ValueText(
            "anyone",
            lazy("for everyone"),
            lazy("Everyone may count a single build like one card of its value in a sum, taking as well as building."),
        ),
    ),
    OptionText("hand_cards", "8.1", lazy("Hand cards that take together")).with_values(
        ValueText("one", lazy("only one"), lazy("You always play exactly one card."), absent=True),
        ValueText(
            "sum",
            lazy("several, as one sum"),
            lazy(
                "Several hand cards may take together: they add up to a number, and so does every group they take. "
                "You trail one card at a time."
            ),
        ),
        ValueText(
            "sums",
            lazy("several, in several sums"),
            lazy(
                "Several hand cards may take together: they form one or more groups that each add up to a number, "
                "and so does every group they take. You trail one card at a time."
            ),
        ),
        ValueText(
            "pair",
            lazy("one or two"),
            lazy("One hand card takes, or two that add up to the number. You trail one card at a time."),
        ),
    ),
)
