"""The chat of a table, muting and reporting, and private notes."""

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games.domain.table_settings import TableSettings
from games.live import broadcast
from games.models import Game, Seat
from games.models.social import MESSAGE_LENGTH, NOTE_LENGTH, ChatMessage, MessageReport, Mute, PrivateNote
from games.notifications.game_events import notify_of_message
from games.services.outcomes import Accepted, Outcome, refused
from games.services.suspensions import chat_refusal

PHRASES = ("hello", "sweep", "last", "well_played", "nice", "thanks", "oops", "moment", "good_game")
"""The keys of the ready phrases; everyone reads them in their own language."""


def post_phrase(seat: Seat, phrase: str) -> Outcome:
    """Post a ready phrase, from a person or a computer player."""
    if phrase not in PHRASES:
        return refused("no-phrase")
    return _said(seat, ChatMessage(phrase=phrase), "phrases")


def post_text(seat: Seat, text: str) -> Outcome:
    """Post a text."""
    text = " ".join(text.split())
    if not text:
        return refused("nothing-said")
    if len(text) > MESSAGE_LENGTH:
        return refused("said-too-much", most=MESSAGE_LENGTH)
    return _said(seat, ChatMessage(text=text), "free")


def _said(seat: Seat, message: ChatMessage, wanted: str) -> Outcome:
    game = seat.game
    allowed = game.table_settings.get("chat", TableSettings().chat)
    if allowed == "off" or (wanted == "free" and allowed != "free"):
        return refused("chat-off" if allowed == "off" else "phrases-only")
    if game.status == Game.Status.CANCELLED:
        return refused("called-off")
    barred = chat_refusal(seat.person_id) if seat.person_id else None
    if barred:
        return barred
    message.game, message.seat, message.person, message.at = game, seat.number, seat.person, now()
    with write_transaction():
        message.save(force_insert=True)
        broadcast.publish_chat_posted(game.public_id)
        notify_of_message(message)
    return Accepted(game.seq)


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


def report_message(person: Person, game: Game, message_id: int) -> Outcome:
    """Report a message to the site's staff; no one at the table learns of it."""
    message = game.messages.filter(pk=message_id, removed=None).exclude(person=person).first()
    if message is None:
        return refused("no-message")
    with write_transaction():
        MessageReport.objects.get_or_create(message=message, reporter=person, defaults={"at": now()})
    return Accepted(game.seq)


def remove_message(message: ChatMessage) -> None:
    """Remove the message from every page and close its reports. The row keeps the text."""
    with write_transaction():
        ChatMessage.objects.filter(pk=message.pk, removed=None).update(removed=now())
        MessageReport.objects.filter(message=message).update(state=MessageReport.State.CLOSED)
        broadcast.publish_chat_changed(message.game.public_id)


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
