"""Refusals: why a command cannot be carried out, as a value with a code and the rule it stands on (RULEBOOK 14)."""

from typing import NamedTuple


class Refusal(NamedTuple):
    """A code of section 14, the rule's number, which of the rule's sentences (`case`), and what fills its gaps."""

    code: str
    rule: str
    case: str
    args: tuple[tuple[str, str], ...] = ()


TEMPLATES: dict[str, str] = {
    "not-your-turn": "It is not your turn.",
    "not-in-hand": "You do not hold the %(card)s.",
    "one-hand-card": "In this game you play exactly one card from your hand.",
    "not-on-table": "There is no %(item)s on the table.",
    "nothing-taken": "A capture must take something from the table.",
    "no-sum": "These cards do not add up to what the %(card)s counts.",
    "no-sum-many": "These hand cards and table cards do not add up to the same number.",
    "no-build-sum": "These cards do not split into groups that each add up to %(value)s.",
    "face-alone": "A face card without a number takes only faces of its own rank.",
    "face-count": "The %(card)s does not take that many loose faces of its rank at a time.",
    "face-never-sums": "A face card without a number is never part of a sum.",
    "jack-takes-all": "A jack takes everything on the table or is trailed.",
    "must-match": "The %(card)s may not be trailed: it matches a loose card on the table.",
    "leaves-match": "You must take every loose card that the %(card)s matches.",
    "five-of-spades": "The five of spades cannot be trailed while there are cards on the table.",
    "build-whole": "A build is captured whole, by a card of exactly its value.",
    "no-face-build": "Faces without a number are built only with faces of their own rank, where the game allows it.",
    "no-builds": "There are no builds in this game.",
    "empty-build": "A build takes in at least one thing from the table.",
    "table-build-small": "A build of table cards needs at least two loose cards.",
    "table-build-off": "In this game a build contains the card just played.",
    "must-hold": "To build %(value)s you must keep a card in hand that can take it.",
    "multiple": "A build of several groups keeps its value: it cannot be raised.",
    "two-raised": "Only one build can be raised in a turn.",
    "raise-own": "You may not raise your own build.",
    "partner-build": "You may not add to your partner's build.",
    "no-partner": "You cannot build for a partner in this game.",
    "not-proved": "Your partner has not shown a card that takes %(value)s.",
    "must-cover": "You own a build of %(value)s and must keep a card for it.",
    "duty-trail": "You own a build of %(value)s: you may not trail.",
    "duty-touch": "You own a build of %(value)s: you must take it, add to it or raise it.",
    "duty-take": "You own a build of %(value)s: you may only take it or build.",
    "one-build": "There is already a build of %(value)s: take it in.",
    "no-pluck": "There is no plucking in this game.",
    "plucked-already": "You have already plucked a card in this deal.",
    "pluck-never": "Aces, the ten of diamonds and the two of spades are never plucked.",
    "pluck-loose": "Only a loose card on the table can be plucked.",
    "pluck-own": "You cannot pluck the card you have just played.",
    "pluck-last-item": "A pluck must leave something on the table.",
    "pluck-over": "After the last card of the round nothing is plucked.",
    "no-orange": "There are no oranges in this game.",
    "orange-nothing": "There is no play to call an orange on.",
    "orange-own": "You call your own orange with the move itself.",
    "orange-called": "This orange has already been called.",
    "no-claims": "There are no claims in this game.",
    "claim-no-round": "You can claim only while a round is on.",
    "claim-again": "After a wrong claim your side must capture again before you claim.",
    "no-seat": "There is no seat %(seat)s in this game.",
    "unreadable": "%(why)s",
    "game-over": "The game is over.",
    "no-round": "No round is on: the next pack has to be dealt first.",
    "round-on": "A round is already on.",
    "wrong-pack": "This is not the whole pack of this game, each card once.",
    "started": "The game has already started.",
    "not-started": "The game has not started.",
}
"""Each sentence once. Other layers translate the template, then fill it with the refusal's `args`."""


def refuse(code: str, rule: str, case: str, **args: object) -> Refusal:
    """A refusal whose sentence is TEMPLATES[case] filled with `args`."""
    return Refusal(code, rule, case, tuple((name, str(value)) for name, value in args.items()))


def explain(refusal: Refusal) -> str:
    """The refusal as an English sentence with its rule number."""
    sentence = TEMPLATES[refusal.case] % dict(refusal.args)
    return f"{sentence} (rule {refusal.rule})" if refusal.rule else sentence
