"""Refusals: the reasons why commands cannot be carried out, as values with a code and a rule (RULEBOOK 14)."""

from typing import NamedTuple

from .messages import Message, _, make_message


class Refusal(NamedTuple):
    """A code of section 14, the rule's number, the key of its sentence in TEMPLATES (`key`), and its parameters."""

    code: str
    rule: str
    key: str
    args: tuple[tuple[str, str | Message], ...] = ()


TEMPLATES: dict[str, str] = {
    "not-your-turn": _("It is not your turn."),
    "not-in-hand": _("You do not hold the %(card)s."),
    "one-hand-card": _("In this game you play exactly one card from your hand."),
    "not-on-table": _("There is no %(item)s on the table."),
    "nothing-taken": _("A capture must take something from the table."),
    "no-sum": _("These cards do not add up to what the %(card)s counts."),
    "no-sum-many": _("These hand cards and table cards do not add up to the same number."),
    "no-build-sum": _("These cards do not split into groups that each add up to %(value)s."),
    "face-alone": _("A face card without a number takes only faces of its own rank."),
    "face-count": _("The %(card)s does not take that many loose faces of its rank at a time."),
    "face-never-sums": _("A face card without a number is never part of a sum."),
    "jack-takes-all": _("A jack takes everything on the table or is trailed."),
    "must-match": _("The %(card)s may not be trailed: it matches a loose card on the table."),
    "leaves-match": _("You must take every loose card that the %(card)s matches."),
    "five-of-spades": _("The five of spades cannot be trailed while there are cards on the table."),
    "build-whole": _("A build is captured whole, by a card of exactly its value."),
    "no-face-build": _("Faces without a number are built only with faces of their own rank, where the game allows it."),
    "no-builds": _("There are no builds in this game."),
    "empty-build": _("A build takes in at least one thing from the table."),
    "table-build-small": _("A build of table cards needs at least two loose cards."),
    "table-build-off": _("In this game a build contains the card just played."),
    "must-hold": _("To build %(value)s you must keep a card in hand that can take it."),
    "multiple": _("A build of several groups keeps its value: it cannot be raised."),
    "two-raised": _("Only one build can be raised in a turn."),
    "raise-own": _("You may not raise your own build."),
    "partner-build": _("You may not add to your partner's build."),
    "no-partner": _("You cannot build for a partner in this game."),
    "not-proved": _("Your partner has not shown a card that takes %(value)s."),
    "must-cover": _("You own a build of %(value)s and must keep a card for it."),
    "duty-trail": _("You own a build of %(value)s: you may not trail."),
    "duty-touch": _("You own a build of %(value)s: you must take it, add to it or raise it."),
    "duty-take": _("You own a build of %(value)s: you may only take it or build."),
    "added-for-partner": _("Adding to a build that keeps its owner is not done for the partner."),
    "leaves-all": _("You must take at least one of the loose cards that the %(card)s matches."),
    "leaves-equal": _("A new build must take in every loose card of %(value)s."),
    "too-many-builds": _("The owner would have too many builds: the limit is %(count)s."),
    "only-owner-adds": _("Only its owner may add to a build."),
    "only-opponent-raises": _("Only an opponent of its owner may raise a build."),
    "raised-with-more": _("A build is raised with the hand card alone, and joined only by your own build."),
    "no-stealing": _("There is no stealing in this game."),
    "not-on-top": _("The %(card)s is not the top card of an opponent's pile on seat %(seat)s."),
    "no-base": _("A card is stolen only with its equal from the table, never in a sum of a capture."),
    "no-steal-in-raise": _("No card is stolen to raise a build."),
    "not-own-build": _("A card is stolen only for a build that you then own."),
    "no-additions": _("In this game nothing is added to a build without a hand card."),
    "not-your-build": _("Without a hand card you add only to a build of your own."),
    "leave-alone": _("After adding to a build you trail, or capture something else."),
    "one-build": _("There is already a build of %(value)s: take it in."),
    "no-pluck": _("There is no plucking in this game."),
    "plucked-already": _("You have already plucked a card in this deal."),
    "pluck-never": _("A card that scores by itself is never plucked."),
    "pluck-loose": _("Only a loose card on the table can be plucked."),
    "pluck-own": _("You cannot pluck the card you have just played."),
    "pluck-last-item": _("A pluck must leave something on the table."),
    "pluck-over": _("After the last card of the round nothing is plucked."),
    "no-orange": _("There are no oranges in this game."),
    "orange-nothing": _("There is no play to call an orange on."),
    "orange-own": _("You call your own orange with the move itself."),
    "orange-called": _("This orange has already been called."),
    "no-claims": _("There are no claims in this game."),
    "claim-no-round": _("You can claim only while a round is on."),
    "claim-again": _("After a wrong claim a card must be captured before you claim again."),
    "not-forced": _("There is more than one move: choose one."),
    "offer-no-round": _("This can be offered only while a round is on."),
    "offer-open": _("Another offer is still open: it has to be answered or withdrawn first."),
    "offer-none": _("There is no open offer."),
    "offer-not-asked": _("This offer is not for you to answer."),
    "offer-agreed": _("You have already agreed."),
    "offer-held-seat": _("A computer is playing for someone else: no draw, takeback or abort can be agreed on now."),
    "draw-alone": _("There is nobody at the table to agree to a draw."),
    "takeback-never": _("At this table no move is taken back."),
    "takeback-nothing": _("You have not played a card yet."),
    "takeback-late": _("New cards have been dealt or drawn since your move: it can no longer be taken back."),
    "takeback-ruled": _("A director has ruled since your move: it can no longer be taken back."),
    "left-others": _("With more than two players nobody wins because somebody has left: the computer can play on."),
    "no-seat": _("There is no seat %(seat)s in this game."),
    "seat-free": _("Nobody sits on seat %(seat)s."),
    "same-seat": _("To change over takes two seats."),
    "unreadable": "%(why)s",
    "game-over": _("The game is over."),
    "no-round": _("No round is on: the next pack has to be dealt first."),
    "round-on": _("A round is already on."),
    "wrong-pack": _("This is not the whole pack of this game, each card once."),
    "no-clock": _("There is no clock in this game."),
    "given-already": _("The computer already plays on this seat."),
    "not-given": _("The computer does not play on this seat."),
    "given-for-good": _("This seat cannot be taken back: the computer plays it to the end."),
    "frozen": _("The game stands still until a director has decided about a disputed move."),
    "not-frozen": _("The game does not stand still."),
    "frozen-already": _("The game stands still already."),
    "dispute-no-move": _("This is no move of this game."),
    "ruling-no-kind": _("There is no such ruling."),
    "ruling-no-reason": _("A ruling says why: write down the reason."),
    "ruling-not-begun": _("This game has not begun: there is nothing to rule on."),
    "ruling-no-place": _("Choose the move that the ruling is about."),
    "ruling-no-totals": _("A corrected score names a total for each side."),
    "ruling-same-totals": _("The score is the same already."),
    "ruling-no-winners": _("Choose who is to win the game."),
    "ruling-clock-nobody": _("Choose whose clock is to be changed, and by how much."),
    "ruling-clock-turn": _("In this game each turn has its own time: only the clock of who is to play can be changed."),
    "ruling-no-end": _("A suspension needs a day until which it lasts."),
    "ruling-unknown": _("There is no ruling %(number)s in this game."),
    "started": _("The game has already started."),
    "seed-late": _("This game takes no more seeds for its shuffle."),
    "seed-twice": _("Your seed for the shuffle is already there."),
    "seed-mismatch": _("This is not the seed that was promised for the shuffle."),
    "not-started": _("The game has not started."),
}
"""Each sentence once. Other layers translate the template, then fill it with the refusal's `args`."""


def refuse(code: str, rule: str, case: str, **args: object) -> Refusal:
    """A refusal whose sentence is TEMPLATES[case] filled with `args`."""
    return Refusal(code, rule, case, tuple(make_message(case, **args).params.items()))


def explain(refusal: Refusal) -> str:
    """The refusal as an English sentence with its rule number."""
    said = str(Message(TEMPLATES[refusal.key], dict(refusal.args)))
    return f"{said} (rule {refusal.rule})" if refusal.rule else said
