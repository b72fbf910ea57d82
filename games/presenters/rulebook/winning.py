"""The rules on winning, in words (RULEBOOK 7, 8.8)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.rules import Rules

from .words import Case, Saying, yes_no


def to_target(rules: Rules) -> bool:
    return rules.winning.ending == "target"


def _target(points: int) -> str:
    return ngettext("The target is %(n)d point.", "The target is %(n)d points.", points) % {"n": points}


def _rounds(rounds: int | None) -> str:
    if rounds is None:
        return _("The number of rounds is not set.")
    sentence = ngettext("There is %(n)d round for each player.", "There are %(n)d rounds for each player.", rounds)
    return sentence % {"n": rounds}


def _counts(counts: dict[str, int] | None) -> str:
    if counts is None:
        return _("The game goes on however many cards are taken.")
    return _("It ends too when somebody has taken so many cards: %(counts)s.") % {"counts": _counts_name(counts)}


def _counts_name(counts: dict[str, int] | None) -> str:
    if counts is None:
        return _("no")
    each = (_("%(seats)s players: %(cards)d") % {"seats": seats, "cards": cards} for seats, cards in counts.items())
    return ", ".join(each)


def _none_or_count(value: int | None) -> str:
    return "" if value is None else str(value)


WINNING = (
    Saying(
        "ending",
        "7.1",
        lazy("The game ends"),
        (
            Case(
                "target",
                lazy("at a number of points"),
                lazy(
                    "When a round ends, a side with the target or more wins; of several the highest. Level at the top: "
                    "another round, until one side alone is highest."
                ),
            ),
            Case(
                "rounds",
                lazy("after a number of rounds"),
                lazy("After a set number of rounds the most points win. Level totals share the win."),
                rule="7.3",
            ),
            Case(
                "clear_table",
                lazy("when the table is cleared"),
                lazy(
                    "There is one round. It ends when a capture empties the table, or the cards run out; cards then "
                    "on the table are nobody’s. Most cards win; level: who cleared the table, else the win is shared."
                ),
                rule="8.8",
            ),
        ),
    ),
    Saying("target", "7.1", lazy("Points to win"), speak=_target, matters=to_target),
    Saying(
        "rounds_per_seat",
        "7.3",
        lazy("Rounds for each player"),
        speak=_rounds,
        name=_none_or_count,
        silent=(None,),
        matters=lambda rules: rules.winning.ending == "rounds",
    ),
    Saying(
        "capture_count_end",
        "8.8",
        lazy("Ends at so many cards"),
        speak=_counts,
        name=_counts_name,
        offers=(None, {"2": 6, "3": 8}),
        silent=(None,),
        matters=lambda rules: rules.winning.ending == "clear_table",
    ),
    Saying(
        "finish",
        "7.2",
        lazy("When several reach the target"),
        (
            Case("highest", lazy("the highest wins"), lazy("Points are not counted out in any order."), quiet=True),
            Case(
                "in_order",
                lazy("points are counted in order"),
                lazy(
                    "When several reach the target in one round, points are counted in this order and the first to "
                    "get there wins: most cards, most spades, big casino, little casino, aces of spades, clubs, "
                    "hearts, diamonds, then sweeps."
                ),
            ),
        ),
        matters=to_target,
    ),
    Saying(
        "endgame",
        "7.4",
        lazy("Just below 21"),
        (
            Case("none", lazy("everything counts"), lazy("Close to the target everything still counts."), quiet=True),
            Case(
                "dominican",
                lazy("18 most cards, 19 big casino, 20 most spades"),
                lazy(
                    "Beginning a round on 18 you score only with most cards, on 19 only with big casino, on 20 only "
                    "with most spades. Once it is yours, you win on the spot."
                ),
            ),
            Case(
                "soto",
                lazy("from 16 on, most cards or more"),
                lazy(
                    "Beginning a round on 16 you score only with most cards and big casino, on 17 with most cards and "
                    "most spades, on 18 with most cards, on 19 with big casino, on 20 with most spades. Once all of "
                    "it is yours, you win on the spot."
                ),
            ),
            Case(
                "little_casino_at_20",
                lazy("18 most cards, 19 big casino, 20 little casino"),
                lazy(
                    "Beginning a round on 18 you score only with most cards, on 19 only with big casino, on 20 only "
                    "with little casino. Once it is yours, you win on the spot."
                ),
            ),
        ),
        matters=to_target,
    ),
    Saying(
        "restricted_sweeps_cancel",
        "7.4",
        lazy("Sweeps of who is just below 21 still cancel others’"),
        yes_no(
            lazy("Whoever is so restricted scores no sweeps, but they still cancel others’."),
            lazy("Whoever is so restricted makes no sweeps at all."),
            quiet=False,
        ),
        matters=lambda rules: rules.winning.endgame != "none" and rules.scoring.sweep > 0,
    ),
    Saying(
        "count_as_earned",
        "7.5",
        lazy("Points count at once"),
        (
            Case("no", lazy("no, when the round ends"), lazy("Points do not count before the round ends."), True),
            Case(
                "sweeps",
                lazy("sweeps do"),
                lazy("Sweeps count at once: reaching the target with one wins on the spot."),
            ),
            Case(
                "all",
                lazy("all do"),
                lazy(
                    "Points count as soon as they are earned: most cards and most spades when nobody can catch up. "
                    "Reaching the target wins on the spot."
                ),
            ),
        ),
        matters=to_target,
    ),
    Saying(
        "claims",
        "7.6",
        lazy("Claiming the win"),
        (
            Case("no", lazy("no"), lazy("There is nothing to claim."), quiet=True),
            Case(
                "wins_or_loses",
                lazy("yes; a wrong claim loses"),
                lazy(
                    "During a round you may claim that you have reached the target. A right claim wins at once, "
                    "a wrong one loses the game."
                ),
            ),
            Case(
                "wins",
                lazy("yes; a wrong claim costs nothing"),
                lazy(
                    "During a round you may claim that you have reached the target. A right claim wins at once. "
                    "After a wrong one your side must take something before you claim again."
                ),
            ),
        ),
        matters=to_target,
    ),
)
