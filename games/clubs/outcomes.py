"""What clubs refuse, with the sentences."""

from django.utils.translation import gettext_noop as _

from games.domain.refusal import Refusal, refuse
from games.services import TEMPLATES as SERVICE_TEMPLATES

TEMPLATES: dict[str, str] = SERVICE_TEMPLATES | {
    "club-own-many": _("You already own %(most)s clubs. Pass one on or delete one first."),
    "club-many": _("You are already in %(most)s clubs. Leave one first."),
    "club-full": _("This club has reached its limit of %(most)s members."),
    "club-no-guests": _("This club is for people who have signed up. Sign up, and you can join."),
    "club-closed": _("You can’t join this club now."),
    "club-asked-many": _("Too many people are waiting for an answer from this club. Try again later."),
    "club-asks-many": _("You are waiting for the answers of %(most)s clubs. Try again later."),
    "club-invited-many": _("%(most)s invitations are unanswered. Withdraw one first."),
    "club-gone": _("This person is no longer there."),
    "club-not-member": _("Only members of the club can do this."),
    "club-not-organizer": _("Only organizers of the club can do this."),
    "club-not-owner": _("Only the owner of the club can do this."),
    "club-unfinished": _("First end these tournaments of the club, or call them off: %(names)s."),
    "club-own-role": _("Organizers can only be removed by the owner, and the owner by no one."),
    "club-organizers-many": _("A club can have up to %(most)s organizers."),
    "club-tables-many": _("You have %(most)s open tables in this club. Wait for players, or cancel one."),
    "club-guest-challenge": _("Only players who have signed up can be challenged. Open a table instead."),
    "club-favorites-many": _("A club can have up to %(most)s favorite games. Remove one first."),
    "club-rules-gone": _("These house rules no longer exist."),
    "club-rules-old": _("These house rules can’t be played anymore. Save them again."),
    "club-date-wrong": _("Choose a time from now on, within two years."),
    "club-dates-many": _("The calendar already has %(most)s dates to come. Delete one first."),
    "club-member-already": _("%(name)s is already a member."),
    "club-nobody": _("No player is named %(name)s. Use the name they signed up with."),
    "club-not-invitable": _("%(name)s isn’t accepting invitations."),
}
"""The sentences of all refusals, also of the services that clubs call."""


class UnknownClub(Exception):
    """Raised when the club is gone, or is one that the person may not know of."""


def no(case: str, **args: object) -> Refusal:
    return refuse("bad-request", "", case, **args)
