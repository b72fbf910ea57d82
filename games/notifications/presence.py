"""People who have the table visible, and need no notification."""

from games.live import presence
from games.models import Game


def visible_at(game: Game | None) -> set[int]:
    """Return the seated people with a visible page of the game; a hidden or closed page does not count."""
    if game is None:
        return set()
    seats = [seat for seat, where in presence.of(game).items() if where == "visible"]
    return set(game.taken_seats.filter(number__in=seats, person__isnull=False).values_list("person_id", flat=True))
