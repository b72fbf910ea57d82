"""The panels beside the table: presence and chat. The same for pages, fragments and sockets."""

from typing import Any

from django.db.models import Q

from games import services
from games.invitations.blocks import hidden_messages
from games.live import presence
from games.models import Game, Seat
from games.models.social import Mute, Note
from games.presenters.chat import ChatView, chat_view
from games.presenters.company import CompanyView, company_view
from games.presenters.refusals import refusal_words
from games.views.looking import Look

MOST_SAID = 40
"""Maximum number of messages that a table shows."""


def company_context(found: Look) -> dict[str, Any]:
    """Return the context of the presence, chat and note templates."""
    own = Note.objects.filter(game=found.game, person=found.seat.person_id).first() if found.seat else None
    return {
        "company": company_at(found) if found.game.status == Game.Status.PLAYING else None,
        "chat": chat_at(found),
        "barred": lambda: barred_words(found.seat),
        "note": own.text if own else "",
        "seated": found.seat is not None,
        "public_id": found.game.public_id,
    }


def barred_words(seat: Seat | None) -> str:
    """Return why the viewer may not write in the chat now. Evaluated only by the template with the form."""
    barred = services.barred_from_chat(seat.person_id) if seat else None
    return refusal_words(barred.refusal, services.TEMPLATES) if barred else ""


def company_at(found: Look) -> CompanyView:
    """Return the players present, and the absent ones the viewer need not wait for any longer."""
    game = found.game
    waiting = services.waits(found.seat) if found.seat else {}
    return company_view(found.sight, presence.of(game), presence.watching(game), waiting)


def chat_at(found: Look) -> ChatView:
    """Return the latest messages, without those of people the viewer has muted or is kept apart from by a block."""
    game, viewer = found.game, found.person
    seats = {each.person_id: each.number for each in game.at_table if each.person_id}
    muted = set(Mute.objects.filter(person=viewer).values_list("muted", flat=True)) if viewer else set()
    blocked, hidden = hidden_messages(viewer) if viewer else (set(), Q())
    read = game.messages.exclude(hidden | Q(person__in=muted)) if viewer else game.messages.all()
    said = [*read.select_related("person").order_by("-pk")[:MOST_SAID]][::-1]
    return chat_view(
        found.sight,
        said,
        muted={seats[each] for each in muted - blocked if each in seats},
        blocked={seats[each] for each in blocked if each in seats},
        people=set(seats.values()),
        members={
            seat.number: seat.person.username for seat in game.at_table if seat.person and not seat.person.is_guest
        },
    )
