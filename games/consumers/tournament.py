"""The socket of a tournament's page."""

import time

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from casino.live_server.concurrency import run_low_priority
from games.consumers.lobby import UNKNOWN_PERSON, LobbyConsumer, MadeOnce
from games.contexts.tournaments import Field, Shown, marked, next_context, parts_of, round_of, wall_context
from games.live.broadcast import tournament_group
from games.tournaments.selectors import SeenTournament, find_tournament

NEXT, WALL = "games/tournaments/_next.html", "games/tournaments/wall.html#live"

type PageKey = tuple[int, int | None, str, str]
"""The tournament, the round shown, the language, and the time zone."""

pages: MadeOnce[PageKey, tuple[Field, SafeString]] = MadeOnce()


class TournamentConsumer(LobbyConsumer):
    """An open page of a tournament, of one of its rounds (`?round=2`), or on the wall (`?wall`). Each push reads anew
    what its viewer may see: whoever may no longer see the tournament gets nothing but the end of the connection. What
    all of its pages show alike is made once for each change."""

    burst_seconds = 1.0  # the results of a round come close together, and the page is long

    async def connect(self) -> None:
        seen = await run_low_priority(self.find)
        if seen is None:
            await self.reject(UNKNOWN_PERSON, "stranger")
            return
        if not await self.admit():
            return
        await self.subscribe(tournament_group(seen.tournament.pk))
        await self.accept()
        self.changed_at = time.monotonic()
        await self.push()

    async def push(self) -> None:
        """Push the page's parts; end the connection if the viewer may not see the tournament."""
        text = await run_low_priority(self.render_tournament)
        if text is None:
            await self.close_page(UNKNOWN_PERSON)
        else:
            await self.send_text(text)

    def render_tournament(self) -> str | None:
        """The parts of the page that change; None if the viewer may not see the tournament."""
        seen = self.find()
        if seen is None:
            return None
        query = QueryDict(self.scope["query_string"])
        shown = Shown(seen, self.scope.get("user"), round_of(query.get("round", "")))
        with self.as_read_here():
            if "wall" in query:
                return render_to_string(WALL, wall_context(shown))
            key = seen.tournament.pk, shown.round, get_language() or "", str(self.time_zone())
            field, parts = pages.get(key, self.changed_at, lambda: made(shown))
            return render_to_string(NEXT, next_context(field, shown)) + marked(field, shown, parts)

    def find(self) -> SeenTournament | None:
        return find_tournament(self.scope.get("user"), str(self.scope["url_route"]["kwargs"]["public_id"]))


def made(shown: Shown) -> tuple[Field, SafeString]:
    """What everyone's page of this tournament and round shows alike."""
    field = Field(shown.seen.tournament, shown.round)
    return field, parts_of(field, pushed=True)
