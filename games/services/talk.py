"""The chat of a table, muting and reporting, and private notes."""

from accounts.models import Person
from casino.clock import now
from casino.writes import write_transaction
from games.domain.terms import Terms
from games.live import broadcast
from games.models import Game, Seat
from games.models.social import MESSAGE_LENGTH, NOTE_LENGTH, Message, Mute, Note, Report
from games.services.outcomes import Accepted, Outcome, refused
from games.services.suspended import barred_from_chat

PHRASES = ("hello", "sweep", "last", "well_played", "nice", "thanks", "oops", "moment", "good_game")
"""The keys of the ready phrases; everyone reads them in their own language."""


def say(seat: Seat, phrase: str) -> Outcome:
    """Post a ready phrase, from a person or a computer player."""
    if phrase not in PHRASES:
        return refused("no-phrase")
    return _said(seat, Message(phrase=phrase), "phrases")


def write(seat: Seat, text: str) -> Outcome:
    """Post a text."""
    text = " ".join(text.split())
    if not text:
        return refused("nothing-said")
    if len(text) > MESSAGE_LENGTH:
        return refused("said-too-much", most=MESSAGE_LENGTH)
    return _said(seat, Message(text=text), "free")


def _said(seat: Seat, message: Message, wanted: str) -> Outcome:
    game = seat.game
    allowed = game.terms.get("chat", Terms().chat)
    if allowed == "off" or (wanted == "free" and allowed != "free"):
        return refused("chat-off" if allowed == "off" else "phrases-only")
    if game.status == Game.Status.CANCELLED:
        return refused("called-off")
    barred = barred_from_chat(seat.person_id) if seat.person_id else None
    if barred:
        return barred
    message.game, message.seat, message.person, message.at = game, seat.number, seat.person, now()
    with write_transaction():
        message.save(force_insert=True)
        broadcast.said(game.public_id)
        broadcast.message_said.send(Message, message=message)
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


def report(person: Person, game: Game, message_id: int) -> Outcome:
    """Report a message to the site's staff; no one at the table learns of it."""
    message = game.messages.filter(pk=message_id, removed=None).exclude(person=person).first()
    if message is None:
        return refused("no-message")
    with write_transaction():
        Report.objects.get_or_create(message=message, reporter=person, defaults={"at": now()})
    return Accepted(game.seq)


def remove_message(message: Message) -> None:
    """Remove the message from every page and close its reports. The row keeps the text."""
    with write_transaction():
        Message.objects.filter(pk=message.pk, removed=None).update(removed=now())
        Report.objects.filter(message=message).update(state=Report.State.CLOSED)
        broadcast.messages_changed(message.game.public_id)


def keep_note(person: Person, game: Game, text: str) -> Outcome:
    """Save the person's private note about this game; no one else ever reads it."""
    text = text.strip()
    if len(text) > NOTE_LENGTH:
        return refused("note-too-long", most=NOTE_LENGTH)
    with write_transaction():
        if text:
            Note.objects.update_or_create(game=game, person=person, defaults={"text": text})
        else:
            Note.objects.filter(game=game, person=person).delete()
    return Accepted(game.seq)
