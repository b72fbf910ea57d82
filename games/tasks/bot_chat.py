"""Chat of computer players: ready phrases, a moment after the event, if people are at the table too."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.tasks import task
from django.utils import timezone

from games import services
from games.bots.remarks import remark
from games.domain.events import CardsDealt, Event
from games.domain.perspective import SPECTATOR, seen_by
from games.domain.table import NOBODY
from games.domain.terms import Terms
from games.live.broadcast import game_advanced
from games.log.store import load
from games.models import Game, Seat


@receiver(game_advanced, dispatch_uid="small talk")
def hear(game: Game, seats: Sequence[Seat], facts: Sequence[Event], **_: Any) -> None:
    """Let at most one computer player post a phrase, if chat is on and computers do not play immediately."""
    pause = settings.COMPUTER_PAUSE
    computers = [seat for seat in seats if seat.bot and seat.person_id is None]
    if not pause or not computers or not _talkative(game) or all(seat.bot for seat in seats):
        return
    happened = [seen_by(fact, SPECTATOR) for fact in facts]
    dealer = _dealer(game) if any(isinstance(fact, CardsDealt) and fact.last for fact in facts) else NOBODY
    luck = Random(f"{game.public_id}/talk/{game.seq}")  # noqa: S311  small talk
    said = ((seat, remark(happened, seat.number, dealer, luck)) for seat in computers)
    seat, phrase = next(((seat, phrase) for seat, phrase in said if phrase), (None, ""))
    if seat:
        speak.using(run_after=timezone.now() + timedelta(seconds=pause)).enqueue(game.public_id, seat.number, phrase)


@task
def speak(public_id: str, number: int, phrase: str) -> None:
    """Post the computer's phrase, if it still has its seat."""
    seat = Seat.objects.filter(game__public_id=public_id, number=number, person=None).exclude(bot="").first()
    if seat:
        services.say(seat, phrase)


def _talkative(game: Game) -> bool:
    talk, pace = (game.terms.get(name, getattr(Terms(), name)) for name in ("chat", "pace"))
    return bool(talk != "off" and pace != "at_once")


def _dealer(game: Game) -> int:
    now = load(game)[0].round
    return now.dealer if now else NOBODY
