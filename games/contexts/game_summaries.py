"""The summaries of a person's games, for lists, however many games there are."""

from collections.abc import Sequence

from games.domain.perspective import SPECTATOR, perspective_of, redact
from games.log.batch import LatestState, latest_states
from games.log.player_names import with_current_names
from games.models import Game
from games.presenters.lobby import GameSummary, game_summary


def summaries_for(games: Sequence[Game], person_id: int | None) -> dict[int, GameSummary]:
    """The summaries by the games' keys, as the person sees them; the games have been read with their seats."""
    states = latest_states(games)
    return {game.pk: _summary(game, states[game.pk], person_id) for game in games if game.pk in states}


def _summary(game: Game, latest: LatestState, person_id: int | None) -> GameSummary:
    seats = game.taken_seats.all()
    own = [seat.number for seat in seats if seat.person_id == person_id and (not seat.bot or latest.state.result)]
    viewer = own[0] if own else SPECTATOR
    names = {seat.number: seat.table_name for seat in seats}
    perspective = with_current_names(perspective_of(latest.state, viewer), names)
    return game_summary(perspective, [redact(event, viewer) for event in latest.events], game.seq)
