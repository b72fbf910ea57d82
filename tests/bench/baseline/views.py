"""The baseline's one page and one socket."""

from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from casino.transactions import write_transaction
from games.models import GENESIS, Game, StoredEvent

PAGE = "page.html"
ROWS = [{"number": number, "name": f"card {number}", "kind": "spade", "text": "nine"} for number in range(64)]
"""Enough to make the page as large as a table."""

PAYLOAD = {"seat": 1, "card": "9S", "items": ["5H", "4S"], "left": [], "swept": False}


@require_POST
def play(request: HttpRequest, public_id: str) -> HttpResponse:
    seen = int(request.POST["seq"])
    with write_transaction():
        game = Game.objects.get(public_id=public_id)
        StoredEvent.objects.bulk_create(row(game, number, str(request.user.pk)) for number in (2 * seen, 2 * seen + 1))
    async_to_sync(get_channel_layer().group_send)(public_id, {"type": "changed", "seq": seen})
    return render(request, PAGE, {"seq": seen + 1, "rows": ROWS})


def row(game: Game, number: int, actor: str) -> StoredEvent:
    """Return a row with a number beyond those that the game itself has used."""
    return StoredEvent(
        game=game,
        seq=10_000 + number,
        type="cards_captured",
        version=1,
        payload=PAYLOAD,
        actor=actor,
        action_text="9Sx5H,4S",
        at=timezone.now(),
        previous=GENESIS,
        hash=GENESIS,
    )


class Socket(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.group = self.scope["url_route"]["kwargs"]["public_id"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, _code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def changed(self, message: dict[str, Any]) -> None:
        context = {"seq": message["seq"] + 1, "rows": ROWS}
        await self.send(text_data=await sync_to_async(render_to_string)(PAGE, context))


urlpatterns = [path("g/<str:public_id>/play/", play)]
