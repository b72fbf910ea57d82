"""Friendly names for guests; what a signed-up person may be called."""

import secrets

from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

GUEST = "guest-"
"""What the names of guests' rows begin with, which nobody sees."""

LONGEST_NAME = 30
NAME_VALIDATORS = [
    MaxLengthValidator(LONGEST_NAME, _("At most %(limit_value)d letters, please.")),
    RegexValidator(r"^\w[\w.-]*\Z", _("A name has letters, digits, dots, dashes and underscores, and no spaces.")),
    RegexValidator(f"(?i)^{GUEST}", _("Only guests are called so."), inverse_match=True),
    RegexValidator(r"(?i)^(bring|export)\Z", _("Nobody can be called so: a page has this name."), inverse_match=True),
]

MANNERS = (
    "Brave Bright Calm Cheerful Clever Gentle Jolly Kind Lively Lucky Merry Nimble Patient Quick Quiet Sly Sunny Wise"
).split()
ANIMALS = (
    "Badger Beaver Bison Crane Deer Falcon Finch Fox Hare Heron Lark Lynx Magpie Marten Otter Owl Raven Robin Seal"
).split()


def guest_name() -> str:
    """For instance `Merry Otter 27`. Not unique, and need not be: it is only what others see."""
    return f"{secrets.choice(MANNERS)} {secrets.choice(ANIMALS)} {secrets.randbelow(90) + 10}"
