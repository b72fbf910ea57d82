"""Points in words (RULEBOOK 6). Ways to score listed in a table have short titles; zero says that one is not scored."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.scoring import counts_points

from .words import Case, Saying, yes_no


def points_words(points: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", points) % {"n": points}


def _counted(key: str, title: object) -> Saying:
    """A way to score that is worth a number of points."""

    def speak(points: int) -> str:
        words = {"way": title, "points": points_words(points)}
        return _("%(way)s: %(points)s.") % words if points else _("%(way)s: not scored.") % words

    return Saying(key, "6.2", title, speak=speak, silent=(0,), matters=counts_points)


def _fours(value: dict[str, Any] | None) -> str:
    if value is None:
        return _("Four of a kind: not scored.")
    words = {"ranks": _rank_names(value), "points": points_words(value["points"])}
    return _("All four of a rank, for each of %(ranks)s: %(points)s.") % words


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
    return _("as any other") if points is None else str(points)


WAYS = (
    _counted("most_cards", lazy("Most cards")),
    _counted("most_spades", lazy("Most spades")),
    _counted("big_casino", lazy("Big casino, the 10♦")),
    _counted("little_casino", lazy("Little casino, the 2♠")),
    _counted("aces", lazy("Each ace")),
    _counted("jack_of_spades", lazy("The jack of spades")),
    _counted("each_spade", lazy("Each spade")),
    _counted("most_diamonds", lazy("Most diamonds")),
    _counted("seven_of_diamonds", lazy("The seven of diamonds")),
    _counted("fives", lazy("Each five")),
    _counted("last_capture", lazy("The last capture")),
    _counted("honours", lazy("Each ace, king, queen, jack and ten; 10♦ once more; 2♣")),
    Saying(
        "fours_of_a_kind",
        "6.2",
        lazy("All four of a rank"),
        speak=_fours,
        name=_fours_name,
        offers=(None, {"ranks": "76A", "points": 2}),
        silent=(None,),
        matters=counts_points,
    ),
    _counted("sweep", lazy("Each sweep")),
)
"""The ways to score that the scoring table lists."""

COUNTING = (
    Saying(
        "most_cards_tie",
        "6.2",
        lazy("Level in most cards"),
        (
            Case("nobody", lazy("nobody scores"), lazy("Level in cards: nobody scores for most cards.")),
            Case(
                "most_spades",
                lazy("most spades decide"),
                lazy("Level in cards: most cards goes to the side with the most spades."),
            ),
        ),
        matters=lambda rules: counts_points(rules) and rules.scoring.most_cards > 0,
    ),
    Saying(
        "sweep_rule",
        "6.2",
        lazy("Sweeps count"),
        (
            Case("each", lazy("each"), lazy("Taking everything from the table is a sweep, and each one counts.")),
            Case(
                "cancel",
                lazy("against each other"),
                lazy(
                    "Taking everything from the table is a sweep. Sweeps cancel: every side drops as many as the side "
                    "with the fewest has."
                ),
            ),
            Case(
                "by_size",
                lazy("by size"),
                lazy("Taking everything from the table is a sweep. Of fewer than four table cards it counts half."),
            ),
        ),
        matters=lambda rules: counts_points(rules) and rules.scoring.sweep > 0,
    ),
    Saying(
        "first_play_sweep",
        "6.2",
        lazy("Sweep with the first play"),
        speak=_first_play,
        name=_first_play_name,
        silent=(None,),
        matters=counts_points,
    ),
    Saying(
        "tablanette",
        "6.2",
        lazy("Points for clearing the table"),
        yes_no(
            lazy(
                "Clearing the table, but not with a jack, scores at once: the value the card counts, times the groups "
                "taken and one more."
            ),
            lazy("Clearing the table scores nothing at once."),
        ),
        matters=counts_points,
    ),
    Saying(
        "all_points",
        "6.3",
        lazy("Every point of a round"),
        (
            Case("nothing", lazy("nothing more"), lazy("Taking every point of a round brings nothing more."), True),
            Case("bonus", lazy("one point more"), lazy("Taking every point of a round scores one point more.")),
            Case(
                "first_round_win",
                lazy("wins in the first round"),
                lazy("Taking every point of the first round wins the game."),
            ),
            Case("win", lazy("wins the game"), lazy("Taking every point of a round wins the game.")),
        ),
        matters=counts_points,
    ),
    Saying(
        "difference",
        "6.4",
        lazy("Only the difference is scored"),
        yes_no(
            lazy("Only the side with more points scores in a round: the difference."),
            lazy("Each side scores all its points."),
        ),
        matters=counts_points,
    ),
)

SCORING = WAYS + COUNTING
