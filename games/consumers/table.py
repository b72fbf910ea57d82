"""One socket per viewer and table: receives announcements of changes and pushes the viewer's own view of the table."""

import asyncio
import json
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.forms.models import model_to_dict
from django.template.loader import render_to_string
from django.utils.translation import override

from accounts.preferences.reading import preferences_of
from casino.health import leaving
from games import services
from games.consumers.open_page import OpenPage
from games.live import presence
from games.live.batches import NO_TABLE, Drawn, Memory, Wanted, batches
from games.live.broadcast import group_of
from games.live.heartbeat import beats, lookout
from games.live.open_tables import onlookers
from games.live.spectators import spectators
from games.log.recent_games import just_played
from games.models import Game
from games.views.company import company_context
from games.views.looking import Look, find_seat, fragment_context, look, may_watch

OWN_MOVE = 0.5
"""Delay in seconds before the viewer's own move is pushed to the viewer's pages: until then the page that made it can
receive its response, even on a slow connection, and confirm it."""

UNKNOWN_GAME = 4404
NO_SPECTATORS = 4403
"""After one of these close codes, a page does not try to reconnect."""

REASONS = {UNKNOWN_GAME: "unknown", NO_SPECTATORS: "hidden"}
"""The keys of the messages shown by a closed table."""

TABLE, CLOSED = "games/changed.html", "games/_closed.html"
PEOPLE, SAID = "games/_people.html", "games/_lines.html"
HEARD, AGAIN = "games/_heard.html", "games/_again.html"
ASKED = {"pulse": (), "talk": (PEOPLE, SAID), "again": (PEOPLE, SAID, AGAIN)}
"""Requests a page may send: a ping, the panels beside the table, and the same after reconnecting."""
ALIVE = "<!-- here -->"


class TableConsumer(OpenPage):
    """The socket of a table's page.

    After connecting or reconnecting, the page sends the sequence number it shows and receives newer content; it also
    says if it is hidden behind others, since then a push has not been seen. It confirms a table received as a form's
    response (`{"has": 12}`), which is then not pushed again.
    """

    public_id: str
    seat: int
    shown: int
    hidden: bool
    told_hidden: bool | None
    again: asyncio.Task[None] | None = None
    outbox: dict[str, str]
    sending: bool = False
    watching: bool = False
    arrived: bool = False

    async def __call__(self, *connection: Any) -> None:
        """Remove the connection from presence, however it ends.

        When the server itself shuts down, the page reconnects at once, here or to another server: presence is kept, to
        avoid removing thousands of pages one by one.
        """
        try:
            await super().__call__(*connection)
        finally:
            if self.again:
                self.again.cancel()
            if self.watching:
                await spectators.end(self)
            if self.arrived:
                batches.forget(self)
                onlookers.end(self)
                beats.end(self.channel_name)
                lookout.end(self)
                if not leaving.is_set():
                    await database_sync_to_async(self.leave)()

    async def connect(self) -> None:
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.seat = 0
        self.shown = -1
        self.hidden = False
        self.told_hidden = None
        self.outbox = {}
        refused = await database_sync_to_async(self.refusal)()
        if refused:
            await self.turn_away(refused, REASONS[refused])
            return
        if not await self.admitted(self.seat, *([] if self.seat else [("spectators", self.public_id)])):
            return
        self.watching = not self.seat
        await self.hear(*([] if self.watching else [group_of(self.public_id)]))
        if self.watching:
            await spectators.begin(self)
        await self.accept()
        self.arrived = True
        beats.begin(self.channel_name)
        lookout.begin(self)
        onlookers.begin(self)
        await database_sync_to_async(self.arrive)()

    async def disconnect(self, _code: int) -> None:
        if self.seat and not self.hidden and self.shown > 0:
            await database_sync_to_async(self.note)(self.shown)
        await self.hear_no_more()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        words = {} if bytes_data else _words_in(text_data)
        self.shown = max(self.shown, _number_in(words, "has"))
        asked = words.get("ask")
        if isinstance(asked, str) and asked in ASKED:
            await self.push(*ASKED[asked])
        told = _told_in(words)
        if told is None:
            return
        if self.told_hidden != told.hidden:
            self.told_hidden = told.hidden
            if self.seat:
                await database_sync_to_async(self.show)(not told.hidden)
        self.hidden = told.hidden
        if not told.hidden:
            await self.push_after(told.seen, told.seen)
        elif self.seat:
            await database_sync_to_async(self.note)(told.seen)

    async def game_changed(self, message: dict[str, Any]) -> None:
        """Handle an announcement; its number is unchanged if only something outside the log has changed.

        The page that made the move receives the table as its response and confirms it: other pages come first.
        """
        if self.seat and message.get("by") == self.seat:
            if self.again:
                self.again.cancel()  # the later one shows more
            self.again = asyncio.create_task(self.own_move_again(message))
        elif message["seq"] >= self.shown:
            await self.show_newer(message)

    async def own_move_again(self, message: dict[str, Any]) -> None:
        """Repeat the message to this socket after a moment in which its page can confirm that it has the table."""
        await asyncio.sleep(OWN_MOVE)
        if message["seq"] > self.shown:
            await self.channel_layer.send(self.channel_name, message | {"type": "own.move"})

    async def own_move(self, message: dict[str, Any]) -> None:
        if message["seq"] > self.shown:
            await self.show_newer(message)

    async def show_newer(self, message: dict[str, Any]) -> None:
        before = message["seq"] - 1
        await self.push_after(before, self.shown if 0 < self.shown < before else before, bool(message.get("by")))

    async def people_changed(self, _message: dict[str, Any]) -> None:
        batches.want(self, Wanted(templates=(PEOPLE,)))

    async def table_said(self, _message: dict[str, Any]) -> None:
        await self.push(SAID, HEARD)

    async def messages_changed(self, _message: dict[str, Any]) -> None:
        await self.push(SAID)

    async def blocks_changed(self, _message: dict[str, Any]) -> None:
        await self.push(SAID)

    async def push(self, *templates: str) -> None:
        """Push the panels beside the table, as they are now."""
        if templates:
            await self.push_wanted(Wanted(templates=templates))
        else:
            await self.tell(ALIVE)

    async def push_after(self, number: int, since: int, played: bool = False) -> None:
        """Push the table if it is newer than `number`. `since` is the number last seen; `played`: it was a move."""
        await self.push_wanted(Wanted(number, since), played)

    async def push_wanted(self, wanted: Wanted, played: bool = False) -> None:
        """Push to a player immediately, to a spectator with the next batch."""
        if self.watching:
            batches.want(self, wanted)
        else:
            await self.deliver(await database_sync_to_async(self.draw_now)(wanted, played))

    async def deliver(self, drawn: Drawn | None) -> None:
        """Send the fragments unless newer ones were sent meanwhile. A slow page gets only the latest of each."""
        if drawn is None:
            await self.refuse(NO_SPECTATORS, REASONS[NO_SPECTATORS])
            return
        stale = drawn.seq < self.shown
        self.outbox |= {each: html for each, html in drawn.fragments.items() if each != TABLE or not stale}
        self.shown = max(self.shown, drawn.seq)
        if self.sending:
            return
        self.sending = True
        try:
            while self.outbox:
                html, self.outbox = "".join(self.outbox.values()), {}
                await self.tell(html)
        finally:
            self.sending = False
        onlookers.pushed(self)

    def draw_now(self, wanted: Wanted, played: bool) -> Drawn | None:
        game = just_played.find(self.public_id, wanted.number + 1) if played else None
        game = game or Game.objects.filter(public_id=self.public_id).first()
        return self.draw(game, wanted, {}) if game else None

    def draw(self, game: Game, wanted: Wanted, memory: Memory) -> Drawn | None:
        """Render the fragments that the viewer may see now; None if the viewer may no longer watch."""
        user, number = self.scope.get("user"), -1 if wanted.number == NO_TABLE else game.seq
        templates = (TABLE, *wanted.templates) if game.seq > wanted.number else wanted.templates
        if not templates:
            return Drawn(number, {})
        if not may_watch(game, user):
            return None
        seat = find_seat(game, user)
        self.sit(seat.number if seat else 0)
        since = seat.seen if seat and self.hidden else wanted.since
        likes = model_to_dict(preferences_of(user), exclude=("id", "person"))
        sees = (seat and seat.pk, self.language(), self.site(), *likes.values())
        found: Look | None = None
        fragments: dict[str, str] = {}
        for template in templates:
            key = (*sees, template, since if template == TABLE else getattr(user, "pk", None))  # blocks hide talk
            if key not in memory:
                found = found or look(game, user)
                memory[key] = self.drawn(found, template, since)
            fragments[template] = memory[key]
        return Drawn(number, fragments)

    def drawn(self, found: Look, template: str, since: int) -> str:
        with override(self.language()):
            table = template == TABLE
            context = fragment_context(found, self.site(), since=since) if table else company_context(found)
            return render_to_string(template, context)

    def sit(self, seat: int) -> None:
        """Update the viewer's seat: they may have sat down, swapped seats or been removed since the page was opened."""
        if seat != self.seat:
            self.seat = seat
            presence.change_seat(self.public_id, self.channel_name, seat, self.told_hidden is False)

    async def refuse(self, code: int, why: str) -> None:
        await self.tell(await database_sync_to_async(self.words)(why))
        await super().refuse(code, why)

    def words(self, why: str) -> str:
        with override(self.language()):
            return render_to_string(CLOSED, {"why": why})

    def refusal(self) -> int:
        """Return the close code if the viewer may not watch; 0 otherwise."""
        game, user = Game.objects.filter(public_id=self.public_id).first(), self.scope.get("user")
        if game is None:
            return UNKNOWN_GAME
        seat = find_seat(game, user)
        self.seat = seat.number if seat else 0
        return 0 if may_watch(game, user) else NO_SPECTATORS

    def arrive(self) -> None:
        super().arrive()
        presence.arrive(Game.objects.get(public_id=self.public_id), self.seat, self.channel_name)

    def show(self, visible: bool) -> None:
        presence.show(self.public_id, self.channel_name, visible)

    def leave(self) -> None:
        presence.leave(self.public_id, self.channel_name)

    def note(self, seen: int) -> None:
        """Record that the viewer has seen the game up to this number, but not beyond its latest."""
        game = Game.objects.get(public_id=self.public_id)
        seat = find_seat(game, self.scope.get("user"))
        if seat:
            services.looked(seat, min(seen, game.seq))

    def site(self) -> str:
        """Return the base URL of the page that opened the socket."""
        return next((value.decode() for name, value in self.scope["headers"] if name == b"origin"), "")


class Told(NamedTuple):
    """A page's message: the sequence number of the table it shows, and if it is hidden."""

    seen: int
    hidden: bool


def _words_in(text: str | None) -> dict[str, Any]:
    """Return a page's message, such as `{"ask": "talk"}`; empty if it is malformed."""
    try:
        words = json.loads(text or "")
    except (ValueError, RecursionError):
        return {}
    return words if isinstance(words, dict) else {}


def _number_in(words: dict[str, Any], key: str) -> int:
    number = words.get(key)
    return number if type(number) is int else -1


def _told_in(words: dict[str, Any]) -> Told | None:
    """Return `{"seen": 12}`, optionally with `"hidden": true`; None for anything else."""
    hidden = words.get("hidden", False)
    return Told(words["seen"], hidden) if type(words.get("seen")) is int and type(hidden) is bool else None
