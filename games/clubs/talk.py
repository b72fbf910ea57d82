"""A club's talk and news: their only writers. The talk is a room of the chat, with its limits and its moderation."""

from django.db.models import QuerySet

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games.clubs import notices
from games.clubs.models import NEWS_LENGTH, Club, ClubNews, Membership
from games.clubs.outcomes import no
from games.clubs.services import locked_club
from games.community.blocks import hidden_messages
from games.domain.refusal import Refusal
from games.live.broadcast import club_group, publish_room_changed
from games.models.social import ChatMessage, Mute
from games.services import chat

MAX_NEWS = 500
"""Maximum number of pieces of news that a club keeps."""


def messages_of(club: Club) -> QuerySet[ChatMessage]:
    return ChatMessage.objects.filter(room=club_group(club.pk))


def readable_messages(club: Club, reader: Person) -> QuerySet[ChatMessage]:
    """The messages, the latest first, without those of people the reader has muted or is kept apart from by a block."""
    _blocked, hidden = hidden_messages(reader)
    muted = Mute.objects.filter(person=reader).values("muted")
    rows = messages_of(club).exclude(hidden).exclude(person__in=muted)
    return rows.select_related("person").order_by("-pk")


def say(club: Club, person: Person, text: str) -> Refusal | None:
    with locked_club(club, person) as (locked, _mine):
        refused = chat.post_in_room(club_group(locked.pk), person, text)
    return refused.refusal if refused else None


def report(club: Club, person: Person, message: int) -> Refusal | None:
    """Report a message to the site's staff; no one in the club learns of it."""
    with locked_club(club, person) as (locked, _mine):
        row = messages_of(locked).filter(pk=message, removed=None).exclude(person=person).first()
        if row is None:
            return no("no-message")
        chat.save_report(row, person)
    return None


def mute(club: Club, person: Person, message: int) -> Refusal | None:
    """Hide everything that the author of this message writes, here and at tables."""
    with locked_club(club, person) as (locked, _mine):
        row = messages_of(locked).filter(pk=message).exclude(person=person).select_related("person").first()
        if row is None or row.person is None:
            return no("no-message")
        chat.mute_person(person, row.person, muted=True)
    return None


def unmute_all(club: Club, person: Person) -> None:
    """Show again what muted people have written here."""
    with locked_club(club, person) as (locked, _mine):
        Mute.objects.filter(person=person, muted__in=messages_of(locked).values("person")).delete()


def remove_message(club: Club, organizer: Person, message: int) -> Refusal | None:
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        row = messages_of(locked).filter(pk=message).first()
        if row is None:
            return no("no-message")
        ChatMessage.objects.filter(pk=row.pk, removed=None).update(removed=now())
        publish_room_changed(row.room)
    return None


# --- news -----------------------------------------------------------------------------------------------------------


def post_news(club: Club, organizer: Person, text: str) -> Refusal | None:
    """Post news, and tell the members who want it. The oldest goes when there is too much."""
    text = text.strip()
    if not text:
        return no("nothing-said")
    if len(text) > NEWS_LENGTH:
        return no("said-too-much", most=NEWS_LENGTH)
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        news = ClubNews.objects.create(club=locked, author=organizer, text=text, at=now())
        kept = ClubNews.objects.filter(club=locked).order_by("-pk").values("pk")[:MAX_NEWS]
        ClubNews.objects.filter(club=locked).exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
        notices.tell_of_news(news, organizer)
    return None


def delete_news(club: Club, organizer: Person, news: int) -> Refusal | None:
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        ClubNews.objects.filter(club=locked, pk=news).delete()
    return None


def set_notify(club: Club, person: Person, wanted: bool) -> None:
    """Tell the person of this club's tables and news, or no longer."""
    with write_transaction():
        Membership.objects.filter(club=club, person=person).update(notify=wanted)
