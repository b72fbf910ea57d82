"""Challenges: an open table of two, whose other seat is kept for the player invited by name."""

from datetime import timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Person
from casino.clock import now
from casino.transactions import do_each, write_transaction
from games.domain.commands import CancelGame
from games.domain.presets import resolve_rules
from games.domain.table import NO_SEAT
from games.domain.table_settings import DAY, TableSettings
from games.invitations.models import Invitation
from games.invitations.services import decline, invite
from games.log.store import SERVER, lock_game
from games.models import Game, Seat
from games.pairing.tiles import PLAYERS, TILES
from games.services import Refused, open_game, post_text
from games.services.game_transaction import GameTransaction
from games.services.outcomes import refused
from games.services.suspensions import check_suspended
from games.services.tables import GameSetup

CLOCKS: dict[str, TableSettings] = {
    "none": TableSettings(),
    **{key: settings._replace(public=False) for key, settings in TILES.items()},
    "7-days": TableSettings(clock="turn", time=7 * DAY),
}
"""The clocks of a challenge, by their values in a form."""

MAX_OPEN = 20
"""Maximum number of a person's challenges without an answer."""

LIFETIME, LIVE_LIFETIME = timedelta(days=14), timedelta(hours=1)
"""Time after which a challenge expires; with a live clock both players have to be there."""

MAX_EXPIRED = 200
"""Maximum number of challenges that one run lets expire."""

ME, OPPONENT = 1, 2
FIRST = {"me": OPPONENT, "them": ME}
"""The dealer, by the player who plays first."""


class Challenge(NamedTuple):
    """A challenge as it was chosen. `first`: "me", "them", or "" if it is left to chance."""

    preset: str
    clock: str
    rated: bool = False
    first: str = ""
    message: str = ""
    spectators: bool = True


class _RefusedError(Exception):
    def __init__(self, refusal: Refused) -> None:
        self.refusal = refusal


def challenge(host: Person, opponent: Person, wanted: Challenge) -> Game | Refused:
    """Open the table of the challenge and invite the opponent. The same challenge twice is one.

    Raises SuspendedError and InvalidRules.
    """
    check_suspended(host)
    try:
        with write_transaction():
            Person.objects.select_for_update(no_key=True).get(pk=host.pk)
            return _unanswered(host, opponent) or _challenge(host, opponent, wanted)
    except _RefusedError as error:
        return error.refusal


def _unanswered(host: Person, opponent: Person) -> Game | None:
    """The host's table where the opponent has not answered yet."""
    return open_challenges(host).filter(invitations__person=opponent, invitations__declined=False).first()


def open_challenges(host: Person) -> QuerySet[Game]:
    """The tables at which the host waits for the answer of the player challenged."""
    tables = Game.objects.filter(host=host, status=Game.Status.OPEN, by_invitation=True, rematch_of=None)
    return tables.filter(Exists(Invitation.objects.filter(game=OuterRef("pk"), declined=False)))


def _challenge(host: Person, opponent: Person, wanted: Challenge) -> Game:
    if open_challenges(host).count() >= MAX_OPEN:
        raise _RefusedError(refused("challenges-many", most=MAX_OPEN))
    settings = CLOCKS[wanted.clock]._replace(rated=wanted.rated, spectators=wanted.spectators)
    dealer = FIRST.get(wanted.first, NO_SEAT)
    rules = resolve_rules(wanted.preset)
    game = open_game(host, GameSetup(rules, wanted.preset, PLAYERS, False, settings, dealer=dealer, by_invitation=True))
    _require(invite(game, host, opponent.username))
    if wanted.message.strip():
        _require(post_text(Seat.objects.select_related("game").get(game=game, number=ME), wanted.message))
    return game


def _require(outcome: object) -> None:
    if isinstance(outcome, Refused):
        raise _RefusedError(outcome)


def decline_with_words(game: Game, person: Person, text: str) -> bool | Refused:
    """Decline the invitation, with a few words in the table's chat; return True if there was one to decline."""
    if not text.strip():
        return decline(game, person)
    with write_transaction():
        game = lock_game(game.pk)
        invited = Invitation.objects.filter(game=game, person=person, declined=False).exists()
        if not invited or game.status != Game.Status.OPEN:
            return False
        outcome = post_text(Seat(game=game, person=person, number=NO_SEAT), text)
        return outcome if isinstance(outcome, Refused) else decline(game, person)


def expire_challenges() -> int:
    """Cancel the challenges, and the rematches for two, that no one has accepted in time, declined or not, and return
    their number."""
    invited = Exists(Invitation.objects.filter(game=OuterRef("pk")))
    live, late = Q(table_settings__clock="live", created__lt=now() - LIVE_LIFETIME), Q(created__lt=now() - LIFETIME)
    waiting = Game.objects.filter(status=Game.Status.OPEN, public=False, seats=PLAYERS)
    kept = invited | Q(by_invitation=True)  # of one who has deleted the account no invitation is left
    tables = list(waiting.filter(kept, live | late).order_by("created").values_list("pk", flat=True)[:MAX_EXPIRED])
    return do_each(tables, _expire)


def _expire(table: int) -> bool:
    with write_transaction():
        tx = GameTransaction(lock_game(table))
        if tx.state.result or all(tx.state.players) or tx.execute(CancelGame(), SERVER):
            return False
        tx.commit()
        return True
