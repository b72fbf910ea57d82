"""One socket per viewer and table: receives announcements of changes and pushes the viewer's own view of the table."""

import asyncio
import json
import logging
import math
import time
from collections.abc import Coroutine
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import QuerySet, Subquery
from django.forms.models import model_to_dict
from django.template.loader import render_to_string

from accounts.person_preferences import preferences_of
from accounts.sessions import person_of_session
from casino.health import shutting_down
from casino.live_server.concurrency import BatchedWork, run_low_priority
from casino.prepared_queries import PreparedQuery
from casino.push_ages import push_ages
from casino.sessions import stored_sessions
from games import services
from games.consumers.page import PageConsumer
from games.contexts.access import can_watch, find_seat, in_private_club
from games.contexts.social import social_context
from games.contexts.table import load_table, table_context
from games.domain.perspective import SPECTATOR
from games.live import presence
from games.live.batches import NO_TABLE, FragmentCache, PushRequest, Rendered, audience, batches, panels
from games.live.broadcast import table_group
from games.live.open_pages import table_pages
from games.live.spectators import spectators
from games.log.recent_states import cached_game, forget_game
from games.models import Game, Seat
from games.models.social import ChatMessage

logger = logging.getLogger(__name__)

OWN_MOVE_DELAY = 0.5
"""Seconds before the viewer's own move is pushed to the viewer's pages: until then the page that made it can
receive its response, even on a slow connection, and confirm it."""

UNKNOWN_GAME = 4404
NO_SPECTATORS = 4403
"""After one of these close codes, a page does not try to reconnect."""

LOST = 1005
"""The code of a socket that ends without one."""

DEALING = 8
"""Number of events from which the page takes those with which a round began."""

REASONS = {UNKNOWN_GAME: "unknown", NO_SPECTATORS: "hidden"}
"""The keys of the messages shown by a closed table."""

TABLE, REFUSED = "games/table/_table.html", "games/social/_connection.html#refused"
PRESENCE, CHAT, MESSAGES = "games/social/_presence.html", "games/social/_chat.html", "games/social/_chat.html#messages"
CHAT_ALERT, RECONNECTED = "games/social/_chat.html#alert", "games/social/_connection.html#reconnected"
REQUESTS = {"talk": (PRESENCE, MESSAGES), "again": (PRESENCE, MESSAGES, RECONNECTED)}
"""Requests a page may send, beside a ping: the panels beside the table, and the same after reconnecting."""
PONG = "<!-- here -->"
MAX_BEAT = 60_000  # milliseconds


presence_changes = BatchedWork(presence.record)


def _seats_and_session(public_id: str, session_key: str) -> QuerySet[Seat]:
    stored = Session.objects.filter(session_key=session_key)
    data, until = (Subquery(stored.values(name)) for name in ("session_data", "expire_date"))
    return Game.seats_at(public_id).annotate(data=data, until=until)


seats_and_session = PreparedQuery(_seats_and_session, str, str)
"""The taken seats of a game, with the game, their people, and the session that asks."""

own_seats = PreparedQuery(
    lambda public_id, person: Seat.objects.filter(game__public_id=public_id, person=person).select_related("game"),
    str,
    int,
)
"""The seat of a person in a game, with the game, or none."""


class TableConsumer(PageConsumer):
    """The socket of a table's page.

    After connecting or reconnecting, the page sends the sequence number it shows and receives newer content; it also
    says if it is hidden behind others, since then a push has not been seen. It confirms a table received as a form's
    response (`{"has": 12}`), which is then not pushed again. In view it says with every request after how many
    milliseconds it pings next (`{"ask": "pulse", "beat": 1500}`).
    """

    public_id: str
    outbox: dict[str, str]
    tasks: ClassVar[set[asyncio.Task[None]]] = set()
    game: Game | None = None  # as it was when the socket was opened, until the page is heard
    refusal: int = 0
    seat: int = 0
    last_sent_seq: int = -1
    hidden: bool | None = None
    seen_seq: int = 0  # when the page was hidden
    ping_due: float = math.inf  # of a player's page in view, by `time.monotonic`
    lost: bool = False  # its line has broken
    present: bool = False  # not before the page is heard, nor while a ping is overdue
    marked_seq: int = 0  # recorded as seen
    own_move_task: asyncio.Task[None] | None = None
    sending: bool = False
    is_spectator: bool = False
    over: bool = False
    accepted: bool = False

    async def __call__(self, *connection: Any) -> None:
        """Remove the connection from presence, however it ends.

        When the server itself shuts down, the page reconnects at once, here or to another server: presence is kept, to
        avoid removing thousands of pages one by one. So it is, until the next ping is overdue, when the line has broken
        while the page was in view.
        """
        try:
            await super().__call__(*connection)
        finally:
            if self.own_move_task:
                self.own_move_task.cancel()
            if self.is_spectator:
                await spectators.remove(self)
            if self.accepted:
                for queue in (batches, panels, audience):
                    queue.discard(self)
                if self.lost and self.present and self.ping_due < math.inf:
                    self.last_sent_seq = -1  # nothing is pushed any more, until `fall_silent`
                else:
                    table_pages.remove(self)
                    if self.present and not shutting_down.is_set():
                        await presence_changes.do(presence.Departure(self.public_id, self.channel_name))

    async def connect(self) -> None:
        if self.refusal:
            await self.reject(self.refusal, REASONS[self.refusal])
            return
        if not await self.admit(self.seat, *([] if self.seat else [("spectators", self.public_id)])):
            return
        self.is_spectator = not self.seat
        await self.subscribe(*([] if self.is_spectator else [table_group(self.public_id)]))
        if self.is_spectator:
            await spectators.add(self)
        await self.accept()
        self.accepted = True
        table_pages.add(self)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        self.lost = message["code"] == LOST and "reason" not in message  # a socket that a page has closed has one
        await super().websocket_disconnect(message)

    async def disconnect(self, code: int) -> None:
        if self.seat and not self.hidden and self.last_sent_seq > self.marked_seq:
            await run_low_priority(self.mark_seen, self.last_sent_seq)
        await super().disconnect(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = {} if bytes_data else _parse_message(text_data)
        confirmed, hidden = message.get("has"), message.get("hidden", False)
        seen: Any = message.get("seen")
        if type(confirmed) is int:
            self.last_sent_seq = max(self.last_sent_seq, confirmed)
        tells = type(seen) is int and type(hidden) is bool
        changed = tells and self.hidden != hidden
        self.hidden = hidden if tells else self.hidden
        self.note_ping(message.get("beat"))
        if changed and self.seat and self.present:
            self.start_task(run_low_priority(presence.set_visibility, self.public_id, self.channel_name, not hidden))
        self.be_present()
        requested = message.get("ask")
        if requested == "pulse":
            await self.send_text(PONG)
        elif isinstance(requested, str) and requested in REQUESTS:
            panels.request(self, PushRequest(templates=REQUESTS[requested]))
        if tells and not hidden and self.game and self.game.seq == seen:
            self.last_sent_seq = seen
            panels.request(self, PushRequest(seen, seen))  # a move since the socket was opened
        elif tells and not hidden:
            await self.push(newer_than=seen, since=seen)
        elif changed and self.seat:  # a page left alone goes on saying so
            self.seen_seq = seen
            self.start_task(run_low_priority(self.mark_seen, seen))

    def note_ping(self, beat: Any) -> None:
        """Expect the next ping. Nothing is written for a ping that was not late."""
        if type(beat) is int and 0 < beat <= MAX_BEAT:
            self.ping_due = time.monotonic() + beat / 1000 + presence.PING_LATE if self.seat else math.inf
        if self.hidden:
            self.ping_due = math.inf

    def be_present(self) -> None:
        """Record the page when it is first heard, or heard again."""
        if not self.present:
            self.present = True
            self.start_task(self.record_presence())

    async def fall_silent(self) -> None:
        self.ping_due, self.present = math.inf, False
        if self.lost:
            table_pages.remove(self)
        self.start_task(presence_changes.do(presence.Departure(self.public_id, self.channel_name)))

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this without holding up a push."""
        task = asyncio.create_task(self.finish_task(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def finish_task(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except DatabaseError:
            logger.exception("What a page has told could not be recorded; it connects anew.")
            await self.close_page()

    async def game_changed(self, message: dict[str, Any]) -> None:
        """Handle an announcement; its number is unchanged if only something outside the log has changed.

        The page that made the move receives the table as its response and confirms it: other pages come first, and this
        one handles the message again after a moment.
        """
        seq, by, again = message["seq"], message.get("by"), message.get("again", False)
        if not by:
            forget_game(self.public_id)  # its seats may have changed: a player was renamed
        if self.seat and by == self.seat and not again:
            if self.own_move_task:
                self.own_move_task.cancel()  # the later one shows more
            self.own_move_task = asyncio.create_task(self.repeat_own_move(message))
        elif seq >= self.last_sent_seq + again:
            since = self.last_sent_seq if 0 < self.last_sent_seq < seq - 1 else seq - 1
            if by and seq == self.last_sent_seq:  # all are ready for a round that was dealt some events ago
                since = seq - DEALING
            changed_at = time.time() if again else message.get("at", time.time())
            await self.push(newer_than=seq - 1, since=since, played=bool(by), changed_at=changed_at)

    async def repeat_own_move(self, message: dict[str, Any]) -> None:
        await asyncio.sleep(OWN_MOVE_DELAY)
        if message["seq"] > self.last_sent_seq:
            await self.channel_layer.send(self.channel_name, message | {"again": True})

    async def catch_up(self) -> None:
        """Push what is beside the table. `push_missed_updates` looks after the table itself."""
        panels.request(self, PushRequest(templates=(PRESENCE, MESSAGES)))

    async def presence_changed(self, message: dict[str, Any]) -> None:
        """Push who is there, which pages of the viewer's own seat don't change. Spectators share a drawing."""
        seats = set(message.get("seats", ()))
        if not self.seat or seats != {self.seat}:
            queue = audience if self.seat and seats == {SPECTATOR} else panels
            queue.request(self, PushRequest(templates=(PRESENCE,)))

    async def chat_posted(self, message: dict[str, Any]) -> None:
        """Push the messages. What spectators write does not reach players before the end, not even as a sign of it."""
        if not self.seat or self.over or message["audience"] == ChatMessage.Audience.TABLE:
            await self.push(MESSAGES, CHAT_ALERT)

    async def chat_changed(self, _message: dict[str, Any]) -> None:
        await self.push(MESSAGES)

    async def blocks_changed(self, _message: dict[str, Any]) -> None:
        await self.push(MESSAGES)

    async def chat_ban_changed(self, _message: dict[str, Any]) -> None:
        await self.push(CHAT)

    async def push(
        self,
        *templates: str,
        newer_than: int = NO_TABLE,
        since: int = NO_TABLE,
        played: bool = False,
        changed_at: float | None = None,
    ) -> None:
        """Push these panels, and the table if it is newer: to a player now, to a spectator with the next batch.

        `since` is the sequence number last seen; `played`: it was a move; `changed_at`: when.
        """
        request = PushRequest(newer_than, since, templates)
        if self.is_spectator:
            batches.request(self, request)
        else:
            game = cached_game(self.public_id, newer_than + 1) if played else None
            with push_ages.measure(changed_at or time.time()):
                rendered = await database_sync_to_async(self.render)(game, request, {})
            await self.deliver(rendered)

    async def deliver(self, rendered: Rendered | None) -> None:
        """Send the fragments unless newer ones were sent meanwhile. A slow page gets only the latest of each."""
        if rendered is None:
            await self.refuse(NO_SPECTATORS, REASONS[NO_SPECTATORS])
            return
        stale = rendered.seq < self.last_sent_seq
        self.outbox |= {name: html for name, html in rendered.fragments.items() if name != TABLE or not stale}
        self.last_sent_seq = max(self.last_sent_seq, rendered.seq)
        if self.sending:
            return
        self.sending = True
        try:
            while self.outbox:
                html, self.outbox = "".join(self.outbox.values()), {}
                await self.send_text(html)
        finally:
            self.sending = False

    def render(self, game: Game | None, request: PushRequest, cache: FragmentCache) -> Rendered | None:
        """Render the fragments that the viewer may see now; None if the viewer may no longer watch."""
        game = game or Game.objects.filter(public_id=self.public_id).first()
        if game is None:
            return None
        user, seq = self.scope.get("user"), -1 if request.newer_than == NO_TABLE else game.seq
        self.over = game.status == Game.Status.OVER
        templates = (TABLE, *request.templates) if game.seq > request.newer_than else request.templates
        if self.over and TABLE in templates:  # now players can read what spectators have written
            templates = tuple(dict.fromkeys((*templates, MESSAGES)))
        if not templates:
            return Rendered(seq, {})
        if not can_watch(game, user):
            return None
        seat = find_seat(game, user)
        self.update_seat(seat.number if seat else 0)
        since = self.seen_seq if seat and self.hidden else request.since
        preferences = model_to_dict(preferences_of(user), exclude=("id", "person"))
        viewer = (seat and seat.pk, self.language(), self.time_zone().key, self.site(), *preferences.values())
        person = getattr(user, "pk", None)  # blocks hide chat
        keys = {name: (*viewer, name, since if name == TABLE else person) for name in templates}
        if missing := [template for template, key in keys.items() if key not in cache]:
            with self.as_read_here():
                table = load_table(game, user)
                beside = social_context(table, cache)
                for template in missing:
                    shown: Any = table_context(table, self.site(), since=since) if template == TABLE else beside
                    cache[keys[template]] = render_to_string(template, shown)
        return Rendered(seq, {template: cache[key] for template, key in keys.items()})

    def update_seat(self, seat: int) -> None:
        """Update the viewer's seat: they may have sat down, swapped seats or been removed since the page was opened."""
        if seat != self.seat:
            self.seat = seat
            presence.change_seat(self.public_id, self.channel_name, seat, self.hidden is False)

    async def refuse(self, code: int, reason: str) -> None:
        await self.send_text(await run_low_priority(self.refusal_text, reason))
        await super().refuse(code, reason)

    def refusal_text(self, reason: str) -> str:
        with self.as_read_here():
            return render_to_string(REFUSED, {"why": reason})

    def identify(self) -> None:
        """Find out who opens the socket, and if they may watch: for a player with one query."""
        self.public_id, self.outbox = self.scope["url_route"]["kwargs"]["public_id"], {}
        seats: list[Any] = seats_and_session(self.public_id, self.session_key)
        game = Game.with_seats(self.public_id, seats)
        if seats:
            session = Session(self.session_key, seats[0].data, seats[0].until) if seats[0].data else None
        else:
            session = next(iter(stored_sessions(self.session_key)), None)
        self.scope["user"] = person_of_session(session, [seat.person for seat in seats]) or AnonymousUser()
        self.note_language()
        self.note_rights(game)

    def note_rights(self, game: Game | None) -> None:
        """Keep the close code if the viewer may not watch; else what presence needs."""
        if game is None:
            self.refusal = UNKNOWN_GAME
            return
        user = self.scope["user"]
        seat = find_seat(game, user)
        self.game, self.seat, self.marked_seq = game, seat.number if seat else 0, seat.seen_seq if seat else 0
        if not can_watch(game, user):
            self.refusal = UNKNOWN_GAME if in_private_club(game) else NO_SPECTATORS

    async def record_presence(self) -> None:
        if self.game is None:
            self.game = await run_low_priority(Game.objects.get, public_id=self.public_id)
        game, self.game = self.game, None
        await presence_changes.do(presence.Arrival(game, self.seat, self.channel_name, visible=self.hidden is False))

    def mark_seen(self, seq: int) -> None:
        """Record that the viewer has seen the game up to this sequence number, but not beyond its latest."""
        for seat in own_seats(self.public_id, self.scope["user"].pk):
            services.mark_seen(seat, min(seq, seat.game.seq))
            self.marked_seq = seat.seen_seq

    def site(self) -> str:
        """The base URL of the page that opened the socket."""
        return next((value.decode() for name, value in self.scope["headers"] if name == b"origin"), "")


def _parse_message(text: str | None) -> dict[str, Any]:
    """A page's message, such as `{"ask": "talk"}` or `{"seen": 12, "hidden": true}`; empty if malformed."""
    try:
        message = json.loads(text or "")
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}
