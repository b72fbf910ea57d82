"""Outcomes of a request to a game: accepted, refused, or stale because the table had changed."""

from typing import NamedTuple

from django.utils.translation import gettext_noop as _

from games.domain.refusal import TEMPLATES as RULE_TEMPLATES
from games.domain.refusal import Refusal, refuse


class Accepted(NamedTuple):
    """Done, or already done before. `seq` is the game's latest sequence number."""

    seq: int


class Refused(NamedTuple):
    """Not done. The refusal's `case` is a key of TEMPLATES."""

    refusal: Refusal


class Stale(NamedTuple):
    """Not done: the table has changed since it was shown; `seq` is its present sequence number."""

    seq: int


type Outcome = Accepted | Refused | Stale

TEMPLATES: dict[str, str] = RULE_TEMPLATES | {
    "seat-taken": _("Somebody already sits on seat %(seat)s."),
    "table-full": _("All seats are taken."),
    "called-off": _("This game was called off."),
    "shut-out": _("You can’t join this table."),
    "blocked-there": _("You have blocked %(name)s, who plays here. Unblock them if you want to join."),
    "blocked-by-you": _("You have blocked %(name)s. Unblock them before you invite them."),
    "rated-guest": _("This game is rated: sign up to play in it."),
    "rated-computer": _("This game is rated: computers do not play in it."),
    "rated-house-rules": _("Rated games are played by the usual rules: change no rule, or play a friendly game."),
    "host-stays": _("That is your own seat. To get up, leave the table."),
    "not-at-table": _("You do not sit at this table."),
    "not-host": _("Only the host of the table can do this."),
    "not-yours": _("You can only move to a seat that is free."),
    "guests-invite-by-link": _("Sign up to invite people by name. Anybody can come by the link."),
    "nobody-so-called": _("Nobody here is called %(name)s. Is it the name that they signed up with?"),
    "sits-already": _("%(name)s sits at this table."),
    "asked-already": _("%(name)s was asked already."),
    "asked-many": _("So many people have been asked to this table that nobody else can be."),
    "not-invitable": _("%(name)s takes no invitations at the moment."),
    "holiday-backwards": _("A holiday ends on the day it begins, or later."),
    "holiday-late": _("A holiday is chosen in advance: it can begin tomorrow at the earliest."),
    "holiday-far": _("A holiday can be chosen up to a year in advance."),
    "holiday-twice": _("You have already chosen some of these days."),
    "holiday-many": _("Of the %(most)s days of holiday in %(year)s you have %(left)s left."),
    "holiday-begun": _("A holiday that has begun cannot be cancelled."),
    "not-gone": _("This player is not gone."),
    "wait-longer": _("Wait a little longer: the player may come back."),
    "chat-off": _("Nothing is said at this table."),
    "phrases-only": _("At this table only the ready phrases are said."),
    "no-phrase": _("There is no such phrase."),
    "nothing-said": _("There was nothing to say."),
    "said-too-much": _("That was too long: up to %(most)s characters are sent at a time. Nothing was sent."),
    "nobody-to-mute": _("There is nobody on this seat whose words you could do without."),
    "no-message": _("There is no such message of another at this table."),
    "note-too-long": _("That is too long: a note has up to %(most)s characters. Your note was not changed."),
    "no-hints": _("At this table no hints are given."),
    "hint-not-your-turn": _("A hint is for who is to play: it is not your turn."),
    "hint-later": _("Too many others are asking for a hint just now. Try again in a moment."),
    "analysis-limit-own": _("%(most)s of your games are being looked back at already. Wait until one of them is done."),
    "analysis-limit-all": _("Many games are being looked back at just now. Try again in a few minutes."),
    "another-day": _("This deal is of another day: it is not played any more."),
    "both-there": _("Two have taken part already: these cards are for nobody else."),
    "not-over": _("This game is not over yet."),
    "not-seated": _("You have not played in this game."),
    "suspended": _("By a director’s ruling you may not play until %(until)s."),
    "suspended-chat": _("You are suspended until %(until)s. Until then you can’t write in the chat."),
    "chat-muted": _("A moderator has muted you until %(until)s. Until then you can’t write in the chat."),
    "dispute-no-text": _("Say why you think the move was wrong: a director will read it."),
    "dispute-too-long": _("That is too long: up to %(most)s characters. Your dispute was not sent."),
    "dispute-late": _("A move can be disputed up to %(days)s days after the end of the game."),
    "dispute-many": _("You have %(most)s disputes open in this game: wait until one is decided, or withdraw one."),
    "dispute-not-yours": _("Only who disputes a move can withdraw the dispute."),
    "dispute-settled": _("This dispute has been decided or withdrawn already."),
    "stop-wanted": _("You have agreed already."),
    "director-plays": _("You sit in this game: another director must decide."),
    "about-oneself": _("Another director must decide about you."),
    "no-director": _("Only directors can do this."),
    "no-moderator": _("Only moderators can do this."),
    "nobody-to-suspend": _("There is no person on this seat."),
}
"""The sentences of all refusals, both of the rules and of the services."""


def refused(case: str, **args: object) -> Refused:
    """Return a refusal that is not based on a rule of the game."""
    return Refused(refuse("bad-request", "", case, **args))
