"""Builds and specials in words (RULEBOOK 5, 8)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.rules import Rules

from .option_text import FixedRule, OptionText, RuleText, ValueText
from .playing import builds, faces_without_value


def partners(rules: Rules) -> bool:
    return rules.dealing.partnership != "never" and 4 in rules.dealing.seats


def _limit(builds_allowed: int | None) -> str:
    if builds_allowed is None:
        return _("You may own any number of builds.")
    sentence = ngettext(
        "No one may own more than %(n)d build.", "No one may own more than %(n)d builds.", builds_allowed
    )
    return sentence % {"n": builds_allowed}


def _limit_name(builds_allowed: int | None) -> str:
    return _("any number") if builds_allowed is None else str(builds_allowed)


def _several_deals(rules: Rules) -> bool:
    return builds(rules) and rules.dealing.refill == "deal"


def _kept(rules: Rules) -> bool:
    return builds(rules) and rules.building.duty != "penalty"


def _partners_build(rules: Rules) -> bool:
    return builds(rules) and partners(rules)


BUILDING: tuple[RuleText, ...] = (
    OptionText("building", "5", lazy("Builds")).yes_no(
        lazy("Cards can be combined into a build. Only a card of its value takes it, and only as a whole."),
        lazy("There are no builds in this game."),
        absent=False,
    ),
    FixedRule(
        "5.1",
        lazy(
            "You combine your card with something on the table, announce its value, and own the build. It stays there "
            "until someone takes it."
        ),
        builds,
    ),
    FixedRule("5.2", lazy("You must keep a card in your hand that can take it."), builds),
    FixedRule("5.3", lazy("Your card and the loose cards used form groups that each add up to the value."), builds),
    OptionText("extra_groups", "5.3", lazy("Extra groups in a build"), applies=builds).yes_no(
        lazy("You may also add groups made only of table cards."),
        lazy(
            "Besides the played card’s group, you may add only matching cards, and only if the played card "
            "itself has that value."
        ),
        absent=False,
    ),
    FixedRule("5.4", lazy("Builds of the same value may be included whole. The result is a multiple build."), builds),
    FixedRule("5.5", lazy("One single build may be raised: your card is added to it and its value grows."), builds),
    OptionText("raise_with_table_cards", "5.5", lazy("Table cards may help raise a build"), applies=builds).yes_no(
        lazy("Loose cards may be added along with the card that raises a build."),
        lazy("Only the played card raises a build. Loose cards can’t be added."),
        absent=False,
    ),
    FixedRule("5.6", lazy("A multiple build (two groups or more) keeps its value."), builds),
    OptionText("raise_own", "5.7", lazy("Your own build may be raised"), applies=builds).yes_no(
        lazy("You may raise your own single build as well as another player’s."),
        lazy("You may not raise your own build, but you may raise a partner’s or an opponent’s."),
        absent=False,
    ),
    OptionText("add_to_partner_build", "5.8", lazy("Adding to your partner’s build"), applies=_partners_build).yes_no(
        lazy("You may add to your partner’s build."),
        lazy("You may not add to your partner’s build, though you may raise it."),
        absent=False,
    ),
    OptionText(
        "face_builds",
        "5.9",
        lazy("Builds of face cards"),
        applies=lambda rules: builds(rules) and faces_without_value(rules),
    ).yes_no(
        lazy(
            "You may build face cards of one rank while you hold another of that rank. Any face card of the rank "
            "takes the build."
        ),
        lazy("Face cards without a value can’t be built."),
    ),
    OptionText("table_only_builds", "5.11", lazy("Building table cards while trailing"), applies=builds).yes_no(
        lazy("When you trail, you may also make a build from loose cards already on the table."),
        lazy("A build always contains the card just played."),
    ),
    OptionText("owner", "5.12", lazy("A build belongs to"), applies=builds).with_values(
        ValueText(
            "added",
            lazy("the player who last added a card"),
            lazy("A build belongs to the player who last added a card to it."),
        ),
        ValueText(
            "valued",
            lazy("the player who last set its value"),
            lazy(
                "A build belongs to the player who made it or last raised it. Adding to it doesn’t change the owner "
                "and doesn’t require a card of its value."
            ),
        ),
    ),
    OptionText("build_rights", "15.2", lazy("A build may be changed by"), applies=builds).with_values(
        ValueText("open", lazy("everyone"), lazy("Everyone may add to a build and raise it."), absent=True),
        ValueText(
            "owner",
            lazy("its owner, and raised by opponents"),
            lazy(
                "Only the owner adds to a build. Only an opponent raises it, with the hand card alone; the raiser’s "
                "own build of the new value may be added."
            ),
        ),
    ),
    OptionText("one_build_per_value", "5.13", lazy("Only one build of each value"), applies=builds).yes_no(
        lazy("Only one build of each value may exist. Building that value again merges with it."),
        lazy("Several builds of one value may exist side by side. One card may take them all."),
        absent=False,
    ),
    OptionText(
        "max_builds",
        "5.15",
        lazy("Builds per player"),
        format=_limit,
        format_label=_limit_name,
        choices=(None, 1, 2, 3, 4),
        hidden_values=(None,),
        applies=builds,
    ),
    OptionText("absorb_equal", "5.16", lazy("A new build takes in matching cards"), applies=builds).yes_no(
        lazy("A new build must take in every loose card of its value."),
        lazy("Loose cards of its value may stay beside a new build."),
        absent=False,
    ),
    FixedRule(
        "5.16",
        lazy("So must a build that is added to or raised."),
        lambda rules: builds(rules) and rules.building.absorb_equal and rules.matching.match_builds,
    ),
    OptionText("join_builds", "5.17", lazy("Builds may be joined"), applies=builds).yes_no(
        lazy("Several builds may be joined in one."),
        lazy("Builds can’t be joined: a build takes in at most one other."),
        absent=False,
    ),
    OptionText("table_additions", "15.4", lazy("Adding without a hand card"), applies=builds).yes_no(
        lazy(
            "Before you trail or take something else, you may add groups of table cards to your own build if each "
            "group makes its value."
        ),
        lazy("You can’t add to a build without a hand card."),
    ),
    OptionText("build_for_partner", "5.14", lazy("Building for your partner"), applies=_partners_build).yes_no(
        lazy(
            "You may also announce a build for your partner, of a value that your partner has shown with a build in "
            "this deal, if no card of that value has been played since. The build is then your partner’s."
        ),
        lazy("You can’t build for your partner. You must hold a card for every build you make."),
    ),
)


DUTY: tuple[RuleText, ...] = (
    FixedRule("5.10", lazy("After each move you must still hold a card for every value you have built."), _kept),
    OptionText("duty", "5.10", lazy("While you own a build"), applies=builds).with_values(
        ValueText("no_trail", lazy("you may not trail"), lazy("While you own a build, you may not trail.")),
        ValueText(
            "take_or_add",
            lazy("you must take or change your build"),
            lazy("While you own a build, every move must take one of your builds, add to it, or raise it."),
        ),
        ValueText(
            "take_add_or_build",
            lazy("you must take your build, or build"),
            lazy(
                "While you own a build, you may not trail. A capture must include one of your builds. You may always "
                "build."
            ),
        ),
        ValueText(
            "free", lazy("you may do anything"), lazy("While you own a build, you may still trail or take other cards.")
        ),
        ValueText(
            "penalty",
            lazy("trailing costs 2 points"),
            lazy(
                "While you own a build, you may trail or play your last card for it, but the other side gets 2 points "
                "at once and the build then belongs to no one (rule 8.7)."
            ),
        ),
    ),
    OptionText(
        "last_deal_duty", "15.2", lazy("Build obligations in the last deal"), applies=_several_deals
    ).with_values(
        ValueText("", lazy("no change"), lazy("Build obligations stay the same in the last deal."), absent=True),
        ValueText(
            "no_trail", lazy("you may not trail"), lazy("In the last deal, a player who owns a build may not trail.")
        ),
        ValueText(
            "take_or_add",
            lazy("you must take or change your build"),
            lazy(
                "In the last deal, a player who owns a build must take, add to, or raise one of their builds on "
                "every turn."
            ),
        ),
        ValueText(
            "take_add_or_build",
            lazy("you must take your build, or build"),
            lazy("In the last deal, a player who owns a build must take it or build."),
        ),
        ValueText(
            "free",
            lazy("you may do anything"),
            lazy("In the last deal, a player who owns a build may trail or take other cards."),
        ),
        ValueText(
            "penalty",
            lazy("trailing costs 2 points"),
            lazy(
                "In the last deal, a player who trails while owning a build, or keeps no card for it, gives away 2 "
                "points (rule 8.7)."
            ),
        ),
    ),
)


SPECIALS: tuple[RuleText, ...] = (
    OptionText("jack_takes_all", "8.2", lazy("A jack takes everything")).yes_no(
        lazy("A jack takes everything on the table and can’t capture any other way. It may be trailed."),
        lazy("A jack has no special power."),
    ),
    OptionText("five_of_spades_sweeps", "8.3", lazy("The five of spades takes everything")).yes_no(
        lazy(
            "The five of spades may take everything on the table, which is a sweep and scores at least 1 point. "
            "It may be trailed only on an empty table."
        ),
        lazy("The five of spades has no special power."),
    ),
    OptionText("initial_pairs", "8.4", lazy("Pairs dealt to the table are taken at once")).yes_no(
        lazy("Pairs dealt to the table go to the first player’s pile before play starts, as a capture."),
        lazy("Pairs dealt to the table stay there."),
    ),
    OptionText("pluck", "8.5", lazy("Plucking")).yes_no(
        lazy(
            "Once in each deal you may pluck: before or after playing your card, move one loose card to "
            "your pile. You can’t pluck a card that scores by itself, the card just played, or the only "
            "card on the table, and you can’t pluck after the very last card. A pluck isn’t a capture."
        ),
        lazy("There is no plucking."),
    ),
    OptionText("orange", "8.6", lazy("Oranges")).yes_no(
        lazy(
            "A capture that takes a red and a yellow card from the table is an orange. It scores 10 points if you "
            "call it with the move. If you don’t, the first other player to call it before the next card gets them. A "
            "wrong call costs 10."
        ),
        lazy("This game has no oranges."),
    ),
    OptionText("steal", "15.3", lazy("Stealing")).yes_no(
        lazy(
            "Piles are face up. You may take the top card of an opponent’s pile together with a matching "
            "card or build from the table, or use it in your own build, but not to raise one. You may take "
            "one card per turn from each pile."
        ),
        lazy("Captured cards are safe."),
    ),
)
