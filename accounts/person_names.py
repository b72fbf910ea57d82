"""Friendly names for guests; names that people may have; and names that look alike, by the skeletons of Unicode
Technical Standard 39."""

import re
import secrets
from functools import cache
from pathlib import Path
from unicodedata import bidirectional, category, normalize

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

# --- names that look alike ------------------------------------------------------------------------------------------


INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters of which nothing is drawn, though some count as letters or marks."""

MAX_KEY_LENGTH = 200


def lookalike_keys(name: str) -> frozenset[str]:
    """The keys of a name; two names look alike when they have one in common. There are up to two: capitals look
    like other letters than small ones do, so one is taken of the name as written and one of its small letters."""
    text = INVISIBLE.sub("", normalize("NFKC", " ".join(name.split())))
    return frozenset(key[:MAX_KEY_LENGTH] for each in (text, text.casefold()) if (key := _key(each)))


def fold(name: str) -> str:
    """The name in one Unicode form and in small letters: the same for e and an accent as for one letter."""
    return normalize("NFKC", name).casefold()


def _key(text: str) -> str:
    return _skeleton(_skeleton(text).casefold())


def _skeleton(text: str) -> str:
    table = _confusables()
    return normalize("NFD", "".join(table.get(letter, letter) for letter in normalize("NFD", text)))


@cache
def _confusables() -> dict[str, str]:
    """Read the table of characters and what each looks like."""
    table = {}
    for line in (Path(__file__).parent / "confusables.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            looks_like, letters = line.split(": ")
            table.update(dict.fromkeys(map(_text, letters.split()), _text(looks_like)))
    return table


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split("+"))


# --- names of people ------------------------------------------------------------------------------------------------


GUEST_PREFIX = "guest-"
"""Prefix of the usernames of guests, which are never shown."""

MAX_NAME_LENGTH = 30
MAX_COMBINING_MARKS = 4
"""Marks on one letter: honest writing has no more, and a pile of them covers the lines around it."""

TAKEN = _("This name is taken, or looks like one that is.")
ALLOWED = _("Use letters, digits, dots, dashes, and underscores, without spaces.")
UNPRINTABLE = _("This name contains characters that we can’t show.")

STAFF_WORDS = frozenset(
    "admin administrator administrators director directors moderator moderators mod staff support system sysadmin root "
    "referee official moderador administrador administradora directora moderadora soporte sistema arbitro oficial "
    "diretor diretora suporte".split()
)
"""Words for those who look after the site, in its languages and without accents."""


DRAWING_STYLES = re.compile("[\ufe0e\ufe0f]")
"""Characters that only select how an emoji is drawn, and that keyboards add by themselves."""


def normalize_spaces(name: str) -> str:
    """The name with single spaces and without drawing styles."""
    return " ".join(DRAWING_STYLES.sub("", name).split())


def isolate(name: object) -> str:
    """The name for a sentence: one that is written from right to left, between marks that keep it from turning the
    words around it. Nothing that people enter contains these marks (`casino/input_cleaning.py`)."""
    text = str(name)
    turns = not text.isascii() and text[0] != "\u2068" and any(bidirectional(letter) in ("R", "AL") for letter in text)
    return f"\u2068{text}\u2069" if turns else text


def check_visible(name: str) -> None:
    """Refuse a name that is not drawn as it is written."""
    written = normalize("NFC", name)
    seen = any(category(letter)[0] in "LNS" for letter in written)
    piled = re.search(f"M{{{MAX_COMBINING_MARKS + 1}}}", "".join(category(letter)[0] for letter in written))
    if not name.isprintable() or INVISIBLE.search(name) or not seen or piled:
        raise ValidationError(UNPRINTABLE)


def check_not_reserved(name: str) -> None:
    """Refuse a name by which a person would pass for staff, a computer player or a player who left."""
    if any(_words(form) & _staff_keys() or _joined(form).startswith(_own_names()) for form in _forms(name)):
        raise ValidationError(_("That name is reserved."))


def _forms(name: str) -> set[str]:
    """The name as written and as it looks, without accents."""
    return {_plain(form) for form in {fold(name), *lookalike_keys(name)}}


def _plain(text: str) -> str:
    return "".join(letter for letter in normalize("NFD", text) if category(letter)[0] != "M")


def _words(form: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", form))


def _joined(form: str) -> str:
    return re.sub(r"[\W_]", "", form)


@cache
def _staff_keys() -> frozenset[str]:
    return STAFF_WORDS.union(*(lookalike_keys(word) | lookalike_keys(word.upper()) for word in STAFF_WORDS))  # D1RECTOR


@cache
def _own_names() -> tuple[str, ...]:
    """The beginnings of the site's own names in all its languages: "Computer", and what stands for players who
    left."""
    own = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            own |= _forms(gettext("Computer %(name)s") % {"name": ""}) | _forms(gettext("A former player"))
    return tuple(sorted(map(_joined, own)))


NAME_VALIDATORS = [
    MaxLengthValidator(MAX_NAME_LENGTH, _("Use at most %(limit_value)d characters.")),
    RegexValidator(r"^\w[\w.-]*\Z", ALLOWED),
    RegexValidator(f"(?i)^{GUEST_PREFIX}", _("That style of name is reserved for guests."), inverse_match=True),
    RegexValidator(r"(?i)^(bring|export)\Z", _("That name is reserved."), inverse_match=True),
    check_visible,
    check_not_reserved,
]

# Translators: words for the names of guests, any number of them, all of one gender so that each fits each animal.
ADJECTIVES = _(
    "Brave Bright Calm Cheerful Clever Gentle Jolly Kind Lively Lucky Merry Nimble Patient Quick Quiet Sly Sunny Wise"
)
# Translators: animals for the names of guests, any number of them, all of the gender of the words for guests.
ANIMALS = _(
    "Badger Beaver Bison Crane Deer Falcon Finch Fox Hare Heron Lark Lynx Magpie Marten Otter Owl Raven Robin Seal"
)
# Translators: the name of a guest, like “Merry Otter 27”.
GUEST_NAME = _("%(adjective)s %(animal)s %(number)d")


def guest_name() -> str:
    """A name like `Merry Otter 27`, in the language of the visit. It need not be unique: it is only what others see."""
    adjective, animal = (secrets.choice(str(words).split()) for words in (ADJECTIVES, ANIMALS))
    number = secrets.randbelow(90) + 10
    return str(GUEST_NAME % {"adjective": adjective, "animal": animal, "number": number})


def is_guest_name(name: str) -> bool:
    """Whether the site may have made up this name, in one of its languages."""
    words = name.split()
    for language, _name in settings.LANGUAGES:
        with override(language):
            own = [word for word in words if word not in f"{ADJECTIVES} {ANIMALS}".split()]
        if len(own) < len(words) and len(own) == 1 and own[0].isdecimal():
            return True
    return False
