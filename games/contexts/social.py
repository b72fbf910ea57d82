"""The panels beside the table: presence and chat. The same for pages, fragments and sockets."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from django.db.models import Exists, Max, Q, QuerySet

from accounts.models import Person
from accounts.person_names import isolate
from casino.prepared_queries import PreparedQuery
from games import services
from games.community.blocks import blocks_with, hidden_messages
from games.contexts.portraits import portraits_of
from games.contexts.table import ViewedTable
from games.domain.perspective import SPECTATOR
from games.invitations.takeovers import open_requests
from games.live import presence
from games.log.store import load
from games.models import Game
from games.models.social import ChatMessage, Mute, PrivateNote
from games.notifications.game_events import methods_by_seat
from games.presenters.names import Names
from games.presenters.refusals import refusal_words
from games.presenters.social import (
    ChatView,
    PresencePanel,
    Readers,
    TakeoverView,
    chat_view,
    presence_panel,
    takeover_view,
)

PAGES = "pages"
MAX_MESSAGES = 40
"""Maximum number of messages that a table shows, of players and of spectators."""


_muted = PreparedQuery(lambda person: Mute.objects.filter(person=person).values_list("muted", flat=True), int)
_known = PreparedQuery(
    lambda game, person: Person.objects.filter(pk=person).values_list(
        Exists(ChatMessage.objects.filter(game=game)),
        Exists(Mute.objects.filter(person=person)),
        Exists(blocks_with(person)),
    ),
    int,
    int,
)
"""If there are messages at a table; if a person has muted someone, has blocked or was blocked."""


def social_context(viewed: ViewedTable, shared: dict[Any, Any] | None = None) -> dict[str, Any]:
    """The context of the presence, chat and note templates. Each reads what it shows; `shared`: what other viewers of
    the same batch have read."""

    chat = cache(lambda: _chat(viewed))
    playing = viewed.game.status == Game.Status.PLAYING and not viewed.local_seats
    return {
        "company": cache(lambda: _presence(viewed, {} if shared is None else shared)) if playing else None,
        "chat": chat,
        "talks": lambda: _has_company(viewed) or bool(chat().messages),
        "barred": lambda: _barred_words(viewed.person),
        "note": cache(lambda: _own_note(viewed)),
        "seated": viewed.seat is not None,
        "public_id": viewed.game.public_id,
    }


def _own_note(viewed: ViewedTable) -> str:
    own = viewed.seat and PrivateNote.objects.filter(game=viewed.game, person=viewed.seat.person_id).first()
    return own.text if own else ""


def _has_company(viewed: ViewedTable) -> bool:
    """Whether there is, or may come, another person at the table, on a device of their own."""
    computers = sum(seat.is_computer for seat in viewed.game.seats_with_people)
    return not viewed.local_seats and (viewed.seat is None or computers < viewed.game.seats - 1)


def _barred_words(person: Person | None) -> str:
    """Why the viewer may not write in the chat now. Evaluated only by the template with the form."""
    barred = services.chat_refusal(person.pk) if person else None
    return refusal_words(barred.refusal, services.TEMPLATES) if barred else ""


def _presence(viewed: ViewedTable, shared: dict[Any, Any]) -> PresencePanel:
    """The players present, how those who are not are told of their turn, and the one the viewer need not wait for any
    longer."""
    game, seat = viewed.game, viewed.seat
    if PAGES not in shared:
        shared[PAGES] = presence.pages_by_seat(game.pk)
    pages = shared[PAGES]
    wait = services.claim_wait(seat, pages) if seat else None
    statuses = presence.presence_by_seat(game, pages)
    awaited_away = seat is not None and game.turn != seat.number and statuses.get(game.turn) == "gone"
    methods = methods_by_seat(game, [game.turn]) if awaited_away and not game.live else {}
    remindable = services.may_remind(game, wait)
    spectators = pages[SPECTATOR].number if SPECTATOR in pages else 0
    known = statuses, spectators, game.turn, wait, methods, remindable
    return presence_panel(viewed.perspective, *known, tuple(_takeovers(viewed)))


def _takeovers(viewed: ViewedTable) -> Iterator[TakeoverView]:
    names = Names(viewed.perspective)
    for request in open_requests(viewed.game, load(viewed.game)[0]):
        mine = viewed.person is not None and request.person_id == viewed.person.pk
        missing, asker = request.asked_seats, isolate(request.person)
        answers = viewed.seat is not None and viewed.seat.number in missing
        yield takeover_view(names, request.number, asker, missing, mine=mine, answers=answers)


def _chat(viewed: ViewedTable) -> ChatView:
    """The latest messages, without those of people the viewer has muted or is kept apart from by a block."""
    game, viewer = viewed.game, viewed.person
    seats = {seat.person_id: seat.number for seat in game.seats_with_people if seat.person_id}
    known = _known(game.pk, viewer.pk) if viewer else []
    said, mutes, blocks = next(iter(known), (True, False, False))
    muted = set(_muted(viewer.pk)) if viewer and mutes else set()
    blocked, hidden = hidden_messages(viewer) if viewer and blocks else (set(), Q())
    if muted:
        hidden |= Q(person__in=muted)
    readers = Readers(
        person=viewer.pk if viewer else None,
        spectates=viewed.seat is None and viewer is not None and services.is_spectator(game, viewer),
        muted={seats[pk] for pk in muted - blocked if pk in seats},
        muted_spectators=_muted_spectators(viewed, muted - blocked - seats.keys()),
        blocked={seats[pk] for pk in blocked if pk in seats},
        people=set(seats.values()),
        members={
            seat.number: seat.person.username
            for seat in game.seats_with_people
            if seat.person and not seat.person.is_guest
        },
        portraits=portraits_of(game),
    )
    return chat_view(viewed.perspective, _latest_messages(viewed, hidden) if said else [], readers)


def _latest_messages(viewed: ViewedTable, hidden: Q) -> list[ChatMessage]:
    """The latest messages in order, as many of the spectators as of the players, so that neither are lost."""
    game, seat = viewed.game, viewed.seat
    reads_all = seat is None or game.status == Game.Status.OVER
    audiences = list(ChatMessage.Audience) if reads_all and _has_begun(viewed) else [ChatMessage.Audience.TABLE]
    parts: Iterable[Iterable[ChatMessage]]
    if hidden or (seat is None and game.by_invitation):
        readable = services.readable_messages(game, seat).exclude(hidden)
        parts = (_latest(readable.filter(audience=audience)) for audience in audiences)
    else:
        parts = (_latest_to(game.pk, audience) for audience in audiences)
    return sorted(chain.from_iterable(parts), key=lambda message: message.pk)


def _latest(messages: QuerySet[ChatMessage]) -> QuerySet[ChatMessage]:
    return messages.select_related("person").order_by("-pk")[:MAX_MESSAGES]


_latest_to = PreparedQuery(
    lambda game, audience: _latest(ChatMessage.objects.filter(game=game, audience=audience)), int, str
)
"""The latest messages to an audience, whoever wrote them."""


def _has_begun(viewed: ViewedTable) -> bool:
    return viewed.game.status in (Game.Status.PLAYING, Game.Status.OVER)


def _muted_spectators(viewed: ViewedTable, muted: Collection[int]) -> list[tuple[int, str]]:
    """The spectators whom the viewer has muted: the number of a message of theirs, and the name."""
    if not muted or not _has_begun(viewed):
        return []
    readable = services.readable_messages(viewed.game, viewed.seat)
    said = readable.filter(audience=ChatMessage.Audience.SPECTATORS, person__in=muted).select_related("person")
    latest = said.filter(pk__in=said.order_by().values("person").annotate(latest=Max("pk")).values("latest"))
    return [(message.pk, isolate(message.speaker)) for message in latest[:MAX_MESSAGES]]
