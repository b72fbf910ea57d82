"""The socket of a club's page."""

from typing import Any

from django.template.loader import render_to_string

from casino.live_server.concurrency import run_low_priority
from games.clubs.selectors import SeenClub, find_club
from games.consumers.lobby import UNKNOWN_PERSON, LobbyConsumer
from games.contexts.clubs import FEW_MESSAGES, MESSAGES, lists_context, talk_context
from games.live.broadcast import club_group

PAGE, TALK = "games/clubs/club.html", "games/clubs/_talk.html"


class ClubConsumer(LobbyConsumer):
    """An open page of a club. Each push reads anew what its viewer may see: whoever may no longer see the club gets
    nothing but the end of the connection."""

    @property
    def address(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["address"])

    def find(self) -> SeenClub | None:
        return find_club(self.scope.get("user"), self.address)

    async def connect(self) -> None:
        seen = await run_low_priority(self.find)
        if seen is None:
            await self.reject(UNKNOWN_PERSON, "stranger")
            return
        if not await self.admit():
            return
        await self.subscribe(club_group(seen.club.pk))
        await self.accept()

    async def chat_changed(self, _message: dict[str, Any]) -> None:
        """Push the talk, to members alone."""
        await self.send_text(await run_low_priority(self.render_talk))

    async def push(self) -> None:
        text = await run_low_priority(self.render)
        if text:
            await self.send_text(text)
        else:
            await self.close_page(UNKNOWN_PERSON)

    def render_talk(self) -> str:
        seen: Any = self.find()
        if seen is None or not seen.is_member:
            return ""
        most = MESSAGES if b"all" in self.scope["query_string"] else FEW_MESSAGES
        with self.as_read_here():
            return render_to_string(f"{TALK}#lines", talk_context(seen, self.scope["user"], most=most))

    def render(self) -> str:
        seen: Any = self.find()
        if seen is None:
            return ""
        with self.as_read_here():
            return render_to_string(f"{PAGE}#lists", lists_context(seen, self.scope.get("user")))
