"""Players who do not play: timeouts, the player of a seat after one, the first deal when promised client seeds do not
arrive; and players who have left, for whom the others may have a computer play on after a while."""

from collections.abc import Mapping

from django.conf import settings
from django.db.models import F

from casino.clock import now
from casino.transactions import write_transaction
from games import bots
from games.bots.one_ply import timeout_move
from games.domain.commands import CancelGame, ClaimForfeit, Command, ExpireTurn, Play, ReturnToSeat, SubstituteBot
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective_of
from games.live import presence
from games.log.store import load, lock_game, seat_actor, turn_began
from games.models import Game, Seat
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Outcome, refused
from games.services.seating import start_without_seeds
from games.services.suspensions import suspension_refusal
from games.services.uptime import is_late, server_is_up

# --- players who leave ----------------------------------------------------------------------------------------------


REMIND_AFTER = 24 * 3600.0
"""Seconds after which the others may remind the player whose turn it is."""


def claim_wait(seat: Seat, pages: Mapping[int, presence.SeatPages] | None = None) -> float | None:
    """The seconds that this seat must still wait before it may act for the seat to play, whose player has gone.

    None where there is nothing to wait for: that player is here, the seat itself is to play, or a clock runs over days.
    In a live game only time counts in which the other was to play and gone, and this seat's player connected: not an
    outage. At the players' own pace nobody has promised to be here, so all of the turn counts, and it is long.
    `pages`: the open ones, if they have just been read.
    """
    game = seat.game
    patience = settings.ABANDON_AFTER.get(game.table_settings.get("clock", "none"))
    if game.status != Game.Status.PLAYING or patience is None or seat.bot or game.turn == seat.number:
        return None
    if not any(each.number == game.turn and each.person_id and not each.bot for each in game.seats_with_people):
        return None
    times = []
    if game.live:
        pages = presence.pages_by_seat(game.pk) if pages is None else pages
        gone = None if game.turn in pages else presence.gone_since(game, game.turn)
        if gone is None:
            return None
        if seat.number not in pages:
            return patience
        times = [gone, pages[seat.number].since]
    return max(0.0, patience - (now() - max([turn_began(game), *times])).total_seconds())


def may_remind(game: Game, wait: float | None) -> bool:
    """True if the turn has lasted a day at the players' own pace. `wait` is what `claim_wait` says."""
    return wait is not None and not game.live and settings.ABANDON_AFTER["none"] - wait >= REMIND_AFTER


def claim_forfeit(seat: Seat, number: int) -> Outcome:
    """Let this seat win a live game of two whose other player has gone."""
    if not seat.game.live:
        return refused("not-gone")
    return _claim(seat, number, ClaimForfeit(number), f"abandoned@{number}")


def end_without_result(seat: Seat, number: int) -> Outcome:
    """End a game of two at the players' own pace whose other player no longer plays."""
    if seat.game.live or seat.game.seats > 2:
        return refused("not-gone")
    return _claim(seat, number, CancelGame(begun=True), f"ended@{number}")


def seat_computer_for(seat: Seat, number: int) -> Outcome:
    """Let the computer play on for a player who has gone, and who may return to the seat."""
    return _claim(seat, number, SubstituteBot(number, bots.DEFAULT_LEVEL, final=False), f"computer@{number}")


def _claim(seat: Seat, number: int, command: Command, entry: str) -> Outcome:
    with write_transaction():
        game = lock_game(seat.game_id)
        if barred := suspension_refusal(seat.person_id):
            return barred
        if number != game.turn:
            return refused("not-awaited")
        left = claim_wait(Seat.objects.select_related("game").get(pk=seat.pk))
        if left is None:
            return refused("not-gone")
        if left:
            return refused("wait-longer")
        tx = GameTransaction(game)
        if refusal := tx.execute(command, seat_actor(seat.number), entry):
            return refusal
        if isinstance(command, SubstituteBot):
            game.taken_seats.filter(number=number).update(bot=command.bot)
        tx.commit()
        return Accepted(game.seq)


# --- time that runs out ---------------------------------------------------------------------------------------------


BATCH_SIZE = 200


def overdue_games() -> list[tuple[str, int]]:
    """Address and sequence number of the games in which the time of a person, or for seeds, has run out.

    Empty while the server was down.
    """
    if not server_is_up():
        return []
    found = Game.objects.filter(status__in=(Game.Status.OPEN, Game.Status.PLAYING), deadline__lte=now())
    computers = Seat.objects.exclude(bot="").filter(number=F("game__turn"))
    rows = found.exclude(taken_seats__in=computers).order_by("deadline")
    return list(rows.values_list("public_id", "seq")[:BATCH_SIZE])


def enforce_timeout(public_id: str, seq: int) -> bool:
    """Apply the terms to a seat whose time has run out, unless the game has advanced from `seq`; True if done."""
    game = Game.objects.filter(public_id=public_id, seq=seq).first()
    if game is None or not _is_due(game):
        return False
    card = _least_costly_move(game) if game.turn and game.table_settings["timeout"] == "card" else ""
    with write_transaction():
        game = lock_game(game.pk)
        if game.seq != seq or not _is_due(game):
            return False
        if game.status == Game.Status.OPEN:
            start_without_seeds(game)
        else:
            _expire_turn(game, card)
        return True


def _is_due(game: Game) -> bool:
    """True if a person's time has run out by a clock that can be trusted."""
    if not is_late(game) or not server_is_up():
        return False
    return game.status == Game.Status.OPEN or (
        game.status == Game.Status.PLAYING and game.taken_seats.filter(number=game.turn, bot="").exists()
    )


def _expire_turn(game: Game, card: str) -> None:
    tx, seat = GameTransaction(game), game.turn
    tx.execute_trusted(ExpireTurn(seat, bots.DEFAULT_LEVEL))
    if card:
        tx.execute_trusted(Play(seat, read_move(card)), seat_actor(seat), card)
    if seat in tx.state.bot_seats:
        game.taken_seats.filter(number=seat).update(bot=bots.DEFAULT_LEVEL)
    tx.commit()


def _least_costly_move(game: Game) -> str:
    """The least costly move, computed before the game is locked so that no one has to wait for it."""
    return write_move(timeout_move(perspective_of(load(game)[0], game.turn)))


def return_to_seat(seat: Seat) -> Outcome:
    """Give the seat back from the computer to its player."""
    with write_transaction():
        game = lock_game(seat.game_id)
        tx = GameTransaction(game)
        if refusal := tx.execute(ReturnToSeat(seat.number), seat_actor(seat.number)):
            return refusal
        game.taken_seats.filter(number=seat.number).update(bot="")
        tx.commit()
        return Accepted(game.seq)
