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
    "not-your-turn": _("It’s not your turn."),
    "not-in-hand": _("You don’t hold the %(card)s."),
    "one-hand-card": _("In this game you play exactly one card from your hand."),
    "not-on-table": _("There is no %(item)s on the table."),
    "nothing-taken": _("A capture must take something from the table."),
    "no-sum": _("These cards don’t add up to the value of the %(card)s."),
    "one-sum": _("Only one group of a capture may be a sum. Take the others as single cards or builds."),
    "no-sum-many": _("These hand cards and table cards don’t add up to the same number."),
    "too-crowded": _("There are too many ways to add up these cards. Choose fewer."),
    "no-build-sum": _("These cards don’t split into groups that each add up to %(value)s."),
    "face-alone": _("The %(card)s takes only cards of its own rank."),
    "face-count": _("The %(card)s can take only one loose card of its rank at a time."),
    "face-count-three": _("The %(card)s takes one card of its rank, or three at once. Cards in a build count."),
    "face-never-sums": _("Jacks, queens, and kings don’t add up in this game."),
    "jack-takes-all": _("A jack takes everything on the table or is trailed."),
    "must-match": _("You can’t trail the %(card)s: it matches a loose card on the table."),
    "must-match-build": _("You can’t trail the %(card)s: it matches a loose card or a build on the table."),
    "leaves-match": _("You must take every loose card that the %(card)s matches."),
    "leaves-match-build": _("You must take every loose card and build that the %(card)s matches."),
    "five-of-spades": _("The five of spades can’t be trailed while there are cards on the table."),
    "build-whole": _("A build is captured whole, by a card of exactly its value."),
    "no-face-build": _("Jacks, queens, and kings can’t be part of a build in this game."),
    "face-build-alone": _("A jack, queen, or king is built only with cards of its own rank."),
    "no-builds": _("There are no builds in this game."),
    "empty-build": _("A build takes in at least one thing from the table."),
    "table-build-small": _("A build of table cards needs at least two loose cards."),
    "table-build-off": _("In this game a build contains the card just played."),
    "must-hold": _("To build %(value)s you must keep a card in hand that can take it."),
    "multiple": _("A build of several groups keeps its value, so it can’t be raised."),
    "two-raised": _("Only one build can be raised in a turn."),
    "raise-own": _("You may not raise your own build."),
    "partner-build": _("You may not add to your partner’s build."),
    "no-partner": _("You can’t build for a partner in this game."),
    "not-proved": _("Your partner hasn’t shown a card that takes %(value)s."),
    "must-cover": _("You own a build of %(value)s, so you must keep a card for it."),
    "duty-trail": _("You own a build of %(value)s, so you can’t trail."),
    "duty-touch": _("You own a build of %(value)s, so you must take it, add to it, or raise it."),
    "duty-take": _("You own a build of %(value)s, so you may only take it or build."),
    "added-for-partner": _("You can’t add to a build for your partner when its owner stays the same."),
    "leaves-all": _("You must take at least one of the loose cards that the %(card)s matches."),
    "leaves-all-build": _("You must take at least one of the loose cards and builds that the %(card)s matches."),
    "leaves-equal": _("The build must take in every loose card of %(value)s."),
    "too-many-builds": _("The owner would have too many builds: the limit is %(count)s."),
    "joins-builds": _("Two builds can’t be joined in this game."),
    "only-owner-adds": _("Only its owner may add to a build."),
    "only-opponent-raises": _("Only an opponent of its owner may raise a build."),
    "raised-with-more": _("Only the hand card raises a build. You may add only your own build to it."),
    "no-stealing": _("There is no stealing in this game."),
    "not-on-top": _("The %(card)s isn’t on top of an opponent’s pile at seat %(seat)s."),
    "no-base": _("You can steal a card only together with a matching card from the table, not as part of a sum."),
    "no-steal-in-raise": _("You can’t steal a card to raise a build."),
    "not-own-build": _("You can steal a card only for a build that you then own."),
    "no-additions": _("In this game you can’t add to a build without a hand card."),
    "not-your-build": _("Without a hand card, you can add only to your own build."),
    "leave-alone": _("After adding to a build, you must trail or capture something else."),
    "one-build": _("There is already a build of %(value)s. Add to it instead."),
    "no-pluck": _("There is no plucking in this game."),
    "plucked-already": _("You have already plucked a card in this deal."),
    "pluck-never": _("A card that scores by itself can’t be plucked."),
    "pluck-loose": _("Only a loose card on the table can be plucked."),
    "pluck-own": _("You can’t pluck the card you have just played."),
    "pluck-last-item": _("A pluck must leave something on the table."),
    "pluck-over": _("You can’t pluck after the last card of the round."),
    "no-orange": _("There are no oranges in this game."),
    "orange-nothing": _("There is no play to call an orange on."),
    "orange-own": _("You call your own orange as part of the move."),
    "orange-called": _("This orange has already been called."),
    "no-claims": _("There are no claims in this game."),
    "claim-no-round": _("You can claim only during a round."),
    "claim-again": _("After a wrong claim, you can claim again once a card has been captured."),
    "not-forced": _("There is more than one legal move. Choose one."),
    "offer-no-round": _("You can offer this only during a round."),
    "offer-open": _("Another offer is open. It must be answered or withdrawn first."),
    "offer-none": _("There is no open offer."),
    "offer-not-asked": _("You can’t answer this offer."),
    "offer-agreed": _("You have already agreed."),
    "offer-held-seat": _("A computer is playing for someone, so no draw, takeback, or abort can be agreed on now."),
    "abort-left": _("A player has left and lost, so the game can’t be aborted."),
    "draw-alone": _("There’s no one else at the table to agree to a draw."),
    "resign-alone": _("Only a partner who plays at the table can resign with you."),
    "takeback-never": _("Takebacks are off at this table."),
    "takeback-nothing": _("You haven’t played a card yet."),
    "takeback-late": _("New cards have been dealt or drawn since your move, so it can’t be taken back."),
    "takeback-ruled": _("A director has ruled since your move, so it can’t be taken back."),
    "left-others": _("With more than two players, leaving doesn’t end the game. The computer can take over."),
    "leave-two": _("In a game for two, resigning ends the game."),
    "not-awaited": _("It’s not this player’s turn."),
    "no-seat": _("There is no seat %(seat)s in this game."),
    "seat-free": _("Seat %(seat)s is empty."),
    "same-seat": _("Choose two seats to swap."),
    "unreadable": "%(why)s",
    "game-over": _("The game is over."),
    "no-round": _("No round is in progress. The next deck must be dealt first."),
    "round-on": _("A round is already in progress."),
    "wrong-pack": _("This isn’t the complete deck of this game."),
    "no-clock": _("There is no clock in this game."),
    "given-already": _("The computer is already playing for this seat."),
    "not-given": _("The computer isn’t playing for this seat."),
    "given-for-good": _("You can’t take this seat back. The computer plays it until the game ends."),
    "takeover-rated": _("This game is rated, so no one else can take a seat over."),
    "takeover-held": _("The player of this seat may still come back."),
    "frozen": _("The game is paused until a director rules on a disputed move."),
    "not-frozen": _("The game isn’t paused."),
    "frozen-already": _("The game is already paused."),
    "dispute-no-move": _("This isn’t a move of this game."),
    "ruling-no-kind": _("There is no such ruling."),
    "ruling-no-reason": _("Give a reason for the ruling."),
    "ruling-not-begun": _("This game hasn’t started, so there is nothing to rule on."),
    "ruling-no-place": _("Choose the move that the ruling is about."),
    "ruling-no-totals": _("Give a corrected total for each side."),
    "ruling-same-totals": _("The score hasn’t changed."),
    "ruling-no-winners": _("Choose the winner of the game."),
    "ruling-clock-nobody": _("Choose a player’s clock and how much to change it."),
    "ruling-clock-turn": _(
        "In this game each turn has its own time, so you can change only the clock of the player to move."
    ),
    "ruling-no-end": _("Give the last day of the suspension."),
    "ruling-unknown": _("There is no ruling %(number)s in this game."),
    "started": _("The game has already started."),
    "seed-late": _("This game no longer takes seeds for its shuffle."),
    "seed-twice": _("You have already given a seed for this shuffle."),
    "seed-mismatch": _("This isn’t the seed that was promised for the shuffle."),
    "not-started": _("The game hasn’t started."),
}
"""Each sentence once. Other layers translate the template, then fill it with the refusal's `args`."""


def refuse(code: str, rule: str, case: str, **args: object) -> Refusal:
    """A refusal whose sentence is TEMPLATES[case] filled with `args`."""
    return Refusal(code, rule, case, tuple(make_message(case, **args).params.items()))


def explain(refusal: Refusal) -> str:
    """The refusal as an English sentence with its rule number."""
    said = str(Message(TEMPLATES[refusal.key], dict(refusal.args)))
    return f"{said} (rule {refusal.rule})" if refusal.rule else said
