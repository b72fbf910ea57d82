"""The viewer's access to a game, and the table's context: the same for pages, fragments and sockets."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from accounts.models import Person, Preferences
from accounts.preferences.reading import preferences_of
from games import bots
from games.deals.models import SharedDeal
from games.deals.playing import deal_of
from games.deals.reveal import hidden_deal, may_look
from games.domain.legality import legal_moves
from games.domain.moves import Move
from games.domain.notation import read_move
from games.domain.perspective import SPECTATOR, Perspective, SeenEvent, perspective, seen_by
from games.domain.seating import seed_wanted
from games.domain.state import GameState
from games.domain.table import NOBODY
from games.domain.terms import Terms
from games.forms.table import query_of
from games.hints import asking
from games.invitations.reading import asked_to
from games.log.player_names import log_with_names, seat_names, with_names
from games.log.shuffling import dealer_after
from games.log.store import latest_facts, load
from games.models import Game, Seat, points_of
from games.presenters.agreements import agreements_view
from games.presenters.choices import Choice, choice_of
from games.presenters.deals import opening_words
from games.presenters.disputes import stop_view
from games.presenters.hints import HintView, hint_view, with_hints
from games.presenters.options import Wishes
from games.presenters.results import rating_views
from games.presenters.table import table_view
from games.presenters.waiting import WaitingView, waiting_view
from games.views.timed import timed, with_profiles


class HtmxRequest(HttpRequest):
    """A request with the details of django-htmx."""

    htmx: HtmxDetails


class Look(NamedTuple):
    """A game as one viewer sees it at this moment."""

    game: Game
    sight: Perspective
    log: tuple[SeenEvent, ...]
    moves: tuple[Move, ...]
    preferences: Preferences
    seat: Seat | None
    person: Person | None = None


def find_game(public_id: str) -> Game:
    """Return the game or raise 404. Anyone with its URL may see it: hands are hidden, and the URL cannot be guessed."""
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise Http404
    return game


def watched_game(request: HttpRequest, public_id: str) -> Game:
    """Return a game to watch: once it has begun, for strangers only where the table allows spectators."""
    game = find_game(public_id)
    if not may_watch(game, request.user):
        raise PermissionDenied(_("This table plays without spectators: only who sits there can look at it."))
    return game


def may_watch(game: Game, user: Person | AnonymousUser | None) -> bool:
    begun = game.status in (Game.Status.PLAYING, Game.Status.OVER)
    if not begun or game.terms.get("spectators", Terms().spectators) or find_seat(game, user) is not None:
        return True
    return may_look(game, user if isinstance(user, Person) else None)


def find_seat(game: Game, user: Person | AnonymousUser | None) -> Seat | None:
    if not isinstance(user, Person):
        return None
    return next((seat for seat in game.at_table if seat.person_id == user.pk), None)


def own_seat(request: HttpRequest, public_id: str) -> Seat:
    """Return the user's seat in the game; 404 for strangers."""
    if not isinstance(request.user, Person):
        raise Http404
    company = list(Seat.objects.filter(game__public_id=public_id).select_related("person__preferences"))
    seat = next((seat for seat in company if seat.person_id == request.user.pk), None)
    if seat is None:
        raise Http404
    seat.company = company
    return seat


def look(game: Game, user: Person | AnonymousUser | None) -> Look:
    seat, state = find_seat(game, user), load(game)[0]
    playing = seat is not None and (not seat.bot or state.result is not None)  # else a computer does
    viewer = seat.number if seat and playing else SPECTATOR
    names = seat_names(game)
    sight = with_names(perspective(state, viewer), names)
    seen = [seen_by(event, viewer) for event in latest_facts(game)]
    log = log_with_names(seen, game, names)
    moves = tuple(legal_moves(sight.position())) if sight.my_turn else ()
    return Look(game, sight, log, moves, preferences_of(user), seat, user if isinstance(user, Person) else None)


def waiting_at(found: Look) -> WaitingView:
    """Return the view of the table while it waits for players."""
    seats = found.game.at_table
    levels = {seat.number: seat.bot for seat in seats if seat.bot}
    host = next((seat.number for seat in seats if seat.person_id and seat.person_id == found.game.host_id), 0)
    hosting = bool(host) and host == found.sight.viewer
    asked = [(str(person), declined) for person, declined in asked_to(found.game)] if hosting else []
    return waiting_view(found.sight, levels, host, bots.DEFAULT, asked)


def seed_context(found: Look, people: int) -> dict[str, Any]:
    """Return the context of forms that send the viewer's client seed: at an open table, or for a rematch."""
    game, state = found.game, load(found.game)[0]
    open_table, alone = game.status == Game.Status.OPEN, people < 2
    return {
        "commitment": game.commitment,
        "sealed": not state.terms.over_days and (open_table or not alone),
        "seed_request": seed_request(found.seat, state) if open_table else None,
        "dealer_next": dealer_after(state) if state.result else NOBODY,
    }


def seed_request(seat: Seat | None, state: GameState) -> dict[str, Any] | None:
    """Return the form by which a player's page automatically sends what the shuffle still needs from it."""
    wanted = seed_wanted(state, seat.number) if seat and not seat.bot else ""
    if not wanted:
        return None
    sealed = wanted == "first" and not state.terms.over_days
    return {"wanted": wanted, "sealed": sealed, "hashes": ",".join(state.seed_hashes)}


def hint_at(found: Look) -> HintView | None:
    """Return the hint that the viewer, who is to play, has been given for this turn."""
    given = asking.given_at(found.game, found.sight.viewer)
    if given is None:
        return None
    move = read_move(given.move) if given.move else None
    return hint_view(found.sight, move, given.why, query_of(choice_of(move)) if move else "")


def rated_by(game: Game) -> dict[int, tuple[int, int]]:
    """Return the rating of each seat's player before and after a rated game."""
    changes = game.rated.order_by("number") if game.status == Game.Status.OVER else ()
    return {each.number: (points_of(each.mu_before), points_of(each.mu_after)) for each in changes}


def rematch_of(game: Game) -> Game | None:
    return Game.objects.filter(rematch_of=game).only("public_id", "commitment").first()


def opening_of(deal: SharedDeal | None) -> str:
    """Return when the hidden cards of a deal will be shown, in words."""
    return opening_words(timezone.get_default_timezone_name(), daily=deal.day is not None) if deal else ""


def opening_at(game: Game) -> str:
    """Return when the cards of a finished game will be shown, in words, if they are still hidden."""
    return opening_of(hidden_deal(game)) if game.status == Game.Status.OVER else ""


def wishes_of(found: Look) -> Wishes:
    return Wishes(found.preferences.marks, found.preferences.confirm)


def fragment_context(
    found: Look, site: str, choice: Choice | None = None, notice: str = "", since: int | None = None
) -> dict[str, Any]:
    """Return the context of the table's templates. `site` is the base URL of its link, `since` the sequence number of
    the table seen before this one."""
    game = found.game
    people = [seat.number for seat in game.at_table if not seat.bot]
    owners = [seat.number for seat in game.at_table if seat.person_id and seat.number not in found.sight.out]
    unseen = 0 if since is None else max(0, game.seq - since)
    table = table_view(found.sight, found.log, found.moves, choice, unseen, wishes_of(found))
    hints, my_turn = asking.counts(game) if asking.allowed(game) else {}, found.sight.my_turn
    rematch = rematch_of(game) if game.status == Game.Status.OVER else None
    waiting = waiting_at(found) if game.status == Game.Status.OPEN else None
    return {
        **(seed_context(found, len(people)) if waiting or game.status == Game.Status.OVER else {}),
        "waiting": waiting,
        "may_sit": waiting is not None and bool(waiting.free) and not waiting.seated,
        "table": with_hints(with_profiles(timed(table, game, found.sight), game), hints),
        "hint": hint_at(found) if my_turn and found.sight.viewer in hints else None,
        "may_ask": my_turn and asking.allowed(game),
        "seen_by_others": len(people) > 1,
        "ratings": rating_views(found.sight, rated_by(game)),
        "given": found.seat if found.seat and found.seat.bot and not found.sight.result else None,
        "may_return": found.seat is not None and found.seat.number not in found.sight.out,
        "stop": stop_view(found.sight, found.log, owners),
        "agree": agreements_view(found.sight, found.log, game.seq, people),
        "called": found.seat is not None and (len(people) > 1 or waiting is not None),
        "public_id": game.public_id,
        "seq": game.seq,
        "version": version_of(game.seq, rematch, sum(hints.values()), waiting),
        "rematch": rematch,
        "deal": deal_of(game) if game.status == Game.Status.OVER else None,
        "hidden": opening_at(game),
        "notice": notice,
        "preferences": found.preferences,
        "address": site + reverse("games:table", args=[game.public_id]),
        "socket": f"/ws/g/{game.public_id}/",
    }


def version_of(seq: int, rematch: Game | None, hints: int, waiting: WaitingView | None) -> str:
    """Return a text that changes whenever the page does, even if the log has not grown."""
    asked = "".join("n" if declined else "y" for _, declined in waiting.asked) if waiting else ""
    return f"{seq}{'+' if rematch else ''}{f'?{hints}' if hints else ''}{asked}"
