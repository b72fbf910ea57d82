"""The rules on winning, in words (RULEBOOK 7, 8.8)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.cards import Card
from games.domain.options import ACE_ORDERS
from games.domain.rules import Rules, Winning
from games.presenters.cards import card_list

from .option_text import FixedRule, OptionText, Rows, RuleText, ValueText


def to_target(rules: Rules) -> bool:
    return rules.winning.ending == "target"


def _target(points: int) -> str:
    return ngettext("The target is %(n)d point.", "The target is %(n)d points.", points) % {"n": points}


def _rounds(rounds: int | None) -> str:
    if rounds is None:
        return _("The number of rounds isn’t set.")
    sentence = ngettext("There is %(n)d round for each player.", "There are %(n)d rounds for each player.", rounds)
    return sentence % {"n": rounds}


def _rounds_in_all(rounds: int | None) -> str:
    if rounds is None:
        return _("The total number of rounds isn’t set.")
    return ngettext("There is %(n)d round in all.", "There are %(n)d rounds in all.", rounds) % {"n": rounds}


def _counts(counts: dict[str, int] | None) -> str:
    if counts is None:
        return _("There is no card limit.")
    return _("The game also ends as soon as a player has taken a set number of cards (%(counts)s).") % {
        "counts": _counts_name(counts)
    }


def _counts_name(counts: dict[str, int] | None) -> str:
    if counts is None:
        return _("no")
    each = (_("%(seats)s players: %(cards)d") % {"seats": seats, "cards": cards} for seats, cards in counts.items())
    return ", ".join(each)


def _aces(order: str) -> str:
    return card_list(Card(f"A{suit}") for suit in order)


def _ace_order(order: str) -> str:
    return _("The aces are counted in this order: %(aces)s.") % {"aces": _aces(order)}


WINNING: tuple[RuleText, ...] = (
    OptionText("ending", "7.1", lazy("The game ends")).with_values(
        ValueText(
            "target",
            lazy("at a target score"),
            lazy(
                "When a round ends, a side with the target or more wins. If several have it, the highest wins. If "
                "they are tied, another round is played until one side leads."
            ),
        ),
        ValueText(
            "rounds",
            lazy("after a set number of rounds"),
            lazy("After a fixed number of rounds, the side with the most points wins."),
            rule="7.3",
        ),
        ValueText(
            "clear_table",
            lazy("when the table is cleared"),
            lazy(
                "There is one round. It ends when a capture empties the table or the cards run out; cards left "
                "on the table go to no one. Most cards wins. In a tie, the player who cleared the table wins; "
                "otherwise the win is shared."
            ),
            rule="8.8",
        ),
    ),
    OptionText("target", "7.1", lazy("Points to win"), format=_target, applies=to_target),
    OptionText(
        "rounds_per_seat",
        "7.3",
        lazy("Rounds for each player"),
        format=_rounds,
        hidden_values=(None,),
        applies=lambda rules: rules.winning.ending == "rounds",
    ),
    OptionText(
        "rounds",
        "7.3",
        lazy("Total rounds"),
        format=_rounds_in_all,
        hidden_values=(None,),
        applies=lambda rules: rules.winning.ending == "rounds",
    ),
    OptionText(
        "level_winner", "15.6", lazy("Tie at the end"), applies=lambda rules: rules.winning.ending == "rounds"
    ).with_values(
        ValueText("shared", lazy("the win is shared"), lazy("Tied sides share the win.")),
        ValueText(
            "big_casino",
            lazy("the big casino decides"),
            lazy("In a tie, the side with the 10♦ wins. If no tied side has it, they share the win."),
        ),
    ),
    OptionText(
        "capture_count_end",
        "8.8",
        lazy("Card limit"),
        format=_counts,
        format_label=_counts_name,
        choices=(None, {"2": 6, "3": 8}),
        rows=Rows(None, lazy("Cards"), single=True),
        hidden_values=(None,),
        applies=lambda rules: rules.winning.ending == "clear_table",
    ),
    OptionText("finish", "7.2", lazy("When several reach the target"), applies=to_target).with_values(
        ValueText(
            "highest", lazy("the highest wins"), lazy("Points aren’t counted in any particular order."), absent=True
        ),
        ValueText(
            "in_order",
            lazy("points are counted in order"),
            lazy(
                "When several reach the target in one round, points are counted in this order and the first to get "
                "there wins: most cards, most spades, big casino, little casino, each ace, then sweeps. Sides that tie "
                "there go on to the next item."
            ),
        ),
        ValueText(
            "sweeps_last",
            lazy("sweeps are counted last"),
            lazy(
                "When several reach the target in one round, all points except sweeps are counted first, then the "
                "sweeps. The first to get there wins; in a tie, the higher count."
            ),
            rule="7.9",
        ),
        ValueText(
            "points_first",
            lazy("majorities are counted last"),
            lazy(
                "When several reach the target in one round, all points except majorities are counted first, then "
                "most cards, most spades, most diamonds. The first to get there wins."
            ),
            rule="7.9",
        ),
    ),
    OptionText(
        "ace_order",
        "7.2",
        lazy("Order of the aces"),
        format=_ace_order,
        format_label=_aces,
        choices=(Winning().ace_order, *(order for order in ACE_ORDERS if order != Winning().ace_order)),
        applies=lambda rules: to_target(rules) and rules.winning.finish == "in_order",
    ),
    OptionText("endgame", "7.4", lazy("Endgame restriction"), applies=to_target).with_values(
        ValueText("none", lazy("everything counts"), lazy("All points count, even close to the target."), absent=True),
        ValueText(
            "dominican",
            lazy("18 most cards, 19 big casino, 20 most spades"),
            lazy(
                "If you start a round at 18, you score only for most cards; at 19, only for big casino; at 20, "
                "only for most spades. Once it’s yours, you win on the spot."
            ),
        ),
        ValueText(
            "soto",
            lazy("from 16 on, only certain points"),
            lazy(
                "If you start a round at 16, you score only for most cards and big casino; at 17, for most "
                "cards and most spades; at 18, for most cards; at 19, for big casino; at 20, for most spades. "
                "Once all of it is yours, you win on the spot."
            ),
        ),
        ValueText(
            "little_casino_at_20",
            lazy("18 most cards, 19 big casino, 20 little casino"),
            lazy(
                "If you start a round at 18, you score only for most cards; at 19, only for big casino; at 20, "
                "only for little casino. Once it’s yours, you win on the spot."
            ),
        ),
    ),
    OptionText(
        "restricted_sweeps_cancel",
        "7.4",
        lazy("A restricted side’s sweeps still cancel others’"),
        applies=lambda rules: rules.winning.endgame != "none" and rules.scoring.sweep > 0,
    ).yes_no(
        lazy("A restricted side scores no sweeps, but its sweeps still cancel others’."),
        lazy("A restricted side makes no sweeps at all."),
        absent=False,
    ),
    OptionText("count_as_earned", "7.5", lazy("Points count at once"), applies=to_target).with_values(
        ValueText("no", lazy("no, when the round ends"), lazy("Points count when the round ends."), True),
        ValueText(
            "sweeps", lazy("sweeps do"), lazy("Sweeps count at once: reaching the target with one wins on the spot.")
        ),
        ValueText(
            "cards",
            lazy("all but majorities do"),
            lazy(
                "Points for cards and sweeps count as soon as they are earned, majorities when the round ends. "
                "Reaching the target wins on the spot."
            ),
        ),
        ValueText(
            "all",
            lazy("all do"),
            lazy(
                "Points count as soon as they are earned; majorities, when no one can catch up. Reaching the target "
                "wins on the spot."
            ),
        ),
    ),
    OptionText("claims", "7.6", lazy("Claiming the win"), applies=to_target).with_values(
        ValueText("no", lazy("no"), lazy("There are no claims."), absent=True),
        ValueText(
            "wins_or_loses",
            lazy("yes; a wrong claim loses"),
            lazy(
                "During a round you may claim that you have reached the target. A correct claim wins at once; a wrong "
                "one loses the game."
            ),
        ),
        ValueText(
            "wins",
            lazy("yes; a wrong claim costs nothing"),
            lazy(
                "During a round you may claim that you have reached the target. A correct claim wins at once. After a "
                "wrong one, you may not claim again until someone captures."
            ),
        ),
    ),
    FixedRule(
        "7.6",
        lazy(
            "If a round ends with several sides at the target and no claim, the target rises by 11 and play continues."
        ),
        lambda rules: rules.winning.claims != "no",
    ),
    FixedRule(
        "7.8", lazy("Resigning ends the game: the other side wins (with more than two sides, the best of the rest).")
    ),
)
