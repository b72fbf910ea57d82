"""Chat of computer players: a ready phrase in answer to a person's, a moment later."""

from datetime import timedelta

from django.conf import settings
from django.tasks import task
from django.utils import timezone

from casino.transactions import write_transaction
from games import services
from games.models import Game, Seat

REPLIES = {"hello": "hello", "nice": "thanks", "well_played": "thanks", "good_game": "good_game"}
"""By a person's phrase, the computer's answer. None to other phrases or to texts: it never speaks first."""

TYPING_PAUSES = 3
"""Number of standard pauses that a computer player takes to read a phrase and answer it."""


def schedule_bot_reply(game: Game, phrase: str) -> None:
    """Let the first computer player at the table answer this phrase of a person."""
    seat = next((seat for seat in game.taken_seats.all() if seat.is_computer), None)
    if seat and phrase in REPLIES:
        due = timezone.now() + timedelta(seconds=settings.COMPUTER_PAUSE * TYPING_PAUSES)
        with write_transaction():
            post_bot_phrase.using(run_after=due).enqueue(game.public_id, seat.number, REPLIES[phrase])


@task
def post_bot_phrase(public_id: str, number: int, phrase: str) -> None:
    """Post the computer's phrase, once in a game, if it still has its seat."""
    seat = Seat.objects.filter(game__public_id=public_id, number=number, person=None).exclude(bot="").first()
    if seat and not seat.game.messages.filter(seat=number, phrase=phrase, person=None).exists():
        services.post_phrase(seat, phrase)
