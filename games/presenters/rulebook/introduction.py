"""The opening of a game's rules page: the play in a few sentences, what is different from the basic game, sources."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.domain.options import write_options
from games.domain.presets import DEFAULT_PRESET, FAMILIES, FAMILY_OF
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.domain.variants import resolve_rules

from .option_groups import OPTION_TEXTS
from .points import CATEGORY_OPTIONS

SOURCES = {
    "diloti-online": "diloti.online",
    "gamerules": "gamerules.com",
    "kasa": "KASA 2026, khasino.co.za",
    "korttipelit": "korttipelit.net, fi.wikipedia.org",
    "meyers": "Meyers 1905",
    "pagat": "pagat.com (John McLeod)",
    "parlett": "David Parlett, The Penguin Book of Card Games",
    "phillips": "Hubert Phillips",
    "ulmann": "Ulmann 1892",
    "wikipedia": "Wikipedia",
}

TOLD_BY_THE_FACTS = frozenset({"seats", "target", "ending", "rounds", "rounds_per_seat"})
KNOWN_AT_THE_TABLE = frozenset({"seats"})
IN_TABLE = frozenset(option.key for option in CATEGORY_OPTIONS)


@dataclass(frozen=True, slots=True)
class Introduction:
    """Three short texts: the play, sentences on what is different from the basic game, and the sources.

    `basic`: the game is named after the basic game, so that all differences are house rules.
    """

    play: str
    differences: tuple[str, ...]
    sources: str
    basic: bool


def introduction(preset: str, rules: Rules, facts: frozenset[str] = TOLD_BY_THE_FACTS) -> Introduction:
    """Return the opening for these rules; `facts` are the options that the page tells above it."""
    sources = "; ".join(SOURCES[key] for key in FAMILIES[FAMILY_OF[preset]].sources)
    return Introduction(" ".join(_play(rules)), tuple(_differences(rules, facts)), sources, preset == DEFAULT_PRESET)


def _play(rules: Rules) -> Iterator[str]:
    if rules.matching.hand_cards != "one":
        yield _("On your turn, take cards from the table with one or more cards from your hand.")
    elif rules.matching.table_sums:
        yield _("On your turn, play one card. It takes cards of its rank, or cards that add up to its value.")
    else:
        yield _("On your turn, play one card. It takes cards of its rank.")
    if rules.building.building:
        yield _("Or it starts a build: a group of cards that you take on a later turn.")
    yield _("If nothing fits, you leave a card on the table.")
    if counts_points(rules):
        yield _("Once all cards have been played, you score for the cards you have taken.")


def _differences(rules: Rules, facts: frozenset[str]) -> Iterator[str]:
    """Yield a sentence for each option that is not that of the basic game; those on points are one paragraph."""
    usual, scored, unscored = write_options(resolve_rules(DEFAULT_PRESET)), [], []
    for key, value in write_options(rules).items():
        option = OPTION_TEXTS[key]
        if value == usual[key] or key in facts or not option.applies(rules):
            continue
        if key not in IN_TABLE:
            yield option.sentence(value)
        elif value:
            scored.append(option.sentence(value))
        else:
            unscored.append(str(option.title))
    if unscored:
        scored.append(_("Not scored in this game: %(ways)s.") % {"ways": " · ".join(unscored)})
    if scored:
        yield " ".join(scored)
