"""The chat of a table, muting and reporting, and private notes."""

from typing import Any, NamedTuple

from django.db.models import QuerySet

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games.domain.table import NO_SEAT
from games.domain.table_settings import TableSettings
from games.live import broadcast
from games.models import Game, Seat
from games.models.social import MESSAGE_LENGTH, NOTE_LENGTH, ChatMessage, MessageReport, Mute, PrivateNote
from games.notifications.game_events import notify_of_message
from games.services.outcomes import Accepted, Outcome, Refused, refused
from games.services.suspensions import chat_refusal

PHRASES = ("hello", "sweep", "last", "well_played", "nice", "thanks", "oops", "moment", "good_game")
"""The keys of the ready phrases; everyone reads them in their own language."""


class Spectator(NamedTuple):
    """A person who watches a game without a seat in it."""

    game: Game
    person: Person

    @property
    def person_id(self) -> int:
        return self.person.pk


def post_phrase(author: Seat | Spectator, phrase: str) -> Outcome:
    """Post a ready phrase, from a person or a computer player."""
    if phrase not in PHRASES:
        return refused("no-phrase")
    return _said(author, ChatMessage(phrase=phrase), "phrases")


def post_text(author: Seat | Spectator, text: str) -> Outcome:
    text = " ".join(text.split())
    return text_refusal(text) or _said(author, ChatMessage(text=text), "free")


def text_refusal(text: str) -> Refused | None:
    if not text:
        return refused("nothing-said")
    return refused("said-too-much", most=MESSAGE_LENGTH) if len(text) > MESSAGE_LENGTH else None


def post_in_room(room: str, person: Person, text: str) -> Refused | None:
    """Post in a talk that belongs to no game. Whoever calls this has checked that the person may be there."""
    text = " ".join(text.split())
    if refusal := text_refusal(text) or chat_refusal(person.pk):
        return refusal
    with write_transaction():
        ChatMessage.objects.create(room=room, person=person, seat=NO_SEAT, text=text, at=now())
        broadcast.publish_room_changed(room)
    return None


def _said(author: Seat | Spectator, message: ChatMessage, wanted: str) -> Outcome:
    game = author.game
    allowed = game.table_settings.get("chat", TableSettings().chat)
    if allowed == "off" or (wanted == "free" and allowed != "free"):
        return refused("chat-off" if allowed == "off" else "phrases-only")
    if game.status == Game.Status.CANCELLED:
        return refused("called-off")
    barred = chat_refusal(author.person_id) if author.person_id else None
    if barred:
        return barred
    message.game, message.person, message.at = game, author.person, now()
    message.seat = author.number if isinstance(author, Seat) else NO_SEAT
    with write_transaction():
        if isinstance(author, Spectator):
            if not is_spectator(game, author.person):
                return refused("not-spectator")
            message.audience = ChatMessage.Audience.SPECTATORS
        message.save(force_insert=True)
        broadcast.publish_chat_posted(game.public_id, message.audience)
        notify_of_message(message)
    return Accepted(game.seq)


def is_spectator(game: Game, person: Person) -> bool:
    """True if the game has begun, and the person has no seat in it, not even one that a computer plays."""
    begun = game.status in (Game.Status.PLAYING, Game.Status.OVER)
    return begun and not game.taken_seats.filter(person=person).exists()


def readable_messages(game: Game, seat: Seat | None) -> QuerySet[ChatMessage]:
    """The messages that can be read from this seat, or without one.

    Those of spectators aren't for players before the end; those written before a game by invitation aren't for others.
    """
    if seat is None and game.by_invitation and game.status in (Game.Status.PLAYING, Game.Status.OVER):
        begun = game.events.filter(type="round_started").order_by("seq").values("at")[:1]
        return game.messages.filter(at__gte=begun)
    if seat is None or game.status == Game.Status.OVER:
        return game.messages.all()
    return game.messages.filter(audience=ChatMessage.Audience.TABLE)


def mute(person: Person, game: Game, number: int, muted: bool) -> Outcome:
    """Hide everything the person on this seat writes, here and at other tables; or show it again."""
    other = game.taken_seats.filter(number=number, person__isnull=False).exclude(person=person).first()
    if other is None or other.person is None:
        return refused("nobody-to-mute")
    with write_transaction():
        if muted:
            Mute.objects.get_or_create(person=person, muted=other.person)
        else:
            Mute.objects.filter(person=person, muted=other.person).delete()
    return Accepted(game.seq)


def mute_author(reader: Seat | Spectator, message_id: int, muted: bool) -> Outcome:
    """Hide everything that the author of this spectator's message writes, or show it again."""
    message = _reported(reader, message_id, audience=ChatMessage.Audience.SPECTATORS)
    if message is None or message.person is None or reader.person is None:
        return refused("no-message")
    mute_person(reader.person, message.person, muted)
    return Accepted(reader.game.seq)


def mute_person(person: Person, other: Person, muted: bool) -> None:
    with write_transaction():
        if muted:
            Mute.objects.get_or_create(person=person, muted=other)
        else:
            Mute.objects.filter(person=person, muted=other).delete()


def report_message(reader: Seat | Spectator, message_id: int) -> Outcome:
    """Report a message to the site's staff; no one at the table learns of it."""
    message = _reported(reader, message_id, removed=None)
    if message is None or reader.person is None:
        return refused("no-message")
    save_report(message, reader.person)
    return Accepted(reader.game.seq)


def save_report(message: ChatMessage, reporter: Person) -> None:
    with write_transaction():
        MessageReport.objects.get_or_create(message=message, reporter=reporter, defaults={"at": now()})


def _reported(reader: Seat | Spectator, message_id: int, **wanted: Any) -> ChatMessage | None:
    """The message, if the reader has not written it and it is in a chat of theirs.

    Those are the ones that a seat can read, and for a spectator the spectators' chat alone.
    """
    messages = readable_messages(reader.game, reader if isinstance(reader, Seat) else None)
    if isinstance(reader, Spectator):
        messages = messages.filter(audience=ChatMessage.Audience.SPECTATORS)
    return messages.filter(pk=message_id, **wanted).exclude(person=reader.person_id).first()


def remove_message(message: ChatMessage) -> None:
    """Remove the message from every page and close its reports. The row keeps the text."""
    with write_transaction():
        ChatMessage.objects.filter(pk=message.pk, removed=None).update(removed=now())
        close_reports(message, MessageReport.Outcome.REMOVED)
        if message.game:
            broadcast.publish_chat_changed(message.game.public_id)
        else:
            broadcast.publish_room_changed(message.room)


def close_reports(message: ChatMessage, outcome: MessageReport.Outcome) -> int:
    """Close the open reports of the message; return their number."""
    reports = MessageReport.objects.filter(message=message, state=MessageReport.State.OPEN)
    return reports.update(state=MessageReport.State.CLOSED, decided=now(), outcome=outcome)


def save_note(person: Person, game: Game, text: str) -> Outcome:
    """Save the person's private note about this game; no one else ever reads it."""
    text = text.strip()
    if len(text) > NOTE_LENGTH:
        return refused("note-too-long", most=NOTE_LENGTH)
    with write_transaction():
        if text:
            PrivateNote.objects.update_or_create(game=game, person=person, defaults={"text": text})
        else:
            PrivateNote.objects.filter(game=game, person=person).delete()
    return Accepted(game.seq)
