"""The socket of a club's page."""

from typing import Any

from django.template.loader import render_to_string

from casino.live_server.concurrency import run_low_priority
from games.clubs.selectors import SeenClub, find_club
from games.consumers.lobby import UNKNOWN_PERSON, LobbyConsumer
from games.contexts.clubs import FEW_MESSAGES, MESSAGES, lists_context, talk_context
from games.live.broadcast import club_group

LISTS, TALK = "games/clubs/club.html#lists", "games/clubs/_talk.html#lines"


class ClubConsumer(LobbyConsumer):
    """An open page of a club, or (`?talk`) of its talk. Each push reads anew what its viewer may see: whoever may no
    longer see the club gets nothing but the end of the connection."""

    async def connect(self) -> None:
        seen = await run_low_priority(self.find)
        if seen is None:
            await self.reject(UNKNOWN_PERSON, "stranger")
            return
        if not await self.admit():
            return
        await self.subscribe(club_group(seen.club.pk))
        await self.accept()
        await self.push()
        await self.chat_changed({})

    async def chat_changed(self, _message: dict[str, Any]) -> None:
        """Push the talk, to members alone."""
        if text := await run_low_priority(self.render_talk):
            await self.send_text(text)

    async def push(self) -> None:
        """Push the lists; end the connection if the viewer may not see the club."""
        text = await run_low_priority(self.render_club)
        if text is None:
            await self.close_page(UNKNOWN_PERSON)
        elif text:
            await self.send_text(text)

    def render_club(self) -> str | None:
        """The lists, which a page of the talk alone has not; None if the viewer may not see the club."""
        seen = self.find()
        if seen is None:
            return None
        if self.shows_talk_alone:
            return ""
        with self.as_read_here():
            return render_to_string(LISTS, lists_context(seen, self.scope.get("user")))

    def render_talk(self) -> str:
        seen = self.find()
        if seen is None or not seen.is_member:
            return ""
        most = MESSAGES if self.shows_talk_alone else FEW_MESSAGES
        with self.as_read_here():
            return render_to_string(TALK, talk_context(seen, self.scope["user"], most=most))

    def find(self) -> SeenClub | None:
        seen = find_club(self.scope.get("user"), str(self.scope["url_route"]["kwargs"]["address"]))
        return seen if seen and seen.inside else None

    @property
    def shows_talk_alone(self) -> bool:
        return bool(self.scope["query_string"] == b"talk")
