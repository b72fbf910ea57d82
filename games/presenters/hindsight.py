"""Information revealed since the moment that a game goes back to, in words: going back cannot hide it again."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.hindsight import Seen

from .cards import card_list
from .names import Names


def seen_words(seen: Seen, names: Names) -> tuple[str, ...]:
    """Return the revealed information in sentences. Other players' cards are only counted."""
    return tuple(_sentences(seen, names))


def _sentences(seen: Seen, names: Names) -> Iterator[str]:
    if seen.everybody:
        yield _("Everybody has seen since: %(cards)s") % {"cards": card_list(seen.everybody)}
    for seat, cards in enumerate(seen.own, start=1):
        words = {"player": names.seat(seat), "cards": card_list(cards)}
        if cards and seat == names.sight.viewer:
            yield _("Seen by you alone: %(cards)s") % words
        elif cards:
            told = ngettext("%(n)d new card", "%(n)d new cards", len(cards)) % {"n": len(cards)}
            yield _("Seen by nobody but %(player)s: %(cards)s") % {**words, "cards": told}
    if seen.rounds:
        yield ngettext(
            "%(n)d round has begun since; its cards will be the same.",
            "%(n)d rounds have begun since; their cards will be the same.",
            seen.rounds,
        ) % {"n": seen.rounds}
    if seen.over:
        yield _("The game was over: all hands, the stock and the seed of every pack could be looked at.")
