"""Points in words (RULEBOOK 6). Categories in a table have short titles; zero says that one is not scored."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.options import MAX_CARD_POINTS
from games.domain.rules import Rules
from games.domain.scoring import CATEGORIES, counts_points
from games.presenters.categories import CATEGORY_WORDS

from .option_text import FixedRule, OptionText, Rows, RuleText, ValueText
from .playing import with_numbers


def _sweeps(rules: Rules) -> bool:
    return counts_points(rules) and rules.scoring.sweep > 0


def points_words(points: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", points) % {"n": points}


def _counted(key: str) -> OptionText:
    """An option that is a number of points."""
    category = "sweeps" if key == "sweep" else key
    words = CATEGORY_WORDS[category]
    title = words.scoring or words.title

    def speak(points: int) -> str:
        texts = {"way": title, "points": points_words(points)}
        return _("%(way)s: %(points)s.") % texts if points else _("%(way)s: not scored.") % texts

    return OptionText(key, CATEGORIES[category].rule, title, format=speak, hidden_values=(0,), applies=counts_points)


def _fours(value: dict[str, Any] | None) -> str:
    if value is None:
        return _("Four of a kind: not scored.")
    words = {"ranks": _rank_names(value), "points": points_words(value["points"])}
    return _("All four cards of a rank (%(ranks)s), each: %(points)s.") % words


def _rank_names(value: dict[str, Any]) -> str:
    return ", ".join("10" if rank == "T" else rank for rank in value["ranks"])


def _fours_name(value: dict[str, Any] | None) -> str:
    if value is None:
        return _("not scored")
    return _("%(ranks)s: %(points)s") % {"ranks": _rank_names(value), "points": points_words(value["points"])}


def _first_play(points: int | None) -> str:
    if points is None:
        return _("A sweep with the first play scores like any other.")
    return _("A sweep with the very first play of a round: %(points)s.") % {"points": points_words(points)}


def _first_play_name(points: int | None) -> str:
    return _("like any other") if points is None else str(points)


def _card_points(points: dict[str, int]) -> str:
    if not points:
        return _("No other card scores.")
    return _("Other cards score too (%(cards)s).") % {"cards": _card_points_name(points)}


def _card_points_name(points: dict[str, int]) -> str:
    if not points:
        return _("not scored")
    return ", ".join(with_numbers(name, points_words(worth)) for name, worth in points.items())


def _ceiling(points: int | None) -> str:
    if points is None:
        return _("Sweeps count at any score.")
    return ngettext(
        "If any side starts a round with %(n)d point or more, sweeps don’t count in that round.",
        "If any side starts a round with %(n)d points or more, sweeps don’t count in that round.",
        points,
    ) % {"n": points}


def _ceiling_name(points: int | None) -> str:
    return _("never") if points is None else str(points)


_LISTED = {
    "card_points": OptionText(
        "card_points",
        "6.6",
        CATEGORY_WORDS["card_points"].title,
        format=_card_points,
        format_label=_card_points_name,
        choices=({}, {"2C": 1}),
        rows=Rows(lazy("Card or rank, such as 10d or ace"), lazy("Points"), {}, single=True, most=MAX_CARD_POINTS),
        hidden_values=({},),
        applies=counts_points,
    ),
    "fours_of_a_kind": OptionText(
        "fours_of_a_kind",
        "6.2",
        CATEGORY_WORDS["fours_of_a_kind"].scoring,
        format=_fours,
        format_label=_fours_name,
        choices=(None, {"ranks": "76A", "points": 2}),
        rows=Rows(lazy("Ranks"), lazy("Points for each"), single=True, ranks=True),
        hidden_values=(None,),
        applies=counts_points,
    ),
}

CATEGORY_OPTIONS = tuple(
    _LISTED[key] if key in _LISTED else _counted("sweep" if key == "sweeps" else key)
    for key, category in CATEGORIES.items()
    if category.kind not in ("round", "at_once")
)
"""The options that the scoring table lists: a number of points for each category."""

COUNTING_OPTIONS = (
    OptionText(
        "most_cards_tie",
        "6.2",
        lazy("Tie for most cards"),
        applies=lambda rules: counts_points(rules) and rules.scoring.most_cards > 0,
    ).with_values(
        ValueText("nobody", lazy("no one scores"), lazy("Tied for cards: no one scores for most cards.")),
        ValueText(
            "most_spades",
            lazy("most spades decide"),
            lazy("Tied for cards: the side with the most spades scores for most cards."),
        ),
        ValueText(
            "split", lazy("the points are shared"), lazy("Tied for cards: the sides share the points."), rule="6.7"
        ),
        ValueText(
            "carry",
            lazy("they carry over to the next round"),
            lazy("Tied for cards: the points carry over to the next round."),
            rule="6.7",
        ),
    ),
    OptionText(
        "most_spades_tie",
        "6.7",
        lazy("Tie for most spades"),
        applies=lambda rules: counts_points(rules) and rules.scoring.most_spades > 0,
    ).with_values(
        ValueText("nobody", lazy("no one scores"), lazy("Tied for spades: no one scores for most spades.")),
        ValueText("split", lazy("the points are shared"), lazy("Tied for spades: the sides share the points.")),
        ValueText(
            "carry",
            lazy("they carry over to the next round"),
            lazy("Tied for spades: the points carry over to the next round."),
        ),
    ),
    OptionText("majorities", "15.6", lazy("Majorities score"), applies=counts_points).with_values(
        ValueText("always", lazy("always"), lazy("Majorities score with any number of sides."), absent=True),
        ValueText(
            "two_sides",
            lazy("only with two sides"),
            lazy("With three or more sides, majorities don’t score."),
        ),
    ),
    OptionText("clean_win", "15.6", lazy("Only one side has scoring cards"), applies=counts_points).yes_no(
        lazy("If only one of two sides has a card that scores by itself, that side also scores all majorities."),
        lazy("Majorities are counted even if one side has no card that scores by itself."),
    ),
    OptionText(
        "sweep_rule",
        "6.2",
        lazy("Sweeps score"),
        applies=_sweeps,
    ).with_values(
        ValueText("each", lazy("each"), lazy("Taking everything from the table is a sweep. Each sweep scores.")),
        ValueText(
            "cancel",
            lazy("against each other"),
            lazy(
                "Taking everything from the table is a sweep. Sweeps cancel out: each side drops as many as the side "
                "with the fewest has."
            ),
        ),
        ValueText(
            "by_size",
            lazy("by size"),
            lazy("Taking everything from the table is a sweep. With fewer than four table cards it counts half."),
        ),
    ),
    OptionText(
        "first_play_sweep",
        "6.2",
        lazy("Sweep with the first play"),
        format=_first_play,
        format_label=_first_play_name,
        hidden_values=(None,),
        applies=counts_points,
    ),
    OptionText("last_deal_sweeps", "6.8", lazy("Sweeps in the last deal"), applies=_sweeps).yes_no(
        lazy("Sweeps score until the last card."),
        lazy("Once the stock is empty, clearing the table isn’t a sweep."),
        absent=False,
    ),
    OptionText(
        "sweep_ceiling",
        "6.8",
        lazy("No sweeps from this score"),
        format=_ceiling,
        format_label=_ceiling_name,
        hidden_values=(None,),
        applies=_sweeps,
    ),
    OptionText("tablanette", "6.2", lazy("Points for clearing the table"), applies=counts_points).yes_no(
        lazy(
            "Clearing the table (except with a jack) scores at once. Multiply the card’s value by the number of groups "
            "it takes, plus one."
        ),
        lazy("Clearing the table doesn’t score at once."),
    ),
    OptionText("all_points", "6.3", lazy("Taking all the points"), applies=counts_points).with_values(
        ValueText("nothing", lazy("no bonus"), lazy("Taking all the points of a round earns no bonus."), True),
        ValueText("bonus", lazy("one extra point"), lazy("Taking all the points of a round scores one extra point.")),
        ValueText(
            "first_round_win",
            lazy("wins in the first round"),
            lazy("Taking all the points of the first round wins the game."),
        ),
        ValueText("win", lazy("wins the game"), lazy("Taking all the points of a round wins the game.")),
    ),
    OptionText("difference", "6.4", lazy("Only the difference is scored"), applies=counts_points).yes_no(
        lazy("In each round, only the side with more points scores. It gets the difference."),
        lazy("Each side scores all its points."),
    ),
)

SCORING: tuple[RuleText, ...] = (
    FixedRule(
        "6.1",
        lazy("When all cards are played, the cards left on the table go to the side that made the last capture."),
        counts_points,
    ),
    *CATEGORY_OPTIONS,
    *COUNTING_OPTIONS,
    FixedRule(
        "6.5", lazy("No points are counted. The cards taken decide the game."), lambda rules: not counts_points(rules)
    ),
)
