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
    "seat-taken": _("Seat %(seat)s is already taken."),
    "table-full": _("All seats are taken."),
    "seat-kept": _("The free seats at this table are reserved for invited players."),
    "challenge-fixed": _("A challenge can’t be changed. Cancel it and send a new one."),
    "called-off": _("This game was canceled."),
    "shut-out": _("You can’t join this table."),
    "blocked-there": _("You have blocked %(name)s, who plays here. Unblock them if you want to join."),
    "blocked-by-you": _("You have blocked %(name)s. Unblock them before you invite them."),
    "rated-guest": _("This game is rated. Sign up to play in it."),
    "rated-computer": _("This game is rated, so computers can’t play in it."),
    "rated-house-rules": _("Rated games use the standard rules. Change no rules, or play an unrated game."),
    "takeover-gone": _("No one can take over this seat now."),
    "takeover-asked": _("Someone else has already asked for this seat."),
    "takeover-seen": _("You have had a seat in this game or seen its cards, so you can’t take over a seat."),
    "takeover-declined": _("The players have declined your request."),
    "host-stays": _("That’s your own seat. To give it up, leave the table."),
    "not-at-table": _("You don’t have a seat at this table."),
    "not-host": _("Only the host of the table can do this."),
    "not-yours": _("You can only move to an open seat."),
    "guests-invite-by-link": _("Sign up to invite people by name. Anyone with the link can join."),
    "nobody-so-called": _("No player is named %(name)s. Use the name they signed up with."),
    "sits-already": _("%(name)s is already at this table."),
    "asked-already": _("%(name)s has already been invited."),
    "challenges-many": _("You have %(most)s open challenges. Wait for an answer, or withdraw one."),
    "asked-many": _("This table has reached its invitation limit. Send others the link."),
    "not-invitable": _("%(name)s isn’t accepting invitations."),
    "rematch-declined": _("%(player)s doesn’t want a rematch."),
    "holiday-backwards": _("A vacation can’t end before it starts."),
    "holiday-late": _("A vacation can’t start in the past."),
    "holiday-far": _("You can plan a vacation up to a year ahead."),
    "holiday-twice": _("You have already chosen some of these days."),
    "holiday-many": _("You have %(left)s of %(most)s vacation days left in %(year)s."),
    "not-gone": _("This player is still here."),
    "wait-longer": _("Wait a little longer. The player may come back."),
    "chat-off": _("Chat is off at this table."),
    "phrases-only": _("Only quick chat is allowed at this table."),
    "not-spectator": _("Only spectators can write here, and you have a seat in this game."),
    "no-phrase": _("There is no such phrase."),
    "nothing-said": _("The message is empty."),
    "said-too-much": _("That message is too long. The limit is %(most)s characters. Nothing was sent."),
    "nobody-to-mute": _("There’s no one to block in this seat."),
    "no-message": _("There is no such message from another player at this table."),
    "note-too-long": _("That note is too long. The limit is %(most)s characters. Your note wasn’t changed."),
    "follow-blocked": _("You have blocked %(name)s. Unblock them before you follow them."),
    "follows-many": _("You follow %(most)s players, which is the limit. Unfollow one first."),
    "no-hints": _("Hints are off at this table."),
    "hint-not-your-turn": _("You can ask for a hint only on your turn."),
    "hint-later": _("Too many people are asking for a hint right now. Try again in a moment."),
    "analysis-limit-own": _("You already have %(most)s analyses running. Wait until one is done."),
    "analysis-limit-all": _("The analysis queue is full. Try again in a few minutes."),
    "planned-never": _("You can plan a move only against people in a game that isn’t live, while you hold cards."),
    "planned-late": _("It’s your turn. Make your move at the table."),
    "planned-many": _("You have planned %(most)s moves, which is the limit. Remove one first."),
    "another-day": _("That daily deal is over."),
    "both-there": _("This challenge already has two players."),
    "not-over": _("This game isn’t over yet."),
    "not-seated": _("You haven’t played in this game."),
    "suspended": _("A director has suspended you until %(until)s, so you can’t play."),
    "suspended-chat": _("You are suspended until %(until)s. You can’t chat until then."),
    "chat-muted": _("A moderator has muted you until %(until)s. You can’t chat until then."),
    "dispute-no-text": _("Say why you think the move was wrong. A director will read it."),
    "dispute-too-long": _("That is too long. The limit is %(most)s characters. Your dispute wasn’t sent."),
    "dispute-late": _("A move can be disputed up to %(days)s days after the end of the game."),
    "dispute-many": _("You have %(most)s open disputes in this game. Wait until one is resolved, or withdraw one."),
    "dispute-not-yours": _("Only the player who raised the dispute can withdraw it."),
    "dispute-settled": _("This dispute has already been resolved or withdrawn."),
    "stop-wanted": _("You have agreed already."),
    "director-plays": _("You’re playing in this game, so another director must decide."),
    "about-oneself": _("Another director must decide your case."),
    "sanction-plays": _("You’re playing a game with this player, so another director must decide."),
    "no-director": _("Only directors can do this."),
    "no-moderator": _("Only moderators can do this."),
    "moderator-involved": _("You wrote this message or play in its game: another moderator must decide."),
    "report-decided": _("This report has already been decided."),
    "nobody-to-suspend": _("There’s no one in this seat."),
}
"""The sentences of all refusals, both of the rules and of the services."""


def refused(case: str, **args: object) -> Refused:
    """A refusal that is not based on a rule of the game."""
    return Refused(refuse("bad-request", "", case, **args))
