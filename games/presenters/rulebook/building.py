"""Builds and specials in words (RULEBOOK 5, 8)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.rules import Rules

from .option_text import OptionText, ValueText
from .playing import faces_without_value


def builds(rules: Rules) -> bool:
    return rules.building.building


def partners(rules: Rules) -> bool:
    return rules.dealing.partnership != "never" and 4 in rules.dealing.seats


def _limit(builds_allowed: int | None) -> str:
    if builds_allowed is None:
        return _("You may own any number of builds.")
    sentence = ngettext(
        "Nobody may own more than %(n)d build.", "Nobody may own more than %(n)d builds.", builds_allowed
    )
    return sentence % {"n": builds_allowed}


def _limit_name(builds_allowed: int | None) -> str:
    return _("any number") if builds_allowed is None else str(builds_allowed)


def _several_deals(rules: Rules) -> bool:
    return builds(rules) and rules.dealing.refill == "deal"


def _partners_build(rules: Rules) -> bool:
    return builds(rules) and partners(rules)


BUILDING = (
    OptionText("building", "5", lazy("Builds")).yes_no(
        lazy("Cards can be combined into a build, which only a card of its value takes, and only whole."),
        lazy("There are no builds in this game."),
        absent=False,
    ),
    OptionText("extra_groups", "5.3", lazy("Further groups of table cards in a build"), applies=builds).yes_no(
        lazy("Groups made of table cards alone may be put in too."),
        lazy("Beside the played card’s group only equal cards may be put in, when that card has the value itself."),
        absent=False,
    ),
    OptionText(
        "face_builds",
        "5.9",
        lazy("Builds of faces"),
        applies=lambda rules: builds(rules) and faces_without_value(rules),
    ).yes_no(
        lazy("Faces of one rank may be built, while you hold another of that rank. Any face of the rank takes it."),
        lazy("Faces without a number are never built."),
    ),
    OptionText("raise_own", "5.7", lazy("Your own build may be raised"), applies=builds).yes_no(
        lazy("You may raise your own single build as well as another’s."),
        lazy("You may not raise your own build; a partner’s or an opponent’s you may."),
        absent=False,
    ),
    OptionText("raise_with_table_cards", "5.5", lazy("Table cards may help to raise"), applies=builds).yes_no(
        lazy("Loose cards may be added along with the card that raises a build."),
        lazy("A build is raised with the played card alone, without loose cards."),
        absent=False,
    ),
    OptionText(
        "add_to_partner_build", "5.8", lazy("Your partner’s build may be added to"), applies=_partners_build
    ).yes_no(
        lazy("You may add to your partner’s build."),
        lazy("You may not add to your partner’s build, though you may raise it."),
        absent=False,
    ),
    OptionText("build_for_partner", "5.14", lazy("Building for your partner"), applies=_partners_build).yes_no(
        lazy(
            "You may also build for your partner, saying so, a value that your partner has shown to hold: with a "
            "build in this deal, no card of that value played since. The build is then your partner’s."
        ),
        lazy("You cannot build for your partner: you must hold a card for every build you make."),
    ),
    OptionText("table_only_builds", "5.11", lazy("A build of table cards while trailing"), applies=builds).yes_no(
        lazy("When you trail, you may in the same turn make a build of loose cards that already lay there."),
        lazy("A build always contains the card just played."),
    ),
    OptionText("one_build_per_value", "5.13", lazy("Only one build of each value"), applies=builds).yes_no(
        lazy("There is only one build of each value: who builds that value takes it in."),
        lazy("Several builds of one value may lie side by side. One card may take them all."),
        absent=False,
    ),
    OptionText("absorb_equal", "5.16", lazy("A new build takes in equal cards"), applies=builds).yes_no(
        lazy("A new build must take in every loose card of its value."),
        lazy("Loose cards of its value may stay beside a new build."),
        absent=False,
    ),
    OptionText(
        "max_builds",
        "5.15",
        lazy("Builds of one owner"),
        format=_limit,
        format_label=_limit_name,
        choices=(None, 1, 2, 3, 4),
        hidden_values=(None,),
        applies=builds,
    ),
    OptionText("owner", "5.12", lazy("A build belongs to"), applies=builds).with_values(
        ValueText("added", lazy("who last added a card"), lazy("A build belongs to whoever last added a card to it.")),
        ValueText(
            "valued",
            lazy("who last set its value"),
            lazy(
                "A build belongs to whoever made it or last raised it. Adding to it changes no owner, and needs no "
                "card of its value in the hand."
            ),
        ),
    ),
    OptionText("build_rights", "15.2", lazy("A build may be changed by"), applies=builds).with_values(
        ValueText("open", lazy("everybody"), lazy("Everybody may add to a build, and raise it."), absent=True),
        ValueText(
            "owner",
            lazy("its owner, and raised by opponents"),
            lazy(
                "Only its owner adds to a build. Only an opponent raises it, with the hand card alone; the raiser’s "
                "own build of the new value may join."
            ),
        ),
    ),
    OptionText("table_additions", "15.4", lazy("Adding without a hand card"), applies=builds).yes_no(
        lazy(
            "Before you trail, or take something else, you may add table cards to a build of yours in groups that "
            "make its value."
        ),
        lazy("Nothing is added to a build without a hand card."),
    ),
    OptionText("duty", "5.10", lazy("While you own a build"), applies=builds).with_values(
        ValueText("no_trail", lazy("you may not trail"), lazy("While you own a build you may not trail.")),
        ValueText(
            "take_or_add",
            lazy("you must take or change a build of yours"),
            lazy("While you own a build, every move must take a build of yours, add to it or raise it."),
        ),
        ValueText(
            "take_add_or_build",
            lazy("you must take a build of yours, or build"),
            lazy(
                "While you own a build you may not trail, and may take only if a build of yours is among it. "
                "Building of any kind is allowed."
            ),
        ),
        ValueText(
            "free", lazy("you may do anything"), lazy("Owning a build, you may still trail or take other cards.")
        ),
        ValueText(
            "penalty",
            lazy("trailing costs 2 points"),
            lazy(
                "Trailing while you own a build, or keeping no card for it, is allowed, but gives the other side "
                "2 points at once, and the build is then nobody’s (rule 8.7)."
            ),
        ),
    ),
    OptionText("last_deal_duty", "15.2", lazy("The same in the last deal"), applies=_several_deals).with_values(
        ValueText("", lazy("as before"), lazy("The last deal changes nothing for owners of builds."), absent=True),
        ValueText("no_trail", lazy("you may not trail"), lazy("In the last deal an owner of a build may not trail.")),
        ValueText(
            "take_or_add",
            lazy("you must take or change a build of yours"),
            lazy("In the last deal every move of an owner must take a build of theirs, add to it or raise it."),
        ),
        ValueText(
            "take_add_or_build",
            lazy("you must take a build of yours, or build"),
            lazy("In the last deal an owner must take a build of theirs, or build."),
        ),
        ValueText(
            "free", lazy("you may do anything"), lazy("In the last deal an owner may trail or take other cards.")
        ),
        ValueText(
            "penalty",
            lazy("trailing costs 2 points"),
            lazy("In the last deal an owner who trails, or keeps no card for a build, gives away 2 points (rule 8.7)."),
        ),
    ),
)

SPECIALS = (
    OptionText("jack_takes_all", "8.2", lazy("A jack takes everything")).yes_no(
        lazy("A jack takes everything on the table, and takes in no other way. It may be trailed."),
        lazy("A jack takes no more than other cards do."),
    ),
    OptionText("five_of_spades_sweeps", "8.3", lazy("The five of spades takes everything")).yes_no(
        lazy(
            "The five of spades may take everything on the table, which is a sweep and scores at least 1 point. "
            "It may be trailed only on an empty table."
        ),
        lazy("The five of spades is a card like others."),
    ),
    OptionText("initial_pairs", "8.4", lazy("Pairs dealt to the table are taken at once")).yes_no(
        lazy("Pairs dealt to the table go to the first player’s pile before play, as a capture."),
        lazy("Pairs dealt to the table stay there."),
    ),
    OptionText("pluck", "8.5", lazy("Plucking")).yes_no(
        lazy(
            "Once in each deal you may pluck: before or after playing your card, take one loose card to your pile. "
            "Not a card that scores by itself, not the card just played, not the only thing there, and not after "
            "the very last card. A pluck is no capture."
        ),
        lazy("There is no plucking."),
    ),
    OptionText("orange", "8.6", lazy("Oranges")).yes_no(
        lazy(
            "A capture that takes a red and a yellow card from the table is an orange, 10 points if you call it "
            "with the move. If you do not, the first other player to call it before the next card scores them. "
            "A wrong call costs 10."
        ),
        lazy("There are no oranges to call."),
    ),
    OptionText("cut_peek", "8.9", lazy("The bottom card is shown")).yes_no(
        lazy("The player who does not deal sees the bottom card of the pack before the round."),
        lazy("Nobody sees the bottom card of the pack."),
    ),
    OptionText("bottom_shown", "3.9", lazy("The bottom card is shown to all")).yes_no(
        lazy("Everybody sees the bottom card of the pack before the round."),
        lazy("The bottom card of the pack is not shown to all."),
    ),
    OptionText("steal", "15.3", lazy("Stealing")).yes_no(
        lazy(
            "Piles lie face up. The top card of an opponent’s pile may be taken with an equal card or build from the "
            "table, or used in a build of yours, but not to raise one. From each pile you take one card a turn."
        ),
        lazy("Captured cards are safe."),
    ),
)
