"""Passwords that are guessed first: the most common ones, and those made of words that this site suggests."""

from unicodedata import normalize
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SITE_WORDS = frozenset(
    (
        # the site and its pages
        "casino cassino kasino casinos lobby table tables mesa login signup welcome guest admin password passwort "
        # playing cards
        "game games play player players playing gamer juego juegos jugar jugador jogo jogos jogar jogador "
        "card cards carta cartas deck decks baraja baralho ace aces king queen jack joker "
        "spade spades heart hearts club clubs diamond diamonds picas corazones espadas copas ouros "
        "sweep sweeps build builds capture trail score winner wins deal dealer hand "
        # the games and their makers' words
        "royal royals draw pluck michigan california portuguese dominican soto hungarian buckeye tuxedo tablanette "
        "swedish byggkasino dragkasino finnish nordic tablic tabli diloti south african khasino "
        "callabra calabrese deux twenty point points sudden death eleven difference five handed trailing short partner "
        "partners strict endgame sums forced captures "
        # the computer players
        "computer otto magnus hattie cleo"
    ).split()
)
"""The documented list of ASVS 6.1.2. The words of the site's host name are added to it."""

JOINING_WORDS = frozenset("and at best for i in is like love me my of on online pass site the we with you".split())
"""Common short words between the others; they do not make a password any harder to guess."""

LOOK_ALIKES = {"a": "4@", "e": "3", "i": "1!|", "l": "1", "o": "0", "s": "5$", "t": "7"}
"""Other characters by which a letter of a word is often written."""

MIN_LABEL_LENGTH = 4
MAX_GUESS_LENGTH = 32
"""Characters; longer passwords have too many words to be guessed."""

MAX_TYPED_LENGTH = 4 * MAX_GUESS_LENGTH
"""The same for a password as typed, where a letter and its accents may be several characters."""


class SiteWordsValidator:
    """Refuse passwords that are nothing but words of the site, in any order, with digits or signs between them."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:  # noqa: ARG002  Django's way of asking
        guessable = len(password) <= MAX_TYPED_LENGTH  # normalizing takes the square of the length
        if guessable and is_composed_of(normalize("NFKC", password).casefold(), SITE_WORDS | host_words()):
            raise ValidationError(
                _(
                    "This password uses only words that are easy to guess here, like the site’s name. Add words of "
                    "your own."
                ),
                code="password_of_site_words",
            )

    def get_help_text(self) -> str:
        return _("Your password can’t be made only of words that are easy to guess here, like the site’s name.")


def host_words() -> frozenset[str]:
    host = urlsplit(settings.SITE_URL).hostname or ""
    words = host.replace("-", ".").split(".")
    return frozenset(word for word in words if len(word) >= MIN_LABEL_LENGTH and word.isalpha())


def is_composed_of(text: str, words: frozenset[str]) -> bool:
    """Whether the text splits into these words, joining words and characters that are no letters."""
    if len(text) > MAX_GUESS_LENGTH:
        return False
    parts = [(word, True) for word in words] + [(word, False) for word in JOINING_WORDS]
    reached = {0: False}  # the places up to which it splits, and whether one of `words` is among the parts
    for start, character in enumerate(text):
        if start not in reached:
            continue
        if not character.isalpha():
            reached[start + 1] = reached.get(start + 1, False) or reached[start]
        for word, counts in parts:
            end = start + len(word)
            if matches_word(text[start:end], word):
                reached[end] = reached.get(end, False) or reached[start] or counts
    return reached.get(len(text), False)


def matches_word(text: str, word: str) -> bool:
    """Whether the text is this word, perhaps with look-alikes."""
    return len(text) == len(word) and all(
        written == letter or written in LOOK_ALIKES.get(letter, "") for written, letter in zip(text, word, strict=True)
    )
