"""Dealing and taking in words (RULEBOOK 2, 3, 4, 8.1)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.cards import Card
from games.domain.options import MAX_CARD_VALUE
from games.domain.rules import Rules
from games.presenters.cards import card_short, rank_name

from .option_text import FixedRule, OptionText, Rows, RuleText, ValueText


def _seats(seats: list[int]) -> str:
    return _("For %(seats)s players.") % {"seats": _seat_names(seats)}


def _seat_names(seats: list[int]) -> str:
    *first, last = map(str, seats)
    return _("%(first)s or %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def _hand(cards: int) -> str:
    return ngettext(
        "Each player gets %(n)d card in each deal.", "Each player gets %(n)d cards in each deal.", cards
    ) % {"n": cards}


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
    return _("An ace counts %(values)s. The player chooses each time.") % {"values": _seat_names(values)}


def _extra(values: dict[str, Any]) -> str:
    if not values:
        return _("No card has an extra value.")
    return _("These cards have an extra value: %(cards)s.") % {"cards": _listed_values(values)}


def _hand_values(values: dict[str, Any]) -> str:
    if not values:
        return _("A card has the same value in the hand and on the table.")
    sentence = _("In the hand, these cards have a different value when they capture: %(cards)s.")
    return sentence % {"cards": _listed_values(values)}


def _listed_values(values: dict[str, Any]) -> str:
    """“10♦ 11, any ace: 14”."""
    return ", ".join(with_numbers(name, _seat_names(numbers)) for name, numbers in values.items()) or _("none")


def with_numbers(name: str, numbers: object) -> str:
    """A card, or all cards of a rank, and the numbers that they have: “10♦ 16”, “any ten: 10 or 16”."""
    if len(name) > 1:
        return f"{card_short(Card(name))} {numbers}"
    return _("any %(rank)s: %(numbers)s") % {"rank": rank_name(name), "numbers": numbers}


def _deals(deals: dict[str, list[int]] | None) -> str:
    if deals is None:
        return _("Deals don’t depend on the number of players.")
    words = _("%(seats)s players: %(hands)s each, %(table)d to the table")
    each = (words % {"seats": n, "hands": " + ".join(map(str, s[1:])), "table": s[0]} for n, s in deals.items())
    return _("Cards dealt, by number of players. %(deals)s.") % {"deals": "; ".join(each)}


def _deals_name(deals: dict[str, list[int]] | None) -> str:
    if deals is None:
        return _("none")
    each = (_("%(seats)s players: %(cards)s") % {"seats": n, "cards": ", ".join(map(str, s))} for n, s in deals.items())
    return "; ".join(each)


def _redeal(faces: int | None) -> str:
    if faces is None:
        return _("The first cards on the table stay, whatever they are.")
    sentence = _("If the first table cards include %(n)d or more face cards of one rank, they are dealt again.")
    return sentence % {"n": faces}


def _redeal_name(faces: int | None) -> str:
    return _("never") if faces is None else _("with %(n)d face cards of one rank") % {"n": faces}


def faces_without_value(rules: Rules) -> bool:
    """Whether some faces in the pack have no value and are taken only by their rank."""
    if rules.dealing.deck in ("no_faces", "rook") or rules.matching.face_values in ("royal", "tablic"):
        return False
    return rules.matching.face_values == "none" or not rules.specials.jack_takes_all


def _sized(rules: Rules) -> bool:
    return rules.dealing.deals is None


def builds(rules: Rules) -> bool:
    return rules.building.building


def _one_card(rules: Rules) -> bool:
    return rules.matching.hand_cards == "one"


def _several_values(rules: Rules) -> bool:
    return len(rules.matching.ace_values) > 1 or bool(rules.matching.extra_values)


def dealt(rules: Rules) -> bool:
    return rules.dealing.refill == "deal"


DEALING: tuple[RuleText, ...] = (
    OptionText("seats", "1", lazy("Players"), format=_seats, format_label=_seat_names),
    OptionText(
        "partnership", "1", lazy("Partnerships with four players"), applies=lambda rules: 4 in rules.dealing.seats
    ).with_values(
        ValueText(
            "optional",
            lazy("optional"),
            lazy("Four can play individually or as two partnerships, with partners facing each other."),
        ),
        ValueText("never", lazy("never"), lazy("Everyone plays for themselves.")),
        ValueText("required", lazy("always"), lazy("Four play as two partnerships, with partners facing each other.")),
    ),
    OptionText("deck", "2.1", lazy("Deck")).with_values(
        ValueText("standard", lazy("52 cards"), lazy("Played with a standard 52-card deck.")),
        ValueText(
            "no_faces",
            lazy("40 cards, no face cards"),
            lazy("Played with 40 cards: a standard deck without the face cards."),
        ),
        ValueText(
            "five_handed",
            lazy("49 cards, for five"),
            lazy("Played with 49 cards: a standard deck without the twos of hearts, diamonds, and clubs."),
        ),
        ValueText(
            "rook",
            lazy("Rook deck"),
            lazy("Played with a Rook deck: 40 cards, 1 to 10 in black, red, green, and yellow."),
        ),
    ),
    OptionText(
        "deals",
        "15.1",
        lazy("Deals by number of players"),
        format=_deals,
        format_label=_deals_name,
        choices=(None, {"2": [0, 10, 10], "3": [1, 13], "4": [0, 10]}),
        rows=Rows(None, lazy("Cards to the table, then the hand of each deal, such as 0, 10, 10")),
        hidden_values=(None,),
    ),
    OptionText("hand_size", "3.1", lazy("Cards in a hand"), format=_hand, choices=(3, 4, 6), applies=_sized),
    OptionText("table_size", "3.1", lazy("First cards on the table"), format=_table, choices=(4, 5), applies=_sized),
    FixedRule(
        "3.2",
        lazy("When everyone has played all their cards, new hands are dealt. The table gets no more cards."),
        dealt,
    ),
    OptionText("last_deal", "3.3", lazy("When the last deal is short"), applies=dealt).with_values(
        ValueText(
            "even",
            lazy("never short: the cards deal out evenly"),
            lazy("The cards deal out evenly: every deal is full."),
            True,
        ),
        ValueText(
            "extra",
            lazy("extra cards go into the last hands"),
            lazy("Cards that would be left over are dealt out evenly with the last deal."),
        ),
        ValueText(
            "even_then_table",
            lazy("share evenly, the rest to the table"),
            lazy(
                "When the stock is too small for full hands, everyone gets the same number of cards and the rest go "
                "to the table."
            ),
        ),
    ),
    OptionText("refill", "3.4", lazy("New cards")).with_values(
        ValueText("deal", lazy("dealt when all hands are empty"), lazy("No cards are drawn during play."), absent=True),
        ValueText(
            "draw",
            lazy("drawn after each turn"),
            lazy(
                "There is only one deal. After each turn, the player draws the top card of the stock, if there is one."
            ),
        ),
    ),
    OptionText("play_direction", "3.5", lazy("Play goes")).with_values(
        ValueText(
            "clockwise", lazy("clockwise"), lazy("Play goes clockwise, starting with the player after the dealer.")
        ),
        ValueText(
            "counterclockwise",
            lazy("counterclockwise"),
            lazy("Play goes counterclockwise, starting with the player after the dealer."),
        ),
    ),
    OptionText("dealer_moves", "3.5", lazy("The deal passes to the")).with_values(
        ValueText("left", lazy("left"), lazy("The player on the dealer’s left deals the next round.")),
        ValueText("right", lazy("right"), lazy("The player on the dealer’s right deals the next round.")),
    ),
    FixedRule("3.6", lazy("The last deal of a round is announced."), dealt),
    FixedRule(
        "3.7",
        lazy("A jack dealt to the table goes under the stock and another card replaces it."),
        lambda rules: rules.specials.jack_takes_all and rules.dealing.deck not in ("no_faces", "rook"),
    ),
    OptionText(
        "redeal",
        "3.8",
        lazy("First table cards dealt again"),
        format=_redeal,
        format_label=_redeal_name,
        choices=(None, 3, 4),
        hidden_values=(None,),
    ),
    OptionText("cut_peek", "8.9", lazy("The non-dealer sees the bottom card")).yes_no(
        lazy("Before the round, the player who doesn’t deal sees the bottom card of the deck."),
        lazy("No one sees the bottom card of the deck."),
    ),
    OptionText("bottom_shown", "3.9", lazy("Everyone sees the bottom card")).yes_no(
        lazy("Before the round, everyone sees the bottom card of the deck."),
        lazy("The bottom card of the deck isn’t shown to everyone."),
    ),
)


VALUES: tuple[RuleText, ...] = (
    FixedRule("2.2", lazy("Number cards count their face value.")),
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
        "face_values",
        "2.3",
        lazy("Face cards count"),
        applies=lambda rules: rules.dealing.deck not in ("no_faces", "rook"),
    ).with_values(
        ValueText("none", lazy("nothing"), lazy("Jacks, queens, and kings have no value and can only be paired.")),
        ValueText("royal", lazy("11, 12, 13"), lazy("A jack counts 11, a queen 12, a king 13.")),
        ValueText("tablanette", lazy("queen 13, king 14"), lazy("A queen counts 13, a king 14. A jack has no value.")),
        ValueText("tablic", lazy("12, 13, 14"), lazy("A jack counts 12, a queen 13, a king 14.")),
    ),
    OptionText(
        "extra_values",
        "2.4",
        lazy("Extra card values"),
        format=_extra,
        format_label=_listed_values,
        choices=({}, {"TD": [11]}, {"2S": [15], "TD": [16]}),
        rows=Rows(
            lazy("Card, such as 10♦ or 10d"),
            lazy("Values in addition to its own, such as 16"),
            nothing={},
            only_cards=True,
            most=MAX_CARD_VALUE,
        ),
        hidden_values=({},),
        words=lazy("Swedish storan lillan 10 or 16"),
    ),
    OptionText(
        "hand_values",
        "2.6",
        lazy("Different values in the hand"),
        format=_hand_values,
        format_label=_listed_values,
        choices=({}, {"A": [14], "2S": [15], "TD": [16]}),
        rows=Rows(
            lazy("Card or rank, such as 10d or ace"),
            lazy("Values in the hand instead of its own, such as 10, 16"),
            nothing={},
            most=MAX_CARD_VALUE,
        ),
        hidden_values=({},),
        words=lazy("Swedish Finnish storan lillan 10 or 16 played from the hand"),
    ),
    FixedRule("2.5", lazy("A card with several values uses one of them each time."), _several_values),
    FixedRule("2.5", lazy("In a build, that choice is fixed."), lambda rules: _several_values(rules) and builds(rules)),
)


CAPTURING: tuple[RuleText, ...] = (
    FixedRule(
        "4.1",
        lazy("On your turn, play one card from your hand: capture with it or trail it."),
        lambda rules: _one_card(rules) and not builds(rules),
    ),
    FixedRule(
        "4.1",
        lazy("On your turn, play one card from your hand: capture, build, or trail."),
        lambda rules: _one_card(rules) and builds(rules),
    ),
    FixedRule(
        "4.1",
        lazy("On your turn, capture with cards from your hand, or trail one."),
        lambda rules: not _one_card(rules),
    ),
    FixedRule(
        "4.2",
        lazy("A card takes loose cards of its value. It goes to your pile with everything it takes."),
    ),
    OptionText("table_sums", "4.2", lazy("Sums can be taken")).yes_no(
        lazy("A card also takes loose cards that add up to its value."),
        lazy("Each card taken must equal the value of the card played. Sums can’t be taken."),
        absent=False,
    ),
    OptionText(
        "one_sum",
        "4.13",
        lazy("Only one sum per capture"),
        applies=lambda rules: rules.matching.table_sums,
        words=lazy("only one sum at a time, two sums, several sums, multiple sums"),
    ).yes_no(
        lazy("A capture may include only one sum. Any number of single cards and builds may come with it."),
        lazy("A capture may include several sums."),
        absent=False,
    ),
    OptionText("hand_cards", "8.1", lazy("Hand cards per capture")).with_values(
        ValueText("one", lazy("only one"), lazy("You always play exactly one card."), absent=True),
        ValueText(
            "sum",
            lazy("several, as one sum"),
            lazy(
                "Several hand cards may capture together. They add up to a number, and so does every group they take. "
                "You trail one card at a time."
            ),
        ),
        ValueText(
            "sums",
            lazy("several, in several sums"),
            lazy(
                "Several hand cards may capture together. They form one or more groups that each add up to a number, "
                "and so does every group they take. You trail one card at a time."
            ),
        ),
        ValueText(
            "pair",
            lazy("one or two"),
            lazy(
                "You capture with one hand card, or with two that add up to the number. You trail one card at a time."
            ),
        ),
    ),
    OptionText(
        "face_capture", "4.3", lazy("A face card without a value takes"), applies=faces_without_value
    ).with_values(
        ValueText(
            "one", lazy("one of its rank"), lazy("A face card without a value takes exactly one card of its rank.")
        ),
        ValueText(
            "any",
            lazy("any number of its rank"),
            lazy("A face card without a value takes any number of cards of its rank."),
        ),
        ValueText(
            "one_or_three",
            lazy("one or all three"),
            lazy("A face card without a value takes one card of its rank, or all three at once."),
        ),
    ),
    OptionText("matching", "4.4", lazy("Matching cards must be taken")).with_values(
        ValueText(
            "optional", lazy("no"), lazy("Capturing is never forced: you may trail a card that could take something.")
        ),
        ValueText(
            "all",
            lazy("yes, all of them"),
            lazy(
                "You may not trail a card that matches a loose card. When it captures by value, it must take every "
                "loose card of that value. It may always be used to build. You are never forced to take sums or "
                "builds."
            ),
        ),
        ValueText(
            "some",
            lazy("yes, one of them"),
            lazy(
                "You may not trail a card that matches a loose card. When it captures by value, it must take at least "
                "one loose card of that value. It may always be used to build."
            ),
            rule="4.11",
        ),
        ValueText(
            "faces",
            lazy("only by face cards"),
            lazy(
                "A jack, queen, or king that matches a loose card may not be trailed and must take one of its "
                "matches. Other cards are never forced to capture."
            ),
            rule="4.11",
        ),
        ValueText(
            "all_numerals",
            lazy("yes, all of them; by face cards, one"),
            lazy(
                "You may not trail a card that matches a loose card. When it captures by value, it must take every "
                "loose card of that value; a jack, queen, or king must take at least one. It may always be used to "
                "build."
            ),
            rule="4.11",
        ),
    ),
    OptionText(
        "match_builds",
        "4.14",
        lazy("Builds match too"),
        applies=lambda rules: builds(rules) and (rules.matching.matching != "optional" or rules.building.absorb_equal),
    ).yes_no(
        lazy(
            "A build counts as a matching card of its value: you may not trail beside it a card that could take it, "
            "and a capture may have to include it."
        ),
        lazy("Only loose cards match. Builds never have to be taken."),
    ),
    FixedRule("4.5", lazy("A build is taken whole, by a card of exactly its value."), builds),
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
            lazy("The owner’s opponents may count a single build as one card of its value in a sum they take."),
        ),
        ValueText(
            "anyone",
            lazy("for everyone"),
            lazy(
                "Everyone may count a single build as one card of its value in a sum, when capturing and when building."
            ),
        ),
    ),
    FixedRule("4.7", lazy("After any move, the turn passes, even after a sweep.")),
    FixedRule("4.8", lazy("To trail is to leave your card loose on the table.")),
    FixedRule("4.10", lazy("Cards that you could also have taken but didn’t are left behind. Everyone may see them.")),
    FixedRule("4.12", lazy("A player who would have no legal move may trail any card.")),
)
