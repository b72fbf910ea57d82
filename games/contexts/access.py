"""The viewer's access to a game: the game, the seat, and the time when hidden cards are revealed."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from accounts.models import Person
from games import services
from games.clubs import tables as club_tables
from games.deals.models import SharedDeal
from games.deals.reveal import hidden_deal, may_view_attempt
from games.domain.table_settings import TableSettings
from games.live.batches import seats_at
from games.models import Game, Seat
from games.presenters.deals import opening_words
from games.tournaments import selectors as tournaments


class HtmxRequest(HttpRequest):
    """A request with the details of django-htmx."""

    htmx: HtmxDetails


def get_game_or_404(public_id: str) -> Game:
    """The game or raise 404. Anyone with its URL may see it: hands are hidden, and the URL cannot be guessed."""
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise Http404
    return game


def get_known_game_or_404(request: HttpRequest, public_id: str) -> Game:
    """The game, unless it is one of a private club that the user may not watch."""
    game = get_game_or_404(public_id)
    if in_private_club(game) and not can_watch(game, request.user):
        raise Http404
    return game


def in_private_club(game: Game) -> bool:
    """True if the game is one of a private club, or of a tournament there: for others it does not exist."""
    return club_tables.in_private_club(game) or tournaments.in_private_club(game)


def get_member_or_404(username: str) -> Person:
    """The player with this username; 404 if there is none, or only a guest or a closed account."""
    person = Person.named(username)
    if person is None or person.is_guest or not person.is_active:
        raise Http404
    return person


def get_watchable_game(request: HttpRequest, public_id: str) -> Game:
    """A game to watch, for strangers only as `can_watch` says."""
    game = Game.with_seats(public_id, seats_at(public_id))
    if game is None:
        raise Http404
    if not can_watch(game, request.user):
        if in_private_club(game):
            raise Http404
        if game.is_challenge and not _has_begun(game):
            raise PermissionDenied(_("This challenge is for one player only. If that’s you, log in to see it."))
        raise PermissionDenied(_("This table doesn’t allow spectators. Only its players can see it."))
    return game


def can_watch(game: Game, user: Person | AnonymousUser | None) -> bool:
    """True if this person may look at the table, which whoever may sit down may do.

    Others may look where the table allows spectators, at a challenge only once its game has begun.
    """
    if find_seat(game, user) is not None or (user and game.local_seats(user.pk)):
        return True
    if game.pass_and_play:
        return False
    person = user if isinstance(user, Person) else None
    watched = _lets_watch(game, person)
    if _has_begun(game):
        return watched or may_view_attempt(game, person)
    return can_sit(game, person) or (watched and not game.is_challenge)


def _lets_watch(game: Game, person: Person | None) -> bool:
    """True if the table, or the club or the tournament that it belongs to, lets this person watch."""
    if allows_spectators(game):
        return not tournaments.in_private_club(game) or tournaments.may_watch(game, person)
    return club_tables.may_watch(game, person) or tournaments.may_watch(game, person)


def can_sit(game: Game, person: Person | None) -> bool:
    """True if no seat is kept from this person, or from someone who is not logged in."""
    return services.may_sit(game, person)


def _has_begun(game: Game) -> bool:
    return game.status in (Game.Status.PLAYING, Game.Status.OVER)


def allows_spectators(game: Game) -> bool:
    return bool(game.table_settings.get("spectators", TableSettings().spectators))


def find_seat(game: Game, user: Person | AnonymousUser | None) -> Seat | None:
    if not isinstance(user, Person):
        return None
    return next((seat for seat in game.seats_with_people if seat.person_id == user.pk), None)


def get_own_seat_or_404(request: HttpRequest, public_id: str, *, local: bool = False) -> Seat:
    """The user's seat in the game; 404 for strangers. With `local`, at pass and play the one to play."""
    game = Game.with_seats(public_id, seats_at(public_id))
    seat = find_seat(game, request.user) if game else None
    if game and local and not seat:
        seat = game.local_seat(request.user.pk)
    if seat is None:
        raise Http404
    return seat


def reveal_words(deal: SharedDeal | None) -> str:
    """When the hidden cards of a deal will be shown, in words."""
    if deal is None:
        return ""
    return opening_words(timezone.get_default_timezone_name(), daily=deal.day is not None, tables=not deal.level)


def picture_path(game: Game) -> str:
    """The path of the picture of the result, which exists once the game's cards are revealed."""
    return reverse("games:result_picture", args=[game.public_id])


def reveal_notice(game: Game) -> str:
    """When the cards of a finished game will be shown, in words, if they are still hidden."""
    return reveal_words(hidden_deal(game)) if game.status == Game.Status.OVER else ""
