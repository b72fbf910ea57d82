"""The panels beside the table: presence and chat. The same for pages, fragments and sockets."""

from typing import Any

from django.db.models import Q

from games import services
from games.invitations.blocks import hidden_messages
from games.live import presence
from games.models import Game, Seat
from games.models.social import Mute, PrivateNote
from games.presenters.chat import ChatView, chat_view
from games.presenters.presence_panel import PresencePanel, presence_panel
from games.presenters.refusals import refusal_words
from games.views.portraits import portraits_of
from games.views.table_context import ViewedTable

MAX_MESSAGES = 40
"""Maximum number of messages that a table shows."""


def social_context(viewed: ViewedTable) -> dict[str, Any]:
    """Return the context of the presence, chat and note templates."""
    own = PrivateNote.objects.filter(game=viewed.game, person=viewed.seat.person_id).first() if viewed.seat else None
    return {
        "company": _presence(viewed) if viewed.game.status == Game.Status.PLAYING else None,
        "chat": _chat(viewed),
        "barred": lambda: _barred_words(viewed.seat),
        "note": own.text if own else "",
        "seated": viewed.seat is not None,
        "public_id": viewed.game.public_id,
    }


def _barred_words(seat: Seat | None) -> str:
    """Return why the viewer may not write in the chat now. Evaluated only by the template with the form."""
    barred = services.chat_refusal(seat.person_id) if seat else None
    return refusal_words(barred.refusal, services.TEMPLATES) if barred else ""


def _presence(viewed: ViewedTable) -> PresencePanel:
    """Return the players present, and the absent ones the viewer need not wait for any longer."""
    game = viewed.game
    waiting = services.claim_wait_times(viewed.seat) if viewed.seat else {}
    return presence_panel(viewed.perspective, presence.presence_by_seat(game), presence.spectator_count(game), waiting)


def _chat(viewed: ViewedTable) -> ChatView:
    """Return the latest messages, without those of people the viewer has muted or is kept apart from by a block."""
    game, viewer = viewed.game, viewed.person
    seats = {seat.person_id: seat.number for seat in game.seats_with_people if seat.person_id}
    muted = set(Mute.objects.filter(person=viewer).values_list("muted", flat=True)) if viewer else set()
    blocked, hidden = hidden_messages(viewer) if viewer else (set(), Q())
    visible = game.messages.exclude(hidden | Q(person__in=muted)) if viewer else game.messages.all()
    latest = [*visible.select_related("person").order_by("-pk")[:MAX_MESSAGES]][::-1]
    return chat_view(
        viewed.perspective,
        latest,
        muted={seats[pk] for pk in muted - blocked if pk in seats},
        blocked={seats[pk] for pk in blocked if pk in seats},
        people=set(seats.values()),
        members={
            seat.number: seat.person.username
            for seat in game.seats_with_people
            if seat.person and not seat.person.is_guest
        },
        portraits=portraits_of(game),
    )
