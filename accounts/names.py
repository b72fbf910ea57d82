"""Friendly names for guests."""

import secrets

MANNERS = (
    "Brave Bright Calm Cheerful Clever Gentle Jolly Kind Lively Lucky Merry Nimble Patient Quick Quiet Sly Sunny Wise"
).split()
ANIMALS = (
    "Badger Beaver Bison Crane Deer Falcon Finch Fox Hare Heron Lark Lynx Magpie Marten Otter Owl Raven Robin Seal"
).split()


def guest_name() -> str:
    """For instance `Merry Otter 27`. Not unique, and need not be: it is only what others see."""
    return f"{secrets.choice(MANNERS)} {secrets.choice(ANIMALS)} {secrets.randbelow(90) + 10}"
