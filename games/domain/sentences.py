"""Sentences for people: whole, with named gaps, so that other layers can translate them."""

from collections.abc import Mapping
from typing import NamedTuple


def _(sentence: str) -> str:
    """Mark a sentence that is translated where it is shown."""
    return sentence


class Sentence(NamedTuple):
    """A sentence whose gaps, written %(name)s, are filled with text or with further sentences."""

    template: str
    gaps: Mapping[str, "str | Sentence"]

    def __str__(self) -> str:
        return self.template % {name: str(gap) for name, gap in self.gaps.items()}


class ToldError(ValueError):
    """An error whose message is a sentence for people. As text it is that sentence in English."""

    def __init__(self, template: str, **gaps: object) -> None:
        self.sentence = sentence(template, **gaps)
        super().__init__(str(self.sentence))


def sentence(template: str, **gaps: object) -> Sentence:
    """The sentence with the values of its gaps, all but sentences as text."""
    return Sentence(template, {name: _told(gap) for name, gap in gaps.items()})


def _told(gap: object) -> str | Sentence:
    if isinstance(gap, ToldError):
        return gap.sentence
    return gap if isinstance(gap, Sentence) else str(gap)
