"""Sentences for people: whole, with named gaps, so that other layers can translate them."""

from collections.abc import Mapping
from typing import NamedTuple


def _(sentence: str) -> str:
    """Mark a sentence that is translated where it is shown."""
    return sentence


class Message(NamedTuple):
    """A sentence whose gaps, written %(name)s, are filled with text or with further sentences."""

    template: str
    params: Mapping[str, "str | Message"]

    def __str__(self) -> str:
        return self.template % {name: str(gap) for name, gap in self.params.items()}


class UserFacingError(ValueError):
    """An error whose message is a sentence for people. As text it is that sentence in English."""

    def __init__(self, template: str, **gaps: object) -> None:
        self.message = make_message(template, **gaps)
        super().__init__(str(self.message))


def make_message(template: str, **gaps: object) -> Message:
    """The sentence with the values of its gaps, all but sentences as text."""
    return Message(template, {name: _told(gap) for name, gap in gaps.items()})


def _told(gap: object) -> str | Message:
    if isinstance(gap, UserFacingError):
        return gap.message
    return gap if isinstance(gap, Message) else str(gap)
