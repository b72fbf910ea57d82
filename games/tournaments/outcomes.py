"""What tournaments refuse, with the sentences."""

from django.utils.translation import gettext_noop as _

from games.domain.refusal import Refusal, refuse
from games.services import TEMPLATES as SERVICE_TEMPLATES

TEMPLATES: dict[str, str] = SERVICE_TEMPLATES | {
    "tournament-hosts-many": _("You already organize %(most)s tournaments. Finish or cancel one first."),
    "tournament-full": _("This tournament has reached its limit of %(most)s entries."),
    "tournament-late": _("It is too late to enter this tournament."),
    "tournament-over": _("This tournament is over."),
    "tournament-guest": _("This tournament is for people who have signed up. Sign up, and you can enter."),
    "tournament-not-member": _("Only members of the club can enter this tournament."),
    "tournament-in-already": _("You are in this tournament already."),
    "tournament-removed": _("An organizer has removed you from this tournament."),
    "tournament-not-in": _("You are not in this tournament."),
    "tournament-no-place": _("There is no free place in this team anymore."),
    "tournament-team-playing": _("A team can’t change once the tournament has begun."),
    "tournament-not-organizer": _("Only organizers of the tournament can do this."),
    "tournament-begun": _("The tournament has begun, so this can’t be changed anymore."),
    "tournament-not-begun": _("The tournament has not begun yet."),
    "tournament-few": _("A tournament needs at least two entries."),
    "tournament-start-wrong": _("Choose a start within the next year."),
    "tournament-no-clock": _("A tournament needs a clock, so that no game goes on forever."),
    "tournament-name": _("Give the tournament a name of up to %(most)s characters."),
    "tournament-people": _("This format isn’t played by so many people as one entry."),
    "tournament-people-stay": _("People have entered already, so who plays together can’t be changed."),
    "tournament-no-club": _("This tournament is not one of a club."),
    "tournament-rounds-many": _("A tournament has up to %(most)s rounds."),
    "tournament-arena-long": _("An arena lasts from %(least)s to %(most)s minutes."),
    "tournament-round-long": _("A round can last up to 60 days."),
    "tournament-pause-long": _("A pause between rounds can last up to 7 days."),
    "tournament-filled": _("Computers can fill a tournament up to %(most)s entries."),
    "tournament-level": _("Choose how strong the computers are."),
    "tournament-end-wrong": _("Choose an end that is later than the start, and within two years."),
    "tournament-changed": _("This has changed since you opened the page, so nothing was done. Look at it again."),
    "tournament-last-round": _("The last round waits for all matches. To go on without them, end the tournament."),
    "tournament-gone": _("This match no longer exists."),
    "tournament-result-wrong": _("This result can’t be entered. Add the points of both sides, and why."),
    "tournament-no-draw": _("A knockout match needs a winner."),
    "tournament-next-begun": _("The next round has already been drawn from this result, so its winner stays."),
    "tournament-challenge-far": _("You can challenge players up to %(most)s places above you."),
    "tournament-challenge-open": _("One of you has a match to play first."),
    "tournament-challenge-gone": _("This challenge is no longer open."),
    "tournament-team-name": _("Choose a name for your team."),
    "tournament-reason": _("Say why, in a few words."),
}
"""The sentences of all refusals, also of the services that tournaments call."""


class UnknownTournament(Exception):
    """Raised when the tournament is gone, or is one that the person may not know of."""


def no(case: str, **args: object) -> Refusal:
    return refuse("bad-request", "", case, **args)
