"""Who has the table visible in front of them, and need not be called."""

from games.live import presence
from games.models import Game


def visible_at(game: Game | None) -> set[int]:
    """The people at whose seats a page lies in front. Behind another, or gone, is not looking."""
    if game is None:
        return set()
    seats = [seat for seat, where in presence.of(game).items() if where == "visible"]
    return set(game.taken_seats.filter(number__in=seats, person__isnull=False).values_list("person_id", flat=True))
