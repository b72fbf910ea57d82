"""One socket a viewer and table: hears that the game has changed, and pushes this viewer's own table."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string
from django.utils.translation import override

from accounts.models import Person
from accounts.preferences.reading import preferences_of, reread
from accounts.sessions import working
from casino.health import leaving
from casino.languages import language_of
from games import presence, services
from games.announce import group_of, preferences_group
from games.beats import Door, beats, doors, lookout
from games.just_played import just_played
from games.models import Game
from games.onlookers import onlookers
from games.views.company import company_context
from games.views.looking import find_seat, fragment_context, look, may_watch

OWN_MOVE = 0.5
"""Seconds after which a viewer's own move is pushed to the viewer's pages: until then the page that made it can have
its answer, on a slow line too, and say so."""

COME_AGAIN = 1012
"""Closed with this code, a page tries again at once, as whoever its browser is now."""

UNKNOWN_GAME = 4404
NO_SPECTATORS = 4403

PEOPLE, SAID = "games/_people.html", "games/_lines.html"
HEARD, AGAIN = "games/_heard.html", "games/_again.html"
ASKED = {"pulse": (), "talk": (PEOPLE, SAID), "again": (PEOPLE, SAID, AGAIN)}
"""What a page may ask for besides its table: a sign of life, what it may have missed, and that once it is back."""
ALIVE = "<!-- here -->"


class OpenPage(AsyncWebsocketConsumer):
    """The socket of a page, which may close at any moment, and does when the session that opened it ends. `began_with`:
    the language of the viewer's choice when it was opened; `hears`: its channel groups; `door`: its session."""

    began_with: str = ""
    hears: tuple[str, ...] = ()
    door: Door | None = None
    shut_down: bool = False

    async def __call__(self, *connection: Any) -> None:
        """However it ends, its session is asked after no more."""
        try:
            await super().__call__(*connection)
        finally:
            if self.door:
                doors.end(self.door)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As the base does, but without a thread to close connections to the database that are too old before each
        message: every `database_sync_to_async` here closes them in the thread in which it uses them."""
        await getattr(self, get_handler_name(message))(message)

    async def hear(self, *groups: str) -> None:
        """These groups, that the viewer has changed something on the page of preferences, and that a session of theirs
        has ended."""
        user = self.scope.get("user")
        self.hears = (*groups, preferences_group(user.pk)) if isinstance(user, Person) else groups
        for group in self.hears:
            await self.channel_layer.group_add(group, self.channel_name)
        self.mind_the_door()

    def mind_the_door(self) -> None:
        user = self.scope.get("user")
        if isinstance(user, Person):
            self.door = Door(self.scope["session"].session_key, user.pk, self.shut)
            doors.begin(self.door)

    async def way_in_ended(self, _message: dict[str, Any]) -> None:
        if self.door and not await database_sync_to_async(working)([self.door.who]):
            await self.shut()

    async def shut(self) -> None:
        """Whoever it was has no way in any more: the page may come again as whoever its browser is now."""
        if self.shut_down:
            return
        self.shut_down = True
        await self.hear_no_more()
        await self.close(code=COME_AGAIN)

    async def hear_no_more(self) -> None:
        for group in self.hears:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def preferences_changed(self, _message: dict[str, Any]) -> None:
        await database_sync_to_async(reread)(self.scope.get("user"))

    async def blocks_changed(self, _message: dict[str, Any]) -> None:
        """Nothing is hidden on most pages."""

    def arrive(self) -> None:
        self.began_with = preferences_of(self.scope.get("user")).language

    def language(self) -> str:
        """That of the page, unless the viewer has chosen another one since."""
        chosen = preferences_of(self.scope.get("user")).language
        return chosen if chosen and chosen != self.began_with else language_of(self.scope)

    async def tell(self, text: str) -> None:
        """To a page that is just closing nothing is told; that it has closed is what comes next."""
        with suppress(OSError):  # what a server raises then, by the rules of ASGI
            if not self.shut_down:
                await self.send(text_data=text)


class TableConsumer(OpenPage):
    """After connecting, also after a lost connection, the page says which number it shows and gets what is newer; also
    whether it lies hidden behind others: then what is pushed has not been seen. What it has got as the answer to a form
    it says, too (`{"has": 12}`): that is not pushed once more."""

    public_id: str
    seat: int
    shown: int
    hidden: bool
    told_hidden: bool | None
    again: asyncio.Task[None] | None = None
    arrived: bool = False

    async def __call__(self, *connection: Any) -> None:
        """However it ends: who is not there any more is not counted as there. Where it is the server that ends, the
        page is back at once, at this one or another: thousands are not taken for gone one by one before that."""
        try:
            await super().__call__(*connection)
        finally:
            if self.again:
                self.again.cancel()
            if self.arrived:
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
        refused = await database_sync_to_async(self.refusal)()
        if refused:
            await self.close(code=refused)
            return
        await self.hear(group_of(self.public_id))
        await self.accept()
        self.arrived = True
        beats.begin(self.channel_name)
        lookout.begin(self)
        onlookers.begin(self)
        await database_sync_to_async(self.arrive)()

    async def disconnect(self, _code: int) -> None:
        if not self.hidden and self.shown > 0:
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
            await database_sync_to_async(self.show)(not told.hidden)
        self.hidden = told.hidden
        if told.hidden:
            await database_sync_to_async(self.note)(told.seen)
        else:
            await self.push_after(told.seen, told.seen)

    async def game_changed(self, message: dict[str, Any]) -> None:
        """Announced by `games.announce`; the same number again when something beside the game has changed. The page
        that made the move has the table as its answer, and tells so: others come first."""
        if self.seat and message.get("by") == self.seat:
            if self.again:
                self.again.cancel()  # the later one shows more
            self.again = asyncio.create_task(self.own_move_again(message))
        elif message["seq"] >= self.shown:
            await self.show_newer(message)

    async def own_move_again(self, message: dict[str, Any]) -> None:
        """To this socket itself, after a moment in which its page can say that it has the table."""
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
        await self.push(PEOPLE)

    async def table_said(self, _message: dict[str, Any]) -> None:
        await self.push(SAID, HEARD)

    async def messages_changed(self, _message: dict[str, Any]) -> None:
        await self.push(SAID)

    async def blocks_changed(self, _message: dict[str, Any]) -> None:
        await self.push(SAID)

    async def push(self, *templates: str) -> None:
        """What lies beside the table, as it is now."""
        await self.tell(await database_sync_to_async(self.beside)(templates) if templates else ALIVE)

    async def push_after(self, number: int, since: int, played: bool = False) -> None:
        """Unless something newer has been pushed while this was drawn: what was missed is looked for at any time."""
        html, drawn = await database_sync_to_async(self.render)(number, since, played)
        if drawn < self.shown:
            return
        self.shown = drawn
        if html:
            await self.tell(html)
        onlookers.pushed(self)

    def render(self, number: int, since: int, played: bool = False) -> tuple[str, int]:
        """The table when it is newer than that with this number, and its own. `since` is what the viewer has seen;
        `played`: it is a move that is to be shown."""
        game = just_played.find(self.public_id, number + 1) if played else None
        game = game or Game.objects.get(public_id=self.public_id)
        if game.seq <= number:
            return "", game.seq
        language, found = self.language(), look(game, self.scope.get("user"))
        if self.hidden and found.seat:
            since = found.seat.seen
        with override(language):
            context = fragment_context(found, self.site(), since=since)
            return render_to_string("games/changed.html", context), game.seq

    def refusal(self) -> int:
        """Why nobody may look on here, as a code; 0 when this viewer may."""
        game = Game.objects.filter(public_id=self.public_id).first()
        if game is None:
            return UNKNOWN_GAME
        return 0 if may_watch(game, self.scope.get("user")) else NO_SPECTATORS

    def arrive(self) -> None:
        super().arrive()
        game = Game.objects.get(public_id=self.public_id)
        seat = find_seat(game, self.scope.get("user"))
        self.seat = seat.number if seat else 0
        presence.arrive(game, self.seat, self.channel_name)

    def show(self, visible: bool) -> None:
        presence.show(self.public_id, self.channel_name, visible)

    def leave(self) -> None:
        presence.leave(self.public_id, self.channel_name)

    def beside(self, templates: Sequence[str]) -> str:
        language, found = self.language(), look(Game.objects.get(public_id=self.public_id), self.scope.get("user"))
        with override(language):
            context = company_context(found)
            return "".join(render_to_string(template, context) for template in templates)

    def note(self, seen: int) -> None:
        """The viewer has seen the game as far as this, though no further than it has come."""
        game = Game.objects.get(public_id=self.public_id)
        seat = find_seat(game, self.scope.get("user"))
        if seat:
            services.looked(seat, min(seen, game.seq))

    def site(self) -> str:
        """The address of the page that opened the socket."""
        return next((value.decode() for name, value in self.scope["headers"] if name == b"origin"), "")


class Told(NamedTuple):
    """What a page tells: the number of the table it shows, and whether it lies hidden."""

    seen: int
    hidden: bool


def _words_in(text: str | None) -> dict[str, Any]:
    """What a page says, `{"ask": "talk"}`; nothing where it is no such thing."""
    try:
        words = json.loads(text or "")
    except (ValueError, RecursionError):
        return {}
    return words if isinstance(words, dict) else {}


def _number_in(words: dict[str, Any], key: str) -> int:
    number = words.get(key)
    return number if type(number) is int else -1


def _told_in(words: dict[str, Any]) -> Told | None:
    """`{"seen": 12}`, perhaps with `"hidden": true`; None for anything else."""
    hidden = words.get("hidden", False)
    return Told(words["seen"], hidden) if type(words.get("seen")) is int and type(hidden) is bool else None
