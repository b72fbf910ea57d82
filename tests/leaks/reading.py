"""Everything that a person can read about a game: each page and fragment of it, pushes of its sockets, messages,
exports, and refusals of forbidden actions. The addresses are the site's own, so that a new one is among them."""

import re
from collections.abc import Iterable, Iterator
from typing import Any
from zlib import crc32

from asgiref.sync import async_to_sync
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from casino.asgi import application
from games.clubs.models import Club
from games.models import Game, StoredEvent
from games.notifications import emails, push, webhooks
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification, Webhook
from games.tournaments.models import Tournament
from tests.games.viewers import HTMX
from tests.leaks.worlds import Onlooker
from tests.pages import looks, routes
from tests.sockets import WebsocketCommunicator

type Read = dict[str, str]
"""Texts by the place where they were read."""

OF_A_GAME = "g/<slug:public_id>/"
ITS_NAMES = re.compile(r"\{(crowded|orange|over|open|planned)\}")
NEW_EACH_TIME = re.compile(
    r"""(?<=name="csrfmiddlewaretoken"\ value=")[^"]+ | (?<="X-CSRFToken":\ ")[^"]+ | (?<=/back/)[^/"]+(?=/)
    | (?<=/notifications/unsubscribe/)[^/"]+(?=/) | (?<=/notifications/only-my-turn/)[^/"]+(?=/)
    | (?<=data-key=")[^"]+ | nonce="[^"]*" | 'nonce-[^']*'
    | name="token"(?s:.*?)</(?:noscript|form)> | name="deal"(?s:.*?)</form>""",
    re.VERBOSE,
)
"""Form tokens, signed links, keys and nonces, in which the name of a card may appear by chance; and commitments and
cards of games to come, which are different in each answer."""


class Reader:
    """A person with a browser. `about` are two cards that they try to learn about."""

    def __init__(self, onlooker: Onlooker, game: Game, about: tuple[str, str]) -> None:
        self.onlooker, self.game, self.about = onlooker, game, about
        self.client = Client()
        if isinstance(onlooker.person, Person):
            self.client.force_login(onlooker.person)

    def at_the_table(self) -> Read:
        """Read all that shows cards: the table, the options for a choice, the replay, the socket, a refusal."""
        at, (one, other) = f"/g/{self.game.public_id}/", self.about
        chosen = f"hand={one}&item={other}&seq={self.game.seq}"
        pages = self.pages([at, f"{at}options/?{chosen}", f"{at}replay/?at={self.game.seq}"])
        return pages | self.refused(one) | self.table_pushed()

    def all_there_is(self) -> Read:
        """Read everything, at every URL of the site."""
        clubs = [f"/clubs/{club.address}/{part}" for club in Club.objects.all() for part in ("", "games/", "talk/")]
        cups = [f"/tournaments/{cup.public_id}/{part}" for cup in Tournament.objects.all() for part in ("", "wall/")]
        pages = self.pages([*everything(self.game, self.about[0]), *clubs, *cups]) | self.fragment()
        return self.at_the_table() | pages | self.refusals() | self.pushed() | self.exported() | self.sent()

    def pages(self, wanted: Iterable[str]) -> Read:
        return {f"GET {there}": told(self.client.get(there)) for there in wanted}

    def fragment(self) -> Read:
        return {"fragment": told(self.client.get(f"/g/{self.game.public_id}/", headers=HTMX))}

    def refusals(self) -> Read:
        """Read the refusals of moves with others' cards: they say that these are not the reader's, and nothing more."""
        one, other = self.about
        return self.refused(other) | self.refused(f"{one}x{other}") | self.refused(one, htmx=False)

    def refused(self, move: str, htmx: bool = True) -> Read:
        there, sent = f"/g/{self.game.public_id}/play/", {"seq": str(self.game.seq), "move": move}
        answer = self.client.post(there, sent, headers=HTMX if htmx else {}, follow=True)
        return {f"refused {move}{', as a fragment' if htmx else ''}": told(answer)}

    def exported(self) -> Read:
        return {"export": told(self.client.post(reverse("games:export_data")))}

    def table_pushed(self) -> Read:
        there = f"/ws/g/{self.game.public_id}/"
        return {"socket of the table": async_to_sync(of_table)(there, self.headers())}

    def pushed(self) -> Read:
        """Read the other sockets."""
        lists = ["/ws/lobby/", "/ws/me/"]
        if club := Club.objects.filter(games__game=self.game).first():
            lists.append(f"/ws/clubs/{club.address}/")
        if cup := Tournament.objects.filter(played_rounds__matches__games__game=self.game).first():
            lists.append(f"/ws/tournaments/{cup.public_id}/")
        return {f"socket {there}": async_to_sync(first_words)(there, self.headers()) for there in lists}

    def headers(self) -> list[tuple[bytes, bytes]]:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())
        return [(b"origin", b"http://localhost"), (b"cookie", cookies.encode())]

    def sent(self) -> Read:
        """Read every kind of notification, by every method."""
        person = self.onlooker.person
        if isinstance(person, AnonymousUser):
            return {}
        return {
            f"{method} {kind}": text for kind in NotificationKind for method, text in messages(person, self.game, kind)
        }


# --- addresses ------------------------------------------------------------------------------------------------------


def everything(game: Game, card: str) -> list[str]:
    """Return every URL of the site with no other name in it than the game's, the moderation pages among them."""
    looked_at = {ITS_NAMES.sub(game.public_id, look.address.partition("?")[0]) for look in looks()}
    of_it = {*addresses_of(game), f"/g/{game.public_id}/variation/?at=9&line={card}"}
    return sorted({there for there in looked_at | of_it if "{" not in there} | {*admin_addresses(card)})


def addresses_of(game: Game) -> list[str]:
    """Return every URL under the game's, those that only accept posts among them."""
    return [f"/{filled(route, game)}" for route in routes() if route.startswith(OF_A_GAME)]


def filled(route: str, game: Game) -> str:
    return re.sub(r"<\w+:(\w+)>", lambda gap: game.public_id if gap[1] == "public_id" else "1", route)


def admin_addresses(card: str) -> list[str]:
    """Return every list of the staff pages and its latest row; and lists of games filtered by fields that are not shown
    in them."""
    found = [reverse("admin:index")]
    for model in admin.site._registry:
        kind = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        listed, row = reverse(f"{kind}_changelist"), model._default_manager.order_by("-pk").first()
        found += [listed, *([reverse(f"{kind}_change", args=[row.pk])] if row else [])]
        if issubclass(model, (Game, StoredEvent)):
            hidden = ("payload", "options", "clock", "seed", "hash", "head")
            names = {field.name for field in model._meta.concrete_fields}
            found += [f"{listed}?{name}__icontains={card}" for name in hidden if name in names]
    return found


def told(answer: Any) -> str:
    """Return status, headers and body (of a picture, a checksum), without the parts that are new each time."""
    head = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()) if name != "Content-Length")
    picture = answer.headers.get("Content-Type", "").startswith("image/png")
    body = str(crc32(answer.content)) if picture else answer.content.decode()
    where = " ".join(address for address, _ in getattr(answer, "redirect_chain", ()))
    return NEW_EACH_TIME.sub("", f"{answer.status_code} {where}\n{head}\n\n{body}")


# --- sockets --------------------------------------------------------------------------------------------------------


async def of_table(path: str, headers: list[tuple[bytes, bytes]]) -> str:
    """Return the messages of the table's socket to a page that has just been opened and asks for everything."""
    socket = WebsocketCommunicator(application, path, headers)
    accepted, code = await socket.connect()
    if not accepted:
        return f"closed with {code}"
    heard = []
    for message in ({"seen": 0}, {"ask": "talk"}, {"ask": "again"}, {"ask": "pulse"}):
        await socket.send_json_to(message)
        output = await socket.receive_output(5)
        heard.append(output.get("text") or f"closed with {output.get('code')}")
        if output["type"] == "websocket.close":
            break
    await socket.disconnect()
    return NEW_EACH_TIME.sub("", "\n".join(heard))


async def first_words(path: str, headers: list[tuple[bytes, bytes]]) -> str:
    socket = WebsocketCommunicator(application, path, headers)
    await socket.connect()
    output = await socket.receive_output(5)
    await socket.disconnect()
    return str(output)


# --- notifications --------------------------------------------------------------------------------------------------


def messages(person: Person, game: Game, kind: NotificationKind) -> Iterator[tuple[str, str]]:
    """Yield the same notification as mail, as a push message, and as each kind of webhook gets it."""
    now = Game.objects.get(pk=game.pk)  # its log is another in another world
    notifications = [Notification(pk=1, person=person, game=now, kind=kind, created=timezone.now())]
    letter = emails.message_to(person, "someone@mail.example", notifications)
    yield "mail", NEW_EACH_TIME.sub("", f"{letter.subject}\n{letter.extra_headers}\n{letter.body}")
    yield "push", push.payload(person, notifications).decode()
    for program in Webhook.Kind:
        yield f"webhook {program}", str(webhooks.message(Webhook(kind=program, secret="-"), person, notifications))
