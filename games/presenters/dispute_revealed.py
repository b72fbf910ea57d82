"""Information revealed after the event that a game goes back to, in words: going back cannot hide it again."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.revealed import RevealedCards

from .cards import card_list
from .names import Names


def revealed_words(revealed: RevealedCards, names: Names) -> tuple[str, ...]:
    """Return the revealed information in sentences. Other players' cards are only counted."""
    return tuple(_sentences(revealed, names))


def _sentences(revealed: RevealedCards, names: Names) -> Iterator[str]:
    if revealed.to_all:
        yield _("Everyone has since seen: %(cards)s") % {"cards": card_list(revealed.to_all)}
    for seat, cards in enumerate(revealed.by_seat, start=1):
        words = {"player": names.seat(seat), "cards": card_list(cards)}
        if cards and seat == names.perspective.viewer:
            yield _("Seen only by you: %(cards)s") % words
        elif cards:
            counted = ngettext("%(n)d new card", "%(n)d new cards", len(cards)) % {"n": len(cards)}
            yield _("Seen only by %(player)s: %(cards)s") % {**words, "cards": counted}
    if revealed.rounds_begun:
        yield ngettext(
            "%(n)d round has started since then. Its cards will be the same.",
            "%(n)d rounds have started since then. Their cards will be the same.",
            revealed.rounds_begun,
        ) % {"n": revealed.rounds_begun}
    if revealed.over:
        yield _("The game was over, so all hands, the stock, and the seed of every deck could be seen.")
