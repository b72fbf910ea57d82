"""Builds and specials in words (RULEBOOK 5, 8)."""

from django.utils.translation import gettext_lazy as lazy

from games.domain.rules import Rules

from .playing import faces_without_value
from .words import Case, Saying, yes_no


def builds(rules: Rules) -> bool:
    return rules.building.building


def partners(rules: Rules) -> bool:
    return rules.dealing.partnership != "never" and 4 in rules.dealing.seats


def _partners_build(rules: Rules) -> bool:
    return builds(rules) and partners(rules)


BUILDING = (
    Saying(
        "building",
        "5",
        lazy("Builds"),
        yes_no(
            lazy("Cards can be combined into a build, which only a card of its value takes, and only whole."),
            lazy("There are no builds in this game."),
            quiet=False,
        ),
    ),
    Saying(
        "extra_groups",
        "5.3",
        lazy("Further groups of table cards in a build"),
        yes_no(
            lazy("Groups made of table cards alone may be put in too."),
            lazy("Beside the played card’s group only equal cards may be put in, when that card has the value itself."),
            quiet=False,
        ),
        matters=builds,
    ),
    Saying(
        "face_builds",
        "5.9",
        lazy("Builds of faces"),
        yes_no(
            lazy("Faces of one rank may be built, while you hold another of that rank. Any face of the rank takes it."),
            lazy("Faces without a number are never built."),
        ),
        matters=lambda rules: builds(rules) and faces_without_value(rules),
    ),
    Saying(
        "raise_own",
        "5.7",
        lazy("Your own build may be raised"),
        yes_no(
            lazy("You may raise your own single build as well as another’s."),
            lazy("You may not raise your own build; a partner’s or an opponent’s you may."),
            quiet=False,
        ),
        matters=builds,
    ),
    Saying(
        "raise_with_table_cards",
        "5.5",
        lazy("Table cards may help to raise"),
        yes_no(
            lazy("Loose cards may be added along with the card that raises a build."),
            lazy("A build is raised with the played card alone, without loose cards."),
            quiet=False,
        ),
        matters=builds,
    ),
    Saying(
        "add_to_partner_build",
        "5.8",
        lazy("Your partner’s build may be added to"),
        yes_no(
            lazy("You may add to your partner’s build."),
            lazy("You may not add to your partner’s build, though you may raise it."),
            quiet=False,
        ),
        matters=_partners_build,
    ),
    Saying(
        "build_for_partner",
        "5.14",
        lazy("Building for your partner"),
        yes_no(
            lazy(
                "You may also build for your partner, saying so, a value that your partner has shown to hold: with a "
                "build in this deal, no card of that value played since. The build is then your partner’s."
            ),
            lazy("You cannot build for your partner: you must hold a card for every build you make."),
        ),
        matters=_partners_build,
    ),
    Saying(
        "table_only_builds",
        "5.11",
        lazy("A build of table cards while trailing"),
        yes_no(
            lazy("When you trail, you may in the same turn make a build of loose cards that already lay there."),
            lazy("A build always contains the card just played."),
        ),
        matters=builds,
    ),
    Saying(
        "one_build_per_value",
        "5.13",
        lazy("Only one build of each value"),
        yes_no(
            lazy("There is only one build of each value: who builds that value takes it in."),
            lazy("Several builds of one value may lie side by side. One card may take them all."),
            quiet=False,
        ),
        matters=builds,
    ),
    Saying(
        "duty",
        "5.10",
        lazy("While you own a build"),
        (
            Case("no_trail", lazy("you may not trail"), lazy("While you own a build you may not trail.")),
            Case(
                "take_or_add",
                lazy("you must take or change a build of yours"),
                lazy("While you own a build, every move must take a build of yours, add to it or raise it."),
            ),
            Case(
                "take_add_or_build",
                lazy("you must take a build of yours, or build"),
                lazy(
                    "While you own a build you may not trail, and may take only if a build of yours is among it. "
                    "Building of any kind is allowed."
                ),
            ),
            Case("free", lazy("you may do anything"), lazy("Owning a build, you may still trail or take other cards.")),
            Case(
                "penalty",
                lazy("trailing costs 2 points"),
                lazy(
                    "Trailing while you own a build, or keeping no card for it, is allowed, but gives the other side "
                    "2 points at once, and the build is then nobody’s (rule 8.7)."
                ),
            ),
        ),
        matters=builds,
    ),
)

SPECIALS = (
    Saying(
        "jack_takes_all",
        "8.2",
        lazy("A jack takes everything"),
        yes_no(
            lazy("A jack takes everything on the table, and takes in no other way. It may be trailed."),
            lazy("A jack takes no more than other cards do."),
        ),
    ),
    Saying(
        "five_of_spades_sweeps",
        "8.3",
        lazy("The five of spades takes everything"),
        yes_no(
            lazy(
                "The five of spades may take everything on the table, which is a sweep. It may be trailed only on an "
                "empty table."
            ),
            lazy("The five of spades is a card like others."),
        ),
    ),
    Saying(
        "initial_pairs",
        "8.4",
        lazy("Pairs dealt to the table are taken at once"),
        yes_no(
            lazy("Pairs dealt to the table go to the first player’s pile before play, as a capture."),
            lazy("Pairs dealt to the table stay there."),
        ),
    ),
    Saying(
        "pluck",
        "8.5",
        lazy("Plucking"),
        yes_no(
            lazy(
                "Once in each deal you may pluck: before or after playing your card, take one loose card to your pile. "
                "Not an ace, 10♦ or 2♠, not the card just played, not the only thing there, and not after the very "
                "last card. A pluck is no capture."
            ),
            lazy("There is no plucking."),
        ),
    ),
    Saying(
        "orange",
        "8.6",
        lazy("Oranges"),
        yes_no(
            lazy(
                "A capture that takes a red and a yellow card from the table is an orange, 10 points if you call it "
                "with the move. If you do not, the first other player to call it before the next card scores them. "
                "A wrong call costs 10."
            ),
            lazy("There are no oranges to call."),
        ),
    ),
    Saying(
        "cut_peek",
        "8.9",
        lazy("The bottom card is shown"),
        yes_no(
            lazy("The player who does not deal sees the bottom card of the pack before the round."),
            lazy("Nobody sees the bottom card of the pack."),
        ),
    ),
)
